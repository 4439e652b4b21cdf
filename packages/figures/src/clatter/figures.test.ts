import { type ClatterStudy, parseStudy, runClatter, surveyClatter } from "carom/study";
import { describe, expect, it } from "vitest";
import { checkFiguresAndReport } from "../draw/figures.test.data.js";
import { clatterFigures } from "./figures.js";
import { clatterReport } from "./report.js";
import { rodImpulsesFigure } from "./survey.js";

function study(body: object): ClatterStudy {
  const parsed = parseStudy({ carom: 1, kind: "clatter", title: "A <fall> & more", ...body });
  if (parsed.kind !== "clatter") throw new Error("not a clatter study");
  return parsed;
}

const elastic = study({ rod: { angle: 0.35, impactSpeed: 1, restitution: 1 } });
const falling = study({ rod: { angle: 0.5, impactSpeed: 1, restitution: 0.5, gravity: 0.5, maximumImpacts: 40 } });
const upright = study({ rod: { angle: 1.4, impactSpeed: 1, restitution: 1 } });
const plate = study({
  plate: {
    mass: 0.1,
    length: 0.1,
    width: 0.05,
    thickness: 0.001,
    tilt: 0.5,
    roll: -0.8,
    impactSpeed: 1,
    restitution: 0.8,
    floor: { stiffness: 1e10, steps: 200, contacts: 2 },
  },
});
const draw = (given: ClatterStudy) => clatterFigures(runClatter(given), surveyClatter(given));

describe.each([
  ["a rod", elastic, ["stands", "impulses", "angles", "impulses-over-angle"]],
  ["a rod under gravity", falling, ["stands", "impulses", "angles", "impulses-over-angle"]],
  ["a rod that strikes once", upright, ["stands", "angles", "impulses-over-angle"]],
  ["a plate with a floor that yields", plate, ["impulses", "impulse-over-tilt"]],
] as const)("figures of %s", (_name, given, names) => {
  const figures = draw(given);

  it("are those that have something to show, and are the same every time", () => {
    checkFiguresAndReport(figures, names, clatterReport(runClatter(given), figures), "A &lt;fall&gt; &amp; more");
    expect(draw(given)).toEqual(figures);
  });
});

it("draws curves that end where impacts cease", () => {
  const { svg, caption } = rodImpulsesFigure(surveyClatter(elastic))!;
  expect(caption).toContain("second impact up to 58.49° and a third up to 27.58°");
  // The third comes down to zero at its limit: the last point is on the floor of the chart.
  const path = svg.match(/<path[^>]*data-name="third"[^>]*>/)![0];
  const [, last] = /L[\d.]+,([\d.]+)"/.exec(path)!;
  const zero = /M58,([\d.]+)h/.exec(svg.match(/<path[^>]*class="rule[^>]*>/g)!.at(-1)!)![1];
  expect(Math.abs(Number(last) - Number(zero))).toBeLessThan(1);
});

it("draws the third impulse as printed only where asked for", () => {
  const survey = surveyClatter(elastic);
  expect(rodImpulsesFigure(survey)!.svg).not.toContain("as printed");
  expect(rodImpulsesFigure(survey, { asPrinted: true })!.svg).toContain("third as printed");
});
