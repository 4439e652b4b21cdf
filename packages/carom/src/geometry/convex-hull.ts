/**
 * The convex hull of points in space, as triangles wound counter-clockwise from outside.
 *
 * Quickhull: a first tetrahedron, then again and again the point farthest outside of any face; the faces it sees go, and new ones from it
 * to the rim of what is left take their place. Faces know their neighbours, so that those a point sees are found by walking from one that
 * does, and each face keeps the points outside of it in a list, so that n points take about n log n steps.
 *
 * Taking the farthest first, a hull of few corners is already close: with a limit on the corners, or with a tolerance, it is the hull of
 * those, and how far the others are outside is told.
 *
 * Source: Barber, Dobkin and Huhdanpaa 1996 (quickhull).
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

export interface ConvexHull {
  readonly vertices: readonly Vec3[];
  /** Places in `vertices`, counter-clockwise from outside. */
  readonly triangles: readonly Vec3[];
  /** How far the farthest point is outside, where the corners were too few or the tolerance was enough, m. */
  readonly outside: number;
}

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: Vec3;
  readonly offset: number;
  /** Across the edges from corner 0 to 1, 1 to 2, 2 to 0. */
  readonly neighbours: [Face | undefined, Face | undefined, Face | undefined];
  /** First of the list of points outside of it, -1 for none; the farthest of them, and how far it is. */
  first: number;
  farthest: number;
  distance: number;
  /** Taken away by a point that sees it. */
  gone: boolean;
  /** The last point that was found to see it. */
  seenBy: number;
}

/** An edge that a point sees from one side only, and the face on its far side. */
interface RimEdge {
  readonly from: number;
  readonly to: number;
  readonly beyond: Face;
}

interface Workspace {
  readonly points: readonly Vec3[];
  /** An inner point. */
  readonly middle: Vec3;
  readonly flat: number;
  /** Of each point, the next of its face's list, -1 at the end. */
  readonly next: Int32Array;
  /** Faces with points outside, the farthest first; a heap. */
  readonly queue: Face[];
  /** Of each point on the rim, the face that is made on the edge that begins there, and where that edge ends. */
  readonly made: (Face | undefined)[];
  readonly ends: Int32Array;
}

/** Part of the extent below which points are in a plane. */
const FLAT = 1e-9;

/**
 * Undefined where all points lie in a plane, to rounding.
 *
 * @param mostCorners the hull stops growing when it has so many
 * @param tolerance m, it also stops when nothing is farther outside. Default: 1e-9 of the extent, which is rounding
 * @param plane part of the extent below which points are in a plane. Default: 1e-9
 */
export function convexHull(
  points: readonly Vec3[],
  mostCorners = Number.POSITIVE_INFINITY,
  tolerance = 0,
  plane = FLAT,
): ConvexHull | undefined {
  const flat = plane * extentOf(points);
  const start = firstFour(points, flat);
  if (start === undefined) return undefined;
  const middle = vec3.scale(
    start.reduce<Vec3>((sum, i) => vec3.add(sum, points[i]), vec3.ZERO),
    0.25,
  );
  const count = points.length;
  const workspace: Workspace = {
    points,
    middle,
    flat,
    next: new Int32Array(count).fill(-1),
    queue: [],
    made: new Array<Face | undefined>(count).fill(undefined),
    ends: new Int32Array(count),
  };
  let last = firstFaces(workspace, start)[0];
  let corners = 4;
  let outside = 0;
  for (let face = pop(workspace.queue); face !== undefined; face = pop(workspace.queue)) {
    if (face.gone || face.first < 0) continue;
    if (corners >= mostCorners || face.distance <= tolerance) {
      outside = Math.max(outside, face.distance);
      break;
    }
    const made = grow(workspace, face);
    if (made === undefined) {
      outside = Math.max(outside, face.distance);
      forget(workspace, face);
      continue;
    }
    last = made[0];
    corners++;
  }
  return answer(points, facesFrom(last), outside);
}

/** All faces, by walking over edges from one. */
function facesFrom(one: Face): Face[] {
  const faces = new Set([one]);
  for (const face of faces) for (const neighbour of face.neighbours) if (neighbour !== undefined) faces.add(neighbour);
  return [...faces];
}

function answer(points: readonly Vec3[], faces: readonly Face[], outside: number): ConvexHull {
  const used = [...new Set(faces.flatMap((face) => face.corners))].sort((x, y) => x - y);
  const place = new Map(used.map((i, k) => [i, k]));
  return {
    vertices: used.map((i) => [...points[i]] as const),
    triangles: faces.map(({ corners: [x, y, z] }): Vec3 => [place.get(x) ?? 0, place.get(y) ?? 0, place.get(z) ?? 0]),
    outside,
  };
}

function firstFaces(workspace: Workspace, [a, b, c, d]: readonly [number, number, number, number]): Face[] {
  const faces = [faceOf(workspace, a, b, c), faceOf(workspace, a, b, d), faceOf(workspace, a, c, d), faceOf(workspace, b, c, d)];
  for (const face of faces)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [face.corners[k], face.corners[(k + 1) % 3]];
      face.neighbours[k] = faces.find((other) => other !== face && other.corners.includes(from) && other.corners.includes(to));
    }
  for (let i = 0; i < workspace.points.length; i++) give(workspace, i, faces);
  for (const face of faces) if (face.first >= 0) push(workspace.queue, face);
  return faces;
}

function faceOf({ points, middle }: Workspace, a: number, b: number, c: number): Face {
  const normal = vec3.normalize(vec3.cross(vec3.subtract(points[b], points[a]), vec3.subtract(points[c], points[a]))) ?? [0, 0, 0];
  const offset = vec3.dot(normal, points[a]);
  const rest = {
    neighbours: [undefined, undefined, undefined],
    first: -1,
    farthest: -1,
    distance: 0,
    gone: false,
    seenBy: -1,
  } satisfies Partial<Face>;
  return vec3.dot(normal, middle) > offset
    ? { corners: [a, c, b], normal: vec3.scale(normal, -1), offset: -offset, ...rest }
    : { corners: [a, b, c], normal, offset, ...rest };
}

function height({ normal, offset }: Face, point: Vec3): number {
  return normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] - offset;
}

/** Puts a point on the list of the first face it is outside of. */
function give({ points, flat, next }: Workspace, i: number, faces: readonly Face[]): void {
  for (const face of faces) {
    const distance = height(face, points[i]);
    if (distance <= flat) continue;
    next[i] = face.first;
    face.first = i;
    if (distance > face.distance) {
      face.distance = distance;
      face.farthest = i;
    }
    return;
  }
}

/** New faces to the farthest point of a face; undefined where rounding leaves no rim around it. */
function grow(workspace: Workspace, face: Face): Face[] | undefined {
  const top = face.farthest;
  const { made, ends, next, queue } = workspace;
  const { seen, rim } = seenFrom(workspace, face, top);
  for (const { from, to } of rim) {
    made[from] = undefined;
    made[to] = undefined;
  }
  const faces: Face[] = [];
  for (const { from, to } of rim) {
    if (made[from] !== undefined) return undefined;
    const added = faceOf(workspace, from, to, top);
    made[from] = added;
    ends[from] = to;
    faces.push(added);
  }
  if (!isOneRing(rim, workspace)) return undefined;
  rim.forEach(({ from, to, beyond }, k) => {
    const [own, after] = [faces[k], made[to] as Face];
    join(own, from, to, beyond);
    join(beyond, to, from, own);
    join(own, to, top, after);
    join(after, top, to, own);
  });
  for (const old of seen) old.gone = true;
  for (const old of seen)
    for (let i = old.first; i >= 0; ) {
      const following = next[i];
      next[i] = -1;
      if (i !== top) give(workspace, i, faces);
      i = following;
    }
  for (const added of faces) if (added.first >= 0) push(queue, added);
  return faces;
}

/** Faces that a point sees, by walking over edges from one of them, and the edges where it sees no farther. */
function seenFrom({ points, flat }: Workspace, face: Face, top: number): { readonly seen: readonly Face[]; readonly rim: RimEdge[] } {
  const seen = [face];
  const rim: RimEdge[] = [];
  face.seenBy = top;
  for (const one of seen)
    for (let k = 0; k < 3; k++) {
      const beyond = one.neighbours[k];
      if (beyond === undefined || beyond.seenBy === top) continue;
      if (height(beyond, points[top]) > flat) {
        beyond.seenBy = top;
        seen.push(beyond);
      } else rim.push({ from: one.corners[k], to: one.corners[(k + 1) % 3], beyond });
    }
  return { seen, rim };
}

/** Whether the edges follow each other once around. */
function isOneRing(rim: readonly RimEdge[], { made, ends }: Workspace): boolean {
  if (rim.length < 3) return false;
  const ring = rim.every(({ to }) => made[to] !== undefined);
  let steps = 1;
  for (let at = rim[0].to; ring && at !== rim[0].from && steps <= rim.length; at = ends[at]) steps++;
  return ring && steps === rim.length;
}

/** Says what is across the edge between two corners, whichever way round the face has them. */
function join(face: Face, from: number, to: number, other: Face): void {
  for (let k = 0; k < 3; k++) {
    const [a, b] = [face.corners[k], face.corners[(k + 1) % 3]];
    if ((a === from && b === to) || (a === to && b === from)) face.neighbours[k] = other;
  }
}

/** Takes the farthest point from a face's list. */
function forget({ points, next, queue }: Workspace, face: Face): void {
  const left: number[] = [];
  for (let i = face.first; i >= 0; i = next[i]) if (i !== face.farthest) left.push(i);
  face.first = -1;
  face.distance = 0;
  face.farthest = -1;
  for (const i of left) {
    next[i] = face.first;
    face.first = i;
    const distance = height(face, points[i]);
    if (distance > face.distance) {
      face.distance = distance;
      face.farthest = i;
    }
  }
  if (face.first >= 0) push(queue, face);
}

/** A heap with the farthest on top. */
function push(heap: Face[], face: Face): void {
  let at = heap.length;
  heap.push(face);
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above].distance >= face.distance) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = face;
}

function pop(heap: Face[]): Face | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1].distance > heap[below].distance) below++;
    if (heap[below].distance <= last.distance) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = last;
  return top;
}

function extentOf(points: readonly Vec3[]): number {
  let most = 0;
  for (const point of points) for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(point[c] - points[0][c]));
  return most;
}

/** Four points that are not in a plane: far apart, then far from the line, then far from the plane. */
function firstFour(points: readonly Vec3[], flat: number): [number, number, number, number] | undefined {
  if (points.length < 4) return undefined;
  const farthest = (measure: (point: Vec3) => number): [number, number] => {
    const best: [number, number] = [0, -1];
    for (let i = 0; i < points.length; i++) {
      const value = measure(points[i]);
      if (!(value > best[1])) continue;
      best[0] = i;
      best[1] = value;
    }
    return best;
  };
  const [a] = farthest((point) => point[0]);
  const [b, length] = farthest((point) => vec3.norm(vec3.subtract(point, points[a])));
  if (!(length > flat)) return undefined;
  const along = vec3.scale(vec3.subtract(points[b], points[a]), 1 / length);
  const [c, width] = farthest((point) => vec3.norm(vec3.cross(along, vec3.subtract(point, points[a]))));
  if (!(width > flat)) return undefined;
  const normal = vec3.normalize(vec3.cross(along, vec3.subtract(points[c], points[a]))) ?? along;
  const [d, tall] = farthest((point) => Math.abs(vec3.dot(normal, vec3.subtract(point, points[a]))));
  return tall > flat ? [a, b, c, d] : undefined;
}
