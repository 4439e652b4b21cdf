/**
 * A solid cut into tetrahedra: nodes and four of them for each element, on flat typed arrays.
 *
 * The edges of an element from its fourth node make D = [p1 - p4, p2 - p4, p3 - p4] and its signed volume det D / 6, which is positive in a
 * mesh that was checked.
 */
import { InvalidInputError } from "../../errors.js";
import { acos } from "../../math/elementary.js";

/** A mesh of tetrahedra. */
export interface TetMesh {
  /** Coordinates x, y, z of one node after the other, m. */
  readonly nodes: Float64Array;
  /** Four nodes of one tetrahedron after the other. */
  readonly tetrahedra: Int32Array;
  /**
   * Where its edges are known to bend: the places of their middles, in the order of `EDGE_MIDDLES`, 18 numbers an element. Quadratic
   * elements use them; linear ones and pictures have straight edges.
   */
  readonly middles?: Float64Array;
}

/** The edges of a tetrahedron in the order in which its middles stand, by their corners. */
export const EDGE_MIDDLES = [
  [0, 1],
  [1, 2],
  [0, 2],
  [0, 3],
  [1, 3],
  [2, 3],
] as const;

/** Meshes that are made here hold no more elements; five times as many as a body of 10,000 nodes has. */
export const MOST_ELEMENTS = 300_000;

/** How many nodes a mesh has. */
export const nodeCount = (mesh: TetMesh): number => mesh.nodes.length / 3;
/** How many tetrahedra a mesh has. */
export const elementCount = (mesh: TetMesh): number => mesh.tetrahedra.length / 4;

/** Signed volume of each tetrahedron, m^3. */
export function signedVolumes(mesh: TetMesh, out: Float64Array = new Float64Array(elementCount(mesh))): Float64Array {
  for (let element = 0; element < out.length; element += 1) out[element] = signedVolume(mesh.nodes, mesh.tetrahedra, element);
  return out;
}

export function signedVolume(nodes: ArrayLike<number>, tetrahedra: ArrayLike<number>, element: number): number {
  const e = edgesOf(nodes, tetrahedra, element);
  return (e[0] * (e[4] * e[8] - e[5] * e[7]) + e[1] * (e[5] * e[6] - e[3] * e[8]) + e[2] * (e[3] * e[7] - e[4] * e[6])) / 6;
}

/** p1 - p4, p2 - p4, p3 - p4 of an element, one after the other. */
export function edgesOf(nodes: ArrayLike<number>, tetrahedra: ArrayLike<number>, element: number): number[] {
  const edges = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const last = 3 * tetrahedra[4 * element + 3];
  for (let corner = 0; corner < 3; corner += 1) {
    const node = 3 * tetrahedra[4 * element + corner];
    for (let axis = 0; axis < 3; axis += 1) edges[3 * corner + axis] = nodes[node + axis] - nodes[last + axis];
  }
  return edges;
}

/** Volume of the whole mesh, m^3. */
export function meshVolume(mesh: TetMesh): number {
  let sum = 0;
  for (let element = 0; element < elementCount(mesh); element += 1) sum += signedVolume(mesh.nodes, mesh.tetrahedra, element);
  return sum;
}

/** Lowest and highest coordinate along each axis. */
export function meshBounds(nodes: ArrayLike<number>): { readonly low: [number, number, number]; readonly high: [number, number, number] } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < nodes.length; at += 1) {
    const axis = at % 3;
    low[axis] = Math.min(low[axis], nodes[at]);
    high[axis] = Math.max(high[axis], nodes[at]);
  }
  return { low, high };
}

/** Diagonal of the box around the mesh, m: the length against which others are small. */
export function meshExtent(nodes: ArrayLike<number>): number {
  const { low, high } = meshBounds(nodes);
  const x = high[0] - low[0];
  const y = high[1] - low[1];
  const z = high[2] - low[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Beyond all that is soft, and far from overflow, m. */
const FARTHEST = 1e30;

/** A tetrahedron thinner than this, as 6 V / (longest edge)^3, has no volume. A regular one has 0.707. */
const FLAT = 1e-9;

/**
 * A mesh that can be computed with: refuses what cannot be repaired and returns it with elements of negative volume turned over. Parts that
 * hang together nowhere are allowed; nodes that belong to no element are not.
 */
export function checkMesh(mesh: TetMesh, path = "mesh"): TetMesh {
  const { nodes, tetrahedra } = mesh;
  if (nodes.length % 3 !== 0) throw new InvalidInputError(`${path}.nodes`, nodes.length, "numbers are not three for each node");
  if (tetrahedra.length % 4 !== 0)
    throw new InvalidInputError(`${path}.tetrahedra`, tetrahedra.length, "numbers are not four for each tetrahedron");
  if (tetrahedra.length === 0) throw new InvalidInputError(`${path}.tetrahedra`, [], "is not a list of at least one tetrahedron");
  const count = nodeCount(mesh);
  for (let at = 0; at < nodes.length; at += 1)
    if (!(Math.abs(nodes[at]) <= FARTHEST))
      throw new InvalidInputError(
        `${path}.nodes[${Math.floor(at / 3)}]`,
        nodes[at],
        Number.isFinite(nodes[at]) ? `is beyond ${FARTHEST} m` : "is not a finite number",
      );

  if (mesh.middles !== undefined && mesh.middles.length !== 4.5 * tetrahedra.length)
    throw new InvalidInputError(`${path}.middles`, mesh.middles.length, "numbers are not 18 for each tetrahedron");
  const used = new Uint8Array(count);
  const turned = tetrahedra.slice();
  const middles = mesh.middles?.slice();
  for (let element = 0; element < elementCount(mesh); element += 1) {
    const four = tetrahedra.subarray(4 * element, 4 * element + 4);
    const where = `${path}.tetrahedra[${element}]`;
    for (const node of four) {
      if (!(node >= 0 && node < count))
        throw new InvalidInputError(where, [...four], `names node ${node}, and there are ${count} (counted from 0)`);
      used[node] = 1;
    }
    if (new Set(four).size < 4) throw new InvalidInputError(where, [...four], "names a node twice");
    const volume = signedVolume(nodes, tetrahedra, element);
    const longest = longestEdge(nodes, four);
    if (!(Math.abs(volume) * 6 > FLAT * longest * longest * longest))
      throw new InvalidInputError(
        where,
        [...four],
        `is flat: its volume is ${volume.toPrecision(3)} m^3 with an edge of ${longest.toPrecision(3)} m`,
      );
    if (volume < 0) {
      turned[4 * element] = four[1];
      turned[4 * element + 1] = four[0];
      if (middles !== undefined) turnMiddles(middles, element);
    }
  }
  const unused = used.indexOf(0);
  if (unused >= 0)
    throw new InvalidInputError(`${path}.nodes[${unused}]`, [...nodes.subarray(3 * unused, 3 * unused + 3)], "belongs to no tetrahedron");
  return { nodes, tetrahedra: turned, ...(middles === undefined ? {} : { middles }) };
}

/** With its first two corners exchanged, the second edge of an element is the third, and the fourth the fifth. */
function turnMiddles(middles: Float64Array, element: number): void {
  for (const edge of [1, 3]) {
    const other = edge === 1 ? 2 : 4;
    for (let axis = 0; axis < 3; axis += 1) {
      const [a, b] = [18 * element + 3 * edge + axis, 18 * element + 3 * other + axis];
      [middles[a], middles[b]] = [middles[b], middles[a]];
    }
  }
}

const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

function longestEdge(nodes: ArrayLike<number>, four: ArrayLike<number>): number {
  let longest = 0;
  for (const [a, b] of EDGES) longest = Math.max(longest, distance(nodes, four[a], four[b]));
  return longest;
}

export function distance(nodes: ArrayLike<number>, a: number, b: number): number {
  const x = nodes[3 * a] - nodes[3 * b];
  const y = nodes[3 * a + 1] - nodes[3 * b + 1];
  const z = nodes[3 * a + 2] - nodes[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** How good the elements of a mesh are. */
export interface MeshQuality {
  /** How many. */
  readonly nodes: number;
  /** How many. */
  readonly tetrahedra: number;
  /** m^3. */
  readonly volume: number;
  /**
   * Three times the radius of the inscribed over that of the circumscribed sphere, the worst element and their mean: 1 for a regular
   * tetrahedron, 0 for a flat one.
   */
  readonly worst: number;
  /** The mean of the same. */
  readonly mean: number;
  /** Smallest and largest angle between two faces of an element, rad. */
  readonly smallestAngle: number;
  /** Largest angle between two faces of an element, rad. */
  readonly largestAngle: number;
  /** m. */
  readonly shortestEdge: number;
  /** m. */
  readonly longestEdge: number;
}

/** Sizes, angles and shapes of the elements of a mesh. */
export function meshQuality(mesh: TetMesh): MeshQuality {
  const { nodes, tetrahedra } = mesh;
  const count = elementCount(mesh);
  let worst = 1;
  let sum = 0;
  let volume = 0;
  let smallestAngle = Math.PI;
  let largestAngle = 0;
  let shortest = Infinity;
  let longest = 0;
  for (let element = 0; element < count; element += 1) {
    const four = tetrahedra.subarray(4 * element, 4 * element + 4);
    const size = Math.abs(signedVolume(nodes, tetrahedra, element));
    volume += size;
    const ratio = radiusRatio(nodes, four, size);
    worst = Math.min(worst, ratio);
    sum += ratio;
    for (const [a, b] of EDGES) {
      const length = distance(nodes, four[a], four[b]);
      shortest = Math.min(shortest, length);
      longest = Math.max(longest, length);
      const angle = angleAtEdge(nodes, four, a, b);
      smallestAngle = Math.min(smallestAngle, angle);
      largestAngle = Math.max(largestAngle, angle);
    }
  }
  return {
    nodes: nodeCount(mesh),
    tetrahedra: count,
    volume,
    worst,
    mean: sum / count,
    smallestAngle,
    largestAngle,
    shortestEdge: shortest,
    longestEdge: longest,
  };
}

/** Three times the radius of the inscribed over that of the circumscribed sphere; negative for an element turned over. */
export function elementQuality(nodes: ArrayLike<number>, tetrahedra: Int32Array, element: number): number {
  const volume = signedVolume(nodes, tetrahedra, element);
  const ratio = radiusRatio(nodes, tetrahedra.subarray(4 * element, 4 * element + 4), Math.abs(volume));
  return volume < 0 ? -ratio : ratio;
}

/**
 * 3 r / R with r = 3 V / (sum of areas) and R = sqrt(s (s - a)(s - b)(s - c)) / (6 V), a, b, c the products of opposite edges and s their
 * half sum.
 */
function radiusRatio(nodes: ArrayLike<number>, four: ArrayLike<number>, volume: number): number {
  const edge = (a: number, b: number): number => distance(nodes, four[a], four[b]);
  const area = (a: number, b: number, c: number): number => {
    const [x, y, z] = normalOf(nodes, four[a], four[b], four[c]);
    return Math.sqrt(x * x + y * y + z * z) / 2;
  };
  const areas = area(0, 1, 2) + area(0, 1, 3) + area(0, 2, 3) + area(1, 2, 3);
  const a = edge(0, 1) * edge(2, 3);
  const b = edge(0, 2) * edge(1, 3);
  const c = edge(0, 3) * edge(1, 2);
  const s = (a + b + c) / 2;
  const product = Math.sqrt(Math.max(0, s * (s - a) * (s - b) * (s - c)));
  return product > 0 ? Math.min(1, (54 * volume * volume) / (areas * product)) : 0;
}

/** Cross product of two edges of a triangle: its normal, twice its area long. */
export function normalOf(nodes: ArrayLike<number>, a: number, b: number, c: number): [number, number, number] {
  const ux = nodes[3 * b] - nodes[3 * a];
  const uy = nodes[3 * b + 1] - nodes[3 * a + 1];
  const uz = nodes[3 * b + 2] - nodes[3 * a + 2];
  const vx = nodes[3 * c] - nodes[3 * a];
  const vy = nodes[3 * c + 1] - nodes[3 * a + 1];
  const vz = nodes[3 * c + 2] - nodes[3 * a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function angleAtEdge(nodes: ArrayLike<number>, four: ArrayLike<number>, a: number, b: number): number {
  const rest = [0, 1, 2, 3].filter((corner) => corner !== a && corner !== b);
  const m = normalOf(nodes, four[a], four[b], four[rest[0]]);
  const n = normalOf(nodes, four[a], four[b], four[rest[1]]);
  const lengths = Math.sqrt((m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
  if (lengths === 0) return 0;
  return acos(Math.max(-1, Math.min(1, (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]) / lengths)));
}
