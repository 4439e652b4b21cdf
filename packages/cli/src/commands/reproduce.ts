/**
 * `carom reproduce`: the published figures of the examples beside ours, counted by source; on request each with its verdict and the reason.
 */
import { didYouMean, evaluatePublished, type PublishedRow } from "carom/study";
import { type Example, examples } from "../examples.js";
import { CommandFailure, DONE, NOT_COMPUTED, within } from "../failure.js";
import { jsonText } from "../output/json-text.js";
import { readStudy } from "../study-file.js";
import { pc } from "../terminal/colour.js";
import { progressLine } from "../terminal/progress.js";
import { paragraph, right, table, tableLines } from "../terminal/table.js";

export interface ReproducedRow extends PublishedRow {
  readonly example: string;
}

const INDENT = "      ";

/** Returns the exit code: 1 if a verdict does not hold. */
export async function reproduce(
  names: readonly string[],
  { json, details = names.length > 0 }: { readonly json?: boolean; readonly details?: boolean },
): Promise<number> {
  const rows: ReproducedRow[] = [];
  const wanted = chosen(names);
  const tell = progressLine();
  for (const [i, { name, file }] of wanted.entries()) {
    tell(`${i + 1} of ${wanted.length}: ${name}`);
    const study = await readStudy(file);
    rows.push(...(await within(file, () => evaluatePublished(study))).map((row) => ({ example: name, ...row })));
  }
  tell(undefined);
  process.stdout.write(`${json ? jsonText(rows) : details ? detailedText(rows, names.length > 0) : countedText(rows)}\n`);
  return rows.every(({ holds }) => holds) ? DONE : NOT_COMPUTED;
}

function chosen(names: readonly string[]): Example[] {
  const all = examples();
  if (all.length === 0) throw new CommandFailure("there are no examples beside this command");
  if (names.length === 0) return all;
  return names.map((name) => {
    const found = all.find((example) => example.name === name);
    if (found === undefined) {
      const likely = didYouMean(
        name,
        all.map((example) => example.name),
      );
      throw new CommandFailure(`${name}: is not an example; there are ${all.length}, and carom new --list names them${likely}`);
    }
    return found;
  });
}

const counted = (rows: readonly ReproducedRow[], wanted: ReproducedRow["verdict"]) =>
  rows.filter(({ verdict }) => verdict === wanted).length;

const OWN_RULE = "reproduced with the source's own rule";
/** The same, short. */
const BY_OWN_RULE = "by its own rule";

/** The documents by the numbers that sources begin with (docs/sources.md). */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "000": "000, Wang 2017",
  "001": "001, Jia 2013",
  "002": "002, Morgan 2011",
  "003": "003, Badiu 2007",
  "004": "004, Chatterjee 2019",
};

/** Programs, too, are sources, named with their version: "Siconos 4.4.0". */
function documentOf({ source }: ReproducedRow): string {
  return DOCUMENTS[source.slice(0, 3)] ?? /^\w+ \d[\d.]*/.exec(source)?.[0] ?? "others";
}

/** How many figures of each source are reproduced; what does not hold, and how to see more. */
export function countedText(rows: readonly ReproducedRow[]): string {
  const printed = rows.filter(({ computed }) => !computed);
  const sources = [...new Set(printed.map(documentOf))].sort((a, b) => Number(a === "others") - Number(b === "others") || (a < b ? -1 : 1));
  const cells = (name: string, of: readonly ReproducedRow[]) => [
    name,
    String(of.length),
    String(counted(of, "reproduced")),
    String(counted(of, OWN_RULE)),
    String(counted(of, "not reproduced")),
  ];
  const text = table(
    [{ title: "source" }, ...["figures", "reproduced", BY_OWN_RULE, "not reproduced"].map(right)],
    [
      ...sources.map((source) =>
        cells(
          source,
          printed.filter((row) => documentOf(row) === source),
        ),
      ),
      cells("all", printed),
    ],
  );
  return [
    ...(printed.length === 0 ? [] : [text]),
    paragraph(
      "Most figures that come out only by the source's own rule, or not at all, are wrong or too coarse in the source: its row says " +
        "why. For rows: --details, or names of examples.",
    ),
    closing(rows, false),
  ].join("\n\n");
}

/** By example, each row with the reason below it. Values of our own are only counted, unless examples were named. */
export function detailedText(rows: readonly ReproducedRow[], showOwn: boolean): string {
  const shown = showOwn ? rows : rows.filter(({ computed, holds }) => !computed || !holds);
  return shown.length === 0 ? closing(rows, showOwn) : `${listing(shown)}\n\n${closing(rows, showOwn)}`;
}

function closing(rows: readonly ReproducedRow[], showOwn: boolean): string {
  const own = rows.filter(({ computed }) => computed);
  const printed = rows.filter(({ computed }) => !computed);
  const failing = rows.filter(({ holds }) => !holds);
  const ownHolding = own.filter(({ holds }) => holds).length;
  return [
    ...(printed.length === 0
      ? []
      : [
          `Of ${printed.length} comparisons with printed figures, ${counted(printed, "reproduced")} are reproduced, ` +
            `${counted(printed, OWN_RULE)} only with the source's own rule, and ${counted(printed, "not reproduced")} are not.`,
        ]),
    ...(own.length === 0
      ? []
      : [
          `${ownHolding} of ${own.length} values of our own are held by a second method${showOwn ? "" : " (name an example to see them)"}.`,
        ]),
    ...(failing.length === 0
      ? []
      : [`These verdicts do not hold: ${failing.map(({ example, what }) => `${example} ${what}`).join("; ")}.`]),
  ]
    .map((line, i, all) => (failing.length > 0 && i === all.length - 1 ? pc.red(paragraph(line)) : paragraph(line)))
    .join("\n");
}

/** Each example's rows as a table of its own, as wide as they need. */
function listing(rows: readonly ReproducedRow[]): string {
  const names = [...new Set(rows.map(({ example }) => example))];
  return names
    .map((name) =>
      exampleText(
        name,
        rows.filter(({ example }) => example === name),
      ),
    )
    .join("\n\n");
}

function exampleText(name: string, rows: readonly ReproducedRow[]): string {
  const [heading, ...lines] = tableLines(
    [{ title: "what" }, right("printed"), right("ours"), { title: "verdict" }],
    rows.map((row) => [row.what, shown(row.published), shown(roundedToSee(row)), verdictOf(row)]),
  );
  return [
    pc.bold(name),
    heading,
    ...rows.flatMap((row, i) => [
      lines[i]!,
      // Neighbours with the same reason share it.
      ...(rows[i + 1] !== undefined && why(rows[i + 1]!) === why(row) ? [] : [pc.dim(paragraph(why(row), INDENT))]),
    ]),
  ].join("\n");
}

/** More digits than this are not for reading; --json has them all. */
const MOST_DIGITS = 10;

function shown(value: PublishedRow["ours"]): string {
  return typeof value === "number" ? String(Number(value.toPrecision(MOST_DIGITS))) : String(value);
}

/** Ours with a few digits more than the tolerance can see. */
function roundedToSee({ ours, tolerance }: ReproducedRow): PublishedRow["ours"] {
  if (typeof ours !== "number" || tolerance === undefined || tolerance === 0 || ours === 0) return ours;
  const digits = Math.ceil(Math.log10(Math.abs(ours) / tolerance)) + 2;
  return Number(ours.toPrecision(Math.min(MOST_DIGITS, Math.max(3, digits))));
}

function verdictOf({ verdict, holds, computed }: ReproducedRow): string {
  const words = verdict === OWN_RULE ? BY_OWN_RULE : computed && verdict === "reproduced" ? "agrees" : verdict;
  return holds ? words : `${words} (does not hold)`;
}

function why({ note, source, computed }: ReproducedRow): string {
  const from = computed ? `our own value, by ${source}` : source;
  return note === "" ? from : `${note} [${from}]`;
}
