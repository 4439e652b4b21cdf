/**
 * Events on a panel: where the normal velocity passes zero and where the stored energy is used up.
 *
 * From any point of the path the distance to the event, in normal impulse z, is known to third order,
 *
 *     velocity: v + k z + k' z^2/2 = 0          energy: z = 2 E/(v + sqrt(v^2 + 2 k E))
 *
 * and so is the t it belongs to: on a regular panel from the pace p' and its change, at an invariant direction from the ray itself, on which p is a multiple
 * of t^q plus a constant. A point is evaluated, corrected, evaluated again, always inside a bracket. Once the distance is so small that
 * its cube does not count, the rest of the way is taken with the mean direction of the slip instead of another evaluation.
 *
 * Letters: z distance; k change of the normal velocity per normal impulse; v, E, p, t, q as in evaluate.ts.
 */
import type { SlipContact } from "../contact.js";
import { evaluatePanel, evaluateStop, type Point, paceChange, power, raise } from "./evaluate.js";
import { ATTRACTED, panel, REPELLED, SHORT } from "./panel.js";
import { evaluateShort } from "./short.js";

export const VELOCITY = 0;
export const ENERGY = 1;

/** Distance, relative to the impulse so far, and turning at which the last correction is exact to rounding: its cube is 3e-17. */
const CLOSE = 3e-6;
/** Bisection alone would need no more. */
const MOST_EVALUATIONS = 120;
/** Relative steps in t below this are short enough for three terms of the binomial series. */
const SMALL_STEP = 1e-4;
/** An exponent below this is as good as it for a guess, and the root by it keeps its digits. */
const SMALLEST_EXPONENT = 1e-3;

/** The part of the panel that holds the event, and the t to try next. */
const bracket = { low: 0, high: 0, next: 0 };

/** The state at point.t, which may be where slip stops. */
export function evaluateAt(contact: SlipContact, point: Point): void {
  if (panel.kind === SHORT) evaluateShort(point);
  else if (point.t === 0 && panel.kind === ATTRACTED) evaluateStop(contact, point);
  else evaluatePanel(contact, point);
}

/** Finds the event that lies between `near` and `far` (in the order of the path) and leaves it in `found`. */
export function locate(contact: SlipContact, wanted: number, near: Point, far: Point, found: Point): void {
  const rising = far.normalVelocity >= near.normalVelocity;
  bracket.low = near.t;
  bracket.high = far.t;
  guess(contact, wanted, near, far);
  for (let evaluation = 0; evaluation < MOST_EVALUATIONS; evaluation++) {
    const { low, high, next } = bracket;
    // Also if it is not a number.
    if (!((next - low) * (high - next) > 0)) {
      bisect();
      if (bracket.next === low || bracket.next === high) return;
    }
    found.t = bracket.next;
    evaluateAt(contact, found);
    if (wanted === VELOCITY) measureToRest(contact, found);
    else measureToEmpty(contact, found);
    if (Math.abs(found.distance) <= CLOSE * found.normalImpulse && Math.abs(found.distance * found.turning) <= CLOSE) {
      nudge(contact, found);
      return;
    }
    const ahead = wanted === ENERGY ? found.storedEnergy > 0 : rising ? found.normalVelocity < 0 : found.normalVelocity > 0;
    if (ahead) bracket.low = found.t;
    else bracket.high = found.t;
    aim(found);
  }
}

/** Middle of the bracket: geometric at an invariant direction, half the remaining speed if the bracket ends there. */
function bisect(): void {
  const { low, high } = bracket;
  if (panel.kind !== ATTRACTED && panel.kind !== REPELLED) {
    bracket.next = 0.5 * (low + high);
  } else if (high > 0) {
    bracket.next = Math.sqrt(low) * Math.sqrt(high);
  } else {
    power.base = 0.5;
    power.exponent = 1 / panel.exponent;
    raise();
    bracket.next = low * power.value;
  }
}

/** Distance to zero normal velocity. */
function measureToRest(contact: SlipContact, point: Point): void {
  const { d1, d2, friction, normal } = contact;
  const { normalVelocity, z1, z2 } = point;
  const slope = normal - friction * (d1 * z1 + d2 * z2);
  const change = friction * (d1 * z2 - d2 * z1) * point.turning;
  const root = Math.sqrt(slope * slope - 2 * change * normalVelocity);
  point.distance = (-2 * normalVelocity) / (slope + (slope < 0 ? -root : root));
}

/** Distance to zero stored energy. */
function measureToEmpty(contact: SlipContact, point: Point): void {
  const { d1, d2, friction, normal } = contact;
  const { normalVelocity, storedEnergy } = point;
  const slope = normal - friction * (d1 * point.z1 + d2 * point.z2);
  point.distance = (2 * storedEnergy) / (normalVelocity + Math.sqrt(normalVelocity * normalVelocity + 2 * slope * storedEnergy));
}

/** The t at point.distance from the point, to bracket.next: outside the bracket, or not a number, if the expansion does not reach. */
function aim(point: Point): void {
  const { t } = point;
  const step = point.distance / point.pace;
  if (panel.kind !== ATTRACTED && panel.kind !== REPELLED) {
    bracket.next = t + step / (1 + 0.5 * step * paceChange(point));
    return;
  }
  // (1 + q s)^(1/q)
  const s = step / t;
  const q = Math.abs(panel.exponent) > SMALLEST_EXPONENT ? panel.exponent : SMALLEST_EXPONENT;
  if (Math.abs(q * s) < SMALL_STEP && Math.abs(s) < SMALL_STEP) {
    bracket.next = t + step * (1 + 0.5 * (1 - q) * s * (1 + ((1 - 2 * q) * s) / 3));
    return;
  }
  power.base = 1 + q * s;
  power.exponent = 1 / q;
  const reached = power.base > 0 && power.base < Number.POSITIVE_INFINITY;
  if (reached) raise();
  bracket.next = reached ? t * power.value : Number.NaN;
}

/** First guess: the impulse of the event from both ends of the bracket, then its t from the nearer one. */
function guess(contact: SlipContact, wanted: number, near: Point, far: Point): void {
  const { d1, d2, friction, normal } = contact;
  const length = far.normalImpulse - near.normalImpulse;
  const rise = far.normalVelocity - near.normalVelocity;
  let distance: number;
  if (wanted === VELOCITY) {
    // The cubic that has value and slope of p(v) at both ends, at v = 0.
    const s = -near.normalVelocity / rise;
    const first = rise / (normal - friction * (d1 * near.z1 + d2 * near.z2));
    const last = rise / (normal - friction * (d1 * far.z1 + d2 * far.z2));
    distance = s * (first * (1 - s) * (1 - s) + s * (length * (3 - 2 * s) - last * (1 - s)));
  } else {
    const { normalVelocity, storedEnergy } = near;
    distance = (2 * storedEnergy) / (normalVelocity + Math.sqrt(normalVelocity * normalVelocity + (2 * rise * storedEnergy) / length));
  }
  const fromFar = distance > 0.5 * length && far.pace !== 0;
  const nearer = fromFar ? far : near;
  nearer.distance = fromFar ? distance - length : distance;
  aim(nearer);
}

/** Moves a point by its distance, which must be small: the direction of the slip on the way is the one half-way. */
function nudge(contact: SlipContact, point: Point): void {
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  const { distance } = point;
  const half = 0.5 * distance * point.turning;
  const z1 = point.z1 - half * point.z2;
  const z2 = point.z2 + half * point.z1;
  const slope = normal - friction * (d1 * z1 + d2 * z2);
  const change1 = d1 - friction * (b11 * z1 + b12 * z2);
  const change2 = d2 - friction * (b12 * z1 + b22 * z2);
  aim(point);
  point.t = bracket.next;
  point.normalImpulse += distance;
  point.impulse1 -= friction * z1 * distance;
  point.impulse2 -= friction * z2 * distance;
  point.slip1 += change1 * distance;
  point.slip2 += change2 * distance;
  point.storedEnergy -= distance * (point.normalVelocity + 0.5 * slope * distance);
  point.normalVelocity += slope * distance;
  point.frictionLoss += friction * distance * (point.speed + 0.5 * distance * (change1 * z1 + change2 * z2));
  point.speed = Math.sqrt(point.slip1 * point.slip1 + point.slip2 * point.slip2);
  point.z1 = point.slip1 / point.speed;
  point.z2 = point.slip2 / point.speed;
}
