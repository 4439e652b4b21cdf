/**
 * The state of a linkage: poses, velocities, masses and forces, each worked out once for all who ask.
 *
 * Arrays of coordinates and speeds are those of the whole system, in which the linkage has its places from `coordinate` and `speed` on.
 */
import { SolverError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { applyLoad, type Load } from "../free-bodies/loads.js";
import type { BodyState } from "../system/scene-system.js";
import { createArticulatedTree } from "./articulated.js";
import { createBindings } from "./bindings.js";
import { factorBranches, meanSquareDepth, solveBranches, speedsBefore } from "./branches.js";
import { createTreeDynamics } from "./dynamics.js";
import { createEmbedding } from "./embedding.js";
import { createJointForces } from "./joint-forces.js";
import type { Link } from "./links.js";
import type { SceneGear, SceneJoint, SceneLoop } from "./scene-link.js";
import { createTree } from "./tree.js";

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
  readonly gears: readonly SceneGear[];
  /** On its links alone. */
  readonly loads: readonly Load[];
  readonly gravity: Vec3;
}

/** Speeds on the way to the root, in the mean, beyond which articulated inertias are less work than factors of the mass matrix. */
const DEEP = 12;

export type LinkageWorkspace = ReturnType<typeof createLinkageWorkspace>;

/** @param coordinate place of its first coordinate in the whole system, @param speed that of its first speed */
export function createLinkageWorkspace({ links, loops, gears, loads, gravity }: LinkageInput, coordinate: number, speed: number) {
  const tree = createTree(links);
  const { coordinateCount, speedCount } = tree;
  const places = new Map(links.map(({ name }, i) => [name, i]));
  const linkOf = (name: string): number => (name === "world" ? -1 : (places.get(name) ?? -1));
  const bindings = createBindings(
    tree,
    links.map(({ data }) => data),
    gears,
    linkOf,
  );
  const embedding = loops.length + bindings.count === 0 ? undefined : createEmbedding(tree, loops, bindings, linkOf);
  const before = speedsBefore(tree);
  const articulated = embedding === undefined && meanSquareDepth(before) > DEEP * DEEP ? createArticulatedTree(tree) : undefined;
  const entries = articulated === undefined ? speedCount * speedCount : 0;
  const placed = new Float64Array(coordinateCount).fill(Number.NaN);
  // Fixed joints alone: there are no coordinates that could differ from those of before, so it is placed here, once and for all.
  if (coordinateCount === 0) {
    tree.place(placed);
    tree.move(placed);
  }
  return {
    links,
    loops,
    bindings,
    loads,
    gravity,
    coordinate,
    speed,
    tree,
    coordinateCount,
    speedCount,
    linkOf,
    dynamics: createTreeDynamics(tree),
    embedding,
    articulated,
    efforts: createJointForces(tree.links.map((place, i) => ({ ...links[i].data, coordinate: place.coordinate, speed: place.speed }))),
    before,
    extent: extentOf(links, loops),
    // The state worked out last.
    placed,
    moved: new Float64Array(speedCount).fill(Number.NaN),
    mass: new Float64Array(entries),
    factored: new Float64Array(entries),
    hasMass: false,
    // To work in.
    q: new Float64Array(coordinateCount),
    u: new Float64Array(speedCount),
    work: new Float64Array(speedCount),
    change: new Float64Array(coordinateCount),
    arm: [0, 0, 0] as MutableVec3,
  };
}

export function place(workspace: LinkageWorkspace, coordinates: Float64Array): void {
  const { tree, coordinate, placed, moved } = workspace;
  if (isSame(coordinates, coordinate, placed)) return;
  read(coordinates, coordinate, placed);
  moved.fill(Number.NaN);
  workspace.hasMass = false;
  tree.place(placed);
}

export function move(workspace: LinkageWorkspace, coordinates: Float64Array, speeds: Float64Array): void {
  place(workspace, coordinates);
  moveOn(workspace, speeds);
}

export function moveOn(workspace: LinkageWorkspace, speeds: Float64Array): void {
  const { tree, speed, moved } = workspace;
  if (isSame(speeds, speed, moved)) return;
  read(speeds, speed, moved);
  tree.move(moved);
}

export function weigh(workspace: LinkageWorkspace, coordinates: Float64Array): void {
  const { tree, dynamics, embedding, articulated, links, before, mass, factored } = workspace;
  place(workspace, coordinates);
  if (workspace.hasMass) return;
  if (articulated === undefined) dynamics.massMatrix(mass);
  if (embedding !== undefined) {
    embedding.place();
    embedding.weigh(mass);
  } else {
    factored.set(mass);
    const singular = articulated?.weigh() ?? factorBranches(factored, before);
    if (singular >= 0)
      throw new SolverError(
        `the mass matrix is singular at the joint of ${links[tree.owner[singular]].name}: a link that moves ` +
          "has no mass, or no inertia about its joint",
        {},
      );
  }
  workspace.hasMass = true;
}

export function solveMass(workspace: LinkageWorkspace, coordinates: Float64Array, x: Float64Array, out: Float64Array): void {
  const { embedding, articulated, speed, before, factored, work } = workspace;
  weigh(workspace, coordinates);
  read(x, speed, work);
  if (embedding !== undefined) embedding.apply(work);
  else if (articulated !== undefined) articulated.solve(work);
  else solveBranches(factored, before, work);
  out.set(work, speed);
}

export function forces(
  workspace: LinkageWorkspace,
  time: number,
  coordinates: Float64Array,
  speeds: Float64Array,
  out: Float64Array,
): void {
  const { tree, dynamics, efforts, gravity, speed, linkOf, placed, moved, work } = workspace;
  move(workspace, coordinates, speeds);
  dynamics.forces(gravity, work);
  efforts.add(time, placed, moved, work);
  applyLoads(workspace, time, (name, force, torque) => {
    const link = linkOf(name);
    tree.addRow(link, tree.states[link].centre, force, torque, { values: work, at: 0, factor: 1 });
  });
  out.set(work, speed);
}

export function applyLoads(workspace: LinkageWorkspace, time: number, add: Parameters<typeof applyLoad>[3]): number {
  const { loads, linkOf } = workspace;
  let power = 0;
  for (const load of loads) power += applyLoad(load, time, (name) => bodyState(workspace, linkOf(name)), add);
  return power;
}

export function bodyState(workspace: LinkageWorkspace, link: number): BodyState {
  const { tree, links, arm } = workspace;
  const { centre, orientation, velocity, angularVelocity, origin } = tree.states[link];
  vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm), arm);
  return {
    position: [...centre],
    orientation: quaternion.multiply(orientation, links[link].turn),
    velocity: vec3.add(velocity, arm),
    angularVelocity: [...angularVelocity],
  };
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

/** Copies the linkage's own numbers out of those of the whole system. */
export function read(values: Float64Array, from: number, local: Float64Array): void {
  for (let k = 0; k < local.length; k++) local[k] = values[from + k];
}
