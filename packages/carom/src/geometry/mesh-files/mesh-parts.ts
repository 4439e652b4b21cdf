/**
 * A mesh file as convex parts that touch, with the mass of the mesh itself.
 *
 * How well the parts stand for the mesh is told with them: their volume against that of the mesh, how far they reach outside of it at most
 * (to 0.2 % of its size), and how far it reaches outside of them where hulls were cut down to 64 corners. A mesh that is not closed, not
 * turned one way round or that cuts itself has no inside, and is refused in words.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import type { Compound, Mesh, Part } from "../../mechanics/shapes/shape.js";
import { type ConvexHull, convexHull } from "../convex-hull.js";
import { type ConvexPartsOptions, convexParts } from "../mesh-parts/convex-parts.js";
import { reachOutside } from "../mesh-parts/reach-outside.js";
import { crossingsIn, triangleTree } from "../mesh-parts/triangle-tree.js";
import type { MeshFile } from "./mesh-file.js";
import { closedFaces, meshSolidOf, type SolidMeshOptions, scaledMesh } from "./solid-mesh.js";

/** How a mesh becomes convex parts. */
export interface MeshPartsOptions extends ConvexPartsOptions, Pick<SolidMeshOptions, "scale" | "turn" | "path"> {
  /** Of a part, at most. Default: 64. */
  readonly corners?: number;
}

/** More parts than this take longer to move than the mesh is worth. */
export const MOST_PARTS = 256;
/** Part of the size to which distances are measured. */
const MEASURED = 2e-3;
/** Part of the volume: hulls that add less are the mesh itself. */
const EXACT = 1e-9;
const REMEDY = 'mend it in a mesh editor, or let it touch by its hull with "as": "hull"';

/** A compound of hulls. Throws InvalidInputError that says what is wrong with the mesh. */
export function meshParts(file: MeshFile, name: string, options: MeshPartsOptions = {}): Compound {
  const { path = name, corners: mostCorners = 64 } = options;
  const scaled = scaledMesh(file, name, options);
  const { points, size } = scaled;
  const triangles = closedFaces(scaled, path, name, REMEDY);
  const tree = triangleTree(points, triangles);
  const [crossing] = crossingsIn(tree, 1);
  if (crossing !== undefined)
    throw new InvalidInputError(path, name, `cuts itself, near ${place(crossing.point)}: what is inside is not clear; ${REMEDY}`);
  const parts = convexParts({ corners: points, triangles }, options);
  if (parts.length === 0) throw new InvalidInputError(path, name, "is flat or empty: it holds no volume");
  const volume = parts.reduce((sum, part) => sum + part.volume, 0);
  const loose = parts.filter((part) => part.hullVolume - part.volume > EXACT * volume);
  const beyond =
    loose.length === 0
      ? 0
      : reachOutside(
          tree,
          loose.map(({ hull }) => hull),
          MEASURED * size,
        );
  const hulls = parts.map(({ hull }) => fewer(hull, mostCorners));
  const outside = hulls.reduce((most, hull) => Math.max(most, hull.outside), 0);
  return {
    type: "compound",
    parts: hulls.map(({ vertices, triangles: faces }): Part => ({ shape: { type: "mesh", vertices, triangles: faces } satisfies Mesh })),
    solid: { ...meshSolidOf(points, triangles, outside, path), beyond, touching: parts.reduce((sum, part) => sum + part.hullVolume, 0) },
  };
}

function fewer(hull: ConvexHull, most: number): ConvexHull {
  return hull.vertices.length <= most ? hull : (convexHull(hull.vertices, most) ?? hull);
}

function place(point: Vec3): string {
  return `(${point.map((value) => value.toPrecision(3)).join(", ")}) m`;
}
