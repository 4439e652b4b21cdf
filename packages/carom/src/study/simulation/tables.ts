/** The numbers of a simulation: impacts, where everything is at the end, where the energy went, and the series. */
import { norm, subtract } from "../../math/vec3.js";
import { derivativeTables } from "../format/derivative-tables.js";
import { withoutRounding } from "../format/numbers.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import { impactTables } from "./impact-tables.js";
import type { SimulationResult } from "./result.js";
import { contactsTable, forcesTables, seriesTable, stopTorquesTables } from "./series.js";
import { steppedTables } from "./stepped.js";

export function simulationTables(result: SimulationResult): ResultTable[] {
  return [
    ...impactTables(result),
    bodiesTable(result),
    ...jointTables(result),
    energyTable(result),
    ...derivativeTables(result),
    ...steppedTables(result),
    ...accumulationTables(result),
    ...changeTables(result),
    runTable(result),
    seriesTable(result),
    contactsTable(result),
    ...stopTorquesTables(result),
    ...forcesTables(result),
  ];
}

const alongAxes = (name: string, unit: string): ResultColumn[] =>
  ["x", "y", "z"].map((axis) => ({ name: name === "" ? axis : `${name} ${axis}`, unit, digits: 4 }));

/** m, m/s and rad/s below this part of one are rounding. */
const UNIT = [0.01];

function bodiesTable({ bodies, series }: SimulationResult): ResultTable {
  return {
    name: "bodies",
    title: "Bodies at the end, world axes",
    use: "page",
    columns: [
      { name: "" },
      ...alongAxes("", "m"),
      ...alongAxes("velocity", "m/s"),
      ...alongAxes("spin", "rad/s"),
      { name: "moved", unit: "m", digits: 4 },
    ],
    rows: Object.entries(bodies).map(([name, { position, velocity, angularVelocity }]) => [
      name,
      ...withoutRounding(position, UNIT),
      ...withoutRounding(velocity, UNIT),
      ...withoutRounding(angularVelocity, UNIT),
      ...withoutRounding([norm(subtract(position, series.bodies[name].position[0]))], UNIT),
    ]),
  };
}

const JOINTS = [
  { type: "revolute", name: "joints", title: "Joints that turn, at the end", unit: "rad" },
  { type: "prismatic", name: "sliding-joints", title: "Joints that slide, at the end", unit: "m" },
] as const;

function jointTables({ joints = {} }: SimulationResult): ResultTable[] {
  return JOINTS.flatMap(({ type, name, title, unit }): ResultTable[] => {
    const moved = Object.entries(joints).filter(([, joint]) => joint.type === type);
    if (moved.length === 0) return [];
    return [
      {
        name,
        title,
        use: "page",
        columns: [{ name: "of" }, { name: "position", unit, digits: 4 }, { name: "speed", unit: `${unit}/s`, digits: 4 }],
        rows: moved.map(([of, { position, speed }]) => [of, position, ...withoutRounding([speed], UNIT)]),
      },
    ];
  });
}

function energyTable({ ledger }: SimulationResult): ResultTable {
  const { before, now, impactLoss, frictionLoss, projectionLoss, steppingLoss, appliedWork, residual } = ledger;
  return {
    name: "energy",
    title: "Energy",
    use: "page",
    columns: [{ name: "" }, { name: "energy", unit: "J", digits: 4 }],
    rows: [
      ["kinetic and potential, at the beginning", before],
      ["lost in impacts", -impactLoss],
      ["lost to friction between impacts", -frictionLoss],
      ...(appliedWork === 0 ? [] : [["work of loads, motors and moved ground", appliedWork]]),
      ["lost where contacts close", -projectionLoss],
      ...(steppingLoss === undefined ? [] : [["lost within steps", -steppingLoss]]),
      ["not accounted for", -residual],
      ["kinetic and potential, at the end", now],
    ],
  };
}

function accumulationTables({ accumulations }: SimulationResult): ResultTable[] {
  if (accumulations.length === 0) return [];
  return [
    {
      name: "bounces",
      title: "Bounces that end",
      use: "page",
      columns: [
        { name: "" },
        { name: "at", unit: "s", digits: 6 },
        { name: "intervals shrink by", digits: 4 },
        { name: "impacts in a period" },
      ],
      rows: accumulations.map(({ between, time, ratio, period }) => [between.join(" and "), time, ratio, period]),
    },
  ];
}

/** How a contact goes on, in one word. */
const WORDS = { contact: "closes", leave: "opens", stick: "sticks", slip: "slips" } as const;

function changeTables({ events }: SimulationResult): ResultTable[] {
  const rows = events.flatMap((event) => {
    if (event.kind === "impact") return [];
    if (event.kind === "regime") return [[event.time, together(event.bodies), `goes by ${event.regime}`]];
    return [event.kind === "rest" ? [event.time, "everything", "rests"] : [event.time, event.contact, WORDS[event.kind]]];
  });
  if (rows.length === 0) return [];
  const columns = [{ name: "t", unit: "s", digits: 7 }, { name: "contact" }, { name: "from here on" }];
  return [{ name: "changes", title: "Changes of contacts", use: "page", columns, rows }];
}

/** A few by name, more by number. */
const together = (names: readonly string[]) => (names.length <= 3 ? names.join(", ") : `${names.length} bodies`);

function runTable({ laws, events, tolerances, series }: SimulationResult): ResultTable {
  const named = Object.entries(laws).map(([law, count]) => `${law} ${count}`);
  const changes = (Object.keys(WORDS) as (keyof typeof WORDS)[]).map(
    (kind) => `${WORDS[kind]} ${events.filter((event) => event.kind === kind).length}`,
  );
  return {
    name: "run",
    title: "The run",
    use: "page",
    columns: [{ name: "" }, { name: "", digits: 3 }, { name: "" }],
    rows: [
      ["impacts by law", named.length === 0 ? "none" : named.join(", "), ""],
      ["changes of contact", changes.join(", "), ""],
      ["rows of the series", String(series.time.length), ""],
      ["contacts that come in slower stay", tolerances.contactSpeed, "m/s"],
      ["gaps below are closed", tolerances.gapTolerance, "m"],
      ["relative error of a step", tolerances.relativeTolerance, ""],
    ],
  };
}
