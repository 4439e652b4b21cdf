/**
 * The stiffness and the weight of a body in a grip, by its elements; quadratic ones touch at corners only (fem/tied-solid.ts).
 */
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import { assemble, solidPattern } from "../fem/assemble.js";
import { elasticResponse } from "../fem/elasticity.js";
import type { SoftMaterial } from "../fem/material.js";
import { bodyLoad, type ElementKind, solidVolume } from "../fem/solid.js";
import { nodalWeight, stiffnessMatrix } from "../fem/stiffness.js";
import { type MayTouch, type TiedSolid, tiedSolid } from "../fem/tied-solid.js";
import { meshVolume, type TetMesh } from "../mesh/mesh.js";
import type { MeshSurface } from "../mesh/surface.js";

/** A body's nodes, corners of its mesh first, with their stiffness and weight. */
export interface ElasticModel {
  /** Where they are without load, m, 3 each. */
  readonly places: Float64Array;
  /** N/m. */
  readonly stiffness: SparseSymmetric;
  /** On every node, N. */
  readonly gravity: Float64Array;
  /** Of quadratic elements: all of their nodes, and what these do when those that are left are moved. */
  readonly quadratic?: Pick<TiedSolid, "solid" | "expand">;
}

/** What a body is cut into and where it may be touched. */
export interface ModelOptions {
  /** Default linear. */
  readonly element?: ElementKind;
  /** With quadratic elements: whether a place may be touched. */
  readonly mayTouch?: MayTouch;
}

export function elasticModel(
  mesh: TetMesh,
  surface: MeshSurface,
  material: SoftMaterial,
  weight: number,
  { element = "linear", mayTouch = () => true }: ModelOptions,
): ElasticModel {
  if (element === "linear")
    return {
      places: mesh.nodes,
      stiffness: stiffnessMatrix(mesh, material),
      gravity: nodalWeight(mesh, weight / meshVolume(mesh), 1),
    };
  const tied = tiedSolid(mesh, surface, "quadratic", mayTouch);
  const { solid } = tied;
  const density = weight / solidVolume(solid);
  const load = bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -density;
  });
  const { tangent } = assemble(solid, elasticResponse("linear", material), new Float64Array(solid.nodes.length), solidPattern(solid));
  return { places: tied.places, gravity: tied.gather(load), stiffness: tied.reduce(tangent as SparseSymmetric), quadratic: tied };
}
