/** The law `multipoint` in the limits with a closed-form answer, and by hand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates } from "../mechanics/from-coordinates.js";
import type { RigidBody } from "../mechanics/rigid-body.js";
import { distance, expectEach, norm, normalsOf, SAME, withContacts } from "../testing/agreement.js";
import { sceneOf } from "../testing/arbitrary-scenes.js";
import { judge } from "../testing/judge.js";
import { drop, first, ones, row, SPEED } from "../testing/scenes/drop-and-row.js";
import { reordered } from "../testing/scenes/transform.js";
import { commonPlaneFamilies, cornerFamilies, gentle, oneBodyFamilies } from "../testing/scenes.js";
import { multipoint, solveMultipoint } from "./multipoint.js";
import type { ImpactOutcome } from "./outcome.js";

const SEED = 20_261_115;
/** Shrinking a scene that fails would take minutes. */
const runs = (numRuns: number) => ({ numRuns, seed: SEED, endOnFailure: true });

describe("multipoint", () => {
  const codes = ({ warnings }: ImpactOutcome) => warnings.map(({ code }) => code);

  it("on a common plane does not depend on the order of the contacts", () => {
    fc.assert(
      fc.property(sceneOf(gentle(commonPlaneFamilies)), fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }), ({ problem }, keys) => {
        const order = problem.contacts.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
        const other = reordered(problem, order);
        const { impulse } = solveMultipoint(problem);
        expect(distance(other.back(solveMultipoint(other.problem).impulse), impulse)).toBeLessThanOrEqual(SAME * norm(impulse));
      }),
      runs(100),
    );
  });

  it("in a corner does not depend on it either, if the contact of reference is named and the impact is over in one stage", () => {
    let compared = 0;
    fc.assert(
      fc.property(sceneOf(gentle(cornerFamilies)), fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }), ({ problem }, keys) => {
        const order = problem.contacts.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
        const other = reordered(problem, order);
        const outcome = solveMultipoint(problem, { reference: 0 });
        const { impulse, stages } = outcome;
        // Without the contact of reference, the first of those left takes its place.
        fc.pre(stages!.length === 1 && stages![0].contacts.includes(0) && !codes(outcome).includes("dropped-contact"));
        compared++;
        const again = solveMultipoint(other.problem, { reference: order.indexOf(0) });
        expect(distance(other.back(again.impulse), impulse)).toBeLessThanOrEqual(SAME * norm(impulse));
      }),
      runs(40),
    );
    expect(compared).toBeGreaterThan(10);
  });

  it.each([-0.7, -0.2, 0.5])("holds the same with %s for several points and 0.5 for one, by either work and end", (restitution) => {
    const random = createRandom(SEED + 3);
    const wrong: string[] = [];
    for (const { draw, name } of gentle(oneBodyFamilies))
      for (let n = 0; n < 15; n++) {
        const { problem } = draw(random);
        const outcome = solveMultipoint(problem, { restitution: [0.5, restitution] });
        const { complaints } = judge(problem, outcome);
        if (complaints.length > 0) wrong.push(`${name} ${n}: ${complaints.join("; ")}`);
      }
    expect(wrong).toEqual([]);
  });

  it("each stage ends with the part 1 - e^2 of the work of compression, and the work of all is the change of energy", () => {
    fc.assert(
      fc.property(sceneOf(gentle(oneBodyFamilies)), ({ problem }) => {
        const { stages, energy, warnings } = solveMultipoint(problem);
        fc.pre(!warnings.some(({ code }) => code === "not-converged" || code === "lock"));
        const size = energy.before;
        let work = 0;
        for (const { compressionWork, finalWork, frictionWork, restitution } of stages!) {
          expect(compressionWork).toBeLessThanOrEqual(0);
          expect(Math.abs(finalWork - (1 - restitution * restitution) * compressionWork)).toBeLessThanOrEqual(1e-10 * size);
          expect(frictionWork).toBeLessThanOrEqual(1e-12 * size);
          work += finalWork + frictionWork;
        }
        expect(Math.abs(energy.after - energy.before - work)).toBeLessThanOrEqual(1e-10 * size);
        expect(Math.abs(stages!.reduce((sum, { finalWork }) => sum + finalWork, 0) + energy.restitutionLoss)).toBeLessThanOrEqual(
          1e-10 * size,
        );
      }),
      runs(100),
    );
  });

  it("adding points to an edge that strikes leaves the motion as it is (004 Fig. 6.10)", () => {
    // 2.5 kg, 1.5 x 1.5 x 1 m, rolled by -0.2, falling at 4.11 m/s: the lower edge strikes with 2 to 5 points.
    const turn = quaternion.fromAxisAngle([1, 0, 0], -0.2)!;
    const mass = 2.5;
    const box: RigidBody = {
      mass,
      inertia: [(mass * (2.25 + 1)) / 12, (mass * (2.25 + 1)) / 12, (mass * 4.5) / 12],
      position: [0, 0, 0],
      orientation: turn,
      velocity: [0, 0, -4.11],
    };
    const motions = [2, 3, 4, 5].map((count) => {
      const contacts = Array.from(
        { length: count },
        (_, i): BodyContact => ({
          between: ["box", "floor"],
          point: quaternion.rotate(turn, [-0.75 + (1.5 * i) / (count - 1), 0.75, -0.5]),
          normal: [0, 0, 1],
          friction: 0.2,
          restitution: 0.5,
        }),
      );
      const { problem } = contactProblemFromBodies({ box, floor: "fixed" }, contacts);
      const outcome = solveMultipoint(problem);
      const [stage] = outcome.stages!;
      expect(stage.compressionWork).toBeCloseTo(-9.632, 3);
      expect(stage.finalWork).toBeCloseTo(-7.224, 3);
      expectEach(normalsOf(problem, outcome.impulse), new Array(count).fill([3.5153, 2.3435, 1.7577, 1.4061][count - 2]), 1e-4);
      return velocitiesAfter({ box, floor: "fixed" }, contacts, outcome.impulse).box;
    });
    for (const motion of motions.slice(1)) {
      expectEach(motion.velocity, motions[0].velocity, 1e-9);
      expectEach(motion.angularVelocity, motions[0].angularVelocity, 1e-9);
    }
  });

  describe("planar, by hand", () => {
    const planar = (
      mass: number,
      moment: number,
      speeds: number[],
      touches: [x: number, y: number, nx: number, ny: number][],
      friction: number,
      restitution: number,
    ) =>
      contactProblemFromCoordinates(
        {
          massMatrix: [
            [mass, 0, 0],
            [0, mass, 0],
            [0, 0, moment],
          ],
          jacobian: touches.flatMap(([x, y, nx, ny]) => [
            [ny, -nx, -x * nx - y * ny],
            [nx, ny, x * ny - y * nx],
          ]),
          speeds,
          places: touches.map(([x, y, nx, ny]) => ({
            point: [x, y],
            axes: [
              [ny, -nx],
              [nx, ny],
            ],
          })),
        },
        touches.map(() => ({ friction, restitution })),
      );
    const speedsAfter = (
      mass: number,
      moment: number,
      speeds: number[],
      touches: [x: number, y: number, nx: number, ny: number][],
      impulse: readonly number[],
    ) => {
      const change = [0, 0, 0];
      touches.forEach(([x, y, nx, ny], i) => {
        const [px, py] = [ny * impulse[2 * i] + nx * impulse[2 * i + 1], -nx * impulse[2 * i] + ny * impulse[2 * i + 1]];
        change[0] += px / mass;
        change[1] += py / mass;
        change[2] += (x * py - y * px) / moment;
      });
      return speeds.map((speed, i) => speed + change[i]);
    };

    it("a disc in a right angle without friction is pushed alike by both sides", () => {
      for (const e of [0, 0.5, 1]) {
        const problem = planar(
          2,
          1,
          [-0.5, -1, 0],
          [
            [0, -1, 0, 1],
            [-1, 0, 1, 0],
          ],
          0,
          e,
        );
        const { impulse, stages } = solveMultipoint(problem);
        const [stage] = stages!;
        // Each side p: normal velocities -1 + p/2 and -0.5 + p/2, and compression ends where they add up to nothing.
        expect(stage.compressionImpulse).toBeCloseTo(3, 12);
        expect(stage.finalImpulse).toBeCloseTo(3 * (1 + e), 12);
        if (stages!.length === 1) expect(impulse[1]).toBeCloseTo(impulse[3], 12);
      }
    });

    it("a block striking with one end after rocking: the far point keeps (1 - e) / 2 of its speed before the second stage", () => {
      // Points far enough apart for no coupling: m x^2 = moment.
      const [mass, moment] = [2, 0.5];
      const x = Math.sqrt(moment / mass);
      for (const e of [0, 0.3, 0.8]) {
        const problem = planar(
          mass,
          moment,
          [0, -0.5, -0.5 / x],
          [
            [-x, -0.1, 0, 1],
            [x, -0.1, 0, 1],
          ],
          0,
          e,
        );
        const { stages, events } = solveMultipoint(problem);
        expect(stages!.length).toBeGreaterThan(1);
        const between = events.find(({ kind }) => kind === "stage-end")!;
        expect(between.velocity[3]).toBeCloseTo((-(1 - e) / 2) * 1, 12);
      }
    });

    const [mass, width, height] = [2.5, 0.1087, 0.0645];
    const moment = (mass * (width * width + height * height)) / 12;
    const corners: [number, number, number, number][] = [
      [-width / 2, -height / 2, 0, 1],
      [width / 2, -height / 2, 0, 1],
    ];
    it.each([
      [0, -0.8, 0.6667],
      [0.35, -0.863, 0.623],
    ])("a rocking block with friction %s and the freeze rule (004 Table 4.1)", (friction, both, one) => {
      const problem = planar(mass, moment, [0.344, -0.5, -9.199], corners, friction, 0.5);
      const { velocity, stages } = solveMultipoint(problem, { chain: "freeze", restitution: [one, both] });
      const before = problem.velocity[3];
      expect(velocity[1] / before).toBeCloseTo(-0.1, 3);
      expect(velocity[3] / before).toBeCloseTo(-0.6, 3);
      expect(stages!.map(({ contacts }) => contacts)).toEqual([[0, 1], [1]]);
    });
    it("a rocking block with the rigid rule has three stages", () => {
      const problem = planar(mass, moment, [0.344, -0.5, -9.199], corners, 0, 0.5);
      const { velocity, stages } = solveMultipoint(problem, { restitution: [0.6667, -0.8] });
      const before = problem.velocity[3];
      expect(stages!.length).toBe(3);
      expect(velocity[1] / before).toBeCloseTo(-0.312, 3);
      expect(velocity[3] / before).toBeCloseTo(-0.305, 3);
    });

    const corner: [number, number, number, number][] = [
      [0, -0.5, 0, 1],
      [0.5, 0, -1, 0],
    ];
    it("a ball in a corner as published (004 Fig. 4.10), in its literal mode", () => {
      const speeds = [8, -4.43, 0];
      const problem = planar(1, 0.125, speeds, corner, 0.35, 0.5);
      const { impulse, stages } = solveMultipoint(problem, { normalWork: "published", termination: "poisson", reference: 0 });
      expectEach(speedsAfter(1, 0.125, speeds, corner, impulse), [-5.504, 4.893, -9.786], 6e-4);
      expectEach([impulse[1], impulse[3]], [11.413512, 13.148398], 2e-4);
      // In wall impulse 2.647816 the wall's slip stops, at 3.184583 the ground's, which then reverses.
      expect(stages![0].phases.map(({ modes }) => modes)).toEqual([
        ["slip", "slip"],
        ["slip", "stick"],
        ["slip", "stick"],
      ]);
    });
    it("and by the true work and the energetic end", () => {
      const speeds = [8, -4.43, 0];
      const problem = planar(1, 0.125, speeds, corner, 0.35, 0.5);
      const outcome = solveMultipoint(problem, { reference: 0 });
      expectEach(speedsAfter(1, 0.125, speeds, corner, outcome.impulse), [-1.31, 3.73, -7.46], 1e-2);
      expect(judge(problem, outcome).complaints).toEqual([]);
    });
  });

  it("warns of mixed coefficients and takes the smallest", () => {
    const { problem } = drop(4, 0.2, 0.5);
    const mixed = withContacts(problem, (contact, i) => ({ ...contact, restitution: 0.5 + 0.1 * i }));
    const outcome = solveMultipoint(mixed);
    expect(codes(outcome)).toContain("mixed-restitution");
    expectEach(outcome.impulse, solveMultipoint(problem).impulse, 1e-14);
    expect(codes(solveMultipoint(mixed, { restitution: 0.5 }))).not.toContain("mixed-restitution");
  });

  it("is not touched by a wall that the body leaves", () => {
    for (const friction of [0, 0.2]) {
      const { bodies, contacts, problem } = drop(4, friction, 0.5, [1.5, 0.3, -SPEED]);
      const { impulse } = solveMultipoint(problem);
      const wall: BodyContact = { between: ["box", "wall"], point: [-0.3, 0, 0.1], normal: [1, 0, 0], friction: 0.5, restitution: 0.5 };
      const other = solveMultipoint(contactProblemFromBodies({ ...bodies, wall: "fixed" }, [...contacts, wall]).problem);
      expect(other.impulse.slice(-3)).toEqual([0, 0, 0]);
      expectEach(other.impulse.slice(0, -3), impulse, 1e-12);
      expect(other.slip.at(-1)).toBe("untouched");
    }
  });

  it("refuses contacts of several bodies, contacts without places and contacts in one point", () => {
    const scene = row(ones(3), first(3));
    expect(multipoint.inapplicable(scene.problem)).toBe("its contacts do not belong to one rigid body");
    const { places, ...placeless } = drop(4, 0, 1).problem;
    expect(multipoint.inapplicable(placeless)).toBe("it needs the places of the contacts");
    expect(multipoint.inapplicable({ ...placeless, places: places! })).toBeUndefined();
    const ball: RigidBody = { mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0], velocity: [-1, 0, -1] };
    const point: Vec3 = [0, 0, -0.5];
    const twice = contactProblemFromBodies({ ball, floor: "fixed", wall: "fixed" }, [
      { between: ["ball", "floor"], point, normal: [0, 0, 1], friction: 0, restitution: 1 },
      { between: ["ball", "wall"], point, normal: [1, 0, 0], friction: 0, restitution: 1 },
    ]).problem;
    const refused = multipoint.inapplicable(twice) !== undefined || throws(() => solveMultipoint(twice));
    expect(refused).toBe(true);
  });
});

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
