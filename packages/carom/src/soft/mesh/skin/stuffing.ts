/**
 * Tetrahedra inside a closed skin of triangles: a lattice of regular shapes, whose outer cells are cut along the skin.
 *
 * The lattice is body-centred cubic: nodes at the corners and the centres of cubes of side h; each of its tetrahedra has the centres of two
 * neighbouring cubes and an edge of the face between them, and all are alike, with angles of 60 and 90 degrees. Edges from inside to
 * outside are cut where they cross the skin. A node with a cut very near is moved onto it, so that no sliver is left; what lies inside is
 * then a tetrahedron, a pyramid or a wedge, and cut into tetrahedra by diagonals that depend on the two nodes of a side alone, the same
 * from both sides of it.
 *
 * Nodes on the surface lie on the skin, sharp edges are cut off by up to 0.3 h, and walls thinner than 1.5 h fall out: the volume is
 * compared with that of the skin. The lowest plane of the skin is a plane of the lattice, so that a body with a flat base stands on it.
 *
 * Source: Labelle and Shewchuk, Isosurface stuffing, 2007 (its safe distances of warping and its parity rule).
 */
import { InvalidInputError } from "../../../errors.js";
import type { Surface } from "../../files/obj.js";
import { checkMesh, meshBounds, meshVolume, type TetMesh } from "../mesh.js";
import { faultOfSkin } from "./faults.js";
import { type SkinQueries, skinQueries } from "./queries.js";
import { cutTetrahedron } from "./stencils.js";

/** How a skin is filled. */
export interface StuffingOptions {
  /** Side of the cubes of the lattice, m. */
  readonly size: number;
  /** Of the volume of the skin: how much the mesh may differ. Default 0.02. */
  readonly volumeTolerance?: number;
}

/** Of an edge: a cut nearer to its end than this moves the node there; for edges of length h, and for those to a centre. */
const NEAR_LONG = 0.24999;
const NEAR_SHORT = 0.41189;
const MOST_NODES = 1_500_000;
/** Of the largest extent: a skin that is thinner is a sheet. */
const FLAT = 1e-9;

/** Nodes of the lattice: corners first, then centres; `nx`, `ny`, `nz` cubes. */
interface Lattice {
  readonly counts: readonly [number, number, number];
  readonly corners: number;
  readonly places: Float64Array;
  /** -1 inside, 1 outside, 0 on the skin. */
  readonly signs: Int8Array;
  readonly size: number;
}

/** A mesh of the inside of a closed skin. */
export function stuffedMesh(skin: Surface, { size, volumeTolerance = 0.02 }: StuffingOptions, path = "skin"): TetMesh {
  if (!(Number.isFinite(size) && size > 0)) throw new InvalidInputError("size", size, "is not a finite number above 0");
  const queries = skinQueries(skin.vertices, skin.triangles);
  const { low, high } = meshBounds(skin.vertices);
  const extents = [0, 1, 2].map((axis) => high[axis] - low[axis]);
  if (Math.min(...extents) <= FLAT * Math.max(...extents))
    throw new InvalidInputError(path, Math.min(...extents), "m is its least extent: the skin is flat and holds no volume");
  if (!(queries.volume > 0))
    throw new InvalidInputError(
      path,
      queries.volume,
      "m^3 is its volume: its triangles must go anticlockwise, seen from outside, and must not cut each other",
    );
  const lattice = latticeAround(skin, size);
  signNodes(lattice, queries);
  const cuts = cutEdges(lattice, queries);
  warp(lattice, cuts);
  const mesh = stencils(lattice, cuts);
  onBase(mesh.nodes, meshBounds(skin.vertices).low[2], ON_SKIN * size);
  const complain = (expected: string): InvalidInputError => {
    const fault = faultOfSkin(skin, queries, lattice.places, 0.1 * size);
    return fault === undefined
      ? new InvalidInputError("size", size, expected)
      : new InvalidInputError(path, "the skin", `cannot be filled: ${fault}`);
  };
  if (mesh.tetrahedra.length === 0) throw complain(`leaves nothing of ${path}: cells must be at most two thirds of its thinnest wall`);
  const checked = checkMesh(mesh, path);
  const off = meshVolume(checked) / queries.volume - 1;
  if (!(Math.abs(off) <= volumeTolerance))
    throw complain(
      `makes a mesh whose volume is off by ${(100 * off).toPrecision(2)} %: cells must be at most two thirds of the thinnest wall`,
    );
  return checked;
}

/** Nodes that rounding keeps off the lowest plane of the skin are put onto it. */
function onBase(nodes: Float64Array, low: number, tolerance: number): void {
  for (let at = 2; at < nodes.length; at += 3) if (Math.abs(nodes[at] - low) <= tolerance) nodes[at] = low;
}

function latticeAround({ vertices }: Surface, size: number): Lattice {
  const { low, high } = meshBounds(vertices);
  const counts = [0, 1, 2].map((axis) => Math.ceil((high[axis] - low[axis]) / size) + 2) as [number, number, number];
  const corners = (counts[0] + 1) * (counts[1] + 1) * (counts[2] + 1);
  const count = corners + counts[0] * counts[1] * counts[2];
  if (!(count <= MOST_NODES))
    throw new InvalidInputError("size", size, `makes a lattice of ${count} nodes, and ${MOST_NODES} are the most`);
  // A layer of cells outside, and the lowest plane of the skin a plane of the lattice.
  const from = [(low[0] + high[0] - counts[0] * size) / 2, (low[1] + high[1] - counts[1] * size) / 2, low[2] - size];
  const places = new Float64Array(3 * count);
  let at = 0;
  for (const [extra, shift] of [
    [1, 0],
    [0, 0.5],
  ])
    for (let k = 0; k < counts[2] + extra; k += 1)
      for (let j = 0; j < counts[1] + extra; j += 1)
        for (let i = 0; i < counts[0] + extra; i += 1) {
          places[at++] = from[0] + (i + shift) * size;
          places[at++] = from[1] + (j + shift) * size;
          places[at++] = k + shift === 1 ? low[2] : from[2] + (k + shift) * size;
        }
  return { counts, corners, places, signs: new Int8Array(count), size };
}

const cornerAt = ([nx, ny]: readonly number[], i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
const centreAt = ({ counts: [nx, ny], corners }: Lattice, i: number, j: number, k: number): number => corners + i + nx * (j + ny * k);

/** Calls with the two ends of every edge of the lattice; `long`: of length h. */
function eachEdge(lattice: Lattice, visit: (a: number, b: number, long: boolean) => void): void {
  const { counts } = lattice;
  const [nx, ny, nz] = counts;
  for (let k = 0; k <= nz; k += 1)
    for (let j = 0; j <= ny; j += 1)
      for (let i = 0; i <= nx; i += 1) {
        const here = cornerAt(counts, i, j, k);
        if (i < nx) visit(here, cornerAt(counts, i + 1, j, k), true);
        if (j < ny) visit(here, cornerAt(counts, i, j + 1, k), true);
        if (k < nz) visit(here, cornerAt(counts, i, j, k + 1), true);
      }
  for (let k = 0; k < nz; k += 1)
    for (let j = 0; j < ny; j += 1)
      for (let i = 0; i < nx; i += 1) {
        const here = centreAt(lattice, i, j, k);
        if (i + 1 < nx) visit(here, centreAt(lattice, i + 1, j, k), true);
        if (j + 1 < ny) visit(here, centreAt(lattice, i, j + 1, k), true);
        if (k + 1 < nz) visit(here, centreAt(lattice, i, j, k + 1), true);
        for (let corner = 0; corner < 8; corner += 1)
          visit(here, cornerAt(counts, i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)), false);
      }
}

/** Nodes this near to the skin, over h, lie on it. */
const ON_SKIN = 1e-9;

/** Inside or outside: told by the winding number, and passed on along edges that are too short to reach the skin. */
function signNodes(lattice: Lattice, queries: SkinQueries): void {
  const { places, signs, size } = lattice;
  const count = signs.length;
  const distances = new Float64Array(count);
  for (let node = 0; node < count; node += 1)
    distances[node] = queries.distance(places[3 * node], places[3 * node + 1], places[3 * node + 2]);
  const group = Int32Array.from({ length: count }, (_, i) => i);
  const root = (node: number): number => {
    let at = node;
    while (group[at] !== at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  };
  const short = (Math.sqrt(3) / 2) * size;
  eachEdge(lattice, (a, b, long) => {
    if (distances[a] + distances[b] > (long ? size : short) * (1 + 1e-9)) group[root(a)] = root(b);
  });
  const known = new Int8Array(count);
  for (let node = 0; node < count; node += 1) {
    if (distances[node] <= ON_SKIN * size) continue;
    const first = root(node);
    if (known[first] === 0) known[first] = queries.winding(places[3 * node], places[3 * node + 1], places[3 * node + 2]) > 0.5 ? -1 : 1;
    signs[node] = known[first];
  }
}

/** Where edges from inside to outside cross the skin: part of the way from the lower node, by the pair of nodes. */
type Cuts = Map<number, number>;

const keyOf = (a: number, b: number, count: number): number => Math.min(a, b) * count + Math.max(a, b);

function cutEdges(lattice: Lattice, { crossing, distance }: SkinQueries): Cuts {
  const { places, signs } = lattice;
  const cuts: Cuts = new Map();
  eachEdge(lattice, (a, b) => {
    if (signs[a] * signs[b] !== -1) return;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const [from, to] = [places.subarray(3 * low, 3 * low + 3), places.subarray(3 * high, 3 * high + 3)];
    // From the inner end on, so that a wall is cut where it begins.
    const isLowInside = signs[low] < 0;
    const met = isLowInside ? crossing(from, to) : crossing(to, from);
    let part = met < 0 ? -1 : isLowInside ? met : 1 - met;
    if (part < 0) {
      // A hole in the skin: in between, by the distances from it.
      const [near, far] = [distance(from[0], from[1], from[2]), distance(to[0], to[1], to[2])];
      part = near / (near + far);
    }
    cuts.set(keyOf(a, b, signs.length), part);
  });
  return cuts;
}

/** Moves nodes onto cuts that are too near to them; their other cuts are no more. */
function warp(lattice: Lattice, cuts: Cuts): void {
  const { places, signs, size } = lattice;
  const count = signs.length;
  const edges: number[][] = Array.from({ length: count }, () => []);
  const isLong = new Map<number, boolean>();
  eachEdge(lattice, (a, b, long) => {
    const key = keyOf(a, b, count);
    if (!cuts.has(key)) return;
    edges[a].push(b);
    edges[b].push(a);
    isLong.set(key, long);
  });
  const short = (Math.sqrt(3) / 2) * size;
  const before = places.slice();
  for (let node = 0; node < count; node += 1) {
    let [nearest, towards, part] = [Infinity, -1, 0];
    for (const other of edges[node]) {
      const key = keyOf(node, other, count);
      const cut = cuts.get(key);
      if (cut === undefined) continue;
      const own = node < other ? cut : 1 - cut;
      const long = isLong.get(key) === true;
      const length = own * (long ? size : short);
      if (own < (long ? NEAR_LONG : NEAR_SHORT) && length < nearest) [nearest, towards, part] = [length, other, own];
    }
    if (towards < 0) continue;
    for (let axis = 0; axis < 3; axis += 1)
      places[3 * node + axis] = before[3 * node + axis] + part * (before[3 * towards + axis] - before[3 * node + axis]);
    signs[node] = 0;
    for (const other of edges[node]) cuts.delete(keyOf(node, other, count));
  }
}

/** Cuts all tetrahedra of the lattice and numbers the nodes that are left. */
function stencils(lattice: Lattice, cuts: Cuts): TetMesh {
  const { counts, places, signs, corners } = lattice;
  const count = signs.length;
  const added: number[] = [];
  const cutNodes = new Map<number, number>();
  const [nx, ny] = counts;
  const parity = (node: number): number => {
    const [wide, deep, at] = node < corners ? [nx + 1, ny + 1, node] : [nx, ny, node - corners];
    return (at % wide) + (Math.floor(at / wide) % deep) + Math.floor(at / (wide * deep));
  };
  const cutNode = (inside: number, outside: number): number => {
    const key = keyOf(inside, outside, count);
    const known = cutNodes.get(key);
    if (known !== undefined) return known;
    const part = cuts.get(key) ?? 0.5;
    const [low, high] = [Math.min(inside, outside), Math.max(inside, outside)];
    for (let axis = 0; axis < 3; axis += 1) added.push(places[3 * low + axis] + part * (places[3 * high + axis] - places[3 * low + axis]));
    const made = count + added.length / 3 - 1;
    cutNodes.set(key, made);
    return made;
  };
  const placeOf = (node: number, axis: number): number => (node < count ? places[3 * node + axis] : added[3 * (node - count) + axis]);
  const middleNode = (nodes: readonly number[]): number => {
    for (let axis = 0; axis < 3; axis += 1) added.push(nodes.reduce((sum, node) => sum + placeOf(node, axis), 0) / nodes.length);
    return count + added.length / 3 - 1;
  };
  const found: number[] = [];
  eachTetrahedron(lattice, (four) => {
    cutTetrahedron({ signs, parity, cutNode, middleNode }, four, found);
  });
  const number = new Map<number, number>();
  for (const node of found) if (!number.has(node)) number.set(node, number.size);
  const nodes = new Float64Array(3 * number.size);
  for (const [node, at] of number) for (let axis = 0; axis < 3; axis += 1) nodes[3 * at + axis] = placeOf(node, axis);
  return { nodes, tetrahedra: Int32Array.from(found, (node) => number.get(node) as number) };
}

/** The four tetrahedra round each edge between the centres of neighbouring cubes: with the edges of the face between them. */
function eachTetrahedron(lattice: Lattice, visit: (four: readonly number[]) => void): void {
  const { counts } = lattice;
  const [nx, ny, nz] = counts;
  for (let k = 0; k < nz; k += 1)
    for (let j = 0; j < ny; j += 1)
      for (let i = 0; i < nx; i += 1)
        for (let axis = 0; axis < 3; axis += 1) {
          const step = [0, 1, 2].map((each) => (each === axis ? 1 : 0));
          const next = [i + step[0], j + step[1], k + step[2]];
          if (next.some((value, each) => value >= counts[each])) continue;
          const centres = [centreAt(lattice, i, j, k), centreAt(lattice, next[0], next[1], next[2])];
          const [u, v] = [0, 1, 2].filter((each) => each !== axis);
          const face = [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ].map(([s, t]) => {
            const at = next.slice();
            at[u] += s;
            at[v] += t;
            return cornerAt(counts, at[0], at[1], at[2]);
          });
          for (let edge = 0; edge < 4; edge += 1) visit([...centres, face[edge], face[(edge + 1) % 4]]);
        }
}
