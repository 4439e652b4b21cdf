/** report.html of one impact: the sentence, the numbers, the pictures, the problem. */
import { describeOutcome, type ImpactResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { energyText, percent, significant, withUnit } from "../draw/numbers.js";
import { type Html, html, reportPage, sentence, type Table } from "../report/page.js";
import { forceTables } from "./force-tables.js";
import { bodiesTables, contactsTable, severalKeyNumbers, stageTables, worldTable } from "./several-tables.js";
import { contactTable, eventTable, ledgerTable, materialTable, mobilityTable } from "./tables.js";

export function impactReport(result: ImpactResult, figures: readonly Figure[]): string {
  const { title, problem, outcome, forces, noForces } = result;
  const several = problem.contacts.length > 1;
  const ledger = ledgerTable(outcome.energy);
  return reportPage({
    title,
    sentence: coloured(sentence(describeOutcome(outcome, problem))),
    lead: energySentence(result),
    warnings: [
      ...[...outcome.warnings, ...(forces?.warnings ?? [])].map((warning) => warning.message),
      ...(noForces === undefined ? [] : [`no forces: ${noForces}`]),
    ],
    keyTables: [keyNumbers(result), ...forceTables(result), several ? ledger : contactTable(problem, outcome)],
    figures,
    tables: [
      ...(several ? severalTables(result) : [eventTable(problem, outcome), ledger, ...bodyTables(result)]),
      mobilityTable(problem),
      materialTable(problem),
    ],
    footer: conventions(problem.kineticEnergy !== undefined),
  });
}

/** More contacts than these are not listed component by component: result.json has them. */
const MOST_COMPONENTS = 4;

function severalTables(result: ImpactResult): Table[] {
  const { problem, outcome } = result;
  return [
    contactsTable(problem, outcome),
    ...(result.bodies === undefined ? [] : bodiesTables(result)),
    ...stageTables(problem, outcome),
    eventTable(problem, outcome),
    ...(problem.contacts.length > MOST_COMPONENTS ? [] : [{ ...contactTable(problem, outcome), title: "Components at the contacts" }]),
    ...(result.contacts === undefined ? [] : [worldTable(result)]),
    ...speedTables(result),
  ];
}

/** Verbs of slipping and sticking in their colours. */
function coloured(text: string): Html {
  const verb = /\b(slips|sticks)\b/g;
  const pieces = text.split(verb);
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? html`${piece}` : html`<span class="${piece === "slips" ? "slip" : "stick"}">${piece}</span>`))}`;
}

/** A share below this is rounding. */
const ROUNDING = 1e-9;

function energySentence({ problem, outcome }: ImpactResult): Html | undefined {
  const { before, after, frictionLoss, restitutionLoss, springLoss = 0 } = outcome.energy;
  if (outcome.events.length === 0 || !(before > 0)) return undefined;
  const whose = problem.kineticEnergy === undefined ? "the contact’s energy" : "the bodies’ kinetic energy";
  const restitution =
    restitutionLoss < 0
      ? html`the law makes <b class="created">${percent(-restitutionLoss / before)}</b>`
      : html`restitution <b class="restitution">${percent(restitutionLoss / before)}</b>`;
  const springs =
    springLoss > ROUNDING * before ? html`, the tangential springs <b class="stick">${percent(springLoss / before)}</b>` : html``;
  return html`Friction takes <b class="slip">${percent(frictionLoss / before)}</b> of ${whose} (${energyText(before)}), ${restitution}${springs}; <b class="kept">${percent(after / before)}</b> is kept.`;
}

function keyNumbers(result: ImpactResult): Table {
  const { problem, outcome, analysis } = result;
  const single = problem.contacts.length === 1;
  const { dimension } = problem;
  const rows: string[][] = [["law", outcome.law === "frictional" ? "frictional, energetic restitution" : outcome.law]];
  if (single) {
    const material = problem.contacts[0];
    const slip = (velocity: readonly number[]) => Math.hypot(...velocity.slice(0, -1));
    const normal = dimension - 1;
    const tangential = slip(outcome.impulse);
    rows.push(
      ["friction, restitution", `${material.friction}, ${material.restitution}`],
      ["normal impulse", withUnit(outcome.impulse[normal], "N\u2009s", 4)],
      ["friction impulse", withUnit(tangential, "N\u2009s", 4)],
      ["slip before, after", `${withUnit(slip(problem.velocity), "m/s")}, ${withUnit(slip(outcome.velocity), "m/s")}`],
      ["approach, departure", `${withUnit(-problem.velocity[normal], "m/s")}, ${withUnit(outcome.velocity[normal], "m/s")}`],
    );
  }
  if (!single) rows.push(...severalKeyNumbers(result));
  if (analysis !== undefined) {
    rows.push(["sticks above a friction of", significant(analysis.criticalFriction)]);
    rows.push(["can friction jam it", analysis.canJam ? "yes" : "no"]);
  }
  return { title: "Key numbers", columns: ["", ""], rows };
}

/** Of a single contact. */
function bodyTables(result: ImpactResult): Table[] {
  const tables: Table[] = [];
  const row = (name: string, values: readonly number[]) => [name, ...values.map((value) => significant(value, 4))];
  if (result.bodies !== undefined) {
    const rows = Object.entries(result.bodies).flatMap(([name, { before, after }]) => [
      row(`${name}, velocity before, m/s`, before.velocity),
      row(`${name}, velocity after, m/s`, after.velocity),
      row(`${name}, angular velocity before, rad/s`, before.angularVelocity),
      row(`${name}, angular velocity after, rad/s`, after.angularVelocity),
    ]);
    tables.push({ title: "Bodies, world axes", columns: ["", "x", "y", "z"], rows });
  }
  if (result.contacts !== undefined) {
    const rows = result.contacts.flatMap((contact) => [
      row("impulse on the first body, N\u2009s", contact.impulse),
      row("tangent 1", contact.tangent1),
      row("tangent 2", contact.tangent2),
      row("normal", contact.normal),
    ]);
    tables.push({ title: "Contact, world axes", columns: ["", "x", "y", "z"], rows });
  }
  return [...tables, ...speedTables(result)];
}

function speedTables({ speeds }: ImpactResult): Table[] {
  if (speeds === undefined) return [];
  const { before, after } = speeds;
  return [
    {
      title: "Generalised speeds",
      columns: ["", "before", "after"],
      rows: before.map((value, i) => [`speed ${i + 1}`, significant(value, 4), significant(after[i], 4)]),
    },
  ];
}

export function conventions(ofBodies: boolean): string {
  const hundred = ofBodies
    ? "100\u2009% is the kinetic energy of all bodies."
    : "100\u2009% is the energy the contact can reach, half v · W⁻¹ v.";
  return `SI units. The normal points into the first body, impulses are those on the first body, velocities are first body minus second; approaching means a negative normal velocity. Components are ordered tangent 1, tangent 2, normal (planar: tangent, normal). ${hundred} Normal impulse takes the place of time: it grows from zero to its end during the impact. Numbers are rounded for reading; result.json has all digits.`;
}
