/**
 * Whether a mesh is fine enough for its grip, and the work of Hertz's contact beside that of the squeeze.
 *
 * A ball of radius R pushed into a half space with F goes in to a depth with F = 4/3 E* sqrt(R) depth^(3/2), E* = E / (1 - nu^2), for a
 * work of 2/5 F depth. What is fine enough: grasp/resolution.ts.
 */
import { pow } from "../../math/elementary.js";
import { coarseSentence, discRadius, edgeAt, type FingerResolution, isCoarse } from "../grasp/resolution.js";
import type { SoftBody } from "./body.js";
import type { ContactNode } from "./contact-map.js";
import type { Finger } from "./fingers.js";
import type { PickupRecord, PickupSpec, PickupWarning } from "./pickup-run.js";

/** Work over that of Hertz beyond which it is worth a warning, either way. */
const FAR_FROM_HERTZ = 2;

/** Of each finger in the grip. */
export function resolutionOf(
  { surface, mesh, material, spacing }: SoftBody,
  fingers: readonly Finger[],
  contacts: readonly ContactNode[],
  { squeeze }: PickupRecord,
): FingerResolution[] {
  return fingers.map(({ radius }, i) => {
    const touching = new Set(contacts.filter(({ obstacle }) => obstacle === i + 1).map(({ surfaceNode }) => surface.nodes[surfaceNode]));
    return {
      nodes: touching.size,
      elementSize: edgeAt(mesh, surface, touching, spacing),
      contactRadius: discRadius(radius, squeeze[i], material),
    };
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
  const coarse = resolution.findIndex(isCoarse);
  if (coarse >= 0) warnings.push({ code: "resolution", message: coarseSentence(resolution[coarse], coarse + 1, " by Hertz") });
  if (hertz !== undefined && hertz > 0 && (work > FAR_FROM_HERTZ * hertz || work < hertz / FAR_FROM_HERTZ))
    warnings.push({
      code: "hertz",
      message:
        `the work of ${work.toPrecision(3)} J is ${(work / hertz).toPrecision(2)} times the ${hertz.toPrecision(3)} J of Hertz's contact ` +
        `with a half space: what sets it is the mesh, the size of the body or its weight, not the contact alone`,
    });
  return warnings;
}
