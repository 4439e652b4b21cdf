import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInputError, SolverError } from "../errors.js";
import type { Contact, ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromCoordinates, speedsAfter } from "../mechanics/from-coordinates.js";
import { systemAt } from "../mechanics/mechanism.js";
import { doublePendulum } from "../mechanics/mechanisms/double-pendulum.js";
import { distance, norm } from "../testing/agreement.js";
import { decades, FEWER_RUNS, parts, planarProblem, problemOf, RUNS, uniform } from "../testing/planar-problems.js";
import { solveFrictional } from "./frictional.js";
import { solveFrictionalBy } from "./methods.js";
import { solveNewton } from "./newton.js";
import type { EventKind, ImpactOutcome } from "./outcome.js";
import { planar, solvePlanar } from "./planar.js";
import { PLANAR_SIZE, planarImpact } from "./slip/planar.js";

const pendulum = doublePendulum({ floor: 1.75, gravity: 9.81 });

/** The double pendulum's tip at an instant, under one law. */
function strike(q: readonly number[], u: readonly number[], material: Contact, solve = solvePlanar) {
  const system = systemAt(pendulum, q, u);
  const problem = contactProblemFromCoordinates(system, [material]);
  const outcome = solve(problem);
  return { problem, outcome, speeds: speedsAfter(system, outcome.impulse) };
}

const at = (outcome: ImpactOutcome, kind: EventKind) => outcome.events.find((event) => event.kind === kind)!;
const kinds = (outcome: ImpactOutcome) => outcome.events.map((event) => event.kind);

/** Printed with ten decimals. */
function expectPrinted(actual: readonly number[], printed: readonly number[], digit = 1e-10): void {
  expect(actual.length).toBe(printed.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - printed[i])).toBeLessThanOrEqual(0.6 * digit);
  });
}

describe("the worked examples of the sheet", () => {
  // Spec sheet of 002, section 4, as printed there: computed by two independent prototypes.
  const examples = [
    {
      q: [-0.9, -1.2],
      u: [-2.6, 2.0],
      mu: 0.2,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [-2.554575585, -1.3132782547],
      p_norm: 1.0954288368,
      branch: "sliding|normal-pause",
      Ec: -0.7193014355,
      pn: 1.9717719062,
      pt: 0.3943543812,
      u_after: [-1.0689592683, -2.328310365],
      v_after: [-3.7698995287, 1.0506226038],
      K: [4.8493057152, 3.3433149634],
      slip: "slides",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.1, 2.9],
      mu: 0.6,
      e: 0.5,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [2.3386535357, -1.4757300897],
      p_tan: 0.9473575762,
      p_norm: 0.715536878,
      branch: "sliding|normal-pause|restitution-stick",
      Ec: -0.5279696506,
      pn: 1.0885228526,
      pt: -0.5026016733,
      u_after: [0.5619736311, -1.0719415308],
      v_after: [0.0, 0.6067837186],
      K: [1.2626032477, 0.2019636662],
      slip: "sticks",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.4, 2.2],
      mu: 0.2,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [1.2404460961, -1.1573669756],
      p_tan: 0.804187252,
      p_norm: 0.7097622127,
      branch: "sliding|normal-pause|restitution-reverse",
      Ec: -0.4107276728,
      pn: 1.3412548379,
      pt: -0.0534239332,
      u_after: [0.5596246308, -1.4509457296],
      v_after: [-0.3310276886, 0.7978482337],
      K: [0.5162178751, 0.250822395],
      slip: "restarts",
    },
    {
      q: [-1.0, -0.8],
      u: [-2.5, 1.3],
      mu: 0.6,
      e: 0.5,
      W: [2.8771891278, -0.8052083722, 0.7789141152],
      v0: [-3.2722946191, -1.078113251],
      p_tan: 3.5525746229,
      branch: "sliding|compression-stick|normal-pause",
      Ec: -1.964205484,
      pn: 4.9338560358,
      pt: 2.5181093368,
      u_after: [1.0009688523, -1.865874428],
      v_after: [0.0, 0.7373341375],
      K: [5.4517267307, 0.491051371],
      slip: "sticks",
    },
    {
      q: [-0.9, -1.2],
      u: [-0.9, 2.8],
      mu: 0.4,
      e: 0.8,
      W: [2.3153070833, -1.0794227411, 1.4147559041],
      v0: [0.935103578, -1.5186565702],
      p_tan: 0.4662589521,
      branch: "sliding|compression-reverse|normal-pause",
      Ec: -0.7273988686,
      pn: 2.1085743128,
      pt: 0.4704225634,
      u_after: [0.7496560028, -1.7216015651],
      v_after: [-0.2517667934, 0.9566765751],
      K: [0.8318507866, 0.4000910166],
      slip: "restarts",
    },
  ];

  it.each(examples)("$branch", (example) => {
    const { problem, outcome, speeds } = strike(example.q, example.u, { friction: example.mu, restitution: example.e });
    const [[a, b], [, c]] = problem.mobility;
    expectPrinted([a, b, c], example.W);
    expectPrinted(problem.velocity, example.v0);
    expect(outcome.branch).toBe(example.branch);
    expectPrinted(outcome.impulse, [example.pt, example.pn]);
    expectPrinted(outcome.velocity, example.v_after);
    expectPrinted(speeds, example.u_after);
    expectPrinted([outcome.energy.before, outcome.energy.after], example.K);
    // Lost in restitution: (1 - e^2) of what compression stored.
    expectPrinted([outcome.energy.restitutionLoss], [-(1 - example.e ** 2) * example.Ec]);
    if (example.p_tan !== undefined) expectPrinted([at(outcome, "slip-stop").normalImpulse], [example.p_tan]);
    if (example.p_norm !== undefined) expectPrinted([at(outcome, "compression-end").normalImpulse], [example.p_norm]);
    expect(outcome.slip).toEqual([example.slip]);
    expect(outcome.warnings).toEqual([]);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-14);
  });

  it("Newton's rule gains 44 % where the energetic rule loses 60 %", () => {
    const material = { friction: 0.5, restitution: 0.8 };
    const energetic = strike([-1.4, -0.6], [-0.4, 1.8], material);
    expectPrinted([energetic.outcome.energy.before, energetic.outcome.energy.after], [0.2022394, 0.0800864], 1e-7);
    expectPrinted(energetic.speeds, [0.4391933, -0.9151684], 1e-7);
    const newton = strike([-1.4, -0.6], [-0.4, 1.8], material, solveNewton);
    expectPrinted([newton.outcome.energy.after], [0.2916823], 1e-7);
    expect(newton.outcome.energy.after / newton.outcome.energy.before).toBeCloseTo(1.44, 2);
    expect(newton.outcome.warnings.map(({ code }) => code)).toContain("energy-gain");
  });
});

describe("three dimensions (section 6 of the sheet): the same mathematics, hence the law frictional", () => {
  const examples = [
    {
      mobility: [
        [2, 0.3, 0.5],
        [0.3, 1, -0.2],
        [0.5, -0.2, 1.2],
      ],
      velocity: [1, -0.5, -1],
      material: { friction: 0.4, restitution: 0.6 },
      impulse: [-0.5436982119, 0.3504014731, 1.6195699161],
      after: [0.8275089761, -0.6366219737, 0.6015544987],
    },
    {
      mobility: [
        [2, 0.3, 1.1],
        [0.3, 1, -0.5],
        [1.1, -0.5, 1.4],
      ],
      velocity: [-0.3, 0.2, -1],
      material: { friction: 0.3, restitution: 0.6 },
      impulse: [-0.2372341786, 0.0886697886, 1.3013535218],
      after: [0.6836214533, -0.4331772259, 0.5166024397],
    },
  ];

  it.each(examples)("gives the printed impulse $impulse", ({ mobility, velocity, material, impulse, after }) => {
    for (const method of ["series", "taylor", "runge-kutta"] as const) {
      const outcome = solveFrictionalBy({ dimension: 3, contacts: [material], mobility, velocity }, { method });
      expectPrinted(outcome.impulse, impulse);
      expectPrinted(outcome.velocity, after);
    }
  });

  it("is planar where nothing leads out of the plane", () => {
    fc.assert(
      fc.property(planarProblem, uniform(0.1, 10), (problem, across) => {
        const [[a, b], [, c]] = problem.mobility;
        const spatial: ContactProblem = {
          ...problem,
          dimension: 3,
          mobility: [
            [a, 0, b],
            [0, across, 0],
            [b, 0, c],
          ],
          velocity: [problem.velocity[0], 0, problem.velocity[1]],
        };
        const [t1, t2, n] = solveFrictional(spatial).impulse;
        expect(t2).toBe(0);
        const flat = solvePlanar(problem).impulse;
        expect(distance([t1, n], flat)).toBeLessThanOrEqual(1e-10 * norm(flat));
      }),
      RUNS,
    );
  });
});

describe("special cases", () => {
  it("jam: friction pushes the bodies together until slip stops, by hand", () => {
    // Slip falls by 2 and the normal velocity by 1/2 per unit of impulse: at 0.5 slip is zero and the normal velocity -1.25. Then it sticks
    // (0.3 <= 0.5) with the slope 1 - 0.9 = 0.1, so compression takes 12.5 more; its work is 0.5 (1 + 1.25) / 2 + 1.25^2 / 0.2 = 8.375.
    const outcome = solvePlanar(problemOf([10, 3, 1], [1, -1], { friction: 0.5, restitution: 0.6 }));
    const back = 0.6 * Math.sqrt((2 * 8.375) / 0.1);
    expect(outcome.branch).toBe("sliding|compression-stick|normal-pause");
    expect(at(outcome, "slip-stop").velocity).toEqual([0, -1.25]);
    expect(at(outcome, "compression-end").normalImpulse).toBeCloseTo(13, 11);
    expect(outcome.impulse[1]).toBeCloseTo(13 + back, 11);
    expect(outcome.impulse[0]).toBeCloseTo(-0.25 - 0.3 * (12.5 + back), 11);
    expect(outcome.velocity[1]).toBeCloseTo(0.1 * back, 12);
    expect(outcome.energy.restitutionLoss).toBeCloseTo((1 - 0.36) * 8.375, 12);
  });

  it("jam always ends in a stick during compression", () => {
    fc.assert(
      fc.property(planarProblem, uniform(1, 5), (problem, times) => {
        const { a, b, c, slip, approach, restitution } = parts(problem);
        if (Math.abs(b) < 1e-3 * Math.sqrt(a * c) || Math.abs(slip) < 1e-9) return;
        const friction = (times * c) / Math.abs(b);
        const outcome = solvePlanar(problemOf([a, b, c], [Math.abs(slip) * Math.sign(b), -approach], { friction, restitution }));
        expect(outcome.branch).toBe("sliding|compression-stick|normal-pause");
        expect(at(outcome, "slip-stop").velocity[1]).toBeLessThanOrEqual(-approach);
        expect(outcome.energy.after).toBeLessThanOrEqual(outcome.energy.before * (1 + 1e-12));
      }),
      FEWER_RUNS,
    );
  });

  it("a tie of both pauses: either order, one answer", () => {
    fc.assert(
      fc.property(planarProblem, (problem) => {
        const { a, b, c, approach, friction, restitution } = parts(problem);
        const rate = b - friction * a;
        const slope = c - friction * b;
        if (friction === 0 || !(rate < -1e-3 * a) || !(slope > 1e-3 * c)) return;
        const tie = (-rate * approach) / slope;
        const [early, late] = [1 - 1e-13, 1 + 1e-13].map((factor) =>
          solvePlanar(problemOf([a, b, c], [tie * factor, -approach], { friction, restitution })),
        );
        // Near a singular mobility the impulse is that much more sensitive to the velocity.
        const sensitivity = ((a * c) / (a * c - b * b)) * (1 + slope / c);
        expect(distance(early.impulse, late.impulse)).toBeLessThanOrEqual(1e-11 * sensitivity * norm(early.impulse));
        expect(at(early, "slip-stop").velocity[1]).toBeCloseTo(0, 9);
      }),
      FEWER_RUNS,
    );
    // In round numbers: W = [[2, 0], [0, 1]], both pauses at 1; without coupling it sticks there and bounces with e.
    const exact = solvePlanar(problemOf([2, 0, 1], [1, -1], { friction: 0.5, restitution: 0.5 }));
    expect(exact.branch).toBe("sliding|normal-pause|restitution-stick");
    expect(exact.impulse).toEqual([-0.5, 1.5]);
    expect(exact.velocity).toEqual([0, 0.5]);
    expect(kinds(exact)).toEqual(["compression-end", "slip-stop", "end"]);
  });

  it("nothing moves along the tangent: friction changes nothing", () => {
    const outcome = solvePlanar(problemOf([0, 0, 2], [0, -3], { friction: 0.7, restitution: 0.5 }));
    expect(outcome.impulse).toEqual([0, 2.25]);
    expect(outcome.velocity).toEqual([0, 1.5]);
    expect(outcome.energy).toEqual({ before: 2.25, after: 0.5625, restitutionLoss: 1.6875, frictionLoss: 0, residual: 0 });
    expect(outcome.slip).toEqual(["frictionless"]);
    expect(solvePlanar(problemOf([0, 0, 2], [4, -3], { friction: 0.7, restitution: 0.5 })).velocity).toEqual([4, 1.5]);
    expect(() => solvePlanar(problemOf([0, 0.1, 2], [0, -3], { friction: 0.7, restitution: 0.5 }))).toThrow(
      "has a negative determinant: no mass matrix gives it",
    );
  });

  it("starts from rest: sticks if friction can hold, else slips the way the coupling drives it", () => {
    const stick = solvePlanar(problemOf([2, 0.5, 1], [0, -1], { friction: 0.3, restitution: 0.5 }));
    expect(stick.branch).toBe("start-stick|normal-pause");
    expect(kinds(stick)).toEqual(["compression-end", "end"]);
    expect(stick.impulse[1]).toBeCloseTo(1.5 / 0.875, 13);
    expect(stick.impulse[0]).toBeCloseTo((-0.25 * 1.5) / 0.875, 13);
    expect(stick.velocity[0]).toBe(0);
    const slip = solvePlanar(problemOf([2, 0.5, 1], [0, -1], { friction: 0.2, restitution: 0.5 }));
    expect(slip.branch).toBe("start-slip|normal-pause");
    expect(kinds(slip)).toEqual(["slip-start", "compression-end", "end"]);
    expect(slip.slip).toEqual(["restarts"]);
    // Slip grows by 0.5 - 0.2 * 2 and the normal velocity by 1 - 0.2 * 0.5 per unit of impulse.
    expect(slip.impulse[1]).toBeCloseTo(1.5 / 0.9, 13);
    expect(slip.velocity[0]).toBeCloseTo((0.1 * 1.5) / 0.9, 13);
  });

  it("static friction decides only whether a stopped contact sticks", () => {
    const material = { friction: 0.2, restitution: 0.5 };
    const reverse = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], material));
    const stick = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], { ...material, staticFriction: 0.25 }));
    expect(reverse.branch).toBe("sliding|compression-reverse|normal-pause");
    expect(stick.branch).toBe("sliding|compression-stick|normal-pause");
    expect(at(stick, "slip-stop")).toEqual(at(reverse, "slip-stop"));
    expect(stick.warnings.map(({ code }) => code)).toEqual(["static-friction"]);
    expect(reverse.velocity[0]).toBeLessThan(0);
    expect(stick.velocity[0]).toBe(0);
    expect(Math.abs(stick.impulse[0])).toBeLessThanOrEqual(0.25 * stick.impulse[1]);
    fc.assert(
      fc.property(planarProblem, uniform(1, 3), (problem, times) => {
        const { friction, restitution } = parts(problem);
        const still: ContactProblem = { ...problem, contacts: [{ friction, restitution, staticFriction: friction * times }] };
        const outcome = solvePlanar(still);
        const other = solveFrictional(still);
        expect(distance(outcome.impulse, other.impulse)).toBeLessThanOrEqual(1e-10 * norm(other.impulse));
        expect(outcome.energy.after).toBeLessThanOrEqual(outcome.energy.before * (1 + 1e-12));
        const bound = outcome.slip[0] === "sticks" ? friction * times : friction;
        expect(Math.abs(outcome.impulse[0])).toBeLessThanOrEqual(bound * outcome.impulse[1] * (1 + 1e-12));
      }),
      RUNS,
    );
  });

  it("slip that is zero up to rounding counts as zero, which matters with static friction", () => {
    // A coupling of 0.25 is held by static friction only; the slightest slip its way would slide on.
    const material = { friction: 0.2, staticFriction: 0.3, restitution: 0.5 };
    expect(solvePlanar(problemOf([2, 0.5, 1], [1e-14, -1], material)).branch).toBe("start-stick|normal-pause");
    expect(solvePlanar(problemOf([2, 0.5, 1], [1e-9, -1], material)).branch).toBe("sliding|normal-pause");
  });

  it("is untouched where the bodies do not approach", () => {
    const outcome = solvePlanar(problemOf([2, 0.5, 1], [1, 0.2], { friction: 0.2, restitution: 0.5 }));
    expect(outcome.branch).toBe("none");
    expect(outcome.velocity).toEqual([1, 0.2]);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["not-approaching"]);
    const out = new Float64Array(PLANAR_SIZE);
    expect(planarImpact(2, 0.5, 1, 1, 0, 0.2, 0.2, 0.5, out)).toBe(0);
    expect(Array.from(out.subarray(0, 4))).toEqual([0, 0, 1, 0]);
  });

  it("draws both values of the stored energy where compression ends", () => {
    const { history, events } = solvePlanar(problemOf([2, -0.5, 1], [0.3, -1], { friction: 0.2, restitution: 0.5 }), { history: true });
    const pause = history!.normalImpulse.findIndex((value, i, all) => i > 0 && value === all[i - 1] && history!.velocity[i][1] === 0);
    expect(history!.storedEnergy[pause]).toBeCloseTo(0.25 * history!.storedEnergy[pause - 1], 12);
    expect(history!.storedEnergy.at(-1)).toBeCloseTo(0, 12);
    expect(history!.frictionLoss.at(-1)).toBeCloseTo(events.at(-1)!.frictionLoss, 12);
    const columns = Object.values(history!).map((column) => column.length);
    expect(new Set(columns).size).toBe(1);
  });
});

describe("a singular mobility", () => {
  /** A rigid pointer on one hinge: mobility (tangent, normal)^T (tangent, normal) / inertia. */
  const pointer = (tangent: number, normal: number, speed: number, material: Contact) =>
    contactProblemFromCoordinates({ massMatrix: [[2]], jacobian: [[tangent], [normal]], speeds: [speed] }, [material]);

  it("locks where friction can hold: the mechanism stops and its energy is gone", () => {
    const outcome = solvePlanar(pointer(0.3, 1, -2, { friction: 4, restitution: 0.9 }));
    expect(outcome.branch).toBe("sliding|normal-pause|LOCK");
    expect(outcome.velocity[1]).toBe(0);
    expect(outcome.velocity[0]).toBeCloseTo(0, 14);
    expect(outcome.energy.before).toBe(4);
    expect(outcome.energy.after).toBeCloseTo(0, 14);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-14);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["near-singular", "lock"]);
    expect(outcome.slip).toEqual(["sticks"]);
    expect(kinds(outcome)).toEqual(["compression-end", "slip-stop", "end"]);
  });

  it("reverses where friction cannot hold, with sqrt(k2 / k1) less than e", () => {
    // Friction acts with the normal impulse on the way in and against it on the way out: slopes c + mu |b| and c - mu |b|.
    const outcome = solvePlanar(pointer(0.5, 1, -2, { friction: 0.4, restitution: 0.9 }));
    expect(outcome.slip).toEqual(["restarts"]);
    expect(outcome.velocity[1]).toBeCloseTo(0.9 * 2 * Math.sqrt(0.8 / 1.2), 12);
    expect(outcome.velocity[0]).toBeCloseTo(0.5 * outcome.velocity[1], 12);
    expect(outcome.energy.after).toBeCloseTo(outcome.velocity[1] ** 2, 12);
  });

  it("does one or the other for any pointer, and the velocity stays in reach", () => {
    fc.assert(
      fc.property(
        uniform(-3, 3).filter((tangent) => Math.abs(tangent) > 1e-6),
        decades(-1, 1),
        uniform(0, 3).filter((friction) => friction > 1e-6),
        uniform(0, 1),
        (tangent, normal, friction, restitution) => {
          const needed = Math.abs(normal / tangent);
          if (Math.abs(needed - friction) < 1e-9 * needed) return;
          const problem = pointer(tangent, normal, -1.7, { friction, restitution });
          const { velocity, energy, branch } = solvePlanar(problem);
          const coupling = friction * Math.abs(tangent);
          const expected = needed > friction ? restitution * normal * 1.7 * Math.sqrt((normal - coupling) / (normal + coupling)) : 0;
          expect(Math.abs(velocity[1] - expected)).toBeLessThanOrEqual(1e-7 * normal);
          expect(Math.abs(velocity[0] * normal - velocity[1] * tangent)).toBeLessThanOrEqual(1e-7 * normal * (1 + Math.abs(tangent)));
          if (restitution > 1e-6) expect(branch!.endsWith("LOCK")).toBe(needed <= friction);
          expect(energy.after).toBeLessThanOrEqual(energy.before);
          expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-12 * energy.before);
        },
      ),
      RUNS,
    );
  });

  it("a double pendulum stretched straight locks, and keeps the motion that the tip does not feel", () => {
    const { problem, outcome, speeds } = strike([-1.1, 0], [-1, 0.7], { friction: 2.2, restitution: 0.8 });
    const [[a, b], [, c]] = problem.mobility;
    expect(a * c - b * b).toBeCloseTo(0, 13);
    expect(outcome.branch).toBe("sliding|normal-pause|LOCK");
    // The tip of a straight pendulum moves with 2 u1 + u2: that is stopped, the rest is not.
    expect(2 * speeds[0] + speeds[1]).toBeCloseTo(0, 12);
    expect(outcome.energy.after).toBeCloseTo(outcome.energy.before - problem.velocity[1] ** 2 / (2 * c), 12);
    expect(Math.abs(speeds[0])).toBeGreaterThan(0.1);
  });

  it("warns where it is only nearly singular, and never gains energy there", () => {
    const bends = [1e-3, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 1e-8, 1e-10];
    for (const bend of bends) {
      for (const [u1, u2] of [
        [-1, 0.7],
        [-0.2, 0.3],
        [1, -4],
      ]) {
        const { outcome } = strike([-1.1, bend], [u1, u2], { friction: 2.2, restitution: 0.8 });
        if (outcome.branch === "none") continue;
        const { before, after } = outcome.energy;
        expect(after).toBeLessThanOrEqual(before * (1 + 1e-9));
        expect(after).toBeGreaterThanOrEqual(0);
        expect(outcome.velocity[1]).toBeGreaterThanOrEqual(0);
        expect(outcome.warnings.some(({ code }) => code === "near-singular")).toBe(bend <= 1e-5);
      }
    }
  });

  it("refuses velocities that such a mechanism cannot have, and the core says that it wedges", () => {
    const material = { friction: 2, restitution: 0.5 };
    expect(() => solvePlanar(problemOf([1, 1, 1], [-0.2, -1], material))).toThrow("velocity: [-0.2, -1] is not a multiple of [1, 1]");
    expect(() => planarImpact(1, 1, 1, 0.2, -1, 2, 2, 0.5, new Float64Array(PLANAR_SIZE))).toThrow(SolverError);
    expect(() => planarImpact(1, 1, 1, 0, -1, 2, 2, 0.5, new Float64Array(PLANAR_SIZE))).toThrow("the contact wedges");
  });
});

describe("bad input", () => {
  const good = problemOf([2, 0.5, 1], [1, -1], { friction: 0.2, restitution: 0.5 });

  it.each([
    ["contacts[0].friction: -0.1 is negative", { contacts: [{ friction: -0.1, restitution: 0.5 }] }],
    ["contacts[0].staticFriction: 0.1 is below friction", { contacts: [{ friction: 0.2, staticFriction: 0.1, restitution: 0.5 }] }],
    ["contacts[0].restitution: 1.2 is not between 0 and 1", { contacts: [{ friction: 0.2, restitution: 1.2 }] }],
    ["velocity: [1] does not have 2 components", { velocity: [1] }],
    ["velocity[0]: NaN is not a finite number", { velocity: [Number.NaN, -1] }],
    [
      "mobility: [[1, 2], [2, 1]] has a negative determinant",
      {
        mobility: [
          [1, 2],
          [2, 1],
        ],
      },
    ],
    [
      "mobility[1][1]: 0 is not positive",
      {
        mobility: [
          [1, 0],
          [0, 0],
        ],
      },
    ],
    [
      "mobility[1][1]: 0 is not positive",
      {
        mobility: [
          [0, 0],
          [0, 0],
        ],
      },
    ],
    [
      "mobility[0][0]: -1 is not positive",
      {
        mobility: [
          [-1, 0],
          [0, 1],
        ],
      },
    ],
    [
      "mobility[1][0]: 0.4 differs from [0][1]",
      {
        mobility: [
          [2, 0.5],
          [0.4, 1],
        ],
      },
    ],
    ["mobility[0]: [0] does not have 2 numbers", { mobility: [[0], [0, 1]] }],
    ["dimension: 4 is neither 2 (planar) nor 3 (spatial)", { dimension: 4 as 2 }],
  ])("%s", (message, change) => {
    expect(() => solvePlanar({ ...good, ...change })).toThrow(InvalidInputError);
    expect(() => solvePlanar({ ...good, ...change })).toThrow(message);
  });

  it("says why it does not apply", () => {
    const spatial: ContactProblem = {
      dimension: 3,
      contacts: good.contacts,
      mobility: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      velocity: [0, 0, -1],
    };
    expect(planar.inapplicable(good)).toBeUndefined();
    expect(planar.inapplicable(spatial)).toBe("it handles planar contacts and the problem is spatial; frictional handles both");
    expect(() => solvePlanar(spatial)).toThrow("dimension: 3 cannot be solved by planar");
    const two = { ...good, contacts: [...good.contacts, ...good.contacts] };
    expect(planar.inapplicable(two)).toBe("it handles one contact and the problem has 2");
  });

  it("names material fields that it does not use", () => {
    const { warnings } = solvePlanar({ ...good, contacts: [{ friction: 0.2, restitution: 0.5, stiffnessRatio: 1 }] });
    expect(warnings).toEqual([{ code: "unused-field", message: "planar does not use contacts[0].stiffnessRatio" }]);
  });
});
