/**
 * Changes of the impact of one contact, so that each differs from the others in what needs another solve.
 *
 *     dW = a W + dW',  dv = b v + dv'          dP = (b - a) P + P_W : dW' + P_v dv' + P_m dm
 *
 * because the impulse is of degree 1 in the velocity and -1 in the mobility under every law. With a and b such that nothing of the normal
 * is left, changes of one ball by its speeds, its mass and gravity are multiples of each other.
 *
 * Source: own study, derivatives of runs, section 7.
 */
import type { ContactProblem } from "../../../mechanics/contact-problem.js";
import { MATERIALS, type MaterialRates } from "./materials.js";
import { largest } from "./settled-differences.js";
import type { TouchNumbers } from "./touches.js";

/** What a change does to the numbers of one contact. */
export type ContactChange = Pick<TouchNumbers, "mobility" | "velocities">;

export interface SplitChange {
  /** b - a: this times the impulse is part of its change. */
  readonly degree: number;
  readonly rest: ContactChange;
  /** The rest is that of an earlier change, `factor` times. */
  readonly like: { readonly of: number; readonly factor: number } | undefined;
}

/** Part of a change that is its rounding. */
const ROUNDING = 1e-11;
/** Part of the velocity that its normal is at least, or taking it out would make far larger what is left. */
const NOT_GRAZING = 1e-2;
const [NORMAL, NORMAL_RATE] = [2, 8];

export function splitChanges(
  { mobility, velocity }: ContactProblem,
  changes: readonly ContactChange[],
  materials: readonly MaterialRates[],
): SplitChange[] {
  const own = mobility.flat();
  const [give, speed] = [largest(own), largest(velocity)];
  const isSteep = Math.abs(velocity[NORMAL]) > NOT_GRAZING * speed;
  const earlier: { readonly of: number; readonly values: Float64Array; readonly place: number }[] = [];
  return changes.map((change, j) => {
    const a = change.mobility[NORMAL_RATE] / own[NORMAL_RATE];
    const b = isSteep ? change.velocities[NORMAL] / velocity[NORMAL] : 0;
    const rest = { mobility: without(change.mobility, a, own), velocities: without(change.velocities, b, velocity) };
    const values = new Float64Array(12 + MATERIALS.length);
    for (let k = 0; k < 9; k++) values[k] = rest.mobility[k] / give;
    for (let k = 0; k < 3; k++) values[9 + k] = rest.velocities[k] / speed;
    for (let k = 0; k < MATERIALS.length; k++) values[12 + k] = materials[j][MATERIALS[k]] ?? 0;
    const like = earlier.find((one) => isMultiple(values, one.values, values[one.place] / one.values[one.place]));
    const size = largest(values);
    if (like === undefined && size > 0) earlier.push({ of: j, values, place: values.findIndex((value) => Math.abs(value) === size) });
    return {
      degree: b - a,
      rest,
      like: like === undefined || size === 0 ? undefined : { of: like.of, factor: values[like.place] / like.values[like.place] },
    };
  });
}

function without(values: Float64Array, factor: number, whole: readonly number[]): Float64Array {
  const rounding = ROUNDING * largest(values);
  return values.map((value, k) => {
    const left = value - factor * whole[k];
    return Math.abs(left) <= rounding ? 0 : left;
  });
}

function isMultiple(values: Float64Array, of: Float64Array, factor: number): boolean {
  const rounding = ROUNDING * largest(values);
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k] - factor * of[k]) <= rounding)) return false;
  return true;
}
