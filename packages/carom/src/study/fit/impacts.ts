/** Tables of single impacts as what is fitted. */
import { InvalidInputError } from "../../errors.js";
import { byCentreOfMass, fallOf, impactsOf } from "../../fit/impacts/from-poses.js";
import { type ImpactRow, nearPlaces } from "../../fit/impacts/hit.js";
import { impactSubject } from "../../fit/impacts/subject.js";
import type { Suspicion } from "../../fit/poses/checks.js";
import type { Quaternion } from "../../math/quaternion.js";
import { normalize } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { unitOrientation } from "../../mechanics/rigid-body.js";
import type { SceneBody } from "../../simulation/scene/scene.js";
import type { SimulationStudy } from "../simulation/schema.js";
import { type NumberTable, numberTable } from "./csv.js";
import { bodyOf, fitModel } from "./model.js";
import { type PreparedFit, planOf } from "./poses.js";
import { readRecordings } from "./recordings.js";
import type { FitStudy } from "./schema.js";

/** Scatter of contacts, of the speed before. */
const SCALES: readonly [number, number] = [0.08, 0.08];

/** Reads and prepares a table of impacts. */
export function prepareImpacts(study: FitStudy, base: SimulationStudy): PreparedFit {
  const { impacts } = study;
  if (impacts?.csv === undefined)
    throw new InvalidInputError(
      "impacts.file",
      impacts?.file,
      "is a file that was not read: the command reads it from beside the study; elsewhere give csv",
    );
  const room = { scale: 1 };
  const body = bodyOf(base, impacts.body);
  const model = fitModel(study, base, impacts.body, room);
  const { rows, bad, count } = impacts.poses === true ? fromPoses(study, model) : fromTable(impacts, body);
  if (rows.length === 0) throw new InvalidInputError("impacts", count, "rows hold no single impact whose numbers are all there (too-few)");
  const own = () => ({ start: model.ownBegin, centre: model.ownBegin, ...ownOf(model.ownParameters) });
  const subject = impactSubject({
    rows,
    modelAt: model.modelAt,
    laws: [base.law, ...(study.laws ?? [])],
    own,
    norm: model.modelAt(model.begin, model.ownBegin, 0),
  });
  const plan = {
    ...planOf({ ...study, scales: study.scales ?? [...SCALES] }, model, subject, 1),
    own: rows.map(() => model.ownBegin),
    horizon: null,
  };
  const suspicions: Suspicion[] = [
    ...(bad === 0
      ? []
      : [
          {
            code: "not-a-number" as const,
            evidence: `${bad} of ${count} rows hold something that is not a number`,
            suggestion: "they were left out",
          },
        ]),
    ...(rows.length > model.parameters.length
      ? []
      : [
          {
            code: "too-few" as const,
            evidence: `${rows.length} impacts for ${model.parameters.length} parameters`,
            suggestion: "errors of the values cannot be told",
          },
        ]),
  ];
  const sources = impacts.poses === true ? rows.map(({ id }) => id.slice(0, id.lastIndexOf("."))) : undefined;
  const poses = { recordings: [], startErrors: () => [], ...(sources === undefined ? {} : { sources }) };
  return { study, subject, plan, model, suspicions, rate: 1, room, ...poses };
}

interface FoundRows {
  readonly rows: readonly ImpactRow[];
  readonly bad: number;
  readonly count: number;
}

function fromTable({ csv = "", columns = {} }: NonNullable<FitStudy["impacts"]>, body: SceneBody): FoundRows {
  const table = numberTable(csv, columns, "impacts");
  return { ...rowsOf(table, body.position, unitOrientation(body.orientation)), count: table.rows };
}

/** Impacts between two flights of recorded poses; gravity as strong as the flights fall. */
function fromPoses({ impacts, parameters = [] }: FitStudy, model: PreparedFit["model"]): FoundRows {
  if (impacts === undefined) return { rows: [], bad: 0, count: 0 };
  const { poses: _poses, ...given } = impacts;
  const moved = parameters.findIndex(({ path }) => path.startsWith("tracked.") || path.startsWith(`bodies.${impacts.body}.centre`));
  if (moved >= 0)
    throw new InvalidInputError(
      `parameters[${moved}].path`,
      parameters[moved].path,
      "moves the centre of mass, whose flights tell the velocities of these impacts: fit it to whole recordings, and give its value here",
    );
  const begun = model.modelAt(model.begin, model.ownBegin, 0);
  const recordings = readRecordings([given]).recordings.map((recording) => byCentreOfMass(recording, begun.centre));
  const near = nearPlaces(begun.scene, begun.body);
  const down = vec3.normalize(begun.gravity) ?? [0, 0, -1];
  const gravity = vec3.scale(down, fallOf(recordings, begun.gravity));
  const rows = recordings.flatMap((recording) => impactsOf(recording, gravity, near, begun.centre));
  return { rows, bad: 0, count: recordings.reduce((sum, { times }) => sum + times.length, 0) };
}

function ownOf(parameters: PreparedFit["model"]["ownParameters"]) {
  const deviations = parameters.map(({ prior }) => prior?.[1] ?? 1);
  return {
    precision: deviations.map((each, i) => deviations.map((_, j) => (i === j ? 1 / (each * each) : 0))),
    differences: parameters.map(({ difference }) => difference),
  };
}

function rowsOf(table: NumberTable, position: Vec3, orientation: Quaternion): { readonly rows: ImpactRow[]; readonly bad: number } {
  const optional = (names: readonly string[]) => names.map((name) => (table.has(name) ? table.column(name) : undefined));
  const places = optional(["x", "y", "z"]);
  const turns = optional(["qx", "qy", "qz", "qw"]);
  const before = { velocity: optional(["vx", "vy", "vz"]), spin: optional(["wx", "wy", "wz"]) };
  const after = { velocity: optional(["vx2", "vy2", "vz2"]), spin: optional(["wx2", "wy2", "wz2"]) };
  if ([...before.velocity, ...before.spin].every((column) => column === undefined)) table.column("vz");
  if ([...after.velocity, ...after.spin].every((column) => column === undefined)) table.column("vz2");
  const ids = table.has("id") ? table.texts("id") : Array.from({ length: table.rows }, (_, row) => String(table.lineOf(row)));
  const rows: ImpactRow[] = [];
  let bad = 0;
  for (let row = 0; row < table.rows; row++) {
    const all = [...places, ...turns, ...before.velocity, ...before.spin, ...after.velocity, ...after.spin];
    if (!all.every((column) => column === undefined || Number.isFinite(column[row]))) {
      bad++;
      continue;
    }
    const at = (columns: readonly (readonly number[] | undefined)[], c: number, none = 0) => columns[c]?.[row] ?? none;
    const q: Quaternion = [
      at(turns, 0, orientation[0]),
      at(turns, 1, orientation[1]),
      at(turns, 2, orientation[2]),
      at(turns, 3, orientation[3]),
    ];
    const three = (columns: readonly (readonly number[] | undefined)[]): Vec3 => [at(columns, 0), at(columns, 1), at(columns, 2)];
    rows.push({
      id: ids[row],
      position: [at(places, 0, position[0]), at(places, 1, position[1]), at(places, 2, position[2])],
      orientation: normalize(q) ?? orientation,
      before: { velocity: three(before.velocity), spin: three(before.spin) },
      after: { velocity: after.velocity.map((column) => column?.[row]), spin: after.spin.map((column) => column?.[row]) },
    });
  }
  rows.sort((a, b) => Number(a.id) - Number(b.id) || (a.id < b.id ? -1 : 1));
  return { rows, bad };
}
