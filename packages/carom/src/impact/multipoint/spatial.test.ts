import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies, worldImpulses } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { between } from "../../testing/between.js";
import { contactProblem } from "../../testing/problems.js";
import { solveFrictional } from "../frictional.js";
import { analyseSlip } from "../slip/analysis.js";
import { followPlanar } from "./planar.js";
import { type PlanarBody, planarProblem } from "./planar-body.test.data.js";
import { followSpatial } from "./spatial.js";
import type { StageRun, StageStop } from "./stage.js";
import { touchingOf } from "./touching.js";

const speedOf = ({ velocity }: ContactProblem) =>
  Math.max(...velocity.filter((_, k) => k % 3 === 0).map((_, i) => Math.hypot(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2])));
const every = ({ contacts }: ContactProblem) => contacts.map((_, i) => i);

function follow(problem: ContactProblem, stop: StageStop, reference?: number): StageRun {
  return followSpatial(touchingOf(problem, every(problem), reference), problem.velocity, stop, speedOf(problem));
}

const rebound = (problem: ContactProblem, restitution: number, reference?: number) =>
  follow(problem, { at: "restitution", restitution }, reference);
const kinds = ({ events }: StageRun) => events.map(({ kind }) => kind);
const normalsOf = (values: ArrayLike<number>) => Array.from(values).filter((_, k) => k % 3 === 2);

interface Material {
  readonly friction: number;
  readonly staticFriction?: number;
}

const floorContacts = (points: readonly (readonly [number, number])[], material: Material | readonly Material[]): BodyContact[] =>
  points.map(([x, y], i) => ({
    between: ["body", "room"],
    point: [x, y, 0],
    normal: [0, 0, 1],
    restitution: 0,
    ...(Array.isArray(material) ? material[i] : (material as Material)),
  }));
const problemOf = (body: RigidBody, contacts: readonly BodyContact[]) =>
  contactProblemFromBodies({ body, room: "fixed" }, contacts).problem;

const [MASS, LENGTH, WIDTH, HEIGHT] = [2, 0.4, 0.3, 0.2];
const inertia: Vec3 = [
  (MASS / 12) * (WIDTH ** 2 + HEIGHT ** 2),
  (MASS / 12) * (LENGTH ** 2 + HEIGHT ** 2),
  (MASS / 12) * (LENGTH ** 2 + WIDTH ** 2),
];
const box = (velocity: Vec3, angularVelocity: Vec3 = [0, 0, 0], position: Vec3 = [0, 0, HEIGHT / 2]): RigidBody => ({
  mass: MASS,
  inertia,
  position,
  velocity,
  angularVelocity,
});
/** n x m points over the base, its corners included. */
const grid = (n: number, m: number) =>
  Array.from(
    { length: n * m },
    (_, k) => [((k % n) / (n - 1) - 0.5) * LENGTH, (Math.floor(k / n) / (m - 1) - 0.5) * WIDTH] as readonly [number, number],
  );
const corners = grid(2, 2);
const meshes = [
  corners,
  [...corners, [0, WIDTH / 2], [0, -WIDTH / 2], [LENGTH / 2, 0], [-LENGTH / 2, 0]] as typeof corners,
  grid(4, 4),
  grid(5, 5),
];

describe("closed forms", () => {
  it.each([0, 0.4, 1])("a box dropped flat rebounds with e = %s times its speed and does not tilt", (e) => {
    for (const points of meshes)
      for (const friction of [0, 0.5]) {
        const run = rebound(problemOf(box([0, 0, -1.5]), floorContacts(points, { friction })), e);
        for (let i = 0; i < points.length; i++) {
          expect(Math.abs(run.state.velocity[3 * i])).toBeLessThan(1e-15);
          expect(Math.abs(run.state.velocity[3 * i + 1])).toBeLessThan(1e-15);
          expect(run.state.velocity[3 * i + 2]).toBeCloseTo(1.5 * e, 13);
          expect(run.state.impulse[3 * i + 2]).toBeCloseTo((MASS * 1.5 * (1 + e)) / points.length, 13);
        }
        expect(run.compressionWork).toBeCloseTo((-MASS * 1.5 ** 2) / 2, 13);
      }
  });

  it("a box that slides flat is one point that slides under its centre of mass, on 4, 8, 16 and 25 points", () => {
    const [mu, v, e] = [0.2, 1.2, 0.7];
    for (const points of meshes) {
      const run = rebound(problemOf(box([3, 4, -v]), floorContacts(points, { friction: mu })), e);
      const p = MASS * v * (1 + e);
      expect(run.compressionImpulse).toBeCloseTo(MASS * v, 12);
      expect(run.state.normalImpulse).toBeCloseTo(p, 12);
      expect(run.compressionWork).toBeCloseTo((-MASS * v * v) / 2, 12);
      // The tilt comes from friction below the centre of mass; along (3, 4)/5 the mobility of the point below it is 1/m + h^2 (9/I_y +
      // 16/I_x)/25, but across that it is not zero: only along the axes of the box is slip straight.
      expect(run.state.frictionWork).toBeLessThan(0);
    }
    for (const points of meshes) {
      const run = rebound(problemOf(box([5, 0, -v]), floorContacts(points, { friction: mu })), e);
      const p = MASS * v * (1 + e);
      const slope = 1 / MASS + HEIGHT ** 2 / 4 / inertia[1];
      expect(run.state.frictionWork).toBeCloseTo(-mu * (5 * p - (mu * slope * p * p) / 2), 12);
      expect(kinds(run)).toEqual(["compression-end", "stage-end"]);
    }
  });

  it("a spinning box on points of a circle is slowed by friction times the radius, however many there are", () => {
    const circle = (n: number) =>
      Array.from(
        { length: n },
        (_, k) => [0.15 * Math.cos((2 * Math.PI * (k + 0.5)) / n), 0.15 * Math.sin((2 * Math.PI * (k + 0.5)) / n)] as const,
      );
    const spin = (n: number) => {
      const run = rebound(problemOf(box([0, 0, -1], [0, 0, 9]), floorContacts(circle(n), { friction: 0.3 })), 0.5);
      // A pure spin: every point slips at 0.15 x 9 along the circle, and the moment of friction is mu R P.
      const left = 9 - (0.3 * 0.15 * run.state.normalImpulse) / inertia[2];
      const slip = Math.hypot(run.state.velocity[0], run.state.velocity[1]);
      expect(slip).toBeCloseTo(0.15 * left, 12);
      return run;
    };
    const runs = [4, 8, 16].map(spin);
    for (const { state } of runs) expect(state.normalImpulse).toBeCloseTo(runs[0].state.normalImpulse, 12);
  });

  it(
    "a ball in a corner of three walls without friction is pushed alike by all, " +
      "and compression ends where the normal velocities cancel",
    () => {
      const ball: RigidBody = { mass: 1.5, inertia: [0.15, 0.15, 0.15], position: [0.5, 0.5, 0.5], velocity: [-3, -1, -2] };
      const walls = [0, 1, 2].map(
        (axis): BodyContact => ({
          between: ["body", "room"],
          point: [0, 1, 2].map((k) => (k === axis ? 0 : 0.5)) as unknown as Vec3,
          normal: [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as unknown as Vec3,
          friction: 0,
          restitution: 0,
        }),
      );
      for (const e of [0, 0.5, 1]) {
        const { state, compressionImpulse } = rebound(problemOf(ball, walls), e);
        expect(compressionImpulse).toBeCloseTo(1.5 * 6, 13);
        for (const [i, v] of [-3, -1, -2].entries()) {
          expect(state.impulse[3 * i + 2]).toBeCloseTo(1.5 * 2 * (1 + e), 13);
          expect(state.velocity[3 * i + 2]).toBeCloseTo(v + 2 * (1 + e), 13);
        }
      }
    },
  );

  it(
    "a ball driven along the diagonal into a corner of three rough walls is treated alike " + "by the two that are compared with the first",
    () => {
      const ball: RigidBody = { mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0.5, 0.5], velocity: [-1, -1, -1] };
      const walls = [0, 1, 2].map(
        (axis): BodyContact => ({
          between: ["body", "room"],
          point: [0, 1, 2].map((k) => (k === axis ? 0 : 0.5)) as unknown as Vec3,
          normal: [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as unknown as Vec3,
          friction: 0.3,
          restitution: 0,
        }),
      );
      const run = rebound(problemOf(ball, walls), 0.6, 0);
      const total = [0, 0, 0];
      for (const impulse of worldImpulses(walls, Array.from(run.state.impulse))) for (let k = 0; k < 3; k++) total[k] += impulse[k];
      expect(Math.abs(total[2] - total[1])).toBeLessThan(1e-12);
      // The sharing of load is not: in a rough corner it knows which contact is the reference.
      expect(Math.abs(total[0] - total[1])).toBeGreaterThan(1e-3);
    },
  );
});

describe("the same in the plane", () => {
  /** A planar body as a spatial one whose other freedoms nothing reaches: x, z and the turn about -y. */
  function inSpace({ mass, moment, touches, speeds }: PlanarBody, materials: readonly Material[]): ContactProblem {
    const body: RigidBody = {
      mass,
      inertia: [moment, moment, moment],
      position: [0, 0, 0],
      velocity: [speeds[0], 0, speeds[1]],
      angularVelocity: [0, -speeds[2], 0],
    };
    const contacts = touches.map(
      ([x, y, nx, ny], i): BodyContact => ({
        between: ["body", "room"],
        point: [x, 0, y],
        normal: [nx, 0, ny],
        restitution: 0,
        ...materials[i],
      }),
    );
    return problemOf(body, contacts);
  }

  const speeds = fc.tuple(between(-2, 2), between(-2, -0.1), between(-2, 2));
  const materials = fc.array(between(0.02, 1.2), { minLength: 3, maxLength: 3 });
  const compare = (body: PlanarBody, frictions: readonly number[], restitution: number) => {
    const given = body.touches.map((_, i) => ({ friction: frictions[i % frictions.length] }));
    const planar = planarProblem(
      body,
      given.map((each) => ({ ...each, restitution: 0 })),
    );
    const approaching = body.touches.map((_, i) => planar.velocity[2 * i + 1]);
    fc.pre(Math.max(...approaching) < 0);
    const spatial = inSpace(body, given);
    const speed = speedOf(spatial);
    const flat = followPlanar(touchingOf(planar, every(planar), 0), planar.velocity, { at: "restitution", restitution }, speed);
    const run = rebound(spatial, restitution, 0);
    const size = Math.abs(flat.state.normalImpulse);
    body.touches.forEach((_, i) => {
      expect(Math.abs(run.state.impulse[3 * i + 2] - flat.state.impulse[2 * i + 1])).toBeLessThan(1e-9 * size);
      const tangential = Math.hypot(run.state.impulse[3 * i], run.state.impulse[3 * i + 1]);
      expect(Math.abs(tangential - Math.abs(flat.state.impulse[2 * i]))).toBeLessThan(1e-9 * size);
    });
    expect(Math.abs(run.state.frictionWork - flat.state.frictionWork)).toBeLessThan(1e-9 * size * speed);
    expect(kinds(run)).toEqual(kinds(flat));
  };

  it("points on one line", () => {
    fc.assert(
      fc.property(speeds, materials, between(-0.3, 0.3), between(0.01, 1), ([x, y, turn], frictions, shift, e) => {
        const touches = [-0.4, 0.1, 0.5].map((at) => [shift + at, -0.3, 0, 1] as const);
        compare({ mass: 1.5, moment: 0.12, touches, speeds: [x, y, turn] }, frictions, e);
      }),
      { numRuns: 150 },
    );
  });

  it("a body between floor and wall", () => {
    fc.assert(
      fc.property(speeds, materials, between(0.01, 1), ([x, y, turn], frictions, e) => {
        const touches = [
          [0.1, -0.4, 0, 1],
          [0.5, 0.05, -1, 0],
        ] as const;
        compare({ mass: 1.5, moment: 0.12, touches, speeds: [Math.abs(x) + 0.2, y, turn] }, frictions, e);
      }),
      { numRuns: 150 },
    );
  });

  it("two points are four of a box that slides flat along an edge", () => {
    for (const [slide, friction] of [
      [1, 0.1],
      [0.3, 0.5],
      [0, 0.4],
    ]) {
      const touches = [-1, 1].map((side) => [(side * LENGTH) / 2, -HEIGHT / 2, 0, 1] as const);
      const body: PlanarBody = { mass: MASS, moment: inertia[1], touches, speeds: [slide, -1, 0] };
      const planar = planarProblem(body, { friction, restitution: 0 });
      const flat = followPlanar(touchingOf(planar, [0, 1]), planar.velocity, { at: "restitution", restitution: 0.5 }, 1.5);
      const run = rebound(problemOf(box([slide, 0, -1]), floorContacts(corners, { friction })), 0.5);
      expect(run.state.normalImpulse).toBeCloseTo(flat.state.normalImpulse, 12);
      expect(run.state.frictionWork).toBeCloseTo(flat.state.frictionWork, 12);
      expect(run.state.normalWork).toBeCloseTo(flat.state.normalWork, 12);
    }
  });
});

describe("one contact", () => {
  it("is the law frictional, as long as the bodies are pressed together once", () => {
    fc.assert(
      fc.property(contactProblem, (problem) => {
        fc.pre(problem.velocity[2] < 0 && problem.contacts[0].friction < 5);
        // Beside a direction that repels, any two methods part.
        const slip = Math.hypot(problem.velocity[0], problem.velocity[1]);
        const { invariantDirections } = analyseSlip(problem);
        fc.pre(
          invariantDirections.every(
            ({ direction, stability }) =>
              stability === "attracting" ||
              Math.hypot(problem.velocity[0] / slip - direction[0], problem.velocity[1] / slip - direction[1]) > 1e-3,
          ),
        );
        const [{ restitution }] = problem.contacts;
        const wanted = solveFrictional(problem);
        fc.pre(!wanted.warnings.some(({ code }) => code === "repeated-compression"));
        const { state } = rebound(problem, restitution);
        const speed = speedOf(problem);
        for (let k = 0; k < 3; k++) expect(Math.abs(state.velocity[k] - wanted.velocity[k])).toBeLessThan(1e-9 * speed);
        // Accuracy is relative to the largest contact speed, not to a normal velocity that may be a millionth of it.
        expect(Math.abs(state.impulse[2] - wanted.impulse[2])).toBeLessThan((1e-9 * speed) / problem.mobility[2][2]);
      }),
      { numRuns: 120 },
    );
  });
});

/** A body of random shape on the floor, or between floor and walls. */
function arbitrary(random: () => number, walls: boolean): ContactProblem {
  const any = () => 2 * random() - 1;
  const turn = [any(), any(), any(), any()];
  const sizes = [0.2 + random(), 0.2 + random(), 0.2 + random()];
  const mass = 0.5 + random();
  const body: RigidBody = {
    mass,
    inertia: [0, 1, 2].map((k) => (mass / 12) * (sizes[(k + 1) % 3] ** 2 + sizes[(k + 2) % 3] ** 2)) as unknown as Vec3,
    orientation: turn.map((value) => value / Math.hypot(...turn)) as unknown as readonly [number, number, number, number],
    position: [0.15 * any(), 0.15 * any(), 0.3 + 0.4 * random()],
    velocity: [any(), any(), -0.4 - random()],
    angularVelocity: [0.5 * any(), 0.5 * any(), 2 * any()],
  };
  const contacts = Array.from({ length: 3 + Math.floor(4 * random()) }, (): BodyContact => {
    const axis = walls ? Math.floor(3 * random()) : 2;
    const point = axis === 2 ? [0.5 * any(), 0.5 * any(), 0] : [0.5 * any(), 0.5 * any(), 0.1 + 0.6 * random()];
    if (axis < 2) point[axis] = -0.5;
    return {
      between: ["body", "room"],
      point: point as unknown as Vec3,
      normal: [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as unknown as Vec3,
      friction: random() < 0.1 ? 0 : random(),
      restitution: 0,
    };
  });
  return problemOf(body, contacts);
}

describe.each([
  ["on a plane", false],
  ["in a corner", true],
])("random bodies %s", (_name, walls) => {
  const random = createRandom(walls ? 21 : 20);
  const cases = Array.from({ length: walls ? 40 : 60 }, () => ({
    problem: arbitrary(random, walls),
    e: [0, 1, random()][Math.floor(3 * random())],
  }))
    .map(({ problem, e }) => ({ problem, e, contacts: every(problem).filter((i) => problem.velocity[3 * i + 2] < 0) }))
    .filter(({ contacts }) => contacts.length > 1);
  const runs = cases.map(({ problem, e, contacts }) => {
    const velocity = contacts.flatMap((i) => problem.velocity.slice(3 * i, 3 * i + 3));
    const touching = touchingOf(problem, contacts, contacts[0]);
    return { run: followSpatial(touching, velocity, { at: "restitution", restitution: e }, speedOf(problem)), velocity, e, problem };
  });

  it("change their energy by the works, follow their impulses, and give back what was stored", () => {
    for (const { run, velocity, e, problem } of runs) {
      const { state, touching } = run;
      const energy = problem.kineticEnergy!;
      const change = state.impulse.reduce((sum, p, k) => sum + 0.5 * p * (velocity[k] + state.velocity[k]), 0);
      expect(Math.abs(change - state.normalWork - state.frictionWork)).toBeLessThan(1e-10 * energy);
      expect(state.frictionWork).toBeLessThanOrEqual(1e-15 * energy);
      expect(run.compressionWork).toBeLessThanOrEqual(0);
      if (!run.locked) expect(Math.abs(state.normalWork - (1 - e * e) * run.compressionWork)).toBeLessThan(1e-12 * energy);
      for (const p of normalsOf(state.impulse)) expect(p).toBeGreaterThanOrEqual(-1e-12 * state.normalImpulse);
      expect(Math.abs(normalsOf(state.impulse).reduce((sum, p) => sum + p, 0) - state.normalImpulse)).toBeLessThan(
        1e-12 * state.normalImpulse,
      );
      const { size, mobility } = touching;
      for (let row = 0; row < size; row++) {
        let expected = velocity[row];
        for (let c = 0; c < size; c++) expected += mobility[row * size + c] * state.impulse[c];
        expect(Math.abs(state.velocity[row] - expected)).toBeLessThan(1e-11 * speedOf(problem));
      }
    }
  });

  it("keep to friction between any two events, and where they stick do not move", () => {
    for (const { run } of runs) {
      const { friction, staticFriction, count } = run.touching;
      run.phases.forEach(({ modes, from }, k) => {
        const to = run.phases[k + 1]?.from ?? run.state.normalImpulse;
        const at = (p: number) => [...run.events, { state: run.state }].find(({ state }) => state.normalImpulse >= p)?.state ?? run.state;
        const [first, last] = [at(from), at(to)];
        for (let i = 0; i < count; i++) {
          const part = [0, 1, 2].map((c) => last.impulse[3 * i + c] - first.impulse[3 * i + c]);
          if (run.forced[i] === 0)
            expect(Math.hypot(part[0], part[1])).toBeLessThanOrEqual(
              Math.max(friction[i], staticFriction[i]) * part[2] + 1e-9 * run.state.normalImpulse,
            );
          if (modes[i] === "stick" && friction[i] > 0 && k === run.phases.length - 1)
            expect(Math.hypot(last.velocity[3 * i], last.velocity[3 * i + 1])).toBe(0);
        }
      });
    }
  });

  it("do the same twice as hard at twice the speed", () => {
    for (const { run, velocity, e, problem } of runs.slice(0, 20)) {
      const touching = touchingOf(problem, run.touching.contacts, run.touching.contacts[0]);
      const twice = followSpatial(
        touching,
        velocity.map((v) => 2 * v),
        { at: "restitution", restitution: e },
        2 * speedOf(problem),
      );
      run.state.impulse.forEach((p, k) => {
        expect(Math.abs(twice.state.impulse[k] - 2 * p)).toBeLessThan(1e-10 * run.state.normalImpulse);
      });
      expect(Math.abs(twice.state.normalWork - 4 * run.state.normalWork)).toBeLessThan(1e-10 * problem.kineticEnergy!);
    }
  });

  it("are looked at without being changed by a bit, along a path on which the normal impulse only grows", () => {
    for (const { run, velocity, e, problem } of runs.slice(0, 15)) {
      let last = -1;
      let points = 0;
      const touching = touchingOf(problem, run.touching.contacts, run.touching.contacts[0]);
      const seen = followSpatial(touching, velocity, { at: "restitution", restitution: e }, speedOf(problem), (state) => {
        expect(state.normalImpulse).toBeGreaterThanOrEqual(last - 1e-9 * run.state.normalImpulse);
        last = state.normalImpulse;
        points++;
      });
      expect(points).toBeGreaterThan(20);
      expect(seen.state).toEqual(run.state);
    }
  });
});

describe("turning slip", () => {
  const [yawing, contacts] = [box([1, 0.3, -1], [0.3, -0.2, 2], [0.02, 0.01, HEIGHT / 2]), floorContacts(corners, { friction: 0.3 })];

  it("is what Runge's method in two thousand steps of the normal impulse makes of it", () => {
    const problem = problemOf(yawing, contacts);
    const run = rebound(problem, 0.5);
    const { size, mobility } = run.touching;
    // C_t = -v_t / S and C_n = |v_t| / (mu S) with S = sum |v_t| / mu: the law on one plane, written out here.
    const slope = (v: Float64Array) => {
      const c = new Float64Array(size);
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += Math.hypot(v[3 * i], v[3 * i + 1]) / 0.3;
      for (let i = 0; i < 4; i++) {
        c[3 * i] = -v[3 * i] / sum;
        c[3 * i + 1] = -v[3 * i + 1] / sum;
        c[3 * i + 2] = Math.hypot(v[3 * i], v[3 * i + 1]) / 0.3 / sum;
      }
      return Float64Array.from({ length: size }, (_, row) => c.reduce((part, value, k) => part + mobility[row * size + k] * value, 0));
    };
    const steps = 2000;
    const h = run.state.normalImpulse / steps;
    const plus = (v: Float64Array, k: Float64Array, factor: number) => v.map((value, at) => value + factor * k[at]);
    let v = Float64Array.from(problem.velocity);
    for (let n = 0; n < steps; n++) {
      const k1 = slope(v);
      const k2 = slope(plus(v, k1, h / 2));
      const k3 = slope(plus(v, k2, h / 2));
      const k4 = slope(plus(v, k3, h));
      v = v.map((value, at) => value + (h / 6) * (k1[at] + 2 * k2[at] + 2 * k3[at] + k4[at]));
    }
    v.forEach((value, at) => {
      expect(Math.abs(value - run.state.velocity[at])).toBeLessThan(1e-10);
    });
  });

  it("does not depend on how the world is turned about the normal", () => {
    const plain = rebound(problemOf(yawing, contacts), 0.5);
    for (const angle of [0.3, 1.9, -2.2]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turn = ([x, y, z]: Vec3): Vec3 => [c * x - s * y, s * x + c * y, z];
      const body: RigidBody = {
        ...yawing,
        orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
        position: turn(yawing.position),
        velocity: turn(yawing.velocity!),
        angularVelocity: turn(yawing.angularVelocity!),
      };
      const turned = rebound(
        problemOf(
          body,
          contacts.map((contact) => ({ ...contact, point: turn(contact.point) })),
        ),
        0.5,
      );
      expect(turned.state.normalImpulse).toBeCloseTo(plain.state.normalImpulse, 11);
      normalsOf(turned.state.velocity).forEach((value, i) => {
        expect(Math.abs(value - plain.state.velocity[3 * i + 2])).toBeLessThan(1e-11);
      });
      expect(turned.state.frictionWork).toBeCloseTo(plain.state.frictionWork, 11);
    }
  });

  it("does not depend on the numbering of contacts on one plane", () => {
    const plain = rebound(problemOf(yawing, contacts), 0.5);
    const order = [2, 0, 3, 1];
    const other = rebound(
      problemOf(
        yawing,
        order.map((i) => contacts[i]),
      ),
      0.5,
    );
    order.forEach((i, k) => {
      for (let c = 0; c < 3; c++) expect(Math.abs(other.state.impulse[3 * k + c] - plain.state.impulse[3 * i + c])).toBeLessThan(1e-11);
    });
  });

  it("stops and sticks, all contacts at once, and stays", () => {
    const run = rebound(problemOf(box([0.1, 0.05, -1], [0, 0, 0.2]), floorContacts(corners, { friction: 0.8 })), 0.5);
    expect(kinds(run)).toEqual(["slip-stop", "slip-stop", "slip-stop", "slip-stop", "compression-end", "stage-end"]);
    expect(run.phases.map(({ modes }) => modes[0])).toEqual(["slip", "stick"]);
    expect(run.state.velocity.filter((_, k) => k % 3 !== 2).every((v) => v === 0)).toBe(true);
    // What holds them is next to nothing: the box is flat and its centre of mass above the middle.
    for (const needed of run.phases[1].criticalFriction) expect(needed).toBeLessThan(1e-10);
  });

  it("leaves rest at once where friction cannot hold, and says so", () => {
    const run = rebound(problemOf(box([0, 0, -1], [0, 0, 0], [0.25, 0.1, 0.4]), floorContacts(corners, { friction: 0.1 })), 0.3);
    expect(kinds(run).slice(0, 4)).toEqual(["slip-start", "slip-start", "slip-start", "slip-start"]);
    expect(run.rested).toEqual(Uint8Array.of(1, 1, 1, 1));
    expect(run.forced).toEqual(Uint8Array.of(0, 0, 0, 0));
    // Straight out of rest: every contact's impulse is opposite to its slip.
    for (let i = 0; i < 4; i++) {
      const [x, y, n] = [0, 1, 2].map((c) => run.state.impulse[3 * i + c]);
      const [vx, vy] = [run.state.velocity[3 * i], run.state.velocity[3 * i + 1]];
      expect(Math.hypot(x, y)).toBeCloseTo(0.1 * n, 11);
      expect((x * vx + y * vy) / Math.hypot(x, y) / Math.hypot(vx, vy)).toBeCloseTo(-1, 10);
    }
  });
});

describe("other ends of a stage", () => {
  const problem = problemOf(box([1, 0.3, -1], [0.1, -0.2, 2]), floorContacts(corners, { friction: 0.3 }));

  it("a given work, on the way down", () => {
    const { compressionWork, compressionImpulse } = rebound(problem, 0);
    const run = follow(problem, { at: "work", work: 0.36 * compressionWork });
    expect(Math.abs(run.state.normalWork - 0.36 * compressionWork)).toBeLessThan(1e-14);
    expect(run.compressing).toBe(true);
    expect(run.state.normalImpulse).toBeLessThan(compressionImpulse);
    expect(kinds(run)).toEqual(["stage-end"]);
  });

  it("a given normal impulse of one contact", () => {
    const { impulseAtCompression } = rebound(problem, 0);
    const run = follow(problem, { at: "impulse", contact: 2, normalImpulse: 1.5 * impulseAtCompression[8] });
    expect(run.state.impulse[8]).toBeCloseTo(1.5 * impulseAtCompression[8], 13);
    expect(kinds(run)).toEqual(["compression-end", "stage-end"]);
  });

  it("the end of compression, for e = 0", () => {
    const run = rebound(problem, 0);
    expect(run.state.normalWork).toBe(run.compressionWork);
    // One plane, all slipping: shares in proportion to the slip speeds.
    const { velocity } = run.state;
    const power = [0, 1, 2, 3].reduce((sum, i) => sum + velocity[3 * i + 2] * Math.hypot(velocity[3 * i], velocity[3 * i + 1]), 0);
    expect(Math.abs(power)).toBeLessThan(1e-13);
  });
});

it("contacts that could only pull are dropped", () => {
  // Two contacts of the floor share the same line with the wall: with this motion the wall would have to pull.
  const random = createRandom(33);
  let dropped = 0;
  for (let n = 0; n < 25; n++) {
    const problem = arbitrary(random, true);
    const contacts = every(problem).filter((i) => problem.velocity[3 * i + 2] < 0);
    if (contacts.length < 3) continue;
    const velocity = contacts.flatMap((i) => problem.velocity.slice(3 * i, 3 * i + 3));
    const run = followSpatial(
      touchingOf(problem, contacts, contacts[0]),
      velocity,
      { at: "restitution", restitution: 0.5 },
      speedOf(problem),
    );
    dropped += run.touching.count - run.touching.pushingCount;
  }
  expect(dropped).toBeGreaterThan(0);
});
