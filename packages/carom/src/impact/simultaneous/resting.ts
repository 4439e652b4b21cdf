/**
 * Which of the contacts at rest along the surface stay so, and which way the others begin to slip.
 *
 * All of them are decided together (sticking.ts). A contact holds with its static friction; one that this cannot hold slides with its
 * kinetic friction from then on, which may set others free, so the question is asked again until the answer stands.
 *
 * Where the forces at rest are not unique (a box on four corners), the ones a step is computed with may leave the friction of some contact
 * behind although others could hold the body as well. The motion is the same; so such a step goes on until no forces at all would do, and
 * its impulses are corrected to forces that do.
 */
import { gaussLegendre } from "../../math/quadrature.js";
import { rateOf } from "./collocation/radau.js";
import type { Motion } from "./motion.js";
import { restingBlock } from "./motion.js";
import { normalForce, SLIP, STICK } from "./state.js";
import { combine, lookAt } from "./step.js";
import { createStickingSolver, type StickingSolver } from "./sticking.js";
import { addColumn, springForce } from "./system.js";

export interface Decision {
  solver: StickingSolver;
  capacity: number;
  block: Float64Array;
  free: Float64Array;
  force: Float64Array;
  rate: Float64Array;
  limits: Float64Array;
  /** Normal forces of the contacts at rest. */
  normal: Float64Array;
}

/** For no contacts, and so the same for all: most impacts never have one at rest. */
const NO_SOLVER = createStickingSolver(0);

export function createDecision(): Decision {
  const none = new Float64Array(0);
  return { solver: NO_SOLVER, capacity: 0, block: none, free: none, force: none, rate: none, limits: none, normal: none };
}

function makeRoom(decision: Decision, contacts: number): void {
  if (decision.capacity >= contacts) return;
  const capacity = 2 * contacts;
  decision.capacity = capacity;
  decision.solver = createStickingSolver(capacity);
  decision.block = new Float64Array(4 * capacity * capacity);
  decision.free = new Float64Array(2 * capacity);
  decision.force = new Float64Array(2 * capacity);
  decision.rate = new Float64Array(2 * capacity);
  decision.limits = new Float64Array(capacity);
  decision.normal = new Float64Array(capacity);
}

/** Decides on the contacts listed as resting in the motion. Those that slip get their mode and direction; returns how many do. */
export function decideResting(motion: Motion, decision: Decision): number {
  const { system, state, resting, restingCount } = motion;
  if (restingCount === 0) return 0;
  makeRoom(decision, restingCount);
  freeAccelerations(motion);
  let any = false;
  for (let i = 0; i < motion.restingRowCount; i++) any ||= motion.change[motion.restingRows[i]] !== 0;
  if (!any) return 0;
  for (let i = 0; i < restingCount; i++) decision.normal[i] = normalForce(system, state, resting[i]);
  ask(motion, decision);
  return release(motion, decision);
}

/** Finds the forces at rest for the free accelerations in `change`. */
function ask(motion: Motion, decision: Decision): void {
  const { system, state, resting, restingCount, restingRows, restingRowCount } = motion;
  const { block, free, force, rate, limits, normal, solver } = decision;
  restingBlock(motion, block);
  for (let i = 0; i < restingRowCount; i++) free[i] = motion.change[restingRows[i]];
  const tangents = system.tangents[resting[0]] === 1 ? 1 : 2;
  const pressed = (i: number) =>
    Math.max(normal[i], springForce(state.stiffness[resting[i]], system.idleDepth[resting[i]], system.exponent));
  for (let i = 0; i < restingCount; i++) limits[i] = system.staticFriction[resting[i]] * pressed(i);
  for (let again = true; again; ) {
    again = false;
    solver.solve(restingCount, tangents, block, free, limits, force, rate);
    for (let i = 0; i < restingCount; i++) {
      const kinetic = system.friction[resting[i]] * pressed(i);
      if (limits[i] <= kinetic || !isLoose(motion, decision, i)) continue;
      limits[i] = kinetic;
      again = true;
    }
  }
}

/**
 * A slip acceleration below this part of what friction can do is rounding: where many contacts reach their limits together, the answer is
 * no better.
 */
const ROUNDING = 1e-9;

/** Whether the last answer does not hold the contact at this place among those at rest. */
function isLoose({ system, resting }: Motion, { solver, rate, free, limits }: Decision, i: number): boolean {
  if (solver.saturated[i] === 0) return false;
  const { tangents, firstTangent, diagonal } = system;
  const count = tangents[resting[i]];
  const mobility = diagonal[firstTangent[resting[i]]];
  return sizeOf(rate, i * count, count) > ROUNDING * (sizeOf(free, i * count, count) + mobility * limits[i]);
}

/** Lets go the contacts that the last answer does not hold. */
function release(motion: Motion, decision: Decision): number {
  const { system, state, resting, restingCount } = motion;
  const { force, rate } = decision;
  const tangents = system.tangents[resting[0]];
  let slipping = 0;
  for (let i = 0; i < restingCount; i++) {
    if (!isLoose(motion, decision, i)) continue;
    const c = resting[i];
    // Against the friction; where there is none, with the acceleration.
    const sign = sizeOf(force, i * tangents, tangents) > 0 ? -1 : 1;
    const along = sign < 0 ? force : rate;
    const size = sizeOf(along, i * tangents, tangents);
    if (!(size > 0)) continue;
    state.mode[c] = SLIP;
    state.fresh[c] = 1;
    for (let j = 0; j < tangents; j++) state.direction[2 * c + j] = (sign * along[i * tangents + j]) / size;
    slipping++;
  }
  return slipping;
}

function sizeOf(vector: Float64Array, from: number, count: number): number {
  let square = 0;
  for (let j = from; j < from + count; j++) square += vector[j] * vector[j];
  return Math.sqrt(square);
}

/** Accelerations in `change` by all forces but those of contacts at rest. */
function freeAccelerations({ system, state, active, activeCount, touched, touchedCount, change }: Motion): void {
  const { friction, tangents, firstTangent, tangentialStiffness } = system;
  for (let r = 0; r < touchedCount; r++) change[touched[r]] = 0;
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    const normal = normalForce(system, state, c);
    addColumn(system, c, normal, change);
    for (let i = 0; i < tangents[c]; i++) {
      const row = firstTangent[c] + i;
      if (state.mode[c] === SLIP) addColumn(system, row, -friction[c] * normal * state.direction[2 * c + i], change);
      else if (state.mode[c] === STICK && tangentialStiffness[c] > 0)
        addColumn(system, row, -tangentialStiffness[c] * state.stretch[row], change);
    }
  }
}

/** Finds forces at rest at a time within the step; returns whether they hold all contacts. */
function holdsAt(motion: Motion, decision: Decision, t: number): boolean {
  const { system, state, step, radau, active, activeCount, touched, touchedCount, change, resting, restingCount } = motion;
  const { rows, tangents, firstTangent, tangentialStiffness } = system;
  makeRoom(decision, restingCount);
  lookAt(step, radau, t);
  for (let r = 0; r < touchedCount; r++) change[touched[r]] = 0;
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    addColumn(system, c, combine(step.force, rows, c, step.forceWeights, step.terms), change);
    if (state.mode[c] === STICK && tangentialStiffness[c] === 0) continue;
    for (let row = firstTangent[c]; row < firstTangent[c] + tangents[c]; row++)
      addColumn(system, row, combine(step.force, rows, row, step.forceWeights, step.terms), change);
  }
  for (let i = 0; i < restingCount; i++)
    decision.normal[i] = Math.max(0, combine(step.force, rows, resting[i], step.forceWeights, step.terms));
  ask(motion, decision);
  for (let i = 0; i < restingCount; i++) if (isLoose(motion, decision, i)) return false;
  return true;
}

const SAMPLES = 6;
const HALVINGS = 48;
/** How far past the last time at which all could be held the ones that slip are told apart, as part of the step. */
const BEYOND = 1e-4;

/**
 * The time from `from` to `until` at which no forces hold all contacts at rest any more; Infinity if they do throughout. Then `release` of
 * the decision is about the time right after.
 */
export function holdsUntil(motion: Motion, decision: Decision, from: number, until: number): number {
  let good = from;
  for (let i = 0; i <= SAMPLES; i++) {
    const t = from + ((until - from) * i) / SAMPLES;
    if (holdsAt(motion, decision, t)) {
      good = t;
      continue;
    }
    let bad = t;
    for (let k = 0; k < HALVINGS && bad > good; k++) {
      const middle = 0.5 * (good + bad);
      if (middle === good || middle === bad) break;
      if (holdsAt(motion, decision, middle)) good = middle;
      else bad = middle;
    }
    return good;
  }
  return Infinity;
}

/** Lets the contacts slip that nothing holds right after a time within the step. */
export function releaseAfter(motion: Motion, decision: Decision, t: number): number {
  for (let beyond = BEYOND; beyond < 1; beyond *= 10)
    if (!holdsAt(motion, decision, Math.min(1, t + beyond))) return release(motion, decision);
  return 0;
}

const QUADRATURE_POINTS = 6;

/**
 * Impulses of contacts at rest up to a time within the step: adds what makes them impulses of forces that friction can give. Moves nothing.
 */
export function correctImpulses(motion: Motion, decision: Decision, until: number): void {
  const { system, state, step, restingRows, restingRowCount } = motion;
  const { nodes, weights } = gaussLegendre(QUADRATURE_POINTS);
  for (let k = 0; k < QUADRATURE_POINTS; k++) {
    const t = 0.5 * until * (1 + nodes[k]);
    if (!holdsAt(motion, decision, t)) continue;
    const share = 0.5 * until * step.length * weights[k] * rateOf(step.clock, t);
    for (let i = 0; i < restingRowCount; i++) {
      const row = restingRows[i];
      state.impulse[row] += share * (decision.force[i] - combine(step.force, system.rows, row, step.forceWeights, step.terms));
    }
  }
}
