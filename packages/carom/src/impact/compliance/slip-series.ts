/**
 * Slip with a turning direction, as power series: three expansions of one motion, each regular where the others are not.
 *
 * While the contact slips, the stretch is as long as friction holds it, g = friction eta0^2 f d, and only its direction d = (cos, sin) is
 * free. Against the normal impulse p,
 *
 *     I_t' = -friction d     E' = -v_n     d' = k d_perp,  k = (v_t . d_perp) / (a E),  a = 2 c friction eta0^2     D' = friction s
 *     v = v0 + W I           s = v_t . d + friction eta0^2 c v_n
 *
 * so the direction is drawn towards that of v_t, at a rate that grows without bound where the normal energy E is empty.
 *
 * From the tip (E = 0 at p = 0), in p. The one solution without a singularity is a power series; comparing coefficients of (v_t . d_perp) =
 * a E k gives coefficient n of k with the divisor a E_1 + |v_t|/(n + 1), never zero.
 *
 * Logarithmic, in x with dp = (E / u) dx, u a constant speed. All right-hand sides become products, and the end (E -> 0) moves to infinity,
 * where E falls like exp(-x v_n/u).
 *
 * Slaved, in p. Where a is small the direction follows v_t closely and the expansions above would need steps as short as its relaxation.
 * The smooth motion is found instead by repeating (v_t . d_perp) = a E k with k of the d before; it converges as fast as the motion is slow
 * beside the relaxation.
 *
 * Letters: I impulse, E normal energy, v velocity, c hardness, s sliding speed, D friction loss, k turning rate; see path.ts.
 * Source: 001 eq. (47) to (49), in the regular form of the sheet (compliant-impact, section 4).
 */
import type { ComplianceContact } from "./contact.js";
import { type ComplianceState, slipFriction } from "./path.js";
import { motionRows, reach, type SeriesAccuracy, seriesRows } from "./power-series.js";

/** Series of a step from the present state. Impulses and loss are what the step adds. */
export type SlipSeries = ReturnType<typeof createSlipSeries>;

export function createSlipSeries() {
  const row = seriesRows(17);
  return {
    ...motionRows(row),
    energy: row(),
    cosine: row(),
    sine: row(),
    sliding: row(),
    loss: row(),
    /** Turning rate of the direction, and what the slaved series repeats with. */
    rate: row(),
    root: row(),
    square: row(),
    across: row(),
    previousCosine: row(),
    previousSine: row(),
    /** Where the first event of the step is. */
    eventAt: 0,
  };
}

/** Longest step in the normal impulse: four times that of a frictionless impact. */
const LONGEST_STEP = 8;
/** Of a step near the end, where what is left matters little. */
const COARSEST_TOLERANCE = 1e-3;

function begin(series: SlipSeries, state: ComplianceState): void {
  series.normalImpulse[0] = 0;
  series.impulse1[0] = 0;
  series.impulse2[0] = 0;
  series.velocity1[0] = state.velocity1;
  series.velocity2[0] = state.velocity2;
  series.normalVelocity[0] = state.normalVelocity;
  series.energy[0] = state.normalEnergy;
  series.cosine[0] = state.direction1;
  series.sine[0] = state.direction2;
  series.loss[0] = 0;
}

/** Coefficients k + 1 of what follows from the direction, against the normal impulse. */
function advanceByImpulse(series: SlipSeries, contact: ComplianceContact, friction: number, k: number): void {
  const { b11, b12, b22, d1, d2 } = contact;
  const { normalImpulse, impulse1, impulse2, velocity1, velocity2, normalVelocity, energy, cosine, sine } = series;
  const next = 1 / (k + 1);
  const n = k === 0 ? 1 : 0;
  const i1 = -friction * cosine[k] * next;
  const i2 = -friction * sine[k] * next;
  normalImpulse[k + 1] = n;
  impulse1[k + 1] = i1;
  impulse2[k + 1] = i2;
  velocity1[k + 1] = b11 * i1 + b12 * i2 + d1 * n;
  velocity2[k + 1] = b12 * i1 + b22 * i2 + d2 * n;
  energy[k + 1] = -normalVelocity[k] * next;
  normalVelocity[k + 1] = d1 * i1 + d2 * i2 + n;
}

/** Fills `series` from the tip of the cone and returns how far it reaches. */
export function expandFromTip(
  series: SlipSeries,
  contact: ComplianceContact,
  state: ComplianceState,
  { order, tolerance }: SeriesAccuracy,
): number {
  const { friction, stiffnessRatio } = contact;
  const { velocity1, velocity2, energy, cosine, sine, rate } = series;
  begin(series, state);
  const a = 2 * friction * stiffnessRatio;
  const speed = velocity1[0] * cosine[0] + velocity2[0] * sine[0];
  for (let k = 0; k < order; k++) {
    advanceByImpulse(series, contact, friction, k);
    const next = 1 / (k + 1);
    // Coefficient k + 1 of both sides, without what the unknown rate[k] adds to them.
    let cosineNext = 0;
    let sineNext = 0;
    let turning = velocity2[k + 1] * cosine[0] - velocity1[k + 1] * sine[0];
    let stored = 0;
    for (let i = 1; i <= k; i++) {
      cosineNext -= sine[i] * rate[k - i];
      sineNext += cosine[i] * rate[k - i];
      turning += velocity2[i] * cosine[k + 1 - i] - velocity1[i] * sine[k + 1 - i];
      stored += energy[i + 1] * rate[k - i];
    }
    cosineNext *= next;
    sineNext *= next;
    turning += velocity2[0] * cosineNext - velocity1[0] * sineNext;
    const turn = (turning - a * stored) / (a * energy[1] + speed * next);
    rate[k] = turn;
    cosine[k + 1] = cosineNext - sine[0] * turn * next;
    sine[k + 1] = sineNext + cosine[0] * turn * next;
  }
  completeByImpulse(series, contact, state, order);
  return reachByImpulse(series, order, tolerance);
}

/** Fills `series` in the logarithmic variable and returns how far it reaches. */
export function expandLogarithmic(
  series: SlipSeries,
  contact: ComplianceContact,
  state: ComplianceState,
  { order, tolerance }: SeriesAccuracy,
): number {
  const { b11, b12, b22, d1, d2, stiffnessRatio } = contact;
  const { normalImpulse, impulse1, impulse2, velocity1, velocity2, normalVelocity, energy, cosine, sine, sliding, loss, rate } = series;
  begin(series, state);
  const friction = slipFriction(contact, state);
  const closing = friction * stiffnessRatio * state.hardness;
  const pace = 1 / naturalSpeed(state);
  const turning = pace / (2 * closing);
  let tail = 0;
  let tailBefore = 0;
  for (let k = 0; k < order; k++) {
    let across = 0;
    let along = 0;
    let energyCosine = 0;
    let energySine = 0;
    let power = 0;
    for (let i = 0; i <= k; i++) {
      const c = cosine[k - i];
      const s = sine[k - i];
      const e = energy[i];
      across += velocity2[i] * c - velocity1[i] * s;
      along += velocity1[i] * c + velocity2[i] * s;
      energyCosine += e * c;
      energySine += e * s;
      power += e * normalVelocity[k - i];
    }
    rate[k] = turning * across;
    sliding[k] = along + closing * normalVelocity[k];
    let cosineNext = 0;
    let sineNext = 0;
    let dissipated = 0;
    for (let i = 0; i <= k; i++) {
      cosineNext -= sine[i] * rate[k - i];
      sineNext += cosine[i] * rate[k - i];
      dissipated += energy[i] * sliding[k - i];
    }
    const next = 1 / (k + 1);
    const n = pace * energy[k] * next;
    const i1 = -friction * pace * energyCosine * next;
    const i2 = -friction * pace * energySine * next;
    normalImpulse[k + 1] = n;
    impulse1[k + 1] = i1;
    impulse2[k + 1] = i2;
    velocity1[k + 1] = b11 * i1 + b12 * i2 + d1 * n;
    velocity2[k + 1] = b12 * i1 + b22 * i2 + d2 * n;
    normalVelocity[k + 1] = d1 * i1 + d2 * i2 + n;
    energy[k + 1] = -pace * power * next;
    cosine[k + 1] = cosineNext * next;
    sine[k + 1] = sineNext * next;
    loss[k + 1] = friction * pace * dissipated * next;
    tailBefore = tail;
    tail = Math.max(Math.abs(energyCosine), Math.abs(energySine), Math.abs(energy[k])) / energy[0];
    tail = Math.max(tail, Math.abs(cosine[k]), Math.abs(sine[k]));
  }
  sliding[order] = slidingAt(series, closing, order);
  // Errors count beside all that is given back, so the last steps may be coarse.
  const allowed = state.compressing ? tolerance : Math.min(COARSEST_TOLERANCE, tolerance / Math.min(1, shareLeft(contact, state)));
  return Math.min(reach(tail, order - 1, allowed), reach(tailBefore, order - 2, allowed));
}

/**
 * What is still to come of a restitution, in parts of the whole: of the normal energy or, where the tangential springs hold more, of
 * theirs.
 */
export function shareLeft(contact: ComplianceContact, state: ComplianceState): number {
  const friction = slipFriction(contact, state);
  return (state.normalEnergy / state.restitutionEnergy) * Math.max(1, friction * friction * contact.stiffnessRatio);
}

/** The speed the bodies would part with if friction and losses stopped now. */
export function naturalSpeed({ normalVelocity, normalEnergy }: ComplianceState): number {
  return Math.sqrt(normalVelocity * normalVelocity + 2 * normalEnergy);
}

const MOST_REPETITIONS = 12;
/** A reach this close to what the coefficients allow is worth no other repetition. */
const ALMOST_ALL = 0.7;
/** In relaxation lengths; the logarithmic series reaches seven or so. */
const WORTHWHILE = 50;
/** Coefficients at the upper end that are not converged. */
const CUT_OFF = 2;

/** The order to which the slaved series is good. */
export function slavedOrder(order: number): number {
  return order - CUT_OFF;
}

/**
 * Fills `series` with the smooth motion nearest to the present direction and returns how far it reaches; 0 if the repetition does not
 * converge.
 */
export function expandSlaved(
  series: SlipSeries,
  contact: ComplianceContact,
  state: ComplianceState,
  { order, tolerance }: SeriesAccuracy,
): number {
  const { stiffnessRatio } = contact;
  const { velocity1, velocity2, energy, cosine, sine, rate, root, square, across, previousCosine, previousSine } = series;
  begin(series, state);
  const friction = slipFriction(contact, state);
  const a = 2 * friction * stiffnessRatio * state.hardness;
  const speed = Math.sqrt(state.velocity1 * state.velocity1 + state.velocity2 * state.velocity2);
  cosine.fill(0);
  sine.fill(0);
  cosine[0] = state.velocity1 / speed;
  sine[0] = state.velocity2 / speed;
  const good = slavedOrder(order);
  const relaxation = speed / (a * state.normalEnergy);
  for (let repetition = 0; repetition < MOST_REPETITIONS; repetition++) {
    for (let k = 0; k < order; k++) advanceByImpulse(series, contact, friction, k);
    for (let k = 0; k < order; k++) {
      let turn = 0;
      for (let i = 0; i <= k; i++) turn += (k - i + 1) * (cosine[i] * sine[k - i + 1] - sine[i] * cosine[k - i + 1]);
      rate[k] = turn;
    }
    rate[order] = 0;
    previousCosine.set(cosine);
    previousSine.set(sine);
    correctRate(series, a, order);
    for (let k = 0; k <= order; k++) {
      let q = 0;
      let v = 0;
      for (let i = 0; i <= k; i++) {
        q += energy[i] * rate[k - i];
        v += velocity1[i] * velocity1[k - i] + velocity2[i] * velocity2[k - i];
      }
      across[k] = a * q;
      square[k] = v;
    }
    // The part of v_t along d.
    for (let k = 0; k <= order; k++) {
      let r = square[k];
      for (let i = 0; i <= k; i++) r -= across[i] * across[k - i];
      if (k === 0) {
        if (!(r > 0)) return 0;
        root[0] = Math.sqrt(r);
        continue;
      }
      for (let i = 1; i < k; i++) r -= root[i] * root[k - i];
      root[k] = r / (2 * root[0]);
    }
    for (let k = 0; k <= order; k++) {
      let c = 0;
      let s = 0;
      for (let i = 0; i <= k; i++) {
        c += velocity1[i] * root[k - i] + velocity2[i] * across[k - i];
        s += velocity2[i] * root[k - i] - velocity1[i] * across[k - i];
      }
      for (let i = 1; i <= k; i++) {
        c -= square[i] * cosine[k - i];
        s -= square[i] * sine[k - i];
      }
      cosine[k] = c / square[0];
      sine[k] = s / square[0];
    }
    if (repetition === 0) continue;
    const possible = reachByImpulse(series, good, tolerance);
    const length = Math.min(possible, reachOfChange(series, good, tolerance));
    if (length < ALMOST_ALL * possible && repetition < MOST_REPETITIONS - 1) continue;
    if (length * relaxation < WORTHWHILE) return 0;
    completeByImpulse(series, contact, state, good);
    return length;
  }
  return 0;
}

/**
 * Adds to the turning rate what the linearised equation w x + a E x' = (v_t . d_perp) - a E k asks for, x the angle by which d is off and w
 * = v_t . d. Of w and E only the first terms are kept, which makes it a back substitution from the highest coefficient down; the
 * repetitions do the rest.
 */
function correctRate(series: SlipSeries, a: number, order: number): void {
  const { velocity1, velocity2, energy, cosine, sine, rate } = series;
  const along = velocity1[0] * cosine[0] + velocity2[0] * sine[0];
  let above = 0;
  for (let k = order; k >= 0; k--) {
    let off = 0;
    for (let i = 0; i <= k; i++) off += velocity2[i] * cosine[k - i] - velocity1[i] * sine[k - i] - a * energy[i] * rate[k - i];
    const angle = (off - a * energy[0] * (k + 1) * above) / (along + a * energy[1] * k);
    // Coefficient k of the rate is no longer needed below.
    rate[k] += (k + 1) * above;
    above = angle;
  }
}

/** How far the last repetition changed the direction by less than the tolerance. */
function reachOfChange(series: SlipSeries, order: number, tolerance: number): number {
  const { previousCosine, previousSine } = series;
  let length = LONGEST_STEP;
  let power = 1;
  for (let k = 0; k <= order; k++) {
    const change = Math.abs(series.cosine[k] - previousCosine[k]) + Math.abs(series.sine[k] - previousSine[k]);
    if (k === 0 && change > tolerance) return 0;
    if (k > 0 && change * power > tolerance) {
      length = reach(change, k, tolerance);
      power = tolerance / change;
    }
    power *= length;
  }
  return length;
}

/** Sliding speed and friction loss of a series in the normal impulse. */
function completeByImpulse(series: SlipSeries, contact: ComplianceContact, state: ComplianceState, order: number): void {
  const friction = slipFriction(contact, state);
  const closing = friction * contact.stiffnessRatio * state.hardness;
  for (let k = 0; k <= order; k++) {
    series.sliding[k] = slidingAt(series, closing, k);
    series.loss[k + 1] = (friction * series.sliding[k]) / (k + 1);
  }
}

function slidingAt(series: SlipSeries, closing: number, k: number): number {
  const { velocity1, velocity2, normalVelocity, cosine, sine } = series;
  let along = closing * normalVelocity[k];
  for (let i = 0; i <= k; i++) along += velocity1[i] * cosine[k - i] + velocity2[i] * sine[k - i];
  return along;
}

function reachByImpulse(series: SlipSeries, order: number, tolerance: number): number {
  const { cosine, sine } = series;
  const last = Math.max(Math.abs(cosine[order]), Math.abs(sine[order]));
  const before = Math.max(Math.abs(cosine[order - 1]), Math.abs(sine[order - 1]));
  return Math.min(LONGEST_STEP, reach(last, order, tolerance), reach(before, order - 1, tolerance));
}
