/** The law `proportional` where its answer is known in closed form: each number follows from momentum and energy by hand. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import type { Contact, ContactProblem } from "../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates } from "../mechanics/from-coordinates.js";
import { expectEach } from "../testing/agreement.js";
import { first, ones, row } from "../testing/scenes/drop-and-row.js";
import { solveFrictional } from "./frictional.js";
import { solveProportional, TooMuchWork } from "./proportional.js";

type Material = Partial<Contact>;

/** A planar rigid body of mass 1 with its centre at the origin; contacts as points with normals. */
interface PlanarContact {
  readonly point: readonly [number, number];
  readonly normal?: readonly [number, number];
  readonly material?: Material;
}

function planarBody(inertia: number, speeds: readonly number[], contacts: readonly PlanarContact[], mass = 1) {
  const jacobian = contacts.flatMap(({ point: [x, y], normal: [nx, ny] = [0, 1] }) => {
    const tangent = [ny, -nx];
    return [tangent, [nx, ny]].map(([ax, ay]) => [ax, ay, x * ay - y * ax]);
  });
  const massMatrix = [mass, mass, inertia].map((value, i) => [0, 1, 2].map((j) => (i === j ? value : 0)));
  const places = contacts.map(({ point, normal: [nx, ny] = [0, 1] }) => ({
    point,
    axes: [
      [ny, -nx],
      [nx, ny],
    ],
  }));
  const problem = contactProblemFromCoordinates(
    { massMatrix, jacobian, speeds, places },
    contacts.map(({ material }) => ({ friction: 0, restitution: 0, ...material })),
  );
  return { problem, after: (impulse: readonly number[]) => speedsAfter(massMatrix, jacobian, speeds, impulse) };
}

const speedsAfter = (
  massMatrix: number[][],
  jacobian: readonly (readonly number[])[],
  speeds: readonly number[],
  impulse: readonly number[],
) => speeds.map((speed, k) => speed + jacobian.reduce((sum, gradient, i) => sum + gradient[k] * impulse[i], 0) / massMatrix[k][k]);

const solved = ({ problem, after }: ReturnType<typeof planarBody>) => after(solveProportional(problem).impulse);

const linspace = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/**
 * A block of half-width 1 and half-height k that turned about its left edge with the rate 1 lands flat; the rate after over that before.
 */
function housner(k: number, material: Material, points: number) {
  const inertia = (1 + k * k) / 3;
  // Turning clockwise about (-1, -k).
  const speeds = [k, -1, -1];
  const contacts = linspace(-1, 1, points).map((x) => ({ point: [x, -k] as const, material }));
  return solved(planarBody(inertia, speeds, contacts));
}

describe("Housner's ratio for every slenderness, e = 0", () => {
  const slender = [1.5, 2, 3, 4, 6];
  it.each(slender)("sticks: 1 - 1.5 / (1 + k^2) at k = %f, with 2, 3, 5 and 25 points", (k) => {
    for (const points of [2, 3, 5, 25]) {
      const [x, y, turn] = housner(k, { friction: (3 * k) / (4 * k * k + 1) + 0.01 }, points);
      const ratio = 1 - 1.5 / (1 + k * k);
      expectEach([x, y, turn], [k * ratio, ratio, -ratio], 1e-9);
    }
  });

  it.each(slender)("smooth: (k^2 - 2) / (k^2 + 4) at k = %f", (k) => {
    for (const points of [2, 3, 25]) expect(-housner(k, { friction: 0 }, points)[2]).toBeCloseTo((k * k - 2) / (k * k + 4), 9);
  });

  it.each([
    [1.5, 0.1206896552],
    [2, 0.3513513514],
    [3, 0.652892562],
    [4, 0.8085106383],
    [6, 0.9371727749],
  ])("at k = %f with friction 0.1 it is %f", (k, ratio) => {
    for (const points of [2, 3, 25]) expect(Math.abs(-housner(k, { friction: 0.1 }, points)[2] - ratio)).toBeLessThanOrEqual(1e-9);
  });

  it.each(slender)("with e = 0.3 and sticking: 1 - 1.3 * 1.5 / (1 + k^2) at k = %f", (k) => {
    for (const points of [2, 3, 25])
      expect(-housner(k, { friction: 1, restitution: 0.3 }, points)[2]).toBeCloseTo(1 - (1.3 * 1.5) / (1 + k * k), 9);
  });

  it("a flat block stops dead, and both edges push", () => {
    const k = 0.5;
    const body = planarBody(
      (1 + k * k) / 3,
      [k, -1, -1],
      [-1, 1].map((x) => ({ point: [x, -k] as const, material: { friction: 2 } })),
    );
    const { impulse, velocity } = solveProportional(body.problem);
    expectEach(velocity, [0, 0, 0, 0], 1e-12);
    expect(Math.min(impulse[1], impulse[3])).toBeGreaterThan(0.1);
  });
});

describe("rimless wheel", () => {
  it.each([6, 8, 12])("with %i spokes: speed map (cos(2 pi/n) + lambda^2) / (1 + lambda^2)", (n) => {
    for (const lambda2 of [0.5, 0.2, 1]) {
      const half = Math.PI / n;
      const points = [-1, 1].map((side) => ({ point: [side * Math.sin(half), -Math.cos(half)] as const, material: { friction: 10 } }));
      // Turned about the left spoke.
      const speeds = [Math.cos(half), -Math.sin(half), -1];
      const [, , turn] = solved(planarBody(lambda2, speeds, points));
      expect(-turn).toBeCloseTo((Math.cos(2 * half) + lambda2) / (1 + lambda2), 9);
    }
  });
});

describe("rod, e = 0", () => {
  const rod = (speeds: readonly number[], material: Material) =>
    planarBody(
      1 / 12,
      speeds,
      [-0.5, 0.5].map((x) => ({ point: [x, 0] as const, material })),
    );

  it("dropped flat: stops, and slides on by U - mu V", () => {
    for (const [friction, left] of [
      [0, 1],
      [0.5, 0.5],
      [5, 0],
    ])
      expectEach(solved(rod([1, -1, 0], { friction })), [left, 0, 0], 1e-12);
    expectEach(solved(rod([1, -1, 0], { friction: 0.25, restitution: 0.5 })), [1 - 0.25 * 1.5, 0.5, 0], 1e-12);
  });

  it("slap: one end rests, the other comes down with V; P_A = (1 + e) m V / 6, P_B = (1 + e) m V / 3", () => {
    for (const restitution of [0, 0.4, 1]) {
      const { impulse, velocity } = solveProportional(rod([0, -0.5, -1], { friction: 0.3, restitution }).problem);
      expectEach([impulse[1], impulse[3]], [(1 + restitution) / 6, (1 + restitution) / 3], 1e-12);
      expectEach([velocity[1], velocity[3]], [0, restitution], 1e-12);
    }
  });

  it.each([
    [0, [0, -0.6, -1.6970562748]],
    [0.5, [0.2857142857, -0.4285714286, -1.2121830535]],
    [5, [0.375, -0.375, -1.0606601718]],
  ])("dropped on one end at 45 degrees, mu = %f", (friction, expected) => {
    const at = 0.5 * Math.SQRT1_2;
    const body = planarBody(1 / 12, [0, -1, 0], [{ point: [at, -at], material: { friction } }]);
    const after = solved(body);
    expectEach([Math.abs(after[0]), after[1], -Math.abs(after[2])], expected, 1e-9);
  });
});

describe("block flat and sliding", () => {
  it.each([2, 3, 7])("on %i points: no spin while mu h <= b, the front edge alone beyond", (points) => {
    const block = (friction: number, speeds: readonly number[]) =>
      solved(
        planarBody(
          (0.25 + 1) / 3,
          speeds,
          linspace(-0.5, 0.5, points).map((x) => ({ point: [x, -1] as const, material: { friction, restitution: 0.5 } })),
        ),
      );
    expectEach(block(0.3, [2, -1, 0]), [1.55, 0.5, 0], 1e-12);
    expectEach(block(0.6, [2, -1, 0]), [0.9772727273, 0.7045454545, -0.4090909091], 1e-9);
    expectEach(block(0.6, [0, -1, 0]), [0, 0.5, 0], 1e-12);
  });
});

describe("symmetric V-groove: no spin, equal impulses", () => {
  const groove = (degrees: number, speeds: readonly number[], left: Material, right: Material = left) => {
    const theta = (degrees * Math.PI) / 180;
    const side = (sign: number, material: Material) => ({
      point: [-sign * Math.sin(theta), -Math.cos(theta)] as const,
      normal: [sign * Math.sin(theta), Math.cos(theta)] as const,
      material,
    });
    return planarBody(0.5, speeds, [side(1, left), side(-1, right)]);
  };

  it.each([
    [30, [0.8, 0.7123891553, 0.5943636729]],
    [45, [0.8, 0.6531972647, 0.4618802154]],
    [60, [0.8, 0.5573832871, 0.2143593539]],
  ])("inclined %i degrees: e V sqrt((cos - mu sin) / (cos + mu sin))", (degrees, expected) => {
    [0, 0.2, 0.5].forEach((friction, k) => {
      const { problem, after } = groove(degrees, [0, -1, 0], { friction, restitution: 0.8 });
      const { impulse } = solveProportional(problem);
      expectEach(after(impulse), [0, expected[k], 0], 1e-9);
      expect(Math.abs(impulse[1] - impulse[3])).toBeLessThanOrEqual(1e-12);
    });
  });

  it("wedges, with a warning, where mu tan theta >= 1", () => {
    const { problem, after } = groove(60, [0, -1, 0], { friction: 0.6, restitution: 0.8 });
    const outcome = solveProportional(problem);
    expectEach(after(outcome.impulse), [0, 0, 0], 1e-12);
    expect(outcome.warnings.map(({ code }) => code)).toContain("lock");
  });

  it("smooth with e = 0.9 left and 0.3 right", () => {
    expectEach(solved(groove(30, [0, -1, 0], { restitution: 0.9 }, { restitution: 0.3 })), [0.3354101966, 0.5809475019, 0], 1e-9);
  });
});

describe("corner of three planes", () => {
  const ball = (velocity: readonly [number, number, number], material: (i: number) => Material) => {
    const bodies = {
      ball: { mass: 1, inertia: [0.1, 0.1, 0.1] as const, position: [0, 0, 0] as const, velocity },
      walls: "fixed" as const,
    };
    const contacts = [0, 1, 2].map((i): BodyContact => {
      const normal = [0, 1, 2].map((k) => (k === i ? 1 : 0)) as unknown as readonly [number, number, number];
      const point = normal.map((x) => -0.5 * x) as unknown as readonly [number, number, number];
      return { between: ["ball", "walls"], point, normal, friction: 0, restitution: 0.5, ...material(i) };
    });
    const { problem } = contactProblemFromBodies(bodies, contacts);
    const outcome = solveProportional(problem);
    return { outcome, after: velocitiesAfter(bodies, contacts, outcome.impulse).ball };
  };

  it.each([
    [0.2, 0.373844079],
    [0.5, 0.2071067812],
    [0.7, 0.0355339059],
  ])("symmetric, mu = %f: each component e a sqrt((1 - sqrt2 mu) / (1 + sqrt2 mu)), no spin, equal impulses", (friction, speed) => {
    const { after, outcome } = ball([-1, -1, -1], () => ({ friction }));
    expectEach(after.velocity, [speed, speed, speed], 1e-9);
    expectEach(after.angularVelocity, [0, 0, 0], 1e-9);
    const [a, b, c] = [2, 5, 8].map((i) => outcome.impulse[i]);
    expectEach([a, b], [c, c], 1e-10);
  });

  it("wedges from mu = 1 / sqrt2 on", () => {
    const { after, outcome } = ball([-1, -1, -1], () => ({ friction: 0.72 }));
    expectEach([...after.velocity, ...after.angularVelocity], [0, 0, 0, 0, 0, 0], 1e-10);
    expect(outcome.warnings.map(({ code }) => code)).toContain("lock");
  });

  it("off the diagonal and smooth: every component -e_i times itself", () => {
    const e = [0.2, 0.9, 0.5];
    const { after } = ball([-5, -4, -3], (i) => ({ restitution: e[i] }));
    expectEach(after.velocity, [1, 3.6, 1.5], 1e-12);
  });

  it("off the diagonal and rough: the direction is kept", () => {
    const gentle = ball([-5, -4, -3], () => ({ friction: 0.1 })).after;
    expectEach(gentle.velocity, [2.182434, 1.745947, 1.309461], 2e-6);
    expectEach(gentle.angularVelocity, [0.02489, -0.03646, 0.01098], 2e-5);
    const rough = ball([-5, -4, -3], () => ({ friction: 0.35 })).after;
    expectEach(rough.velocity, [1.493819, 1.195055, 0.896291], 2e-6);
    expectEach(ball([-5, -4, -3], () => ({ friction: 0.35, restitution: 0 })).after.velocity, [0, 0, 0], 1e-10);
  });
});

describe("points on a face", () => {
  /** A cube of edge 1 falls flat with a yaw rate; the rate after. */
  const yaw = (points: readonly (readonly [number, number, number])[], rate: number, friction: number, restitution = 0.5) => {
    const bodies = {
      cube: {
        mass: 1,
        inertia: [1 / 6, 1 / 6, 1 / 6] as const,
        position: [0, 0, 0.5] as const,
        velocity: [0, 0, -1] as const,
        angularVelocity: [0, 0, rate] as const,
      },
      floor: "fixed" as const,
    };
    const contacts = points.map(
      ([x, y, weight]): BodyContact => ({ between: ["cube", "floor"], point: [x, y, 0], normal: [0, 0, 1], friction, restitution, weight }),
    );
    const { problem } = contactProblemFromBodies(bodies, contacts);
    const after = velocitiesAfter(bodies, contacts, solveProportional(problem).impulse).cube;
    expectEach([...after.velocity, after.angularVelocity[0], after.angularVelocity[1]], [0, 0, restitution, 0, 0], 1e-9);
    return after.angularVelocity[2];
  };
  const grid = (count: number, weighted: boolean) =>
    linspace(-0.5, 0.5, count).flatMap((x, i) =>
      linspace(-0.5, 0.5, count).map((y, j) => {
        const end = (k: number) => (weighted && (k === 0 || k === count - 1) ? 0.5 : 1);
        return [x, y, end(i) * end(j)] as const;
      }),
    );

  it("4 against 16: yaw falls by 6 mu (1 + e) V rbar / a^2, rbar the weighted mean distance", () => {
    const lost = 6 * 0.1 * 1.5;
    expect(yaw(grid(2, true), 3, 0.1)).toBeCloseTo(3 - lost * Math.SQRT1_2, 9);
    expect(yaw(grid(4, true), 3, 0.1)).toBeCloseTo(3 - lost * 0.4175667699, 9);
    expect(yaw(grid(4, false), 3, 0.1)).toBeCloseTo(3 - lost * 0.4992253987, 9);
    expect(yaw(grid(4, true), 3, 2)).toBeCloseTo(0, 9);
  });

  it("converges to the whole face, (sqrt 2 + asinh 1) / 6, as points are added", () => {
    const whole = (Math.SQRT2 + Math.asinh(1)) / 6;
    const errors = [2, 4, 8].map((count) => Math.abs(3 - yaw(grid(count, true), 3, 0.1) - 0.9 * whole));
    expect(errors[1]).toBeLessThan(errors[0] / 5);
    expect(errors[2]).toBeLessThan(errors[1] / 4);
  });
});

describe("balls", () => {
  it("in a row, e = 0: all go on together; e = 1: the row is pushed at once", () => {
    const speeds = (count: number, restitution: number) => {
      const scene = row(ones(count), first(count), () => ({ restitution }));
      const after = velocitiesAfter(scene.bodies, scene.contacts, solveProportional(scene.problem).impulse);
      return Object.values(after).map(({ velocity }) => velocity[0]);
    };
    expectEach(speeds(3, 0), [1 / 3, 1 / 3, 1 / 3], 1e-12);
    expectEach(
      speeds(5, 0),
      ones(5).map(() => 0.2),
      1e-12,
    );
    expectEach(speeds(3, 1), [-1 / 3, 2 / 3, 2 / 3], 1e-12);
    expectEach(speeds(5, 1), [-0.6, 0.4, 0.4, 0.4, 0.4], 1e-12);
  });

  it("bodies elsewhere change nothing", () => {
    const scene = row(ones(3), [1, 0, 0], () => ({ restitution: 0.7, friction: 0.2 }));
    const alone = solveProportional(scene.problem);
    const { problem } = scene;
    const size = problem.velocity.length;
    const beside: ContactProblem = {
      dimension: 3,
      contacts: [...problem.contacts, { friction: 0.4, restitution: 0.3 }],
      mobility: [
        ...problem.mobility.map((line) => [...line, 0, 0, 0]),
        ...[2, 3, 1].map((value, k) => [...new Array<number>(size).fill(0), ...[0, 1, 2].map((j) => (j === k ? value : 0))]),
      ],
      velocity: [...problem.velocity, 0.3, 0.1, -2],
    };
    const both = solveProportional(beside);
    expectEach(both.impulse.slice(0, size), alone.impulse, 0);
    const other = solveFrictional({
      dimension: 3,
      contacts: beside.contacts.slice(-1),
      mobility: beside.mobility.slice(-3).map((line) => line.slice(-3)),
      velocity: beside.velocity.slice(-3),
    });
    expectEach(both.impulse.slice(size), other.impulse, 0);
    expect(Math.abs(both.energy.residual)).toBeLessThanOrEqual(1e-12 * both.energy.before);
  });
});

it("takes no more work than it may, and says what it took", () => {
  const { problem } = planarBody(
    0.1,
    [1, -1, 2],
    [
      { point: [-0.3, -0.2], material: { friction: 0.3, restitution: 0.5 } },
      { point: [0.3, -0.2], material: { friction: 0.3, restitution: 0.5 } },
    ],
  );
  const patience = { left: 1e6 };
  const { impulse } = solveProportional(problem, { patience });
  expect(impulse).toEqual(solveProportional(problem).impulse);
  expect(patience.left).toBeLessThan(1e6);
  expect(() => solveProportional(problem, { patience: { left: 3 } })).toThrow(TooMuchWork);
});

describe("corners of one body that slip far faster than they approach", () => {
  /** A block of 0.33 kg that slides and spins on four corners and turns onto two of them. */
  function turningBlock(rounding: () => number): ContactProblem {
    const [mass, moments, spin, tilt] = [0.33, [1.55e-3, 6.7e-4, 1.95e-3], 0.9, 0.00225];
    const points = [0, 1, 2, 3].map((k) => [k % 2 === 0 ? -0.07 : 0.07, k < 2 ? -0.113 : 0.113, -0.045]);
    const jacobian = points.flatMap(([x, y, z]) => [
      [1, 0, 0, 0, z, -y],
      [0, 1, 0, -z, 0, x],
      [0, 0, 1, y, -x, 0],
    ]);
    const weights = [mass, mass, mass, ...moments];
    const speeds = [0.09, -0.1, -0.113 * tilt, -tilt, 0, spin];
    const mobility = jacobian.map((one) =>
      jacobian.map((other) => one.reduce((sum, value, k) => sum + (value * other[k]) / weights[k], 0)),
    );
    const velocity = jacobian.map((gradient, row) =>
      gradient.reduce((sum, value, k) => sum + value * speeds[k], row % 3 === 2 ? rounding() : 0),
    );
    return { dimension: 3, contacts: points.map(() => ({ friction: 0.31, restitution: 0.26 })), mobility, velocity };
  }

  it("share their push alike, whatever the rounding of their velocities", () => {
    const { impulse, warnings } = solveProportional(turningBlock(() => 0));
    expect(warnings).toEqual([]);
    const size = Math.max(...impulse);
    const random = createRandom(5);
    for (let n = 0; n < 40; n++) {
      const other = solveProportional(turningBlock(() => 2e-17 * (random() - 0.5)));
      expect(other.warnings).toEqual([]);
      other.impulse.forEach((value, k) => {
        expect(Math.abs(value - impulse[k])).toBeLessThan(1e-9 * size);
      });
    }
  });
});
