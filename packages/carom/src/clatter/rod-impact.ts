/**
 * A rod that strikes the floor with one end, and the sequence in closed form for a uniform rod without gravity.
 *
 * The rod is at the signed angle phi, its ends A and B at -+ l/2 (cos phi, sin phi) from the middle. An end at the horizontal distance d
 * from the mass centre approaches the floor at c and gets the impulse P:
 *
 *     d = -+ l/2 cos phi        c = -(vy + d w)        P = m (1 + e) c / (1 + m d^2 / I)        vy += P / m        w += P d / I
 *
 * Where something acts along the floor (tangential.ts), the end at the height n = -+ l/2 sin phi over the middle slips at
 * s = vx - w n, and
 *
 *     a = 1/m + n^2/I        b = -d n/I        c = 1/m + d^2/I        vx += P_t/m        w += (P d - P_t n)/I
 *
 * For a uniform rod that falls without turning, with a, b, g the cosines of the angles at the first three impacts and all in units of m, l
 * and the speed v,
 *
 *     c1 = 1                V1 = (e - 3a^2)/(1 + 3a^2)                                     O1 = -6 (1 + e) a/(1 + 3a^2)
 *     c2 = -V1 - b O1/2     V2 = V1 + P2                                                   O2 = O1 + 6 b P2
 *     c3 = -V2 + g O2/2     P_i = (1 + e) c_i/(1 + 3 cos^2)
 *
 * Letters: m mass, l length, I inertia about the middle, vy and V vertical velocity, w and O angular velocity, e restitution.
 * Source: 003 (Badiu 2007), eq. (2.13) to (2.44); its (2.37), (2.40), (2.42) have a wrong sign (docs/errata.md).
 */
import { cos, sin } from "../math/elementary.js";
import { type FloorTangent, type PlanarPoint, planarImpulse } from "./tangential.js";

/** The end that strikes first is A. */
export type RodEnd = "A" | "B";

/** A rod, and how it moves. */
export interface RodState {
  /** Height of the middle, m. */
  readonly height: number;
  /** Signed, of the line from A to B against the floor, rad. */
  readonly angle: number;
  /** m/s, upwards. */
  readonly verticalVelocity: number;
  /** rad/s, counter-clockwise. */
  readonly angularVelocity: number;
  /** m/s, along the floor. Absent: none. */
  readonly horizontalVelocity?: number;
}

export interface Rod {
  /** kg. */
  readonly mass: number;
  /** m. */
  readonly length: number;
  /** About the middle, kg m^2. */
  readonly inertia: number;
}

/** Horizontal distance of an end from the middle, m. */
export function offsetOf({ length }: Rod, angle: number, end: RodEnd): number {
  return (end === "A" ? -0.5 : 0.5) * length * cos(angle);
}

/** How fast an end comes down, m/s. */
export function approachOf(rod: Rod, { angle, verticalVelocity, angularVelocity }: RodState, end: RodEnd): number {
  return -(verticalVelocity + offsetOf(rod, angle, end) * angularVelocity);
}

/** A struck end: mobility, 1/kg, and velocity, m/s, tangent first. */
export function pointOf(rod: Rod, state: RodState, end: RodEnd): PlanarPoint {
  const { mass, inertia, length } = rod;
  const offset = offsetOf(rod, state.angle, end);
  const depth = (end === "A" ? -0.5 : 0.5) * length * sin(state.angle);
  return {
    mobility: [1 / mass + (depth * depth) / inertia, (-offset * depth) / inertia, 1 / mass + (offset * offset) / inertia],
    velocity: [(state.horizontalVelocity ?? 0) - state.angularVelocity * depth, state.verticalVelocity + offset * state.angularVelocity],
  };
}

/** An end that has struck. */
export interface RodStrike {
  /** N s, upwards. */
  readonly impulse: number;
  /** How fast the end rises after it, m/s. */
  readonly rebound: number;
  /** Where something acts along the floor: its impulse, N s, and the slip of the end before and after, m/s. */
  readonly along?: { readonly tangentialImpulse: number; readonly slipBefore: number; readonly slipAfter: number };
  readonly state: RodState;
}

/** The impulse of an end that strikes, and the motion after; undefined where no impact obeys the tangential rule. */
export function strikeFloor(rod: Rod, state: RodState, end: RodEnd, restitution: number, tangent?: FloorTangent): RodStrike | undefined {
  if (tangent !== undefined) return strikeAlong(rod, state, end, restitution, tangent);
  const { mass, inertia } = rod;
  const offset = offsetOf(rod, state.angle, end);
  const approach = approachOf(rod, state, end);
  const impulse = (mass * (1 + restitution) * approach) / (1 + (mass * offset * offset) / inertia);
  return {
    impulse,
    rebound: restitution * approach,
    state: {
      ...state,
      verticalVelocity: state.verticalVelocity + impulse / mass,
      angularVelocity: state.angularVelocity + (impulse * offset) / inertia,
    },
  };
}

function strikeAlong(rod: Rod, state: RodState, end: RodEnd, restitution: number, tangent: FloorTangent): RodStrike | undefined {
  const { mass, inertia } = rod;
  const point = pointOf(rod, state, end);
  const push = planarImpulse(point, restitution, tangent);
  if (push === undefined) return undefined;
  const [along, impulse] = push.impulse;
  const [a, b] = point.mobility;
  const [slip] = point.velocity;
  const depth = (end === "A" ? -0.5 : 0.5) * rod.length * sin(state.angle);
  return {
    impulse,
    rebound: push.rebound,
    along: { tangentialImpulse: along, slipBefore: slip, slipAfter: slip + a * along + b * impulse },
    state: {
      ...state,
      horizontalVelocity: (state.horizontalVelocity ?? 0) + along / mass,
      verticalVelocity: state.verticalVelocity + impulse / mass,
      angularVelocity: state.angularVelocity + (impulse * offsetOf(rod, state.angle, end) - along * depth) / inertia,
    },
  };
}

/**
 * Motion after the first two impacts of a uniform rod without gravity, in units of its mass, length and speed, from the angles at which
 * they happen.
 */
export interface UniformImpacts {
  /** Of the middle after the first and second impact, over the impact speed. */
  readonly verticalVelocity: readonly [number, number];
  /** After the first and second impact, times half the length over the impact speed. */
  readonly angularVelocity: readonly [number, number];
  /** Of impacts 1, 2 and 3. */
  readonly approach: readonly [number, number, number];
  /** Of the three impacts, over mass times impact speed. */
  readonly impulse: readonly [number, number, number];
}

/** Angles in rad; what belongs to impacts whose angle is not given is not a number. */
export function uniformImpacts(restitution: number, first: number, second = Number.NaN, third = Number.NaN): UniformImpacts {
  const [a, b, g] = [cos(first), cos(second), cos(third)];
  const share = (cosine: number) => (1 + restitution) / (1 + 3 * cosine * cosine);
  const impulse1 = share(a);
  const velocity1 = (restitution - 3 * a * a) / (1 + 3 * a * a);
  const spin1 = -6 * a * impulse1;
  const approach2 = -velocity1 - 0.5 * b * spin1;
  const impulse2 = share(b) * approach2;
  const velocity2 = velocity1 + impulse2;
  // (2.29): not the difference of two near numbers where the rod almost stops turning.
  const spin2 = (6 * (1 + restitution) * (a + restitution * b) * (3 * a * b - 1)) / ((1 + 3 * a * a) * (1 + 3 * b * b));
  const approach3 = -velocity2 + 0.5 * g * spin2;
  return {
    verticalVelocity: [velocity1, velocity2],
    angularVelocity: [spin1, spin2],
    approach: [1, approach2, approach3],
    impulse: [impulse1, impulse2, share(g) * approach3],
  };
}

/**
 * The third impulse as the source's tables have it: its equation (2.43) with 1 + cos^2 beta where 1 + 3 cos^2 beta belongs. Reproduces the
 * printed third impulses to their last digit; they are wrong.
 */
export function printedThirdImpulse(restitution: number, first: number, second: number, third: number): number {
  const e = restitution;
  const [a, b, g] = [cos(first), cos(second), cos(third)];
  const slipped = (1 + 3 * a * a) * (1 + b * b);
  const falling = e * e - 1 - 3 * (1 + e) * (a * a + b * b) - 3 * (1 + e) * (1 + e) * a * b;
  const turning = 3 * (1 + e) * g * (a + e * b) * (3 * a * b - 1);
  return ((1 + e) * (1 + (falling + turning) / slipped)) / (1 + 3 * g * g);
}
