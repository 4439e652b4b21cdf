import { describe, expect, it } from "vitest";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame, toFrame } from "../mechanics/contact-frame.js";
import { flyFor } from "./flight.js";
import { type PlannedHit, planHit } from "./plan.js";
import { hitSensitivity } from "./sensitivity.js";
import { strike } from "./strike.js";
import { type Hit, type HitTask, readHit } from "./task.js";

const RADIUS = 0.04;
const INERTIA = 0.4 * 0.15 * RADIUS * RADIUS;
const ball: HitTask["object"] = {
  mass: 0.15,
  inertia: [INERTIA, INERTIA, INERTIA],
  position: [0, 0, 1],
  velocity: [-12, 0.5, -1],
  angularVelocity: [3, 20, -5],
};
const normal: Vec3 = [0.8, 0, 0.6];
const task: HitTask = {
  object: ball,
  bat: { position: vec3.addScaled(ball.position, normal, -(RADIUS + 0.03)), mass: 1, inertia: [0.05, 0.05, 0.002] },
  contact: { point: vec3.addScaled(ball.position, normal, -RADIUS), normal, friction: 0.4, restitution: 0.5 },
  target: [8, 1, 1.5],
};

function planned(hit: Hit): PlannedHit {
  const plan = planHit(hit);
  if (plan.status !== "solved") throw new Error(plan.reason);
  return plan.hit;
}

/** Where a changed task sends the object with a bat that moves as planned, off the target, in the target plane. */
function offOf(changed: HitTask, hit: PlannedHit, plane: { right: Vec3; up: Vec3 }, motion = hit.bat!.leastNorm): [number, number] {
  const read = readHit(changed);
  const { velocity, angularVelocity } = motion;
  const arm = vec3.subtract(changed.contact.point, changed.bat!.position);
  const point = vec3.add(velocity, vec3.cross(angularVelocity, arm));
  const before = vec3.subtract(read.pointVelocity, toFrame(read.frame, point));
  const departure = vec3.addScaled(read.before, strike(read.contact, before), 1 / read.mass);
  const end = vec3.add(changed.object.position, fromFrame(read.frame, flyFor(read, departure, hit.flightTime)));
  const off = vec3.subtract(end, changed.target);
  return [vec3.dot(off, plane.right), vec3.dot(off, plane.up)];
}

describe("the contact follows from the shapes", () => {
  it("a ball that meets a flat bat elsewhere keeps its normal through its centre", () => {
    const { bat: _bat, ...rest } = task;
    const held: HitTask = {
      ...rest,
      bat: { position: task.bat!.position },
      contact: { ...task.contact, surfaces: { object: { radius: RADIUS }, bat: {} } },
    };
    const hit = readHit(held);
    const found = planned(hit);
    const still = {
      velocity: vec3.add(
        found.bat!.leastNorm.velocity,
        vec3.cross(found.bat!.leastNorm.angularVelocity, vec3.subtract(held.contact.point, held.bat!.position)),
      ),
      angularVelocity: vec3.ZERO,
    };
    // A bat that nothing slows and that does not turn is the same everywhere.
    const { rows } = hitSensitivity(hit, found, {}, { ...found.bat!.leastNorm, ...still });
    for (const { what, miss } of rows) if (what.startsWith("contactPoint")) expect(miss).toBeLessThan(1e-9);
    const moved = hitSensitivity(readHit({ ...held, contact: task.contact }), found, {}, { ...found.bat!.leastNorm, ...still });
    expect(moved.rows.find(({ what }) => what === "contactPoint.tangent1")!.miss).toBeGreaterThan(0.05);
  });

  it("two balls: the line of their centres is the normal", () => {
    const surfaces = { object: { radius: RADIUS }, bat: { radius: 0.03 } };
    const hit = readHit({ ...task, contact: { ...task.contact, surfaces } });
    const found = planned(hit);
    const error = 1e-5;
    const { rows, right, up } = hitSensitivity(hit, found, { contactPoint: error });
    for (const axis of ["tangent1", "tangent2"] as const) {
      const position = vec3.addScaled(task.bat!.position, hit.frame[axis], -error);
      const line = vec3.normalize(vec3.subtract(ball.position, position))!;
      const contact = { ...task.contact, normal: line, point: vec3.addScaled(ball.position, line, -RADIUS) };
      const [x, y] = offOf({ ...task, bat: { ...task.bat!, position }, contact }, found, { right, up });
      const { more, miss } = rows.find(({ what }) => what === `contactPoint.${axis}`)!;
      expect(Math.hypot(more[0] - x, more[1] - y)).toBeLessThan(1e-3 * miss);
      expect(miss).toBeGreaterThan(1e-5);
    }
  });

  it("a cylinder is curved across its axis alone", () => {
    const contact = { ...task.contact, surfaces: { object: { radius: RADIUS }, bat: { radius: 0.03, axis: [0, 1, 0] as const } } };
    const flat = { ...task.contact, surfaces: { object: { radius: RADIUS }, bat: {} } };
    const round = { ...task.contact, surfaces: { object: { radius: RADIUS }, bat: { radius: 0.03 } } };
    const tangent: Vec3 = [0, 1, 0];
    const missOf = (surfaces: HitTask["contact"], what: string) => {
      const hit = readHit({ ...task, contact: { ...surfaces, tangent } });
      return hitSensitivity(hit, planned(hit)).rows.find((row) => row.what === what)!.miss;
    };
    expect(missOf(contact, "contactPoint.tangent1")).toBeCloseTo(missOf(flat, "contactPoint.tangent1"), 12);
    expect(missOf(contact, "contactPoint.tangent2")).toBeCloseTo(missOf(round, "contactPoint.tangent2"), 12);
  });
});

describe("errors of the object's velocity, spin and of timing", () => {
  const surfaces = { object: { radius: RADIUS }, bat: { radius: 0.03 } };
  const given = { ...task, contact: { ...task.contact, surfaces } };
  const hit = readHit(given);
  const found = planned(hit);

  it("are those of the object that comes otherwise", () => {
    const { rows, right, up } = hitSensitivity(hit, found, { objectVelocity: 0.1, objectSpin: 2 });
    const [velocity, spin] = [rows.find(({ what }) => what === "objectVelocity.z")!, rows.find(({ what }) => what === "objectSpin.y")!];
    const faster = offOf({ ...task, object: { ...ball, velocity: [-12, 0.5, -0.9] } }, found, { right, up });
    const turning = offOf({ ...task, object: { ...ball, angularVelocity: [3, 22, -5] } }, found, { right, up });
    velocity.more.forEach((value, i) => {
      expect(value).toBeCloseTo(faster[i], 10);
    });
    spin.more.forEach((value, i) => {
      expect(value).toBeCloseTo(turning[i], 10);
    });
    expect(rows).toHaveLength(12);
  });

  it("a bat that is late meets an object that is further on", () => {
    const late = 1e-6;
    const motion = found.bat!.translation;
    const { rows, right, up } = hitSensitivity(hit, found, { timing: late }, motion);
    // Both move straight on until they touch: centres RADIUS + 0.03 apart.
    const { velocity } = motion;
    const gapAt = (time: number) => {
      const object = vec3.addScaled(ball.position, ball.velocity!, time);
      const bat = vec3.addScaled(task.bat!.position, velocity, time - late);
      return { object, bat, gap: vec3.norm(vec3.subtract(object, bat)) - RADIUS - 0.03 };
    };
    let [from, to] = [-10 * late, 10 * late];
    for (let i = 0; i < 60; i++) {
      const middle = 0.5 * (from + to);
      if (gapAt(middle).gap > 0) from = middle;
      else to = middle;
    }
    const { object, bat } = gapAt(from);
    const line = vec3.normalize(vec3.subtract(object, bat))!;
    const contact = { ...task.contact, normal: line, point: vec3.addScaled(object, line, -RADIUS) };
    const [x, y] = offOf(
      { ...task, object: { ...ball, position: object }, bat: { ...task.bat!, position: bat }, contact },
      found,
      { right, up },
      motion,
    );
    const { more, miss } = rows.find(({ what }) => what === "timing")!;
    expect(Math.hypot(more[0] - x, more[1] - y)).toBeLessThan(1e-3 * miss);
  });
});
