/**
 * Closed surfaces of triangles, and what planes cut off them.
 *
 * A piece is a list of oriented triangles without boundary: every edge is run along as often one way as the other. Integrals over the
 * solid inside are sums over the triangles, so they only care that the list is closed, not how its flat parts are divided. That makes
 * cutting simple and exact:
 *
 *     cut       triangles across the plane are divided; those in the plane are left out of both sides
 *     close     what is left of a side has its boundary in the plane; each loop of it is closed by a fan from its first corner. Of a loop
 *               with dents the fan's triangles overlap with opposite signs: the same area, the same integrals, and no corner outside of
 *               the loop, so that hulls are right too
 *
 * A piece may have several shells. One with a negative volume is a cavity, and belongs to the shell around it.
 */
import { atan2 } from "../../math/elementary.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export interface Plane {
  /** Unit. */
  readonly normal: Vec3;
  readonly offset: number;
}

export interface Piece {
  /** Three places of corners for each triangle. */
  readonly triangles: readonly number[];
  /** Of each triangle, whether it closes a cut. */
  readonly caps: readonly boolean[];
}

/** There are fewer corners than this, 2 to the 26th. */
const MOST_CORNERS = 67_108_864;

/** A number for the run from one corner to another. */
export function runKey(from: number, to: number): number {
  return from * MOST_CORNERS + to;
}

/** A side that is being gathered. */
interface Side {
  readonly triangles: number[];
  readonly caps: boolean[];
}

/**
 * What is below and above a plane. New corners are added to the list of all.
 *
 * @param flat m, corners closer to the plane are in it
 */
export function cutPiece(corners: Vec3[], piece: Piece, { normal, offset }: Plane, flat: number): readonly [Piece, Piece] {
  const heights = new Map<number, number>();
  const heightOf = (corner: number): number => {
    const known = heights.get(corner);
    if (known !== undefined) return known;
    const height = vec3.dot(normal, corners[corner]) - offset;
    const snapped = Math.abs(height) <= flat ? 0 : height;
    heights.set(corner, snapped);
    return snapped;
  };
  const crossings = new Map<number, number>();
  const crossing = (from: number, to: number): number => {
    // The same corner whichever way the edge is run along.
    const [a, b] = from < to ? [from, to] : [to, from];
    const known = crossings.get(runKey(a, b));
    if (known !== undefined) return known;
    const [p, q] = [heightOf(a), heightOf(b)];
    const made = cornerAt(vec3.addScaled(corners[a], vec3.subtract(corners[b], corners[a]), p / (p - q)));
    heights.set(made, 0);
    crossings.set(runKey(a, b), made);
    return made;
  };
  // Corners made at one place are one: fans that are cut again and again would have ever more of them.
  const places = new Map<string, number>();
  const cornerAt = (point: Vec3): number => {
    const key = point.map((value) => Math.round(value / (10 * flat))).join();
    const known = places.get(key);
    if (known !== undefined) return known;
    corners.push(point);
    places.set(key, corners.length - 1);
    return corners.length - 1;
  };
  const below: Side = { triangles: [], caps: [] };
  const above: Side = { triangles: [], caps: [] };
  for (let t = 0; t < piece.caps.length; t++) {
    const triangle = piece.triangles.slice(3 * t, 3 * t + 3);
    const [h0, h1, h2] = triangle.map(heightOf);
    const [least, most] = [Math.min(h0, h1, h2), Math.max(h0, h1, h2)];
    if (least === 0 && most === 0) continue;
    if (least >= 0) addFan(above, triangle, piece.caps[t]);
    else if (most <= 0) addFan(below, triangle, piece.caps[t]);
    else
      for (const [side, sign] of [[below, -1] as const, [above, 1] as const])
        addFan(side, partOnSide(triangle, sign, heightOf, crossing), piece.caps[t]);
  }
  for (const side of [below, above]) closeSide(side, (corner) => heightOf(corner) === 0);
  return [below, above];
}

/** Corners of the part of a triangle on one side of the plane, in its order. */
function partOnSide(
  triangle: readonly number[],
  sign: number,
  heightOf: (corner: number) => number,
  crossing: (from: number, to: number) => number,
): number[] {
  return triangle.flatMap((from, k) => {
    const to = triangle[(k + 1) % 3];
    const [p, q] = [sign * heightOf(from), sign * heightOf(to)];
    const own = p >= 0 ? [from] : [];
    return p * q < 0 ? [...own, crossing(from, to)] : own;
  });
}

function addFan({ triangles, caps }: Side, corners: readonly number[], cap: boolean): void {
  for (let k = 2; k < corners.length; k++) {
    if (corners[0] === corners[k - 1] || corners[k - 1] === corners[k] || corners[k] === corners[0]) continue;
    triangles.push(corners[0], corners[k - 1], corners[k]);
    caps.push(cap);
  }
}

/** Fans on the loops of the boundary, which lies in the plane. */
function closeSide(side: Side, isInPlane: (corner: number) => boolean): void {
  const { triangles } = side;
  const runs = new Map<number, number>();
  const count = (a: number, b: number) => runs.get(runKey(a, b)) ?? 0;
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    if (!isInPlane(from) || !isInPlane(to)) continue;
    if (count(to, from) > 0) runs.set(runKey(to, from), count(to, from) - 1);
    else runs.set(runKey(from, to), count(from, to) + 1);
  }
  const next = new Map<number, number[]>();
  for (const [key, times] of runs)
    for (let k = 0; k < times; k++) {
      const [from, to] = [Math.floor(key / MOST_CORNERS), key % MOST_CORNERS];
      next.set(from, [...(next.get(from) ?? []), to]);
    }
  for (const loop of loopsAlong(next)) addFan(side, loop.reverse(), true);
}

/** Loops without a corner twice that use up every run. */
function loopsAlong(next: ReadonlyMap<number, number[]>): number[][] {
  const loops: number[][] = [];
  for (const start of next.keys())
    for (;;) {
      const path = [start];
      for (let to = next.get(start)?.pop(); to !== undefined; to = next.get(to)?.pop()) {
        const before = path.indexOf(to);
        if (before < 0) path.push(to);
        else loops.push(path.splice(before, path.length - before, to));
      }
      if (path.length === 1 && (next.get(start)?.length ?? 0) === 0) break;
    }
  return loops;
}

/** The solids of a piece: its shells, each with the cavities inside of it. */
export function solidsOf(corners: readonly Vec3[], piece: Piece): Piece[] {
  const shells = shellsOf(piece);
  if (shells.length === 1) return shells;
  const solids = shells
    .map((shell) => ({ shell, volume: volumeOf(corners, shell) }))
    .sort((first, second) => second.volume - first.volume || first.shell.triangles[0] - second.shell.triangles[0]);
  const outer = solids.filter(({ volume }) => volume > 0);
  const whole = outer.map(({ shell }) => ({ triangles: [...shell.triangles], caps: [...shell.caps] }));
  for (const { shell, volume } of solids) {
    if (volume > 0) continue;
    const inside = insidePoint(corners, shell);
    // The smallest around it; where rounding hides it, the largest of all.
    let around = 0;
    outer.forEach(({ shell: other, volume: size }, i) => {
      if (size > -volume && windingOf(corners, other, inside) > 0.5) around = i;
    });
    if (whole[around] === undefined) continue;
    for (const corner of shell.triangles) whole[around].triangles.push(corner);
    for (const cap of shell.caps) whole[around].caps.push(cap);
  }
  return whole;
}

/** Triangles that hang together by edges. */
function shellsOf({ triangles, caps }: Piece): Piece[] {
  const parent = caps.map((_, t) => t);
  const rootOf = (t: number): number => {
    let root = t;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  const owner = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const key = a < b ? runKey(a, b) : runKey(b, a);
    const t = Math.floor(i / 3);
    const other = owner.get(key);
    if (other === undefined) owner.set(key, t);
    else parent[rootOf(t)] = rootOf(other);
  }
  const shells = new Map<number, Side>();
  for (let t = 0; t < caps.length; t++) {
    const root = rootOf(t);
    const shell = shells.get(root) ?? { triangles: [], caps: [] };
    shells.set(root, shell);
    shell.triangles.push(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
    shell.caps.push(caps[t]);
  }
  return [...shells.values()];
}

/** Signed, m^3. */
export function volumeOf(corners: readonly Vec3[], { triangles }: Pick<Piece, "triangles">): number {
  if (triangles.length === 0) return 0;
  const [ox, oy, oz] = corners[triangles[0]];
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [corners[triangles[i]], corners[triangles[i + 1]], corners[triangles[i + 2]]];
    const [ax, ay, az] = [a[0] - ox, a[1] - oy, a[2] - oz];
    const [bx, by, bz] = [b[0] - ox, b[1] - oy, b[2] - oz];
    const [cx, cy, cz] = [c[0] - ox, c[1] - oy, c[2] - oz];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

/** Of the largest triangle that closes no cut, or of the largest of all: its middle. */
function insidePoint(corners: readonly Vec3[], { triangles, caps }: Piece): Vec3 {
  let [largest, best]: [number, Vec3] = [-1, corners[triangles[0]]];
  for (let t = 0; t < caps.length; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => corners[triangles[3 * t + k]]);
    const area = vec3.norm(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) * (caps[t] ? 1e-9 : 1);
    if (!(area > largest)) continue;
    largest = area;
    best = vec3.scale(vec3.add(vec3.add(a, b), c), 1 / 3);
  }
  return best;
}

/**
 * How often closed triangles go around a point: 1 inside, 0 outside. Solid angles over 4 pi.
 *
 * Source: Van Oosterom and Strackee 1983.
 */
export function windingOf(corners: readonly Vec3[], { triangles }: Pick<Piece, "triangles">, point: Vec3): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = vec3.subtract(corners[triangles[i]], point);
    const b = vec3.subtract(corners[triangles[i + 1]], point);
    const c = vec3.subtract(corners[triangles[i + 2]], point);
    const [la, lb, lc] = [vec3.norm(a), vec3.norm(b), vec3.norm(c)];
    const volume = vec3.dot(a, vec3.cross(b, c));
    sum += atan2(volume, la * lb * lc + vec3.dot(a, b) * lc + vec3.dot(b, c) * la + vec3.dot(c, a) * lb);
  }
  return sum / (2 * Math.PI);
}
