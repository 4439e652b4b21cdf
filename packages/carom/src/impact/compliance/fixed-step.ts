/**
 * The source's own algorithm, step by step: forward Euler in the normal impulse p for the scaled lengths of the tangential springs and the
 * energies.
 *
 *     G' = (u', w') / sqrt(E_n)  (restitution: e times that)     E_u = G_u^2 / (4 eta0^2)     E_n' = -v_n
 *     I_u' = -sign(G_u) sqrt(E_u / E_n) / eta
 *     stick: u' = v_u            slip: u' = (-sign(G_u) mu^2 eta^3 v_n sqrt(E_n E_u) + v_u E_w - sign(G_u G_w) v_w sqrt(E_u E_w))
 *                                 / (mu^2 eta^2 E_n)
 *
 * It is kept to show what it does, not to be used. Euler steps leave the slip constraint E_u + E_w = mu^2 eta^2 E_n, nothing leads back to
 * it, and the mode then changes at almost every step: the number of changes grows like 1/step while the answer settles on a wrong value.
 *
 * Letters: those of the source; mu friction, e restitution, eta = eta0 in compression and eta0/e in restitution.
 * Source: 001 Algorithm 1 with eq. (61), (62), (64) to (69), (72), (73).
 */
import { SolverError } from "../../errors.js";
import type { ComplianceContact } from "./contact.js";
import { beginPath, type CompliancePath, type ComplianceState, endImpact, turnAround } from "./path.js";

/** What the source used for every figure, N s. */
export const PUBLISHED_STEP = 5e-5;
/** Half a minute or so. */
const MOST_STEPS = 2e8;
const DRAWN_POINTS = 1000;

export interface FixedStepWork {
  readonly steps: number;
  /** Changes between stick and slip. */
  readonly changes: number;
}

/**
 * Follows the impact by steps of the given normal impulse, N s. Compression end and end are recorded as events, changes of mode only
 * counted.
 */
export function followFixedStep(contact: ComplianceContact, path: CompliancePath, stepImpulse: number): FixedStepWork {
  const { friction, stiffnessRatio, restitution } = contact;
  const stiffness = Math.sqrt(stiffnessRatio);
  const step = stepImpulse / contact.impulse;
  const drawn = Math.max(1, Math.floor((1 + restitution) / step / DRAWN_POINTS));
  beginPath(path, contact);
  const { state } = path;

  let slips = contact.slip1 >= friction * stiffnessRatio;
  let gu = 2 * Math.sqrt(step) * (slips ? friction * stiffnessRatio : contact.slip1);
  let gw = 0;
  let eta = stiffness;
  let changes = 0;
  push(contact, state, slips ? -friction : -contact.slip1 / stiffnessRatio, 0, step);
  state.normalEnergy = step;

  for (let steps = 1; steps < MOST_STEPS; steps++) {
    const en = state.normalEnergy;
    const eu = (gu * gu) / (4 * stiffnessRatio);
    const ew = (gw * gw) / (4 * stiffnessRatio);
    const { velocity1, velocity2, normalVelocity } = state;
    let rateU = velocity1;
    let rateW = velocity2;
    if (slips && friction > 0) {
      const cone = friction * friction * eta * eta;
      const alpha = gu < 0 ? -1 : 1;
      const beta = gw < 0 ? -1 : 1;
      const cross = alpha * beta * Math.sqrt(eu * ew);
      rateU = (-alpha * cone * eta * normalVelocity * Math.sqrt(en * eu) + velocity1 * ew - velocity2 * cross) / (cone * en);
      rateW = (-beta * cone * eta * normalVelocity * Math.sqrt(en * ew) + velocity2 * eu - velocity1 * cross) / (cone * en);
    }
    const softening = (state.compressing ? step : restitution * step) / Math.sqrt(en);
    if (friction > 0) {
      gu += rateU * softening;
      gw += rateW * softening;
    }
    state.normalEnergy -= normalVelocity * step;
    if (!(state.normalEnergy > 0)) {
      setStretch(state, gu, gw);
      endImpact(path, contact, slips ? "slip" : "stick");
      return { steps, changes };
    }
    const slope = 1 / (2 * stiffness * eta * Math.sqrt(state.normalEnergy));
    push(contact, state, -gu * slope, -gw * slope, step);
    const slide1 = velocity1 - rateU;
    const slide2 = velocity2 - rateW;
    if (slips) state.frictionLoss += friction * Math.sqrt(slide1 * slide1 + slide2 * slide2) * step;

    const stretched = (gu * gu + gw * gw) / (4 * stiffnessRatio);
    if (!slips && stretched >= friction * friction * eta * eta * state.normalEnergy) {
      slips = true;
      changes++;
    } else if (slips && friction > 0 && (state.velocity1 - rateU) * gu + (state.velocity2 - rateW) * gw <= 0) {
      slips = false;
      changes++;
    }
    setStretch(state, gu, gw);
    if (steps % drawn === 0) path.observe?.(state, slips ? "slip" : "stick");
    if (state.compressing && state.normalVelocity >= 0) {
      const { normalVelocity: overshoot } = state;
      if (turnAround(path, contact, "stick")) return { steps, changes };
      state.normalVelocity = overshoot;
      eta = stiffness / restitution;
    }
  }
  throw new SolverError("the step is too short for this impact", {
    steps: MOST_STEPS,
    normalImpulse: state.normalImpulse * contact.impulse,
  });
}

/** One step of the impulse along the given tangential slopes. */
function push({ b11, b12, b22, d1, d2 }: ComplianceContact, state: ComplianceState, slope1: number, slope2: number, step: number): void {
  state.normalImpulse += step;
  state.impulse1 += slope1 * step;
  state.impulse2 += slope2 * step;
  state.velocity1 += (b11 * slope1 + b12 * slope2 + d1) * step;
  state.velocity2 += (b12 * slope1 + b22 * slope2 + d2) * step;
  state.normalVelocity += (d1 * slope1 + d2 * slope2 + 1) * step;
}

function setStretch(state: ComplianceState, gu: number, gw: number): void {
  state.stretch1 = gu * Math.SQRT1_2;
  state.stretch2 = gw * Math.SQRT1_2;
}
