/**
 * Slipping with a turning direction: steps along the series of slip-series.ts, from event to event.
 */
import { SolverError } from "../../errors.js";
import { SLIP_STOP } from "../slip/path.js";
import type { ComplianceContact } from "./contact.js";
import { type CompliancePath, type ComplianceState, endImpact, recordEvent, slipFriction, stretchToSlip, turnAround } from "./path.js";
import { crossing, evaluate, firstRise, keepsSign, type SeriesAccuracy } from "./power-series.js";
import {
  createSlipSeries,
  expandFromTip,
  expandLogarithmic,
  expandSlaved,
  naturalSpeed,
  type SlipSeries,
  shareLeft,
  slavedOrder,
} from "./slip-series.js";
import { slideOut, slideStraight, slidesBackwards } from "./straight.js";

/** The rest of a restitution below this share is given back along a straight line. */
const ALMOST_ENDED = 1e-13;
/** How much faster than the impact the direction must relax for the slaved series to be tried. */
const STIFF = 30;
/** A direction this close to the smooth motion is on it: what is left decays at once. */
const ON_SMOOTH_MOTION = 1e-11;
/** Steps before the slaved series is tried again after it did not fit. */
const PATIENCE = 6;
/** Bodies of any sort take some hundreds at most; this many take a second. */
const MOST_STEPS = 20_000;
const PARTS = 4;
const DRAWN_POINTS = 12;

/** Slips along the present direction, or from the tip of the cone, until it sticks (returns true) or the impact ends (false). */
export function slip(contact: ComplianceContact, path: CompliancePath, fromTip: boolean, accuracy: SeriesAccuracy): boolean {
  if (contact.planar) return slideStraight(contact, path);
  const { state } = path;
  path.slipping ??= createSlipSeries();
  const series = path.slipping;
  let tip = fromTip;
  let armed = false;
  let patience = 0;
  path.observe?.(state, "slip");
  if (slidesBackwards(contact, state)) {
    recordEvent(path, contact, SLIP_STOP);
    return true;
  }
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!state.compressing && !state.approaching && shareLeft(contact, state) <= ALMOST_ENDED) {
      slideOut(contact, path);
      return false;
    }
    let { order } = accuracy;
    let length = 0;
    if (tip) length = expandFromTip(series, contact, state, accuracy);
    else if (--patience <= 0 && relaxation(contact, state) > STIFF) {
      length = expandSlaved(series, contact, state, accuracy);
      if (length > 0 && offSmoothMotion(series, state) <= ON_SMOOTH_MOTION) order = slavedOrder(order);
      else {
        length = 0;
        patience = PATIENCE;
      }
    }
    const byImpulse = length > 0;
    if (!byImpulse) length = expandLogarithmic(series, contact, state, accuracy);
    tip = false;

    const event = locateEvent(series, state, length, armed, byImpulse, order);
    const at = event === "none" ? length : series.eventAt;
    if (path.observe !== undefined) draw(series, contact, path, at, order);
    advance(series, contact, state, at, order);
    if (event === "turn") {
      if (turnAround(path, contact, "slip")) return false;
    } else if (event === "stop") {
      recordEvent(path, contact, SLIP_STOP);
      return true;
    } else if (event === "end") {
      state.normalEnergy = 0;
      stretchToSlip(contact, state);
      endImpact(path, contact, "slip");
      return false;
    }
    if (at > 0) armed = true;
  }
  throw new SolverError("the slip does not settle", { steps: MOST_STEPS, normalImpulse: state.normalImpulse * contact.impulse });
}

/** How fast the direction relaxes beside the impact. */
function relaxation(contact: ComplianceContact, state: ComplianceState): number {
  const along = state.velocity1 * state.direction1 + state.velocity2 * state.direction2;
  return along / (2 * slipFriction(contact, state) * contact.stiffnessRatio * state.hardness * naturalSpeed(state));
}

function offSmoothMotion(series: SlipSeries, { direction1, direction2 }: ComplianceState): number {
  return Math.abs(series.cosine[0] - direction1) + Math.abs(series.sine[0] - direction2);
}

/**
 * The first event of the step, its place in `eventAt`. A slip that starts with a sliding speed of zero (up to rounding) must first gain
 * speed to stop. Only a series in the normal impulse can reach the end.
 */
function locateEvent(
  series: SlipSeries,
  state: ComplianceState,
  length: number,
  armed: boolean,
  byImpulse: boolean,
  order: number,
): "none" | "turn" | "stop" | "end" {
  const { normalVelocity, sliding, energy } = series;
  const sign = state.approaching ? 1 : -1;
  let gained = armed || sliding[0] > 0;
  const mayTurn = !keepsSign(normalVelocity, length, order);
  const mayStop = !(gained && keepsSign(sliding, length, order));
  const mayEnd = byImpulse && !state.compressing;
  if (!(mayTurn || mayStop || mayEnd)) return "none";
  let from = 0;
  for (let part = 1; part <= PARTS; part++) {
    const to = (length * part) / PARTS;
    const turn = mayTurn ? firstRise(normalVelocity, sign, from, to, order) : Number.POSITIVE_INFINITY;
    const end = mayEnd && evaluate(energy, to, order) <= 0 ? crossing(energy, from, to, order) : Number.POSITIVE_INFINITY;
    let stop = Number.POSITIVE_INFINITY;
    if (gained) stop = mayStop ? firstRise(sliding, -1, from, to, order) : Number.POSITIVE_INFINITY;
    else if (evaluate(sliding, to, order) > 0) gained = true;
    else stop = from;
    const first = Math.min(turn, stop, end);
    if (first <= to) {
      series.eventAt = first;
      return first === end ? "end" : first === turn ? "turn" : "stop";
    }
    from = to;
  }
  return "none";
}

function advance(series: SlipSeries, contact: ComplianceContact, state: ComplianceState, x: number, order: number): void {
  state.normalImpulse += evaluate(series.normalImpulse, x, order);
  state.impulse1 += evaluate(series.impulse1, x, order);
  state.impulse2 += evaluate(series.impulse2, x, order);
  state.velocity1 = evaluate(series.velocity1, x, order);
  state.velocity2 = evaluate(series.velocity2, x, order);
  state.normalVelocity = evaluate(series.normalVelocity, x, order);
  state.normalEnergy = Math.max(0, evaluate(series.energy, x, order));
  state.frictionLoss += Math.max(0, evaluate(series.loss, x, order));
  const c = evaluate(series.cosine, x, order);
  const s = evaluate(series.sine, x, order);
  const norm = Math.sqrt(c * c + s * s);
  state.direction1 = c / norm;
  state.direction2 = s / norm;
  stretchToSlip(contact, state);
}

function draw(series: SlipSeries, contact: ComplianceContact, path: CompliancePath, length: number, order: number): void {
  for (let i = 1; i <= DRAWN_POINTS; i++) {
    const point = { ...path.state };
    advance(series, contact, point, (i / DRAWN_POINTS) * length, order);
    path.observe?.(point, "slip");
  }
}
