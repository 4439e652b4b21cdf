/**
 * Recorded poses as what a fit is about: a motion is computed from the flight before the first contact on and compared frame by frame.
 *
 * A row is the position of the tracked centre, computed minus measured, and the vector of the rotation from the measured orientation to
 * the computed one. With a label all measured orientations are multiplied by its turn from the right.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, normalize, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SimulationEvent, SimulationOptions } from "../../simulation/loop/interface.js";
import { createSimulation } from "../../simulation/regime/simulation.js";
import { checkOverlap, type Scene } from "../../simulation/scene/scene.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import type { FitPoint, FitSubject, Misfit, OwnNumbers } from "../tasks.js";
import { flightOfCentre, flightRotation, isIsotropic, turnedFreely } from "./flight.js";
import { BODY_COORDINATES, BODY_SPEEDS, type PreparedRecording, systemAway } from "./prepare.js";
import { rotationBetween, rotationOf } from "./rotations.js";

/** How a motion is computed for some values. */
export interface PoseModel {
  /** What moves, and what it may touch. */
  readonly scene: Scene;
  /** Name of the body that was recorded. */
  readonly body: string;
  /** Centre of mass from the tracked centre, body axes, m. */
  readonly centre: Vec3;
  /** About the centre of mass, body axes; its size does not matter. */
  readonly inertia: mat3.Mat3;
  /** m/s^2. */
  readonly gravity: Vec3;
  /** Of the simulation. */
  readonly options: SimulationOptions;
}

/** How a motion begins. */
export interface MotionStart {
  /** Of the centre of mass, m. */
  readonly position: Vec3;
  /** Of the centre of mass, m/s. */
  readonly velocity: Vec3;
  /** Body to world. */
  readonly orientation: Quaternion;
  /** rad/s, world axes. */
  readonly spin: Vec3;
}

/** Another way to compute poses of the tracked centre, at times that begin with that of the start, s. */
export type PoseMotion = (
  model: PoseModel,
  start: MotionStart,
  times: readonly number[],
) => { readonly positions: readonly Vec3[]; readonly orientations: readonly Quaternion[] };

/** What a fit of poses is about. */
export interface PoseSubjectOptions {
  readonly recordings: readonly PreparedRecording[];
  /** Turns of the body axes by label. */
  readonly turns: readonly Quaternion[];
  /** @param own the recording's own parameters */
  readonly modelAt: (values: readonly number[], own: readonly number[], law: number) => PoseModel;
  /** Where motions begin: the flight before contact, or what the columns of the first frame say. */
  readonly start: "flight" | "given";
  readonly own: (recording: number) => OwnNumbers;
  /** How many of a recording's own numbers are parameters; those after them are of the start. */
  readonly ownParameters: number;
  /** Half a width of the body, m: what position errors are compared with. */
  readonly halfWidth: number;
  /** Default: by events. */
  readonly motion?: PoseMotion;
}

/** Position and orientation of the tracked centre at every frame from the first on. */
interface ComputedPoses {
  readonly positions: readonly Vec3[];
  readonly orientations: readonly Quaternion[];
  readonly events: { readonly word: string; readonly row: number }[];
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
    return judgedRows(misfit(whole).residuals, judged - first, halfWidth);
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
  return { ids: recordings.map(({ id }) => id), width: 6, lengths: 3, labels: turns.length, misfit, own, score, apart };
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

function startState(
  recording: PreparedRecording,
  turn: Quaternion,
  { centre, inertia, gravity }: PoseModel,
  begin: "flight" | "given",
): MotionStart {
  const { first, start, weights, times } = recording;
  if (begin === "given" || start === undefined) {
    const orientation = multiply(recording.orientations[first], turn);
    const arm = rotate(orientation, centre);
    const spin = recording.spins?.[first] ?? [0, 0, 0];
    const velocity = vec3.add(recording.velocities?.[first] ?? [0, 0, 0], vec3.cross(spin, arm));
    return { position: vec3.add(recording.positions[first], arm), velocity, orientation, spin };
  }
  const rotation = flightRotation(recording, start, turn, inertia);
  const flight = flightOfCentre(recording, start, weights, rotate(turn, centre), gravity, rotation.time);
  const t = times[first] - rotation.time;
  const velocity = vec3.addScaled(flight.velocity, gravity, t);
  const position = vec3.addScaled(vec3.addScaled(flight.position, flight.velocity, t), gravity, 0.5 * t * t);
  const orientation = turnedFreely(rotation.orientation, rotation.spin, inertia, t);
  return { position, velocity, orientation, spin: spinAfter(rotation.orientation, orientation, rotation.spin, inertia) };
}

/** Angular momentum stands still. */
function spinAfter(from: Quaternion, to: Quaternion, spin: Vec3, inertia: mat3.Mat3): Vec3 {
  if (isIsotropic(inertia)) return spin;
  const inverse = mat3.inverse(inertia) ?? mat3.IDENTITY;
  const conjugate = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];
  const momentum = rotate(from, mat3.transformVector(inertia, rotate(conjugate(from), spin)));
  return rotate(to, mat3.transformVector(inverse, rotate(conjugate(to), momentum)));
}

/** A start moved by twelve numbers: position, velocity, rotation, spin. */
function movedStart(start: MotionStart, by: readonly number[]): MotionStart {
  if (by.length === 0) return start;
  const at = (i: number): Vec3 => [by[i], by[i + 1], by[i + 2]];
  return {
    position: vec3.add(start.position, at(0)),
    velocity: vec3.add(start.velocity, at(3)),
    orientation: multiply(rotationOf(at(6)), start.orientation),
    spin: vec3.add(start.spin, at(9)),
  };
}

/** Systems of models, each made once: recordings only differ in where the body begins. */
export function systemsByModel(): (model: PoseModel) => SceneSystem {
  const made = new WeakMap<PoseModel, SceneSystem>();
  return (model) => {
    const known = made.get(model);
    if (known !== undefined) return known;
    const system = systemAway(model.scene, model.body);
    made.set(model, system);
    return system;
  };
}

/** The scene's state with the recorded body at its start; throws InvalidInputError where it overlaps something there. */
function initialState(system: SceneSystem, { body }: PoseModel, { position, orientation, velocity, spin }: MotionStart) {
  const initial = system.initialState();
  const place = system.names.indexOf(body);
  initial.coordinates.set([...position, ...orientation], BODY_COORDINATES * place);
  initial.speeds.set([...velocity, ...spin], BODY_SPEEDS * place);
  checkOverlap(system, initial.coordinates, (name) => `bodies.${name}.position`);
  return initial;
}

function computedPoses(
  options: PoseSubjectOptions,
  systemOf: (model: PoseModel) => SceneSystem,
  point: FitPoint,
  first: number,
  last: number,
): ComputedPoses {
  const recording = options.recordings[point.recording];
  const turn = options.turns[point.label];
  const positions: Vec3[] = [];
  const orientations: Quaternion[] = [];
  const events: { readonly word: string; readonly row: number }[] = [];
  try {
    const model = options.modelAt(point.values, point.own.slice(0, options.ownParameters), point.law);
    const moved = movedStart(startState(recording, turn, model, options.start), point.own.slice(options.ownParameters));
    const start = { ...moved, orientation: normalize(moved.orientation) ?? moved.orientation };
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
      event: (event) => events.push({ word: wordOf(event), row: rowAfter(recording.times, begin + event.time, first, last) }),
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

function wordOf({ kind, feature, impact }: SimulationEvent): string {
  return `${kind} ${feature ?? impact?.touches.map((touch) => touch.feature.key).join(" ") ?? ""}`;
}

function rowAfter(times: readonly number[], time: number, first: number, last: number): number {
  let k = first;
  while (k <= last && times[k] < time) k++;
  return k - first;
}
