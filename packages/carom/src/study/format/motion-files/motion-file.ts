/**
 * Measured motions from binary files, as tables of numbers: C3D (points, or analog channels after `#analog`) and NPY. Whoever reads files
 * gives their bytes, or texts with one character for each.
 */
import { InvalidInputError } from "../../../errors.js";
import { readC3d } from "./c3d.js";
import { readNpy } from "./npy.js";

/** Columns of equal length. */
export interface MotionTable {
  /** Without blanks, commas, semicolons and quotes. */
  readonly names: readonly string[];
  /** Each as long as there are rows. NaN: not measured. */
  readonly columns: readonly Float64Array[];
}

const READERS: readonly [RegExp, (bytes: Uint8Array, part: string, at: string) => MotionTable][] = [
  [/\.c3d$/i, readC3d],
  [/\.npy$/i, readNpy],
];

/** The file itself, and which part of it is meant. */
export function partOf(file: string): readonly [string, string] {
  const mark = file.search(/(?<=\.(?:c3d|npy|h5|hdf5))#/i);
  return mark < 0 ? [file, ""] : [file.slice(0, mark), file.slice(mark + 1)];
}

/** Whether a file of this name is one of numbers in binary. */
export function isMotionFile(file: string): boolean {
  return READERS.some(([ending]) => ending.test(partOf(file)[0]));
}

/** Its table. Throws InvalidInputError that begins with `at`. */
export function readMotionFile(content: string | Uint8Array, file: string, at: string): MotionTable {
  const [name, part] = partOf(file);
  const [, read] = READERS.find(([ending]) => ending.test(name)) ?? [];
  if (read === undefined) throw new InvalidInputError(at, file, "is not a C3D or NPY file");
  const bytes = typeof content === "string" ? Uint8Array.from(content, (character) => character.charCodeAt(0)) : content;
  const { names, columns } = read(bytes, part, `${at}, ${file}`);
  return { names: unlike(names), columns };
}

/** The same as CSV with all digits; what was not measured is an empty cell. */
export function motionCsv(content: string | Uint8Array, file: string, at: string): string {
  const { names, columns } = readMotionFile(content, file, at);
  const lines = [names.join(",")];
  for (let row = 0; row < (columns[0]?.length ?? 0); row++)
    lines.push(columns.map((column) => (Number.isFinite(column[row]) ? `${column[row]}` : "")).join(","));
  return `${lines.join("\n")}\n`;
}

/** Names as cells of tables can have them, no two alike. */
function unlike(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const plain = name.trim().replace(/[\s,;"']+/g, "_") || `${i + 1}`;
    let own = plain;
    for (let count = 2; taken.has(own); count++) own = `${plain}_${count}`;
    taken.add(own);
    return own;
  });
}
