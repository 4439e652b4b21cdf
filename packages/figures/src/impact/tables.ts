/** Tables of numbers that the reports share. */
import type { EnergyLedger, EventKind, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { energyText, percent, significant, withoutRounding, withUnit } from "../draw/numbers.js";
import type { Table } from "../report/page.js";
import { contactName, contactNames } from "./contact-name.js";
import { eventName } from "./one-contact/track.js";
import { totalNormal } from "./several-contacts/course.js";

/** Digits shown for impulses. */
const IMPULSE_DIGITS = 4;

/** What the components of a contact are called, in order. */
export function componentNames(problem: ContactProblem): readonly string[] {
  const parts = problem.dimension === 3 ? ["tangent 1", "tangent 2", "normal"] : ["tangent", "normal"];
  if (problem.contacts.length === 1) return parts;
  return problem.contacts.flatMap((_, i) => parts.map((part) => `${contactName(problem, i)}, ${part}`));
}

export function contactTable(problem: ContactProblem, outcome: ImpactOutcome): Table {
  return {
    title: "At the contact",
    columns: ["", "velocity before, m/s", "velocity after, m/s", "impulse, N\u2009s"],
    rows: componentNames(problem).map((name, i) => [
      name,
      significant(problem.velocity[i]),
      significant(outcome.velocity[i]),
      significant(outcome.impulse[i], IMPULSE_DIGITS),
    ]),
  };
}

/** More events than these are folded away. */
const MOST_EVENTS = 30;

export function eventTable(problem: ContactProblem, outcome: ImpactOutcome): Table {
  const columns = ["normal impulse, N\u2009s", "slip, m/s", "normal velocity, m/s", "stored", "lost to friction"];
  if (problem.contacts.length > 1) return severalEventTable(problem, outcome, columns);
  const normal = problem.dimension - 1;
  return {
    title: "Events",
    wide: true,
    columns: ["", ...columns],
    rows: outcome.events.map(({ kind, normalImpulse, velocity, storedEnergy, frictionLoss }) => [
      eventText(kind),
      significant(normalImpulse, IMPULSE_DIGITS),
      significant(Math.hypot(...velocity.slice(0, normal))),
      significant(velocity[normal]),
      energyText(storedEnergy),
      energyText(frictionLoss),
    ]),
  };
}

function eventText(kind: EventKind): string {
  const { letter, word } = eventName(kind);
  return `${letter}  ${word}`;
}

/** Every event with its contact, if it belongs to one. Folded away where there are many. */
function severalEventTable(problem: ContactProblem, { events, energy }: ImpactOutcome, columns: readonly string[]): Table {
  const { dimension } = problem;
  const folded = events.length > MOST_EVENTS;
  const fastest = Math.max(...problem.velocity.map(Math.abs));
  const speed = (value: number) => significant(withoutRounding([value, fastest])[0]);
  const energyCell = (value: number) => energyText(withoutRounding([value, energy.before])[0]);
  return {
    title: folded ? `${events.length} events` : "Events",
    wide: true,
    folded,
    columns: ["", "contact", "normal impulse of all, N\u2009s", ...columns],
    rows: events.map(({ kind, contact, impulse, normalImpulse, velocity, storedEnergy, frictionLoss }) => {
      const own = contact === undefined ? [] : velocity.slice(contact * dimension, (contact + 1) * dimension);
      return [
        eventText(kind),
        contact === undefined ? "all" : contactName(problem, contact),
        significant(totalNormal(problem, impulse), IMPULSE_DIGITS),
        ...(contact === undefined
          ? ["", "", ""]
          : [significant(normalImpulse, IMPULSE_DIGITS), speed(Math.hypot(...own.slice(0, -1))), speed(own[dimension - 1])]),
        energyCell(storedEnergy),
        energyCell(frictionLoss),
      ];
    }),
  };
}

export function ledgerTable(energy: EnergyLedger): Table {
  const { before, after, restitutionLoss, frictionLoss, springLoss, residual } = energy;
  const row = (name: string, value: number): string[] => [name, energyText(value), before > 0 ? percent(value / before) : ""];
  return {
    title: "Energy ledger",
    columns: ["", "", ""],
    rows: [
      row("before", before),
      row("lost to friction", frictionLoss),
      restitutionLoss < 0 ? row("made by the law", -restitutionLoss) : row("lost to restitution", restitutionLoss),
      ...(springLoss === undefined ? [] : [row("lost in tangential springs", springLoss)]),
      row("after", after),
      ["left over by rounding", withUnit(residual, "J", 2), ""],
    ],
  };
}

/** Larger matrices are for programs: result.json has them. */
const MOST_ROWS = 12;

export function mobilityTable(problem: ContactProblem): Table {
  const names = componentNames(problem);
  if (names.length > MOST_ROWS)
    return { title: "Mobility, 1/kg", columns: ["", ""], rows: [["size", `${names.length} by ${names.length}, in result.json`]] };
  return {
    title: "Mobility, 1/kg",
    wide: problem.contacts.length > 1,
    columns: ["", ...names],
    rows: problem.mobility.map((row, i) => [names[i], ...row.map((value) => significant(value, 6))]),
  };
}

export function materialTable(problem: ContactProblem): Table {
  const fields = [
    ["friction", "friction"],
    ["staticFriction", "friction at rest"],
    ["restitution", "restitution"],
    ["stiffnessRatio", "normal over tangential stiffness"],
    ["stiffness", "relative stiffness"],
    ["exponent", "exponent of the force law"],
  ] as const;
  const used = fields.filter(([field]) => problem.contacts.some((contact) => contact[field] !== undefined));
  const cell = (contact: number, field: (typeof fields)[number][0]) => String(problem.contacts[contact][field] ?? "");
  if (problem.contacts.length > 1) {
    // One row for each contact, and one for neighbours that are alike.
    const rows: { contacts: number[]; cells: string[] }[] = [];
    problem.contacts.forEach((_, i) => {
      const cells = used.map(([field]) => cell(i, field));
      const last = rows[rows.length - 1];
      if (last !== undefined && last.cells.join("|") === cells.join("|")) last.contacts.push(i);
      else rows.push({ contacts: [i], cells });
    });
    return {
      title: "Material",
      columns: ["", ...used.map(([, name]) => name)],
      rows: rows.map(({ contacts, cells }) => [contactNames(problem, contacts), ...cells]),
    };
  }
  return {
    title: "Material",
    columns: ["", problem.contacts[0].name === undefined ? "" : contactName(problem, 0)],
    rows: used.map(([field, name]) => [name, cell(0, field)]),
  };
}
