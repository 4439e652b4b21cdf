/**
 * An impact of a run, solved once more for the path that it took: in its plane, where the run solved it there.
 */
import type { ImpactOutcome } from "../../impact/outcome.js";
import { lawNamed } from "../../impact/registry.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { flattenProblem, giveMobility } from "./flatten.js";
import type { ResolvedImpact } from "./resolve-impacts.js";

export interface ImpactPath {
  /** As the law took it: of planar mechanisms in two components. */
  readonly problem: ContactProblem;
  /** With its history. */
  readonly outcome: ImpactOutcome;
  /** Components of one contact of that problem as tangent 1, tangent 2, normal. */
  inSpace(contact: number, components: readonly number[]): readonly number[];
}

/** An impulse that differs by more than this part is not the one of the run. */
const SAME = 1e-6;

/**
 * Undefined where it comes out otherwise than in the run.
 * @param options of the law
 */
export function pathOfImpact(
  { problem: given, outcome }: ResolvedImpact,
  options: Readonly<Record<string, unknown>> = {},
): ImpactPath | undefined {
  const flat = flattenProblem(given);
  const problem = flat?.problem ?? giveMobility(given);
  const again = lawNamed(outcome.law).solve(problem, { ...options, history: true });
  const { impulse } = flat?.expand(again) ?? again;
  const largest = outcome.impulse.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (impulse.some((value, i) => Math.abs(value - outcome.impulse[i]) > SAME * largest)) return undefined;
  return { problem, outcome: again, inSpace: (contact, components) => flat?.inSpace(contact, components) ?? components };
}
