/**
 * Pairs that are passed over for a while because they cannot meet at the speeds that bodies have, or that what hits them has.
 *
 * A body that is hit may become faster than that: a light one among heavy ones is squeezed out. So it is looked at afterwards whether any
 * of these pairs may have met; the frame is then taken again (frame.ts), its bodies counted as that fast.
 */
import { apartAtLeast } from "./apart.js";
import { marginFor, WIDER } from "./broad-phase.js";
import { speedOf } from "./nodes.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

export interface PassedOver {
  /** Of each body: the sum of what its speed has changed by since the frame began, m/s, and by how much it was another one at most. */
  readonly gained: Float64Array;
  readonly most: Float64Array;
  /** Its speeds as they were seen last, and at the beginning. */
  readonly seen: Float64Array;
  readonly first: Float64Array;
  /** The pairs, how far they were apart, m, and what both had gained by then: those of spans within spans at the end. */
  readonly pairs: number[];
  readonly clearances: number[];
  readonly gains: number[];
  /** Of each node: as fast as this, m/s, is what it meets, as the frame has shown. */
  readonly quickness: Float64Array;
  /** Whether some may have met; whether that is asked for. */
  haveMet: boolean;
  isAsked: boolean;
}

/** Of the clearance: the way that all know of who pass a pair over, at most (`marginFor`). */
const KNOWN_WAY = 1 / WIDER;
/** Of the clearance: where bodies have come to go so much farther than was known, they may have gone through each other. */
const FAR = 4;

export function createPassedOver(nodes: number, bodies: number): PassedOver {
  return {
    gained: new Float64Array(nodes),
    most: new Float64Array(nodes),
    seen: new Float64Array(6 * bodies),
    first: new Float64Array(6 * bodies),
    pairs: [],
    clearances: [],
    gains: [],
    quickness: new Float64Array(nodes),
    haveMet: false,
    isAsked: false,
  };
}

/** Begins a frame. */
export function beginPassing({ passed, speeds }: RunState): void {
  passed.gained.fill(0);
  passed.most.fill(0);
  passed.seen.set(speeds.subarray(0, passed.seen.length));
  passed.first.set(passed.seen);
  passed.haveMet = false;
}

/** Sees how the speeds of bodies have changed. */
export function seeGains({ passed: { gained, most, seen, first }, speeds, nodes, tolerances }: RunState, bodies: readonly number[]): void {
  for (const body of bodies) {
    if (body >= nodes.bodyCount) continue;
    gained[body] += changeFrom(seen, speeds, body, tolerances.size);
    most[body] = Math.max(most[body], changeFrom(first, speeds, body, tolerances.size));
    for (let k = 6 * body; k < 6 * body + 6; k += 1) seen[k] = speeds[k];
  }
}

/** By how much the speed of a body is another one, of its centre and of a surface around it, m/s. */
function changeFrom(before: Float64Array, speeds: Float64Array, body: number, reach: number): number {
  let linear = 0;
  let angular = 0;
  for (let k = 6 * body; k < 6 * body + 3; k += 1) {
    linear += (speeds[k] - before[k]) * (speeds[k] - before[k]);
    angular += (speeds[k + 3] - before[k + 3]) * (speeds[k + 3] - before[k + 3]);
  }
  return Math.sqrt(linear) + reach * Math.sqrt(angular);
}

/** Notes the pairs of an island that has just been split that are passed over. Returns from where on they are noted. */
export function passOver(run: RunState, { pairs }: Island): number {
  const { passed, clear, joined } = run;
  const from = passed.pairs.length;
  if (!passed.isAsked) return from;
  for (const pair of pairs) {
    if (joined[pair] === 1) continue;
    passed.pairs.push(pair);
    passed.clearances.push(clear[pair]);
    passed.gains.push(gainedAt(run, pair));
  }
  return from;
}

/** Looks, after a span, which of the pairs noted from a number on may have met, and forgets them. */
export function lookBack(run: RunState, from: number, span: number): void {
  const { pairs, clearances, gains } = run.passed;
  for (let k = from; k < pairs.length; k += 1) lookAt(run, pairs[k], clearances[k], (gainedAt(run, pairs[k]) - gains[k]) * span, span);
  pairs.length = clearances.length = gains.length = from;
}

/** Looks, after a span, whether a pair may have met. `way`: how much farther than was known both may have gone. */
function lookAt(run: RunState, pair: number, clearance: number, way: number, span: number): void {
  if (mayHaveMet(run, pair, clearance, way)) hurryUp(run, pair, Math.max(way, clearance) / span);
}

/** Looks, after a frame, at pairs of bodies that were not even listed, because all were slower than something before it, m/s. */
export function lookBeyond(run: RunState, { bodies, pairs }: Island, span: number, fastest: number): void {
  const { passed, surfaces, system, tolerances } = run;
  const most = bodies.reduce((sum, body) => Math.max(sum, passed.most[body]), 0);
  if (most <= 2 * (fastest + tolerances.gravity * span)) return;
  const [own, known] = [new Set(bodies), new Set(pairs)];
  for (let pair = 0; pair < system.pairs.length; pair += 1) {
    const [first, second] = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]];
    if (known.has(pair) || !own.has(first) || (second !== GROUND && !own.has(second))) continue;
    const both = passed.most[first] + (second === GROUND ? 0 : passed.most[second]);
    lookAt(run, pair, marginFor(run, span, pair, fastest), both * span, span);
  }
}

/** Whether a way beyond what was known may be enough to meet. */
function mayMatter(way: number, clearance: number): boolean {
  return way > (1 - KNOWN_WAY) * clearance;
}

function gainedAt({ passed: { gained }, surfaces: { bodies } }: RunState, pair: number): number {
  return gained[bodies[2 * pair]] + (bodies[2 * pair + 1] === GROUND ? 0 : gained[bodies[2 * pair + 1]]);
}

function mayHaveMet(run: RunState, pair: number, clearance: number, way: number): boolean {
  if (!mayMatter(way, clearance)) return false;
  const left = apartAtLeast(run, pair);
  return left < -run.tolerances.gapTolerance || isFar(way, clearance, left);
}

/**
 * Nodes that are not among those of the frame and that these may have met in it. `before`: where all were at its beginning, and the others
 * are still.
 */
export function metOutside(
  run: RunState,
  own: ReadonlySet<number>,
  others: ReadonlySet<number>,
  before: Float64Array,
  span: number,
): ReadonlySet<number> {
  const { system, passed, surfaces, coordinates, speeds, nodes } = run;
  const met = new Set<number>();
  for (let pair = 0; pair < system.pairs.length; pair += 1) {
    const [first, second] = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]];
    const [node, other] = own.has(first) ? [first, second] : [second, first];
    if (!own.has(node) || !others.has(other) || met.has(other) || passed.most[node] === 0) continue;
    const way = passed.most[node] * span;
    const left = system.clearance(pair, coordinates) - marginFor(run, span, pair, speedOf(nodes, speeds, other));
    // Most are farther than it can have come.
    if (left > 2 * way) continue;
    const clearance = system.clearance(pair, before);
    if (mayMatter(way, clearance) && (left < 0 || isFar(way, clearance, left))) met.add(other);
  }
  return met;
}

/** Whether a pair may have gone through each other. */
function isFar(way: number, clearance: number, left: number): boolean {
  return way > FAR * clearance && way + KNOWN_WAY * clearance > clearance + left;
}

function hurryUp({ passed, surfaces: { bodies } }: RunState, pair: number, speed: number): void {
  passed.haveMet = true;
  for (const node of [bodies[2 * pair], bodies[2 * pair + 1]])
    if (node !== GROUND) passed.quickness[node] = Math.max(2 * passed.quickness[node], speed);
}
