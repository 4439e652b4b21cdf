/** Scenes with links: what joints do, what is kept, and what is refused. */
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { parseStudy } from "../../study/parse.js";
import { checkSimulation, parseCheckpoint, runSimulation, startSimulation } from "../../study/simulation/run.js";
import { createSimulation, type Simulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import type { SceneJoint, SceneLink } from "./scene-link.js";

const UPRIGHT: Vec3 = [0, 0, 1];
/** A wheel about a vertical axle, so that gravity does nothing. */
const INERTIA = 0.7;
const wheel = (joint: Partial<SceneJoint>): SceneLink => ({
  joint: { type: "revolute", axis: UPRIGHT, ...joint },
  mass: 2,
  inertia: [1, 1, INERTIA],
});

function run(scene: Scene, time: number, relativeTolerance = 1e-12): Simulation {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState(), { relativeTolerance });
  simulation.advance(time);
  return simulation;
}

function closes(simulation: Simulation): void {
  const { residual, before, appliedWork, impactLoss } = simulation.ledger();
  expect(Math.abs(residual)).toBeLessThan(1e-9 * (Math.abs(before) + Math.abs(appliedWork) + impactLoss));
}

describe("joints", () => {
  const [k, d, q0, q1, u1] = [5, 0.8, 0.3, 1.1, -0.4];

  it("swing by a spring and a damper as the closed form says", () => {
    const t = 2.5;
    const joint = { spring: { stiffness: k, position: q0 }, damping: d, start: { position: q1, speed: u1 } };
    const simulation = run({ bodies: { wheel: wheel(joint) } }, t);
    const decay = d / (2 * INERTIA);
    const turn = Math.sqrt(k / INERTIA - decay * decay);
    const [a, b] = [q1 - q0, (u1 + decay * (q1 - q0)) / turn];
    expect(simulation.coordinates[0]).toBeCloseTo(q0 + Math.exp(-decay * t) * (a * Math.cos(turn * t) + b * Math.sin(turn * t)), 10);
    closes(simulation);
  });

  it("are turned by motors: a constant effort, and a table", () => {
    const steady = run({ bodies: { wheel: wheel({ motor: { effort: 1.4 } }) } }, 2);
    expect(steady.coordinates[0]).toBeCloseTo((1.4 / INERTIA) * 2, 10);
    expect(steady.ledger().appliedWork).toBeCloseTo(1.4 * steady.coordinates[0], 9);
    // Up to 2 in a second, down to 0 in another: a triangle, whose area is the change of momentum.
    const table = run({ bodies: { wheel: wheel({ motor: { times: [0, 1, 2], efforts: [0, 2, 0] } }) } }, 3);
    expect(table.speeds[0]).toBeCloseTo(2 / INERTIA, 9);
    expect(table.coordinates[0]).toBeCloseTo((2 / INERTIA) * 2, 8);
    closes(table);
  });

  it("are stopped by dry friction: way = I / f times the integral of sqrt(u^2 + c^2) over the speed", () => {
    const [f, c] = [0.35, 0.05];
    const simulation = run({ bodies: { wheel: wheel({ friction: { effort: f, creep: c }, start: { speed: 1 } }) } }, 5);
    const integral = 0.5 * (Math.sqrt(1 + c * c) + c * c * Math.asinh(1 / c));
    expect(simulation.coordinates[0]).toBeCloseTo((INERTIA / f) * integral, 9);
    closes(simulation);
  });

  it("of every type lose energy to their dampers and to nothing else", () => {
    const shape = { type: "box", size: [0.2, 0.3, 0.4] } as const;
    const joints: SceneJoint[] = [
      { type: "spherical", damping: 0.5, position: [0, 0, 1], start: { angularVelocity: [1, 2, 3] } },
      { type: "free", damping: 0.5, start: { velocity: [1, 0, 0], angularVelocity: [1, 2, 3] } },
      { type: "prismatic", damping: 0.5, axis: [1, 2, 0], start: { speed: 1 } },
    ];
    for (const joint of joints) {
      const simulation = run({ bodies: { box: { joint, shape, position: [0.1, 0, 0], mass: 2 } } }, 1, 1e-11);
      expect(simulation.ledger().appliedWork).toBeLessThan(-0.1);
      closes(simulation);
    }
  });

  it("with stops on both sides send a slider to and fro: e^n of its speed after n", () => {
    const limits = { lower: -0.5, upper: 0.5, restitution: 0.8 };
    const joint: SceneJoint = { type: "prismatic", axis: [1, 0, 0], limits, start: { speed: 2 } };
    const system = systemFromScene({ bodies: { slider: { joint, mass: 3, inertia: [1, 1, 1] } } });
    const simulation = createSimulation(system, system.initialState());
    const hits: number[] = [];
    simulation.advance(2, { event: ({ kind, time }) => void (kind === "impact" && hits.push(time)) });
    expect(hits[0]).toBeCloseTo(0.25, 12);
    expect(hits[1] - hits[0]).toBeCloseTo(1 / 1.6, 12);
    expect(hits[2] - hits[1]).toBeCloseTo(1 / 1.28, 12);
    expect(simulation.speeds[0]).toBeCloseTo(-2 * 0.8 ** 3, 12);
  });
});

describe("what is kept", () => {
  it("energy to 1e-10 over ten seconds of free motion of random trees", () => {
    for (const seed of [1, 2]) {
      const random = createRandom(seed);
      const vector = (size: number): Vec3 => [0, 1, 2].map(() => size * (2 * random() - 1)) as unknown as Vec3;
      const link = (i: number): SceneLink => ({
        joint: {
          type: i % 2 === 0 ? "revolute" : "spherical",
          parent: i === 0 ? "world" : `link ${Math.floor(random() * i)}`,
          position: vector(0.5),
          axis: vector(1),
          ...(i % 2 === 0 ? { start: { position: 2 * random(), speed: random() } } : { start: { angularVelocity: vector(1) } }),
        },
        shape: { type: "box", size: [0.2 + 0.2 * random(), 0.3, 0.4] },
        position: vector(0.3),
        mass: 1 + random(),
      });
      const bodies = Object.fromEntries([0, 1, 2, 3].map((i) => [`link ${i}`, link(i)]));
      const system = systemFromScene({ bodies });
      const { coordinates, speeds } = system.initialState();
      const moving = system.kineticEnergy(coordinates, speeds);
      const simulation = run({ bodies }, 10, 1e-13);
      const { before, now } = simulation.ledger();
      expect(system.kineticEnergy(simulation.coordinates, simulation.speeds)).not.toBeCloseTo(moving, 1);
      expect(Math.abs(now - before)).toBeLessThan(1e-10 * (Math.abs(before) + 10));
    }
  });

  it("a free body is the same as a body, as a link and as the base of an arm without mass, to 1e-12", () => {
    const shape = { type: "box", size: [0.2, 0.3, 0.1] } as const;
    const [velocity, angularVelocity] = [[1, 0.5, 2] as Vec3, [3, -2, 4] as Vec3];
    const body = { shape, mass: 1.2, position: [0, 0, 0.5] as Vec3, velocity, angularVelocity };
    const joint: SceneJoint = { type: "free", start: { position: [0, 0, 0.5], velocity, angularVelocity } };
    const fixed: SceneLink = { joint: { type: "fixed", parent: "box", position: [0.4, 0, 0] } };
    const runs = [{ box: body }, { box: { joint, shape, mass: 1.2 } }, { box: body, pin: fixed }].map((bodies) =>
      run({ bodies }, 1, 1e-13),
    );
    for (const { coordinates, speeds } of runs.slice(1))
      [...coordinates, ...speeds].forEach((value, k) => {
        expect(Math.abs(value - [...runs[0].coordinates, ...runs[0].speeds][k])).toBeLessThan(1e-12);
      });
  });

  it("momentum of a floating base that swings its arm, of what a spring joins to it, and their energy", () => {
    const base = { shape: { type: "box", size: [0.4, 0.3, 0.2] }, mass: 3, position: [0, 0, 0] } as const;
    const arm: SceneLink = {
      joint: {
        type: "revolute",
        parent: "base",
        position: [0.2, 0.1, 0],
        axis: [1, 2, 3],
        motor: { times: [0, 0.5, 1], efforts: [0, 1, -1] },
      },
      shape: { type: "rod", length: 0.5, radius: 0.02 },
      position: [0.1, 0, 0.25],
      mass: 0.8,
    };
    const tail = { shape: { type: "sphere", radius: 0.1 }, mass: 0.5, position: [-0.6, 0, 0], velocity: [0, 0.4, 0] } as const;
    const scene: Scene = {
      bodies: { base, arm, tail },
      gravity: [0, 0, 0],
      loads: [
        {
          type: "spring",
          between: ["tail", "arm"],
          points: [
            [0.1, 0, 0],
            [0, 0, -0.25],
          ],
          stiffness: 30,
          length: 0.5,
        },
      ],
    };
    const system = systemFromScene(scene);
    const simulation = createSimulation(system, system.initialState(), { relativeTolerance: 1e-12 });
    const momenta = () => {
      const states = system.names.map((_, i) => system.stateOf(i, simulation.coordinates, simulation.speeds));
      const masses = system.names.map((name) => ({ base: 3, arm: 0.8, tail: 0.5 })[name]!);
      const linear = states.reduce((sum, { velocity }, i) => vec3.addScaled(sum, velocity, masses[i]), [0, 0, 0] as Vec3);
      // Against drifting along a straight line: the centre of mass.
      const centre = states.reduce((sum, { position }, i) => vec3.addScaled(sum, position, masses[i]), [0, 0, 0] as Vec3);
      return { linear, centre };
    };
    const start = momenta();
    simulation.advance(2);
    const end = momenta();
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(end.linear[c] - start.linear[c])).toBeLessThan(1e-11);
      expect(Math.abs(end.centre[c] - start.centre[c] - 2 * start.linear[c])).toBeLessThan(1e-10);
    }
    expect(Math.abs(simulation.ledger().appliedWork)).toBeGreaterThan(0.01);
    closes(simulation);
  });

  it("a load on a link is the torque that it makes about the joint", () => {
    const pushed = run(
      {
        bodies: { wheel: wheel({}) },
        loads: [
          { type: "constant", body: "wheel", force: [0, 2, 0], point: [0, 0, 0.3] },
          { type: "constant", body: "wheel", torque: [5, 0, 1.4] },
        ],
      },
      2,
    );
    expect(pushed.coordinates[0]).toBeCloseTo((1.4 / INERTIA) * 2, 10);
    closes(pushed);
  });
});

it("two equal pendulums exchange their speeds when they meet, each by itself and as parts of one group", () => {
  const [length, radius, angle] = [1, 0.05, 0.5];
  const hang = (x: number, position: number): SceneLink => ({
    joint: { type: "revolute", axis: [0, -1, 0], position: [x, 0, 0], start: { position } },
    shape: { type: "sphere", radius },
    position: [0, 0, -length],
    mass: 1,
  });
  const square = (9.81 * length) / (length * length + 0.4 * radius * radius);
  let [a, b] = [1, Math.cos(angle / 2)];
  for (let k = 0; k < 8; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  const quarter = Math.PI / 2 / (Math.sqrt(square) * a);
  const fastest = 2 * Math.sqrt(square) * Math.sin(angle / 2);
  // A spring too weak to be felt makes them one group.
  for (const stiffness of [undefined, 1e-12]) {
    const system = systemFromScene({
      bodies: { left: hang(0, -angle), right: hang(2 * radius, 0) },
      contacts: [{ between: ["left", "right"], friction: 0, restitution: 1 }],
      loads: stiffness === undefined ? [] : [{ type: "spring", between: ["left", "right"], stiffness }],
    });
    expect(system.parts).toHaveLength(stiffness === undefined ? 2 : 1);
    const simulation = createSimulation(system, system.initialState());
    const hits: number[][] = [];
    simulation.advance(6 * quarter, { event: ({ kind, time }) => void (kind === "impact" && hits.push([time, ...simulation.speeds])) });
    [
      [quarter, 0, fastest],
      [3 * quarter, -fastest, 0],
      [5 * quarter, 0, fastest],
    ].forEach((expected, i) => {
      expected.forEach((value, k) => {
        expect(Math.abs(hits[i][k] - value)).toBeLessThan(2e-9);
      });
    });
  }
});

/** An arm that throws itself against its stop and a ball, as a study. */
const study = () =>
  parseStudy({
    carom: 1,
    kind: "simulation",
    title: "arm",
    duration: 0.8,
    bodies: {
      arm: {
        joint: {
          type: "revolute",
          position: [0, 0, 0.5],
          axis: [0, -1, 0],
          limits: { upper: 0.5, restitution: 0.4 },
          motor: { effort: 5 },
        },
        shape: { type: "capsule", length: 0.4, radius: 0.02 },
        position: [0.2, 0, 0],
        orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
        mass: 0.5,
      },
      ball: { shape: { type: "sphere", radius: 0.03 }, mass: 0.1, position: [0.35, 0, 0.6] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    contacts: [
      { between: ["ball", "arm"], friction: 0.3, restitution: 0.5 },
      { between: ["ball", "floor"], friction: 0.3, restitution: 0.5 },
    ],
  }) as Parameters<typeof runSimulation>[0];

it("a study goes on from any checkpoint, as JSON, to the same result, and tells its joints", () => {
  const whole = runSimulation(study());
  expect(whole.events.filter(({ kind }) => kind === "impact").length).toBeGreaterThan(2);
  expect(whole.joints?.arm.position).toBe(whole.series.joints?.arm.position.at(-1));
  expect(whole.series.joints?.arm.speed).toHaveLength(whole.series.time.length);
  expect(Object.keys(whole.bodies)).toEqual(["ball", "arm"]);
  for (const stretches of [2, 5]) {
    const first = startSimulation(study());
    for (let i = 0; i < stretches; i++) first.advance();
    const checkpoint = parseCheckpoint(JSON.parse(JSON.stringify(first.checkpoint())));
    const second = startSimulation(checkpoint.study, {}, checkpoint);
    while (!second.done) second.advance();
    expect(JSON.stringify(second.result())).toBe(JSON.stringify(whole));
  }
});

describe("a bad mechanism is named by its field", () => {
  const shape = { type: "sphere", radius: 0.1 } as const;
  const link = (joint: object, more: object = { shape, mass: 1 }) => ({ joint: { type: "revolute", ...joint }, ...more });
  it.each([
    [
      "a cycle without a loop joint",
      { a: link({ parent: "b" }), b: link({ parent: "a" }) },
      /^bodies\.a\.joint\.parent: "b" hangs, through others, on this link.*loops/,
    ],
    ["a parent that is not there", { a: link({ parent: "c" }) }, /^bodies\.a\.joint\.parent: "c" is neither/],
    ["itself as parent", { a: link({ parent: "a" }) }, /^bodies\.a\.joint\.parent: "a" hangs/],
    ["an axis without direction", { a: link({ axis: [0, 0, 0] }) }, /^bodies\.a\.joint\.axis: .*has no direction/],
    ["a mass without inertia", { a: link({}, { mass: 2 }) }, /^bodies\.a\.inertia: nothing is given, and no shape/],
    ["an inertia without mass", { a: link({}, { inertia: [1, 1, 1] }) }, /^bodies\.a\.mass/],
    ["an inertia that no body has", { a: link({}, { mass: 1, inertia: [1, 1, 3] }) }, /^bodies\.a\.inertia: .*cannot belong/],
    [
      "a joint that moves nothing",
      { a: link({}, {}), b: link({}) },
      /^bodies\.a\.mass: nothing is given, and nothing with a mass hangs on it/,
    ],
    ["a shape without mass", { a: link({}, { shape }) }, /^bodies\.a\.mass/],
    ["limits the wrong way round", { a: link({ limits: { lower: 1, upper: 0 } }) }, /^bodies\.a\.joint\.limits\.upper: 0 is not above/],
    [
      "limits of a ball joint",
      { a: { joint: { type: "spherical", limits: { lower: 0 } }, shape, mass: 1 } },
      /^bodies\.a\.joint\.limits: .*only revolute and prismatic/,
    ],
    [
      "a start beyond a stop",
      { a: link({ limits: { upper: 1 }, start: { position: 2 } }) },
      /^bodies\.a\.joint\.start: "a\/world: upper stop" is passed by 1/,
    ],
    [
      "a start that the joint does not have",
      { a: link({ start: { velocity: [1, 0, 0] } }) },
      /^bodies\.a\.joint\.start\.velocity: .*revolute joint, which has position, near, speed/,
    ],
    [
      "a motor with times that go back",
      { a: link({ motor: { times: [0, 1, 1], efforts: [0, 0, 0] } }) },
      /^bodies\.a\.joint\.motor\.times\[2\]/,
    ],
    [
      "a motor with too few efforts",
      { a: link({ motor: { times: [0, 1], efforts: [0] } }) },
      /^bodies\.a\.joint\.motor\.efforts: 1 is not the number of times/,
    ],
    ["an unknown joint", { a: { joint: { type: "screw" }, shape, mass: 1 } }, /^bodies\.a\.joint\.type: "screw" is not one of revolute/],
    ["a misspelt field", { a: link({ limit: { upper: 1 } }) }, /^bodies\.a\.joint\.limit: .*unknown field/],
    [
      "no inertia about an axis that it can turn about",
      { a: { joint: { type: "spherical" }, mass: 1, centre: [0.5, 0, 0], inertia: [0, 1, 1] } },
      /^bodies: .*cannot move: the mass matrix is singular at the joint of a/,
    ],
    ["a name that is taken", { world: link({}) }, /^bodies\.world/],
  ])("%s", (_name, bodies, message) => {
    const bad = () =>
      checkSimulation(
        parseStudy({ carom: 1, kind: "simulation", title: "bad", duration: 1, bodies }) as Parameters<typeof checkSimulation>[0],
      );
    expect(bad).toThrow(InvalidInputError);
    expect(bad).toThrow(message);
  });

  it("a contact of a link without a shape, and a loop between what is not there", () => {
    const bodies = { a: link({}, { mass: 1, inertia: [1, 1, 1] }) as SceneLink, floor: { plane: { normal: UPRIGHT } } };
    const contacts = [{ between: ["a", "floor"] as const, friction: 0, restitution: 0 }];
    expect(() => systemFromScene({ bodies, contacts })).toThrow(/^contacts\[0\]\.between\[0\]: "a" has no shape/);
    expect(() => systemFromScene({ bodies, loops: [{ between: ["a", "b"], type: "spherical" }] })).toThrow(
      /^loops\[0\]\.between\[1\]: "b" is neither/,
    );
    expect(() => systemFromScene({ bodies, loops: [{ between: ["a", "a"], type: "spherical" }] })).toThrow(/^loops\[0\]\.between\[1\]/);
    expect(() => systemFromScene({ bodies, loops: [{ between: ["a", "world"], type: "revolute", axis: [0, 0, 0] }] })).toThrow(
      /^loops\[0\]\.axis/,
    );
  });
});

describe("what stands fast", () => {
  const post = { joint: { type: "fixed" }, shape: { type: "box", size: [0.1, 0.1, 0.8] }, mass: 1, position: [0, 0, 0.4] };
  const stone = { shape: { type: "sphere", radius: 0.05 }, mass: 1, position: [1, 0, 0.05] };
  const touching = (floor: object) => {
    const bodies = { floor, post, stone };
    const study = { carom: 1, kind: "simulation", title: "a post", duration: 0.1, bodies, material: { friction: 0.5, restitution: 0 } };
    const { series } = runSimulation(parseStudy(study) as Parameters<typeof runSimulation>[0]);
    return new Set(series.contacts.map(({ contact }) => contact.split(":")[0]));
  };

  it("does not touch what stands fast, so that a post on the floor neither slips nor sticks", () => {
    expect(touching({ plane: { normal: UPRIGHT } })).toEqual(new Set(["stone/floor"]));
  });

  it("is where its joint says, though nothing in it can move", () => {
    const bodies = { post, stone: { ...stone, position: [0, 0, 1] } };
    const study = { carom: 1, kind: "simulation", title: "a post", duration: 0.6, bodies, material: { friction: 0.5, restitution: 0 } };
    const { bodies: end } = runSimulation(parseStudy(study) as Parameters<typeof runSimulation>[0]);
    // On its top.
    expect(end.stone.position[2]).toBeCloseTo(0.8 + 0.05, 9);
  });

  it("hangs on something: a parent that is not there, or hangs on its own child, is named", () => {
    const onto = (parent: string) => ({ ...post, joint: { type: "fixed", parent } });
    const run = (bodies: object) => {
      const study = { carom: 1, kind: "simulation", title: "posts", duration: 0.1, bodies, material: { friction: 0.5, restitution: 0 } };
      return () => runSimulation(parseStudy(study) as Parameters<typeof runSimulation>[0]);
    };
    expect(run({ stone, post: onto("nope") })).toThrow(InvalidInputError);
    expect(run({ stone, post: onto("post") })).toThrow(InvalidInputError);
    expect(run({ stone, post: onto("other"), other: onto("post") })).toThrow(InvalidInputError);
  });

  it.each(["before", "behind"] as const)("stands by steps as a fixed body does, given %s what falls on it", (order) => {
    const turn = [0, 0, Math.sin(0.2), Math.cos(0.2)];
    const size = [0.5, 0.5, 0.2];
    const fall = {
      shape: { type: "box", size: [0.1, 0.12, 0.14] },
      mass: 1,
      position: [0.2, 0.1, 0.6],
      orientation: [0.1, 0.05, 0, Math.sqrt(0.9875)],
    };
    const foot = { joint: { type: "fixed", position: [0.2, 0.1, 0.1], orientation: turn }, shape: { type: "box", size }, mass: 1 };
    const top = { joint: { type: "fixed", parent: "foot", position: [0, 0, 0.25] }, shape: { type: "box", size }, mass: 1 };
    const fixed = { fixed: { type: "box", size }, position: [0.2, 0.1, 0.35], orientation: turn };
    const endOf = (ground: object, method: string) => {
      const bodies = order === "before" ? { ...ground, box: fall } : { box: fall, ...ground };
      const material = { friction: 0.5, restitution: 0.2 };
      const study = {
        carom: 1,
        kind: "simulation",
        title: "a post",
        duration: 0.3,
        method,
        tolerances: { stepError: 1e-5 },
        bodies,
        material,
      };
      const { bodies: end, status } = runSimulation(parseStudy(study) as Parameters<typeof runSimulation>[0]);
      return { status, place: [...end.box.position, ...end.box.orientation] };
    };
    const [linked, still] = [endOf({ foot, top }, "steps"), endOf({ still: fixed }, "steps")];
    expect(linked.place[2]).toBeGreaterThan(0.5);
    // The size of what is in a scene sets its steps.
    linked.place.forEach((value, k) => {
      expect(Math.abs(value - still.place[k])).toBeLessThan(5e-4);
    });
    // By events too, up to what steps leave out.
    endOf({ foot, top }, "events").place.forEach((value, k) => {
      expect(Math.abs(value - linked.place[k])).toBeLessThan(1e-2);
    });
  });

  it("lets what rests on it rest by steps", () => {
    const bodies = { post, stone: { ...stone, position: [0, 0, 1] } };
    const scene = { bodies, material: { friction: 0.5, restitution: 0 } };
    const study = { carom: 1, kind: "simulation", title: "a post", duration: 0.6, method: "steps", ...scene };
    const { bodies: end, status } = runSimulation(parseStudy(study) as Parameters<typeof runSimulation>[0]);
    expect(status).toBe("rest");
    expect(end.stone.position[2]).toBeCloseTo(0.8 + 0.05, 6);
  });

  it("touches what is moved, and moves over it", () => {
    const belt = { plane: { normal: UPRIGHT }, motion: { type: "steady", velocity: [0.1, 0, 0] } };
    expect(touching(belt)).toContain("post/floor");
  });
});
