/**
 * The factors of lu.ts for matrices of some hundred rows and more: by panels of columns, and everything right of a panel by the dense
 * kernel at once.
 */
import { createKernel, type DenseKernel } from "./dense-kernel.js";
import { factorPanel, luSolve } from "./lu.js";

const PANEL = 24;

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
    // The kernel takes rows and columns in threes: what is added is a unit matrix by itself.
    const stride = 3 * Math.ceil(size / 3);
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
  const solve = (x: Float64Array): boolean => {
    for (let row = size; row < stride; row += 1) numbers[row * stride + row] = 1;
    let largest = 0;
    for (let at = 0; at < area; at += 1) largest = Math.max(largest, Math.abs(numbers[at]));
    const pivots = new Int32Array(stride);
    for (let from = 0; from < stride; from += PANEL) {
      const to = Math.min(from + PANEL, stride);
      if (!factorPanel(numbers, stride, from, to, pivots, largest)) return false;
      if (to === stride) break;
      solveRows(numbers, stride, from, to, right);
      const rest = stride - to;
      kernel.subtract({
        a: to * stride + from,
        strideA: stride,
        b: area,
        strideB: PANEL,
        c: to * stride + to,
        strideC: stride,
        rows: rest,
        columns: rest,
        depth: PANEL,
      });
    }
    const padded = new Float64Array(stride);
    padded.set(x.subarray(0, size));
    luSolve(numbers, stride, pivots, padded);
    x.set(padded.subarray(0, size));
    return true;
  };
  return { numbers, stride, solve };
}

/** The rows of a panel right of it, and those columns one after the other into `columns`. */
function solveRows(a: Float64Array, stride: number, from: number, to: number, columns: Float64Array): void {
  for (let i = from + 1; i < to; i += 1)
    for (let k = from; k < i; k += 1) {
      const factor = a[i * stride + k];
      if (factor === 0) continue;
      for (let j = to; j < stride; j += 1) a[i * stride + j] -= factor * a[k * stride + j];
    }
  for (let i = from; i < to; i += 1) for (let j = to; j < stride; j += 1) columns[(j - to) * PANEL + i - from] = a[i * stride + j];
}
