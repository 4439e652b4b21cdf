/**
 * Derivatives through contact that lasts, against closed forms. Source: own study, derivatives of runs, section 9.
 */
import { describe, expect, it } from "vitest";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

describe("S: a block that slides to rest", () => {
  const block = {
    bodies: {
      block: { shape: { type: "box", size: [0.4, 0.3, 0.2] }, mass: 2.5, position: [0, 0, 0.1], velocity: [1.2, 0, 0] },
      floor: FLOOR,
    },
    contacts: [{ between: ["block", "floor"], friction: 0.3, restitution: 0 }],
    duration: 1,
  };

  it("comes as far as its speed and its friction let it", () => {
    const { matrix, result } = derivatives(block, ["end.bodies.block.position[0]"], ["bodies.block.velocity[0]", "contacts[0].friction"]);
    expectClose(matrix, [[0.407747196738, -0.815494393476]]);
    const stick = result.events.findIndex(({ kind }) => kind === "stick");
    const { matrix: time } = derivatives(block, [`events[${stick}].time`], ["contacts[0].friction"]);
    expectClose(time, [[-1.35915732246]]);
  });

  it("is carried aside as an eigenvalue of its slip has it", () => {
    const { matrix } = derivatives(
      block,
      ["end.bodies.block.position[1]", "end.bodies.block.rotation[2]"],
      ["bodies.block.velocity[1]", "bodies.block.angularVelocity[2]"],
    );
    expectClose(matrix, [
      [0.203873598369, -0.00212604558922],
      [0, 0.141736372615],
    ]);
  });
});

it("T: a block that a table sets sliding, all but from rest, sticks when both are as fast", () => {
  const [amplitude, rate, phase, friction, gravity] = [0.047, 11.47, Math.PI / 2 + 4e-4, 0.28, 9.81];
  const shaken = {
    bodies: {
      block: { shape: { type: "box", size: [0.3, 0.2, 0.1] }, mass: 1, position: [0, 0, 0.05] },
      table: { ...FLOOR, motion: { type: "sine", amplitude: [amplitude, 0, 0], frequency: rate / (2 * Math.PI), phase } },
    },
    contacts: [{ between: ["block", "table"], friction, restitution: 0 }],
    duration: 0.25,
  };
  const { matrix, result } = derivatives(shaken, ["events[4].time"], ["contacts[0].friction", "bodies.table.motion.amplitude[0]"]);
  const { kind, time } = result.events[4];
  expect(kind).toBe("stick");
  // -friction g t = amplitude rate cos(rate t + phase), by friction and amplitude
  const braking = amplitude * rate * rate * Math.sin(rate * time + phase) - friction * gravity;
  expectClose(matrix, [[(gravity * time) / braking, (rate * Math.cos(rate * time + phase)) / braking]]);
});

describe("R: a ball that slips, then rolls", () => {
  const ball = {
    bodies: {
      ball: {
        shape: { type: "sphere", radius: 0.05 },
        mass: 1,
        position: [0, 0, 0.05],
        velocity: [1.5, 0.4, 0],
        angularVelocity: [6, -10, 0],
      },
      floor: FLOOR,
    },
    contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0 }],
    duration: 1,
  };
  const by = ["velocity[0]", "velocity[1]", "angularVelocity[0]", "angularVelocity[1]"].map((what) => `bodies.ball.${what}`);

  it("by speeds, spins and friction", () => {
    const { matrix, rows, result } = derivatives(
      ball,
      ["end.bodies.ball.position[0]", "end.bodies.ball.position[1]"],
      [...by, "contacts[0].friction"],
    );
    expectClose([rows.map(({ value }) => value)], [[1.01673477751, 0.230857172128]]);
    expectClose(
      matrix.map((row, i) => (i === 0 ? [row[0], row[1], row[3], row[4]] : [row[1], row[2], row[4]])),
      [
        [0.797638368237, 0.0137448428188, 0.0101180815882, -0.440816744688],
        [0.763178083741, -0.0118410958129, -0.154285860641],
      ],
    );
    const stick = result.events.findIndex(({ kind }) => kind === "stick");
    const { matrix: time } = derivatives(ball, [`events[${stick}].time`], by.slice(0, 2));
    expectClose(time, [[0.137448428188, 0.0481069498658]]);
  });

  it("beside a pendulum, where nothing is in closed form and the rest is reached in steps", () => {
    const pendulum = { joint: { type: "revolute", axis: [0, 1, 0], position: [0, 0, 3] }, mass: 1, centre: [0, 0, -1], inertia: [1, 1, 1] };
    const { matrix } = derivatives({ ...ball, bodies: { pendulum, ...ball.bodies } }, ["end.bodies.ball.position[0]"], by.slice(0, 2));
    expectClose(matrix, [[0.797638368237, 0.0137448428188]], 1e-9);
  });

  it("turns as far as it slips and rolls", () => {
    // From rest of the spin: w = 5 mu g t/(2 r) up to t* = 2 v/(7 mu g), then 5 v/(7 r).
    const [speed, friction, radius, gravity] = [1.5, 0.2, 0.05, 9.81];
    const thrown = { ...ball.bodies.ball, velocity: [speed, 0, 0], angularVelocity: [0, 0, 0] };
    const { matrix } = derivatives(
      { ...ball, bodies: { ball: thrown, floor: FLOOR } },
      ["end.bodies.ball.rotation[1]", "end.bodies.ball.rotation[2]"],
      ["bodies.ball.velocity[0]", "contacts[0].friction", "bodies.ball.rotation[1]"],
    );
    const slips = (2 * speed) / (7 * friction * gravity);
    const rolled = (5 / (7 * radius)) * (1 - slips);
    expectClose(matrix, [
      [rolled, (5 * speed * slips) / (14 * radius * friction), 1],
      [0, 0, 0],
    ]);
  });

  it.each([
    ["for microseconds", 5e-5, 1e-5],
    // The steps of the run leave up to 5e-8 m/s across, which is taken away at the stop and is no jump of the flow.
    ["until steps leave more across than counts as slip", 0.75, 0.3],
    ["until steps leave more across at a steep slip", 0.25, 0.9],
    ["until steps leave less across than counts as slip", 0.75, 1.2],
  ])("slips %s", (_, s1, s2) => {
    // t* = 2 |s|/(7 mu g) and x = v t - (2/7) s (t - t*/2) with the slip s, which is by the speed what the speed is.
    const slipping = { ...ball.bodies.ball, angularVelocity: [(s2 - 0.4) / 0.05, (1.5 - s1) / 0.05, 0] };
    const { matrix } = derivatives(
      { ...ball, bodies: { ball: slipping, floor: FLOOR } },
      ["events[1].time", "end.bodies.ball.position[0]", "end.bodies.ball.position[1]"],
      by.slice(0, 2),
    );
    const per = 2 / (7 * 0.2 * 9.81);
    const speed = Math.sqrt(s1 * s1 + s2 * s2);
    const [t1, t2] = [(per * s1) / speed, (per * s2) / speed];
    const own = (s: number, t: number) => 1 - (2 / 7) * (1 - (per * speed + s * t) / 2);
    const expected = [
      [t1, t2],
      [own(s1, t1), (s1 * t2) / 7],
      [(s2 * t1) / 7, own(s2, t2)],
    ];
    expectClose(matrix, expected);
  });
});

it("I: a block that slides up an incline, stops and slides back", () => {
  const [angle, g] = [0.4, 9.81];
  const study = {
    bodies: {
      block: { shape: { type: "box", size: [0.4, 0.3, 0.1] }, mass: 2, position: [0, 0, 0.05], velocity: [2, 0, 0] },
      floor: FLOOR,
    },
    gravity: [-g * Math.sin(angle), 0, -g * Math.cos(angle)],
    contacts: [{ between: ["block", "floor"], friction: 0.2, restitution: 0 }],
    duration: 1,
  };
  const { matrix, rows } = derivatives(
    study,
    ["end.bodies.block.position[0]"],
    ["gravity[0]", "gravity[2]", "contacts[0].friction", "bodies.block.velocity[0]"],
  );
  expect(rows[0].value).toBeCloseTo(-0.0628037386572, 10);
  const [alongX, alongZ, friction, speed] = matrix[0].map((value) => value ?? Number.NaN);
  expectClose(
    [[-g * Math.cos(angle) * alongX + g * Math.sin(angle) * alongZ, friction, speed]],
    [[-3.2361672046, 0.56595992663, 0.586000146351]],
  );
});

it("M: a ball thrown off a shaken table", () => {
  const [amplitude, rate, leaves] = [0.01, 30, 0.013];
  // The clock of the table starts where the ball leaves.
  const study = {
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.05 }, mass: 1, position: [0, 0, 0.05], velocity: [0, 0, 1.4] },
      table: {
        plane: { normal: [0, 0, 1] },
        motion: { type: "sine", amplitude: [0, 0, amplitude], frequency: rate / (2 * Math.PI), phase: rate * leaves },
      },
    },
    contacts: [{ between: ["ball", "table"], friction: 0, restitution: 0.8 }],
    duration: 0.3,
  };
  const motion = "bodies.table.motion";
  const { matrix, rows } = derivatives(
    study,
    ["events[0].time", "end.bodies.ball.velocity[2]"],
    [
      ...["bodies.ball.velocity[2]", "gravity[2]", "contacts[0].restitution"],
      ...[`${motion}.amplitude[2]`, `${motion}.frequency`, `${motion}.phase`],
    ],
  );
  const [hit, speed] = [rows[0].value ?? Number.NaN, rows[1].value ?? Number.NaN];
  expect(hit + leaves).toBeCloseTo(0.297763789579, 10);
  expect(speed + 9.81 * (study.duration - hit)).toBeCloseTo(0.638841087339, 10);
  const [time, end] = matrix.map((row) => row.map((value) => value ?? Number.NaN));
  /** By the time of leaving, the speed, amplitude, rate and weight; the phase is rate times time. */
  const named = ([v, g, e, a, f, phase]: readonly number[]) => [rate * phase, v, a, f / (2 * Math.PI) + leaves * phase, -g, e];
  const [t, ...others] = named(time);
  expectClose([[1 + t, ...others]], [[1.47994910942, 0.252204985778, -0.0815533096926, 0.00243104875797, -0.0359094237506, 0]]);
  // Speed after the hit: that at the end, less what it lost since.
  const after = end.map((value, j) => value - 9.81 * time[j] - (j === 1 ? study.duration - hit : 0));
  expectClose([named(after)], [[-7.55611505468, -0.750258533882, -47.6145977888, -0.091324149542, 0.220728747468, 1.12909659062]]);
});

it("a block that slides and turns round follows the directions of its corners", () => {
  const block = (speed: number) => ({
    bodies: {
      block: {
        shape: { type: "box", size: [0.4, 0.3, 0.1] },
        mass: 2,
        position: [0, 0, 0.05],
        velocity: [speed, 0.3, 0],
        angularVelocity: [0, 0, 3],
      },
      floor: FLOOR,
    },
    gravity: [-3.5, 0.8, -9.81],
    contacts: [{ between: ["block", "floor"], friction: 0.2, restitution: 0 }],
    duration: 0.5,
  });
  const of = ["end.bodies.block.position[0]", "end.bodies.block.velocity[1]", "end.bodies.block.angularVelocity[2]"];
  const at = (speed: number) => derivatives(block(speed), of, ["bodies.block.velocity[0]"]).rows.map(({ value }) => value ?? Number.NaN);
  const [up, down, farUp, farDown] = [1 + 1e-3, 1 - 1e-3, 1 + 2e-3, 1 - 2e-3].map(at);
  const differences = up.map((value, i) => (8 * (value - down[i]) - (farUp[i] - farDown[i])) / 12e-3);
  const { matrix } = derivatives(block(1), of, ["bodies.block.velocity[0]"]);
  expectClose(
    matrix,
    differences.map((value) => [value]),
    1e-7,
  );
});

describe("H: a block that rocks from one edge to the other keeps 1 - 3/2 sin^2 of its spin", () => {
  const [angle, height, tilt, gravity] = [0.25, 0.4, 0.1, 9.81];
  const width = height * Math.tan(angle);

  it("by gravity", () => {
    const spin = 0.5;
    const radius = height / (2 * Math.cos(angle));
    const [x, z] = [-radius * Math.sin(angle - tilt), radius * Math.cos(angle - tilt)];
    const study = {
      bodies: {
        block: {
          shape: { type: "box", size: [width, 0.3, height] },
          mass: 2,
          position: [x, 0, z],
          orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
          velocity: [-spin * z, 0, spin * x],
          angularVelocity: [0, -spin, 0],
        },
        floor: FLOOR,
      },
      contacts: [{ between: ["block", "floor"], friction: 2, restitution: 0 }],
      gravity: [0, 0, -gravity],
      duration: 0.2,
    };
    const { matrix, rows, result } = derivatives(study, ["events[2].contacts[2].velocityAfter[2]"], ["gravity[2]"]);
    expect(result.events[2].kind).toBe("impact");
    // About the edge w^2 = w0^2 + 3 g/(2 R) (cos(angle - tilt) - cos(angle)); then the other edge rises with the width times what is kept.
    const fall = (3 / (2 * radius)) * (Math.cos(angle - tilt) - Math.cos(angle));
    const before = Math.sqrt(spin * spin + gravity * fall);
    const kept = 1 - 1.5 * Math.sin(angle) ** 2;
    expect(kept).toBeCloseTo(0.908186921418, 12);
    expect(rows[0].value).toBeCloseTo(width * kept * before, 10);
    expectClose(matrix, [[(-width * kept * fall) / (2 * before)]]);
  });

  it("by the angle", () => {
    // Small feet instead of edges, so that one can be moved while the other stands.
    const [mass, radius] = [2, 0.01];
    const foot = (x: number) => ({ shape: { type: "sphere", radius }, position: [x, 0, 0], mass: 1 });
    const study = {
      bodies: {
        block: {
          shape: { type: "compound", parts: [foot(0), foot(width)] },
          mass,
          centre: [width / 2, 0, height / 2 - radius],
          inertia: [0.05, (mass / 12) * (width ** 2 + height ** 2), 0.05],
          position: [0, 0, radius],
          orientation: [0, -Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
        },
        floor: FLOOR,
      },
      contacts: [{ between: ["block", "floor"], friction: 2, restitution: 0 }],
      gravity: [0, 0, -gravity],
      duration: 0.25,
    };
    const { matrix, rows } = derivatives(
      study,
      ["events[1].contacts[0].velocityAfter[2]", "events[1].contacts[1].velocityBefore[2]"],
      ["bodies.block.shape.parts[1].position[0]", "bodies.block.centre[0]", "bodies.block.inertia[1]"],
    );
    const [rises, falls] = rows.map(({ value }) => value ?? Number.NaN);
    expect(-rises / falls).toBeCloseTo(0.908186921418, 10);
    // A wider block: foot, centre and inertia together.
    const wider = matrix.map(([foot, centre, inertia]) => (foot ?? 0) + (centre ?? 0) / 2 + ((inertia ?? 0) * mass * width) / 6);
    const change = (-rises / falls) * (wider[0] / rises - wider[1] / falls);
    expectClose([[(change * height) / Math.cos(angle) ** 2]], [[-0.719138307906]]);
  });
});
