/**
 * The numbers of an impact with several contacts: a line for each contact, body, stage and event. What is too long for a terminal is cut, with a count of what is
 * missing; report.html and the CSV files have everything.
 */
import type { EventKind, ImpactOutcome, SlipOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { ImpactResult } from "carom/study";
import { pc } from "../terminal/colour.js";
import { column, fixed } from "../terminal/numbers.js";
import { right, table, together } from "../terminal/table.js";

/** What each event is called in the table. */
export const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  "compression-end": "compression ends",
  "compression-restart": "compression begins again",
  "slip-stop": "slip stops",
  "slip-start": "slip starts",
  "contact-open": "contact opens",
  "contact-close": "contact closes",
  "stage-end": "stage ends",
  end: "the impact ends",
};

const SLIP_WORDS: Readonly<Record<SlipOutcome, string>> = {
  slides: "slides",
  sticks: "sticks",
  restarts: "slips again",
  frictionless: "no friction",
  untouched: "does not push",
};

/** Velocities below this fraction of the fastest are rounding. */
const ROUNDING = 1e-9;
/** Lines of a list that a terminal shows. */
const MOST_LINES = 20;

export function severalNumbers(result: ImpactResult): string[] {
  const { problem, outcome } = result;
  return [
    `${pc.bold("Contacts")}, law ${outcome.law}\n${contactsTable(problem, outcome)}`,
    ...(result.bodies === undefined ? [] : [`${pc.bold("Bodies")} after the impact, world axes\n${bodiesTable(result.bodies)}`]),
    ...(result.speeds === undefined ? [] : [`${pc.bold("Generalised speeds")}\n${speedTable(result.speeds)}`]),
    ...(outcome.stages === undefined || outcome.stages.length === 0
      ? []
      : [`${pc.bold("Stages")}\n${stageTable(problem, outcome.stages)}`]),
    ...(outcome.events.length === 0 ? [] : [`${pc.bold("Events")}\n${eventTable(problem, outcome)}`]),
  ];
}

/** Normal impulse and normal velocity after, contact by contact. */
export function contactsUnderLaws(problem: ContactProblem, outcomes: readonly ImpactOutcome[]): string {
  const { dimension } = problem;
  const normals = (values: readonly number[]) => problem.contacts.map((_, i) => values[(i + 1) * dimension - 1]!);
  const impulses = outcomes.map(({ impulse }) => normals(impulse));
  const largest = problem.contacts.map((_, i) => Math.max(...impulses.map((values) => values[i]!)));
  const shown = mostOf(largest);
  const fastest = Math.max(...problem.velocity.map(Math.abs));
  const chosen = (values: readonly number[]) => column(shown.map((i) => values[i]!));
  const columns = [
    ...impulses.map(chosen),
    ...outcomes.map(({ velocity }) => chosen(normals(velocity).map((value) => (Math.abs(value) <= ROUNDING * fastest ? 0 : value)))),
  ];
  const text = table(
    [
      { title: "" },
      ...outcomes.map(({ law }) => right(`normal impulse, ${law}`)),
      ...outcomes.map(({ law }) => right(`normal velocity, ${law}`)),
    ],
    [
      ["", ...outcomes.map(() => "N s"), ...outcomes.map(() => "m/s")],
      ...shown.map((contact, row) => [contactName(problem, contact), ...columns.map((cells) => cells[row]!)]),
    ],
  );
  return withCount(text, problem.contacts.length - shown.length, "contacts pushed less");
}

export function contactName({ contacts }: ContactProblem, contact: number): string {
  return contacts[contact]?.name ?? `contact ${contact + 1}`;
}

function contactsTable(problem: ContactProblem, outcome: ImpactOutcome): string {
  const { dimension, contacts } = problem;
  const normal = (values: readonly number[]) => contacts.map((_, i) => values[(i + 1) * dimension - 1]!);
  const along = (values: readonly number[]) => contacts.map((_, i) => Math.hypot(...values.slice(i * dimension, (i + 1) * dimension - 1)));
  const shown = mostOf(normal(outcome.impulse));
  const columns = [
    normal(outcome.impulse),
    along(outcome.impulse),
    normal(problem.velocity),
    normal(outcome.velocity),
    along(problem.velocity),
    along(outcome.velocity),
  ].map((values) => column(shown.map((i) => values[i]!)));
  const titles = ["normal impulse", "friction impulse", "normal velocity", "after", "slip speed", "after"];
  const text = table(
    [{ title: "" }, ...titles.map(right), { title: "" }],
    [
      ["", "N s", "N s", "m/s", "m/s", "m/s", "m/s", ""],
      ...shown.map((contact, row) => [
        contactName(problem, contact),
        ...columns.map((cells) => cells[row]!),
        SLIP_WORDS[outcome.slip[contact]!],
      ]),
    ],
  );
  return withCount(text, contacts.length - shown.length, "contacts pushed less");
}

/** Places of the largest values, in the order of the list; all of them if they fit. */
function mostOf(values: readonly number[]): number[] {
  const places = values.map((_, i) => i);
  if (places.length <= MOST_LINES) return places;
  return places
    .sort((a, b) => values[b]! - values[a]! || a - b)
    .slice(0, MOST_LINES)
    .sort((a, b) => a - b);
}

function withCount(text: string, missing: number, what: string): string {
  return missing > 0 ? `${text}\n  and ${missing} ${what}; --out and --json have all of them` : text;
}

function bodiesTable(bodies: NonNullable<ImpactResult["bodies"]>): string {
  const all = Object.entries(bodies);
  const speeds = all.map(([, { after }]) => Math.hypot(...after.velocity));
  const shown = mostOf(speeds).map((i) => all[i]!);
  const linear = column(shown.flatMap(([, { after }]) => after.velocity));
  const angular = column(shown.flatMap(([, { after }]) => after.angularVelocity));
  const axes = (letter: string) => together([...["x", "y", "z"].map((axis) => right(`${letter} ${axis}`)), { title: "" }]);
  const text = table(
    [{ title: "" }, ...axes("velocity"), ...axes("spin")],
    shown.map(([name], i) => [name, ...linear.slice(3 * i, 3 * i + 3), "m/s", ...angular.slice(3 * i, 3 * i + 3), "rad/s"]),
  );
  return withCount(text, all.length - shown.length, "slower bodies");
}

export function speedTable({ before, after }: NonNullable<ImpactResult["speeds"]>): string {
  const numbers = column([...before, ...after]);
  return table(
    [right("speed"), right("before"), right("after")],
    before.map((_, i) => [String(i), numbers[i]!, numbers[before.length + i]!]),
  );
}

function stageTable(problem: ContactProblem, stages: NonNullable<ImpactOutcome["stages"]>): string {
  const shown = stages.slice(0, MOST_LINES);
  const impulses = column(shown.flatMap(({ compressionImpulse, finalImpulse }) => [compressionImpulse, finalImpulse]));
  const works = column(shown.flatMap(({ compressionWork, finalWork, frictionWork }) => [compressionWork, finalWork, frictionWork]));
  const text = table(
    [
      right("stage"),
      { title: "contacts" },
      right("restitution"),
      right("compression ends"),
      right("ends"),
      right("work in compression"),
      right("at the end"),
      right("friction work"),
    ],
    [
      ["", "", "", "N s", "N s", "J", "J", "J"],
      ...shown.map(({ contacts, restitution }, i) => [
        String(i + 1),
        namesOf(problem, contacts),
        fixed(restitution, 3),
        ...impulses.slice(2 * i, 2 * i + 2),
        ...works.slice(3 * i, 3 * i + 3),
      ]),
    ],
  );
  return withCount(text, stages.length - shown.length, "more stages");
}

/** Longest list of names in a cell. */
const MOST_NAMES = 4;

function namesOf(problem: ContactProblem, contacts: readonly number[]): string {
  if (contacts.length === problem.contacts.length && contacts.length > 1) return `all ${contacts.length}`;
  const names = contacts.slice(0, MOST_NAMES).map((contact) => problem.contacts[contact]?.name ?? String(contact + 1));
  const more = contacts.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The first events and the last: the end. */
function eventTable(problem: ContactProblem, { events: all }: ImpactOutcome): string {
  const { dimension } = problem;
  const events = all.length <= MOST_LINES ? all : [...all.slice(0, MOST_LINES - 1), all[all.length - 1]!];
  /** Numbers of the events that have one; the others leave their cell empty. */
  const sparse = (values: readonly (number | undefined)[]) => {
    const cells = column(values.filter((value) => value !== undefined));
    let next = 0;
    return values.map((value) => (value === undefined ? "" : cells[next++]!));
  };
  const ofContact = (read: (velocity: readonly number[]) => number) =>
    sparse(
      events.map(({ contact, velocity }) =>
        contact === undefined ? undefined : read(velocity.slice(contact * dimension, (contact + 1) * dimension)),
      ),
    );
  const total = (impulse: readonly number[]) => impulse.reduce((sum, value, i) => (i % dimension === dimension - 1 ? sum + value : sum), 0);
  const columns = [
    column(events.map(({ impulse }) => total(impulse))),
    sparse(events.map(({ contact, normalImpulse }) => (contact === undefined ? undefined : normalImpulse))),
    ofContact((velocity) => Math.hypot(...velocity.slice(0, -1))),
    ofContact((velocity) => velocity[dimension - 1]!),
    column(events.map(({ storedEnergy }) => storedEnergy)),
    column(events.map(({ frictionLoss }) => frictionLoss)),
  ];
  const titles = ["impulse of all", "of the contact", "slip speed", "normal velocity", "stored energy", "friction loss"];
  const rows = events.map(({ kind, contact }, i) => [
    EVENT_WORDS[kind],
    contact === undefined ? "" : contactName(problem, contact),
    ...columns.map((cells) => cells[i]!),
  ]);
  const missing = all.length - events.length;
  if (missing > 0) rows.splice(rows.length - 1, 0, [`... ${missing} more events`, ...Array.from({ length: titles.length + 1 }, () => "")]);
  const text = table([{ title: "" }, { title: "" }, ...titles.map(right)], [["", "", "N s", "N s", "m/s", "m/s", "J", "J"], ...rows]);
  return missing > 0 ? `${text}\n  all ${all.length} events are in events.csv and report.html of --out` : text;
}
