/**
 * One side of a pair of surfaces: what carries it, a free body, a link, or something fixed.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier } from "../detection/touch-geometry.js";
import { type FixedPlacement, readMotion, readPose } from "../free-bodies/kinematics.js";
import { BODY_SPEEDS } from "../free-bodies/motion.js";
import type { Linkage } from "./linkage.js";

export interface Side {
  /** Place in the system's parts, -1 for what is fixed. */
  readonly part: number;
  readPose(coordinates: Float64Array, fixed: FixedPlacement, out: Carrier): void;
  readMotion(coordinates: Float64Array, speeds: Float64Array, out: Carrier, fixed: FixedPlacement): void;
  /** Adds rows, `stride` apart: what speeds do to the velocity of a point along axes, times a sign. Needs the pose. */
  addRows(carrier: Carrier, point: Vec3, axes: readonly Vec3[], sign: number, out: Float64Array, stride: number): void;
  /** Adds a + w' x r + w x r' at a touching place, with speeds that do not change, times a sign. Needs the motion. */
  addAcceleration(carrier: Carrier, point: Vec3, armRate: Vec3, sign: number, out: MutableVec3): void;
  /** No point of a surface of this reach is faster, m/s. */
  speedBound(speeds: Float64Array, reach: number): number;
  /** rad/s. */
  turningBound(speeds: Float64Array): number;
}

export const FIXED: Side = {
  part: -1,
  readPose: (coordinates, fixed, out) => readPose("fixed", fixed, coordinates, out),
  readMotion: (_coordinates, speeds, out, fixed) => readMotion("fixed", speeds, out, fixed),
  addRows: () => {},
  addAcceleration: ({ angularVelocity }, _point, armRate, sign, out) => {
    vec3.addScaled(out, vec3.cross(angularVelocity, armRate), sign, out);
  },
  speedBound: () => 0,
  turningBound: () => 0,
};

export function bodySide(index: number, part: number): Side {
  const first = BODY_SPEEDS * index;
  const arm: MutableVec3 = [0, 0, 0];
  const crossed: MutableVec3 = [0, 0, 0];
  return {
    part,
    readPose: (coordinates, fixed, out) => readPose(index, fixed, coordinates, out),
    readMotion: (_coordinates, speeds, out) => readMotion(index, speeds, out),
    // axis . (v + w x arm) = axis . v + (arm x axis) . w
    addRows: ({ position }, point, axes, sign, out, stride) => {
      vec3.subtract(point, position, arm);
      axes.forEach((axis, row) => {
        vec3.cross(arm, axis, crossed);
        for (let c = 0; c < 3; c++) {
          out[row * stride + first + c] += sign * axis[c];
          out[row * stride + first + 3 + c] += sign * crossed[c];
        }
      });
    },
    addAcceleration: ({ angularVelocity }, _point, armRate, sign, out) => {
      vec3.addScaled(out, vec3.cross(angularVelocity, armRate, crossed), sign, out);
    },
    speedBound: (speeds, reach) => lengthAt(speeds, first) + reach * lengthAt(speeds, first + 3),
    turningBound: (speeds) => lengthAt(speeds, first + 3),
  };
}

export function linkSide(linkage: Linkage, link: number, part: number): Side {
  const { tree, speed } = linkage;
  const { turn } = linkage.links[link];
  const state = tree.states[link];
  const arm: MutableVec3 = [0, 0, 0];
  const crossed: MutableVec3 = [0, 0, 0];
  const moveOn = (speeds: Float64Array) => linkage.moveOn(speeds);
  return {
    part,
    readPose: (coordinates, _fixed, out) => {
      linkage.place(coordinates);
      vec3.copy(state.centre, out.position);
      quaternion.multiply(state.orientation, turn, out.orientation);
    },
    readMotion: (coordinates, speeds, out) => {
      linkage.move(coordinates, speeds);
      vec3.copy(state.angularVelocity, out.angularVelocity);
      vec3.cross(state.angularVelocity, vec3.subtract(state.centre, state.origin, arm), crossed);
      vec3.add(state.velocity, crossed, out.velocity);
    },
    addRows: (_carrier, point, axes, sign, out, stride) =>
      tree.addPointRows(link, point, axes, { values: out, at: speed, factor: sign, stride }),
    addAcceleration: (_carrier, point, armRate, sign, out) => {
      const { acceleration, angularAcceleration, angularVelocity, centre, origin } = state;
      // Of the centre of mass, whose arm from the link's origin turns with the link; then of the place.
      vec3.cross(angularVelocity, vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm), crossed), crossed);
      for (let c = 0; c < 3; c++) out[c] += sign * (acceleration[c] + crossed[c]);
      vec3.addScaled(out, vec3.cross(angularAcceleration, vec3.subtract(point, origin, arm), crossed), sign, out);
      vec3.addScaled(out, vec3.cross(angularVelocity, armRate, crossed), sign, out);
    },
    speedBound: (speeds, reach) => {
      moveOn(speeds);
      vec3.cross(state.angularVelocity, vec3.subtract(state.centre, state.origin, arm), crossed);
      vec3.add(state.velocity, crossed, crossed);
      return vec3.norm(crossed) + reach * vec3.norm(state.angularVelocity);
    },
    turningBound: (speeds) => {
      moveOn(speeds);
      return vec3.norm(state.angularVelocity);
    },
  };
}

function lengthAt(values: Float64Array, at: number): number {
  return Math.sqrt(values[at] * values[at] + values[at + 1] * values[at + 1] + values[at + 2] * values[at + 2]);
}
