import { describe, expect, it } from "vitest";
import { createSimulation } from "../../simulation/regime/simulation.js";
import { systemFromScene } from "../../simulation/scene/scene.js";
import { createStepper } from "../../simulation/steps/stepper.js";
import { chooseLaw } from "../choose-law.js";
import { compareStudy } from "../compare.js";
import { checkStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import { evaluatePublished } from "../published.js";
import { parseCheckpoint, runSimulation, startSimulation } from "./run.js";
import type { SimulationStudy } from "./schema.js";
import { simulationTables } from "./tables.js";

function thrownBox(changes: object = {}): object {
  return {
    carom: 1,
    kind: "simulation",
    title: "Thrown box",
    duration: 0.6,
    bodies: {
      box: {
        shape: { type: "box", size: [0.2, 0.3, 0.1] },
        mass: 1,
        position: [0, 0, 0.2],
        orientation: [0, Math.sin(0.2), 0, Math.cos(0.2)],
        velocity: [0.5, 0, 0],
        angularVelocity: [0, 1, 0],
      },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    contacts: [{ between: ["box", "floor"], friction: 0.3, restitution: 0.4 }],
    output: { rate: 50 },
    ...changes,
  };
}

function simulation(value: object): SimulationStudy {
  const study = parseStudy(value);
  if (study.kind !== "simulation") throw new Error("not a simulation");
  return study;
}

describe("a run", () => {
  const study = simulation(thrownBox());
  const whole = runSimulation(study);

  it("has rows at even times and one at the end, every event, and a ledger that closes", () => {
    const { time, bodies, energy } = whole.series;
    expect(time.slice(0, 4)).toEqual([0, 1 / 50, 2 / 50, 3 / 50]);
    expect(time.at(-1)).toBe(whole.time);
    expect(bodies.box.position).toHaveLength(time.length);
    expect(whole.events.filter(({ kind }) => kind === "impact").length).toBeGreaterThan(5);
    energy.total.forEach((total, i) => {
      const gone = energy.impactLoss[i] + energy.frictionLoss[i] + energy.projectionLoss[i] - energy.appliedWork[i];
      expect(Math.abs(energy.total[0] - total - gone)).toBeLessThan(1e-9);
    });
    expect(Object.values(whole.laws).reduce((sum, count) => sum + count)).toBe(whole.events.filter(({ kind }) => kind === "impact").length);
  });

  it("moves the same whatever the rate of its rows", () => {
    for (const rate of [3, 997]) {
      const other = runSimulation({ ...study, output: { rate } });
      expect(other.events).toEqual(whole.events);
      expect(other.bodies).toEqual(whole.bodies);
      expect(other.ledger).toEqual(whole.ledger);
    }
  });

  it("goes on from any checkpoint, as JSON, to the same result", () => {
    let run = startSimulation(study);
    while (!run.done) {
      run.advance();
      if (run.done) break;
      const checkpoint = parseCheckpoint(JSON.parse(JSON.stringify(run.checkpoint())));
      run = startSimulation(checkpoint.study, {}, checkpoint);
    }
    expect(JSON.stringify(run.result())).toBe(JSON.stringify(whole));
  });

  it("tells its events as they happen", () => {
    const told: unknown[] = [];
    runSimulation(study, { event: (event) => told.push(event) });
    expect(told).toEqual(whole.events);
  });
});

it("records contact forces that carry the weight, and only while contacts are closed", () => {
  const block = { shape: { type: "box", size: [0.2, 0.2, 0.1] }, mass: 2, position: [0, 0, 0.05], velocity: [1, 0, 0] };
  const { series } = runSimulation(simulation(thrownBox({ bodies: { box: block, floor: { plane: { normal: [0, 0, 1] } } } })));
  const first = series.contacts.filter(({ row }) => row === 1);
  expect(first.map(({ mode }) => mode)).toEqual(["slip", "slip", "slip", "slip"]);
  expect(first.reduce((sum, { normalForce }) => sum + normalForce, 0)).toBeCloseTo(2 * 9.81, 10);
  expect(first.reduce((sum, { force }) => sum + force[0], 0)).toBeCloseTo(-0.3 * 2 * 9.81, 10);
  expect(runSimulation(simulation(thrownBox({ duration: 0.05 }))).series.contacts).toEqual([]);
});

it("uses the law it is told to, and says where it cannot", () => {
  const box = runSimulation(simulation(thrownBox({ law: "frictional", duration: 0.2 })));
  expect(box.laws).toEqual({ proportional: expect.any(Number) });
  expect(box.warnings).toMatchObject([{ code: "other-law", count: box.laws.proportional }]);
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.3] };
  const bodies = { box: ball, floor: { plane: { normal: [0, 0, 1] } } };
  const { laws, warnings } = runSimulation(simulation(thrownBox({ law: "newton", duration: 0.3, bodies })));
  expect(laws).toEqual({ newton: 1 });
  expect(warnings).toEqual([]);
  const chosen = chooseLaw(simulation(thrownBox()), { law: "simultaneous" });
  expect(chosen).toMatchObject({ law: "simultaneous" });
});

it("tells where sequences of bounces end, but not of those that only seem to shrink", () => {
  const bouncing = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.3] };
  const over = (restitution: number, duration: number) =>
    runSimulation(
      simulation(
        thrownBox({
          bodies: { box: bouncing, floor: { plane: { normal: [0, 0, 1] } } },
          contacts: [{ between: ["box", "floor"], friction: 0, restitution }],
          duration,
        }),
      ),
    ).accumulations;
  expect(over(0.5, 2)).toHaveLength(1);
  expect(over(0.5, 2)[0].time).toBeCloseTo(3 * Math.sqrt(0.4 / 9.81), 8);
  // Still going on when the run ends.
  expect(over(0.9, 1)).toEqual([]);
  // Two balls on springs meet at equal intervals, up to rounding.
  const ball = (x: number) => ({ shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [x, 0, 0] });
  const spring = (name: string, x: number) => ({
    type: "spring",
    between: [name, "world"],
    points: [
      [0, 0, 0],
      [x, 0, 0],
    ],
    stiffness: 40,
  });
  const swinging = runSimulation(
    simulation(
      thrownBox({
        gravity: [0, 0, 0],
        bodies: { a: ball(-0.3), b: ball(0.1) },
        contacts: [{ between: ["a", "b"], friction: 0, restitution: 1 }],
        loads: [spring("a", -0.1), spring("b", 0.1)],
        duration: 6,
      }),
    ),
  );
  expect(swinging.events.length).toBeGreaterThan(8);
  expect(swinging.accumulations).toEqual([]);
});

it("warns where everything passes through everything", () => {
  const { contacts: _, ...rest } = thrownBox({ duration: 0.1 }) as { contacts: unknown };
  expect(runSimulation(simulation(rest)).warnings.map(({ code }) => code)).toEqual(["no-contacts"]);
});

it("is held to its published figures, events by kind among them", () => {
  const fall = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1.1] };
  const published = [
    { what: "impact[0].time", value: Math.sqrt(2 / 9.81), tolerance: 1e-12, source: "free fall", verdict: "reproduced", computed: true },
    { what: "status", value: "finished", source: "it is still bouncing", verdict: "reproduced", computed: true },
  ];
  const rows = evaluatePublished(parseStudy(thrownBox({ bodies: { box: fall, floor: { plane: { normal: [0, 0, 1] } } }, published })));
  expect(rows.map(({ holds }) => holds)).toEqual([true, true]);
});

it("stops at its work limit, says how far it came, and goes on from there with a larger one", () => {
  const study = simulation(thrownBox());
  const limited = { ...study, tolerances: { mostWork: 60 } };
  const run = startSimulation(limited);
  while (!run.done) run.advance();
  const stopped = JSON.parse(JSON.stringify(run.checkpoint()));
  const result = run.result();
  expect(result.status).toBe("work-limit");
  expect(result.time).toBeGreaterThan(0);
  expect(result.time).toBeLessThan(study.duration);
  expect(result.series.time.at(-1)).toBe(result.time);
  expect(result.warnings.find(({ code }) => code === "work-limit")?.message).toContain(`stopped at t = ${result.time} s of 0.6 s`);
  expect(Math.abs(result.ledger.residual)).toBeLessThan(1e-9);
  // The same limit ends it at once, a larger one lets it go on.
  expect(startSimulation(limited, {}, parseCheckpoint(stopped)).done).toBe(true);
  const further = startSimulation(study, {}, parseCheckpoint(stopped));
  while (!further.done) further.advance();
  const end = further.result();
  expect(end.status).toBe("rest");
  expect(end.bodies.box.position[0]).toBeCloseTo(runSimulation(study).bodies.box.position[0], 6);
  // A run cut into stretches by checkpoints stops at the same work.
  let piece = startSimulation(limited);
  while (!piece.done) {
    piece.advance();
    if (!piece.done) piece = startSimulation(limited, {}, parseCheckpoint(JSON.parse(JSON.stringify(piece.checkpoint()))));
  }
  expect(piece.result()).toEqual(result);
});

it("is not for what is about one impact", () => {
  const study = parseStudy(thrownBox());
  expect(() => compareStudy(study)).toThrow('kind: "simulation" is not a single impact');
  expect(() => parseStudy(thrownBox(), "impact")).toThrow('kind: "simulation" is not impact, which is asked for');
});

describe("a bad scene is named by its field", () => {
  const floor = { plane: { normal: [0, 0, 1] } };
  const box = { shape: { type: "box", size: [0.2, 0.3, 0.1] }, mass: 1, position: [0, 0, 0.2] };
  it.each<[string, object, RegExp]>([
    ["no duration", { duration: undefined }, /^duration: .*is given \(it is required\)/],
    ["zero duration", { duration: 0 }, /^duration: 0 is not positive/],
    ["negative mass", { bodies: { box: { ...box, mass: -1 }, floor } }, /^bodies\.box\.mass: -1 is not positive/],
    ["no mass", { bodies: { box: { ...box, mass: undefined }, floor } }, /^bodies\.box\.mass: .*needs a mass or a density/],
    ["overlap", { bodies: { box: { ...box, position: [0, 0, 0.04] }, floor } }, /^bodies\.box\.position: .*overlaps floor by 0\.0100 m/],
    [
      "unknown name",
      { contacts: [{ between: ["box", "flor"], friction: 0, restitution: 0 }] },
      /^contacts\[0\]\.between\[1\]: "flor" is not one of/,
    ],
    ["nothing moves", { bodies: { floor }, contacts: [] }, /^bodies: .*hold nothing that moves/],
    ["misspelt field", { bodies: { box: { ...box, postion: [0, 0, 1] }, floor } }, /^bodies\.box\.postion: .*unknown field/],
    [
      "bad plane",
      { bodies: { box, floor: { plane: { normal: [0, 0] } } } },
      /^bodies\.floor\.plane\.normal: \[0, 0\] is not a list of 3 numbers/,
    ],
    ["options without a law", { options: { step: 1 } }, /^options\.step: 1 is given, but no law/],
    [
      "option of another law",
      { law: "newton", options: { step: 1 } },
      /^options\.step: 1 is given for an option the law newton does not have/,
    ],
    ["too many rows", { output: { rate: 1e8 } }, /^output\.rate: 100000000 gives/],
    ["unknown load", { loads: [{ type: "rocket" }] }, /^loads\[0\].*is not a load/],
    [
      "load on nothing",
      { loads: [{ type: "constant", body: "floor", force: [1, 0, 0] }] },
      /^loads\[0\]\.body: "floor" is not a body that moves/,
    ],
    ["tolerance", { tolerances: { contactSpeed: 0 } }, /^tolerances\.contactSpeed: 0 is not positive/],
  ])("%s", (_name, changes, message) => {
    expect(() => checkStudy(parseStudy(JSON.parse(JSON.stringify(thrownBox(changes)))))).toThrow(message);
  });
});

it("reads no checkpoint that is none", () => {
  const study = simulation(thrownBox());
  const good = startSimulation(study).checkpoint();
  expect(() => parseCheckpoint({ ...good, kind: "impact" })).toThrow(/^kind: "impact" is not a checkpoint/);
  expect(() => parseCheckpoint({ ...good, simulation: {} })).toThrow(/^simulation: .*is not the state/);
  expect(() => startSimulation(study, {}, { ...good, simulation: { ...good.simulation, speeds: [] } })).toThrow(
    /^simulation\.speeds: 0 is not the number of speeds \(6\)/,
  );
});

it("warns once of the order of waves: two balls that touch and are struck three times under proportional", () => {
  const ball = (x: number, speed: number) => ({
    shape: { type: "sphere", radius: 0.1 },
    mass: 1,
    position: [x, 0, 0],
    velocity: [speed, 0, 0],
  });
  const row = (law: string, restitution: number) => ({
    carom: 1,
    kind: "simulation",
    title: "row",
    law,
    gravity: [0, 0, 0],
    duration: 2,
    bodies: { a: ball(-0.5, 1), b: ball(0, 0), c: ball(0.2, 0), d: ball(0.8, -1) },
    contacts: [
      { between: ["a", "b"], friction: 0, restitution },
      { between: ["b", "c"], friction: 0, restitution },
      { between: ["c", "d"], friction: 0, restitution },
    ],
  });
  const told = (law: string, restitution: number) => runSimulation(simulation(row(law, restitution))).warnings;
  // By a; by d, at 0.5 m/s against -1, which sends both back; and by a again, which the first blow had stopped.
  expect(told("proportional", 0.5)).toEqual([
    {
      code: "wave-order",
      message: "the contact of b and c rested and passed the blow on at once: with e > 0 the order of waves decides (law simultaneous)",
      count: 3,
      time: expect.closeTo(0.3, 12),
    },
  ]);
  expect(told("proportional", 0)).toEqual([]);
  expect(told("simultaneous", 0.5)).toEqual([]);
});

it("an open ledger is told in J and beside its largest entry", () => {
  const link = (joint: object) => ({
    joint: { type: "revolute", axis: [0, 1, 0], ...joint },
    mass: 1,
    centre: [0, 0, -0.5],
    inertia: [0.1, 0.1, 0.1],
  });
  const pendulum = { a: link({ start: { position: 2 } }), b: link({ parent: "a", position: [0, 0, -1], start: { position: 1 } }) };
  const study = { carom: 1, kind: "simulation", title: "swing", duration: 4, bodies: pendulum, tolerances: { relativeTolerance: 1e-3 } };
  const { warnings, ledger } = runSimulation(simulation(study));
  const { residual, ...entries } = ledger;
  const largest = Math.max(...Object.values(entries).map(Math.abs));
  const told = warnings.find(({ code }) => code === "open-ledger");
  expect(told?.message).toContain(`of its largest entry (${largest.toPrecision(3)} J)`);
  expect(told?.message).toContain(`${residual.toPrecision(2)} J, ${Math.abs(residual / largest).toPrecision(2)} of`);
});

it("what holds a turning joint at its stop is a torque, in a table of its own; a sliding one is held by a force", () => {
  const link = (joint: object) => ({ joint, mass: 2, centre: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1] });
  const study = {
    carom: 1,
    kind: "simulation",
    title: "stops",
    duration: 0.1,
    gravity: [0, 0, -9.81],
    bodies: {
      arm: link({ type: "revolute", axis: [0, 1, 0], limits: { upper: 0 } }),
      lift: link({ type: "prismatic", axis: [0, 0, 1], limits: { lower: 0 } }),
    },
    output: { rate: 20 },
  };
  const tables = simulationTables(runSimulation(simulation(study)));
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? [];
  const unitOf = (name: string, column: string) =>
    tables.find((table) => table.name === name)?.columns.find((one) => one.name === column)?.unit;
  expect(rowsOf("contacts").length).toBeGreaterThan(0);
  // Time, stop, and mode of the contact; then what holds it: m g and m g l.
  for (const row of rowsOf("contacts")) expect([row[1], row[3]]).toEqual(["lift/world: lower stop", expect.closeTo(2 * 9.81, 9)]);
  expect(rowsOf("stop-torques").length).toBeGreaterThan(0);
  for (const row of rowsOf("stop-torques")) expect([row[1], row[2]]).toEqual(["arm/world: upper stop", expect.closeTo(9.81, 9)]);
  expect([unitOf("contacts", "normal force"), unitOf("stop-torques", "torque")]).toEqual(["N", "N m"]);
});

it("nothing of a run is a getter of its own, which V8 would keep with the whole run until it collects everything", () => {
  const run = startSimulation(simulation(thrownBox()));
  const study = simulation(thrownBox());
  const system = systemFromScene(study);
  const followed = createSimulation(system, system.initialState(), { tangents: { columns: [{}] } });
  const made = [run, createSimulation(system, system.initialState()), createStepper(study), followed];
  const getters = [...made, followed.tangents ?? {}].flatMap((each) =>
    Object.entries(Object.getOwnPropertyDescriptors(each)).filter(([, { get }]) => get !== undefined),
  );
  expect(getters).toEqual([]);
  expect(made.map(({ time }) => time)).toEqual([0, 0, 0, 0]);
  expect(followed.tangents?.coordinates.length).toBe(1);
});
