/**
 * Recorded poses as what a fit is about: a motion is computed from the flight before the first contact on and compared frame by frame.
 *
 * A row is the position of the tracked centre, computed minus measured, and the vector of the rotation from the measured orientation to
 * the computed one. With a label all measured orientations are multiplied by its turn from the right.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SimulationEvent } from "../../simulation/loop/interface.js";
import { createSimulation } from "../../simulation/regime/simulation.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import type { FitPoint, FitSubject, Misfit, Move } from "../tasks.js";
import { begun, initialState, type PoseModel, type PoseSubjectOptions, systemsByModel } from "./pose-model.js";
import { rowAfter } from "./recording.js";
import { rotationBetween } from "./rotations.js";
import { hasTangents, poseSlopes } from "./slopes.js";

/** Position and orientation of the tracked centre at every frame from the first on. */
interface ComputedPoses {
  readonly positions: readonly Vec3[];
  readonly orientations: readonly Quaternion[];
  readonly events: Misfit["events"];
  readonly failure?: string;
}

/** Residuals of frames that could not be computed: far outside of every scale, and bounded. */
const LOST = 1000;

/** Recordings as the subject of a fit. */
export function poseSubject(options: PoseSubjectOptions): FitSubject {
  const { recordings, turns, own, halfWidth } = options;
  const systemOf = systemsByModel();
  const framesOf = ({ recording, horizon }: FitPoint) => {
    const { first, contact = 0, times } = recordings[recording];
    return { first, last: horizon === null ? times.length - 1 : Math.min(times.length - 1, contact + horizon) };
  };
  const misfit = (point: FitPoint): Misfit => {
    const recording = recordings[point.recording];
    const { first, last } = framesOf(point);
    const computed = computedPoses(options, systemOf, point, first, last);
    const residuals = new Float64Array(6 * (last - first + 1));
    for (let k = first; k <= last; k++) {
      const at = 6 * (k - first);
      const position = computed.positions[k - first];
      if (position === undefined) {
        residuals.fill(LOST, at, at + 6);
        continue;
      }
      residuals.set(vec3.subtract(position, recording.positions[k]), at);
      const measured = multiply(recording.orientations[k], turns[point.label]);
      residuals.set(rotationBetween(computed.orientations[k - first], measured), at + 3);
    }
    const { events, failure } = computed;
    return { residuals, events, ...(failure === undefined ? {} : { failure }) };
  };
  const score = (point: FitPoint) => {
    const whole = { ...point, horizon: null };
    const { first, judged } = recordings[point.recording];
    const { residuals, failure } = misfit(whole);
    return failure === undefined ? judgedRows(residuals, judged - first, halfWidth) : [];
  };
  const apart = (point: FitPoint, other: FitPoint) => {
    const { first, judged, times } = recordings[point.recording];
    const [one, two] = [point, other].map((each) => computedPoses(options, systemOf, each, first, times.length - 1));
    const rows = Math.min(one.positions.length, two.positions.length);
    const residuals = new Float64Array(6 * rows);
    for (let k = 0; k < rows; k++) {
      residuals.set(vec3.subtract(two.positions[k], one.positions[k]), 6 * k);
      residuals.set(rotationBetween(two.orientations[k], one.orientations[k]), 6 * k + 3);
    }
    return judgedRows(residuals, judged - first, halfWidth);
  };
  const slopes = (point: FitPoint, centre: Misfit, moves: readonly Move[]) =>
    hasTangents(options, centre) ? poseSlopes(options, systemOf, { ...point, ...framesOf(point) }, centre, moves) : [];
  return { ids: recordings.map(({ id }) => id), width: 6, lengths: 3, labels: turns.length, misfit, slopes, own, score, apart };
}

/** e_q, position error over a width, rotation error in rad: means over rows. */
function judgedRows(residuals: Float64Array, from: number, halfWidth: number): number[] {
  const sums = [0, 0, 0];
  const rows = residuals.length / 6;
  for (let k = from; k < rows; k++) {
    const [x, y, z, a, b, c] = residuals.subarray(6 * k, 6 * k + 6);
    const [position, angle] = [x * x + y * y + z * z, a * a + b * b + c * c];
    sums[0] += position / halfWidth + angle;
    sums[1] += Math.sqrt(position) / (2 * halfWidth);
    sums[2] += Math.sqrt(angle);
  }
  return sums.map((sum) => sum / Math.max(1, rows - from));
}

function computedPoses(
  options: PoseSubjectOptions,
  systemOf: (model: PoseModel) => SceneSystem,
  point: FitPoint,
  first: number,
  last: number,
): ComputedPoses {
  const recording = options.recordings[point.recording];
  const positions: Vec3[] = [];
  const orientations: Quaternion[] = [];
  const events: Misfit["events"][number][] = [];
  try {
    const { model, start } = begun(options, point);
    if (options.motion !== undefined) {
      const times = recording.times.slice(first, last + 1).map((time) => time - recording.times[first]);
      return { ...options.motion(model, start, times), events };
    }
    const system = systemOf(model);
    const place = system.names.indexOf(model.body);
    const initial = initialState(system, model, start);
    const simulation = createSimulation(system, initial, model.options);
    const begin = recording.times[first];
    const coordinates = new Float64Array(system.coordinateCount);
    const speeds = new Float64Array(system.speedCount);
    const keep = (q: Float64Array, u: Float64Array) => {
      const state = system.stateOf(place, q, u);
      positions.push(vec3.subtract(state.position, rotate(state.orientation, model.centre)));
      orientations.push(state.orientation);
    };
    keep(initial.coordinates, initial.speeds);
    const wanted = (k: number) => recording.times[first + k] - begin;
    simulation.advance(wanted(last - first), {
      event: (event) => events.push({ ...happened(event), row: rowAfter(recording.times, begin + event.time, first, last) }),
      motion: (_from, to, stateAt) => {
        while (positions.length <= last - first && wanted(positions.length) <= to) {
          stateAt(wanted(positions.length), coordinates, speeds);
          keep(coordinates, speeds);
        }
      },
    });
    // At rest, or where rounding left the last frame just beyond the end.
    while (positions.length <= last - first) keep(simulation.coordinates, simulation.speeds);
    return { positions, orientations, events };
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
    return { positions, orientations, events, failure: error.message };
  }
}

function happened({ kind, feature, impact }: SimulationEvent): Pick<Misfit["events"][number], "word" | "places"> {
  const places = impact?.touches.map((touch) => touch.feature.key) ?? [];
  return { word: `${kind} ${feature ?? places.join(" ")}`, places: places.length };
}
