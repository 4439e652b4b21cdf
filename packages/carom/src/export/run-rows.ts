/**
 * A finished simulation row by row, whoever holds it: a result in memory, or the files of a folder (rows-of-files.ts). Every format is
 * written from this, in one walk or in several, and never holds more than a stretch of it.
 */
import type { ContactRow, RecordedEvent } from "../simulation/record/record.js";
import { csvHeading } from "../study/format/table.js";
import type { SimulationResult } from "../study/simulation/result.js";
import { seriesColumns, turnsAgainst } from "../study/simulation/series.js";

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

/** Where a body is and how it moves, world axes. */
export interface BodyRow {
  /** Of the centre of mass, m. */
  readonly position: Triple;
  /** Unit quaternion [x, y, z, w], body to world. */
  readonly orientation: Quadruple;
  /** Of the centre of mass, m/s. */
  readonly velocity: Triple;
  /** rad/s. */
  readonly angularVelocity: Triple;
}

/** A contact that is closed at a row. */
export type RunContact = Omit<ContactRow, "row">;

/** Everything at one row. */
export interface RunRow {
  /** From 0. */
  readonly row: number;
  /** s. */
  readonly time: number;
  /** In the order of `RunRows.bodies`. */
  readonly bodies: readonly BodyRow[];
  /** Position and speed in the order of `RunRows.joints`: rad and rad/s, m and m/s. */
  readonly joints: readonly (readonly [number, number])[];
  /** J, in the order of `RunRows.energies`. */
  readonly energies: readonly number[];
  /** Closed at this row, without stops of joints that turn, which are held by torques. */
  readonly contacts: readonly RunContact[];
  /** What happened after the row before, up to this one; of the last row also what came later. */
  readonly events: readonly RecordedEvent[];
}

/** A revolute or prismatic joint by the name of its link. */
export interface RunJoint {
  /** Of the link. */
  readonly name: string;
  /** Whether its value is an angle, rad, or a length, m. */
  readonly type: "revolute" | "prismatic";
}

/** A finished run. */
export interface RunRows {
  /** Of the study. */
  readonly title: string;
  /** Names of the bodies and links that move. */
  readonly bodies: readonly string[];
  /** Revolute and prismatic joints. */
  readonly joints: readonly RunJoint[];
  /** Names of the energies, as in the result's series. */
  readonly energies: readonly string[];
  /** All rows from the beginning; may be asked for again. */
  rows(): Iterable<RunRow> | AsyncIterable<RunRow>;
}

/** The rows of a result in memory. */
export function rowsOfResult(result: SimulationResult): RunRows {
  const { series, events, title } = result;
  const bodies = Object.keys(series.bodies);
  const joints = Object.entries(series.joints ?? {}).map(([name, { type }]): RunJoint => ({ name, type }));
  const energies = Object.entries(series.energy) as [string, readonly number[]][];
  const isTorque = turnsAgainst(result);

  function* rows(): Generator<RunRow> {
    let [contact, event] = [0, 0];
    const last = series.time.length - 1;
    for (const [row, time] of series.time.entries()) {
      const contacts: RunContact[] = [];
      for (; series.contacts[contact]?.row === row; contact++) {
        const { row: _row, ...own } = series.contacts[contact];
        if (!isTorque(own)) contacts.push(own);
      }
      const from = event;
      while (event < events.length && (events[event].time <= time || row === last)) event++;
      yield {
        row,
        time,
        bodies: bodies.map((name) => {
          const { position, orientation, velocity, angularVelocity } = series.bodies[name];
          return {
            position: position[row],
            orientation: orientation[row],
            velocity: velocity[row],
            angularVelocity: angularVelocity[row],
          };
        }),
        joints: joints.map(({ name }) => {
          const { position = [], speed = [] } = series.joints?.[name] ?? {};
          return [position[row], speed[row]];
        }),
        energies: energies.map(([, values]) => values[row]),
        contacts,
        events: events.slice(from, event),
      };
    }
  }
  return { title, bodies, joints, energies: energies.map(([name]) => name), rows };
}

/** Names of the numbers of a row, as series.csv has them: `time_s`, `ball_x_m`. */
export function seriesHeadings({ bodies, joints, energies }: Pick<RunRows, "bodies" | "joints" | "energies">): string[] {
  return seriesColumns(bodies, joints, energies).map(csvHeading);
}

/** The numbers of a row, in the order of its headings. */
export function seriesValues({ time, bodies, joints, energies }: RunRow): number[] {
  const values = [time];
  for (const { position, orientation, velocity, angularVelocity } of bodies)
    values.push(...position, ...orientation, ...velocity, ...angularVelocity);
  for (const [position, speed] of joints) values.push(position, speed);
  values.push(...energies);
  return values;
}
