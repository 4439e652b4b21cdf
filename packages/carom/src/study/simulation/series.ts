/** The series of a simulation, for files: rows are made when they are asked for. */
import type { ResultColumn, ResultTable } from "../format/table.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";

const AXES = ["x", "y", "z"] as const;

const alongAxes = (name: string, unit: string): ResultColumn[] => AXES.map((axis) => ({ name: `${name} ${axis}`, unit }));

/** Of a row of the series: time, the bodies, the joints, the energies by their names in the result. */
export function seriesColumns(
  bodies: readonly string[],
  joints: readonly { readonly name: string; readonly type: "revolute" | "prismatic" }[],
  energies: readonly string[],
): ResultColumn[] {
  return [
    { name: "time", unit: "s" },
    ...bodies.flatMap((of): ResultColumn[] => [
      ...AXES.map((name) => ({ of, name, unit: "m" })),
      ...[...AXES, "w"].map((axis) => ({ of, name: `q${axis}` })),
      ...AXES.map((axis) => ({ of, name: `v${axis}`, unit: "m/s" })),
      ...AXES.map((axis) => ({ of, name: `w${axis}`, unit: "rad/s" })),
    ]),
    ...joints.flatMap(({ name: of, type }): ResultColumn[] => {
      const unit = type === "revolute" ? "rad" : "m";
      return [
        { of, name: "joint", unit },
        { of, name: "joint speed", unit: `${unit}/s` },
      ];
    }),
    ...energies.map((name) => ({ name: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), unit: "J" })),
  ];
}

/** One row for each row of the series. */
export function seriesTable({ series: { time, bodies, joints = {}, energy } }: SimulationResult): ResultTable {
  const names = Object.keys(bodies);
  const moved = Object.keys(joints);
  const energies = Object.entries(energy) as [string, readonly number[]][];
  return {
    name: "series",
    title: "Series",
    use: "file",
    columns: seriesColumns(
      names,
      moved.map((name) => ({ name, type: joints[name].type })),
      energies.map(([name]) => name),
    ),
    get rows() {
      return time.map((t, row) => [
        t,
        ...names.flatMap((name) => {
          const { position, orientation, velocity, angularVelocity } = bodies[name];
          return [...position[row], ...orientation[row], ...velocity[row], ...angularVelocity[row]];
        }),
        ...moved.flatMap((name) => [joints[name].position[row], joints[name].speed[row]]),
        ...energies.map(([, values]) => values[row]),
      ]);
    },
  };
}

/** One row for each contact that is closed at a row of the series, but for stops of joints that turn. */
export function contactsTable(result: SimulationResult): ResultTable {
  const { time, contacts } = result.series;
  const isTurned = turnsAgainst(result);
  return {
    name: "contacts",
    title: "Contacts",
    use: "file",
    columns: [
      { name: "time", unit: "s" },
      { name: "contact" },
      { name: "mode" },
      { name: "normal force", unit: "N" },
      ...alongAxes("force", "N"),
      ...alongAxes("point", "m"),
    ],
    get rows() {
      return contacts
        .filter((row) => !isTurned(row))
        .map(({ row, contact, mode, normalForce, force, point }) => [time[row], contact, mode, normalForce, ...force, ...point]);
    },
  };
}

/** A joint that turns is held at its stop by a torque, so these have a table of their own. None where none is. */
export function stopTorquesTables(result: SimulationResult): ResultTable[] {
  const { time, contacts } = result.series;
  const held = contacts.filter(turnsAgainst(result));
  if (held.length === 0) return [];
  return [
    {
      name: "stop-torques",
      title: "Torques at stops of joints that turn",
      use: "file",
      columns: [
        { name: "time", unit: "s" },
        { name: "stop" },
        { name: "torque", unit: "N m" },
        ...alongAxes("torque", "N m"),
        ...alongAxes("point", "m"),
      ],
      get rows() {
        return held.map(({ row, contact, normalForce, force, point }) => [time[row], contact, normalForce, ...force, ...point]);
      },
    },
  ];
}

/** Whether a row is of the stop of a joint that turns. */
export function turnsAgainst({ joints = {} }: SimulationResult): (row: { readonly contact: string }) => boolean {
  const turning = Object.keys(joints).filter((name) => joints[name].type === "revolute");
  return ({ contact }) => contact.endsWith(" stop") && turning.some((name) => contact.startsWith(`${name}/`));
}

/**
 * Forces on one time axis, normal and with friction in world axes: of contacts that are closed at a row, and through every impact whose
 * forces are known. None where none is.
 */
export function forcesTables(result: SimulationResult): ResultTable[] {
  const told = impactsOf(result).filter(({ forces }) => forces !== undefined);
  if (told.length === 0) return [];
  const { time, contacts } = result.series;
  const isTurned = turnsAgainst(result);
  return [
    {
      name: "forces",
      title: "Forces",
      use: "file",
      columns: [
        { name: "time", unit: "s" },
        { name: "contact" },
        { name: "during" },
        { name: "normal force", unit: "N" },
        { name: "indentation", unit: "m" },
        ...alongAxes("force", "N"),
      ],
      get rows() {
        const resting = contacts
          .filter((row) => !isTurned(row))
          .map(({ row, contact, normalForce, force }) => ({ time: time[row], cells: [contact, "contact", normalForce, "", ...force] }));
        const hits = told.flatMap((impact) =>
          (impact.forces?.contacts ?? []).flatMap(({ normalForce, force, indentation }, i) =>
            (impact.forces?.time ?? []).map((since, row) => ({
              time: impact.time + since,
              cells: [impact.contacts[i].contact, "impact", normalForce[row], indentation[row], ...force[row]],
            })),
          ),
        );
        return [...resting, ...hits].sort((a, b) => a.time - b.time).map((row) => [row.time, ...row.cells]);
      },
    },
  ];
}
