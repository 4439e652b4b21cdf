export { type ImpulseAccuracy, impulseAccuracy } from "./accuracy.js";
export { type Bounce, type BouncingBall, bounceBall } from "./compliance/bounces.js";
export { stiffnessRatioFromPoisson } from "./compliance/stiffness-ratio.js";
export { type CompliantOptions, compliant, solveCompliant } from "./compliant.js";
export { defaultLaw } from "./default-law.js";
export {
  type BodiesChange,
  type BodiesTangents,
  type BodyChange,
  type BodyContactChange,
  bodiesImpactTangents,
} from "./derivatives/bodies.js";
export { type SystemChange, type SystemTangents, systemImpactTangents } from "./derivatives/coordinates.js";
export { propagateCovariance } from "./derivatives/covariance.js";
export { type ImpactDerivatives, type ImpactInput, impactDerivatives } from "./derivatives/jacobian.js";
export type * from "./derivatives/quantities.js";
export { type ImpactTangents, impactTangents } from "./derivatives/tangents.js";
export {
  type AvailableGradients,
  type FrictionalGradients,
  frictionalGradients,
  type MissingGradients,
  solveFrictional,
} from "./frictional.js";
export {
  eventsOfCode,
  type FrictionalBatch,
  type FrictionalBatchOutcome,
  type PerRow,
  SLIP_OUTCOMES,
  solveFrictionalMany,
} from "./many.js";
export { type FrictionalMethod, type FrictionalOptions, frictional, solveFrictionalBy } from "./methods.js";
export { type MultipointOptions, multipoint, solveMultipoint } from "./multipoint.js";
export { type NewtonOptions, newton, solveNewton } from "./newton.js";
export type * from "./outcome.js";
export { type PlanarOptions, planar, solvePlanar } from "./planar.js";
export { type PoissonOptions, poisson, solvePoisson } from "./poisson.js";
export { type ProportionalOptions, proportional, solveProportional } from "./proportional.js";
export { lawNamed, laws } from "./registry.js";
export { type SimultaneousOptions, simultaneous, solveSimultaneous } from "./simultaneous.js";
export { analyseSlip, type SlipAnalysis } from "./slip/analysis.js";
export type { InvariantDirection } from "./slip/directions.js";
export { classifySlip, type LabelTolerances, type SlipCase, type SlipLabel } from "./slip/labels.js";
