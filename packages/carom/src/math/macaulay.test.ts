import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { type Quadratic, quadraticSystemRoots } from "./macaulay.js";
import { createRandom } from "./random.js";

const diagonal = (values: readonly number[]) => values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
const nothing = (size: number) => new Array<number>(size).fill(0);

function valueAt({ square, linear, constant }: Quadratic, u: readonly number[]): number {
  return square.reduce((sum, row, i) => sum + u[i] * (linear[i] + row.reduce((part, entry, j) => part + entry * u[j], 0)), constant);
}

/** Random quadratics that vanish at the given points: n equations through up to (n + 1)(n + 2) / 2 - n points of n unknowns. */
function throughPoints(points: readonly (readonly number[])[], size: number, random: () => number): Quadratic[] {
  return Array.from({ length: size }, () => {
    const square = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (j <= i ? 2 * random() - 1 : 0)));
    const linear = Array.from({ length: size }, () => 2 * random() - 1);
    // As many of the coefficients linear and constant as there are points follow from the others by elimination.
    const rows = points.map((u) => [
      ...u,
      1,
      -square.reduce((sum, row, i) => sum + row.reduce((part, a, j) => part + a * u[i] * u[j], 0), 0),
    ]);
    for (let k = points.length; k <= size; k++) {
      const row = [...nothing(size + 1), 2 * random() - 1];
      row[k] = 1;
      rows.push(row);
    }
    for (let k = 0; k <= size; k++) {
      let best = k;
      for (let r = k; r <= size; r++) if (Math.abs(rows[r][k]) > Math.abs(rows[best][k])) best = r;
      [rows[k], rows[best]] = [rows[best], rows[k]];
      for (let r = 0; r <= size; r++) {
        if (r === k) continue;
        const factor = rows[r][k] / rows[k][k];
        for (let c = k; c <= size + 1; c++) rows[r][c] -= factor * rows[k][c];
      }
    }
    const solved = rows.map((row, k) => row[size + 1] / row[k]);
    return { square, linear: linear.map((_, i) => solved[i]), constant: solved[size] };
  });
}

describe("roots of quadratic systems", () => {
  it("finds all eight of u1^2 = 1, u2^2 = 4, u3^2 = 9, four of which share each u1", () => {
    const roots = quadraticSystemRoots(
      [1, 4, 9].map((value, k) => ({ square: diagonal([0, 1, 2].map((i) => (i === k ? 1 : 0))), linear: nothing(3), constant: -value })),
    )!;
    const wanted = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => [x, y, z])));
    expect(roots).toHaveLength(8);
    roots.forEach((root, k) => {
      root.forEach((value, i) => {
        expect(Math.abs(value - wanted[k][i])).toBeLessThan(1e-14);
      });
    });
  });

  it("finds the four crossings of an ellipse and a hyperbola, and those of a circle and two lines", () => {
    const roots = quadraticSystemRoots([
      { square: diagonal([1, 4]), linear: [0, 0], constant: -8 },
      { square: diagonal([1, -1]), linear: [0, 0], constant: -3 },
    ])!;
    expect(roots.map((root) => root.map((value) => Math.round(value * 1e12) / 1e12))).toEqual([
      [-2, -1],
      [-2, 1],
      [2, -1],
      [2, 1],
    ]);
    // x y = 0 and (x - 1)^2 + y^2 = 2: (0, +-1) and (1 +- sqrt 2, 0).
    const pair = quadraticSystemRoots([
      {
        square: [
          [0, 1],
          [0, 0],
        ],
        linear: [0, 0],
        constant: 0,
      },
      { square: diagonal([1, 1]), linear: [-2, 0], constant: -1 },
    ])!;
    const wanted = [
      [1 - Math.SQRT2, 0],
      [0, -1],
      [0, 1],
      [1 + Math.SQRT2, 0],
    ];
    expect(pair).toHaveLength(4);
    pair.forEach((root, k) => {
      expect(Math.hypot(root[0] - wanted[k][0], root[1] - wanted[k][1])).toBeLessThan(1e-14);
    });
  });

  it("accepts equations that are linear: their other roots lie at infinity", () => {
    const roots = quadraticSystemRoots([
      { square: diagonal([0, 0]), linear: [1, 1], constant: -3 },
      { square: diagonal([1, 1]), linear: [0, 0], constant: -5 },
    ])!;
    expect(roots).toHaveLength(2);
    [
      [1, 2],
      [2, 1],
    ].forEach((wanted, k) => {
      expect(Math.hypot(roots[k][0] - wanted[0], roots[k][1] - wanted[1])).toBeLessThan(1e-12);
    });
  });

  it.each([2, 3])("finds every root that random systems of %i unknowns were built from", (size) => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: size + 1 }), (seed, count) => {
        const random = createRandom(seed);
        const points = Array.from({ length: count }, () => Array.from({ length: size }, () => 4 * random() - 2));
        const equations = throughPoints(points, size, random);
        const roots = quadraticSystemRoots(equations)!;
        expect(roots.length).toBeLessThanOrEqual(2 ** size);
        // Complex roots come in pairs, so the number of real ones is even but for double ones and roots at infinity.
        expect(roots.length % 2).toBe(0);
        for (const point of points) {
          const nearest = Math.min(...roots.map((root) => Math.hypot(...root.map((value, i) => value - point[i]))));
          expect(nearest).toBeLessThan(1e-7);
        }
        for (const root of roots)
          for (const equation of equations) expect(Math.abs(valueAt(equation, root))).toBeLessThan(1e-10 * (1 + Math.hypot(...root) ** 2));
      }),
      { numRuns: size === 2 ? 150 : 60 },
    );
  });

  it("finds none where there is no real root", () => {
    expect(
      quadraticSystemRoots([
        { square: diagonal([1, 1]), linear: [0, 0], constant: 1 },
        { square: diagonal([1, -1]), linear: [0, 0], constant: 0 },
      ]),
    ).toEqual([]);
    expect(
      quadraticSystemRoots([
        { square: diagonal([1, 1, 1]), linear: nothing(3), constant: -1 },
        { square: diagonal([1, 2, 3]), linear: [1, 0, 0], constant: -9 },
        { square: diagonal([0, 1, -1]), linear: [0, 1, 0], constant: -2 },
      ]),
    ).toEqual([]);
  });

  it("reports a double root once, to about half the digits", () => {
    // A circle and its tangent hyperbola: x^2 + y^2 = 2 touches x y = 1 at (1, 1) and (-1, -1).
    const roots = quadraticSystemRoots([
      { square: diagonal([1, 1]), linear: [0, 0], constant: -2 },
      {
        square: [
          [0, 0.5],
          [0.5, 0],
        ],
        linear: [0, 0],
        constant: -1,
      },
    ])!;
    expect(roots).toHaveLength(2);
    [-1, 1].forEach((value, k) => {
      expect(Math.hypot(roots[k][0] - value, roots[k][1] - value)).toBeLessThan(1e-6);
    });
  });

  it("does not depend on the units of the equations", () => {
    const equations: Quadratic[] = [
      { square: diagonal([1, 4]), linear: [0, 0], constant: -8 },
      { square: diagonal([1, -1]), linear: [0, 0], constant: -3 },
    ];
    const rescaled = equations.map(({ square, linear, constant }) => ({
      square: square.map((row) => row.map((value) => value * 2 ** 40)),
      linear: linear.map((value) => value * 2 ** 40),
      constant: constant * 2 ** 40,
    }));
    expect(quadraticSystemRoots(rescaled)).toEqual(quadraticSystemRoots(equations));
  });

  it("has no answer where the roots form a curve", () => {
    const circle = { square: diagonal([1, 1]), linear: [0, 0], constant: -1 };
    expect(quadraticSystemRoots([circle, { ...circle, constant: -1 }])).toBeUndefined();
  });

  it("refuses what is not a quadratic system", () => {
    const zero = { square: diagonal([0, 0]), linear: [0, 0], constant: 0 };
    const circle = { square: diagonal([1, 1]), linear: [0, 0], constant: -1 };
    expect(() => quadraticSystemRoots([circle])).toThrow(InvalidInputError);
    expect(() => quadraticSystemRoots([circle, zero])).toThrow(/equations\[1\]/);
    expect(() => quadraticSystemRoots([circle, { ...circle, linear: [0] }])).toThrow(/in 2 unknowns/);
    expect(() => quadraticSystemRoots([circle, { ...circle, constant: Number.NaN }])).toThrow(/finite/);
  });
});
