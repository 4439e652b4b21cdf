import { type ElasticRodStudy, parseStudy, runElasticRod } from "carom/study";
import { describe, expect, it } from "vitest";
import { checkFiguresAndReport, checkXml } from "../draw/figures.test.data.js";
import { elasticRodFigures } from "./figures.js";
import { elasticRodReport } from "./report.js";
import { elasticRodSourceFigures } from "./source.js";

function study(rod: object): ElasticRodStudy {
  const parsed = parseStudy({ carom: 1, kind: "elastic-rod", title: "A <rod> & more", rod });
  if (parsed.kind !== "elastic-rod") throw new Error("not an elastic rod");
  return parsed;
}

const unit = { length: 1, waveSpeed: 1, gravity: 1 };
const ALL = ["space-time", "contact", "energy", "restitution-over-speed", "restitution-over-damping"];

describe.each([
  [
    "a damped rod that bounces on",
    { ...unit, damping: 0.1, impactSpeed: 4, bounces: { maximumBounces: 2, cells: 50 } },
    [...ALL, "bounces"],
  ],
  ["a rod that stays", { ...unit, damping: 1.6, impactSpeed: 2 }, ALL.filter((name) => name !== "restitution-over-speed")],
  ["structural damping", { length: 5, waveSpeed: 60, gravity: 9.8, structuralDamping: 18, impactSpeed: 5 }, ALL.slice(1)],
] as const)("figures of %s", (_name, rod, names) => {
  const result = runElasticRod(study(rod));
  const figures = elasticRodFigures(result);

  it("are those that have something to show, and stand in a report", () => {
    checkFiguresAndReport(figures, names, elasticRodReport(result, figures), "A &lt;rod&gt; &amp; more");
  });
});

it("draws the source's figures anew", () => {
  const figures = elasticRodSourceFigures();
  expect(figures.map(({ name }) => name)).toEqual([
    "figure-5-1",
    "figure-5-2",
    "figure-5-3",
    "figure-5-4",
    "figure-5-5",
    "figure-5-6",
    "figure-5-7",
    "figure-c-1",
    "figure-c-2",
    "figure-c-3",
    "figure-c-4",
    "figure-c-5",
    "figure-c-6",
  ]);
  for (const { svg } of figures) {
    checkXml(svg);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  }
  expect(figures[0].caption).toContain("1.7885, 2.5530, 3.2990");
  expect(figures[3].caption).toContain("2.0000, 2.2435, 2.5936, 3.0965");
});
