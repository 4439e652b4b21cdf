/** Derivatives of random runs against extrapolated differences; `npm run stress -- --run-derivatives 1000` tries as many as one likes. */
import { describe, expect, it } from "vitest";
import { cos, sin } from "../math/elementary.js";
import { parseStudy } from "../study/parse.js";
import { numberAt, stepsOf, withNumber } from "../study/simulation/derivatives/path.js";
import { runSimulation } from "../study/simulation/run.js";
import { judgeDerivatives } from "./derivative-judge.js";
import { derivativeScene } from "./derivative-scenes.js";

describe("derivatives of a random run", () => {
  it.each([1, 10, 18, 22, 40, 47])("agree with differences: scene %i", (seed) => {
    for (const { path, verdict, error, row } of judgeDerivatives(derivativeScene(seed)))
      expect(verdict, `${path}: ${row ?? ""} by ${error}`).toBe("agrees");
  });

  it("agree where what is left of a slip that stops is shared by two bodies", () => {
    const study = derivativeScene(200_032);
    const only = { ...study, derivatives: { of: ["end"], by: ["bodies.one.mass"] } };
    expect(judgeDerivatives(only, 1e-8)[0]).toMatchObject({ verdict: "agrees" });
  });

  it("agree where a slip turns round beside rest and ends as too slow to count", () => {
    const study = derivativeScene(100_034);
    const only = { ...study, derivatives: { of: ["end"], by: ["gravity[0]"] } };
    expect(judgeDerivatives(only, 1e-8)[0]).toMatchObject({ verdict: "agrees" });
  });

  it.each([
    ["what is left of an approach is taken away between floor and ball", 100_973, "material.friction"],
    ["a mechanism hits beside a singular position", 100_942, "bodies.two.mass"],
    ["a block that spins ends as too slow to count", 100_962, "bodies.b.velocity[1]"],
    ["corners of a block under another stop within what counts as rest", 100_221, "bodies.two.velocity[0]"],
    ["a long step of the difference would make a damping negative", 100_117, "bodies.rod.joint.damping"],
    ["a ball on a dome begins to slip, whatever its mass", 100_426, "bodies.b.mass"],
    ["a loop closes elsewhere with the parameter moved", 100_050, "bodies.rocker.joint.position[0]"],
    ["a box falls from one corner to two and the first hardly slips", 100_689, "bodies.b0.shape.size[2]"],
    ["a cone bounces on the rim of its base, all but flat", 100_376, "bodies.b.angularVelocity[2]"],
  ])("agree where %s", (_, seed, path) => {
    const [verdict] = judgeDerivatives({ ...derivativeScene(seed), derivatives: { of: ["end"], by: [path] } }, 3e-8);
    expect(verdict).toMatchObject({ verdict: "agrees" });
  });

  it("agree by the ratio of a gear through bounces on what it moves", () => {
    const [verdict] = judgeDerivatives({ ...derivativeScene(100_047), derivatives: { of: ["end"], by: ["gears[0].ratio"] } });
    expect(verdict).toMatchObject({ verdict: "agrees" });
  });

  it.each([100_221, 100_388])("hold to both sides where a corner is held at the edge of its cone: scene %i", (seed) => {
    const { derivatives } = runSimulation({ ...derivativeScene(seed), derivatives: { of: ["end"], by: ["bodies.two.velocity[0]"] } });
    for (const [{ status }] of derivatives?.entries ?? []) expect(status).toBe("exact");
  });

  it("tell how near a bounce is to the last, by the speed with which friction lets it leave", () => {
    const study = parseStudy(
      {
        carom: 1,
        kind: "simulation",
        title: "a box on a corner",
        bodies: {
          floor: { plane: { normal: [0, 0, 1] } },
          box: {
            shape: { type: "box", size: [0.2, 0.3, 0.12] },
            mass: 1.1,
            position: [0, 0, 0.5],
            orientation: [0.36, -0.48, 0, 0.8],
            velocity: [-2, -0.3, -0.4],
            angularVelocity: [3, -2, 1.5],
          },
        },
        contacts: [{ between: ["box", "floor"], friction: 0.35, restitution: 0.55 }],
        duration: 0.25,
        derivatives: { of: ["events[0].contacts[0].velocityAfter[2]", "end"], by: ["contacts[0].friction"] },
      },
      "simulation",
    );
    const { derivatives } = runSimulation(study);
    const [{ value: leaves }] = derivatives?.rows ?? [];
    const [[rate]] = derivatives?.matrix ?? [];
    const contactSpeed = (leaves ?? 0) * (1 - 1e-6);
    const near = runSimulation({ ...study, tolerances: { contactSpeed } }).derivatives?.entries.at(-1)?.[0];
    expect(near).toMatchObject({ status: "near", kind: "last-bounce", event: 0 });
    expect(Math.abs((near?.distance ?? 0) * (rate ?? 0)) / ((leaves ?? 0) * 1e-6)).toBeCloseTo(1, 3);
  });

  it.each(["contacts[0].friction", "bodies.box.velocity[1]"])("agree by %s where a box that stands on an edge falls flat", (path) => {
    const [tilt, size] = [0.2, [0.2, 0.26, 0.1]];
    const study = parseStudy(
      {
        carom: 1,
        kind: "simulation",
        title: "a box falls flat",
        bodies: {
          floor: { plane: { normal: [0, 0, 1] } },
          box: {
            shape: { type: "box", size },
            mass: 1,
            position: [0, 0, (size[0] * sin(tilt) + size[2] * cos(tilt)) / 2],
            orientation: [0, sin(tilt / 2), 0, cos(tilt / 2)],
            velocity: [0.3, 0.2, 0],
            angularVelocity: [0, 0, 0.5],
          },
        },
        contacts: [{ between: ["box", "floor"], friction: 0.2, restitution: 0.2 }],
        duration: 0.1,
        tolerances: { relativeTolerance: 1e-12 },
        derivatives: { of: ["end"], by: [path] },
      },
      "simulation",
    );
    expect(judgeDerivatives(study)[0]).toMatchObject({ verdict: "agrees" });
  });

  it.each(["material.friction", "bodies.b2.shape.radius"])(
    "agree by %s where an impact of three contacts has an edge within a thousandth of the parameter",
    (path) => {
      const { derivatives: _, ...plain } = derivativeScene(100_012);
      const { derivatives } = runSimulation({ ...plain, derivatives: { of: ["events[27].time"], by: [path] } });
      const steps = stepsOf(path, Object.keys(plain.bodies)) ?? [];
      const value = numberAt(plain, steps, path, "by");
      const step = 1e-7;
      const [after, before] = [step, -step].map((move) => runSimulation(withNumber(plain, steps, value + move)).events[27].time);
      const difference = (after - before) / (2 * step);
      // The run amplifies: the difference itself is good to five digits.
      expect(Math.abs((derivatives?.matrix[0][0] ?? 0) / difference - 1)).toBeLessThan(1e-4);
    },
  );
});
