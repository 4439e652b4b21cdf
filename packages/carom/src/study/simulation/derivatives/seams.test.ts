import { expect, it } from "vitest";
import { extrapolatedDifference } from "../../../math/extrapolated-difference.js";
import { parseStudy } from "../../parse.js";
import { runSimulation } from "../run.js";
import type { SimulationStudy } from "../schema.js";
import { derivatives, FLOOR } from "./derivatives.testing.js";

it("a ball that an arm pushes along rolls from the side of the arm onto its cap, where accelerations jump", () => {
  const arm = {
    joint: { type: "revolute", position: [0, 0, 0.05], start: { position: 0, speed: 1 }, motor: { effort: 1.7 }, damping: 0.017 },
    shape: { type: "capsule", radius: 0.03, length: 0.3 },
    position: [0.2, 0, 0],
    orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    mass: 0.7,
  };
  const study = (y: number) => ({
    bodies: {
      floor: FLOOR,
      arm,
      ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.54, position: [0.25, y, 0.05], angularVelocity: [2.3, 2.2, 0] },
    },
    contacts: [
      { between: ["arm", "ball"], friction: 0.12, restitution: 0.23 },
      { between: ["ball", "floor"], friction: 0.29, restitution: 0 },
    ],
    duration: 0.3,
    tolerances: { relativeTolerance: 1e-12 },
  });
  const of = ["end.joints.arm.speed", "end.bodies.ball.velocity[0]", "end.bodies.ball.velocity[1]"];
  const by = ["bodies.ball.position[1]"];
  const { matrix, result } = derivatives(study(0.1425), of, by);
  const { position } = result.bodies.ball;
  expect(Math.hypot(position[0], position[1])).toBeGreaterThan(0.35);
  const difference = extrapolatedDifference((distance) => {
    const moved = { carom: 1, kind: "simulation", title: "moved", ...study(0.1425 + distance) };
    const { joints, bodies } = runSimulation(parseStudy(moved) as SimulationStudy);
    return [joints?.arm.speed ?? Number.NaN, ...bodies.ball.velocity.slice(0, 2)];
  }, 1e-4);
  difference?.value.forEach((expected, i) => {
    expect(difference.spreads[i]).toBeLessThan(1e-7);
    expect(Math.abs((matrix[i][0] ?? Number.NaN) - expected)).toBeLessThan(1e-5);
  });
});

it("a box bounces down to rest on a ball that is moved, next to one of its edges, and rolls over it", () => {
  const study = (friction: number) => ({
    bodies: {
      ball: {
        fixed: { type: "sphere", radius: 0.5 },
        position: [0, 0, -0.5],
        motion: { type: "steady", velocity: [-0.22294110571561887, 0.21153377413145807, -0.19281989322080845] },
      },
      box: {
        shape: { type: "box", size: [0.18750354634122454, 0.12603190062525066, 0.056554624289731216] },
        density: 1611.5158412938672,
        position: [0, 0, 0.3030970430617179],
        orientation: [-0.3085793080344405, -0.03889902898141916, 0.5665672990586803, -0.7630643300762003],
        velocity: [0.22103116895063302, -0.3592633065415146, -0.07498094414622958],
        angularVelocity: [-1.0519194197531476, 3.4739438853449647, 3.352803930943508],
      },
    },
    contacts: [{ between: ["box", "ball"], friction, restitution: 0.5540334953744537 }],
    duration: 0.32,
    tolerances: { relativeTolerance: 1e-12 },
  });
  const friction = 0.4594378775524592;
  const { matrix } = derivatives(study(friction), ["events[18].time", "end.bodies.box.angularVelocity"], ["contacts[0].friction"]);
  const difference = extrapolatedDifference((distance) => {
    const moved = { carom: 1, kind: "simulation", title: "moved", ...study(friction + distance) };
    const { events, bodies } = runSimulation(parseStudy(moved) as SimulationStudy);
    return [events[18].time, ...bodies.box.angularVelocity];
  }, 5e-4);
  difference?.value.forEach((expected, i) => {
    expect(difference.spreads[i]).toBeLessThan(2e-6);
    expect(Math.abs((matrix[i][0] ?? Number.NaN) - expected)).toBeLessThan(1e-5);
  });
});
