/**
 * Tangential impulses of one step. A sliding contact gets friction times its normal impulse against its slip. Contacts at rest, and those
 * whose slip would turn round within the step, get together the impulses that leave them at rest at the end of it, as far as friction can:
 * the convex problem of sticking.ts with slip velocities after the step in place of accelerations.
 *
 * Source: 000 eq. (3.19) to (3.25), as repaired by the convex problem.
 */
import { NONE, SLIP, STICK } from "../state.js";
import { addTo, STARTED, STOPPED, type Stepper } from "./stepper.js";

/** Adds the tangential impulses to velocities and impulses that already have the normal ones. */
export function pushTangents(stepper: Stepper): void {
  const { state, pressed, friction, system } = stepper;
  const { velocity } = state;
  for (let i = 0; i < system.rows; i++) pressed[i] = velocity[i];
  friction.restingCount = 0;
  for (let i = 0; i < stepper.activeCount; i++) if (state.mode[stepper.active[i]] === STICK) addResting(stepper, stepper.active[i]);
  for (;;) {
    slide(stepper);
    rest(stepper);
    if (!findTurning(stepper)) break;
    for (let i = 0; i < system.rows; i++) velocity[i] = pressed[i];
  }
  settle(stepper);
}

function addResting({ friction }: Stepper, contact: number): void {
  friction.rests[contact] = 1;
  // Ascending, so that the same set is the same list.
  let at = friction.restingCount++;
  for (; at > 0 && friction.resting[at - 1] > contact; at--) friction.resting[at] = friction.resting[at - 1];
  friction.resting[at] = contact;
}

function slide(stepper: Stepper): void {
  const { system, state, active, activeCount, push, scratch, friction } = stepper;
  const { tangents, firstTangent } = system;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (state.mode[c] !== SLIP || friction.rests[c] === 1) continue;
    for (let j = 0; j < tangents[c]; j++) {
      const row = firstTangent[c] + j;
      scratch[row] = -system.friction[c] * push[c] * state.direction[2 * c + j];
      addTo(system, row, scratch[row], state.velocity);
    }
  }
}

function rest(stepper: Stepper): void {
  const { system, state, push, scratch, friction } = stepper;
  const { solver, resting, restingCount, block, free, limits, force, rate } = friction;
  if (restingCount === 0) return;
  const { tangents, firstTangent } = system;
  const components = tangents[resting[0]] as 1 | 2;
  readBlock(stepper, components);
  for (let i = 0; i < restingCount; i++) {
    const c = resting[i];
    limits[i] = system.staticFriction[c] * push[c];
    for (let j = 0; j < components; j++) free[i * components + j] = state.velocity[firstTangent[c] + j];
  }
  solver.solve(restingCount, components, block, free, limits, force, rate);
  for (let i = 0; i < restingCount; i++)
    for (let j = 0; j < components; j++) {
      const row = firstTangent[resting[i]] + j;
      scratch[row] = force[i * components + j];
      addTo(system, row, scratch[row], state.velocity);
    }
  // What is at rest is so exactly, lest what is left of each step shrinks to numbers that are slow to compute with.
  for (let i = 0; i < restingCount; i++)
    if (solver.saturated[i] === 0)
      for (let j = 0; j < components; j++) state.velocity[firstTangent[resting[i]] + j] = rate[i * components + j];
}

/** The mobility between the tangents of the contacts at rest, unless it is there already. */
function readBlock({ system, friction }: Stepper, components: 1 | 2): void {
  const { resting, restingCount, known, block, place } = friction;
  let same = friction.knownCount === restingCount;
  for (let i = 0; same && i < restingCount; i++) same = known[i] === resting[i];
  if (same) return;
  const { start, index, value, firstTangent } = system;
  const size = restingCount * components;
  block.fill(0, 0, size * size);
  for (let i = 0; i < size; i++) place[firstTangent[resting[Math.floor(i / components)]] + (i % components)] = i + 1;
  for (let j = 0; j < size; j++) {
    const column = firstTangent[resting[Math.floor(j / components)]] + (j % components);
    for (let k = start[column]; k < start[column + 1]; k++) if (place[index[k]] > 0) block[(place[index[k]] - 1) * size + j] = value[k];
  }
  for (let i = 0; i < size; i++) place[firstTangent[resting[Math.floor(i / components)]] + (i % components)] = 0;
  for (let i = 0; i < restingCount; i++) known[i] = resting[i];
  friction.knownCount = restingCount;
}

/** Moves contacts whose slip has turned round to those at rest; says whether there were any. */
function findTurning(stepper: Stepper): boolean {
  const { system, state, active, activeCount, friction } = stepper;
  let found = false;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (state.mode[c] !== SLIP || friction.rests[c] === 1) continue;
    let along = 0;
    for (let j = 0; j < system.tangents[c]; j++) along += state.velocity[system.firstTangent[c] + j] * state.direction[2 * c + j];
    if (along > 0) continue;
    addResting(stepper, c);
    found = true;
  }
  return found;
}

/** Modes, directions, impulses and losses after the step. */
function settle(stepper: Stepper): void {
  const { system, state, active, activeCount, before, scratch, friction } = stepper;
  const { tangents, firstTangent } = system;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (state.mode[c] === NONE) continue;
    let square = 0;
    for (let j = 0; j < tangents[c]; j++) {
      const row = firstTangent[c] + j;
      state.impulse[row] += scratch[row];
      state.frictionLoss -= 0.5 * scratch[row] * (before[row] + state.velocity[row]);
      square += state.velocity[row] * state.velocity[row];
    }
    const speed = Math.sqrt(square);
    if (speed > system.slipRounding)
      for (let j = 0; j < tangents[c]; j++) state.direction[2 * c + j] = state.velocity[firstTangent[c] + j] / speed;
  }
  for (let i = 0; i < friction.restingCount; i++) {
    const c = friction.resting[i];
    friction.rests[c] = 0;
    const slips = friction.solver.saturated[i] === 1 && speedOf(stepper, c) > system.slipRounding;
    // In the plane slip can only turn round through rest; in space it may have passed beside it.
    if (state.mode[c] === SLIP && (!slips || tangents[c] === 1)) {
      state.mode[c] = STICK;
      state.rested[c] = 1;
      friction.note[c] += STOPPED;
    }
    if (slips && state.mode[c] === STICK) {
      state.mode[c] = SLIP;
      friction.note[c] += STARTED;
    }
  }
}

function speedOf({ system, state }: Stepper, c: number): number {
  let square = 0;
  for (let j = 0; j < system.tangents[c]; j++)
    square += state.velocity[system.firstTangent[c] + j] * state.velocity[system.firstTangent[c] + j];
  return Math.sqrt(square);
}

/** The published rule: friction times the normal impulse against the first slip of the contact, whatever the slip does later. */
export function pushAgainstFirstSlip(stepper: Stepper): void {
  const { system, state, active, activeCount, push, before, scratch, friction } = stepper;
  const { tangents, firstTangent } = system;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (tangents[c] === 0) continue;
    if (friction.aimed[c] === 0) {
      const speed = speedOf(stepper, c);
      if (!(speed > system.slipRounding)) continue;
      for (let j = 0; j < tangents[c]; j++) state.direction[2 * c + j] = state.velocity[firstTangent[c] + j] / speed;
      friction.aimed[c] = 1;
    }
    for (let j = 0; j < tangents[c]; j++) {
      const row = firstTangent[c] + j;
      scratch[row] = -system.friction[c] * push[c] * state.direction[2 * c + j];
      addTo(system, row, scratch[row], state.velocity);
    }
  }
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (friction.aimed[c] === 0) continue;
    for (let j = 0; j < tangents[c]; j++) {
      const row = firstTangent[c] + j;
      state.impulse[row] += scratch[row];
      state.frictionLoss -= 0.5 * scratch[row] * (before[row] + state.velocity[row]);
    }
  }
}
