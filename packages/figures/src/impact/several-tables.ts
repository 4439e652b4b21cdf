/** Tables of an impact with several contacts: one row for each contact, stage or body. */
import type { ImpactOutcome, SlipOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { ImpactResult } from "carom/study";
import { energyText, significant, withoutRounding, withUnit } from "../draw/numbers.js";
import type { Table } from "../report/page.js";
import { contactName, contactNames } from "./contact-name.js";
import { totalNormal } from "./several-contacts/course.js";

const IMPULSE_DIGITS = 4;

/** How the slip of a contact ended, in a table. */
const ENDS: Record<SlipOutcome, string> = {
  slides: "slides",
  sticks: "sticks",
  restarts: "slips again",
  frictionless: "no friction",
  untouched: "does not push",
};

export function severalKeyNumbers({ problem, outcome }: ImpactResult): string[][] {
  const { dimension } = problem;
  const normals = problem.contacts.map((_, i) => outcome.impulse[(i + 1) * dimension - 1]);
  const pushing = normals.filter((value) => value > 0).length;
  const most = Math.max(...normals);
  return [
    ["contacts that push", `${pushing} of ${problem.contacts.length}`],
    ["normal impulse of all", withUnit(totalNormal(problem, outcome.impulse), "N\u2009s", IMPULSE_DIGITS)],
    ...(pushing === 0
      ? []
      : [["largest", `${withUnit(most, "N\u2009s", IMPULSE_DIGITS)}, ${contactName(problem, normals.indexOf(most))}`]]),
    ["events", String(outcome.events.length)],
    ...(outcome.stages === undefined ? [] : [["stages", String(outcome.stages.length)]]),
  ];
}

export function contactsTable(problem: ContactProblem, outcome: ImpactOutcome): Table {
  const { dimension, contacts } = problem;
  const normal = (values: readonly number[]) => withoutRounding(contacts.map((_, i) => values[(i + 1) * dimension - 1]));
  const along = (values: readonly number[], scale: readonly number[]) => {
    const slips = contacts.map((_, i) => Math.hypot(...values.slice(i * dimension, (i + 1) * dimension - 1)));
    // Slip is measured by all that moves: where nothing slips, all of it is rounding.
    return withoutRounding([...slips, ...scale]).slice(0, contacts.length);
  };
  const columns: readonly (readonly [string, readonly number[], number])[] = [
    ["normal impulse, N\u2009s", normal(outcome.impulse), IMPULSE_DIGITS],
    ["friction impulse, N\u2009s", along(outcome.impulse, outcome.impulse), IMPULSE_DIGITS],
    ["normal velocity before, m/s", normal(problem.velocity), 3],
    ["after, m/s", normal(outcome.velocity), 3],
    ["slip before, m/s", along(problem.velocity, problem.velocity), 3],
    ["after, m/s", along(outcome.velocity, problem.velocity), 3],
  ];
  return {
    title: "At the contacts",
    wide: true,
    columns: ["", ...columns.map(([name]) => name), ""],
    rows: contacts.map((_, i) => [
      contactName(problem, i),
      ...columns.map(([, values, digits]) => significant(values[i], digits)),
      ENDS[outcome.slip[i]],
    ]),
  };
}

export function stageTables(problem: ContactProblem, { stages = [] }: ImpactOutcome): Table[] {
  if (stages.length === 0) return [];
  const phases = stages.flatMap((stage, i) =>
    stage.phases.map(({ from, modes, criticalFriction }) => [
      `stage ${i + 1} from ${withUnit(from, "N\u2009s", IMPULSE_DIGITS)}`,
      stage.contacts
        .map((contact, k) => {
          const needed = criticalFriction[k];
          const needs = needed === null || needed === undefined ? "" : ` (needs a friction of ${significant(needed)})`;
          return `${contactName(problem, contact)} ${modes[k] === "stick" ? "sticks" : "slips"}${needs}`;
        })
        .join("; "),
    ]),
  );
  return [
    {
      title: "Stages",
      wide: true,
      columns: [
        "",
        "contacts",
        "restitution",
        "compression ends, N\u2009s",
        "ends, N\u2009s",
        "normal work in compression",
        "at the end",
        "friction work",
      ],
      rows: stages.map((stage, i) => [
        `stage ${i + 1}`,
        contactNames(problem, stage.contacts),
        significant(stage.restitution),
        significant(stage.compressionImpulse, IMPULSE_DIGITS),
        significant(stage.finalImpulse, IMPULSE_DIGITS),
        energyText(stage.compressionWork),
        energyText(stage.finalWork),
        energyText(stage.frictionWork),
      ]),
    },
    { title: "What the contacts of each stage do", wide: true, words: true, folded: phases.length > 20, columns: ["", ""], rows: phases },
  ];
}

/** Velocities of the bodies after and before, a row for each body. */
export function bodiesTables({ bodies = {} }: ImpactResult): Table[] {
  const columns = ["", "velocity x, m/s", "y", "z", "angular velocity x, rad/s", "y", "z"];
  const motions = Object.values(bodies);
  return (["after", "before"] as const).map((when) => {
    const velocities = withoutRounding(motions.flatMap((motion) => motion[when].velocity));
    const spins = withoutRounding(motions.flatMap((motion) => motion[when].angularVelocity));
    return {
      title: `Bodies ${when} the impact, world axes`,
      wide: true,
      columns,
      rows: Object.keys(bodies).map((name, i) => [name, ...vectorCells(velocities, i), ...vectorCells(spins, i)]),
    };
  });
}

/** Impulses on the first bodies and normals in world axes, a row for each contact. */
export function worldTable({ problem, contacts = [] }: ImpactResult): Table {
  const impulses = withoutRounding(contacts.flatMap(({ impulse }) => impulse));
  const normals = withoutRounding(contacts.flatMap(({ normal }) => normal));
  return {
    title: "Contacts, world axes",
    wide: true,
    columns: ["", "impulse on the first body x, N\u2009s", "y", "z", "normal x", "y", "z"],
    rows: contacts.map((_, i) => [contactName(problem, i), ...vectorCells(impulses, i), ...vectorCells(normals, i)]),
  };
}

function vectorCells(values: readonly number[], i: number): string[] {
  return values.slice(3 * i, 3 * i + 3).map((value) => significant(value, IMPULSE_DIGITS));
}
