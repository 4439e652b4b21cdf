/**
 * Any rigid motion of ground: turns about axes, one carried by the next, and displacements on top.
 *
 *     x_0 = x, R_0 = 1          x_k = c_k + T_k (x_{k-1} - c_k)          R_k = T_k R_{k-1}          place = x_n + d
 *
 * T_k is the turn by the angle t_k about the axis u_k through c_k. Both stand still for what the next turns carry: of a list of turns the
 * first is the innermost. Rates follow from level to level, with y = T_k y_{k-1} for vectors of the level before and r = x_k - c_k:
 *
 *     w_k = T w_{k-1} + t' u                              w'_k = T w'_{k-1} + t'' u + t' u x T w_{k-1}
 *     v_k = T v_{k-1} + t' u x r                          a_k = T a_{k-1} + 2 t' u x T v_{k-1} + t'' u x r + t'^2 u x (u x r)
 *
 * Angles are told as displacements are (driven.ts): steady, a sine, rows in time. Several turns by rows are any rigid motion there is.
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkVector } from "../../mechanics/rigid-body.js";
import { type DrivenMotion, drivenMotion, type Motion, sumOf } from "./driven.js";

/** Where ground is and how it moves, world axes. */
export interface GroundState {
  readonly position: MutableVec3;
  readonly orientation: quaternion.MutableQuaternion;
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
  readonly acceleration: MutableVec3;
  readonly angularAcceleration: MutableVec3;
}

export interface GroundMotion {
  /** Writes the state of what was at a place at the beginning. */
  stateAt(time: number, position: Vec3, orientation: quaternion.Quaternion, out: GroundState): void;
  /** No point of the ground within a distance from a place is faster, m/s, with all axes where they are at a time. */
  speedNear(time: number, place: Vec3, distance: number): number;
  /** Never turns faster, rad/s. */
  readonly fastestTurn: number;
  /** How quickly its velocity can turn back, rad/s. */
  readonly quickest: number;
  /** When its velocity changes no more, s. */
  readonly end: number;
}

interface Turn {
  /** Unit, world axes, as are all vectors of this level. */
  readonly axis: Vec3;
  readonly point: Vec3;
  /** Along the axis, rad. */
  readonly course: DrivenMotion;
}

export function createGroundState(): GroundState {
  return {
    position: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    acceleration: [0, 0, 0],
    angularAcceleration: [0, 0, 0],
  };
}

export function groundMotion(given: Motion | readonly Motion[], path: string): GroundMotion {
  const list = Array.isArray(given) ? (given as readonly Motion[]) : [given as Motion];
  if (list.length === 0) throw new InvalidInputError(path, given, "holds no motion");
  const turns: Turn[] = [];
  const ways: DrivenMotion[] = [];
  list.forEach((motion, i) => {
    const at = Array.isArray(given) ? `${path}[${i}]` : path;
    const turn = turnOf(motion, at);
    if (turn === undefined) ways.push(drivenMotion(motion, at));
    else turns.push(turn);
  });
  return movedBy(turns, sumOf(ways));
}

/** Undefined where it is a displacement. */
function turnOf(motion: Motion, path: string): Turn | undefined {
  const [linear, turning] = FIELDS[motion.type];
  const given = motion as unknown as Readonly<Record<string, Vec3 | undefined>>;
  const about = given[turning];
  if ((given[linear] === undefined) === (about === undefined))
    throw new InvalidInputError(
      path,
      motion.type,
      `has ${about === undefined ? `neither ${linear} nor` : `both ${linear} and`} ${turning}: one of the two is needed`,
    );
  if (about === undefined) {
    if (given.point !== undefined)
      throw new InvalidInputError(`${path}.point`, given.point, `belongs to an axis, and there is no ${turning}`);
    return undefined;
  }
  checkVector(about, `${path}.${turning}`);
  const axis = vec3.normalize(about);
  if (axis === undefined) throw new InvalidInputError(`${path}.${turning}`, about, "has no direction");
  const point = given.point ?? vec3.ZERO;
  checkVector(point, `${path}.point`);
  return { axis, point, course: drivenMotion(alongAxis(motion, about), path) };
}

/** What a way and what a turn are told by. */
const FIELDS = { series: ["direction", "axis"], sine: ["amplitude", "angle"], steady: ["velocity", "angularVelocity"] } as const;

/** The angle as a way along the axis. */
function alongAxis(motion: Motion, about: Vec3): Motion {
  switch (motion.type) {
    case "series":
      return { ...motion, direction: about };
    case "sine":
      return { ...motion, amplitude: about };
    case "steady":
      return { ...motion, velocity: about };
  }
}

function movedBy(turns: readonly Turn[], way: DrivenMotion): GroundMotion {
  const along: MutableVec3 = [0, 0, 0];
  const read = (add: (time: number, out: MutableVec3) => void, axis: Vec3, time: number) => {
    along.fill(0);
    add(time, along);
    return vec3.dot(along, axis);
  };
  const arm: MutableVec3 = [0, 0, 0];
  const one: MutableVec3 = [0, 0, 0];
  const other: MutableVec3 = [0, 0, 0];
  const turned: quaternion.MutableQuaternion = [0, 0, 0, 1];
  const addTurn = (time: number, { axis, point, course }: Turn, out: GroundState) => {
    quaternion.fromAxisAngle(axis, read(course.addDisplacement, axis, time), turned);
    const rate = read(course.addVelocity, axis, time);
    const quickening = read(course.addAcceleration, axis, time);
    const { position, orientation, velocity, angularVelocity, acceleration, angularAcceleration } = out;
    quaternion.rotate(turned, vec3.subtract(position, point, arm), arm);
    vec3.add(point, arm, position);
    quaternion.multiply(turned, orientation, orientation);
    for (const vector of [velocity, angularVelocity, acceleration, angularAcceleration]) quaternion.rotate(turned, vector, vector);
    vec3.cross(axis, arm, one);
    vec3.cross(axis, one, other);
    const swept = vec3.cross(axis, velocity);
    for (let c = 0; c < 3; c++) acceleration[c] += 2 * rate * swept[c] + quickening * one[c] + rate * rate * other[c];
    vec3.addScaled(velocity, one, rate, velocity);
    vec3.cross(axis, angularVelocity, one);
    for (let c = 0; c < 3; c++) angularAcceleration[c] += quickening * axis[c] + rate * one[c];
    vec3.addScaled(angularVelocity, axis, rate, angularVelocity);
  };

  /** A point on the axis of a turn, as later turns and the way have carried it. */
  const carried = (time: number, turn: number, out: MutableVec3) => {
    vec3.copy(turns[turn].point, out);
    for (let k = turn + 1; k < turns.length; k++) {
      const { axis, point, course } = turns[k];
      quaternion.fromAxisAngle(axis, read(course.addDisplacement, axis, time), turned);
      vec3.add(point, quaternion.rotate(turned, vec3.subtract(out, point, out), out), out);
    }
    way.addDisplacement(time, out);
  };

  return {
    stateAt: (time, position, orientation, out) => {
      vec3.copy(position, out.position);
      for (let c = 0; c < 4; c++) out.orientation[c] = orientation[c];
      for (const vector of [out.velocity, out.angularVelocity, out.acceleration, out.angularAcceleration]) vector.fill(0);
      for (const turn of turns) addTurn(time, turn, out);
      way.addDisplacement(time, out.position);
      way.addVelocity(time, out.velocity);
      way.addAcceleration(time, out.acceleration);
    },
    speedNear: (time, place, distance) => {
      let most = way.fastest;
      for (let k = 0; k < turns.length; k++) {
        carried(time, k, arm);
        most += turns[k].course.fastest * (vec3.norm(vec3.subtract(place, arm, arm)) + distance);
      }
      return most;
    },
    fastestTurn: turns.reduce((sum, { course }) => sum + course.fastest, 0),
    quickest: turns.reduce((most, { course }) => Math.max(most, course.quickest, course.fastest), way.quickest),
    end: turns.reduce((latest, turn) => Math.max(latest, endOf(turn)), way.end),
  };
}

/** What goes on turning changes the velocity of the ground for ever. */
function endOf({ course }: Turn): number {
  const rate: MutableVec3 = [0, 0, 0];
  if (course.end < Number.POSITIVE_INFINITY) course.addVelocity(course.end + 1, rate);
  return vec3.norm(rate) > 0 ? Number.POSITIVE_INFINITY : course.end;
}
