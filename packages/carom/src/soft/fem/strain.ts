/**
 * How much a solid is strained and turned, and what linear elasticity makes of it.
 *
 * At the rim of a base or a finger the largest strain grows with every refinement, so that strain is judged by its 99 % quantile over the
 * volume. Measured (docs/soft-bodies.md): the force of linear elasticity is off by about the mean strain in a block, by a quarter to a half
 * of it in a ball, and a turn by t is taken for a stretch by 1 - cos t.
 */
import { acos } from "../../math/elementary.js";
import { symmetricEigen } from "../../math/mat3.js";
import { deformationAt } from "./assemble.js";
import { type ElasticLaw, turnOf } from "./elasticity.js";
import type { Solid } from "./solid.js";

/** Strain and turn of a solid. */
export interface StrainSummary {
  /** Largest magnitude of a principal strain at any point. */
  readonly largest: number;
  /** Magnitude below which the largest principal strain stays in 99 % of the volume. */
  readonly most: number;
  /** Largest turn below which 99 % of the volume stays, rad. */
  readonly turn: number;
}

/** Strain and turn below which linear elasticity is right to 2 %, and those beyond which it is not to be used. */
export const LINEAR_LIMITS = { strain: 0.02, turn: Math.PI / 36, farStrain: 0.1, farTurn: Math.PI / 18 } as const;

/** Looks at all points; principal strains are those of the law: of sym F - I for linear elasticity, of the stretches otherwise. */
export function strainSummary(solid: Solid, displacement: ArrayLike<number>, law: ElasticLaw): StrainSummary {
  const { volumes, points } = solid;
  const strains = new Float64Array(volumes.length);
  const turns = new Float64Array(volumes.length);
  const f = new Float64Array(9);
  const r = new Float64Array(9);
  let largest = 0;
  for (let at = 0; at < volumes.length; at += 1) {
    deformationAt(solid, displacement, Math.floor(at / points), at % points, f);
    strains[at] = principal(f, law);
    largest = Math.max(largest, strains[at]);
    turnOf(f, r);
    turns[at] = acos(Math.max(-1, Math.min(1, (r[0] + r[4] + r[8] - 1) / 2)));
  }
  return { largest, most: quantile(strains, volumes), turn: quantile(turns, volumes) };
}

function principal(f: Float64Array, law: ElasticLaw): number {
  if (law === "linear") {
    const [xy, yz, zx] = [(f[1] + f[3]) / 2, (f[5] + f[7]) / 2, (f[2] + f[6]) / 2];
    const { values } = symmetricEigen([f[0] - 1, xy, zx, xy, f[4] - 1, yz, zx, yz, f[8] - 1]);
    return Math.max(Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
  }
  const c = (i: number, j: number): number => f[i] * f[j] + f[3 + i] * f[3 + j] + f[6 + i] * f[6 + j];
  const { values } = symmetricEigen([c(0, 0), c(0, 1), c(0, 2), c(0, 1), c(1, 1), c(1, 2), c(0, 2), c(1, 2), c(2, 2)]);
  return values.reduce((most, value) => Math.max(most, Math.abs(Math.sqrt(Math.max(0, value)) - 1)), 0);
}

/** The least value that is not exceeded in 99 % of the volume. */
function quantile(values: Float64Array, volumes: Float64Array): number {
  const order = Int32Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);
  let whole = 0;
  for (const volume of volumes) whole += volume;
  let sum = 0;
  for (const at of order) {
    sum += volumes[at];
    if (sum >= 0.99 * whole) return values[at];
  }
  return 0;
}
