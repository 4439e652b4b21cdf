import { expect, it } from "vitest";
import { InvalidInputError, SolverError } from "../../errors.js";
import { createSimulation as createEither } from "../regime/simulation.js";
import { systemFromScene } from "../scene/scene.js";
import { located } from "./located.js";
import { createSimulation } from "./simulation.js";

const ball = { shape: { type: "sphere", radius: 0.1 }, density: 1000, position: [0, 0, 0.59] } as const;
const scene = {
  bodies: { ball, floor: { plane: { normal: [0, 0, 1] } } },
  contacts: [{ between: ["ball", "floor"], friction: 0.5, restitution: 0.5 }],
} as const;

it("says when and where a law could not go on: time, bodies and contact", () => {
  const system = systemFromScene(scene);
  // What no body has: the law of the impact refuses it.
  const spoiled = { ...system, kineticEnergy: () => -1 };
  const simulation = createSimulation(spoiled, system.initialState());
  const landing = Math.sqrt((2 * 0.49) / 9.81);
  let thrown: unknown;
  try {
    simulation.advance(1);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof SolverError)) throw new Error("an error of the solver was expected");
  expect(thrown.message).toMatch(
    /^the law does not take these contacts: kineticEnergy .*, at t = 0\.316\d* s between ball and floor \(ball\/floor: ball\)$/,
  );
  expect(thrown.reached.time).toBeCloseTo(landing, 12);
});

it("says the same where steps cannot go on", () => {
  const rolling = { ...ball, position: [0, 0, 0.1], velocity: [0.5, 0, 0] } as const;
  const system = systemFromScene({ ...scene, bodies: { ...scene.bodies, ball: rolling } });
  // A system that has no answer from somewhere on, whoever asks.
  const spoil =
    (evaluate: typeof system.evaluate): typeof system.evaluate =>
    (feature, coordinates, speeds, out) => {
      if (coordinates[0] > 0.1) throw new SolverError("there is no answer", { tries: 1 });
      evaluate(feature, coordinates, speeds, out);
    };
  const spoiled: typeof system = {
    ...system,
    evaluate: spoil(system.evaluate),
    ...(system.evaluateNarrowly && { evaluateNarrowly: spoil(system.evaluateNarrowly) }),
  };
  const simulation = createEither(spoiled, system.initialState(), { method: "steps" });
  let thrown: unknown;
  try {
    simulation.advance(1);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof SolverError)) throw new Error("an error of the solver was expected");
  expect(thrown.message).toMatch(/^there is no answer, at t = 0\.\d+ s between ball and floor \(ball\/floor: ball\)$/);
  // It slides at first: between 0.1 m at 0.5 m/s and at the 5/7 of it with which a ball rolls, and a step before.
  expect(thrown.reached.time).toBeGreaterThan(0.2 - 0.011);
  expect(thrown.reached.time).toBeLessThan(0.28);
  expect(thrown.reached.tries).toBe(1);
});

it("names few of many contacts, and says nothing twice", () => {
  const system = systemFromScene(scene);
  const features = Array.from({ length: 6 }, (_, k) => ({ pair: 0, key: `place ${k}` }));
  const error = located(new SolverError("it does not end", { steps: 3 }), { system, time: 0.25, features }) as SolverError;
  expect(error.message).toBe("it does not end, at t = 0.25 s between ball and floor (place 0, place 1, place 2, place 3, and 2 more)");
  expect(error.reached).toEqual({ steps: 3, time: 0.25 });
  expect(located(error, { system, time: 0.5, features })).toBe(error);
  const input = new InvalidInputError("contacts[0].stiffnessRatio", undefined, "is needed");
  expect(located(input, { system, time: 0.5, features })).toBe(input);
});
