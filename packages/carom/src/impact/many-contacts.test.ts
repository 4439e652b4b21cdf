/**
 * What the laws for several contacts must hold over random scenes. Their limits with closed-form answers, and figures found elsewhere, are
 * in simultaneous-limits.test.ts and multipoint-limits.test.ts.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates } from "../mechanics/from-coordinates.js";
import { angularMomentum, momentum, type RigidBody } from "../mechanics/rigid-body.js";
import { distance, expectSame, norm, normalsOf, SAME, times, withContacts } from "../testing/agreement.js";
import { sceneOf } from "../testing/arbitrary-scenes.js";
import { between } from "../testing/between.js";
import { judge } from "../testing/judge.js";
import { drop, MASS, SPEED } from "../testing/scenes/drop-and-row.js";
import { inOtherWorld, withOtherTangents } from "../testing/scenes/transform.js";
import {
  ballFamilies,
  commonPlaneFamilies,
  cornerFamilies,
  gentle,
  oneBodyFamilies,
  type SceneFamily,
  type SpatialScene,
  sceneFamilies,
} from "../testing/scenes.js";
import { againstFrictional } from "./against-frictional.testing.js";
import { multipoint, solveMultipoint } from "./multipoint.js";
import type { ImpactOutcome } from "./outcome.js";
import { proportional, solveProportional } from "./proportional.js";
import { simultaneous, solveSimultaneous } from "./simultaneous.js";

interface Row {
  readonly name: string;
  readonly solve: (problem: ContactProblem) => ImpactOutcome;
  /** Gives up early, so that no wild scene takes seconds. */
  readonly solveBriefly: (problem: ContactProblem) => ImpactOutcome;
  readonly families: readonly SceneFamily[];
  readonly wildFamilies: readonly SceneFamily[];
  readonly spatialFamilies: readonly SceneFamily<SpatialScene>[];
}

const rows: readonly Row[] = [
  {
    name: "proportional",
    solve: (problem) => solveProportional(problem),
    solveBriefly: (problem) => solveProportional(problem),
    families: gentle(sceneFamilies),
    wildFamilies: sceneFamilies,
    spatialFamilies: gentle([...ballFamilies, ...commonPlaneFamilies, ...cornerFamilies]),
  },
  {
    name: "simultaneous",
    solve: (problem) => solveSimultaneous(problem),
    solveBriefly: (problem) => solveSimultaneous(problem, { maximumEvents: 400 }),
    families: gentle(sceneFamilies),
    wildFamilies: sceneFamilies,
    spatialFamilies: gentle([...ballFamilies, ...commonPlaneFamilies, ...cornerFamilies]),
  },
  {
    name: "multipoint",
    solve: (problem) => solveMultipoint(problem),
    solveBriefly: (problem) => solveMultipoint(problem, { maximumStages: 20 }),
    families: gentle(oneBodyFamilies),
    wildFamilies: oneBodyFamilies,
    spatialFamilies: gentle([...commonPlaneFamilies, ...cornerFamilies]),
  },
];

const SEED = 20_261_115;
/** Shrinking a scene that fails would take minutes. */
const runs = (numRuns: number) => ({ numRuns, seed: SEED, endOnFailure: true });

describe.each(rows)("$name", ({ solve, solveBriefly, families, wildFamilies, spatialFamilies }) => {
  it.each(families)("on a $name: ends, closes its ledger, keeps to friction, pushes only, leaves no contact approaching", ({ draw }) => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { problem } = draw(random);
      const { complaints } = judge(problem, solve(problem));
      if (complaints.length > 0) wrong.push(`scene ${n}: ${complaints.join("; ")}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(wildFamilies)("on any $name, with mass ratios up to 10^4: as much, or says that it gave up", ({ draw }) => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < 10; n++) {
      const { problem } = draw(random);
      const outcome = solveBriefly(problem);
      const gaveUp = outcome.warnings.some(({ code }) => code === "not-converged");
      const complaints = judge(problem, outcome).complaints.filter(
        (complaint) => !(gaveUp && complaint.startsWith("a contact still approaches")),
      );
      if (complaints.length > 0) wrong.push(`scene ${n}: ${complaints.join("; ")}`);
    }
    expect(wrong).toEqual([]);
  });

  it("is homogeneous in the velocity and inverse in the mobility", () => {
    fc.assert(
      fc.property(sceneOf(families), fc.integer({ min: -20, max: 20 }), ({ problem: { kineticEnergy, ...problem } }, power) => {
        const { impulse, velocity } = solve(problem);
        // A power of two scales without rounding.
        const factor = 2 ** power;
        const faster = { ...problem, velocity: times(problem.velocity, factor) };
        expectSame(faster, solve(faster), { impulse: times(impulse, factor), velocity: times(velocity, factor) });
        const lighter = { ...problem, mobility: problem.mobility.map((row) => times(row, factor)) };
        expectSame(lighter, solve(lighter), { impulse: times(impulse, 1 / factor), velocity });
      }),
      runs(50),
    );
  });

  it("does not depend on the choice of tangents", () => {
    const angles = fc.array(between(-3.2, 3.2), { minLength: 12, maxLength: 12 });
    const mirrors = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(sceneOf(families), angles, mirrors, ({ problem }, turns, flips) => {
        const { impulse, velocity } = solve(problem);
        const other = withOtherTangents(problem, turns, flips);
        expectSame(other.problem, solve(other.problem), { impulse: other.turn(impulse), velocity: other.turn(velocity) });
      }),
      runs(50),
    );
  });

  it("does not depend on which way the world is turned, nor on seeing it in a mirror", () => {
    const turn = fc.array(between(-1, 1), { minLength: 4, maxLength: 4 }).map((q) => quaternion.normalize(q as unknown as Quaternion)!);
    fc.assert(
      fc.property(sceneOf(spatialFamilies), turn, fc.boolean(), (scene, rotation, mirror) => {
        const other = inOtherWorld(scene, rotation, mirror);
        const after = velocitiesAfter(scene.bodies, scene.contacts, solve(scene.problem).impulse);
        const seen = velocitiesAfter(other.scene.bodies, other.scene.contacts, solve(other.scene.problem).impulse);
        const speed = Math.max(...scene.problem.velocity.map(Math.abs));
        for (const [name, motion] of Object.entries(after)) {
          const expected = other.move(motion);
          expect(distance(seen[name].velocity, expected.velocity)).toBeLessThanOrEqual(100 * SAME * speed);
          // The bodies are some 0.1 m in size.
          expect(distance(seen[name].angularVelocity, expected.angularVelocity)).toBeLessThanOrEqual(1000 * SAME * speed);
        }
      }),
      runs(45),
    );
  });

  it("with friction 0 everywhere has no tangential impulse, and with e = 1 as well keeps all energy", () => {
    fc.assert(
      fc.property(sceneOf(families), ({ problem }) => {
        const smooth = withContacts(problem, ({ staticFriction, ...contact }) => ({ ...contact, friction: 0, restitution: 1 }));
        const { impulse, energy } = solve(smooth);
        expect(impulse.every((p, i) => i % problem.dimension === problem.dimension - 1 || p === 0)).toBe(true);
        expect(Math.abs(energy.after - energy.before)).toBeLessThanOrEqual(1e-10 * energy.before);
        expect(Math.abs(energy.restitutionLoss)).toBeLessThanOrEqual(1e-12 * energy.before);
        expect(energy.frictionLoss).toBe(0);
      }),
      runs(100),
    );
  });

  it("conserves momentum and angular momentum of bodies that nothing holds", () => {
    const free = spatialFamilies.filter(({ name }) => /ball|box on a box/.test(name));
    fc.assert(
      fc.property(sceneOf(free), ({ problem, bodies, contacts }) => {
        const after = velocitiesAfter(bodies, contacts, solve(problem).impulse);
        const total = (of: (body: RigidBody) => Vec3, moved: boolean) =>
          Object.entries(bodies).reduce(
            (sum, [name, body]) => (body === "fixed" ? sum : vec3.add(sum, of(moved ? { ...body, ...after[name] } : body))),
            vec3.ZERO,
          );
        const size = Object.values(bodies).reduce((sum, body) => sum + (body === "fixed" ? 0 : vec3.norm(momentum(body))), 0);
        expect(distance(total(momentum, true), total(momentum, false))).toBeLessThanOrEqual(1e-12 * size);
        const turning = (body: RigidBody) => angularMomentum(body);
        expect(distance(total(turning, true), total(turning, false))).toBeLessThanOrEqual(1e-11 * size);
      }),
      runs(70),
    );
  });

  it("with one contact is the law frictional, where the bodies are compressed once", () => {
    const compared = againstFrictional(runs(400), (problem, reference) => {
      const { impulse, velocity, slip } = solve(problem);
      expect(distance(impulse, reference.impulse)).toBeLessThanOrEqual(1e-9 * norm(reference.impulse));
      expect(distance(velocity, reference.velocity)).toBeLessThanOrEqual(1e-9 * norm(problem.velocity));
      if (problem.contacts[0].friction > 0) expect(slip.length).toBe(1);
    });
    expect(compared).toBeGreaterThan(300);
  });

  it("leaves alone what does not approach, with a warning and no error", () => {
    fc.assert(
      fc.property(sceneOf(families), ({ problem }) => {
        const { dimension } = problem;
        const leaving = problem.velocity.map((v, i) => (i % dimension === dimension - 1 ? Math.abs(v) : v));
        const { impulse, velocity, warnings, slip } = solve({ ...problem, velocity: leaving });
        expect(impulse.every((p) => p === 0)).toBe(true);
        expect(velocity).toEqual(leaving);
        expect(warnings.map(({ code }) => code)).toContain("not-approaching");
        expect(new Set(slip)).toEqual(new Set(["untouched"]));
      }),
      runs(50),
    );
  });

  it("records a history without changing the outcome by a bit", () => {
    const law = [proportional, simultaneous, multipoint].find((candidate) => candidate.name === solve(drop(4, 0.1, 0.5).problem).law)!;
    fc.assert(
      fc.property(sceneOf(families), ({ problem }) => {
        const { history, ...outcome } = law.solve(problem, { history: true });
        expect(outcome).toEqual(solve(problem));
        const { normalImpulse, impulse, velocity, contacts } = history!;
        expect(normalImpulse.every((value, i) => i === 0 || value >= normalImpulse[i - 1] - 1e-11 * normalImpulse.at(-1)!)).toBe(true);
        expect([impulse.length, velocity.length, contacts!.length]).toEqual([
          normalImpulse.length,
          normalImpulse.length,
          problem.contacts.length,
        ]);
        for (const { phase, mode } of contacts!) expect([phase.length, mode.length]).toEqual([normalImpulse.length, normalImpulse.length]);
        const sums = impulse.map((row) => normalsOf(problem, row).reduce((sum, p) => sum + p, 0));
        expect(Math.max(...sums.map((sum, i) => Math.abs(sum - normalImpulse[i])))).toBeLessThanOrEqual(1e-12 * normalImpulse.at(-1)!);
        // What is followed and what is worked out from the whole impulse differ by the error of following.
        expect(distance(impulse.at(-1)!, outcome.impulse)).toBeLessThanOrEqual(SAME * norm(outcome.impulse));
        expect(distance(velocity.at(-1)!, outcome.velocity)).toBeLessThanOrEqual(SAME * norm(problem.velocity));
      }),
      runs(40),
    );
  });

  it("drops a box flat without tilting it (dimforge/rapier#668)", () => {
    for (const friction of [0, 0.4])
      for (const restitution of [0, 0.5, 1])
        for (const count of [4, 8] as const) {
          const { bodies, contacts, problem } = drop(count, friction, restitution);
          const { impulse } = solve(problem);
          const { velocity, angularVelocity } = velocitiesAfter(bodies, contacts, impulse).box;
          expect(Math.abs(velocity[2] - restitution * SPEED)).toBeLessThanOrEqual(1e-12 * SPEED);
          expect(norm(angularVelocity) * 0.3).toBeLessThanOrEqual(1e-12 * SPEED);
          expect(norm([velocity[0], velocity[1]])).toBeLessThanOrEqual(1e-12 * SPEED);
          const whole = (1 + restitution) * MASS * SPEED;
          // Four corners share alike; of eight points only those that are images of each other must.
          const shares = normalsOf(problem, impulse);
          const alike =
            count === 4
              ? [[0, 1, 2, 3]]
              : [
                  [0, 1, 2, 3],
                  [4, 5],
                  [6, 7],
                ];
          for (const group of alike)
            for (const i of group) expect(Math.abs(shares[i] - shares[group[0]])).toBeLessThanOrEqual(1e-12 * whole);
          expect(Math.abs(shares.reduce((sum, p) => sum + p, 0) - whole)).toBeLessThanOrEqual(1e-12 * whole);
        }
  });

  it("keeps a sliding box in the mirror plane it slides in", () => {
    for (const count of [4, 8] as const) {
      const { bodies, contacts, problem } = drop(count, 0.3, 0.6, [1.1, 0, -SPEED], [0, 2, 0]);
      const { impulse } = solve(problem);
      const { velocity, angularVelocity } = velocitiesAfter(bodies, contacts, impulse).box;
      expect(Math.abs(velocity[1])).toBeLessThanOrEqual(1e-12 * SPEED);
      expect(Math.abs(angularVelocity[0]) + Math.abs(angularVelocity[2])).toBeLessThanOrEqual(1e-11 * SPEED);
      // Corners 0 and 1, 2 and 3 are images of each other: y changes sign.
      for (const [i, j] of [
        [0, 1],
        [2, 3],
      ])
        expect(distance(impulse.slice(3 * i, 3 * i + 3), [impulse[3 * j], -impulse[3 * j + 1], impulse[3 * j + 2]])).toBeLessThanOrEqual(
          1e-12 * norm(impulse),
        );
    }
  });

  it("in the plane and in space, two points and four, is one flat impact", () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 60; n++) {
      const [a, c, mass] = [0.05 + random(), 0.05 + random(), 0.1 + random()];
      const b = 0.3 * a + 0.05;
      const moment = (mass * (a * a + c * c)) / 3;
      const speeds = [2 * random() - 1, -0.2 - random(), n % 3 === 0 ? 0 : (4 * random() - 2) / a] as const;
      const material = { friction: n % 2 === 0 ? random() : 0.1 * random(), restitution: n % 5 === 0 ? 1 : random() };
      // Planar: x and y of the plane are x and z of space; turning by +angle there is turning about -y here.
      const flat = contactProblemFromCoordinates(
        {
          massMatrix: [
            [mass, 0, 0],
            [0, mass, 0],
            [0, 0, moment],
          ],
          jacobian: [-a, a].flatMap((x) => [
            [1, 0, c],
            [0, 1, x],
          ]),
          speeds,
          places: [-a, a].map((x) => ({
            point: [x, -c],
            axes: [
              [1, 0],
              [0, 1],
            ],
          })),
        },
        [material, material],
      );
      const box: RigidBody = {
        mass,
        inertia: [(mass * (b * b + c * c)) / 3, moment, (mass * (a * a + b * b)) / 3],
        position: [0, 0, 0],
        velocity: [speeds[0], 0, speeds[1]],
        angularVelocity: [0, -speeds[2], 0],
      };
      const contacts = [
        [-a, b],
        [-a, -b],
        [a, b],
        [a, -b],
      ].map(([x, y]): BodyContact => ({ between: ["box", "floor"], point: [x, y, -c], normal: [0, 0, 1], ...material }));
      const solid = contactProblemFromBodies({ box, floor: "fixed" }, contacts).problem;
      const [planar, spatial] = [solve(flat), solve(solid)];
      const size = norm(planar.impulse);
      const p = spatial.impulse;
      expect(distance([p[2] + p[5], p[8] + p[11]], [planar.impulse[1], planar.impulse[3]])).toBeLessThanOrEqual(1e-6 * size);
      expect(Math.abs(p[0] + p[3] + p[6] + p[9] - planar.impulse[0] - planar.impulse[2])).toBeLessThanOrEqual(1e-6 * size);
      // In space first along y at each contact, which nothing moves.
      const inPlane = [0, 2, 6, 8].map((i) => spatial.velocity[i]);
      expect(distance(inPlane, planar.velocity)).toBeLessThanOrEqual(1e-6 * norm(flat.velocity));
      expect(norm([1, 4, 7, 10].map((i) => spatial.velocity[i]))).toBeLessThanOrEqual(1e-9 * norm(flat.velocity));
    }
  });
});
