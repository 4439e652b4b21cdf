/** How far a motion with frozen modes has left its contacts, and where its slips point by now. */
import { type ClosedContact, pointAlongSlip, sticks } from "../contact/closed-contact.js";
import { SLIP } from "../contact/force-problem.js";
import type { Thresholds } from "../contact/tolerances.js";
import { refreshTouch, slipSpeed } from "../contact/touch.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { Cluster } from "./cluster.js";

/** Gaps, in gap tolerances, and speeds, in contact speeds, by which closed contacts may drift before they are brought back. */
const DRIFT_GAP = 0.1;
const DRIFT_SPEED = 1e-6;

/** Follows the direction of slip of a sliding contact. */
export function followSlip(system: MechanicalSystem, contact: ClosedContact, q: Float64Array, u: Float64Array): void {
  const { touch, mode } = contact;
  if (mode !== SLIP) return;
  refreshTouch(system, touch, q, u);
  const speed = slipSpeed(touch);
  if (speed > 0) pointAlongSlip(contact, speed);
}

/** Whether the state is to be brought back onto the contacts of a cluster. */
export function hasDrifted(
  system: MechanicalSystem,
  { gapTolerance, contactSpeed }: Thresholds,
  { parts, closed }: Cluster,
  q: Float64Array,
  u: Float64Array,
): boolean {
  if (system.strays?.(q, u, DRIFT_GAP * gapTolerance, DRIFT_SPEED * contactSpeed, parts)) return true;
  return closed.some(({ touch, mode }) => {
    refreshTouch(system, touch, q, u);
    if (Math.abs(touch.state.gap) > DRIFT_GAP * gapTolerance || Math.abs(touch.velocity[2]) > DRIFT_SPEED * contactSpeed) return true;
    return sticks(mode) && slipSpeed(touch) > DRIFT_SPEED * contactSpeed;
  });
}
