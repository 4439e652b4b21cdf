/**
 * The rows of a run from the files that `carom run --out` writes: series.csv, contacts.csv, events.jsonl, line by line, so that a run of
 * any length is walked over in the memory of a few rows.
 */
import { InvalidInputError } from "../errors.js";
import type { RecordedEvent } from "../simulation/record/record.js";
import type { BodyRow, RunContact, RunJoint, RunRow, RunRows } from "./run-rows.js";

/** Lines of a file from its beginning, as often as asked, without their ends. */
export type Lines = () => AsyncIterable<string>;

/** The files of a run. */
export interface RunFiles {
  /** Of the study. */
  readonly title: string;
  /** series.csv: a heading, then a line for each row. */
  readonly series: Lines;
  /** contacts.csv. Absent: no contact was ever closed. */
  readonly contacts?: Lines;
  /** events.jsonl. Absent: nothing happened. */
  readonly events?: Lines;
}

/** Columns of a body: place, turn, velocity, turning. */
const OF_BODY = 13;
/** time, contact, mode, normal force, force, point. */
const OF_CONTACT = 10;

interface Columns {
  readonly bodies: readonly string[];
  readonly joints: readonly RunJoint[];
  readonly energies: readonly string[];
}

/** Reads the heading; the rows come when they are asked for. */
export async function rowsOfFiles(files: RunFiles): Promise<RunRows> {
  let heading: string | undefined;
  for await (const line of files.series()) {
    heading = line;
    break;
  }
  const columns = columnsOf(cellsOf(heading ?? "", "series.csv, line 1"));
  return { title: files.title, ...columns, rows: () => walk(files, columns) };
}

function columnsOf(headings: readonly string[]): Columns {
  const fail = (at: number): never => {
    throw new InvalidInputError(`series.csv, column ${at + 1}`, headings[at], "is not a column that carom writes there");
  };
  if (headings[0] !== "time_s") fail(0);
  const bodies: string[] = [];
  const joints: RunJoint[] = [];
  const energies: string[] = [];
  let at = 1;
  const named = (suffix: string) => headings[at]?.endsWith(suffix) === true;
  for (; named("_x_m") && headings[at + 3] === `${headings[at].slice(0, -4)}_qx`; at += OF_BODY) bodies.push(headings[at].slice(0, -4));
  for (; named("_joint_rad") || named("_joint_m"); at += 2) {
    const type = named("_joint_rad") ? "revolute" : "prismatic";
    joints.push({ name: headings[at].slice(0, type === "revolute" ? -10 : -8), type });
  }
  for (; at < headings.length; at++) {
    if (!named("_J")) fail(at);
    energies.push(headings[at].slice(0, -2).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  }
  return { bodies, joints, energies };
}

async function* walk({ series, contacts, events }: RunFiles, columns: Columns): AsyncGenerator<RunRow> {
  const touching = held(contacts === undefined ? nothing() : contactsIn(contacts()));
  const happening = held(events === undefined ? nothing() : eventsIn(events()));
  try {
    let waiting: { readonly row: RunRow; readonly events: RecordedEvent[] } | undefined;
    for await (const row of rowsIn(series(), columns)) {
      if (waiting !== undefined) yield { ...waiting.row, events: waiting.events };
      const closed = await touching.takeWhile(({ time }) => time <= row.time);
      const happened = await happening.takeWhile(({ time }) => time <= row.time);
      waiting = { row: { ...row, contacts: closed.map(({ contact }) => contact) }, events: happened };
    }
    if (waiting !== undefined) yield { ...waiting.row, events: [...waiting.events, ...(await happening.takeWhile(() => true))] };
  } finally {
    await touching.end();
    await happening.end();
  }
}

async function* rowsIn(lines: AsyncIterable<string>, { bodies, joints, energies }: Columns): AsyncGenerator<RunRow> {
  const width = 1 + OF_BODY * bodies.length + 2 * joints.length + energies.length;
  let line = 0;
  for await (const text of lines) {
    line++;
    if (line === 1 || text === "") continue;
    const values = numbersOf(text.split(","), width, `series.csv, line ${line}`);
    const afterBodies = 1 + OF_BODY * bodies.length;
    const afterJoints = afterBodies + 2 * joints.length;
    yield {
      row: line - 2,
      time: values[0],
      bodies: bodies.map((_, i) => bodyAt(values, 1 + OF_BODY * i)),
      joints: joints.map((_, i) => [values[afterBodies + 2 * i], values[afterBodies + 2 * i + 1]]),
      energies: values.slice(afterJoints),
      contacts: [],
      events: [],
    };
  }
}

function bodyAt(values: readonly number[], at: number): BodyRow {
  const triple = (from: number) => [values[from], values[from + 1], values[from + 2]] as const;
  return {
    position: triple(at),
    orientation: [values[at + 3], values[at + 4], values[at + 5], values[at + 6]],
    velocity: triple(at + 7),
    angularVelocity: triple(at + 10),
  };
}

interface TimedContact {
  readonly time: number;
  readonly contact: RunContact;
}

async function* contactsIn(lines: AsyncIterable<string>): AsyncGenerator<TimedContact> {
  let line = 0;
  for await (const text of lines) {
    line++;
    if (line === 1 || text === "") continue;
    const where = `contacts.csv, line ${line}`;
    const cells = cellsOf(text, where);
    const [time, normalForce, fx, fy, fz, x, y, z] = numbersOf([cells[0], ...cells.slice(3)], OF_CONTACT - 2, where);
    const mode = cells[2] as RunContact["mode"];
    yield { time, contact: { contact: cells[1], mode, point: [x, y, z], force: [fx, fy, fz], normalForce } };
  }
}

async function* eventsIn(lines: AsyncIterable<string>): AsyncGenerator<RecordedEvent> {
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text === "") continue;
    try {
      yield JSON.parse(text) as RecordedEvent;
    } catch {
      throw new InvalidInputError(`events.jsonl, line ${line}`, text.slice(0, 20), "is not JSON");
    }
  }
}

/** Of a file that is not there. */
async function* nothing(): AsyncGenerator<never> {}

/** An iteration with one item looked at before it is taken. */
function held<T>(source: AsyncGenerator<T>) {
  let next: IteratorResult<T> | undefined;
  return {
    async takeWhile(isWanted: (item: T) => boolean): Promise<T[]> {
      const taken: T[] = [];
      for (;;) {
        next ??= await source.next();
        if (next.done === true || !isWanted(next.value)) return taken;
        taken.push(next.value);
        next = undefined;
      }
    },
    end: () => source.return(undefined),
  };
}

function numbersOf(cells: readonly string[], width: number, where: string): number[] {
  if (cells.length !== width)
    throw new InvalidInputError(where, cells.length, `columns: there are ${width} elsewhere; the file was changed`);
  return cells.map((cell) => {
    const value = cell === "" ? Number.NaN : Number(cell);
    if (Number.isNaN(value)) throw new InvalidInputError(where, cell, "is not a number");
    return value;
  });
}

/** Cells between commas; those in quotes may hold commas, and quotes twice. */
function cellsOf(line: string, where: string): string[] {
  if (!line.includes('"')) return line.split(",");
  const cells: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|$)|([^",]*)(,|$)/y;
  for (let goesOn = true; goesOn; ) {
    const found = cell.exec(line);
    if (found === null) throw new InvalidInputError(where, line.slice(0, 40), "has a quote that does not end");
    cells.push(found[1] === undefined ? found[3] : found[1].replaceAll('""', '"'));
    goesOn = (found[2] ?? found[4]) === ",";
  }
  return cells;
}
