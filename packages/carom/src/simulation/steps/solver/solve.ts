/**
 * Solves the contacts of one step: impulses in their cones, momentum exact whatever else, no gain of energy, and a residual that is told.
 * It never throws for lack of convergence.
 *
 * The exact problem is ill posed: redundant places leave P undetermined, and fixed points cycle. With a compliance rho under every
 * place it is not. So the foundation is solved (`newton.ts`, `splitting.ts` where that fails), its P becomes the multiplier Q, and
 * again, with rho as small as goes: the exact law, with the load on redundant places that a foundation gives. Where every two surfaces
 * meet at one place only, as balls do, nothing is redundant and sweeps (`sweeps.ts`) are quicker.
 *
 * Source: own study, dense contact section 4.
 */
import { contactRow } from "./block.js";
import { cutToCones, moveBy, residualOf } from "./cone.js";
import { type Foundation, newton } from "./newton.js";
import type { StepBudget, StepProblem } from "./problem.js";
import { split } from "./splitting.js";
import { sweep } from "./sweeps.js";
import { createWorkspace, prepare, reserve, type Workspace } from "./workspace.js";

export interface StepSolution {
  /** Three for each contact, N s. A view of the workspace: the next solve writes to it. */
  readonly impulse: Float64Array;
  /** u after the step. The same. */
  readonly velocity: Float64Array;
  /** v of every contact after the step. The same. */
  readonly contactVelocity: Float64Array;
  /** m/s: how far the worst contact is from its law. */
  readonly residual: number;
  readonly converged: boolean;
  readonly sweeps: number;
  readonly factorisations: number;
}

const SWEEPS = 120;
const FACTORISATIONS = 150;
/** Of them, those that may go into mending what sweeps left. */
const SHORT_WAY = 25;
/** What will do, in tolerances, after so many factorisations or so many passes since the residual last got smaller by a third. */
interface Enough {
  readonly near: number;
  readonly patience: number;
  readonly passes: number;
}
const ENOUGH: Enough = { near: 100, patience: 100, passes: 6 };
/** The same where a solve is to be brief; what is as near as the first is not worth the iterations of `splitting.ts` either. */
const ENOUGH_BRIEFLY: Enough = { near: 10, patience: 30, passes: 2 };
const ENOUGH_SOON: Enough = { near: 100, patience: 50, passes: 6 };
const SMALLER = 0.7;
/** Passes of the outer loop, and those of them that may fail. */
const PASSES = 40;
const FAILURES = 9;
const FIRST_EPS = 1e-3;
/** Of many places, whose foundation is solved with fewer steps the softer it is. */
const FIRST_EPS_BRIEFLY = 3e-3;
const LAST_EPS = 1e-7;
/** Of the smallest residual: how accurate the inner problem has to be before P becomes Q. */
const INNER = 0.01;
/** Of the tolerance: what is never asked for more. */
const FINEST = 0.03;
/** After `splitting.ts`. */
const MENDING = 8;

/** How foundations are solved: steps of Newton in the first and in those that follow, whether it leaps, iterations of `splitting.ts`. */
interface Way {
  /** How accurate the first has to be: a part of what its compliance gives way by, which is about what its residual will be. */
  readonly inner: number;
  readonly first: number;
  readonly next: number;
  readonly leaps: boolean;
  readonly splits: number;
}
/** Solves nearly all, and soon. Of single places, which sweeps have brought near, a leap leads away. */
const QUICK: Way = { inner: 0.1, first: 24, next: 10, leaps: true, splits: 40 };
/** Factorisations after which it is left at the latest. */
const QUICK_FACTORISATIONS = 50;
const SURE: Way = { inner: 0, first: 12, next: 6, leaps: false, splits: 60 };

export function solveStep(problem: StepProblem, work: Workspace = createWorkspace(), budget: StepBudget = {}): StepSolution {
  const { sweeps = SWEEPS, factorisations = FACTORISATIONS, briefly = false, enough = 1 } = budget;
  const size = 3 * problem.contactCount;
  reserve(work, problem);
  prepare(work, problem);
  work.factorisations = 0;
  let residual = beginWarm(work, problem);
  let swept = 0;
  let spent = 0;
  let target = problem.tolerance;
  const isSingle = hasSinglePlaces(problem);
  work.multiplier.fill(0, 0, size);
  if (residual > problem.tolerance && (problem.contactCount <= 2 || isSingle)) {
    ({ sweeps: swept, residual } = sweep(work, problem, sweeps, residual));
    for (let k = 0; k < size; k += 1) work.impulse[k] = work.multiplier[k] = work.best[k];
    moveBy(work, problem);
    // Nearly there as a rule, so the foundation only has to carry what is missing.
    target = enough * problem.tolerance;
    if (residual > target)
      residual = solveByFoundations(work, problem, { most: Math.min(factorisations, SHORT_WAY), target, briefly, way: SURE }, residual);
    work.multiplier.fill(0, 0, size);
  }
  const limits = { most: factorisations, target, briefly };
  if (residual > target && isSingle) residual = solveByFoundations(work, problem, { ...limits, way: SURE }, residual);
  else if (residual > target) ({ residual, spent } = solveQuicklyOrSurely(work, problem, limits, residual));
  if (shrinkToNoGain(work, problem)) residual = residualOf(work, problem);
  const { impulse, velocity, contactVelocity } = work;
  return {
    impulse,
    velocity,
    contactVelocity,
    residual,
    converged: residual <= problem.tolerance,
    sweeps: swept,
    factorisations: spent + work.factorisations,
  };
}

/** The warm impulses in their cones, and the speeds that go with them. Returns the residual. */
function beginWarm(work: Workspace, problem: StepProblem): number {
  for (let k = 0; k < 3 * problem.contactCount; k += 1) work.impulse[k] = problem.warm[k];
  cutToCones(work, problem);
  moveBy(work, problem);
  return residualOf(work, problem);
}

/** The sure way begins anew where the quick one has not come to an end; the better of both counts. Returns what the quick one spent. */
function solveQuicklyOrSurely(work: Workspace, problem: StepProblem, limits: Omit<Limits, "way">, start: number) {
  const { impulse, lastImpulse: kept, multiplier } = work;
  const size = 3 * problem.contactCount;
  const { most } = limits;
  const reached = solveByFoundations(work, problem, { ...limits, most: Math.min(most, QUICK_FACTORISATIONS), way: QUICK }, start);
  const enough = limits.briefly ? ENOUGH_BRIEFLY.near * problem.tolerance : limits.target;
  if (reached <= enough || most <= QUICK_FACTORISATIONS) return { residual: reached, spent: 0 };
  multiplier.fill(0, 0, size);
  const spent = work.factorisations;
  work.factorisations = 0;
  for (let k = 0; k < size; k += 1) kept[k] = impulse[k];
  const residual = solveByFoundations(work, problem, { ...limits, way: SURE }, beginWarm(work, problem));
  if (residual <= reached) return { residual, spent };
  for (let k = 0; k < size; k += 1) impulse[k] = kept[k];
  moveBy(work, problem);
  return { residual: reached, spent };
}

/** Every two surfaces meet at one place only. */
export function hasSinglePlaces({ contactCount, surfaces }: StepProblem): boolean {
  // Contacts of one pair stand together.
  for (let i = 1; i < contactCount; i += 1) if (surfaces[i] === surfaces[i - 1]) return false;
  return true;
}

/** Factorisations in all, the residual that will do, m/s, whether to be brief, and how. */
interface Limits {
  readonly way: Way;
  readonly most: number;
  readonly target: number;
  readonly briefly: boolean;
}

function solveByFoundations(work: Workspace, problem: StepProblem, { most, target, briefly, way }: Limits, start: number): number {
  const { impulse, best, multiplier } = work;
  const { tolerance } = problem;
  const size = 3 * problem.contactCount;
  const foundation: Foundation = { eps: briefly ? FIRST_EPS_BRIEFLY : FIRST_EPS, accuracy: 0 };
  const begunWithQ = multiplier.subarray(0, size).some((value) => value !== 0);
  let level = 0;
  let failures = 0;
  let slow = 0;
  let smallest = start;
  let last = start;
  for (let k = 0; k < size; k += 1) best[k] = impulse[k];
  for (let pass = 0; pass < PASSES && work.factorisations < most; pass += 1) {
    const before = work.factorisations;
    const reached = level > 0 || begunWithQ ? INNER * smallest : way.inner * givenWay(work, problem, foundation.eps);
    foundation.accuracy = Math.max(FINEST * tolerance, reached);
    const rounds = level === 0 && !briefly ? 3 : briefly && smallest <= ENOUGH_BRIEFLY.near * tolerance ? 0 : 1;
    const worst = solveFoundation(work, problem, foundation, { steps: level > 0 ? way.next : way.first, rounds, most, way });
    const good = worst <= foundation.accuracy;
    // What is tried is P in its cones; what goes on is P.
    const kept = work.trialImpulse;
    for (let k = 0; k < size; k += 1) kept[k] = impulse[k];
    cutToCones(work, problem);
    moveBy(work, problem);
    const residual = residualOf(work, problem);
    if (residual < smallest) {
      smallest = residual;
      for (let k = 0; k < size; k += 1) best[k] = impulse[k];
    }
    for (let k = 0; k < size; k += 1) impulse[k] = kept[k];
    slow += 1;
    if (smallest <= SMALLER * last) {
      slow = 0;
      last = smallest;
    }
    const isEnough = ({ near, patience, passes }: Enough) =>
      smallest <= near * tolerance && (work.factorisations >= patience || slow >= passes);
    if (smallest <= target || isEnough(briefly ? ENOUGH_SOON : ENOUGH) || (briefly && isEnough(ENOUGH_BRIEFLY))) break;
    if (good) {
      for (let k = 0; k < size; k += 1) multiplier[k] = impulse[k];
      level += 1;
      if (work.factorisations - before <= 4) foundation.eps = Math.max(LAST_EPS, 0.3 * foundation.eps);
      continue;
    }
    failures += 1;
    if (failures >= FAILURES) break;
    if (level > 0) for (let k = 0; k < size; k += 1) impulse[k] = multiplier[k];
    foundation.eps *= level > 0 ? 4 : 10;
  }
  for (let k = 0; k < size; k += 1) impulse[k] = best[k];
  moveBy(work, problem);
  return smallest;
}

/** By how much, as a velocity, a foundation gives way under the largest of the present impulses, m/s. */
function givenWay({ impulse, softness }: Workspace, { contactCount }: StepProblem, eps: number): number {
  let most = 0;
  for (let i = 0; i < contactCount; i += 1) most = Math.max(most, eps * softness[i] * Math.abs(impulse[3 * i + 2]));
  return most;
}

/** Steps of Newton at first, how often splitting may help where they stop short, and factorisations in all. */
interface Effort {
  readonly way: Way;
  readonly steps: number;
  readonly rounds: number;
  readonly most: number;
}

/** One foundation with its multiplier: Newton, and splitting where that stops short. */
function solveFoundation(work: Workspace, problem: StepProblem, foundation: Foundation, { way, steps, rounds, most }: Effort): number {
  let worst = newton(work, problem, foundation, { steps: Math.min(steps, most - work.factorisations), leaps: way.leaps });
  for (let round = 0; round < rounds && worst > foundation.accuracy && work.factorisations < most; round += 1) {
    cutToCones(work, problem);
    worst = split(work, problem, foundation, way.splits);
    if (worst > foundation.accuracy)
      worst = newton(work, problem, foundation, { steps: Math.min(MENDING, most - work.factorisations), leaps: way.leaps });
  }
  return worst;
}

/**
 * Where contacts put energy in, P.v > 0, more than their bounds ask for (possible only off convergence), all impulses are shrunk until they
 * do not: cones and momentum are kept. True where that changed anything.
 */
function shrinkToNoGain(work: Workspace, problem: StepProblem): boolean {
  const { impulse, contactVelocity } = work;
  const size = 3 * problem.contactCount;
  let after = 0;
  let asked = 0;
  for (let k = 0; k < size; k += 1) {
    after += impulse[k] * contactVelocity[k];
    asked += Math.max(0, impulse[k] * problem.bound[k]);
  }
  if (!(after > asked)) return false;
  let before = 0;
  for (let i = 0; i < problem.contactCount; i += 1) before += freeWork(problem, i, impulse);
  const share = Math.min(1, Math.max(0, (asked - before) / (after - before)));
  for (let k = 0; k < size; k += 1) impulse[k] *= share;
  moveBy(work, problem);
  return true;
}

/** P . v of one contact with u*. */
function freeWork(problem: StepProblem, i: number, impulse: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < 3; c += 1) sum += impulse[3 * i + c] * (contactRow(problem, i, c, problem.freeVelocity) + problem.offset[3 * i + c]);
  return sum;
}
