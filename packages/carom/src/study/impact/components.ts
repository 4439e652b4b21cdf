/** Contact components of all contacts, taken apart. */
import type { ContactProblem } from "../../mechanics/contact-problem.js";

/** The normal component of each contact. */
export function normalsOf({ dimension, contacts }: ContactProblem, values: readonly number[]): number[] {
  return contacts.map((_, i) => values[(i + 1) * dimension - 1]);
}

/** The length of the tangential part of each contact. */
export function tangentialsOf({ dimension, contacts }: ContactProblem, values: readonly number[]): number[] {
  return contacts.map((_, i) => lengthOf(values.slice(i * dimension, (i + 1) * dimension - 1)));
}

/** Sum of the normal components. */
export function totalNormal(problem: ContactProblem, values: readonly number[]): number {
  return normalsOf(problem, values).reduce((sum, value) => sum + value, 0);
}

export function lengthOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
