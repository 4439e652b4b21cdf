/**
 * A free elastic body as its contacts see it: where its surface nodes stand under given forces on them.
 *
 * A body that touches nothing can be moved freely, so K d = F + G has no inverse. Six springs, at six components of displacement that no
 * rigid motion leaves at zero, make it regular. Under forces in balance those springs carry nothing (six independent forces that are in
 * balance by themselves are zero), so nothing is changed, and
 *
 *     d = C f + u G + R a          with   sum R^T f + R^T G = 0
 *     C = (K + springs)^-1 at the surface,  u gravity's share,  R rigid motions, a their amounts
 *
 * is every solution. It is the inverse side of the condensed stiffness, f = S d - g (fem/condense.ts): nodes that touch nothing drop out,
 * and only contact forces and six numbers are unknown. Columns of C are solved for when a node first touches something, and kept.
 *
 * Moments are taken on the undeformed shape and K is never rebuilt: linear theory.
 * Letters: K stiffness, d displacement, F f contact forces, G weight, C compliance, R rigid.  Source: 000 section 6.2, eq. (6.3).
 */
import { InvalidInputError } from "../../errors.js";
import { factorLdl, type LdlFactor, solveLdl } from "../../math/sparse/ldl.js";
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import { checkMaterial, type SoftMaterial } from "../fem/material.js";
import { nodalWeight, stiffnessMatrix } from "../fem/stiffness.js";
import { checkMesh, distance, meshExtent, meshVolume, type TetMesh } from "../mesh/mesh.js";
import { looseNodes } from "../mesh/support.js";
import { type MeshSurface, meshSurface, nodeNormals } from "../mesh/surface.js";

export interface SoftBody {
  readonly mesh: TetMesh;
  readonly material: SoftMaterial;
  readonly surface: MeshSurface;
  /** Outward, unit, 3 for each node of the mesh. */
  readonly normals: Float64Array;
  readonly stiffness: SparseSymmetric;
  /** N. */
  readonly weight: number;
  /** On every node, N. */
  readonly gravity: Float64Array;
  /** Of the surface nodes, undeformed, 3 each, m. */
  readonly rest: Float64Array;
  /** Displacement of the surface nodes under the weight with the springs, m. */
  readonly sag: Float64Array;
  /** 18 numbers for each surface node: 3 rows of 6, turns about the centre per `size`. */
  readonly rigid: Float64Array;
  /** Sum of R^T G. */
  readonly weightResultant: Float64Array;
  /** Work of the weight on its own sag, G . u G, J. */
  readonly weightWork: number;
  /** Length that turns are measured by, m. */
  readonly size: number;
  /** Mean edge of the surface, m. */
  readonly spacing: number;
  /** 3 columns of C for a surface node, one after the other, each over all surface nodes. */
  compliance(node: number): Float64Array;
  /** Displacement of every node of the mesh. */
  displacement(force: Float64Array, rigid: Float64Array, gravity: number): Float64Array;
}

export interface SoftBodyOptions {
  /** Multiplies the stiffness; 0.5 is the source's, for comparison with its figures. Default 1. */
  readonly stiffnessScale?: number;
}

export function softBody(given: TetMesh, material: SoftMaterial, weight: number, options: SoftBodyOptions = {}): SoftBody {
  checkMaterial(material);
  if (!(weight >= 0 && weight < Infinity)) throw new InvalidInputError("weight", weight, "is not a number at or above 0");
  const scale = options.stiffnessScale ?? 1;
  if (!(scale > 0 && scale < Infinity)) throw new InvalidInputError("stiffnessScale", scale, "is not a number above 0");
  const mesh = checkMesh(given);
  checkOnePiece(mesh);
  const surface = meshSurface(mesh);
  const stiffness = stiffnessMatrix(mesh, material, scale);
  const gravity = nodalWeight(mesh, weight / meshVolume(mesh), 1);
  const size = meshExtent(mesh.nodes);
  const modes = rigidMotions(mesh.nodes, size);
  const factor = factorLdl(withSprings(stiffness, modes), { block: 3 });

  const { nodes } = surface;
  const rest = atSurface(mesh.nodes, nodes);
  const sagging = solveLdl(factor, gravity);
  const rigid = new Float64Array(18 * nodes.length);
  nodes.forEach((node, k) => {
    rigid.set(modes.subarray(18 * node, 18 * node + 18), 18 * k);
  });
  const weightResultant = new Float64Array(6);
  let weightWork = 0;
  for (let row = 0; row < gravity.length; row++) {
    weightWork += gravity[row] * sagging[row];
    for (let mode = 0; mode < 6; mode++) weightResultant[mode] += modes[6 * row + mode] * gravity[row];
  }

  const columns = new Map<number, Float64Array>();
  return {
    mesh,
    material,
    surface,
    normals: nodeNormals(mesh, surface),
    stiffness,
    weight,
    gravity,
    rest,
    sag: atSurface(sagging, nodes),
    rigid,
    weightResultant,
    weightWork,
    size,
    spacing: meanEdge(mesh, surface),
    compliance(node) {
      const known = columns.get(node);
      if (known !== undefined) return known;
      const made = complianceOf(factor, nodes, node);
      columns.set(node, made);
      return made;
    },
    displacement(force, amounts, share) {
      const load = new Float64Array(gravity.length);
      for (let row = 0; row < load.length; row++) load[row] = share * gravity[row];
      nodes.forEach((node, k) => {
        for (let i = 0; i < 3; i++) load[3 * node + i] += force[3 * k + i];
      });
      const out = solveLdl(factor, load);
      for (let row = 0; row < out.length; row++) for (let mode = 0; mode < 6; mode++) out[row] += modes[6 * row + mode] * amounts[mode];
      return out;
    },
  };
}

function atSurface(all: ArrayLike<number>, nodes: Int32Array): Float64Array {
  const out = new Float64Array(3 * nodes.length);
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++) out[3 * k + i] = all[3 * node + i];
  });
  return out;
}

function complianceOf(factor: LdlFactor, nodes: Int32Array, node: number): Float64Array {
  const length = 3 * nodes.length;
  const columns = new Float64Array(3 * length);
  const load = new Float64Array(factor.symbolic.size);
  for (let axis = 0; axis < 3; axis++) {
    load.fill(0);
    load[3 * nodes[node] + axis] = 1;
    columns.set(atSurface(solveLdl(factor, load), nodes), axis * length);
  }
  return columns;
}

/**
 * Row by row, 6 for each component of displacement: translations, and turns about the centre that move a point at distance `size` by one.
 */
function rigidMotions(nodes: Float64Array, size: number): Float64Array {
  const count = nodes.length / 3;
  const centre = [0, 0, 0];
  for (let at = 0; at < nodes.length; at++) centre[at % 3] += nodes[at] / count;
  const rows = new Float64Array(6 * nodes.length);
  for (let node = 0; node < count; node++) {
    const [x, y, z] = [0, 1, 2].map((i) => (nodes[3 * node + i] - centre[i]) / size);
    rows.set([1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x, 0, 0, 1, y, -x, 0], 18 * node);
  }
  return rows;
}

/** Springs as stiff as the body at six components chosen one after the other, each the one that rigid motions not yet held move most. */
function withSprings(matrix: SparseSymmetric, modes: Float64Array): SparseSymmetric {
  const values = matrix.values.slice();
  const left = modes.slice();
  for (let spring = 0; spring < 6; spring++) {
    let chosen = 0;
    let most = 0;
    for (let row = 0; row < matrix.size; row++) {
      let square = 0;
      for (let mode = 0; mode < 6; mode++) square += left[6 * row + mode] * left[6 * row + mode];
      if (square > most * (1 + 1e-9)) {
        most = square;
        chosen = row;
      }
    }
    const unit = left.slice(6 * chosen, 6 * chosen + 6).map((value) => value / Math.sqrt(most));
    for (let row = 0; row < matrix.size; row++) {
      let along = 0;
      for (let mode = 0; mode < 6; mode++) along += left[6 * row + mode] * unit[mode];
      for (let mode = 0; mode < 6; mode++) left[6 * row + mode] -= along * unit[mode];
    }
    // The first entry of a column is its diagonal.
    values[matrix.columnStarts[chosen]] *= 2;
  }
  return { ...matrix, values };
}

function meanEdge({ nodes }: TetMesh, { triangles }: MeshSurface): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at++) {
    sum += distance(nodes, triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]);
  }
  return sum / triangles.length;
}

function checkOnePiece(mesh: TetMesh): void {
  const [loose] = looseNodes(mesh, mesh.tetrahedra.slice(0, 4));
  if (loose !== undefined)
    throw new InvalidInputError(
      `mesh.nodes[${loose}]`,
      Array.from(mesh.nodes.subarray(3 * loose, 3 * loose + 3)),
      "does not hang together with the first element, or by an edge or a node only: a body is one piece",
    );
}
