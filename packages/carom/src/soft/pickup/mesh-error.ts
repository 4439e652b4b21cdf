/**
 * What the mesh does to a grip, estimated beside its displacements, its least depth and its work.
 *
 * While what touches stays where it is, elements have too much energy by a share s, so that pushes at a given depth are too large by s. The
 * push that lifts a body is given by its weight: there, depth, displacements and work are too small, by up to about s. How many nodes touch
 * is not in it (`resolution` is about that).
 */
import { elasticResponse } from "../fem/elasticity.js";
import { errorEstimate, excessOfLinear } from "../fem/error-estimate.js";
import type { PickupRecord, PickupSpec, PickupWarning } from "./pickup-run.js";
import { displacementOf, elasticEnergyOf, type GripState, hasForce, type Scene } from "./state.js";

/** Estimated errors of a grip, by which its numbers are too small; push at a given depth is too large by the same share. */
export interface PickupMeshError {
  /** Of the energy in the grip. */
  readonly share: number;
  /** Of the largest displacement of a node, m. */
  readonly displacement: number;
  /** Of the least depth, m; absent where there is none. */
  readonly depth?: number;
  /** Of the work, J. */
  readonly work: number;
}

/** Error that is worth a warning. */
const COARSE = 0.05;

/** Undefined where nothing can be compared: too large a mesh, hardly anything that touches, or no deformation. */
export function meshErrorOf(
  scene: Scene,
  state: GripState,
  { material, stiffnessScale = 1, law = "linear" }: PickupSpec,
  record: PickupRecord,
  depth: number | undefined,
): PickupMeshError | undefined {
  const { body } = scene;
  const scaled = { ...material, youngModulus: stiffnessScale * material.youngModulus };
  const energy = elasticEnergyOf(scene, state);
  const moved = displacementOf(scene, state);
  const response = elasticResponse(law, scaled);
  const touching = touchingNodes(scene, state);
  const share =
    body.quadratic === undefined
      ? excessOfLinear({
          mesh: body.mesh,
          material: scaled,
          response,
          displacement: moved,
          held: touching.map((node) => body.surface.nodes[node]),
          corners: body.held(touching),
          weight: [0, 0, -state.gravity * body.weight],
          energy,
        })
      : energy > 0
        ? errorEstimate(body.quadratic.solid, response, scaled, body.quadratic.expand(moved)).workError / (2 * energy)
        : undefined;
  if (share === undefined) return undefined;
  let square = 0;
  for (let at = 0; at < body.mesh.nodes.length; at += 3)
    square = Math.max(square, moved[at] * moved[at] + moved[at + 1] * moved[at + 1] + moved[at + 2] * moved[at + 2]);
  return {
    share,
    displacement: share * Math.sqrt(square),
    ...(depth === undefined ? {} : { depth: share * depth }),
    work: share * record.work,
  };
}

/** By their places among the surface nodes. */
function touchingNodes({ body }: Scene, { force }: GripState): number[] {
  const count = body.surface.nodes.length;
  const touching = new Set<number>();
  for (let contact = 0; 3 * contact < force.length; contact += 1) if (hasForce(force, contact)) touching.add(contact % count);
  return [...touching];
}

/** Nothing is said of a squeeze that reached no grip and has no estimate. */
export function meshErrorDoubts(found: PickupMeshError | undefined, element: PickupSpec["element"], isGrip: boolean): PickupWarning[] {
  if (found === undefined)
    return isGrip ? [{ code: "no-estimate", message: "the error of the mesh is not estimated: it has too many elements" }] : [];
  const { share } = found;
  if (!(share > COARSE)) return [];
  return [
    {
      code: "mesh-error",
      message:
        `the mesh makes depth, displacements and work of the grip too small by up to about ${(100 * share).toPrecision(2)} %: ask for ` +
        `${element === "quadratic" ? "finer elements" : '"element": "quadratic", or for finer elements'}`,
    },
  ];
}
