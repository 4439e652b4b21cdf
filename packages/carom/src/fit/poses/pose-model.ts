/**
 * How the motion of a recording is computed for some values, and how it begins: from the flight before the first contact, or from what the
 * columns of the first frame say, moved by the recording's own numbers.
 */
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, normalize, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SimulationOptions } from "../../simulation/loop/interface.js";
import { checkOverlap, type Scene } from "../../simulation/scene/scene.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import type { FitPoint, OwnNumbers } from "../tasks.js";
import { flightOfCentre, flightRotation, isIsotropic, turnedFreely } from "./flight.js";
import { BODY_COORDINATES, BODY_SPEEDS, type PreparedRecording, systemAway } from "./prepare.js";
import { rotationOf } from "./rotations.js";

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

/** The model at a point and how its motion begins; throws InvalidInputError where there is no such model. */
export function begun(options: PoseSubjectOptions, { recording, label, values, own, law }: FitPoint) {
  const model = options.modelAt(values, own.slice(0, options.ownParameters), law);
  const flown = startState(options.recordings[recording], options.turns[label], model, options.start);
  const moved = movedStart(flown, own.slice(options.ownParameters));
  const start: MotionStart = { ...moved, orientation: normalize(moved.orientation) ?? moved.orientation };
  return { model, start };
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
export function initialState(system: SceneSystem, { body }: PoseModel, { position, orientation, velocity, spin }: MotionStart) {
  const initial = system.initialState();
  const place = system.names.indexOf(body);
  initial.coordinates.set([...position, ...orientation], BODY_COORDINATES * place);
  initial.speeds.set([...velocity, ...spin], BODY_SPEEDS * place);
  checkOverlap(system, initial.coordinates, (name) => `bodies.${name}.position`);
  return initial;
}
