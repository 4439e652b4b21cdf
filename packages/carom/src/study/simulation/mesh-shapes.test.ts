import { expect, it } from "vitest";
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
  expect(complaint({ ...MESH, as: "parts" })).toContain('bodies.cube.shape.as: "parts" is not "hull"');
  expect(complaint({ ...MESH, scale: 0 })).toContain("bodies.cube.shape.scale: 0 is neither a number");
  expect(complaint({ ...MESH, radius: 1 })).toContain("bodies.cube.shape.radius: 1 is given besides a file");
  expect(complaint(MESH, new Map([["cube.obj", CUBE.split("\n").slice(0, -1).join("\n")]]))).toContain(
    'bodies.cube.shape.file: "cube.obj" is not closed: 4 of its edges',
  );
});
