/** Restitution that depends on the speed of approach, wherever a study takes a constant one. */
import { describe, expect, it } from "vitest";
import { laws } from "../impact/registry.js";
import { createSimulation } from "../simulation/index.js";
import { systemFromScene } from "../simulation/scene/scene.js";
import { runFit } from "./fit/run.js";
import { runStudy } from "./kinds.js";
import { parseStudy } from "./parse.js";
import { derivatives } from "./simulation/derivatives/derivatives.testing.js";
import { sceneOf } from "./simulation/run.js";

const GRAVITY = 9.81;
const [SPEED, VALUE, EXPONENT] = [2, 0.7, -0.12];
const power = { speed: SPEED, value: VALUE, exponent: EXPONENT };

const bouncing = {
  bodies: {
    ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [0, 0, 0.85] },
    floor: { plane: { normal: [0, 0, 1] } },
  },
  contacts: [{ between: ["ball", "floor"], friction: 0.3, restitution: power }],
};

/** Height of the centre above its lowest at a time after a drop from a height: v' = value (v / speed)^exponent v at each bounce. */
function heightAt(time: number, height: number): number {
  let begin = Math.sqrt((2 * height) / GRAVITY);
  if (time < begin) return height - 0.5 * GRAVITY * time * time;
  let speed = GRAVITY * begin;
  for (;;) {
    speed *= Math.min(1, VALUE * (speed / SPEED) ** EXPONENT);
    const span = (2 * speed) / GRAVITY;
    if (time < begin + span) return speed * (time - begin) - 0.5 * GRAVITY * (time - begin) ** 2;
    begin += span;
  }
}

describe("a ball that bounces by a power of its speed", () => {
  it.each([
    ["events", 1e-10],
    ["steps", 1e-4],
  ] as const)("is where the closed form has it, by %s", (method, tolerance) => {
    const study = parseStudy({ carom: 1, kind: "simulation", title: "ball", duration: 1.5, ...bouncing }, "simulation");
    const system = systemFromScene(sceneOf(study));
    for (const time of [0.9, 1.2, 1.5]) {
      const simulation = createSimulation(system, system.initialState(), { method });
      simulation.advance(time);
      expect(Math.abs(simulation.coordinates[2] - 0.05 - heightAt(time, 0.8))).toBeLessThan(tolerance);
    }
  });

  it("has the derivatives of the closed form", () => {
    const duration = 0.7;
    const { matrix } = derivatives(
      { ...bouncing, duration },
      ["end.bodies.ball.velocity[2]"],
      ["bodies.ball.position[2]", "contacts[0].restitution.value", "contacts[0].restitution.exponent"],
    );
    // One bounce: u = value (v / s)^q v with v = sqrt(2 g h), after which u - g (t - v / g).
    const v = Math.sqrt(2 * GRAVITY * 0.8);
    const e = VALUE * (v / SPEED) ** EXPONENT;
    const byApproach = (1 + EXPONENT) * e + 1;
    const expected = [(byApproach * GRAVITY) / v, (e / VALUE) * v, e * Math.log(v / SPEED) * v];
    expected.forEach((value, j) => {
      expect(Math.abs(matrix[0][j]! - value)).toBeLessThan(1e-8 * Math.abs(value));
    });
  });
});

const rod = (restitution: unknown, law: string) => ({
  carom: 1,
  kind: "impact",
  title: "rod",
  law,
  bodies: {
    rod: { mass: 1, inertia: [0.1, 0.08, 0.06], position: [0.3, 0, 0.4], velocity: [0.6, 0, -1.5], angularVelocity: [0, 0.4, 0] },
    floor: "fixed",
  },
  contacts: [
    {
      between: ["rod", "floor"],
      point: [0, 0, 0],
      normal: [0, 0, 1],
      friction: 0.3,
      restitution,
      stiffnessRatio: 1.2,
      stiffness: 1,
      exponent: 1,
    },
  ],
});

describe("one impact", () => {
  // v_n of the contact: -1.5 + (w x r)_z, r = (-0.3, 0, -0.4), w = (0, 0.4, 0): + 0.12.
  const approach = 1.38;

  it.each(laws.map(({ name }) => name))("under %s is that of the restitution at its speed", (law) => {
    const run = (restitution: unknown) => {
      try {
        return runStudy(parseStudy(rod(restitution, law), "impact")).outcome.impulse;
      } catch (error) {
        // A law that is not for one contact says so either way.
        return (error as Error).message;
      }
    };
    expect(run({ speed: [1, 2], value: [0.8, 0.6] })).toEqual(run(0.8 - 0.2 * (approach - 1)));
  });

  it.each(["frictional", "poisson", "newton"])("has derivatives by speed, value and exponent under %s", (law) => {
    const by = [
      "bodies.rod.velocity[2]",
      "contacts[0].restitution.value",
      "contacts[0].restitution.exponent",
      "contacts[0].restitution.speed",
    ];
    const given = rod(power, law);
    const { matrix } = runStudy(parseStudy({ ...given, derivatives: { of: ["outcome.impulse"], by } }, "impact")).derivatives!;
    const impulse = (change: readonly number[]) => {
      const study = JSON.parse(JSON.stringify(given)) as ReturnType<typeof rod>;
      study.bodies.rod.velocity[2] += change[0];
      const restitution = { speed: SPEED + change[3], value: VALUE + change[1], exponent: EXPONENT + change[2] };
      return runStudy(parseStudy({ ...study, contacts: [{ ...study.contacts[0], restitution }] }, "impact")).outcome.impulse;
    };
    by.forEach((_, j) => {
      const step = (h: number) => impulse(by.map((__, k) => (k === j ? h : 0)));
      const [ahead, behind] = [step(1e-4), step(-1e-4)];
      matrix.forEach((row, i) => {
        expect(Math.abs(row[j]! - (ahead[i] - behind[i]) / 2e-4)).toBeLessThan(1e-7);
      });
    });
  });

  it("names what is wrong with a rule", () => {
    expect(() => parseStudy(rod({ speed: [1], value: [2] }, "frictional"), "impact")).toThrow(/contacts\[0\]\.restitution\.value\[0\]: 2/);
    expect(() => parseStudy(rod(1.4, "frictional"), "impact")).toThrow(/contacts\[0\]\.restitution: 1.4 is not between 0 and 1/);
    expect(() => parseStudy(rod({ value: 0.4, exponent: 1 }, "frictional"), "impact")).toThrow(/contacts\[0\]\.restitution\.speed/);
    expect(() => runStudy(parseStudy(rod({ speed: [2, 1], value: [0.5, 0.4] }, "frictional"), "impact"))).toThrow(
      /contacts\[0\]\.restitution\.speed\[1\]: 1 is not above/,
    );
  });
});

it("a fit finds value and exponent to 1e-8", () => {
  const rows = [0.5, 1, 2, 4].map((v) => [0, 0, -v, 0, 0, VALUE * (v / SPEED) ** EXPONENT * v]);
  const csv = ["vx,vy,vz,vx2,vy2,vz2", ...rows.map((row) => row.join(","))].join("\n");
  const base = { carom: 1, kind: "simulation", title: "ball", duration: 1, ...bouncing };
  const parameters = [
    { path: "contacts[0].restitution.value", from: 0.3, to: 0.95 },
    { path: "contacts[0].restitution.exponent", from: -0.5, to: 0.5 },
  ];
  const { fit } = runFit(
    parseStudy(
      { carom: 1, kind: "fit", title: "speeds", base, parameters, impacts: { csv, body: "ball" }, search: { points: 8, starts: 1 } },
      "fit",
    ),
  );
  if (fit.data === "bounces") throw new Error("not a fit of impacts");
  expect(Math.abs(fit.parameters[0].value - VALUE)).toBeLessThan(1e-8);
  expect(Math.abs(fit.parameters[1].value - EXPONENT)).toBeLessThan(1e-8);
});
