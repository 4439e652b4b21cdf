/**
 * Least squares of a few unknowns by Gauss-Newton with a damping that falls as it succeeds; columns by central differences.
 *
 *     (J^T J + lambda diag J^T J) dx = -J^T r
 */
import { choleskyFactor, choleskySolve } from "../../math/solve.js";

/** Where the sum of squares is least. */
export interface SmallFit {
  readonly values: readonly number[];
  /** Sum of squares. */
  readonly sum: number;
  readonly residuals: readonly number[];
  /** (J^T J)^-1, rows; undefined: the residuals do not tell all values apart. */
  readonly inverse: readonly (readonly number[])[] | undefined;
}

const MOST_ROUNDS = 200;
const TRIALS = 12;
/** Relative change of a value below which it has settled. */
const SETTLED = 1e-14;

/** @param sizes of the values: steps of differences are in proportion to them @param settled change of a value over its size at the end */
export function smallLeastSquares(
  residualsAt: (values: readonly number[]) => readonly number[],
  start: readonly number[],
  sizes: readonly number[],
  settled = SETTLED,
): SmallFit {
  let values = start;
  let residuals = residualsAt(values);
  let sum = squares(residuals);
  let lambda = 1e-3;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { matrix, gradient } = normalEquations(columnsOf(residualsAt, values, sizes), residuals);
    let moved = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const factor = choleskyFactor(matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 + lambda) : value))));
      const step = factor === undefined ? undefined : choleskySolve(factor, gradient);
      const next = step === undefined ? values : values.map((value, i) => value - step[i]);
      const after = residualsAt(next);
      const total = squares(after);
      if (step !== undefined && total <= sum) {
        moved = values.reduce((most, value, i) => Math.max(most, Math.abs(next[i] - value) / sizes[i]), 0);
        [values, residuals, sum] = [next, after, total];
        lambda = Math.max(1e-15, lambda / 10);
        break;
      }
      lambda = Math.min(1e12, lambda * 10);
    }
    if (moved < settled) break;
  }
  const { matrix } = normalEquations(columnsOf(residualsAt, values, sizes), residuals);
  return { values, sum, residuals, inverse: inverseOf(matrix) };
}

/** Inverse of a symmetric positive definite matrix, rows; undefined where it is none. */
export function inverseOf(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const factor = choleskyFactor(matrix);
  if (factor === undefined) return undefined;
  return matrix.map((_, i) => [
    ...choleskySolve(
      factor,
      matrix.map((__, j) => (i === j ? 1 : 0)),
    ),
  ]);
}

function squares(values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value * value, 0);
  return Number.isFinite(sum) ? sum : Number.POSITIVE_INFINITY;
}

const DIFFERENCE = 1e-5;

function columnsOf(residualsAt: (values: readonly number[]) => readonly number[], values: readonly number[], sizes: readonly number[]) {
  return values.map((value, i) => {
    const step = DIFFERENCE * sizes[i];
    const at = (by: number) => residualsAt(values.map((other, j) => (i === j ? value + by : other)));
    const [above, below] = [at(step), at(-step)];
    return above.map((each, k) => (each - below[k]) / (2 * step));
  });
}

function normalEquations(columns: readonly (readonly number[])[], residuals: readonly number[]) {
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  return { matrix: columns.map((a) => columns.map((b) => product(a, b))), gradient: columns.map((a) => product(a, residuals)) };
}
