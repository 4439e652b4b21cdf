/** The same impact under every law, as a person reads it: numbers side by side, then what happens under which law, each sentence and each warning once. */
import { type Comparison, describeOutcome } from "carom/study";
import { pc } from "../terminal/colour.js";
import { column, percent } from "../terminal/numbers.js";
import { paragraph, right, table, together } from "../terminal/table.js";
import { componentTitles } from "./impact.js";
import { contactsUnderLaws } from "./several-contacts.js";

type Row = Extract<Comparison["rows"][number], { readonly outcome: unknown }>;

export function comparisonSummary({ title, problem, rows }: Comparison): string {
  const solved = rows.flatMap((row) => ("outcome" in row ? [row] : []));
  const inapplicable = rows.flatMap((row) =>
    "inapplicable" in row ? [paragraph(`${row.law} does not apply: ${row.inapplicable}`, "  ")] : [],
  );
  const outcomes = solved.map(({ outcome }) => outcome);
  const stories = byText(solved.map(({ law, outcome }) => [law, describeOutcome(outcome, problem)] as const));
  const warnings = byText(
    solved.flatMap(({ law, outcome }) => outcome.warnings.map(({ message }) => [law, message.replace(`${law} `, `${NAME} `)] as const)),
  );
  return [
    pc.bold(title),
    lawTable(problem, solved),
    ...(stories.length === 0
      ? []
      : [`${pc.bold("What happens")}\n${stories.map(([text, laws]) => paragraph(`${laws.join(", ")}: ${text}`, "  ")).join("\n")}`]),
    ...(problem.contacts.length > 1 && solved.length > 0 ? [`${pc.bold("Contacts")}\n${contactsUnderLaws(problem, outcomes)}`] : []),
    ...(inapplicable.length === 0 ? [] : [inapplicable.join("\n")]),
    ...(warnings.length === 0 ? [] : [warnings.map(warning).join("\n")]),
  ].join("\n\n");
}

/** The components of several contacts stand in a table of their own. */
function lawTable(problem: Comparison["problem"], rows: readonly Row[]): string {
  const names = problem.contacts.length > 1 ? [] : componentTitles(problem);
  const columns = [
    ...names.map((_, i) => column(rows.map(({ outcome }) => outcome.impulse[i]!))),
    ...names.map((_, i) => column(rows.map(({ outcome }) => outcome.velocity[i]!))),
  ];
  const springs = rows.some(({ outcome: { energy } }) => (energy.springLoss ?? 0) > 0);
  const fields = ["after", "frictionLoss", "restitutionLoss", ...(springs ? (["springLoss"] as const) : [])] as const;
  const losses = fields.map((field) => rows.map(({ outcome: { energy } }) => percent(energy[field] ?? 0, energy.before)));
  const vector = (word: string) => together(names.map((name) => right(`${word} ${name}`)));
  const units = ["", ...names.map(() => "N s"), ...names.map(() => "m/s"), ...fields.map(() => "")];
  return table(
    [
      { title: "law" },
      ...vector("impulse"),
      ...vector("velocity"),
      right("energy after"),
      right("friction loss"),
      right("restitution loss"),
      ...(springs ? [right("spring loss")] : []),
    ],
    [
      ...(names.length === 0 ? [] : [units]),
      ...rows.map(({ law }, i) => [law, ...columns.map((cells) => cells[i]!), ...losses.map((cells) => cells[i]!)]),
    ],
  );
}

/** Texts with the laws that share them, in the order in which they come up. */
function byText(entries: readonly (readonly [string, string])[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const [law, text] of entries) groups.set(text, [...(groups.get(text) ?? []), law]);
  return [...groups];
}

/** Stands for the law where a warning names it, so that the same warning of two laws is one. */
const NAME = "{law}";

function warning([text, laws]: readonly [string, readonly string[]]): string {
  const message = text.replaceAll(NAME, laws.length === 1 ? laws[0]! : "each of them");
  return pc.yellow(paragraph(`warning (${laws.join(", ")}): ${message}`));
}
