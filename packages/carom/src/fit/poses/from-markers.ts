/**
 * Where a body is by markers on it: the turn R and the place p for which R a_i + p is nearest to what was measured, m_i, in the sum of
 * squares. p puts the two centroids on each other; R is the unit quaternion that makes q^T N q largest, an eigenvector of
 *
 *     N = [ tr S       d^T            ]     S = sum a_i m_i^T about the centroids,   d = (S_yz - S_zy, S_zx - S_xz, S_xy - S_yx)
 *         [ d          S + S^T - tr S ]
 *
 * with the real part first. Source: Horn, Closed-form solution of absolute orientation using unit quaternions, J. Opt. Soc. Am. A 4 (1987).
 */
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import { symmetricEigen } from "../../math/symmetric-eigen.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

/** Part of the largest eigenvalue by which the next has to be smaller: markers on one line leave a turn open. */
const APART = 1e-6;

/** Whether places tell a pose: three of them that are not on one line. */
export function spansPlane(places: readonly Vec3[]): boolean {
  return poseFromMarkers(places, places) !== undefined;
}

/**
 * Body axes to world. Undefined: too few were measured; those that were not have NaN.
 * @param places on the body, body axes, m
 * @param measured the same in the world, m
 */
export function poseFromMarkers(
  places: readonly Vec3[],
  measured: readonly Vec3[],
): { readonly position: Vec3; readonly orientation: Quaternion } | undefined {
  const seen = places.map((_, i) => i).filter((i) => measured[i].every(Number.isFinite));
  if (seen.length < 3) return undefined;
  const [own, there] = [places, measured].map((points) =>
    vec3.scale(
      seen.reduce<Vec3>((sum, i) => vec3.add(sum, points[i]), vec3.ZERO),
      1 / seen.length,
    ),
  );
  const sums = [0, 1, 2].map((r) =>
    [0, 1, 2].map((c) => seen.reduce((sum, i) => sum + (places[i][r] - own[r]) * (measured[i][c] - there[c]), 0)),
  );
  const trace = sums[0][0] + sums[1][1] + sums[2][2];
  const d = [sums[1][2] - sums[2][1], sums[2][0] - sums[0][2], sums[0][1] - sums[1][0]];
  const matrix = [
    trace,
    ...d,
    ...[0, 1, 2].flatMap((r) => [d[r], ...[0, 1, 2].map((c) => sums[r][c] + sums[c][r] - (r === c ? trace : 0))]),
  ];
  const { values, vectors } = symmetricEigen(matrix, 4);
  if (!(values[3] - values[2] > APART * values[3])) return undefined;
  const [w, x, y, z] = vectors.subarray(12, 16);
  const orientation = quaternion.normalize([x, y, z, w]);
  if (orientation === undefined) return undefined;
  return { position: vec3.subtract(there, quaternion.rotate(orientation, own)), orientation };
}
