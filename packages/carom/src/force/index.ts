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
export { type ForceLawHit, type ForceLawHits, forceHitsAt } from "./laws/at-contact.js";
export type { FloresParameters } from "./laws/flores.js";
export type { HertzParameters } from "./laws/hertz.js";
export type { HuntCrossleyParameters } from "./laws/hunt-crossley.js";
export type { KelvinVoigtParameters } from "./laws/kelvin-voigt.js";
export type { KogutEtsionParameters } from "./laws/kogut-etsion.js";
export type { LankaraniNikraveshParameters } from "./laws/lankarani-nikravesh.js";
export type {
  CentralHit,
  ContactState,
  ForceHit,
  ForceLaw,
  ForceParameter,
  ForceParameters,
  HitSurfaces,
  HitWarning,
} from "./laws/law.js";
export {
  type ForceHitOptions,
  type ForceLawChoice,
  type ForceLawName,
  forceHit,
  forceLawNamed,
  forceLawNames,
  forceLaws,
  forceParameters,
} from "./laws/registry.js";
export { type ListedMaterial, materials, type SurfaceMaterial } from "./materials.js";
export { type YieldOnset, yieldDepth, yieldPressureRatio } from "./yield-onset.js";
