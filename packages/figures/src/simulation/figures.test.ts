import { parseStudy, runSimulation, type SimulationResult, type SimulationStudy } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { checkXml, parse } from "../draw/figures.test.data.js";
import { staying } from "./contact-modes.js";
import { byPair, contactLines } from "./contact-spans.js";
import { simulationFigures } from "./figures.js";
import { simulationReport } from "./report.js";
import { outlineOf, strobeFigure } from "./strobe.js";

const FLOOR = { plane: { normal: [0, 0, 1] } };

function simulate(bodies: object, contacts: readonly object[], duration: number, more: object = {}): SimulationResult {
  const study = parseStudy({ carom: 1, kind: "simulation", title: "A <scene> & more", duration, bodies, contacts, ...more });
  if (study.kind !== "simulation") throw new Error("not a simulation");
  return runSimulation(study);
}

const block = (more: object) => ({ shape: { type: "box", size: [0.2, 0.3, 0.1] }, mass: 1, ...more });
const ball = (more: object) => ({ shape: { type: "sphere", radius: 0.1 }, mass: 1, ...more });
const touching = (name: string, friction: number, restitution: number) => ({ between: [name, "floor"], friction, restitution });

const dropped = simulate({ ball: ball({ position: [0, 0, 1.1] }), floor: FLOOR }, [touching("ball", 0, 0.5)], 2);
const sliding = simulate({ block: block({ position: [0, 0, 0.05], velocity: [1, 0.4, 0] }), floor: FLOOR }, [touching("block", 0.3, 0)], 1);
const thrown = simulate(
  { ball: ball({ position: [0, 0, 0.4], velocity: [1, 0, 0], angularVelocity: [30, 0, 5] }), floor: FLOOR },
  [touching("ball", 0.2, 0.6)],
  1.5,
);
const pushed = simulate({ block: block({ position: [0, 0, 0.05] }), floor: FLOOR }, [touching("block", 0.3, 0)], 1, {
  loads: [{ type: "constant", body: "block", force: [6, 0, 0] }],
});
const falling = simulate({ ball: ball({ position: [0, 0, 1] }) }, [], 0.3);
const still = simulate({ block: block({ position: [0, 0, 0.05] }), floor: FLOOR }, [touching("block", 0.3, 0)], 1);
const onCart = {
  cart: { joint: { type: "prismatic", axis: [1, 0, 0], start: { speed: 1 } }, mass: 1, inertia: [1, 1, 1] },
  pole: {
    joint: { type: "revolute", parent: "cart", axis: [0, -1, 0], limits: { lower: -2, restitution: 0.3 } },
    ...ball({ position: [0.5, 0, 0] }),
  },
};
const cart = simulate(onCart, [], 1);
const row = simulate(
  {
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`ball ${i}`, ball({ position: [0.3 * i, 0, 0.1], velocity: [0.01 * i, 0, 0] })]),
    ),
    floor: FLOOR,
  },
  Array.from({ length: 20 }, (_, i) => touching(`ball ${i}`, 0.1, 0)),
  0.5,
);

const scenes: [string, SimulationResult, string[]][] = [
  ["a ball to rest", dropped, ["energy-in-time", "positions", "contact-modes"]],
  ["a block that slides askew", sliding, ["energy-in-time", "positions", "contact-modes", "plan"]],
  ["a ball with side spin", thrown, ["energy-in-time", "positions", "contact-modes", "plan"]],
  ["a block that is pushed", pushed, ["energy-in-time", "positions", "contact-modes"]],
  ["a ball that meets nothing", falling, ["energy-in-time", "positions"]],
  ["a block that does not move", still, []],
  ["a pole on a cart", cart, ["energy-in-time", "positions", "joint-angles", "joint-slides", "contact-modes"]],
  ["twenty balls", row, ["energy-in-time", "positions", "contact-modes"]],
];
const draw = (result: SimulationResult, name: string) => simulationFigures(result).find((figure) => figure.name === name)!;

it("draws a mechanism with a surface that weighs nothing where it touches", () => {
  const foot = { joint: { type: "fixed", parent: "leg" }, shape: { type: "sphere", radius: 0.1 }, position: [0, 0, -0.3] };
  const leg = { joint: { type: "free", start: { position: [0, 0, 1] } }, mass: 1, inertia: [1, 1, 1] };
  const study = parseStudy({ carom: 1, kind: "simulation", title: "a foot", duration: 0.01, bodies: { leg, foot } }) as SimulationStudy;
  expect(outlineOf("foot", study).circles).toEqual([{ centre: [0, 0, -0.3], radius: 0.1 }]);
  expect(strobeFigure(study, runSimulation(study))?.name).toBe("strobe");
});

describe.each(scenes)("figures of %s", (_name, result, names) => {
  const figures = simulationFigures(result);

  it("are those that have something to show, well-formed and the same bytes each time", () => {
    expect(figures.map(({ name }) => name)).toEqual(names);
    for (const { svg, caption } of figures) {
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
      expect(caption).not.toMatch(/NaN|Infinity|undefined|unknown|\[object/);
      expect(checkXml(svg)).toBeGreaterThan(5);
    }
    expect(simulationFigures(result)).toEqual(figures);
  });

  it("put every word inside the picture", () => {
    for (const figure of figures) {
      const svg = parse(figure);
      const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
      for (const text of svg.querySelectorAll("text")) {
        expect(Number(text.getAttribute("x"))).toBeGreaterThanOrEqual(0);
        expect(Number(text.getAttribute("x"))).toBeLessThanOrEqual(width);
        expect(Number(text.getAttribute("y"))).toBeGreaterThanOrEqual(0);
        expect(Number(text.getAttribute("y"))).toBeLessThanOrEqual(height);
      }
    }
  });

  it("stand in a report that is one file without a script", () => {
    const report = simulationReport(result, figures);
    expect(report).not.toMatch(/<script|<link|<iframe|<img|@import|javascript:|\son\w+=/i);
    expect(report).not.toMatch(/NaN|Infinity|undefined|\[object/);
    const page = parseHTML(report).document;
    expect(page.querySelector(".study")!.textContent).toBe("A <scene> & more");
    expect([...page.querySelectorAll("figure")].map((figure) => figure.getAttribute("id"))).toEqual(names);
    for (const part of ["The run", "kinetic and potential, at the beginning", "Bodies at the end"])
      expect(page.querySelector("main")!.textContent).toContain(part);
  });
});

it("without loads the pile of energies is level", () => {
  const svg = parse(draw(thrown, "energy-in-time"));
  const bands = [...svg.querySelectorAll(".band")];
  expect(bands.map((band) => band.getAttribute("class")!.split(" ")[1])).toEqual(["moving", "lifted", "friction", "restitution"]);
  const heights = [...bands[3].getAttribute("d")!.matchAll(/[ML]-?[\d.]+,(-?[\d.]+)/g)].map((match) => Number(match[1]));
  // The upper edge comes first; it ends where the lower one begins.
  const top = heights[0];
  const level = heights.findIndex((height) => Math.abs(height - top) > 0.02);
  expect(level).toBe(2);
});

it("the bars of contacts begin and end with their events and have the colour of what they do", () => {
  const [line] = contactLines(thrown);
  const events = thrown.events.flatMap((event) => (event.kind === "impact" || event.kind === "rest" ? [] : [event]));
  expect(line.name).toBe("ball/floor");
  expect(line.impacts).toEqual(thrown.events.filter(({ kind }) => kind === "impact").map(({ time }) => time));
  expect(line.spans[0].from).toBe(events[0].time);
  expect(line.spans.at(-1)!.to).toBe(thrown.time);
  const slid = contactLines(sliding);
  expect(slid).toHaveLength(4);
  for (const { spans } of slid) {
    expect(spans.map(({ mode }) => mode)).toEqual(["slip", "stick"]);
    expect(spans[0]).toMatchObject({ from: 0 });
    expect(spans[0].to).toBeCloseTo(Math.hypot(1, 0.4) / (0.3 * 9.81), 9);
  }
});

it("a mechanism is drawn from the side, its links where the result has them, but only with its study", () => {
  const study = parseStudy({
    carom: 1,
    kind: "simulation",
    title: "cart",
    duration: 1,
    bodies: { ...onCart, floor: { plane: { normal: [0, 0, 1], point: [0, 0, -1] } } },
  });
  if (study.kind !== "simulation") throw new Error("not a simulation");
  const strobe = simulationFigures(cart, study)[0];
  expect(strobe.name).toBe("strobe");
  checkXml(strobe.svg);
  const svg = parse(strobe);
  // Twelve instants of one ball on one rod; the rod is as long as the ball's way from the hinge, and the picture is to scale.
  const circles = [...svg.querySelectorAll("circle")];
  expect(circles).toHaveLength(12);
  const rods = [...svg.querySelectorAll("path[stroke-opacity]")].map((path) =>
    path
      .getAttribute("d")!
      .match(/-?[\d.]+/g)!
      .map(Number),
  );
  expect(rods).toHaveLength(12);
  const lengths = rods.map(([x0, y0, x1, y1]) => Math.hypot(x1 - x0, y1 - y0));
  const radius = Number(circles[0].getAttribute("r"));
  for (const length of lengths) expect(length / radius).toBeCloseTo(5, 1);
  expect(simulationFigures(cart)[0].name).toBe("energy-in-time");
});

it("many contacts are drawn pair by pair", () => {
  const lines = byPair(contactLines(row));
  expect(lines).toHaveLength(20);
  expect(lines[2].name).toBe("ball 2/floor");
  expect(draw(row, "contact-modes").caption).toContain("Drawn pair by pair");
});

it("the report says in one sentence how it ended, and lists every impact", () => {
  const page = parseHTML(simulationReport(dropped, [])).document;
  const impacts = dropped.events.filter(({ kind }) => kind === "impact");
  // A fall of 1 m, then bounces of half the speed: their times add up to three times that of the fall.
  const fall = Math.sqrt(2 / 9.81);
  const [, first, end] = /the first at t = ([\d.]+) s; everything is at rest from t = ([\d.]+) s on\.$/.exec(
    page.querySelector("h1")!.textContent,
  )!;
  expect(page.querySelector("h1")!.textContent).toContain(`${impacts.length} impacts, `);
  expect(Number(first)).toBeCloseTo(fall, 5);
  expect(Number(end)).toBeCloseTo(3 * fall, 3);
  expect(page.querySelector(".lead")!.textContent).toContain("Bounces of ball and floor shrink by 0.500000 each time");
  const tables = [...page.querySelectorAll("section.table")];
  const listed = tables.find((table) => table.textContent.includes("approach, m/s"))!;
  expect(listed.querySelectorAll("tbody tr")).toHaveLength(impacts.length);
  expect(parseHTML(simulationReport(still, [])).document.querySelector(".lead")).toBeNull();
});

it.each([
  [1, 1, "it stays closed for a time"],
  [0, 1, "it does not stay closed"],
  [0, 3, "none of them stays closed"],
  [1, 3, "1 of them stays closed for a time"],
  [2, 3, "2 of them stay closed for a time"],
  [3, 3, "all of them stay closed for a time"],
])("of %d of %d places the caption says that %s", (lasting, all, words) => {
  expect(staying(lasting, all)).toBe(words);
});
