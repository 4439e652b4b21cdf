/**
 * A soft body in a grasp: its elements, its law of elasticity for any strain, and its weight along any direction.
 */
import { InvalidInputError } from "../../errors.js";
import { multiplySymmetric, type SparseSymmetric } from "../../math/sparse/symmetric.js";
import { assemble, solidPattern } from "../fem/assemble.js";
import { type ElasticLaw, elasticResponse } from "../fem/elasticity.js";
import { checkMaterial, type SoftMaterial } from "../fem/material.js";
import { bodyLoad, type ElementKind, solidVolume } from "../fem/solid.js";
import { type MayTouch, type TiedSolid, tiedSolid } from "../fem/tied-solid.js";
import { checkMesh, distance, meshExtent, type TetMesh } from "../mesh/mesh.js";
import { looseNodes } from "../mesh/support.js";
import { type MeshSurface, meshSurface } from "../mesh/surface.js";

/** What a body does at a displacement. */
export interface BodyResponse {
  /** Stored, J; infinite where an element is turned inside out, and then nothing else is to be used. */
  readonly energy: number;
  /** Internal force on every node that is left, N. */
  readonly force: Float64Array;
}

/** A soft body for grasps. */
export interface GraspBody {
  /** Its tetrahedra. */
  readonly mesh: TetMesh;
  /** Its outside. */
  readonly surface: MeshSurface;
  /** Its elements, with the nodes that are left. */
  readonly tied: TiedSolid;
  /** The same everywhere. */
  readonly material: SoftMaterial;
  /** How stress follows from deformation. */
  readonly law: ElasticLaw;
  /** N. */
  readonly weight: number;
  /** Extent, m. */
  readonly size: number;
  /** Mean edge of the surface, m. */
  readonly spacing: number;
  /** Force on every node if the weight acted along x, y, z, N. */
  readonly loads: readonly [Float64Array, Float64Array, Float64Array];
  /** Energy and forces at a displacement. */
  respond(displacement: Float64Array): BodyResponse;
  /** The tangent stiffness; the same matrix at every displacement where the law is linear. */
  tangent(displacement: Float64Array): SparseSymmetric;
}

/** What a body for grasps is made of. */
export interface GraspBodySpec {
  /** Its tetrahedra. */
  readonly mesh: TetMesh;
  /** The same everywhere. */
  readonly material: SoftMaterial;
  /** N. */
  readonly weight: number;
  /** Default linear. */
  readonly law?: ElasticLaw;
  /** Default linear. */
  readonly element?: ElementKind;
  /** With quadratic elements: where it may be touched. Default everywhere. */
  readonly mayTouch?: MayTouch;
}

/** Reads and prepares a body. */
export function graspBody({
  mesh: given,
  material,
  weight,
  law = "linear",
  element = "linear",
  mayTouch = () => true,
}: GraspBodySpec): GraspBody {
  checkMaterial(material);
  if (!(weight > 0 && weight < Infinity)) throw new InvalidInputError("weight", weight, "is not a number above 0");
  const mesh = checkMesh(given);
  const [loose] = looseNodes(mesh, mesh.tetrahedra.slice(0, 4));
  if (loose !== undefined)
    throw new InvalidInputError(`mesh.nodes[${loose}]`, loose, "does not hang together with the first element: a body is one piece");
  const surface = meshSurface(mesh);
  const tied = tiedSolid(mesh, surface, element, mayTouch);
  const { solid } = tied;
  const density = weight / solidVolume(solid);
  const along = (axis: number): Float64Array =>
    tied.gather(
      bodyLoad(solid, (_x, _y, _z, out) => {
        out[axis] = density;
      }),
    );
  const response = elasticResponse(law, material);
  const pattern = solidPattern(solid);
  const tangentAt = (displacement: Float64Array): SparseSymmetric =>
    tied.reduce(assemble(solid, response, tied.expand(displacement), pattern).tangent as SparseSymmetric);
  const constant = law === "linear" ? tangentAt(new Float64Array(3 * tied.nodes)) : undefined;
  return {
    mesh,
    surface,
    tied,
    material,
    law,
    weight,
    size: meshExtent(mesh.nodes),
    spacing: meanEdge(mesh, surface),
    loads: [along(0), along(1), along(2)],
    respond(displacement) {
      if (constant !== undefined) {
        const force = multiplySymmetric(constant, displacement as Float64Array<ArrayBuffer>);
        let energy = 0;
        for (let row = 0; row < force.length; row += 1) energy += 0.5 * force[row] * displacement[row];
        return { energy, force };
      }
      const { energy, force } = assemble(solid, response, tied.expand(displacement));
      return { energy, force: tied.gather(force) };
    },
    tangent: (displacement) => constant ?? tangentAt(displacement),
  };
}

function meanEdge({ nodes }: TetMesh, { triangles }: MeshSurface): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at++) sum += distance(nodes, triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]);
  return sum / triangles.length;
}
