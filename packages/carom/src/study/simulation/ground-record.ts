/**
 * Records of ground motion from the user's own CSV, C3D or NPY files: which files a study names, and their numbers put in their place.
 *
 *     "motion": { "type": "series", "direction": [1, 0, 0], "file": "record.csv", "quantity": "accelerations", "column": "ax",
 *       "scale": 9.81 }
 *
 * A CSV has rows of numbers between commas, semicolons, tabs or spaces; lines that begin with # are passed over, and a first row that is
 * not numbers names the columns. Without `step` the first column is the time. Numbers have decimal points. A decimal comma would be taken
 * for a separator, so what may be one is refused: commas beside another separator, rows of unequal length, a second column that nobody
 * asked for. The library reads no files: those who can give it the texts (`parseStudyText(text, files)`).
 */
import { InvalidInputError, shownLine } from "../../errors.js";
import { isFields } from "../format/fields.js";
import { isMotionFile, type MotionTable, readMotionFile } from "../format/motion-files/motion-file.js";

type Fields = Readonly<Record<string, unknown>>;

/** A motion that names a file, and where it stands. */
interface Reference {
  readonly path: string;
  readonly motion: Fields;
  readonly file: string;
}

/** Names of the files that the motions of a study refer to. */
export function filesNamedByMotions(study: unknown): string[] {
  return references(study).map(({ file }) => file);
}

function references(study: unknown): Reference[] {
  if (!isFields(study) || !isFields(study.bodies)) return [];
  return Object.entries(study.bodies).flatMap(([name, body]) => {
    if (!isFields(body) || body.motion === undefined) return [];
    const list = Array.isArray(body.motion) ? body.motion : [body.motion];
    return list.flatMap((motion: unknown, i): Reference[] => {
      const path = `bodies.${name}.motion${Array.isArray(body.motion) ? `[${i}]` : ""}`;
      return isFields(motion) && typeof motion.file === "string" ? [{ path, motion, file: motion.file }] : [];
    });
  });
}

/** The study with the numbers of its files in their place; files that are not given stay named. */
export function withRecords(study: unknown, files: ReadonlyMap<string, string>): unknown {
  const found = new Map<unknown, unknown>();
  for (const { path, motion, file } of references(study)) {
    const text = files.get(file);
    if (text !== undefined) found.set(motion, filled(motion, text, path));
  }
  if (found.size === 0 || !isFields(study) || !isFields(study.bodies)) return study;
  const replaced = (motion: unknown): unknown =>
    Array.isArray(motion) ? motion.map((one) => found.get(one) ?? one) : (found.get(motion) ?? motion);
  const bodies = Object.fromEntries(
    Object.entries(study.bodies).map(([name, body]) => [
      name,
      isFields(body) && body.motion !== undefined ? { ...body, motion: replaced(body.motion) } : body,
    ]),
  );
  return { ...study, bodies };
}

const QUANTITIES = ["accelerations", "velocities", "displacements"];
const OWN = new Set(["file", "quantity", "column", "timeColumn", "scale"]);

function filled(motion: Fields, text: string, path: string): Fields {
  const { quantity = "accelerations", column, timeColumn, scale = 1, step } = motion;
  if (typeof quantity !== "string" || !QUANTITIES.includes(quantity))
    throw new InvalidInputError(`${path}.quantity`, quantity, `is not one of ${QUANTITIES.join(", ")}`);
  if (typeof scale !== "number" || !Number.isFinite(scale)) throw new InvalidInputError(`${path}.scale`, scale, "is not a number");
  const file = motion.file as string;
  const table = isMotionFile(file) ? tableFrom(readMotionFile(text, file, `${path}.file`)) : readTable(text, `${path}.file`, file);
  const hasTime = step === undefined;
  if (!hasTime && column === undefined && table.rows[0].length > 1)
    throw new InvalidInputError(
      `${path}.column`,
      column,
      `is given, and with a step it is needed: ${motion.file} has ${table.rows[0].length} columns (${POINTS})`,
    );
  const values = columnOf(table, column ?? (hasTime ? 2 : 1), `${path}.column`).map((value) => scale * value);
  const rest = Object.fromEntries(Object.entries(motion).filter(([name]) => !OWN.has(name)));
  return { ...rest, ...(hasTime ? { times: columnOf(table, timeColumn ?? 1, `${path}.timeColumn`) } : {}), [quantity]: values };
}

/** Of a CSV. */
export interface Table {
  /** Of the columns, where the first row has them. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const tableFrom = ({ names, columns }: MotionTable): Table => ({
  names,
  rows: Array.from(columns[0] ?? [], (_, row) => columns.map((column) => column[row])),
});

const POINTS = "if its commas are decimal, write points: 0.15, not 0,15";

/** A separator with the blanks around it, or blanks alone. */
const SEPARATOR = /\s*[;,]\s*|\s+/;

/** The rows of a CSV, as they are described above. */
export function readTable(text: string, path: string, file: unknown): Table {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"))
    .map(({ line, number }) => ({ line, number, cells: cellsOf(line) }));
  const isNumbers = (row: readonly string[]) => row.every((cell) => cell !== "" && Number.isFinite(Number(cell)));
  const [head, ...body] = lines;
  if (head === undefined) throw new InvalidInputError(path, text.length, "bytes hold no rows");
  const hasNames = !isNumbers(head.cells);
  const numbers = hasNames ? body : lines;
  const columns = numbers[0]?.cells.length;
  const rows = numbers.map(({ number, line, cells }) => {
    const fail = (expected: string): never => {
      throw new InvalidInputError(`${path}, ${file} line ${number}`, shownLine(line), expected);
    };
    if (mixesCommas(line)) fail(`has commas beside other separators: ${POINTS}; if they separate, use nothing else`);
    if (!isNumbers(cells)) fail("is not a row of numbers");
    if (cells.length !== columns)
      fail(`has ${cells.length} columns, and the first row of numbers has ${columns}: give every row the same; ${POINTS}`);
    return cells.map(Number);
  });
  if (rows.length < 2) throw new InvalidInputError(path, rows.length, "rows are too few: at least two are needed");
  return { names: hasNames ? head.cells : [], rows };
}

/** A separator at the end begins no further cell. */
function cellsOf(line: string): string[] {
  return line.replace(/\s*[;,]$/, "").split(SEPARATOR);
}

/** Blanks beside a comma belong to it; semicolons, tabs and blanks elsewhere separate too. */
function mixesCommas(line: string): boolean {
  return line.includes(",") && /[;\s]/.test(line.replace(/\s*,\s*/g, ","));
}

/** Files of motion capture have hundreds. */
function shownNames(names: readonly string[]): string {
  return names.length > 40 ? `${names.slice(0, 40).join(", ")} and ${names.length - 40} more` : names.join(", ");
}

function columnOf({ names, rows }: Table, column: unknown, path: string): number[] {
  const place = typeof column === "string" ? names.indexOf(column) : typeof column === "number" ? column - 1 : -1;
  if (typeof column === "string" && place < 0)
    throw new InvalidInputError(
      path,
      column,
      names.length === 0 ? "names a column, but the file names none" : `is not one of the columns ${shownNames(names)}`,
    );
  if (typeof column === "string" && names.length !== rows[0].length)
    throw new InvalidInputError(
      path,
      column,
      `cannot be found by name: ${names.length} names (${names.join(", ")}) stand over ${rows[0].length} columns; give its number, from 1`,
    );
  return rows.map((row, i) => {
    const value = row[place];
    if (value === undefined)
      throw new InvalidInputError(path, column, `is not a column of row ${i + 1}, which has ${row.length} (the first is 1)`);
    if (!Number.isFinite(value)) throw new InvalidInputError(path, column, `was not measured in row ${i + 1}`);
    return value;
  });
}
