/**
 * The factors of lu.ts for matrices of some hundred rows and more: by panels of columns, and everything right of a panel by the dense
 * kernel at once. Panels are made of strips, of which only the columns themselves are eliminated number by number.
 */
import { createKernel, type DenseKernel } from "./dense-kernel.js";
import { factorPanel, luSolve } from "./lu.js";

/** Columns that the rest of the matrix is updated by at once, and those of them that are eliminated one by one. */
const PANEL = 48;
const STRIP = 6;

/** Room for a matrix: filled row by row, `stride` numbers apart, then solved with. */
export interface LargeSystem {
  /** Rows of `stride` numbers, of which the first `size` are the matrix. */
  readonly numbers: Float64Array;
  /** From row to row. */
  readonly stride: number;
  /** Factors what is in the room and solves in place: `x` holds the right side and then the solution. False: singular to rounding. */
  readonly solve: (x: Float64Array) => boolean;
}

/** Empty systems of so many unknowns, all in the same room: each ends the one before it. */
export type LargeSystems = (size: number) => LargeSystem;

/** Room for systems. */
export function largeSystems(): LargeSystems {
  let kernel: DenseKernel | undefined;
  return (size) => {
    // The kernel takes rows and columns in sixes: what is added is a unit matrix by itself.
    const stride = STRIP * Math.ceil(size / STRIP);
    const needed = stride * stride + stride * PANEL;
    // Room that grows by little is soon too small again.
    if (kernel === undefined || kernel.numbers.length < needed) kernel = createKernel(kernel === undefined ? needed : 2 * needed);
    kernel.numbers.fill(0, 0, needed);
    return systemIn(kernel, size, stride);
  };
}

function systemIn(kernel: DenseKernel, size: number, stride: number): LargeSystem {
  const area = stride * stride;
  const numbers = kernel.numbers.subarray(0, area);
  const right = kernel.numbers.subarray(area);
  /** Rows below the columns from `from` to `to`, right of them up to `end`, less what those columns take. */
  const update = (from: number, to: number, end: number): void => {
    for (let i = from; i < to; i += 1) for (let j = to; j < end; j += 1) right[(j - to) * PANEL + i - from] = numbers[i * stride + j];
    const [a, c] = [to * stride + from, to * stride + to];
    const size = { rows: stride - to, columns: end - to, depth: to - from };
    kernel.subtract({ a, strideA: stride, b: area, strideB: PANEL, c, strideC: stride, ...size });
  };
  const solve = (x: Float64Array): boolean => {
    for (let row = size; row < stride; row += 1) numbers[row * stride + row] = 1;
    let largest = 0;
    for (let at = 0; at < area; at += 1) largest = Math.max(largest, Math.abs(numbers[at]));
    const pivots = new Int32Array(stride);
    for (let from = 0; from < stride; from += PANEL) {
      const to = Math.min(from + PANEL, stride);
      for (let strip = from; strip < to; strip += STRIP) {
        if (!factorPanel(numbers, stride, strip, strip + STRIP, pivots, largest)) return false;
        // What is right of the strip in its panel.
        solveStrip(numbers, stride, strip, strip + STRIP, to);
        update(strip, strip + STRIP, to);
      }
      if (to === stride) break;
      for (let strip = from; strip < to; strip += STRIP) {
        // Rows of the strip right of the panel: less what the rows above take from them.
        const [a, b, c] = [strip * stride + from, from * stride + to, strip * stride + to];
        const taken = { rows: STRIP, columns: stride - to, depth: strip - from };
        kernel.subtractMany({ a, rowA: stride, stepA: 1, b, strideB: stride, c, strideC: stride, ...taken });
        solveStrip(numbers, stride, strip, to, stride);
      }
      update(from, to, stride);
    }
    const padded = new Float64Array(stride);
    padded.set(x.subarray(0, size));
    luSolve(numbers, stride, pivots, padded);
    x.set(padded.subarray(0, size));
    return true;
  };
  return { numbers, stride, solve };
}

/** The rows of a strip from column `to` to `end`: each less what those of the strip above it take. */
function solveStrip(a: Float64Array, stride: number, from: number, to: number, end: number): void {
  for (let i = from + 1; i < from + STRIP; i += 1)
    for (let k = from; k < i; k += 1) {
      const factor = a[i * stride + k];
      if (factor === 0) continue;
      for (let j = to; j < end; j += 1) a[i * stride + j] -= factor * a[k * stride + j];
    }
}
