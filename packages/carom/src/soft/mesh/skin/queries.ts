/**
 * A closed skin of triangles, asked where places are: how far from it, whether inside, where a line crosses it.
 *
 * A tree of boxes, halved by the longest side. Inside is where the skin winds round a place more than half a time: the sum of the solid
 * angles of its triangles over 4 pi, of which those far away are taken together as a dipole. That is right for small holes and for
 * triangles turned the wrong way, too.
 *
 * Source: Van Oosterom and Strackee 1983 (solid angle); Barill et al., Fast winding numbers for soups and clouds, 2018; Ericson, Real-Time
 * Collision Detection, 2005, section 5.1.5.
 */
import { atan2 } from "../../../math/elementary.js";

/** A skin that was made ready for questions. */
export interface SkinQueries {
  /** Distance of a place from the skin. */
  distance(x: number, y: number, z: number): number;
  /** How often the skin winds round a place: 1 inside, 0 outside. */
  winding(x: number, y: number, z: number): number;
  /** Part of the way from a to b at which it first meets the skin; -1 where it does not. */
  crossing(a: ArrayLike<number>, b: ArrayLike<number>): number;
  /** Enclosed by the skin, m^3. */
  readonly volume: number;
}

/** Triangles in a leaf of the tree. */
const LEAF = 8;
/** A box farther away than this many of its radii is a dipole. */
const FAR = 2.3;

interface Tree {
  /** Six numbers a box: low and high corner. */
  readonly boxes: Float64Array;
  /** First triangle (by `order`) and how many, or first child (the second follows) and 0. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly order: Int32Array;
  /** Eight numbers a box: centre of area, area vector, square of the radius. */
  readonly dipoles: Float64Array;
}

/** Makes a skin ready. */
export function skinQueries(vertices: Float64Array, triangles: Int32Array): SkinQueries {
  const count = triangles.length / 3;
  const corner = (triangle: number, which: number): number => 3 * triangles[3 * triangle + which];
  const tree = treeOf(vertices, triangles);
  const { boxes, first, count: sizes, order, dipoles } = tree;
  const stack = new Int32Array(256);

  const boxDistance = (box: number, x: number, y: number, z: number): number => {
    const at = 6 * box;
    const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 3]);
    const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 4]);
    const dz = Math.max(boxes[at + 2] - z, 0, z - boxes[at + 5]);
    return dx * dx + dy * dy + dz * dz;
  };

  let volume = 0;
  for (let triangle = 0; triangle < count; triangle += 1) {
    const [a, b, c] = [corner(triangle, 0), corner(triangle, 1), corner(triangle, 2)];
    volume +=
      (vertices[a] * (vertices[b + 1] * vertices[c + 2] - vertices[b + 2] * vertices[c + 1]) +
        vertices[a + 1] * (vertices[b + 2] * vertices[c] - vertices[b] * vertices[c + 2]) +
        vertices[a + 2] * (vertices[b] * vertices[c + 1] - vertices[b + 1] * vertices[c])) /
      6;
  }

  return {
    volume,
    distance(x, y, z) {
      let best = Infinity;
      let length = 0;
      stack[length++] = 0;
      while (length > 0) {
        const box = stack[--length];
        if (boxDistance(box, x, y, z) >= best) continue;
        if (sizes[box] > 0)
          for (let at = first[box]; at < first[box] + sizes[box]; at += 1) {
            const t = order[at];
            best = Math.min(best, triangleDistance(vertices, triangles, t, x, y, z));
          }
        else {
          const [near, far] = [first[box], first[box] + 1];
          const isNear = boxDistance(near, x, y, z) < boxDistance(far, x, y, z);
          stack[length++] = isNear ? far : near;
          stack[length++] = isNear ? near : far;
        }
      }
      return Math.sqrt(best);
    },
    winding(x, y, z) {
      let angle = 0;
      let length = 0;
      stack[length++] = 0;
      while (length > 0) {
        const box = stack[--length];
        const at = 8 * box;
        const [dx, dy, dz] = [dipoles[at] - x, dipoles[at + 1] - y, dipoles[at + 2] - z];
        const square = dx * dx + dy * dy + dz * dz;
        if (square > FAR * FAR * dipoles[at + 6]) {
          angle += (dipoles[at + 3] * dx + dipoles[at + 4] * dy + dipoles[at + 5] * dz) / (square * Math.sqrt(square));
        } else if (sizes[box] > 0)
          for (let each = first[box]; each < first[box] + sizes[box]; each += 1) {
            const t = order[each];
            angle += solidAngle(vertices, triangles, t, x, y, z);
          }
        else {
          stack[length++] = first[box];
          stack[length++] = first[box] + 1;
        }
      }
      return angle / (4 * Math.PI);
    },
    crossing(a, b) {
      let best = 2;
      let length = 0;
      stack[length++] = 0;
      const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      while (length > 0) {
        const box = stack[--length];
        if (!segmentMeetsBox(boxes, 6 * box, a, along)) continue;
        if (sizes[box] > 0)
          for (let at = first[box]; at < first[box] + sizes[box]; at += 1) {
            const t = order[at];
            const met = segmentMeetsTriangle(vertices, triangles, t, a, along);
            if (met >= 0 && met < best) best = met;
          }
        else {
          stack[length++] = first[box];
          stack[length++] = first[box] + 1;
        }
      }
      return best <= 1 ? best : -1;
    },
  };
}

function treeOf(vertices: Float64Array, triangles: Int32Array): Tree {
  const count = triangles.length / 3;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const centres = new Float64Array(3 * count);
  for (let t = 0; t < count; t += 1)
    for (let axis = 0; axis < 3; axis += 1)
      centres[3 * t + axis] =
        (vertices[3 * triangles[3 * t] + axis] + vertices[3 * triangles[3 * t + 1] + axis] + vertices[3 * triangles[3 * t + 2] + axis]) / 3;
  const most = 2 * count + 1;
  const tree: Tree = {
    boxes: new Float64Array(6 * most),
    first: new Int32Array(most),
    count: new Int32Array(most),
    order,
    dipoles: new Float64Array(8 * most),
  };
  let used = 1;
  const open: [number, number, number][] = [[0, 0, count]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [box, from, to] = next;
    boxAround(tree, box, vertices, triangles, from, to);
    if (to - from <= LEAF) {
      tree.first[box] = from;
      tree.count[box] = to - from;
      continue;
    }
    const at = 6 * box;
    const sides = [0, 1, 2].map((axis) => tree.boxes[at + 3 + axis] - tree.boxes[at + axis]);
    const axis = sides.indexOf(Math.max(...sides));
    order.subarray(from, to).sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis]);
    const middle = (from + to) >> 1;
    tree.first[box] = used;
    open.push([used, from, middle], [used + 1, middle, to]);
    used += 2;
  }
  return tree;
}

/** The box of some triangles, and what they are from far away: area vector at their centre of area. */
function boxAround(
  { boxes, order, dipoles }: Tree,
  box: number,
  vertices: Float64Array,
  triangles: Int32Array,
  from: number,
  to: number,
): void {
  const at = 6 * box;
  const to8 = 8 * box;
  boxes.fill(Infinity, at, at + 3);
  boxes.fill(-Infinity, at + 3, at + 6);
  let whole = 0;
  for (let each = from; each < to; each += 1) {
    const [a, b, c] = [0, 1, 2].map((which) => 3 * triangles[3 * order[each] + which]);
    const u = [0, 1, 2].map((axis) => vertices[b + axis] - vertices[a + axis]);
    const v = [0, 1, 2].map((axis) => vertices[c + axis] - vertices[a + axis]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]].map((value) => value / 2);
    const area = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    whole += area;
    for (let axis = 0; axis < 3; axis += 1) {
      dipoles[to8 + axis] += (area * (vertices[a + axis] + vertices[b + axis] + vertices[c + axis])) / 3;
      dipoles[to8 + 3 + axis] += normal[axis];
      for (const corner of [a, b, c]) {
        boxes[at + axis] = Math.min(boxes[at + axis], vertices[corner + axis]);
        boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], vertices[corner + axis]);
      }
    }
  }
  let square = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    if (whole > 0) dipoles[to8 + axis] /= whole;
    const reach = Math.max(boxes[at + 3 + axis] - dipoles[to8 + axis], dipoles[to8 + axis] - boxes[at + axis]);
    square += reach * reach;
  }
  dipoles[to8 + 6] = square;
}

/** Square of the distance of a place from a triangle, by its number. */
function triangleDistance(p: Float64Array, triangles: Int32Array, triangle: number, x: number, y: number, z: number): number {
  const [a, b, c] = [3 * triangles[3 * triangle], 3 * triangles[3 * triangle + 1], 3 * triangles[3 * triangle + 2]];
  const [abx, aby, abz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [acx, acy, acz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [apx, apy, apz] = [x - p[a], y - p[a + 1], z - p[a + 2]];
  const square = (s: number, t: number): number => {
    const [dx, dy, dz] = [apx - s * abx - t * acx, apy - s * aby - t * acy, apz - s * abz - t * acz];
    return dx * dx + dy * dy + dz * dz;
  };
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) return square(0, 0);
  const ab = abx * abx + aby * aby + abz * abz;
  const ac = acx * acx + acy * acy + acz * acz;
  const both = abx * acx + aby * acy + abz * acz;
  const [d3, d4] = [d1 - ab, d2 - both];
  if (d3 >= 0 && d4 <= d3) return square(1, 0);
  const [d5, d6] = [d1 - both, d2 - ac];
  if (d6 >= 0 && d5 <= d6) return square(0, 1);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return square(d1 / (d1 - d3), 0);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return square(0, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return square(1 - share, share);
  }
  const sum = 1 / (va + vb + vc);
  return square(vb * sum, vc * sum);
}

function solidAngle(p: Float64Array, triangles: Int32Array, triangle: number, x: number, y: number, z: number): number {
  const [i, j, k] = [3 * triangles[3 * triangle], 3 * triangles[3 * triangle + 1], 3 * triangles[3 * triangle + 2]];
  const [ax, ay, az] = [p[i] - x, p[i + 1] - y, p[i + 2] - z];
  const [bx, by, bz] = [p[j] - x, p[j + 1] - y, p[j + 2] - z];
  const [cx, cy, cz] = [p[k] - x, p[k + 1] - y, p[k + 2] - z];
  const [a, b, c] = [
    Math.sqrt(ax * ax + ay * ay + az * az),
    Math.sqrt(bx * bx + by * by + bz * bz),
    Math.sqrt(cx * cx + cy * cy + cz * cz),
  ];
  const determinant = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const rest = a * b * c + (ax * bx + ay * by + az * bz) * c + (bx * cx + by * cy + bz * cz) * a + (cx * ax + cy * ay + cz * az) * b;
  return 2 * atan2(determinant, rest);
}

function segmentMeetsBox(boxes: Float64Array, at: number, a: ArrayLike<number>, d: readonly number[]): boolean {
  let [low, high] = [0, 1];
  for (let axis = 0; axis < 3; axis += 1) {
    const [from, to] = [boxes[at + axis] - a[axis], boxes[at + 3 + axis] - a[axis]];
    if (d[axis] === 0) {
      if (from > 0 || to < 0) return false;
      continue;
    }
    const [s, t] = d[axis] > 0 ? [from / d[axis], to / d[axis]] : [to / d[axis], from / d[axis]];
    low = Math.max(low, s);
    high = Math.min(high, t);
  }
  return low <= high + 1e-12;
}

/** Part of the segment from `a` along d at which it meets a triangle, or -1. */
function segmentMeetsTriangle(
  p: Float64Array,
  triangles: Int32Array,
  triangle: number,
  a: ArrayLike<number>,
  [dx, dy, dz]: readonly number[],
): number {
  const [i, j, k] = [3 * triangles[3 * triangle], 3 * triangles[3 * triangle + 1], 3 * triangles[3 * triangle + 2]];
  const [ux, uy, uz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
  const [vx, vy, vz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
  const [qx, qy, qz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const determinant = ux * qx + uy * qy + uz * qz;
  if (determinant === 0) return -1;
  const [sx, sy, sz] = [a[0] - p[i], a[1] - p[i + 1], a[2] - p[i + 2]];
  const s = (sx * qx + sy * qy + sz * qz) / determinant;
  if (s < -EDGE || s > 1 + EDGE) return -1;
  const [rx, ry, rz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
  const t = (dx * rx + dy * ry + dz * rz) / determinant;
  if (t < -EDGE || s + t > 1 + EDGE) return -1;
  const along = (vx * rx + vy * ry + vz * rz) / determinant;
  return along >= 0 && along <= 1 ? along : -1;
}

/** A line through an edge meets both of its triangles. */
const EDGE = 1e-9;
