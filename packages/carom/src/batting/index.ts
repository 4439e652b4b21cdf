export { type BatLimits, type BatMotion, type BatMotions, batMotions, batMotionWithSpin, leastBatSpeed } from "./bat-motion.js";
export { approachSpeed, type ClosedFormCase, type ClosedFormHit, closedFormHits, publishedApproach } from "./closed-form.js";
export { afterStopDirection, type ImpulseCone, impulseCones } from "./cones.js";
export { createDeparture, type Departure, flightPath, flyFor, type SolutionCurve, solutionCurve } from "./flight.js";
export { velocityFor } from "./inverse.js";
export type { HitLimits } from "./limits.js";
export {
  closedFormPlans,
  type HitPlan,
  hitFamily,
  LARGEST_MISS,
  OBJECTIVES,
  type Objective,
  type PlannedHit,
  type PlanOptions,
  planHit,
  type SolvedHit,
  type UnreachableHit,
} from "./plan.js";
export { type BatTurn, leastTurn, naturalTime, reachableTimes, type TimeSearch, type TimeStretch } from "./reach.js";
export { type Scan, type ScanCertificate, type ScanDensity, type ScanSeed, scanClosely, scanDirections } from "./scan.js";
export { type HitErrors, type HitSensitivity, hitSensitivity, type SensitivityRow, turnBat } from "./sensitivity.js";
export { strike } from "./strike.js";
export type { RoundSurface } from "./surfaces.js";
export { aimAt, type Bat, type BatContact, type FlyingObject, type Hit, type HitTask, readHit } from "./task.js";
export {
  type BoundingTriangles,
  boundingTriangles,
  crossingOf,
  type ProjectionPlane,
  projectionPlane,
  type Shot,
  type TriangleOptions,
  type TriangleUpdate,
} from "./triangle.js";
export { type ClosedFormTurn, type TurnOptions, turnToClosedForm } from "./turn.js";
export { checkForward, type ForwardCheck } from "./verify.js";
