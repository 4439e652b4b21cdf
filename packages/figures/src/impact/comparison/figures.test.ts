import type { ImpactOutcome } from "carom/impact";
import { appliedLaws, type Comparison } from "carom/study";
import { describe, expect, it } from "vitest";
import { checkFigure, checkXml, number, parse } from "../../draw/figures.test.data.js";
import { colour } from "../../draw/theme.js";
import { comparisonOf, named, problems, receding } from "../one-contact/problems.test.data.js";
import { block, rack } from "../several-contacts/outcomes.test.data.js";
import { MOST_ROWS } from "./contact-ends.js";
import { comparisonFigures, drawnLaws } from "./figures.js";

it.each(named)("$name: paths, ledgers and velocities are well-formed and finite", ({ problem }) => {
  const figures = comparisonFigures(comparisonOf(problem));
  expect(figures.map((figure) => figure.name)).toEqual(["impulse-paths", "ledgers", "law-velocities"]);
  for (const figure of figures) checkFigure(figure);
});

describe("laws are told apart by shape", () => {
  it("disc, diamond and square sit where each law ends, on one path", () => {
    const [paths] = comparisonFigures(comparisonOf(problems["rod that turns, planar"]));
    const svg = parse(paths);
    expect(svg.querySelectorAll("circle.law-frictional").length).toBe(2);
    expect(svg.querySelectorAll("path.law-poisson").length).toBe(2);
    expect(svg.querySelectorAll("rect.law-newton").length).toBe(2);
    expect(paths.title).toBe("One impulse path, one end for each law");
    for (const mark of svg.querySelectorAll(".law-poisson, .law-newton")) expect(mark.getAttribute("stroke")).toBe("#15181C");
  });

  it("velocities stand at the height of their end: Newton's leaves at e times the approach", () => {
    const problem = problems["rod that turns, planar"];
    const comparison = comparisonOf(problem);
    const svg = parse(comparisonFigures(comparison).find((figure) => figure.name === "law-velocities")!);
    const [energetic, newton] = ["frictional", "newton"].map((law) => appliedLaws(comparison).find((outcome) => outcome.law === law));
    const square = svg.querySelector("rect.law-newton")!;
    const disc = svg.querySelector("circle.law-frictional")!;
    const rows = [...svg.querySelectorAll(".rule")].map((rule) => Number(/,([\d.]+)h/.exec(rule.getAttribute("d")!)![1]));
    const [zero, lowest] = [Math.min(...rows), Math.max(...rows)];
    const height = (y: number) => (zero - y) / (lowest - zero);
    expect(height(number(square, "y") + 4.5)).toBeCloseTo(newton!.velocity[1], 2);
    expect(height(number(disc, "cy"))).toBeCloseTo(energetic!.velocity[1], 2);
    expect(newton!.velocity[1]).toBeCloseTo(0.9, 12);
  });
});

describe("ledgers", () => {
  it("draw each share in proportion to the line at 100 %", () => {
    const comparison = comparisonOf(problems["turns around (fig. 2.8)"]);
    const svg = parse(comparisonFigures(comparison).find((figure) => figure.name === "ledgers")!);
    const hundred = Number(/^M([\d.]+),/.exec(svg.querySelector(".hundred")!.getAttribute("d")!)![1]);
    const kept = [...svg.querySelectorAll(".kept")];
    const friction = [...svg.querySelectorAll(".friction")];
    drawnLaws(comparison).forEach(({ energy }, i) => {
      const unit = hundred - number(kept[i], "x");
      expect(number(kept[i], "width") / unit).toBeCloseTo(energy.after / energy.before, 3);
      expect(number(friction[i], "width") / unit).toBeCloseTo(energy.frictionLoss / energy.before, 3);
    });
    const created = [...svg.querySelectorAll(".created")];
    expect(created).toHaveLength(1);
    expect(number(created[0], "x")).toBeCloseTo(hundred, 1);
    const newton = appliedLaws(comparison).find(({ law }) => law === "newton")!;
    expect(number(created[0], "width") / (hundred - number(kept[0], "x"))).toBeCloseTo(
      -newton.energy.restitutionLoss / newton.energy.before,
      3,
    );
    expect(svg.textContent).toContain("makes 22.8\u2009%");
  });

  it("hatch nothing where all laws agree (no coupling: the three restitutions are one)", () => {
    const figures = comparisonFigures(comparisonOf(problems["isotropic, central"]));
    expect(figures.find((figure) => figure.name === "ledgers")!.svg).not.toContain('class="ledger created');
  });
});

describe("with one contact, laws made for several", () => {
  const lawsIn = (name: keyof typeof problems) => drawnLaws(comparisonOf(problems[name])).map(({ law }) => law);

  it("are left out of pictures where they end like another law", () => {
    expect(lawsIn("sticks late (fig. 2.5a)")).toEqual(["frictional", "poisson", "newton"]);
  });

  it("are drawn where they do not", () => {
    // Which compression loses how much is what the laws differ in.
    expect(lawsIn("pressed together again")).toEqual(expect.arrayContaining(["simultaneous", "multipoint"]));
  });
});

describe("several contacts", () => {
  const { problem, outcome } = block();
  const other: ImpactOutcome = { ...outcome, law: "multipoint", impulse: outcome.impulse.map((value) => 0.5 * value) };
  const comparison: Comparison = {
    carom: 1,
    kind: "comparison",
    title: "A test",
    problem,
    rows: [
      { law: "simultaneous", summary: "springs", outcome },
      { law: "multipoint", summary: "shares", outcome: other },
      { law: "frictional", summary: "one", inapplicable: "it handles one contact" },
    ],
  };

  it("have a row each, with the marks of the laws where they end", () => {
    const figures = comparisonFigures(comparison);
    expect(figures.map((figure) => figure.name)).toEqual(["ledgers", "law-impulses", "law-velocities"]);
    for (const figure of figures) {
      expect(figure.svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(checkXml(figure.svg)).toBeGreaterThan(10);
    }
    const svg = parse(figures[1]);
    const ends = [...svg.querySelectorAll(".end")];
    expect(ends).toHaveLength(8);
    for (const end of ends) {
      const [law, contact] = [end.getAttribute("data-law")!, number(end, "data-contact")];
      const expected = (law === "multipoint" ? 0.5 : 1) * outcome.impulse[3 * contact + 2];
      expect(Number(end.getAttribute("data-value"))).toBeCloseTo(expected, 5);
    }
    // Hexagons lie half as far from zero as rings.
    const zero = Number(
      /^M([\d.]+),/.exec(
        [...svg.querySelectorAll(".rule")].find((rule) => rule.getAttribute("stroke") === colour.line2)!.getAttribute("d")!,
      )![1],
    );
    const ring = number(ends[0].querySelector("circle")!, "cx") - zero;
    const hexagon = [
      ...ends[1]
        .querySelector("path")!
        .getAttribute("d")!
        .matchAll(/[ML]([\d.]+),/g),
    ].map((match) => Number(match[1]));
    expect((Math.min(...hexagon) + Math.max(...hexagon)) / 2 - zero).toBeCloseTo(ring / 2, 0);
  });

  it("show where each contact was before", () => {
    const svg = parse(comparisonFigures(comparison)[2]);
    expect(svg.querySelectorAll(".before")).toHaveLength(4);
  });

  it("are cut to those pushed most", () => {
    const crowd = rack(6);
    const { problem: given, outcome: only } = crowd;
    const figures = comparisonFigures({
      ...comparison,
      problem: given,
      rows: [{ law: "simultaneous", summary: "springs", outcome: only }],
    });
    expect(parse(figures[1]).querySelectorAll(".end")).toHaveLength(MOST_ROWS);
    expect(figures[1].caption).toContain(`${given.contacts.length - MOST_ROWS} are not`);
  });

  it("have no pictures where nothing happened", () => {
    const still = { ...outcome, events: [] };
    expect(comparisonFigures({ ...comparison, rows: [{ law: "simultaneous", summary: "", outcome: still }] })).toEqual([]);
  });
});

it("draws nothing for bodies that do not approach", () => {
  expect(comparisonFigures(comparisonOf(receding))).toEqual([]);
});
