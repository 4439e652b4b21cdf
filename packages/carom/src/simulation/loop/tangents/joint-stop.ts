/**
 * When slips of one cluster come to rest together.
 *
 * The time left T(s) of slips s that end at one instant is homogeneous: of slips half as fast it is half as long. Into rest they go as
 * s = -c T with c the rates of s, and there the gradient g of T does not change, while what a parameter changes of s does,
 *
 *     d(ds)/dt = G ds / T      G = dc/dz (1 - z z^T) / |c|      so      g G = 0,  g c = -1,   dt = g ds
 *
 * within the slips that the cluster can have. What lies across the way dies out as a power of T, which may be a low one (G has its
 * eigenvalues, but the one of c, to the left; else what is small now tears the slips apart). Each contact by itself would tell, by
 * dt = -z ds / z c, an instant of its own until then.
 *
 * Source: own study, derivatives of runs, section 2.
 */
import { eigenvalues } from "../../../math/eigenvalues.js";
import { createLeastSquares } from "../../../math/least-squares.js";
import { dot } from "../../../math/sparse/conjugate-gradients.js";
import { SLIP } from "../../contact/force-problem.js";
import type { ClusterAt } from "./clusters-at.js";
import { createFrozen, type Frozen, type FrozenEvaluator, type State } from "./frozen.js";
import type { MarginOf } from "./margins.js";
import { spanOf } from "./scales.js";
import type { SettleSources } from "./seen-touches.js";

/** Shifts at one instant are the same up to this part of themselves, or of the largest change that the parameter makes to the state. */
export const SAME_SHIFT = 1e-7;
/** Slips that others give to this part of themselves are none of their own. */
const SPANNED = 1e-9;
/** An eigenvalue this far to the right counts as one of slips that do not come closer to each other. */
const STAYS = -1e-6;
/** Slips that go on beside one that has come to rest do so within this many times the time that they were said to have left. */
const PATIENCE = 10;

/** What has been told of slips that come to rest together, when the first has. */
export interface Resting {
  readonly keys: ReadonlySet<string>;
  readonly shift: readonly (number | undefined)[];
  /** s; what comes to rest later does so by itself. */
  readonly until: number;
}

/** How the time of the instant follows from slips, two for each contact of `slips`. */
interface JointStop {
  readonly slips: readonly number[];
  /** g, s^2/m. */
  readonly time: Float64Array;
  /** c, m/s^2. */
  readonly rates: Float64Array;
  /** How far the slips still are from their way into rest, rad. */
  readonly astray: number;
}

/** Contacts of a cluster that go on in another mode, and what each of them tells of the instant. */
export interface Stops extends ClusterAt {
  readonly state: State;
  readonly causes: readonly MarginOf[];
  /** Column by column, of all contacts. */
  readonly velocities: readonly Float64Array[];
  /** Of each cause, along each column, as if it were alone. */
  readonly shifts: readonly Float64Array[];
}

/**
 * By how much the instant shifts along each column; undefined where that is not known well enough, or all contacts tell the same: then they
 * tell the very instant that the run takes, at which slips are too slow to count. Undefined for all: these stops are not those of slips
 * that come to rest together.
 */
export function shiftsTogether(sources: SettleSources, stops: Stops): readonly (number | undefined)[] | undefined {
  const { cluster, at, state, causes, velocities, shifts } = stops;
  const { evaluator, columns, scales, contactSpeed, resting } = sources;
  sources.resting = undefined;
  if (causes.some(({ kind }) => kind !== "stop")) return undefined;
  if (resting !== undefined && state.time <= resting.until && causes.every(({ contact }) => resting.keys.has(contact.key))) {
    sources.resting = resting;
    return resting.shift;
  }
  const slips = cluster.contacts.flatMap(({ mode }, i) => (mode === SLIP ? [i] : []));
  const isLeft = (i: number) => lengthOf(at.velocities.subarray(3 * i, 3 * i + 2)) > contactSpeed;
  if (slips.length < 2 || slips.some(isLeft) || causes.some(({ contact }) => contact.mode !== SLIP)) return undefined;
  const joint = jointStop(evaluator, { cluster, at }, state, slips);
  if (joint === undefined) return undefined;
  const areAll = causes.length === slips.length;
  const shift = velocities.map((changes, j) => {
    const { shift: own, error } = shiftOfStop(joint, changes);
    const same = SAME_SHIFT * Math.max(spanOf(columns[j], scales), Math.abs(own));
    const areAlike = areAll && shifts.every((one) => Math.abs(one[j] - shifts[0][j]) <= same);
    return areAlike || !(error <= same) ? undefined : own;
  });
  if (!areAll) {
    const left = Math.abs(dot(joint.time, slipsOf(slips, at.velocities)));
    const keys = new Set(cluster.contacts.map(({ key }) => key));
    sources.resting = { keys, shift, until: state.time + PATIENCE * left };
  }
  return shift;
}

function jointStop(evaluator: FrozenEvaluator, { cluster, at }: ClusterAt, state: State, slips: readonly number[]): JointStop | undefined {
  const rates = slipsOf(slips, at.contactRates);
  const turned = slips.flatMap((i) =>
    [0, 1].map((axis) => {
      const turns = new Float64Array(2 * cluster.contacts.length);
      turns[2 * i + axis] = 1;
      const change = createFrozen(cluster);
      evaluator.addTurns(cluster, state, at, turns, change);
      return slipsOf(slips, change.contactRates);
    }),
  );
  const basis = basisOf([rates, ...turned]);
  const count = basis.length;
  const braking = lengthOf(rates);
  const matrix = new Float64Array((count + 1) * count);
  basis.forEach((axis, r) => {
    const turning = turnedBy(slips, at, rates, turned, axis);
    for (let a = 0; a < count; a++) {
      matrix[r * count + a] = dot(basis[a], turning);
      matrix[count * count + a] = dot(basis[a], rates) / braking;
    }
  });
  const { real } = eigenvalues(matrix.subarray(0, count * count), count);
  if (real.filter((value) => value > STAYS).length !== 1) return undefined;
  const squares = createLeastSquares(count + 1, count);
  squares.matrix.set(matrix);
  const right = new Float64Array(count + 1);
  right[count] = -1 / braking;
  const share = new Float64Array(count);
  if (squares.solve(count + 1, count, right, share) < count) return undefined;
  const time = new Float64Array(rates.length);
  basis.forEach((axis, a) => {
    for (let k = 0; k < time.length; k++) time[k] += share[a] * axis[k];
  });
  return { slips, time, rates, astray: astrayOf(slips, at, rates) };
}

/** The shift that a change of the velocities makes, and about how far that is off. */
function shiftOfStop({ slips, time, rates, astray }: JointStop, velocities: Float64Array): { shift: number; error: number } {
  const change = slipsOf(slips, velocities);
  const shift = dot(time, change);
  const across = change.map((value, k) => value + shift * rates[k]);
  return { shift, error: astray * lengthOf(across) * lengthOf(time) };
}

function astrayOf(slips: readonly number[], { directions }: Frozen, rates: Float64Array): number {
  return slips.reduce((most, i, n) => {
    const [c1, c2] = rates.subarray(2 * n, 2 * n + 2);
    return Math.max(most, Math.abs(directions[2 * i] * c2 - directions[2 * i + 1] * c1) / Math.sqrt(c1 * c1 + c2 * c2));
  }, 0);
}

/** The first two of three components of some contacts. */
function slipsOf(slips: readonly number[], values: Float64Array): Float64Array {
  return Float64Array.from({ length: 2 * slips.length }, (_, k) => values[3 * slips[k >> 1] + (k & 1)]);
}

/** G times slips. */
function turnedBy(
  slips: readonly number[],
  { directions }: Frozen,
  rates: Float64Array,
  turned: readonly Float64Array[],
  slip: Float64Array,
): Float64Array {
  const out = new Float64Array(slip.length);
  slips.forEach((i, n) => {
    const [z1, z2] = directions.subarray(2 * i, 2 * i + 2);
    const [c1, c2] = rates.subarray(2 * n, 2 * n + 2);
    const turn = (z1 * slip[2 * n + 1] - z2 * slip[2 * n]) / Math.sqrt(c1 * c1 + c2 * c2);
    for (let k = 0; k < out.length; k++) out[k] += turn * (z1 * turned[2 * n + 1][k] - z2 * turned[2 * n][k]);
  });
  return out;
}

/** Axes at right angles that span some vectors, always along the longest of what is left of them. */
function basisOf(vectors: readonly Float64Array[]): Float64Array[] {
  const left = vectors.map((vector) => vector.slice());
  const basis: Float64Array[] = [];
  const least = SPANNED * Math.max(...left.map(lengthOf));
  for (;;) {
    const longest = left.reduce((most, vector) => (lengthOf(vector) > lengthOf(most) ? vector : most));
    const length = lengthOf(longest);
    if (!(length > least)) return basis;
    const axis = longest.map((value) => value / length);
    basis.push(axis);
    // Twice: what rounding leaves of the first time is taken away by the second.
    for (const vector of [...left, ...left]) {
      const part = dot(axis, vector);
      for (let k = 0; k < vector.length; k++) vector[k] -= part * axis[k];
    }
  }
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}
