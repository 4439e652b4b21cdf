import { type PickupStudy, parseStudy, runPickup, squeezeRecords } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { checkFiguresAndReport } from "../draw/figures.test.data.js";
import { pickupFigures } from "./figures.js";
import { pickupReport } from "./report.js";

const finger = { radius: 0.04, friction: 0.6 };
const study = (change: object) =>
  parseStudy({
    carom: 1,
    kind: "pickup",
    title: "A <box> & more",
    mesh: { type: "box", size: [0.06, 0.06, 0.06], cells: [2, 4, 4] },
    material: { youngModulus: 6000, poissonRatio: 0.3 },
    weight: 0.489,
    table: { friction: 0.6 },
    fingers: [
      { near: [0, 0.03, 0.03], ...finger },
      { near: [0.06, 0.03, 0.03], ...finger },
    ],
    squeeze: { step: 0.001, maximumDepth: 0.006, depthTolerance: 0.001 },
    ...change,
  }) as PickupStudy;

const ALL = ["grip", "contact-map", "forces", "liftable", "energy", "lift"];

describe.each([
  ["a box that is lifted", { moduli: [4000, 20000] }, [...ALL, "work-over-modulus"]],
  ["one that is not", { squeeze: { step: 0.001, maximumDepth: 0.002 } }, ALL.slice(0, -1)],
  ["one that nothing can hold", { table: { friction: 0 }, fingers: study({}).fingers.map((each) => ({ ...each, friction: 0 })) }, ["grip"]],
])("figures of %s", (_name, change, names) => {
  const result = runPickup(study(change));
  const figures = pickupFigures(result);

  it("are those that have something to show, and stand in a report", () => {
    checkFiguresAndReport(figures, names, pickupReport(result, figures), "A &lt;box&gt; &amp; more");
  });

  it("show every node that touches, by its mode", () => {
    const map = figures.find(({ name }) => name === "contact-map");
    if (map === undefined) return;
    const page = parseHTML(map.svg).document;
    const contacts = result.shapes.grip!.contacts;
    for (const mode of ["stick", "slip"])
      expect(page.querySelectorAll(`circle.${mode}`)).toHaveLength(contacts.filter((each) => each.mode === mode).length);
  });
});

it("put the least depth among the steps, in the curves and in the table", () => {
  const result = runPickup(study({ squeeze: { step: 0.001, maximumDepth: 0.006, depthTolerance: 0.0001 } }));
  const { depth, record } = result.leastDepth!;
  expect(result.squeeze.map((each) => each.depth)).not.toContain(depth);
  const depths = squeezeRecords(result).map((each) => each.depth);
  expect(depths).toEqual([...result.squeeze.map((each) => each.depth), depth].sort((a, b) => a - b));
  expect(squeezeRecords(result)[depths.indexOf(depth)]).toBe(record);

  const figures = pickupFigures(result);
  const { document } = parseHTML(figures.find(({ name }) => name === "liftable")!.svg);
  const dotted = /^M([\d.]+),/.exec(document.querySelector("path.line")!.getAttribute("d")!)![1];
  const curve = document.querySelector('path.curve[data-name="virtual lift"]')!.getAttribute("d")!;
  expect([...curve.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => x)).toContain(dotted);
  const table = [...parseHTML(pickupReport(result, figures)).document.querySelectorAll("section.wide tbody th")];
  expect(table.map((cell) => Number(cell.textContent))).toContain(Number((depth * 1e3).toPrecision(4)));
});
