/** Tables of numbers that the reports share. */
import type { EnergyLedger, ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { eventName } from "../impact/track.js";
import { energyText, percent, significant, withUnit } from "../numbers.js";
import type { Table } from "./page.js";

/** Digits shown for impulses. */
const IMPULSE_DIGITS = 4;

/** What the components of a contact are called, in order. */
export function componentNames(problem: ContactProblem): readonly string[] {
  const parts = problem.dimension === 3 ? ["tangent 1", "tangent 2", "normal"] : ["tangent", "normal"];
  if (problem.contacts.length === 1) return parts;
  return problem.contacts.flatMap((_, i) => parts.map((part) => `${contactName(problem, i)}, ${part}`));
}

export function contactName(problem: ContactProblem, contact: number): string {
  return problem.contacts[contact]?.name ?? `contact ${contact + 1}`;
}

export function contactTable(problem: ContactProblem, outcome: ImpactOutcome): Table {
  return {
    title: "At the contact",
    columns: ["", "velocity before, m/s", "velocity after, m/s", "impulse, N\u2009s"],
    rows: componentNames(problem).map((name, i) => [
      name,
      significant(problem.velocity[i]!),
      significant(outcome.velocity[i]!),
      significant(outcome.impulse[i]!, IMPULSE_DIGITS),
    ]),
  };
}

export function eventTable(problem: ContactProblem, outcome: ImpactOutcome): Table {
  const { dimension, contacts } = problem;
  const several = contacts.length > 1;
  return {
    title: "Events",
    wide: true,
    columns: ["", "normal impulse, N\u2009s", "slip, m/s", "normal velocity, m/s", "stored", "lost to friction"],
    rows: outcome.events.map((event) => {
      const { letter, word } = eventName(event.kind);
      const velocity = event.velocity.slice(event.contact * dimension, (event.contact + 1) * dimension);
      const slip = Math.hypot(...velocity.slice(0, -1));
      return [
        `${letter}  ${word}${several ? `, ${contactName(problem, event.contact)}` : ""}`,
        significant(event.normalImpulse, IMPULSE_DIGITS),
        significant(slip),
        significant(velocity[velocity.length - 1]!),
        energyText(event.storedEnergy),
        energyText(event.frictionLoss),
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

export function mobilityTable(problem: ContactProblem): Table {
  const names = componentNames(problem);
  return {
    title: "Mobility, 1/kg",
    columns: ["", ...names],
    rows: problem.mobility.map((row, i) => [names[i]!, ...row.map((value) => significant(value, 6))]),
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
  return {
    title: "Material",
    columns: [
      "",
      ...problem.contacts.map((_, i) =>
        problem.contacts.length === 1 && problem.contacts[0]!.name === undefined ? "" : contactName(problem, i),
      ),
    ],
    rows: used.map(([field, name]) => [
      name,
      ...problem.contacts.map((contact) => (contact[field] === undefined ? "" : String(contact[field]))),
    ]),
  };
}
