import { type BattingStudy, parseStudyText, runBatting } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { battingFigures } from "./figures.js";
import { battingReport } from "./report.js";

/** Vite reads the file; figures know no file system. */
const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../examples/batting-table-4-1.json",
  { query: "?raw", import: "default", eager: true },
);
const text = Object.values(files)[0];

describe("figures of a hit", () => {
  const result = runBatting(parseStudyText(text) as BattingStudy);
  const figures = battingFigures(result);
  const svg = (name: string) => parseHTML(figures.find((figure) => figure.name === name)!.svg).document;

  it("ends the flight on the target", () => {
    const flown = svg("trajectory").querySelector(".flight")!.getAttribute("d")!;
    const [x, y] = flown
      .slice(flown.lastIndexOf("L") + 1)
      .split(",")
      .map(Number);
    const ring = svg("trajectory").querySelector(".target circle")!;
    expect(Math.hypot(x - Number(ring.getAttribute("cx")), y - Number(ring.getAttribute("cy")))).toBeLessThan(0.05);
  });

  it("puts the plan on the solution curve, and hits in closed form on the cones", () => {
    const page = svg("impulse-plane");
    const points = (selector: string) =>
      [...page.querySelectorAll(selector)].flatMap((path) =>
        path
          .getAttribute("d")!
          .slice(1)
          .split("L")
          .map((pair) => pair.split(",").map(Number)),
      );
    const at = (dot: Element) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))];
    const distance = ([x, y]: number[], line: number[][]) =>
      Math.min(
        ...line.slice(1).map(([bx, by], i) => {
          const [ax, ay] = line[i];
          const [dx, dy] = [bx - ax, by - ay];
          const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
          return Math.hypot(ax + part * dx - x, ay + part * dy - y);
        }),
      );
    expect(distance(at(page.querySelector(".plan")!), points(".solution-curve"))).toBeLessThan(0.5);
    const closed = [...page.querySelectorAll(".closed-form")];
    expect(closed).toHaveLength(2);
    for (const dot of closed) expect(distance(at(dot), points(".impulse-cone"))).toBeLessThan(0.5);
  });

  it("closes in on the target", () => {
    expect(svg("projection-plane").querySelectorAll(".triangle")).toHaveLength(6);
  });

  it("has a report with all of them, and no names twice", () => {
    const page = battingReport(result, figures);
    for (const { title } of figures) expect(page).toContain(title);
    const names = [...page.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(page).not.toMatch(/NaN|undefined/);
  });

  it("draws what there is of a target out of reach", () => {
    const study = JSON.parse(text);
    const missed = runBatting(parseStudyText(JSON.stringify({ ...study, target: [-5, 0, 0], triangles: undefined })) as BattingStudy);
    expect(battingFigures(missed).map(({ name }) => name)).toEqual(["impulse-plane"]);
    expect(battingReport(missed, [])).toContain("Not reachable: no impulse inside the friction cone");
  });
});
