/**
 * Links that feel each other through joints, loops or springs, with the state worked out once for all who ask.
 *
 * Arrays of coordinates and speeds are those of the whole system, in which the linkage has its places from `coordinate` and `speed` on.
 */
import { SolverError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { applyLoad, type BodyState, changesUntil, type Load, loadEnergy } from "../free-bodies/loads.js";
import { assemble, CLOSED, GAPING, readStart } from "./assembly.js";
import { factorBranches, solveBranches, speedsBefore } from "./branches.js";
import { createTreeDynamics } from "./dynamics.js";
import { createEmbedding } from "./embedding.js";
import { createJointForces } from "./joint-forces.js";
import type { Link } from "./links.js";
import type { SceneJoint, SceneLoop } from "./scene-link.js";
import { createTree, type Tree } from "./tree.js";

export interface LinkageLink extends Link {
  /** Springs, dampers, motors and where it starts. */
  readonly data: SceneJoint;
  /** Axes of the body that is shown and touched, in those of the link. */
  readonly turn: Quaternion;
}

export interface LinkageInput {
  /** Parents first. */
  readonly links: readonly LinkageLink[];
  readonly loops: readonly SceneLoop[];
  /** On its links alone. */
  readonly loads: readonly Load[];
  readonly gravity: Vec3;
}

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
  addImpressed(coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  potentialEnergy(coordinates: Float64Array): number;
  appliedPower(time: number, coordinates: Float64Array, speeds: Float64Array): number;
  normalise(coordinates: Float64Array): void;
  displace(coordinates: Float64Array, displacement: Float64Array): void;
  strays(coordinates: Float64Array, speeds: Float64Array, distance: number, speed: number): boolean;
  restore(coordinates: Float64Array, speeds: Float64Array): void;
  /** Of the body of a link, at the state worked out last. */
  bodyState(link: number): BodyState;
  /** Writes where it starts. */
  start(coordinates: Float64Array, speeds: Float64Array): void;
}

/** Newton steps in which loops close that are nearly closed. */
const MOST_CLOSINGS = 8;

export function createLinkage({ links, loops, loads, gravity }: LinkageInput, coordinate: number, speed: number): Linkage {
  const tree = createTree(links);
  const dynamics = createTreeDynamics(tree);
  const { coordinateCount, speedCount } = tree;
  const places = new Map(links.map(({ name }, i) => [name, i]));
  const linkOf = (name: string): number => (name === "world" ? -1 : (places.get(name) ?? -1));
  const embedding = loops.length === 0 ? undefined : createEmbedding(tree, loops, linkOf);
  const efforts = createJointForces(tree.links.map((place, i) => ({ ...links[i].data, ...placeOf(place) })));
  const before = speedsBefore(tree);
  const extent = extentOf(links, loops);

  // The state worked out last.
  const placed = new Float64Array(coordinateCount).fill(Number.NaN);
  const moved = new Float64Array(speedCount).fill(Number.NaN);
  const mass = new Float64Array(speedCount * speedCount);
  const factored = new Float64Array(speedCount * speedCount);
  let hasMass = false;

  const q = new Float64Array(coordinateCount);
  const u = new Float64Array(speedCount);
  const work = new Float64Array(speedCount);
  const change = new Float64Array(coordinateCount);

  function place(coordinates: Float64Array): void {
    if (isSame(coordinates, coordinate, placed)) return;
    read(coordinates, coordinate, placed);
    moved.fill(Number.NaN);
    hasMass = false;
    tree.place(placed);
  }

  function move(coordinates: Float64Array, speeds: Float64Array): void {
    place(coordinates);
    moveOn(speeds);
  }

  function moveOn(speeds: Float64Array): void {
    if (isSame(speeds, speed, moved)) return;
    read(speeds, speed, moved);
    tree.move(moved);
  }

  function weigh(coordinates: Float64Array): void {
    place(coordinates);
    if (hasMass) return;
    dynamics.massMatrix(mass);
    if (embedding !== undefined) {
      embedding.place();
      embedding.weigh(mass);
    } else {
      factored.set(mass);
      const singular = factorBranches(factored, before);
      if (singular >= 0)
        throw new SolverError(
          `the mass matrix is singular at the joint of ${links[tree.owner[singular]].name}: a link that moves has no mass, or no inertia about its joint`,
          {},
        );
    }
    hasMass = true;
  }

  function solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array): void {
    weigh(coordinates);
    read(x, speed, work);
    if (embedding !== undefined) embedding.apply(work);
    else solveBranches(factored, before, work);
    out.set(work, speed);
  }

  function forces(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void {
    move(coordinates, speeds);
    dynamics.forces(gravity, work);
    efforts.add(time, placed, moved, work);
    applyLoads(time, (name, force, torque) => {
      const link = linkOf(name);
      tree.addRow(link, tree.states[link].centre, force, torque, { values: work, at: 0, factor: 1 });
    });
    out.set(work, speed);
  }

  function applyLoads(time: number, add: Parameters<typeof applyLoad>[3]): number {
    let power = 0;
    for (const load of loads) power += applyLoad(load, time, (name) => bodyState(linkOf(name)), add);
    return power;
  }

  const arm: MutableVec3 = [0, 0, 0];

  function bodyState(link: number): BodyState {
    const { centre, orientation, velocity, angularVelocity, origin } = tree.states[link];
    vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm), arm);
    return {
      position: [...centre],
      orientation: quaternion.multiply(orientation, links[link].turn),
      velocity: vec3.add(velocity, arm),
      angularVelocity: [...angularVelocity],
    };
  }

  /** Unit quaternions. */
  function normaliseTurns(local: Float64Array): void {
    for (const { type, coordinate: first } of tree.links) {
      if (type !== "free" && type !== "spherical") continue;
      const at = type === "free" ? first + 3 : first;
      let square = 0;
      for (let c = 0; c < 4; c++) square += local[at + c] * local[at + c];
      const length = Math.sqrt(square);
      for (let c = 0; c < 4; c++) local[at + c] /= length;
    }
  }

  function shift(local: Float64Array, displacement: Float64Array): void {
    tree.rates(local, displacement, change);
    for (let k = 0; k < coordinateCount; k++) local[k] += change[k];
    normaliseTurns(local);
  }

  /** Closes the loops by moving dependent joints. Works on `local` alone; the tree is at its poses afterwards. */
  function close(local: Float64Array, most: number, step: () => void): number {
    if (embedding === undefined) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (let pass = 0; ; pass++) {
      tree.place(local);
      placed.set(local);
      moved.fill(Number.NaN);
      hasMass = false;
      step();
      const open = embedding.openness();
      if (!(open > CLOSED * extent) || pass === most || (pass > 3 && open < 1e-9 * extent && open >= 0.5 * least)) return open;
      least = Math.min(least, open);
      embedding.closing(work);
      limitSteps(work);
      shift(local, work);
    }
  }

  function normalise(coordinates: Float64Array): void {
    read(coordinates, coordinate, q);
    normaliseTurns(q);
    if (embedding !== undefined) {
      // Where nothing has been left nothing is moved: the same bits.
      const open = close(q, MOST_CLOSINGS, embedding.place);
      if (open > GAPING * extent) throw new SolverError(`loops cannot be closed: they stay open by ${open.toPrecision(3)}`, { open });
    }
    coordinates.set(q, coordinate);
  }

  function strays(coordinates: Float64Array, speeds: Float64Array, distance: number, rate: number): boolean {
    if (embedding === undefined) return false;
    weigh(coordinates);
    embedding.pass();
    read(speeds, speed, u);
    return embedding.openness() > distance || embedding.opening(u) > rate;
  }

  function restore(coordinates: Float64Array, speeds: Float64Array): void {
    if (embedding === undefined) return;
    normalise(coordinates);
    weigh(coordinates);
    read(speeds, speed, u);
    embedding.restore(mass, u);
    speeds.set(u, speed);
  }

  function start(coordinates: Float64Array, speeds: Float64Array): void {
    const starts = links.map(({ data }) => data.start ?? {});
    const given = readStart(tree, starts, q, u);
    normaliseTurns(q);
    if (embedding !== undefined) {
      const names = loops.map(({ between }) => between.join("/")).join(", ");
      const opens = assemble({ tree, embedding, extent, names, close: (most, step) => close(q, most, step) }, given, q, u);
      placed.fill(Number.NaN);
      hasMass = false;
      if (opens) {
        // Speeds that say together what no closed loop has, by rounding of the numbers given.
        dynamics.massMatrix(mass);
        embedding.weigh(mass);
        embedding.restore(mass, u);
      }
    }
    coordinates.set(q, coordinate);
    speeds.set(u, speed);
  }

  return {
    tree,
    links,
    coordinate,
    speed,
    changesUntil: loads.reduce((latest, load) => Math.max(latest, changesUntil(load)), efforts.changesUntil),
    place,
    move,
    moveOn,
    rates: (coordinates, speeds, out) => {
      read(coordinates, coordinate, q);
      read(speeds, speed, u);
      tree.rates(q, u, change);
      out.set(change, coordinate);
    },
    solveMass,
    forces,
    addImpressed: (coordinates, speeds, out) => {
      if (embedding === undefined) return;
      weigh(coordinates);
      move(coordinates, speeds);
      work.fill(0);
      embedding.addImpressed(mass, work);
      for (let k = 0; k < speedCount; k++) out[speed + k] += work[k];
    },
    kineticEnergy: (coordinates, speeds) => {
      move(coordinates, speeds);
      return dynamics.kineticEnergy();
    },
    potentialEnergy: (coordinates) => {
      place(coordinates);
      let sum = dynamics.potentialEnergy(gravity) + efforts.energy(placed);
      for (const load of loads) sum += loadEnergy(load, (name) => bodyState(linkOf(name)));
      return sum;
    },
    appliedPower: (time, coordinates, speeds) => {
      move(coordinates, speeds);
      return efforts.power(time, moved) + applyLoads(time, () => {});
    },
    normalise,
    displace: (coordinates, displacement) => {
      read(coordinates, coordinate, q);
      read(displacement, speed, u);
      shift(q, u);
      coordinates.set(q, coordinate);
      if (embedding !== undefined) normalise(coordinates);
    },
    strays,
    restore,
    bodyState,
    start,
  };
}

/** A step from a first guess may be long; no joint moves further than this at once, rad or m. */
const LONGEST_STEP = 0.5;

function limitSteps(step: Float64Array): void {
  const longest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (longest > LONGEST_STEP) for (let k = 0; k < step.length; k++) step[k] *= LONGEST_STEP / longest;
}

function placeOf({ coordinate, speed }: { readonly coordinate: number; readonly speed: number }) {
  return { coordinate, speed };
}

/** Of the largest offset in the linkage, m. */
function extentOf(links: readonly LinkageLink[], loops: readonly SceneLoop[]): number {
  const offsets = [
    ...links.flatMap(({ joint, centre }) => [joint.position, centre]),
    ...loops.flatMap(({ frames }) => frames?.map(({ position }) => position) ?? []),
  ];
  const largest = offsets.reduce((most, offset) => Math.max(most, offset === undefined ? 0 : vec3.norm(offset)), 0);
  return largest > 0 ? largest : 1;
}

function isSame(values: Float64Array, from: number, local: Float64Array): boolean {
  for (let k = 0; k < local.length; k++) if (values[from + k] !== local[k]) return false;
  return true;
}

function read(values: Float64Array, from: number, local: Float64Array): void {
  for (let k = 0; k < local.length; k++) local[k] = values[from + k];
}
