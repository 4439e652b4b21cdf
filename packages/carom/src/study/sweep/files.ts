/** Files beside a sweep: its base, the files that this one or a drop test names, and columns of CSV files. */
import { InvalidInputError, shownLine } from "../../errors.js";
import { isFields } from "../format/fields.js";
import type { StudyFiles } from "../format/kind.js";
import { isMotionFile, motionCsv } from "../format/motion-files/motion-file.js";
import { readJson } from "../format/read-json.js";
import type { BaseKinds } from "./plan.js";

/** Of studies of kind sweep. */
export function sweepFiles(kinds: BaseKinds): StudyFiles {
  return {
    named: (study, files = new Map()) =>
      isDrop(study) ? namedByDrop(study, kinds) : [...namedByBase(study, files, kinds), ...namedByColumns(study)],
    filled: (study, files) => (isDrop(study) ? withDropped(study, files, kinds) : withColumns(withBase(study, files, kinds), files)),
  };
}

type Drop = Fields & { readonly drop: Fields };
type Fields = Readonly<Record<string, unknown>>;

function isDrop(study: unknown): study is Drop {
  return isFields(study) && isFields(study.drop);
}

/** What falls, as the simulation has it that the drop test stands for. */
function fallen({ drop: { body, bodies } }: Drop) {
  return { kind: "simulation", bodies: body === undefined ? bodies : { body } };
}

function namedByDrop(study: Drop, kinds: BaseKinds): string[] {
  const own = fallen(study);
  return [...(filesOf(own, kinds)?.named(own) ?? [])];
}

function withDropped(study: Drop, files: ReadonlyMap<string, string>, kinds: BaseKinds): unknown {
  const own = fallen(study);
  const filled = (filesOf(own, kinds)?.filled(own, files) ?? own) as typeof own;
  const { body } = study.drop;
  // What is missing is told when the study is read.
  if (!isFields(filled.bodies)) return study;
  return { ...study, drop: { ...study.drop, ...(body === undefined ? { bodies: filled.bodies } : { body: filled.bodies.body }) } };
}

function filesOf(base: unknown, kinds: BaseKinds): StudyFiles | undefined {
  const kind = isFields(base) ? base.kind : undefined;
  return typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind].files : undefined;
}

/** What a base file names stands beside it. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}

export function namedByBase(study: unknown, files: ReadonlyMap<string, string>, kinds: BaseKinds): string[] {
  if (!isFields(study)) return [];
  const { base } = study;
  if (typeof base !== "string") return [...(filesOf(base, kinds)?.named(base) ?? [])];
  const text = files.get(base);
  if (text === undefined) return [base];
  const inner = readJson(text);
  return [base, ...(filesOf(inner, kinds)?.named(inner) ?? []).map((name) => `${folderOf(base)}${name}`)];
}

export function withBase(study: unknown, files: ReadonlyMap<string, string>, kinds: BaseKinds): unknown {
  // A drop test has none.
  if (!isFields(study) || study.base === undefined) return study;
  const { base } = study;
  if (typeof base !== "string") return { ...study, base: filesOf(base, kinds)?.filled(base, files) ?? base };
  const text = files.get(base);
  if (text === undefined) return study;
  const inner = readJson(text);
  const own = new Map(
    [...files].filter(([name]) => name.startsWith(folderOf(base))).map(([name, content]) => [name.slice(folderOf(base).length), content]),
  );
  return { ...study, base: filesOf(inner, kinds)?.filled(inner, own) ?? inner };
}

function columnsOf(study: unknown): { readonly place: number; readonly file: string; readonly column: unknown }[] {
  if (!isFields(study) || !Array.isArray(study.vary)) return [];
  return study.vary.flatMap((entry: unknown, place) => {
    const distribution = isFields(entry) ? entry.distribution : undefined;
    if (!isFields(distribution) || distribution.type !== "column" || typeof distribution.file !== "string") return [];
    return [{ place, file: distribution.file, column: distribution.column }];
  });
}

function namedByColumns(study: unknown): string[] {
  return columnsOf(study).map(({ file }) => file);
}

function withColumns(study: unknown, files: ReadonlyMap<string, string>): unknown {
  const found = new Map(columnsOf(study).map((each) => [each.place, each]));
  if (found.size === 0) return study;
  const { vary, ...rest } = study as { readonly vary: readonly { readonly distribution: object }[] };
  return {
    ...rest,
    vary: vary.map((entry, place) => {
      const named = found.get(place);
      const text = named === undefined ? undefined : files.get(named.file);
      if (named === undefined || text === undefined) return entry;
      const path = `vary[${place}].distribution`;
      const table = isMotionFile(named.file) ? motionCsv(text, named.file, `${path}.file`) : text;
      return { ...entry, distribution: { type: "column", values: csvColumn(table, named.column, path) } };
    }),
  };
}

/** The numbers of a column of a CSV text whose first line names the columns. */
export function csvColumn(text: string, column: unknown, path: string): number[] {
  const [heading, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const cells = (line: string) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const names = heading === undefined ? [] : cells(heading);
  if (typeof column !== "string")
    throw new InvalidInputError(`${path}.column`, column, `is given (it is required with a file): ${names.slice(0, 10).join(", ")}`);
  const place = names.indexOf(column);
  if (place < 0) throw new InvalidInputError(`${path}.column`, column, `is not in the first line of the file (${names.length} columns)`);
  if (lines.length === 0) throw new InvalidInputError(`${path}.file`, column, "has no rows");
  return lines.map((line, i) => {
    const cell = cells(line)[place];
    const value = cell === undefined || cell === "" ? Number.NaN : Number(cell);
    if (!Number.isFinite(value))
      throw new InvalidInputError(`${path}.file`, shownLine(line), `has no number in column ${column} (row ${i + 1})`);
    return value;
  });
}
