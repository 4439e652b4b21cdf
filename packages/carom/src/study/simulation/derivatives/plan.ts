/** What of a run is differentiated and by what: read from the study before anything moves. */
import { InvalidInputError } from "../../../errors.js";
import type { TangentColumn } from "../../../simulation/loop/tangents/columns.js";
import type { TangentOptions } from "../../../simulation/loop/tangents/tangents.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import type { SimulationStudy } from "../schema.js";
import { type Parameter, parametersOf } from "./parameters.js";
import { freeNames, type Row, rowsOf } from "./rows.js";

/** Columns, rows, and the times at which the state is needed. */
export interface DerivativePlan {
  readonly parameters: readonly Parameter[];
  readonly rows: readonly Row[];
  readonly times: readonly number[];
  /** Of the whole state at the end by the whole state at the beginning. */
  readonly isTransition: boolean;
}

/** Stands for every number of the state at the beginning. */
const START = "start";

export function planOf(
  study: SimulationStudy,
  system: SceneSystem,
  build: (study: SimulationStudy) => SceneSystem,
): DerivativePlan | undefined {
  if (study.derivatives === undefined) return undefined;
  const { of, by } = study.derivatives;
  if (study.method === "steps")
    throw new InvalidInputError("derivatives", of, "cannot be computed where the motion goes by steps: use method events or auto");
  const isStart = by.length === 1 && by[0] === START;
  if (!isStart && by.includes(START)) throw new InvalidInputError("derivatives.by", by, "has start beside others: start is everything");
  const { rows, times } = rowsOf(system, of, study.duration);
  const parameters = isStart ? startParameters(study, system, build) : parametersOf(study, system, by, build);
  return { parameters, rows, times, isTransition: isStart && of.length === 1 && of[0] === "end" };
}

export function tangentOptions({ parameters, rows, times }: DerivativePlan): TangentOptions {
  const impacts = rows.some((row) => row.of === "ledger" || (row.of === "event" && row.impact !== undefined));
  return { columns: parameters.map(({ column }) => column), times, impacts };
}

/** In the order of the rows of `end`. */
function startParameters(study: SimulationStudy, system: SceneSystem, build: (study: SimulationStudy) => SceneSystem): Parameter[] {
  const free = freeNames(system);
  const bodies = Object.keys(study.bodies).filter((name) => free.has(name) && system.names.includes(name) && "shape" in study.bodies[name]);
  const ordered = system.names.filter((name) => bodies.includes(name));
  const paths = ordered.flatMap((name) =>
    ["position", "rotation", "velocity", "angularVelocity"].flatMap((what) => [0, 1, 2].map((axis) => `bodies.${name}.${what}[${axis}]`)),
  );
  if (system.mechanisms?.some(({ isBound }) => isBound))
    throw new InvalidInputError(
      "derivatives.by",
      [START],
      "are not free numbers: loops, gears or motions bind joints; name parameters instead",
    );
  return [...parametersOf(study, system, paths, build), ...system.joints.flatMap((joint) => jointStart(system, joint))];
}

function jointStart(system: SceneSystem, { name, type, coordinate, speed }: SceneSystem["joints"][number]): Parameter[] {
  const unit = type === "revolute" ? "rad" : "m";
  const { coordinates, speeds } = system.initialState();
  const column = (places: Partial<TangentColumn>): TangentColumn => ({ scale: 1, ...places });
  const one = (count: number, place: number) => Float64Array.from({ length: count }, (_, k) => (k === place ? 1 : 0));
  return [
    {
      path: `start.joints.${name}.position`,
      unit,
      value: coordinates[coordinate],
      oneSided: false,
      column: column({ coordinates: one(system.coordinateCount, coordinate) }),
    },
    {
      path: `start.joints.${name}.speed`,
      unit: `${unit}/s`,
      value: speeds[speed],
      oneSided: false,
      column: column({ speeds: one(system.speedCount, speed) }),
    },
  ];
}
