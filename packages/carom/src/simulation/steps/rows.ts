/**
 * The places of a contact list as rows of the problem that `solver/` solves. Mechanisms are in it with the speeds x of mobility.ts, in
 * which they have the mass matrix 1: v = J u = (J L) x + J rest.
 */
import type { ContactList } from "./contact-list.js";
import { type MechanismStep, writeStiffened } from "./mechanism-step.js";
import { basisTimes, splitSpeeds } from "./mobility.js";
import type { RunState } from "./run-state.js";
import { contactRow, invertBlock } from "./solver/block.js";
import { GROUND, placeBody, rowsOf, type StepProblem } from "./solver/problem.js";
import { hasSinglePlaces, type StepSolution, solveStep } from "./solver/solve.js";
import { fallSpeed, slowSpeed, solverTolerance } from "./tolerances.js";

/**
 * Begins a problem: bodies with their masses and the speeds they would have, no rows. `stiffened`: with what the forces of joints add to
 * the mass matrix in a step.
 */
export function beginProblem(run: RunState, bodies: readonly number[], velocity: Float64Array, stiffened = false): void {
  const { problem, numbers, free, nodes } = run;
  problem.bodyCount = 0;
  problem.contactCount = 0;
  for (const body of bodies) {
    if (body >= nodes.bodyCount) {
      numbers[body] = placeMechanism(problem, free.mechanisms, body, velocity, stiffened);
      continue;
    }
    const i = placeBody(problem);
    numbers[body] = i;
    for (let k = 0; k < 36; k += 1) {
      problem.mass[problem.blocks[i] + k] = free.mass[36 * body + k];
      problem.inverseMass[problem.blocks[i] + k] = free.inverseMass[36 * body + k];
    }
    for (let k = 0; k < 6; k += 1) problem.freeVelocity[problem.starts[i] + k] = velocity[6 * body + k];
  }
}

function placeMechanism(problem: StepProblem, step: MechanismStep, node: number, velocity: Float64Array, stiffened: boolean): number {
  const { nodes, mobilities } = step;
  const mobility = mobilities[node - nodes.bodyCount];
  const { rank, local } = mobility;
  const i = placeBody(problem, rank);
  const at = problem.blocks[i];
  splitSpeeds(mobility, velocity, nodes.speeds[node]);
  for (let j = 0; j < rank; j += 1) problem.freeVelocity[problem.starts[i] + j] = local[j];
  problem.mass.fill(0, at, at + rank * rank);
  for (let j = 0; j < rank; j += 1) problem.mass[at + (rank + 1) * j] = 1;
  const isStiff = stiffened && writeStiffened(step, node, problem.mass, at);
  for (let k = at; k < at + rank * rank; k += 1) problem.inverseMass[k] = problem.mass[k];
  if (isStiff) invertBlock(problem.inverseMass, at, step.exchanged, rank);
  return i;
}

/** The speeds that the problem's are, in the numbers of the system. */
export function readSpeeds(run: RunState, bodies: readonly number[], solved: Float64Array, out: Float64Array): void {
  const { problem, numbers, nodes, free } = run;
  for (const body of bodies) {
    const from = problem.starts[numbers[body]];
    const to = nodes.speeds[body];
    if (body < nodes.bodyCount) {
      for (let k = 0; k < 6; k += 1) out[to + k] = solved[from + k];
      continue;
    }
    const mobility = free.mechanisms.mobilities[body - nodes.bodyCount];
    for (let k = 0; k < mobility.size; k += 1) out[to + k] = mobility.rest[k] + basisTimes(mobility, k, solved, from);
  }
}

/** Adds place i of the list, with the bound zero and nothing to begin with. Returns its row. */
export function addRow(run: RunState, contacts: ContactList, i: number): number {
  const { problem, numbers, surfaces, nodes } = run;
  const row = problem.contactCount;
  problem.contactCount += 1;
  for (let c = 0; c < 3; c += 1) {
    problem.bound[3 * row + c] = problem.warm[3 * row + c] = 0;
    problem.offset[3 * row + c] = contacts.drift[3 * i + c];
  }
  for (let side = 0; side < 2; side += 1) {
    const body = contacts.bodies[2 * i + side];
    problem.bodies[2 * row + side] = body === GROUND ? GROUND : numbers[body];
    if (body === GROUND) continue;
    const from = contacts.width * i + 0.5 * contacts.width * side;
    const to = rowsOf(problem) * row + 3 * problem.widest * side;
    if (body < nodes.bodyCount) for (let k = 0; k < 18; k += 1) problem.jacobian[to + k] = contacts.jacobian[from + k];
    else addMechanismRows(run, contacts, from, body, row, to);
  }
  problem.surfaces[row] = contacts.pairs[i];
  problem.friction[row] = surfaces.friction[contacts.pairs[i]];
  return row;
}

/** J L, and J rest. */
function addMechanismRows(
  { problem, free, nodes }: RunState,
  { jacobian }: ContactList,
  from: number,
  node: number,
  row: number,
  to: number,
): void {
  const { size, rank, basis, rest } = free.mechanisms.mobilities[node - nodes.bodyCount];
  for (let c = 0; c < 3; c += 1) {
    const out = to + rank * c;
    problem.jacobian.fill(0, out, out + rank);
    for (let k = 0; k < size; k += 1) {
      const value = jacobian[from + size * c + k];
      if (value === 0) continue;
      problem.offset[3 * row + c] += value * rest[k];
      for (let j = 0; j < rank; j += 1) problem.jacobian[out + j] += value * basis[rank * k + j];
    }
  }
}

/** Places from which on the last digits of a solve cost too much where they do not come by themselves; of single ones, that is earlier. */
const MANY = 100;
const MANY_SINGLE = 50;

/**
 * In tolerances: the residual that will do of many single places that sweeps bring no nearer; it is told. By the measure of a step's error,
 * h^2/4 times the change of an acceleration, it is a fortieth of that in the longest step of bodies of a decimetre, and less in shorter
 * ones. For few, factorisations soon solve.
 */
const ENOUGH = 10;

/** Solves what has been put together, for a step of length h, and counts. `strictly`: rest is to be decided by it. */
export function solveRows({ problem, workspace, statistics, tolerances }: RunState, h: number, strictly = false): StepSolution {
  const isSingle = !strictly && hasSinglePlaces(problem);
  const stands = strictly || !isQuick(problem, slowSpeed(tolerances) + fallSpeed(tolerances, h));
  problem.tolerance = solverTolerance(tolerances, h, isSingle, stands);
  const solution = solveStep(problem, workspace, {
    briefly: !strictly && problem.contactCount > MANY,
    enough: isSingle && problem.contactCount > MANY_SINGLE ? ENOUGH : 1,
  });
  statistics.solves += 1;
  if (!solution.converged) statistics.notConverged += 1;
  statistics.largestResidual = Math.max(statistics.largestResidual, solution.residual);
  return solution;
}

/** Whether the centre of a rigid body would move faster than this without contacts, m/s. */
function isQuick({ bodyCount, rigid, starts, freeVelocity: u }: StepProblem, least: number): boolean {
  for (let body = 0; body < bodyCount; body += 1) {
    const at = starts[body];
    if (rigid[body] === 1 && u[at] * u[at] + u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2] > least * least) return true;
  }
  return false;
}

/** What is enough to see whom a change reaches. */
const ROUGH = { sweeps: 4, factorisations: 4 } as const;

/** The same roughly, not counted: it will be solved again. */
export function solveRoughly({ problem, workspace, tolerances }: RunState, h: number): StepSolution {
  const isSingle = hasSinglePlaces(problem);
  problem.tolerance = solverTolerance(tolerances, h, isSingle);
  return solveStep(problem, workspace, isSingle ? { ...ROUGH, factorisations: 0 } : ROUGH);
}

/** Forces that the impulses found come to in a step of length h. */
export function keepForces({ contacts, rows, force }: RunState, impulse: Float64Array, h: number): void {
  for (let i = 0; i < contacts.count; i += 1)
    for (let c = 0; c < 3; c += 1) force[3 * contacts.ids[i] + c] = rows[i] < 0 ? 0 : impulse[3 * rows[i] + c] / h;
}

/** Kinetic energy of the bodies of the problem at given speeds, J; of mechanisms without that of joints that are moved. */
export function kineticEnergyOf({ problem: { bodyCount, mass, sizes, starts, blocks } }: RunState, velocity: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < bodyCount; i += 1) {
    const n = sizes[i];
    for (let c = 0; c < n; c += 1) {
      let momentum = 0;
      for (let k = 0; k < n; k += 1) momentum += mass[blocks[i] + n * c + k] * velocity[starts[i] + k];
      sum += 0.5 * momentum * velocity[starts[i] + c];
    }
  }
  return sum;
}

/**
 * Kinetic energy after an impact, J, as contacts see it: what there was and their work, sum P . (v + v+) / 2. Where joints are moved these
 * do work too, which is not in it.
 */
export function energyAfter(run: RunState, before: number, { velocity, impulse, contactVelocity }: StepSolution): number {
  const { problem } = run;
  const size = 3 * problem.contactCount;
  if (!isDriven(run)) return kineticEnergyOf(run, velocity);
  let work = 0;
  for (let k = 0; k < size; k += 1) {
    const start = contactRow(problem, Math.floor(k / 3), k % 3, problem.freeVelocity) + problem.offset[k];
    work += 0.5 * impulse[k] * (start + contactVelocity[k]);
  }
  return before + work;
}

/** Whether something in the problem moves whatever happens. */
export function isDriven({ problem: { offset, contactCount } }: RunState): boolean {
  for (let k = 0; k < 3 * contactCount; k += 1) if (offset[k] !== 0) return true;
  return false;
}
