/**
 * Finer elements near given points, by bisection of longest edges.
 *
 * Elements near a point that are too long are marked by their longest edge. Whoever has a marked edge must have its own longest edge marked too; when that asks for nothing more, every element is cut in two
 * at its longest marked edge, its halves at theirs, and so on. Edges have one order everywhere (length, then numbers of nodes), so that two elements cut the face between them alike: the mesh stays whole.
 * Angles do not degenerate, because it is longest edges that are cut.
 *
 * Source: Rivara, 1984; the closure by edges: Plaza and Carey, 2000.
 */
import { InvalidInputError } from "../../errors.js";
import { distance, elementCount, MOST_ELEMENTS, nodeCount, type TetMesh } from "./mesh.js";

export interface RefineOptions {
  /** Longest edge that is left near the points, m. */
  readonly size: number;
  /** Elements with a node closer to a point than this are near it, m. */
  readonly reach: number;
}

/** Rounds of bisection after which it ends, whatever is left: each halves edges. */
const MOST_ROUNDS = 24;

export function refineNear(mesh: TetMesh, points: readonly (readonly [number, number, number])[], { size, reach }: RefineOptions): TetMesh {
  for (const [name, value] of Object.entries({ size, reach }))
    if (!(Number.isFinite(value) && value > 0)) throw new InvalidInputError(name, value, "is not a finite number above 0");
  let present = mesh;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = bisect(present, points, size, reach);
    if (next === undefined) return present;
    if (elementCount(next) > MOST_ELEMENTS)
      throw new InvalidInputError("size", size, `asks for more than ${MOST_ELEMENTS} elements: take a larger one, or a smaller reach`);
    present = next;
  }
  return present;
}

const EDGES = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];

function bisect(mesh: TetMesh, points: readonly (readonly [number, number, number])[], size: number, reach: number): TetMesh | undefined {
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
  for (const edge of [...marked].sort((a, b) => a - b)) {
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
    const middle = middles.get(edge) as number;
    for (const end of [EDGES[at], EDGES[at + 1]]) cut(corners.map((node, i) => (i === end ? middle : node)));
  };
  for (let element = 0; element < elementCount(mesh); element += 1) cut([...tetrahedra.subarray(4 * element, 4 * element + 4)]);
  const all = new Float64Array(nodes.length + added.length);
  all.set(nodes);
  all.set(added, nodes.length);
  return { nodes: all, tetrahedra: Int32Array.from(out) };
}

function nearNodes(nodes: Float64Array, points: readonly (readonly [number, number, number])[], reach: number): Uint8Array {
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
