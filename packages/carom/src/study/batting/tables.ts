/** The numbers of a study of kind `batting`: the hit, motions of the bat that do it, other hits, and how far errors lead. */
import type { PlannedHit } from "../../batting/plan.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import type { BattingResult } from "./result.js";

const AXES = ["x", "y", "z"] as const;

export function battingTables(result: BattingResult): ResultTable[] {
  return [...hitTables(result), ...batTables(result), ...otherTables(result), ...errorTables(result), hitsTable(result)];
}

function hitOf({ plan }: BattingResult): PlannedHit | undefined {
  return plan.status === "solved" ? plan.hit : plan.nearest;
}

function hitTables(result: BattingResult): ResultTable[] {
  const hit = hitOf(result);
  if (hit === undefined) return [];
  return [
    {
      name: "hit",
      title: result.plan.status === "solved" ? "The hit, world axes" : "The nearest hit, world axes",
      use: "page",
      columns: [
        { name: "" },
        { name: "contact velocity", unit: "m/s", digits: 5 },
        { name: "impulse on the object", unit: "N s", digits: 5 },
        { name: "velocity after", unit: "m/s", digits: 5 },
        { name: "velocity at the target", unit: "m/s", digits: 5 },
      ],
      rows: AXES.map((axis, i) => [axis, hit.contactVelocity[i], hit.impulse[i], hit.departure[i], hit.arrival[i]]),
    },
  ];
}

function batTables(result: BattingResult): ResultTable[] {
  const bat = hitOf(result)?.bat;
  if (bat === undefined) return [];
  const motions = [
    ["without spin", bat.translation],
    ["least norm", bat.leastNorm],
    ["least energy", bat.leastEnergy],
    ["within limits", bat.limited],
  ] as const;
  const along = (name: string, unit: string): ResultColumn[] => AXES.map((axis) => ({ name: `${name} ${axis}`, unit, digits: 4 }));
  return [
    {
      name: "bat",
      title: "Motions of the bat that do it, world axes",
      use: "page",
      columns: [{ name: "" }, ...along("velocity", "m/s"), ...along("spin", "rad/s"), { name: "energy", unit: "J", digits: 4 }],
      rows: motions.flatMap(([name, motion]) =>
        motion === undefined ? [] : [[name, ...motion.velocity, ...motion.angularVelocity, motion.energy ?? ""]],
      ),
    },
  ];
}

function otherTables({ closedForm, family }: BattingResult): ResultTable[] {
  const hits = [...closedForm, ...family];
  if (hits.length === 0) return [];
  return [
    {
      name: "other-hits",
      title: "Other hits",
      use: "page",
      columns: [
        { name: "" },
        { name: "flight", unit: "s", digits: 4 },
        { name: "contact speed", unit: "m/s", digits: 4 },
        { name: "miss", unit: "m", digits: 2 },
      ],
      rows: hits.map(({ method, case: name, flightTime, contactSpeed, miss }) => [
        method === "closed form" ? `closed form, ${name}` : "iterative",
        flightTime,
        contactSpeed,
        miss,
      ]),
    },
  ];
}

/** What an error is called. */
export const ERROR_NAMES: Readonly<Record<string, string>> = {
  friction: "friction",
  restitution: "restitution",
  "contactPoint.tangent1": "contact point, tangent 1",
  "contactPoint.tangent2": "contact point, tangent 2",
  "batAngle.tangent1": "bat angle, tangent 1",
  "batAngle.tangent2": "bat angle, tangent 2",
  "batVelocity.tangent1": "bat velocity, tangent 1",
  "batVelocity.tangent2": "bat velocity, tangent 2",
  "batVelocity.normal": "bat velocity, normal",
};

function errorTables({ sensitivity }: BattingResult): ResultTable[] {
  if (sensitivity === undefined) return [];
  return [
    {
      name: "errors",
      title: "How far it misses",
      use: "page",
      columns: [{ name: "one standard deviation of" }, { name: "" }, { name: "miss", unit: "m", digits: 3 }],
      rows: sensitivity.rows.map(({ what, error, miss }) => [ERROR_NAMES[what] ?? what, String(error), miss]),
    },
  ];
}

function hitsTable({ plan, closedForm, family }: BattingResult): ResultTable {
  const hits = [...(plan.status === "solved" ? [plan.hit] : []), ...closedForm, ...family];
  return {
    name: "hits",
    title: "Hits",
    use: "file",
    columns: [
      { name: "method" },
      { name: "case" },
      { name: "flight time", unit: "s" },
      { name: "contact speed", unit: "m/s" },
      ...AXES.map((axis) => ({ name: `velocity ${axis}` })),
      ...AXES.map((axis) => ({ name: `impulse ${axis}` })),
      { name: "miss", unit: "m" },
    ],
    rows: hits.map(({ method, case: name = "", flightTime, contactSpeed, contactVelocity, impulse, miss }) => [
      method,
      name,
      flightTime,
      contactSpeed,
      ...contactVelocity,
      ...impulse,
      miss,
    ]),
  };
}
