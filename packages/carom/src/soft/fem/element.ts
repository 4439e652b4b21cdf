/**
 * The linear tetrahedron: gradients of its barycentric coordinates and what follows from them.
 *
 * With D = [p1 - p4, p2 - p4, p3 - p4] the rows of D^-1 are the gradients g1, g2, g3, and g4 = -(g1 + g2 + g3). A displacement u has the
 * constant gradient H = sum_a u_a g_a^T, strain (H + H^T)/2 and stress sigma; node a feels the internal force V sigma g_a, and the
 * stiffness between nodes a and b is
 *
 *     K_ab = V (lambda g_a g_b^T + mu g_b g_a^T + mu (g_a . g_b) I)
 *
 * Source: 000 (A.14)-(A.23); its (6.20) prints half of this, having equated the energy U with d^T K d instead of d^T K d / 2.
 */

import { edgesOf } from "../mesh/mesh.js";

/** Gradients of one element, 12 numbers (g1, g2, g3, g4), into `out`; returns its signed volume. */
export function gradients(nodes: ArrayLike<number>, tetrahedra: ArrayLike<number>, element: number, out: Float64Array): number {
  const edges = edgesOf(nodes, tetrahedra, element);
  const [ax, ay, az] = [edges[0], edges[1], edges[2]];
  const [bx, by, bz] = [edges[3], edges[4], edges[5]];
  const [cx, cy, cz] = [edges[6], edges[7], edges[8]];
  // Cross products of pairs of edges are the gradients times the determinant.
  const px = by * cz - bz * cy;
  const py = bz * cx - bx * cz;
  const pz = bx * cy - by * cx;
  const determinant = ax * px + ay * py + az * pz;
  const scale = 1 / determinant;
  out[0] = px * scale;
  out[1] = py * scale;
  out[2] = pz * scale;
  out[3] = (cy * az - cz * ay) * scale;
  out[4] = (cz * ax - cx * az) * scale;
  out[5] = (cx * ay - cy * ax) * scale;
  out[6] = (ay * bz - az * by) * scale;
  out[7] = (az * bx - ax * bz) * scale;
  out[8] = (ax * by - ay * bx) * scale;
  out[9] = -(out[0] + out[3] + out[6]);
  out[10] = -(out[1] + out[4] + out[7]);
  out[11] = -(out[2] + out[5] + out[8]);
  return determinant / 6;
}

/** Gradient H of a displacement in one element, row-major, into `out` (9 numbers). */
export function displacementGradient(
  displacement: ArrayLike<number>,
  tetrahedra: ArrayLike<number>,
  element: number,
  gradient: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  for (let corner = 0; corner < 4; corner += 1) {
    const node = 3 * tetrahedra[4 * element + corner];
    for (let row = 0; row < 3; row += 1) {
      const u = displacement[node + row];
      out[3 * row] += u * gradient[3 * corner];
      out[3 * row + 1] += u * gradient[3 * corner + 1];
      out[3 * row + 2] += u * gradient[3 * corner + 2];
    }
  }
}

/** Stress of the symmetric part of a displacement gradient (9 numbers each, row-major). */
export function stressOf(h: Float64Array, lambda: number, mu: number, out: Float64Array): void {
  const pressure = lambda * (h[0] + h[4] + h[8]);
  out[0] = pressure + 2 * mu * h[0];
  out[4] = pressure + 2 * mu * h[4];
  out[8] = pressure + 2 * mu * h[8];
  out[1] = mu * (h[1] + h[3]);
  out[3] = out[1];
  out[2] = mu * (h[2] + h[6]);
  out[6] = out[2];
  out[5] = mu * (h[5] + h[7]);
  out[7] = out[5];
}
