/** report.html of an elastic rod's study: the sentence, the pictures, energies, the numbers it depends on, bounce after bounce. */
import type { ElasticRodResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { energyText, percent, significant, withUnit } from "../draw/numbers.js";
import { reportPage, type Table } from "../report/page.js";

export function elasticRodReport(result: ElasticRodResult, figures: readonly Figure[]): string {
  return reportPage({
    title: result.title,
    sentence: headline(result),
    lead: story(result),
    warnings: result.warnings.map(({ message }) => message),
    figures,
    tables: [energyTable(result), groupTable(result), bounceTable(result)],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units. Linear elasticity in one dimension, a rigid floor. Contact is exact: waves by their images, late ones by modes; figures over speed or damping repeat the fall. Numbers are rounded for reading; result.json and contact.csv have all digits.";

function headline({ bounce, rod }: ElasticRodResult): string {
  if (bounce === undefined) return "The rod stays on the floor.";
  return `The rod leaves with ${withUnit(bounce.comVelocity, "m/s")} of its ${withUnit(rod.impactSpeed, "m/s")}.`;
}

const REASONS = {
  overdamped: "Every mode is overdamped: the strain at the floor never turns.",
  weight: "What vibrates is too weak to lift it against its weight.",
  faded: "No bounce within tolerance: before the strain at the floor can turn, the impact has died down to nothing.",
  horizon: "No bounce was found up to the horizon of the search.",
} as const;

function story({ bounce, noBounce, groups, forces }: ElasticRodResult): string {
  const push = forces?.peak === undefined ? "" : ` The floor pushes with ${withUnit(forces.peak, "N")} at most.`;
  if (bounce === undefined) return `${REASONS[noBounce?.reason ?? "horizon"]}${push}`;
  const energy = bounce.energyRestitution === undefined ? "undefined" : significant(bounce.energyRestitution, 4);
  return `It is on the floor for ${withUnit(bounce.bounceTime, "s", 4)}, ${significant(bounce.bounceTime / groups.transitTime, 4)} transits of a wave up and down. Restitution is ${significant(bounce.momentumRestitution, 4)} by momentum and ${energy} by energy.${push}`;
}

function energyTable({ bounce, rod }: ElasticRodResult): Table {
  const before = 0.5 * rod.length * rod.impactSpeed ** 2;
  const amount = (value: number) =>
    rod.linearDensity === undefined ? `${significant(value, 4)} m³/s²` : energyText(rod.linearDensity * value);
  if (bounce === undefined) return { title: "", columns: [], rows: [] };
  const { total, translational, vibrational } = bounce.energies;
  const row = (name: string, value: number) => [name, amount(value), percent(value / before)];
  return {
    title: rod.linearDensity === undefined ? "Energy per kg/m" : "Energy",
    columns: ["", "", ""],
    rows: [
      row("before the impact", before),
      row("of the centre of mass, as it leaves", translational),
      row("in vibration", vibrational),
      row("lost to damping", Math.max(0, before - total)),
    ],
  };
}

function groupTable({ groups, rod }: ElasticRodResult): Table {
  const rows: [string, number | undefined, string][] = [
    ["wave speed", rod.waveSpeed, "m/s"],
    ["time of a wave up and down", groups.transitTime, "s"],
    [rod.structuralDamping === undefined ? "damping times transit time" : "structural damping over 2Lc", groups.dampingNumber, ""],
    ["impact speed over gravity times transit time", groups.speedNumber, ""],
    ["strain behind the first front", groups.impactStrain, ""],
    ["leaves with the first wave from", groups.thresholdSpeed, "m/s"],
    ["restitution tends to, for large speeds", groups.fastRestitution, ""],
    ["mass per length", rod.linearDensity, "kg/m"],
  ];
  return {
    title: "What it depends on",
    columns: ["", ""],
    rows: rows.flatMap(([name, value, unit]) =>
      value === undefined ? [] : [[name, unit === "" ? significant(value, 5) : withUnit(value, unit, 5)]],
    ),
  };
}

const MOST_CONTACTS = 24;

function bounceTable({ bounces }: ElasticRodResult): Table {
  const contacts = bounces?.contacts ?? [];
  const text = (value: number | undefined) => (value === undefined ? "" : significant(value, 5));
  return {
    title: "Bounce after bounce",
    wide: true,
    folded: contacts.length > MOST_CONTACTS,
    columns: ["", "touches, s", "leaves, s", "velocity before, m/s", "after, m/s", "vibration per kg/m, m³/s²", "rises to, m"],
    rows: contacts.map(({ start, end, comVelocityBefore, comVelocityAfter, vibrationAfter, apex }, i) => [
      String(i + 1),
      text(start),
      text(end),
      text(comVelocityBefore),
      text(comVelocityAfter),
      text(vibrationAfter),
      text(apex),
    ]),
  };
}
