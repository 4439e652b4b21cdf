/**
 * What users of physics engines have complained about, and a simulation in time answers. Each test cites the thread. Those that concern one
 * impact alone are in impact/complaints.test.ts.
 */
import { describe, expect, it } from "vitest";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { accumulations } from "../record/accumulation.js";
import type { Scene, SceneBody } from "../scene/scene.js";
import { ball, dropped, floor, follow, G, RADIUS, ratioOf } from "./followed-scenes.testing.js";

describe("energy", () => {
  it("a ball with e = 1 does not bounce higher each time (jrouwe/JoltPhysics#1286)", () => {
    const { impacts } = follow(dropped(1), 2 * 40 * Math.sqrt(2 / G));
    expect(impacts.length).toBeGreaterThanOrEqual(39);
    impacts.forEach(({ time, contacts: [{ velocityAfter }] }, k) => {
      expect(time).toBeCloseTo((2 * k + 1) * Math.sqrt(2 / G), 9);
      expect((velocityAfter[2] * velocityAfter[2]) / (2 * G)).toBeCloseTo(1, 10);
    });
  });

  it("e = 1 gains nothing in any bounce: every impact has a ledger that closes (dimforge/rapier#97)", () => {
    const { impacts, ledger, series } = follow(dropped(1, { velocity: [1, 0, 0], angularVelocity: [3, 40, -5] }, 0.3), 10);
    for (const { energy } of impacts) {
      expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-14));
      expect(Math.abs(energy.residual)).toBeLessThan(1e-13 * energy.before);
    }
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-9 * ledger.before);
    const { total } = series.energy;
    total.slice(1).forEach((now, i) => {
      expect(now).toBeLessThanOrEqual(total[i] + 1e-9 * total[0]);
    });
  });

  it("nothing leaves an impact faster than it came, whatever its shape and spin (pmndrs/cannon-es#207)", () => {
    const shapes = [
      { type: "box", size: [0.2, 0.3, 0.1] },
      { type: "cylinder", radius: 0.1, height: 0.15 },
      { type: "capsule", radius: 0.05, length: 0.2 },
    ] as const;
    for (const shape of shapes) {
      const { impacts, ledger } = follow(
        {
          bodies: {
            thing: {
              shape,
              mass: 1,
              position: [0, 0, 0.6],
              orientation: quaternion.fromAxisAngle([1, 2, 3], 1)!,
              velocity: [1, -2, -1],
              angularVelocity: [20, -10, 15],
            },
            floor,
          },
          contacts: [{ between: ["thing", "floor"], friction: 0.8, restitution: 1 }],
        },
        0.5,
      );
      expect(impacts.length).toBeGreaterThan(0);
      for (const { energy } of impacts) expect(energy.after).toBeLessThanOrEqual(energy.before * (1 + 1e-12));
      expect(ledger.now).toBeLessThanOrEqual(ledger.before * (1 + 1e-9));
    }
  });

  it("Newton's cradle gains nothing, and its middle swings as one pendulum (dimforge/rapier#630)", () => {
    const [spacing, mass, stiffness] = [2 * RADIUS, 0.4, 4];
    const names = ["a", "b", "c", "d", "e"];
    const released = 0.3;
    const { series, ledger, impacts } = follow(
      {
        gravity: [0, 0, 0],
        bodies: Object.fromEntries(names.map((name, i) => [name, ball([spacing * i - (i === 0 ? released : 0), 0, 0])])),
        contacts: names.slice(1).map((name, i) => ({ between: [names[i], name] as const, friction: 0, restitution: 1 })),
        loads: names.map((name, i) => ({
          type: "spring" as const,
          between: [name, "world"] as const,
          points: [
            [0, 0, 0],
            [spacing * i, 0, 0],
          ] as const,
          stiffness,
        })),
      },
      4,
      { relativeTolerance: 1e-12 },
    );
    expect(impacts.length).toBeGreaterThan(4);
    const { total } = series.energy;
    for (const now of total) expect(Math.abs(now - total[0])).toBeLessThan(1e-9 * total[0]);
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-9 * total[0]);
    // No impact changes the momentum of all five: their mean goes on as if nothing had happened.
    const frequency = Math.sqrt(stiffness / mass);
    series.time.forEach((time, row) => {
      const away = names.reduce((sum, name, i) => sum + series.bodies[name].position[row][0] - spacing * i, 0);
      expect(away).toBeCloseTo(-released * Math.cos(frequency * time), 8);
    });
  });

  it("a box does not rebound above its height from a smaller one (erincatto/box3d#83, erincatto/box2d#1094)", () => {
    const { series, impacts, ledger } = follow(
      {
        bodies: {
          box: {
            shape: { type: "box", size: [0.4, 0.4, 0.2] },
            mass: 2,
            position: [0.05, 0.03, 0.9],
            orientation: quaternion.fromAxisAngle([1, 0, 0], 0.05)!,
          },
          post: { fixed: { type: "box", size: [0.2, 0.2, 0.2] }, position: [0, 0, 0.1] },
        },
        contacts: [{ between: ["box", "post"], friction: 0.4, restitution: 0.9 }],
      },
      0.8,
    );
    expect(impacts.length).toBeGreaterThan(0);
    const heights = series.bodies.box.position.map(([, , z]) => z);
    expect(Math.max(...heights)).toBe(heights[0]);
    expect(Math.abs(ledger.residual)).toBeLessThan(1e-9 * ledger.before);
  });
});

describe("the coefficient means what it says", () => {
  it.each([0.1, 0.3, 0.6, 0.7, 0.9, 1])(
    "a ball comes back to e^2 of its height, e = %s (dimforge/rapier#974, liabru/matter-js#13)",
    (e) => {
      const { impacts } = follow(dropped(e), Math.sqrt(2 / G) * (1 + 1.5 * e));
      expect(ratioOf(impacts[0])).toBeCloseTo(e, 12);
      expect(impacts[0].time).toBeCloseTo(Math.sqrt(2 / G), 12);
    },
  );

  it("a ball does not jitter once it lies (liabru/matter-js#256, liabru/matter-js#667)", () => {
    const { status, series, at } = follow(dropped(0.7), 4);
    expect(status).toBe("rest");
    expect(at("ball").position).toEqual([0, 0, RADIUS]);
    expect(Math.max(...at("ball").velocity.map(Math.abs))).toBeLessThan(1e-12);
    expect(series.time.at(-1)).toBeCloseTo((Math.sqrt(2 / G) * 1.7) / 0.3, 4);
  });

  it.each([1e-3, 1e-2, 1])("a ball at %s m/s hands all its speed to a resting one (jrouwe/JoltPhysics#1403)", (speed) => {
    const { at } = follow(
      {
        gravity: [0, 0, 0],
        bodies: { moving: ball([-3 * RADIUS, 0, 0], { velocity: [speed, 0, 0] }), resting: ball([0, 0, 0]) },
        contacts: [{ between: ["moving", "resting"], friction: 0.2, restitution: 1 }],
      },
      (2 * RADIUS) / speed,
      {},
      speed,
    );
    expect(at("resting").velocity[0] / speed).toBeCloseTo(1, 12);
    expect(at("moving").velocity[0] / speed).toBeCloseTo(0, 12);
  });

  it("there is a speed below which contacts stay, but it is told and can be set (jrouwe/JoltPhysics#1403)", () => {
    const scene: Scene = {
      gravity: [0, 0, 0],
      bodies: { moving: ball([-3 * RADIUS, 0, 0], { velocity: [1e-6, 0, 0] }), resting: ball([0, 0, 0]) },
      contacts: [{ between: ["moving", "resting"], friction: 0, restitution: 1 }],
    };
    const { at } = follow(scene, 2e5, { contactSpeed: 1e-9 }, 1e-5);
    expect(at("resting").velocity[0]).toBeCloseTo(1e-6, 15);
    expect(follow(scene, 1, {}).simulation.tolerances.contactSpeed).toBe(1e-4 * Math.sqrt(RADIUS));
  });

  it("a drop from 10 m comes back to e^2 of 10 m, for a ball and for a hull (bulletphysics/bullet3#1530)", () => {
    const corners = [-0.1, 0.1].flatMap((x) => [-0.1, 0.1].flatMap((y) => [-0.1, 0.1].map((z): Vec3 => [x, y, z])));
    const triangles: Vec3[] = [
      [0, 1, 3],
      [0, 3, 2],
      [4, 6, 7],
      [4, 7, 5],
      [0, 4, 5],
      [0, 5, 1],
      [2, 3, 7],
      [2, 7, 6],
      [0, 2, 6],
      [0, 6, 4],
      [1, 5, 7],
      [1, 7, 3],
    ];
    for (const shape of [{ type: "sphere", radius: 0.1 } as const, { type: "mesh", vertices: corners, triangles } as const]) {
      const { impacts } = follow(
        {
          bodies: { thing: { shape, mass: 1, position: [0, 0, 10.1] }, floor },
          contacts: [{ between: ["thing", "floor"], friction: 0.5, restitution: 0.5 }],
        },
        2,
      );
      expect(impacts[0].time).toBeCloseTo(Math.sqrt(20 / G), 11);
      for (const { velocityAfter } of impacts[0].contacts)
        expect((velocityAfter[2] * velocityAfter[2]) / (2 * G)).toBeCloseTo(0.25 * 10, 10);
    }
  });

  it("restitution does not depend on the size of the steps (bulletphysics/bullet3#4341)", () => {
    const box: SceneBody = {
      shape: { type: "box", size: [0.2, 0.3, 0.1] },
      mass: 1,
      position: [0, 0, 0.4],
      orientation: quaternion.fromAxisAngle([0.3, 1, 0], 0.4)!,
      velocity: [0.5, 0, 0],
    };
    const scene: Scene = { bodies: { box, floor }, contacts: [{ between: ["box", "floor"], friction: 0.3, restitution: 0.5 }] };
    const [coarse, fine] = [1e-6, 1e-12].map((relativeTolerance) => follow(scene, 0.6, { relativeTolerance }));
    expect(coarse.impacts.length).toBeGreaterThan(5);
    coarse.impacts.slice(0, 5).forEach(({ time }, k) => {
      expect(time).toBeCloseTo(fine.impacts[k].time, 6);
    });
  });

  it("walls are not sticky: a ball along a wall keeps its speed, and leaves it with e of the other (bulletphysics/bullet3#3094)", () => {
    const { impacts, at } = follow(
      {
        gravity: [0, 0, 0],
        bodies: { ball: ball([0.5, 0, 0], { velocity: [-0.01, 3, 0] }), wall: { plane: { normal: [1, 0, 0] } } },
        contacts: [{ between: ["ball", "wall"], friction: 0, restitution: 0.8 }],
      },
      60,
    );
    expect(impacts).toHaveLength(1);
    expect(at("ball").velocity[0]).toBeCloseTo(0.008, 13);
    expect(at("ball").velocity[1]).toBeCloseTo(3, 13);
  });
});

describe("symmetry", () => {
  it("a cuboid dropped flat stays flat, bounce after bounce (dimforge/rapier#668)", () => {
    const { status, series, impacts } = follow(
      {
        bodies: { box: { shape: { type: "box", size: [0.4, 0.2, 0.3] }, mass: 1, position: [0, 0, 1] }, floor },
        contacts: [{ between: ["box", "floor"], friction: 0.5, restitution: 0.6 }],
      },
      4,
    );
    expect(status).toBe("rest");
    for (const { contacts } of impacts) {
      expect(contacts).toHaveLength(4);
      for (const { impulse } of contacts) expect(impulse[2]).toBeCloseTo(contacts[0].impulse[2], 12);
    }
    series.bodies.box.position.forEach(([x, y], row) => {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1e-12);
      const [qx, qy, qz] = series.bodies.box.orientation[row];
      expect(Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz))).toBeLessThan(1e-12);
    });
  });

  it.each([0, 17, 45, 80, 123, 200, 311])(
    "friction neither steers nor depends on the direction, %s degrees (dimforge/rapier#137, schteppe/cannon.js#148, RandyGaul/qu3e#35)",
    (degrees) => {
      const along: Vec3 = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0];
      const velocity: Vec3 = [2 * along[0], 2 * along[1], 0];
      const slid = follow(
        {
          bodies: { block: { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 1, position: [0, 0, 0.05], velocity }, floor },
          contacts: [{ between: ["block", "floor"], friction: 0.4, restitution: 0 }],
        },
        2,
      );
      expect(slid.status).toBe("rest");
      const [x, y] = slid.at("block").position;
      expect(x * along[0] + y * along[1]).toBeCloseTo(4 / (2 * 0.4 * G), 10);
      expect(x * along[1] - y * along[0]).toBeCloseTo(0, 10);
      const rolled = follow(
        {
          bodies: { ball: ball([0, 0, RADIUS], { velocity }), floor },
          contacts: [{ between: ["ball", "floor"], friction: 0.4, restitution: 0 }],
        },
        1,
      ).at("ball");
      expect(rolled.velocity[0]).toBeCloseTo((5 / 7) * velocity[0], 10);
      expect(rolled.velocity[1]).toBeCloseTo((5 / 7) * velocity[1], 10);
    },
  );

  it.each([0, 10, 30, 45, 77])(
    "friction is the same however the block is turned about the vertical, %s degrees (bulletphysics/bullet3#4539)",
    (degrees) => {
      const orientation: Quaternion = quaternion.fromAxisAngle([0, 0, 1], (degrees * Math.PI) / 180)!;
      const { at, events } = follow(
        {
          bodies: {
            block: {
              shape: { type: "box", size: [0.3, 0.2, 0.1] },
              mass: 1,
              position: [0, 0, 0.05],
              orientation,
              velocity: [1, 0, 0],
            },
            floor,
          },
          contacts: [{ between: ["block", "floor"], friction: 0.3, restitution: 0 }],
        },
        2,
      );
      expect(at("block").position[0]).toBeCloseTo(1 / (2 * 0.3 * G), 10);
      expect(at("block").position[1]).toBeCloseTo(0, 10);
      expect(events.at(-1)).toMatchObject({ kind: "rest" });
      expect(events.at(-1)!.time).toBeCloseTo(1 / (0.3 * G), 10);
    },
  );
});

describe("from bounces to contact", () => {
  it("where and how a ball goes on after its last bounce does not depend on when that was taken (NVIDIAGameWorks/PhysX#351, dartsim/dart#372)", () => {
    const scene = dropped(0.7, { velocity: [0.8, -0.4, 0], angularVelocity: [0, -30, 10] }, 0.1);
    const [reference, ...others] = [1e-5, 1e-4, 1e-3, 1e-2].map((contactSpeed) => follow(scene, 4, { contactSpeed }).at("ball"));
    for (const { position, velocity, angularVelocity } of others)
      for (const c of [0, 1, 2]) {
        expect(position[c]).toBeCloseTo(reference.position[c], 9);
        expect(velocity[c]).toBeCloseTo(reference.velocity[c], 9);
        expect(angularVelocity[c]).toBeCloseTo(reference.angularVelocity[c], 7);
      }
  });

  it("the last bounce takes only what its coefficient says until then (NVIDIAGameWorks/PhysX#351)", () => {
    const { impacts, simulation } = follow(dropped(0.7), 4);
    const [last, ...others] = [...impacts].reverse();
    expect(last.last).toBe(true);
    for (const impact of others) {
      expect(impact.last).toBe(false);
      expect(ratioOf(impact)).toBeCloseTo(0.7, 9);
    }
    expect(-last.contacts[0].velocityBefore[2] * 0.7).toBeLessThanOrEqual(simulation.contactSpeed);
  });

  it("infinitely many bounces end, and the ball neither falls through nor stands still in time (OpenModelica/OpenModelica#16009, SciML/ModelingToolkit.jl#4822, RobotLocomotion/drake#8443)", () => {
    const e = 0.8;
    const { status, events, impacts, series } = follow(dropped(e), 10);
    const end = (Math.sqrt(2 / G) * (1 + e)) / (1 - e);
    expect(status).toBe("rest");
    expect(impacts.length).toBeLessThan(100);
    expect(accumulations(events, Number.POSITIVE_INFINITY)[0].time).toBeCloseTo(end, 7);
    for (const [, , z] of series.bodies.ball.position) expect(z).toBeGreaterThan(RADIUS - 1e-10);
  });

  it("contact that lasts goes on as contact: after its bounces a block slides, is pushed and lifts off (SciML/ModelingToolkit.jl#4822)", () => {
    const { events, at } = follow(
      {
        bodies: {
          block: { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 1, position: [0, 0, 0.25], velocity: [1, 0, 0] },
          floor,
        },
        contacts: [{ between: ["block", "floor"], friction: 0, restitution: 0.5 }],
        loads: [
          {
            type: "piecewise",
            body: "block",
            times: [0, 1.5, 1.6, 2],
            forces: [
              [0, 0, 0],
              [0, 0, 0],
              [0, 0, 2 * G],
              [0, 0, 2 * G],
            ],
          },
        ],
      },
      2,
    );
    const leave = events.filter(({ kind }) => kind === "leave");
    expect(leave).toHaveLength(4);
    for (const { time } of leave) expect(time).toBeCloseTo(1.55, 9);
    // From 1.55 s on the push exceeds the weight, at first by 20 g (t - 1.55), from 1.6 s on by g.
    const rise = (10 * G * 0.05 * 0.05 * 0.05) / 3 + 10 * G * 0.05 * 0.05 * 0.4 + 0.5 * G * 0.4 * 0.4;
    expect(at("block").position[2]).toBeCloseTo(0.05 + rise, 9);
    expect(at("block").position[0]).toBeCloseTo(2, 9);
  });
});

describe("friction with spin", () => {
  it("a ball with back spin comes back, and a spinning one that keeps bouncing at e = 1 keeps its height (ekiefl/pooltool#46, ekiefl/pooltool#160, Jondolf/avian#200)", () => {
    const { impacts, at, ledger } = follow(dropped(1, { velocity: [0.2, 0, 0], angularVelocity: [0, -60, 0] }, 0.2), 12);
    for (const impact of impacts) {
      expect(ratioOf(impact)).toBeCloseTo(1, 12);
      expect(impact.contacts[0].velocityBefore[2]).toBeCloseTo(-Math.sqrt(2 * G), 9);
    }
    // Friction ends where slip does: rolling, with what the angular momentum about the floor leaves, (5 v + 2 r w) / 7.
    const rolling = (5 * 0.2 - 2 * RADIUS * 60) / 7;
    expect(at("ball").velocity[0]).toBeCloseTo(rolling, 10);
    expect(at("ball").angularVelocity[1]).toBeCloseTo(rolling / RADIUS, 9);
    const moment = 0.4 * 0.4 * RADIUS * RADIUS;
    const spent = 0.5 * 0.4 * (0.04 - rolling * rolling) + 0.5 * moment * (3600 - (rolling / RADIUS) * (rolling / RADIUS));
    expect(ledger.impactLoss).toBeCloseTo(spent, 9);
  });
});
