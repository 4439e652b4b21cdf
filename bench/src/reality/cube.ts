/** A rounded cube over a level floor, as other engines are told it, and how their motion is sampled. */
import type { PoseModel, PoseMotion } from "carom/fit";
import { quaternion, vec3 } from "carom/math";
import { type TouchNumber, touchOf } from "./touch.js";

type Triple = readonly [number, number, number];

/** What an engine needs to know. */
export interface CubeRun {
  /** Half widths with the rounding. */
  readonly half: Triple;
  readonly rounding: number;
  readonly mass: number;
  /** The same about every axis. */
  readonly inertia: number;
  /** Of mass, from the middle, body axes. */
  readonly centre: Triple;
  readonly friction: number;
  readonly restitution: number;
  /** How it touches, in the engine's own numbers, in the order in which it tells them. */
  readonly touch: readonly number[];
  readonly gravity: Triple;
  /** Of the middle. */
  readonly position: Triple;
  readonly orientation: readonly [number, number, number, number];
  /** Of the centre of mass. */
  readonly velocity: Triple;
  /** World axes. */
  readonly spin: Triple;
}

/** A cube on its way in an engine. */
export interface CubeWorld {
  step(time: number): void;
  /** Of the middle of the cube. */
  pose(): { readonly position: Triple; readonly orientation: readonly [number, number, number, number] };
  free(): void;
}

/** An engine of the board. */
export interface RealityEngine {
  readonly engine: string;
  readonly version: string;
  readonly configuration: string;
  readonly motion: PoseMotion;
  /** Of parameters whose number means something else here. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>>;
  /** What it may be given besides friction and restitution. */
  readonly touch: readonly TouchNumber[];
}

/** Steps are about this long, s: four for each frame at 148 Hz. */
const STEP = 1 / 592;

/** The motion of a cube that an engine builds. */
export function cubeMotion(numbers: readonly TouchNumber[], build: (run: CubeRun) => CubeWorld): PoseMotion {
  return (model, { position, orientation, velocity, spin }, times) => {
    const cube = cubeOf(model, numbers);
    const middle = vec3.subtract(position, quaternion.rotate(orientation, cube.centre));
    const world = build({ ...cube, position: middle, orientation, velocity, spin });
    const positions: Triple[] = [middle];
    const orientations: (readonly [number, number, number, number])[] = [orientation];
    try {
      for (let k = 1; k < times.length; k++) {
        const span = times[k] - times[k - 1];
        const steps = Math.max(1, Math.round(span / STEP));
        for (let i = 0; i < steps; i++) world.step(span / steps);
        const pose = world.pose();
        positions.push(pose.position);
        orientations.push(pose.orientation);
      }
    } finally {
      world.free();
    }
    return { positions, orientations };
  };
}

type Thing = Omit<CubeRun, "position" | "orientation" | "velocity" | "spin">;

function cubeOf({ scene, body, centre, inertia, gravity }: PoseModel, numbers: readonly TouchNumber[]): Thing {
  const given = scene.bodies[body];
  if (!("shape" in given) || given.shape?.type !== "box") throw new Error("the board throws boxes");
  const { size, rounding = 0 } = given.shape;
  const contact = scene.contacts?.[0];
  const { friction = 0, restitution = 0 } = contact ?? {};
  const touch = touchOf(numbers, contact);
  if (typeof restitution !== "number") throw new Error("engines have one restitution for all speeds");
  const half: Triple = [size[0] / 2 + rounding, size[1] / 2 + rounding, size[2] / 2 + rounding];
  return { half, rounding, mass: given.mass ?? 1, inertia: inertia[0], centre, friction, restitution, touch, gravity };
}

/** Centres of the eight balls with which a rounded box meets a floor. */
export function cornersOf({ half, rounding }: Pick<CubeRun, "half" | "rounding">): Triple[] {
  const signs = [-1, 1];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z): Triple => [x * (half[0] - rounding), y * (half[1] - rounding), z * (half[2] - rounding)])),
  );
}
