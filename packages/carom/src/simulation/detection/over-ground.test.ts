import { describe, expect, it } from "vitest";
import type { GroundShape } from "../../geometry/ground/ground-shape.js";
import { createRandom } from "../../math/random.js";
import type { Vec3 } from "../../math/vec3.js";
import { createSimulation } from "../loop/simulation.js";
import { createSimulation as createByMethod } from "../regime/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";

const flat = (rows: number, columns: number): GroundShape => ({
  type: "height-field",
  heights: Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0)),
  cell: [0.25, 0.2],
});
const FLOOR = { plane: { normal: [0, 0, 1] } };
const TILES = { fixed: flat(8, 8), position: [-1, -0.8, 0] };

const scene = (body: object, ground: object, friction = 0.3, restitution = 0.4): Scene =>
  ({
    bodies: { body: { mass: 1, ...body }, ground },
    contacts: [{ between: ["body", "ground"], friction, restitution }],
  }) as unknown as Scene;

function run(given: Scene, until: number) {
  const system = systemFromScene(given);
  const simulation = createSimulation(system, system.initialState());
  simulation.advance(until);
  return simulation;
}

const half = Math.SQRT1_2;
const BODIES: [string, object][] = [
  [
    "a ball that rolls",
    { shape: { type: "sphere", radius: 0.1 }, position: [-0.7, -0.5, 0.1], velocity: [1, 0.8, 0], angularVelocity: [3, -2, 1] },
  ],
  [
    "a ball that bounces",
    { shape: { type: "sphere", radius: 0.1 }, position: [-0.7, -0.5, 0.13], velocity: [1, 0.8, 0], angularVelocity: [3, -2, 1] },
  ],
  [
    "a box that slides and turns",
    { shape: { type: "box", size: [0.3, 0.2, 0.1] }, position: [-0.3, -0.3, 0.05], velocity: [1, 0.4, 0], angularVelocity: [0, 0, 2] },
  ],
  [
    "a cylinder that rolls",
    {
      shape: { type: "cylinder", radius: 0.1, height: 0.2 },
      position: [-0.5, -0.3, 0.1],
      orientation: [half, 0, 0, half],
      velocity: [0.5, 0, 0],
      angularVelocity: [0, 5, 0],
    },
  ],
  [
    "a coin that falls",
    {
      shape: { type: "cylinder", radius: 0.1, height: 0.02 },
      position: [-0.3, -0.3, 0.2],
      orientation: [0.2, 0.1, 0, Math.sqrt(0.95)],
      velocity: [0.5, 0.2, 0],
      angularVelocity: [1, 2, 0],
    },
  ],
  [
    "a capsule that falls",
    {
      shape: { type: "capsule", radius: 0.05, length: 0.2 },
      position: [-0.3, -0.3, 0.3],
      orientation: [0.5, 0.1, 0, Math.sqrt(0.74)],
      velocity: [0.5, 0.2, 0],
      angularVelocity: [1, 2, 0],
    },
  ],
];

describe("a flat floor of triangles", () => {
  it.each(BODIES)("is a plane for %s", (_name, body) => {
    const [plane, tiles] = [FLOOR, TILES].map((ground) => run(scene(body, ground), 0.5));
    for (let k = 0; k < 7; k++) expect(Math.abs(plane.coordinates[k] - tiles.coordinates[k])).toBeLessThan(1e-9);
    expect(tiles.ledger().impactLoss).toBeCloseTo(plane.ledger().impactLoss, 9);
  });

  it("ends at its rim: what rolls off it falls, and comes back from below only against it", () => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, position: [0.9, 0, 0.1], velocity: [1, 0, 0], angularVelocity: [0, 10, 0] };
    const fallen = run(scene(ball, TILES), 0.6);
    expect(fallen.coordinates[2]).toBeLessThan(-0.2);
    expect(Math.abs(fallen.ledger().residual)).toBeLessThan(1e-9);
    // Thrown up from below it meets the other side: up to 0.1 m below it, at v(t) = v0 - g t.
    const below = { shape: { type: "sphere", radius: 0.1 }, position: [0, 0, -0.4], velocity: [0, 0, 3] };
    const time = (3 - Math.sqrt(9 - 2 * 9.81 * 0.3)) / 9.81;
    const hit = run(scene(below, TILES, 0, 0.5), 0.2);
    const after = -0.5 * (3 - 9.81 * time);
    expect(Math.abs(hit.speeds[2] - (after - 9.81 * (0.2 - time)))).toBeLessThan(1e-9);
  });
});

/** A roof with its ridge along y at x = 0, and a valley the other way up. */
const roof = (slope: number): GroundShape => ({
  type: "surface",
  vertices: [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y): Vec3 => [x, y, -slope * Math.abs(x)])),
  triangles: [0, 1, 3, 4].flatMap((at): Vec3[] => [
    [at, at + 3, at + 4],
    [at, at + 4, at + 1],
  ]),
});

describe("ridges and valleys", () => {
  it("a ball comes to rest in a valley, on both sides of it", () => {
    const slope = Math.tan(0.3);
    // Centre over the middle where both faces are at R.
    const height = 0.1 / Math.cos(0.3);
    const ball = { shape: { type: "sphere", radius: 0.1 }, position: [0.002, 0.31, height + 0.05] };
    const simulation = run(scene(ball, { fixed: roof(-slope), position: [0, 0, 0] }, 0.9, 0), 3);
    expect(Math.abs(simulation.coordinates[0])).toBeLessThan(1e-9);
    expect(Math.abs(simulation.coordinates[2] - height)).toBeLessThan(1e-9);
  });

  it("a ball on a ridge turns about it as about an edge, until it touches the other side", () => {
    // On the ridge the centre is at R (sin a, cos a): R a'' = k g sin a with k = 1 / (1 + 2/5).
    const angle = 0.02;
    const ball = {
      shape: { type: "sphere", radius: 0.1 },
      position: [0.1 * Math.sin(angle), 0.31, 0.1 * Math.cos(angle)],
    };
    const simulation = run(scene(ball, { fixed: roof(Math.tan(0.5)), position: [0, 0, 0] }, 0.9, 0), 0.2);
    const k = 9.81 / (0.1 * 1.4);
    let [a, rate] = [angle, 0];
    const steps = 20000;
    for (let i = 0; i < steps; i++) {
      const h = 0.2 / steps;
      const middle = a + 0.5 * h * rate;
      const rateMiddle = rate + 0.5 * h * k * Math.sin(a);
      a += h * rateMiddle;
      rate += h * k * Math.sin(middle);
    }
    expect(a).toBeLessThan(0.5);
    expect(Math.abs(simulation.coordinates[0] - 0.1 * Math.sin(a))).toBeLessThan(1e-8);
    expect(Math.abs(simulation.coordinates[2] - 0.1 * Math.cos(a))).toBeLessThan(1e-8);
  });

  it("is the same as the solid that it is the skin of", () => {
    const box = { type: "box", size: [0.5, 0.5, 0.5] };
    const signs = [-0.25, 0.25];
    const vertices = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vec3 => [x, y, z])));
    const sides = [
      [0, 1, 3, 2],
      [4, 6, 7, 5],
      [0, 4, 5, 1],
      [2, 3, 7, 6],
      [0, 2, 6, 4],
      [1, 5, 7, 3],
    ];
    const skin = {
      type: "surface",
      vertices,
      triangles: sides.flatMap(([a, b, c, d]) => [
        [a, b, c],
        [a, c, d],
      ]),
    };
    const capsule = {
      shape: { type: "capsule", radius: 0.05, length: 0.3 },
      position: [0.2, 0.05, 0.5],
      orientation: [0, 0.5, 0, Math.sqrt(0.75)],
    };
    const place = { position: [0, 0, 0], orientation: [0.1, 0.05, 0, Math.sqrt(1 - 0.0125)] };
    const [solid, hollow] = [box, skin].map((fixed) =>
      run(scene({ ...capsule, angularVelocity: [1, 0, 0] }, { fixed, ...place }, 0.4, 0.3), 0.3),
    );
    for (let k = 0; k < 7; k++) expect(Math.abs(solid.coordinates[k] - hollow.coordinates[k])).toBeLessThan(1e-9);
  });
});

describe("thrown on uneven ground", () => {
  const shapes = [
    { type: "sphere", radius: 0.12 },
    { type: "box", size: [0.3, 0.2, 0.15] },
    { type: "cylinder", radius: 0.1, height: 0.04, rounding: 0.01 },
  ];
  const random = createRandom(7);
  const heights = Array.from({ length: 7 }, () => Array.from({ length: 7 }, () => 0.25 * (random() - 0.5)));
  const ground = { fixed: { type: "height-field", heights, cell: [0.3, 0.3] }, position: [-0.9, -0.9, 0] };

  it.each(shapes.map((shape) => [shape.type, shape] as const))(
    "a %s goes into nothing and gains nothing, by events and by steps",
    (_name, shape) => {
      const body = {
        shape,
        position: [0.1, 0.05, 0.4],
        velocity: [0.4, -0.3, -1],
        angularVelocity: [3, -4, 2],
        orientation: [0.3, 0.2, 0.1, Math.sqrt(0.86)],
      };
      for (const [method, deepest] of [
        ["auto", 1e-9],
        ["steps", 1e-4],
      ] as const) {
        const system = systemFromScene(scene(body, ground));
        const simulation = createByMethod(system, system.initialState(), { method });
        const { before } = simulation.ledger();
        for (let k = 1; k <= 6; k++) {
          simulation.advance(0.05 * k);
          expect(system.separation(0, simulation.coordinates)).toBeGreaterThan(-deepest);
          expect(simulation.ledger().now).toBeLessThan(before * (1 + 1e-12));
        }
        expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-9);
      }
    },
  );
});

it("the distance is that of the nearest triangle, by sampling, wherever the body is", () => {
  const random = createRandom(3);
  const heights = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => 0.3 * random()));
  const system = systemFromScene(
    scene(
      { shape: { type: "sphere", radius: 0.1 }, position: [0.5, 0.5, 1] },
      { fixed: { type: "height-field", heights, cell: [0.2, 0.2] }, position: [0, 0, 0] },
    ),
  );
  const { coordinates } = system.initialState();
  // Points of all triangles, two in a cell.
  const samples: Vec3[] = [];
  const count = 40;
  for (let r = 0; r < 5; r++)
    for (let c = 0; c < 5; c++)
      for (let i = 0; i <= count; i++)
        for (let j = 0; j <= count; j++) {
          const [u, v] = [i / count, j / count];
          const z =
            u >= v
              ? heights[r][c] + u * (heights[r][c + 1] - heights[r][c]) + v * (heights[r + 1][c + 1] - heights[r][c + 1])
              : heights[r][c] + v * (heights[r + 1][c] - heights[r][c]) + u * (heights[r + 1][c + 1] - heights[r + 1][c]);
          samples.push([0.2 * (c + u), 0.2 * (r + v), z]);
        }
  for (let k = 0; k < 60; k++) {
    coordinates.set([random(), random(), 0.1 + 0.5 * random()]);
    const nearest =
      samples.reduce((least, [x, y, z]) => Math.min(least, Math.hypot(x - coordinates[0], y - coordinates[1], z - coordinates[2])), 9) -
      0.1;
    const separation = system.separation(0, coordinates) ?? Number.NaN;
    expect(separation).toBeLessThan(nearest + 1e-12);
    expect(separation).toBeGreaterThan(nearest - 0.006);
    expect(system.clearance(0, coordinates)).toBeLessThan(separation + 1e-12);
  }
});

it.each([
  [{ type: "height-field", heights: [[0, 0]], cell: [1, 1] }, "heights"],
  [{ type: "height-field", heights: [[0, 0], [0]], cell: [1, 1] }, "heights[1]"],
  [
    {
      type: "height-field",
      heights: [
        [0, 0],
        [0, 0],
      ],
      cell: [1, 0],
    },
    "cell[1]",
  ],
  [{ type: "surface", vertices: [[0, 0, 0]], triangles: [[0, 0, 1]] }, "triangles[0][2]"],
  [{ type: "surface", vertices: [], triangles: [] }, "triangles"],
])("refuses %j", (fixed, path) => {
  expect(() =>
    systemFromScene(scene({ shape: { type: "sphere", radius: 0.1 }, position: [0, 0, 1] }, { fixed, position: [0, 0, 0] })),
  ).toThrow(`bodies.ground.fixed.${path}`);
});
