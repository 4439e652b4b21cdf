/**
 * What derivatives of runs must have, whatever the scene. Source: own study, derivatives of runs, sections 5, 7, 9 and 10.
 */
import { describe, expect, it } from "vitest";
import { createSimulation, systemFromScene, type TangentColumn } from "../../../simulation/index.js";
import { runStudy } from "../../kinds.js";
import { parseStudy } from "../../parse.js";
import { startSimulation } from "../run.js";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

const box = {
  shape: { type: "box", size: [0.2, 0.3, 0.12] },
  mass: 1.1,
  position: [0, 0, 0.4],
  orientation: [0.3, -0.2, 0.15, Math.sqrt(1 - 0.3 * 0.3 - 0.2 * 0.2 - 0.15 * 0.15)],
  velocity: [0.7, -0.3, -0.4],
  angularVelocity: [3, -2, 1.5],
} as const;

const thrown = (friction: number, restitution: number, width = 0.3) =>
  systemFromScene({
    bodies: { box: { ...box, shape: { type: "box", size: [0.2, width, 0.12] } }, floor: { plane: { normal: [0, 0, 1] } } },
    contacts: [{ between: ["box", "floor"], friction, restitution }],
  });

/** Rates of coordinates and speeds in flight. */
function flowOf(
  system: ReturnType<typeof thrown>,
  q: Float64Array,
  u: Float64Array,
): Required<Pick<TangentColumn, "coordinates" | "speeds">> {
  const [coordinates, speeds] = [new Float64Array(q.length), new Float64Array(u.length)];
  system.rates(q, u, coordinates);
  system.forces(0, q, u, speeds);
  system.solveMass(q, speeds, speeds);
  return { coordinates, speeds };
}

describe("the column that starts as the flow", () => {
  it("ends as the flow, and every event comes earlier by as much", () => {
    const system = thrown(0.35, 0.55);
    const start = system.initialState();
    const tangents = { columns: [flowOf(system, start.coordinates, start.speeds)] };
    const simulation = createSimulation(system, start, { method: "events", relativeTolerance: 1e-12, tangents });
    simulation.advance(0.4);
    const { coordinates = [], speeds = [], events = [] } = simulation.tangents ?? {};
    expect(events.length).toBeGreaterThan(0);
    for (const { shift } of events) expect(shift[0]).toBeCloseTo(-1, 8);
    const end = flowOf(system, simulation.coordinates, simulation.speeds);
    expectClose([Array.from(coordinates[0])], [Array.from(end.coordinates)], 1e-8);
    expectClose([Array.from(speeds[0])], [Array.from(end.speeds)], 1e-8);
  });
});

/** Unit changes of the state of one body: place, turn, velocity, spin. */
function unitColumns(q: Float64Array): TangentColumn[] {
  const [x, y, z, w] = q.subarray(3, 7);
  const turns = [
    [w, -z, y, -x],
    [z, w, -x, -y],
    [-y, x, w, -z],
  ];
  return Array.from({ length: 12 }, (_, j) => {
    const [coordinates, speeds] = [new Float64Array(7), new Float64Array(6)];
    if (j < 3) coordinates[j] = 1;
    else if (j < 6)
      coordinates.set(
        turns[j - 3].map((value) => value / 2),
        3,
      );
    else speeds[j - 6] = 1;
    return { coordinates, speeds };
  });
}

/** Columns in place, turn, velocity and spin. */
function tangentMatrix(q: Float64Array, coordinates: readonly Float64Array[], speeds: readonly Float64Array[]): number[][] {
  const [x, y, z, w] = q.subarray(3, 7);
  return coordinates.map((change, j) => {
    const [a, b, c, d] = change.subarray(3, 7);
    const turn = [a * w - d * x - b * z + c * y, b * w - d * y - c * x + a * z, c * w - d * z - a * y + b * x];
    return [...change.subarray(0, 3), ...turn.map((value) => 2 * value), ...speeds[j]];
  });
}

describe("the chain rule", () => {
  it.each([
    { width: 0.2, within: 1e-12, how: "flights in closed form" },
    { width: 0.3, within: 1e-10, how: "flights that are integrated" },
  ])("holds over a checkpoint: $how", ({ width, within }) => {
    const system = thrown(0.35, 0.55, width);
    const start = system.initialState();
    const options = { method: "events" as const, relativeTolerance: 1e-13 };
    const whole = createSimulation(system, start, { ...options, tangents: { columns: unitColumns(start.coordinates).slice(2, 5) } });
    whole.advance(0.26);
    const checkpoint = whole.checkpoint();
    const half = tangentMatrix(whole.coordinates, whole.tangents?.coordinates ?? [], whole.tangents?.speeds ?? []);
    const columns = unitColumns(whole.coordinates);
    whole.advance(0.4);
    const rest = createSimulation(system, start, { ...options, tangents: { columns } }, checkpoint);
    rest.advance(0.4);
    expect(rest.coordinates).toEqual(whole.coordinates);
    const units = tangentMatrix(rest.coordinates, rest.tangents?.coordinates ?? [], rest.tangents?.speeds ?? []);
    const product = half.map((column) => units[0].map((_, k) => column.reduce((sum, value, i) => sum + value * units[i][k], 0)));
    const direct = tangentMatrix(whole.coordinates, whole.tangents?.coordinates ?? [], whole.tangents?.speeds ?? []);
    // Relative to the largest number of a column.
    direct.forEach((column, j) => {
      const largest = Math.max(...column.map(Math.abs));
      expectClose([product[j].map((value) => value / largest)], [column.map((value) => value / largest)], within);
    });
  });
});

describe("energy", () => {
  it("of an elastic run without friction changes as that of its start", () => {
    const study = {
      bodies: { box, floor: FLOOR },
      contacts: [{ between: ["box", "floor"], friction: 0, restitution: 1 }],
      duration: 0.5,
      tolerances: { relativeTolerance: 1e-12 },
    };
    const { matrix } = derivatives(
      study,
      ["end.energy.total"],
      ["bodies.box.position[2]", "bodies.box.velocity[0]", "bodies.box.velocity[2]"],
    );
    expectClose(matrix, [[1.1 * 9.81, 1.1 * 0.7, 1.1 * -0.4]], 1e-9);
  });
});

describe("P: a pendulum on a stop", () => {
  const rod = {
    joint: { type: "revolute", axis: [0, 1, 0], limits: { lower: 0, restitution: 0.6 }, start: { position: 1.1 } },
    mass: 1,
    centre: [0, 0, -0.8],
    inertia: [0, 0, 0],
  };
  const study = { bodies: { rod }, duration: 0.6 };

  it("by where it starts, its length and the stop", () => {
    const { matrix, rows } = derivatives(
      study,
      ["events[0].time", "events[0].contacts[0].velocityAfter[2]"],
      ["bodies.rod.joint.start.position", "bodies.rod.centre[2]", "bodies.rod.joint.limits.restitution"],
    );
    expect(rows[0].value).toBeCloseTo(0.485049864577, 10);
    expectClose([[matrix[0][0] ?? Number.NaN, -(matrix[0][1] ?? Number.NaN)]], [[0.0713850102738, 0.30315616536]]);
    // cos a = 1 - L w^2/(2 g)
    const [w, amplitude] = [rows[1].value ?? Number.NaN, 0.637989825258];
    const rate = (0.8 * w) / (9.81 * Math.sin(amplitude));
    expectClose([[rate * (matrix[1][0] ?? Number.NaN), rate * (matrix[1][2] ?? Number.NaN)]], [[0.538691082872, 1.10091437087]]);
  });
});

describe("the state over a period", () => {
  it("of a ball that bounces for ever has the known matrix", () => {
    const study = {
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6] }, floor: FLOOR },
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 1 }],
      duration: 2 * Math.sqrt(1 / 9.81),
    };
    const { multipliers = [], rows, columns } = derivatives(study, ["end"], ["start"]);
    expect(rows).toHaveLength(12);
    expect(columns).toHaveLength(12);
    expect(multipliers).toHaveLength(12);
    // Autonomous, with symmetries: all are 1; defective ones split by a root of rounding.
    for (const { magnitude } of multipliers) expect(magnitude).toBeCloseTo(1, 4);
  });
});

it("boxes that turn as the edge of one hits the face of the other have derivatives by what turns them", () => {
  const box = { shape: { type: "box", size: [0.2, 0.2, 0.2] }, mass: 1 };
  const turned = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  const run = ([speed, spin]: readonly number[]) => ({
    bodies: {
      one: { ...box, position: [-0.5, 0, 0], velocity: [speed, 0, 0], orientation: turned(0.3), angularVelocity: [0, 0, spin] },
      two: { ...box, position: [0.5, 0.26, 0.01], velocity: [-1, 0, 0], orientation: turned(0.7), angularVelocity: [0, 0, -0.3] },
    },
    gravity: [0, 0, 0],
    contacts: [{ between: ["one", "two"], friction: 0.3, restitution: 0.5 }],
    duration: 0.6,
  });
  const row = ["end.bodies.one.velocity[0]"];
  const start = [2, 0.4];
  const { matrix, result } = derivatives(run(start), row, ["bodies.one.velocity[0]", "bodies.one.angularVelocity[2]"]);
  expect(result.events[0]).toMatchObject({ kind: "impact", contacts: [{}, {}] });
  const after = (values: readonly number[]) => derivatives(run(values), row, ["contacts[0].friction"]).result.bodies.one.velocity[0];
  const step = 1e-3;
  const expected = start.map((_, j) => {
    const central = (h: number) => {
      const [up, down] = [h, -h].map((change) => after(start.map((value, k) => (k === j ? value + change : value))));
      return (up - down) / (2 * h);
    };
    return (4 * central(step / 2) - central(step)) / 3;
  });
  expectClose(matrix, [expected], 1e-9);
});

describe("honest at the edges", () => {
  it("a box that lands flat has no derivative by a turn, and one by its height", () => {
    const study = {
      bodies: { box: { shape: { type: "box", size: [0.2, 0.3, 0.12] }, mass: 1, position: [0, 0, 0.3] }, floor: FLOOR },
      contacts: [{ between: ["box", "floor"], friction: 0, restitution: 0.5 }],
      duration: 0.25,
    };
    const { matrix, entries } = derivatives(study, ["end.bodies.box.velocity[2]"], ["bodies.box.rotation[0]", "bodies.box.position[2]"]);
    expect(matrix[0][0]).toBeNull();
    expect(entries[0][0]).toMatchObject({ status: "none", kind: "tie", event: 0 });
    const fall = Math.sqrt(2 * 9.81 * 0.24);
    expectClose([[matrix[0][1] ?? Number.NaN]], [[(0.5 + 1) * (9.81 / fall)]], 1e-8);
  });

  it("friction and restitution at the ends of their ranges are one-sided", () => {
    const study = {
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6], velocity: [1, 0, 0] }, floor: FLOOR },
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 1 }],
      duration: 0.4,
    };
    const { matrix, entries } = derivatives(study, ["end.bodies.ball.velocity"], ["contacts[0].friction", "contacts[0].restitution"]);
    expect(entries.flat().every(({ status }) => status === "one-sided")).toBe(true);
    const fall = Math.sqrt(2 * 9.81 * 0.5);
    expectClose(
      matrix,
      [
        [-2 * fall, 0],
        [0, 0],
        [0, fall],
      ],
      1e-8,
    );
  });

  it("a ball at the limit of sticking is one-sided", () => {
    const study = {
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.5, position: [0, 0, 0.1], velocity: [2.38, 0, -2] },
        floor: FLOOR,
      },
      gravity: [0, 0, 0],
      contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.7 }],
      duration: 0.05,
    };
    const { entries } = derivatives(study, ["end.bodies.ball.velocity[0]"], ["bodies.ball.velocity[0]", "contacts[0].friction"]);
    for (const { status, event } of entries[0]) {
      expect(["one-sided", "near"]).toContain(status);
      expect(event).toBe(0);
    }
  });

  it("balls that all but touch as they pass tell how far the hit is", () => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1 };
    const study = {
      bodies: {
        one: { ...ball, position: [-0.5, 0, 0], velocity: [2, 0, 0] },
        two: { ...ball, position: [0.5, 0, 0.20001], velocity: [-1, 0, 0] },
      },
      gravity: [0, 0, 0],
      contacts: [{ between: ["one", "two"], friction: 0.2, restitution: 0.7 }],
      duration: 0.5,
    };
    const by = ["bodies.two.position[2]", "bodies.one.position[2]", "bodies.one.shape.radius", "bodies.one.velocity[2]", "bodies.one.mass"];
    const { entries } = derivatives(study, ["at[0.3].bodies.two.position[2]", "end.bodies.two.position[2]"], by);
    // They pass after a third of a second.
    for (const { kind } of entries[0]) expect(kind).toBeUndefined();
    [1e-5, 1e-5, 1e-5, 3e-5].forEach((distance, j) => {
      expect(entries[1][j]).toMatchObject({ kind: "grazing", event: 0 });
      expect(entries[1][j].distance).toBeCloseTo(distance, 9);
    });
    expect(entries[1][0].status).toBe("near");
    expect(entries[1][4].kind).toBeUndefined();
  });

  it.each([
    { type: "box", size: [0.4, 0.02, 0.02] },
    { type: "capsule", radius: 0.01, length: 0.38 },
  ] as const)("so does a rod, $type, that spins past a floor after a bounce elsewhere", (shape) => {
    const level = shape.type === "box" ? [0, 0, 0, 1] : [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const study = {
      bodies: {
        rod: { shape, mass: 1, position: [0, 0, 0.20062], orientation: level, angularVelocity: [0, 6, 0] },
        ball: { shape: { type: "sphere", radius: 0.05 }, mass: 1, position: [2, 0, 0.1], velocity: [0, 0, -1] },
        floor: FLOOR,
      },
      gravity: [0, 0, 0],
      contacts: ["rod", "ball"].map((name) => ({ between: [name, "floor"], friction: 0.2, restitution: 0.7 })),
      duration: 0.4,
    };
    const rows = ["end.bodies.rod.position[2]"];
    const { entries } = derivatives(study, rows, ["bodies.rod.position[2]", "bodies.rod.velocity[2]", "bodies.ball.velocity[2]"]);
    // The second of the corners that pass has moved farther.
    const [reach, time] = shape.type === "box" ? [Math.hypot(0.2, 0.01), (Math.PI / 2 + Math.atan2(0.01, 0.2)) / 6] : [0.2, Math.PI / 12];
    expect(entries[0][0]).toMatchObject({ kind: "grazing", event: 1 });
    expect(entries[0][0].distance).toBeCloseTo(0.20062 - reach, 7);
    expect(entries[0][1].distance).toBeCloseTo((0.20062 - reach) / time, 6);
    expect(entries[0][2].kind).not.toBe("grazing");
  });

  it("so do boxes whose corners pass each other, where the gap of one face gives way to that of another", () => {
    const box = { shape: { type: "box", size: [0.2, 0.2, 0.2] }, mass: 1 };
    const turned = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const run = (y: number) => ({
      bodies: {
        one: { ...box, position: [-0.5, 0, 0], velocity: [2, 0, 0], orientation: turned(0.3), angularVelocity: [0, 0, 0.4] },
        two: { ...box, position: [0.5, y, 0.01], velocity: [-1, 0, 0], orientation: turned(0.7), angularVelocity: [0, 0, -0.3] },
      },
      gravity: [0, 0, 0],
      contacts: [{ between: ["one", "two"], friction: 0.3, restitution: 0.5 }],
      duration: 0.5,
    });
    const missedBy = (y: number) => derivatives(run(y), ["end.energy.kinetic"], ["bodies.two.position[1]"]).entries[0][0].distance ?? 0;
    const edge = 0.2715 - missedBy(0.2715);
    expect(Math.abs(0.272 - missedBy(0.272) - edge)).toBeLessThan(1e-7);
    const hits = (y: number) =>
      runStudy(parseStudy({ carom: 1, kind: "simulation", title: "pass", ...run(y) }, "simulation")).events.length;
    expect([hits(edge - 1e-7), hits(edge + 1e-7)]).toEqual([1, 0]);
  });

  it.each([
    ["just meet", 0, "one-sided"],
    ["overlap by less than counts as an impact", -2e-11, "one-sided"],
    ["miss each other by next to nothing", 5e-11, "one-sided"],
    ["miss each other by a gap that could be of contact", 1e-9, "near"],
    ["do so by a little more", 1e-7, "near"],
    ["miss each other clearly", 1e-4, "exact"],
  ] as const)("balls that graze say so where they %s", (_, gap, status) => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1 };
    const study = {
      bodies: { a: { ...ball, position: [-1, 0.2 + gap, 0], velocity: [2, 0, 0] }, b: { ...ball, position: [0, 0, 0] } },
      gravity: [0, 0, 0],
      material: { friction: 0, restitution: 1 },
      duration: 1,
    };
    const { matrix, entries } = derivatives(study, ["end.bodies.a.position[1]"], ["bodies.a.position[1]"]);
    expectClose(matrix, [[1]], 1e-12);
    expect(entries[0][0]).toMatchObject({ kind: "grazing", event: 0, status });
    if (gap > 1e-10) expect(entries[0][0].distance).toBeCloseTo(gap, 15);
  });

  it.each([
    ["slide", { type: "box", size: [0.4, 0.3, 0.2] }, FLOOR],
    ["roll", { type: "sphere", radius: 0.1 }, FLOOR],
    ["roll on to the next face", { type: "sphere", radius: 0.1 }, { fixed: { type: "box", size: [0.2, 2, 0.2] }, position: [0, 0, -0.1] }],
  ])("bodies that %s graze nothing", (_, shape, floor) => {
    const study = {
      bodies: {
        body: { shape, mass: 1, position: [0, 0, 0.1], velocity: [1.5, 0.2, 0] },
        floor,
        next: { fixed: { type: "box", size: [0.2, 2, 0.2] }, position: [0.2, 0, -0.1] },
      },
      contacts: ["floor", "next"].map((name) => ({ between: ["body", name], friction: 0.2, restitution: 0.3 })),
      duration: 0.1,
    };
    const { entries } = derivatives(study, ["end.bodies.body.position[0]"], ["bodies.body.velocity[0]", "bodies.body.velocity[1]"]);
    for (const { kind } of entries[0]) expect(kind).not.toBe("grazing");
  });

  it("what goes by steps has none, with a reason", () => {
    const study = {
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6] }, floor: FLOOR },
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.5 }],
      duration: 0.1,
      method: "steps",
    };
    expect(() => derivatives(study, ["end"], ["gravity[2]"])).toThrow(/by steps/);
  });
});

it("of where a run was stopped there are none", () => {
  const study = {
    bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.101] }, floor: FLOOR },
    contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.99 }],
    method: "events",
    tolerances: { mostEvents: 3 },
    duration: 2,
  };
  const { result, entries, matrix } = derivatives(
    study,
    ["end.bodies.ball.position[2]", "at[1]", "at[0.01]", "events[1].time"],
    ["gravity[2]"],
  );
  expect(result.status).toBe("too-many-events");
  const none = { status: "none", reason: "the run was stopped before" };
  expect(entries.map(([entry]) => entry).slice(0, 13)).toEqual(Array(13).fill(none));
  expect(matrix.flat().slice(0, 13)).toEqual(Array(13).fill(null));
  for (const [{ status }] of entries.slice(13)) expect(status).toBe("exact");
});

describe("bad requests", () => {
  const study = {
    bodies: {
      box: { shape: { type: "box", size: [0.2, 0.3, 0.1] }, mass: 1, position: [0, 0, 0.05], velocity: [1, 0, 0], points: { grid: 3 } },
      floor: FLOOR,
    },
    contacts: [{ between: ["box", "floor"], friction: 0.3, restitution: 0 }],
    duration: 0.1,
  };
  it.each([
    ["bodies.bax.mass", /derivatives.by\[0\]: "bodies.bax.mass" leads nowhere: bax is not one of box, floor; did you mean box/],
    ["bodies.box.shape.type", /does not lead to a number/],
    ["bodies.box.shape", /does not lead to a number/],
    ["bodies.box.points.grid", /is a count/],
    ["tolerances.contactSpeed", /is nothing to differentiate by/],
    ["law", /is nothing to differentiate by/],
    ["bodies.box.position[2]", /changes what touches at the beginning/],
    ["bodies.box.shape.size[2]", /changes what touches at the beginning/],
    ["bodies.box.velocity[3]", /there are 3 numbers/],
    ["contacts[1].friction", /leads nowhere/],
    ["bodies..mass[", /is not a path|leads nowhere/],
  ])("by %s", (path, message) => {
    expect(() => derivatives(study, ["end"], [path])).toThrow(message);
  });

  it.each([
    ["ende", /is nothing to differentiate/],
    ["events[99].time", /does not happen: there are/],
    ["events[0].contacts[0].worldImpulse[2]", /is of an impact, and event 0 is of kind contact/],
    ["accumulations[0].time", /is not there: there are 0/],
    ["end.bodies.bax.velocity", /names none of the bodies that move/],
    ["at[7]", /between 0 and the duration/],
    ["end.bodies.box.colour", /is none of position/],
    ["end.bodies.box.velocity[0][1]", /has no such place/],
  ])("of %s", (name, message) => {
    expect(() => derivatives(study, [name], ["gravity[2]"])).toThrow(message);
  });

  it("by a time of a table", () => {
    const loads = [
      {
        type: "piecewise",
        body: "box",
        times: [0, 0.05, 0.1],
        forces: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 0, 0],
        ],
      },
    ];
    expect(() => derivatives({ ...study, loads }, ["end"], ["loads[0].times[1]"])).toThrow(/is a time of a table/);
    const { entries } = derivatives({ ...study, loads }, ["end.bodies.box.position[0]"], ["loads[0].forces[1][0]"]);
    expect(entries[0][0].status).toBe("exact");
  });

  it("of a run that goes on from a checkpoint", () => {
    const head = { carom: 1, kind: "simulation", title: "gone on with", ...study };
    const checkpoint = startSimulation(parseStudy(head, "simulation")).checkpoint();
    const asked = parseStudy({ ...head, derivatives: { of: ["end"], by: ["gravity[2]"] } }, "simulation");
    expect(() => startSimulation(asked, {}, checkpoint)).toThrow(/which holds the state and no derivatives/);
  });

  it("the same twice", () => {
    expect(() => derivatives(study, ["end"], ["gravity[2]", "gravity[2]"])).toThrow(/is named twice/);
  });
});

it("does not depend on a body that slides elsewhere", () => {
  const tossed = { ...box, position: [0, 0, 0.3] };
  const ball = { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [2, 0, 0.05], velocity: [0.5, 0.2, 0] };
  const scene = { material: { friction: 0.3, restitution: 0.2 }, duration: 0.35, method: "events" };
  const of = ["end.bodies.box.position[0]", "end.bodies.box.position[2]", "end.bodies.box.velocity[1]"];
  const by = ["bodies.box.position[2]", "material.friction"];
  const alone = derivatives({ ...scene, bodies: { box: tossed, floor: FLOOR } }, of, by).matrix as number[][];
  expect(alone.flat().every((value) => Math.abs(value) > 1e-3)).toBe(true);
  expectClose(derivatives({ ...scene, bodies: { box: tossed, ball, floor: FLOOR } }, of, by).matrix, alone);
});
