/** The numbers of a study of kind `elastic-rod`: energies, what it depends on, bounce after bounce, and the series. */
import type { ResultTable } from "../format/table.js";
import type { ElasticRodResult } from "./result.js";

export function elasticRodTables(result: ElasticRodResult): ResultTable[] {
  return [...energyTables(result), groupsTable(result), ...bounceTables(result), seriesTable(result), ...bounceSeriesTables(result)];
}

/** An energy below this part of that before is rounding. */
const ROUNDING = 1e-12;

function energyTables({ bounce, rod }: ElasticRodResult): ResultTable[] {
  if (bounce === undefined) return [];
  const before = 0.5 * rod.length * rod.impactSpeed * rod.impactSpeed;
  const { total, translational, vibrational } = bounce.energies;
  const row = (name: string, value: number) => {
    const seen = Math.abs(value) < ROUNDING * before ? 0 : value;
    return [name, (rod.linearDensity ?? 1) * seen, 100 * (seen / before)];
  };
  return [
    {
      name: "energy",
      title: rod.linearDensity === undefined ? "Energy per kg/m" : "Energy",
      use: "page",
      columns: [
        { name: "" },
        { name: "energy", unit: rod.linearDensity === undefined ? "m^3/s^2" : "J", digits: 4 },
        { name: "part", unit: "%", digits: 4 },
      ],
      rows: [
        row("before the impact", before),
        row("of the centre of mass, as it leaves", translational),
        row("in vibration", vibrational),
        row("lost to damping", Math.max(0, before - total)),
      ],
    },
  ];
}

function groupsTable({ groups, rod }: ElasticRodResult): ResultTable {
  const rows: [string, number | undefined, string][] = [
    ["time of a wave up and down", groups.transitTime, "s"],
    ["wave speed", rod.waveSpeed, "m/s"],
    [rod.structuralDamping === undefined ? "damping times transit time" : "structural damping over 2 L c", groups.dampingNumber, ""],
    ["impact speed over gravity times transit time", groups.speedNumber, ""],
    ["strain behind the first front", groups.impactStrain, ""],
    ["leaves with the first wave from", groups.thresholdSpeed, "m/s"],
    ["restitution tends to, for large speeds", groups.fastRestitution, ""],
    ["mass per length", rod.linearDensity, "kg/m"],
  ];
  return {
    name: "groups",
    title: "Numbers it depends on",
    use: "page",
    columns: [{ name: "" }, { name: "", digits: 5 }, { name: "" }],
    rows: rows.flatMap(([name, value, unit]) => (value === undefined ? [] : [[name, value, unit]])),
  };
}

function bounceTables({ bounces }: ElasticRodResult): ResultTable[] {
  if (bounces === undefined) return [];
  return [
    {
      name: "bounce-contacts",
      title: "Bounce after bounce",
      use: "page",
      columns: [
        { name: "" },
        { name: "touches", unit: "s", digits: 5 },
        { name: "leaves", unit: "s", digits: 5 },
        { name: "velocity before", unit: "m/s", digits: 5 },
        { name: "after", unit: "m/s", digits: 5 },
        { name: "vibration per kg/m", unit: "m^3/s^2", digits: 5 },
        { name: "rises to", unit: "m", digits: 5 },
      ],
      rows: bounces.contacts.map(({ start, end, comVelocityBefore, comVelocityAfter, vibrationAfter, apex }, i) => [
        String(i + 1),
        start,
        end ?? "",
        comVelocityBefore,
        comVelocityAfter ?? "",
        vibrationAfter ?? "",
        apex ?? "",
      ]),
    },
  ];
}

function seriesTable({ series }: ElasticRodResult): ResultTable {
  return {
    name: "contact",
    title: "On the floor",
    use: "file",
    columns: [
      { name: "time", unit: "s" },
      { name: "floor strain" },
      { name: "push per linear density", unit: "m^2/s^2" },
      { name: "momentum per linear density", unit: "m^2/s" },
      { name: "com displacement", unit: "m" },
      { name: "energy total", unit: "m^3/s^2" },
      { name: "energy translational", unit: "m^3/s^2" },
      { name: "energy vibrational", unit: "m^3/s^2" },
    ],
    get rows() {
      return series.time.map((time, i) => [
        time,
        series.floorStrain[i],
        series.push[i],
        series.momentum[i],
        series.comDisplacement[i],
        series.energyTotal[i],
        series.energyTranslational[i],
        series.energyVibrational[i],
      ]);
    },
  };
}

function bounceSeriesTables({ bounces }: ElasticRodResult): ResultTable[] {
  if (bounces === undefined) return [];
  const { time, gap, comDisplacement, energy } = bounces.series;
  return [
    {
      name: "bounces",
      title: "Bounces in time",
      use: "file",
      columns: [
        { name: "time", unit: "s" },
        { name: "gap", unit: "m" },
        { name: "com displacement", unit: "m" },
        { name: "energy", unit: "m^3/s^2" },
      ],
      get rows() {
        return time.map((each, i) => [each, gap[i], comDisplacement[i], energy[i]]);
      },
    },
  ];
}
