/** Series of a simulation as CSV: a heading line with the unit in each name, numbers with all their digits. */
import type { SimulationResult } from "carom/study";
import { csv } from "./csv.js";

const AXES = ["x", "y", "z"] as const;

/** One line for each row: time, the bodies, the joints, the energies. */
export function seriesCsv({ series: { time, bodies, joints = {}, energy } }: SimulationResult): string {
  const names = Object.keys(bodies);
  const moved = Object.keys(joints);
  const energies = Object.entries(energy);
  return csv(
    [
      "time_s",
      ...names.flatMap((name) => [
        ...AXES.map((axis) => field(`${name}_${axis}_m`)),
        ...[...AXES, "w"].map((axis) => field(`${name}_q${axis}`)),
        ...AXES.map((axis) => field(`${name}_v${axis}_m_per_s`)),
        ...AXES.map((axis) => field(`${name}_w${axis}_rad_per_s`)),
      ]),
      ...moved.flatMap((name) => {
        const unit = joints[name]!.type === "revolute" ? "rad" : "m";
        return [field(`${name}_joint_${unit}`), field(`${name}_joint_speed_${unit}_per_s`)];
      }),
      ...energies.map(([name]) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_J`),
    ],
    time.map((t, row) => [
      t,
      ...names.flatMap((name) => {
        const { position, orientation, velocity, angularVelocity } = bodies[name]!;
        return [...position[row]!, ...orientation[row]!, ...velocity[row]!, ...angularVelocity[row]!];
      }),
      ...moved.flatMap((name) => [joints[name]!.position[row]!, joints[name]!.speed[row]!]),
      ...energies.map(([, values]) => values[row]!),
    ]),
  );
}

/** One line for each contact that is closed at a row. */
export function contactsCsv({ series: { time, contacts } }: SimulationResult): string {
  const components = (name: string, unit: string) => AXES.map((axis) => `${name}_${axis}_${unit}`);
  return csv(
    ["time_s", "contact", "mode", "normal_force_N", ...components("force", "N"), ...components("point", "m")],
    contacts.map(({ row, contact, mode, normalForce, force, point }) => [
      time[row]!,
      field(contact),
      mode,
      normalForce,
      ...force,
      ...point,
    ]),
  );
}

/** Forces on one time axis, normal and with friction in world axes: of contacts that are closed at a row, and through every impact whose forces are known. */
export function forcesCsv({ series: { time, contacts }, events }: SimulationResult): string {
  const resting = contacts.map(({ row, contact, normalForce, force }) => ({
    time: time[row]!,
    contact,
    during: "contact",
    normalForce,
    force,
    indentation: "",
  }));
  const hits = events.flatMap((event) => {
    if (event.kind !== "impact" || event.forces === undefined) return [];
    const { forces } = event;
    return forces.contacts.flatMap(({ normalForce, force, indentation }, i) =>
      forces.time.map((since, row) => ({
        time: event.time + since,
        contact: event.contacts[i]!.contact,
        during: "impact",
        normalForce: normalForce[row]!,
        force: force[row]!,
        indentation: indentation[row]!,
      })),
    );
  });
  const rows = [...resting, ...hits].sort((a, b) => a.time - b.time);
  return csv(
    ["time_s", "contact", "during", "normal_force_N", "indentation_m", ...AXES.map((axis) => `force_${axis}_N`)],
    rows.map((row) => [row.time, field(row.contact), row.during, row.normalForce, row.indentation, ...row.force]),
  );
}

/** Names are the user's: quoted where a reader of CSV would stumble. */
function field(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
