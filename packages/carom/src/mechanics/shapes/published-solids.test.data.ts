/**
 * The two solids of the published icosahedron-tetrahedron impact (000 section 2.5, figure 2.3), placed as in the figure: the contact is the
 * world's origin, the truncated icosahedron above it stands on the centre of a pentagon.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { contactFrame, toFrame } from "../contact-frame.js";
import type { Mesh, Tetrahedron } from "./shape.js";

export const publishedTetrahedron: Tetrahedron = {
  type: "tetrahedron",
  vertices: [
    [0, 0, 0],
    [0, 0, -0.75],
    [0.5, 0, -0.5],
    [0, 0.5, -0.5],
  ],
};

/** 60 vertices, 12 pentagons, 20 hexagons: an icosahedron with its edges cut at a third and two thirds. */
export function truncatedIcosahedron(edge: number): Mesh {
  const golden = (1 + Math.sqrt(5)) / 2;
  const icosahedron: Vec3[] = [-1, 1].flatMap((i) =>
    [-golden, golden].flatMap((j): Vec3[] => [
      [0, i, j],
      [i, j, 0],
      [j, 0, i],
    ]),
  );
  const near = (a: Vec3, b: Vec3) => Math.abs(vec3.norm(vec3.subtract(a, b)) - 2) < 1e-9;
  const cut = (from: Vec3, to: Vec3) => vec3.scale(vec3.add(vec3.scale(from, 2), to), edge / 2);

  const hexagons: Vec3[][] = [];
  icosahedron.forEach((a, i) => {
    icosahedron.slice(i + 1).forEach((b, j) => {
      for (const c of icosahedron.slice(i + j + 2))
        if (near(a, b) && near(b, c) && near(c, a)) hexagons.push([cut(a, b), cut(b, a), cut(b, c), cut(c, b), cut(c, a), cut(a, c)]);
    });
  });
  const pentagons = icosahedron.map((a) => {
    const corners = icosahedron.filter((b) => near(a, b)).map((b) => cut(a, b));
    const { tangent1, tangent2 } = contactFrame(a);
    const angle = (corner: Vec3) => Math.atan2(vec3.dot(corner, tangent2), vec3.dot(corner, tangent1));
    return corners.sort((p, q) => angle(p) - angle(q));
  });

  const vertices: Vec3[] = [];
  const indexOf = (corner: Vec3) => {
    const known = vertices.findIndex((vertex) => vec3.norm(vec3.subtract(vertex, corner)) < 1e-9 * edge);
    return known >= 0 ? known : vertices.push(corner) - 1;
  };
  const triangles = [...pentagons, ...hexagons].flatMap((polygon) => {
    const outward = vec3.dot(polygon[0], vec3.cross(polygon[1], polygon[2])) > 0 ? polygon : [...polygon].reverse();
    const [first, ...rest] = outward.map(indexOf);
    return rest.slice(1).map((corner, k): Vec3 => [first, rest[k], corner]);
  });

  const down = vec3.scale(icosahedron[0], -1);
  const upright = contactFrame(down);
  const height = vec3.dot(upright.normal, pentagons[0][0]);
  return { type: "mesh", vertices: vertices.map((vertex) => vec3.subtract(toFrame(upright, vertex), [0, 0, height])), triangles };
}
