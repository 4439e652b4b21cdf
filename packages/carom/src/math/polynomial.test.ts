import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { between } from "../testing/between.js";
import { cubicRoots, evaluatePolynomial, quadraticRoots, quarticRoots } from "./polynomial.js";

/** Coefficients, highest power first, of leading (x - r1)(x - r2)... */
function expand(leading: number, ...roots: number[]): number[] {
  return roots.reduce((product, root) => times(product, [1, -root]), [leading]);
}

const times = (p: readonly number[], q: readonly number[]): number[] => {
  const product = new Array<number>(p.length + q.length - 1).fill(0);
  for (const [i, a] of p.entries()) for (const [j, b] of q.entries()) product[i + j] += a * b;
  return product;
};

function rootsOf(coefficients: readonly number[]): number[] {
  const [a, b, c, d, e] = coefficients;
  if (coefficients.length === 3) return quadraticRoots(a, b, c);
  return coefficients.length === 4 ? cubicRoots(a, b, c, d) : quarticRoots(a, b, c, d, e);
}

function expectRoots(coefficients: readonly number[], expected: readonly number[], tolerance = 1e-13): void {
  const actual = rootsOf(coefficients);
  expect(actual.length, `${coefficients} has ${expected}, found ${actual}`).toBe(expected.length);
  for (const [i, root] of expected.entries()) expect(Math.abs(actual[i] - root)).toBeLessThanOrEqual(tolerance * Math.abs(root));
}

const distinct = (roots: readonly number[]) => [...new Set(roots.map((root) => root + 0))].sort((x, y) => x - y);
/** Multiples of 1/16 up to 16: products of four of them are exact, so the polynomial really has these roots. */
const exactRoot = fc.integer({ min: -256, max: 256 }).map((n) => n / 16);
const leading = fc.constantFrom(1, -1, 3, -0.25, 2 ** 40, -(2 ** -40));
/** x^2 - 2 h x + h^2 + k with k > 0: no real roots. */
const rootless = fc
  .tuple(fc.integer({ min: -64, max: 64 }), fc.integer({ min: 1, max: 4096 }))
  .map(([h, k]) => [1, -h / 4, (h * h) / 64 + k / 64]);

describe("polynomials built from known roots", () => {
  it.each([2, 3, 4])("degree %d: every distinct root once, ascending, to the last bits", (degree) => {
    const roots = fc.array(exactRoot, { minLength: degree, maxLength: degree });
    fc.assert(
      fc.property(leading, roots, (a, r) => expectRoots(expand(a, ...r), distinct(r))),
      { numRuns: 2000 },
    );
  });

  it.each([
    [2, 1],
    [3, 1],
    [3, 2],
    [4, 1],
    [4, 2],
    [4, 3],
  ])("degree %d with %d equal roots and one more", (degree, equal) => {
    const others = fc.array(exactRoot, { minLength: degree - equal, maxLength: degree - equal });
    fc.assert(
      fc.property(leading, exactRoot, others, (a, r, rest) => {
        const all = [...new Array<number>(equal).fill(r), ...rest];
        expectRoots(expand(a, ...all), distinct(all));
      }),
      { numRuns: 1000 },
    );
  });

  it("complex pairs are not reported", () => {
    fc.assert(fc.property(leading, rootless, (a, pair) => expectRoots(times([a], pair), [])));
    fc.assert(fc.property(rootless, exactRoot, (pair, r) => expectRoots(times(pair, [1, -r]), [r])));
    fc.assert(fc.property(rootless, exactRoot, exactRoot, (pair, r, s) => expectRoots(times(pair, expand(1, r, s)), distinct([r, s]))));
    fc.assert(fc.property(rootless, rootless, (pair, other) => expectRoots(times(pair, other), [])));
  });

  it.each([1e-2, 1e-4, 1e-6])("roots %d apart are told apart, to what rounding the coefficients allows", (gap) => {
    const near = [1.25, 1.25 + gap];
    const allowed = (20 * Number.EPSILON) / gap;
    expectRoots(expand(1, ...near), near, allowed);
    expectRoots(expand(1, ...near, 7), [...near, 7], allowed);
    expectRoots(expand(1, -3, ...near, 7), [-3, ...near, 7], allowed);
  });

  it("roots closer than rounding are one, in their middle", () => {
    for (const others of [[], [7], [-3, 7]]) {
      const found = rootsOf(expand(1, ...others, 1.25, 1.25 + 1e-10)).filter((x) => Math.abs(x - 1.25) < 1e-3);
      expect(found.length).toBe(1);
      expect(Math.abs(found[0] - 1.25)).toBeLessThan(1e-9);
    }
  });

  it("rounded double roots are still found", () => {
    const anyRoot = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(anyRoot, anyRoot, (r, s) => {
        fc.pre(Math.abs(r - s) > 0.1);
        for (const coefficients of [expand(1, r, r), expand(1, r, r, s), expand(1, r, r, -s, s)]) {
          expect(rootsOf(coefficients).some((x) => Math.abs(x - r) < 1e-6)).toBe(true);
        }
      }),
    );
  });
});

describe("any coefficients", () => {
  /** Not so small that a root, or a term at a root, is subnormal: such numbers have fewer than 53 bits and no claim to the last one. */
  const wide = fc.double({ min: -10, max: 10, noNaN: true }).filter((each) => each === 0 || Math.abs(each) > 1e-150);
  const size = fc.oneof(between(-10, 10), wide);
  const coefficient = fc.oneof(fc.integer({ min: -5, max: 5 }), size);
  const polynomial = fc.array(coefficient, { minLength: 3, maxLength: 5 });

  it("every root found makes the polynomial zero within rounding", () => {
    fc.assert(
      fc.property(polynomial, (coefficients) => {
        for (const x of rootsOf(coefficients)) {
          const sizes = coefficients.reduce((sum, each) => sum * Math.abs(x) + Math.abs(each), 0);
          expect(Math.abs(evaluatePolynomial(coefficients, x))).toBeLessThanOrEqual(8 * Number.EPSILON * sizes);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("no sign change is missed", () => {
    fc.assert(
      fc.property(polynomial, (coefficients) => {
        const roots = rootsOf(coefficients);
        for (let x = -20; x < 20; x += 0.37) {
          const [left, right] = [x, x + 0.37].map((at) => Math.sign(evaluatePolynomial(coefficients, at)));
          if (left * right < 0) expect(roots.some((root) => root >= x && root <= x + 0.37)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("the units of x and of the polynomial do not matter, to the bit", () => {
    const power = fc.integer({ min: -60, max: 60 });
    fc.assert(
      fc.property(polynomial, power, power, (coefficients, k, m) => {
        const degree = coefficients.length - 1;
        const rescaled = coefficients.map((each, i) => each * 2 ** (m - k * (degree - i)));
        expect(rootsOf(rescaled)).toEqual(rootsOf(coefficients).map((root) => root * 2 ** k));
      }),
    );
  });
});

describe("where the textbook formulas fail", () => {
  it("small root beside a large one, without cancellation", () => {
    expectRoots([1, -1e9, 1], [1e-9, 1e9 - 1e-9], 1e-15);
    expectRoots([1e-20, 1, -1], [-1e20, 1], 1e-15);
    expectRoots([1e-30, 1, 0, -1], [-1e30, -1, 1], 1e-15);
    expectRoots([1e-30, 1, 0, 0, -8], [-1e30, 2], 1e-15);
  });

  it("coefficients whose squares overflow or underflow", () => {
    expectRoots([1e200, -3e200, 2e200], [1, 2], 1e-15);
    expectRoots([1e-200, -3e-200, 2e-200], [1, 2], 1e-15);
    expectRoots([1, -3e150, 2e300], [1e150, 2e150], 1e-15);
    expectRoots(expand(1, 1e-70, 1, 1e70), [1e-70, 1, 1e70], 1e-14);
    expectRoots(expand(1, -1e70, 1e-70, 1, 1e70), [-1e70, 1e-70, 1, 1e70], 1e-14);
  });

  it("vanishing coefficients: lower degree, zero roots, constants, nothing", () => {
    expect(quarticRoots(0, 0, 1, -3, 2)).toEqual([1, 2]);
    expect(quarticRoots(0, 0, 0, 2, -3)).toEqual([1.5]);
    expect(quarticRoots(1, 0, 0, 0, 0)).toEqual([0]);
    expect(quarticRoots(1, -1, 0, 0, 0)).toEqual([0, 1]);
    expect(cubicRoots(1, 0, -4, 0)).toEqual([-2, 0, 2]);
    expect(quadraticRoots(1, 0, 0)).toEqual([0]);
    expect(quadraticRoots(0, 0, 5)).toEqual([]);
    expect(quarticRoots(0, 0, 0, 0, 0)).toEqual([]);
    expectRoots([5e-324, 1, 0, 0, -1], [1], 1e-15); // likewise beside -2e323
    expect(quadraticRoots(1e-300, 1e300, 1)).toEqual([-1e-300]); // the other one, -1e600, is not a double
  });

  it("Wilkinson's cubic neighbour: x^3 - 3 x + 2 +- a little", () => {
    expect(cubicRoots(1, 0, -3, 2)).toEqual([-2, 1]);
    expect(cubicRoots(1, 0, -3, 2.001).length).toBe(1);
    expect(cubicRoots(1, 0, -3, 1.999).length).toBe(3);
  });

  it("roots of unity and Chebyshev's quartic", () => {
    expectRoots([1, 0, 0, -1], [1], 0);
    expectRoots([1, 0, 0, 0, 1], []);
    const chebyshev = [7, 5, 3, 1].map((k) => Math.cos((k * Math.PI) / 8));
    expectRoots([8, 0, -8, 0, 1], chebyshev, 4e-16);
  });

  it("refuses what is not a number", () => {
    expect(() => quadraticRoots(1, NaN, 1)).toThrow(InvalidInputError);
    expect(() => quarticRoots(1, 2, 3, Infinity, 1)).toThrow("are not all finite numbers");
  });
});

describe("evaluatePolynomial", () => {
  it("is exact where plain Horner loses everything: (x - 1)^4 next to 1", () => {
    const x = 1 + 2 ** -20;
    expect(evaluatePolynomial([1, -4, 6, -4, 1], x)).toBe(2 ** -80);
  });
});
