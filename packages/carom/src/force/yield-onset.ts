/**
 * When a surface under Hertz's pressure begins to yield.
 *
 * On the axis of a patch of radius a, at the depth u a, von Mises' stress is the largest pressure times
 *
 *     g(u) = (3/2)/(1 + u^2) - (1 + nu) (1 - u atan(1/u))
 *
 * so yield begins, under the surface, at a largest pressure of C = 1 / max g times the yield strength. The source's F(nu) is (max g)^2 =
 * 1/C^2. At the largest g
 *
 *     0 = g'(u) = (1 + nu) (atan(1/u) - u/(1 + u^2)) - 3 u/(1 + u^2)^2
 *
 * which has one root. It is found to the last bit, and C, which is flat there, to 1e-15. For nu below -0.34 the rim of the patch,
 * where the stress is (1 - 2 nu)/sqrt(3), yields before the inside does; that is left out, as in the source.
 *
 * Sources: Johnson, Contact Mechanics (1985), sections 3.4 and 6.1; 004 before eq. (7.13), repaired (docs/errata.md); for the fit Jackson
 * and Green, J. Tribology 127 (2005) 343.
 */
import { atan, exp } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";

/** `exact`: where von Mises' stress is largest. `fit`: the exponential that the source takes, within 0.7 % of it from 0 to 0.5. */
export type YieldOnset = "exact" | "fit";

/** C: largest pressure over yield strength when yield begins. @param poissonRatio of the material that yields, above -1, at most 0.5 */
export function yieldPressureRatio(poissonRatio: number, onset: YieldOnset = "exact"): number {
  if (onset === "fit") return 1.295 * exp(0.736 * poissonRatio);
  const u = yieldDepth(poissonRatio);
  return 1 / (1.5 / (1 + u * u) - (1 + poissonRatio) * (1 - u * atan(1 / u)));
}

/** How deep yield begins, in patch radii. @param poissonRatio above -1, at most 0.5 */
export function yieldDepth(poissonRatio: number): number {
  const slope = (u: number) => {
    const square = 1 + u * u;
    return (1 + poissonRatio) * (atan(1 / u) - u / square) - (3 * u) / (square * square);
  };
  return findRoot(slope, 0, 1);
}
