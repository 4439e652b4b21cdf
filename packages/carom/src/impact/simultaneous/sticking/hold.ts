/**
 * Forces that hold every contact, where there are such: A g = -a with |g_c| <= 1.
 *
 * The smallest solution (sum of squares) is tried first. Where A is singular there are others: contacts that would need too much are made
 * to count more, which moves their load to the others, and again until all are inside or it does not help.
 */
import { type Disks, findSlope, judge, lengthAt } from "./disks.js";
import { INCONSISTENT } from "./newton.js";

const MOST_ROUNDS = 12;

/** Whether all contacts can be held; leaves in g the forces that do, or else the smallest that would. */
export function holdAll(disks: Disks, measure: Float64Array, smallest: Float64Array): boolean {
  const { contacts, size, g } = disks;
  measure.fill(1, 0, contacts);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rank = weighMatrix(disks, measure);
    g.fill(0, 0, size);
    addSolution(disks, measure);
    // Once more for the rounding of the first.
    addSolution(disks, measure);
    if (round === 0) for (let i = 0; i < size; i++) smallest[i] = g[i];
    let most = 0;
    for (let c = 0; c < contacts; c++) {
      const length = lengthAt(disks, g, c);
      most = Math.max(most, length);
      if (length > 1) measure[c] /= length * Math.sqrt(length);
    }
    if (most <= 1) return judge(disks) <= INCONSISTENT;
    if (rank === size || !(most < Infinity)) break;
  }
  for (let i = 0; i < size; i++) g[i] = smallest[i];
  return false;
}

/** Factors A with its rows and columns weighed; returns its rank. */
function weighMatrix({ tangents, size, matrix, system, linear }: Disks, weights: Float64Array): number {
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++)
      system[i * size + j] = weights[Math.floor(i / tangents)] * matrix[i * size + j] * weights[Math.floor(j / tangents)];
  return linear.factor(system, size);
}

function addSolution(disks: Disks, measure: Float64Array): void {
  const { tangents, size, g, slope, target, solution, linear } = disks;
  findSlope(disks);
  for (let i = 0; i < size; i++) target[i] = -slope[i] * measure[Math.floor(i / tangents)];
  linear.solve(target, solution);
  for (let i = 0; i < size; i++) g[i] += solution[i] * measure[Math.floor(i / tangents)];
}
