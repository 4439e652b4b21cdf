/** `carom reproduce`: every published figure of the examples, printed value beside ours, with the verdict and the reason. */
import { evaluatePublished, type PublishedRow } from "carom/study";
import { type Example, examples, likelyNames } from "../examples.js";
import { CommandFailure, DONE, NOT_COMPUTED, within } from "../failure.js";
import { jsonText } from "../output/json-text.js";
import { readStudy } from "../study-file.js";
import { pc } from "../terminal/colour.js";
import { paragraph, table } from "../terminal/table.js";

export interface ReproducedRow extends PublishedRow {
  readonly example: string;
}

const INDENT = "      ";

/** Returns the exit code: 1 if a verdict does not hold. */
export async function reproduce(names: readonly string[], { json }: { readonly json?: boolean }): Promise<number> {
  const rows: ReproducedRow[] = [];
  for (const { name, file } of chosen(names)) {
    const study = await readStudy(file);
    rows.push(...(await within(file, () => evaluatePublished(study))).map((row) => ({ example: name, ...row })));
  }
  process.stdout.write(`${json ? jsonText(rows) : reproducedText(rows, names.length > 0)}\n`);
  return rows.every(({ holds }) => holds) ? DONE : NOT_COMPUTED;
}

function chosen(names: readonly string[]): Example[] {
  const all = examples();
  if (all.length === 0) throw new CommandFailure("there are no examples beside this command");
  if (names.length === 0) return all;
  return names.map((name) => {
    const found = all.find((example) => example.name === name);
    if (found === undefined) {
      const likely = likelyNames(
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

/** By example, each row with the reason below it. Values of our own are only counted, unless examples were named. */
export function reproducedText(rows: readonly ReproducedRow[], showOwn: boolean): string {
  const own = rows.filter(({ computed }) => computed);
  const printed = rows.filter(({ computed }) => !computed);
  const failing = rows.filter(({ holds }) => !holds);
  const shown = showOwn ? rows : rows.filter(({ computed, holds }) => !computed || !holds);
  const ownHolding = own.filter(({ holds }) => holds).length;
  const closing = [
    ...(printed.length === 0
      ? []
      : [
          `Of ${printed.length} comparisons with printed figures, ${counted(printed, "reproduced")} are reproduced, ${counted(printed, "reproduced with the source's own rule")} only with the source's own rule, and ${counted(printed, "not reproduced")} are not.`,
        ]),
    ...(own.length === 0
      ? []
      : [
          `${ownHolding} of ${own.length} values of our own are held by a second method${showOwn ? "" : " (name an example to see them)"}.`,
        ]),
    ...(failing.length === 0
      ? []
      : [pc.red(`These verdicts do not hold: ${failing.map(({ example, what }) => `${example} ${what}`).join("; ")}.`)]),
  ].join("\n");
  return shown.length === 0 ? closing : `${listing(shown)}\n\n${closing}`;
}

function listing(rows: readonly ReproducedRow[]): string {
  const [heading, ...lines] = table(
    [{ title: "what" }, { title: "printed", align: "right" }, { title: "ours", align: "right" }, { title: "verdict" }],
    rows.map((row) => [row.what, shown(row.published), shown(roundedToSee(row)), verdictOf(row)]),
  ).split("\n");
  return rows
    .flatMap((row, i) => [
      ...(rows[i - 1]?.example === row.example ? [] : [`\n${pc.bold(row.example)}\n${heading}`]),
      lines[i]!,
      // Neighbours with the same reason share it.
      ...(rows[i + 1]?.example === row.example && why(rows[i + 1]!) === why(row) ? [] : [pc.dim(paragraph(why(row), INDENT))]),
    ])
    .join("\n")
    .trimStart();
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
  const words = computed ? (verdict === "reproduced" ? "agrees" : verdict) : verdict;
  return holds ? words : `${words} (does not hold)`;
}

function why({ note, source, computed }: ReproducedRow): string {
  const from = computed ? `our own value, by ${source}` : source;
  return note === "" ? from : `${note} [${from}]`;
}
