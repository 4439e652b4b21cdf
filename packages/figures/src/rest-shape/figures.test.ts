import { parseStudy, type RestShapeStudy, runRestShape, sizeUnits } from "carom/study";
import { describe, expect, it } from "vitest";
import { checkFiguresAndReport } from "../draw/figures.test.data.js";
import { inUnit } from "../draw/numbers.js";
import { wireframeFigure } from "../draw/wireframe.js";
import { restShapeFigures } from "./figures.js";
import { restShapeReport } from "./report.js";

const material = { youngModulus: 3000, poissonRatio: 0.4, density: 960 };
const frustum = { type: "frustum", bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2 };
const tetrahedron = {
  type: "tetrahedra",
  nodes: [
    [0.04, 0.025, 0.07],
    [0.08, 0, 0],
    [0.04, 0.075, 0],
    [0, 0, 0],
  ],
  tetrahedra: [[0, 1, 2, 3]],
};

describe.each([
  ["a cake turned over", { mesh: frustum, material, flip: true }, ["shapes", "iterations", "relaxations", "turned-over"]],
  [
    "one tetrahedron",
    { mesh: tetrahedron, material, solver: { method: "fixed-point", tolerance: 1e-6 } },
    ["shapes", "iterations", "relaxations", "cobweb"],
  ],
  ["a body too soft", { mesh: frustum, material: { ...material, youngModulus: 100 }, massModel: "rest" }, ["shapes", "iterations"]],
] as const)("figures of %s", (_, fields, names) => {
  const result = runRestShape(parseStudy({ carom: 1, kind: "rest-shape", title: "A <body> & more", ...fields }) as RestShapeStudy);
  const figures = restShapeFigures(result);

  it("are those that have something to show, and stand in a report", () => {
    checkFiguresAndReport(figures, names, restShapeReport(result, figures), "A &lt;body&gt; &amp; more");
  });
});

it("draws the outlines of a skin in place of the mesh's, each at its own place", () => {
  const triangles = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  const vertices = [
    [-0.02, -0.02, 0],
    [0.02, -0.02, 0],
    [0, 0.02, 0],
    [0, 0, 0.03],
  ];
  const skin = { type: "triangles", vertices, triangles };
  const result = runRestShape(parseStudy({ carom: 1, kind: "rest-shape", title: "t", mesh: frustum, material, skin }) as RestShapeStudy);
  const { svg, caption } = restShapeFigures(result)[0];
  expect(caption).toContain("Outlines of the two skins");
  const outlines = [...svg.matchAll(/<path[^>]*class="outline[^>]*>/g)].map(([path]) => /\bd="([^"]*)"/.exec(path)?.[1] ?? "");
  expect(outlines).toHaveLength(2);
  expect(outlines[0]).not.toBe(outlines[1]);
  // Seen from the side a tetrahedron is a triangle or a quadrangle.
  for (const d of outlines) expect([3, 4]).toContain(d.match(/M/g)?.length);
  expect(svg).not.toContain('class="wire');
});

it("draws the outline of a body once round", () => {
  const result = runRestShape(parseStudy({ carom: 1, kind: "rest-shape", title: "t", mesh: frustum, material }) as RestShapeStudy);
  const { svg } = restShapeFigures(result)[0];
  // Every point of a closed outline is the end of an even number of its edges.
  const d = /class="outline[^"]*"[^>]* d="([^"]*)"/.exec(svg)?.[1] ?? /d="([^"]*)"[^>]*class="outline/.exec(svg)?.[1] ?? "";
  const ends = new Map<string, number>();
  for (const [, point] of d.matchAll(/[ML](-?[\d.]+,-?[\d.]+)/g)) ends.set(point, (ends.get(point) ?? 0) + 1);
  expect(ends.size).toBeGreaterThan(8);
  for (const count of ends.values()) expect(count % 2).toBe(0);
});

it("draws the residual of every shape, the last one's too, over whole steps", () => {
  const result = runRestShape(parseStudy({ carom: 1, kind: "rest-shape", title: "t", mesh: frustum, material }) as RestShapeStudy);
  const { svg } = restShapeFigures(result).find(({ name }) => name === "iterations")!;
  const heights = (name: string) =>
    [...new RegExp(`<path[^>]*data-name="${name}"[^>]*>`).exec(svg)![0].matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
  expect(result.residual).toBeLessThan(result.tolerance);
  expect(heights("residual").length).toBe(result.history.length + 1);
  // Down is less: only the last shape is nearer to a fixed point than the tolerance.
  const [limit] = heights("tolerance");
  expect(heights("residual").map((y) => y > limit)).toEqual([...result.history.map(() => false), true]);
  const ticks = [...svg.matchAll(/<text[^>]*text-anchor="middle"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(ticks.slice(0, 3)).toEqual(["0", "1", "2"]);
});

it("stands the outline of a skin on the table", () => {
  const vertices = [
    [-0.02, 0.1, 0],
    [0.02, 0.1, 0],
    [0, 0.14, 0],
    [0, 0.12, 0.03],
  ];
  const triangles = Int32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
  const svg = wireframeFigure("t", triangles, [{ name: "skin", nodes: vertices, stroke: "#000", text: "#000", outlineOnly: true }]);
  const ground = Number(/<path[^>]*class="table\b[^>]*>/.exec(svg)![0].match(/d="M[\d.]+,([\d.]+)H/)![1]);
  const outline = /<path[^>]*class="outline\b[^>]*>/.exec(svg)![0];
  const ys = [...outline.matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...ys)).toBeCloseTo(ground, 1);
});

it("says lengths in millimetres and volumes in cubic centimetres below a metre", () => {
  const body = (size: number) =>
    sizeUnits([
      [0, 0, 0],
      [0.1, size, 0.1],
    ]);
  expect(inUnit(0.00325, body(0.99).length, 4)).toBe("3.250\u2009mm");
  expect(inUnit(8e-6, body(0.99).volume, 2)).toBe("8.0\u2009cm³");
  expect(inUnit(0.00325, body(1.01).length, 3)).toBe("0.00325\u2009m");
});
