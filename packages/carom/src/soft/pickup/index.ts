export type { ContactChecks } from "./checks.js";
export type { ContactCounts, ContactMode, ContactNode } from "./contact-map.js";
export { contactMap } from "./contact-map.js";
export type { Finger, FingerSpec } from "./fingers.js";
export { type ForceClosure, forceClosure, type PointContact } from "./force-closure.js";
export type { FrozenGrip, LiftTest } from "./lift-test.js";
export type { PickupMeshError } from "./mesh-error.js";
export { PICKUP_OBJECTS, type PickupObject, pickupOf } from "./objects.js";
export { pickup } from "./pickup.js";
export type {
  DecidingTest,
  PickupOptions,
  PickupOutcome,
  PickupRecord,
  PickupRun,
  PickupScheme,
  PickupSpec,
  PickupWarning,
} from "./pickup-run.js";
export { readPickup } from "./read-pickup.js";
export { hertzWork } from "./resolution.js";
export { type ConeNormal, type SlipNode, type SlipRoot, type SlipSystem, slipRoots, solveSlip } from "./slip-system.js";
export type { GripState } from "./state.js";
