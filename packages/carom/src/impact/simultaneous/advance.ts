/**
 * From the start of a step to a time within it: state, impulses and what friction took.
 *
 * The loss of friction is integrated from force and slip, not from the energy balance, which it must then close.
 */
import { gaussLegendre } from "../../math/quadrature.js";
import { rateOf, timeOf } from "./collocation/radau.js";
import { slideRatio } from "./find.js";
import type { Motion } from "./motion.js";
import { SLIP, STICK } from "./state.js";
import { combine, lookAt, weighImpulse } from "./step.js";

/** Enough for products of polynomials that vary as little as those of one step. */
const QUADRATURE_POINTS = 10;

/** What friction takes from the start of the step to time t. */
export function frictionLossUntil(motion: Motion, t: number): number {
  const { system, state, step, radau, active, activeCount } = motion;
  const { rows, tangents, firstTangent, tangentialStiffness, friction } = system;
  let slides = false;
  for (let a = 0; a < activeCount && !slides; a++) slides = state.mode[active[a]] === SLIP;
  if (!slides || t === 0) return 0;
  const { nodes, weights } = gaussLegendre(QUADRATURE_POINTS);
  let loss = 0;
  for (let i = 0; i < QUADRATURE_POINTS; i++) {
    lookAt(step, radau, 0.5 * t * (1 + nodes[i]));
    let power = 0;
    for (let a = 0; a < activeCount; a++) {
      const c = active[a];
      if (state.mode[c] !== SLIP) continue;
      for (let row = firstTangent[c]; row < firstTangent[c] + tangents[c]; row++)
        power -=
          combine(step.force, rows, row, step.forceWeights, step.terms) * combine(step.velocity, rows, row, step.weights, step.terms);
      if (tangentialStiffness[c] > 0) {
        const normal = combine(step.force, rows, c, step.forceWeights, step.terms);
        power += friction[c] * normal * slideRatio(motion, c) * combine(step.velocity, rows, c, step.weights, step.terms);
      }
    }
    loss += weights[i] * power * rateOf(step.clock, 0.5 * t * (1 + nodes[i]));
  }
  return Math.max(0, 0.5 * t * step.length * loss);
}

/** Moves the state to time t of the step. */
export function advance(motion: Motion, t: number): void {
  const { system, state, step, radau, active, activeCount, tracked, trackedCount, touched, touchedCount } = motion;
  const { count, rows, tangents, firstTangent, tangentialStiffness, friction } = system;
  if (t === 0) return;
  state.frictionLoss += frictionLossUntil(motion, t);
  lookAt(step, radau, t);
  weighImpulse(step, radau, t);
  for (let i = 0; i < trackedCount; i++)
    state.compression[tracked[i]] = combine(step.compression, count, tracked[i], step.weights, step.terms);
  const time = step.length * timeOf(step.clock, t);
  for (let i = 0; i < motion.driftingCount; i++) state.compression[motion.drifting[i]] -= time * state.velocity[motion.drifting[i]];
  for (let i = 0; i < touchedCount; i++) state.velocity[touched[i]] = combine(step.velocity, rows, touched[i], step.weights, step.terms);
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    state.impulse[c] += combine(step.force, rows, c, step.impulseWeights, step.terms);
    for (let row = firstTangent[c]; row < firstTangent[c] + tangents[c]; row++) {
      state.impulse[row] += combine(step.force, rows, row, step.impulseWeights, step.terms);
      if (tangentialStiffness[c] === 0) continue;
      if (state.mode[c] === STICK) state.stretch[row] = combine(step.stretch, rows, row, step.weights, step.terms);
    }
    if (motion.turns[c] === 1) turnDirection(motion, c);
    if (state.mode[c] === SLIP && tangentialStiffness[c] > 0)
      for (let i = 0; i < tangents[c]; i++)
        state.stretch[firstTangent[c] + i] =
          ((friction[c] * state.stiffness[c] * Math.max(0, state.compression[c])) / tangentialStiffness[c]) * state.direction[2 * c + i];
  }
}

/** A slip this many times above rounding tells its direction better than the step does. */
const CLEAR = 1e3;

/** The direction at the time looked at: that of the slip, or of the step where the slip is too slow or the springs lag behind it. */
function turnDirection({ system, state, step }: Motion, c: number): void {
  const row = system.firstTangent[c];
  let d1 = state.velocity[row];
  let d2 = state.velocity[row + 1];
  let size = Math.sqrt(d1 * d1 + d2 * d2);
  if (system.tangentialStiffness[c] > 0 || size < CLEAR * system.slipRounding) {
    d1 = combine(step.stretch, system.rows, row, step.weights, step.terms);
    d2 = combine(step.stretch, system.rows, row + 1, step.weights, step.terms);
    size = Math.sqrt(d1 * d1 + d2 * d2);
  }
  state.direction[2 * c] = d1 / size;
  state.direction[2 * c + 1] = d2 / size;
}
