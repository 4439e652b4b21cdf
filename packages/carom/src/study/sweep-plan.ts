/** Sweeps over studies of all kinds there are. */
import { baseKinds } from "./kinds.js";
import type { DropStudy } from "./sweep/drop-schema.js";
import { planSweep as planAmong, type SweepPlan } from "./sweep/plan.js";
import type { SweepStudy } from "./sweep/schema.js";

/** A sweep, ready to be run part by part; throws InvalidInputError naming the first field that is wrong. */
export function planSweep(study: SweepStudy | DropStudy): SweepPlan {
  return planAmong(study, baseKinds);
}
