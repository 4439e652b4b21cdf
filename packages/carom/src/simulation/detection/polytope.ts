/**
 * A convex solid with flat faces: corners, edges and faces, in body axes from the centre of mass.
 *
 * Found from the corners alone: every plane through three of them with all others on one side is a face; corners of one face are put in order around it. Small
 * solids only (the work grows with the fourth power of the number of corners); boxes are written down directly.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export interface Face {
  /** Unit, outwards. */
  readonly normal: Vec3;
  /** Distance from the origin along the normal, m. */
  readonly offset: number;
}

export interface Edge {
  /** Places of the two ends among the corners. */
  readonly ends: readonly [number, number];
  /** Places of the two faces that meet here. */
  readonly faces: readonly [number, number];
}

export interface Polytope {
  readonly corners: readonly Vec3[];
  readonly faces: readonly Face[];
  readonly edges: readonly Edge[];
  /** Largest distance of a corner from the origin, m. */
  readonly reach: number;
}

/** Relative to the size: corners this close to a plane are in it. */
const FLAT = 1e-9;
/** More corners than this take too long; they belong to a finer method. */
export const MOST_CORNERS = 64;

export function polytope(corners: readonly Vec3[], path = "vertices"): Polytope {
  if (corners.length < 4) throw new InvalidInputError(path, corners.length, "is too few corners for a solid");
  if (corners.length > MOST_CORNERS)
    throw new InvalidInputError(path, corners.length, `is more than the ${MOST_CORNERS} corners a convex solid may have here`);
  const reach = corners.reduce((most, corner) => Math.max(most, vec3.norm(corner)), 0);
  const faces: { normal: Vec3; offset: number; members: number[] }[] = [];
  for (let i = 0; i < corners.length; i++)
    for (let j = i + 1; j < corners.length; j++)
      for (let k = j + 1; k < corners.length; k++) {
        const normal = vec3.normalize(vec3.cross(vec3.subtract(corners[j], corners[i]), vec3.subtract(corners[k], corners[i])));
        if (normal === undefined) continue;
        for (const outward of [normal, vec3.scale(normal, -1)]) {
          const offset = vec3.dot(outward, corners[i]);
          const heights = corners.map((corner) => vec3.dot(outward, corner) - offset);
          if (heights.some((height) => height > FLAT * reach)) continue;
          if (faces.some((face) => vec3.norm(vec3.subtract(face.normal, outward)) < 1e-7)) continue;
          faces.push({ normal: outward, offset, members: heights.flatMap((height, m) => (height > -FLAT * reach ? [m] : [])) });
        }
      }
  if (faces.length < 4) throw new InvalidInputError(path, corners, "is flat: it has no inside");
  return { corners, faces: faces.map(({ normal, offset }) => ({ normal, offset })), edges: edgesOf(corners, faces), reach };
}

/** Two faces meet in an edge where they share two corners; of more than two in a line the outermost. */
function edgesOf(corners: readonly Vec3[], faces: readonly { readonly normal: Vec3; readonly members: readonly number[] }[]): Edge[] {
  const edges: Edge[] = [];
  for (let a = 0; a < faces.length; a++)
    for (let b = a + 1; b < faces.length; b++) {
      const shared = faces[a].members.filter((corner) => faces[b].members.includes(corner));
      if (shared.length < 2) continue;
      const along = vec3.cross(faces[a].normal, faces[b].normal);
      const sorted = [...shared].sort((i, j) => vec3.dot(along, corners[i]) - vec3.dot(along, corners[j]));
      edges.push({ ends: [sorted[0], sorted[sorted.length - 1]], faces: [a, b] });
    }
  return edges;
}
