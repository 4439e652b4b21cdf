/** What the shares of energy are shares of: the energy of the bodies, or what the contact can reach of it. */
import { useState } from "react";
import type { Inspected } from "./model.js";
import type { EnergyScale } from "./plots/energy-plot.js";

/** Where the contact can reach less of the bodies' energy than this, its own is the better measure. */
const SMALL_PART = 0.1;

/** @returns the scale, and how to take the other one where there are two */
export function useEnergyScale({ problem, contactEnergy, chosen }: Inspected): readonly [EnergyScale, (() => void) | undefined] {
  const [ofBodies, setOfBodies] = useState<boolean>();
  const { energy } = chosen.outcome;
  const hasBodies = problem.kineticEnergy !== undefined;
  const known = Number.isFinite(contactEnergy) && contactEnergy > 0;
  const bodiesScale = !known || (hasBodies && (ofBodies ?? contactEnergy > SMALL_PART * energy.before));
  const scale: EnergyScale = bodiesScale
    ? { energy: energy.before, offset: 0, name: "bodies" }
    : { energy: contactEnergy, offset: energy.before - contactEnergy, name: "contact" };
  return [scale, hasBodies && known ? () => setOfBodies(!bodiesScale) : undefined];
}
