import fc from "fast-check";
import { expect, it } from "vitest";
import { cross, dot, norm, normalize, type Vec3 } from "../../../math/vec3.js";
import { between } from "../../../testing/between.js";
import type { SlipNode, SlipSystem } from "../slip-system.js";
import { solveTurningSlip } from "./turning-slip.js";

const UP: Vec3 = [0, 0, 1];
const MU = 0.5;

/** A node pushed by 1 N and pulled along by more than friction holds, in a direction of the plane. */
function pulled(excess: number, angle: number, radius?: number): SlipNode {
  const direction: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
  const along = MU * excess;
  return {
    trialForce: [along * direction[0], along * direction[1], 1],
    normal: UP,
    direction,
    friction: MU,
    ...(radius === undefined ? {} : { radius }),
  };
}

/** Springs to the ground, of different stiffness in x, y and z, and weaker ones between the nodes. */
function springs(count: number, stiffness: Vec3, coupling = 0): Float64Array {
  const size = 3 * count;
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      if (row % 3 === column % 3) matrix[row * size + column] = stiffness[row % 3] * (row === column ? 1 : -coupling);
      else if (Math.floor(row / 3) !== Math.floor(column / 3)) matrix[row * size + column] = 0.3 * coupling * stiffness[0];
    }
  return matrix;
}

it("slides straight where the springs are alike in all directions", () => {
  const { displacement, force } = solveTurningSlip({ nodes: [pulled(1.3, 0.7)], stiffness: springs(1, [100, 100, 150]) }, [1e-4])!;
  // |F| - 100 d = mu.
  const slides = (0.65 - 0.5) / 100;
  expect(displacement[0]).toBeCloseTo(-slides * Math.cos(0.7), 15);
  expect(displacement[1]).toBeCloseTo(-slides * Math.sin(0.7), 15);
  expect(Math.sqrt(force[0] ** 2 + force[1] ** 2)).toBeCloseTo(0.5, 13);
});

it("turns towards the softer direction: the sum of spring and friction is what pulls", () => {
  const node = pulled(1.5, 0.7);
  const { displacement } = solveTurningSlip({ nodes: [node], stiffness: springs(1, [100, 25, 150]) }, [1e-3])!;
  const [x, y] = displacement as unknown as [number, number];
  const length = Math.sqrt(x * x + y * y);
  // F + K u = mu times the direction against the slip: (k d + mu) times each component of the slip's direction.
  expect(-(100 * length + MU) * (x / length)).toBeCloseTo(node.trialForce[0], 12);
  expect(-(25 * length + MU) * (y / length)).toBeCloseTo(node.trialForce[1], 12);
  expect(Math.atan2(-y, -x)).toBeGreaterThan(0.75);
});

it("ends on the cone, with friction against the way there, for several nodes on tables and fingers", () => {
  let turned = 0;
  const draw = fc.array(fc.tuple(between(1.05, 1.8), between(-3, 3), fc.boolean(), between(0.02, 0.2)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(draw, between(0.2, 1), between(0, 0.2), (given, softer, coupling) => {
      const nodes = given.map(([excess, angle, onFinger, radius]) => pulled(excess, angle, onFinger ? radius : undefined));
      const system: SlipSystem = { nodes, stiffness: springs(nodes.length, [100, 100 * softer, 150], coupling) };
      const found = solveTurningSlip(
        system,
        nodes.map(() => 1e-3),
      );
      fc.pre(found !== undefined);
      nodes.forEach(({ normal, radius, direction }, k) => {
        const f = found.force.slice(3 * k, 3 * k + 3) as unknown as Vec3;
        const u = found.displacement.slice(3 * k, 3 * k + 3) as unknown as Vec3;
        const end: Vec3 = radius === undefined ? normal : [u[0] / radius, u[1] / radius, 1 + u[2] / radius];
        // It stays on its obstacle.
        if (radius === undefined) expect(u[2]).toBe(0);
        expect(norm(end)).toBeCloseTo(1, 13);
        const push = dot(f, end);
        const across = (v: Vec3): Vec3 => v.map((x, i) => x - dot(v, end) * end[i]) as unknown as Vec3;
        const [friction, slip] = [across(f), across(u)];
        expect(push).toBeGreaterThan(0);
        expect(norm(friction)).toBeCloseTo(MU * push, 11);
        expect(dot(friction, slip)).toBeLessThan(0);
        expect(norm(cross(friction, normalize(slip)!))).toBeLessThan(1e-10);
        if (norm(cross(direction, normalize([u[0], u[1], 0])!)) > 0.02) turned++;
      });
    }),
    { numRuns: 60 },
  );
  expect(turned).toBeGreaterThan(20);
});
