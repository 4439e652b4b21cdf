/**
 * The slip of one contact as plain numbers: for benchmarks, stress runs and callers who solve millions of impacts.
 *
 * Nothing here checks its input or allocates per impact. Fill a contact, complete it, follow it:
 *
 *     const contact = createSlipContact();
 *     const path = createSlipPath();
 *     Object.assign(contact, { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, staticFriction, restitution });
 *     followSlipBySeries(completeSlipContact(contact), path);   // the result is in path.state
 */
export { canJam, completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";
export { type EulerMethod, type EulerOptions, followSlipByEuler } from "./euler.js";
export { type ImpulseGradients, impulseGradients, type NoImpulseGradients } from "./gradients.js";
export { createSlipPath, END, type EndRule, EVENT_KINDS, EVENT_SIZE, type SlipPath, type SlipState } from "./path.js";
export {
  NORMAL_IMPULSE,
  NORMAL_VELOCITY_AFTER,
  PLANAR_BRANCHES,
  PLANAR_SIZE,
  type PlanarBranch,
  planarImpact,
  SLIP_AFTER,
  TANGENTIAL_IMPULSE,
} from "./planar.js";
export { followSlipByRungeKutta, type RungeKuttaOptions } from "./runge-kutta.js";
export { followSlipBySeries } from "./series.js";
export { followSlipByTaylor, type TaylorOptions } from "./taylor.js";
