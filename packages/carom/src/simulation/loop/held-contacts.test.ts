/** A ball in the edge between a floor and a wall, one of which holds it at the edge of its cone, under a load that turns. */
import { expect, it } from "vitest";
import { systemFromScene } from "../scene/scene.js";
import { floor } from "./followed-scenes.testing.js";
import { createSimulation } from "./simulation.js";

const system = systemFromScene({
  gravity: [0, 0, -20],
  bodies: {
    ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0.1, 0, 0.1] },
    floor,
    wall: { plane: { normal: [1, 0, 0] } },
  },
  material: { friction: 0.3, restitution: 0 },
  loads: [
    {
      type: "piecewise",
      body: "ball",
      times: [0, 1],
      forces: [
        [-10, 1, -10],
        [-10, 1.5, -10],
      ],
      torques: [
        [0.05, 0.4, 0.02],
        [0.05, 0.4, 0.07],
      ],
    },
  ],
});

it("pushes where it would if it were looked at anew, and is looked at anew seldom", () => {
  for (const time of [0.3, 0.6, 0.9]) {
    const simulation = createSimulation(system, system.initialState());
    let stretches = 0;
    simulation.advance(time, {
      motion: () => {
        stretches++;
      },
    });
    // With a direction that stays as it was found: 56, 111 and 166.
    expect(stretches).toBeLessThan(60);
    const anew = createSimulation(system, { ...system.initialState(), time });
    anew.advance(time + 1e-9);
    const expected = anew.contactForces();
    expect(expected).toHaveLength(2);
    simulation.contactForces().forEach(({ force }, i) => {
      for (let c = 0; c < 3; c++) expect(Math.abs(force[c] - expected[i].force[c])).toBeLessThan(0.02);
    });
  }
});

it("goes on from a checkpoint with the same bits", () => {
  const whole = createSimulation(system, system.initialState());
  whole.advance(0.4);
  const resumed = createSimulation(system, system.initialState(), {}, whole.checkpoint());
  for (const run of [whole, resumed]) run.advance(0.8);
  expect(resumed.checkpoint()).toEqual(whole.checkpoint());
  expect(resumed.contactForces()).toEqual(whole.contactForces());
});
