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
