import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { between } from "../testing/between.js";
import { homotopyRoots, type Polynomial } from "./homotopy.js";
import { quadraticSystemRoots } from "./macaulay.js";

const term = (coefficient: number, ...powers: number[]) => ({ coefficient, powers });

describe("one unknown", () => {
  it("finds the roots of (x - 1)(x - 2)(x + 3)(x^2 + 4)", () => {
    // (x^3 - 7x + 6)(x^2 + 4)
    const { roots, real, paths } = homotopyRoots([[term(1, 5), term(-3, 3), term(6, 2), term(-28, 1), term(24, 0)]]);
    expect(paths).toBe(5);
    expect(roots).toHaveLength(5);
    const found = real.map(([x]) => x).sort((a, b) => a - b);
    [-3, 1, 2].forEach((root, i) => {
      expect(found[i]).toBeCloseTo(root, 12);
    });
    const complex = roots.filter(({ im }) => Math.abs(im[0]) > 1);
    for (const { re, im } of complex) expect([Math.abs(re[0]), Math.abs(im[0])].map((x) => Number(x.toFixed(10)))).toEqual([0, 2]);
  });

  it("finds any roots of a quadratic, real or not", () => {
    fc.assert(
      fc.property(between(-3, 3), between(-3, 3), (sum, product) => {
        const discriminant = (sum * sum) / 4 - product;
        fc.pre(Math.abs(discriminant) > 1e-3);
        const { real, roots, lost } = homotopyRoots([[term(1, 2), term(-sum, 1), term(product, 0)]]);
        expect(lost).toBe(0);
        expect(roots).toHaveLength(2);
        expect(real).toHaveLength(discriminant > 0 ? 2 : 0);
        const spread = Math.sqrt(Math.abs(discriminant));
        for (const { re, im } of roots)
          expect(Math.abs(discriminant > 0 ? Math.abs(re[0] - sum / 2) - spread : Math.abs(im[0]) - spread)).toBeLessThan(1e-9);
      }),
      { numRuns: 15 },
    );
  });
});

it("sends the paths of roots at infinity there: two circles meet in two points, not four", () => {
  const circle = (x: number, y: number, r: number): Polynomial => [
    term(1, 2, 0),
    term(1, 0, 2),
    term(-2 * x, 1, 0),
    term(-2 * y, 0, 1),
    term(x * x + y * y - r * r, 0, 0),
  ];
  const { real, paths, atInfinity } = homotopyRoots([circle(0, 0, 5), circle(6, 0, 5)]);
  expect(paths).toBe(4);
  expect(atInfinity).toBe(2);
  const found = real.map(([x, y]) => [x, y]).sort((a, b) => a[1] - b[1]);
  expect(found).toHaveLength(2);
  found.forEach(([x, y], i) => {
    expect(x).toBeCloseTo(3, 10);
    expect(y).toBeCloseTo(i === 0 ? -4 : 4, 10);
  });
});

it("finds every root of random quadratics in three unknowns: eight of them, as a second method does", () => {
  fc.assert(
    fc.property(fc.array(between(-1, 1), { minLength: 30, maxLength: 30 }), (numbers) => {
      const powers = [
        [2, 0, 0],
        [1, 1, 0],
        [1, 0, 1],
        [0, 2, 0],
        [0, 1, 1],
        [0, 0, 2],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0, 0, 0],
      ];
      const equations = [0, 1, 2].map((i) => powers.map((each, k) => ({ coefficient: numbers[10 * i + k], powers: each })));
      const { roots, real, lost, atInfinity } = homotopyRoots(equations);
      fc.pre(lost + atInfinity === 0);
      expect(roots).toHaveLength(8);
      const at = (i: number, k: number) => numbers[10 * i + k];
      const second = quadraticSystemRoots(
        [0, 1, 2].map((i) => ({
          square: [
            [at(i, 0), at(i, 1), at(i, 2)],
            [0, at(i, 3), at(i, 4)],
            [0, 0, at(i, 5)],
          ],
          linear: [at(i, 6), at(i, 7), at(i, 8)],
          constant: at(i, 9),
        })),
      )!;
      expect(real).toHaveLength(second.length);
      for (const root of second) {
        const distance = real.map((other) => Math.max(...other.map((x, k) => Math.abs(x - root[k]))));
        expect(Math.min(...distance)).toBeLessThan(1e-6 * (1 + Math.max(...root.map(Math.abs))));
      }
    }),
    { numRuns: 6 },
  );
});

it("gives the same bits for the same seed and the same roots for another", () => {
  const equations: Polynomial[] = [
    [term(1, 2, 0), term(-1, 0, 1), term(-1, 0, 0)],
    [term(1, 0, 2), term(-1, 1, 0), term(-0.5, 0, 0)],
  ];
  const first = homotopyRoots(equations);
  expect(homotopyRoots(equations)).toEqual(first);
  const other = homotopyRoots(equations, { seed: 7 });
  expect(other.roots).toHaveLength(first.roots.length);
  for (const { re, im } of first.roots)
    expect(
      other.roots.some((root) => Math.abs(root.re[0] - re[0]) + Math.abs(root.im[0] - im[0]) + Math.abs(root.re[1] - re[1]) < 1e-8),
    ).toBe(true);
});

it("refuses equations without unknowns, with the wrong number of powers or with too many paths", () => {
  expect(() => homotopyRoots([[term(1, 0)]])).toThrow(InvalidInputError);
  expect(() => homotopyRoots([[term(1, 1, 1)]])).toThrow("are not 1 powers");
  expect(() => homotopyRoots([[term(Number.NaN, 1)]])).toThrow("is not a finite coefficient");
  for (const power of [-1, 1.5]) expect(() => homotopyRoots([[term(1, power)]])).toThrow("are not whole powers from 0 up");
  expect(() => homotopyRoots([[term(1, 1)]], { largestStep: 0 })).toThrow("largestStep: 0 is not above 0");
  const large = Array.from({ length: 5 }, (_, i) => [term(1, ...[0, 1, 2, 3, 4].map((j) => (i === j ? 20 : 0)))]);
  expect(() => homotopyRoots(large)).toThrow("paths are more than");
});
