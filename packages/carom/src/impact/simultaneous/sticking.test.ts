import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { norm } from "../../testing/agreement.js";
import { createStickingSolver } from "./sticking.js";

interface Sticking {
  readonly tangents: 1 | 2;
  readonly mobility: readonly (readonly number[])[];
  readonly free: readonly number[];
  readonly limits: readonly number[];
}

const solver = createStickingSolver(12);

function solve({ tangents, mobility, free, limits }: Sticking) {
  const force = new Float64Array(free.length);
  const rate = new Float64Array(free.length);
  const missed = solver.solve(
    limits.length,
    tangents,
    Float64Array.from(mobility.flat()),
    Float64Array.from(free),
    Float64Array.from(limits),
    force,
    rate,
  );
  return { force: [...force], rate: [...rate], saturated: [...solver.saturated.subarray(0, limits.length)], missed };
}

const parts = (vector: readonly number[], tangents: number) =>
  Array.from({ length: vector.length / tangents }, (_, c) => vector.slice(c * tangents, (c + 1) * tangents));
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

const expectClose = (x: readonly number[], y: readonly number[], tolerance: number) =>
  x.forEach((value, i) => {
    expect(Math.abs(value - y[i]), `component ${i}: ${value} and ${y[i]}`).toBeLessThanOrEqual(tolerance);
  });

/**
 * By how much optimality is missed at worst, relative to the terms of each slip acceleration. Written anew: the solver's own figure is not
 * used.
 */
function violation({ tangents, mobility, free, limits }: Sticking, force: readonly number[], rate: readonly number[]): number {
  let worst = 0;
  const raw = mobility.map((row, i) => dot(row, force) + free[i]);
  const terms = mobility.map((row, i) => row.reduce((sum, x, j) => sum + Math.abs(x * force[j]), Math.abs(free[i])));
  limits.forEach((limit, c) => {
    const at = (v: readonly number[]) => v.slice(c * tangents, (c + 1) * tangents);
    const scale = Math.max(...at(terms));
    if (scale === 0) return;
    expect(norm(at(force))).toBeLessThanOrEqual(limit * (1 + 4 * Number.EPSILON));
    worst = Math.max(worst, norm(at(raw).map((x, i) => x - at(rate)[i])) / scale);
    if (norm(at(rate)) === 0 || limit === 0) return;
    // It slips: against the force, which is on the rim.
    worst = Math.max(worst, Math.abs(1 - norm(at(force)) / limit) * Math.min(1, norm(at(rate)) / scale));
    worst = Math.max(worst, norm(at(rate).map((x, i) => x + (norm(at(rate)) * at(force)[i]) / limit)) / scale);
  });
  return worst;
}

type Family = "regular" | "redundant" | "graded";

/** Tangential mobility of contacts among bodies with as many freedoms as `rank`, and what pushes them. */
function draw(random: () => number, family: Family, decades: number, most = 12): Sticking {
  const tangents = random() < 0.3 ? 1 : 2;
  const count = 1 + Math.floor(most * random());
  const size = count * tangents;
  const rank = family === "regular" ? size + 2 : 1 + Math.floor((size - 1) * random());
  const rows = Array.from({ length: size }, () => Array.from({ length: rank }, () => random() - 0.5));
  const inverseMass = Array.from({ length: rank }, () => (family === "graded" ? 10 ** (4 * random() - 2) : 1));
  const push = Array.from({ length: rank }, () => random() - 0.5);
  const couple = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, k) => sum + x * inverseMass[k] * b[k], 0);
  return {
    tangents,
    mobility: rows.map((a) => rows.map((b) => couple(a, b))),
    free: rows.map((row) => couple(row, push)),
    limits: Array.from({ length: count }, () => (random() < 0.05 ? 0 : 10 ** (decades * (random() - 0.5)))),
  };
}

describe("closed forms", () => {
  it("one contact: holds what it can, the rest is slip", () => {
    const planar = (free: number, limit: number) => solve({ tangents: 1, mobility: [[2]], free: [free], limits: [limit] });
    expect(planar(3, 2)).toMatchObject({ force: [-1.5], rate: [0], saturated: [0] });
    expect(planar(3, 1)).toMatchObject({ force: [-1], rate: [1], saturated: [1] });
    expect(planar(-3, 1)).toMatchObject({ force: [1], rate: [-1], saturated: [1] });
    expect(planar(3, 1.5)).toMatchObject({ force: [-1.5], rate: [0], saturated: [0] });
    expect(planar(0, 1)).toMatchObject({ force: [0], rate: [0], saturated: [0] });
    const round = solve({
      tangents: 2,
      mobility: [
        [2, 0],
        [0, 2],
      ],
      free: [3, 4],
      limits: [1],
    });
    expectClose(round.force, [-0.6, -0.8], 1e-15);
    expectClose(round.rate, [1.8, 2.4], 1e-14);
  });

  it("no friction: no force, and the acceleration as it was", () => {
    const { force, rate, saturated, missed } = solve({
      tangents: 2,
      mobility: [
        [1, 0, 0.5, 0],
        [0, 1, 0, 0.5],
        [0.5, 0, 1, 0],
        [0, 0.5, 0, 1],
      ],
      free: [1, 2, 3, 4],
      limits: [0, 0],
    });
    expect(force).toEqual([0, 0, 0, 0]);
    expect(rate).toEqual([1, 2, 3, 4]);
    expect(saturated).toEqual([1, 1]);
    expect(missed).toBe(0);
  });

  it("a contact without friction beside one with it", () => {
    const { force, rate } = solve({
      tangents: 1,
      mobility: [
        [2, 1],
        [1, 2],
      ],
      free: [1, 1],
      limits: [0, 9],
    });
    expect(force).toEqual([0, -0.5]);
    expect(rate).toEqual([0.5, 0]);
  });

  it("two contacts that move as one share the load by what they can carry, and saturate together", () => {
    const joined = (free: number, limits: readonly number[]) =>
      solve({
        tangents: 1,
        mobility: [
          [2, 2],
          [2, 2],
        ],
        free: [free, free],
        limits,
      });
    expectClose(joined(2, [1, 1]).force, [-0.5, -0.5], 1e-15);
    expect(joined(2, [1, 1]).rate).toEqual([0, 0]);
    // Least sum of (force / limit)^2.
    expectClose(joined(2, [3, 1]).force, [-0.9, -0.1], 1e-15);
    const both = joined(6, [1, 0.5]);
    expectClose(both.force, [-1, -0.5], 0);
    expectClose(both.rate, [3, 3], 1e-15);
    expect(both.saturated).toEqual([1, 1]);
    const verge = joined(3, [1, 0.5]);
    expectClose(verge.force, [-1, -0.5], 1e-15);
    expectClose(verge.rate, [0, 0], 1e-14);
  });

  it("a plate on four corners, pushed and twisted: eight forces for three freedoms", () => {
    // Freedoms: two shifts of unit inverse mass and a turn of inverse inertia 3 (a square plate of side 2 would have 1.5).
    const corners = [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ];
    const rows = corners.flatMap(([x, y]) => [
      [1, 0, -y * Math.sqrt(3)],
      [0, 1, x * Math.sqrt(3)],
    ]);
    const mobility = rows.map((a) => rows.map((b) => dot(a, b)));
    const plate = (push: readonly number[], limit: number) =>
      solve({ tangents: 2, mobility, free: rows.map((row) => dot(row, push)), limits: [limit, limit, limit, limit] });
    // Pushed: each corner a quarter.
    const held = plate([4, 0, 0], 2);
    expectClose(held.force, [-1, 0, -1, 0, -1, 0, -1, 0], 1e-14);
    expect(held.saturated).toEqual([0, 0, 0, 0]);
    const slides = plate([4, 0, 0], 0.75);
    expectClose(slides.force, [-0.75, 0, -0.75, 0, -0.75, 0, -0.75, 0], 1e-14);
    expectClose(slides.rate, [1, 0, 1, 0, 1, 0, 1, 0], 1e-13);
    expect(slides.saturated).toEqual([1, 1, 1, 1]);
    const verge = plate([4, 0, 0], 1);
    expectClose(verge.force, [-1, 0, -1, 0, -1, 0, -1, 0], 1e-13);
    expectClose(verge.rate, [0, 0, 0, 0, 0, 0, 0, 0], 1e-13);
    // Twisted: forces across the diagonals.
    const twisted = plate([0, 0, 4], 0.1);
    const c = 0.1 / Math.sqrt(2);
    expectClose(twisted.force, [c, -c, c, c, -c, c, -c, -c], 1e-14);
    const turn = 4 - 0.4 * Math.sqrt(6);
    expectClose(twisted.rate.slice(0, 2), [-turn * Math.sqrt(3), turn * Math.sqrt(3)], 1e-13);
  });
});

describe("optimality over random problems", () => {
  // What each family must reach; the graded one has mobilities over four decades on top of the limits.
  const families: readonly [Family, number, number, number][] = [
    ["regular", 0, 500, 1e-13],
    ["regular", 6, 1500, 1e-13],
    ["redundant", 0, 500, 1e-13],
    ["redundant", 6, 1500, 1e-13],
    ["graded", 6, 500, 1e-13],
  ];
  for (const [family, decades, trials, tolerance] of families)
    it(`${family}, limits over ${decades} decades`, () => {
      const random = createRandom(23);
      let slipping = 0;
      for (let trial = 0; trial < trials; trial++) {
        const problem = draw(random, family, decades);
        const { force, rate, saturated, missed } = solve(problem);
        expect(missed, `trial ${trial}`).toBeLessThanOrEqual(tolerance);
        expect(violation(problem, force, rate), `trial ${trial}`).toBeLessThanOrEqual(4 * tolerance);
        slipping += saturated.filter((one) => one === 1).length;
      }
      expect(slipping).toBeGreaterThan(trials / 2);
    });

  it("where redundant contacts are all at their limits at once, the moment they begin to slip", () => {
    const random = createRandom(29);
    let exact = 0;
    for (let trial = 0; trial < 500; trial++) {
      const loose = draw(random, "redundant", 3);
      const held = solve({ ...loose, limits: loose.limits.map((limit) => 1e4 * limit) });
      const limits = parts(held.force, loose.tangents).map((force) => norm(force) * (random() < 0.5 ? 1 : 1 - 1e-9 * random()));
      const problem = { ...loose, limits };
      const { force, rate, missed } = solve(problem);
      expect(missed).toBeLessThanOrEqual(1e-9);
      expect(violation(problem, force, rate)).toBeLessThanOrEqual(4e-9);
      if (missed <= 1e-13) exact++;
    }
    expect(exact).toBeGreaterThan(400);
  });
});

describe("against plainer methods", () => {
  /** All guesses which contacts are at which limit; the mobility is regular, so one of them fits. */
  function byEnumeration({ mobility, free, limits }: Sticking): number[] {
    const count = limits.length;
    let best: { rate: number[]; misfit: number } = { rate: [], misfit: Infinity };
    for (let guess = 0; guess < 3 ** count; guess++) {
      const state = limits.map((_, c) => (Math.floor(guess / 3 ** c) % 3) - 1);
      const inside = state.flatMap((s, c) => (s === 0 ? [c] : []));
      const force = state.map((s, c) => s * limits[c]);
      const values = gauss(
        inside.map((c) => inside.map((d) => mobility[c][d])),
        inside.map((c) => -free[c] - dot(mobility[c], force)),
      );
      inside.forEach((c, i) => {
        force[c] = values[i];
      });
      const rate = mobility.map((row, c) => (state[c] === 0 ? 0 : dot(row, force) + free[c]));
      const misfit = Math.max(...limits.map((limit, c) => (state[c] === 0 ? Math.abs(force[c]) / limit - 1 : rate[c] * state[c])));
      if (misfit < best.misfit) best = { rate, misfit };
    }
    return best.rate;
  }

  function gauss(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
    const rows = matrix.map((row, i) => [...row, right[i]]);
    rows.forEach((row, k) => {
      for (let i = k + 1; i < rows.length; i++) {
        const factor = rows[i][k] / row[k];
        for (let j = k; j < row.length; j++) rows[i][j] -= factor * row[j];
      }
    });
    const x = right.map(() => 0);
    for (let i = rows.length - 1; i >= 0; i--)
      x[i] = (right.length === 0 ? 0 : rows[i][rows.length] - dot(rows[i].slice(0, -1), x)) / rows[i][i];
    return x;
  }

  it("every guess tried, planar", () => {
    const random = createRandom(31);
    for (let trial = 0; trial < 300; trial++) {
      const drawn = draw(random, "regular", 2, 4);
      if (drawn.tangents === 2) continue;
      const problem = { ...drawn, limits: drawn.limits.map((limit) => Math.max(limit, 0.01)) };
      expectClose(solve(problem).rate, byEnumeration(problem), 1e-9);
    }
  });

  /** Projected gradients with momentum. */
  function byGradients({ tangents, mobility, free, limits }: Sticking, steps: number): number[] {
    const bound = Math.max(...mobility.map((row) => row.reduce((sum, x) => sum + Math.abs(x), 0)));
    let force = free.map(() => 0);
    let ahead = force;
    for (let k = 0; k < steps; k++) {
      const moved = ahead.map((x, i) => x - (dot(mobility[i], ahead) + free[i]) / bound);
      const next = parts(moved, tangents).flatMap((part, c) => {
        const length = norm(part);
        return length > limits[c] ? part.map((x) => (x * limits[c]) / length) : part;
      });
      ahead = next.map((x, i) => x + (k / (k + 3)) * (x - force[i]));
      force = next;
    }
    return mobility.map((row, i) => dot(row, force) + free[i]);
  }

  it("many small steps, singular ones too", () => {
    const random = createRandom(37);
    for (let trial = 0; trial < 30; trial++) {
      const problem = draw(random, trial % 2 === 0 ? "regular" : "redundant", 1, 3);
      expectClose(solve(problem).rate, byGradients(problem, 4000), 2e-5);
    }
  });
});

describe("no result depends on names or axes", () => {
  const random = createRandom(41);

  it("relabelling the contacts relabels the answer", () => {
    for (let trial = 0; trial < 500; trial++) {
      const problem = draw(random, trial % 2 === 0 ? "regular" : "redundant", 2);
      const { tangents, mobility, free, limits } = problem;
      const order = limits.map((_, c) => c).sort(() => random() - 0.5);
      const components = order.flatMap((c) => (tangents === 1 ? [c] : [2 * c, 2 * c + 1]));
      const relabelled = solve({
        tangents,
        mobility: components.map((i) => components.map((j) => mobility[i][j])),
        free: components.map((i) => free[i]),
        limits: order.map((c) => limits[c]),
      });
      const plain = solve(problem);
      const scale = Math.max(...mobility.map((row, i) => row.reduce((sum, x, j) => sum + Math.abs(x * plain.force[j]), Math.abs(free[i]))));
      expectClose(
        relabelled.rate,
        components.map((i) => plain.rate[i]),
        1e-12 * scale,
      );
    }
  });

  it("a ring of equal contacts that are pushed alike gets equal forces, singular or not, held or slipping", () => {
    for (const tangents of [1, 2] as const)
      for (const neighbour of [0.3, 0.5, -0.5])
        for (const limit of [10, 0.2]) {
          const count = 8;
          const mobility = Array.from({ length: count * tangents }, (_, i) =>
            Array.from({ length: count * tangents }, (__, j) => {
              if (i % tangents !== j % tangents) return 0;
              const apart = Math.abs(Math.floor(i / tangents) - Math.floor(j / tangents));
              return apart === 0 ? 1 : apart === 1 || apart === count - 1 ? neighbour : 0;
            }),
          );
          const one = tangents === 1 ? [0.7] : [0.7, -0.4];
          // In the range of the mobility, which for -0.5 has none of the even part.
          const free = Array.from({ length: count }, (_, c) => one.map((x) => (neighbour === -0.5 && c % 2 === 1 ? -x : x))).flat();
          const { force } = solve({ tangents, mobility, free, limits: new Array(count).fill(limit) });
          const sizes = parts(force, tangents).map(norm);
          expectClose(sizes, new Array(count).fill(sizes[0]), 1e-13);
        }
  });

  it("turning the tangents of a contact turns its force", () => {
    for (let trial = 0; trial < 200; trial++) {
      const problem = draw(random, "regular", 1, 5);
      if (problem.tangents === 1) continue;
      const angles = problem.limits.map(() => 6 * random());
      const turned = (v: readonly number[]) =>
        parts(v, 2).flatMap(([x, y], c) => [
          Math.cos(angles[c]) * x + Math.sin(angles[c]) * y,
          Math.cos(angles[c]) * y - Math.sin(angles[c]) * x,
        ]);
      const half = problem.mobility.map(turned);
      const columns = half[0].map((_, j) => turned(half.map((row) => row[j])));
      const mobility = columns.map((column, i) => column.map((x, j) => 0.5 * (x + columns[j][i])));
      const plain = solve(problem);
      expectClose(solve({ ...problem, mobility, free: turned(problem.free) }).rate, turned(plain.rate), 1e-11);
    }
  });
});

it("takes forces and accelerations of any size", () => {
  const random = createRandom(43);
  for (let trial = 0; trial < 100; trial++) {
    const problem = draw(random, "redundant", 2);
    const plain = solve(problem);
    for (const [forces, mobilities] of [
      [2 ** 300, 2 ** -100],
      [2 ** -300, 2 ** 200],
    ]) {
      const { force, rate } = solve({
        tangents: problem.tangents,
        mobility: problem.mobility.map((row) => row.map((x) => x * mobilities)),
        free: problem.free.map((x) => x * forces * mobilities),
        limits: problem.limits.map((x) => x * forces),
      });
      expect(force).toEqual(plain.force.map((x) => x * forces));
      expect(rate).toEqual(plain.rate.map((x) => x * forces * mobilities));
    }
  }
});

it("takes accelerations next to nothing for nothing", () => {
  const problem = draw(createRandom(47), "redundant", 2);
  const { force, rate, saturated, missed } = solve({
    ...problem,
    free: problem.free.map((x) => x * 1e-310),
    limits: problem.limits.map(() => 1),
  });
  expect(missed).toBe(0);
  expect([...force, ...rate].every((value) => value === 0)).toBe(true);
  expect(saturated.every((one) => one === 0)).toBe(true);
});
