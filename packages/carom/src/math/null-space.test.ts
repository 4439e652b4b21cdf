import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNullSpace, nullSpaceOf } from "./null-space.js";
import { createRandom } from "./random.js";

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);

/** `count` rows that span `rank` dimensions, in different units. */
function rowsOfRank(count: number, columns: number, rank: number, seed: number): number[][] {
  const random = createRandom(seed);
  const span = Array.from({ length: rank }, () => Array.from({ length: columns }, () => 2 * random() - 1));
  return Array.from({ length: count }, (_, r) => {
    const weights = span.map((_, k) => (r < rank ? (r === k ? 1 : 0) : 2 * random() - 1));
    const unit = 10 ** (6 * random() - 3);
    return Array.from({ length: columns }, (_, c) => unit * weights.reduce((sum, weight, k) => sum + weight * span[k][c], 0));
  });
}

const shape = fc.record({
  columns: fc.integer({ min: 1, max: 14 }),
  count: fc.integer({ min: 0, max: 14 }),
  rank: fc.nat(14),
  seed: fc.nat(),
});

describe("the null space", () => {
  it("is the one worked out by hand", () => {
    const [vector, ...others] = nullSpaceOf(
      [
        [1, 1, 0],
        [0, 1, 1],
      ],
      3,
    );
    expect(others).toEqual([]);
    const sign = Math.sign(vector[0]);
    [1, -1, 1].forEach((value, i) => {
      expect(sign * vector[i]).toBeCloseTo(value / Math.sqrt(3), 15);
    });
    expect(nullSpaceOf([[1]], 1)).toEqual([]);
    expect(nullSpaceOf([[0, 0]], 2)).toHaveLength(2);
    expect(nullSpaceOf([], 2)).toHaveLength(2);
    // As many rows as columns, or more, leave nothing unless they depend on each other.
    const square = [
      [1, 2],
      [2, 4],
      [-3, -6],
    ];
    expect(nullSpaceOf(square, 2)).toHaveLength(1);
    expect(nullSpaceOf([...square, [1, 0]], 2)).toHaveLength(0);
  });

  it("has an orthonormal basis that every row is orthogonal to", () => {
    fc.assert(
      fc.property(shape, ({ columns, count, rank: wanted, seed }) => {
        const rank = Math.min(columns, count, wanted);
        const rows = rowsOfRank(count, columns, rank, seed);
        const basis = nullSpaceOf(rows, columns);
        expect(basis).toHaveLength(columns - rank);
        basis.forEach((vector, k) => {
          for (let other = 0; other <= k; other++) expect(Math.abs(dot(vector, basis[other]) - (other === k ? 1 : 0))).toBeLessThan(1e-14);
          // A row that is a sum of others is known to the rounding of that sum, which a bad condition of the others enlarges.
          for (const row of rows) expect(Math.abs(dot(vector, row))).toBeLessThanOrEqual(1e-11 * Math.sqrt(dot(row, row)));
        });
      }),
      { numRuns: 300 },
    );
  });

  it("takes a row within the tolerance of the others for one of them, whatever its units", () => {
    for (const unit of [1e-150, 1, 1e150]) {
      const rows = (distance: number) => [
        [1, 0, 0],
        [unit, 0, unit * distance],
      ];
      expect(nullSpaceOf(rows(1e-8), 3)).toHaveLength(1);
      expect(nullSpaceOf(rows(1e-10), 3)).toHaveLength(2);
      expect(nullSpaceOf(rows(1e-10), 3, 1e-11)).toHaveLength(1);
    }
  });

  it("is that of an almost dependent row as exactly as the row is given", () => {
    const distance = 2 ** -20;
    const [vector] = nullSpaceOf(
      [
        [1, 0, 0],
        [1, distance, 2 * distance],
      ],
      3,
    );
    const sign = Math.sign(vector[1]);
    expect(sign * vector[1]).toBeCloseTo(2 / Math.sqrt(5), 9);
    expect(sign * vector[2]).toBeCloseTo(-1 / Math.sqrt(5), 9);
    expect(Math.abs(vector[0])).toBeLessThan(1e-15);
  });
});

describe("the shortest direction with a given component", () => {
  it("equals the only one there is", () => {
    const space = createNullSpace(4, 3);
    space.matrix.set([1, -2, 0, 0, 1, -3]);
    expect(space.factor(2)).toBe(2);
    const out = new Float64Array(3);
    expect(space.shortestWithUnit(Float64Array.of(1, 1, 1), out)).toBe(true);
    [0.6, 0.3, 0.1].forEach((value, i) => {
      expect(out[i]).toBeCloseTo(value, 14);
    });
  });

  it("shares equally what nothing distinguishes", () => {
    const space = createNullSpace(2, 4);
    // Two tangential entries that must be zero, two normal ones that are free.
    space.matrix.set([1, 0, 0, 0, 0, 0, 1, 0]);
    space.factor(2);
    const out = new Float64Array(4);
    expect(space.shortestWithUnit(Float64Array.of(0, 1, 0, 1), out)).toBe(true);
    [0, 0.5, 0, 0.5].forEach((value, i) => {
      expect(Math.abs(out[i] - value)).toBeLessThan(1e-16);
    });
  });

  it("does not exist where the null space is empty or has no such component", () => {
    const space = createNullSpace(2, 2);
    const out = new Float64Array(2);
    space.matrix.set([1, 0, 0, 1]);
    space.factor(2);
    expect(space.shortestWithUnit(Float64Array.of(1, 1), out)).toBe(false);
    space.matrix.set([1, 1]);
    space.factor(1);
    expect(space.shortestWithUnit(Float64Array.of(1, 1), out)).toBe(false);
    expect([...out]).toEqual([0, 0]);
    expect(space.shortestWithUnit(Float64Array.of(1, 0), out)).toBe(true);
    expect(out[1]).toBeCloseTo(-1, 14);
  });

  it("is the projection by the basis, and no other admissible direction is shorter", () => {
    fc.assert(
      fc.property(shape, ({ columns, count, rank: wanted, seed }) => {
        const rank = Math.min(columns - 1, count, wanted);
        const rows = rowsOfRank(count, columns, rank, seed);
        const space = createNullSpace(count, columns);
        rows.forEach((row, r) => {
          space.matrix.set(row, r * columns);
        });
        expect(space.factor(count)).toBe(rank);
        const random = createRandom(seed + 1);
        const g = Float64Array.from({ length: columns }, () => 2 * random() - 1);
        const basis = nullSpaceOf(rows, columns);
        const byBasis = g.map((_, c) => basis.reduce((sum, vector) => sum + vector[c] * dot(vector, g), 0));
        const projected = new Float64Array(columns);
        space.project(g, projected);
        const out = new Float64Array(columns);
        expect(space.shortestWithUnit(g, out)).toBe(true);
        const inside = dot(g, byBasis);
        for (let c = 0; c < columns; c++) {
          expect(Math.abs(projected[c] - byBasis[c])).toBeLessThan(1e-13);
          expect(Math.abs(out[c] * inside - byBasis[c])).toBeLessThan(1e-13);
        }
        expect(Math.abs(dot(g, out) - 1)).toBeLessThan(1e-12 / inside);
        // Another one differs by a vector of the null space that g does not see; it must be orthogonal to the shortest.
        for (const vector of basis) {
          const seen = dot(vector, g);
          const other = vector.map((value, c) => value - seen * out[c]);
          expect(Math.abs(dot(other, out))).toBeLessThan(1e-12 / (inside * inside));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("comes from arrays that are used again, with the same bits", () => {
    const space = createNullSpace(3, 4);
    const fresh = createNullSpace(3, 4);
    const rows = [1, 2, 3, 4, 2, -1, 0.5, 0, 0, 1, 0, 1];
    const g = Float64Array.of(1, 1, 1, 1);
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    space.matrix.set([9, 8, 7, 6, 5, 4, 3, 2, 1, 9, 8, 7]);
    space.factor(3);
    for (const each of [space, fresh]) {
      each.matrix.set(rows);
      each.factor(3);
    }
    space.shortestWithUnit(g, a);
    fresh.shortestWithUnit(g, b);
    expect(a).toEqual(b);
  });
});
