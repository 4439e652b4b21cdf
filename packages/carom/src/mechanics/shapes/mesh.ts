/**
 * Volume, centre and second moment of the solid inside a closed triangle mesh: exact, for the integrands are polynomials.
 *
 * Each triangle (a, b, c) and a common apex o span a tetrahedron whose signed volume is (a-o) . (b-o) x (c-o) / 6. Summed over the surface
 * the overhanging volumes cancel. With corners taken from the apex and s = a + b + c, one tetrahedron of volume V adds
 *
 *     V s / 4      and      V (a a^T + b b^T + c c^T + s s^T) / 20
 *
 * to the first and second moments. The apex is the mean of the vertices, so that a mesh far from its origin loses no digits.
 *
 * Source: Blow, Binstock 2004, "How to find the inertia tensor (or other mass properties) of a 3D solid body represented by a triangle
 * mesh".
 */
import { InvalidInputError } from "../../errors.js";
import type { MutableMat3 } from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkVector } from "../rigid-body.js";
import type { Distribution } from "./distribution.js";
import { addOuter } from "./distribution.js";
import type { Mesh } from "./shape.js";

/** Volume over the sum of the sizes of its terms, below which it is rounding. */
const NO_VOLUME = 1e-12;

export function mesh({ vertices, triangles }: Mesh, path: string): Distribution {
  if (!Array.isArray(vertices) || vertices.length < 4) throw new InvalidInputError(`${path}.vertices`, vertices, "has fewer than 4 points");
  vertices.forEach((vertex: Vec3, i) => {
    checkVector(vertex, `${path}.vertices[${i}]`);
  });
  checkClosed(triangles, vertices.length, `${path}.triangles`);

  const apex = vec3.scale(
    vertices.reduce((sum: Vec3, vertex: Vec3) => vec3.add(sum, vertex), vec3.ZERO),
    1 / vertices.length,
  );
  const corners = vertices.map((vertex: Vec3) => vec3.subtract(vertex, apex));
  let volume = 0;
  let size = 0;
  const first = vec3.copy(vec3.ZERO);
  const second: MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((index) => corners[index]);
    const part = vec3.dot(a, vec3.cross(b, c)) / 6;
    const sum = vec3.add(vec3.add(a, b), c);
    volume += part;
    size += Math.abs(part);
    vec3.addScaled(first, sum, part / 4, first);
    for (const corner of [a, b, c, sum]) addOuter(second, corner, part / 20);
  }
  if (!(Math.abs(volume) > NO_VOLUME * size)) throw new InvalidInputError(`${path}.triangles`, triangles, "enclose no volume");
  if (volume < 0)
    throw new InvalidInputError(
      `${path}.triangles`,
      triangles,
      "face inwards: list the corners of each counter-clockwise as seen from outside",
    );

  const offset = vec3.scale(first, 1 / volume);
  return { mass: volume, volume, centre: vec3.add(apex, offset), secondMoment: addOuter(second, offset, -volume) };
}

/** Every edge must be run along exactly once in each direction. */
function checkClosed(triangles: Mesh["triangles"], vertexCount: number, path: string): void {
  if (!Array.isArray(triangles) || triangles.length < 4) throw new InvalidInputError(path, triangles, "has fewer than 4 triangles");
  const runs = new Map<number, number>();
  triangles.forEach((triangle: Vec3, i) => {
    checkVector(triangle, `${path}[${i}]`);
    triangle.forEach((index, k) => {
      if (!Number.isInteger(index) || index < 0 || index >= vertexCount)
        throw new InvalidInputError(`${path}[${i}][${k}]`, index, `is not a place in vertices (0 to ${vertexCount - 1})`);
    });
    triangle.forEach((from, k) => {
      const to = triangle[(k + 1) % 3];
      if (from === to) throw new InvalidInputError(`${path}[${i}]`, triangle, "has a corner twice");
      const run = from * vertexCount + to;
      const earlier = runs.get(run);
      if (earlier !== undefined)
        throw new InvalidInputError(
          `${path}[${i}]`,
          triangle,
          `runs from vertex ${from} to ${to} like triangles[${earlier}]: neighbours must run along their edge in opposite directions`,
        );
      runs.set(run, i);
    });
  });
  for (const [run, i] of runs) {
    const from = Math.floor(run / vertexCount);
    const to = run % vertexCount;
    if (!runs.has(to * vertexCount + from))
      throw new InvalidInputError(
        `${path}[${i}]`,
        triangles[i],
        `has no neighbour along the edge from vertex ${from} to ${to}: the surface is not closed`,
      );
  }
}
