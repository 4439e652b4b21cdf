/**
 * From the series of a panel to the state of the contact at a point of it.
 *
 * The series give normal impulse p, friction loss D and slip. Everything else is linear in them or follows from the energy balance since
 * the point a where the panel was entered:
 *
 *     v = v_a + hold . (slip - slip_a) + stickSlope (p - p_a)           I_t = I_a + B^-1 (slip - slip_a) - hold (p - p_a)
 *     E = E_a - [(p - p_a)(v_a + v) + (I_t - I_a) . (slip_a + slip)]/2 - (D - D_a)
 *
 * If B is nearly singular, I_t is summed for itself instead (tangential.ts), and v = v_a + d . (I_t - I_a) + normal (p - p_a).
 *
 * Letters as in panel.ts; v normal velocity; E stored energy; I_t tangential impulse.
 */
import type { SlipContact } from "../contact.js";
import { copyMotion } from "../motion.js";
import type { SlipState } from "../path.js";
import { takeLogarithm } from "./exponential.js";
import { isAtRoot } from "./panel.js";
import type { Point } from "./point.js";
import { expandTangential, stopTangential, sumTangential } from "./tangential.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { inverse } = limits;

/** Ties the series to the state in which the path enters the panel at t = `from`, and writes that point to `entry`. */
export function enterPanel(work: SlipWorkspace, contact: SlipContact, state: SlipState, entry: Point): void {
  const { origin, panel, square, sums, turning } = work;
  copyMotion(state, origin);
  copyMotion(state, entry);
  const { from } = panel;
  const atRoot = isAtRoot(work);
  const upper = turning[1] + from * (turning[2] + from * (turning[3] + from * turning[4]));
  const swing = atRoot ? upper : turning[0] + from * upper;
  entry.t = from;
  entry.power = 1;
  entry.height = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2) / (square[0] + from * (square[1] + from * square[2]));
  entry.swing = atRoot ? from * swing : swing;
  placePoint(work, entry);
  sumSeries(work, entry);
  panel.scale = entry.height / (swing * sums.speed);
  panel.impulseFactor = 2 * panel.width * panel.scale;
  panel.lossFactor = panel.impulseFactor * panel.scale * contact.friction * (atRoot ? turning[1] : turning[0]);
  panel.impulseSum = atRoot ? sums.impulse : from * sums.impulse;
  panel.lossSum = atRoot ? sums.loss : from * sums.loss;
  if (panel.direct) expandTangential(work, contact, entry);
}

/** The three series at a point by Horner's rule, even and odd terms apart (six independent chains run faster than three). */
function sumSeries(work: SlipWorkspace, point: Point): void {
  const { impulseSeries, lossSeries, panel, speedSeries, sums } = work;
  const { t } = point;
  if (t === 1) {
    sums.speed = panel.speedTotal;
    sums.impulse = panel.impulseTotal;
    sums.loss = panel.lossTotal;
    return;
  }
  const step = t * t;
  let speed0 = 0;
  let speed1 = 0;
  let impulse0 = 0;
  let impulse1 = 0;
  let loss0 = 0;
  let loss1 = 0;
  // At t = 0 the first terms are all.
  for (let k = t === 0 ? 0 : panel.count - 2; k >= 0; k -= 2) {
    speed0 = speed0 * step + speedSeries[k];
    speed1 = speed1 * step + speedSeries[k + 1];
    impulse0 = impulse0 * step + impulseSeries[k];
    impulse1 = impulse1 * step + impulseSeries[k + 1];
    loss0 = loss0 * step + lossSeries[k];
    loss1 = loss1 * step + lossSeries[k + 1];
  }
  sums.speed = speed0 + t * speed1;
  sums.impulse = impulse0 + t * impulse1;
  sums.loss = loss0 + t * loss1;
}

/**
 * The state at point.t, not zero on attracted panels. G comes from the same coefficients as the series: beside a double root they have lost
 * digits to cancellation, which is harmless as long as all use the same ones (the impulse to rest does not depend on G).
 */
export function evaluatePanel(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { panel, sums, tangential, turning } = work;
  sumSeries(work, point);
  const { t } = point;
  const upper = turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4]));
  if (panel.kind === "regular") {
    point.swing = turning[0] + t * upper;
    point.height = panel.scale * sums.speed * point.swing;
    sums.impulse = t * sums.impulse - panel.impulseSum;
    sums.loss = t * sums.loss - panel.lossSum;
  } else {
    const { power } = point;
    point.swing = t * upper;
    point.height = panel.scale * power * sums.speed * upper;
    sums.impulse = power * sums.impulse - panel.impulseSum;
    sums.loss = power * power * sums.loss - panel.lossSum;
    tangential.power = power;
    tangential.integral = 0;
    if (panel.impulseLog !== 0 || panel.lossLog !== 0) addLogarithms(work, point);
  }
  if (panel.direct) sumTangential(work, point);
  placePoint(work, point);
  sums.impulse *= panel.impulseFactor;
  sums.loss *= panel.lossFactor;
  completePoint(work, contact, point);
}

/** Terms of the exponential series below that are enough for |x| <= 4. */
const EXPONENTIAL_TERMS = 28;

/** The logarithmic terms: the integral of t^(q - 1) from 1 to b is log(b) (e^x - 1)/x with x = q log(b), small; by its series. */
function addLogarithms(work: SlipWorkspace, point: Point): void {
  const { number, panel, sums, tangential } = work;
  number.argument = point.t / panel.from;
  takeLogarithm(work);
  const logarithm = number.value;
  const x = panel.impulseLogExponent * logarithm;
  const y = panel.lossLogExponent * logarithm;
  let impulse = 1;
  let loss = 1;
  for (let k = EXPONENTIAL_TERMS; k > 1; k--) {
    impulse = 1 + impulse * x * inverse[k];
    loss = 1 + loss * y * inverse[k];
  }
  tangential.integral = logarithm * impulse;
  sums.impulse += panel.impulseLog * tangential.integral;
  sums.loss += panel.lossLog * logarithm * loss;
}

/** Slip, direction and rates at point.t, from R and G. */
export function placePoint(work: SlipWorkspace, point: Point): void {
  const { arc, panel } = work;
  const { t, height, swing } = point;
  const a = panel.attract0 + panel.attract1 * t;
  const b = panel.repel0 + panel.repel1 * t;
  const re = a * arc.attracting1 + b * arc.repelling1;
  const im = a * arc.attracting2 + b * arc.repelling2;
  const square1 = re * re - im * im;
  const square2 = 2 * re * im;
  const length = re * re + im * im;
  point.slip1 = height * square1;
  point.slip2 = height * square2;
  point.speed = height * length;
  point.z1 = square1 / length;
  point.z2 = square2 / length;
  point.turning = swing / (length * length * point.speed);
  point.pace = (2 * panel.width * height * length * length) / swing;
}

/** Where slip stops: t = 0 of an attracted panel whose exponent is positive. */
export function evaluateStop(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { arc, panel, sums } = work;
  const { attracting1, attracting2, square0 } = arc;
  point.slip1 = 0;
  point.slip2 = 0;
  point.speed = 0;
  point.z1 = (attracting1 * attracting1 - attracting2 * attracting2) / square0;
  point.z2 = (2 * attracting1 * attracting2) / square0;
  point.turning = 0;
  point.pace = 0;
  point.power = 0;
  if (panel.direct) stopTangential(work);
  sums.impulse = -panel.impulseFactor * panel.impulseSum;
  sums.loss = -panel.lossFactor * panel.lossSum;
  completePoint(work, contact, point);
}

/** What follows from the slip and from `sums`, normal impulse and friction loss since the origin. */
function completePoint(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { origin, panel, sums, tangential } = work;
  const { impulse, loss } = sums;
  if (panel.direct)
    point.normalVelocity =
      origin.normalVelocity + contact.d1 * tangential.impulse1 + contact.d2 * tangential.impulse2 + contact.normal * impulse;
  else solveTangential(work, contact, point);
  const { impulse1, impulse2 } = tangential;
  const twiceWork =
    impulse * (origin.normalVelocity + point.normalVelocity) +
    impulse1 * (origin.slip1 + point.slip1) +
    impulse2 * (origin.slip2 + point.slip2);
  point.normalImpulse = origin.normalImpulse + impulse;
  point.impulse1 = origin.impulse1 + impulse1;
  point.impulse2 = origin.impulse2 + impulse2;
  point.frictionLoss = origin.frictionLoss + loss;
  point.storedEnergy = origin.storedEnergy - 0.5 * twiceWork - loss;
}

/** Tangential impulse and normal velocity from the change of the slip. */
function solveTangential(work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { origin, sums, tangential } = work;
  const { b11, b12, b22, hold1, hold2 } = contact;
  const { impulse } = sums;
  const slip1 = point.slip1 - origin.slip1;
  const slip2 = point.slip2 - origin.slip2;
  const { unit } = tangential;
  tangential.impulse1 = (b22 * slip1 - b12 * slip2) * unit - hold1 * impulse;
  tangential.impulse2 = (b11 * slip2 - b12 * slip1) * unit - hold2 * impulse;
  point.normalVelocity = origin.normalVelocity + hold1 * slip1 + hold2 * slip2 + contact.stickSlope * impulse;
}

/** Measures the relative change of the pace p' per t at a point. */
export function measurePaceChange(work: SlipWorkspace, point: Point): void {
  const { growth, square, turning } = work;
  const { t } = point;
  const up = growth[0] + t * (growth[1] + t * (growth[2] + t * growth[3]));
  const upper = turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4]));
  const slope = turning[1] + t * (2 * turning[2] + t * (3 * turning[3] + t * 4 * turning[4]));
  const q = square[0] + t * (square[1] + t * square[2]);
  point.paceChange = (up - slope) / (isAtRoot(work) ? t * upper : turning[0] + t * upper) + (2 * (square[1] + 2 * t * square[2])) / q;
}
