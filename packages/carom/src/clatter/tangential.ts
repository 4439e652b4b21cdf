/**
 * What acts along the floor while an end or a corner strikes it: nothing, or one of three rules.
 *
 *     impulseRatio            P_t = mu P_n                 given, not found: the ratio of Brach, which the source calls friction
 *     tangentialRestitution   slip after = -e_t slip       given too; 1 turns slip around, 0 stops it, -1 keeps it
 *     friction                Coulomb's law inside the impact, with energetic restitution: slip may stop, stay stopped, or turn around
 *
 * With the mobility W = [[a, b], [b, c]] of the struck point (tangent, normal), its slip s and its approach u, the first two are
 *
 *     P_n = (1 + e) u / (c + mu b)        and        W (P_t, P_n) = (-(1 + e_t) s, (1 + e) u)
 *
 * Where c + mu b is not positive the ratio presses the point down harder than the floor pushes, and there is no such impact; where the
 * second has P_n <= 0 the floor would have to pull. The last is `planar`, or `frictional` in space, whose formulas have no such holes.
 *
 * A given ratio or restitution need not be passive. What an impact takes is -(P . (v + v'))/2 with the velocities v, v' of the point before
 * and after, so e = e_t = 1 keeps the energy and other pairs may make some; the sequence then warns.
 *
 * Letters: P impulse, e restitution, e_t tangential restitution, mu ratio.
 * Source: 003 eq. (1.5) to (1.8), (2.3), (2.7) to (2.12), (4.8) to (4.10); Coulomb's law is ours there.
 */
import { InvalidInputError } from "../errors.js";
import { solveFrictional } from "../impact/frictional.js";
import { NORMAL_IMPULSE, NORMAL_VELOCITY_AFTER, PLANAR_SIZE, planarImpact, TANGENTIAL_IMPULSE } from "../impact/slip/planar.js";
import { fromRows, inverse, transformVector } from "../math/mat3.js";
import type { Vec3 } from "../math/vec3.js";

/** At most one of the three. A rod has one tangent; a plate two, x and y of the world. */
export interface FloorTangent<T = number> {
  /** Tangential over normal impulse, as given, of every impact. */
  readonly impulseRatio?: T;
  /** Slip after over slip before, turned around; -1 to 1. */
  readonly tangentialRestitution?: T;
  /** Coulomb's coefficient, >= 0; `restitution` is then the energetic one. */
  readonly friction?: number;
}

/** What acts along the floor, where it is said. */
export function tangentOf<T>({ impulseRatio, tangentialRestitution, friction }: FloorTangent<T>): FloorTangent<T> | undefined {
  if (impulseRatio !== undefined) return { impulseRatio };
  if (tangentialRestitution !== undefined) return { tangentialRestitution };
  return friction === undefined ? undefined : { friction };
}

/** Throws InvalidInputError where more than one rule is given, or one that cannot be. */
export function checkTangent(tangent: FloorTangent<number | readonly [number, number]>): void {
  const given = (["impulseRatio", "tangentialRestitution", "friction"] as const).filter((name) => tangent[name] !== undefined);
  if (given.length > 1)
    throw new InvalidInputError(given[1], tangent[given[1]], `is given besides ${given[0]}: one rule acts along the floor`);
  for (const ratio of [tangent.impulseRatio ?? 0].flat())
    if (!Number.isFinite(ratio)) throw new InvalidInputError("impulseRatio", ratio, "is not a number");
  for (const restitution of [tangent.tangentialRestitution ?? 0].flat())
    if (!(restitution >= -1 && restitution <= 1))
      throw new InvalidInputError("tangentialRestitution", restitution, "is not between -1 and 1");
  const { friction = 0 } = tangent;
  if (!(friction >= 0 && friction < Number.POSITIVE_INFINITY))
    throw new InvalidInputError("friction", friction, "is negative or not a number");
}

/** A struck point in the plane: its mobility, 1/kg, and velocity, m/s; tangent, then normal. */
export interface PlanarPoint {
  readonly mobility: readonly [tangent: number, coupling: number, normal: number];
  readonly velocity: readonly [slip: number, normal: number];
}

/** The impulse on a struck point, N s, and how fast the point rises after it, m/s, without a difference of near numbers. */
export interface PointPush<T> {
  readonly impulse: T;
  readonly rebound: number;
}

/** Tangential and normal impulse; undefined where no impact obeys the rule. */
export function planarImpulse(
  { mobility: [a, b, c], velocity: [slip, normal] }: PlanarPoint,
  restitution: number,
  tangent: FloorTangent | undefined,
): PointPush<readonly [number, number]> | undefined {
  const change = -(1 + restitution) * normal;
  if (tangent?.friction !== undefined) {
    const out = new Float64Array(PLANAR_SIZE);
    planarImpact(a, b, c, slip, normal, tangent.friction, tangent.friction, restitution, out);
    return { impulse: [out[TANGENTIAL_IMPULSE], out[NORMAL_IMPULSE]], rebound: out[NORMAL_VELOCITY_AFTER] };
  }
  const rebound = -restitution * normal;
  if (tangent?.tangentialRestitution !== undefined) {
    const stop = -(1 + tangent.tangentialRestitution) * slip;
    const determinant = a * c - b * b;
    const impulse = (a * change - b * stop) / determinant;
    return impulse > 0 ? { impulse: [(c * stop - b * change) / determinant, impulse], rebound } : undefined;
  }
  const ratio = tangent?.impulseRatio ?? 0;
  const slope = c + ratio * b;
  return slope > 0 ? { impulse: [(ratio * change) / slope, change / slope], rebound } : undefined;
}

/** A struck point in space: x, y and the normal z. */
export interface SpatialPoint {
  readonly mobility: readonly [Vec3, Vec3, Vec3];
  readonly velocity: Vec3;
}

/** World axes; undefined where no impact obeys the rule. */
export function spatialImpulse(
  { mobility, velocity }: SpatialPoint,
  restitution: number,
  tangent: FloorTangent<readonly [number, number]> | undefined,
): PointPush<Vec3> | undefined {
  const change = -(1 + restitution) * velocity[2];
  if (tangent?.friction !== undefined) {
    const { impulse, velocity: after } = solveFrictional({
      dimension: 3,
      contacts: [{ friction: tangent.friction, restitution }],
      mobility,
      velocity,
    });
    return { impulse: [impulse[0], impulse[1], impulse[2]], rebound: after[2] };
  }
  const rebound = -restitution * velocity[2];
  if (tangent?.tangentialRestitution !== undefined) {
    const [x, y] = tangent.tangentialRestitution;
    const inertia = inverse(fromRows(mobility));
    const impulse = inertia && transformVector(inertia, [-(1 + x) * velocity[0], -(1 + y) * velocity[1], change]);
    return impulse !== undefined && impulse[2] > 0 ? { impulse, rebound } : undefined;
  }
  const [x, y] = tangent?.impulseRatio ?? [0, 0];
  const slope = mobility[2][2] + x * mobility[2][0] + y * mobility[2][1];
  return slope > 0 ? { impulse: [(x * change) / slope, (y * change) / slope, change / slope], rebound } : undefined;
}

/** A gain below this part of the energy before is rounding. */
const ROUNDING = 1e-12;

/** Says which impacts gave energy, which no contact does. */
export function gainWarning(impacts: readonly { readonly energyLoss: number }[], energyBefore: number): string[] {
  const first = impacts.findIndex(({ energyLoss }) => energyLoss < -ROUNDING * energyBefore);
  if (first < 0) return [];
  return [
    `impact ${first + 1} gains ${-impacts[first].energyLoss} J: no contact with this restitution has the given tangential rule there ` +
      "(friction, found instead of given, never gains)",
  ];
}
