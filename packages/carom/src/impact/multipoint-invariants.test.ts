/** What `multipoint` holds over random scenes and in symmetric ones without a reference: no order, no axes, no hand. */
import { describe, expect, it } from "vitest";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import { type BodyContact, contactProblemFromBodies, velocitiesAfter } from "../mechanics/from-bodies.js";
import { distance, norm } from "../testing/agreement.js";
import { shuffled } from "../testing/scenes/random.js";
import { inOtherWorld, reordered } from "../testing/scenes/transform.js";
import { commonPlaneFamilies, cornerFamilies, gentle, oneBodyFamilies } from "../testing/scenes.js";
import { planarProblem } from "./multipoint/planar-body.test.data.js";
import { solveMultipoint } from "./multipoint.js";

const SEED = 20_261_117;
const SCENES = 28;

describe("random scenes", () => {
  it.each(gentle(oneBodyFamilies))("$name: the order of the contacts changes nothing", ({ draw }) => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < SCENES; n++) {
      const { problem } = draw(random);
      const other = reordered(problem, shuffled(random, [...problem.contacts.keys()]));
      const again = other.back(solveMultipoint(other.problem).velocity);
      const off = distance(again, solveMultipoint(problem).velocity) / norm(problem.velocity);
      if (!(off <= 1e-9)) wrong.push(`scene ${n}: ${off.toExponential(1)}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(gentle([...commonPlaneFamilies, ...cornerFamilies]))("$name: turning and mirroring the world changes nothing", ({ draw }) => {
    const random = createRandom(SEED);
    const wrong: string[] = [];
    for (let n = 0; n < SCENES; n++) {
      const scene = draw(random);
      const turn = quaternion.normalize([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5] as unknown as Quaternion)!;
      const other = inOtherWorld(scene, turn, n % 2 === 0);
      const after = velocitiesAfter(scene.bodies, scene.contacts, solveMultipoint(scene.problem).impulse);
      const seen = velocitiesAfter(other.scene.bodies, other.scene.contacts, solveMultipoint(other.scene.problem).impulse);
      const speed = norm(scene.problem.velocity);
      for (const [name, motion] of Object.entries(after)) {
        const off = distance(seen[name].velocity, other.move(motion).velocity) / speed;
        if (!(off <= 1e-9)) wrong.push(`scene ${n}: ${off.toExponential(1)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("two contacts that face the same way share as in the source, whichever of them is the reference", () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 40; n++) {
      // Steps: one is higher than the other.
      const touches = [
        [-0.5, -0.4, 0, 1],
        [0.5, -0.4 + 0.6 * random(), 0, 1],
      ] as const;
      const speeds = [4 * random() - 2, -1 - random(), 2 * random() - 1] as const;
      const problem = planarProblem({ mass: 1.5, moment: 0.2, touches, speeds }, { friction: random(), restitution: random() });
      const { velocity } = solveMultipoint(problem);
      for (const reference of [0, 1]) {
        const outcome = solveMultipoint(problem, { reference });
        expect(distance(outcome.velocity, velocity)).toBeLessThanOrEqual(1e-9 * norm(problem.velocity));
        expect(outcome.warnings.map(({ code }) => code)).not.toContain("reference-contact");
      }
    }
  });
});

const NORMALS: readonly Vec3[] = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
];

/** A ball of radius 0.5 m that comes into the corner of three planes, listed in an order. */
function inCorner(velocity: Vec3, order: readonly number[], friction: number) {
  const body = { mass: 1, inertia: [0.1, 0.1, 0.1] as const, position: [0.5, 0.5, 0.5] as const, velocity };
  const contacts = order.map((i): BodyContact => {
    const [x, y, z] = NORMALS[i];
    const point: Vec3 = [0.5 - 0.5 * x, 0.5 - 0.5 * y, 0.5 - 0.5 * z];
    return { between: ["ball", "walls"], point, normal: NORMALS[i], friction, restitution: 0.5 };
  });
  const bodies = { ball: { ...body, orientation: [0, 0, 0, 1] as const, angularVelocity: [0, 0, 0] as const }, walls: "fixed" as const };
  const { problem } = contactProblemFromBodies(bodies, contacts);
  return { problem, after: (impulse: readonly number[]) => velocitiesAfter(bodies, contacts, impulse).ball };
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

describe("a corner of three planes", () => {
  it.each([0, 0.2, 0.5])("entered along its diagonal: equal impulses, no spin, e a sqrt((1 - sqrt2 mu)/(1 + sqrt2 mu)), mu = %s", (mu) => {
    const { problem, after } = inCorner([-1, -1, -1], [0, 1, 2], mu);
    const { impulse } = solveMultipoint(problem);
    expect(impulse[5]).toBeCloseTo(impulse[2], 12);
    expect(impulse[8]).toBeCloseTo(impulse[2], 12);
    const { velocity, angularVelocity } = after(impulse);
    const speed = 0.5 * Math.sqrt((1 - Math.SQRT2 * mu) / (1 + Math.SQRT2 * mu));
    for (const component of velocity) expect(component).toBeCloseTo(speed, 9);
    for (const component of angularVelocity) expect(component).toBeCloseTo(0, 9);
  });

  it("ball-in-three-planes leaves in one way, in whichever order the planes are listed", () => {
    const [first, ...others] = ORDERS.map((order) => {
      const { problem, after } = inCorner([-5, -4, -3], order, 0.35);
      const outcome = solveMultipoint(problem);
      expect(outcome.warnings).toEqual([]);
      return after(outcome.impulse);
    });
    for (const other of others) {
      expect(distance(other.velocity, first.velocity)).toBeLessThanOrEqual(1e-9);
      expect(distance(other.angularVelocity, first.angularVelocity)).toBeLessThanOrEqual(1e-9);
    }
  });

  it("warns where a reference is named and another would change the answer", () => {
    const { problem } = inCorner([-5, -4, -3], [0, 1, 2], 0.35);
    for (const reference of [0, 1, 2])
      expect(solveMultipoint(problem, { reference }).warnings.map(({ code }) => code)).toContain("reference-contact");
    // Without friction all references say the same.
    expect(solveMultipoint(inCorner([-5, -4, -3], [0, 1, 2], 0).problem, { reference: 1 }).warnings).toEqual([]);
  });
});

describe("a groove", () => {
  it.each([
    [30, 0.2, 0.7123891553],
    [45, 0.5, 0.4618802154],
    [60, 0.2, 0.5573832871],
  ])("of planes at %s degrees, mu = %s, leaves no spin", (degrees, friction, expected) => {
    const angle = (degrees * Math.PI) / 180;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const touches = [
      [-0.5 * s, -0.5 * c, s, c],
      [0.5 * s, -0.5 * c, -s, c],
    ] as const;
    const problem = planarProblem({ mass: 1, moment: 0.125, touches, speeds: [0, -1, 0] }, { friction, restitution: 0.8 });
    const { velocity } = solveMultipoint(problem);
    expect(velocity[1]).toBeCloseTo(c * expected, 9);
    expect(velocity[3]).toBeCloseTo(velocity[1], 12);
    // Up along one tangent, down along the other: nothing turns.
    expect(velocity[0]).toBeCloseTo(-velocity[2], 12);
  });
});
