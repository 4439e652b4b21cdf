/**
 * How free rigid bodies move: coordinates and speeds as flat arrays, forces, mass, energy.
 *
 *     coordinates of a body: position of the centre of mass, unit quaternion [x, y, z, w]
 *     speeds: velocity, angular velocity, world axes
 *
 *     q' = (v, (w, 0) q / 2)          m v' = f + m g          J w' = t - w x (J w)          J = R Q R^T
 *
 * The gyroscopic term is exact. The quaternion is kept at unit length by `normalise`, not by the equations.
 *
 * Letters: m mass, J inertia in world axes, Q in body axes, R orientation, f and t applied force and torque, g gravity.
 * Source: any text on rigid-body dynamics, e.g. Goldstein, Classical Mechanics, chapters 4 and 5.
 */
import type { MutableMat3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { BodyMasses, Flight, SystemPart } from "../system/mechanical-system.js";
import type { BodyState } from "../system/scene-system.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "./body-numbers.js";
import { flightOf } from "./flight.js";
import { applyLoad, changesUntil, type Load, loadEnergy } from "./loads.js";
import { type MotionChanges, motionChanges } from "./motion-changes.js";

export { BODY_COORDINATES, BODY_SPEEDS };

export interface FreeMotion {
  /** Names in the order of the coordinates. */
  readonly names: readonly string[];
  /** As in MechanicalSystem. */
  readonly changesUntil: number;
  /** Place of a body in `names`. */
  indexOf(name: string): number;
  /** As in MechanicalSystem: each body by itself, or those that springs join. */
  readonly parts: readonly SystemPart[];
  /** Place of a body's part in `parts`. */
  partOf(body: number): number;
  /** As in MechanicalSystem. */
  flight(part: number): Flight | undefined;
  isLoaded(part: number): boolean;
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array, only?: readonly number[]): void;
  forces(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  potentialEnergy(time: number, coordinates: Float64Array, only?: readonly number[]): number;
  appliedPower(time: number, coordinates: Float64Array, speeds: Float64Array, only?: readonly number[]): number;
  normalise(coordinates: Float64Array, only?: readonly number[]): void;
  displace(coordinates: Float64Array, displacement: Float64Array, only?: readonly number[]): void;
  /** Coordinates and speeds of the bodies as they were given. */
  initialState(): { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  stateOf(body: number, coordinates: Float64Array, speeds: Float64Array): BodyState;
  /** As in MechanicalSystem. */
  readonly masses: BodyMasses;
  /** How dynamics change with the state, and with masses. */
  changes(): MotionChanges;
}

/** The bodies as lists, in the order of their names, and the parts they form. */
interface Bodies {
  readonly names: readonly string[];
  readonly masses: readonly number[];
  /** In body axes. */
  readonly inertias: readonly MutableMat3[];
  /** Bodies of each part. */
  readonly members: readonly (readonly number[])[];
  readonly everything: readonly number[];
  readonly gravity: Vec3;
  readonly loads: readonly Load[];
  /** The part that each load acts on. */
  readonly loadParts: readonly number[];
  indexOf(name: string): number;
  partOf(body: number): number;
}

function listBodies(bodies: Readonly<Record<string, RigidBody>>, gravity: Vec3, loads: readonly Load[]): Bodies {
  const names = Object.keys(bodies);
  const places = new Map(names.map((name, i) => [name, i]));
  const indexOf = (name: string): number => {
    const i = places.get(name);
    if (i === undefined) throw new Error(`there is no moving body ${name}`);
    return i;
  };
  const members = joinedBySprings(names.length, loads, indexOf);
  const parts = new Map(members.flatMap((bodiesOfPart, part) => bodiesOfPart.map((body) => [body, part] as const)));
  const partOf = (body: number) => parts.get(body) ?? -1;
  return {
    names,
    masses: names.map((name) => bodies[name].mass),
    inertias: names.map((name) => inertiaOf(bodies[name])),
    members,
    everything: members.map((_, part) => part),
    gravity,
    loads,
    loadParts: loads.map((load) => partOf(indexOf(load.type === "spring" ? load.between[0] : load.body))),
    indexOf,
    partOf,
  };
}

export function freeMotion(given: Readonly<Record<string, RigidBody>>, gravity: Vec3, loads: readonly Load[]): FreeMotion {
  const bodies = listBodies(given, gravity, loads);
  const { names, inertias, members, everything, loadParts, indexOf, partOf } = bodies;
  const parts = members.map(
    (bodiesOfPart): SystemPart => ({
      coordinates: bodiesOfPart.flatMap((i) => consecutive(BODY_COORDINATES * i, BODY_COORDINATES)),
      speeds: bodiesOfPart.flatMap((i) => consecutive(BODY_SPEEDS * i, BODY_SPEEDS)),
    }),
  );
  const flights = members.map((bodiesOfPart, part) =>
    bodiesOfPart.length === 1 && !loadParts.includes(part) ? flightOf(inertias[bodiesOfPart[0]], gravity) : undefined,
  );
  const noSpeeds = new Float64Array(BODY_SPEEDS * names.length);
  const change = new Float64Array(BODY_COORDINATES * names.length);

  function rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only: readonly number[] = everything): void {
    for (const part of only)
      for (const i of members[part]) {
        const q = BODY_COORDINATES * i;
        const u = BODY_SPEEDS * i;
        for (let c = 0; c < 3; c++) out[q + c] = speeds[u + c];
        const x = coordinates[q + 3];
        const y = coordinates[q + 4];
        const z = coordinates[q + 5];
        const w = coordinates[q + 6];
        const a = 0.5 * speeds[u + 3];
        const b = 0.5 * speeds[u + 4];
        const c = 0.5 * speeds[u + 5];
        out[q + 3] = a * w + b * z - c * y;
        out[q + 4] = b * w + c * x - a * z;
        out[q + 5] = c * w + a * y - b * x;
        out[q + 6] = -a * x - b * y - c * z;
      }
  }

  function normalise(coordinates: Float64Array, only: readonly number[] = everything): void {
    for (const part of only)
      for (const i of members[part]) {
        const q = BODY_COORDINATES * i + 3;
        let square = 0;
        for (let c = 0; c < 4; c++) square += coordinates[q + c] * coordinates[q + c];
        const length = Math.sqrt(square);
        for (let c = 0; c < 4; c++) coordinates[q + c] /= length;
      }
  }

  return {
    names,
    flight: (part) => flights[part],
    isLoaded: (part) => loadParts.includes(part),
    changesUntil: loads.reduce((latest, load) => Math.max(latest, changesUntil(load)), Number.NEGATIVE_INFINITY),
    parts,
    partOf,
    indexOf,
    rates,
    ...massesInMotion(bodies),
    potentialEnergy: (_time, coordinates, only) => {
      let sum = 0;
      const fall = (i: number) => {
        for (let c = 0; c < 3; c++) sum -= bodies.masses[i] * gravity[c] * coordinates[BODY_COORDINATES * i + c];
      };
      if (only === undefined) for (let i = 0; i < names.length; i++) fall(i);
      else for (const part of only) members[part].forEach(fall);
      loads.forEach((load, l) => {
        if (only?.includes(loadParts[l]) ?? true) sum += loadEnergy(load, (name) => stateOf(indexOf(name), coordinates, noSpeeds));
      });
      return sum;
    },
    appliedPower: (time, coordinates, speeds, only = everything) =>
      loads.length === 0 ? 0 : applyLoads(bodies, { time, coordinates, speeds, only }, () => {}),
    normalise,
    displace: (coordinates, displacement, only = everything) => {
      rates(coordinates, displacement, change, only);
      for (const part of only) for (const k of parts[part].coordinates) coordinates[k] += change[k];
      normalise(coordinates, only);
    },
    initialState: () => {
      const state = initialState(names.map((name) => given[name]));
      normalise(state.coordinates);
      return state;
    },
    stateOf,
  };
}

/** Mass, forces and kinetic energy of the bodies. */
function massesInMotion(bodies: Bodies): Pick<FreeMotion, "solveMass" | "forces" | "kineticEnergy" | "masses" | "changes"> {
  const { names, masses, inertias, members, everything, gravity, loads } = bodies;
  const inverses = inertias.map((inertia) => mat3.inverse(inertia) ?? inertia);
  const { inWorld, applyTensor, applyTensorTo } = createTensors(names.length);

  function solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array, only: readonly number[] = everything): void {
    for (const part of only)
      for (const i of members[part]) {
        const u = BODY_SPEEDS * i;
        for (let c = 0; c < 3; c++) out[u + c] = x[u + c] / masses[i];
        if (x[u + 3] === 0 && x[u + 4] === 0 && x[u + 5] === 0) {
          out[u + 3] = out[u + 4] = out[u + 5] = 0;
          continue;
        }
        applyTensor(i, inverses[i], coordinates, x, u + 3);
        for (let c = 0; c < 3; c++) out[u + 3 + c] = inWorld[c];
      }
  }

  function forces(
    time: number,
    coordinates: Float64Array,
    speeds: Float64Array,
    out: Float64Array,
    only: readonly number[] = everything,
  ): void {
    for (const part of only)
      for (const i of members[part]) {
        const u = BODY_SPEEDS * i;
        for (let c = 0; c < 3; c++) out[u + c] = masses[i] * gravity[c];
        applyTensor(i, inertias[i], coordinates, speeds, u + 3);
        const a = speeds[u + 3];
        const b = speeds[u + 4];
        const c = speeds[u + 5];
        out[u + 3] = -(b * inWorld[2] - c * inWorld[1]);
        out[u + 4] = -(c * inWorld[0] - a * inWorld[2]);
        out[u + 5] = -(a * inWorld[1] - b * inWorld[0]);
      }
    if (loads.length === 0) return;
    applyLoads(bodies, { time, coordinates, speeds, only }, (name, force, torque) => {
      const u = BODY_SPEEDS * bodies.indexOf(name);
      for (let c = 0; c < 3; c++) {
        out[u + c] += force[c];
        out[u + 3 + c] += torque[c];
      }
    });
  }

  function kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < names.length; i++) {
      const u = BODY_SPEEDS * i;
      applyTensor(i, inertias[i], coordinates, speeds, u + 3);
      for (let c = 0; c < 3; c++) sum += 0.5 * (masses[i] * speeds[u + c] * speeds[u + c] + inWorld[c] * speeds[u + 3 + c]);
    }
    return sum;
  }

  const applyInertia = (i: number, coordinates: Float64Array, x: MutableVec3, out: MutableVec3) => {
    applyTensorTo(i, inertias[i], coordinates, x, out);
  };

  const all: BodyMasses = { masses, inertias, inverses, gravity };
  const changes = () => motionChanges({ members, masses: all, applyInertia, applyTensorTo });
  return { solveMass, forces, kineticEnergy, masses: all, changes };
}

/** Tensors in body axes, applied in world axes. */
function createTensors(count: number) {
  const orientation: MutableQuaternion = [0, 0, 0, 1];
  const rotations = Array.from({ length: count }, (): MutableMat3 => [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  /** The quaternion of each body that its rotation was computed from: a body is asked for many times at one pose. */
  const turned = new Float64Array(4 * count).fill(Number.NaN);
  const inBody: MutableVec3 = [0, 0, 0];
  const carried: MutableVec3 = [0, 0, 0];
  const inWorld: MutableVec3 = [0, 0, 0];

  /** inWorld = R T R^T x for a tensor T of body i, x read from `values` at `at`. */
  function applyTensor(i: number, tensor: MutableMat3, coordinates: Float64Array, values: Float64Array, at: number): void {
    const rotation = readRotation(coordinates, i);
    inWorld[0] = values[at];
    inWorld[1] = values[at + 1];
    inWorld[2] = values[at + 2];
    mat3.transformTransposed(rotation, inWorld, inBody);
    mat3.transformVector(tensor, inBody, carried);
    mat3.transformVector(rotation, carried, inWorld);
  }

  function readRotation(coordinates: Float64Array, i: number): MutableMat3 {
    const at = BODY_COORDINATES * i + 3;
    const rotation = rotations[i];
    let same = true;
    for (let c = 0; c < 4; c++) {
      same &&= turned[4 * i + c] === coordinates[at + c];
      turned[4 * i + c] = orientation[c] = coordinates[at + c];
    }
    if (!same) quaternion.toMatrix(orientation, rotation);
    return rotation;
  }

  /** R T R^T x. */
  function applyTensorTo(i: number, tensor: MutableMat3, coordinates: Float64Array, x: MutableVec3, out: MutableVec3): void {
    const rotation = readRotation(coordinates, i);
    mat3.transformTransposed(rotation, x, inBody);
    mat3.transformVector(tensor, inBody, carried);
    mat3.transformVector(rotation, carried, out);
  }

  return { inWorld, applyTensor, applyTensorTo };
}

/** A state, and the parts that are asked for. */
interface LoadedState {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly only: readonly number[];
}

/** Returns the power of forces without a potential, W. */
function applyLoads(
  { loads, loadParts, indexOf }: Bodies,
  { time, coordinates, speeds, only }: LoadedState,
  add: Parameters<typeof applyLoad>[3],
): number {
  let power = 0;
  loads.forEach((load, i) => {
    if (only.includes(loadParts[i])) power += applyLoad(load, time, (name) => stateOf(indexOf(name), coordinates, speeds), add);
  });
  return power;
}

function stateOf(i: number, coordinates: Float64Array, speeds: Float64Array): BodyState {
  const q = BODY_COORDINATES * i;
  const u = BODY_SPEEDS * i;
  return {
    position: [coordinates[q], coordinates[q + 1], coordinates[q + 2]],
    orientation: [coordinates[q + 3], coordinates[q + 4], coordinates[q + 5], coordinates[q + 6]],
    velocity: [speeds[u], speeds[u + 1], speeds[u + 2]],
    angularVelocity: [speeds[u + 3], speeds[u + 4], speeds[u + 5]],
  };
}

/** As the bodies were given, one after the other. */
function initialState(bodies: readonly RigidBody[]): { readonly coordinates: Float64Array; readonly speeds: Float64Array } {
  const coordinates = new Float64Array(BODY_COORDINATES * bodies.length);
  const speeds = new Float64Array(BODY_SPEEDS * bodies.length);
  bodies.forEach(({ position, orientation = quaternion.IDENTITY, velocity = vec3.ZERO, angularVelocity = vec3.ZERO }, i) => {
    coordinates.set([...position, ...orientation], BODY_COORDINATES * i);
    speeds.set([...velocity, ...angularVelocity], BODY_SPEEDS * i);
  });
  return { coordinates, speeds };
}

/** Bodies, by place, that springs join into one part; ascending in each part, and the parts by their first bodies. */
function joinedBySprings(count: number, loads: readonly Load[], indexOf: (name: string) => number): number[][] {
  const label = Array.from({ length: count }, (_, i) => i);
  for (const load of loads) {
    if (load.type !== "spring" || load.between[1] === "world") continue;
    const [from, to] = load.between.map((name) => label[indexOf(name)]);
    label.forEach((value, i) => {
      if (value === Math.max(from, to)) label[i] = Math.min(from, to);
    });
  }
  return [...new Set(label)].map((value) => label.flatMap((other, i) => (other === value ? [i] : [])));
}

function consecutive(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => from + k);
}

/** The inertia in body axes as nine numbers. */
function inertiaOf({ inertia }: RigidBody): MutableMat3 {
  if (typeof inertia[0] !== "number") return mat3.fromRows(inertia as Parameters<typeof mat3.fromRows>[0]);
  return [inertia[0], 0, 0, 0, inertia[1] as number, 0, 0, 0, inertia[2] as number];
}
