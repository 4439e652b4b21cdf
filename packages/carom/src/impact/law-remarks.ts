/**
 * What a reader should know about the choice of a law, rather than about the law's way through an impact: two laws share the impacts of
 * several bodies, and each of them leaves something out; and static friction is a jump.
 *
 *     plastic-limit    nothing was asked for, several bodies, little restitution: springs with small e do not tend to the plastic answer,
 *                      which is what e = 0 itself gets
 *     wave-order       proportional was asked for, and a contact that rests between moving bodies passes an impulse on at once, where with
 *                      e > 0 a wave would travel
 *
 *     missed-rest      one contact in space with more friction at rest than in motion: slip passes rest so closely that it would have
 *                      stuck, had it stopped. Static friction acts on what is at rest, so between a stop and a miss by however little the
 *                      answer jumps; with one coefficient it does not
 *
 * Source: own study (docs/laws/README.md, "which law, and why").
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { areOfOneBody } from "./one-body.js";
import type { ImpactOutcome, ImpactWarning } from "./outcome.js";
import { analyseSlip } from "./slip/analysis.js";
import { isDefinite } from "./slip/solve.js";

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

/** Of an outcome of the law `proportional`. `joinsMoving` says whether both bodies of a contact can move, `nameOf` what it is called. */
export function waveOrder(
  problem: ContactProblem,
  outcome: ImpactOutcome,
  joinsMoving: (contact: number) => boolean,
  nameOf = (contact: number) => `contacts[${contact}]`,
): ImpactWarning[] {
  const { contacts, dimension, velocity } = problem;
  const normal = (values: readonly number[], i: number) => values[(i + 1) * dimension - 1];
  const pushes = (i: number) => normal(outcome.impulse, i) > 0;
  if (outcome.law !== "proportional" || areOfOneBody(problem)) return [];
  if (!contacts.some(({ restitution }, i) => restitution > 0 && pushes(i))) return [];
  const fastest = velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const passing = contacts.flatMap((_, i) =>
    joinsMoving(i) && pushes(i) && Math.abs(normal(velocity, i)) <= AT_REST * fastest ? [nameOf(i)] : [],
  );
  if (passing.length === 0) return [];
  const names = [...new Set(passing)].join(", ");
  return [
    {
      code: "wave-order",
      message: `${names} rested and passed the blow on at once: with e > 0 the order of waves decides (law simultaneous)`,
    },
  ];
}

/** A slip below this part of the contact speed has passed rest closely. */
const CLOSELY = 1e-3;

/** Whether slip may pass rest without being held: only then is the way of the slip looked at. */
export function canMissRest(problem: ContactProblem, { slip }: ImpactOutcome): boolean {
  const [{ friction, staticFriction = friction }] = problem.contacts;
  const mayMiss = problem.dimension === 3 && problem.contacts.length === 1 && staticFriction > friction && slip[0] === "slides";
  if (!mayMiss || !isDefinite(problem)) return false;
  const needed = analyseSlip(problem).criticalFriction;
  return needed > friction && needed <= staticFriction;
}

/** Of an outcome with its history, of a problem in which slip can miss rest. */
export function missedRest({ velocity }: ContactProblem, { history }: ImpactOutcome): ImpactWarning[] {
  const speedOf = ([first, second]: readonly number[]) => Math.sqrt(first * first + second * second);
  const slowest = (history?.velocity ?? []).reduce((least, row) => Math.min(least, speedOf(row)), Number.POSITIVE_INFINITY);
  if (!(slowest <= CLOSELY * Math.max(speedOf(velocity), Math.abs(velocity[2])))) return [];
  return [
    {
      code: "missed-rest",
      message:
        `slip passes rest at ${slowest.toPrecision(2)} m/s without stopping: had it stopped, static friction would have held it, and the ` +
        "answer would be another",
    },
  ];
}
