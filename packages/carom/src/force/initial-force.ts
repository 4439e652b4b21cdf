/**
 * A contact that carries a load when an impact happens: its force does not begin at nothing but at that load, which goes on through the
 * impact because what presses it (a weight, a spring) does.
 *
 *     dp = (f - F) dt        f = K delta^(3/2), from delta_0 with f = F on
 *     unloading: Hertz's law around what stays, f = f_1 u^(3/2), until f = F again at u_0 = (F / f_1)^(2/3); of the work that was stored
 *     above the load the part phi(u) / phi(1) is left,  phi(u) = 2/5 (u^(5/2) - u_0^(5/2)) - u_0^(3/2) (u - u_0)
 *
 * Impulses are of what is added to the load, as in the rigid law, which knows no finite forces. Without a load all of it is Hertz's law
 * from nothing to nothing.
 *
 * Letters: p impulse, f force, F load, K stiffness, delta indentation, u part of the way back, u_0 where f = F.
 */
import { pow } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import { type ContactLaw, regimeOf, stiffnessForce } from "./contact-law.js";

/** The indentation at which a contact carries a load, m. */
export function indentationUnder(law: ContactLaw, load: number): number {
  if (!(load > 0)) return 0;
  const hertzian = pow(load / law.hertz, 2 / 3);
  if (regimeOf(law, hertzian) === "elastic") return hertzian;
  let high = hertzian;
  while (stiffnessForce(law, high) < load) high *= 2;
  return findRoot((indentation) => stiffnessForce(law, indentation) - load, 0, high);
}

/**
 * How a force that is above its load falls back to it: of a peak above the load the part that is left, at a part of the work.
 * @param load over the whole force at the peak, 0 to 1
 */
export function fallingForce(load: number): (work: number) => number {
  if (!(load > 0)) return (work) => pow(work, 0.6);
  const end = pow(load, 2 / 3);
  const stored = (u: number) => 0.4 * (u * u * Math.sqrt(u) - end * end * Math.sqrt(end)) - load * (u - end);
  const whole = stored(1);
  return (work) => {
    if (work <= 0) return 0;
    if (work >= 1) return 1;
    const u = findRoot((part) => stored(part) - work * whole, end, 1);
    return (u * Math.sqrt(u) - load) / (1 - load);
  };
}

/** Of a contact that comes back from its deepest place to a last one under its load: the place, m, where its force would be none. */
export function emptyIndentation(deepest: number, last: number, load: number): number {
  return deepest - (deepest - last) / (1 - pow(Math.min(1, Math.max(0, load)), 2 / 3));
}
