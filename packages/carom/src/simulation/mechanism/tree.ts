/**
 * How a tree of links moves: poses, velocities, Jacobians, mass matrix and bias, by passes over the links.
 *
 * Outwards, parents first, everything in world axes. A joint with its frame at p and the speeds u moves its link by the columns s of its joint, (angular, linear at the link's origin):
 *
 *     w = w_p + sum s_w u          v = v_p + w_p x r + sum s_v u                                       r from the parent's origin
 *     w'_b = w'_p + w_p x (w - w_p)          v'_b = v'_p + w'_p x r + w_p x (w_p x r) + 2 w_p x sum s_v u          with u' = 0
 *
 * Inwards: composite inertias for the mass matrix (M_jk = s_j . I s_k, I of all that hangs on the outer of the two), and forces F = m (a_b - g), N = J w'_b + w x J w for the bias. Moments
 * and inertias refer to the place of the first link with mass, so that distance from the world's origin costs no digits.
 *
 * Letters: w angular velocity, v velocity of the link's origin, g gravity, J inertia in world axes about the centre of mass.
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), chapters 5 and 6; in world axes instead of link axes.
 */
import { cos, sin } from "../../math/elementary.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { COORDINATES, type Link, type PlacedLink, placeLinks, SPEEDS } from "./links.js";

/** One link at the state given last; overwritten by the next. World axes. */
export interface LinkState {
  readonly origin: MutableVec3;
  readonly orientation: MutableQuaternion;
  /** Of mass. */
  readonly centre: MutableVec3;
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
  /** With speeds that do not change: of the origin, and angular. */
  readonly acceleration: MutableVec3;
  readonly angularAcceleration: MutableVec3;
}

export interface Tree {
  readonly links: readonly PlacedLink[];
  readonly coordinateCount: number;
  readonly speedCount: number;
  readonly states: readonly LinkState[];
  /** Poses and columns of the joints from coordinates. */
  place(coordinates: Float64Array): void;
  /** Velocities and accelerations without changing speeds; needs the poses. */
  move(speeds: Float64Array): void;
  /** Rates of the coordinates. */
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  /** Mass matrix by rows; needs the poses. */
  massMatrix(out: Float64Array): void;
  /** Generalised forces of gravity and motion, to the right-hand side of M u' = ...; needs velocities. */
  forces(gravity: Vec3, out: Float64Array): void;
  /** Three rows of `speedCount` numbers: velocity of a point of a link, world axes, per speed. Needs the poses. */
  pointJacobian(link: number, point: Vec3, out: Float64Array): void;
  kineticEnergy(): number;
  potentialEnergy(gravity: Vec3): number;
}

export function createTree(given: readonly Link[]): Tree {
  const links = placeLinks(given);
  const coordinateCount = links.reduce((sum, { type }) => sum + COORDINATES[type], 0);
  const speedCount = links.reduce((sum, { type }) => sum + SPEEDS[type], 0);
  const states = links.map(atOrigin);
  const world = atOrigin();
  /** Columns of the joints: angular, and linear at the link's origin. */
  const angular = new Float64Array(3 * speedCount);
  const linear = new Float64Array(3 * speedCount);
  /** Link of each speed. */
  const owner = links.flatMap(({ type }, i) => new Array<number>(SPEEDS[type]).fill(i));
  const inertias = links.map(() => new Float64Array(9));
  const firstHeavy = Math.max(
    0,
    links.findIndex(({ mass }) => mass > 0),
  );

  const parentOf = (i: number): LinkState => (links[i].parent < 0 ? world : states[links[i].parent]);

  // --- outwards -----------------------------------------------------------------------------------------------------------------------------

  const frame: MutableQuaternion = [0, 0, 0, 1];
  const turn: MutableQuaternion = [0, 0, 0, 1];
  const shift: MutableVec3 = [0, 0, 0];
  const direction: MutableVec3 = [0, 0, 0];

  function place(coordinates: Float64Array): void {
    for (let i = 0; i < links.length; i++) placeLink(i, coordinates);
  }

  function placeLink(i: number, coordinates: Float64Array): void {
    const { type, position, orientation, axis, coordinate, speed, centre } = links[i];
    const parent = parentOf(i);
    const state = states[i];
    quaternion.multiply(parent.orientation, orientation, frame);
    quaternion.rotate(parent.orientation, position, shift);
    vec3.add(parent.origin, shift, state.origin);
    for (let c = 0; c < 4; c++) state.orientation[c] = frame[c];
    const setColumn = (k: number, values: Float64Array, column: Vec3) => {
      for (let c = 0; c < 3; c++) values[3 * (speed + k) + c] = column[c];
    };
    switch (type) {
      case "fixed":
        break;
      case "revolute": {
        const half = 0.5 * coordinates[coordinate];
        const part = sin(half);
        turn[0] = part * axis[0];
        turn[1] = part * axis[1];
        turn[2] = part * axis[2];
        turn[3] = cos(half);
        quaternion.multiply(frame, turn, state.orientation);
        setColumn(0, angular, quaternion.rotate(frame, axis, direction));
        setColumn(0, linear, vec3.ZERO);
        break;
      }
      case "prismatic":
        quaternion.rotate(frame, axis, direction);
        vec3.addScaled(state.origin, direction, coordinates[coordinate], state.origin);
        setColumn(0, angular, vec3.ZERO);
        setColumn(0, linear, direction);
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
          vec3.add(state.origin, quaternion.rotate(frame, shift), state.origin);
        }
        const first = type === "free" ? 3 : 0;
        for (let k = 0; k < 3; k++) {
          quaternion.rotate(frame, UNITS[k], direction);
          if (type === "free") {
            setColumn(k, linear, direction);
            setColumn(k, angular, vec3.ZERO);
          }
          setColumn(first + k, angular, direction);
          setColumn(first + k, linear, vec3.ZERO);
        }
      }
    }
    vec3.add(state.origin, quaternion.rotate(state.orientation, centre, shift), state.centre);
    turnInertia(i);
  }

  /** J = R Q R^T. */
  function turnInertia(i: number): void {
    const [x, y, z, w] = states[i].orientation;
    const r = [
      1 - 2 * (y * y + z * z),
      2 * (x * y - z * w),
      2 * (x * z + y * w),
      2 * (x * y + z * w),
      1 - 2 * (x * x + z * z),
      2 * (y * z - x * w),
      2 * (x * z - y * w),
      2 * (y * z + x * w),
      1 - 2 * (x * x + y * y),
    ];
    const { inertia } = links[i];
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        let sum = 0;
        for (let c = 0; c < 3; c++) for (let d = 0; d < 3; d++) sum += r[3 * a + c] * inertia[3 * c + d] * r[3 * b + d];
        inertias[i][3 * a + b] = sum;
      }
  }

  const arm: MutableVec3 = [0, 0, 0];
  const relative: MutableVec3 = [0, 0, 0];
  const sliding: MutableVec3 = [0, 0, 0];
  const crossed: MutableVec3 = [0, 0, 0];

  function move(speeds: Float64Array): void {
    for (let i = 0; i < links.length; i++) {
      const { speed, type } = links[i];
      const parent = parentOf(i);
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

  function rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void {
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

  // --- inwards ------------------------------------------------------------------------------------------------------------------------------

  /** Of all that hangs on a link: mass, mass times place, moments about the reference (xx, yy, zz, xy, xz, yz). */
  const composite = new Float64Array(10 * links.length);
  const moved = new Float64Array(6);

  function massMatrix(out: Float64Array): void {
    const reference = states[firstHeavy]?.origin ?? vec3.ZERO;
    composite.fill(0);
    for (let i = links.length - 1; i >= 0; i--) {
      addOwn(i, reference);
      const { parent } = links[i];
      if (parent >= 0) for (let c = 0; c < 10; c++) composite[10 * parent + c] += composite[10 * i + c];
    }
    out.fill(0);
    for (let k = 0; k < speedCount; k++) {
      const link = owner[k];
      press(composite, 10 * link, k, reference);
      for (let above = link; above >= 0; above = links[above].parent) {
        const { speed, type } = links[above];
        for (let j = speed; j < speed + SPEEDS[type] && j <= k; j++) {
          const value = along(j, reference);
          out[k * speedCount + j] = value;
          out[j * speedCount + k] = value;
        }
      }
    }
  }

  function addOwn(i: number, reference: Vec3): void {
    const { mass } = links[i];
    const own = inertias[i];
    const at = 10 * i;
    const [x, y, z] = vec3.subtract(states[i].centre, reference, arm);
    composite[at] += mass;
    composite[at + 1] += mass * x;
    composite[at + 2] += mass * y;
    composite[at + 3] += mass * z;
    composite[at + 4] += own[0] + mass * (y * y + z * z);
    composite[at + 5] += own[4] + mass * (x * x + z * z);
    composite[at + 6] += own[8] + mass * (x * x + y * y);
    composite[at + 7] += own[1] - mass * x * y;
    composite[at + 8] += own[2] - mass * x * z;
    composite[at + 9] += own[5] - mass * y * z;
  }

  const spin: MutableVec3 = [0, 0, 0];
  const drift: MutableVec3 = [0, 0, 0];

  /** Column k as angular velocity and velocity of the reference. */
  function readColumn(k: number, reference: Vec3): void {
    for (let c = 0; c < 3; c++) {
      spin[c] = angular[3 * k + c];
      drift[c] = linear[3 * k + c];
    }
    vec3.subtract(reference, states[owner[k]].origin, arm);
    vec3.add(drift, vec3.cross(spin, arm, crossed), drift);
  }

  /** Leaves the momentum that an inertia has when it moves by column k in `moved`: angular about the reference, linear. */
  function press(inertia: Float64Array, at: number, k: number, reference: Vec3): void {
    readColumn(k, reference);
    const [m, x, y, z] = [inertia[at], inertia[at + 1], inertia[at + 2], inertia[at + 3]];
    const [a, b, c] = spin;
    const [u, v, w] = drift;
    moved[0] = inertia[at + 4] * a + inertia[at + 7] * b + inertia[at + 8] * c + y * w - z * v;
    moved[1] = inertia[at + 7] * a + inertia[at + 5] * b + inertia[at + 9] * c + z * u - x * w;
    moved[2] = inertia[at + 8] * a + inertia[at + 9] * b + inertia[at + 6] * c + x * v - y * u;
    moved[3] = m * u + b * z - c * y;
    moved[4] = m * v + c * x - a * z;
    moved[5] = m * w + a * y - b * x;
  }

  /** Column k times what `moved` holds. */
  function along(k: number, reference: Vec3): number {
    readColumn(k, reference);
    return spin[0] * moved[0] + spin[1] * moved[1] + spin[2] * moved[2] + drift[0] * moved[3] + drift[1] * moved[4] + drift[2] * moved[5];
  }

  /** Moment about the reference and force on each link and all that hangs on it. */
  const wrenches = new Float64Array(6 * links.length);

  function forces(gravity: Vec3, out: Float64Array): void {
    const reference = states[firstHeavy]?.origin ?? vec3.ZERO;
    wrenches.fill(0);
    for (let i = links.length - 1; i >= 0; i--) {
      addInertial(i, gravity, reference);
      const { parent } = links[i];
      if (parent >= 0) for (let c = 0; c < 6; c++) wrenches[6 * parent + c] += wrenches[6 * i + c];
    }
    for (let k = 0; k < speedCount; k++) {
      for (let c = 0; c < 6; c++) moved[c] = wrenches[6 * owner[k] + c];
      out[k] = -along(k, reference);
    }
  }

  const push: MutableVec3 = [0, 0, 0];
  const moment: MutableVec3 = [0, 0, 0];

  function addInertial(i: number, gravity: Vec3, reference: Vec3): void {
    const { mass } = links[i];
    const { origin, centre, angularVelocity, acceleration, angularAcceleration } = states[i];
    vec3.subtract(centre, origin, arm);
    vec3.cross(angularVelocity, vec3.cross(angularVelocity, arm, crossed), push);
    vec3.add(push, vec3.cross(angularAcceleration, arm, crossed), push);
    for (let c = 0; c < 3; c++) push[c] = mass * (push[c] + acceleration[c] - gravity[c]);
    apply(inertias[i], angularVelocity, relative);
    vec3.cross(angularVelocity, relative, moment);
    vec3.add(moment, apply(inertias[i], angularAcceleration, relative), moment);
    vec3.add(moment, vec3.cross(vec3.subtract(centre, reference, arm), push, crossed), moment);
    for (let c = 0; c < 3; c++) {
      wrenches[6 * i + c] += moment[c];
      wrenches[6 * i + 3 + c] += push[c];
    }
  }

  function pointJacobian(link: number, point: Vec3, out: Float64Array): void {
    out.fill(0);
    for (let above = link; above >= 0; above = links[above].parent) {
      const { speed, type } = links[above];
      for (let k = speed; k < speed + SPEEDS[type]; k++) {
        readColumn(k, point);
        for (let c = 0; c < 3; c++) out[c * speedCount + k] = drift[c];
      }
    }
  }

  function kineticEnergy(): number {
    let sum = 0;
    for (let i = 0; i < links.length; i++) {
      const { origin, centre, velocity, angularVelocity } = states[i];
      vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm), crossed);
      vec3.add(crossed, velocity, crossed);
      sum += 0.5 * (links[i].mass * vec3.dot(crossed, crossed) + vec3.dot(angularVelocity, apply(inertias[i], angularVelocity, relative)));
    }
    return sum;
  }

  function potentialEnergy(gravity: Vec3): number {
    let sum = 0;
    for (let i = 0; i < links.length; i++) sum -= links[i].mass * vec3.dot(gravity, states[i].centre);
    return sum;
  }

  return {
    links,
    coordinateCount,
    speedCount,
    states,
    place,
    move,
    rates,
    massMatrix,
    forces,
    pointJacobian,
    kineticEnergy,
    potentialEnergy,
  };
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

const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function apply(matrix: Float64Array, v: Vec3, out: MutableVec3): MutableVec3 {
  for (let a = 0; a < 3; a++) out[a] = matrix[3 * a] * v[0] + matrix[3 * a + 1] * v[1] + matrix[3 * a + 2] * v[2];
  return out;
}
