/** Recordings of poses from tables. */
import { InvalidInputError } from "../../errors.js";
import type { Suspicion } from "../../fit/poses/checks.js";
import { poseFromMarkers, spansPlane } from "../../fit/poses/from-markers.js";
import type { PoseRecording } from "../../fit/poses/recording.js";
import { cos, sin } from "../../math/elementary.js";
import { normalize, type Quaternion, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { type NumberTable, numberTable } from "./csv.js";
import type { FitStudy } from "./schema.js";

type Given = NonNullable<FitStudy["recordings"]>[number];

/** What tables hold. */
export interface ReadRecordings {
  /** Ascending by id. */
  readonly recordings: readonly PoseRecording[];
  readonly body: string;
  readonly spinAxes: "body" | "world";
  /** Frames per second, Hz. */
  readonly rate: number;
  readonly suspicions: readonly Suspicion[];
}

const POSE = ["x", "y", "z", "qw", "qx", "qy", "qz"] as const;

/** All tables together; throws InvalidInputError where they cannot be read. */
export function readRecordings(given: readonly Given[]): ReadRecordings {
  const [first] = given;
  const found = given.map((each, i) => fromTable(each, `recordings[${i}]`));
  given.forEach(({ body }, i) => {
    if (body !== first.body)
      throw new InvalidInputError(`recordings[${i}].body`, body, `is not that of the first recordings (${first.body})`);
  });
  const recordings = found.flatMap((each) => each.recordings).sort((a, b) => compareIds(a.id, b.id));
  recordings.forEach(({ id }, i) => {
    if (i > 0 && recordings[i - 1].id === id) throw new InvalidInputError("recordings", id, "is the name of two recordings");
  });
  const bad = found.reduce((sum, { notNumbers }) => sum + notNumbers, 0);
  const rows = found.reduce((sum, each) => sum + each.rows, 0);
  const steps = recordings.flatMap(({ times }) => times.slice(1).map((time, k) => time - times[k]));
  steps.sort((a, b) => a - b);
  const badLine = found.find(({ line }) => line > 0)?.line;
  if (steps.length === 0 && bad > 0)
    throw new InvalidInputError("recordings", bad, `of ${rows} rows hold what is no number, first in line ${badLine} (not-a-number)`);
  if (steps.length === 0) throw new InvalidInputError("recordings", recordings.length, "recordings have fewer than two frames (too-few)");
  const suspicions: Suspicion[] =
    bad === 0
      ? []
      : [
          {
            code: "not-a-number",
            evidence: `${bad} of ${rows} rows hold what is no number, first in line ${badLine}`,
            suggestion: "they were left out; look at what the tracker wrote there",
          },
        ];
  return { recordings, body: first.body, spinAxes: first.spinAxes ?? "world", rate: 1 / steps[steps.length >> 1], suspicions };
}

/** Numbers by size, other names by their letters, numbers first. */
function compareIds(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y;
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const rounded = (time: number) => Number(time.toPrecision(6));

function fromTable({ file, csv, group, columns = {}, markers, spinAxes = "world", rate, restAngle = 0 }: Given, at: string) {
  if (csv === undefined)
    throw new InvalidInputError(
      `${at}.file`,
      file,
      file === undefined
        ? "is given; recordings need a file or csv"
        : "is a file that was not read: the command reads it from beside the study; elsewhere give csv",
    );
  const table = numberTable(csv, columns, at);
  const times = timesOf(table, rate, at);
  const pose = markers === undefined ? posesOf(table, restAngle) : posesFromMarkers(table, markers, at);
  const velocity = vectorsOf(table, ["vx", "vy", "vz"]);
  const spin = vectorsOf(table, ["wx", "wy", "wz"]);
  const ids =
    group === undefined ? times.map(() => (file ?? "recording").replace(/\.[^.]*$/, "")) : table.texts(namedGroup(table, group, at));
  const rowsOf = new Map<string, number[]>();
  let notNumbers = 0;
  let line = 0;
  for (let row = 0; row < table.rows; row++) {
    const numbers = [times[row], ...pose.map((each) => each[row]), ...(velocity?.[row] ?? []), ...(spin?.[row] ?? [])];
    if (!numbers.every(Number.isFinite)) {
      if (notNumbers++ === 0) line = table.lineOf(row);
      continue;
    }
    const rows = rowsOf.get(ids[row]);
    if (rows === undefined) rowsOf.set(ids[row], [row]);
    else {
      if (!(times[row] > times[rows[rows.length - 1]]))
        throw new InvalidInputError(
          `${at}.file`,
          rounded(times[row]),
          `s in line ${table.lineOf(row)} is not after ${rounded(times[rows[rows.length - 1]])} s before it (time-not-increasing)`,
        );
      rows.push(row);
    }
  }
  const recordings = [...rowsOf].map(([id, rows]): PoseRecording => {
    const orientations = rows.map((row) => {
      const q: Quaternion = [pose[4][row], pose[5][row], pose[6][row], pose[3][row]];
      const unit = normalize(q);
      if (unit === undefined) throw new InvalidInputError(`${at}.file`, q, `in line ${table.lineOf(row)} is no orientation`);
      return unit;
    });
    return {
      id,
      times: rows.map((row) => times[row]),
      positions: rows.map((row): Vec3 => [pose[0][row], pose[1][row], pose[2][row]]),
      orientations,
      ...(velocity === undefined ? {} : { velocities: rows.map((row) => velocity[row]) }),
      ...(spin === undefined
        ? {}
        : { spins: rows.map((row, k) => (spinAxes === "body" ? rotate(orientations[k], spin[row]) : spin[row])) }),
    };
  });
  return { recordings, notNumbers, line, rows: table.rows };
}

/** As posesOf: x, y, z, qw, qx, qy, qz of each row; NaN where too few markers were seen. */
function posesFromMarkers(table: NumberTable, markers: NonNullable<Given["markers"]>, at: string): readonly (readonly number[])[] {
  const names = Object.keys(markers);
  const places = names.map((name): Vec3 => markers[name]);
  if (!spansPlane(places))
    throw new InvalidInputError(`${at}.markers`, names, "are fewer than three places that are not on one line: they tell no pose");
  const seen = names.map((name) => ["x", "y", "z"].map((axis) => table.column(`${name}_${axis}`)));
  const columns: number[][] = POSE.map(() => []);
  for (let row = 0; row < table.rows; row++) {
    const measured = seen.map(([x, y, z]): Vec3 => [x[row], y[row], z[row]]);
    const { position, orientation } = poseFromMarkers(places, measured) ?? UNSEEN;
    const [x, y, z, w] = orientation;
    [...position, w, x, y, z].forEach((value, c) => {
      columns[c].push(value);
    });
  }
  return columns;
}

const NAN = Number.NaN;
const UNSEEN = { position: [NAN, NAN, NAN], orientation: [NAN, NAN, NAN, NAN] } as const;

/** Position and orientation; motions in a plane have x, z and an angle from x to z, which is `restAngle` where the body lies flat. */
function posesOf(table: NumberTable, restAngle: number): readonly (readonly number[])[] {
  if (!table.has("angle") || table.has("qw")) return POSE.map((name) => table.column(name));
  const angles = table.column("angle").map((angle) => angle - restAngle);
  const none = angles.map(() => 0);
  const y = table.has("y") ? table.column("y") : none;
  return [
    table.column("x"),
    y,
    table.column("z"),
    angles.map((angle) => cos(angle / 2)),
    none,
    angles.map((angle) => -sin(angle / 2)),
    none,
  ];
}

function namedGroup(table: NumberTable, group: string, at: string): string {
  if (!table.has(group))
    throw new InvalidInputError(
      `${at}.group`,
      group,
      `is not a column of the file (missing-column); it has ${table.names.slice(0, 20).join(", ")}`,
    );
  return group;
}

function timesOf(table: NumberTable, rate: number | undefined, at: string): readonly number[] {
  if (table.has("time")) return table.column("time");
  if (rate === undefined)
    throw new InvalidInputError(
      `${at}.rate`,
      rate,
      "is given, but a file without a column time needs a rate and a column frame (missing-column)",
    );
  return table.column("frame").map((frame) => frame / rate);
}

/** Absent where the table has none of them; a table in space that has some of them must have all. */
function vectorsOf(table: NumberTable, names: readonly [string, string, string]): Vec3[] | undefined {
  const isPlanar = table.has("angle");
  if (isPlanar ? !names.every((name) => table.has(name)) : !names.some((name) => table.has(name))) return undefined;
  const [x, y, z] = names.map((name) => table.column(name));
  return x.map((value, row): Vec3 => [value, y[row], z[row]]);
}
