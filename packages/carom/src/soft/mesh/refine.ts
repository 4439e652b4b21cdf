/**
 * Finer elements near given points, by bisection of longest edges.
 *
 * Elements near a point that are too long are marked by their longest edge. Whoever has a marked edge must have its own longest edge marked
 * too; when that asks for nothing more, every element is cut in two at its longest marked edge, its halves at theirs, and so on. Edges have
 * one order everywhere (length, then numbers of nodes), so that two elements cut the face between them alike: the mesh stays whole. Angles
 * do not degenerate, because it is longest edges that are cut. A solid that knows its surface says where the middle of an edge belongs, so
 * that a finer mesh is also a truer one.
 *
 * Source: Rivara, 1984; the closure by edges: Plaza and Carey, 2000.
 */
import { InvalidInputError } from "../../errors.js";
import { distance, elementCount, elementQuality, MOST_ELEMENTS, nodeCount, type TetMesh } from "./mesh.js";

type Place = readonly [number, number, number];

/** Where the node goes that cuts an edge in two, given its ends: on a curved solid not quite halfway. */
export type MiddleOf = (a: Place, b: Place) => Place;

/** How fine a mesh becomes near some points. */
export interface RefineOptions {
  /** Longest edge that is left near the points, m. */
  readonly size: number;
  /** Elements with a node closer to a point than this are near it, m. */
  readonly reach: number;
  /** Default: halfway. A node goes only part of the way where the whole would squeeze an element. */
  readonly middle?: MiddleOf;
}

/** What a generator of meshes is told about finer elements. */
export interface Refinement {
  /** m. */
  readonly points: readonly Place[];
  /** Longest edge that is left near the points, m. */
  readonly size: number;
  /** Elements with a node closer to a point than this are near it, m. */
  readonly reach: number;
}

/** A mesh refined as it is told, errors by the names of the fields of `refine`. */
export function refined(mesh: TetMesh, refine: Refinement | undefined, middle?: MiddleOf): TetMesh {
  if (refine === undefined) return mesh;
  const { points, size, reach } = refine;
  try {
    return refineNear(mesh, points, { size, reach, ...(middle === undefined ? {} : { middle }) });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(`refine.${error.path}`, error.value, error.expected);
  }
}

/** Rounds of bisection after which it ends, whatever is left: each halves edges. */
const MOST_ROUNDS = 24;

/** A mesh whose edges near the points are halved until they are short enough. */
export function refineNear(mesh: TetMesh, points: readonly Place[], { size, reach, middle }: RefineOptions): TetMesh {
  for (const [name, value] of Object.entries({ size, reach }))
    if (!(Number.isFinite(value) && value > 0)) throw new InvalidInputError(name, value, "is not a finite number above 0");
  let present = mesh;
  // Where nodes belong; some stand short of it, lest they squeeze an element.
  let places = mesh.nodes;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = bisect(present, places, points, size, reach, middle);
    if (next === undefined) return present;
    if (elementCount(next.mesh) > MOST_ELEMENTS)
      throw new InvalidInputError("size", size, `asks for more than ${MOST_ELEMENTS} elements: take a larger one, or a smaller reach`);
    present = next.mesh;
    places = next.places;
    if (middle !== undefined) approach(present, places);
  }
  return present;
}

const EDGES = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];

function bisect(
  mesh: TetMesh,
  places: Float64Array,
  points: readonly Place[],
  size: number,
  reach: number,
  middle: MiddleOf | undefined,
): { readonly mesh: TetMesh; readonly places: Float64Array } | undefined {
  const { nodes, tetrahedra } = mesh;
  const count = nodeCount(mesh);
  const near = nearNodes(nodes, points, reach);
  const lengths = new Map<number, number>();
  const key = (a: number, b: number): number => (a < b ? a * count + b : b * count + a);
  const lengthOf = (edge: number, a: number, b: number): number => {
    let length = lengths.get(edge);
    if (length === undefined) {
      length = distance(nodes, a, b);
      lengths.set(edge, length);
    }
    return length;
  };
  const longest = new Float64Array(elementCount(mesh));
  const marked = new Set<number>();
  for (let element = 0; element < elementCount(mesh); element += 1) {
    let most = -1;
    let edge = -1;
    let isNear = false;
    for (let pair = 0; pair < 12; pair += 2) {
      const a = tetrahedra[4 * element + EDGES[pair]];
      const b = tetrahedra[4 * element + EDGES[pair + 1]];
      const here = key(a, b);
      const length = lengthOf(here, a, b);
      if (length > most || (length === most && here > edge)) {
        most = length;
        edge = here;
      }
      isNear ||= near[a] === 1 || near[b] === 1;
    }
    longest[element] = edge;
    // Longer than asked for by more than rounding.
    if (isNear && most > size * (1 + 1e-9)) marked.add(edge);
  }
  if (marked.size === 0) return undefined;
  for (let grows = true; grows; ) {
    grows = false;
    for (let element = 0; element < longest.length; element += 1) {
      if (marked.has(longest[element])) continue;
      for (let pair = 0; pair < 12; pair += 2)
        if (marked.has(key(tetrahedra[4 * element + EDGES[pair]], tetrahedra[4 * element + EDGES[pair + 1]]))) {
          marked.add(longest[element]);
          grows = true;
          break;
        }
    }
  }

  const middles = new Map<number, number>();
  const added: number[] = [];
  const edges = [...marked].sort((a, b) => a - b);
  for (const edge of edges) {
    const b = edge % count;
    const a = (edge - b) / count;
    middles.set(edge, count + added.length / 3);
    for (let axis = 0; axis < 3; axis += 1) added.push((nodes[3 * a + axis] + nodes[3 * b + axis]) / 2);
  }
  const out: number[] = [];
  const cut = (corners: number[]): void => {
    let most = -1;
    let edge = -1;
    let at = 0;
    for (let pair = 0; pair < 12; pair += 2) {
      const a = corners[EDGES[pair]];
      const b = corners[EDGES[pair + 1]];
      if (a >= count || b >= count) continue;
      const here = key(a, b);
      if (!marked.has(here)) continue;
      const length = lengthOf(here, a, b);
      if (length > most || (length === most && here > edge)) {
        most = length;
        edge = here;
        at = pair;
      }
    }
    if (edge < 0) {
      out.push(...corners);
      return;
    }
    const between = middles.get(edge) as number;
    for (const end of [EDGES[at], EDGES[at + 1]]) cut(corners.map((node, i) => (i === end ? between : node)));
  };
  for (let element = 0; element < elementCount(mesh); element += 1) cut([...tetrahedra.subarray(4 * element, 4 * element + 4)]);
  const all = new Float64Array(nodes.length + added.length);
  all.set(nodes);
  all.set(added, nodes.length);
  const finer = { nodes: all, tetrahedra: Int32Array.from(out) };
  if (middle === undefined) return { mesh: finer, places: all };
  const belong = all.slice();
  belong.set(places);
  const at = (node: number): Place => [places[3 * node], places[3 * node + 1], places[3 * node + 2]];
  for (const [index, edge] of edges.entries())
    belong.set(middle(at((edge - (edge % count)) / count), at(edge % count)), 3 * (count + index));
  return { mesh: finer, places: belong };
}

/** Quality below which no element is squeezed to fit a curved solid; bisection alone may leave worse. */
const LEAST_QUALITY = 0.2;
/** Times that all nodes off their places are led towards them. */
const MOST_SWEEPS = 8;
/** Shares of its way that a node tries to go. */
const SHARES = [1, 0.5, 0.25] as const;

/** Leads nodes to their places, in place, as far as no element is squeezed or turned over: the others of a sweep make way for the next. */
function approach({ nodes, tetrahedra }: TetMesh, places: Float64Array): void {
  const waiting = new Map<number, number[]>();
  for (let node = 0; 3 * node < nodes.length; node += 1)
    if ([0, 1, 2].some((axis) => nodes[3 * node + axis] !== places[3 * node + axis])) waiting.set(node, []);
  for (let at = 0; at < tetrahedra.length; at += 1) waiting.get(tetrahedra[at])?.push((at - (at % 4)) / 4);
  for (let sweep = 0; sweep < MOST_SWEEPS && waiting.size > 0; sweep += 1)
    for (const [node, elements] of waiting) if (approachOne(nodes, tetrahedra, places, node, elements) === 1) waiting.delete(node);
}

/** The share of its way that a node could go. */
function approachOne(nodes: Float64Array, tetrahedra: Int32Array, places: Float64Array, node: number, elements: readonly number[]): number {
  const before = elements.map((element) => elementQuality(nodes, tetrahedra, element));
  const from = nodes.slice(3 * node, 3 * node + 3);
  for (const share of SHARES) {
    for (let axis = 0; axis < 3; axis += 1) {
      const to = places[3 * node + axis];
      nodes[3 * node + axis] = share === 1 ? to : from[axis] + share * (to - from[axis]);
    }
    if (elements.every((element, i) => elementQuality(nodes, tetrahedra, element) >= Math.min(LEAST_QUALITY, before[i]))) return share;
  }
  nodes.set(from, 3 * node);
  return 0;
}

function nearNodes(nodes: Float64Array, points: readonly Place[], reach: number): Uint8Array {
  const near = new Uint8Array(nodes.length / 3);
  for (let node = 0; node < near.length; node += 1)
    for (const [x, y, z] of points) {
      const dx = nodes[3 * node] - x;
      const dy = nodes[3 * node + 1] - y;
      const dz = nodes[3 * node + 2] - z;
      if (dx * dx + dy * dy + dz * dz <= reach * reach) near[node] = 1;
    }
  return near;
}
