/**
 * A double pendulum over a floor: two equal slender bars, hung from the origin, whose tip strikes a level floor below.
 *
 * q1 is the angle of the first bar from the x axis (y is up), q2 that of the second bar relative to the first. With bar length r and mass
 * m, and s12 = sin(q1 + q2) and so on, the tip is at r (cos q1 + c12, sin q1 + s12) and
 *
 *     J = r | -sin q1 - s12   -s12 |        M = m r^2 | 5/3 + cos q2          1/3 + (cos q2)/2 |
 *           |  cos q1 + c12    c12 |                  | 1/3 + (cos q2)/2      1/3              |
 *
 *     b = m r^2 sin q2 (u1 u2 + u2^2/2, -u1^2/2)        g = -m g0 r (3/2 cos q1 + c12/2, c12/2)
 *
 * det J = r^2 sin q2: with the bars in line the mobility is singular, and a tip that sticks is locked.
 * Letters: r length, m mass, g0 gravity.
 * Source: J and M 002 section 2.1; b, g and the energy are derived (Lagrange).
 */
import { InvalidInputError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import type { Mechanism } from "../mechanism.js";

/** Two rods on hinges over a floor. */
export interface DoublePendulum {
  /** Of one bar, kg. Default: 1. */
  readonly mass?: number;
  /** Of one bar, m. Default: 1. */
  readonly length?: number;
  /** m/s^2, downwards. Default: 9.81. */
  readonly gravity?: number;
  /** How far the floor lies below the support, m: between one length (the elbow never touches) and two (the tip can). */
  readonly floor: number;
}

/** Two equal links over a floor, as a mechanism with one planar contact at its tip. */
export function doublePendulum({ mass = 1, length = 1, gravity = 9.81, floor }: DoublePendulum): Mechanism {
  if (!(mass > 0 && Number.isFinite(mass))) throw new InvalidInputError("mass", mass, "is not a finite number > 0");
  if (!(length > 0 && Number.isFinite(length))) throw new InvalidInputError("length", length, "is not a finite number > 0");
  if (!Number.isFinite(gravity)) throw new InvalidInputError("gravity", gravity, "is not a finite number");
  if (!(floor > length && floor < 2 * length))
    throw new InvalidInputError("floor", floor, `is not between one and two bar lengths (${length} and ${2 * length})`);
  const inertia = mass * length * length;
  const weight = mass * gravity * length;
  return {
    name: "double pendulum",
    size: 2,
    massMatrix: (q) => {
      const bend = cos(q[1]);
      const coupling = inertia * (1 / 3 + bend / 2);
      return [
        [inertia * (5 / 3 + bend), coupling],
        [coupling, inertia / 3],
      ];
    },
    bias: (q, u) => {
      const pull = inertia * sin(q[1]);
      return [pull * (u[0] * u[1] + (u[1] * u[1]) / 2), (-pull * u[0] * u[0]) / 2];
    },
    gravity: (q) => {
      const outer = -0.5 * weight * cos(q[0] + q[1]);
      return [-1.5 * weight * cos(q[0]) + outer, outer];
    },
    potentialEnergy: (q) => weight * (1.5 * sin(q[0]) + 0.5 * sin(q[0] + q[1])),
    jacobian: (q) => {
      const sine = length * sin(q[0] + q[1]);
      const cosine = length * cos(q[0] + q[1]);
      return [
        [-length * sin(q[0]) - sine, -sine],
        [length * cos(q[0]) + cosine, cosine],
      ];
    },
    gap: (q) => length * (sin(q[0]) + sin(q[0] + q[1])) + floor,
  };
}
