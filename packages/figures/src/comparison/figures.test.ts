import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import type { Figure } from "../figure.js";
import { blankDocument, checkXml, comparisonOf, named, problems, receding } from "../problems.test.data.js";
import { appliedLaws, comparisonFigures } from "./figures.js";

const document = blankDocument();
const parse = (figure: Figure) => parseHTML(`<html><body>${figure.svg}</body></html>`).document.querySelector("svg")!;
const number = (element: Element, attribute: string) => Number(element.getAttribute(attribute));

it.each(named)("$name: paths, ledgers and velocities are well-formed and finite", ({ problem }) => {
  const figures = comparisonFigures(comparisonOf(problem), document);
  expect(figures.map((figure) => figure.name)).toEqual(["impulse-paths", "ledgers", "law-velocities"]);
  for (const figure of figures) {
    expect(figure.svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(checkXml(figure.svg)).toBeGreaterThan(10);
  }
});

describe("laws are told apart by shape", () => {
  it("disc, diamond and square sit where each law ends, on one path", () => {
    const [paths] = comparisonFigures(comparisonOf(problems["rod that turns, planar"]), document);
    const svg = parse(paths!);
    expect(svg.querySelectorAll("circle.law-frictional").length).toBe(2);
    expect(svg.querySelectorAll("path.law-poisson").length).toBe(2);
    expect(svg.querySelectorAll("rect.law-newton").length).toBe(2);
    expect(paths!.title).toBe("One impulse path, one end for each law");
    for (const mark of svg.querySelectorAll(".law-poisson, .law-newton")) expect(mark.getAttribute("stroke")).toBe("#15181C");
  });

  it("velocities stand at the height of their end: Newton's leaves at e times the approach", () => {
    const problem = problems["rod that turns, planar"];
    const comparison = comparisonOf(problem);
    const svg = parse(comparisonFigures(comparison, document).find((figure) => figure.name === "law-velocities")!);
    const [energetic, newton] = ["frictional", "newton"].map((law) => appliedLaws(comparison).find((outcome) => outcome.law === law));
    const square = svg.querySelector("rect.law-newton")!;
    const disc = svg.querySelector("circle.law-frictional")!;
    const rows = [...svg.querySelectorAll(".rule")].map((rule) => Number(/,([\d.]+)h/.exec(rule.getAttribute("d")!)![1]));
    const [zero, lowest] = [Math.min(...rows), Math.max(...rows)];
    const height = (y: number) => (zero - y) / (lowest - zero);
    expect(height(number(square, "y") + 4.5)).toBeCloseTo(newton!.velocity[1]!, 2);
    expect(height(number(disc, "cy"))).toBeCloseTo(energetic!.velocity[1]!, 2);
    expect(newton!.velocity[1]!).toBeCloseTo(0.9, 12);
  });
});

describe("ledgers", () => {
  it("draw each share in proportion to the line at 100 %", () => {
    const comparison = comparisonOf(problems["turns around (fig. 2.8)"]);
    const svg = parse(comparisonFigures(comparison, document).find((figure) => figure.name === "ledgers")!);
    const hundred = Number(/^M([\d.]+),/.exec(svg.querySelector(".hundred")!.getAttribute("d")!)![1]);
    const kept = [...svg.querySelectorAll(".kept")];
    const friction = [...svg.querySelectorAll(".friction")];
    appliedLaws(comparison).forEach(({ energy }, i) => {
      const unit = hundred - number(kept[i]!, "x");
      expect(number(kept[i]!, "width") / unit).toBeCloseTo(energy.after / energy.before, 3);
      expect(number(friction[i]!, "width") / unit).toBeCloseTo(energy.frictionLoss / energy.before, 3);
    });
    const created = [...svg.querySelectorAll(".created")];
    expect(created).toHaveLength(1);
    expect(number(created[0]!, "x")).toBeCloseTo(hundred, 1);
    const newton = appliedLaws(comparison).find(({ law }) => law === "newton")!;
    expect(number(created[0]!, "width") / (hundred - number(kept[0]!, "x"))).toBeCloseTo(
      -newton.energy.restitutionLoss / newton.energy.before,
      3,
    );
    expect(svg.textContent).toContain("makes 22.8\u2009%");
  });

  it("hatch nothing where all laws agree (no coupling: the three restitutions are one)", () => {
    const figures = comparisonFigures(comparisonOf(problems["isotropic, central"]), document);
    expect(figures.find((figure) => figure.name === "ledgers")!.svg).not.toContain('class="ledger created');
  });
});

it("draws nothing for bodies that do not approach", () => {
  expect(comparisonFigures(comparisonOf(receding), document)).toEqual([]);
});
