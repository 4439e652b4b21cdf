import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import { pseudoInverseForm, symmetricEigen } from "../math/symmetric-eigen.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { distance, expectEach, norm } from "../testing/agreement.js";
import { sceneOf } from "../testing/arbitrary-scenes.js";
import { between } from "../testing/between.js";
import { planarFamilies } from "../testing/scenes.js";
import { ballInCorner, block, motionAfter, type PlanarBody, planarProblem, rockingBlock } from "./multipoint/planar-body.test.data.js";
import { multipoint, solveMultipoint } from "./multipoint.js";
import type { ImpactOutcome } from "./outcome.js";

const codes = ({ warnings }: ImpactOutcome) => warnings.map(({ code }) => code);
const normalsOf = (values: readonly number[]) => values.filter((_, k) => k % 2 === 1);

describe("closed forms in the plane", () => {
  it.each([2, 3, 4, 6])("a block dropped flat on %i points rebounds by -e v, shares alike and does not turn", (points) => {
    for (const friction of [0, 0.5])
      for (const e of [0, 0.4, 1]) {
        const body = block(points, [0, -1.5, 0]);
        const { impulse, slip } = solveMultipoint(planarProblem(body, { friction, restitution: e }));
        const [x, y, turn] = motionAfter(body, impulse);
        expectEach([x, turn], [0, 0], 1e-14);
        expect(y).toBeCloseTo(1.5 * e, 14);
        expectEach(normalsOf(impulse), new Array(points).fill((2 * 1.5 * (1 + e)) / points), 1e-14);
        expect(new Set(slip)).toEqual(new Set([friction === 0 ? "frictionless" : "sticks"]));
      }
  });

  it("a sliding block slides on like one sliding point under its centre of mass, however many points it has", () => {
    // Mobility of the point below the centre: 1/m + h^2/I, 0, 1/m. One direction of slip to the end.
    const [m, h, moment, mu, e, v] = [2, 0.3, 0.2, 0.2, 0.7, 1.2];
    for (const points of [2, 3, 5]) {
      const body = block(points, [3, -v, 0]);
      const { stages } = solveMultipoint(planarProblem(body, { friction: mu, restitution: e }));
      const [stage] = stages!;
      expect(stage.compressionImpulse).toBeCloseTo(m * v, 12);
      expect(stage.finalImpulse).toBeCloseTo(m * v * (1 + e), 12);
      expect(stage.compressionWork).toBeCloseTo((-m * v * v) / 2, 12);
      const p = m * v * (1 + e);
      expect(stage.frictionWork).toBeCloseTo(-mu * (3 * p - (mu * (1 / m + (h * h) / moment) * p * p) / 2), 12);
    }
  });

  it("points of different friction on one line share as 1/friction, and drag alike", () => {
    const body = block(3, [3, -1, 0]);
    const materials = [0.1, 0.2, 0.4].map((friction) => ({ friction, restitution: 0 }));
    const { events } = solveMultipoint(planarProblem(body, materials), { maximumStages: 1 });
    const end = events.find(({ kind }) => kind === "compression-end")!;
    const total = normalsOf(end.impulse).reduce((sum, p) => sum + p, 0);
    expectEach(
      normalsOf(end.impulse).map((p) => p / total),
      [4 / 7, 2 / 7, 1 / 7],
      1e-14,
    );
    expect(new Set(end.impulse.filter((_, k) => k % 2 === 0).map((p) => p.toFixed(14))).size).toBe(1);
  });

  it(
    "a disc in a frictionless right angle is pushed alike by both sides, " + "and compression ends where their normal velocities cancel",
    () => {
      const body: PlanarBody = {
        mass: 2,
        moment: 1,
        touches: [
          [0, -1, 0, 1],
          [-1, 0, 1, 0],
        ],
        speeds: [-0.5, -1, 0],
      };
      for (const e of [0, 0.5, 1]) {
        const { stages, events } = solveMultipoint(planarProblem(body, { friction: 0, restitution: e }));
        const compressed = events.find(({ kind }) => kind === "compression-end")!;
        expect(compressed.impulse[1]).toBeCloseTo(compressed.impulse[3], 14);
        expect(compressed.velocity[1] + compressed.velocity[3]).toBeCloseTo(0, 14);
        expect(stages![0].finalImpulse).toBeCloseTo(3 * (1 + e), 13);
      }
    },
  );

  it("a contact at rest reports the friction it needs, |M_tn / M_tt| for a rod, and slips if there is less", () => {
    // A rod leaning at 45 degrees: M_tt = 1/m + y^2/I, M_tn = -x y / I.
    const rod: PlanarBody = { mass: 1, moment: 1 / 12, touches: [[-0.35, -0.35, 0, 1]], speeds: [0, -1, 0] };
    const needed = (0.35 * 0.35 * 12) / (1 + 0.35 * 0.35 * 12);
    for (const friction of [0.9 * needed, 1.1 * needed]) {
      const { stages, slip } = solveMultipoint(planarProblem(rod, { friction, restitution: 0.5 }));
      expect(stages![0].phases[0].criticalFriction[0]).toBeCloseTo(needed, 13);
      expect(slip).toEqual([friction < needed ? "restarts" : "sticks"]);
    }
  });

  it("a negative coefficient ends the stage on the way down, at the same work as its positive twin on the way up", () => {
    const problem = planarProblem(block(2, [0.3, -1, 0]), { friction: 0.1, restitution: 0 });
    const [up, down] = [0.6, -0.6].map((restitution) => solveMultipoint(problem, { restitution }).stages![0]);
    expect(down.compressionWork).toBe(up.compressionWork);
    expect(down.finalWork).toBeCloseTo(up.finalWork, 14);
    expect(down.finalWork).toBeCloseTo(0.64 * down.compressionWork, 14);
    expect(down.finalImpulse).toBeLessThan(down.compressionImpulse);
    expect(up.finalImpulse).toBeGreaterThan(up.compressionImpulse);
  });

  it("without stick-slip transitions Poisson's rule ends where the energetic one does", () => {
    const problem = planarProblem(block(2, [3, -1, 0]), { friction: 0.1, restitution: 0.6 });
    for (const restitution of [-0.5, 0, 0.6]) {
      const [energetic, poisson] = (["energetic", "poisson"] as const).map(
        (termination) => solveMultipoint(problem, { termination, restitution }).stages![0],
      );
      // The slope of the work is linear there: P_f = (1 + e) P_c either way.
      expect(poisson.finalImpulse).toBeCloseTo(energetic.finalImpulse, 13);
      expect(poisson.finalWork).toBeCloseTo(energetic.finalWork, 13);
    }
  });
});

describe("published", () => {
  it.each([
    [0, -0.8, 0.6667, [0.125, 0.125]],
    [0.35, -0.863, 0.623, [0.085625, 0.085625]],
  ] as const)("rocking block, friction %s (004 Table 4.1)", (friction, both, one, first) => {
    const problem = planarProblem(rockingBlock, { friction, restitution: 0.5 });
    const outcome = solveMultipoint(problem, { chain: "freeze", restitution: [one, both] });
    const before = problem.velocity[3];
    expect(outcome.velocity[1] / before).toBeCloseTo(-0.1, 4);
    expect(outcome.velocity[3] / before).toBeCloseTo(-0.6, 4);
    expect(outcome.stages!.map(({ contacts }) => contacts)).toEqual([[0, 1], [1]]);
    expect(codes(outcome)).toContain("published-rule");
    const stageEnd = outcome.events.find(({ kind }) => kind === "stage-end")!;
    expectEach(normalsOf(stageEnd.impulse), first, 1e-12);
    if (friction === 0) expectEach(normalsOf(stageEnd.velocity), [0.1, -0.9], 1e-4);
    else expect(stageEnd.velocity[0]).toBeCloseTo(0.0046, 4);
  });

  it("rocking block by the rules of mechanics: three stages", () => {
    const problem = planarProblem(rockingBlock, { friction: 0, restitution: 0.5 });
    const outcome = solveMultipoint(problem, { restitution: [0.6667, -0.8] });
    expect(outcome.stages!.map(({ contacts }) => contacts)).toEqual([[0, 1], [1], [0]]);
    expect(outcome.velocity[1] / problem.velocity[3]).toBeCloseTo(-0.312, 3);
    expect(outcome.velocity[3] / problem.velocity[3]).toBeCloseTo(-0.305, 3);
    expect(codes(outcome)).toEqual([]);
  });

  const corner = planarProblem(ballInCorner, { friction: 0.35, restitution: 0.5 });

  it("ball in a corner (004 Fig. 4.10): every printed digit, with the source's work and end", () => {
    const outcome = solveMultipoint(corner, { normalWork: "published", termination: "poisson", reference: 0 });
    expectEach(motionAfter(ballInCorner, outcome.impulse), [-5.504, 4.893, -9.786], 5e-4);
    expectEach(motionAfter(ballInCorner, outcome.impulse), [-5.5042, 4.8929, -9.7857], 5e-5);
    expectEach(outcome.velocity, [-10.397, 4.893, 0, 5.504], 5e-4);
    expectEach(normalsOf(outcome.impulse), [11.413512, 13.148398], 1e-6);
    expect(outcome.stages![0].compressionWork).toBeCloseTo(-24.3331, 4);
    expect(codes(outcome)).toContain("published-rule");
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-12 * outcome.energy.before);
    expect(outcome.energy.after).toBeCloseTo(33.1, 1);
  });

  it("its phases: the wall's slip stops first and sticks, then the floor's stops and turns round", () => {
    const { events, stages } = solveMultipoint(corner, { reference: 0 });
    expect(events.filter(({ contact }) => contact !== undefined).map(({ kind, contact }) => [kind, contact])).toEqual([
      ["slip-stop", 1],
      ["slip-stop", 0],
      ["slip-start", 0],
    ]);
    const [wall, floor] = events.filter(({ kind }) => kind === "slip-stop");
    expect(wall.impulse[3]).toBeCloseTo(2.647816, 6);
    expectEach(wall.velocity, [1.431379, 1.996046, 0, -3.427425], 1e-6);
    expect(floor.impulse[3]).toBeCloseTo(3.184583, 6);
    expectEach(floor.velocity, [0, 2.640167, 0, -2.640167], 1e-6);
    expect(stages![0].phases.map(({ modes }) => modes)).toEqual([
      ["slip", "slip"],
      ["slip", "stick"],
      ["slip", "stick"],
    ]);
  });

  it("and by the true work and the energetic end", () => {
    const { impulse, stages } = solveMultipoint(corner, { reference: 0 });
    expectEach(motionAfter(ballInCorner, impulse), [-1.31, 3.73, -7.46], 5e-3);
    expect(stages![0].compressionWork).toBeCloseTo(-22.64, 2);
  });

  it("Poisson and the true work are neither: they differ once slip has stopped", () => {
    const { stages } = solveMultipoint(corner, { termination: "poisson" });
    expect(stages![0].finalWork).not.toBeCloseTo(0.75 * stages![0].compressionWork, 1);
  });
});

const oneBody = planarFamilies.filter(({ name }) => name !== "chain of discs");
const runs = { numRuns: 100, seed: 20_261_115 };

describe("over random planar bodies", () => {
  it("every stage: energy, W_f = (1 - e^2) W_c, friction only takes; the ledger closes", () => {
    let counted = 0;
    fc.assert(
      fc.property(sceneOf(oneBody), between(-0.9, 1), ({ problem }, restitution) => {
        const outcome = solveMultipoint(problem, { restitution: [0.5, restitution] });
        const { energy, stages } = outcome;
        expect(Math.abs(energy.residual)).toBeLessThanOrEqual(1e-10 * energy.before);
        expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-12));
        if (codes(outcome).includes("lock") || codes(outcome).includes("not-converged")) return;
        for (const stage of stages!) {
          counted++;
          const e = stage.contacts.length === 1 ? 0.5 : restitution;
          expect(stage.restitution).toBe(e);
          expect(Math.abs(stage.finalWork - (1 - e * e) * stage.compressionWork)).toBeLessThanOrEqual(1e-12 * energy.before);
          expect(stage.frictionWork).toBeLessThanOrEqual(0);
        }
      }),
      runs,
    );
    expect(counted).toBeGreaterThan(400);
  });

  it("energy is that of the velocities, half v . M^+ . v", () => {
    fc.assert(
      fc.property(sceneOf(oneBody), ({ problem }) => {
        const { energy, velocity } = solveMultipoint(problem);
        const eigen = symmetricEigen(problem.mobility.flat(), velocity.length);
        const half = (v: readonly number[]) => 0.5 * pseudoInverseForm(eigen, v, 1e-10);
        expect(Math.abs(energy.after - energy.before - half(velocity) + half(problem.velocity))).toBeLessThanOrEqual(1e-8 * energy.before);
        const { kineticEnergy, ...bare } = problem;
        expect(Math.abs(solveMultipoint(bare).energy.before - half(problem.velocity))).toBeLessThanOrEqual(1e-8 * energy.before);
      }),
      runs,
    );
  });

  it("in each phase impulses stay in the cones, and what sticks stays at rest", () => {
    fc.assert(
      fc.property(sceneOf(oneBody), ({ problem }) => {
        const outcome = solveMultipoint(problem, { history: true });
        if (codes(outcome).includes("forced-stick")) return;
        const { impulse, velocity, normalImpulse, contacts, storedEnergy, frictionLoss } = outcome.history!;
        const whole = normalImpulse.at(-1)!;
        const speed = norm(problem.velocity);
        // One claim over all points: an assertion for each of them would take longer than the solver.
        const wrong: string[] = [];
        for (let k = 1; k < impulse.length; k++) {
          if (!(normalImpulse[k] >= normalImpulse[k - 1] - 1e-14 * whole)) wrong.push(`normal impulse falls at ${k}`);
          if (!(storedEnergy[k] >= 0)) wrong.push(`stored energy below zero at ${k}`);
          if (!(frictionLoss[k] >= frictionLoss[k - 1] - 1e-14 * outcome.energy.before)) wrong.push(`friction gives at ${k}`);
          contacts!.forEach(({ mode }, i) => {
            const { friction, staticFriction = friction } = problem.contacts[i];
            const tangential = impulse[k][2 * i] - impulse[k - 1][2 * i];
            const normal = impulse[k][2 * i + 1] - impulse[k - 1][2 * i + 1];
            if (!(normal >= -1e-12 * whole)) wrong.push(`${i} pulls at ${k}`);
            if (!(Math.abs(tangential) <= staticFriction * normal * (1 + 1e-9) + 1e-11 * whole)) wrong.push(`${i} leaves its cone at ${k}`);
            if (mode[k] === "stick" && !(Math.abs(velocity[k][2 * i]) <= 1e-11 * speed)) wrong.push(`${i} sticks and moves at ${k}`);
            if (mode[k] === "open" && mode[k - 1] === "open" && normal !== 0) wrong.push(`${i} is open and pushes at ${k}`);
          });
        }
        expect(wrong).toEqual([]);
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("adding evenly spread points between the ends of a base leaves the first stage as it is", () => {
    const random = createRandom(8);
    for (let n = 0; n < 30; n++) {
      const speeds = [2 * random() - 1, -0.5 - random(), 0.2 * (2 * random() - 1)] as const;
      const material = { friction: random(), restitution: random() };
      const stages = [2, 3, 4, 5].map((points) => {
        const body = block(points, speeds);
        const outcome = solveMultipoint(planarProblem(body, material));
        const end = outcome.events.find(({ kind }) => kind === "stage-end" || kind === "end")!;
        return { motion: motionAfter(body, end.impulse), ...outcome.stages![0] };
      });
      for (const other of stages.slice(1)) {
        expectEach(other.motion, stages[0].motion, 1e-12);
        expect(other.compressionWork).toBeCloseTo(stages[0].compressionWork, 12);
        expect(other.finalWork).toBeCloseTo(stages[0].finalWork, 12);
      }
    }
  });

  it("is the mirror image of itself in a mirror", () => {
    fc.assert(
      fc.property(sceneOf(oneBody), ({ problem }) => {
        const { impulse } = solveMultipoint(problem);
        const sign = (k: number) => (k % 2 === 0 ? -1 : 1);
        const mirrored: ContactProblem = {
          ...problem,
          mobility: problem.mobility.map((row, i) => row.map((w, j) => sign(i) * sign(j) * w)),
          velocity: problem.velocity.map((v, k) => sign(k) * v),
          places: problem.places!.map(({ point: [x, y], axes: [[tx, ty], [nx, ny]] }) => ({
            point: [-x, y],
            axes: [
              [tx, -ty],
              [-nx, ny],
            ],
          })),
        };
        const image = solveMultipoint(mirrored).impulse.map((p, k) => sign(k) * p);
        expect(distance(image, impulse)).toBeLessThanOrEqual(1e-9 * norm(impulse));
      }),
      runs,
    );
  });

  it("bodies closed in by contacts on all sides, redundant, of mass ratios up to 1e4: all end, none gains energy", () => {
    const random = createRandom(77);
    const wrong: string[] = [];
    let plastic = 0;
    for (let n = 0; n < 300; n++) {
      const problem = enclosed(random);
      const outcome = solveMultipoint(problem);
      if (codes(outcome).includes("not-approaching")) continue;
      if (codes(outcome).includes("not-converged")) plastic++;
      const { energy, velocity, impulse, events } = outcome;
      const speed = Math.max(...problem.velocity.map(Math.abs));
      if (!(energy.after <= energy.before * (1 + 1e-12))) wrong.push(`${n} gains energy`);
      if (!(Math.abs(energy.residual) <= 1e-9 * energy.before)) wrong.push(`${n} does not close: ${energy.residual / energy.before}`);
      if (!(Math.min(...normalsOf(velocity)) >= -1e-9 * speed)) wrong.push(`${n} still approaches`);
      if (!(Math.min(...normalsOf(impulse)) >= 0)) wrong.push(`${n} pulls`);
      if (events.at(-1)?.kind !== "end") wrong.push(`${n} does not end`);
    }
    expect(wrong).toEqual([]);
    expect(plastic).toBeGreaterThan(0);
  });
});

/**
 * Two to seven contacts anywhere round a body with normals roughly towards its middle; the second body is fixed or up to 1e4 times as heavy
 * or light.
 */
function enclosed(random: () => number): ContactProblem {
  const any = (from: number, to: number) => from + (to - from) * random();
  const count = 2 + Math.floor(6 * random());
  const heavy = 10 ** any(-4, 4);
  const inverse = [1, 1, 10 ** any(0, 2), 1 / heavy, 1 / heavy, 10 ** any(0, 2) / heavy];
  const fixed = random() < 0.5;
  const speeds = inverse.map(() => any(-1, 1));
  const one = random() < 0.5 ? any(0, 1.5) : undefined;
  const places = Array.from({ length: count }, () => {
    const [angle, radius] = [any(0, 6.28), any(0.2, 1)];
    const lean = angle + (random() < 0.5 ? 0 : any(-0.7, 0.7));
    const [nx, ny] = [-Math.cos(lean), -Math.sin(lean)];
    return {
      point: [radius * Math.cos(angle), radius * Math.sin(angle)],
      axes: [
        [ny, -nx],
        [nx, ny],
      ],
    };
  });
  const jacobian = places.flatMap(({ point: [x, y], axes }) =>
    axes.map(([dx, dy]) => [dx, dy, dy * x - dx * y, -dx, -dy, -(dy * (x - 0.3) - dx * (y + 0.2))].slice(0, fixed ? 3 : 6)),
  );
  const moving = inverse.slice(0, fixed ? 3 : 6);
  return {
    dimension: 2,
    contacts: places.map(() => ({ friction: one ?? any(0, 1.5), restitution: random() < 0.2 ? 1 : random() })),
    mobility: jacobian.map((row) => jacobian.map((other) => moving.reduce((sum, w, k) => sum + w * row[k] * other[k], 0))),
    velocity: jacobian.map((row) => row.reduce((sum, j, k) => sum + j * speeds[k], 0)),
    kineticEnergy: 0.5 * moving.reduce((sum, w, k) => sum + speeds[k] ** 2 / w, 0),
    places,
  };
}

describe("stages", () => {
  it("end after the number given, with a push that leaves nothing approaching and a warning", () => {
    const problem = planarProblem(rockingBlock, { friction: 0.2, restitution: 0.5 });
    const outcome = solveMultipoint(problem, { restitution: [0.5, -0.8], maximumStages: 1, history: true });
    expect(codes(outcome)).toEqual(["not-converged"]);
    expect(outcome.stages!.length).toBe(2);
    expect(Math.min(...normalsOf(outcome.velocity))).toBeGreaterThanOrEqual(0);
    expect(Math.abs(outcome.energy.residual)).toBeLessThan(1e-13);
    expect(outcome.events.at(-1)!.kind).toBe("end");
    expect(outcome.history!.velocity.at(-1)).toEqual(outcome.velocity);
  });

  it("that ask for no impulse (-1) are ended the same way", () => {
    const problem = planarProblem(block(2, [0, -1, 0]), { friction: 0.2, restitution: 0.5 });
    const outcome = solveMultipoint(problem, { restitution: -1 });
    expect(codes(outcome)).toEqual(["not-converged"]);
    expectEach(normalsOf(outcome.velocity), [0, 0], 1e-14);
  });

  it("take in contacts at rest along the normal in the beginning, unless only those would push", () => {
    // Rolling over its left corner: that one is at rest, and shares the impulse of the right one.
    const rolling = planarProblem(block(2, [0.3 * 2, -0.5 * 2, -2]), { friction: 0, restitution: 0 });
    expect(rolling.velocity[1]).toBe(0);
    expect(solveMultipoint(rolling).stages![0].contacts).toEqual([0, 1]);
    // With friction on the right only, sharing asks the left one alone to push, where nothing approaches.
    const smooth = planarProblem(block(2, [0.3 * 2 + 1, -0.5 * 2, -2]), [
      { friction: 0, restitution: 0 },
      { friction: 0.3, restitution: 0 },
    ]);
    expect(solveMultipoint(smooth).stages![0].contacts).toEqual([1]);
  });

  it("have events of all contacts together and of each, the last of which is the end", () => {
    const { events } = solveMultipoint(planarProblem(rockingBlock, { friction: 0.35, restitution: 0.5 }), { restitution: [0.6, -0.8] });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "end").length).toBe(1);
    expect(kinds.at(-1)).toBe("end");
    expect(kinds.filter((kind) => kind === "stage-end").length).toBe(2);
    for (const { kind, contact, storedEnergy } of events) {
      expect(contact === undefined).toBe(!kind.startsWith("slip"));
      if (kind.endsWith("end") && kind !== "compression-end") expect(storedEnergy).toBe(0);
    }
  });

  it("take the smallest of different coefficients, and say so", () => {
    const body = block(3, [0.2, -1, 0]);
    const mixed = planarProblem(
      body,
      [0.9, 0.4, 0.7].map((restitution) => ({ friction: 0.2, restitution })),
    );
    const outcome = solveMultipoint(mixed);
    expect(codes(outcome)).toContain("mixed-restitution");
    expect(outcome.stages![0].restitution).toBe(0.4);
    expect(codes(solveMultipoint(mixed, { restitution: 0.4 }))).not.toContain("mixed-restitution");
  });
});

describe("warnings", () => {
  it("name contacts that only static friction holds", () => {
    const rod: PlanarBody = { mass: 1, moment: 1 / 12, touches: [[-0.35, -0.35, 0, 1]], speeds: [0, -1, 0] };
    const needed = (0.35 * 0.35 * 12) / (1 + 0.35 * 0.35 * 12);
    const outcome = solveMultipoint(planarProblem(rod, { friction: 0.9 * needed, staticFriction: 1.1 * needed, restitution: 0.5 }));
    expect(codes(outcome)).toEqual(["static-friction"]);
    expect(outcome.slip).toEqual(["sticks"]);
  });

  it("name fields that are not used, and leave what does not approach alone", () => {
    const problem = planarProblem(block(2, [0, 1, 0]), { friction: 0.1, restitution: 0.5, stiffness: 2 });
    const outcome = solveMultipoint(problem);
    expect(codes(outcome)).toEqual(["unused-field", "unused-field", "not-approaching"]);
    expect(outcome.velocity).toEqual(problem.velocity);
    expect(outcome.slip).toEqual(["untouched", "untouched"]);
  });
});

describe("bad input", () => {
  const problem = planarProblem(block(2, [0, -1, 0]), { friction: 0.1, restitution: 0.5 });
  const single = planarProblem({ ...block(2, [0, -1, 0]), touches: [[0, -0.3, 0, 1]] }, { friction: 0.1, restitution: 0.5 });

  it.each([
    [{ restitution: 1.2 }, "options.restitution: 1.2 is not between -1 and 1"],
    [{ restitution: [0.5, -2] }, "options.restitution[1]: -2 is not between -1 and 1"],
    [{ restitution: [] }, "options.restitution: [] is neither a number nor a list of numbers"],
    [{ reference: 2 }, "options.reference: 2 is not the place of one of 2 contacts, counted from 0"],
    [{ maximumStages: 0 }, "options.maximumStages: 0 is not a whole number > 0"],
    [{ chain: "loose" as "rigid" }, 'options.chain: "loose" is not one of rigid, freeze'],
    [{ normalWork: "some" as "true" }, 'options.normalWork: "some" is not one of true, published'],
    [{ termination: "newton" as "poisson" }, 'options.termination: "newton" is not one of energetic, poisson'],
  ])("%j", (options, message) => {
    expect(() => solveMultipoint(problem, options)).toThrow(message);
  });

  it("a negative coefficient of a single contact", () => {
    for (const restitution of [-0.5, [-0.5, 0.5]])
      expect(() => solveMultipoint(single, { restitution })).toThrow("is negative, and a single contact");
    expect(() => solveMultipoint(single, { restitution: [0.5, -0.5] })).not.toThrow();
  });

  it("the planar work in space, contacts without places, of several bodies, at one point, with no end of friction", () => {
    const ball = { mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0.5], velocity: [-1, 0, -1] } as const;
    const floor = { between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.1, restitution: 1 } as const;
    const wall = { ...floor, point: [-0.5, 0, 0.5], normal: [1, 0, 0] } as const;
    const spatial = contactProblemFromBodies({ ball, floor: "fixed" }, [floor, wall]).problem;
    expect(() => solveMultipoint(spatial, { normalWork: "published" })).toThrow("is for planar problems");
    const { places, ...placeless } = problem;
    expect(multipoint.inapplicable(placeless)).toBe("it needs the places of the contacts");
    expect(() => solveMultipoint(placeless)).toThrow("cannot be solved by multipoint: it needs the places of the contacts");
    const twice = contactProblemFromBodies({ ball, floor: "fixed" }, [floor, { ...wall, point: [0, 0, 0] }]).problem;
    expect(() => solveMultipoint(twice)).toThrow("places[1].point: [0, 0, 0] is the point of places[0] too");
    const other = contactProblemFromBodies({ ball, other: { ...ball, position: [2, 0, 0.5] }, floor: "fixed" }, [
      floor,
      { ...floor, between: ["other", "floor"], point: [2, 0, 0] },
    ]).problem;
    expect(multipoint.inapplicable(other)).toBe("its contacts do not belong to one rigid body");
    const rough = { ...problem, contacts: [{ friction: 2e4, restitution: 0 }, problem.contacts[1]] };
    expect(() => solveMultipoint(rough)).toThrow("contacts[0].friction: 20000 is above 10000");
    const indefinite = problem.mobility.map((r, i) => r.map((x, j) => (i === j ? 0.5 * x : x)));
    expect(() => solveMultipoint({ ...problem, mobility: indefinite })).toThrow(/^mobility: .*is not positive semidefinite/);
  });
});
