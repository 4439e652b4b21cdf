/**
 * Forces on bodies that the user gives as data: constant, along a table of times, springs, dampers and rolling resistance.
 *
 * All vectors in world axes; points of bodies in body axes from the centre of mass. A spring has a potential; the others do work that the
 * ledger counts as applied.
 */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { BodyState } from "../system/scene-system.js";

/** The same force and torque all the time. */
export interface ConstantLoad {
  readonly type: "constant";
  readonly body: string;
  /** N, world axes. Default: none. */
  readonly force?: Vec3;
  /** N m, world axes. Default: none. */
  readonly torque?: Vec3;
  /** Where the force acts, body axes from the centre of mass, m. Default: the centre of mass. */
  readonly point?: Vec3;
}

/** Force and torque straight from row to row of a table; before the first and after the last row as in that row. */
export interface PiecewiseLoad {
  readonly type: "piecewise";
  readonly body: string;
  /** s, ascending. */
  readonly times: readonly number[];
  /** N, world axes, one for each time. Default: none. */
  readonly forces?: readonly Vec3[];
  /** N m, world axes, one for each time. Default: none. */
  readonly torques?: readonly Vec3[];
  /** Where the force acts, body axes from the centre of mass, m. Default: the centre of mass. */
  readonly point?: Vec3;
}

/** A straight spring between two bodies, or a body and a place in the world. */
export interface SpringLoad {
  readonly type: "spring";
  /** The second may be "world". */
  readonly between: readonly [string, string];
  /** Where it is fastened: body axes from the centre of mass, world axes for "world"; m. Default: the centres of mass. */
  readonly points?: readonly [Vec3, Vec3];
  /** N/m, > 0. */
  readonly stiffness: number;
  /** Without force, m, >= 0. Default: 0. */
  readonly length?: number;
  /** Against lengthening and shortening, N s/m, >= 0. Default: 0. */
  readonly damping?: number;
}

/** Resistance to moving and turning through what surrounds the body. */
export interface DamperLoad {
  readonly type: "damper";
  readonly body: string;
  /** N s/m, >= 0. Default: 0. */
  readonly linear?: number;
  /** N m s, >= 0. Default: 0. */
  readonly angular?: number;
}

/** A torque against the turning of a body, as large however fast it turns: what a ball feels that rolls on cloth. */
export interface RollingLoad {
  readonly type: "rolling";
  readonly body: string;
  /** N m, > 0. */
  readonly torque: number;
  /** Angular velocity below which the torque falls off, so that a body comes to rest, rad/s, > 0. Default: 0.01. */
  readonly creep?: number;
}

export type Load = ConstantLoad | PiecewiseLoad | SpringLoad | DamperLoad | RollingLoad;

const CREEP = 0.01;

/** Until when a load changes by itself, so that a body at rest may be woken by it, s. */
export function changesUntil(load: Load): number {
  return load.type === "piecewise" ? load.times[load.times.length - 1] : Number.NEGATIVE_INFINITY;
}

/** Adds a force at an arm, and a torque, to a body. */
export type AddForce = (body: string, force: Vec3, torque: Vec3) => void;

/** What a load does at one instant. Returns the power of the part without a potential, W. */
export function applyLoad(load: Load, time: number, stateOf: (body: string) => BodyState, add: AddForce): number {
  switch (load.type) {
    case "constant":
      return push(load.body, load.force ?? vec3.ZERO, load.torque ?? vec3.ZERO, load.point, stateOf(load.body), add);
    case "piecewise": {
      const force = load.forces === undefined ? vec3.ZERO : interpolated(load.times, load.forces, time);
      const torque = load.torques === undefined ? vec3.ZERO : interpolated(load.times, load.torques, time);
      return push(load.body, force, torque, load.point, stateOf(load.body), add);
    }
    case "damper": {
      const { velocity, angularVelocity } = stateOf(load.body);
      const force = vec3.scale(velocity, -(load.linear ?? 0));
      const torque = vec3.scale(angularVelocity, -(load.angular ?? 0));
      add(load.body, force, torque);
      return vec3.dot(force, velocity) + vec3.dot(torque, angularVelocity);
    }
    case "rolling": {
      const { angularVelocity } = stateOf(load.body);
      const { torque, creep = CREEP } = load;
      const resistance = -torque / Math.sqrt(vec3.dot(angularVelocity, angularVelocity) + creep * creep);
      add(load.body, vec3.ZERO, vec3.scale(angularVelocity, resistance));
      return resistance * vec3.dot(angularVelocity, angularVelocity);
    }
    case "spring":
      return stretch(load, stateOf, add);
  }
}

/** Energy in a spring, J; zero for other loads. */
export function loadEnergy(load: Load, stateOf: (body: string) => BodyState): number {
  if (load.type !== "spring") return 0;
  const { difference } = ends(load, stateOf);
  const stretched = vec3.norm(difference) - (load.length ?? 0);
  return 0.5 * load.stiffness * stretched * stretched;
}

function push(body: string, force: Vec3, torque: Vec3, point: Vec3 | undefined, state: BodyState, add: AddForce): number {
  const moment = point === undefined ? torque : vec3.add(torque, vec3.cross(quaternion.rotate(state.orientation, point), force));
  add(body, force, moment);
  return vec3.dot(force, state.velocity) + vec3.dot(moment, state.angularVelocity);
}

function stretch(load: SpringLoad, stateOf: (body: string) => BodyState, add: AddForce): number {
  const { difference, rate, arms } = ends(load, stateOf);
  const distance = vec3.norm(difference);
  if (distance === 0) return 0;
  const along = vec3.scale(difference, 1 / distance);
  const speed = vec3.dot(rate, along);
  const damping = (load.damping ?? 0) * speed;
  const tension = load.stiffness * (distance - (load.length ?? 0)) + damping;
  load.between.forEach((body, i) => {
    if (body === "world") return;
    // `difference` goes from the first end to the second; a stretched spring pulls each end to the other.
    const force = vec3.scale(along, i === 0 ? tension : -tension);
    add(body, force, vec3.cross(arms[i], force));
  });
  return -damping * speed;
}

function ends({ between, points }: SpringLoad, stateOf: (body: string) => BodyState) {
  const places = between.map((body, i) => {
    const point = points?.[i] ?? vec3.ZERO;
    if (body === "world") return { arm: vec3.ZERO, place: point, velocity: vec3.ZERO };
    const { position, orientation, velocity, angularVelocity } = stateOf(body);
    const turned = quaternion.rotate(orientation, point);
    return {
      arm: turned,
      place: vec3.add(position, turned),
      velocity: vec3.add(velocity, vec3.cross(angularVelocity, turned)),
    };
  });
  return {
    difference: vec3.subtract(places[1].place, places[0].place),
    rate: vec3.subtract(places[1].velocity, places[0].velocity),
    arms: [places[0].arm, places[1].arm] as const,
  };
}

function interpolated(times: readonly number[], values: readonly Vec3[], time: number): Vec3 {
  const last = times.length - 1;
  if (time <= times[0]) return values[0];
  if (time >= times[last]) return values[last];
  let i = 0;
  while (times[i + 1] < time) i++;
  const part = (time - times[i]) / (times[i + 1] - times[i]);
  return vec3.addScaled(vec3.scale(values[i], 1 - part), values[i + 1], part);
}
