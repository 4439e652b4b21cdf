/** What counts as a large change of each coordinate and speed of a system: the measure of steps of differences. */
import type { MechanicalSystem } from "../../system/mechanical-system.js";
import type { SceneSystem } from "../../system/scene-system.js";
import type { Column, Scales } from "./columns.js";

/** Numbers of a free body: place, then quaternion; velocity, then angular velocity. */
const BODY = 7;
const BODY_SPEEDS = 6;
/** A turn by one radian changes a quaternion by half as much. */
const TURN = 0.5;

export function scalesOf(system: MechanicalSystem): Scales {
  const { size, coordinateCount, speedCount, parts = [] } = system;
  const { mechanisms = [], joints = [], scene } = system as Partial<SceneSystem>;
  const coordinates = new Float64Array(coordinateCount).fill(Math.min(1, size));
  const speeds = new Float64Array(speedCount).fill(1);
  const held = new Set(mechanisms.map(({ part }) => part));
  parts.forEach((part, p) => {
    if (held.has(p) || part.coordinates.length % BODY !== 0 || BODY_SPEEDS * part.coordinates.length !== BODY * part.speeds.length) return;
    part.coordinates.forEach((place, k) => {
      coordinates[place] = k % BODY < 3 ? size : TURN;
    });
    part.speeds.forEach((place, k) => {
      speeds[place] = k % BODY_SPEEDS < 3 ? 1 : 1 / size;
    });
  });
  for (const { coordinate, speed, type } of joints) {
    coordinates[coordinate] = type === "revolute" ? 1 : size;
    speeds[speed] = type === "revolute" ? 1 / size : 1;
  }
  // Friction in joints and of rolling turns over within its creep.
  for (const { efforts } of mechanisms) for (const { speed, friction, creep } of efforts) if (friction > 0) speeds[speed] = creep;
  for (const load of scene?.loads ?? [])
    if (load.type === "rolling") for (let k = 0; k < speedCount; k++) speeds[k] = Math.min(speeds[k], load.creep ?? 0.01);
  return { coordinates, speeds };
}

/** The largest change that a unit of a parameter makes to a state, in what counts as large. */
export function spanOf({ coordinates, speeds }: Column, scales: Scales): number {
  let most = 0;
  for (let k = 0; k < coordinates.length; k++) most = Math.max(most, Math.abs(coordinates[k]) / scales.coordinates[k]);
  for (let k = 0; k < speeds.length; k++) most = Math.max(most, Math.abs(speeds[k]) / scales.speeds[k]);
  return most;
}
