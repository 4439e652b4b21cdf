import { describe, expect, it } from "vitest";
import { createKernel } from "./dense-kernel.js";
import { largeSystem } from "./lu-large.js";
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

  it("is compiled here, where there is WebAssembly", () => {
    expect(createKernel(9).numbers.buffer.byteLength).toBe(65_536);
    expect(createKernel(9, true).numbers.buffer.byteLength).toBe(72);
  });
});

describe("a large system", () => {
  it.each([1, 2, 23, 24, 25, 100])("of %d unknowns is solved, with exchanges of rows", (size) => {
    const random = createRandom(size);
    const { numbers, stride, solve } = largeSystem(size);
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
    const { numbers, stride, solve } = largeSystem(30);
    for (let i = 0; i < 30; i += 1) numbers[i * stride + i] = i === 7 ? 0 : 1;
    expect(solve(new Float64Array(30))).toBe(false);
  });
});
