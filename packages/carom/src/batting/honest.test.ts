/** Plans that are the least there is, and that somebody could carry out. */
import { expect, it } from "vitest";
import { exp, log } from "../math/elementary.js";
import * as mat3 from "../math/mat3.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { energyMatrix } from "./bat-motion.js";
import { solutionCurve } from "./flight.js";
import { FASTEST_CONTACT, planHit } from "./plan.js";
import { reachableTimes } from "./reach.js";
import { hitsByTime } from "./search.js";
import { turnBat } from "./sensitivity.js";
import { type Hit, type HitTask, readHit } from "./task.js";

function randomTask(random: () => number, round: boolean): HitTask {
  const within = (low: number, high: number) => low + (high - low) * random();
  const radius = 0.04;
  const inertia = 0.4 * 0.15 * radius * radius;
  const normal = vec3.normalize([within(0.3, 1), within(-0.4, 0.4), within(-0.4, 0.8)])!;
  const object: HitTask["object"] = {
    mass: 0.15,
    inertia: round ? [inertia, inertia, inertia] : [inertia * within(0.5, 1.2), inertia, inertia * 1.1],
    position: [0, 0, 1],
    velocity: [within(-15, 0), within(-1, 1), within(-2, 2)],
    angularVelocity: [within(-20, 20), within(-20, 20), within(-20, 20)],
  };
  const corner = (): Vec3 => [within(-radius, radius), within(-radius, radius), 1 + within(-radius, radius)];
  const point = round ? vec3.addScaled(object.position, normal, -radius) : corner();
  const mass = within(0.3, 2);
  const position: Vec3 = [point[0] + within(-0.3, 0.3), point[1] + within(-0.3, 0.3), point[2] + within(-0.3, 0.3)];
  const contact = { point, normal, friction: within(0.1, 0.9), restitution: within(0.2, 0.9) };
  const target: Vec3 = [within(2, 12), within(-3, 3), within(0, 4)];
  return { object, bat: { mass, inertia: [0.05, 0.05, 0.002], position }, contact, target };
}

/** The least energy of 400 hits on each stretch of flight times. */
function scannedEnergy(hit: Hit): number {
  const { tangent1, tangent2, normal } = hit.frame;
  const matrix = mat3.rotateTensor(mat3.transpose(mat3.fromColumns(tangent1, tangent2, normal)), energyMatrix(hit)!);
  const curve = solutionCurve(hit);
  const hits = hitsByTime(hit, curve, { matrix, centre: hit.pointVelocity });
  const values = reachableTimes(hit, curve).flatMap(({ from, to }) =>
    Array.from({ length: 400 }, (_, i) => hits(exp(log(from) + ((i + 0.5) / 400) * log(to / from)))?.value ?? Number.POSITIVE_INFINITY),
  );
  return Math.min(...values);
}

it("bat-energy is the least: no hit at another flight time takes less", () => {
  const random = createRandom(5);
  let solved = 0;
  for (let i = 0; i < 150; i++) {
    const hit = readHit(randomTask(random, i % 2 === 0));
    const plan = planHit(hit, { objective: "bat-energy" });
    if (plan.status !== "solved") continue;
    solved++;
    expect(plan.hit.bat!.leastEnergy!.energy).toBeLessThanOrEqual(scannedEnergy(hit) * (1 + 1e-6));
  }
  expect(solved).toBeGreaterThan(80);
});

it("plans keep to a contact speed of 1e4 m/s unless told otherwise", () => {
  const random = createRandom(9);
  let fast = 0;
  for (let i = 0; i < 300 && fast < 3; i++) {
    const task = randomTask(random, true);
    const { axis, angle } = planTurn(task) ?? {};
    if (axis === undefined || angle === undefined) continue;
    // Turned until the target is only just inside the cone.
    const hit = readHit(turnBat(task, axis, angle * (1 + 1e-9)));
    const plan = planHit(hit);
    if (plan.status === "solved") expect(plan.hit.contactSpeed).toBeLessThanOrEqual(FASTEST_CONTACT * (1 + 1e-9));
    else if (plan.nearest !== undefined) {
      fast++;
      expect(plan.reason).toMatch(/the limits are in the way: the least it takes is a contact speed of/);
      expect(planHit(hit, { limits: { contactSpeed: 1e300 } }).status).toBe("solved");
    }
  }
  expect(fast).toBe(3);
});

function planTurn(task: HitTask) {
  const plan = planHit(readHit(task));
  return plan.status === "unreachable" ? plan.turn : undefined;
}

it("the turn of the bat says where only flights without end come near it", () => {
  // Straight down on a ball at rest, which shall go sideways: the shorter the flight, the flatter the impulse.
  const object = { mass: 0.15, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 1] } as const;
  const contact = { point: [0, 0, 1.04], normal: [0, 0, -1], friction: 0.3, restitution: 0.5 } as const;
  const plan = planHit(readHit({ object, bat: { position: [0, 0, 1.1] }, contact, target: [5, 0, 1] }));
  if (plan.status !== "unreachable") throw new Error("reachable");
  expect(plan.turn!.limit).toBe("shorter");
  // A right angle less the angle of friction, as if the ball flew straight.
  expect(plan.turn!.angle).toBeCloseTo(0.5 * Math.PI - Math.atan(0.3), 12);
  expect(plan.reason).toMatch(/turned by 73\.3 degrees and more, the shorter and faster the flight the less/);
});
