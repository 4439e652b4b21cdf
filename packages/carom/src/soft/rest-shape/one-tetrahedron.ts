/**
 * One tetrahedron on its base: closed forms.
 *
 * The base lies on the table (area B), the apex, of height h observed, is the only node that moves; it moves vertically. With x the height
 * at rest over that observed, W the weight and f = (1 + nu)(1 - 2 nu) / (1 - nu),
 *
 *     x = 1 + c x^p        c = 3 f W / (4 k E B)
 *
 * p = 1 for masses as observed and volumes at rest, 2 for masses and volumes both at rest or both observed, 3 for masses at rest and
 * volumes as observed; k is the factor on the stiffness. There is a solution for c < 1, c <= 1/4, c <= 4/27; of two the smaller is the
 * body's. The iteration's rate is |1 - r + r c p x^(p-1)|.
 *
 * Source: 000 (6.27)-(6.41), whose figures need k = 1/2; the powers are ours.
 */
import { InvalidInputError } from "../../errors.js";
import type { SoftMaterial } from "../fem/material.js";
import type { MassModel, VolumeModel } from "./problem.js";

/** One tetrahedron whose base the table holds. */
export interface TetrahedronOnBase {
  /** Of the base, m^2. */
  readonly baseArea: number;
  /** Of the apex as observed, m. */
  readonly height: number;
  /** Of the tetrahedron. */
  readonly material: SoftMaterial;
  /** kg/m^3. */
  readonly density: number;
  /** m/s^2. */
  readonly gravity: number;
  /** Default `observed`. */
  readonly massModel?: MassModel;
  /** Default `rest`. */
  readonly volumeModel?: VolumeModel;
  /** Factor on the stiffness. Default 1. */
  readonly stiffnessScale?: number;
}

/** How far one tetrahedron sags, in closed form. */
export interface TetrahedronSag {
  /** c above. */
  readonly load: number;
  /** p above. */
  readonly power: 1 | 2 | 3;
  /** Largest c with a solution. */
  readonly limit: number;
  /** Density at which c reaches the limit, kg/m^3. */
  readonly densityLimit: number;
  /** x above; absent beyond the limit. */
  readonly heightRatio?: number;
  /** Observed minus rest height, m (negative: it sank); absent beyond the limit. */
  readonly displacement?: number;
  /** Eigenvalue of the iteration at the solution; absent beyond the limit. */
  readonly eigenvalue?: number;
}

/** The shape without gravity of one tetrahedron, in closed form. */
export function tetrahedronSag(given: TetrahedronOnBase): TetrahedronSag {
  const { baseArea, height, material, density, gravity, massModel = "observed", volumeModel = "rest", stiffnessScale = 1 } = given;
  for (const field of ["baseArea", "height"] as const)
    if (!(Number.isFinite(given[field]) && given[field] > 0))
      throw new InvalidInputError(field, given[field], "is not a finite number above 0");
  const { youngModulus, poissonRatio: nu } = material;
  const f = ((1 + nu) * (1 - 2 * nu)) / (1 - nu);
  const weight = (density * gravity * baseArea * height) / 3;
  const load = (3 * f * weight) / (4 * stiffnessScale * youngModulus * baseArea);
  const power = (1 + (massModel === "rest" ? 1 : 0) + (volumeModel === "observed" ? 1 : 0)) as 1 | 2 | 3;
  const limit = [1, 1 / 4, 4 / 27][power - 1];
  const densityLimit = (4 * stiffnessScale * youngModulus * limit) / (f * gravity * height);
  const heightRatio = ratioOf(load, power);
  if (heightRatio === undefined) return { load, power, limit, densityLimit };
  let slope = load * power;
  for (let k = 1; k < power; k += 1) slope *= heightRatio;
  return { load, power, limit, densityLimit, heightRatio, displacement: height * (1 - heightRatio), eigenvalue: slope };
}

/** Smaller solution x of x = 1 + c x^p. */
function ratioOf(c: number, power: 1 | 2 | 3): number | undefined {
  if (power === 1) return c < 1 ? 1 / (1 - c) : undefined;
  if (power === 2) return c <= 1 / 4 ? 2 / (1 + Math.sqrt(1 - 4 * c)) : undefined;
  if (c > 4 / 27) return undefined;
  // x - 1 - c x^3 rises from -c at 1 to its maximum at 1 / sqrt(3 c): Newton from below goes up to the root without passing it.
  let x = 1;
  for (let step = 0; step < 200; step += 1) {
    const next = x - (x - 1 - c * x * x * x) / (1 - 3 * c * x * x);
    if (!(next > x)) break;
    x = next;
  }
  return x;
}
