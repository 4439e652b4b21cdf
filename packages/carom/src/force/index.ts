/** Forces, indentations and time inside a finished impact. */
export type { UnloadingRule } from "./clock.js";
export {
  type ContactLaw,
  contactLaw,
  indentationAt,
  type Plasticity,
  patchRadius,
  type Regime,
  regimeOf,
  type SurfacePair,
  stiffnessForce,
  stiffnessWork,
} from "./contact-law.js";
export { dampingFor, hertzEstimate, type ImpactEstimate, linearEstimate, restitutionOf, yieldStrengthFor } from "./estimate.js";
export {
  type ContactForces,
  type ForceEvent,
  type ForceOptions,
  type ForceWarning,
  type ImpactForces,
  impactForces,
} from "./forces.js";
export { type ListedMaterial, materials, type SurfaceMaterial } from "./materials.js";
export { type YieldOnset, yieldDepth, yieldPressureRatio } from "./yield-onset.js";
