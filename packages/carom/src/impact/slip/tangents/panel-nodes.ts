/**
 * One piece of a panel: its nodes, and how the rows of panels.ts move over it. Letters as there and in series/panel.ts.
 *
 * Two dense steps in which most of the time of all derivatives is spent. Of the path only the slip speed is summed, from the series of the
 * panel; impulse and M follow by the integrals to the end of the piece, so that nothing is a difference of others.
 */
import { exp } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import { isAtRoot } from "../series/panel.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { BY_A11, BY_A12, BY_A22, BY_D1, BY_D2, type Integrals, PATH_KINDS } from "./integrals.js";
import type { PieceRule } from "./piece-rules.js";

/** Moves the rows over the piece in hand. */
export function passPiece(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rule: PieceRule): void {
  if (isAtRoot(work)) placeBesideRoot(integrals, work, rule);
  else placeEvenly(integrals, rule);
  sumSpeeds(integrals, work, rule.count);
  evaluateNodes(integrals, work, contact, rule.count);
  integrateToEnd(integrals, rule);
  moveRows(integrals, rule.count);
  addSources(integrals, rule);
  arrive(integrals, rule.count);
}

/** The nodes, and after them the end of the piece, in t. */
function placeEvenly({ piece, nodes }: Integrals, { count, places }: PieceRule): void {
  const { t, power, pace } = nodes;
  const { from, to } = piece;
  const length = to - from;
  for (let j = 0; j < count; j++) {
    t[j] = from + places[j] * length;
    power[j] = 1;
    pace[j] = length;
  }
  t[count] = to;
  power[count] = 1;
}

/** The same in log t, in which the powers of t are smooth. The nodes lie in pairs about the middle. */
function placeBesideRoot({ piece, nodes }: Integrals, { panel }: SlipWorkspace, { count, places }: PieceRule): void {
  const { t, power, pace } = nodes;
  const { exponent } = panel;
  const { from, to, logFrom, logTo, logEntry } = piece;
  const length = logTo - logFrom;
  const middle = Math.sqrt(from * to);
  const powerMiddle = exp(exponent * (0.5 * (logFrom + logTo) - logEntry));
  for (let j = 0; 2 * j < count; j++) {
    const x = (places[j] - 0.5) * length;
    const k = count - 1 - j;
    const factor = exp(x);
    const raised = exp(exponent * x);
    t[j] = middle * factor;
    t[k] = middle / factor;
    power[j] = powerMiddle * raised;
    power[k] = powerMiddle / raised;
    pace[j] = length * t[j];
    pace[k] = length * t[k];
  }
  t[count] = to;
  power[count] = powerMiddle * exp(0.5 * exponent * length);
}

/** The series of the speed at the nodes and at the end, two at a time: neither has to wait for the other. */
function sumSpeeds({ nodes }: Integrals, { panel, speedSeries }: SlipWorkspace, count: number): void {
  const { t: places, speed } = nodes;
  for (let j = 0; j <= count; j += 2) {
    const k = j < count ? j + 1 : j;
    const t = places[j];
    const next = places[k];
    const step = t * t;
    const nextStep = next * next;
    let even = 0;
    let odd = 0;
    let nextEven = 0;
    let nextOdd = 0;
    for (let i = panel.count - 2; i >= 0; i -= 2) {
      const term = speedSeries[i];
      const oddTerm = speedSeries[i + 1];
      even = even * step + term;
      odd = odd * step + oddTerm;
      nextEven = nextEven * nextStep + term;
      nextOdd = nextOdd * nextStep + oddTerm;
    }
    speed[j] = even + t * odd;
    speed[k] = nextEven + next * nextOdd;
  }
}

/** Speed, direction and rates at the nodes and, last, at the end. `speed` holds the sums of its series. */
function evaluateNodes({ nodes }: Integrals, work: SlipWorkspace, contact: SlipContact, count: number): void {
  const { arc, panel, turning } = work;
  const { t: places, power, pace, z1, z2, speed, radial, turn, shear, clock, hold, holdAside } = nodes;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const atRoot = isAtRoot(work);
  const first = turning[0];
  const turning1 = turning[1];
  const turning2 = turning[2];
  const turning3 = turning[3];
  const turning4 = turning[4];
  const re0 = panel.attract0 * arc.attracting1 + panel.repel0 * arc.repelling1;
  const re1 = panel.attract1 * arc.attracting1 + panel.repel1 * arc.repelling1;
  const im0 = panel.attract0 * arc.attracting2 + panel.repel0 * arc.repelling2;
  const im1 = panel.attract1 * arc.attracting2 + panel.repel1 * arc.repelling2;
  const width = 2 * panel.width;
  const { scale } = panel;
  for (let j = 0; j <= count; j++) {
    const t = places[j];
    const upper = turning1 + t * (turning2 + t * (turning3 + t * turning4));
    const rest = atRoot ? upper : first + t * upper;
    const swing = atRoot ? t * upper : rest;
    const re = re0 + t * re1;
    const im = im0 + t * im1;
    const length = re * re + im * im;
    const perLength = 1 / length;
    const c = (re * re - im * im) * perLength;
    const s = 2 * re * im * perLength;
    const a1 = friction * (b11 * c + b12 * s);
    const a2 = friction * (b12 * c + b22 * s);
    const g = swing * perLength * perLength;
    z1[j] = c;
    z2[j] = s;
    speed[j] = scale * power[j] * speed[j] * rest * length;
    radial[j] = c * (d1 - a1) + s * (d2 - a2);
    turn[j] = g;
    shear[j] = g - (c * a2 - s * a1);
    hold[j] = hold1 * c + hold2 * s;
    holdAside[j] = hold2 * c - hold1 * s;
    clock[j] = (width * length * pace[j]) / swing;
  }
}

/** What is left from each node to the end of the piece, and over the whole of it. */
function integrateToEnd({ nodes, piece }: Integrals, { count, weights, toEnd }: PieceRule): void {
  const { speed, turn, shear, clock, hold, holdAside, rates, left, radialLeft, heldLeft, later, laterHeld } = nodes;
  const holdEnd = hold[count] * speed[count];
  const n = count;
  let total0 = 0;
  let total1 = 0;
  let total2 = 0;
  for (let j = 0; j < n; j++) {
    const passed = speed[j] * clock[j];
    const sheared = shear[j] * turn[j] * clock[j];
    const held = passed * speed[j] * hold[j];
    rates[3 * j] = passed;
    rates[3 * j + 1] = sheared;
    rates[3 * j + 2] = held;
    total0 += weights[j] * passed;
    total1 += weights[j] * sheared;
    total2 += weights[j] * held;
  }
  piece.impulse = total0;
  piece.radial = total1;
  piece.held = total2;
  // Two nodes at a time, and again below: half as much is read.
  for (let j = 0; j < n; j += 2) {
    const k = j + 1 < n ? j + 1 : j;
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let next0 = 0;
    let next1 = 0;
    let next2 = 0;
    for (let l = 0, at = j * n, nextAt = k * n; l < n; l++, at++, nextAt++) {
      const passed = rates[3 * l];
      const sheared = rates[3 * l + 1];
      const held = rates[3 * l + 2];
      const weight = toEnd[at];
      const next = toEnd[nextAt];
      sum0 += weight * passed;
      sum1 += weight * sheared;
      sum2 += weight * held;
      next0 += next * passed;
      next1 += next * sheared;
      next2 += next * held;
    }
    left[j] = sum0;
    radialLeft[j] = sum1;
    heldLeft[j] = 2 * sum2 - sum0 * holdEnd;
    left[k] = next0;
    radialLeft[k] = next1;
    heldLeft[k] = 2 * next2 - next0 * holdEnd;
  }
  let total3 = 0;
  let total4 = 0;
  for (let j = 0; j < n; j++) {
    const share = turn[j] * clock[j];
    const bent = share * shear[j] * left[j];
    const held = share * (speed[j] * speed[j] * holdAside[j] + shear[j] * heldLeft[j]);
    rates[3 * j] = bent;
    rates[3 * j + 1] = held;
    total3 += weights[j] * bent;
    total4 += weights[j] * held;
  }
  piece.later = total3;
  piece.laterHeld = total4;
  for (let j = 0; j < n; j += 2) {
    const k = j + 1 < n ? j + 1 : j;
    let sum0 = 0;
    let sum1 = 0;
    let next0 = 0;
    let next1 = 0;
    for (let l = 0, at = j * n, nextAt = k * n; l < n; l++, at++, nextAt++) {
      const bent = rates[3 * l];
      const held = rates[3 * l + 1];
      const weight = toEnd[at];
      const next = toEnd[nextAt];
      sum0 += weight * bent;
      sum1 += weight * held;
      next0 += next * bent;
      next1 += next * held;
    }
    later[j] = sum0;
    laterHeld[j] = sum1;
    later[k] = next0;
    laterHeld[k] = next1;
  }
}

/** What the rows at the beginning of the piece become at its end. */
function moveRows({ along, aside, held, here, piece, nodes }: Integrals, end: number): void {
  const { speed, radial, turn, hold } = nodes;
  const speedEnd = speed[end];
  const radialEnd = radial[end];
  const turnEnd = turn[end];
  const { impulse, later } = piece;
  const holdEnd = hold[end] * speedEnd;
  const unit = 1 / here.speed;
  const unitAside = unit / here.turn;
  const alongByAlong = unit * (speedEnd - impulse * radialEnd);
  const alongByAside = unitAside * (piece.radial * speedEnd - radialEnd * later);
  const asideByAlong = -unit * impulse * turnEnd;
  const asideByAside = unitAside * turnEnd * (speedEnd - later);
  const heldByAlong = unit * (2 * piece.held - impulse * holdEnd);
  const heldByAside = unitAside * piece.laterHeld;
  for (let k = 0; k < PATH_KINDS; k++) {
    const x = along[k];
    const y = aside[k];
    along[k] = alongByAlong * x + alongByAside * y;
    aside[k] = asideByAlong * x + asideByAside * y;
    held[k] += heldByAlong * x + heldByAside * y;
  }
}

/** What changes of d and A on the piece change at its end. */
function addSources({ along, aside, held, nodes, numbers }: Integrals, { count, weights }: PieceRule): void {
  const { z1, z2, speed, radial, turn, clock, left, radialLeft, heldLeft, later, laterHeld } = nodes;
  const speedEnd = speed[count];
  const radialEnd = radial[count];
  const turnEnd = turn[count];
  let slip1 = 0;
  let slip2 = 0;
  for (let j = 0; j < count; j++) {
    const c = z1[j];
    const s = z2[j];
    const share = weights[j] * clock[j];
    const perTurn = share / turn[j];
    const passed = share * speed[j] * speed[j];
    slip1 += passed * c;
    slip2 += passed * s;
    addAlong(along, c, s, share * (speedEnd - left[j] * radialEnd), perTurn * (radialLeft[j] * speedEnd - radialEnd * later[j]));
    addAlong(aside, c, s, -share * left[j] * turnEnd, perTurn * turnEnd * (speedEnd - later[j]));
    addAlong(held, c, s, share * heldLeft[j], perTurn * laterHeld[j]);
  }
  numbers.slip1 += slip1;
  numbers.slip2 += slip2;
}

/** Adds (m z + l q) . (dd - dA z) for each part of d and A. */
export function addAlong(row: Float64Array, z1: number, z2: number, m: number, l: number): void {
  const w1 = m * z1 - l * z2;
  const w2 = m * z2 + l * z1;
  row[BY_D1] += w1;
  row[BY_D2] += w2;
  row[BY_A11] -= w1 * z1;
  row[BY_A12] -= w1 * z2 + w2 * z1;
  row[BY_A22] -= w2 * z2;
}

/** Takes the end of the piece as the place where the rows are, and sees how fast the slip turned. */
function arrive({ along, aside, here, nodes, numbers, passage, piece }: Integrals, end: number): void {
  const { z1, z2, speed, radial, turn, hold, left } = nodes;
  const { most } = numbers;
  for (let j = 0; j <= end; j++) {
    const swept = Math.abs(turn[j]);
    if (speed[j] < numbers.slowest) numbers.slowest = speed[j];
    if (swept > numbers.most) {
      numbers.most = swept;
      numbers.speed = speed[j];
      numbers.place = here.impulse + piece.impulse - (j < end ? left[j] : 0);
    }
  }
  here.z1 = z1[end];
  here.z2 = z2[end];
  here.speed = speed[end];
  here.radial = radial[end];
  here.turn = turn[end];
  here.hold = hold[end] * speed[end];
  here.impulse += piece.impulse;
  if (numbers.most === most) return;
  passage.along.set(along);
  passage.aside.set(aside);
  passage.speed = here.speed;
  passage.radial = here.radial;
  passage.turn = here.turn;
  passage.impulse = here.impulse;
}
