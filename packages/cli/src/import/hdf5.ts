/**
 * HDF5 files as tables of numbers: `take.h5#/walk/poses` is a dataset, `take.h5#/walk` the datasets of a group.
 *
 *     dataset of one dimension     a column with its name
 *     of two                       as many columns as it is wide: called as its attribute `columns` says, else NAME_1, NAME_2
 *     of records                   a column for each field
 *     group                        those of its datasets of numbers, side by side; all have the same number of rows
 *
 * The file is read into memory first, where links to other files lead nowhere. h5wasm, the HDF5 library as WebAssembly, reads it; it is for
 * those who install it.
 */
import { readFile, stat } from "node:fs/promises";
import { LONGEST_TEXT } from "carom/study";
import type { Dataset, Group } from "h5wasm";
import { CommandFailure, systemReason } from "../failure.js";

const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_COLUMNS = 10_000;

interface Column {
  readonly name: string;
  readonly values: readonly number[];
}

/** The text of a CSV with all digits. */
export async function hdf5Csv(file: string, part: string): Promise<string> {
  const bytes = await bytesOf(file);
  const isSigned = [0, 512, 1024, 2048].some((at) => SIGNATURE.every((byte, i) => bytes[at + i] === byte));
  if (!isSigned) throw new CommandFailure(`${file}: ${bytes.length} bytes do not begin as an HDF5 file does`);
  const { File, FS } = await library();
  try {
    FS.writeFile(INSIDE, bytes);
    const text = csvOf(columnsOf(new File(INSIDE, "r"), part, file), file);
    FS.unlink(INSIDE);
    return text;
  } catch (error) {
    // The file stays in the library's memory, which a spoiled one may have broken; the next one is written over it.
    throw error instanceof CommandFailure ? error : new CommandFailure(`${file}: cannot be read as HDF5: ${wordsOf(error)}`);
  }
}

/** Its name in the memory of the library. */
const INSIDE = "table.h5";

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0].slice(0, 200);

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > LONGEST_TEXT) throw new CommandFailure(`${file}: ${size} bytes are more than a file may have (${LONGEST_TEXT})`);
    return await readFile(file);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${file}: ${systemReason(error)}`);
  }
}

async function library() {
  const { default: h5wasm } = await import("h5wasm").catch(() => {
    throw new CommandFailure("HDF5 files need a package that is not installed: npm install h5wasm@0.10.3");
  });
  const { FS, activate_throwing_error_handler: activate } = await h5wasm.ready;
  activate();
  return { File: h5wasm.File, FS };
}

function columnsOf(root: Group, part: string, file: string): Column[] {
  const path = part.replace(/^\/+|\/+$/g, "");
  const found = path === "" ? root : root.get(path);
  const at = `${file}#/${path}`;
  if (found === null) throw new CommandFailure(`${at}: is not there; the file has ${namesIn(root).join(", ") || "nothing"}`);
  if (isDataset(found)) {
    const columns = ofDataset(found, path.split("/").at(-1) ?? path, at);
    if (columns === undefined) throw new CommandFailure(`${at}: holds no numbers in one or two dimensions`);
    return columns;
  }
  if (!isGroup(found)) throw new CommandFailure(`${at}: is a link, which is not followed`);
  const columns = found.keys().flatMap((name) => {
    const inner = found.get(name);
    return isDataset(inner) ? (ofDataset(inner, name, `${at}/${name}`) ?? []) : [];
  });
  if (columns.length === 0)
    throw new CommandFailure(`${at}: holds no datasets of numbers; name one, as in take.h5#/poses: ${namesIn(found).join(", ")}`);
  const [first] = columns;
  const other = columns.find(({ values }) => values.length !== first.values.length);
  if (other !== undefined)
    throw new CommandFailure(
      `${at}: ${first.name} has ${first.values.length} rows and ${other.name} ${other.values.length}; ` +
        "name one dataset, as in take.h5#/poses",
    );
  return columns;
}

const isDataset = (entity: unknown): entity is Dataset => typeOf(entity) === "Dataset";
const isGroup = (entity: unknown): entity is Group => typeOf(entity) === "Group";
const typeOf = (entity: unknown) => (entity as { readonly type?: string } | null)?.type;

const namesIn = (group: Group) => group.keys().slice(0, 20);

/** Undefined: not numbers, or of more dimensions. */
function ofDataset(dataset: Dataset, name: string, at: string): Column[] | undefined {
  const { shape, dtype } = dataset;
  if (shape === null || shape.length < 1 || shape.length > 2) return undefined;
  const across = shape[1] ?? 1;
  if (across > MOST_COLUMNS) throw new CommandFailure(`${at}: ${across} columns are more than a table may have (${MOST_COLUMNS})`);
  if (Array.isArray(dtype)) {
    if (shape.length > 1) return undefined;
    const fields = dtype as readonly (readonly [string, unknown])[];
    const wrong = fields.find(([, type]) => typeof type !== "string" || !/^[<|=]?[bBhHiIlLqQfd]$/.test(type));
    if (wrong !== undefined)
      throw new CommandFailure(
        `${at}: the field ${wrong[0]} is of a type that is not read in records: numbers with the small end first are`,
      );
    const rows = dataset.value as unknown as readonly (readonly (number | bigint)[])[];
    return fields.map(([field], i) => ({ name: field, values: rows.map((row) => Number(row[i])) }));
  }
  if (typeof dtype !== "string" || !/^[<>|=]?[bBhHiIlLqQfd]$/.test(dtype)) return undefined;
  const flat = Array.from(dataset.value as ArrayLike<number | bigint>, Number);
  if (shape.length === 1) return [{ name, values: flat }];
  const told = dataset.attrs.columns?.value;
  const names = Array.isArray(told) && told.length === across ? told.map(String) : undefined;
  return Array.from({ length: across }, (_, c) => ({
    name: names?.[c] ?? `${name}_${c + 1}`,
    values: Array.from({ length: shape[0] }, (_unused, row) => flat[row * across + c]),
  }));
}

function csvOf(columns: readonly Column[], file: string): string {
  const rows = columns[0].values.length;
  if (rows * columns.length > LONGEST_TEXT / 8) throw new CommandFailure(`${file}: ${rows} rows of ${columns.length} numbers are too many`);
  const lines = [columns.map(({ name }) => name.trim().replace(/[\s,;"']+/g, "_") || "1").join(",")];
  for (let row = 0; row < rows; row++)
    lines.push(columns.map(({ values }) => (Number.isFinite(values[row]) ? `${values[row]}` : "")).join(","));
  return `${lines.join("\n")}\n`;
}
