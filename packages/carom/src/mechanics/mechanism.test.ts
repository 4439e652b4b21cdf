import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solvePlanar } from "../impact/planar.js";
import { createIntegrator } from "../math/ode/index.js";
import { between } from "../testing/between.js";
import { contactProblemFromCoordinates, speedsAfter } from "./from-coordinates.js";
import { accelerations, freeMotion, type Mechanism, mechanicalEnergy, systemAt, touchdown } from "./mechanism.js";
import { doublePendulum } from "./mechanisms/double-pendulum.js";

const angle = between(-3, 3);
const RUNS = { numRuns: 1000, seed: 20_261_115 };
const pendulum = doublePendulum({ mass: 1.3, length: 0.7, gravity: 9.81, floor: 1.2 });

/** Central difference of a function of q along coordinate i. */
function slope(f: (q: number[]) => number, q: readonly number[], i: number): number {
  const h = 1e-5;
  const at = (offset: number) => f(q.map((value, k) => (k === i ? value + offset : value)));
  return (at(h) - at(-h)) / (2 * h);
}

/** Kinetic energy of the two bars from the speeds of their ends: a slender bar has m (v1^2 + v1.v2 + v2^2) / 6. */
function barEnergy(q: readonly number[], u: readonly number[], mass: number, length: number): number {
  const [q1, q12, u1, u12] = [q[0], q[0] + q[1], u[0], u[0] + u[1]];
  const elbow = [-length * Math.sin(q1) * u1, length * Math.cos(q1) * u1];
  const tip = [elbow[0] - length * Math.sin(q12) * u12, elbow[1] + length * Math.cos(q12) * u12];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1];
  return (mass / 6) * (2 * dot(elbow, elbow) + dot(elbow, tip) + dot(tip, tip));
}

describe("the double pendulum", () => {
  it("has the kinetic energy of two slender bars", () => {
    fc.assert(
      fc.property(angle, angle, angle, angle, (q1, q2, u1, u2) => {
        const potential = pendulum.potentialEnergy!([q1, q2]);
        const expected = barEnergy([q1, q2], [u1, u2], 1.3, 0.7);
        expect(Math.abs(mechanicalEnergy(pendulum, [q1, q2], [u1, u2]) - potential - expected)).toBeLessThanOrEqual(1e-13 * (1 + expected));
      }),
      RUNS,
    );
  });

  it("obeys Lagrange's equations", () => {
    // d/dt (M u) = slope of (u . M u / 2 - V) along q, with d/dt M = sum of the slopes of M times u.
    fc.assert(
      fc.property(angle, angle, angle, angle, (q1, q2, u1, u2) => {
        const q = [q1, q2];
        const u = [u1, u2];
        const rate = accelerations(pendulum, q, u);
        const mass = pendulum.massMatrix(q);
        for (let i = 0; i < 2; i++) {
          const inertial = mass[i][0] * rate[0] + mass[i][1] * rate[1];
          let moving = 0;
          for (let j = 0; j < 2; j++)
            for (let k = 0; k < 2; k++) moving += slope((at) => pendulum.massMatrix(at)[i][j], q, k) * u[k] * u[j];
          const kinetic = slope((at) => barEnergy(at, u, 1.3, 0.7), q, i);
          const potential = slope((at) => pendulum.potentialEnergy!(at), q, i);
          expect(Math.abs(inertial + moving - kinetic + potential)).toBeLessThanOrEqual(1e-7);
        }
      }),
      RUNS,
    );
  });

  it("has the gap's rate for its normal velocity and the slope of its potential for gravity", () => {
    fc.assert(
      fc.property(angle, angle, (q1, q2) => {
        const q = [q1, q2];
        for (let i = 0; i < 2; i++) {
          expect(pendulum.jacobian(q)[1][i]).toBeCloseTo(slope(pendulum.gap, q, i), 8);
          expect(pendulum.jacobian(q)[0][i]).toBeCloseTo(
            slope((at) => 0.7 * (Math.cos(at[0]) + Math.cos(at[0] + at[1])), q, i),
            8,
          );
          expect(pendulum.gravity!(q)[i]).toBeCloseTo(-slope(pendulum.potentialEnergy!, q, i), 7);
        }
      }),
      RUNS,
    );
  });

  it("refuses a floor that the elbow would touch or the tip would never reach", () => {
    expect(() => doublePendulum({ floor: 1 })).toThrow("floor: 1 is not between one and two bar lengths (1 and 2)");
    expect(() => doublePendulum({ floor: 2 })).toThrow("floor: 2 is not");
    expect(() => doublePendulum({ floor: 1.5, mass: 0 })).toThrow("mass: 0 is not a finite number > 0");
    expect(() => doublePendulum({ floor: 1.5, length: Number.NaN })).toThrow("length: NaN is not");
    expect(() => doublePendulum({ floor: 1.5, gravity: Number.POSITIVE_INFINITY })).toThrow("gravity: Infinity is not");
  });
});

interface Hit {
  readonly time: number;
  readonly q: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly branch: string | undefined;
}

/** Flies from impact to impact. */
function hits(mechanism: Mechanism, q: readonly number[], count: number, tolerance: number): { hits: Hit[]; drift: number } {
  const { size } = mechanism;
  const material = { friction: 0.4, restitution: 0.7 };
  const options = { dimension: 2 * size, relativeTolerance: tolerance, absoluteTolerance: tolerance, events: [touchdown(mechanism)] };
  const integrator = createIntegrator(options, freeMotion(mechanism));
  const found: Hit[] = [];
  let drift = 0;
  let speeds: readonly number[] = q.map(() => 0);
  let energy = mechanicalEnergy(mechanism, q, speeds);
  integrator.start(0, [...q, ...speeds]);
  while (found.length < count) {
    expect(integrator.advance(integrator.time + 10)).toBe("event");
    const state = Array.from(integrator.state);
    const at = state.slice(0, size);
    speeds = state.slice(size);
    drift = Math.max(drift, Math.abs(mechanicalEnergy(mechanism, at, speeds) - energy));
    const system = systemAt(mechanism, at, speeds);
    const outcome = solvePlanar(contactProblemFromCoordinates(system, [material]));
    const after = speedsAfter(system, outcome.impulse);
    found.push({ time: integrator.time, q: at, before: speeds, after, branch: outcome.branch });
    energy = mechanicalEnergy(mechanism, at, after);
    integrator.start(integrator.time, [...at, ...after]);
  }
  return { hits: found, drift };
}

describe("motion with repeated hits", () => {
  // Spec sheet of 002, section 4: printed digits, computed there by an independent program.
  const printed = [
    {
      time: 0.495494679,
      q: [-1.274307, 0.357552],
      before: [-1.79204, -3.319477],
      after: [-4.343649, 9.958654],
      branch: "sliding|normal-pause|restitution-reverse",
    },
    {
      time: 0.952173413,
      q: [-2.263016, 0.891704],
      before: [0.606064, -6.30865],
      after: [-1.480855, 2.069527],
      branch: "sliding|normal-pause",
    },
    {
      time: 1.20860283,
      q: [-2.288811, 0.63908],
      before: [1.432544, -4.27874],
      after: [-0.815724, 1.431975],
      branch: "sliding|compression-stick|normal-pause",
    },
  ];
  const mechanism = doublePendulum({ floor: 1.75 });

  it("gives the three impacts of the table, to the printed digits", () => {
    const { hits: found, drift } = hits(mechanism, [-0.4, 0.1], 3, 1e-13);
    expect(drift).toBeLessThan(1e-10);
    found.forEach((hit, i) => {
      expect(Math.abs(hit.time - printed[i].time)).toBeLessThanOrEqual(0.6e-9);
      for (const name of ["q", "before", "after"] as const)
        hit[name].forEach((value, k) => {
          expect(Math.abs(value - printed[i][name][k])).toBeLessThanOrEqual(0.6e-6);
        });
      expect(hit.branch).toBe(printed[i].branch);
      expect(mechanicalEnergy(mechanism, hit.q, hit.after)).toBeLessThan(mechanicalEnergy(mechanism, hit.q, hit.before));
    });
  });

  it("does so at any tolerance, within it", () => {
    const fine = hits(mechanism, [-0.4, 0.1], 3, 1e-13).hits;
    const coarse = hits(mechanism, [-0.4, 0.1], 3, 1e-9).hits;
    fine.forEach((hit, i) => {
      expect(Math.abs(hit.time - coarse[i].time)).toBeLessThan(1e-6);
    });
  });
});
