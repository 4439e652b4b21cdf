/** The columns of a result as CSV: numbers in full. */
import type { ClatterResult, ImpactResult, SimulationResult } from "carom/study";
import type { Result } from "../worker/messages.js";

type Row = readonly (string | number)[];

const quoted = (value: string | number) =>
  typeof value === "number" ? String(value) : /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const lines = (rows: readonly Row[]) => `${rows.map((row) => row.map(quoted).join(",")).join("\n")}\n`;

export function csvOf(result: Result): string | undefined {
  switch (result.kind) {
    case "impact":
      return impactCsv(result);
    case "simulation":
      return simulationCsv(result);
    case "clatter":
      return clatterCsv(result);
    default:
      return undefined;
  }
}

function impactCsv({ problem, outcome: { history } }: ImpactResult): string | undefined {
  if (history === undefined) return undefined;
  const axes = problem.dimension === 3 ? ["tangent1", "tangent2", "normal"] : ["tangent", "normal"];
  const names = problem.contacts.flatMap((_, i) => axes.map((axis) => (problem.contacts.length === 1 ? axis : `contact${i + 1}_${axis}`)));
  const head = [
    "normalImpulse",
    ...names.map((name) => `impulse_${name}`),
    ...names.map((name) => `velocity_${name}`),
    "storedEnergy",
    "frictionLoss",
    "mode",
  ];
  return lines([
    head,
    ...history.normalImpulse.map((impulse, row) => [
      impulse,
      ...history.impulse[row],
      ...history.velocity[row],
      history.storedEnergy[row],
      history.frictionLoss[row],
      history.mode[row],
    ]),
  ]);
}

function simulationCsv({ series }: SimulationResult): string {
  const names = Object.keys(series.bodies);
  const columns = ["x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz"];
  const head = [
    "time",
    ...names.flatMap((name) => columns.map((column) => `${name}_${column}`)),
    "kinetic",
    "potential",
    "impactLoss",
    "frictionLoss",
  ];
  const { energy } = series;
  return lines([
    head,
    ...series.time.map((time, row) => [
      time,
      ...names.flatMap((name) => {
        const { position, orientation, velocity, angularVelocity } = series.bodies[name];
        return [...position[row], ...orientation[row], ...velocity[row], ...angularVelocity[row]];
      }),
      energy.kinetic[row],
      energy.potential[row],
      energy.impactLoss[row],
      energy.frictionLoss[row],
    ]),
  ]);
}

function clatterCsv({ rod, plate }: ClatterResult): string {
  const rows =
    rod?.impacts.map(({ end, time, angle, approachSpeed, impulse, energyLoss }) => [
      end,
      time,
      angle,
      approachSpeed,
      impulse,
      energyLoss,
    ]) ??
    plate?.impacts.map(({ corner, time, tilt, approachSpeed, impulse, energyLoss }) => [
      corner,
      time,
      tilt,
      approachSpeed,
      impulse,
      energyLoss,
    ]) ??
    [];
  return lines([["where", "time", "angle", "approachSpeed", "impulse", "energyLoss"], ...rows]);
}
