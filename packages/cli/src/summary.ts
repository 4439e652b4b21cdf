/**
 * A result as a person reads it: what happened in one sentence, then the numbers with their units.
 */
import type { EnergyLedger, EventKind, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { type Comparison, describeOutcome, type ImpactResult } from "carom/study";
import { pc } from "./colour.js";
import { column, fixed, number, percent } from "./numbers.js";
import { type Column, table, wrap } from "./table.js";

/** What each event is called in the table. */
const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  "compression-end": "compression ends",
  "compression-restart": "compression begins again",
  "slip-stop": "slip stops",
  "slip-start": "slip starts",
  end: "the impact ends",
};

const right = (title: string): Column => ({ title, align: "right" });

export function resultSummary(result: ImpactResult): string {
  const { title, problem, outcome } = result;
  return [
    pc.bold(title),
    describeOutcome(outcome, problem),
    ...warnings(outcome),
    `${pc.bold("Contact")}, law ${outcome.law}\n${contactTable(problem, outcome)}`,
    ...(result.contacts === undefined ? [] : [`${pc.bold("Impulse on the first body")}, world axes\n${worldImpulseTable(result)}`]),
    ...(result.bodies === undefined ? [] : [`${pc.bold("Bodies")}, world axes\n${bodyTable(result.bodies)}`]),
    ...(result.speeds === undefined ? [] : [`${pc.bold("Generalised speeds")}\n${speedTable(result.speeds)}`]),
    ...(outcome.events.length === 0 ? [] : [`${pc.bold("Events")}\n${eventTable(problem, outcome)}`]),
    `${pc.bold("Energy")}\n${energyTable(outcome.energy)}`,
    ...frictionNeeded(result),
  ].join("\n\n");
}

export function comparisonSummary(comparison: Comparison): string {
  const { title, problem, rows } = comparison;
  const solved = rows.flatMap((row) => ("outcome" in row ? [row] : []));
  const inapplicable = rows.flatMap((row) => ("inapplicable" in row ? [`  ${row.law} does not apply: ${row.inapplicable}`] : []));
  const names = componentTitles(problem);
  const columns = [
    ...names.map((_, i) => column(solved.map(({ outcome }) => outcome.impulse[i]!))),
    ...names.map((_, i) => column(solved.map(({ outcome }) => outcome.velocity[i]!))),
  ];
  const springs = solved.some(({ outcome: { energy } }) => (energy.springLoss ?? 0) > 0);
  const fields = ["after", "frictionLoss", "restitutionLoss", ...(springs ? (["springLoss"] as const) : [])] as const;
  const losses = fields.map((field) => solved.map(({ outcome: { energy } }) => percent(energy[field] ?? 0, energy.before)));
  const text = table(
    [
      { title: "law" },
      ...names.map((name) => right(`impulse ${name}`)),
      ...names.map((name) => right(`velocity ${name}`)),
      right("energy after"),
      right("friction loss"),
      right("restitution loss"),
      ...(springs ? [right("spring loss")] : []),
      { title: "what happens" },
    ],
    [
      ["", ...names.map(() => "N s"), ...names.map(() => "m/s"), ...fields.map(() => ""), ""],
      ...solved.map(({ law, outcome }, i) => [
        law,
        ...columns.map((cells) => cells[i]!),
        ...losses.map((cells) => cells[i]!),
        describeOutcome(outcome, problem),
      ]),
    ],
  );
  const notes = solved.flatMap(({ law, outcome }) => outcome.warnings.map(({ message }) => pc.yellow(`warning (${law}): ${message}`)));
  return [
    pc.bold(title),
    text,
    ...(inapplicable.length === 0 ? [] : [inapplicable.join("\n")]),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
  ].join("\n\n");
}

function warnings({ warnings: list }: ImpactOutcome): string[] {
  return list.length === 0 ? [] : [list.map(({ message }) => pc.yellow(`warning: ${message}`)).join("\n")];
}

function componentTitles({ dimension }: ContactProblem): string[] {
  return dimension === 3 ? ["tangent 1", "tangent 2", "normal"] : ["tangent", "normal"];
}

/** One line for each of impulse, velocity before and velocity after; several contacts stand below each other. */
function contactTable(problem: ContactProblem, outcome: ImpactOutcome): string {
  const names = componentTitles(problem);
  const size = names.length;
  const impulses = column(outcome.impulse);
  const velocities = column([...problem.velocity, ...outcome.velocity]);
  const rows = problem.contacts.flatMap((contact, i) => {
    const at = i * size;
    const label = problem.contacts.length === 1 ? "" : `${contact.name ?? `contact ${i + 1}`}: `;
    const after = problem.velocity.length + at;
    return [
      [`${label}impulse`, ...impulses.slice(at, at + size), "N s"],
      [`${label}velocity before`, ...velocities.slice(at, at + size), "m/s"],
      [`${label}velocity after`, ...velocities.slice(after, after + size), "m/s"],
    ];
  });
  return table([{ title: "" }, ...names.map(right), { title: "" }], rows);
}

function worldImpulseTable({ contacts = [], problem }: ImpactResult): string {
  const numbers = column(contacts.flatMap(({ impulse }) => impulse));
  const rows = contacts.map((_, i) => [problem.contacts[i]?.name ?? `contact ${i + 1}`, ...numbers.slice(3 * i, 3 * i + 3), "N s"]);
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
  const axes = (letter: string) => ["x", "y", "z"].map((axis) => right(`${letter}${axis}`));
  return table([{ title: "" }, { title: "" }, ...axes("velocity "), { title: "" }, ...axes("spin "), { title: "" }], rows);
}

function speedTable({ before, after }: NonNullable<ImpactResult["speeds"]>): string {
  const numbers = column([...before, ...after]);
  return table(
    [right("speed"), right("before"), right("after")],
    before.map((_, i) => [String(i), numbers[i]!, numbers[before.length + i]!]),
  );
}

function eventTable(problem: ContactProblem, { events }: ImpactOutcome): string {
  const { dimension, contacts } = problem;
  const several = contacts.length > 1;
  const slips = events.map(({ velocity, contact }) => Math.hypot(...velocity.slice(contact * dimension, (contact + 1) * dimension - 1)));
  const columns = [
    column(events.map(({ normalImpulse }) => normalImpulse)),
    column(slips),
    column(events.map(({ velocity, contact }) => velocity[(contact + 1) * dimension - 1]!)),
    column(events.map(({ storedEnergy }) => storedEnergy)),
    column(events.map(({ frictionLoss }) => frictionLoss)),
  ];
  const heading = [right("normal impulse"), right("slip speed"), right("normal velocity"), right("stored energy"), right("friction loss")];
  const units = ["", ...(several ? [""] : []), "N s", "m/s", "m/s", "J", "J"];
  const rows = events.map(({ kind, contact }, i) => [
    EVENT_WORDS[kind],
    ...(several ? [contacts[contact]?.name ?? `contact ${contact + 1}`] : []),
    ...columns.map((cells) => cells[i]!),
  ]);
  return table([{ title: "" }, ...(several ? [{ title: "" }] : []), ...heading], [units, ...rows]);
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
  return [wrap(sentence, 120).join("\n")];
}
