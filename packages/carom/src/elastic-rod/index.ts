export { InvalidInputError, SolverError } from "../errors.js";
export { type Restitutions, type RodBounce, type RodGroups, restitutions, rodBounce, rodGroups, rodRestitutions } from "./bounce.js";
export {
  type BounceBranch,
  type BounceTime,
  type BounceTimeOptions,
  bounceTime,
  type NoBounce,
  type NoBounceReason,
} from "./bounce-time.js";
export { type BouncesOptions, type RodBounces, type RodContact, type RodSeries, rodBounces } from "./bounces.js";
export {
  apex,
  FIRST_RETURN_LIMIT,
  fastRestitution,
  firstFloorStrain,
  firstMotion,
  flightMotion,
  thresholdSpeed,
  type UndampedBounce,
  undampedBounce,
} from "./closed-forms.js";
export { contactEnergies, contactFields, contactMotion, floorStrain, frontPlace, type RodEnergies } from "./contact.js";
export { type RodFilm, type RodFilmOptions, rodFilm } from "./film.js";
export { imageFields, imageFloorStrain, imageMotion, type RodFields, type RodMotion } from "./images.js";
export { ROD_MATERIALS, type RodMaterial, type RodMaterialName, waveSpeedOf } from "./materials.js";
export { type ModalSnapshot, modalFields, modalMotion, modalSnapshot, modalVibration } from "./modes.js";
export { checkRod, dampingNumber, type ElasticRod, type Side, transitTime } from "./rod.js";
export {
  dissipationBelow,
  energyKept,
  type ReleaseCriterion,
  type StructuralOptions,
  type StructuralRod,
  type StructuralState,
  structuralBounce,
  structuralState,
} from "./structural.js";
export { type StructuralBouncesOptions, structuralBounces } from "./structural-bounces.js";
export { dissipationAt, structuralDissipation, structuralFields } from "./structural-fields.js";
