/**
 * The law's options, warnings and history, and its engine against laws and methods that share no code with it. What it must hold over
 * random scenes is in many-contacts.test.ts, its closed forms and published figures in simultaneous-limits.test.ts.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { createIntegrator } from "../math/ode/index.js";
import { createRandom } from "../math/random.js";
import type { ContactMaterial, ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { distance, norm } from "../testing/agreement.js";
import { between } from "../testing/between.js";
import { contactProblem } from "../testing/problems.js";
import { ballFamilies, commonPlaneFamilies, cornerFamilies, type Scene } from "../testing/scenes.js";
import { ballsInRow, SMOOTH } from "./balls-in-row.testing.js";
import { solveCompliant } from "./compliant.js";
import { solveFrictional } from "./frictional.js";
import { type SimultaneousOptions, simultaneous, solveSimultaneous } from "./simultaneous.js";

const SEED = 20_261_115;
const compressions = ({ events }: { readonly events: readonly { readonly kind: string }[] }) =>
  events.filter(({ kind }) => kind === "compression-end").length;
const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) => warnings.map(({ code }) => code);

const ones = (count: number) => new Array<number>(count).fill(1);
const struck = (count: number) => ones(count).map((_, i) => (i === 0 ? 1 : 0));

describe("one contact", () => {
  it("followed by springs in time, is the law frictional wherever it is compressed once", () => {
    let compared = 0;
    fc.assert(
      fc.property(contactProblem, between(1, 2.5), (problem, exponent) => {
        const reference = solveFrictional(problem);
        if (compressions(reference) > 1 && problem.contacts[0].restitution < 1) return;
        compared++;
        const springs = { ...problem, contacts: [{ ...problem.contacts[0], exponent: compared % 2 === 0 ? 1 : exponent }] };
        const { impulse } = solveSimultaneous(springs, { method: "runge-kutta" });
        expect(distance(impulse, reference.impulse)).toBeLessThanOrEqual(1e-9 * norm(reference.impulse));
      }),
      { numRuns: 120, seed: SEED },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it("with tangential springs, by either method, is the law compliant wherever it is compressed once", () => {
    fc.assert(
      fc.property(contactProblem, between(-1.5, 1.5), (problem, power) => {
        const springy = { ...problem, contacts: [{ ...problem.contacts[0], stiffnessRatio: 10 ** power }] };
        const reference = solveCompliant(springy);
        if (codes(reference).includes("repeated-compression")) return;
        for (const method of ["series", "runge-kutta"] as const) {
          const { impulse, energy } = solveSimultaneous(springy, { method });
          expect(distance(impulse, reference.impulse)).toBeLessThanOrEqual(1e-8 * norm(reference.impulse));
          expect(Math.abs((energy.springLoss ?? 0) - reference.energy.springLoss!)).toBeLessThanOrEqual(1e-8 * energy.before);
        }
      }),
      { numRuns: 60, seed: SEED },
    );
  });

  it("that friction compresses again loses its share of all it holds; elastic it is the law frictional", () => {
    const problem = findJam();
    const outcome = solveSimultaneous(problem);
    expect(codes(outcome)).toEqual(["repeated-compression"]);
    const e = problem.contacts[0].restitution;
    const ends = outcome.events.filter(({ kind }) => kind === "compression-end");
    expect(ends.length).toBeGreaterThan(1);
    // What is stored after an end of compression is e^2 of what was; the rest is lost each time.
    const lost = ends.reduce((sum, { storedEnergy }) => sum + ((1 - e * e) / (e * e)) * storedEnergy, 0);
    expect(Math.abs(lost - outcome.energy.restitutionLoss)).toBeLessThanOrEqual(1e-11 * outcome.energy.before);
    expect(Math.abs(outcome.energy.residual)).toBeLessThanOrEqual(1e-11 * outcome.energy.before);
    // The law frictional loses only its share of what was added.
    expect(outcome.energy.restitutionLoss).toBeGreaterThan(solveFrictional(problem).energy.restitutionLoss);
    const elastic = { ...problem, contacts: [{ ...problem.contacts[0], restitution: 1 }] };
    const bySprings = solveSimultaneous(elastic, { method: "runge-kutta" });
    expect(distance(bySprings.impulse, solveFrictional(elastic).impulse)).toBeLessThanOrEqual(1e-9 * norm(bySprings.impulse));
  });
});

/** A problem in which the law frictional sees a second compression: friction that beats the normal mobility, and slip that turns. */
function findJam(): ContactProblem {
  const random = createRandom(SEED);
  for (let n = 0; n < 20_000; n++) {
    const problem: ContactProblem = {
      dimension: 3,
      contacts: [{ friction: 1.2 + 3 * random(), restitution: 0.3 + 0.5 * random() }],
      mobility: [
        [1, 0, 0.75],
        [0, 1.4, 0.35],
        [0.75, 0.35, 1],
      ],
      velocity: [2 * random() - 1, 2 * random() - 1, -0.05 - 0.5 * random()],
    };
    if (compressions(solveFrictional(problem)) > 1) return problem;
  }
  throw new Error("no problem of this kind is compressed twice");
}

/**
 * A row of balls as an ordinary differential equation for an integrator that knows nothing of this law: x' = -v_n, v' = W F, with phases
 * changed at its events. Frictionless, renewed compression with the energy kept.
 */
function byIntegrator({ mobility, velocity, contacts }: ContactProblem, horizon: number): number[] {
  const count = contacts.length;
  const exponent = contacts[0].exponent ?? 1;
  const phase: ("open" | "compression" | "restitution")[] = contacts.map(() => "open");
  const stiffness = contacts.map(({ stiffness: k = 1 }) => k);
  const w = contacts.map((_, i) => contacts.map((__, j) => mobility[2 * i + 1][2 * j + 1]));
  const force = (y: Float64Array, i: number) => (phase[i] === "open" ? 0 : stiffness[i] * Math.max(0, y[i]) ** exponent);
  // Compressions, then velocities, then impulses.
  const integrator = createIntegrator(
    {
      dimension: 3 * count,
      relativeTolerance: 1e-13,
      absoluteTolerance: 1e-15,
      maxStep: 0.02,
      events: contacts.flatMap((_, i) => [
        { name: `velocity ${i}`, value: (_t: number, y: Float64Array) => y[count + i], terminal: true },
        {
          name: `compression ${i}`,
          value: (_t: number, y: Float64Array) => (phase[i] === "open" ? 1 : y[i]),
          direction: -1 as const,
          terminal: true,
        },
      ]),
    },
    (_t, y, slope) => {
      for (let i = 0; i < count; i++) {
        slope[i] = phase[i] === "open" ? 0 : -y[count + i];
        slope[2 * count + i] = force(y, i);
        slope[count + i] = 0;
        for (let j = 0; j < count; j++) slope[count + i] += w[i][j] * force(y, j);
      }
    },
  );
  const y = new Float64Array(3 * count);
  contacts.forEach((_, i) => {
    y[count + i] = velocity[2 * i + 1];
    if (y[count + i] < 0) phase[i] = "compression";
  });
  let time = 0;
  while (time < horizon) {
    integrator.start(time, y);
    const status = integrator.advance(horizon);
    time = integrator.time;
    y.set(integrator.state);
    if (status === "end") break;
    for (const { name, direction } of integrator.firedEvents) {
      const i = Number(name.split(" ")[1]);
      const { restitution: e, stiffness: k = 1 } = contacts[i];
      if (name.startsWith("compression")) {
        phase[i] = "open";
        y[i] = 0;
      } else if (direction > 0 && phase[i] === "compression") {
        phase[i] = "restitution";
        y[i] *= e * e;
        stiffness[i] = k / e ** (2 * exponent);
      } else if (direction < 0 && phase[i] === "open") {
        phase[i] = "compression";
        stiffness[i] = k;
        y[i] = 0;
      } else if (direction < 0 && phase[i] === "restitution") {
        phase[i] = "compression";
        const energy = (stiffness[i] * y[i] ** (exponent + 1)) / (exponent + 1);
        stiffness[i] = k;
        y[i] = (((exponent + 1) * energy) / k) ** (1 / (exponent + 1));
      }
    }
    // A contact at rest that is pushed together has no change of sign to fire at.
    for (let i = 0; i < count; i++) if (phase[i] === "open" && y[count + i] < 0) phase[i] = "compression";
  }
  expect(phase.every((one) => one === "open")).toBe(true);
  return Array.from(y.subarray(2 * count));
}

describe("balls in a row, by an integrator of ordinary differential equations", () => {
  it.each([
    { name: "four, linear", masses: ones(4), exponent: 1, restitution: 1, horizon: 12 },
    { name: "four of different mass, linear, lossy", masses: [1, 0.6, 1.4, 0.8], exponent: 1, restitution: 0.9, horizon: 12 },
    { name: "four, Hertz", masses: ones(4), exponent: 1.5, restitution: 1, horizon: 14 },
    { name: "four of different mass, Hertz, lossy", masses: [1, 0.4, 2, 0.7], exponent: 1.5, restitution: 0.8, horizon: 14 },
    { name: "three of different mass, exponent 2.2", masses: [2, 1, 0.5], exponent: 2.2, restitution: 0.95, horizon: 20 },
  ])("$name", ({ masses, exponent, restitution, horizon }) => {
    // All move, so that every contact has a velocity of its own at the start.
    const speeds = masses.map((_, i) => 1 - 0.3 * i);
    const problem = ballsInRow(masses, speeds, (i) => ({ exponent, restitution, stiffness: 1 + 0.3 * i }));
    const expected = byIntegrator(problem, horizon);
    for (const method of exponent === 1 ? (["series", "runge-kutta"] as const) : (["runge-kutta"] as const)) {
      // The reference forgets gaps.
      const { impulse } = solveSimultaneous(problem, { method, reactivation: "velocity" });
      const normal = impulse.filter((_, i) => i % 2 === 1);
      expect(distance(normal, expected)).toBeLessThanOrEqual(1e-9);
    }
  });
});

describe("friction at several contacts, by the source's stepping", () => {
  it("comes from it as the step goes to zero, in proportion to the step", () => {
    const random = createRandom(SEED);
    const families = [...ballFamilies, ...commonPlaneFamilies, ...cornerFamilies].filter(({ name }) => !/chain/.test(name));
    let compared = 0;
    for (let n = 0; compared < 10 && n < 80; n++) {
      const scene: Scene = families[n % families.length].draw(random);
      const problem = linear(scene.problem);
      const exact = solveSimultaneous(problem, { maximumEvents: 300 });
      if (exact.events.length > 40 || codes(exact).some((code) => code === "lock" || code === "not-converged")) continue;
      const size = norm(exact.velocity.map((v, i) => v - problem.velocity[i]));
      const whole = Math.max(...exact.impulse.map(Math.abs));
      const off = (step: number) =>
        distance(solveSimultaneous(problem, { method: "impulse-step", step: step * whole }).velocity, exact.velocity) / size;
      const coarse = off(2e-3);
      // Some are not in their first order yet at this step; those that are must go on.
      if (coarse > 0.02) continue;
      compared++;
      expect(off(2.5e-4)).toBeLessThanOrEqual(Math.max(0.35 * coarse, 5e-4));
    }
    expect(compared).toBe(10);
  });
});

function linear(problem: ContactProblem): ContactProblem {
  return { ...problem, contacts: problem.contacts.map(({ exponent, ...contact }) => contact) };
}

type Triple = readonly [number, number, number];

/** A billiard ball. */
function ball(position: Triple, velocity: Triple = [0, 0, 0], angularVelocity: Triple = [0, 0, 0]) {
  const moment = 0.4 * 0.17 * 0.03 * 0.03;
  return { mass: 0.17, inertia: [moment, moment, moment] as const, position, velocity, angularVelocity };
}

/** Contacts of billiard balls that touch. */
function touching(bodies: Record<string, ReturnType<typeof ball>>, material: ContactMaterial) {
  const names = Object.keys(bodies);
  return names.flatMap((first, i) =>
    names.slice(0, i).flatMap((second) => {
      const [a, b] = [bodies[first].position, bodies[second].position];
      const apart = a.map((x, k) => x - b[k]);
      if (Math.abs(norm(apart) - 0.06) > 1e-9) return [];
      const point = a.map((x, k) => x - 0.5 * apart[k]) as unknown as Triple;
      return [{ between: [first, second] as const, point, normal: apart as unknown as Triple, ...material }];
    }),
  );
}

describe("history", () => {
  const options: SimultaneousOptions = { history: true };
  const bodies = {
    cue: ball([-0.06, 0, 0], [1, 0.1, 0], [3, 20, -10]),
    top: ball([0, 0, 0]),
    left: ball([0.03 * Math.sqrt(3), 0.03, 0]),
    right: ball([0.03 * Math.sqrt(3), -0.03, 0]),
  };
  const { problem } = contactProblemFromBodies(bodies, touching(bodies, { friction: 0.3, restitution: 0.8 }));

  it("keeps to friction at every point, adds up, and shows energy leave a spring where compression ends", () => {
    const { history, energy } = solveSimultaneous(problem, options);
    const { impulse, storedEnergy, frictionLoss, normalWork, contacts, normalImpulse } = history!;
    const outside = impulse.filter((p) => [0, 3, 6, 9].some((c) => norm([p[c], p[c + 1]]) > 0.3 * p[c + 2] + 1e-13));
    expect(outside).toEqual([]);
    const off = impulse.map((p, k) => {
      const stored = contacts!.reduce((sum, contact) => sum + contact.storedEnergy![k], 0);
      // The work of all forces so far is the change of energy so far.
      const change = p.reduce((sum, x, i) => sum + 0.5 * x * (problem.velocity[i] + history!.velocity[k][i]), 0);
      return Math.max(Math.abs(stored - storedEnergy[k]), Math.abs(change + frictionLoss[k] - normalWork![k]));
    });
    expect(Math.max(...off)).toBeLessThanOrEqual(1e-11 * energy.before);
    const jumps = normalImpulse.flatMap((p, k) =>
      k > 0 && p === normalImpulse[k - 1] && storedEnergy[k] < storedEnergy[k - 1] ? [storedEnergy[k - 1] - storedEnergy[k]] : [],
    );
    expect(Math.abs(jumps.reduce((sum, x) => sum + x, 0) - energy.restitutionLoss)).toBeLessThanOrEqual(1e-12 * energy.before);
    expect(jumps.length).toBeGreaterThanOrEqual(3);
  });

  it("is fine enough to draw: no step of it is a tenth of the whole", () => {
    const { normalImpulse } = solveSimultaneous(problem, options).history!;
    const longest = Math.max(...normalImpulse.map((p, k) => (k === 0 ? 0 : p - normalImpulse[k - 1])));
    expect(longest).toBeLessThanOrEqual(0.1 * normalImpulse.at(-1)!);
  });

  it("of a single contact has the same columns", () => {
    const two = { cue: bodies.cue, top: bodies.top };
    const one = contactProblemFromBodies(two, touching(two, { friction: 0.1, restitution: 0.5 })).problem;
    const { history, ...outcome } = solveSimultaneous(one, options);
    expect(outcome).toEqual(solveSimultaneous(one));
    expect(history!.contacts!.length).toBe(1);
    expect(history!.contacts![0].phase.length).toBe(history!.normalImpulse.length);
    expect(history!.normalWork!.at(-1)!).toBeCloseTo(-outcome.energy.restitutionLoss, 14);
  });
});

describe("renewed compression", () => {
  it("keeping the force hands energy back to the spring, and the ledger says so", () => {
    // Light balls between heavy ones are pressed together again before they have given back what they hold.
    const problem = ballsInRow([1, 0.1, 1, 0.1, 1], struck(5), () => ({ restitution: 0.7 }));
    const phase = solveSimultaneous(problem);
    const force = solveSimultaneous(problem, { recompression: "force" });
    for (const { energy, events } of [phase, force]) {
      expect(events.some(({ kind }) => kind === "compression-restart")).toBe(true);
      expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-14);
    }
    expect(force.energy.after).toBeGreaterThan(phase.energy.after + 1e-3);
    expect(codes(phase)).toEqual(["repeated-compression"]);
  });

  it("lets tangential springs go that the fallen force cannot hold, and books it", () => {
    const random = createRandom(SEED);
    let slackened = 0;
    for (let n = 0; n < 60 && slackened < 4; n++) {
      const { problem } = ballFamilies[n % ballFamilies.length].draw(random);
      const contacts = linear(problem).contacts.map(({ staticFriction, ...contact }) => ({
        ...contact,
        friction: 0.1 + random(),
        restitution: 0.4 + 0.5 * random(),
        stiffnessRatio: 0.3 + random(),
      }));
      const { energy, events } = solveSimultaneous({ ...problem, contacts }, { maximumEvents: 150 });
      expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-10 * energy.before);
      if (energy.springLoss! > 1e-9 * energy.before && events.some(({ kind }) => kind === "compression-restart")) slackened++;
    }
    expect(slackened).toBe(4);
  });
});

describe("reactivation", () => {
  it("by gap may differ from that by velocity, and both end with nothing approaching", () => {
    const problem = ballsInRow([3, 1, 0.2, 2], [1, 0, 0, -0.3], (i) => ({ stiffness: [1, 6, 0.4][i], restitution: 0.9 }));
    const velocity = solveSimultaneous(problem, { reactivation: "velocity" });
    const gap = solveSimultaneous(problem);
    expect(distance(velocity.velocity, gap.velocity)).toBeGreaterThan(1e-3);
    for (const outcome of [velocity, gap]) {
      expect(Math.min(...outcome.velocity.filter((_, i) => i % 2 === 1))).toBeGreaterThanOrEqual(-1e-9);
      expect(Math.abs(outcome.energy.residual)).toBeLessThanOrEqual(1e-13);
    }
  });
});

describe("an impact that does not end", () => {
  it("by count of events gives the state reached and says how much approach is left", () => {
    const problem = ballsInRow([1, 1e-3, 1, 1e-3, 1], struck(5), () => ({ restitution: 0.5 }));
    const whole = solveSimultaneous(problem);
    expect(codes(whole)).not.toContain("not-converged");
    expect(whole.events.length).toBeGreaterThan(100);
    const cut = solveSimultaneous(problem, { maximumEvents: 40 });
    const warning = cut.warnings.find(({ code }) => code === "not-converged")!;
    expect(warning.message).toMatch(
      /^given up after 4\d events, .* at up to [\d.e-]+ m\/s: one last push without restitution and friction ends it, and no .* 25 m\/s$/,
    );
    expect(Math.abs(cut.energy.residual)).toBeLessThanOrEqual(1e-13);
    // The push to which the rest would have come.
    expect(distance(cut.impulse, whole.impulse)).toBeLessThanOrEqual(1e-8);
    expect(Math.min(...cut.velocity)).toBeGreaterThanOrEqual(-1e-12);
    const one = solveSimultaneous(problem, { maximumEvents: 1 }).warnings.map(({ message }) => message);
    expect(one[0]).toMatch(/^given up after 1 event, /);
  });

  it.each([
    [0, 1e-3],
    [0.2, 1e-3],
    [0.5, 1e-3],
    [0.9, 1e-4],
  ])("by itself, since a light ball rattles between heavy ones, comes to their common velocity: e = %s", (restitution, light) => {
    const { impulse, warnings, energy, events } = solveSimultaneous(ballsInRow([1, light, 1], struck(3), () => ({ restitution })));
    const common = 1 / (2 + light);
    expect(warnings.map(({ code }) => code)).not.toContain("not-converged");
    expect(events.length).toBeGreaterThan(2000);
    expect(distance(impulse, [0, 1 - common, 0, common])).toBeLessThanOrEqual(1e-9);
    expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-12);
  });

  it("but not one in which the light ball is thrown out in the end, however late", () => {
    // Between the two the rattle turns from one that fades for ever to one that ends: there it fades to a millionth and more before it
    // does.
    for (const restitution of [0.9698, 0.97, 0.972, 0.976, 0.99]) {
      const { velocity } = solveSimultaneous(
        ballsInRow([1, 1e-4, 1], struck(3), () => ({ restitution })),
        { reactivation: "velocity" },
      );
      expect(velocity[1]).toBeGreaterThan(1e-5);
      expect(velocity[3]).toBeGreaterThan(1e-5);
    }
  });

  it("because it is elastic, gives up with the velocities reached", () => {
    // Between two walls.
    const contacts = [SMOOTH, SMOOTH];
    const mobility = [
      [1, 0, 0, 0],
      [0, 1, 0, -1],
      [0, 0, 1, 0],
      [0, -1, 0, 1],
    ];
    const walls = { dimension: 2, contacts, mobility, velocity: [0, -1, 0, 1] } as const;
    const [{ code, message }] = solveSimultaneous(walls, { maximumEvents: 1000 }).warnings;
    expect(code).toBe("not-converged");
    expect(message).not.toContain("last push");
  });

  it("because friction wedges a body, ends with the warning lock and counts as lost what the springs hold", () => {
    // A disc driven into a steep wedge, with friction enough to stay there.
    const [c, s] = [Math.cos(0.1), Math.sin(0.1)];
    const jacobian = [
      [-s, c, 1],
      [c, s, 0],
      [-s, -c, 1],
      [-c, s, 0],
    ];
    const inverse = [1, 1, 2];
    const speeds = [0, -1, 0];
    const problem: ContactProblem = {
      dimension: 2,
      contacts: [1, 1].map(() => ({ friction: 1.5, restitution: 0.6 })),
      mobility: jacobian.map((a) => jacobian.map((b) => a.reduce((sum, x, k) => sum + x * inverse[k] * b[k], 0))),
      velocity: jacobian.map((a) => a.reduce((sum, x, k) => sum + x * speeds[k], 0)),
      kineticEnergy: 0.5,
    };
    const { energy, velocity, warnings, slip } = solveSimultaneous(problem);
    expect(warnings.map(({ code }) => code)).toContain("lock");
    expect(norm(velocity)).toBeLessThanOrEqual(1e-9);
    expect(energy.after).toBeLessThanOrEqual(1e-15);
    expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-12);
    expect(slip).toEqual(["sticks", "sticks"]);
  });
});

describe("input", () => {
  const problem = ballsInRow(ones(3), struck(3));
  const bad = (change: Partial<ContactProblem>, options?: SimultaneousOptions) => () =>
    solveSimultaneous({ ...problem, ...change }, options);

  it("refuses what it cannot solve, naming the field", () => {
    const mixed = [SMOOTH, { ...SMOOTH, exponent: 1.5 }];
    expect(bad({ contacts: mixed })).toThrow("contacts[1].exponent: 1.5 is not that of contacts[0] (1)");
    expect(simultaneous.inapplicable({ ...problem, contacts: mixed })).toMatch(/^contacts\[1\]\.exponent is not that of contacts\[0\]/);
    const springs = [1, 1].map(() => ({ ...SMOOTH, exponent: 1.5, stiffnessRatio: 1 }));
    expect(bad({ contacts: springs })).toThrow("contacts[0].stiffnessRatio");
    expect(simultaneous.inapplicable({ ...problem, contacts: springs })).toBe("tangential springs (stiffnessRatio) need the exponent 1");
    expect(bad({ contacts: [SMOOTH, { ...SMOOTH, stiffnessRatio: 1e-9 }] })).toThrow("contacts[1].stiffnessRatio: 1e-9 is below 1e-8");
    expect(bad({ contacts: [SMOOTH, { ...SMOOTH, stiffness: 0 }] })).toThrow(InvalidInputError);
    expect(bad({}, { method: "euler" as "series" })).toThrow('options.method: "euler" is not one of series, runge-kutta, impulse-step');
    expect(bad({}, { maximumEvents: 0 })).toThrow("options.maximumEvents: 0 is not a whole number > 0");
    expect(bad({}, { step: -1 })).toThrow("options.step: -1 is not a finite number > 0");
    expect(bad({}, { friction: "published" })).toThrow("options.friction");
    const pull = (value: number) => problem.mobility.map((r, i) => r.map((x, j) => (i !== j && i % 2 === 1 && j % 2 === 1 ? value : x)));
    expect(bad({ mobility: pull(-2.001) })).toThrow(/^mobility: .*is not positive semidefinite/);
    expect(bad({ mobility: pull(-2), velocity: [0, -1, 0, 1] })).not.toThrow();
    expect(bad({ mobility: pull(-2) })).toThrow(/^kineticEnergy: 0.5 is less than the \d+ J that the impact takes$/);
    expect(bad({ kineticEnergy: 0.01, contacts: [SMOOTH, SMOOTH].map((m) => ({ ...m, restitution: 0 })) })).toThrow(
      /^kineticEnergy: 0.01 is less than the 0\.\d+ J that the impact takes$/,
    );
  });

  it("says what it does not use", () => {
    expect(solveSimultaneous(problem, { step: 1e-3 }).warnings).toEqual([
      { code: "unused-field", message: "the method series does not use options.step" },
    ]);
    const hertz = { ...problem, contacts: problem.contacts.map((contact) => ({ ...contact, exponent: 1.5 })) };
    expect(solveSimultaneous(hertz, { step: 1e-3 }).warnings[0].message).toBe("the method runge-kutta does not use options.step");
    expect(codes(solveSimultaneous(problem, { method: "impulse-step", step: 1e-3 }))).toEqual(["fixed-step"]);
    expect(codes(solveSimultaneous(problem, { method: "impulse-step", step: 0.9 }))).toContain("energy-gain");
    const contacts = [SMOOTH, { friction: 0.1, staticFriction: 0.2, restitution: 1, stiffnessRatio: 1 }];
    expect(solveSimultaneous({ ...problem, contacts }).warnings[0].message).toBe(
      "simultaneous does not use contacts[1].staticFriction: with tangential springs it holds and slides with the same friction",
    );
  });

  it("works out the kinetic energy that contacts can reach where none is given", () => {
    const { kineticEnergy, ...bare } = problem;
    // Three balls: all but what the centre of mass keeps.
    expect(solveSimultaneous(bare).energy.before).toBeCloseTo(kineticEnergy! - 1 / 6, 14);
  });
});

it("follows a light ball that is thrown out late, just above a critical ratio of masses", () => {
  const { velocity, warnings } = solveSimultaneous(
    ballsInRow([1, 1.655e-5, 3], [1, 0, 0], () => ({ restitution: 0.99 })),
    { reactivation: "velocity" },
  );
  // Reference: every push followed, the same by series and by Runge-Kutta steps.
  expect(Math.abs(velocity[1] + velocity[3] - 8.64e-4)).toBeLessThan(1e-6);
  expect(warnings.map(({ code }) => code)).not.toContain("not-converged");
});
