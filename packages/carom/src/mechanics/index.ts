export type { ContactFrame } from "./contact-frame.js";
export { contactFrame, fromFrame, toFrame } from "./contact-frame.js";
export type { Contact, ContactMaterial, ContactPlace, ContactProblem } from "./contact-problem.js";
export { checkContactProblem, checkMaterial } from "./contact-problem.js";
export type { Bodies, BodyContact, BodyProblem, BodyProblemOptions, BodyVelocity } from "./from-bodies.js";
export { contactProblemFromBodies, velocitiesAfter, worldImpulses } from "./from-bodies.js";
export type { GeneralisedSystem } from "./from-coordinates.js";
export { contactProblemFromCoordinates, speedsAfter } from "./from-coordinates.js";
export { BODY_NUMBERS, type BodyPairs, type PairContacts, pairContacts } from "./many-bodies.js";
export type { Mechanism } from "./mechanism.js";
export { accelerations, freeMotion, mechanicalEnergy, systemAt, touchdown } from "./mechanism.js";
export { type DoublePendulum, doublePendulum } from "./mechanisms/double-pendulum.js";
export {
  checkPairMaterial,
  type PairContact,
  type PairMaterial,
  type Restitution,
  type RestitutionBySpeed,
  type RestitutionPower,
  type RestitutionTable,
  resolvedContacts,
  restitutionAt,
} from "./restitution.js";
export type { Body, RigidBody } from "./rigid-body.js";
export { angularMomentum, checkRigidBody, kineticEnergy, momentum, worldInertia, worldInverseInertia } from "./rigid-body.js";
export * from "./shapes/index.js";
