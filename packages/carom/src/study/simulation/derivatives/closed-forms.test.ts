/**
 * Derivatives of whole runs against closed forms and series of 40 digits. Source: own study, derivatives of runs, section 9.
 */
import { describe, expect, it } from "vitest";
import { derivatives, expectClose, FLOOR } from "./derivatives.testing.js";

describe("B: a ball that bounces", () => {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1.1], velocity: [0, 0, 0] };
  const contacts = [{ between: ["ball", "floor"], friction: 0, restitution: 0.7 }];
  const study = { bodies: { ball, floor: FLOOR }, contacts };
  const by = ["bodies.ball.position[2]", "contacts[0].restitution", "gravity[2]", "bodies.ball.velocity[2]"];

  it("has height, speed and time of the third hit", () => {
    const { matrix } = derivatives(
      { ...study, duration: 1.7 },
      ["end.bodies.ball.position[2]", "end.bodies.ball.velocity[2]", "events[2].time"],
      by,
    );
    expectClose(matrix, [
      [0.274126244578, 1.53547469971, 0.0161308619186, 0.0189774846101],
      [8.24541543799, 27.7726321763, 0.859488742305, 1],
      [0.763074953266, 2.16731347673, 0.0777854182738, 0.101936799185],
    ]);
  });

  it("has the time at which the bounces accumulate", () => {
    const { matrix, result } = derivatives({ ...study, duration: 3 }, ["accumulations[0].time"], by.slice(0, 3));
    expect(result.accumulations[0].time).toBeCloseTo(2.55863396559, 9);
    expectClose(matrix, [[1.27931698279, 10.0338586886, 0.130409478368]]);
  });
});

describe("X: two balls on a line", () => {
  const pair = (m2: number, e: number) => ({
    bodies: {
      a: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0], velocity: [2, 0, 0] },
      b: { shape: { type: "sphere", radius: 0.1 }, mass: m2, position: [1, 0, 0], velocity: [-0.5, 0, 0] },
    },
    gravity: [0, 0, 0],
    contacts: [{ between: ["a", "b"], friction: 0, restitution: e }],
    duration: 1,
  });
  const start = ["bodies.a.position[0]", "bodies.b.position[0]", "bodies.a.velocity[0]", "bodies.b.velocity[0]"];

  it("of equal masses change places", () => {
    const { matrix } = derivatives(
      pair(1, 1),
      ["end.bodies.b.position[0]", "end.bodies.a.position[0]", "end.bodies.a.velocity[0]", "end.bodies.b.velocity[0]"],
      start,
    );
    expectClose(matrix, [
      [1, 0, 1, 0],
      [0, 1, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
    ]);
  });

  it("of unequal masses, by masses, sizes and restitution", () => {
    const { matrix } = derivatives(
      pair(2.5, 0.6),
      ["end.bodies.a.position[0]", "events[0].time"],
      [...start, "contacts[0].restitution", "bodies.a.mass", "bodies.b.mass", "bodies.a.shape.radius"],
    );
    expectClose(matrix, [
      [-1 / 7, 8 / 7, -1 / 7, 8 / 7, -17 / 14, 0.555102040816, -0.222040816327, -16 / 14],
      [-0.4, 0.4, -0.128, 0.128, 0, 0, 0, -0.4],
    ]);
  });
});

describe("N: tests that others failed", () => {
  const ball = (x: number, v: number) => ({ shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [x, 0, 0], velocity: [v, 0, 0] });

  it("two balls of 1 kg hand their state over (keenon/nimblephysics#97)", () => {
    const study = {
      bodies: { a: ball(0, 1), b: ball(0.52, 0) },
      gravity: [0, 0, 0],
      contacts: [{ between: ["a", "b"], friction: 0, restitution: 1 }],
      duration: 1,
    };
    const by = ["bodies.a.position[0]", "bodies.b.position[0]", "bodies.a.velocity[0]", "bodies.b.velocity[0]"];
    const { matrix, rows } = derivatives(study, ["end.bodies.b.position[0]"], by);
    expect(rows[0].value).toBeCloseTo(1.2, 12);
    expectClose(matrix, [[1, 0, 1, 0]]);
  });

  it("the height after a bounce falls as the one before rises, times the restitution (google/brax#317)", () => {
    const study = {
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6], velocity: [0, 0, -1] }, floor: FLOOR },
      gravity: [0, 0, 0],
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 1 }],
      duration: 2,
    };
    const { matrix } = derivatives(study, ["end.bodies.ball.position[2]"], ["bodies.ball.position[2]", "bodies.ball.velocity[2]"]);
    expectClose(matrix, [[-1, -2]]);
  });

  it("the speed after by the speed before is minus the restitution, and no NaN (google-deepmind/mujoco#2841)", () => {
    const study = {
      bodies: { ball: ball(-1, 2), box: { fixed: { type: "box", size: [0.4, 0.4, 0.4] }, position: [0, 0, 0] } },
      gravity: [0, 0, 0],
      contacts: [{ between: ["ball", "box"], friction: 0.3, restitution: 0.6 }],
      duration: 1,
    };
    const { matrix } = derivatives(study, ["end.bodies.ball.velocity[0]"], ["bodies.ball.velocity[0]"]);
    expectClose(matrix, [[-0.6]]);
  });
});

describe("O: a ball that strikes obliquely", () => {
  const oblique = (slip: number) => ({
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.5, position: [0, 0, 0.1], velocity: [slip, 0, -2] },
      floor: FLOOR,
    },
    gravity: [0, 0, 0],
    contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.7 }],
    duration: 0.1,
  });
  const by = ["bodies.ball.velocity[0]", "bodies.ball.velocity[2]", "contacts[0].friction", "contacts[0].restitution", "bodies.ball.mass"];

  it("slides", () => {
    const { matrix, rows } = derivatives(oblique(3), ["events[0].contacts[0].worldImpulse[0]"], by);
    expect(rows[0].value).toBeCloseTo(-0.34, 12);
    expectClose(matrix, [[0, 0.17, -1.7, -0.2, -0.68]]);
  });

  it("sticks", () => {
    const { matrix } = derivatives(oblique(1), ["events[0].contacts[0].worldImpulse[0]"], by);
    expectClose(matrix, [[-1 / 7, 0, 0, 0, -2 / 7]]);
  });
});

describe("C: a corner of a tumbling box", () => {
  const norm = Math.sqrt(0.3 * 0.3 + 0.2 * 0.2 + 0.15 * 0.15 + 0.9 * 0.9);
  const box = {
    shape: { type: "box", size: [0.2, 0.3, 0.12] },
    mass: 1.1,
    inertia: [0.0121, 0.0075, 0.0163],
    position: [0, 0, 0.5],
    orientation: [0.3 / norm, -0.2 / norm, 0.15 / norm, 0.9 / norm],
    velocity: [0.7, -0.3, -0.4],
    angularVelocity: [3, -2, 1.5],
  };
  const tumbling = (friction: number) => ({
    bodies: { box, floor: FLOOR },
    contacts: [{ between: ["box", "floor"], friction, restitution: 0.55 }],
    duration: 0.3,
    tolerances: { relativeTolerance: 1e-13 },
  });
  const of = [
    "events[0].time",
    "events[0].contacts[0].worldImpulse[2]",
    "end.bodies.box.angularVelocity[0]",
    "end.bodies.box.velocity[0]",
    "events[0].contacts[0].worldImpulse[0]",
  ];
  const by = [
    "bodies.box.position[2]",
    "bodies.box.rotation[0]",
    "bodies.box.inertia[0]",
    "bodies.box.shape.size[0]",
    "contacts[0].friction",
    "contacts[0].restitution",
    "gravity[2]",
  ];

  it("by place, turn, inertia, size, materials and gravity", () => {
    const { matrix, rows } = derivatives(tumbling(0.35), of, by);
    expectClose([rows.map(({ value }) => value)], [[0.220555527375, 3.5410713565, 6.85658605559, -0.256284858016, -1.05191334382]]);
    expectClose(matrix, [
      [0.426532853144, 0.0102784165117, 0.102522301818, -0.171014627834, 0, 0, 0.0103742900111],
      [-1.9827708078, -2.96554600289, -28.1709546053, 10.6456126348, 3.86568559268, 2.28651471834, -0.382884859023],
      [65.7114935674, 27.9183032993, 524.938562226, -73.2370999577, -29.7539050434, 1.95031960229, 1.31280634274],
    ]);
    // Nothing but the impulse changes the velocity along the floor.
    expectClose([matrix[3]], [matrix[4].map((value) => (value ?? Number.NaN) / 1.1)]);
  });

  it("with much friction sticks", () => {
    const { matrix, rows } = derivatives(
      tumbling(1.2),
      ["events[0].contacts[0].worldImpulse"],
      ["contacts[0].friction", "contacts[0].restitution"],
    );
    expectClose([rows.map(({ value }) => value)], [[-1.3444526317, -0.813190527617, 3.91769761986]]);
    expect(matrix.flat().every((value) => value !== null)).toBe(true);
  });
});

describe("T: a rod that strikes with a small ball at its end, turns back", () => {
  const expected = {
    frictional: [
      [0.681180744922, 0.217906220825, -0.564172738114, -0.819755773002],
      [0.282749533019, 0.435812441649, -0.422990765226, -1.4092929224],
    ],
    poisson: [
      [0.618532392223, 0.192152485264, -0.651603703127],
      [0.250166275641, 0.384304970527, -0.59785269525],
    ],
    newton: [
      [0.966242738258, 0.289220163524, -0.510007012146],
      [0.596143325975, 0.578440327047, -0.31465931329],
    ],
  };
  // It hits at 0.01 s: an instant at which motions are recorded, and in the second case one at which they are not.
  it.each([
    ["frictional", 0.1],
    ["frictional", 0.097],
    ["poisson", 0.1],
    ["newton", 0.1],
  ] as const)("%s, run for %d s", (law, duration) => {
    const study = {
      law,
      bodies: {
        rod: {
          shape: { type: "compound", parts: [{ shape: { type: "sphere", radius: 0.01 }, position: [0, 0, -0.5], mass: 1 }] },
          mass: 1,
          centre: [0, 0, 0],
          inertia: [1 / 12, 1 / 12, 1 / 12],
          position: [0, 0, 0.5 * Math.SQRT1_2 + 0.02],
          orientation: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)],
          velocity: [0.61697, 0, -1],
        },
        floor: FLOOR,
      },
      gravity: [0, 0, 0],
      contacts: [{ between: ["rod", "floor"], friction: 0.5, restitution: 0.9 }],
      duration,
    };
    const impulse = "events[0].contacts[0].worldImpulse";
    const { matrix } = derivatives(
      study,
      [`${impulse}[0]`, `${impulse}[2]`, "events[0].time"],
      ["contacts[0].friction", "contacts[0].restitution", "bodies.rod.velocity[0]", "bodies.rod.rotation[1]"],
    );
    expectClose(matrix, [...expected[law], [0, 0, 0, 0.5 * Math.SQRT1_2]]);
  });
});

it("does not see the axes of a contact jump (a normal with x = -0.9)", () => {
  const pair = (height: number) => ({
    bodies: {
      a: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, height], velocity: [1.8, 0, 0] },
      b: { shape: { type: "sphere", radius: 0.1 }, mass: 1.5, position: [0.5, 0, 0] },
    },
    gravity: [0, 0, 0],
    contacts: [{ between: ["a", "b"], friction: 0.2, restitution: 0.8 }],
    duration: 1,
  });
  const of = ["end.bodies.b.position[0]", "end.bodies.b.position[2]"];
  const at = (height: number) => derivatives(pair(height), of, ["bodies.a.position[2]"]);
  const [up, down] = [at(-0.086 + 1e-5), at(-0.086 - 1e-5)].map(({ rows }) => rows.map(({ value }) => value ?? Number.NaN));
  expectClose(
    at(-0.086).matrix,
    up.map((value, i) => [(value - down[i]) / 2e-5]),
    1e-6,
  );
});

it("the stop of a joint gives back what the joint says, whatever the material of pairs", () => {
  // It falls 0.2 m, and goes on with e sqrt(2 g h) - g t.
  const slide = {
    joint: { type: "prismatic", axis: [0, 0, 1], start: { position: 0.2 }, limits: { lower: 0, restitution: 0.6 } },
    mass: 1,
    shape: { type: "sphere", radius: 0.05 },
  };
  const far = { shape: { type: "sphere", radius: 0.05 }, mass: 1, position: [3, 0, 0] };
  const { matrix } = derivatives(
    { bodies: { slide, far }, material: { friction: 0.3, restitution: 0.5 }, duration: 0.3 },
    ["end.joints.slide.speed"],
    ["material.restitution", "material.friction", "bodies.slide.joint.limits.restitution"],
  );
  expectClose(matrix, [[0, 0, Math.sqrt(2 * 9.81 * 0.2)]]);
});
