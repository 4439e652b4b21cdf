/**
 * What a row of `published` and the measures of a sweep may ask of a simulation besides the fields of its result: the events by kind
 * (`impact[3].time`), how many impacts there were, the largest force, how hard a point is shaken (shock.ts), and where the axes of the
 * bodies point at the end.
 */
import { rotate } from "../../math/quaternion.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";
import type { SimulationStudy } from "./schema.js";
import { pointShock } from "./shock.js";

/** Undefined where there is no quantity of this name. */
export function simulationQuantity(
  name: string,
  study: SimulationStudy,
  key: string | number | undefined,
  result: SimulationResult,
): unknown {
  if (name === "shock") return { [String(key)]: pointShock(study, key, result) };
  if (Object.hasOwn(QUANTITIES, name)) return QUANTITIES[name](result);
  const found = result.events.filter(({ kind }) => kind === name);
  return found.length === 0 ? undefined : found;
}

const QUANTITIES: Readonly<Record<string, (result: SimulationResult) => unknown>> = {
  /** How many impacts there were. */
  impactCount: (result) => impactsOf(result).length,
  /** Largest normal impulse of a contact in an impact, N s. */
  peakImpulse: (result) =>
    impactsOf(result).reduce((most, { contacts }) => Math.max(most, ...contacts.map(({ impulse }) => impulse[2])), 0),
  /** Largest normal force of a contact inside an impact, N; undefined where no impact has forces. */
  peakForce: (result) => {
    const forces = impactsOf(result).flatMap(({ forces }) => forces?.contacts.map(({ peakForce }) => peakForce) ?? []);
    return forces.length === 0 ? undefined : Math.max(...forces);
  },
  /** Of each body at the end: its own axes x, y and z in world axes. */
  axes: ({ bodies }) =>
    Object.fromEntries(
      Object.entries(bodies).map(([name, { orientation }]) => [
        name,
        { x: rotate(orientation, [1, 0, 0]), y: rotate(orientation, [0, 1, 0]), z: rotate(orientation, [0, 0, 1]) },
      ]),
    ),
};
