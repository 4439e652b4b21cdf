/**
 * What a reader should know about the choice of a law, rather than about the law's way through an impact: two laws share the impacts of
 * several bodies, and each of them leaves something out.
 *
 *     plastic-limit    nothing was asked for, several bodies, little restitution: springs with small e do not tend to the plastic answer,
 *                      which is what e = 0 itself gets
 *     wave-order       proportional was asked for, and a contact that rests between moving bodies passes an impulse on at once, where with
 *                      e > 0 a wave would travel
 *
 * Source: own study (docs/laws/README.md, "which law, and why").
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { areOfOneBody } from "./multipoint.js";
import type { ImpactOutcome, ImpactWarning } from "./outcome.js";

/** Restitution below which all contacts are nearly plastic. */
const NEARLY_PLASTIC = 0.2;

/** Of the law that `defaultLaw` chose for the problem. */
export function plasticLimit({ contacts }: ContactProblem, law: string): ImpactWarning[] {
  const springs = contacts.some(({ stiffnessRatio }) => stiffnessRatio !== undefined);
  if (law !== "simultaneous" || springs || !contacts.every(({ restitution }) => restitution < NEARLY_PLASTIC)) return [];
  return [
    {
      code: "plastic-limit",
      message:
        `the restitution of all contacts is below ${NEARLY_PLASTIC}: springs with so little of it do not tend to the plastic impact of ` +
        "several bodies, which e = 0 and the law proportional give",
    },
  ];
}

/** A normal velocity below this part of the fastest contact velocity is none. */
const AT_REST = 1e-9;

/** Of an outcome of the law `proportional`. `joinsMoving` says whether both bodies of a contact can move. */
export function waveOrder(problem: ContactProblem, outcome: ImpactOutcome, joinsMoving: (contact: number) => boolean): ImpactWarning[] {
  const { contacts, dimension, velocity } = problem;
  const normal = (values: readonly number[], i: number) => values[(i + 1) * dimension - 1];
  const pushes = (i: number) => normal(outcome.impulse, i) > 0;
  if (outcome.law !== "proportional" || areOfOneBody(problem)) return [];
  if (!contacts.some(({ restitution }, i) => restitution > 0 && pushes(i))) return [];
  const fastest = velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const passing = contacts.flatMap((_, i) =>
    joinsMoving(i) && pushes(i) && Math.abs(normal(velocity, i)) <= AT_REST * fastest ? [`contacts[${i}]`] : [],
  );
  if (passing.length === 0) return [];
  return [
    {
      code: "wave-order",
      message: `${passing.join(", ")} rested and passed the blow on at once: with e > 0 the order of waves decides (law simultaneous)`,
    },
  ];
}
