/**
 * The stiffness of a body condensed to the nodes that push on something: the inverse of the compliance among them, less its springs.
 *
 * From round to round a few nodes touch or part, and the inverse follows them one by one. With the rows [b d] of a node that comes, and
 * P the inverse of the rest,
 *
 *     g = P b^T        t = (d - b g)^-1        [P + g t g^T, -g t; -t g^T, t]
 *
 * and of a node that goes, whose rows of the inverse are [-t g^T, t], g t g^T is taken away again. Rounding adds up, so that it is made
 * anew after some hundred of those; it is in derivatives only.
 *
 * Letters: C compliance, of body.ts.  Source: the inverse of a matrix in blocks, as in every textbook.
 */
import { factorLdl, inverseLdl } from "../../math/sparse/ldl.js";
import { fromDense } from "../../math/sparse/symmetric.js";
import type { SoftBody } from "./body.js";
import { type Compliances, complianceAmong } from "./compliance.js";

/** Rows and columns of some surface nodes, three each. */
export interface CondensedStiffness {
  /** By their places among the surface nodes; those with springs come first. */
  readonly nodes: readonly number[];
  /** N/m, row by row. */
  readonly stiffness: Float64Array;
  /** From row to row. */
  readonly stride: number;
}

/** Part of all nodes up to which the inverse follows them one by one instead of being made anew. */
const FEW = 0.4;
/** Part of those that are needed that others may stay: three unknowns more are less than an inverse that follows. */
const LEFT = 0.1;
/** Nodes that come and go before it is made anew. */
const MOST_CHANGES = 500;

/** The stiffness condensed to the nodes that are needed, those with springs and a few more, in room that the next one takes over. */
export function condenser(compliances: Compliances, springs: SoftBody["springs"]): (needed: Iterable<number>) => CondensedStiffness {
  const sprung = [...new Set(springs.map(({ node }) => node))];
  let nodes: number[] = [];
  let room = { numbers: new Float64Array(0), stride: 0 };
  let changes = 0;
  /** What stands on the diagonal without the springs. */
  const diagonal = new Float64Array(springs.length);
  const place = ({ node, axis }: SoftBody["springs"][number]): number => (3 * nodes.indexOf(node) + axis) * (room.stride + 1);

  const makeAnew = (wanted: ReadonlySet<number>): void => {
    nodes = [...wanted];
    const width = 3 * nodes.length;
    const inverse = inverseOf(complianceAmong(compliances, nodes, nodes), width);
    room = roomFor(room, width);
    for (let row = 0; row < width; row++) room.numbers.set(inverse.subarray(row * width, (row + 1) * width), row * room.stride);
    changes = 0;
  };
  const follow = (gone: readonly number[], fresh: readonly number[]): void => {
    for (const node of gone) {
      dropNode(room, 3 * nodes.length, 3 * nodes.indexOf(node));
      const last = nodes.pop() as number;
      if (last !== node) nodes[nodes.indexOf(node)] = last;
    }
    for (const node of fresh) {
      room = roomFor(room, 3 * nodes.length + 3, 3 * nodes.length);
      addNode(room, 3 * nodes.length, complianceAmong(compliances, [node], [...nodes, node]));
      nodes.push(node);
    }
    changes += gone.length + fresh.length;
  };
  return (needed) => {
    const wanted = new Set([...sprung, ...needed]);
    const kept = new Set(nodes);
    const unwanted = nodes.filter((node) => !wanted.has(node));
    const gone = unwanted.length > LEFT * wanted.size ? unwanted : [];
    const fresh = [...wanted].filter((node) => !kept.has(node));
    if (gone.length + fresh.length > 0) {
      springs.forEach((spring, k) => {
        if (nodes.length > 0) room.numbers[place(spring)] = diagonal[k];
      });
      if (gone.length + fresh.length > FEW * wanted.size || changes > MOST_CHANGES) makeAnew(wanted);
      else follow(gone, fresh);
      springs.forEach((spring, k) => {
        const at = place(spring);
        diagonal[k] = room.numbers[at];
        room.numbers[at] -= spring.stiffness;
      });
    }
    return { nodes, stiffness: room.numbers, stride: room.stride };
  };
}

interface Room {
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly stride: number;
}

/** Room for so many rows, with the first of what it holds kept. */
function roomFor(room: Room, width: number, kept = 0): Room {
  if (room.stride >= width) return room;
  // It grows by more than a node, or every node that comes would copy all of it.
  const stride = width + 3 * Math.ceil(0.1 * width);
  const numbers = new Float64Array(stride * stride);
  for (let row = 0; row < kept; row++) numbers.set(room.numbers.subarray(row * room.stride, row * room.stride + kept), row * stride);
  return { numbers, stride };
}

function inverseOf(matrix: Float64Array, width: number): Float64Array<ArrayBuffer> {
  return inverseLdl(factorLdl(fromDense(matrix, width), { block: 3 }));
}

/** @param rows of the compliance of the node: to the nodes before it and itself */
function addNode({ numbers, stride }: Room, width: number, rows: Float64Array): void {
  const whole = width + 3;
  const g = new Float64Array(3 * whole);
  for (let i = 0; i < width; i++) {
    let [x, y, z] = [0, 0, 0];
    for (let j = 0; j < width; j++) {
      const value = numbers[i * stride + j];
      x += value * rows[j];
      y += value * rows[whole + j];
      z += value * rows[2 * whole + j];
    }
    g.set([x, y, z], 3 * i);
  }
  const left = new Float64Array(9);
  for (let k = 0; k < 3; k++)
    for (let l = 0; l < 3; l++) {
      let sum = rows[k * whole + width + l];
      for (let j = 0; j < width; j++) sum -= rows[k * whole + j] * g[3 * j + l];
      left[3 * k + l] = sum;
    }
  const t = inverseOfThree(left);
  // With -1 in place of g in its own rows, the products are all of the inverse.
  for (let k = 0; k < 3; k++) g[3 * (width + k) + k] = -1;
  for (let row = width; row < whole; row++)
    for (let column = 0; column < whole; column++) {
      numbers[row * stride + column] = 0;
      numbers[column * stride + row] = 0;
    }
  addProduct({ numbers, stride }, whole, g, t, 1);
}

/** Takes away the node whose rows begin at `from`; the last one takes its place. */
function dropNode({ numbers, stride }: Room, width: number, from: number): void {
  const rows = new Float64Array(3 * width);
  const t = new Float64Array(9);
  for (let i = 0; i < width; i++) for (let k = 0; k < 3; k++) rows[3 * i + k] = numbers[i * stride + from + k];
  for (let k = 0; k < 9; k++) t[k] = rows[3 * from + k];
  addProduct({ numbers, stride }, width, rows, inverseOfThree(t), -1);
  const last = width - 3;
  if (last === from) return;
  for (let k = 0; k < 3; k++) {
    for (let j = 0; j < width; j++) numbers[(from + k) * stride + j] = numbers[(last + k) * stride + j];
    for (let i = 0; i < width; i++) numbers[i * stride + from + k] = numbers[i * stride + last + k];
  }
}

/** P += sign g t g^T. */
function addProduct({ numbers, stride }: Room, width: number, g: Float64Array, t: Float64Array, sign: number): void {
  for (let i = 0; i < width; i++) {
    const [x, y, z] = [sign * g[3 * i], sign * g[3 * i + 1], sign * g[3 * i + 2]];
    const u = x * t[0] + y * t[3] + z * t[6];
    const v = x * t[1] + y * t[4] + z * t[7];
    const w = x * t[2] + y * t[5] + z * t[8];
    for (let j = 0; j < width; j++) numbers[i * stride + j] += u * g[3 * j] + v * g[3 * j + 1] + w * g[3 * j + 2];
  }
}

/** Of a symmetric matrix, by its minors. */
function inverseOfThree([a, b, c, , d, e, , , f]: Float64Array): Float64Array {
  const [x, y, z] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const determinant = a * x + b * y + c * z;
  const [p, q, r] = [a * f - c * c, b * c - a * e, a * d - b * b];
  return Float64Array.from([x, y, z, y, p, q, z, q, r], (value) => value / determinant);
}
