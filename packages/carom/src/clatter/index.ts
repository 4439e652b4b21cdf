export { InvalidInputError, SolverError } from "../errors.js";
export { dampingFromRestitution, restitutionFromDamping, restitutionFromDampingRatio } from "./damping.js";
export type { YieldingFloor } from "./floor.js";
export { type FloorContact, type FloorFall, type FloorSequence, type FloorStatus, followPlateOnFloor, pressPlate } from "./floor-run.js";
export { type Corner, cornerResistance, flatPlateImpulses } from "./plate-impact.js";
export { followPlate, type PlateFall, type PlateImpact, type PlateSequence, type PlateStatus } from "./plate-sequence.js";
export { printedThirdImpulse, type RodEnd, type UniformImpacts, uniformImpacts } from "./rod-impact.js";
export { equalImpulsesAngle, flatImpulses, impactLimit, secondAngle, thirdAngle } from "./rod-limits.js";
export { followRod, type RodFall, type RodImpact, type RodSequence, type RodStatus } from "./rod-sequence.js";
