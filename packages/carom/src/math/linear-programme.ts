/**
 * Small dense linear programmes: the largest c . x with A x = b, x >= 0.
 *
 * The simplex method on a full table in two phases: first the sum of one artificial unknown per row is brought to zero, then c is improved.
 * Entering and leaving unknowns are chosen by Bland's rule (the first that may), which cannot go round in circles. Exact enough for tens of
 * rows; rows are scaled to a largest entry of one first.
 *
 * Source: Dantzig (1947); Bland, New finite pivoting rules for the simplex method (1977).
 */
import { InvalidInputError, SolverError } from "../errors.js";

/** How a linear programme ends: with the largest value and where it is, or why there is none. */
export type LinearProgramme =
  | { readonly status: "optimal"; readonly value: number; readonly x: Float64Array }
  | { readonly status: "infeasible" }
  | { readonly status: "unbounded" };

/** Entries below this are rounding, for rows and costs of size one. */
const ROUNDING = 1e-10;
const MOST_PIVOTS = 20_000;

/** Largest `cost . x` with `rows . x = right` and x >= 0. */
export function maximise(cost: readonly number[], rows: readonly (readonly number[])[], right: readonly number[]): LinearProgramme {
  checkNumbers("cost", cost, cost.length);
  for (const [i, row] of rows.entries()) checkNumbers(`rows[${i}]`, row, cost.length);
  checkNumbers("right", right, rows.length);
  const count = rows.length;
  const unknowns = cost.length;
  const width = unknowns + count + 1;
  const table = rows.map((row, i) => {
    const line = new Float64Array(width);
    const scale = Math.max(...row.map(Math.abs), Math.abs(right[i])) || 1;
    const sign = right[i] < 0 ? -1 : 1;
    row.forEach((value, j) => {
      line[j] = (sign * value) / scale;
    });
    line[unknowns + i] = 1;
    line[width - 1] = (sign * right[i]) / scale;
    return line;
  });
  const basis = rows.map((_, i) => unknowns + i);

  const artificial = new Float64Array(width);
  for (const line of table) for (let j = 0; j < width; j++) if (j < unknowns || j === width - 1) artificial[j] -= line[j];
  pivotToEnd(table, artificial, basis, unknowns);
  if (artificial[width - 1] < -ROUNDING * count) return { status: "infeasible" };
  // Artificial unknowns still in the basis are zero: they are exchanged where their row has anything else, and their row is empty
  // otherwise.
  basis.forEach((unknown, i) => {
    if (unknown < unknowns) return;
    const column = table[i].subarray(0, unknowns).findIndex((value) => Math.abs(value) > ROUNDING);
    if (column >= 0) pivot(table, artificial, basis, i, column);
  });

  const objective = new Float64Array(width);
  const scale = Math.max(...cost.map(Math.abs)) || 1;
  cost.forEach((value, j) => {
    objective[j] = -value / scale;
  });
  basis.forEach((unknown, i) => {
    const factor = unknown < unknowns ? objective[unknown] : 0;
    if (factor !== 0) for (let j = 0; j < width; j++) objective[j] -= factor * table[i][j];
  });
  if (!pivotToEnd(table, objective, basis, unknowns)) return { status: "unbounded" };
  const x = new Float64Array(unknowns);
  basis.forEach((unknown, i) => {
    if (unknown < unknowns) x[unknown] = Math.max(0, table[i][width - 1]);
  });
  return { status: "optimal", value: objective[width - 1] * scale, x };
}

/** False: the objective grows without bound. */
function pivotToEnd(table: Float64Array[], objective: Float64Array, basis: number[], unknowns: number): boolean {
  const last = objective.length - 1;
  for (let round = 0; round < MOST_PIVOTS; round++) {
    const column = objective.subarray(0, unknowns).findIndex((value) => value < -ROUNDING);
    if (column < 0) return true;
    let row = -1;
    let least = Infinity;
    table.forEach((line, i) => {
      if (line[column] <= ROUNDING) return;
      const ratio = line[last] / line[column];
      if (ratio < least - ROUNDING || (ratio <= least + ROUNDING && row >= 0 && basis[i] < basis[row])) {
        least = Math.min(least, ratio);
        row = i;
      }
    });
    if (row < 0) return false;
    pivot(table, objective, basis, row, column);
  }
  throw new SolverError("a linear programme was not solved", { pivots: MOST_PIVOTS });
}

function pivot(table: Float64Array[], objective: Float64Array, basis: number[], row: number, column: number): void {
  const line = table[row];
  const inverse = 1 / line[column];
  for (let j = 0; j < line.length; j++) line[j] *= inverse;
  line[column] = 1;
  for (const other of [...table, objective]) {
    if (other === line) continue;
    const factor = other[column];
    if (factor === 0) continue;
    for (let j = 0; j < line.length; j++) other[j] -= factor * line[j];
    other[column] = 0;
  }
  basis[row] = column;
}

function checkNumbers(path: string, values: readonly number[], count: number): void {
  if (values.length !== count || !values.every(Number.isFinite))
    throw new InvalidInputError(path, values, `is not a list of ${count} finite numbers`);
}
