/**
 * A tree whose loops are closed and whose joints are geared or moved (bindings.ts): what is left of its mobility, and the accelerations
 * that this costs.
 *
 * With the independent speeds u = G u_I + T r of partition.ts, J G = 0, and g any accelerations with J g = r' - J' u,
 *
 *     M u' = f + J^T F          u' = P f + (g - P M g)          P = G (G^T M G)^-1 G^T
 *
 * P and u' do not depend on the partition: u' is the only one with J u' = -J' u and G^T (M u' - f) = 0. So all speeds are kept, whichever
 * the independent ones are at an instant. P M is the projection onto speeds that keep the loops closed which changes the kinetic energy
 * least; it takes out what integration leaves.
 *
 * Letters: M mass matrix, J rows of the loops, F forces in them, f generalised forces.
 * Source: 004 chapter 2, eq. (2.7) to (2.12).
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { type CholeskyFactor, choleskyFactor, choleskySolve } from "../../math/solve.js";
import type { Bindings } from "./bindings.js";
import { createLoops } from "./loops.js";
import { createPartition, type Partition } from "./partition.js";
import type { SceneLoop } from "./scene-link.js";
import type { Tree } from "./tree.js";

/**
 * Of what the loops bind most weakly, relative to the most that it has been: here motions part. Loops are closed to rounding e only, and J
 * u = 0 of loops open by e turns, at the distance x from the place, by e / x^2 away from the velocity of the branch; nearer than this it is
 * no longer rounding.
 */
const PARTING = 1e-4;

export interface Embedding {
  /** Rows and partition at the poses of the tree. */
  place(): void;
  /** The mobility, after `place`. */
  weigh(mass: Float64Array): void;
  /** x = P x. */
  apply(x: Float64Array): void;
  /** Adds g - P M g at a time; needs velocities. */
  addImpressed(time: number, mass: Float64Array, out: Float64Array): void;
  /** How far the loops are open, m or rad, and how fast they open at some speeds; after `place`. */
  readonly openness: () => number;
  readonly opening: (speeds: Float64Array) => number;
  /** Displacement that closes the loops to first order, by the dependent speeds. */
  closing(out: Float64Array): void;
  /** u = P M u, with the speeds of joints that are moved as they are; after `weigh`. */
  restore(mass: Float64Array, speeds: Float64Array): void;
  /** Splits so that speeds which are held are independent, as far as can be; true where the others can follow. */
  placeHolding(held: (speed: number) => boolean): boolean;
  /** Completes speeds whose held ones are given, at the beginning. Returns how fast the loops then open. */
  follow(held: (speed: number) => boolean, speeds: Float64Array): number;
  /** To be asked of every state that a motion comes to, after `place`: ends the run where the motion may branch. */
  pass(): void;
  /** From here on the loops must bind as many speeds as now. */
  fix(): void;
}

export function createEmbedding(tree: Tree, given: readonly SceneLoop[], bindings: Bindings, linkOf: (name: string) => number): Embedding {
  const loops = createLoops(tree, given, linkOf);
  const n = tree.speedCount;
  const count = loops.count + bindings.count;
  const names = [...given.map(({ between }) => between.join("/")), ...bindings.names];
  const partition = createPartition(count, n);
  const rows = new Float64Array(count * n);
  const open = new Float64Array(count);
  const right = new Float64Array(count);
  /** The rows that are split; not a number: none yet. */
  const split = new Float64Array(count * n).fill(Number.NaN);
  const [particular, momentum, whole, reduced] = [new Float64Array(n), new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  let factor: CholeskyFactor | undefined;
  /** Of G, as the rows were split last. */
  let columns: readonly Column[] | undefined;
  let bound: number | undefined;
  let firmest = 0;

  function writeRows(): void {
    loops.writeRows(rows, open);
    bindings.writeRows(tree.placed, rows, open, loops.count);
  }

  function place(): void {
    writeRows();
    // Rows of gears alone never change.
    if (rows.some((value, k) => value !== split[k])) {
      partition.matrix.set(rows);
      partition.factor();
      split.set(rows);
      columns = undefined;
    }
    if (bound !== undefined && partition.rank !== bound)
      throw branching(names, partition, `they bind ${partition.rank} speeds instead of ${bound}`);
    firmest = Math.max(firmest, partition.weakest);
  }

  function weigh(mass: Float64Array): void {
    columns ??= columnsOf(partition, reduced, whole);
    factor = choleskyFactor(reducedMass(columns, mass, whole));
    if (factor === undefined && partition.rank < n)
      throw new SolverError("the mass matrix is singular: a link that moves has no mass, or no inertia about its joint", {});
  }

  function apply(x: Float64Array): void {
    partition.reduce(x, reduced);
    const independent = factor === undefined ? [] : choleskySolve(factor, reduced.subarray(0, n - partition.rank));
    reduced.set(independent);
    partition.expand(reduced, x);
  }

  /** How fast loops and gears open; joints that are moved go as they do. */
  function opening(speeds: Float64Array): number {
    bindings.readSpeeds(speeds, right, loops.count);
    let most = 0;
    for (let r = 0; r < count; r++) most = Math.max(most, Math.abs(rowTimes(rows, r, speeds) - (r < loops.count ? 0 : right[r])));
    return most;
  }

  return {
    place,
    weigh,
    apply,
    addImpressed: (time, mass, out) => {
      loops.writeRates(right);
      for (let r = 0; r < loops.count; r++) right[r] = -right[r];
      bindings.writeAccelerations(time, right, loops.count);
      partition.particular(right, particular);
      multiply(mass, particular, momentum);
      apply(momentum);
      for (let k = 0; k < n; k++) out[k] += particular[k] - momentum[k];
    },
    openness: () => open.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    opening,
    closing: (out) => {
      for (let r = 0; r < count; r++) right[r] = -open[r];
      partition.particular(right, out);
    },
    restore: (mass, speeds) => {
      right.fill(0);
      bindings.readSpeeds(speeds, right, loops.count);
      partition.particular(right, particular);
      for (let k = 0; k < n; k++) whole[k] = speeds[k] - particular[k];
      multiply(mass, whole, momentum);
      apply(momentum);
      for (let k = 0; k < n; k++) speeds[k] = momentum[k] + particular[k];
    },
    placeHolding: (held) => {
      split.fill(Number.NaN);
      columns = undefined;
      writeRows();
      partition.matrix.set(rows);
      const all = partition.factor();
      partition.matrix.set(rows);
      return partition.factor((speed) => !held(speed)) === all;
    },
    follow: (held, speeds) => {
      split.fill(Number.NaN);
      columns = undefined;
      partition.matrix.set(rows);
      partition.factor((speed) => !held(speed));
      for (let k = partition.rank; k < n; k++) reduced[k - partition.rank] = speeds[partition.order[k]];
      partition.expand(reduced, speeds);
      right.fill(0);
      bindings.writeSpeeds(0, right, loops.count);
      partition.particular(right, particular);
      for (let k = 0; k < n; k++) speeds[k] += particular[k];
      return opening(speeds);
    },
    pass: () => {
      if (partition.weakest < PARTING * firmest) throw branching(names, partition, "a speed is nearly not bound any more");
    },
    fix: () => {
      bound = partition.rank;
      if (bindings.driven.length > 0) checkDrives(rows, count, n, bindings);
      if (partition.rank === n && bindings.driven.length === 0)
        throw new InvalidInputError(given.length > 0 ? "loops" : "gears", names, "leave nothing that can move");
    },
  };
}

/** Throws InvalidInputError where a joint is moved that others move already, or has stops although nothing can stop it. */
function checkDrives(rows: Float64Array, count: number, n: number, { driven, moved, stopped }: Bindings): void {
  const others = rankOf(rows.subarray(0, (count - driven.length) * n), n);
  const all = rankOf(rows, n);
  if (all < others + driven.length)
    throw new InvalidInputError(
      `bodies.${moved[moved.length - 1]}.joint.motion`,
      moved,
      "have motions, more than loops and gears leave free: the motion of one of them follows from the others",
    );
  for (const { name, speed } of stopped) {
    const withStop = new Float64Array((count + 1) * n);
    withStop.set(rows);
    withStop[count * n + speed] = 1;
    if (rankOf(withStop, n) === all)
      throw new InvalidInputError(
        `bodies.${name}.joint.limits`,
        name,
        `goes as the motion of ${moved.join(" and ")} has it, which no stop stops`,
      );
  }
}

function rankOf(rows: Float64Array, n: number): number {
  const partition = createPartition(rows.length / n, n);
  partition.matrix.set(rows);
  return partition.factor();
}

/** The motion may go on in more than one way. */
function branching(names: readonly string[], { rank, weakest }: Partition, what: string): SolverError {
  return new SolverError(
    `the loops (${names.join(", ")}) are at a place where ${what}: there the motion may branch, and no law says how ` +
      "it goes on; end the run before it, or give the links lengths that never lie flat",
    { rank, weakest },
  );
}

function rowTimes(rows: Float64Array, row: number, x: Float64Array): number {
  const n = x.length;
  let sum = 0;
  for (let k = 0; k < n; k++) sum += rows[row * n + k] * x[k];
  return sum;
}

/** The columns of G, in two arrays to work in. */
function columnsOf(partition: Partition, reduced: Float64Array, whole: Float64Array): readonly Column[] {
  return Array.from({ length: whole.length - partition.rank }, (_, k): Column => {
    reduced.fill(0);
    reduced[k] = 1;
    partition.expand(reduced, whole);
    const places = Int32Array.from(whole.keys()).filter((j) => whole[j] !== 0);
    return { places, values: Float64Array.from(places, (j) => whole[j]) };
  });
}

/** G^T M G, in an array to work in. */
function reducedMass(columns: readonly Column[], mass: Float64Array, whole: Float64Array): number[][] {
  const n = whole.length;
  return columns.map((column) => {
    for (let j = 0; j < n; j++) whole[j] = columnTimes(column, mass, j * n);
    return columns.map((other) => columnTimes(other, whole, 0));
  });
}

/** A column of G without its zeros, of which gears leave many: the others and their places, ascending. */
interface Column {
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/** Its product with the numbers from a place on. */
function columnTimes({ places, values }: Column, x: Float64Array, from: number): number {
  let sum = 0;
  for (let k = 0; k < places.length; k++) sum += values[k] * x[from + places[k]];
  return sum;
}

/** out = matrix x, the matrix by rows. */
function multiply(matrix: Float64Array, x: Float64Array, out: Float64Array): void {
  const n = x.length;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += matrix[j * n + k] * x[k];
    out[j] = sum;
  }
}
