/**
 * The tetrahedron of a mesh that holds a point, or the one nearest to it.
 *
 * A tree of boxes: elements are halved by their middles along the longest side of the box around these, again and again. A search goes to
 * the nearer half first and leaves out boxes farther away than what it has. The nearest place of a tetrahedron to a point outside is on a
 * face that the point lies beyond (its barycentric coordinate is negative there).
 */
import { elementCount, type TetMesh } from "./mesh.js";

/** What a search has found; made once and written again by every search. */
export interface Nearest {
  element: number;
  /** Squared distance, m^2; 0 inside. */
  square: number;
  /** Barycentric coordinates of the point in that element, which sum up to 1; some are negative outside. */
  readonly weights: Float64Array;
}

/** Elements of a leaf. */
const LEAF = 4;
/** A coordinate that is negative by less than this is rounding. */
const INSIDE = -1e-12;

/** The faces opposite to the corners. */
const OPPOSITE = [
  [1, 2, 3],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 2],
] as const;

export function nearestElement(mesh: TetMesh): (x: number, y: number, z: number, found?: Nearest) => Nearest {
  const { nodes, tetrahedra } = mesh;
  const count = elementCount(mesh);
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const boxes: number[] = [];
  const halves: number[] = [];
  build(0, count);

  return (x, y, z, found = { element: -1, square: Infinity, weights: new Float64Array(4) }) => {
    found.element = -1;
    found.square = Infinity;
    search(0, 0, count, x, y, z, found);
    return found;
  };

  /** Lays out the box of a range of elements and of its halves; says its place. */
  function build(from: number, to: number): number {
    const box = halves.length;
    halves.push(-1);
    const range = order.subarray(from, to);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const lowMiddle = [Infinity, Infinity, Infinity];
    const highMiddle = [-Infinity, -Infinity, -Infinity];
    for (const element of range)
      for (let axis = 0; axis < 3; axis += 1) {
        for (let corner = 0; corner < 4; corner += 1) {
          const value = nodes[3 * tetrahedra[4 * element + corner] + axis];
          low[axis] = Math.min(low[axis], value);
          high[axis] = Math.max(high[axis], value);
        }
        lowMiddle[axis] = Math.min(lowMiddle[axis], middle(element, axis));
        highMiddle[axis] = Math.max(highMiddle[axis], middle(element, axis));
      }
    boxes.push(...low, ...high);
    if (to - from <= LEAF) return box;
    const longest = [0, 1, 2].reduce((a, b) => (highMiddle[b] - lowMiddle[b] > highMiddle[a] - lowMiddle[a] ? b : a));
    range.sort((a, b) => middle(a, longest) - middle(b, longest) || a - b);
    const half = (from + to) >> 1;
    build(from, half);
    // The first half stands right after its whole.
    halves[box] = build(half, to);
    return box;
  }

  function middle(element: number, axis: number): number {
    let sum = 0;
    for (let corner = 0; corner < 4; corner += 1) sum += nodes[3 * tetrahedra[4 * element + corner] + axis];
    return sum;
  }

  function search(box: number, from: number, to: number, x: number, y: number, z: number, found: Nearest): void {
    if (halves[box] < 0) {
      for (let at = from; at < to; at += 1) tryElement(order[at], x, y, z, found);
      return;
    }
    const half = (from + to) >> 1;
    const first = squareToBox(box + 1, x, y, z);
    const second = squareToBox(halves[box], x, y, z);
    if (first <= second) {
      if (first < found.square) search(box + 1, from, half, x, y, z, found);
      if (second < found.square) search(halves[box], half, to, x, y, z, found);
    } else {
      if (second < found.square) search(halves[box], half, to, x, y, z, found);
      if (first < found.square) search(box + 1, from, half, x, y, z, found);
    }
  }

  function squareToBox(box: number, x: number, y: number, z: number): number {
    const dx = Math.max(0, boxes[6 * box] - x, x - boxes[6 * box + 3]);
    const dy = Math.max(0, boxes[6 * box + 1] - y, y - boxes[6 * box + 4]);
    const dz = Math.max(0, boxes[6 * box + 2] - z, z - boxes[6 * box + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  function tryElement(element: number, x: number, y: number, z: number, found: Nearest): void {
    const weights = weightsAt(element, x, y, z);
    let square = 0;
    if (!weights.every((weight) => weight >= INSIDE)) {
      square = Infinity;
      for (let corner = 0; corner < 4; corner += 1)
        if (weights[corner] < 0) {
          const [a, b, c] = OPPOSITE[corner];
          square = Math.min(
            square,
            squareToTriangle(nodes, tetrahedra[4 * element + a], tetrahedra[4 * element + b], tetrahedra[4 * element + c], x, y, z),
          );
        }
    }
    if (square < found.square) {
      found.square = square;
      found.element = element;
      found.weights.set(weights);
    }
  }

  /** Each the signed volume that the point makes with the opposite face, over that of the element. */
  function weightsAt(element: number, x: number, y: number, z: number): [number, number, number, number] {
    const a = 3 * tetrahedra[4 * element];
    const b = 3 * tetrahedra[4 * element + 1];
    const c = 3 * tetrahedra[4 * element + 2];
    const d = 3 * tetrahedra[4 * element + 3];
    const [dx, dy, dz] = [nodes[d], nodes[d + 1], nodes[d + 2]];
    const [ax, ay, az] = [nodes[a] - dx, nodes[a + 1] - dy, nodes[a + 2] - dz];
    const [bx, by, bz] = [nodes[b] - dx, nodes[b + 1] - dy, nodes[b + 2] - dz];
    const [cx, cy, cz] = [nodes[c] - dx, nodes[c + 1] - dy, nodes[c + 2] - dz];
    const [px, py, pz] = [x - dx, y - dy, z - dz];
    const whole = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const first = (px * (by * cz - bz * cy) + py * (bz * cx - bx * cz) + pz * (bx * cy - by * cx)) / whole;
    const second = (ax * (py * cz - pz * cy) + ay * (pz * cx - px * cz) + az * (px * cy - py * cx)) / whole;
    const third = (ax * (by * pz - bz * py) + ay * (bz * px - bx * pz) + az * (bx * py - by * px)) / whole;
    return [first, second, third, 1 - first - second - third];
  }
}

/** Squared distance of a point from a triangle: inside its prism that of the plane, else of the nearest side. */
function squareToTriangle(nodes: ArrayLike<number>, a: number, b: number, c: number, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [nodes[3 * b] - nodes[3 * a], nodes[3 * b + 1] - nodes[3 * a + 1], nodes[3 * b + 2] - nodes[3 * a + 2]];
  const [vx, vy, vz] = [nodes[3 * c] - nodes[3 * a], nodes[3 * c + 1] - nodes[3 * a + 1], nodes[3 * c + 2] - nodes[3 * a + 2]];
  const [px, py, pz] = [x - nodes[3 * a], y - nodes[3 * a + 1], z - nodes[3 * a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = nx * nx + ny * ny + nz * nz;
  // Coordinates of the foot of the point along both sides.
  const along = (nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx)) / length;
  const across = (nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px)) / length;
  if (along >= 0 && across >= 0 && along + across <= 1) {
    const height = px * nx + py * ny + pz * nz;
    return (height * height) / length;
  }
  return Math.min(
    squareToSegment(px, py, pz, ux, uy, uz),
    squareToSegment(px, py, pz, vx, vy, vz),
    squareToSegment(px - ux, py - uy, pz - uz, vx - ux, vy - uy, vz - uz),
  );
}

/** Squared distance of a point from the segment between the origin and another point. */
function squareToSegment(px: number, py: number, pz: number, ux: number, uy: number, uz: number): number {
  const part = Math.max(0, Math.min(1, (px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz)));
  const x = px - part * ux;
  const y = py - part * uy;
  const z = pz - part * uz;
  return x * x + y * y + z * z;
}
