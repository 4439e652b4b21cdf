import { expect, it } from "vitest";
import { cellMesh } from "../../geometry/mesh-parts/cells.testing.js";
import type { Compound } from "../../mechanics/shapes/index.js";
import { filesNamedIn, parseStudyText } from "../parse.js";
import { runSimulation } from "./run.js";

const CUBE = [
  ...[-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => `v ${x} ${y} ${z}`))),
  ...["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"].map((face) => `f ${face}`),
].join("\n");
const study = (shape: object, more = {}) =>
  JSON.stringify({
    carom: 1,
    kind: "simulation",
    title: "a cube",
    duration: 0.2,
    bodies: { cube: { shape, density: 1000, position: [0, 0, 0.15] }, floor: { plane: { normal: [0, 0, 1] } } },
    contacts: [{ between: ["cube", "floor"], friction: 0.5, restitution: 0.5 }],
    ...more,
  });
const MESH = { type: "mesh", file: "cube.obj", scale: 0.05, as: "hull" };
const files = new Map([["cube.obj", CUBE]]);

it("a cube from a file falls and bounces as a box does", () => {
  expect(filesNamedIn(study(MESH))).toEqual(["cube.obj"]);
  const end = (text: string) => {
    const { bodies, events } = runSimulation(parseStudyText(text, "simulation", files));
    return [bodies.cube, events[0].time];
  };
  const [[mesh, time], [box, same]] = [end(study(MESH)), end(study({ type: "box", size: [0.1, 0.1, 0.1] }))];
  expect(time).toBeCloseTo(same as number, 12);
  expect(JSON.stringify(mesh).length).toBeGreaterThan(10);
  expect(Object.keys(mesh)).toEqual(Object.keys(box));
});

it("is put in its place also inside compounds and fixed bodies, and is weighed itself", () => {
  const text = study({ type: "compound", parts: [{ shape: MESH }] }, {});
  const { bodies } = parseStudyText(text, "simulation", files);
  expect(bodies.cube).toMatchObject({ shape: { parts: [{ shape: { solid: { outside: 0 } } }] } });
  const { shape } = (bodies.cube as { shape: { parts: { shape: { solid: { volume: number } } }[] } }).shape.parts[0];
  expect(shape.solid.volume).toBeCloseTo(0.001, 15);
});

it("touches by its parts, and lands on them: a U on its two feet", () => {
  const { corners, triangles } = cellMesh(
    [
      [0, 1, 2, 3],
      [0, 1],
      [0, 2, 3],
    ],
    (i, _j, k) => i !== 1 || k === 1,
  );
  const text = [
    ...corners.map((corner) => `v ${corner.join(" ")}`),
    ...triangles.map((triangle) => `f ${triangle.map((i) => i + 1).join(" ")}`),
  ].join("\n");
  const shape = { type: "mesh", file: "u.obj", scale: 0.1, as: "parts" };
  const parsed = parseStudyText(study(shape, { duration: 0.5 }), "simulation", new Map([["u.obj", text]]));
  const made = (parsed.bodies.cube as { shape: Compound }).shape;
  expect(made.parts).toHaveLength(3);
  expect(made.solid).toMatchObject({ beyond: 0, outside: 0 });
  expect(made.solid?.volume).toBeCloseTo(7e-3, 15);
  const { bodies, events } = runSimulation(parsed);
  // Its feet begin 0.15 m above the floor: t = sqrt(2 h / g).
  expect(events[0].time).toBeCloseTo(Math.sqrt(0.3 / 9.81), 9);
  expect(JSON.stringify(bodies.cube)).not.toContain("null");
});

it("says what is wrong where the study names it", () => {
  const complaint = (shape: object, given: ReadonlyMap<string, string> = files) => {
    try {
      parseStudyText(study(shape), given);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  expect(complaint(MESH, new Map())).toContain('bodies.cube.shape.file: "cube.obj" is a file that was not read');
  expect(complaint({ ...MESH, as: "pieces" })).toContain('bodies.cube.shape.as: "pieces" is none of "hull", "parts", "surface"');
  expect(complaint({ ...MESH, as: "surface" })).toContain('bodies.cube.shape.as: "surface" is of ground');
  expect(complaint({ ...MESH, most: 4 })).toContain('bodies.cube.shape.most: 4 is of parts; give "as": "parts" too');
  expect(complaint({ ...MESH, as: "parts", most: 0.5 })).toContain("bodies.cube.shape.most: 0.5 is not a whole number from 1 to 256");
  expect(complaint({ ...MESH, as: "parts", tolerance: 2 })).toContain("bodies.cube.shape.tolerance: 2 is not a number from 0 to 1");
  expect(complaint({ ...MESH, as: "parts", weigh: "hull" })).toContain("bodies.cube.shape.weigh");
  expect(complaint({ ...MESH, scale: 0 })).toContain("bodies.cube.shape.scale: 0 is neither a number");
  expect(complaint({ ...MESH, radius: 1 })).toContain("bodies.cube.shape.radius: 1 is given besides a file");
  expect(complaint(MESH, new Map([["cube.obj", CUBE.split("\n").slice(0, -1).join("\n")]]))).toContain(
    'bodies.cube.shape.file: "cube.obj" is not closed: 4 of its edges',
  );
});
