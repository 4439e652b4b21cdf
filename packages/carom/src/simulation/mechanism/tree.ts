/**
 * How a tree of links moves: poses, velocities, accelerations and Jacobians, by passes over the links. dynamics.ts adds their masses.
 *
 * Outwards, parents first, everything in world axes. A joint with its frame at p and the speeds u moves its link by the columns s of its
 * joint, (angular, linear at the link's origin):
 *
 *     w = w_p + sum s_w u          v = v_p + w_p x r + sum s_v u                                       r from the parent's origin
 *     w'_b = w'_p + w_p x (w - w_p)          v'_b = v'_p + w'_p x r + w_p x (w_p x r) + 2 w_p x sum s_v u          with u' = 0
 *
 * Letters: w angular velocity, v velocity of the link's origin.
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), chapters 4 and 5; in world axes instead of link axes.
 */
import { cos, sin } from "../../math/elementary.js";
import type { MutableMat3 } from "../../math/mat3.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { COORDINATES, type Link, type PlacedLink, placeLinks, SPEEDS } from "./links.js";

/** One link at the state given last; overwritten by the next. World axes. */
export interface LinkState {
  /** Of its joint, m, world axes. */
  readonly origin: MutableVec3;
  /** Link to world. */
  readonly orientation: MutableQuaternion;
  /** Of mass. */
  readonly centre: MutableVec3;
  /** Of its origin, m/s, world axes. */
  readonly velocity: MutableVec3;
  /** rad/s, world axes. */
  readonly angularVelocity: MutableVec3;
  /** With speeds that do not change: of the origin, and angular. */
  readonly acceleration: MutableVec3;
  /** The same, angular, rad/s^2. */
  readonly angularAcceleration: MutableVec3;
}

/** Where rows of Jacobians are added to. */
export interface TreeRow {
  /** The numbers that are added to. */
  readonly values: Float64Array;
  /** Where the first row begins. */
  readonly at: number;
  /** Times what is added. */
  readonly factor: number;
  /** From one row to the next. Default: there is one row. */
  readonly stride?: number;
}

/** Links on joints, moved outwards from the world: poses, velocities, columns of joints. */
export interface Tree {
  /** In an order in which parents come first. */
  readonly links: readonly PlacedLink[];
  /** How many coordinates there are. */
  readonly coordinateCount: number;
  /** How many speeds there are. */
  readonly speedCount: number;
  /** Of the links, in their order. */
  readonly states: readonly LinkState[];
  /** Link of each speed. */
  readonly owner: readonly number[];
  /** Columns of the joints: three numbers for each speed, angular, and linear at the link's origin. Need the poses. */
  readonly angular: Float64Array;
  /** Columns of the joints: velocity per speed, three numbers each. */
  readonly linear: Float64Array;
  /** About the centres of mass, world axes, by rows. Need the poses. */
  readonly inertias: readonly Float64Array[];
  /** Coordinates at which it was placed last. */
  readonly placed: Float64Array;
  /** Poses and columns of the joints from coordinates. */
  place(coordinates: Float64Array): void;
  /** Velocities and accelerations without changing speeds; needs the poses. */
  move(speeds: Float64Array): void;
  /** Rates of the coordinates. */
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  /**
   * Adds to a row what speeds do to the velocity of a point of a link along a direction and to its angular velocity about another. It is
   * also what a force at that point and a torque add to the generalised forces. World axes; needs the poses.
   */
  addRow(link: number, point: Vec3, along: Vec3, about: Vec3, row: TreeRow): void;
  /** Adds rows: what speeds do to the velocity of a point of a link along several axes. */
  addPointRows(link: number, point: Vec3, axes: readonly Vec3[], rows: TreeRow): void;
}

/** What a tree works in. */
interface TreeWorkspace extends Pick<Tree, "links" | "states" | "owner" | "angular" | "linear" | "inertias" | "placed"> {
  readonly world: LinkState;
  readonly frame: MutableQuaternion;
  readonly turn: MutableQuaternion;
  readonly shift: MutableVec3;
  readonly direction: MutableVec3;
  readonly rotation: MutableMat3;
  readonly half: Float64Array;
  readonly arm: MutableVec3;
  readonly relative: MutableVec3;
  readonly sliding: MutableVec3;
  readonly crossed: MutableVec3;
  readonly spin: MutableVec3;
  readonly drift: MutableVec3;
}

/** The kinematics of links, parents first. */
export function createTree(given: readonly Link[]): Tree {
  const links = placeLinks(given);
  const coordinateCount = links.reduce((sum, { type }) => sum + COORDINATES[type], 0);
  const speedCount = links.reduce((sum, { type }) => sum + SPEEDS[type], 0);
  const result = {
    links,
    coordinateCount,
    speedCount,
    states: links.map(atOrigin),
    owner: links.flatMap(({ type }, i) => new Array<number>(SPEEDS[type]).fill(i)),
    angular: new Float64Array(3 * speedCount),
    linear: new Float64Array(3 * speedCount),
    inertias: links.map(() => new Float64Array(9)),
    placed: new Float64Array(coordinateCount),
  };
  const workspace: TreeWorkspace = {
    ...result,
    world: atOrigin(),
    frame: [0, 0, 0, 1],
    turn: [0, 0, 0, 1],
    shift: [0, 0, 0],
    direction: [0, 0, 0],
    rotation: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    half: new Float64Array(9),
    arm: [0, 0, 0],
    relative: [0, 0, 0],
    sliding: [0, 0, 0],
    crossed: [0, 0, 0],
    spin: [0, 0, 0],
    drift: [0, 0, 0],
  };
  return {
    ...result,
    place: (coordinates) => place(workspace, coordinates),
    move: (speeds) => move(workspace, speeds),
    rates: (coordinates, speeds, out) => rates(workspace, coordinates, speeds, out),
    addRow: (link, point, along, about, row) => addRow(workspace, link, point, along, about, row),
    addPointRows: (link, point, axes, row) => addPointRows(workspace, link, point, axes, row),
  };
}

function parentOf({ links, states, world }: TreeWorkspace, i: number): LinkState {
  return links[i].parent < 0 ? world : states[links[i].parent];
}

function place(workspace: TreeWorkspace, coordinates: Float64Array): void {
  const { links, placed } = workspace;
  for (let k = 0; k < placed.length; k++) placed[k] = coordinates[k];
  for (let i = 0; i < links.length; i++) placeLink(workspace, i, coordinates);
}

function placeLink(workspace: TreeWorkspace, i: number, coordinates: Float64Array): void {
  const { links, states, angular, linear, frame, turn, shift, direction } = workspace;
  const { type, position, orientation, axis, coordinate, speed, centre } = links[i];
  const parent = parentOf(workspace, i);
  const state = states[i];
  quaternion.multiply(parent.orientation, orientation, frame);
  quaternion.rotate(parent.orientation, position, shift);
  vec3.add(parent.origin, shift, state.origin);
  for (let c = 0; c < 4; c++) state.orientation[c] = frame[c];
  switch (type) {
    case "fixed":
      break;
    case "revolute": {
      const halfAngle = 0.5 * coordinates[coordinate];
      const part = sin(halfAngle);
      turn[0] = part * axis[0];
      turn[1] = part * axis[1];
      turn[2] = part * axis[2];
      turn[3] = cos(halfAngle);
      quaternion.multiply(frame, turn, state.orientation);
      setColumn(speed, angular, quaternion.rotate(frame, axis, direction));
      setColumn(speed, linear, vec3.ZERO);
      break;
    }
    case "prismatic":
      quaternion.rotate(frame, axis, direction);
      vec3.addScaled(state.origin, direction, coordinates[coordinate], state.origin);
      setColumn(speed, angular, vec3.ZERO);
      setColumn(speed, linear, direction);
      break;
    case "spherical":
    case "free": {
      const at = type === "free" ? coordinate + 3 : coordinate;
      for (let c = 0; c < 4; c++) turn[c] = coordinates[at + c];
      quaternion.multiply(frame, turn, state.orientation);
      if (type === "free") {
        shift[0] = coordinates[coordinate];
        shift[1] = coordinates[coordinate + 1];
        shift[2] = coordinates[coordinate + 2];
        vec3.add(state.origin, quaternion.rotate(frame, shift, shift), state.origin);
      }
      const first = type === "free" ? 3 : 0;
      for (let k = 0; k < 3; k++) {
        quaternion.rotate(frame, UNITS[k], direction);
        if (type === "free") {
          setColumn(speed + k, linear, direction);
          setColumn(speed + k, angular, vec3.ZERO);
        }
        setColumn(speed + first + k, angular, direction);
        setColumn(speed + first + k, linear, vec3.ZERO);
      }
    }
  }
  vec3.add(state.origin, quaternion.rotate(state.orientation, centre, shift), state.centre);
  turnInertia(workspace, i);
}

/** J = R Q R^T. */
function turnInertia(workspace: TreeWorkspace, i: number): void {
  const { links, states, inertias, rotation, half } = workspace;
  quaternion.toMatrix(states[i].orientation, rotation);
  const { inertia } = links[i];
  const out = inertias[i];
  for (let a = 0; a < 9; a += 3)
    for (let b = 0; b < 3; b++)
      half[a + b] = rotation[a] * inertia[b] + rotation[a + 1] * inertia[3 + b] + rotation[a + 2] * inertia[6 + b];
  for (let a = 0; a < 3; a++)
    for (let b = 0; b <= a; b++) {
      const value = half[3 * a] * rotation[3 * b] + half[3 * a + 1] * rotation[3 * b + 1] + half[3 * a + 2] * rotation[3 * b + 2];
      out[3 * a + b] = value;
      out[3 * b + a] = value;
    }
}

function move(workspace: TreeWorkspace, speeds: Float64Array): void {
  const { links, states, angular, linear, arm, relative, sliding, crossed } = workspace;
  for (let i = 0; i < links.length; i++) {
    const { speed, type } = links[i];
    const parent = parentOf(workspace, i);
    const state = states[i];
    relative.fill(0);
    sliding.fill(0);
    for (let k = speed; k < speed + SPEEDS[type]; k++)
      for (let c = 0; c < 3; c++) {
        relative[c] += angular[3 * k + c] * speeds[k];
        sliding[c] += linear[3 * k + c] * speeds[k];
      }
    vec3.subtract(state.origin, parent.origin, arm);
    vec3.add(parent.angularVelocity, relative, state.angularVelocity);
    vec3.cross(parent.angularVelocity, arm, crossed);
    vec3.add(parent.velocity, crossed, state.velocity);
    vec3.add(state.velocity, sliding, state.velocity);
    // w_p x (w_p x r) + 2 w_p x sliding + w'_p x r
    vec3.addScaled(crossed, sliding, 2, crossed);
    vec3.cross(parent.angularVelocity, crossed, state.acceleration);
    vec3.add(state.acceleration, parent.acceleration, state.acceleration);
    vec3.add(state.acceleration, vec3.cross(parent.angularAcceleration, arm, crossed), state.acceleration);
    vec3.add(parent.angularAcceleration, vec3.cross(parent.angularVelocity, relative, crossed), state.angularAcceleration);
  }
}

function rates(workspace: TreeWorkspace, coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void {
  const { links } = workspace;
  for (const { type, coordinate, speed } of links) {
    if (type === "revolute" || type === "prismatic") out[coordinate] = speeds[speed];
    if (type === "free") for (let c = 0; c < 3; c++) out[coordinate + c] = speeds[speed + c];
    if (type !== "free" && type !== "spherical") continue;
    const q = type === "free" ? coordinate + 3 : coordinate;
    const u = type === "free" ? speed + 3 : speed;
    const [x, y, z, w] = [coordinates[q], coordinates[q + 1], coordinates[q + 2], coordinates[q + 3]];
    const [a, b, c] = [0.5 * speeds[u], 0.5 * speeds[u + 1], 0.5 * speeds[u + 2]];
    out[q] = a * w + b * z - c * y;
    out[q + 1] = b * w + c * x - a * z;
    out[q + 2] = c * w + a * y - b * x;
    out[q + 3] = -a * x - b * y - c * z;
  }
}

/** Column k as angular velocity and velocity of a point, both in `spin` and `drift`. */
function readColumn(workspace: TreeWorkspace, k: number, point: Vec3): void {
  const { states, angular, linear, owner, arm, crossed, spin, drift } = workspace;
  for (let c = 0; c < 3; c++) {
    spin[c] = angular[3 * k + c];
    drift[c] = linear[3 * k + c];
  }
  vec3.subtract(point, states[owner[k]].origin, arm);
  vec3.add(drift, vec3.cross(spin, arm, crossed), drift);
}

function addRow(workspace: TreeWorkspace, link: number, point: Vec3, along: Vec3, about: Vec3, { values, at, factor }: TreeRow): void {
  const { links, spin, drift } = workspace;
  for (let above = link; above >= 0; above = links[above].parent) {
    const { speed, type } = links[above];
    for (let k = speed; k < speed + SPEEDS[type]; k++) {
      readColumn(workspace, k, point);
      values[at + k] += factor * (vec3.dot(along, drift) + vec3.dot(about, spin));
    }
  }
}

function addPointRows(
  workspace: TreeWorkspace,
  link: number,
  point: Vec3,
  axes: readonly Vec3[],
  { values, at, factor, stride = 0 }: TreeRow,
): void {
  const { links, drift } = workspace;
  for (let above = link; above >= 0; above = links[above].parent) {
    const { speed, type } = links[above];
    for (let k = speed; k < speed + SPEEDS[type]; k++) {
      readColumn(workspace, k, point);
      for (let c = 0; c < axes.length; c++) values[at + c * stride + k] += factor * vec3.dot(axes[c], drift);
    }
  }
}

function atOrigin(): LinkState {
  return {
    origin: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    centre: [0, 0, 0],
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    acceleration: [0, 0, 0],
    angularAcceleration: [0, 0, 0],
  };
}

function setColumn(k: number, values: Float64Array, column: Vec3): void {
  values[3 * k] = column[0];
  values[3 * k + 1] = column[1];
  values[3 * k + 2] = column[2];
}

const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
