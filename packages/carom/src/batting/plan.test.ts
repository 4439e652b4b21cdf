import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { frictionalGradients } from "../impact/frictional.js";
import { createSlipPath } from "../impact/slip/path.js";
import * as mat3 from "../math/mat3.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame, toFrame } from "../mechanics/contact-frame.js";
import { randomHitTask, sourceTarget, sourceTask } from "../testing/hit-tasks.js";
import { batMotions, batMotionWithSpin, leastBatSpeed } from "./bat-motion.js";
import { closedFormHits } from "./closed-form.js";
import { createDeparture, flyFor, solutionCurve } from "./flight.js";
import { velocityFor } from "./inverse.js";
import { hitFamily, type PlannedHit, type PlanOptions, planHit } from "./plan.js";
import { reachableTimes } from "./reach.js";
import { scanDirections } from "./scan.js";
import { hitSensitivity, turnBat } from "./sensitivity.js";
import { strike, strikeDerivatives } from "./strike.js";
import { aimAt, type Hit, type HitTask, readHit } from "./task.js";

function solved(hit: Hit, options: PlanOptions = {}): PlannedHit {
  const plan = planHit(hit, options);
  if (plan.status !== "solved") throw new Error(plan.reason);
  return plan.hit;
}

/** A task whose target is where this hit sends the object. */
function taskThrough(task: HitTask, velocity: Vec3, time: number): HitTask {
  const hit = readHit(task);
  const departure = vec3.addScaled(hit.before, strike(hit.contact, velocity), 1 / hit.mass);
  return { ...task, target: vec3.add(task.object.position, fromFrame(hit.frame, flyFor(hit, departure, time))) };
}

function randomVelocity(random: () => number): Vec3 {
  const [ratio, angle, speed] = [Math.exp(4 * (random() - 0.5)), 2 * Math.PI * random(), Math.exp(2 * (random() - 0.3))];
  return [speed * ratio * Math.cos(angle), speed * ratio * Math.sin(angle), -speed];
}

describe("the source's task", () => {
  it("solves every target whose solution curve meets the friction cone, and no other", () => {
    const random = createRandom(1);
    const hit = readHit(sourceTask("table"));
    let reached = 0;
    for (let i = 0; i < 100; i++) {
      const aimed = aimAt(hit, sourceTarget(random));
      // Sampled, not by the roots the planner uses.
      const curve = solutionCurve(aimed);
      const departure = createDeparture();
      let inside = false;
      for (let time = 0.005; time < 8 && !inside; time *= 1.01) {
        curve(time, departure);
        const [i1, i2, i3] = departure.impulse;
        inside = Math.hypot(i1, i2) < 0.5 * i3;
      }
      const plan = planHit(aimed);
      expect(plan.status).toBe(inside ? "solved" : "unreachable");
      if (plan.status !== "solved") continue;
      reached++;
      expect(plan.hit.miss).toBeLessThan(1e-8);
      const [slowest] = closedFormHits(aimed);
      if (slowest !== undefined) expect(plan.hit.contactSpeed).toBeLessThanOrEqual(vec3.norm(slowest.velocity) * (1 + 1e-9));
    }
    expect(reached).toBeGreaterThan(60);
  });

  it("finds the slowest hit of all", () => {
    for (const mobility of ["table", "figure", "correct"] as const) {
      const hit = readHit(sourceTask(mobility));
      const { contactSpeed } = solved(hit);
      const family = hitFamily(hit, 200);
      expect(family.length).toBe(200);
      for (const other of family) {
        expect(other.miss).toBeLessThan(1e-8);
        expect(other.contactSpeed).toBeGreaterThan(contactSpeed * (1 - 1e-9));
      }
      expect(Math.min(...family.map((other) => other.contactSpeed))).toBeLessThan(contactSpeed * 1.001);
    }
  });

  it("says by how much to turn the bat where the target is out of reach, and that much is enough and needed", () => {
    const random = createRandom(3);
    let turned = 0;
    while (turned < 12) {
      const task = randomHitTask(random, 0.1, 0.5);
      const plan = planHit(readHit(task));
      if (plan.status === "solved" || plan.turn === undefined) continue;
      const { axis, angle } = plan.turn;
      expect(angle).toBeGreaterThan(0);
      // At the rim of the cone, where hits may take any speed.
      const limits = { contactSpeed: 1e300 };
      const status = (part: number) => planHit(readHit(turnBat(task, axis, part * angle + (part > 1 ? 1e-4 : 0))), { limits }).status;
      expect([status(0.99), status(1.001)]).toEqual(["unreachable", "solved"]);
      turned++;
    }
  });
});

describe("random configurations", () => {
  it("solves every task made from a hit, at most as fast", () => {
    const random = createRandom(11);
    for (let i = 0; i < 100; i++) {
      const task = randomHitTask(random, 0.05, 1.5);
      const velocity = randomVelocity(random);
      const plan = solved(readHit(taskThrough(task, velocity, 0.1 + 1.5 * random())));
      expect(plan.miss).toBeLessThan(1e-8);
      expect(plan.contactSpeed).toBeLessThanOrEqual(vec3.norm(velocity) * (1 + 1e-7));
    }
  });

  it("finds the velocity of every impulse inside the cone, unless friction can jam", () => {
    const random = createRandom(12);
    for (let i = 0; i < 400; i++) {
      const { contact, canJam } = readHit(randomHitTask(random, 0.05, 1.2));
      if (canJam) continue;
      const [size, angle] = [0.999 * Math.sqrt(random()) * contact.friction, 2 * Math.PI * random()];
      const impulse: Vec3 = [size * Math.cos(angle), size * Math.sin(angle), 1];
      const velocity: [number, number, number] = [0, 0, 0];
      expect(velocityFor(contact, impulse, velocity, false)).toBe(true);
      expect(vec3.norm(vec3.subtract(strike(contact, velocity), impulse))).toBeLessThan(1e-10);
    }
  });

  it("turns velocities into impulses without folding: the determinant of the derivatives has one sign", () => {
    const random = createRandom(13);
    for (let i = 0; i < 600; i++) {
      const { contact, canJam } = readHit(randomHitTask(random, 0.05, 1.2));
      if (canJam) continue;
      const velocity = randomVelocity(random);
      const path = createSlipPath();
      strike(contact, velocity, [0, 0, 0], path);
      const matrix = strikeDerivatives(contact, path)!;
      const size = Math.hypot(...matrix);
      expect(mat3.determinant(matrix) / (size * size * size)).toBeLessThan(1e-12);
    }
  });

  it("solves tasks made from hits where friction can jam", () => {
    const random = createRandom(2);
    let built = 0;
    while (built < 6) {
      const task = randomHitTask(random, 1, 5);
      if (!readHit(task).canJam) continue;
      const velocity = randomVelocity(random);
      const plan = solved(readHit(taskThrough(task, velocity, 0.1 + random())));
      expect(plan.miss).toBeLessThan(1e-8);
      expect(plan.contactSpeed).toBeLessThanOrEqual(vec3.norm(velocity) * (1 + 1e-7));
      built++;
    }
  });

  it("has a certificate for a target inside the cone that no hit reaches, which a denser search does not refute", () => {
    const hit = readHit(randomHitTask(createRandom(16), 1, 5));
    const plan = planHit(hit);
    if (plan.status !== "unreachable" || plan.certificate === undefined) throw new Error("there is a hit after all");
    expect(plan.reachable.length).toBeGreaterThan(0);
    expect(plan.certificate.directions).toBeGreaterThan(1000);
    expect(plan.certificate.closestMiss).toBeGreaterThan(0.1);
    const curve = solutionCurve(hit);
    const departure = createDeparture();
    const dense = scanDirections(hit, curve, plan.reachable, [32, 90, 200]);
    expect(dense.certificate.closestMiss).toBeGreaterThan(0.9 * plan.certificate.closestMiss);
    for (const { time, velocity } of dense.seeds) {
      curve(time, departure);
      expect(velocityFor(hit.contact, departure.impulse, [...velocity], true)).toBe(false);
    }
  });
});

describe("objectives and limits", () => {
  const hit = readHit(sourceTask("correct"));

  it("needs least energy of the bat where that is asked for", () => {
    const energyOf = (planned: PlannedHit) => planned.bat?.leastEnergy?.energy ?? Number.NaN;
    const best = solved(hit, { objective: "bat-energy" });
    expect(energyOf(best)).toBeLessThan(energyOf(solved(hit)));
    for (const other of hitFamily(hit, 100)) expect(energyOf(other)).toBeGreaterThanOrEqual(energyOf(best) * (1 - 1e-9));
  });

  it("flies shortest with the contact speed that is allowed", () => {
    const least = solved(hit).contactSpeed;
    const short = solved(hit, { objective: "flight-time", limits: { contactSpeed: 1.2 * least } });
    expect(short.contactSpeed).toBeCloseTo(1.2 * least, 6);
    for (const other of hitFamily(hit, 150))
      if (other.contactSpeed < 1.2 * least) expect(other.flightTime).toBeGreaterThan(short.flightTime * (1 - 1e-9));
    expect(() => planHit(hit, { objective: "flight-time" })).toThrow("needs a limit");
  });

  it("is as good as any hit of the family that keeps the limits", () => {
    const random = createRandom(4);
    let tried = 0;
    while (tried < 12) {
      const any = readHit(randomHitTask(random));
      const free = any.canJam ? undefined : planHit(any);
      if (free?.status !== "solved") continue;
      tried++;
      const contactSpeed = (0.9 + random()) * free.hit.contactSpeed;
      const kept = hitFamily(any, 60).filter((other) => other.contactSpeed <= contactSpeed);
      const plan = planHit(any, { objective: "flight-time", limits: { contactSpeed } });
      expect(plan.status).toBe(contactSpeed < free.hit.contactSpeed ? "unreachable" : "solved");
      if (plan.status !== "solved") continue;
      expect(plan.hit.contactSpeed).toBeLessThanOrEqual(contactSpeed * (1 + 1e-8));
      for (const { flightTime } of kept) expect(plan.hit.flightTime).toBeLessThanOrEqual(flightTime * (1 + 1e-9));
    }
  });

  it("says what it would take where limits are in the way", () => {
    const plan = planHit(hit, { limits: { contactSpeed: 1 } });
    expect(plan.status).toBe("unreachable");
    if (plan.status !== "unreachable") return;
    expect(plan.reason).toContain("the least it takes is a contact speed of 6.");
    expect(plan.nearest?.contactSpeed).toBeCloseTo(solved(hit).contactSpeed, 4);
  });

  it("keeps limits of the bat's speed and spin", () => {
    const random = createRandom(21);
    for (let i = 0; i < 5; i++) {
      const any = readHit(taskThrough(randomHitTask(random), randomVelocity(random), 0.5));
      const free = solved(any).bat!;
      const batSpin = 2;
      const batSpeed = 1.05 * leastBatSpeed(any, free.pointVelocity, batSpin);
      const { limited } = solved(any, { objective: "flight-time", limits: { batSpeed, batSpin } }).bat!;
      expect(vec3.norm(limited!.velocity)).toBeLessThanOrEqual(batSpeed * (1 + 1e-8));
      expect(vec3.norm(limited!.angularVelocity)).toBeLessThanOrEqual(batSpin * (1 + 1e-8));
    }
  });

  it("makes the contact velocity with every motion of the bat, and none with less energy", () => {
    const random = createRandom(4);
    for (let i = 0; i < 20; i++) {
      const any = readHit(randomHitTask(random));
      const velocity = randomVelocity(random);
      const motions = batMotions(any, velocity, { batSpin: 3 })!;
      const { object, bat, contact } = any.task;
      const arm = vec3.subtract(contact.point, object.position);
      const struck = vec3.add(object.velocity!, vec3.cross(object.angularVelocity!, arm));
      const spun = batMotionWithSpin(any, velocity, [5 * random(), random(), -3 * random()]);
      for (const motion of [motions.translation, motions.leastNorm, motions.leastEnergy!, motions.limited!, spun]) {
        const point = vec3.add(motion.velocity, vec3.cross(motion.angularVelocity, vec3.subtract(contact.point, bat!.position)));
        expect(vec3.norm(vec3.subtract(toFrame(any.frame, vec3.subtract(struck, point)), velocity))).toBeLessThan(
          1e-12 * (1 + vec3.norm(velocity)) * 10,
        );
      }
      expect(motions.leastEnergy!.energy!).toBeLessThanOrEqual(
        Math.min(motions.translation.energy!, motions.leastNorm.energy!, motions.limited!.energy!) * (1 + 1e-12),
      );
      expect(vec3.norm(motions.limited!.angularVelocity)).toBeLessThanOrEqual(3 * (1 + 1e-8));
    }
  });
});

describe("flight with drag", () => {
  it("arrives, needs more than without, and tends to it", () => {
    const task = sourceTask("correct");
    const without = solved(readHit(task));
    const withDrag = solved(readHit({ ...task, drag: 0.05 }));
    expect(withDrag.miss).toBeLessThan(1e-8);
    expect(withDrag.contactSpeed).toBeGreaterThan(1.05 * without.contactSpeed);
    expect(solved(readHit({ ...task, drag: 1e-7 })).contactSpeed / without.contactSpeed).toBeCloseTo(1, 6);
  });

  /** A ball that flies past at 30 m/s: the rim of the cone is at 30 T = 0.4, far below the time to fall. */
  const passing: HitTask = {
    object: { mass: 0.2, inertia: [2e-4, 2e-4, 2e-4], position: [0, 0, 1], velocity: [0, 30, 0] },
    bat: { mass: 1, inertia: [0.01, 0.01, 0.01], position: [-0.1, 0, 1] },
    contact: { point: [-0.05, 0, 1], normal: [1, 0, 0], friction: 0.4, restitution: 0.5 },
    target: [1, 0, 1],
  };

  it.each([{}, { drag: 1e-6 }, { gravity: 1e-6 }, { gravity: 0 }, { gravity: 1e-12, drag: 1e-9 }])(
    "finds flights far shorter than a fall: %o",
    (change) => {
      const plan = planHit(readHit({ ...passing, ...change }));
      if (plan.status !== "solved") throw new Error(plan.reason);
      expect(plan.hit.flightTime).toBeCloseTo(0.4 / 30, 6);
      expect(plan.hit.contactSpeed).toBeCloseTo(127.5, 2);
      expect(plan.reachable.map(({ to, cut }) => [Number(to.toFixed(6)), cut])).toEqual([[0.013333, "from"]]);
      expect(plan.warnings).toEqual(["the best hit is at the rim of the friction cone: no longer flight is possible there"]);
    },
  );

  it("solves with next to no drag what is solved without", () => {
    const random = createRandom(5);
    for (let i = 0; i < 15; i++) {
      const task = randomHitTask(random);
      const without = planHit(readHit(task));
      if (without.status !== "solved" || readHit(task).canJam) continue;
      expect(solved(readHit({ ...task, drag: 1e-9 })).contactSpeed / without.hit.contactSpeed).toBeCloseTo(1, 4);
    }
  });

  it("says which flights it looked at where it finds none, and claims no more", () => {
    const plan = planHit(readHit({ ...passing, target: [-1, 0, 1], drag: 0.01 }));
    if (plan.status !== "unreachable") throw new Error("there is a hit after all");
    const { from, to, flightTimes } = plan.searched!;
    const natural = Math.sqrt(2 / 9.81);
    expect(from).toBeLessThan(0.01 * natural);
    expect(to).toBeGreaterThan(5 * natural);
    expect(flightTimes).toBeGreaterThan(50);
    expect(plan.reason).toMatch(/^among \d+ flights with drag, of .* s, none was found/);
  });

  it("flies straight down as the formula says", () => {
    const hit = readHit({ ...sourceTask("correct"), gravity: 9.81, drag: 0.3 });
    const fall = fromFrame(hit.frame, flyFor(hit, vec3.ZERO, 1.5))[2];
    expect(fall).toBeCloseTo(-Math.log(Math.cosh(1.5 * Math.sqrt(9.81 * 0.3))) / 0.3, 11);
  });
});

describe("sensitivity", () => {
  it("agrees with the exact gradients of the law", () => {
    const task = sourceTask("correct");
    // Away from the slowest hit, which lies where derivatives jump.
    const hit = readHit(taskThrough(task, [1.2, 0.4, -7], 1.1));
    const planned = hitFamily(hit, 9)[4];
    const error = 1e-5;
    const { rows, right, up, ellipse } = hitSensitivity(hit, planned, { restitution: error, friction: error, batVelocity: error });
    const gradients = frictionalGradients({ ...hit.problem, velocity: planned.components });
    if (!gradients.available) throw new Error("no gradients");
    const rate = (what: string) => {
      const { more, less } = rows.find((row) => row.what === what)!;
      return [(more[0] - less[0]) / (2 * error), (more[1] - less[1]) / (2 * error)];
    };
    const place = (impulse: readonly number[]): [number, number] => {
      const moved = vec3.scale(fromFrame(hit.frame, [impulse[0], impulse[1], impulse[2]]), planned.flightTime / hit.mass);
      return [vec3.dot(moved, right), vec3.dot(moved, up)];
    };
    const expected = [
      place(gradients.restitution),
      place(gradients.velocity.map((row) => -row[2])),
      place(gradients.velocity.map((row) => -row[0])),
    ];
    [rate("restitution"), rate("batVelocity.normal"), rate("batVelocity.tangent1")].forEach((found, i) => {
      expect(found[0]).toBeCloseTo(expected[i][0], 6);
      expect(found[1]).toBeCloseTo(expected[i][1], 6);
    });
    // The ellipse has the spread of all rows together.
    const spread = rows.reduce((sum, row) => sum + row.miss * row.miss, 0);
    expect((ellipse.axes[0] ** 2 + ellipse.axes[1] ** 2) / spread).toBeCloseTo(1, 12);
  });

  it("is where the object goes if the bat is turned", () => {
    const random = createRandom(8);
    const task = taskThrough(randomHitTask(random), [0.3, 0.5, -4], 0.8);
    const hit = readHit(task);
    const planned = solved(hit);
    const { rows, right, up } = hitSensitivity(hit, planned);
    expect(rows.map(({ what }) => what)).toEqual([
      "friction",
      "restitution",
      "contactPoint.tangent1",
      "contactPoint.tangent2",
      "batAngle.tangent1",
      "batAngle.tangent2",
    ]);
    const motion = planned.bat!.leastNorm;
    const turned = readHit(turnBat(task, hit.frame.tangent1, 0.01));
    const { bat, contact } = turned.task;
    const point = vec3.add(motion.velocity, vec3.cross(motion.angularVelocity, vec3.subtract(contact.point, bat!.position)));
    const velocity = vec3.subtract(turned.pointVelocity, toFrame(turned.frame, point));
    const departure = vec3.addScaled(turned.before, strike(turned.contact, velocity), 1 / turned.mass);
    const end = vec3.add(task.object.position, fromFrame(turned.frame, flyFor(turned, departure, planned.flightTime)));
    const { more } = rows.find(({ what }) => what === "batAngle.tangent1")!;
    const off = vec3.subtract(end, task.target);
    expect(vec3.dot(off, right)).toBeCloseTo(more[0], 12);
    expect(vec3.dot(off, up)).toBeCloseTo(more[1], 12);
    expect(Math.hypot(...more)).toBeGreaterThan(1e-3);
  });
});

describe("bad input", () => {
  const task = sourceTask("correct");
  it.each<[string, HitTask]>([
    ["target: [0.316386, -0.0625, 0.327003] is where the object is", { ...task, target: task.object.position }],
    ["gravity: -1 is negative", { ...task, gravity: -1 }],
    ["drag: -1 is negative", { ...task, drag: -1 }],
    ["object.mass: 0 is not positive", { ...task, object: { ...task.object, mass: 0 } }],
    ["contact.restitution: 1.2 is not between 0 and 1", { ...task, contact: { ...task.contact, restitution: 1.2 } }],
    ["contact.friction: -0.5 is negative", { ...task, contact: { ...task.contact, friction: -0.5 } }],
    ["contact.normal: [0, 0, 0] has no direction", { ...task, contact: { ...task.contact, normal: [0, 0, 0] } }],
    [
      "mobility[0][0]: 0 is not positive",
      {
        ...task,
        mobility: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
    ],
    [
      "mobility: [[1, 1, 0], [1, 1, 0], [0, 0, 1]] is not positive definite",
      {
        ...task,
        mobility: [
          [1, 1, 0],
          [1, 1, 0],
          [0, 0, 1],
        ],
      },
    ],
    ["target[1]: NaN is not a finite number", { ...task, target: [5, Number.NaN, 0] }],
    ["bat.inertia: nothing is given, and a bat has mass and inertia", { ...task, bat: { mass: 1, position: [0, 0, 0] } }],
  ])("%s", (message, wrong) => {
    expect(() => planHit(readHit(wrong))).toThrow(InvalidInputError);
    expect(() => planHit(readHit(wrong))).toThrow(message);
  });

  it("chases an object that moves away, and says so", () => {
    const plan = planHit(readHit({ ...task, object: { ...task.object, velocity: [3, 0, 2] } }));
    expect(plan.status).toBe("solved");
    expect(plan.warnings[0]).toContain("moves away from the bat at 3.598 m/s");
  });

  it("without friction hits only what lies straight ahead", () => {
    const smooth = { ...task, contact: { ...task.contact, friction: 0 } };
    expect(planHit(readHit(smooth)).status).toBe("unreachable");
    const straight = taskThrough(smooth, [0, 0, -5], 0.7);
    const planned = solved(readHit(straight));
    expect(planned.contactSpeed).toBeCloseTo(5, 9);
    expect(planned.flightTime).toBeCloseTo(0.7, 9);
  });

  it("plans without gravity", () => {
    const planned = solved(readHit(taskThrough({ ...task, gravity: 0 }, [0.5, 0.2, -6], 0.5)));
    expect(planned.miss).toBeLessThan(1e-8);
  });
});

it("finds no hit where there is none: all hits of the search are inside the reachable times", () => {
  const hit = readHit(sourceTask("table"));
  const [{ from, to }] = reachableTimes(hit, solutionCurve(hit));
  const departure = createDeparture();
  for (const time of [0.99 * from, 1.01 * to]) {
    solutionCurve(hit)(time, departure);
    expect(velocityFor(hit.contact, departure.impulse, [0, 0, 0], false)).toBe(false);
  }
});
