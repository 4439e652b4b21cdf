/**
 * A result as a person reads it: what happened in one sentence, then the numbers with their units.
 */
import type { EnergyLedger, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { describeOutcome, type ImpactResult } from "carom/study";
import { forceSummary } from "../forces.js";
import { pc } from "../terminal/colour.js";
import { column, fixed, number } from "../terminal/numbers.js";
import { paragraph, right, table, together } from "../terminal/table.js";
import { contactName, EVENT_WORDS, severalNumbers, speedTable } from "./several-contacts.js";

export function resultSummary(result: ImpactResult): string {
  const { title, outcome, problem, forces } = result;
  const missing = result.noForces === undefined ? [] : [{ message: `no forces: ${result.noForces}` }];
  const notes = [...outcome.warnings, ...(forces?.warnings ?? []), ...missing];
  return [pc.bold(title), paragraph(describeOutcome(outcome, problem)), ...warnings(notes), ...numbers(result)].join("\n\n");
}

function numbers(result: ImpactResult): string[] {
  const { problem, outcome } = result;
  if (problem.contacts.length > 1) return [...severalNumbers(result), ...endings(result)];
  return [
    `${pc.bold("Contact")}, law ${outcome.law}\n${contactTable(problem, outcome)}`,
    ...(result.contacts === undefined ? [] : [`${pc.bold("Impulse on the first body")}, world axes\n${worldImpulseTable(result)}`]),
    ...(result.bodies === undefined ? [] : [`${pc.bold("Bodies")}, world axes\n${bodyTable(result.bodies)}`]),
    ...(result.speeds === undefined ? [] : [`${pc.bold("Generalised speeds")}\n${speedTable(result.speeds)}`]),
    ...(outcome.events.length === 0 ? [] : [`${pc.bold("Events")}\n${eventTable(problem, outcome)}`]),
    ...endings(result),
  ];
}

function endings(result: ImpactResult): string[] {
  return [
    ...forceSummary(result.forces, result.problem),
    `${pc.bold("Energy")}\n${energyTable(result.outcome.energy)}`,
    ...frictionNeeded(result),
  ];
}

function warnings(list: readonly { readonly message: string }[]): string[] {
  return list.length === 0 ? [] : [list.map(({ message }) => pc.yellow(paragraph(`warning: ${message}`))).join("\n")];
}

/** What the components of one contact are called. */
export function componentTitles({ dimension }: ContactProblem): string[] {
  return dimension === 3 ? ["tangent 1", "tangent 2", "normal"] : ["tangent", "normal"];
}

/** One line for each of impulse, velocity before and velocity after. */
function contactTable(problem: ContactProblem, outcome: ImpactOutcome): string {
  const names = componentTitles(problem);
  const velocities = column([...problem.velocity, ...outcome.velocity]);
  return table(
    [{ title: "" }, ...names.map(right), { title: "" }],
    [
      ["impulse", ...column(outcome.impulse), "N s"],
      ["velocity before", ...velocities.slice(0, names.length), "m/s"],
      ["velocity after", ...velocities.slice(names.length), "m/s"],
    ],
  );
}

function worldImpulseTable({ contacts = [], problem }: ImpactResult): string {
  const numbers = column(contacts.flatMap(({ impulse }) => impulse));
  const rows = contacts.map((_, i) => [contactName(problem, i), ...numbers.slice(3 * i, 3 * i + 3), "N s"]);
  return table([{ title: "" }, right("x"), right("y"), right("z"), { title: "" }], rows);
}

function bodyTable(bodies: NonNullable<ImpactResult["bodies"]>): string {
  const motions = Object.entries(bodies).flatMap(([name, { before, after }]) => [
    { label: name, when: "before", ...before },
    { label: "", when: "after", ...after },
  ]);
  const linear = column(motions.flatMap(({ velocity }) => velocity));
  const angular = column(motions.flatMap(({ angularVelocity }) => angularVelocity));
  const rows = motions.map(({ label, when }, i) => [
    label,
    when,
    ...linear.slice(3 * i, 3 * i + 3),
    "m/s",
    ...angular.slice(3 * i, 3 * i + 3),
    "rad/s",
  ]);
  const axes = (letter: string) => together([...["x", "y", "z"].map((axis) => right(`${letter}${axis}`)), { title: "" }]);
  return table([{ title: "" }, { title: "" }, ...axes("velocity "), ...axes("spin ")], rows);
}

function eventTable({ dimension }: ContactProblem, { events }: ImpactOutcome): string {
  const columns = [
    column(events.map(({ normalImpulse }) => normalImpulse)),
    column(events.map(({ velocity }) => Math.hypot(...velocity.slice(0, dimension - 1)))),
    column(events.map(({ velocity }) => velocity[dimension - 1]!)),
    column(events.map(({ storedEnergy }) => storedEnergy)),
    column(events.map(({ frictionLoss }) => frictionLoss)),
  ];
  const heading = [right("normal impulse"), right("slip speed"), right("normal velocity"), right("stored energy"), right("friction loss")];
  const rows = events.map(({ kind }, i) => [EVENT_WORDS[kind], ...columns.map((cells) => cells[i]!)]);
  return table([{ title: "" }, ...heading], [["", "N s", "m/s", "m/s", "J", "J"], ...rows]);
}

function energyTable({ before, after, frictionLoss, restitutionLoss, springLoss = 0 }: EnergyLedger): string {
  const entries: [string, number][] = [
    ["before", before],
    ["lost to friction", -frictionLoss],
    ["lost in restitution", -restitutionLoss],
    ...(springLoss > 0 ? [["left in the tangential springs", -springLoss] satisfies [string, number]] : []),
    ["after", after],
  ];
  const numbers = column(entries.map(([, value]) => value));
  return table(
    [{ title: "" }, right("J"), right("%")],
    entries.map(([name, value], i) => [name, numbers[i]!, before === 0 ? "-" : fixed((100 * value) / before, 2)]),
  );
}

/** A friction coefficient below this is the rounding of zero. */
const NEGLIGIBLE = 1e-12;

/** Whether a stopped contact would stick, which decides most impacts. */
function frictionNeeded({ analysis, problem }: ImpactResult): string[] {
  if (analysis === undefined) return [];
  const { friction, staticFriction = friction } = problem.contacts[0]!;
  if (analysis.criticalFriction < NEGLIGIBLE) return ["A stopped contact needs no friction to stay at rest."];
  const holds = analysis.criticalFriction <= staticFriction;
  const sentence = `A stopped contact needs a friction of ${number(analysis.criticalFriction)} to stick; with ${staticFriction} it ${holds ? "sticks" : "slips again"}.`;
  return [paragraph(sentence)];
}
