/**
 * Whether a mesh is fine enough for what touches it: nodes under each finger, and the size of elements against the size of the contact.
 *
 * Hertz: a ball of radius R pushed into a half space with F touches on a disc of radius (3 F R / 4 E*)^(1/3), E* = E / (1 - nu^2); a
 * cylinder of length L on a strip of half width (4 F R / (pi L E*))^(1/2). A flat touches with all of itself: half its narrower side.
 * Measured on a ball between plates: the push is right to 3 % with quadratic elements no longer than that radius over 1.5; with fewer than
 * 7 nodes it is the mesh that decides.
 */
import { cbrt } from "../../math/elementary.js";
import { norm } from "../../math/vec3.js";
import type { SoftMaterial } from "../fem/material.js";
import { distance, type TetMesh } from "../mesh/mesh.js";
import type { MeshSurface } from "../mesh/surface.js";
import type { RoundedBox } from "./finger-shape.js";
import type { GraspScene, GraspState } from "./scene.js";

/** How finely the contact of one finger is resolved. */
export interface FingerResolution {
  /** Nodes that touch it. */
  readonly nodes: number;
  /** Mean edge of the surface at those nodes, m. */
  readonly elementSize: number;
  /**
   * Radius of the contact of a ball by Hertz, for the push that it has, m; of a cylinder half the width by Hertz, of a pad or a groove half
   * the narrower side.
   */
  readonly contactRadius: number;
}

/** Nodes under a finger below which the mesh decides. */
const FEWEST = 7;
/** Elements in a radius of contact. */
const ACROSS = 1.5;

export const isCoarse = ({ nodes, elementSize, contactRadius }: FingerResolution): boolean =>
  nodes < FEWEST || elementSize > contactRadius / ACROSS;

/** What is said of a finger whose contact the mesh decides; `by`: how its radius is known. */
export function coarseSentence({ nodes, elementSize, contactRadius }: FingerResolution, finger: number, by = ""): string {
  return (
    `${nodes} node${nodes === 1 ? " touches" : "s touch"} finger ${finger}, with edges of ${elementSize.toPrecision(2)} m in a ` +
    `contact of a radius of ${contactRadius.toPrecision(2)} m${by}: below ${FEWEST} nodes, or with edges above ` +
    `${(contactRadius / ACROSS).toPrecision(2)} m, depth and work are those of the mesh; refine it near the fingers`
  );
}

/** Mean edge of the surface at some nodes of the mesh, m; `other` where there are none. */
export function edgeAt({ nodes }: TetMesh, { triangles }: MeshSurface, touching: ReadonlySet<number>, other: number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < triangles.length; at++) {
    const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
    if (!touching.has(a) && !touching.has(b)) continue;
    sum += distance(nodes, a, b);
    count += 1;
  }
  return count === 0 ? other : sum / count;
}

/** Radius of the contact of a ball by Hertz, m. */
export const discRadius = (radius: number, push: number, { youngModulus, poissonRatio }: SoftMaterial): number =>
  cbrt((0.75 * Math.max(0, push) * radius * (1 - poissonRatio * poissonRatio)) / youngModulus);

/** Of each finger in the grip. */
export function graspResolution({ body, fingers }: GraspScene, grip: GraspState, pushes: readonly number[]): FingerResolution[] {
  const { mesh, surface, spacing, material } = body;
  return fingers.map(({ boxes }, i) => {
    const touching = new Set(Array.from(surface.nodes).filter((_, k) => grip.obstacle[k] === i + 1));
    return {
      nodes: touching.size,
      elementSize: edgeAt(mesh, surface, touching, spacing),
      contactRadius: contactRadiusOf(boxes[0], pushes[i], material),
    };
  });
}

function contactRadiusOf({ half, rounding }: RoundedBox, push: number, material: SoftMaterial): number {
  if (norm(half) === 0) return discRadius(rounding, push, material);
  if (half[0] > 0 || half[1] > 0) return Math.min(half[1], half[2]) + rounding;
  const { youngModulus, poissonRatio } = material;
  const stiffness = youngModulus / (1 - poissonRatio * poissonRatio);
  return Math.sqrt((4 * Math.max(0, push) * rounding) / (Math.PI * 2 * half[2] * stiffness));
}
