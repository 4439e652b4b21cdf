/**
 * Triangles in a tree of boxes: the one nearest to a point, and pairs that may cut each other.
 *
 * Halved by number along the longest side, down to a few triangles; boxes are flat arrays of six numbers.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export interface TriangleTree {
  readonly corners: readonly Vec3[];
  readonly triangles: readonly Vec3[];
  /** Order of the triangles in the leaves. */
  readonly order: Int32Array;
  readonly root: Node;
}

/** Of the tree. */
export interface Node {
  /** Least x, y, z, then largest. */
  readonly box: Float64Array;
  /** Of a leaf: places in the order. */
  readonly from: number;
  readonly to: number;
  readonly halves?: readonly [Node, Node];
}

const LEAF = 4;

export function triangleTree(corners: readonly Vec3[], triangles: readonly Vec3[]): TriangleTree {
  const order = Int32Array.from(triangles, (_, t) => t);
  const middles = triangles.map(([a, b, c]) => vec3.add(vec3.add(corners[a], corners[b]), corners[c]));
  const nodeOf = (from: number, to: number): Node => {
    const box = boxAround(corners, triangles, order.subarray(from, to));
    if (to - from <= LEAF) return { box, from, to };
    const axis = [0, 1, 2].reduce((best, c) => (box[c + 3] - box[c] > box[best + 3] - box[best] ? c : best), 0);
    order.subarray(from, to).sort((s, t) => middles[s][axis] - middles[t][axis] || s - t);
    const half = (from + to) >> 1;
    return { box, from, to, halves: [nodeOf(from, half), nodeOf(half, to)] };
  };
  return { corners, triangles, order, root: nodeOf(0, triangles.length) };
}

function boxAround(corners: readonly Vec3[], triangles: readonly Vec3[], members: Int32Array): Float64Array {
  const box = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3, 6);
  for (const t of members)
    for (const corner of triangles[t])
      for (let c = 0; c < 3; c++) {
        box[c] = Math.min(box[c], corners[corner][c]);
        box[c + 3] = Math.max(box[c + 3], corners[corner][c]);
      }
  return box;
}

export interface NearestTriangle {
  readonly triangle: number;
  /** m. */
  readonly distance: number;
}

export function nearestTriangle(tree: TriangleTree, point: Vec3): NearestTriangle {
  let [triangle, distance] = [-1, Number.POSITIVE_INFINITY];
  const visit = (node: Node): void => {
    if (distanceToBox(node.box, point) >= distance) return;
    if (node.halves === undefined) {
      for (let i = node.from; i < node.to; i++) {
        const own = distanceToTriangle(tree, tree.order[i], point);
        if (own < distance) [triangle, distance] = [tree.order[i], own];
      }
      return;
    }
    const [first, second] = node.halves;
    const [near, far] = distanceToBox(first.box, point) <= distanceToBox(second.box, point) ? [first, second] : [second, first];
    visit(near);
    visit(far);
  };
  visit(tree.root);
  return { triangle, distance };
}

export function distanceToBox(box: Float64Array, point: Vec3): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const out = Math.max(box[c] - point[c], 0, point[c] - box[c + 3]);
    sum += out * out;
  }
  return Math.sqrt(sum);
}

/** To the nearest of its inside, its edges and its corners, m. */
export function distanceToTriangle(tree: TriangleTree, t: number, point: Vec3): number {
  return vec3.norm(nearestOnTriangle(tree, t, point).arm);
}

export interface NearestOnTriangle {
  /** From the point to the nearest of the triangle. */
  readonly arm: Vec3;
  /** Corners of the triangle, by their places in it, that span what is nearest: one, two or all three. */
  readonly on: readonly number[];
}

export function nearestOnTriangle({ corners, triangles }: TriangleTree, t: number, point: Vec3): NearestOnTriangle {
  const arms = triangles[t].map((corner) => vec3.subtract(corners[corner], point));
  const [a, b, c] = arms;
  const normal = vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a));
  const size = vec3.dot(normal, normal);
  const isOver = EDGES.every(([p, q]) => vec3.dot(vec3.cross(arms[p], arms[q]), normal) >= 0);
  if (size > 0 && isOver) return { arm: vec3.scale(normal, vec3.dot(a, normal) / size), on: [0, 1, 2] };
  const onEdges = EDGES.map(([p, q]): NearestOnTriangle => {
    const along = vec3.subtract(arms[q], arms[p]);
    const length = vec3.dot(along, along);
    const part = length > 0 ? -vec3.dot(arms[p], along) / length : 0;
    if (part <= 0) return { arm: arms[p], on: [p] };
    return part >= 1 ? { arm: arms[q], on: [q] } : { arm: vec3.addScaled(arms[p], along, part), on: [p, q] };
  });
  return onEdges.reduce((best, one) => (vec3.norm(one.arm) < vec3.norm(best.arm) ? one : best));
}

const EDGES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

/** A triangle whose edge goes through another that has no corner in common with it. */
export interface Crossing {
  readonly triangles: readonly [number, number];
  readonly point: Vec3;
}

/** @param most looks no further after so many */
export function crossingsIn(tree: TriangleTree, most: number): Crossing[] {
  const found: Crossing[] = [];
  const visit = (first: Node, second: Node): void => {
    if (found.length >= most || !boxesMeet(first.box, second.box)) return;
    if (first.halves === undefined && second.halves === undefined) {
      for (let i = first.from; i < first.to; i++)
        for (let k = first === second ? i + 1 : second.from; k < second.to; k++) {
          const point = crossingOf(tree, tree.order[i], tree.order[k]);
          if (point !== undefined && found.length < most) found.push({ triangles: [tree.order[i], tree.order[k]], point });
        }
      return;
    }
    if (first === second && first.halves !== undefined) {
      const [left, right] = first.halves;
      visit(left, left);
      visit(left, right);
      visit(right, right);
      return;
    }
    const divideFirst = second.halves === undefined || (first.halves !== undefined && first.to - first.from >= second.to - second.from);
    const [divided, other] = divideFirst ? [first, second] : [second, first];
    for (const half of divided.halves ?? []) visit(half, other);
  };
  visit(tree.root, tree.root);
  return found;
}

function boxesMeet(first: Float64Array, second: Float64Array): boolean {
  return [0, 1, 2].every((c) => first[c] <= second[c + 3] && second[c] <= first[c + 3]);
}

function crossingOf({ corners, triangles }: TriangleTree, s: number, t: number): Vec3 | undefined {
  if (triangles[s].some((corner) => triangles[t].includes(corner))) return undefined;
  for (const [one, other] of [
    [triangles[s], triangles[t]],
    [triangles[t], triangles[s]],
  ])
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = other.map((corner) => corners[corner]);
      const point = through(corners[one[k]], corners[one[(k + 1) % 3]], [a, b, c]);
      if (point !== undefined) return point;
    }
  return undefined;
}

/** Part of its size by which an edge goes through a triangle: what only touches does not cut. */
const THROUGH = 1e-6;

/** Where the inside of an edge goes through the inside of a triangle. */
function through(p: Vec3, q: Vec3, [a, b, c]: readonly [Vec3, Vec3, Vec3]): Vec3 | undefined {
  const normal = vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a));
  const [hp, hq] = [vec3.dot(normal, vec3.subtract(p, a)), vec3.dot(normal, vec3.subtract(q, a))];
  const area = vec3.norm(normal);
  const slack = THROUGH * area * Math.sqrt(area);
  if (!(hp * hq < 0) || Math.abs(hp) < slack || Math.abs(hq) < slack) return undefined;
  const point = vec3.addScaled(p, vec3.subtract(q, p), hp / (hp - hq));
  const isInside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => vec3.dot(vec3.cross(vec3.subtract(from, point), vec3.subtract(to, point)), normal) > THROUGH * area * area);
  return isInside ? point : undefined;
}
