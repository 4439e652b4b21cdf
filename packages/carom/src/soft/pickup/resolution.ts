/**
 * Whether a mesh is fine enough for its grip: nodes under each finger, and the size of elements against the radius of the contact.
 *
 * Hertz: a ball of radius R pushed into a half space with F touches on a disc of radius a = (3 F R / 4 E*)^(1/3), E* = E / (1 - nu^2), to a
 * depth with F = 4/3 E* sqrt(R) depth^(3/2), for a work of 2/5 F depth. Measured on a ball between plates: the push is right to 3 % with
 * quadratic elements no longer than a / 1.5, which put 17 corners into the disc; with fewer than 7 nodes it is the mesh that decides.
 */
import { cbrt, pow } from "../../math/elementary.js";
import { distance } from "../mesh/mesh.js";
import type { SoftBody } from "./body.js";
import type { ContactNode } from "./contact-map.js";
import type { Finger } from "./fingers.js";
import type { PickupRecord, PickupSpec, PickupWarning } from "./pickup-run.js";

/** How finely the contact of one finger is resolved. */
export interface FingerResolution {
  /** Nodes that touch it. */
  readonly nodes: number;
  /** Mean edge of the surface at those nodes, m. */
  readonly elementSize: number;
  /** Radius of the contact by Hertz, for the push that it has, m. */
  readonly contactRadius: number;
}

/** Nodes under a finger below which the mesh decides. */
const FEWEST = 7;
/** Elements in a radius of contact. */
const ACROSS = 1.5;
/** Work over that of Hertz beyond which it is worth a warning, either way. */
const FAR_FROM_HERTZ = 2;

/** Of each finger in the grip. */
export function resolutionOf(
  { surface, mesh, material, spacing }: SoftBody,
  fingers: readonly Finger[],
  contacts: readonly ContactNode[],
  { squeeze }: PickupRecord,
): FingerResolution[] {
  const stiffness = material.youngModulus / (1 - material.poissonRatio * material.poissonRatio);
  return fingers.map(({ radius }, i) => {
    const touching = new Set(contacts.filter(({ obstacle }) => obstacle === i + 1).map(({ surfaceNode }) => surface.nodes[surfaceNode]));
    let [sum, count] = [0, 0];
    const { triangles } = surface;
    for (let at = 0; at < triangles.length; at++) {
      const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
      if (!touching.has(a) && !touching.has(b)) continue;
      sum += distance(mesh.nodes, a, b);
      count += 1;
    }
    const contactRadius = cbrt((0.75 * Math.max(0, squeeze[i]) * radius) / stiffness);
    return { nodes: touching.size, elementSize: count === 0 ? spacing : sum / count, contactRadius };
  });
}

/**
 * Work of both fingers until each pushes with weight / (2 friction), were the contact that of Hertz. It falls as E^(-2/3): in the continuum
 * a harder body needs less work. Undefined without friction.
 */
export function hertzWork({ weight, fingers, material }: PickupSpec, youngModulus = material.youngModulus): number | undefined {
  if (fingers.some(({ friction }) => friction === 0)) return undefined;
  const stiffness = (youngModulus / (1 - material.poissonRatio * material.poissonRatio)) * (4 / 3);
  return fingers.reduce((sum, { radius, friction }) => {
    const push = weight / (2 * friction);
    return sum + 0.4 * push * pow(push / (stiffness * Math.sqrt(radius)), 2 / 3);
  }, 0);
}

/** Warnings of a grip that its mesh decides. */
export function resolutionDoubts(resolution: readonly FingerResolution[], work: number, hertz: number | undefined): PickupWarning[] {
  const warnings: PickupWarning[] = [];
  const coarse = resolution.findIndex(({ nodes, elementSize, contactRadius }) => nodes < FEWEST || elementSize > contactRadius / ACROSS);
  if (coarse >= 0) {
    const { nodes, elementSize, contactRadius } = resolution[coarse];
    warnings.push({
      code: "resolution",
      message:
        `${nodes} node${nodes === 1 ? " touches" : "s touch"} finger ${coarse + 1}, with edges of ${elementSize.toPrecision(2)} m in a ` +
        `contact of a radius of ${contactRadius.toPrecision(2)} m by Hertz: below ${FEWEST} nodes, or with edges above ` +
        `${(contactRadius / ACROSS).toPrecision(2)} m, depth and work are those of the mesh; refine it near the fingers`,
    });
  }
  if (hertz !== undefined && hertz > 0 && (work > FAR_FROM_HERTZ * hertz || work < hertz / FAR_FROM_HERTZ))
    warnings.push({
      code: "hertz",
      message:
        `the work of ${work.toPrecision(3)} J is ${(work / hertz).toPrecision(2)} times the ${hertz.toPrecision(3)} J of Hertz's contact ` +
        `with a half space: what sets it is the mesh, the size of the body or its weight, not the contact alone`,
    });
  return warnings;
}
