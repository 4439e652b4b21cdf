/**
 * What can be asked of `carom serve`: one function a method, from parameters and arrays to a value whose lists of numbers go as arrays.
 */
import { resolve } from "node:path";
import { rowsOfResult, runInSpace } from "carom/export";
import { eventsOfCode, SLIP_OUTCOMES, solveFrictionalMany } from "carom/impact";
import { csvHeading, InvalidInputError, kindNamed, type ResultTable, type SimulationResult, type Study } from "carom/study";
import { EXPORT_FORMATS, type ExportFormat, refuseExisting, writeRun } from "../export/write.js";
import { CommandFailure, within } from "../failure.js";
import { parseStudyFrom, readStudy } from "../study-file.js";
import type { NumberArray } from "./frames.js";

export interface Request {
  readonly params: Readonly<Record<string, unknown>>;
  readonly arrays: readonly NumberArray[];
}

/** Kept between requests: the last simulation, which is often exported next. */
export interface Session {
  last?: { readonly key: string; readonly study: Study; readonly result: unknown };
}

export type Method = (request: Request, session: Session) => Promise<unknown>;

export const METHODS: Readonly<Record<string, Method>> = { run, validate, impact, export: exportStudy };

/** { "study": object } with "folder" for the files it names, or { "file": path }; also "kind", if it has to be one. */
async function run({ params }: Request, session: Session): Promise<unknown> {
  const { study, key, name } = await studyOf(params);
  const history = params.history === true;
  const result = await within(name, () => kindNamed(study.kind).run(study, { history }));
  session.last = { key, study, result };
  const tables = kindNamed(study.kind).tables(result);
  return { result, tables: tables.map(tableOf) };
}

async function validate({ params }: Request): Promise<unknown> {
  const { study, name } = await studyOf(params);
  await within(name, () => kindNamed(study.kind).check(study));
  return { kind: study.kind, title: study.title };
}

/**
 * Arrays: mobility (6, or n by 6: W11, W12, W22, W13, W23, W33), velocity (n by 3), and friction, restitution, staticFriction as parameters
 * that are numbers or name an array.
 */
async function impact({ params, arrays }: Request): Promise<unknown> {
  const arrayAt = (name: string): Float64Array | undefined => {
    const given = params[name];
    if (typeof given !== "object" || given === null) return undefined;
    const found = arrays[(given as { readonly $array?: number }).$array ?? -1]?.values;
    if (!(found instanceof Float64Array)) throw new InvalidInputError(name, given, "is not an array of float64");
    return found;
  };
  const demanded = (name: string): Float64Array => {
    const found = arrayAt(name);
    if (found === undefined) throw new InvalidInputError(name, params[name], "is not an array of float64");
    return found;
  };
  const perRow = (name: string): number | Float64Array => {
    const given = params[name];
    return typeof given === "number" ? given : demanded(name);
  };
  const [mobility, velocity] = [demanded("mobility"), demanded("velocity")];
  const outcome = solveFrictionalMany({
    count: velocity.length / 3,
    mobility,
    velocity,
    friction: perRow("friction"),
    restitution: perRow("restitution"),
    ...(params.staticFriction === undefined ? {} : { staticFriction: perRow("staticFriction") }),
  });
  const { events, ...rest } = outcome;
  return { ...rest, events, slipOutcomes: SLIP_OUTCOMES, words: codesIn(events).map((code) => [String(code), eventsOfCode(code)]) };
}

/** Each once. By a plain loop, which a batch of a million rows feels; rows that could not be solved have NaN. */
function codesIn(events: Float64Array): number[] {
  const codes = new Set<number>();
  let last = Number.NaN;
  for (let row = 0; row < events.length; row++) {
    if (events[row] === last || Number.isNaN(events[row])) continue;
    last = events[row];
    codes.add(last);
  }
  return [...codes];
}

/** { "study" or "file" as for run, "format", "out" }. */
async function exportStudy({ params }: Request, session: Session): Promise<unknown> {
  const { format, out } = params;
  if (typeof format !== "string" || !EXPORT_FORMATS.includes(format as ExportFormat))
    throw new InvalidInputError("format", format, `is not one of ${EXPORT_FORMATS.join(", ")}`);
  if (typeof out !== "string" || out === "") throw new InvalidInputError("out", out, "is not the name of a file to write");
  await refuseExisting(resolve(out));
  const { study, key, name } = await studyOf(params);
  if (study.kind !== "simulation") throw new CommandFailure(`${name}: is a study of kind ${study.kind}; only simulations are exported`);
  const result = session.last?.key === key ? session.last.result : await within(name, () => kindNamed(study.kind).run(study));
  session.last = { key, study, result };
  const scene = await runInSpace(study, rowsOfResult(result as SimulationResult));
  await writeRun(scene, format as ExportFormat, resolve(out));
  return { out: resolve(out), rows: scene.count };
}

async function studyOf({ study, file, folder, kind }: Request["params"]) {
  const key = JSON.stringify([study ?? null, file ?? null, folder ?? null]);
  const name = typeof file === "string" ? file : "study";
  const read = typeof file === "string" ? await readStudy(file) : await parseStudyFrom(studyText(study), folderOf(folder), name);
  if (kind !== undefined && read.kind !== kind)
    throw new InvalidInputError("kind", read.kind, `is not ${String(kind)}, which this function runs; carom.run runs any`);
  return { study: read, key, name };
}

function studyText(study: unknown): string {
  if (typeof study !== "object" || study === null || Array.isArray(study)) throw new InvalidInputError("study", study, "is not an object");
  return JSON.stringify(study);
}

function folderOf(folder: unknown): string {
  if (folder === undefined) return ".";
  if (typeof folder !== "string") throw new InvalidInputError("folder", folder, "is not the name of a folder");
  return folder;
}

function tableOf({ name, title, columns, rows }: ResultTable) {
  const cells = rows;
  return {
    name,
    title,
    columns: columns.map((column, i) => ({ heading: csvHeading(column), values: cells.map((row) => row[i]) })),
  };
}
