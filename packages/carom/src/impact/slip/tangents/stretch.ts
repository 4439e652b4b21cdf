/**
 * Tangents of a stretch of slip: how what an impact has at the end of the stretch changes with what it had at its beginning and with the
 * numbers of the contact.
 *
 * With the clock dtau = dp/r (p normal impulse, r slip speed), a the angle of the slip, z its direction, q = z turned by 90 degrees, A =
 * friction B, and f = z . (d - A z), g = q . (d - A z), k = normal - friction d . z:
 *
 *     a' = g     (log r)' = f     p' = r     I' = -friction r z     v' = r k     E' = -r v
 *
 * The angle stands for itself and log r is driven by it alone, so the equation of a small change is solved by integrals. Read backwards
 * from the end b, a change of log r at some place changes log r, p, I and E at b by
 *
 *     m = 1,   p_b - p,   I_b - I,   2 (E_b - E) + v (p_b - p)
 *
 * and a change of the angle by l, with c = 0, 0, -friction r q, friction r (p_b - p) d . q, f_a = g - friction z . B q and g_a = -f -
 * friction q . B q:
 *
 *     l = integral of e^(G' - G) (f_a m + c),     G' = g_a        (of the angle at b itself: l = e^(G_b - G), m = 0)
 *
 * A change of d and A then changes the end by the integral of w . (dd - dA z), w = m z + l q. No row, no column is a difference of others,
 * so grazing impacts, small friction and nearly singular mobilities lose no digits. The integrals are sums over the nodes of Gauss's rule,
 * those from a node to the end by the matrix that integrates the polynomial through all nodes.
 *
 * Source: own derivation; sheet derivatives section 3, in polar form and read backwards.
 */
import { exp } from "../../../math/elementary.js";
import { gaussLegendre } from "../../../math/quadrature.js";
import { rowsIn } from "../../../math/rows.js";
import type { SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";

/** Nodes of a stretch. */
export const NODES: number = 12;

/** What has a tangent, in the order of its rows: angle, log of the speed, normal impulse, tangential impulses, stored energy. */
export const ANGLE = 0;
export const SPEED = 1;
export const IMPULSE = 2;
export const IMPULSE1 = 3;
export const IMPULSE2 = 4;
export const ENERGY = 5;
export const ROWS = 6;

/** What a row is the derivative by: angle and log of the speed at the beginning, d, A, friction besides A, normal besides all. */
export const BY_ANGLE = 0;
export const BY_SPEED = 1;
export const BY_D1 = 2;
export const BY_D2 = 3;
export const BY_A11 = 4;
export const BY_A12 = 5;
export const BY_A22 = 6;
export const BY_FRICTION = 7;
export const BY_NORMAL = 8;
export const COLUMNS = 9;

export type Stretch = ReturnType<typeof createStretch>;

/** Room for the nodes of one stretch and for its derivatives. */
export function createStretch() {
  const row = rowsIn((8 + 3 * ROWS) * NODES + ROWS * (COLUMNS + 1));
  return {
    /** At each node: direction, slip speed, normal velocity, and the clock per unit of the rule. */
    z1: row(NODES),
    z2: row(NODES),
    speed: row(NODES),
    velocity: row(NODES),
    clock: row(NODES),
    /** Impulses and normal velocity where the stretch begins. */
    start: { normalImpulse: 0, impulse1: 0, impulse2: 0, velocity: 0 },
    /** Normal impulse of the stretch. */
    length: 0,
    /** Rows of derivatives, COLUMNS each. */
    derivatives: row(ROWS * COLUMNS),
    /** On the way, at each node: f_a, e^(G_b - G), and of each row its rate times clock, what is left of that to the end, and m. */
    shear: row(NODES),
    growth: row(NODES),
    impulseLeft: row(NODES),
    rates: row(ROWS * NODES),
    left: row(ROWS * NODES),
    weights: row(ROWS * NODES),
    totals: row(ROWS),
  };
}

/** Longest stretch of the clock, times the fastest rate: its nodes then follow every exponential to 1e-12 or better. */
export const LONGEST_STRETCH = 5;

/** No rate of the equations of the header is faster. */
export function fastestRate({ b11, b22, d1, d2, friction }: SlipContact): number {
  return friction * (b11 + b22) + Math.sqrt(d1 * d1 + d2 * d2);
}

/** Puts the state at a node into the stretch. `clock`: dtau per unit of the place there. */
export function takeNode(stretch: Stretch, j: number, point: SlipMotion, clock: number): void {
  const speed = Math.sqrt(point.slip1 * point.slip1 + point.slip2 * point.slip2);
  stretch.z1[j] = point.slip1 / speed;
  stretch.z2[j] = point.slip2 / speed;
  stretch.speed[j] = speed;
  stretch.velocity[j] = point.normalVelocity;
  stretch.clock[j] = clock;
}

export function takeStart({ start }: Stretch, point: SlipMotion): void {
  start.normalImpulse = point.normalImpulse;
  start.impulse1 = point.impulse1;
  start.impulse2 = point.impulse2;
  start.velocity = point.normalVelocity;
}

const rule = gaussLegendre(NODES);
/** Places of the nodes on [0, 1], and their weights, which sum to 1. */
export const PLACES: Float64Array = Float64Array.from(rule.nodes, (node) => 0.5 * (1 + node));
const WEIGHTS = Float64Array.from(rule.weights, (weight) => 0.5 * weight);
/** Row j: weights of the integral from node j to 1. */
const TO_END = integralsToEnd();

/** Integral over [place of node j, 1] of the Lagrange polynomial of node l, by the same rule on that interval (exact for its degree). */
function integralsToEnd(): Float64Array {
  const matrix = new Float64Array(NODES * NODES);
  for (let j = 0; j < NODES; j++) {
    const from = PLACES[j];
    for (let l = 0; l < NODES; l++) {
      let sum = 0;
      for (let i = 0; i < NODES; i++) {
        const x = from + (1 - from) * PLACES[i];
        let value = WEIGHTS[i] * (1 - from);
        for (let k = 0; k < NODES; k++) if (k !== l) value *= (x - PLACES[k]) / (PLACES[l] - PLACES[k]);
        sum += value;
      }
      matrix[j * NODES + l] = sum;
    }
  }
  return matrix;
}

/** Fills in the derivatives of a stretch whose nodes and start are set. */
export function differentiateStretch(stretch: Stretch, contact: SlipContact): void {
  const { z1, z2, speed, velocity, clock, rates, left, totals, growth, shear, weights, derivatives, start } = stretch;
  const { b11, b12, b22, d1, d2, friction } = contact;
  derivatives.fill(0);
  for (let j = 0; j < NODES; j++) {
    const c = z1[j];
    const s = z2[j];
    const a1 = friction * (b11 * c + b12 * s);
    const a2 = friction * (b12 * c + b22 * s);
    const along = c * a1 + s * a2;
    const aside = c * a2 - s * a1;
    const across = friction * (b11 + b22) - along;
    const pace = clock[j] * speed[j];
    shear[j] = c * d2 - s * d1 - 2 * aside;
    rates[SPEED * NODES + j] = -clock[j] * (c * d1 + s * d2 - along + across);
    rates[IMPULSE * NODES + j] = pace;
    rates[IMPULSE1 * NODES + j] = -friction * pace * c;
    rates[IMPULSE2 * NODES + j] = -friction * pace * s;
    rates[ENERGY * NODES + j] = -pace * velocity[j];
  }
  integrateToEnd(stretch);
  const whole = exp(totals[SPEED]);
  const length = totals[IMPULSE];
  stretch.length = length;
  const energy = totals[ENERGY];
  for (let j = 0; j < NODES; j++) {
    growth[j] = exp(left[SPEED * NODES + j]);
    stretch.impulseLeft[j] = left[IMPULSE * NODES + j];
    weights[SPEED * NODES + j] = 1;
    weights[IMPULSE * NODES + j] = left[IMPULSE * NODES + j];
    weights[IMPULSE1 * NODES + j] = left[IMPULSE1 * NODES + j];
    weights[IMPULSE2 * NODES + j] = left[IMPULSE2 * NODES + j];
    weights[ENERGY * NODES + j] = 2 * left[ENERGY * NODES + j] + velocity[j] * left[IMPULSE * NODES + j];
  }
  derivatives[SPEED * COLUMNS + BY_SPEED] = 1;
  derivatives[IMPULSE * COLUMNS + BY_SPEED] = length;
  derivatives[IMPULSE1 * COLUMNS + BY_SPEED] = totals[IMPULSE1];
  derivatives[IMPULSE2 * COLUMNS + BY_SPEED] = totals[IMPULSE2];
  derivatives[ENERGY * COLUMNS + BY_SPEED] = 2 * energy + start.velocity * length;
  derivatives[IMPULSE1 * COLUMNS + BY_FRICTION] = totals[IMPULSE1] / friction;
  derivatives[IMPULSE2 * COLUMNS + BY_FRICTION] = totals[IMPULSE2] / friction;
  addSources(stretch, contact);
  integrateToEnd(stretch);
  derivatives[ANGLE * COLUMNS + BY_ANGLE] = whole;
  for (let row = SPEED; row < ROWS; row++) derivatives[row * COLUMNS + BY_ANGLE] = whole * totals[row];
  for (let row = ANGLE; row < ROWS; row++) addRow(stretch, row);
  addNormalVelocity(stretch, contact);
}

/**
 * Integrals of the rates of all rows but the angle from each node to the end, and over the whole. Not differences of totals: near rest
 * those would be rounding.
 */
function integrateToEnd({ rates, left, totals }: Stretch): void {
  for (let row = SPEED; row < ROWS; row++) {
    const at = row * NODES;
    let total = 0;
    for (let j = 0; j < NODES; j++) total += WEIGHTS[j] * rates[at + j];
    totals[row] = total;
  }
  for (let j = 0; j < NODES; j++) {
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    let sum4 = 0;
    let sum5 = 0;
    for (let l = 0; l < NODES; l++) {
      const weight = TO_END[j * NODES + l];
      sum1 += weight * rates[SPEED * NODES + l];
      sum2 += weight * rates[IMPULSE * NODES + l];
      sum3 += weight * rates[IMPULSE1 * NODES + l];
      sum4 += weight * rates[IMPULSE2 * NODES + l];
      sum5 += weight * rates[ENERGY * NODES + l];
    }
    left[SPEED * NODES + j] = sum1;
    left[IMPULSE * NODES + j] = sum2;
    left[IMPULSE1 * NODES + j] = sum3;
    left[IMPULSE2 * NODES + j] = sum4;
    left[ENERGY * NODES + j] = sum5;
  }
}

/** f_a m + c of the header at each node, over e^(G_b - G). */
function addSources(stretch: Stretch, { friction, d1, d2 }: SlipContact): void {
  const { rates, weights, growth, shear, clock, speed, z1, z2, impulseLeft } = stretch;
  for (let j = 0; j < NODES; j++) {
    const unit = clock[j] / growth[j];
    const sheared = unit * shear[j];
    const pulled = unit * friction * speed[j];
    rates[SPEED * NODES + j] = sheared * weights[SPEED * NODES + j];
    rates[IMPULSE * NODES + j] = sheared * weights[IMPULSE * NODES + j];
    rates[IMPULSE1 * NODES + j] = sheared * weights[IMPULSE1 * NODES + j] + pulled * z2[j];
    rates[IMPULSE2 * NODES + j] = sheared * weights[IMPULSE2 * NODES + j] - pulled * z1[j];
    rates[ENERGY * NODES + j] = sheared * weights[ENERGY * NODES + j] + pulled * impulseLeft[j] * (d2 * z1[j] - d1 * z2[j]);
  }
}

/** A row by d and A: the integral of w . (dd - dA z), w = m z + l q; of the angle w = e^(G_b - G) q. */
function addRow({ derivatives, growth, clock, z1, z2, left, weights }: Stretch, row: number): void {
  let byD1 = 0;
  let byD2 = 0;
  let byA11 = 0;
  let byA12 = 0;
  let byA22 = 0;
  for (let j = 0; j < NODES; j++) {
    const share = WEIGHTS[j] * clock[j];
    const m = row === ANGLE ? 0 : share * weights[row * NODES + j];
    const l = share * growth[j] * (row === ANGLE ? 1 : left[row * NODES + j]);
    const w1 = m * z1[j] - l * z2[j];
    const w2 = m * z2[j] + l * z1[j];
    byD1 += w1;
    byD2 += w2;
    byA11 -= w1 * z1[j];
    byA12 -= w1 * z2[j] + w2 * z1[j];
    byA22 -= w2 * z2[j];
  }
  const at = row * COLUMNS;
  derivatives[at + BY_D1] += byD1;
  derivatives[at + BY_D2] += byD2;
  derivatives[at + BY_A11] += byA11;
  derivatives[at + BY_A12] += byA12;
  derivatives[at + BY_A22] += byA22;
}

/** What d, friction and the normal mobility do to the energy through the slope of the normal velocity. */
function addNormalVelocity(stretch: Stretch, { friction, d1, d2 }: SlipContact): void {
  const { derivatives, clock, speed, impulseLeft, z1, z2, length } = stretch;
  let sum1 = 0;
  let sum2 = 0;
  for (let j = 0; j < NODES; j++) {
    const share = WEIGHTS[j] * clock[j] * speed[j] * impulseLeft[j];
    sum1 += share * z1[j];
    sum2 += share * z2[j];
  }
  const at = ENERGY * COLUMNS;
  derivatives[at + BY_D1] += friction * sum1;
  derivatives[at + BY_D2] += friction * sum2;
  derivatives[at + BY_FRICTION] += d1 * sum1 + d2 * sum2;
  derivatives[at + BY_NORMAL] -= 0.5 * length * length;
}
