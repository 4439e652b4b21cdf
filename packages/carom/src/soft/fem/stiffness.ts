/**
 * Stiffness of a whole mesh, its weight, its rigid motions and its strains.
 *
 * The stiffness matrix sums the blocks of element.ts over the elements. It is symmetric and positive semidefinite; its null space is the
 * six rigid motions (three translations and the rotations (0, -z, y), (z, 0, -x), (-y, x, 0)) for each part of the mesh that hangs
 * together. Every node of an element carries a quarter of its weight.
 *
 * Source: 000 (6.1)-(6.3), Appendix A; its Theorem 18 speaks of three fields and prints one that is not rigid, (z, 0, x).
 */
import { symmetricEigen } from "../../math/mat3.js";
import { type Graph, multiplySymmetric, type SparseSymmetric } from "../../math/sparse/symmetric.js";
import { elementCount, nodeCount, signedVolume, type TetMesh } from "../mesh/mesh.js";
import { displacementGradient, gradients } from "./element.js";
import { lameModuli, type SoftMaterial } from "./material.js";

/** Where the entries of a mesh's stiffness are: made once, filled for many shapes of the same mesh. */
export interface StiffnessPattern {
  /** Where each column starts among the rows; one more than there are columns. */
  readonly columnStarts: Int32Array;
  /** Row of each entry, at or below the diagonal. */
  readonly rows: Int32Array;
  /** Of each element, for all pairs of its nodes (a, b), where the first column of block (a, b) starts; -1 above the diagonal. */
  readonly places: Int32Array;
  /** For each node: how many numbers its first column holds. The second holds one less, the third two less. */
  readonly heights: Int32Array;
}

/** The lower triangle by blocks of nodes: each node's columns hold its own block and those of its neighbours of higher number. */
export function stiffnessPattern(elements: Int32Array, nodes: number, perElement = 4): StiffnessPattern {
  const { starts, neighbours } = higherNeighbours(elements, nodes, perElement);
  const columnStarts = new Int32Array(3 * nodes + 1);
  const heights = new Int32Array(nodes);
  for (let node = 0; node < nodes; node += 1) {
    heights[node] = 3 + 3 * (starts[node + 1] - starts[node]);
    for (let part = 0; part < 3; part += 1) columnStarts[3 * node + part + 1] = columnStarts[3 * node + part] + heights[node] - part;
  }
  const rows = new Int32Array(columnStarts[3 * nodes]);
  for (let node = 0; node < nodes; node += 1)
    for (let part = 0; part < 3; part += 1) {
      let at = columnStarts[3 * node + part];
      for (let row = part; row < 3; row += 1) rows[at++] = 3 * node + row;
      for (let other = starts[node]; other < starts[node + 1]; other += 1)
        for (let row = 0; row < 3; row += 1) rows[at++] = 3 * neighbours[other] + row;
    }
  const pairs = perElement * perElement;
  const places = new Int32Array((elements.length / perElement) * pairs).fill(-1);
  for (let element = 0; element < elements.length / perElement; element += 1)
    for (let a = 0; a < perElement; a += 1)
      for (let b = 0; b < perElement; b += 1) {
        const row = elements[perElement * element + a];
        const column = elements[perElement * element + b];
        if (row < column) continue;
        const first = starts[column];
        const within = row === column ? 0 : 3 + 3 * (placeOf(neighbours, first, starts[column + 1], row) - first);
        places[pairs * element + perElement * a + b] = columnStarts[3 * column] + within;
      }
  return { columnStarts, rows, places, heights };
}

/** Of each node, the nodes of higher number that it shares an element with, ascending. */
function higherNeighbours(elements: Int32Array, nodes: number, perElement: number): Graph {
  const starts = new Int32Array(nodes + 1);
  for (let at = 0; at < elements.length; at += 1) starts[elements[at] + 1] += 1;
  for (let node = 0; node < nodes; node += 1) starts[node + 1] += starts[node];
  const next = starts.slice();
  const of = new Int32Array(elements.length);
  for (let at = 0; at < elements.length; at += 1) of[next[elements[at]]++] = at - (at % perElement);
  const seen = new Int32Array(nodes);
  /** Visits each neighbour once; `pass` tells one walk over all nodes from the other. */
  const visit = (pass: number, each: (node: number, neighbour: number) => void): void => {
    for (let node = 0; node < nodes; node += 1)
      for (let at = starts[node]; at < starts[node + 1]; at += 1)
        for (let other = of[at]; other < of[at] + perElement; other += 1) {
          const neighbour = elements[other];
          if (neighbour <= node || seen[neighbour] === pass * nodes + node + 1) continue;
          seen[neighbour] = pass * nodes + node + 1;
          each(node, neighbour);
        }
  };
  const ends = new Int32Array(nodes + 1);
  visit(0, (node) => {
    ends[node + 1] += 1;
  });
  for (let node = 0; node < nodes; node += 1) ends[node + 1] += ends[node];
  const neighbours = new Int32Array(ends[nodes]);
  const place = ends.slice();
  visit(1, (node, neighbour) => {
    neighbours[place[node]++] = neighbour;
  });
  for (let node = 0; node < nodes; node += 1) neighbours.subarray(ends[node], ends[node + 1]).sort();
  return { starts: ends, neighbours };
}

/** Where a number stands in an ascending stretch that holds it. */
function placeOf(sorted: Int32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Stiffness of all nodes of a mesh, three unknowns a node, N/m. `scale` multiplies it (the sources' printed figures need 0.5); `volumes`
 * stand for those of the elements.
 */
export function stiffnessMatrix(
  mesh: TetMesh,
  material: SoftMaterial,
  scale = 1,
  pattern: StiffnessPattern = stiffnessPattern(mesh.tetrahedra, nodeCount(mesh)),
  volumes?: Float64Array,
): SparseSymmetric {
  const { columnStarts, rows, places, heights } = pattern;
  const { nodes, tetrahedra } = mesh;
  const { lambda, mu } = lameModuli(material);
  const values = new Float64Array(rows.length);
  const gradient = new Float64Array(12);
  for (let element = 0; element < elementCount(mesh); element += 1) {
    const own = gradients(nodes, tetrahedra, element, gradient);
    const factor = scale * Math.abs(volumes === undefined ? own : volumes[element]);
    const first = lambda * factor;
    const second = mu * factor;
    for (let a = 0; a < 4; a += 1)
      for (let b = 0; b < 4; b += 1) {
        const place = places[16 * element + 4 * a + b];
        if (place < 0) continue;
        const node = tetrahedra[4 * element + b];
        const own = tetrahedra[4 * element + a] === node;
        const ax = gradient[3 * a];
        const ay = gradient[3 * a + 1];
        const az = gradient[3 * a + 2];
        const dot = second * (ax * gradient[3 * b] + ay * gradient[3 * b + 1] + az * gradient[3 * b + 2]);
        let start = place;
        for (let column = 0; column < 3; column += 1) {
          const gb = gradient[3 * b + column];
          const ga = gradient[3 * a + column];
          for (let row = own ? column : 0; row < 3; row += 1)
            values[start + row] += first * gradient[3 * a + row] * gb + second * gradient[3 * b + row] * ga + (row === column ? dot : 0);
          // The next column of a node is one shorter: it starts below the diagonal of this one.
          start += heights[node] - column - 1;
        }
      }
  }
  return { size: nodes.length, columnStarts, rows, values };
}

/** Weight of every node along -z, N: a quarter of each element's, three numbers a node. */
export function nodalWeight(mesh: TetMesh, density: number, gravity: number): Float64Array<ArrayBuffer> {
  const { nodes, tetrahedra } = mesh;
  const weight = new Float64Array(nodes.length);
  for (let element = 0; element < elementCount(mesh); element += 1) {
    const share = (density * gravity * Math.abs(signedVolume(nodes, tetrahedra, element))) / 4;
    for (let corner = 0; corner < 4; corner += 1) weight[3 * tetrahedra[4 * element + corner] + 2] -= share;
  }
  return weight;
}

/** The six rigid motions of a set of nodes: translations along x, y, z and rotations about them through the origin. */
export function rigidModes(nodes: Float64Array): Float64Array[] {
  const modes = Array.from({ length: 6 }, () => new Float64Array(nodes.length));
  for (let at = 0; at < nodes.length; at += 3) {
    const x = nodes[at];
    const y = nodes[at + 1];
    const z = nodes[at + 2];
    for (let axis = 0; axis < 3; axis += 1) modes[axis][at + axis] = 1;
    modes[3].set([0, -z, y], at);
    modes[4].set([z, 0, -x], at);
    modes[5].set([-y, x, 0], at);
  }
  return modes;
}

/** Strain of each element: xx, yy, zz, xy, yz, zx, tensor components (the shear angle is twice the last three). */
export function elementStrains(mesh: TetMesh, displacement: ArrayLike<number>): Float64Array {
  const strains = new Float64Array(6 * elementCount(mesh));
  const gradient = new Float64Array(12);
  const h = new Float64Array(9);
  for (let element = 0; element < elementCount(mesh); element += 1) {
    gradients(mesh.nodes, mesh.tetrahedra, element, gradient);
    displacementGradient(displacement, mesh.tetrahedra, element, gradient, h);
    strains.set([h[0], h[4], h[8], (h[1] + h[3]) / 2, (h[5] + h[7]) / 2, (h[2] + h[6]) / 2], 6 * element);
  }
  return strains;
}

/** Largest magnitude of a principal strain in any element. */
export function largestStrain(mesh: TetMesh, displacement: ArrayLike<number>): number {
  const strains = elementStrains(mesh, displacement);
  let largest = 0;
  for (let at = 0; at < strains.length; at += 6) {
    const [xx, yy, zz, xy, yz, zx] = strains.subarray(at, at + 6);
    // No principal strain is larger than the norm of the tensor: most elements need no eigenvalues.
    const norm = Math.sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + zx * zx));
    if (norm <= largest) continue;
    const { values } = symmetricEigen([xx, xy, zx, xy, yy, yz, zx, yz, zz]);
    largest = Math.max(largest, Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
  }
  return largest;
}

/** Energy of a displacement, d^T K d / 2, J. */
export function elasticEnergy(stiffness: SparseSymmetric, displacement: Float64Array): number {
  const force = multiplySymmetric(stiffness, displacement);
  let sum = 0;
  for (let at = 0; at < force.length; at += 1) sum += force[at] * displacement[at];
  return sum / 2;
}
