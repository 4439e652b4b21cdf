/**
 * The stiffness and the weight of a body in a grip, by its elements.
 *
 * Quadratic elements: on a side under even pressure the nodes on edges carry everything and the corners nothing, so that the sign of a
 * corner's force would say nothing about contact. Where the body may be touched, nodes on edges of the skin therefore move by the mean of
 * their ends, and are eliminated: forces there are those of linear triangles, at corners alone. Elsewhere the elements stay whole.
 */
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import { assemble, solidPattern } from "../fem/assemble.js";
import { elasticResponse } from "../fem/elasticity.js";
import type { SoftMaterial } from "../fem/material.js";
import { edgeEnds } from "../fem/quadratic-solution.js";
import { bodyLoad, type ElementKind, solidOf, solidVolume } from "../fem/solid.js";
import { nodalWeight, stiffnessMatrix, stiffnessPattern } from "../fem/stiffness.js";
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
}

/** What a body is cut into and where it may be touched. */
export interface ModelOptions {
  /** Default linear. */
  readonly element?: ElementKind;
  /** With quadratic elements: whether a place may be touched. */
  readonly mayTouch?: (x: number, y: number, z: number) => boolean;
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
  const solid = solidOf(mesh, "quadratic");
  const { nodes, corners, elements } = solid;
  const ends = edgeEnds(solid);
  const tied = tiedEdges(mesh, surface, ends, mayTouch);
  // New numbers: corners, then the nodes on edges that are left; a tied one stands for its ends, a half each.
  const count = nodes.length / 3;
  const number = new Int32Array(count);
  let next = corners;
  for (let node = 0; node < count; node += 1) number[node] = node < corners ? node : tied[node - corners] === 1 ? -1 : next++;
  const standsFor = (node: number): readonly number[] =>
    number[node] >= 0 ? [number[node]] : [ends[2 * (node - corners)], ends[2 * (node - corners) + 1]];
  const places = new Float64Array(3 * next);
  const gravity = new Float64Array(3 * next);
  const density = weight / solidVolume(solid);
  const load = bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -density;
  });
  for (let node = 0; node < count; node += 1) {
    const targets = standsFor(node);
    for (let axis = 0; axis < 3; axis += 1) {
      if (targets.length === 1) places[3 * targets[0] + axis] = nodes[3 * node + axis];
      for (const target of targets) gravity[3 * target + axis] += load[3 * node + axis] / targets.length;
    }
  }
  const { tangent } = assemble(solid, elasticResponse("linear", material), new Float64Array(nodes.length), solidPattern(solid));
  // Both ends of a tied edge belong to every element of it: the pattern is that of the elements without it.
  const fewer = elements.map((node) => standsFor(node)[0]);
  return { places, gravity, stiffness: reduced(tangent as SparseSymmetric, fewer, next, standsFor) };
}

/** Nodes on edges of the skin of which an end may be touched, by their places behind the corners. */
function tiedEdges(
  mesh: TetMesh,
  { triangles }: MeshSurface,
  ends: Int32Array,
  mayTouch: NonNullable<ModelOptions["mayTouch"]>,
): Uint8Array {
  const corners = mesh.nodes.length / 3;
  const touched = new Uint8Array(corners);
  for (let node = 0; node < corners; node += 1)
    if (mayTouch(mesh.nodes[3 * node], mesh.nodes[3 * node + 1], mesh.nodes[3 * node + 2])) touched[node] = 1;
  const outer = new Set<number>();
  for (let at = 0; at < triangles.length; at += 1) {
    const [a, b] = [triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]];
    if (touched[a] === 1 || touched[b] === 1) outer.add(Math.min(a, b) * corners + Math.max(a, b));
  }
  return Uint8Array.from({ length: ends.length / 2 }, (_, edge) => {
    const [a, b] = [ends[2 * edge], ends[2 * edge + 1]];
    return outer.has(Math.min(a, b) * corners + Math.max(a, b)) ? 1 : 0;
  });
}

/** T^T K T, where each node of K stands for one or two of the new ones in equal parts. */
function reduced(
  matrix: SparseSymmetric,
  elements: Int32Array,
  nodes: number,
  standsFor: (node: number) => readonly number[],
): SparseSymmetric {
  const { columnStarts, rows } = stiffnessPattern(elements, nodes, 10);
  const values = new Float64Array(rows.length);
  const add = (p: number, q: number, value: number): void => {
    const [row, column] = p > q ? [p, q] : [q, p];
    let [low, high] = [columnStarts[column], columnStarts[column + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    values[low] += value;
  };
  for (let column = 0; column < matrix.size; column += 1) {
    const across = standsFor(Math.floor(column / 3));
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1) {
      const row = matrix.rows[at];
      const down = standsFor(Math.floor(row / 3));
      const value = matrix.values[at] / (across.length * down.length);
      for (const a of down)
        for (const b of across) {
          const [p, q] = [3 * a + (row % 3), 3 * b + (column % 3)];
          // An entry off the diagonal stands for its mirror image, too.
          if (row !== column) add(p, q, p === q ? 2 * value : value);
          else if (p >= q) add(p, q, value);
        }
    }
  }
  return { size: 3 * nodes, columnStarts, rows, values };
}
