/**
 * A smooth skin for a mesh that brings none: every triangle of its surface becomes a curved patch through its corners (a cubic with the
 * normals there), and edges at which the surface has a fold stay straight and sharp.
 */
import type { Solid } from "./solid-canvas.js";

/** Faces that meet at more than this are folded: cosine of 45 degrees. */
const FOLD = 0.7;
/** So many triangles are drawn at most, unless there are more of them already. */
const MOST = 12_000;

type Vector = readonly [number, number, number];

export function smoothSurface(triangles: readonly (readonly number[])[], places: readonly Vector[]): Solid {
  const corners = cornerNormals(triangles, places);
  const pieces = Math.max(1, Math.min(5, Math.floor(Math.sqrt(MOST / Math.max(1, triangles.length)))));
  const folded = foldedEdges(triangles, places);
  const [points, normals, faces]: [number[], number[], number[]] = [[], [], []];
  triangles.forEach((triangle, k) => {
    const at = triangle.map((node) => places[node]!);
    const first = points.length / 3;
    const patch = patchOf(at, corners[k]!, (i, j) => folded.has(edgeKey(triangle[i]!, triangle[j]!, places.length)));
    for (let i = 0; i <= pieces; i++)
      for (let j = 0; j <= pieces - i; j++) {
        const [u, v, w] = [(pieces - i - j) / pieces, j / pieces, i / pieces];
        points.push(...patch(u, v, w));
        normals.push(...blended(corners[k]!, u, v, w));
      }
    const row = (i: number) => first + i * (pieces + 1) - (i * (i - 1)) / 2;
    for (let i = 0; i < pieces; i++)
      for (let j = 0; j < pieces - i; j++) {
        faces.push(row(i) + j, row(i) + j + 1, row(i + 1) + j);
        if (j < pieces - i - 1) faces.push(row(i) + j + 1, row(i + 1) + j + 1, row(i + 1) + j);
      }
  });
  return { triangles: Int32Array.from(faces), places: Float64Array.from(points), normals: Float64Array.from(normals) };
}

const edgeKey = (a: number, b: number, count: number): number => Math.min(a, b) * count + Math.max(a, b);

function faceNormal([p, q, r]: readonly Vector[]): Vector {
  const [ux, uy, uz] = minus(q!, p!);
  const [vx, vy, vz] = minus(r!, p!);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Edges at which the faces beside them are folded. */
function foldedEdges(triangles: readonly (readonly number[])[], places: readonly Vector[]): ReadonlySet<number> {
  const faces = new Map<number, Vector>();
  const folded = new Set<number>();
  for (const triangle of triangles) {
    const normal = unit(faceNormal(triangle.map((node) => places[node]!)));
    for (let i = 0; i < 3; i++) {
      const key = edgeKey(triangle[i]!, triangle[(i + 1) % 3]!, places.length);
      const other = faces.get(key);
      if (other === undefined) faces.set(key, normal);
      else if (dot(other, normal) < FOLD) folded.add(key);
    }
  }
  return folded;
}

/** At every corner of every triangle the mean of the faces around it that are not folded against it. */
function cornerNormals(triangles: readonly (readonly number[])[], places: readonly Vector[]): readonly (readonly Vector[])[] {
  const faces = triangles.map((triangle) => faceNormal(triangle.map((node) => places[node]!)));
  const around = new Map<number, number[]>();
  triangles.forEach((triangle, k) => {
    for (const node of triangle) around.set(node, [...(around.get(node) ?? []), k]);
  });
  return triangles.map((triangle, k) => {
    const own = unit(faces[k]!);
    return triangle.map((node) => {
      let sum: Vector = [0, 0, 0];
      for (const other of around.get(node)!) {
        const face = faces[other]!;
        if (dot(unit(face), own) > FOLD) sum = [sum[0] + face[0], sum[1] + face[1], sum[2] + face[2]];
      }
      return unit(sum);
    });
  });
}

const blended = ([a, b, c]: readonly Vector[], u: number, v: number, w: number): Vector =>
  unit([0, 1, 2].map((axis) => u * a![axis]! + v * b![axis]! + w * c![axis]!) as unknown as Vector);

/** Places on a patch by shares of its corners, which add up to 1. */
function patchOf(at: readonly Vector[], normals: readonly Vector[], isFolded: (i: number, j: number) => boolean) {
  // Third of the way from i to j, pulled into the plane of the surface at i.
  const towards = (i: number, j: number): Vector => {
    const [from, to, normal] = [at[i]!, at[j]!, normals[i]!];
    const off = isFolded(i, j) ? 0 : dot(minus(to, from), normal);
    return [0, 1, 2].map((axis) => (2 * from[axis]! + to[axis]! - off * normal[axis]!) / 3) as unknown as Vector;
  };
  const edges = [
    [0, 1],
    [1, 0],
    [1, 2],
    [2, 1],
    [2, 0],
    [0, 2],
  ].map(([i, j]) => towards(i!, j!));
  const mean = (list: readonly Vector[], axis: number) => list.reduce((sum, each) => sum + each[axis]!, 0) / list.length;
  const middle = [0, 1, 2].map((axis) => 1.5 * mean(edges, axis) - 0.5 * mean(at, axis));
  return (u: number, v: number, w: number): Vector =>
    [0, 1, 2].map(
      (axis) =>
        u ** 3 * at[0]![axis]! +
        v ** 3 * at[1]![axis]! +
        w ** 3 * at[2]![axis]! +
        3 *
          (u * u * v * edges[0]![axis]! +
            u * v * v * edges[1]![axis]! +
            v * v * w * edges[2]![axis]! +
            v * w * w * edges[3]![axis]! +
            w * w * u * edges[4]![axis]! +
            w * u * u * edges[5]![axis]!) +
        6 * u * v * w * middle[axis]!,
    ) as unknown as Vector;
}
