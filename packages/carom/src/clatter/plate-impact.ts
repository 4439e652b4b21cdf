/**
 * A rectangular plate that strikes the floor with one corner.
 *
 * Body axes: x along the length, y along the width, z along the normal of the plate, origin at the mass centre. The plate is turned by
 * Rz(heading) Rx(tilt) Rz(roll): about z, about the new x, about the new z. The corner at d from the centre gets the impulse P along z:
 *
 *     alpha = 1 + m ([J^-1 (d x z)] x d)_z        P = -m (1 + e) (v + w x d)_z / alpha        v += P z / m        w += J^-1 (d x P z)
 *
 * Where something acts along the floor (tangential.ts) the impulse has three parts, and the corner the mobility
 *
 *     W u = u/m + [J^-1 (d x u)] x d
 *
 * Without friction and with the roll psi in [-90, 0] degrees, theta the tilt, alpha = 1 + 6 cos^2 theta + 3 sin^2 theta (l cos psi + w sin
 * psi)^2/(l^2 + w^2).
 *
 * A plate that falls flat: corners i and j are coupled by m W_ij = 1 + 3 s_i s_j + 3 t_i t_j with s, t = +-1 their sides, so 7 for the same
 * corner, 1 for a neighbour, -5 for the opposite one.
 *
 * Letters: m mass, J inertia in world axes, e restitution, l length, w width.
 * Source: 003 chapter 4, eq. (4.8) to (4.10), (4.45) to (4.47); its inertia (4.24), its order of rotations (4.28) and its (4.50) to (4.52)
 * are wrong (docs/errata.md).
 */
import { cos, sin } from "../math/elementary.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type FloorTangent, type SpatialPoint, spatialImpulse } from "./tangential.js";

export interface Plate {
  /** kg. */
  readonly mass: number;
  /** m. */
  readonly length: number;
  readonly width: number;
  /** It adds to the inertia; corners are those of the middle plane. */
  readonly thickness: number;
}

export interface PlateState {
  /** Height of the mass centre, m. */
  readonly height: number;
  /** Unit quaternion, body to world. */
  readonly orientation: Quaternion;
  /** m/s and rad/s, world axes. */
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** By the signs of x and y. */
export type Corner = "++" | "+-" | "-+" | "--";
export const CORNERS: readonly Corner[] = ["++", "+-", "-+", "--"];

/** Principal moments about the mass centre, kg m^2. */
export function plateInertia({ mass, length, width, thickness }: Plate): Vec3 {
  const unit = mass / 12;
  const [l, w, h] = [length * length, width * width, thickness * thickness];
  return [unit * (w + h), unit * (l + h), unit * (l + w)];
}

/** Turned by heading about z, tilt about the new x, roll about the new z; rad. */
export function plateOrientation(heading: number, tilt: number, roll: number): Quaternion {
  const about = (axis: Vec3, angle: number) => quaternion.fromAxisAngle(axis, angle) ?? quaternion.IDENTITY;
  const turned = quaternion.multiply(about([0, 0, 1], heading), about([1, 0, 0], tilt));
  return quaternion.multiply(turned, about([0, 0, 1], roll));
}

/** Body axes, m. */
export function cornerOf({ length, width }: Plate, corner: Corner): Vec3 {
  return [(corner[0] === "+" ? 0.5 : -0.5) * length, (corner[1] === "+" ? 0.5 : -0.5) * width, 0];
}

/** How fast a corner comes down, m/s. */
export function cornerApproach(plate: Plate, state: PlateState, corner: Corner): number {
  const arm = quaternion.rotate(state.orientation, cornerOf(plate, corner));
  return -(state.velocity[2] + vec3.cross(state.angularVelocity, arm)[2]);
}

/** A struck corner: mobility, 1/kg, and velocity, m/s, world axes. */
export function cornerPoint(plate: Plate, state: PlateState, corner: Corner): SpatialPoint {
  const arm = quaternion.rotate(state.orientation, cornerOf(plate, corner));
  const moved = (unit: Vec3): Vec3 =>
    vec3.addScaled(vec3.cross(spinFrom(plate, state.orientation, vec3.cross(arm, unit)), arm), unit, 1 / plate.mass);
  return {
    mobility: [moved([1, 0, 0]), moved([0, 1, 0]), moved([0, 0, 1])],
    velocity: vec3.add(state.velocity, vec3.cross(state.angularVelocity, arm)),
  };
}

/** A corner that has struck. */
export interface CornerStrike {
  /** N s, upwards. */
  readonly impulse: number;
  /** How fast the corner rises after it, m/s. */
  readonly rebound: number;
  /** Where something acts along the floor, x and y: its impulse, N s, and the slip of the corner before and after, m/s. */
  readonly along?: {
    readonly tangentialImpulse: readonly [number, number];
    readonly slipBefore: readonly [number, number];
    readonly slipAfter: readonly [number, number];
  };
  readonly state: PlateState;
}

/** The impulse of a corner that strikes, and the motion after; undefined where no impact obeys the tangential rule. */
export function strikeCorner(
  plate: Plate,
  state: PlateState,
  corner: Corner,
  restitution: number,
  tangent?: FloorTangent<readonly [number, number]>,
): CornerStrike | undefined {
  if (tangent === undefined) {
    const approach = cornerApproach(plate, state, corner);
    const arm = quaternion.rotate(state.orientation, cornerOf(plate, corner));
    const turning = spinFrom(plate, state.orientation, vec3.cross(arm, [0, 0, 1]));
    const alpha = 1 + plate.mass * vec3.cross(turning, arm)[2];
    const impulse = (plate.mass * (1 + restitution) * approach) / alpha;
    return {
      impulse,
      rebound: restitution * approach,
      state: {
        ...state,
        velocity: vec3.addScaled(state.velocity, [0, 0, 1], impulse / plate.mass),
        angularVelocity: vec3.addScaled(state.angularVelocity, turning, impulse),
      },
    };
  }
  const { mobility, velocity } = cornerPoint(plate, state, corner);
  const push = spatialImpulse({ mobility, velocity }, restitution, tangent);
  if (push === undefined) return undefined;
  const { impulse, rebound } = push;
  const [x, y] = mobility.map((row, i) => velocity[i] + vec3.dot(row, impulse));
  const arm = quaternion.rotate(state.orientation, cornerOf(plate, corner));
  return {
    impulse: impulse[2],
    rebound,
    along: { tangentialImpulse: [impulse[0], impulse[1]], slipBefore: [velocity[0], velocity[1]], slipAfter: [x, y] },
    state: {
      ...state,
      velocity: vec3.addScaled(state.velocity, impulse, 1 / plate.mass),
      angularVelocity: vec3.add(state.angularVelocity, spinFrom(plate, state.orientation, vec3.cross(arm, impulse))),
    },
  };
}

/** J^-1 times an angular impulse, world axes. */
export function spinFrom(plate: Plate, orientation: Quaternion, angularImpulse: Vec3): Vec3 {
  const moments = plateInertia(plate);
  const local = quaternion.rotate(quaternion.conjugate(orientation), angularImpulse);
  return quaternion.rotate(orientation, [local[0] / moments[0], local[1] / moments[1], local[2] / moments[2]]);
}

/** alpha of the header without friction, for a thin plate with its roll between -90 and 0 degrees. */
export function cornerResistance(length: number, width: number, tilt: number, roll: number): number {
  const lever = length * cos(roll) + width * sin(roll);
  const [c, s] = [cos(tilt), sin(tilt)];
  return 1 + 6 * c * c + (3 * s * s * lever * lever) / (length * length + width * width);
}

/** Impulses of a thin plate that falls flat on the given corners, one after the other as often as they approach, over mass and speed. */
export function flatPlateImpulses(restitution: number, corners: readonly Corner[]): number[] {
  const speeds: Record<Corner, number> = { "++": -1, "+-": -1, "-+": -1, "--": -1 };
  return corners.map((corner) => {
    const impulse = (-(1 + restitution) * Math.min(0, speeds[corner])) / 7;
    for (const other of CORNERS) {
      const same = (corner[0] === other[0] ? 3 : -3) + (corner[1] === other[1] ? 3 : -3);
      speeds[other] += (1 + same) * impulse;
    }
    return impulse;
  });
}
