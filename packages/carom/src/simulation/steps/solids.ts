/**
 * Convex solids of a scene with their faces as loops of corners and edges, for `manifold.ts`.
 */
import { isGroundShape } from "../../geometry/ground/ground-shape.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Shape } from "../../mechanics/shapes/index.js";
import type { Polytope } from "../detection/polytope.js";
import { surfaceOf } from "../detection/surface.js";
import { centreInShape } from "../scene/centre-in-shape.js";
import type { Scene } from "../scene/scene.js";

/** The corners of a face in order around its normal; edge k goes from corner k to the next. */
export interface FaceLoop {
  readonly corners: readonly number[];
  readonly edges: readonly number[];
}

export interface Solid extends Polytope {
  readonly loops: readonly FaceLoop[];
  /** Where it stands, if nothing moves it. */
  readonly place?: { readonly position: Vec3; readonly orientation: Quaternion };
}

/** By name: what has flat faces and is convex, ground that is moved apart. */
export function solidsOf({ bodies }: Scene): ReadonlyMap<string, Solid> {
  const solids = new Map<string, Solid>();
  /** Bodies of one shape share its solid. */
  const made = new Map<string, Solid | undefined>();
  const solidOf = (shape: Shape, centre: Vec3): Solid | undefined => {
    const key = JSON.stringify([shape, centre]);
    if (!made.has(key)) {
      const { solid } = surfaceOf(shape, centre);
      made.set(key, solid && { loops: loopsOf(solid), ...solid });
    }
    return made.get(key);
  };
  for (const [name, body] of Object.entries(bodies)) {
    if ("plane" in body) continue;
    if ("fixed" in body) {
      if (body.motion !== undefined || isGroundShape(body.fixed)) continue;
      const solid = solidOf(body.fixed, vec3.ZERO);
      const place = { position: body.position, orientation: body.orientation ?? quaternion.IDENTITY };
      if (solid !== undefined) solids.set(name, { ...solid, place });
      continue;
    }
    if (body.shape === undefined) continue;
    const solid = solidOf(body.shape, centreInShape(body, `bodies.${name}`));
    if (solid !== undefined) solids.set(name, solid);
  }
  return solids;
}

function loopsOf(solid: Polytope): FaceLoop[] {
  return solid.faces.map((_, face) => loopOf(solid, face));
}

function loopOf({ corners, faces, edges }: Polytope, face: number): FaceLoop {
  const around = edges.flatMap(({ faces: sides }, edge) => (sides.includes(face) ? [edge] : []));
  const loop = { corners: [] as number[], edges: [] as number[] };
  let [edge] = around;
  let [at] = edges[edge].ends;
  for (let k = 0; k < around.length; k += 1) {
    loop.corners.push(at);
    loop.edges.push(edge);
    const { ends } = edges[edge];
    at = ends[0] === at ? ends[1] : ends[0];
    edge = around.find((other) => other !== edge && edges[other].ends.includes(at)) ?? edge;
  }
  const [a, b, c] = loop.corners.map((corner) => corners[corner]);
  const turn = vec3.dot(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, b)), faces[face].normal);
  if (turn > 0) return loop;
  // The other way round: edge k still goes from corner k to the next.
  return { corners: [...loop.corners].reverse(), edges: [...loop.edges.slice(0, -1).reverse(), loop.edges[loop.edges.length - 1]] };
}
