/** Every kind of value that may be fitted comes back from motions without noise. */
import { describe, expect, it } from "vitest";
import { runStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import type { SimulationStudy } from "../simulation/schema.js";
import { BALLS, ballFit, ballStudy, CUBES, type Cube, csvOf, cubeStudy, rowsOf, run, type Start } from "./known-motions.testing.js";

it("a cube's friction, restitution, inertia, rounding, centre of mass and labels come back to 1e-8 of themselves", () => {
  const truth: Cube = { friction: 0.2, restitution: 0.4, inertia: 8e-4, rounding: 0.005, offset: 0.006 };
  const labels = CUBES.map((_, i) => (i < 4 ? 0 : 1));
  const tosses = CUBES.map((start, i) => rowsOf(cubeStudy(truth), "cube", start, labels[i]));
  const base = cubeStudy({ friction: 0.25, restitution: 0.3, inertia: 7e-4, rounding: 0.003, offset: 0.004 }, false);
  const also = (path: string, factor: number, from = 0) =>
    [0, 1, 2].slice(from).map((i) => ({ path: `bodies.cube.${path}[${i}]`, factor }));
  const { fit } = run({
    carom: 1,
    kind: "fit",
    title: "cube",
    base,
    recordings: [{ csv: csvOf(tosses), group: "toss", body: "cube" }],
    tracked: { offset: [0, 0.004, 0] },
    labels: { of: "tracked.offset", axes: ["+y", "+z"] },
    parameters: [
      { path: "contacts[0].friction", from: 0.05, to: 0.6 },
      { path: "contacts[0].restitution", from: 0.05, to: 0.8 },
      { path: "bodies.cube.inertia[0]", also: also("inertia", 1, 1), from: 4e-4, to: 2e-3 },
      { path: "bodies.cube.shape.rounding", also: also("shape.size", -2), from: 0.0005, to: 0.012 },
      { path: "tracked.offset[1]", from: 0, to: 0.012 },
    ],
    horizon: 0.02,
    search: { points: 0 },
  });
  const values = fit.parameters.map(({ value }) => value);
  [truth.friction, truth.restitution, truth.inertia, truth.rounding, truth.offset].forEach((value, i) => {
    expect(Math.abs(values[i] / value - 1), fit.parameters[i].name).toBeLessThan(1e-8);
  });
  expect(Object.values(fit.labels ?? {}).map(({ axis }) => axis)).toEqual(labels.map((label) => ["+y", "+z"][label]));
  expect(fit.scores.fitted.mean).toBeLessThan(1e-8);
});

describe("other kinds of values come back to 1e-8 of themselves", () => {
  const truth = { ...ballStudy(0.12, 0.7), gravity: [0, 0, -9.7] as [number, number, number] };
  const tosses = BALLS.map((start) => rowsOf(truth, "ball", start));
  const foundIn = (extra: object, csv = csvOf(tosses)) => {
    const { fit } = run(ballFit(csv, { base: { ...ballStudy(0.2, 0.6), gravity: [0, 0, -9.81] }, horizon: 0.04, ...extra }));
    return fit.parameters.map(({ value }) => value);
  };
  const contact = [
    { path: "contacts[0].friction", from: 0.01, to: 1, scale: "log" },
    { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
  ];

  it("gravity and a size", () => {
    const parameters = [
      ...contact,
      { path: "gravity[2]", from: -11, to: -9 },
      { path: "bodies.ball.shape.radius", from: 0.025, to: 0.035 },
    ];
    const values = foundIn({ parameters });
    [0.12, 0.7, -9.7, 0.03].forEach((value, i) => {
      expect(Math.abs(values[i] / value - 1)).toBeLessThan(1e-8);
    });
  });

  it("the tracking scale", () => {
    const shrunk = tosses.map((rows) =>
      rows.map((row) => row.map((value, i) => ((i >= 1 && i < 4) || (i >= 8 && i < 11) ? value / 1.02 : value))),
    );
    const trackingScale = { from: 0.95, to: 1.1, true: ["gravity", "bodies.ball.shape.radius"] };
    const values = foundIn(
      {
        base: { ...ballStudy(0.2, 0.6), gravity: [0, 0, -9.7] },
        parameters: [...contact, { path: "trackingScale", from: 0.95, to: 1.1 }],
        trackingScale,
      },
      csvOf(shrunk),
    );
    [0.12, 0.7, 1.02].forEach((value, i) => {
      expect(Math.abs(values[i] / value - 1)).toBeLessThan(1e-8);
    });
  });

  it("how restitution goes with the speed of approach", () => {
    // Closed form: a sphere that does not slide leaves at e v, with e = 0.7 (v / 1 m/s)^-0.12.
    const rows = [0.4, 1, 2.5, 6].map((speed) => [0, 0, -speed, 0, 0, 0.7 * speed ** -0.12 * speed]);
    const csv = ["vx,vy,vz,vx2,vy2,vz2", ...rows.map((row) => row.join(","))].join("\n");
    const base = ballStudy(0.3, 0.8);
    const restitution = { speed: 1, value: 0.6, exponent: -0.05 };
    const { fit } = run({
      carom: 1,
      kind: "fit",
      title: "impacts",
      base: { ...base, contacts: base.contacts?.map((each) => ({ ...each, restitution })) },
      parameters: [
        { path: "contacts[0].restitution.value", from: 0.3, to: 0.9 },
        { path: "contacts[0].restitution.exponent", from: -0.4, to: 0 },
      ],
      impacts: { csv, body: "ball" },
      search: { points: 8, starts: 1 },
    });
    expect(Math.abs(fit.parameters[0].value / 0.7 - 1)).toBeLessThan(1e-8);
    expect(Math.abs(fit.parameters[1].value / -0.12 - 1)).toBeLessThan(1e-8);
  });

  it("what only a law of its own looks at: the stiffness of a contact along the ground", () => {
    // Impacts as studies of one impact compute them.
    const rows = [0.3, 0.8, 1.5].map((speed) => {
      const { bodies } = runStudy(
        parseStudy(
          {
            carom: 1,
            kind: "impact",
            title: "ball",
            law: "compliant",
            bodies: {
              ball: { mass: 0.1, inertia: [3.6e-5, 3.6e-5, 3.6e-5], position: [0, 0, 0.03], velocity: [speed, 0, -1] },
              floor: "fixed",
            },
            contacts: [
              { between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.3, restitution: 0.8, stiffnessRatio: 1.3 },
            ],
          },
          "impact",
        ),
      );
      const { velocity, angularVelocity } = bodies!.ball.after;
      return [speed, 0, -1, 0, 0, 0, ...velocity, ...angularVelocity];
    });
    const csv = ["vx,vy,vz,wx,wy,wz,vx2,vy2,vz2,wx2,wy2,wz2", ...rows.map((row) => row.join(","))].join("\n");
    const base = ballStudy(0.3, 0.8);
    const { fit } = run({
      carom: 1,
      kind: "fit",
      title: "impacts",
      base: { ...base, law: "compliant", contacts: base.contacts?.map((each) => ({ ...each, stiffnessRatio: 1 })) },
      parameters: [{ path: "contacts[0].stiffnessRatio", from: 0.5, to: 3 }],
      impacts: { csv, body: "ball" },
      search: { points: 8, starts: 1 },
    });
    expect(Math.abs(fit.parameters[0].value / 1.3 - 1)).toBeLessThan(1e-8);
  });

  it("a table of restitution by speed", () => {
    // Straight lines between the rows: 0.85 at 0.5 m/s, 0.7 at 2, 0.55 at 5; a ball that does not slide leaves at e v.
    const eAt = (v: number) => (v < 2 ? 0.85 - 0.1 * (v - 0.5) : 0.7 - 0.05 * (v - 2));
    const rows = [0.6, 1.1, 1.8, 2.4, 3.3, 4.6].map((speed) => [0, 0, -speed, 0, 0, eAt(speed) * speed]);
    const base = ballStudy(0.3, 0.8);
    const restitution = { speed: [0.5, 2, 5], value: [0.8, 0.8, 0.8] };
    const { fit } = run({
      carom: 1,
      kind: "fit",
      title: "impacts",
      base: { ...base, contacts: base.contacts?.map((each) => ({ ...each, restitution })) },
      parameters: [0, 1, 2].map((i) => ({ path: `contacts[0].restitution.value[${i}]`, from: 0.3, to: 0.95 })),
      impacts: { csv: ["vx,vy,vz,vx2,vy2,vz2", ...rows.map((row) => row.join(","))].join("\n"), body: "ball" },
      search: { points: 0 },
    });
    [0.85, 0.7, 0.55].forEach((value, i) => {
      expect(Math.abs(fit.parameters[i].value / value - 1)).toBeLessThan(1e-8);
    });
  });

  it("drag on the way, from given starts", () => {
    const dragged = (linear: number, angular: number) => ({
      ...ballStudy(0.12, 0.7),
      loads: [{ type: "damper", body: "ball", linear, angular }],
    });
    const moving = BALLS.map((start) => rowsOf(parseStudy(dragged(0.05, 2e-5), "simulation"), "ball", start));
    const loads = [
      { path: "loads[0].linear", from: 0, to: 0.2 },
      { path: "loads[0].angular", from: 0, to: 1e-4 },
    ];
    const study = ballFit(csvOf(moving), { base: dragged(0.02, 1e-5), parameters: [...contact, ...loads], horizon: 0.04 });
    expect(() => run(study)).toThrow(/base\.loads\[0\].*"start": "given"/);
    const { fit } = run({ ...study, start: "given" });
    [0.12, 0.7, 0.05, 2e-5].forEach((value, i) => {
      expect(Math.abs(fit.parameters[i].value / value - 1), fit.parameters[i].name).toBeLessThan(1e-8);
    });
  });

  it("the mass of a plate that is hit, and the spring and the damping of its joint", () => {
    // A light plate runs ahead of the ball, its spring brings it back, and they meet again.
    const plated = (mass: number, stiffness: number, damping: number): SimulationStudy =>
      parseStudy(
        {
          carom: 1,
          kind: "simulation",
          title: "plate",
          duration: 0.13,
          bodies: {
            ball: { shape: { type: "sphere", radius: 0.03 }, mass: 0.1, position: [-0.15, 0, 0.3] },
            plate: {
              joint: { type: "prismatic", axis: [1, 0, 0], spring: { stiffness }, damping },
              shape: { type: "box", size: [0.02, 2, 2] },
              mass,
            },
          },
          contacts: [{ between: ["ball", "plate"], friction: 0.2, restitution: 0.6 }],
          output: { rate: 150 },
        },
        "simulation",
      );
    const starts = [1.7, 2.3].map(
      (speed): Start => ({
        position: [-0.18, 0, 0.3],
        orientation: [0, 0, 0, 1],
        velocity: [speed, 0.3, 0.5],
        angularVelocity: [2, -9, 4],
      }),
    );
    const { fit } = run({
      carom: 1,
      kind: "fit",
      title: "plate",
      base: plated(0.05, 150, 0.2),
      recordings: [{ csv: csvOf(starts.map((start) => rowsOf(plated(0.04, 180, 0.3), "ball", start))), group: "toss", body: "ball" }],
      parameters: [
        { path: "bodies.plate.mass", from: 0.01, to: 0.1 },
        { path: "bodies.plate.joint.spring.stiffness", from: 80, to: 300 },
        { path: "bodies.plate.joint.damping", from: 0, to: 1 },
      ],
      horizon: 0.04,
      search: { points: 0 },
    });
    [0.04, 180, 0.3].forEach((value, i) => {
      expect(Math.abs(fit.parameters[i].value / value - 1), fit.parameters[i].name).toBeLessThan(1e-8);
    });
  });

  it("starts, and values that each recording has for itself", () => {
    const free = run(ballFit(csvOf(tosses), { base: { ...ballStudy(0.2, 0.6), gravity: [0, 0, -9.7] }, start: "free", horizon: 0.04 })).fit;
    [0.12, 0.7].forEach((value, i) => {
      expect(Math.abs(free.parameters[i].value / value - 1)).toBeLessThan(1e-8);
    });
    // The flights say where the motions began, so nothing is moved.
    for (const { start } of Object.values(free.own ?? {})) {
      expect(Math.max(...(start?.position ?? [1]).map(Math.abs))).toBeLessThan(1e-8);
      expect(Math.max(...(start?.velocity ?? [1]).map(Math.abs))).toBeLessThan(1e-7);
    }
    const restitutions = [0.55, 0.6, 0.7, 0.75];
    const differing = BALLS.map((start, i) => rowsOf(ballStudy(0.12, restitutions[i]), "ball", start));
    // The prior is wide: it moves nothing by 1e-8.
    const { fit } = run(
      ballFit(csvOf(differing), {
        parameters: [contact[0], { ...contact[1], name: "bounce", per: "recording", prior: [0.65, 1e4] }],
        horizon: 0.04,
      }),
    );
    expect(Math.abs(fit.parameters[0].value / 0.12 - 1)).toBeLessThan(1e-8);
    restitutions.forEach((value, i) => {
      expect(Math.abs((fit.own?.[i]?.values.bounce ?? 0) / value - 1)).toBeLessThan(1e-8);
    });
  });
});

it("the mass of a body that only meets what is fixed changes nothing, and is named", () => {
  const tosses = BALLS.map((start) => rowsOf(ballStudy(0.12, 0.7), "ball", start));
  const parameters = [
    { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
    { path: "bodies.ball.mass", from: 0.01, to: 1 },
  ];
  const { fit } = run(ballFit(csvOf(tosses), { base: ballStudy(0.12, 0.6), parameters, horizon: 0.04 }));
  expect(fit.parameters.map(({ determined }) => determined)).toEqual([true, false]);
  expect(Math.abs(fit.parameters[0].value - 0.7)).toBeLessThan(1e-8);
  expect(fit.notDetermined.map(({ combination }) => Object.keys(combination))).toEqual([["bodies.ball.mass"]]);
});
