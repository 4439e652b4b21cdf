/**
 * First-order propagation of uncertainty through one impact.
 *
 * With J the derivatives of what comes out by what goes in, a covariance S of what goes in becomes J S J^T: exact for small errors on both
 * sides of no edge; whether that is so the verdicts of the derivatives tell.
 */
import { InvalidInputError } from "../../errors.js";

/**
 * The covariance of what comes out.
 * @param jacobian row i, column j: derivative of output i by input j
 * @param covariance of the inputs, symmetric
 */
export function propagateCovariance(
  jacobian: readonly (readonly number[])[],
  covariance: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const inputs = covariance.length;
  covariance.forEach((row, i) => {
    if (row.length !== inputs) throw new InvalidInputError(`covariance[${i}]`, row, `does not have ${inputs} numbers`);
    if (!(row[i] >= 0)) throw new InvalidInputError(`covariance[${i}][${i}]`, row[i], "is not a variance >= 0");
    row.forEach((value, j) => {
      if (Math.abs(value - covariance[j][i]) > 1e-9 * Math.sqrt(row[i] * covariance[j][j]))
        throw new InvalidInputError(`covariance[${i}][${j}]`, value, `differs from [${j}][${i}] (${covariance[j][i]})`);
    });
  });
  jacobian.forEach((row, i) => {
    if (row.length !== inputs) throw new InvalidInputError(`jacobian[${i}]`, row, `does not have ${inputs} numbers, as the covariance has`);
  });
  const spread = jacobian.map((row) => covariance.map((column) => row.reduce((sum, value, k) => sum + value * column[k], 0)));
  return jacobian.map((row) => spread.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
}
