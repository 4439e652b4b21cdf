/**
 * How free rigid bodies move: coordinates and speeds as flat arrays, forces, mass, energy.
 *
 *     coordinates of a body: position of the centre of mass, unit quaternion [x, y, z, w]          speeds: velocity, angular velocity, world axes
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
import type { Flight, SystemPart } from "../system/mechanical-system.js";
import { flightOf } from "./flight.js";
import { applyLoad, type BodyState, changesUntil, type Load, loadEnergy } from "./loads.js";

/** Coordinates and speeds of one body. */
export const BODY_COORDINATES = 7;
export const BODY_SPEEDS = 6;

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
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array, only?: readonly number[]): void;
  forces(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  potentialEnergy(time: number, coordinates: Float64Array): number;
  appliedPower(time: number, coordinates: Float64Array, speeds: Float64Array, only?: readonly number[]): number;
  normalise(coordinates: Float64Array, only?: readonly number[]): void;
  displace(coordinates: Float64Array, displacement: Float64Array, only?: readonly number[]): void;
  /** Coordinates and speeds of the bodies as they were given. */
  initialState(): { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  stateOf(body: number, coordinates: Float64Array, speeds: Float64Array): BodyState;
}

export function freeMotion(bodies: Readonly<Record<string, RigidBody>>, gravity: Vec3, loads: readonly Load[]): FreeMotion {
  const names = Object.keys(bodies);
  const places = new Map(names.map((name, i) => [name, i]));
  const masses = names.map((name) => bodies[name].mass);
  const inertias = names.map((name) => inertiaOf(bodies[name]));
  const inverses = inertias.map((inertia) => mat3.inverse(inertia) ?? inertia);
  const members = joinedBySprings(names.length, loads, indexOf);
  const everything = members.map((_, part) => part);
  const parts = members.map(
    (bodiesOfPart): SystemPart => ({
      coordinates: bodiesOfPart.flatMap((i) => consecutive(BODY_COORDINATES * i, BODY_COORDINATES)),
      speeds: bodiesOfPart.flatMap((i) => consecutive(BODY_SPEEDS * i, BODY_SPEEDS)),
    }),
  );
  const partOf = (body: number) => members.findIndex((bodiesOfPart) => bodiesOfPart.includes(body));
  const loadParts = loads.map((load) => partOf(indexOf(load.type === "spring" ? load.between[0] : load.body)));

  const flights = members.map((bodiesOfPart, part) =>
    bodiesOfPart.length === 1 && !loadParts.includes(part) ? flightOf(inertias[bodiesOfPart[0]], gravity) : undefined,
  );

  // Scratch, one set for all calls: nothing below calls itself.
  const orientation: MutableQuaternion = [0, 0, 0, 1];
  const rotations = names.map((): MutableMat3 => [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  /** The quaternion of each body that its rotation was computed from: a body is asked for many times at one pose. */
  const turned = new Float64Array(4 * names.length).fill(Number.NaN);
  let rotation: MutableMat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const inBody: MutableVec3 = [0, 0, 0];
  const carried: MutableVec3 = [0, 0, 0];
  const inWorld: MutableVec3 = [0, 0, 0];

  /** inWorld = R T R^T x for the body's tensor T, x read from `values` at `at`. Needs `rotation`. */
  function applyTensor(tensor: MutableMat3, values: Float64Array, at: number): void {
    inWorld[0] = values[at];
    inWorld[1] = values[at + 1];
    inWorld[2] = values[at + 2];
    mat3.transformTransposed(rotation, inWorld, inBody);
    mat3.transformVector(tensor, inBody, carried);
    mat3.transformVector(rotation, carried, inWorld);
  }

  function readRotation(coordinates: Float64Array, i: number): void {
    const at = BODY_COORDINATES * i + 3;
    rotation = rotations[i];
    let same = true;
    for (let c = 0; c < 4; c++) {
      same &&= turned[4 * i + c] === coordinates[at + c];
      turned[4 * i + c] = orientation[c] = coordinates[at + c];
    }
    if (!same) quaternion.toMatrix(orientation, rotation);
  }

  function rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only: readonly number[] = everything): void {
    for (const part of only)
      for (const i of members[part]) {
        const q = BODY_COORDINATES * i;
        const u = BODY_SPEEDS * i;
        for (let c = 0; c < 3; c++) out[q + c] = speeds[u + c];
        const [x, y, z, w] = [coordinates[q + 3], coordinates[q + 4], coordinates[q + 5], coordinates[q + 6]];
        const [a, b, c] = [0.5 * speeds[u + 3], 0.5 * speeds[u + 4], 0.5 * speeds[u + 5]];
        out[q + 3] = a * w + b * z - c * y;
        out[q + 4] = b * w + c * x - a * z;
        out[q + 5] = c * w + a * y - b * x;
        out[q + 6] = -a * x - b * y - c * z;
      }
  }

  function solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array, only: readonly number[] = everything): void {
    for (const part of only)
      for (const i of members[part]) {
        const u = BODY_SPEEDS * i;
        for (let c = 0; c < 3; c++) out[u + c] = x[u + c] / masses[i];
        if (x[u + 3] === 0 && x[u + 4] === 0 && x[u + 5] === 0) {
          out[u + 3] = out[u + 4] = out[u + 5] = 0;
          continue;
        }
        readRotation(coordinates, i);
        applyTensor(inverses[i], x, u + 3);
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
        readRotation(coordinates, i);
        applyTensor(inertias[i], speeds, u + 3);
        const [a, b, c] = [speeds[u + 3], speeds[u + 4], speeds[u + 5]];
        out[u + 3] = -(b * inWorld[2] - c * inWorld[1]);
        out[u + 4] = -(c * inWorld[0] - a * inWorld[2]);
        out[u + 5] = -(a * inWorld[1] - b * inWorld[0]);
      }
    if (loads.length === 0) return;
    applyLoads(time, coordinates, speeds, only, (name, force, torque) => {
      const u = BODY_SPEEDS * indexOf(name);
      for (let c = 0; c < 3; c++) {
        out[u + c] += force[c];
        out[u + 3 + c] += torque[c];
      }
    });
  }

  function applyLoads(
    time: number,
    coordinates: Float64Array,
    speeds: Float64Array,
    only: readonly number[],
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

  function kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < names.length; i++) {
      const u = BODY_SPEEDS * i;
      readRotation(coordinates, i);
      applyTensor(inertias[i], speeds, u + 3);
      for (let c = 0; c < 3; c++) sum += 0.5 * (masses[i] * speeds[u + c] * speeds[u + c] + inWorld[c] * speeds[u + 3 + c]);
    }
    return sum;
  }

  const noSpeeds = new Float64Array(BODY_SPEEDS * names.length);

  function potentialEnergy(_time: number, coordinates: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < names.length; i++)
      for (let c = 0; c < 3; c++) sum -= masses[i] * gravity[c] * coordinates[BODY_COORDINATES * i + c];
    for (const load of loads) sum += loadEnergy(load, (name) => stateOf(indexOf(name), coordinates, noSpeeds));
    return sum;
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

  const change = new Float64Array(BODY_COORDINATES * names.length);

  function displace(coordinates: Float64Array, displacement: Float64Array, only: readonly number[] = everything): void {
    rates(coordinates, displacement, change, only);
    for (const part of only) for (const k of parts[part].coordinates) coordinates[k] += change[k];
    normalise(coordinates, only);
  }

  function indexOf(name: string): number {
    const i = places.get(name);
    if (i === undefined) throw new Error(`there is no moving body ${name}`);
    return i;
  }

  function initialState() {
    const coordinates = new Float64Array(BODY_COORDINATES * names.length);
    const speeds = new Float64Array(BODY_SPEEDS * names.length);
    names.forEach((name, i) => {
      const { position, orientation: turn = quaternion.IDENTITY, velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = bodies[name];
      coordinates.set([...position, ...turn], BODY_COORDINATES * i);
      speeds.set([...velocity, ...angularVelocity], BODY_SPEEDS * i);
    });
    normalise(coordinates);
    return { coordinates, speeds };
  }

  return {
    names,
    flight: (part) => flights[part],
    changesUntil: loads.reduce((latest, load) => Math.max(latest, changesUntil(load)), Number.NEGATIVE_INFINITY),
    parts,
    partOf,
    indexOf,
    rates,
    solveMass,
    forces,
    kineticEnergy,
    potentialEnergy,
    appliedPower: (time, coordinates, speeds, only = everything) =>
      loads.length === 0 ? 0 : applyLoads(time, coordinates, speeds, only, () => {}),
    normalise,
    displace,
    initialState,
    stateOf,
  };
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
