/**
 * Events on a panel: where the normal velocity passes zero and where the stored energy is used up.
 *
 * From any point of the path the distance s to the event, in normal impulse, is known to fourth order,
 *
 *     velocity: v + k s + k' s^2/2 + k'' s^3/6 = 0          energy: E - v s - k s^2/2 - k' s^3/6 - k'' s^4/24 = 0
 *
 * because the slip equation gives every derivative by p. For a slip of speed r along z, with n across it, its angle a and its speed change
 * as
 *
 *     a' = turning     a'' = -a' (friction n . B n + 2 r')/r     r' = z . slip'     r'' = a' (n . slip' - friction z . B n)
 *     k = normal - friction d . z     k' = -friction a' d . n     k'' = -friction (a'' d . n - a'^2 d . z)
 *
 * A point is guessed, evaluated, corrected and evaluated again (guess.ts), always inside a bracket. Once the fourth power of the distance
 * does not count, the rest of the way is taken by these expansions instead of another evaluation: mostly after the first.
 *
 * Letters: s distance; k change of the normal velocity per normal impulse; B, d blocks of the mobility; v, E, p, t as in evaluate.ts.
 */
import type { SlipContact } from "../contact.js";
import { evaluatePanel, evaluateStop } from "./evaluate.js";
import { raise, takeExponential } from "./exponential.js";
import { aim, findPlace, guessEmpty, guessRest } from "./guess.js";
import { isAtRoot } from "./panel.js";
import type { Point } from "./point.js";
import { evaluateShort } from "./short.js";
import type { SlipWorkspace } from "./workspace.js";

/**
 * Distance at which the last correction is exact to 1e-14, its fourth power. Relative to the impulse so far and to that in which slip
 * changes.
 */
const CLOSE = 3e-4;
/** Bisection alone would need no more. */
const MOST_EVALUATIONS = 120;

/** The state at point.t, which may be where slip stops. */
export function evaluateAt(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { panel } = work;
  // A point is used again and again: 0 left from a stop elsewhere would tell of a stop here.
  if (!isAtRoot(work)) point.power = 1;
  if (panel.kind === "short") evaluateShort(work, point);
  else if (panel.kind === "regular") evaluatePanel(work, contact, point);
  else if (point.t === 0) evaluateStop(work, contact, point);
  else {
    raise(work, point);
    evaluatePanel(work, contact, point);
  }
}

/** Finds the event that lies between `near` and `far` (in the order of the path) and leaves it in `found`. */
export function locate(
  work: SlipWorkspace,
  contact: SlipContact,
  wanted: "velocity" | "energy",
  near: Point,
  far: Point,
  found: Point,
): void {
  const { bracket, panel } = work;
  const rising = far.normalVelocity >= near.normalVelocity;
  bracket.low = near.t;
  bracket.high = far.t;
  if (wanted === "velocity") guessRest(work, contact, near, far);
  else guessEmpty(work, contact, near, far);
  findPlace(work, near, far);
  for (let evaluation = 0; evaluation < MOST_EVALUATIONS; evaluation++) {
    const { low, high, next } = bracket;
    // Also if it is not a number.
    if (!((next - low) * (high - next) > 0)) {
      bisect(work, found);
      if (bracket.next === low || bracket.next === high) return;
    }
    found.t = bracket.next;
    found.power = isAtRoot(work) ? bracket.power : 1;
    if (panel.kind === "short") evaluateShort(work, found);
    else evaluatePanel(work, contact, found);
    expand(work, contact, found);
    if (wanted === "velocity") measureToRest(work, found);
    else measureToEmpty(work, found);
    if (isClose(work, found)) {
      nudge(work, contact, found);
      if (wanted === "velocity") settle(work, found);
      return;
    }
    const ahead = wanted === "energy" ? found.storedEnergy > 0 : rising ? found.normalVelocity < 0 : found.normalVelocity > 0;
    if (ahead) bracket.low = found.t;
    else bracket.high = found.t;
    aim(work, found);
  }
}

/** Gives a point at zero normal velocity its t to the last digit (a nudge leaves it with about ten). */
export function pinDown(work: SlipWorkspace, contact: SlipContact, point: Point, scratch: Point): void {
  const { bracket } = work;
  scratch.t = point.t;
  evaluateAt(work, contact, scratch);
  expand(work, contact, scratch);
  measureToRest(work, scratch);
  aim(work, scratch);
  point.t = bracket.next;
}

/** Middle of the bracket: geometric at an invariant direction, half the remaining speed if the bracket ends there. */
function bisect(work: SlipWorkspace, found: Point): void {
  const { bracket, number, panel } = work;
  const { low, high } = bracket;
  if (!isAtRoot(work)) {
    bracket.next = 0.5 * (low + high);
    return;
  }
  number.argument = -Math.LN2 / panel.exponent;
  takeExponential(work);
  found.t = high > 0 ? Math.sqrt(low) * Math.sqrt(high) : low * number.value;
  raise(work, found);
  bracket.next = found.t;
  bracket.power = found.power;
}

function expand(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { local } = work;
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  const { z1, z2, turning, speed } = point;
  const pull1 = friction * (b11 * z1 + b12 * z2);
  const pull2 = friction * (b12 * z1 + b22 * z2);
  const rate1 = d1 - pull1;
  const rate2 = d2 - pull2;
  const radial = z1 * rate1 + z2 * rate2;
  // friction n . B n is the trace less friction z . B z.
  const across = friction * (b11 + b22) - (z1 * pull1 + z2 * pull2);
  const bend = (-turning * (across + 2 * radial)) / speed;
  const along = friction * (d1 * z1 + d2 * z2);
  const aside = friction * (d2 * z1 - d1 * z2);
  local.rateSquared = rate1 * rate1 + rate2 * rate2 + across * across;
  local.shear = z1 * pull2 - z2 * pull1;
  local.radial = radial;
  local.bend = bend;
  local.slope = normal - along;
  local.slope1 = -turning * aside;
  local.slope2 = turning * turning * along - bend * aside;
}

/** Distance to zero normal velocity. */
function measureToRest(work: SlipWorkspace, point: Point): void {
  const { local } = work;
  const { normalVelocity } = point;
  const { slope, slope1, slope2 } = local;
  const root = Math.sqrt(slope * slope - 2 * slope1 * normalVelocity);
  const distance = (-2 * normalVelocity) / (slope + (slope < 0 ? -root : root));
  point.distance = distance - (slope2 * distance * distance * distance) / (6 * (slope + slope1 * distance));
}

/** Distance to zero stored energy. */
function measureToEmpty(work: SlipWorkspace, point: Point): void {
  const { local } = work;
  const { normalVelocity, storedEnergy } = point;
  const { slope, slope1, slope2 } = local;
  const distance = (2 * storedEnergy) / (normalVelocity + Math.sqrt(normalVelocity * normalVelocity + 2 * slope * storedEnergy));
  const cube = distance * distance * distance;
  point.distance = distance - (cube * (4 * slope1 + slope2 * distance)) / (24 * (normalVelocity + slope * distance));
}

function isClose(work: SlipWorkspace, { distance, normalImpulse, speed }: Point): boolean {
  const { local } = work;
  return Math.abs(distance) <= CLOSE * normalImpulse && distance * distance * local.rateSquared <= CLOSE * CLOSE * speed * speed;
}

/** Moves the state at a point by its distance, which must be small. */
function nudge(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { local } = work;
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  const { distance: s, turning, speed, z1, z2 } = point;
  const { shear, radial, bend, slope, slope1, slope2 } = local;
  const along = -friction * s * (1 - (turning * turning * s * s) / 6);
  const aside = -friction * s * s * (0.5 * turning + (bend * s) / 6);
  const impulse1 = along * z1 - aside * z2;
  const impulse2 = along * z2 + aside * z1;
  point.normalImpulse += s;
  point.impulse1 += impulse1;
  point.impulse2 += impulse2;
  point.slip1 += d1 * s + b11 * impulse1 + b12 * impulse2;
  point.slip2 += d2 * s + b12 * impulse1 + b22 * impulse2;
  point.storedEnergy -= s * (point.normalVelocity + s * (0.5 * slope + s * (slope1 / 6 + (slope2 * s) / 24)));
  point.normalVelocity += normal * s + d1 * impulse1 + d2 * impulse2;
  point.frictionLoss += friction * s * (speed + s * (0.5 * radial + (turning * (turning * speed - shear) * s) / 6));
}

/** Moves the rest of a point after its state: for a path that goes on from there, or is drawn. */
export function settle(work: SlipWorkspace, point: Point): void {
  const { bracket, local } = work;
  const { t, slip1, slip2 } = point;
  aim(work, point);
  point.t = bracket.next;
  point.power = isAtRoot(work) ? bracket.power : 1;
  point.pace *= 1 + point.paceChange * (point.t - t);
  point.turning += local.bend * point.distance;
  point.speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  point.z1 = slip1 / point.speed;
  point.z2 = slip2 / point.speed;
}
