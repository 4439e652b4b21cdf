import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveFrictional } from "../impact/frictional.js";
import { completeSlipContact, createSlipContact } from "../impact/slip/contact.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame } from "../mechanics/contact-frame.js";
import { between } from "../testing/between.js";
import { randomHitTask, sourceTask } from "../testing/hit-tasks.js";
import { approachSpeed, closedFormHits, publishedApproach } from "./closed-form.js";
import { impulseCones } from "./cones.js";
import { createDeparture, solutionCurve } from "./flight.js";
import { type HitTask, readHit } from "./task.js";
import { checkForward } from "./verify.js";

const close = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance);
  });
};

describe("published figures", () => {
  it("has the edges of the cones of figures 4.2 and 4.3, all digits", () => {
    const table = readHit(sourceTask("table"));
    const world = (edge: Vec3) => fromFrame(table.frame, edge);
    const [first, second] = impulseCones(table.contact);
    close(world(first.afterStop), [0.76538, -0.0959546, 0.674322], 5e-6);
    close(world(first.slide), [0.645227, -0.234504, 0.882434], 5e-7);
    close(world(second.slide), [1.10631, -0.138026, 0.0838131], 5e-6);
    const figure = readHit(sourceTask("figure"));
    close(fromFrame(figure.frame, impulseCones(figure.contact)[0].afterStop), [0.775021, -0.0875276, 0.657624], 5e-7);
    const slides = impulseCones(figure.contact).map(({ slide }) =>
      vec3.subtract(fromFrame(figure.frame, slide), [0.644738, -0.232654, 0.883281]),
    );
    expect(Math.min(...slides.map(vec3.norm))).toBeLessThan(8e-7);
  });

  it("has the closed-form velocity of table 4.1, all digits, and a second one", () => {
    const hit = readHit(sourceTask("table"));
    const [slowest, fastest, ...more] = closedFormHits(hit);
    expect(more).toEqual([]);
    expect([slowest.case, fastest.case]).toEqual(["1b", "1a"]);
    close(fromFrame(hit.frame, slowest.velocity), [-5.3166, 0.6038, -4.3826], 5e-5);
    close(fromFrame(hit.frame, fastest.velocity), [-16.2322, 4.6998, 9.5233], 5e-5);
    expect(slowest.flightTime).toBeCloseTo(1.2210966, 7);
    for (const { miss } of [slowest, fastest]) expect(miss).toBeLessThan(1e-12);
  });

  it("has no closed form for the target of figure 4.3", () => {
    for (const mobility of ["table", "correct"] as const)
      expect(closedFormHits(readHit(sourceTask(mobility, [5, 0.342052, -2.53565])))).toEqual([]);
  });

  it("misses with the source's approach speed in case 1a", () => {
    const hit = readHit(sourceTask("table"));
    const found = closedFormHits(hit).find((candidate) => candidate.case === "1a")!;
    const cone = impulseCones(hit.contact).find(({ angle }) => angle === found.angle)!;
    const published = publishedApproach(hit.contact, cone, found.stopImpulse, found.restImpulse);
    expect(approachSpeed(hit.contact, cone, found.stopImpulse, found.restImpulse).speed).toBeCloseTo(-found.velocity[2], 12);
    const { miss } = checkForward(hit, [found.velocity[0], found.velocity[1], -published], found.flightTime);
    expect(miss).toBeGreaterThan(0.05);
  });

  it("has the solution curve of figure 4.3, all digits", () => {
    const hit = readHit(sourceTask("table", [5, 0.342052, -2.53565]));
    const departure = createDeparture();
    for (const time of [0.3, 0.9, 2]) {
      solutionCurve(hit)(time, departure);
      const [x, y, z] = fromFrame(hit.frame, departure.impulse);
      expect(y).toBeCloseTo(-0.686376 + 0.0863761 * x, 5);
      expect(z).toBeCloseTo((21.9385 + 1.62241 * x - 0.611205 * x * x) / (x - 1), 3);
    }
  });
});

describe("approach speed", () => {
  const cone = (slideSlope: number, afterStopSlope: number) => ({ slideSlope, afterStopSlope }) as ReturnType<typeof impulseCones>[number];
  const contact = (restitution: number) => Object.assign(createSlipContact(), { restitution });

  it("is continuous where the cases meet, and simple for equal slopes", () => {
    fc.assert(
      fc.property(between(0.1, 1), between(0.2, 5), between(0.2, 5), between(0.1, 3), (e, k1, k2, b) => {
        const c = e * b * Math.sqrt(k1 / k2);
        const [before, after] = [
          approachSpeed(contact(e), cone(k1, k2), b, c * (1 - 1e-9)),
          approachSpeed(contact(e), cone(k1, k2), b, c * (1 + 1e-9)),
        ];
        expect([before.case, after.case]).toEqual(["1a", "1b"]);
        expect(Math.abs(before.speed - after.speed)).toBeLessThan(1e-7 * before.speed);
        expect(approachSpeed(contact(e), cone(k1, k1), b, c).speed).toBeCloseTo((k1 * (b + c)) / (1 + e), 10);
      }),
      { numRuns: 50 },
    );
  });
});

describe("constructed tasks", () => {
  it("finds the hit a task was made from, among all it finds", () => {
    const random = createRandom(5);
    let built = 0;
    while (built < 150) {
      const task = randomHitTask(random);
      const hit = readHit(task);
      const cones = impulseCones(hit.contact).filter(({ kind }) => kind === "centripetal");
      if (hit.canJam) continue;
      const cone = cones[Math.floor(random() * cones.length)];
      const [stop, rest, time] = [0.1 + 3 * random(), 0.1 + 3 * random(), 0.1 + 2 * random()];
      const speed = -cone.radialRate * stop;
      const approach = approachSpeed(hit.contact, cone, stop, rest).speed;
      const velocity: Vec3 = [speed * cone.direction[0], speed * cone.direction[1], -approach];
      const { impulse } = solveFrictional({ ...hit.problem, velocity });
      const expected = vec3.addScaled(vec3.scale(cone.slide, stop), cone.afterStop, rest);
      // Near a repelling direction the last digit of the slip is worth many of the impulse.
      close(impulse, expected, 1e-7 * (stop + rest));
      const departure = vec3.addScaled(hit.before, expected, 1 / hit.mass);
      const place = vec3.addScaled(vec3.scale(departure, time), hit.lift, -0.5 * time * time);
      const target = vec3.add(task.object.position, fromFrame(hit.frame, place));
      const found = closedFormHits(readHit({ ...task, target }));
      const nearest = Math.min(...found.map((candidate) => vec3.norm(vec3.subtract(candidate.velocity, velocity)) / vec3.norm(velocity)));
      expect(nearest).toBeLessThan(1e-7);
      built++;
    }
  });

  it("turns with the scene and does not see the unit of mass", () => {
    const task = sourceTask("correct");
    const [slowest] = closedFormHits(readHit(task));
    const turn = ([x, y, z]: Vec3): Vec3 => [-y, x, z];
    const turned: HitTask = {
      ...task,
      object: { ...task.object, position: turn(task.object.position), velocity: turn(task.object.velocity ?? vec3.ZERO) },
      contact: { ...task.contact, normal: turn(task.contact.normal), tangent: turn(task.contact.tangent ?? vec3.ZERO) },
      target: turn(task.target),
    };
    close(closedFormHits(readHit(turned))[0].velocity, slowest.velocity, 1e-12);
    const heavy: HitTask = {
      ...task,
      object: { ...task.object, mass: 3 },
      mobility: task.mobility!.map((row) => row.map((value) => value / 3)),
    };
    close(closedFormHits(readHit(heavy))[0].velocity, slowest.velocity, 1e-11);
    close(closedFormHits(readHit(heavy))[0].impulse, vec3.scale(slowest.impulse, 3), 1e-11);
  });

  it("takes a ball at any flight time, and the slowest of all", () => {
    const ball: HitTask = {
      object: { mass: 0.058, position: [0, 0, 0], velocity: [-20, 1, -2] },
      contact: { point: [-0.033, 0, 0], normal: [1, 0, 0.2], friction: 0.4, restitution: 0.8 },
      mobility: [
        [3.5 / 0.058, 0, 0],
        [0, 3.5 / 0.058, 0],
        [0, 0, 1 / 0.058],
      ],
      target: [12, 1, 0.5],
    };
    const hit = readHit(ball);
    expect(impulseCones(hit.contact)).toEqual([]);
    const [slowest, ...others] = closedFormHits(hit);
    expect(slowest.miss).toBeLessThan(1e-12);
    const contact = completeSlipContact(hit.contact);
    const departure = createDeparture();
    // Of all flights inside the cone none needs less.
    for (let time = 0.05; time < 3; time += 0.01) {
      solutionCurve(hit)(time, departure);
      const [i1, i2, i3] = departure.impulse;
      if (i3 <= 0 || Math.hypot(i1, i2) > 0.4 * i3) continue;
      expect(Math.hypot(contact.b11 * i1, contact.b11 * i2, (contact.normal * i3) / 1.8)).toBeGreaterThanOrEqual(
        vec3.norm(slowest.velocity) * (1 - 1e-9),
      );
    }
    for (const other of others) expect(vec3.norm(other.velocity)).toBeGreaterThanOrEqual(vec3.norm(slowest.velocity));
  });
});
