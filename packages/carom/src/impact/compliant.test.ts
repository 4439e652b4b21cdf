import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { createRandom } from "../math/random.js";
import { findRoot } from "../math/root-finding.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { distance, norm } from "../testing/agreement.js";
import { randomImpact } from "./compliance/campaign.testing.js";
import { ball, ballAfter, PENCIL_ARM, pencil, pencilAfter, pencilMoment, TABLE } from "./compliance/sources.testing.js";
import { stiffnessRatioFromPoisson } from "./compliance/stiffness-ratio.js";
import { type CompliantOptions, compliant, solveCompliant } from "./compliant.js";
import type { ImpactOutcome } from "./outcome.js";

const published: CompliantOptions = { restitutionSlip: "published" };
const kinds = (outcome: ImpactOutcome) => outcome.events.map(({ kind }) => kind);
const eventOf = (outcome: ImpactOutcome, kind: string) => outcome.events.find((event) => event.kind === kind)!;

/** Half v . V + half omega . Q omega of the ball. */
const ballEnergy = (velocity: readonly number[], spin: readonly number[]) => 0.5 * norm(velocity) ** 2 + 0.2 * norm(spin) ** 2;

describe("the source's ball (001 section 8.1.1; sheet 6.1)", () => {
  const V = [-1, 0, -5];
  const W = [0, 2];
  const outcome = solveCompliant(ball(TABLE, V, W));
  const after = ballAfter(V, W, outcome.impulse);

  it("slips, sticks, ends compression, slips back and ends where the equations say", () => {
    expect(kinds(outcome)).toEqual(["slip-stop", "compression-end", "slip-start", "end"]);
    expect(eventOf(outcome, "slip-stop").normalImpulse).toBeCloseTo(0.625, 13);
    expect(eventOf(outcome, "slip-stop").velocity[0]).toBeCloseTo(-2.125, 13);
    expect(eventOf(outcome, "compression-end").normalImpulse).toBeCloseTo(5, 13);
    expect(eventOf(outcome, "compression-end").impulse[0] - 1).toBeCloseTo(0.5545389, 7);
    expect(eventOf(outcome, "slip-start").normalImpulse).toBeCloseTo(7.365582, 7);
    expect(eventOf(outcome, "slip-start").velocity[0]).toBeCloseTo(2.5925008, 7);
    expect(outcome.impulse[2]).toBeCloseTo(7.5, 13);
    expect(outcome.velocity[0]).toBeCloseTo(2.4043155, 7);
    expect(after.velocity[0]).toBeCloseTo(0.5440902, 7);
    expect(after.spin[1]).toBeCloseTo(-1.8602254, 7);
    expect(outcome.slip).toEqual(["restarts"]);
  });

  it("loses energy to restitution and friction as its velocities say", () => {
    expect(ballEnergy(V, W)).toBeCloseTo(13.8, 12);
    expect(ballEnergy(after.velocity, after.spin)).toBeCloseTo(3.9651047, 7);
    expect(outcome.energy.restitutionLoss).toBeCloseTo(9.375, 12);
    expect(outcome.energy.frictionLoss).toBeCloseTo(0.4598953, 7);
    expect(13.8 - ballEnergy(after.velocity, after.spin)).toBeCloseTo(outcome.energy.restitutionLoss + outcome.energy.frictionLoss, 12);
  });

  it("gives the printed figures under the rule they were computed with", () => {
    const theirs = solveCompliant(ball(TABLE, V, W), published);
    const { velocity, spin } = ballAfter(V, W, theirs.impulse);
    // The printed digits carry the noise of a step of 5e-5.
    expect(Math.abs(velocity[0] - 0.570984)).toBeLessThan(2e-5);
    expect(Math.abs(spin[1] - -1.92746)).toBeLessThan(3e-5);
    expect(Math.abs(theirs.velocity[0] - 2.49847)).toBeLessThan(1e-4);
    expect(Math.abs(eventOf(theirs, "slip-stop").normalImpulse - 0.62485)).toBeLessThan(2e-4);
    expect(Math.abs(eventOf(theirs, "slip-start").normalImpulse - 7.36575)).toBeLessThan(2e-4);
    // And to all digits of the sheet's prototype.
    expect(velocity[0]).toBeCloseTo(0.5709738, 7);
    expect(spin[1]).toBeCloseTo(-1.9274344, 7);
    expect(ballEnergy(velocity, spin)).toBeCloseTo(4.0310062, 7);
    expect(theirs.warnings.map(({ code }) => code)).toEqual(["published-rule"]);
    expect(Math.abs(theirs.energy.residual)).toBeLessThan(1e-13);
  });

  it.each([
    { e: 0, vx: 0.554553, wy: -1.88638, exact: [0.5545389, -1.8863474], energy: 0.865418 },
    { e: 1, vx: -0.089745, wy: -0.275637, exact: [-0.0897439, -0.2756403], energy: 12.5192225 },
  ])("e = $e: both rules agree with each other and with the printed figures", ({ e, vx, wy, exact, energy }) => {
    for (const options of [{}, published]) {
      const { velocity, spin } = ballAfter(V, W, solveCompliant(ball({ ...TABLE, restitution: e }, V, W), options).impulse);
      expect(Math.abs(velocity[0] - vx)).toBeLessThan(2e-5);
      expect(Math.abs(spin[1] - wy)).toBeLessThan(5e-5);
      expect(velocity[0]).toBeCloseTo(exact[0], 7);
      expect(spin[1]).toBeCloseTo(exact[1], 7);
      expect(ballEnergy(velocity, spin)).toBeCloseTo(energy, 7);
    }
  });

  it("draws the impulse curve of Figure 11 and the springs of Figure 12", () => {
    const history = solveCompliant(ball(TABLE, V, W), { history: true }).history!;
    const rows = history.normalImpulse.map((n, i) => ({ n, t: history.impulse[i][0], v: history.velocity[i][0], mode: history.mode[i] }));
    // A straight line of slope mu to 0.625, a peak of 1.690 at 6.58.
    for (const { n, t } of rows.filter(({ n }) => n <= 0.625)) expect(t).toBeCloseTo(0.4 * n, 12);
    const peak = rows.reduce((best, row) => (row.t > best.t ? row : best));
    expect(peak.t).toBeCloseTo(1.69, 3);
    expect(Math.abs(peak.n - 6.58)).toBeLessThan(0.15);
    // The rate of the spring is the contact velocity while it sticks; at reverse slip it jumps to -mu eta0^2 v_n / e^2 = -4.596.
    const rate = (i: number) => {
      const force = (j: number) => Math.sqrt(2 * history.storedEnergy[j] * (history.normalImpulse[j] > 5 ? 4 : 1));
      const time = (history.normalImpulse[i + 1] - history.normalImpulse[i]) / (0.5 * (force(i) + force(i + 1)));
      return (history.stretch![i + 1][0] - history.stretch![i][0]) / time;
    };
    const stuck = rows.findIndex(({ n, mode }) => mode === "stick" && n > 1);
    expect(rate(stuck)).toBeCloseTo(0.5 * (rows[stuck].v + rows[stuck + 1].v), 2);
    const reversed = rows.findIndex(({ n, mode }) => mode === "slip" && n > 7);
    expect(Math.abs(rate(reversed) - -4.596)).toBeLessThan(0.05);
    expect(history.stretch!.at(-1)![0]).toBe(0);
    expect(Math.max(...history.tangentialEnergy!)).toBeGreaterThan(0.3);
  });
});

describe("the source's parameter studies (sheet 6.3)", () => {
  const V = [-1, 0, -5];
  const W = [0, 2];
  const after = (change: object, options: CompliantOptions = {}, v: readonly number[] = V, w: readonly number[] = W) => {
    const { velocity, spin } = ballAfter(v, w, solveCompliant(ball({ ...TABLE, ...change }, v, w), options).impulse);
    return { vx: velocity[0], wy: spin[1], ix: velocity[0] - v[0] };
  };
  const grid = (from: number, to: number, step: number) =>
    Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  const best = (values: readonly number[], of: (value: number) => number) => values.reduce((x, y) => (of(y) > of(x) ? y : x));

  it("slips all the way if |v0x| >= 7, with I_x = 3 (printed rule: 5/2), and only then", () => {
    for (const vx of [-5.001, 9.001]) {
      const sign = vx < 2 ? 1 : -1;
      expect(after({}, {}, [vx, 0, -5]).ix).toBeCloseTo(sign * 3, 12);
      expect(after({}, published, [vx, 0, -5]).ix).toBeCloseTo(sign * 2.5, 12);
      expect(after({}, {}, [vx, 0, -5]).wy).toBeCloseTo(2 - sign * 7.5, 12);
      expect(after({}, published, [vx, 0, -5]).wy).toBeCloseTo(2 - sign * 6.25, 12);
    }
    for (const wy of [-8.001, 6.001]) {
      const sign = wy > -1 ? 1 : -1;
      expect(after({}, {}, V, [0, wy]).vx).toBeCloseTo(-1 + sign * 3, 12);
      expect(after({}, published, V, [0, wy]).vx).toBeCloseTo(-1 + sign * 2.5, 12);
    }
    for (const vx of [-4.99, 8.99]) expect(solveCompliant(ball(TABLE, [vx, 0, -5], W)).slip).toEqual(["restarts"]);
    for (const vx of [-5.001, 9.001]) expect(solveCompliant(ball(TABLE, [vx, 0, -5], W)).slip).toEqual(["slides"]);
  });

  it("follows Figure 14 at the sheet's points", () => {
    const expected = [-2, -0.489, 0.9973, 3.0027, 4.489, 6];
    [-5, -3, 0, 4, 7, 9].forEach((vx, i) => {
      expect(after({}, {}, [vx, 0, -5]).vx).toBeCloseTo(expected[i], 4);
    });
  });

  it("has its extremes over friction where the sheet says", () => {
    const ours = best(grid(0, 1, 0.01), (friction) => after({ friction }).vx);
    expect(ours).toBeCloseTo(0.34, 10);
    expect(after({ friction: ours }).vx).toBeCloseTo(0.5565519, 7);
    expect(after({ friction: ours }).wy).toBeCloseTo(-1.8913798, 7);
    const theirs = best(grid(0, 1, 0.01), (friction) => after({ friction }, published).vx);
    expect(theirs).toBeCloseTo(0.36, 10);
    expect(after({ friction: theirs }, published).vx).toBeCloseTo(0.5758874, 7);
    expect(Math.abs(after({ friction: theirs }, published).vx - 0.575906)).toBeLessThan(3e-5);
    const zero = (options: CompliantOptions, what: "vx" | "wy") => findRoot((friction) => after({ friction }, options)[what], 0.05, 0.3);
    expect(zero({}, "wy")).toBeCloseTo(0.1066667, 7);
    expect(zero({}, "vx")).toBeCloseTo(0.1333333, 7);
    expect(zero(published, "wy")).toBeCloseTo(0.128, 10);
    expect(zero(published, "vx")).toBeCloseTo(0.16, 10);
  });

  it("has its extremes over the stiffness ratio where the sheet says", () => {
    const of = (options: CompliantOptions) => (eta: number) => after({ stiffnessRatio: eta * eta }, options);
    for (const [options, most, vx, wy] of [
      [{}, 0.7142705, 2.4478096, 2.8427925],
      [published, 0.7142726, 2.4002845, 2.7959034],
    ] as const) {
      const eta = best(grid(1, 3, 0.05), (value) => of(options)(value).vx);
      expect(eta).toBeCloseTo(1.4, 10);
      expect(of(options)(eta).vx).toBeCloseTo(most, 7);
      expect(findRoot((value) => of(options)(value).vx, 2, 3)).toBeCloseTo(vx, 7);
      expect(findRoot((value) => of(options)(value).wy, 2, 3)).toBeCloseTo(wy, 7);
    }
  });

  it("has its extreme over restitution where the sheet says", () => {
    const e = best(grid(0, 1, 0.01), (restitution) => Math.abs(after({ restitution }).vx));
    expect(e).toBeCloseTo(0.22, 10);
    expect(after({ restitution: e }).vx).toBeCloseTo(0.6901145, 7);
    expect(after({ restitution: e }).wy).toBeCloseTo(-2.2252862, 7);
    expect(after({ restitution: e }, published).vx).toBeCloseTo(0.690118, 7);
  });
});

describe("the source's pencil (sheet 6.4)", () => {
  it("has the tangential velocity that is printed", () => {
    expect(PENCIL_ARM).toBeCloseTo(1.9144737, 7);
    const { velocity } = pencil(1);
    expect(velocity[0]).toBeCloseTo(-3.50114, 5);
    expect(velocity[1]).toBeCloseTo(-1.91447, 5);
    expect(velocity[2]).toBeCloseTo(-2.9786184, 7);
  });

  it.each([
    { radius: 1, formula: "printed", impulse: [4.12982, 0.5941984, 5.6628723], changes: [1.4701784, 3.8057793, 5.0913551] },
    { radius: 0.5, formula: "printed", impulse: [4.0749825, 0.4076555, 5.759504], changes: [] },
    { radius: 0.5, formula: "corrected", impulse: [4.0374837, 0.3307366, 5.7898914], changes: [1.0767101, 3.9491829, 5.3949369] },
  ] as const)("radius $radius, $formula inertia: the recomputed impulse, not the printed one", ({ radius, formula, impulse, changes }) => {
    const outcome = solveCompliant(pencil(pencilMoment(radius, formula)));
    expect(kinds(outcome)).toEqual(["slip-stop", "compression-end", "slip-start", "end"]);
    // The sheet's velocity before is given to 8 digits.
    expect(distance(outcome.impulse, impulse)).toBeLessThan(2e-7);
    changes.forEach((n, i) => {
      expect(outcome.events[i].normalImpulse).toBeCloseTo(n, 6);
    });
    expect(distance(outcome.impulse, [3.86262, 0.668974, 5.365])).toBeGreaterThan(0.13);
  });

  it("moves on as the sheet says, with the three restitutions it says", () => {
    const moment = pencilMoment(0.5, "corrected");
    const outcome = solveCompliant(pencil(moment));
    const { velocity, angularVelocity } = pencilAfter(moment, outcome.impulse);
    expect(distance(velocity, [-0.2926433, 0.3307366, 3.2898914])).toBeLessThan(2e-7);
    expect(distance(angularVelocity, [-0.2994713, -1.7742784, -0.5])).toBeLessThan(2e-7);
    expect(outcome.energy.frictionLoss).toBeCloseTo(1.554089, 6);
    expect(outcome.velocity[2] / 2.9786184).toBeCloseTo(0.534304, 6);
    const compression = eventOf(outcome, "compression-end").normalImpulse;
    expect(outcome.impulse[2] / compression - 1).toBeCloseTo(0.466099, 6);
  });
});

describe("closed forms", () => {
  it("sticks harmonically with the frequency sqrt(W_tt / (eta0^2 W_nn))", () => {
    const B = 3.5;
    const ratio = 17 / 14;
    const slip = 0.3;
    const { history } = solveCompliant(ball(TABLE, [slip, 0, -1], [0, 0]), { history: true });
    const frequency = Math.sqrt(B / ratio);
    let checked = 0;
    history!.normalImpulse.forEach((n, i) => {
      if (n >= 1 || history!.mode[i] !== "stick") return;
      const theta = Math.acos(1 - n);
      expect(history!.velocity[i][0]).toBeCloseTo(slip * Math.cos(frequency * theta), 12);
      expect(history!.velocity[i][2]).toBeCloseTo(-Math.cos(theta), 12);
      expect(history!.storedEnergy[i]).toBeCloseTo(0.5 * Math.sin(theta) ** 2, 12);
      checked++;
    });
    expect(checked).toBeGreaterThan(20);
  });

  it("stops slipping at (|v_t| - mu eta0^2 |v_n|) / (mu (W_tt - eta0^2 W_nn))", () => {
    for (const slip of [0.6, 1, 1.2]) {
      const outcome = solveCompliant(ball(TABLE, [slip, 0, -1], [0, 0]));
      const expected = (slip - 0.4 * (17 / 14)) / (0.4 * (3.5 - 17 / 14));
      expect(outcome.events[0]).toMatchObject({ kind: "slip-stop" });
      expect(outcome.events[0].normalImpulse).toBeCloseTo(expected, 13);
    }
  });

  it.each([0.1, 0.3, 0.5, 0.58, 0.6, 0.8, 1])(
    "slips throughout exactly if |v_t| >= mu |v_n| max(B, B (1 + e) - eta0^2 / e), e = %s",
    (e) => {
      const material = { ...TABLE, restitution: e };
      const limit = 0.4 * Math.max(3.5, 3.5 * (1 + e) - 17 / 14 / e);
      const above = solveCompliant(ball(material, [limit * (1 + 1e-9), 0, -1], [0, 0]));
      expect(above.slip).toEqual(["slides"]);
      expect(above.impulse[0]).toBeCloseTo(-0.4 * (1 + e), 13);
      expect(kinds(solveCompliant(ball(material, [limit * (1 - 1e-9), 0, -1], [0, 0])))).toContain("slip-stop");
    },
  );

  it("presses a direct impact along the normal, (1 + e) |v_n| / W_nn", () => {
    for (const e of [0, 0.3, 1]) {
      const outcome = solveCompliant(ball({ ...TABLE, restitution: e }, [0, 0, -3], [0, 0]));
      expect(outcome.impulse).toEqual([0, 0, 3 * (1 + e)]);
      expect(outcome.slip).toEqual(["sticks"]);
      expect(outcome.energy.frictionLoss).toBe(0);
    }
  });

  it("ends with v_n = -e v0_n and I_n = (1 + e) |v0_n| / W_nn whatever the friction, if tangents and normal are not coupled", () => {
    const random = createRandom(3);
    for (let i = 0; i < 300; i++) {
      const problem = randomImpact(random);
      const [[a, b], [, c], [, , n]] = problem.mobility;
      const mobility = [
        [a, b, 0],
        [b, c, 0],
        [0, 0, n],
      ];
      const { impulse, velocity } = solveCompliant({ ...problem, mobility });
      const e = problem.contacts[0].restitution;
      expect(velocity[2] / -problem.velocity[2]).toBeCloseTo(e, 11);
      expect((impulse[2] * n) / -problem.velocity[2]).toBeCloseTo(1 + e, 11);
    }
  });

  it("gives the stiffness ratio of Poisson's ratio 0.3 as 17/14", () => {
    expect(stiffnessRatioFromPoisson(0.3)).toBeCloseTo(17 / 14, 15);
    expect(stiffnessRatioFromPoisson(0)).toBe(1);
    expect(stiffnessRatioFromPoisson(0.5)).toBe(1.5);
    expect(() => stiffnessRatioFromPoisson(0.6)).toThrow("poissonRatio: 0.6 is not above -1 and at most 0.5");
  });
});

describe("invariants of the law (sheet section 10)", () => {
  const sample = (count: number, seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: count }, () => randomImpact(random));
  };

  it("scales with the velocities: impulses by s, energies by s^2, events in the same places", () => {
    for (const problem of sample(300, 1)) {
      const outcome = solveCompliant(problem);
      const s = 3.7;
      const scaled = solveCompliant({ ...problem, velocity: problem.velocity.map((v) => v * s) });
      expect(
        distance(
          scaled.impulse,
          outcome.impulse.map((p) => p * s),
        ),
      ).toBeLessThanOrEqual(1e-12 * norm(scaled.impulse));
      expect(Math.abs(scaled.energy.frictionLoss - s * s * outcome.energy.frictionLoss)).toBeLessThanOrEqual(1e-11 * scaled.energy.before);
      expect(kinds(scaled)).toEqual(kinds(outcome));
      scaled.events.forEach((event, i) => {
        expect(Math.abs(event.normalImpulse - s * outcome.events[i].normalImpulse)).toBeLessThanOrEqual(1e-11 * norm(scaled.impulse));
      });
    }
  });

  it("scales with the masses, and not with the lengths", () => {
    const box = (mass: number, length: number) => ({
      mass,
      inertia: [mass * length ** 2 * 0.1, mass * length ** 2 * 0.14, mass * length ** 2 * 0.2] as const,
      position: [0.3 * length, -0.2 * length, 0.4 * length] as const,
      velocity: [1, -0.5, -2] as const,
      angularVelocity: [0.3 / length, 1.1 / length, -0.7 / length] as const,
    });
    const contact = { between: ["box", "floor"] as const, point: [0, 0, 0] as const, normal: [0, 0, 1] as const, ...TABLE };
    const impulse = (mass: number, length: number) =>
      solveCompliant(contactProblemFromBodies({ box: box(mass, length), floor: "fixed" }, [contact]).problem).impulse;
    const one = impulse(1, 1);
    expect(
      distance(
        impulse(2.3, 1),
        one.map((p) => 2.3 * p),
      ),
    ).toBeLessThanOrEqual(1e-12 * 2.3 * norm(one));
    expect(distance(impulse(1, 0.17), one)).toBeLessThanOrEqual(1e-12 * norm(one));
  });

  it("turns with the tangents and mirrors, to 1e-12", () => {
    for (const problem of sample(300, 2)) {
      const { impulse } = solveCompliant(problem);
      const [c, s] = [Math.cos(1.1), Math.sin(1.1)];
      for (const mirror of [1, -1]) {
        const turn = ([x, y, z]: readonly number[]) => [c * x + s * y, mirror * (c * y - s * x), z];
        const columns = problem.mobility[0].map((_, j) => turn(problem.mobility.map((row) => row[j])));
        const rows = [0, 1, 2].map((i) => turn(columns.map((column) => column[i])));
        const mobility = rows.map((row, i) => row.map((w, j) => 0.5 * (w + rows[j][i])));
        const turned = solveCompliant({ ...problem, mobility, velocity: turn(problem.velocity) });
        expect(distance(turned.impulse, turn(impulse))).toBeLessThanOrEqual(1e-12 * norm(impulse));
      }
    }
  });

  it("conserves the angular momentum of each body about the contact, and the momentum of the pair", () => {
    const first = { mass: 2, inertia: [0.3, 0.5, 0.4] as const, position: [0.3, -0.2, 0.4] as const, velocity: [1, -0.5, -2] as const };
    const second = { mass: 5, inertia: [1, 1.2, 0.9] as const, position: [0.1, 0.2, -0.5] as const, angularVelocity: [1, 0, 2] as const };
    const bodies = { first, second };
    const contacts = [{ between: ["first", "second"] as const, point: [0, 0, 0] as const, normal: [0.1, -0.2, 1] as const, ...TABLE }];
    const { impulse } = solveCompliant(contactProblemFromBodies(bodies, contacts).problem);
    const { first: firstAfter, second: secondAfter } = velocitiesAfter(bodies, contacts, impulse);
    const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]) => [b * z - c * y, c * x - a * z, a * y - b * x];
    const momentum = (body: { mass: number; velocity?: readonly number[] }) => (body.velocity ?? [0, 0, 0]).map((v) => v * body.mass);
    const spin = (body: typeof first | typeof second, motion: { velocity?: readonly number[]; angularVelocity?: readonly number[] }) => {
      const orbital = cross(body.position, momentum({ mass: body.mass, ...motion }));
      return orbital.map((l, i) => l + body.inertia[i] * (motion.angularVelocity ?? [0, 0, 0])[i]);
    };
    expect(distance(spin(first, firstAfter), spin(first, first))).toBeLessThan(1e-13);
    expect(distance(spin(second, secondAfter), spin(second, second))).toBeLessThan(1e-13);
    const total = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x + b[i]);
    const before = total(momentum(first), momentum(second));
    const now = total(momentum({ ...first, ...firstAfter }), momentum({ ...second, ...secondAfter }));
    expect(distance(before, now)).toBeLessThan(1e-13);
  });

  it("is continuous as restitution goes to zero, where the friction of the release becomes the energy left in the springs", () => {
    for (const problem of sample(100, 4)) {
      const at = (restitution: number) => solveCompliant({ ...problem, contacts: [{ ...problem.contacts[0], restitution }] });
      const plastic = at(0);
      const almost = at(1e-7);
      if (almost.warnings.length > 0) continue;
      expect(distance(almost.impulse, plastic.impulse)).toBeLessThanOrEqual(1e-5 * norm(plastic.impulse));
      const lost = ({ energy }: ImpactOutcome) => energy.frictionLoss + energy.springLoss!;
      expect(Math.abs(lost(almost) - lost(plastic))).toBeLessThanOrEqual(1e-5 * plastic.energy.before);
      expect(almost.energy.springLoss).toBeLessThanOrEqual(1e-20 * plastic.energy.before);
    }
  });
});

describe("starts and ends where rounding could decide", () => {
  it("sticks, after slip of no length, where |v_t| = mu eta0^2 |v_n| exactly", () => {
    const material = { friction: 0.5, restitution: 0.5, stiffnessRatio: 1 };
    const on = solveCompliant(ball(material, [0.5, 0, -1], [0, 0]));
    const inside = solveCompliant(ball(material, [0.5 * (1 - 1e-12), 0, -1], [0, 0]));
    const outside = solveCompliant(ball(material, [0.5 * (1 + 1e-12), 0, -1], [0, 0]));
    expect(kinds(on)).toEqual(["compression-end", "slip-start", "end"]);
    expect(distance(on.impulse, inside.impulse)).toBeLessThan(1e-11);
    expect(distance(on.impulse, outside.impulse)).toBeLessThan(1e-11);
  });

  it("does not chatter where the stretch runs along the friction cone (W_tt = eta0^2 W_nn)", () => {
    // Slip and stick are the same motion in compression: stretch and force rise in step. Then slip to the end.
    for (const stiffnessRatio of [3.5, 3.5 * (1 + 1e-16), 3.5 * (1 + 1e-13), 3.5 * (1 - 1e-13)]) {
      for (const e of [0, 1e-8, 0.5, 1]) {
        const outcome = solveCompliant(
          ball({ friction: 0.3, restitution: e, stiffnessRatio }, [0.3 * 3.5 * 0.6, 0.3 * 3.5 * 0.8, -1], [0, 0]),
        );
        expect(outcome.events.length).toBeLessThan(20);
        expect(Math.hypot(outcome.impulse[0], outcome.impulse[1])).toBeCloseTo(0.3 * (1 + e), 10);
        expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-10);
      }
    }
  });

  it("sticks to the tip of the cone with huge friction, and lets the springs go there", () => {
    const outcome = solveCompliant(pencil(1.2, { friction: 1e4, restitution: 0.6, stiffnessRatio: 1.2 }));
    expect(kinds(outcome)).toEqual(["compression-end", "slip-start", "end"]);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-11);
    // The springs are almost as stretched as they would be without any slip: what they hold is lost in a very short slip.
    expect(outcome.energy.frictionLoss).toBeCloseTo(outcome.events[1].tangentialEnergy!, 4);
  });

  it("takes tiny restitution as it is", () => {
    for (const restitution of [1e-3, 1e-6, 1e-12, 1e-18]) {
      const { velocity, energy } = solveCompliant(ball({ ...TABLE, restitution }, [3, 1, -5], [0, 0]));
      expect(velocity[2] / (5 * restitution)).toBeCloseTo(1, 10);
      expect(Math.abs(energy.residual)).toBeLessThan(1e-12 * energy.before);
    }
  });
});

describe("bodies pressed together again", () => {
  // A heavy-centred rod, m r^2 / Q = 12, tip ahead of its centre: friction turns it into the floor.
  const rod = (friction: number, angle: number, slip: number): ContactProblem => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    return {
      dimension: 2,
      contacts: [{ friction, restitution: 0.6, stiffnessRatio: 17 / 14 }],
      mobility: [
        [1 + 12 * s * s, -12 * s * c],
        [-12 * s * c, 1 + 12 * c * c],
      ],
      velocity: [slip, -1],
    };
  };

  it("lose energy once only, say so, and end with their ledger closed", () => {
    let found = 0;
    for (const friction of [1, 1.5, 2]) {
      for (let angle = 0.5; angle < 1.4; angle += 0.05) {
        for (const slip of [-6, -3, -1, 1, 3]) {
          const outcome = solveCompliant(rod(friction, angle, slip));
          expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-11 * outcome.energy.before);
          if (!kinds(outcome).includes("compression-restart")) continue;
          found++;
          expect(outcome.warnings.map(({ code }) => code)).toEqual(["repeated-compression"]);
          const { storedEnergy } = eventOf(outcome, "compression-end");
          expect(outcome.energy.restitutionLoss / storedEnergy).toBeCloseTo((1 - 0.36) / 0.36, 12);
          expect(outcome.velocity[1]).toBeGreaterThan(0);
        }
      }
    }
    expect(found).toBeGreaterThan(10);
  });
});

describe("what it accepts", () => {
  it("needs a stiffness ratio and one contact", () => {
    const problem = ball({ friction: 0.4, restitution: 0.5 }, [1, 0, -1], [0, 0]);
    expect(compliant.inapplicable(problem)).toBe("it needs contacts[0].stiffnessRatio, the normal over the tangential stiffness");
    expect(() => solveCompliant(problem)).toThrow(InvalidInputError);
    const two = { ...problem, contacts: [TABLE, TABLE] };
    expect(compliant.inapplicable(two)).toBe("it handles one contact and the problem has 2");
    expect(compliant.inapplicable(ball(TABLE, [1, 0, -1], [0, 0]))).toBeUndefined();
  });

  it("names bad values", () => {
    const solve =
      (material: object, options: CompliantOptions = {}) =>
      () =>
        solveCompliant(ball({ ...TABLE, ...material }, [1, 0, -1], [0, 0]), options);
    expect(solve({ stiffnessRatio: 0 })).toThrow("contacts[0].stiffnessRatio: 0 is not a finite number > 0");
    expect(solve({ stiffnessRatio: 1e-9 })).toThrow("is below 1e-8: the tangents are rigid, use the law frictional");
    expect(solve({ stiffnessRatio: 1e13 })).toThrow("is above 1000000000000: the tangents hold nothing");
    expect(solve({ friction: 2e4 })).toThrow("contacts[0].friction: 20000 is above 10000, the most that compliant can follow");
    expect(solve({ friction: -1 })).toThrow("contacts[0].friction: -1 is negative");
    expect(solve({ restitution: 1.1 })).toThrow("contacts[0].restitution: 1.1 is not between 0 and 1");
    expect(solve({}, { method: "taylor" as "series" })).toThrow('options.method: "taylor" is not one of series, fixed-step');
    expect(solve({}, { step: 0 })).toThrow("options.step: 0 is not a finite number > 0");
  });

  it("says what it does not use", () => {
    const messages = (material: object, options: CompliantOptions = {}) =>
      solveCompliant(ball({ ...TABLE, ...material }, [1, 0, -1], [0, 0]), options).warnings.map(({ message }) => message);
    expect(messages({ staticFriction: 0.6 })).toEqual([
      "compliant does not use contacts[0].staticFriction: it holds and slides with the same friction",
    ]);
    expect(messages({ staticFriction: 0.4 })).toEqual([]);
    expect(messages({ stiffness: 2, exponent: 1.5 })).toEqual([
      "compliant does not use contacts[0].stiffness",
      "compliant does not use contacts[0].exponent",
    ]);
    expect(messages({}, { step: 1 })).toEqual(["the method series does not use options.step"]);
  });

  it("leaves bodies that do not approach alone", () => {
    const outcome = solveCompliant(ball(TABLE, [1, 0, 0.2], [0, 0]));
    expect(outcome.impulse).toEqual([0, 0, 0]);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["not-approaching"]);
  });

  it("gives up with a reason where the springs are almost rigid, and says which law to use", () => {
    // A contact that moves much more easily along the surface rings a hundred times faster.
    const agile = ball({ ...TABLE, stiffnessRatio: 1e-8 }, [0.3, 0, -1], [0, 0]);
    const mobility = agile.mobility.map((row, i) => row.map((value) => (i < 2 ? 1e4 * value : value)));
    const solve = () => solveCompliant({ ...agile, mobility });
    expect(solve).toThrow(
      expect.objectContaining({
        name: "SolverError",
        message: "the contact sticks and slips without end: the tangential springs are almost rigid, use the law frictional",
        reached: expect.objectContaining({ stiffnessRatio: 1e-8 }),
      }),
    );
  });

  describe("bodies wedged by the tangential springs, which bounce 1/e times on a spring that gives almost nothing back", () => {
    const wedged = (restitution: number, stiffnessRatio = 13.396989338311714, slip = 11.286458394664917): ContactProblem => ({
      dimension: 2,
      contacts: [{ friction: 1.2366172945076248, restitution, stiffnessRatio }],
      mobility: [
        [11.211276818749521, 4.039438644786326],
        [4.039438644786326, 4.823654615079789],
      ],
      velocity: [slip, -0.7088840117860842],
    });

    it("tend to a limit in proportion to e, and are solved near it where e is too small to be followed", () => {
      const impulse = (restitution: number) => solveCompliant(wedged(restitution)).impulse;
      const [coarse, fine] = [impulse(2e-3), impulse(1e-3)];
      const limit = fine.map((p, i) => 2 * p - coarse[i]);
      const outcome = solveCompliant(wedged(1e-8), { history: true });
      expect(Math.hypot(...outcome.impulse.map((p, i) => p - limit[i]))).toBeLessThan(2e-3 * Math.hypot(...limit));
      // Followed exactly, half way to the limit.
      expect(Math.hypot(...impulse(5e-4).map((p, i) => p - limit[i]))).toBeLessThan(1e-3 * Math.hypot(...limit));
      expect(outcome.warnings.map(({ code }) => code)).toEqual(["repeated-compression", "eased-restitution"]);
      expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-10 * outcome.energy.before);
      expect(outcome.history?.normalImpulse.every((p, i, all) => i === 0 || p >= all[i - 1])).toBe(true);
    });

    it("are given up with a reason where the tangential springs are so soft that even this takes too long", () => {
      expect(() => solveCompliant(wedged(1e-8, 1000, 1000))).toThrow(
        expect.objectContaining({ name: "SolverError", message: expect.stringContaining("press the bodies together again and again") }),
      );
    });
  });
});
