/** report.html of a clatter study: the sentence, the pictures, every impact, and the floor that yields beside them. */
import { describeClatterEnd } from "carom/clatter";
import type { ClatterResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { energyText, percent, significant, withoutRounding, withUnit } from "../draw/numbers.js";
import { reportPage, type Table } from "../report/page.js";

const DEGREE = Math.PI / 180;

export function clatterReport(result: ClatterResult, figures: readonly Figure[]): string {
  return reportPage({
    title: result.title,
    sentence: headline(result),
    lead: story(result),
    figures,
    tables: [impactTable(result), contactTable(result), comparisonTable(result)],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units. Impacts are instant and without friction, with restitution at the struck point; flight between them is exact. Figures over an angle repeat the fall of this study from every angle. Numbers are rounded for reading; result.json and impacts.csv have all digits.";

function impactsOf({ rod, plate }: ClatterResult) {
  return rod?.impacts ?? plate?.impacts ?? [];
}

function headline(result: ClatterResult): string {
  const impacts = impactsOf(result);
  const hardest = impacts.reduce((most, { impulse }, i) => (impulse > impacts[most].impulse ? i : most), 0);
  const count = impacts.length === 1 ? "One impact" : `${impacts.length} impacts`;
  if (hardest === 0) return `${count}; the first is the hardest.`;
  return `${count}; number ${hardest + 1} is the hardest, ${significant(impacts[hardest].impulse / impacts[0].impulse)} times the first.`;
}

function story(result: ClatterResult): string {
  const sequence = result.rod ?? result.plate;
  if (sequence === undefined) return "";
  const lost = impactsOf(result).reduce((sum, { energyLoss }) => sum + energyLoss, 0);
  const taken = withoutRounding([lost, sequence.energyBefore])[0];
  return `It strikes at ${withUnit(result.impactSpeed, "m/s")} with ${energyText(sequence.energyBefore)}; impacts take ${taken === 0 ? "nothing" : energyText(taken)}. ${describeClatterEnd(sequence.status)}`;
}

/** More impacts than these are folded away. */
const MOST_IMPACTS = 24;

function impactTable({ rod, plate }: ClatterResult): Table {
  const rows = [
    ...(rod?.impacts ?? []).map((impact) => ({ ...impact, place: `end ${impact.end}`, spin: impact.angularVelocity })),
    ...(plate?.impacts ?? []).map((impact) => ({
      ...impact,
      place: `corner ${impact.corner}`,
      angle: impact.tilt,
      spin: Math.hypot(...impact.angularVelocity),
    })),
  ];
  const energy = (rod ?? plate)?.energyBefore ?? 0;
  return {
    title: rows.length > MOST_IMPACTS ? `${rows.length} impacts` : "Impacts",
    wide: true,
    folded: rows.length > MOST_IMPACTS,
    columns: [
      "",
      "t, s",
      "angle, degrees",
      "approach, m/s",
      "impulse, N\u2009s",
      "velocity after, m/s",
      "spin after, rad/s",
      "energy lost",
    ],
    rows: rows.map(({ place, time, angle, approachSpeed, impulse, verticalVelocity, spin, energyLoss }) => [
      place,
      significant(time, 6),
      significant(angle / DEGREE, 4),
      significant(approachSpeed, 4),
      significant(impulse, 4),
      significant(verticalVelocity, 4),
      significant(spin, 4),
      energyText(withoutRounding([energyLoss, energy])[0]),
    ]),
  };
}

function contactTable({ floor }: ClatterResult): Table {
  return {
    title: "On the floor that yields",
    wide: true,
    columns: [
      "",
      "t, s",
      "lasts, s",
      "approach, m/s",
      "impulse, N\u2009s",
      "peak force, N",
      "depth, m",
      "velocity after, m/s",
      "energy left",
    ],
    rows: (floor?.contacts ?? []).map(({ time, duration, approachSpeed, impulse, peakForce, peakDepth, velocity, energyAfter }, i) => [
      `contact ${i + 1}`,
      significant(time, 6),
      significant(duration),
      significant(approachSpeed, 4),
      significant(impulse[2], 4),
      significant(peakForce),
      significant(peakDepth),
      significant(velocity[2], 4),
      energyText(energyAfter),
    ]),
  };
}

function comparisonTable({ floor }: ClatterResult): Table {
  if (floor === undefined) return { title: "", columns: [], rows: [] };
  const { damping, friction, impulseRatio, impulse, rigidImpulse, difference } = floor;
  const triple = (values: readonly number[]) =>
    withoutRounding(values)
      .map((value) => significant(value, 4))
      .join(", ");
  return {
    title: "The first contact beside the impact",
    columns: ["", ""],
    rows: [
      ["damping of the floor", withUnit(damping, "N\u2009s/m⁴")],
      ["friction of the floor", significant(friction)],
      ["vertical impulse over that of the impact", significant(impulseRatio, 5)],
      ["impulse, N\u2009s", triple(impulse)],
      ["on a rigid floor, corner of the box, N\u2009s", triple(rigidImpulse)],
      ["difference", percent(difference)],
    ],
  };
}
