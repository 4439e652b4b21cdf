import { describe, expect, it } from "vitest";
import { createKernel } from "./dense-kernel.js";
import { largeSystems } from "./lu-large.js";
import { createRandom } from "./random.js";

describe("the dense kernel", () => {
  it.each([
    [3, 3, 2],
    [6, 9, 48],
    [48, 30, 14],
  ])(
    "gives %d x %d sums of %d products, with the same bits by WebAssembly and by the plain loop, and writes nothing else",
    (rows, columns, depth) => {
      const [strideA, strideB, strideC] = [depth + 1, depth + 3, columns + 2];
      const [a, b] = [rows * strideC + 5, rows * strideC + 5 + rows * strideA];
      const length = b + columns * strideB;
      const kernels = [createKernel(length), createKernel(length, true)];
      const random = createRandom(3);
      const start = Float64Array.from({ length }, () => 2 * random() - 1);
      for (const { numbers, subtract } of kernels) {
        numbers.set(start);
        subtract({ a, strideA, b, strideB, c: 5, strideC, rows, columns, depth });
      }
      expect(kernels[0].numbers).toEqual(kernels[1].numbers);
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < strideC; column += 1) {
          let sum = 0;
          for (let t = 0; t < depth; t += 1) sum += start[a + row * strideA + t] * start[b + column * strideB + t];
          const at = 5 + row * strideC + column;
          if (at >= a) continue;
          expect(kernels[0].numbers[at]).toBeCloseTo(column < columns ? start[at] - sum : start[at], 12);
        }
    },
  );

  it.each([
    [3, 6, 1],
    [9, 24, 47],
  ])("gives %d x %d sums of %d products with A transposed or not, and writes nothing else", (rows, columns, depth) => {
    const strideC = columns + 1;
    const [a, b] = [rows * strideC + 1, rows * strideC + 1 + rows * depth];
    const random = createRandom(4);
    const start = Float64Array.from({ length: b + depth * columns }, () => 2 * random() - 1);
    for (const [rowA, stepA] of [
      [depth, 1],
      [1, rows],
    ]) {
      const kernels = [createKernel(start.length), createKernel(start.length, true)];
      for (const { numbers, subtractMany } of kernels) {
        numbers.set(start);
        subtractMany({ a, rowA, stepA, b, strideB: columns, c: 1, strideC, rows, columns, depth });
      }
      expect(kernels[0].numbers).toEqual(kernels[1].numbers);
      const expected = start.slice();
      for (let i = 0; i < rows; i += 1)
        for (let j = 0; j < columns; j += 1)
          for (let t = 0; t < depth; t += 1) expected[1 + i * strideC + j] -= start[a + i * rowA + t * stepA] * start[b + t * columns + j];
      kernels[0].numbers.forEach((value, at) => {
        expect(value).toBeCloseTo(expected[at], 12);
      });
    }
  });

  it.each([
    [4, 1],
    [8, 6],
    [12, 33],
  ])("takes %d rows of %d numbers from one row, with the same bits either way, and writes nothing else", (rows, columns) => {
    const strideA = columns + 3;
    const [a, b] = [columns + 2, columns + 2 + rows * strideA];
    const random = createRandom(5);
    const start = Float64Array.from({ length: b + rows }, () => 2 * random() - 1);
    const kernels = [createKernel(start.length), createKernel(start.length, true)];
    for (const { numbers, subtractRows } of kernels) {
      numbers.set(start);
      subtractRows({ x: 1, a, strideA, b, rows, columns });
    }
    expect(kernels[0].numbers).toEqual(kernels[1].numbers);
    const expected = start.slice();
    for (let row = 0; row < rows; row += 1)
      for (let k = 0; k < columns; k += 1) expected[1 + k] -= start[a + row * strideA + k] * start[b + row];
    expect(kernels[0].numbers).toEqual(expected);
  });

  it("is compiled here, where there is WebAssembly", () => {
    expect(createKernel(9).numbers.buffer.byteLength).toBe(65_536);
    expect(createKernel(9, true).numbers.buffer.byteLength).toBe(72);
  });
});

describe("a large system", () => {
  const systems = largeSystems();

  it.each([1, 2, 5, 6, 7, 47, 48, 49, 100, 200])("of %d unknowns is solved, with exchanges of rows", (size) => {
    const random = createRandom(size);
    const { numbers, stride, solve } = systems(size);
    const matrix = Float64Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 1e-12 : 2 * random() - 1));
    const x = Float64Array.from({ length: size }, () => random());
    for (let i = 0; i < size; i += 1) numbers.set(matrix.subarray(i * size, (i + 1) * size), i * stride);
    const right = x.map((_, i) => x.reduce((sum, value, j) => sum + matrix[i * size + j] * value, 0));
    expect(solve(right)).toBe(true);
    right.forEach((value, i) => {
      expect(Math.abs(value - x[i])).toBeLessThan(1e-9);
    });
  });

  it("that is singular is said to be", () => {
    const { numbers, stride, solve } = systems(30);
    for (let i = 0; i < 30; i += 1) numbers[i * stride + i] = i === 7 ? 0 : 1;
    expect(solve(new Float64Array(30))).toBe(false);
  });
});
