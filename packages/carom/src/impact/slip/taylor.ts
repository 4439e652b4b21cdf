/**
 * Slip followed by Taylor series: the readable reference for every other method.
 *
 * Near rest the slip equation is singular in the normal impulse p: the direction turns at a rate that grows like 1/speed. With the
 * stretched variable s, dp = r ds (r the slip speed), it is regular down to r = 0. Written with the unit direction z = (c, s), its rates f
 * and g (directions.ts) and k = normal - friction d . z:
 *
 *     c' = -s g     s' = c g     r' = r f     p' = r     v' = r k     E' = -r v     D' = friction r^2     I_t' = -friction r z
 *
 * All right-hand sides are products, so the Taylor coefficients of any order follow by convolution, one order from the one before. A step
 * is as long as the last two coefficients allow. Rest lies at infinite s, but the direction settles long before: once the angle left to
 * turn times the speed is below the tolerance, the rest of the path is the straight line along the invariant direction ahead. (Two slips
 * under the same equation never drift apart in the norm of B^-1, because Coulomb friction is monotone, so what is cut off there does not
 * grow.)
 *
 * Letters: c, s direction; r speed; p normal impulse; v normal velocity; E stored energy; D friction loss; I_t tangential impulse.
 * Source: polar form of 000 eq. (2.27); the recurrence and the step rule are the usual ones of Taylor integration (Jorba and Zou, 2005).
 */
import { SolverError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import { findRoot } from "../../math/root-finding.js";
import { rowsIn } from "../../math/rows.js";
import { canJam, type SlipContact } from "./contact.js";
import { type BareDirection, directionAhead, startsStraight } from "./directions.js";
import { beginPath, type EndRule, endCompression, endImpact, restartCompression, type SlipPath, type SlipState } from "./path.js";
import { finishFromRest, slideFrictionless, slideStraight } from "./straight.js";

/** How closely a slip is followed by Taylor polynomials. */
export interface TaylorOptions {
  /** Degree of the polynomials, 6 to 30. */
  readonly order: number;
  /** Relative truncation error of a step. */
  readonly tolerance: number;
}

/** Converged to rounding error in all but grazing impacts. */
export const TAYLOR_DEFAULTS: TaylorOptions = { order: 24, tolerance: 1e-15 };

/** An impact needs about ten steps, near-degenerate ones a hundred; more means the input is beyond double precision. */
const MOST_STEPS = 20_000;
/** Within this angle of the direction ahead a turning rate of zero means that slip has arrived there, as closely as rounding can tell. */
const NEARBY = 1e-6;
const HIGHEST_ORDER = 30;
/** Longest step, in normal impulses that would stop the approach without friction. */
const LONGEST_STEP = 8;
/** Points drawn in each step. */
const DRAWN_POINTS = 12;

/** Follows the whole impact of an approaching contact and leaves events and end state in `path`. */
export function followSlipByTaylor(
  contact: SlipContact,
  path: SlipPath,
  rule: EndRule = "energetic",
  options: TaylorOptions = TAYLOR_DEFAULTS,
): void {
  beginPath(path, contact);
  path.observe?.(path.state, "slip");
  if (contact.friction === 0) {
    slideFrictionless(contact, path, rule);
    return;
  }
  const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  if (speed === 0) {
    finishFromRest(contact, path, rule);
    return;
  }
  const z1 = contact.slip1 / speed;
  const z2 = contact.slip2 / speed;
  if (startsStraight(contact, z1, z2)) {
    slideStraight(contact, path, z1, z2, rule);
    return;
  }
  const ahead = directionAhead(contact, z1, z2);
  if (curve(contact, path, ahead, rule, options)) return;
  slideStraight(contact, path, ahead.direction[0], ahead.direction[1], rule);
}

/** The rows of coefficients that a slip path keeps for this method. */
export type TaylorRows = ReturnType<typeof createRows>;

/** One row of coefficients for each variable of the header. */
function createRows() {
  const next = rowsIn(14 * (HIGHEST_ORDER + 2));
  const row = () => next(HIGHEST_ORDER + 2);
  return {
    cosine: row(),
    sine: row(),
    pull1: row(),
    pull2: row(),
    radial: row(),
    turning: row(),
    speed: row(),
    slope: row(),
    impulse: row(),
    impulse1: row(),
    impulse2: row(),
    velocity: row(),
    energy: row(),
    loss: row(),
  };
}

function rowsOf({ others }: SlipPath): TaylorRows {
  others.taylor ??= createRows();
  return others.taylor;
}

/** Follows the curved part. Returns true if the impact ended on it, false once the rest of the path is straight. */
function curve(contact: SlipContact, path: SlipPath, ahead: BareDirection, rule: EndRule, options: TaylorOptions): boolean {
  const { state } = path;
  const rows = rowsOf(path);
  const { cosine, sine, speed, impulse, impulse1, impulse2, velocity, energy, loss } = rows;
  const order = Math.min(options.order, HIGHEST_ORDER);
  const start = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  const jams = canJam(contact);
  // No step needs to go far beyond the impact itself; almost no friction would allow steps without end. Jamming turns slip into approach.
  const longest = (LONGEST_STEP * (Math.abs(contact.normalVelocity) + (jams ? start : 0))) / contact.normal;
  let r = start;
  let c = state.slip1 / start;
  let s = state.slip2 / start;

  for (let step = 0; step < MOST_STEPS; step++) {
    const angle = angleTo(ahead, c, s);
    const weight = path.tangents === undefined ? 1 : Math.max(1, start * path.tangents.stiffness());
    if (angle * r * weight <= 0.1 * options.tolerance * start || (angle < NEARBY && startsStraight(contact, c, s))) return false;
    cosine[0] = c;
    sine[0] = s;
    speed[0] = r;
    impulse[0] = 0;
    impulse1[0] = 0;
    impulse2[0] = 0;
    velocity[0] = state.normalVelocity;
    energy[0] = state.storedEnergy;
    loss[0] = 0;
    expand(rows, contact, order);
    const length = Math.min(stepLength(rows, contact.friction, order, options.tolerance), longest / r);
    const event = locateEvent(rows, contact, state, rule, jams ? stretches(rows, contact, length, order) : [length], order);
    const at = event === undefined ? length : event.at;
    if (path.observe !== undefined) draw(rows, path, at, order);
    path.tangents?.follow(state, at, (x, point) => readStep(rows, x, order, point));

    state.restitutionImpulse -= state.compressing ? 0 : evaluate(impulse, at, order);
    readStep(rows, at, order, state);
    r = evaluate(speed, at, order);
    c = evaluate(cosine, at, order);
    s = evaluate(sine, at, order);
    const norm = Math.sqrt(c * c + s * s);
    c /= norm;
    s /= norm;
    state.slip1 = r * c;
    state.slip2 = r * s;
    if (event === undefined) continue;

    if (event.kind === "end") {
      if (rule === "energetic") state.storedEnergy = 0;
      return endImpact(path);
    }
    if (event.kind === "restart") restartCompression(path);
    else if (endCompression(path, contact, rule)) return true;
  }
  throw new SolverError("the slip does not settle", { steps: MOST_STEPS, normalImpulse: state.normalImpulse, slipSpeed: r });
}

/** Angle left to turn, by its chord. */
function angleTo(ahead: BareDirection, c: number, s: number): number {
  const x = c - ahead.direction[0];
  const y = s - ahead.direction[1];
  return Math.sqrt(x * x + y * y);
}

/** Coefficients 1 to `order` of every variable from coefficient 0. */
function expand(rows: TaylorRows, contact: SlipContact, order: number): void {
  const { cosine, sine, pull1, pull2, radial, turning, speed, slope, impulse, impulse1, impulse2, velocity, energy, loss } = rows;
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  for (let k = 0; k < order; k++) {
    pull1[k] = (k === 0 ? d1 : 0) - friction * (b11 * cosine[k] + b12 * sine[k]);
    pull2[k] = (k === 0 ? d2 : 0) - friction * (b12 * cosine[k] + b22 * sine[k]);
    slope[k] = (k === 0 ? normal : 0) - friction * (d1 * cosine[k] + d2 * sine[k]);
    let f = 0;
    let g = 0;
    for (let i = 0; i <= k; i++) {
      f += cosine[i] * pull1[k - i] + sine[i] * pull2[k - i];
      g += cosine[i] * pull2[k - i] - sine[i] * pull1[k - i];
    }
    radial[k] = f;
    turning[k] = g;
    let c = 0;
    let s = 0;
    let r = 0;
    let v = 0;
    let e = 0;
    let d = 0;
    let i1 = 0;
    let i2 = 0;
    for (let i = 0; i <= k; i++) {
      const ri = speed[i];
      c -= sine[i] * turning[k - i];
      s += cosine[i] * turning[k - i];
      r += ri * radial[k - i];
      v += ri * slope[k - i];
      e -= ri * velocity[k - i];
      d += ri * speed[k - i];
      i1 -= ri * cosine[k - i];
      i2 -= ri * sine[k - i];
    }
    const next = 1 / (k + 1);
    cosine[k + 1] = c * next;
    sine[k + 1] = s * next;
    speed[k + 1] = r * next;
    velocity[k + 1] = v * next;
    energy[k + 1] = e * next;
    loss[k + 1] = friction * d * next;
    impulse1[k + 1] = friction * i1 * next;
    impulse2[k + 1] = friction * i2 * next;
    impulse[k + 1] = speed[k] * next;
  }
}

/** The longest step whose last two terms stay below the tolerance in every variable. */
function stepLength(rows: TaylorRows, friction: number, order: number, tolerance: number): number {
  const last = largestTerm(rows, friction, order - 1);
  const previous = largestTerm(rows, friction, order - 2);
  const a = last > 0 ? pow(tolerance / last, 1 / (order - 1)) : Number.POSITIVE_INFINITY;
  const b = previous > 0 ? pow(tolerance / previous, 1 / (order - 2)) : Number.POSITIVE_INFINITY;
  return Math.min(a, b);
}

/**
 * The largest coefficient k, relative to its variable. Impulse, energy and loss are integrals of products, whose coefficients grow faster
 * than those of the factors (that of speed squared by 2^k), so their integrands count: coefficient k of y' is (k + 1) times coefficient k +
 * 1 of y.
 */
function largestTerm(rows: TaylorRows, friction: number, k: number): number {
  const { cosine, sine, speed, impulse1, impulse2, velocity, energy, loss } = rows;
  const r = speed[0];
  const direct = Math.max(Math.abs(cosine[k]), Math.abs(sine[k]), Math.abs(speed[k]) / r);
  const impulses = Math.max(Math.abs(impulse1[k + 1]), Math.abs(impulse2[k + 1])) / (friction * r);
  const energies = Math.max(Math.abs(loss[k + 1]) / (friction * r * r), Math.abs(energy[k + 1]) / (r * (r + Math.abs(velocity[0]))));
  return Math.max(direct, (k + 1) * Math.max(impulses, energies));
}

function evaluate(coefficients: Float64Array, x: number, order: number): number {
  let value = coefficients[order];
  for (let k = order - 1; k >= 0; k--) value = value * x + coefficients[k];
  return value;
}

interface LocatedEvent {
  readonly kind: "compressed" | "restart" | "end";
  /** Distance from the start of the step. */
  readonly at: number;
}

/**
 * The first event of a step, looked for on stretches (given by their ends) on which the normal velocity is monotone.
 * In restitution the normal velocity is positive, so the margin to the end rule falls until the normal velocity turns.
 */
function locateEvent(
  { impulse, velocity, energy }: TaylorRows,
  contact: SlipContact,
  state: SlipState,
  rule: EndRule,
  ends: readonly number[],
  order: number,
): LocatedEvent | undefined {
  const normalVelocity = (x: number) => evaluate(velocity, x, order);
  const margin = (x: number) => {
    if (rule === "energetic") return evaluate(energy, x, order);
    if (rule === "poisson") return state.restitutionImpulse - evaluate(impulse, x, order);
    return -contact.restitution * contact.normalVelocity - normalVelocity(x);
  };
  let from = 0;
  for (const to of ends) {
    const falls = normalVelocity(to) < 0;
    if (state.compressing) {
      if (!falls) return { kind: "compressed", at: crossing(normalVelocity, from, to) };
    } else {
      const turn = falls ? crossing(normalVelocity, from, to) : to;
      if (margin(turn) <= 0) return { kind: "end", at: crossing(margin, from, turn) };
      if (falls) return { kind: "restart", at: turn };
    }
    from = to;
  }
  return undefined;
}

/** Where a function that changes sign on [from, to] does so. A start at zero that has not left it yet is the crossing itself. */
function crossing(value: (x: number) => number, from: number, to: number): number {
  if (value(from) === 0 || from === to) return from;
  return findRoot(value, from, to);
}

/**
 * Ends of the stretches of a step on which the slope of the normal velocity keeps its sign: that slope is sinusoidal in the angle, so its
 * extremum splits it first.
 */
function stretches({ cosine, sine, slope }: TaylorRows, contact: SlipContact, length: number, order: number): number[] {
  const { d1, d2 } = contact;
  const normalSlope = (x: number) => evaluate(slope, x, order - 1);
  const extremum = (x: number) => d1 * evaluate(sine, x, order) - d2 * evaluate(cosine, x, order);
  const halves = extremum(0) * extremum(length) < 0 ? [findRoot(extremum, 0, length), length] : [length];
  const ends: number[] = [];
  let from = 0;
  for (const to of halves) {
    if (normalSlope(from) * normalSlope(to) < 0) ends.push(findRoot(normalSlope, from, to));
    ends.push(to);
    from = to;
  }
  return ends;
}

/** Moves a state from the start of the step to x; its slip is not normed. */
function readStep(rows: TaylorRows, x: number, order: number, state: SlipState): void {
  const { cosine, sine, speed, impulse, impulse1, impulse2, velocity, energy, loss } = rows;
  const r = evaluate(speed, x, order);
  state.normalImpulse += evaluate(impulse, x, order);
  state.impulse1 += evaluate(impulse1, x, order);
  state.impulse2 += evaluate(impulse2, x, order);
  state.slip1 = r * evaluate(cosine, x, order);
  state.slip2 = r * evaluate(sine, x, order);
  state.normalVelocity = evaluate(velocity, x, order);
  state.storedEnergy = evaluate(energy, x, order);
  state.frictionLoss += evaluate(loss, x, order);
}

function draw(rows: TaylorRows, path: SlipPath, length: number, order: number): void {
  for (let i = 1; i <= DRAWN_POINTS; i++) {
    const point = { ...path.state };
    readStep(rows, (i / DRAWN_POINTS) * length, order, point);
    path.observe?.(point, "slip");
  }
}
