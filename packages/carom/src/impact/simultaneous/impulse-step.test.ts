import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import type { ContactMaterial, ContactProblem } from "../../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { ballFamilies, commonPlaneFamilies, planarFamilies } from "../../testing/scenes.js";
import { followImpulseSteps, type ImpulseStepOptions } from "./impulse-step.js";
import { createState, OPEN, storedEnergy } from "./state.js";
import { readSystem } from "./system.js";

const defaults: ImpulseStepOptions = {
  recompression: "phase",
  reactivation: "velocity",
  friction: "coulomb",
  maximumEvents: 100_000,
  history: false,
};

function follow(problem: ContactProblem, options: Partial<ImpulseStepOptions> = {}) {
  const system = readSystem(problem);
  const state = createState(system);
  const events: string[] = [];
  const points: { impulse: number[]; energy: number[] }[] = [];
  const ending = followImpulseSteps(
    system,
    state,
    { ...defaults, ...options },
    {
      event: (kind, contact) => events.push(`${kind} ${contact}`),
      point: () =>
        points.push({
          impulse: Array.from(state.impulse, (value) => value * system.impulseUnit),
          energy: problem.contacts.map((_, c) => storedEnergy(system, state, c) * system.energyUnit),
        }),
    },
  );
  const impulse = problem.velocity.map(() => 0);
  system.component.forEach((component, row) => {
    impulse[component] = state.impulse[row] * system.impulseUnit;
  });
  const velocity = problem.velocity.map((before, i) => before + problem.mobility[i].reduce((sum, x, j) => sum + x * impulse[j], 0));
  const work = impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
  return {
    ...ending,
    events,
    points,
    impulse,
    velocity,
    /** Of all bodies together. */
    kineticEnergyGain: work,
    lost: (state.restitutionLoss + state.frictionLoss) * system.energyUnit,
    system,
    state,
  };
}

/** Balls of one kilogram in a row, the first with speed 1, and their velocities after. */
function chain(count: number, material: Partial<ContactMaterial> = {}): ContactProblem {
  const size = 2 * (count - 1);
  const element = (i: number, j: number) => (i === j ? 2 : i % 2 === 1 && Math.abs(i - j) === 2 ? -1 : 0);
  return {
    dimension: 2,
    contacts: Array.from({ length: count - 1 }, () => ({ friction: 0, restitution: 1, ...material })),
    mobility: Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => element(i, j))),
    velocity: Array.from({ length: size }, (_, i) => (i === 1 ? -1 : 0)),
  };
}

function ballsAfter(impulse: readonly number[]): number[] {
  const normal = impulse.filter((_, i) => i % 2 === 1);
  return Array.from({ length: normal.length + 1 }, (_, i) => (i === 0 ? 1 : normal[i - 1]) - (normal[i] ?? 0));
}

const largestDifference = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

/** Two billiard balls of the source's table 3.2, the first rolling at the speed that its table 3.3 implies. */
function twoBalls(friction: number, restitution: number, options: { tablePlane?: boolean } = {}) {
  const [mass, radius] = [0.17, 0.03];
  const moment = 0.4 * mass * radius * radius;
  const ball = (x: number, speed: number): RigidBody => ({
    mass,
    inertia: [moment, moment, moment],
    position: [x, 0, 0],
    velocity: [speed, 0, 0],
    angularVelocity: [0, speed / radius, 0],
  });
  const bodies = { first: ball(0, 1.0488009), second: ball(2 * radius, 0) };
  const contacts: BodyContact[] = [{ between: ["first", "second"], point: [radius, 0, 0], normal: [-1, 0, 0], friction, restitution }];
  const { problem } = contactProblemFromBodies(bodies, contacts, options);
  return { problem, after: (impulse: readonly number[]) => velocitiesAfter(bodies, contacts, impulse, options) };
}

describe("table 3.3 of the source", () => {
  const rows = [
    { friction: 0, spin1: "34.96", spin2: "0" },
    { friction: 0.5, spin1: "-8.66742", spin2: "-43.6275" },
    { friction: 1, spin1: "-52.2949", spin2: "-87.2549" },
  ];
  const digits = (value: number) => Number(value.toPrecision(6)).toString();

  for (const { friction, spin1, spin2 } of rows)
    it(`all printed digits by its literal rule, friction ${friction}`, () => {
      const { problem, after } = twoBalls(friction, 1);
      const { steps, impulse } = follow(problem, { step: 0.001, friction: "published" });
      expect(steps).toBe(178);
      expect(impulse[2]).toBeCloseTo(0.178, 14);
      const { first, second } = after(impulse);
      expect(first.velocity[0].toFixed(6)).toBe("0.001742");
      expect(digits(first.angularVelocity[1])).toBe(spin1);
      expect(digits(second.velocity[0])).toBe("1.04706");
      expect(digits(second.angularVelocity[1])).toBe(spin2);
    });

  it("the published rule is unphysical where slip would stop: energy grows by 17 and 213 %", () => {
    for (const [friction, growth] of [
      [0.5, 0.17],
      [1, 2.13],
    ]) {
      const { problem } = twoBalls(friction, 1, { tablePlane: true });
      const { kineticEnergyGain } = follow(problem, { step: 0.001, friction: "published" });
      expect(kineticEnergyGain / problem.kineticEnergy!).toBeCloseTo(growth, 2);
    }
  });

  it("and corrected: restitution 0.96, friction that stops with the slip", () => {
    const solved = (friction: number) => {
      const { problem, after } = twoBalls(friction, 0.96);
      const result = follow(problem, { step: 2e-5 });
      const { first, second } = after(result.impulse);
      return { ...result, first, second };
    };
    const slides = solved(0.03);
    expect(slides.first.velocity[0]).toBeCloseTo(0.02098, 3);
    expect(slides.second.velocity[0]).toBeCloseTo(1.02782, 3);
    expect(slides.first.angularVelocity[1]).toBeCloseTo(32.39, 2);
    expect(slides.second.angularVelocity[1]).toBeCloseTo(-2.57, 2);
    expect(slides.events).toEqual(["contact-close 0", "compression-end 0", "contact-open 0"]);
    for (const friction of [0.5, 1]) {
      const sticks = solved(friction);
      // Slip stops at the tangential impulse m |s| / 7, whatever the friction.
      expect(sticks.first.angularVelocity[1]).toBeCloseTo(22.4743, 4);
      expect(sticks.second.angularVelocity[1]).toBeCloseTo(-12.48572, 4);
      expect(sticks.first.velocity[2]).toBeCloseTo(0.1498287, 6);
      expect(sticks.events).toEqual(["contact-close 0", "slip-stop 0", "compression-end 0", "contact-open 0"]);
      const held = twoBalls(friction, 0.96, { tablePlane: true });
      const after = held.after(follow(held.problem, { step: 2e-5 }).impulse);
      expect(after.first.angularVelocity[1]).toBeCloseTo(17.48, 4);
      expect(after.second.angularVelocity[1]).toBeCloseTo(-17.48, 4);
      expect(sticks.state.frictionLoss * sticks.system.energyUnit).toBeCloseTo((0.5 * 0.17 * 1.0488009 ** 2) / 7, 4);
    }
  });
});

describe("converges, with the first order, to the answers of other methods", () => {
  const cases: readonly [string, ContactProblem, readonly number[], number, Partial<ImpulseStepOptions>][] = [
    ["three balls, linear", chain(3), [-0.13026, 0.15023, 0.98003], 1e-5, {}],
    ["three balls, Hertz", chain(3, { exponent: 1.5 }), [-0.07095, 0.0764, 0.99455], 1e-5, {}],
    ["five balls, linear (LZB)", chain(5), [-0.1323, -0.0753, -0.031, 0.2962, 0.9425], 1.5e-4, {}],
    ["five balls, Hertz (LZB)", chain(5, { exponent: 1.5 }), [-0.0711, -0.0302, -0.0144, 0.1268, 0.9888], 2.5e-4, {}],
    [
      "five balls, Hertz, restitution 0.9 (LZB)",
      chain(5, { exponent: 1.5, restitution: 0.9 }),
      [-0.00865, 0.02386, 0.03313, 0.12409, 0.82758],
      2e-4,
      { recompression: "force" },
    ],
  ];
  // The sizes of the steps are in units of m v. How well each answer is known comes on top.
  for (const [name, problem, answer, known, options] of cases)
    it(name, () => {
      const errors = [1e-2, 1e-3, 1e-4].map((step) => {
        const { impulse, converged } = follow(problem, { ...options, step });
        expect(converged).toBe(true);
        const error = largestDifference(ballsAfter(impulse), answer);
        expect(error).toBeLessThan(2.3 * step + known);
        return error;
      });
      expect(errors[0]).toBeGreaterThan(7 * errors[1]);
      expect(errors[0]).toBeLessThan(14 * errors[1]);
    });

  it("a pair of bodies ends with the coefficient of restitution, whatever the force law", () => {
    for (const restitution of [0, 0.3, 0.8, 1])
      for (const exponent of [1, 1.5, 2.3]) {
        const { velocity, events } = follow(chain(2, { restitution, exponent }), { step: 1e-4 });
        expect(Math.abs(velocity[1] - restitution)).toBeLessThan(5e-4);
        expect(events).toEqual(["contact-close 0", "compression-end 0", "contact-open 0"]);
      }
  });

  it("one ball onto a pair: -1/5, and 2 sqrt(3) / 5 along each line of centres; alike to the last digits", () => {
    // Normals at 30 degrees to the line of flight; the pair does not push itself apart.
    const cosine = 0.5;
    const problem: ContactProblem = {
      dimension: 2,
      contacts: [
        { friction: 0, restitution: 1 },
        { friction: 0, restitution: 1 },
      ],
      mobility: [
        [2, 0, 0, 0],
        [0, 2, 0, cosine],
        [0, 0, 2, 0],
        [0, cosine, 0, 2],
      ],
      velocity: [0, -Math.sqrt(3) / 2, 0, -Math.sqrt(3) / 2],
    };
    const { impulse } = follow(problem, { step: 1e-4 });
    expect(Math.abs(impulse[1] - (2 * Math.sqrt(3)) / 5)).toBeLessThan(2e-4);
    expect(Math.abs(impulse[3] - impulse[1])).toBeLessThan(1e-13);
  });

  it("what a second contact gets at first is (k2 / k1) I1 / (3 m2 w1) of the first", () => {
    for (const stiffness of [1, 0.2, 5]) {
      const problem = chain(3);
      const contacts = [problem.contacts[0], { ...problem.contacts[1], stiffness }];
      const { points } = follow({ ...problem, contacts }, { step: 1e-5, history: true, maximumEvents: 3 });
      const early = points.find(({ impulse }) => impulse[0] > 0.01)!;
      // Integrated over the impulse of the first.
      expect((early.impulse[1] / early.impulse[0] ** 2) * (6 / stiffness)).toBeCloseTo(1, 1);
    }
  });

  it("without restitution a chain sticks together", () => {
    const { impulse, converged } = follow(chain(4, { restitution: 0 }), { step: 1e-4 });
    expect(converged).toBe(true);
    for (const speed of ballsAfter(impulse)) expect(Math.abs(speed - 0.25)).toBeLessThan(1e-3);
  });
});

describe("rules", () => {
  /** Light and heavy balls in turn, which push each other together and apart many times. */
  function dimers(restitution: number): ContactProblem {
    const masses = [1, 0.1, 1, 0.1, 1, 0.1, 1];
    const size = 2 * (masses.length - 1);
    const element = (i: number, j: number) => {
      const [c, d] = [(i - 1) / 2, (j - 1) / 2];
      if (i % 2 === 0 || j % 2 === 0) return i === j ? 1 : 0;
      if (c === d) return 1 / masses[c] + 1 / masses[c + 1];
      return Math.abs(c - d) === 1 ? -1 / masses[Math.max(c, d)] : 0;
    };
    return {
      dimension: 2,
      contacts: masses.slice(1).map(() => ({ friction: 0, restitution })),
      mobility: Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => element(i, j))),
      velocity: Array.from({ length: size }, (_, i) => (i === 1 ? -1 : 0)),
    };
  }

  it("renewed compression with the energy kept or with the force kept, the ledger closed to the order of the step", () => {
    const [phase, force] = (["phase", "force"] as const).map((recompression) => follow(dimers(0.7), { recompression, step: 3e-5 }));
    expect(phase.events.some((event) => event.startsWith("compression-restart"))).toBe(true);
    expect(largestDifference(phase.velocity, force.velocity)).toBeGreaterThan(1e-3);
    for (const { kineticEnergyGain, lost } of [phase, force]) expect(Math.abs(kineticEnergyGain + lost)).toBeLessThan(6e-4);
    // Without loss the rules agree.
    const lossless = (["phase", "force"] as const).map((recompression) => follow(dimers(1), { recompression, step: 1e-4 }));
    expect(lossless[0].velocity).toEqual(lossless[1].velocity);
  });

  it("reactivation by velocity or by the gap: the same for a cradle, not for all", () => {
    const both = (problem: ContactProblem) =>
      (["velocity", "gap"] as const).map((reactivation) => follow(problem, { reactivation, step: 1e-4 }));
    const [velocity, gap] = both(chain(5));
    expect(gap.impulse).toEqual(velocity.impulse);
    const [restless, patient] = both(dimers(0.7));
    expect(patient.converged).toBe(true);
    expect(largestDifference(restless.velocity, patient.velocity)).toBeGreaterThan(1e-4);
  });

  it("a step given in N s, and by default a thousandth of what stops the fastest approach", () => {
    const problem = chain(2);
    expect(follow(problem).impulse[1]).toBe(follow(problem, { step: 0.0005 }).impulse[1]);
    for (const step of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => follow(problem, { step })).toThrow(InvalidInputError);
    // A step longer than the impact ends it, too.
    expect(follow(problem, { step: 10 })).toMatchObject({ steps: 1, converged: true });
  });

  it("stops at the given number of events and says so", () => {
    expect(follow(chain(5), { maximumEvents: 5 }).converged).toBe(false);
    expect(follow(chain(5), { maximumEvents: 5 }).events.length).toBeLessThan(9);
  });

  it("shows a point at the start, at every step and after events", () => {
    const { points, steps, events } = follow(chain(3), { step: 0.01, history: true });
    expect(points.length).toBeGreaterThan(steps);
    expect(points.length).toBeLessThanOrEqual(1 + steps + events.length);
    expect(points[0].impulse.every((value) => value === 0)).toBe(true);
    expect(Math.max(...points.map(({ energy }) => energy[0]))).toBeGreaterThan(0.1);
    expect(points.at(-1)!.energy.every((value) => value === 0)).toBe(true);
  });
});

describe("over random scenes", () => {
  for (const family of [...ballFamilies, ...commonPlaneFamilies, ...planarFamilies])
    it(family.name, () => {
      const random = createRandom(3);
      for (let trial = 0; trial < 4; trial++) {
        const { problem } = family.draw(random);
        const { dimension, contacts, velocity: before, mobility } = problem;
        if (contacts.some(({ exponent = 1 }) => exponent !== (contacts[0].exponent ?? 1))) continue;
        // Ten times the step that resolves the lightest contact.
        const fastest = Math.max(...contacts.map((_, c) => -before[(c + 1) * dimension - 1]));
        const softest = Math.max(...contacts.map((_, c) => mobility[(c + 1) * dimension - 1][(c + 1) * dimension - 1]));
        const result = follow(problem, { step: (0.01 * fastest) / softest });
        expect(result.converged).toBe(true);
        expect(result.kineticEnergyGain).toBeLessThanOrEqual(0);
        expect(result.state.frictionLoss).toBeGreaterThanOrEqual(0);
        expect(result.approach).toBeLessThanOrEqual(0.011 * 2);
        expect(result.state.phase.every((phase) => phase === OPEN)).toBe(true);
        contacts.forEach(({ friction, staticFriction = friction }, c) => {
          const part = result.impulse.slice(c * dimension, (c + 1) * dimension);
          const normal = part[dimension - 1];
          expect(normal).toBeGreaterThanOrEqual(0);
          expect(Math.hypot(...part.slice(0, -1))).toBeLessThanOrEqual(staticFriction * normal * (1 + 1e-12));
        });
      }
    });
});
