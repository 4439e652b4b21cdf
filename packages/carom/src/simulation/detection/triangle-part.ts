/**
 * One triangle of ground as a part that convex parts meet: the pieces are its own, what is beside them belongs to the whole ground.
 */
import { triangleCore } from "../../geometry/core.js";
import type { TriangleGround } from "../../geometry/ground/triangle-ground.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexPart, PartPiece } from "./convex-part.js";

export function trianglePart({ tree, normals, edges, corners: places }: TriangleGround, triangle: number): ConvexPart {
  const numbers = tree.triangles[triangle];
  const [a, b, c] = numbers.map((corner) => tree.corners[corner]);
  const position = vec3.scale(vec3.add(vec3.add(a, b), c), 1 / 3);
  const own: [Vec3, Vec3, Vec3] = [vec3.subtract(a, position), vec3.subtract(b, position), vec3.subtract(c, position)];
  const core = triangleCore(own, normals[triangle]);
  const around = [...numbers.map((corner) => places[corner]), ...edges[triangle]];
  return {
    core,
    position,
    orientation: quaternion.IDENTITY,
    pieces: core.pieces.map((piece, k): PartPiece => {
      const place = around[k];
      const name = `${piece.kind} ${piece.index}`;
      // The back is met as the face from the other side.
      if (place === undefined) return { piece, name: piece.index === 0 ? "face" : "back", beside: [], hidden: piece.index === 1 };
      return { piece, name, beside: place.beside, hidden: place.owner !== triangle };
    }),
    extent: core.coreReach,
    reach: vec3.norm(position) + core.reach,
    side: undefined,
    thin: true,
  };
}
