/**
 * A plate in flight: when a point of it can come down to the floor.
 *
 * The centre falls and the plate turns without torque, J w' = (J w) x w in body axes, integrated. The height of a point is h = z + vz t - g
 * t^2/2 + (R d)_z, and
 *
 *     |h''| <= g + |d| (|w|^2 + |w'|),     |w|^2 <= 2 T / J_min,     |w'| <= |w|^2 (J_max - J_min) / J_min
 *
 * with the rotational energy T, which flight keeps. So, as for the rod (rod-sequence.ts), the floor is out of reach for a known time.
 *
 * Letters: J principal moments, w angular velocity in body axes, R orientation, d point, g gravity.
 */
import { atan2 } from "../math/elementary.js";
import { createIntegrator } from "../math/ode/index.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type Plate, type PlateState, plateInertia } from "./plate-impact.js";

export function diagonalOf({ length, width, thickness }: Plate): number {
  return Math.sqrt(length * length + width * width + thickness * thickness);
}

/** Angle between the plate and the floor. */
export function tiltOf(orientation: Quaternion): number {
  const [x, y, z] = quaternion.rotate(orientation, [0, 0, 1]);
  return atan2(Math.sqrt(x * x + y * y), Math.abs(z));
}

/** Angular velocity in body axes. */
export function localSpin(orientation: Quaternion, angularVelocity: Vec3): Vec3 {
  return quaternion.rotate(quaternion.conjugate(orientation), angularVelocity);
}

export function turningEnergy(plate: Plate, spin: Vec3): number {
  const moments = plateInertia(plate);
  return 0.5 * (moments[0] * spin[0] * spin[0] + moments[1] * spin[1] * spin[1] + moments[2] * spin[2] * spin[2]);
}

export interface Flight {
  /** Height, m, and its rate, m/s, of a point in body axes. */
  heightAt(t: number, point: Vec3): { readonly height: number; readonly rate: number };
  stateAt(t: number): PlateState;
  /** The time for which a point at this height and rate cannot reach the floor. */
  wait(height: number, rate: number): number;
  /** The time at which a point that is almost down is on the floor. */
  polish(t: number, point: Vec3): number;
  /** Within this time no point moves by a digit that counts, s. */
  readonly shortest: number;
}

const TOLERANCE = 1e-13;
/** Of the time in which a point goes once across the plate. */
const SHORTEST = 1e-12;

export function createFlight(plate: Plate, start: PlateState, gravity: number): Flight {
  const moments = plateInertia(plate);
  const spin = localSpin(start.orientation, start.angularVelocity);
  const least = Math.min(...moments);
  const fastest = (2 * turningEnergy(plate, spin)) / least;
  const bound = gravity + 0.5 * diagonalOf(plate) * fastest * (1 + (Math.max(...moments) - least) / least);
  const isTurning = fastest > 0;
  const integrator = createIntegrator(
    { dimension: 7, relativeTolerance: TOLERANCE, absoluteTolerance: TOLERANCE, maxSteps: 10_000_000 },
    (_t, y, out) => {
      const [x, y1, z, w, a, b, c] = y;
      out[0] = 0.5 * (w * a + y1 * c - z * b);
      out[1] = 0.5 * (w * b + z * a - x * c);
      out[2] = 0.5 * (w * c + x * b - y1 * a);
      out[3] = -0.5 * (x * a + y1 * b + z * c);
      out[4] = ((moments[1] - moments[2]) * b * c) / moments[0];
      out[5] = ((moments[2] - moments[0]) * c * a) / moments[1];
      out[6] = ((moments[0] - moments[1]) * a * b) / moments[2];
    },
  );
  const state = new Float64Array(7);
  integrator.start(0, [...start.orientation, ...spin]);

  function look(t: number): { readonly orientation: Quaternion; readonly angularVelocity: Vec3 } {
    if (!isTurning) return { orientation: start.orientation, angularVelocity: vec3.ZERO };
    if (t < integrator.stepStart || t === 0) {
      integrator.start(0, [...start.orientation, ...spin]);
      if (t === 0) return { orientation: start.orientation, angularVelocity: start.angularVelocity };
    }
    while (integrator.time < t) integrator.step(Number.MAX_VALUE);
    integrator.interpolate(t, state);
    const orientation = quaternion.normalize([state[0], state[1], state[2], state[3]]) ?? start.orientation;
    return { orientation, angularVelocity: quaternion.rotate(orientation, [state[4], state[5], state[6]]) };
  }

  const fall = start.velocity[2];
  const centreAt = (t: number) => start.height + (fall - 0.5 * gravity * t) * t;

  function heightAt(t: number, point: Vec3): { height: number; rate: number } {
    const { orientation, angularVelocity } = look(t);
    const arm = quaternion.rotate(orientation, point);
    return {
      height: centreAt(t) + arm[2],
      rate: fall - gravity * t + vec3.cross(angularVelocity, arm)[2],
    };
  }

  return {
    heightAt,
    wait: (height, rate) =>
      bound > 0 ? (rate + Math.sqrt(rate * rate + 2 * bound * height)) / bound : rate < 0 ? -height / rate : Number.MAX_VALUE,
    stateAt: (t) => {
      const { orientation, angularVelocity } = look(t);
      return {
        height: centreAt(t),
        orientation,
        velocity: [start.velocity[0], start.velocity[1], fall - gravity * t],
        angularVelocity,
      };
    },
    polish: (from, point) => approachTime(from, (t) => heightAt(t, point)),
    shortest: bound > 0 ? SHORTEST * Math.sqrt(diagonalOf(plate) / bound) : 0,
  };
}

const MOST_POLISH = 60;

/** By Newton's method, from where a point is almost down and coming down; not before the flight began. */
export function approachTime(from: number, heightAt: (t: number) => { readonly height: number; readonly rate: number }): number {
  let t = from;
  for (let n = 0; n < MOST_POLISH; n++) {
    const { height, rate } = heightAt(t);
    const step = height / rate;
    if (!Number.isFinite(step)) break;
    t = Math.max(0, t - step);
    if (Math.abs(step) <= 2 * Number.EPSILON * t) break;
  }
  return t;
}
