/**
 * Links that feel each other through joints, loops or springs: one part of a system, with the state worked out once for all who ask.
 *
 * Arrays of coordinates and speeds are those of the whole system, in which the linkage has its places from `coordinate` and `speed` on.
 */
import { changesUntil, loadEnergy } from "../free-bodies/loads.js";
import type { BodyState, JointEffort } from "../system/scene-system.js";
import { effortsOf } from "./joint-forces.js";
import { normalise, restore, shift, start, strays, unitTurns } from "./linkage-closure.js";
import {
  applyLoads,
  bodyState,
  createLinkageWorkspace,
  forces,
  type LinkageInput,
  type LinkageLink,
  move,
  moveOn,
  place,
  read,
  solveMass,
  weigh,
} from "./linkage-state.js";
import type { Tree } from "./tree.js";

export type { LinkageInput, LinkageLink };

export interface Linkage {
  readonly tree: Tree;
  readonly links: readonly LinkageLink[];
  /** Places in the arrays of the whole system. */
  readonly coordinate: number;
  readonly speed: number;
  readonly changesUntil: number;
  /** Works out the poses, which `tree.states` then has. */
  place(coordinates: Float64Array): void;
  /** The same with velocities. */
  move(coordinates: Float64Array, speeds: Float64Array): void;
  /** Other speeds at the poses worked out last. */
  moveOn(speeds: Float64Array): void;
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array): void;
  forces(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  /** What acts along its joints. */
  readonly efforts: readonly JointEffort[];
  /** Whether loops, gears or motions bind its speeds. */
  readonly isBound: boolean;
  /** Places, in the whole system, of the speeds of joints that are moved. */
  readonly driven: readonly number[];
  /** Times at which joints that are moved are not smooth, s, ascending. */
  readonly corners: readonly number[];
  /** u . (M u' - f): what drives and contacts do, W. */
  drivePower(time: number, coordinates: Float64Array, speeds: Float64Array, accelerations: Float64Array): number;
  addImpressed(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  potentialEnergy(coordinates: Float64Array): number;
  appliedPower(time: number, coordinates: Float64Array, speeds: Float64Array): number;
  normalise(coordinates: Float64Array): void;
  normaliseTurns(coordinates: Float64Array): void;
  displace(coordinates: Float64Array, displacement: Float64Array): void;
  strays(coordinates: Float64Array, speeds: Float64Array, distance: number, speed: number): boolean;
  restore(coordinates: Float64Array, speeds: Float64Array): void;
  /** Of the body of a link, at the state worked out last. */
  bodyState(link: number): BodyState;
  /** Writes where it starts. */
  start(coordinates: Float64Array, speeds: Float64Array): void;
}

/** @param coordinate place of its first coordinate in the whole system, @param speed that of its first speed */
export function createLinkage(input: LinkageInput, coordinate: number, speed: number): Linkage {
  const workspace = createLinkageWorkspace(input, coordinate, speed);
  const whole = new Float64Array(speed + workspace.speedCount);
  const {
    tree,
    links,
    bindings,
    loads,
    gravity,
    linkOf,
    dynamics,
    embedding,
    efforts,
    placed,
    moved,
    mass,
    q,
    u,
    work,
    change,
    speedCount,
  } = workspace;
  return {
    tree,
    links,
    coordinate,
    speed,
    changesUntil: loads.reduce(
      (latest, load) => Math.max(latest, changesUntil(load)),
      Math.max(efforts.changesUntil, bindings.changesUntil),
    ),
    place: (coordinates) => place(workspace, coordinates),
    move: (coordinates, speeds) => move(workspace, coordinates, speeds),
    moveOn: (speeds) => moveOn(workspace, speeds),
    rates: (coordinates, speeds, out) => {
      read(coordinates, coordinate, q);
      read(speeds, speed, u);
      tree.rates(q, u, change);
      out.set(change, coordinate);
    },
    solveMass: (coordinates, x, out) => solveMass(workspace, coordinates, x, out),
    forces: (time, coordinates, speeds, out) => forces(workspace, time, coordinates, speeds, out),
    efforts: effortsOf(tree, links, coordinate, speed),
    isBound: embedding !== undefined,
    driven: bindings.driven.map((place) => speed + place),
    corners: bindings.corners,
    drivePower: (time, coordinates, speeds, accelerations) => {
      forces(workspace, time, coordinates, speeds, whole);
      weigh(workspace, coordinates);
      let power = 0;
      for (let j = 0; j < speedCount; j++) {
        let effort = -whole[speed + j];
        for (let k = 0; k < speedCount; k++) effort += mass[j * speedCount + k] * accelerations[speed + k];
        power += speeds[speed + j] * effort;
      }
      return power;
    },
    addImpressed: (time, coordinates, speeds, out) => {
      if (embedding === undefined) return;
      weigh(workspace, coordinates);
      move(workspace, coordinates, speeds);
      work.fill(0);
      embedding.addImpressed(time, mass, work);
      for (let k = 0; k < speedCount; k++) out[speed + k] += work[k];
    },
    kineticEnergy: (coordinates, speeds) => {
      move(workspace, coordinates, speeds);
      return dynamics.kineticEnergy();
    },
    potentialEnergy: (coordinates) => {
      place(workspace, coordinates);
      let sum = dynamics.potentialEnergy(gravity) + efforts.energy(placed);
      for (const load of loads) sum += loadEnergy(load, (name) => bodyState(workspace, linkOf(name)));
      return sum;
    },
    appliedPower: (time, coordinates, speeds) => {
      move(workspace, coordinates, speeds);
      return efforts.power(time, moved) + applyLoads(workspace, time, () => {});
    },
    normalise: (coordinates) => normalise(workspace, coordinates),
    normaliseTurns: (coordinates) => unitTurns(workspace, coordinates),
    displace: (coordinates, displacement) => {
      read(coordinates, coordinate, q);
      read(displacement, speed, u);
      shift(workspace, q, u);
      coordinates.set(q, coordinate);
      if (embedding !== undefined) normalise(workspace, coordinates);
    },
    strays: (coordinates, speeds, distance, rate) => strays(workspace, coordinates, speeds, distance, rate),
    restore: (coordinates, speeds) => restore(workspace, coordinates, speeds),
    bodyState: (link) => bodyState(workspace, link),
    start: (coordinates, speeds) => start(workspace, coordinates, speeds),
  };
}
