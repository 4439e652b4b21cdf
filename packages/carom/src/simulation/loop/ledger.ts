/**
 * Where the energy of a run went. What moves adds its part when a cluster ends; while it still moves its part is added to what is told.
 */

import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { RunLedger } from "./interface.js";

export interface Ledger {
  /** Kinetic and potential energy at the beginning, J. */
  readonly before: number;
  impactLoss: number;
  frictionLoss: number;
  projectionLoss: number;
  appliedWork: number;
  /** Only of runs that were stepped. */
  steppingLoss?: number;
}

/** As numbers, for checkpoints. */
export function ledgerNumbers({ before, impactLoss, frictionLoss, projectionLoss, appliedWork, steppingLoss }: Ledger): number[] {
  return [before, impactLoss, frictionLoss, projectionLoss, appliedWork, ...(steppingLoss === undefined ? [] : [steppingLoss])];
}

export function ledgerFrom([before, impactLoss, frictionLoss, projectionLoss, appliedWork, steppingLoss]: readonly number[]): Ledger {
  return { before, impactLoss, frictionLoss, projectionLoss, appliedWork, ...(steppingLoss === undefined ? {} : { steppingLoss }) };
}

/** @param moving what moves now has lost to friction and got from applied forces so far, J */
export function runLedger(
  ledger: Ledger,
  moving: { readonly frictionLoss: number; readonly appliedWork: number },
  system: MechanicalSystem,
  time: number,
  coordinates: Float64Array,
  speeds: Float64Array,
): RunLedger {
  const now = energyOf(system, time, coordinates, speeds);
  const frictionLoss = ledger.frictionLoss + moving.frictionLoss;
  const appliedWork = ledger.appliedWork + moving.appliedWork;
  const { before, impactLoss, projectionLoss, steppingLoss } = ledger;
  return {
    before,
    now,
    impactLoss,
    frictionLoss,
    projectionLoss,
    ...(steppingLoss === undefined ? {} : { steppingLoss }),
    appliedWork,
    residual: before - now - impactLoss - frictionLoss - projectionLoss - (steppingLoss ?? 0) + appliedWork,
  };
}

export function energyOf(system: MechanicalSystem, time: number, coordinates: Float64Array, speeds: Float64Array): number {
  return system.kineticEnergy(coordinates, speeds) + system.potentialEnergy(time, coordinates);
}
