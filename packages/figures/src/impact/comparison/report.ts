/** report.html of a comparison: the same impact under every law, side by side. */
import type { ImpactOutcome } from "carom/impact";
import { type Comparison, describeOutcome } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { lawTitle } from "../../draw/marks.js";
import { percent, significant } from "../../draw/numbers.js";
import { reportPage, sentence, type Table } from "../../report/page.js";
import { contactName } from "../contact-name.js";
import { conventions } from "../report.js";
import { totalNormal } from "../several-contacts/course.js";
import { componentNames, materialTable, mobilityTable } from "../tables.js";
import { appliedLaws } from "./figures.js";

export function comparisonReport(comparison: Comparison, figures: readonly Figure[]): string {
  const { title, problem } = comparison;
  const outcomes = appliedLaws(comparison);
  const notes = outcomes.flatMap((outcome) => outcome.warnings.map((warning) => attributed(outcome.law, warning.message)));
  const unused = comparison.rows.flatMap((row) =>
    "inapplicable" in row ? [`${lawTitle(row.law)} cannot be used here: ${row.inapplicable}`] : [],
  );
  return reportPage({
    title,
    sentence: headline(outcomes),
    warnings: [...notes, ...unused],
    keyTables: [lawTable(comparison, outcomes), summaryTable(comparison)],
    figures,
    tallFirst: problem.contacts.length === 1,
    tables: [...(outcomes.length > 0 ? [velocityTable(comparison)] : []), mobilityTable(problem), materialTable(problem)],
    footer: conventions(problem.kineticEnergy !== undefined),
  });
}

/** A message that does not name its law gets the name put in front. */
function attributed(law: string, message: string): string {
  return message.startsWith(law) ? message : `${lawTitle(law)}: ${message}`;
}

/** Differences in kept energy below this fraction are no difference. */
const SAME = 5e-4;

function headline(outcomes: readonly ImpactOutcome[]): string {
  if (outcomes.length === 0) return "No law applies to this problem.";
  const before = outcomes[0].energy.before;
  if (!outcomes.some((outcome) => outcome.events.length > 0) || !(before > 0)) return sentence(describeOutcome(outcomes[0]));
  const kept = outcomes.map((outcome) => outcome.energy.after / before);
  const most = Math.max(...kept);
  const least = Math.min(...kept);
  const gaining = outcomes.filter((outcome) => outcome.energy.after > before * (1 + SAME)).map((outcome) => lawTitle(outcome.law));
  if (outcomes.length === 1)
    return `${lawTitle(outcomes[0].law)} is the only law for this problem: ${percent(most)} of the energy is kept.`;
  const ends =
    most - least < SAME
      ? `All laws agree: ${percent(most)} of the energy is kept.`
      : `The laws part ways: from ${percent(least)} to ${percent(most)} of the energy is kept.`;
  return gaining.length === 0 ? ends : `${ends} More than there was: ${gaining.join(", ")}.`;
}

function lawTable({ problem }: Comparison, outcomes: readonly ImpactOutcome[]): Table {
  const single = problem.contacts.length === 1;
  const springs = outcomes.some(({ energy }) => energy.springLoss !== undefined);
  const normal = problem.dimension - 1;
  return {
    title: "Laws",
    wide: true,
    columns: [
      "",
      "kept",
      "friction",
      "restitution",
      ...(springs ? ["springs"] : []),
      ...(single
        ? ["normal impulse, N\u2009s", "leaves, m/s", "slip after, m/s"]
        : ["contacts that push", "normal impulse of all, N\u2009s"]),
    ],
    rows: outcomes.map((outcome) => {
      const { before, after, frictionLoss, restitutionLoss, springLoss = 0 } = outcome.energy;
      const share = (value: number) => (before > 0 ? percent(value / before) : "");
      const contact = single
        ? [
            significant(outcome.impulse[normal], 4),
            significant(outcome.velocity[normal]),
            significant(Math.hypot(...outcome.velocity.slice(0, normal))),
          ]
        : [
            `${problem.contacts.filter((_, i) => outcome.impulse[(i + 1) * problem.dimension - 1] > 0).length} of ${problem.contacts.length}`,
            significant(totalNormal(problem, outcome.impulse), 4),
          ];
      return [
        lawTitle(outcome.law),
        share(after),
        share(frictionLoss),
        share(restitutionLoss),
        ...(springs ? [share(springLoss)] : []),
        ...contact,
      ];
    }),
  };
}

function summaryTable({ rows }: Comparison): Table {
  return {
    title: "What each law says",
    wide: true,
    words: true,
    columns: ["", ""],
    rows: rows.map((row) => [lawTitle(row.law), row.summary]),
  };
}

/** More contacts than these have only their normal velocities listed. */
const MOST_COMPONENTS = 4;

function velocityTable({ problem, rows }: Comparison): Table {
  const applied = rows.flatMap((row) => ("outcome" in row ? [row.outcome] : []));
  const { dimension, contacts } = problem;
  const crowded = contacts.length > MOST_COMPONENTS;
  const listed = componentNames(problem).map((name, i) => ({ name, i }));
  const shown = crowded ? listed.filter(({ i }) => i % dimension === dimension - 1) : listed;
  return {
    title: crowded ? "Normal velocity of each contact, m/s" : "Contact velocity, m/s",
    columns: ["", "before", ...applied.map((outcome) => lawTitle(outcome.law))],
    rows: shown.map(({ name, i }) => [
      crowded ? contactName(problem, Math.floor(i / dimension)) : name,
      significant(problem.velocity[i]),
      ...applied.map((outcome) => significant(outcome.velocity[i])),
    ]),
  };
}
