/**
 * Springs, dampers, friction and motors of joints, along their speeds.
 *
 *     Q = -k (q - q0) - d u - f u / sqrt(u^2 + c^2) + motor(t)
 *
 * The spring has a potential; the others do work that the ledger counts as applied. Of spherical and free joints only the damper acts, on
 * each speed.
 *
 * Letters: k stiffness, d damping, f friction, c creep.
 */
import { InvalidInputError } from "../../errors.js";
import { checkFinite } from "../../mechanics/contact-problem.js";
import type { JointEffort } from "../system/scene-system.js";
import { SPEEDS } from "./links.js";
import type { JointMotor, SceneJoint } from "./scene-link.js";
import type { Tree } from "./tree.js";

/** Places of a joint's first coordinate and speed. */
export interface JointPlace {
  readonly coordinate: number;
  readonly speed: number;
}

export interface JointForces {
  /** Adds generalised forces; arrays of one tree. */
  add(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array): void;
  /** Of springs, J. */
  energy(coordinates: Float64Array): number;
  /** Of all but springs, W. */
  power(time: number, speeds: Float64Array): number;
  /** When motors stop to change, s. */
  readonly changesUntil: number;
}

const CREEP = 0.01;

export function createJointForces(joints: readonly (SceneJoint & JointPlace)[]): JointForces {
  const acting = joints.filter(
    ({ spring, damping, friction, motor }) =>
      spring !== undefined || damping !== undefined || friction !== undefined || motor !== undefined,
  );

  /** All but the spring. */
  function effort({ type, speed, damping = 0, friction, motor }: SceneJoint & JointPlace, k: number, time: number, u: number): number {
    let sum = -damping * u;
    if (k > speed || SPEEDS[type] !== 1) return sum;
    if (friction !== undefined) {
      const creep = friction.creep ?? CREEP;
      sum -= (friction.effort * u) / Math.sqrt(u * u + creep * creep);
    }
    return motor === undefined ? sum : sum + motorEffort(motor, time);
  }

  return {
    add: (time, coordinates, speeds, out) => {
      for (const joint of acting) {
        for (let k = joint.speed; k < joint.speed + SPEEDS[joint.type]; k++) out[k] += effort(joint, k, time, speeds[k]);
        if (joint.spring !== undefined)
          out[joint.speed] -= joint.spring.stiffness * (coordinates[joint.coordinate] - (joint.spring.position ?? 0));
      }
    },
    energy: (coordinates) => {
      let sum = 0;
      for (const { spring, coordinate } of acting) {
        if (spring === undefined) continue;
        const stretched = coordinates[coordinate] - (spring.position ?? 0);
        sum += 0.5 * spring.stiffness * stretched * stretched;
      }
      return sum;
    },
    power: (time, speeds) => {
      let sum = 0;
      for (const joint of acting)
        for (let k = joint.speed; k < joint.speed + SPEEDS[joint.type]; k++) sum += effort(joint, k, time, speeds[k]) * speeds[k];
      return sum;
    },
    changesUntil: acting.reduce(
      (latest, { motor }) => (motor !== undefined && "times" in motor ? Math.max(latest, motor.times[motor.times.length - 1]) : latest),
      Number.NEGATIVE_INFINITY,
    ),
  };
}

/** Springs, dampers and friction of the joints of a tree that has its places from `coordinate` and `speed` on. */
export function effortsOf(tree: Tree, links: readonly { readonly data: SceneJoint }[], coordinate: number, speed: number): JointEffort[] {
  return tree.links.flatMap(({ type, coordinate: q, speed: u }, i) => {
    const { spring, damping = 0, friction } = links[i].data;
    if (spring === undefined && damping === 0 && friction === undefined) return [];
    return Array.from({ length: SPEEDS[type] }, (_, k) => ({
      coordinate: coordinate + q,
      speed: speed + u + k,
      stiffness: spring?.stiffness ?? 0,
      position: spring?.position ?? 0,
      damping,
      friction: friction?.effort ?? 0,
      creep: friction?.creep ?? CREEP,
    }));
  });
}

function motorEffort(motor: JointMotor, time: number): number {
  if (!("times" in motor)) return motor.effort;
  const { times, efforts } = motor;
  const last = times.length - 1;
  if (time <= times[0]) return efforts[0];
  if (time >= times[last]) return efforts[last];
  let i = 0;
  while (times[i + 1] < time) i++;
  return efforts[i] + ((efforts[i + 1] - efforts[i]) * (time - times[i])) / (times[i + 1] - times[i]);
}

/** Throws InvalidInputError where a joint has what its type cannot have, or numbers that mean nothing. */
export function checkJoint(joint: SceneJoint, path: string): void {
  const { type, limits, spring, damping, friction, motor } = joint;
  for (const field of ["limits", "spring", "friction", "motor"] as const)
    if (joint[field] !== undefined && SPEEDS[type] !== 1)
      throw new InvalidInputError(
        `${path}.${field}`,
        joint[field],
        `is given for a ${type} joint; only revolute and prismatic ones have it`,
      );
  if (limits !== undefined) {
    const { lower, upper, restitution } = limits;
    if (lower !== undefined) checkFinite(lower, `${path}.limits.lower`);
    if (upper !== undefined) checkFinite(upper, `${path}.limits.upper`);
    if (lower !== undefined && upper !== undefined && !(upper > lower))
      throw new InvalidInputError(`${path}.limits.upper`, upper, `is not above the lower limit (${lower})`);
    if (restitution !== undefined && !(restitution >= 0 && restitution <= 1))
      throw new InvalidInputError(`${path}.limits.restitution`, restitution, "is not between 0 and 1");
  }
  if (spring !== undefined && !(spring.stiffness > 0 && spring.stiffness < Number.POSITIVE_INFINITY))
    throw new InvalidInputError(`${path}.spring.stiffness`, spring.stiffness, "is not positive");
  if (damping !== undefined && !(damping >= 0 && damping < Number.POSITIVE_INFINITY))
    throw new InvalidInputError(`${path}.damping`, damping, "is negative or not a number");
  if (friction !== undefined && !(friction.effort > 0 && friction.effort < Number.POSITIVE_INFINITY))
    throw new InvalidInputError(`${path}.friction.effort`, friction.effort, "is not positive");
  if (friction?.creep !== undefined && !(friction.creep > 0))
    throw new InvalidInputError(`${path}.friction.creep`, friction.creep, "is not positive");
  if (motor !== undefined) checkMotor(motor, `${path}.motor`);
}

function checkMotor(motor: JointMotor, path: string): void {
  if (!("times" in motor)) {
    checkFinite(motor.effort, `${path}.effort`);
    return;
  }
  const { times, efforts } = motor;
  if (times.length === 0) throw new InvalidInputError(`${path}.times`, times, "is empty");
  if (efforts.length !== times.length)
    throw new InvalidInputError(`${path}.efforts`, efforts.length, `is not the number of times (${times.length})`);
  times.forEach((time, k) => {
    checkFinite(time, `${path}.times[${k}]`);
    checkFinite(efforts[k], `${path}.efforts[${k}]`);
    if (k > 0 && !(time > times[k - 1])) throw new InvalidInputError(`${path}.times[${k}]`, time, "is not after the one before");
  });
}
