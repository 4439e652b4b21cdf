/** The laws side by side: in words and in tables. */
import type { ImpactOutcome } from "../../impact/outcome.js";
import { percentText, withoutRounding } from "../format/numbers.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import { normalsOf, totalNormal } from "./components.js";
import { mobilityTables, problemTable } from "./problem-tables.js";
import type { Comparison } from "./result.js";
import { describeOutcome } from "./sentence.js";
import { axisNames, contactName } from "./words.js";

/** The outcomes of the laws that apply. */
export function appliedLaws({ rows }: Comparison): ImpactOutcome[] {
  return rows.flatMap((row) => ("outcome" in row ? [row.outcome] : []));
}

/** Differences in kept energy below this fraction are no difference. */
const SAME = 5e-4;

export function comparisonSentence(comparison: Comparison): string {
  const outcomes = appliedLaws(comparison);
  if (outcomes.length === 0) return "No law applies to this problem.";
  const [first] = outcomes;
  const { before } = first.energy;
  if (!outcomes.some(({ events }) => events.length > 0) || !(before > 0)) return describeOutcome(first);
  const kept = outcomes.map(({ energy }) => energy.after);
  const [least, most] = [Math.min(...kept), Math.max(...kept)];
  const share = (value: number) => percentText(value, before, 1);
  if (outcomes.length === 1) return `${first.law} is the only law for this problem: ${share(most)} of the energy is kept.`;
  const ends =
    most - least < SAME * before
      ? `All laws agree: ${share(most)} of the energy is kept.`
      : `The laws part ways: from ${share(least)} to ${share(most)} of the energy is kept.`;
  const gaining = outcomes.filter(({ energy }) => energy.after > before * (1 + SAME)).map(({ law }) => law);
  return gaining.length === 0 ? ends : `${ends} More than there was: ${gaining.join(", ")}.`;
}

/** Laws that do not apply, and why. */
export function comparisonDetails({ rows }: Comparison): string[] {
  return rows.flatMap((row) => ("inapplicable" in row ? [`${row.law} does not apply: ${row.inapplicable}`] : []));
}

/** Of all laws, each once, with the laws that give it where it does not begin with one. */
export function comparisonWarnings(comparison: Comparison): string[] {
  const laws = new Map<string, string[]>();
  for (const { law, warnings } of appliedLaws(comparison))
    for (const { message } of warnings) laws.set(message, [...(laws.get(message) ?? []), law]);
  return [...laws].map(([message, names]) => (message.startsWith(names[0]) ? message : `${names.join(", ")}: ${message}`));
}

export function comparisonTables(comparison: Comparison): ResultTable[] {
  const { problem, rows } = comparison;
  const outcomes = appliedLaws(comparison);
  return [
    lawsTable(comparison, outcomes),
    {
      name: "sentences",
      title: "What happens",
      use: "page",
      columns: [{ name: "law" }, { name: "what happens" }],
      rows: outcomes.map((outcome) => [outcome.law, describeOutcome(outcome, problem)]),
    },
    ...(problem.contacts.length === 1 || outcomes.length === 0 ? [] : [contactsTable(comparison, outcomes)]),
    {
      name: "summaries",
      title: "What each law says",
      use: "page",
      columns: [{ name: "law" }, { name: "what it says" }],
      rows: rows.map(({ law, summary }) => [law, summary]),
    },
    ...mobilityTables(problem),
    problemTable(problem),
  ];
}

/** A row for each law: what it leaves of the energy, and what becomes of the contact, or of all of them together. */
function lawsTable({ problem }: Comparison, outcomes: readonly ImpactOutcome[]): ResultTable {
  const single = problem.contacts.length === 1;
  const springs = outcomes.some(({ energy }) => (energy.springLoss ?? 0) > 0);
  const axes = single ? axisNames(problem) : [];
  const columns: ResultColumn[] = [
    ...axes.map((axis) => ({ name: `impulse ${axis}`, unit: "N s", digits: 4 })),
    ...axes.map((axis) => ({ name: `velocity ${axis}`, unit: "m/s", digits: 3 })),
    ...(single ? [] : [{ name: "contacts that push" }, { name: "normal impulse of all", unit: "N s", digits: 4 }]),
    ...["energy after", "friction loss", "restitution loss", ...(springs ? ["spring loss"] : [])].map((name) => ({
      name,
      unit: "%",
      digits: 4,
    })),
  ];
  return {
    name: "laws",
    title: "Laws",
    use: "page",
    columns: [{ name: "law" }, ...columns],
    rows: outcomes.map(({ law, impulse, velocity, energy }) => {
      const share = (value: number) => (energy.before === 0 ? "" : (100 * withoutRounding([value], [energy.before])[0]) / energy.before);
      const pushing = normalsOf(problem, impulse).filter((value) => value > 0).length;
      return [
        law,
        ...(single ? [...impulse, ...velocity] : [pushing, totalNormal(problem, impulse)]),
        share(energy.after),
        share(energy.frictionLoss),
        share(energy.restitutionLoss),
        ...(springs ? [share(energy.springLoss ?? 0)] : []),
      ];
    }),
  };
}

/** Normal impulse and normal velocity after, contact by contact. */
function contactsTable({ problem }: Comparison, outcomes: readonly ImpactOutcome[]): ResultTable {
  const columns = [
    ...outcomes.map(({ law, impulse }) => ({
      column: { name: `normal impulse, ${law}`, unit: "N s", digits: 4 },
      values: normalsOf(problem, impulse),
    })),
    ...outcomes.map(({ law, velocity }) => ({
      column: { name: `normal velocity, ${law}`, unit: "m/s", digits: 3 },
      values: withoutRounding(normalsOf(problem, velocity), problem.velocity),
    })),
  ];
  return {
    name: "law-contacts",
    title: "Contacts",
    use: "page",
    columns: [{ name: "" }, ...columns.map(({ column }) => column)],
    rows: problem.contacts.map((_, i) => [contactName(problem, i), ...columns.map(({ values }) => values[i])]),
  };
}
