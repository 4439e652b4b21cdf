/** Joints that are moved, and gears: against what has an answer in closed form. */
import { describe, expect, it } from "vitest";
import { follow } from "../loop/followed-scenes.testing.js";
import { createSimulation } from "../loop/simulation.js";
import type { Scene } from "../scene/scene.js";
import { systemFromScene } from "../scene/scene.js";
import type { JointMotion, SceneLink } from "./scene-link.js";

const NONE = [0, 0, 0] as const;
/** A wheel with a moment about z, that nothing touches. */
const wheel = (moment: number, more: Partial<SceneLink["joint"]> = {}): SceneLink => ({
  joint: { type: "revolute", axis: [0, 0, 1], ...more },
  mass: 1,
  inertia: [moment, moment, moment],
});
/** A bar along x from the axis on that a ball can strike, turning about z. */
const bar = (moment: number, joint: Partial<SceneLink["joint"]> = {}): SceneLink => ({
  joint: { type: "revolute", axis: [0, 0, 1], ...joint },
  shape: { type: "box", size: [1, 0.02, 0.2] },
  position: [0.5, 0, 0],
  mass: 1,
  centre: [0, 0, 0],
  inertia: [moment, moment, moment],
});
const ball = (y: number, speed: number) =>
  ({ shape: { type: "sphere", radius: 0.05 }, mass: 0.3, position: [0.8, y, 0], velocity: [0, speed, 0] }) as const;

const closes = (ledger: { readonly residual: number; readonly appliedWork: number; readonly before: number }) =>
  expect(Math.abs(ledger.residual)).toBeLessThan(1e-8 * (1 + Math.abs(ledger.before) + Math.abs(ledger.appliedWork)));

describe("gears", () => {
  it.each([-3, 0.5, 2])("a wheel that is struck answers with I_1 + n^2 I_2, n = %d", (ratio) => {
    const [i1, i2, restitution, speed, arm] = [0.4, 0.15, 0.6, 2, 0.8];
    const { impacts, series, ledger } = follow(
      {
        bodies: { first: bar(i1), second: wheel(i2, { position: [-1, 0, 0] }), ball: ball(0.1, -speed) },
        gears: [{ between: ["first", "second"], ratio }],
        gravity: NONE,
        contacts: [{ between: ["ball", "first"], friction: 0, restitution }],
      },
      0.05,
    );
    expect(impacts).toHaveLength(1);
    const mobility = 1 / 0.3 + (arm * arm) / (i1 + ratio * ratio * i2);
    const impulse = ((1 + restitution) * speed) / mobility;
    expect(Math.abs(impacts[0].contacts[0].impulse[2])).toBeCloseTo(impulse, 9);
    const [first, second] = ["first", "second"].map((name) => series.joints![name].speed.at(-1)!);
    expect(first).toBeCloseTo((-arm * impulse) / (i1 + ratio * ratio * i2), 9);
    expect(second).toBeCloseTo(ratio * first, 11);
    closes(ledger);
  });

  it("turn under a motor as their inertia says, and stay meshed where they began", () => {
    const [i1, i2, ratio, effort] = [0.2, 0.05, -4, 0.3];
    const { series, ledger } = follow(
      {
        bodies: {
          first: wheel(i1, { motor: { effort }, start: { position: 0.2 } }),
          second: wheel(i2, { position: [1, 0, 0], start: { position: 1 } }),
        },
        gears: [{ between: ["first", "second"], ratio }],
        gravity: NONE,
      },
      1.5,
    );
    const rate = effort / (i1 + ratio * ratio * i2);
    expect(series.joints!.first.position.at(-1)).toBeCloseTo(0.2 + 0.5 * rate * 2.25, 9);
    expect(series.joints!.second.position.at(-1)).toBeCloseTo(1 + ratio * 0.5 * rate * 2.25, 9);
    closes(ledger);
  });

  it("may join a wheel and a rack, and the speeds of one say those of the other", () => {
    const rack: SceneLink = { joint: { type: "prismatic", axis: [1, 0, 0] }, mass: 2, inertia: NONE };
    const { series } = follow(
      {
        bodies: { pinion: wheel(0.1, { start: { speed: 3 } }), rack },
        gears: [{ between: ["pinion", "rack"], ratio: 0.05 }],
        gravity: NONE,
      },
      1,
    );
    expect(series.joints!.rack.position.at(-1)).toBeCloseTo(0.15, 12);
    expect(series.joints!.pinion.speed.at(-1)).toBeCloseTo(3, 12);
  });

  it("are refused where they mean nothing", () => {
    const bodies = { first: wheel(1), second: wheel(1), third: { joint: { type: "spherical" }, mass: 1, inertia: [1, 1, 1] } as SceneLink };
    const gear = (between: [string, string], ratio: number) => () => systemFromScene({ bodies, gears: [{ between, ratio }] });
    expect(gear(["first", "third"], 2)).toThrow('gears[0].between[1]: "third" is not a link with a revolute or prismatic joint');
    expect(gear(["first", "first"], 2)).toThrow('gears[0].between[1]: "first" cannot be geared to itself');
    expect(gear(["first", "second"], 0)).toThrow("gears[0].ratio: 0 is zero: the second would stand still");
  });

  it("are refused where they contradict each other, and only there", () => {
    const bodies = { a: wheel(1), b: wheel(1), c: wheel(1), d: wheel(1) };
    const scene = (...rows: (readonly [string, string, number, number?])[]) => ({
      bodies,
      gears: rows.map(([first, second, ratio, offset]) => ({
        between: [first, second] as [string, string],
        ratio,
        ...(offset === undefined ? {} : { offset }),
      })),
    });
    const refused = (...rows: (readonly [string, string, number, number?])[]) => expect(() => systemFromScene(scene(...rows)));
    refused(["a", "b", 2], ["a", "b", 3]).toThrow("gears[1].ratio: 3 contradicts the gears before it, which give a and b the ratio 2");
    refused(["a", "b", 2], ["b", "a", 2]).toThrow("gears[1].ratio: 2 contradicts the gears before it, which give b and a the ratio 0.5");
    refused(["a", "b", 2], ["a", "b", 2, 1]).toThrow("gears[1].offset: 1 contradicts the gears before it, which give a and b the offset 0");
    refused(["a", "b", 2], ["c", "d", -1], ["b", "c", 3], ["d", "a", 1]).toThrow(
      "gears[3].ratio: 1 contradicts the gears before it, which give d and a the ratio -0.16666666666666666",
    );
    refused(["a", "b", 2, 0.5], ["b", "c", 3, 1], ["a", "c", 6, 2.5]).not.toThrow();
  });
});

describe("joints that are moved", () => {
  it("a bar that is turned steadily bats a ball at rest to (1 + e) omega r and is not slowed down", () => {
    const [omega, restitution, arm] = [2, 0.7, 0.8];
    const scene: Scene = {
      bodies: { bar: bar(0.4, { motion: { type: "steady", speed: omega } }), ball: ball(0.5, 0) },
      gravity: NONE,
      contacts: [{ between: ["bar", "ball"], friction: 0, restitution }],
    };
    const { impacts, series, ledger } = follow(scene, 0.6, {}, 1000);
    expect(impacts).toHaveLength(1);
    const { contacts, energy, time } = impacts[0];
    // The ball stands across the radius of the bar that meets it: its own point moves with omega times the arm along the bar.
    const approach = -contacts[0].velocityBefore[2];
    expect(contacts[0].impulse[2]).toBeCloseTo((1 + restitution) * approach * 0.3, 10);
    expect(approach / omega).toBeGreaterThan(arm);
    expect(energy.restitutionLoss).toBeCloseTo(0.5 * 0.3 * approach * approach * (1 - restitution * restitution), 10);
    series.joints!.bar.speed.forEach((speed) => {
      expect(speed).toBeCloseTo(omega, 12);
    });
    expect(time).toBeGreaterThan(0.1);
    // What the drive has done is what the ball has got and what the impact took.
    const [vx, vy] = series.bodies.ball.velocity.at(-1)!;
    expect(ledger.appliedWork).toBeCloseTo(0.5 * 0.3 * (vx * vx + vy * vy) + energy.restitutionLoss, 9);
    closes(ledger);
  });

  const slider = (motion: JointMotion): SceneLink => ({
    joint: { type: "prismatic", axis: [1, 0, 0], motion, start: { position: 0.1 } },
    mass: 2,
    inertia: NONE,
  });

  it.each([
    [
      "sine",
      { type: "sine", amplitude: 0.2, frequency: 1.5, phase: 0.3 },
      (t: number) => 0.2 * (Math.sin(3 * Math.PI * t + 0.3) - Math.sin(0.3)),
    ],
    ["steady", { type: "steady", speed: -0.7 }, (t: number) => -0.7 * t],
    // A natural spline through a straight line is the line, and through these rows the parabola's cubic pieces.
    ["series", { type: "series", times: [0, 1, 2], positions: [1, 1.5, 2] }, (t: number) => 0.5 * t],
    ["speeds", { type: "series", times: [0, 2], speeds: [0, 3] }, (t: number) => 0.75 * t * t],
  ] as const)("%s: it goes where its motion says, and its drive does the work", (_, motion, displacement) => {
    const { series, ledger } = follow({ bodies: { slider: slider(motion as JointMotion) } }, 1.7, {}, 10);
    series.time.forEach((t, k) => {
      expect(series.joints!.slider.position[k]).toBeCloseTo(0.1 + displacement(t), 8);
    });
    const [first, last] = [0, series.time.length - 1].map((k) => series.joints!.slider.speed[k]);
    expect(ledger.appliedWork).toBeCloseTo(last * last - first * first, 8);
    closes(ledger);
  });

  it("speeds with corners: a step ends at each, and the way and the work are those of the straight pieces", () => {
    const [times, speeds] = [
      [0, 0.31, 0.3100001, 0.7, 1.1, 1.6],
      [0, 0.4, 0.4, -0.9, -0.9, 0.3],
    ];
    const way = (t: number) => {
      let [x, v] = [0, speeds[0]];
      for (let i = 1; i < times.length && times[i - 1] < t; i++) {
        const h = Math.min(t, times[i]) - times[i - 1];
        const a = (speeds[i] - speeds[i - 1]) / (times[i] - times[i - 1]);
        x += h * (v + 0.5 * a * h);
        v += a * h;
      }
      return x + Math.max(0, t - 1.6) * speeds[5];
    };
    const { series, ledger } = follow({ bodies: { slider: slider({ type: "series", times, speeds }) } }, 2, {}, 37);
    series.time.forEach((t, k) => {
      expect(Math.abs(series.joints!.slider.position[k] - 0.1 - way(t))).toBeLessThan(1e-13);
    });
    expect(Math.abs(ledger.appliedWork - 0.3 * 0.3)).toBeLessThan(1e-13);
  });

  it("name the lists of their series as joints have them", () => {
    const moved = (rows: object) => () =>
      systemFromScene({ bodies: { slider: slider({ type: "series", times: [0, 1], ...rows } as JointMotion) } });
    const path = "bodies.slider.joint.motion";
    expect(moved({ positions: [0] })).toThrow(`${path}.positions: 1 rows are too few`);
    expect(moved({ speeds: [0, Number.NaN] })).toThrow(`${path}.speeds[1]: NaN is not a number`);
    expect(moved({ times: [0.5, 1], positions: [0, 1] })).toThrow(
      `${path}.times[0]: 0.5 is after 0, and positions have to say how the motion begins`,
    );
    expect(moved({})).toThrow(`${path}: "series" has none of speeds, positions: one is needed`);
  });

  it("a crank that is turned drives its slider through a loop", () => {
    const [r, l, omega] = [0.2, 0.5, 6];
    const rod = (length: number, joint: SceneLink["joint"]): SceneLink => ({
      joint,
      mass: 1,
      centre: [length / 2, 0, 0],
      inertia: [1e-3, 0.02, 0.02],
    });
    const { series, ledger } = follow(
      {
        bodies: {
          crank: rod(r, { type: "revolute", axis: [0, 0, 1], motion: { type: "steady", speed: omega }, start: { position: 0.4 } }),
          rod: rod(l, { type: "revolute", parent: "crank", position: [r, 0, 0], axis: [0, 0, 1], start: { near: -0.5 } }),
          piston: { joint: { type: "prismatic", axis: [1, 0, 0], start: { near: 0.7 } }, mass: 3, inertia: NONE },
        },
        loops: [{ between: ["rod", "piston"], type: "revolute", axis: [0, 0, 1], frames: [{ position: [l, 0, 0] }, {}] }],
        gravity: [0, -9.81, 0],
      },
      2,
    );
    series.time.forEach((t, k) => {
      const angle = 0.4 + omega * t;
      const sine = r * Math.sin(angle);
      expect(series.joints!.piston.position[k]).toBeCloseTo(r * Math.cos(angle) + Math.sqrt(l * l - sine * sine), 8);
    });
    closes(ledger);
  });

  it("carries what rests on it: a platform that is moved up and down under a ball", () => {
    const { series, ledger, impacts } = follow(
      {
        bodies: {
          platform: {
            joint: { type: "prismatic", axis: [0, 0, 1], motion: { type: "sine", amplitude: 0.02, frequency: 2 } },
            shape: { type: "box", size: [1, 1, 0.1] },
            mass: 5,
          },
          ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.15], velocity: [0, 0, 0.02 * 4 * Math.PI] },
        },
        contacts: [{ between: ["ball", "platform"], friction: 0.3, restitution: 0.5 }],
      },
      1.25,
    );
    // Its acceleration stays below g: the ball never leaves.
    expect(impacts).toHaveLength(0);
    series.time.forEach((t, k) => {
      expect(series.bodies.ball.position[k][2]).toBeCloseTo(0.15 + 0.02 * Math.sin(4 * Math.PI * t), 7);
    });
    closes(ledger);
  });

  it("keeps the books on ground that is moved too, through many impacts", () => {
    const rod = (length: number, radius: number, mass: number, joint: SceneLink["joint"]): SceneLink => ({
      joint,
      shape: { type: "rod", length, radius },
      position: [0, 0, -length / 2],
      mass,
    });
    const { series, ledger, impacts } = follow(
      {
        bodies: {
          arm: rod(0.4, 0.02, 1, {
            type: "revolute",
            axis: [0, 1, 0],
            position: [0, 0, 0.63],
            motion: { type: "sine", amplitude: 0.6, frequency: 1.2 },
          }),
          hand: rod(0.2, 0.01, 0.5, { type: "revolute", parent: "arm", axis: [0, 1, 0], position: [0, 0, -0.4], damping: 0.02 }),
          ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.3, position: [0.12, 0, 0.05] },
          ground: { plane: { normal: [0, 0, 1] }, motion: { type: "sine", amplitude: [0.02, 0, 0.004], frequency: 2 } },
        },
        material: { friction: 0.4, restitution: 0.4 },
      },
      1.5,
    );
    expect(impacts.length).toBeGreaterThan(10);
    expect(series.joints!.arm.position.at(-1)).toBeCloseTo(0.6 * Math.sin(2 * Math.PI * 1.2 * 1.5), 9);
    expect(ledger.appliedWork).toBeGreaterThan(1);
    closes(ledger);
  });

  it("are refused where they contradict themselves", () => {
    const joint = (more: object) => () => systemFromScene({ bodies: { a: wheel(1, { motion: { type: "steady", speed: 1 }, ...more }) } });
    expect(joint({ start: { speed: 2 } })).toThrow("bodies.a.joint.start.speed: 2 is given for a joint that is moved");
    expect(joint({ limits: { lower: 0 } })).toThrow("bodies.a.joint.limits");
    expect(joint({ type: "spherical", axis: undefined })).toThrow("only revolute and prismatic ones have it");
    expect(joint({ motion: { type: "sine", amplitude: 1, frequency: -1 } })).toThrow("bodies.a.joint.motion.frequency");
  });

  it("are refused where loops or gears move the joint already, and where a stop could stop nothing", () => {
    const geared = (first: Partial<SceneLink["joint"]>, second: Partial<SceneLink["joint"]>) => () =>
      follow(
        {
          bodies: { first: wheel(0.2, first), second: wheel(0.1, { position: [1, 0, 0], ...second }) },
          gears: [{ between: ["first", "second"], ratio: -3 }],
          gravity: NONE,
        },
        0.1,
      );
    const steady = (speed: number): Partial<SceneLink["joint"]> => ({ motion: { type: "steady", speed } });
    expect(geared(steady(1), steady(2))).toThrow('bodies.second.joint.motion: ["first", "second"] have motions, more than loops and gears');
    expect(geared(steady(1), { limits: { upper: 1 } })).toThrow(
      'bodies.second.joint.limits: "second" goes as the motion of first has it, which no stop stops',
    );
    expect(geared(steady(1), {})).not.toThrow();
  });
});

it.each([0.3, 0.9])(
  "an arm that is moved pushes a ball over the floor with friction %f: the arm pays for the slip of both contacts",
  (friction) => {
    const system = systemFromScene({
      bodies: {
        arm: {
          shape: { type: "box", size: [0.04, 0.3, 0.2] },
          mass: 1,
          position: [0, 0, 0],
          joint: { type: "prismatic", axis: [1, 0, 0], position: [0, 0, 0.11], motion: { type: "steady", speed: 0.5 } },
        },
        ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [0.2, 0.02, 0.05] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      material: { friction, restitution: 0 },
    });
    const simulation = createSimulation(system, system.initialState());
    simulation.advance(0.6);
    const ball = system.stateOf(system.names.indexOf("ball"), simulation.coordinates, simulation.speeds);
    // Never slower than the arm, and on the floor.
    expect(ball.velocity[0]).toBeGreaterThan(0.5 - 1e-9);
    expect(Math.abs(ball.position[2] - 0.05)).toBeLessThan(1e-8);
    closes(simulation.ledger());
  },
);
