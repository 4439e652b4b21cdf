import { describe, expect, it } from "vitest";
import { multiply } from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { bodyFromShape } from "../mechanics/shapes/index.js";
import { randomHitTask, sourceTask } from "../testing/hit-tasks.js";
import { closedFormHits } from "./closed-form.js";
import { turnBat } from "./sensitivity.js";
import { type HitTask, readHit } from "./task.js";
import { turnToClosedForm } from "./turn.js";

/** m/s. */
const SPEED = 50;

/** The source's task with the bodies it describes instead of a mobility. */
function tetrahedron(target: Vec3): HitTask {
  const { mobility: _mobility, object, ...task } = sourceTask("correct", target);
  const vertices = [
    [0, 0, 0],
    [0.433013, -0.5, 0.25],
    [0.866025, 0.5, 0.5],
    [-0.0334936, -0.25, 0.558013],
  ] as const;
  const { inertia } = bodyFromShape({ type: "tetrahedron", vertices }, { mass: 1, position: [0, 0, 0] }, "object");
  return { ...task, object: { ...object, inertia } };
}

describe("turning the bat until a closed form exists (000 section 4.6)", () => {
  it("is no turn where there is one", () => {
    const random = createRandom(1);
    for (let found = 0; found < 5; ) {
      const hit = readHit(randomHitTask(random));
      const hits = closedFormHits(hit);
      if (hits.length === 0) continue;
      found++;
      expect(turnToClosedForm(hit, { contactSpeed: 1e9 })).toMatchObject({ angle: 0, hits });
    }
  });

  it("finds turns whose closed form hits the target, and no smaller ones do", () => {
    const random = createRandom(2);
    let found = 0;
    for (let n = 0; n < 6; n++) {
      const task = randomHitTask(random);
      const hit = readHit(task);
      if (closedFormHits(hit).length > 0) continue;
      const turn = turnToClosedForm(hit, { contactSpeed: SPEED });
      if (turn === undefined) continue;
      found++;
      expect(turn.hits[0].miss).toBeLessThan(1e-8);
      expect(turn.angle).toBeGreaterThan(0);
      for (let k = 0; k < 60; k++) {
        const axis = vec3.normalize([random() - 0.5, random() - 0.5, random() - 0.5])!;
        const smaller = turn.angle * 0.98 * Math.cbrt(random());
        const hits = closedFormHits(readHit(turnBat(task, axis, smaller)));
        expect(hits.filter(({ velocity }) => vec3.norm(velocity) <= SPEED)).toEqual([]);
      }
    }
    expect(found).toBeGreaterThan(2);
  });

  it("of the target of figure 4.3, which has no closed form as it is", () => {
    const task = tetrahedron([5, 0.342052, -2.53565]);
    expect(closedFormHits(readHit(task))).toEqual([]);
    const least = turnToClosedForm(readHit(task))!;
    expect(least.angle).toBeGreaterThan(0);
    expect(least.hits[0].miss).toBeLessThan(1e-9);
    // The same in a scene turned by a quarter about the vertical.
    const quarter = ([x, y, z]: Vec3): Vec3 => [-y, x, z];
    const { object, bat, contact, target } = task;
    const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    const turned = turnToClosedForm(
      readHit({
        ...task,
        object: { ...object, orientation: turn, position: quarter(object.position), velocity: quarter(object.velocity!) },
        bat: { ...bat!, position: quarter(bat!.position), orientation: multiply(turn, bat!.orientation!) },
        contact: { ...contact, normal: quarter(contact.normal), tangent: quarter(contact.tangent!) },
        target: quarter(target),
      }),
    )!;
    expect(Math.abs(turned.angle - least.angle)).toBeLessThan(1e-3);
  });

  it("needs bodies, and flights without drag", () => {
    expect(() => turnToClosedForm(readHit(sourceTask("table")))).toThrow("mobility");
    expect(() => turnToClosedForm(readHit({ ...tetrahedron([5, 0, -2]), drag: 0.1 }))).toThrow("drag");
    expect(() => turnToClosedForm(readHit(tetrahedron([5, 0, -2])), { most: 0 })).toThrow("most");
  });
});
