/**
 * The impulse direction of direction.ts in space, where everything slips on several planes and shares with a reference: then it has a
 * closed form, too.
 *
 * The impulse of a slipping contact is its share times the edge of its friction cone, C_i = w_i (-mu_i v_t/|v_t|, 1), so the sharing row of
 * contact i with the reference r has two unknowns, and
 *
 *     w_i = w_r (row . edge of r) / -(row . edge of i)
 *
 * On the plane of the reference the row is tangential, and numerator and denominator vanish together where the slip is at right angles to
 * the line between the two; as the body is rigid, they are in proportion to |v_t|/mu all the time, which is used instead. So w_r is
 * |v_t|/mu of the reference, or 1 if it is alone on its plane.
 *
 * Source: 004 eq. (5.11), (5.12), (5.15)-(5.17). direction.test.ts holds it to the null space.
 */
import { impulseDirection, STICK } from "../direction.js";
import type { Touching } from "../touching.js";

/** A row this small against its coefficients says nothing. */
const EMPTY = 1e-9;

/** As `impulseDirection`, and instead of it wherever contacts are spatial. */
export function spatialDirection(touching: Touching, modes: Uint8Array, velocity: ArrayLike<number>, out: Float64Array): boolean {
  const { count, pushing, friction, onePlane, pushingCount, reference } = touching;
  if (onePlane || pushingCount === 1 || reference < 0) return impulseDirection(touching, modes, velocity, out);
  for (let i = 0; i < count; i++)
    if (modes[i] === STICK && pushing[i] === 1 && friction[i] > 0) return impulseDirection(touching, modes, velocity, out);
  return slideOnPlanes(touching, velocity, out) ?? impulseDirection(touching, modes, velocity, out);
}

/** Undefined where a row is empty: its contact's share is free. */
function slideOnPlanes(touching: Touching, velocity: ArrayLike<number>, out: Float64Array): boolean | undefined {
  const { count, pushing, plane, reference } = touching;
  out.fill(0);
  const smooth = countSmooth(touching);
  const ofReference = shareOnPlane(touching, velocity, reference, smooth);
  let sum = 0;
  let sizes = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    const share =
      plane[i] === plane[reference] ? shareOnPlane(touching, velocity, i, smooth) : ofReference * shareRatio(touching, velocity, i);
    if (Number.isNaN(share)) return undefined;
    if (!Number.isFinite(share)) return aloneIn(touching, velocity, i, out);
    out[3 * i + 2] = share;
    sum += share;
    sizes += Math.abs(share);
  }
  if (!(Math.abs(sum) > EMPTY * sizes)) return false;
  for (let i = 0; i < count; i++) {
    out[3 * i + 2] /= sum;
    slopeOf(touching, velocity, i, out[3 * i + 2], out);
  }
  return true;
}

/** Contacts without friction on the plane of the reference. */
function countSmooth({ count, pushing, plane, friction, reference }: Touching): number {
  let smooth = 0;
  for (let i = 0; i < count; i++) if (pushing[i] === 1 && plane[i] === plane[reference] && friction[i] === 0) smooth++;
  return smooth;
}

/** Share of a contact on the plane of the reference, up to a factor: |v_t| / mu, and if some have no friction only those, equally. */
function shareOnPlane(
  { friction, plane, pushing, reference, count }: Touching,
  velocity: ArrayLike<number>,
  i: number,
  smooth: number,
): number {
  if (smooth > 0) return friction[i] === 0 ? 1 : 0;
  let mates = 0;
  for (let j = 0; j < count; j++) if (pushing[j] === 1 && plane[j] === plane[reference]) mates++;
  return mates === 1 ? 1 : slipSpeed(velocity, i) / friction[i];
}

/** Share of contact i over that of the reference by their sharing row. NaN where the row is empty. */
function shareRatio(touching: Touching, velocity: ArrayLike<number>, i: number): number {
  const { size, sharing, reference } = touching;
  const own = alongEdge(touching, velocity, i, sharing, i * size);
  const other = alongEdge(touching, velocity, reference, sharing, i * size);
  // A row consists of two unit vectors.
  return Math.abs(own) <= EMPTY && Math.abs(other) <= EMPTY ? Number.NaN : other / -own;
}

/** The row times the impulse of contact i per unit of its share. */
function alongEdge({ friction }: Touching, velocity: ArrayLike<number>, i: number, rows: Float64Array, at: number): number {
  const speed = slipSpeed(velocity, i);
  const slope = speed > 0 ? friction[i] / speed : 0;
  return rows[at + 3 * i + 2] - slope * (rows[at + 3 * i] * velocity[3 * i] + rows[at + 3 * i + 1] * velocity[3 * i + 1]);
}

function slopeOf({ friction }: Touching, velocity: ArrayLike<number>, i: number, share: number, out: Float64Array): void {
  const speed = slipSpeed(velocity, i);
  const slope = speed > 0 ? (-friction[i] * share) / speed : 0;
  out[3 * i] = slope * velocity[3 * i];
  out[3 * i + 1] = slope * velocity[3 * i + 1];
}

/** The row leaves no other contact a share. */
function aloneIn(touching: Touching, velocity: ArrayLike<number>, i: number, out: Float64Array): true {
  out.fill(0);
  out[3 * i + 2] = 1;
  slopeOf(touching, velocity, i, 1, out);
  return true;
}

function slipSpeed(velocity: ArrayLike<number>, i: number): number {
  return Math.sqrt(velocity[3 * i] * velocity[3 * i] + velocity[3 * i + 1] * velocity[3 * i + 1]);
}
