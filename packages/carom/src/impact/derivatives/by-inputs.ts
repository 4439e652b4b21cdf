/**
 * From the change of the impulse by every number of a problem to those of velocity and energies: as tangents.ts says it of any change, with
 * the zeros of such changes left out.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { judge } from "./edges.js";
import type { RawTangents } from "./law-tangents.js";
import type { ImpactTangent } from "./quantities.js";

/** Stands for a derivative that does not exist. */
export function missing({ velocity }: ContactProblem, reason: string): ImpactTangent {
  const zero = velocity.map(() => 0);
  return { impulse: zero, velocity: zero, energy: { change: 0, restitutionLoss: 0, frictionLoss: 0 }, status: "none", reason };
}

/** One for each number: the velocities, the mobility (upper half, row by row), the material. */
export function completeInputs(problem: ContactProblem, raw: RawTangents, scales: readonly number[]): ImpactTangent[] {
  const { mobility, velocity } = problem;
  const { impulse, edges } = raw;
  const size = velocity.length;
  const after = velocity.map((v, i) => v + product(mobility[i], impulse));
  const completed: ImpactTangent[] = [];
  /** By what the number changes of the velocity before, together with the mobility: `one` of the row i and `other` of the row j. */
  const add = (i: number, one: number, j: number, other: number, work: number): void => {
    const column = completed.length;
    const tangent = raw.tangents[column];
    if ("reason" in tangent) {
      completed.push(missing(problem, tangent.reason));
      return;
    }
    const change = work + product(after, tangent.impulse);
    const moved: number[] = [];
    for (let k = 0; k < size; k++) moved.push(product(mobility[k], tangent.impulse) + (k === i ? one : 0) + (k === j ? other : 0));
    const { restitutionLoss } = tangent;
    completed.push({
      impulse: tangent.impulse,
      velocity: moved,
      energy: { change, restitutionLoss, frictionLoss: -change - restitutionLoss },
      ...judge(edges, column, scales[column]),
    });
  };
  for (let i = 0; i < size; i++) add(i, 1, -1, 0, impulse[i]);
  for (let i = 0; i < size; i++)
    for (let j = i; j < size; j++)
      if (i === j) add(i, impulse[i], -1, 0, 0.5 * impulse[i] * impulse[i]);
      else add(i, impulse[j], j, impulse[i], impulse[i] * impulse[j]);
  while (completed.length < raw.tangents.length) add(-1, 0, -1, 0, 0);
  return completed;
}

function product(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
