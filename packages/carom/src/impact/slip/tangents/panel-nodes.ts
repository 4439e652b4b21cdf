/**
 * The nodes of one piece of a panel, and what is integrated from each to its end. Letters as in panels.ts and series/panel.ts.
 *
 * Of the path only the slip speed is summed, from the series of the panel; impulse and M follow by the integrals to the end of the piece,
 * so that neither is a difference of others.
 */
import { exp } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import { isAtRoot } from "../series/panel.js";
import type { SlipWorkspace } from "../series/workspace.js";
import type { Integrals } from "./integrals.js";
import type { PieceRule } from "./piece-rules.js";
import { fastestRate } from "./stretch.js";

/** A slip that turns slower than this part of the fastest rate loses as many digits to differences. */
const NEAR = 10;

/** Fills the nodes of the piece in hand, and its whole integrals. */
export function fillNodes(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rule: PieceRule): void {
  if (isAtRoot(work)) placeBesideRoot(integrals, work, rule);
  else placeEvenly(integrals, rule);
  sumSpeeds(integrals, work, rule.count);
  evaluateNodes(integrals, work, contact, rule.count);
  integrateToEnd(integrals, rule);
  if (integrals.piece.near) integrateRises(integrals, work, contact, rule);
}

/** The nodes, and after them the end and the beginning of the piece, in t. */
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
  t[count + 1] = from;
  power[count] = 1;
  pace[count] = 1;
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
  t[count + 1] = from;
  power[count] = powerMiddle * exp(0.5 * exponent * length);
  pace[count] = 1;
}

/** - log of a term that does not count. */
const NEGLIGIBLE = 37;

/**
 * Where to begin the sum of a series whose last pair of terms, before `count`, does not count at t = 1: its terms fall as e^(-NEGLIGIBLE
 * k/count) there, and as t^k more at t.
 */
export function lastPair(count: number, t: number): number {
  return Math.min(count - 2, 2 * Math.ceil((0.5 * count) / (1 + (count * (1 - Math.abs(t))) / NEGLIGIBLE)));
}

/** The series of the speed at the nodes and at the end, four at a time: none has to wait for the others. */
function sumSpeeds({ nodes }: Integrals, { panel, speedSeries }: SlipWorkspace, count: number): void {
  const { t: places, speed } = nodes;
  const last = lastPair(panel.count, Math.max(Math.abs(places[0]), Math.abs(places[count])));
  for (let j = 0; j <= count; j += 4) {
    const t0 = places[j];
    const t1 = places[j + 1];
    const t2 = places[j + 2];
    const t3 = places[j + 3];
    const step0 = t0 * t0;
    const step1 = t1 * t1;
    const step2 = t2 * t2;
    const step3 = t3 * t3;
    let even0 = 0;
    let even1 = 0;
    let even2 = 0;
    let even3 = 0;
    let odd0 = 0;
    let odd1 = 0;
    let odd2 = 0;
    let odd3 = 0;
    for (let i = last; i >= 0; i -= 2) {
      const even = speedSeries[i];
      const odd = speedSeries[i + 1];
      even0 = even0 * step0 + even;
      even1 = even1 * step1 + even;
      even2 = even2 * step2 + even;
      even3 = even3 * step3 + even;
      odd0 = odd0 * step0 + odd;
      odd1 = odd1 * step1 + odd;
      odd2 = odd2 * step2 + odd;
      odd3 = odd3 * step3 + odd;
    }
    speed[j] = even0 + t0 * odd0;
    speed[j + 1] = even1 + t1 * odd1;
    speed[j + 2] = even2 + t2 * odd2;
    speed[j + 3] = even3 + t3 * odd3;
  }
}

/** Speed, direction and rates at the nodes and, last, at the end. `speed` holds the sums of its series. */
function evaluateNodes({ nodes, numbers, piece }: Integrals, work: SlipWorkspace, contact: SlipContact, count: number): void {
  const { arc, panel, turning } = work;
  const { t: places, power, pace, re: res, im: ims, perLength: perLengths, z1, z2, speed, radial, perTurn, clock, hold } = nodes;
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
  const a11 = friction * b11;
  const a12 = friction * b12;
  const a22 = friction * b22;
  const width = 2 * panel.width;
  const { scale } = panel;
  let { slowest } = numbers;
  let widest = 0;
  let least = Number.POSITIVE_INFINITY;
  piece.fastest = 0;
  for (let j = 0; j <= count; j++) {
    const t = places[j];
    const upper = turning1 + t * (turning2 + t * (turning3 + t * turning4));
    const rest = atRoot ? upper : first + t * upper;
    const swing = atRoot ? t * upper : rest;
    const re = re0 + t * re1;
    const im = im0 + t * im1;
    const length = re * re + im * im;
    const perBoth = 1 / (length * swing);
    const perLength = perBoth * swing;
    const perSwing = perBoth * length;
    const c = (re * re - im * im) * perLength;
    const s = 2 * re * im * perLength;
    const fast = scale * power[j] * speed[j] * rest * length;
    res[j] = re;
    ims[j] = im;
    perLengths[j] = perLength;
    z1[j] = c;
    z2[j] = s;
    speed[j] = fast;
    radial[j] = c * (d1 - (a11 * c + a12 * s)) + s * (d2 - (a12 * c + a22 * s));
    const per = perSwing * length * length;
    const size = Math.abs(per);
    if (size > widest) widest = size;
    if (size < least) {
      least = size;
      piece.fastest = j;
    }
    if (fast < slowest) slowest = fast;
    perTurn[j] = per;
    hold[j] = fast * (hold1 * c + hold2 * s);
    clock[j] = width * length * perSwing * pace[j];
  }
  numbers.slowest = slowest;
  piece.near = widest * fastestRate(contact) > NEAR;
}

/** Normal impulse and M that are left from each node to the end of the piece, and over the whole of it. */
function integrateToEnd({ nodes, piece, rates }: Integrals, { count, weights, toEnd }: PieceRule): void {
  const { speed, clock, hold, left, heldLeft } = nodes;
  let impulse = 0;
  let held = 0;
  for (let j = 0; j < count; j++) {
    const passed = speed[j] * clock[j];
    const rate = passed * hold[j];
    rates[2 * j] = passed;
    rates[2 * j + 1] = rate;
    impulse += weights[j] * passed;
    held += weights[j] * rate;
  }
  piece.impulse = impulse;
  piece.held = held;
  sumToEnd(rates, toEnd, count, left, heldLeft);
}

/** F, R and X: the rise is as small as the chord between two directions, which t tells. */
function integrateRises({ nodes, piece, rates }: Integrals, work: SlipWorkspace, contact: SlipContact, rule: PieceRule): void {
  const { t, pace, re, im, perLength, z1, z2, speed, radialRise, clock, hold, radialLeft, turnedLeft } = nodes;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const { count, weights, toEnd } = rule;
  const width = 2 * work.panel.width;
  addBeginning(nodes, work, count + 1);
  const to = t[count];
  const reEnd = re[count];
  const imEnd = im[count];
  const double1 = 2 * z1[count];
  const double2 = 2 * z2[count];
  const unit = width * perLength[count];
  for (let j = 0; j <= count + 1; j++) {
    const reHere = re[j];
    const imHere = im[j];
    // Twice the sine of half the angle between both directions; it is across the direction half-way.
    const chord = unit * perLength[j] * (to - t[j]);
    const rise1 = -chord * (reHere * imEnd + imHere * reEnd);
    const rise2 = chord * (reHere * reEnd - imHere * imEnd);
    const sum1 = double1 - rise1;
    const sum2 = double2 - rise2;
    radialRise[j] = rise1 * (d1 - friction * (b11 * sum1 + b12 * sum2)) + rise2 * (d2 - friction * (b12 * sum1 + b22 * sum2));
  }
  const holdEnd = hold[count];
  let radial = 0;
  let all = 0;
  for (let j = 0; j < count; j++) {
    const r = speed[j];
    const rise = r * clock[j] * radialRise[j];
    // Clock times g is width over the length.
    const turned = width * pace[j] * perLength[j] * r * r * (hold2 * z1[j] - hold1 * z2[j]) + rise * (holdEnd - 2 * hold[j]);
    rates[2 * j] = rise;
    rates[2 * j + 1] = turned;
    radial += weights[j] * rise;
    all += weights[j] * turned;
  }
  piece.rise = radialRise[count + 1];
  piece.radial = radial;
  piece.turned = all;
  sumToEnd(rates, toEnd, count, radialLeft, turnedLeft);
}

/** The direction where the piece begins, at a place after the nodes. */
function addBeginning({ t, re, im, perLength }: Integrals["nodes"], { arc, panel }: SlipWorkspace, at: number): void {
  const a = panel.attract0 + t[at] * panel.attract1;
  const b = panel.repel0 + t[at] * panel.repel1;
  const real = a * arc.attracting1 + b * arc.repelling1;
  const imaginary = a * arc.attracting2 + b * arc.repelling2;
  re[at] = real;
  im[at] = imaginary;
  perLength[at] = 1 / (real * real + imaginary * imaginary);
}

/** Integrals from each node to the end of the pairs of rates. Two nodes at a time: half as much is read. */
function sumToEnd(rates: Float64Array, toEnd: Float64Array, n: number, firsts: Float64Array, seconds: Float64Array): void {
  for (let j = 0; j < n; j += 2) {
    const k = j + 1 < n ? j + 1 : j;
    let first = 0;
    let second = 0;
    let nextFirst = 0;
    let nextSecond = 0;
    for (let l = 0, at = j * n, nextAt = k * n; l < n; l++, at++, nextAt++) {
      const weight = toEnd[at];
      const nextWeight = toEnd[nextAt];
      const one = rates[2 * l];
      const other = rates[2 * l + 1];
      first += weight * one;
      second += weight * other;
      nextFirst += nextWeight * one;
      nextSecond += nextWeight * other;
    }
    firsts[j] = first;
    seconds[j] = second;
    firsts[k] = nextFirst;
    seconds[k] = nextSecond;
  }
}
