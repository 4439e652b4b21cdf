/**
 * The shape of a factorisation by bodies: which blocks there are, in which order bodies are eliminated, and where every product goes.
 *
 * Nodes are bodies, edges are pairs of bodies that touch. The body whose neighbours have the fewest speeds goes next (of several the
 * first); its neighbours become neighbours of each other. Made once for the same bodies that touch, at however many places.
 *
 * Source: Tinney and Walker, Direct solutions of sparse network equations, 1967 (minimum degree); own study, dense contact section 4.
 */
import type { StepProblem } from "./problem.js";

export interface Elimination {
  readonly bodyCount: number;
  /** Speeds of the bodies, as they were analysed. */
  readonly bodySizes: Int32Array;
  /** First and second body of every two that touch, in the order of their contacts. */
  readonly pairs: Int32Array;
  /** First and second body of each contact. */
  contacts: Int32Array;
  /** Body at each place of the order. */
  readonly order: Int32Array;
  /** Place of each body. */
  readonly place: Int32Array;
  /** In the order: speeds, where they begin, and where the diagonal block begins; one more than there are bodies. */
  readonly sizes: Int32Array;
  readonly speeds: Int32Array;
  readonly diagonals: Int32Array;
  /** Where the blocks below the diagonal of each column begin; one more than there are columns. */
  readonly starts: Int32Array;
  /** Place of the row of each block, and where its numbers begin; one more than there are blocks. */
  readonly rows: Int32Array;
  readonly offsets: Int32Array;
  /** Of each contact between two bodies, its block below the diagonal; -1 with the ground. */
  contactBlocks: Int32Array;
  /** Where the destinations of each column begin. */
  readonly targetStarts: Int32Array;
  /** For every two blocks (i > j) of a column, row by row: the block that their product goes to. */
  readonly targets: Int32Array;
}

/** Whether an elimination is that of all contacts of a problem. */
export function isOfContacts(known: Elimination, problem: StepProblem): boolean {
  const { contactCount, bodies } = problem;
  if (known.contacts.length !== 2 * contactCount || !isOfBodies(known, problem)) return false;
  for (let k = 0; k < 2 * contactCount; k += 1) if (known.contacts[k] !== bodies[k]) return false;
  return true;
}

/** Whether an elimination is that of the same bodies that touch. */
export function isSameGraph(known: Elimination, problem: StepProblem): boolean {
  if (!isOfBodies(known, problem)) return false;
  const { contactCount, bodies } = problem;
  const { pairs } = known;
  let at = 0;
  for (let i = 0; i < contactCount; i += 1) {
    if (!beginsPair(bodies, i)) continue;
    if (at === pairs.length || pairs[at] !== bodies[2 * i] || pairs[at + 1] !== bodies[2 * i + 1]) return false;
    at += 2;
  }
  return at === pairs.length;
}

function isOfBodies({ bodyCount, bodySizes }: Elimination, problem: StepProblem): boolean {
  if (bodyCount !== problem.bodyCount) return false;
  for (let body = 0; body < bodyCount; body += 1) if (bodySizes[body] !== problem.sizes[body]) return false;
  return true;
}

/** Whether a contact is the first of two bodies: contacts of a pair stand together. */
function beginsPair(bodies: Int32Array, i: number): boolean {
  const first = bodies[2 * i];
  const second = bodies[2 * i + 1];
  if (second < 0 || first === second) return false;
  return i === 0 || bodies[2 * i - 2] !== first || bodies[2 * i - 1] !== second;
}

/** Finds the blocks of the contacts of a problem in the elimination of its graph. */
export function findBlocks(elimination: Elimination, { contactCount, bodies }: StepProblem): void {
  const { place, starts, rows } = elimination;
  elimination.contacts = bodies.slice(0, 2 * contactCount);
  elimination.contactBlocks = new Int32Array(contactCount).fill(-1);
  for (let i = 0; i < contactCount; i += 1) {
    if (bodies[2 * i + 1] < 0) continue;
    const first = place[bodies[2 * i]];
    const second = place[bodies[2 * i + 1]];
    elimination.contactBlocks[i] = blockAt(starts, rows, Math.max(first, second), Math.min(first, second));
  }
}

function blockAt(starts: Int32Array, rows: Int32Array, row: number, column: number): number {
  for (let at = starts[column]; at < starts[column + 1]; at += 1) if (rows[at] === row) return at;
  return -1;
}

export function analyse(problem: StepProblem): Elimination {
  const { bodyCount, contactCount, bodies, sizes: given } = problem;
  const bodySizes = given.slice(0, bodyCount);
  const pairs: number[] = [];
  const neighbours = Array.from({ length: bodyCount }, () => new Set<number>());
  for (let i = 0; i < contactCount; i += 1) {
    if (!beginsPair(bodies, i)) continue;
    const [first, second] = [bodies[2 * i], bodies[2 * i + 1]];
    pairs.push(first, second);
    neighbours[first].add(second);
    neighbours[second].add(first);
  }
  const { order, place, columns } = eliminate(neighbours, bodySizes);
  const sizes = order.map((body) => bodySizes[body]);
  const starts = new Int32Array(bodyCount + 1);
  columns.forEach((column, k) => {
    starts[k + 1] = starts[k] + column.length;
  });
  const rows = Int32Array.from(columns.flat());
  const columnOf = columns.flatMap((column, k) => column.map(() => k));
  const elimination: Elimination = {
    bodyCount,
    bodySizes,
    pairs: Int32Array.from(pairs),
    contacts: new Int32Array(0),
    order,
    place,
    sizes,
    speeds: sumsOf(sizes),
    diagonals: sumsOf(sizes.map((size) => size * size)),
    starts,
    rows,
    offsets: sumsOf(rows.map((row, at) => sizes[row] * sizes[columnOf[at]])),
    contactBlocks: new Int32Array(0),
    ...targetsOf(columns, (row, column) => blockAt(starts, rows, row, column)),
  };
  findBlocks(elimination, problem);
  return elimination;
}

/** 0, then the sum up to each. */
function sumsOf(values: Int32Array): Int32Array {
  const sums = new Int32Array(values.length + 1);
  values.forEach((value, k) => {
    sums[k + 1] = sums[k] + value;
  });
  return sums;
}

/** The order, and the places of the rows below each diagonal, ascending. */
function eliminate(neighbours: readonly Set<number>[], sizes: Int32Array): { order: Int32Array; place: Int32Array; columns: number[][] } {
  const count = neighbours.length;
  const order = new Int32Array(count);
  const place = new Int32Array(count).fill(-1);
  const left: number[][] = [];
  const weigh = (body: number) => {
    let sum = 0;
    for (const other of neighbours[body]) sum += sizes[other];
    return sum;
  };
  const weights = Float64Array.from(neighbours, (_, body) => weigh(body));
  for (let k = 0; k < count; k += 1) {
    let next = -1;
    for (let body = 0; body < count; body += 1) if (place[body] < 0 && (next < 0 || weights[body] < weights[next])) next = body;
    order[k] = next;
    place[next] = k;
    const around = [...neighbours[next]];
    left.push(around);
    for (const one of around) {
      neighbours[one].delete(next);
      for (const other of around) if (other !== one) neighbours[one].add(other);
      weights[one] = weigh(one);
    }
  }
  return { order, place, columns: left.map((column) => column.map((body) => place[body]).sort((a, b) => a - b)) };
}

function targetsOf(
  columns: readonly (readonly number[])[],
  blockOf: (row: number, column: number) => number,
): Pick<Elimination, "targetStarts" | "targets"> {
  const targetStarts = new Int32Array(columns.length + 1);
  const targets: number[] = [];
  columns.forEach((column, k) => {
    for (let i = 1; i < column.length; i += 1) for (let j = 0; j < i; j += 1) targets.push(blockOf(column[i], column[j]));
    targetStarts[k + 1] = targets.length;
  });
  return { targetStarts, targets: Int32Array.from(targets) };
}
