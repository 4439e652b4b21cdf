/**
 * How the contacts that touch without approaching go on: which stay closed, which of those stick and which slip.
 *
 * The solver of contact/ chooses; what an event has just found out (a contact at the edge of its cone, one that has stopped) is passed on
 * to it with a margin, so that rounding does not undo the event. A contact without force stays closed only if nothing accelerates it away.
 *
 * Source: own study, hybrid simulation sections 2 and 11.
 */
import { createLeastSquares } from "../../math/least-squares.js";
import { tangentAxis } from "../free-bodies/kinematics.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { joinedParts } from "../system/parts.js";
import { beginsToSlip, type ClosedContact, directionAlong, isCarried, STILL, sticks } from "./closed-contact.js";
import { EDGE_MARGIN, type Findings } from "./findings.js";
import { type ForceProblem, type ForceSolution, HELD, ONSET, SLIP, STICK, UNLOADED } from "./force-problem.js";
import { NoForces } from "./force-solver.js";
import {
  createForceWorkspace,
  type ForceWorkspace,
  freeAccelerations,
  largestFreeRate,
  putTouch,
  reserveContacts,
  speedsByParts,
} from "./force-workspace.js";
import type { Thresholds } from "./tolerances.js";
import { slipSpeed, type Touch } from "./touch.js";

/** What is left of a row, relative to it, that is a combination of others. */
const DEPENDENT = 1e-8;
/** Friction with which nothing slides: more than any contact needs whose normal is not far from the force. */
const LOCKING = 1e3;

/** What touches, and what is known of it. */
export interface ModeQuestion {
  readonly parts: readonly number[];
  /** Of these parts; must be fresh. */
  readonly touches: readonly Touch[];
  /** Contacts that were closed, by the keys of their features. */
  readonly before: ReadonlyMap<string, ClosedContact>;
  readonly findings: Findings;
  /** Those that stick, if they have load, whatever friction they need. */
  readonly locked: ReadonlySet<Touch>;
}

/** Closed contacts among the touches of some parts, at a state. */
export type ChooseModes = (question: ModeQuestion, time: number, coordinates: Float64Array, speeds: Float64Array) => ClosedContact[];

export function createModeChoice(system: MechanicalSystem, thresholds: Thresholds): ChooseModes {
  const works = new Map<number, ForceWorkspace>();
  const placesOf = speedsByParts(system);
  const free = new Float64Array(system.speedCount);

  function workFor(size: number, contacts: number): ForceWorkspace {
    const work = works.get(size) ?? createForceWorkspace(size);
    works.set(size, work);
    reserveContacts(work, contacts);
    return work;
  }

  /** Where no forces agree with slip in the given directions, those that hardly move are left to find their own. */
  function solveOrRest({ problem, solution, solver }: ForceWorkspace, touches: readonly Touch[]): void {
    try {
      solver.solve(problem, solution);
    } catch (error) {
      if (!(error instanceof NoForces)) throw error;
      const slow = touches.map(
        (touch, i) => problem.slides[i] === 1 && problem.friction[i] > 0 && slipSpeed(touch) < thresholds.contactSpeed,
      );
      if (!slow.includes(true)) throw error;
      slow.forEach((isSlow, i) => {
        if (isSlow) problem.slides[i] = 0;
      });
      solver.solve(problem, solution);
    }
  }

  return (question, time, coordinates, speeds) => {
    const { parts, touches, before, findings, locked } = question;
    if (touches.length === 0) return [];
    const places = placesOf(parts);
    const work = workFor(places.length, touches.length);
    const { problem, solution } = work;
    problem.count = touches.length;
    freeAccelerations(system, parts, time, coordinates, speeds, free);
    places.forEach((place, k) => {
      problem.free[k] = free[place];
    });
    touches.forEach((touch, i) => {
      putTouch(work, i, touch, system, places);
      const { key } = touch.feature;
      const was = before.get(key);
      const speed = slipSpeed(touch);
      // One that has turned by a right angle within a step has not stopped.
      const stopped = findings.stops.has(key) && speed < thresholds.contactSpeed;
      const beginning = beginsToSlip(was, touch, thresholds) && !stopped && !findings.calms;
      const slowest = findings.calms ? thresholds.contactSpeed : thresholds.restSlip;
      const locks = locked.has(touch);
      if (locks) problem.friction[i] = problem.staticFriction[i] = LOCKING;
      const rests = locks || stopped || !(speed > slowest || beginning) || isCarried(was, touch, thresholds);
      const moves = problem.friction[i] === 0 ? !stopped : !rests;
      problem.slides[i] = moves ? 1 : 0;
      if (moves) {
        const along = beginning && was !== undefined ? directionAlong(was, touch) : [touch.velocity[0] / speed, touch.velocity[1] / speed];
        problem.direction[2 * i] = speed > 0 || beginning ? along[0] : 1;
        problem.direction[2 * i + 1] = speed > 0 || beginning ? along[1] : 0;
      }
      if (findings.slips.has(key)) problem.staticFriction[i] *= 1 - findings.margin;
    });
    solveOrRest(work, touches);
    passOn(work, touches, findings);
    letGo(work, parts, touches);
    const still = STILL * largestFreeRate(problem);
    const isHeldClosed = heldClosed(work);
    return touches.flatMap((touch, i): ClosedContact[] => {
      const was = before.get(touch.feature.key);
      const unloaded = solution.modes[i] === UNLOADED;
      const leaves = was?.loose === true && findings.lifts.has(touch.feature.key);
      if (unloaded && (leaves || Math.abs(solution.rates[3 * i + 2]) > still)) return [];
      const beginning = problem.slides[i] === 1 && beginsToSlip(was, touch, thresholds);
      return [
        {
          touch,
          mode: beginning ? ONSET : solution.modes[i],
          direction: [solution.direction[2 * i], solution.direction[2 * i + 1]],
          axis: tangentAxis(touch.state.normal),
          rested: problem.slides[i] === 0,
          locked: locked.has(touch),
          loose: unloaded && !isHeldClosed(i),
          twins: [],
        },
      ];
    });
  };
}

/**
 * At the very beginning or end of a load the finite compliance of the solver may see the other side of what the event has found: the event
 * is right.
 */
function passOn({ problem, solution }: ForceWorkspace, touches: readonly Touch[], { lifts, loads, slips, margin }: Findings): void {
  const insists = margin > EDGE_MARGIN;
  if (lifts.size === 0 && loads.size === 0 && !(insists && slips.size > 0)) return;
  let push = 0;
  for (let i = 0; i < problem.count; i++) push = Math.max(push, solution.forces[3 * i + 2]);
  const still = STILL * largestFreeRate(problem);
  touches.forEach(({ feature }, i) => {
    if (lifts.has(feature.key) && solution.forces[3 * i + 2] <= margin * push) solution.modes[i] = UNLOADED;
    if (loads.has(feature.key) && solution.modes[i] === UNLOADED && solution.rates[3 * i + 2] <= still)
      solution.modes[i] = problem.slides[i] === 1 ? SLIP : STICK;
    if (insists && slips.has(feature.key) && solution.modes[i] === STICK) beginSlip(solution, i);
  });
}

/** What is held is held by contacts that stick: where an event has let the last of them slip, it slips too. */
function letGo({ solution: { modes } }: ForceWorkspace, parts: readonly number[], touches: readonly Touch[]): void {
  if (!modes.subarray(0, touches.length).includes(HELD)) return;
  for (const joined of joinedParts(parts, touches)) {
    const own = touches.flatMap((touch, i) => (joined.includes(touch.parts[0]) ? [i] : []));
    if (own.some((i) => modes[i] === STICK)) continue;
    for (const i of own) if (modes[i] === HELD) modes[i] = ONSET;
  }
}

/** Against the force that holds it. */
function beginSlip({ modes, forces, direction }: ForceSolution, i: number): void {
  const [f1, f2] = [forces[3 * i], forces[3 * i + 1]];
  const held = Math.sqrt(f1 * f1 + f2 * f2);
  if (held === 0) return;
  modes[i] = ONSET;
  direction[2 * i] = -f1 / held;
  direction[2 * i + 1] = -f2 / held;
}

/**
 * Says of contacts without load whether they cannot leave because others hold the body: their row of the Jacobian is a combination of
 * those of the others, which are the same for all and factored once.
 */
function heldClosed({ problem, solution }: ForceWorkspace): (i: number) => boolean {
  const { size: n, jacobian } = problem;
  let loaded: Combinations | undefined;
  return (i) => {
    loaded ??= combinationsOf(problem, loadedRows(problem, solution));
    const { rows, nearest } = loaded;
    const own = jacobian.subarray((3 * i + 2) * n, (3 * i + 3) * n);
    const weights = nearest(own);
    let left = 0;
    let whole = 0;
    for (let k = 0; k < n; k++) {
      let sum = own[k];
      for (let r = 0; r < rows.length; r++) sum -= weights[r] * jacobian[rows[r] * n + k];
      left = Math.max(left, Math.abs(sum));
      whole = Math.max(whole, Math.abs(own[k]));
    }
    return left <= DEPENDENT * whole;
  };
}

/** Rows of the Jacobian along which contacts with load hold the body. */
function loadedRows({ count }: ForceProblem, { modes }: ForceSolution): number[] {
  const rows: number[] = [];
  for (let j = 0; j < count; j++) {
    if (modes[j] === UNLOADED) continue;
    if (sticks(modes[j])) rows.push(3 * j, 3 * j + 1);
    rows.push(3 * j + 2);
  }
  return rows;
}

interface Combinations {
  readonly rows: readonly number[];
  /** The weights of the rows in their combination that is nearest to this one. */
  readonly nearest: (own: Float64Array) => Float64Array;
}

function combinationsOf({ size: n, jacobian }: ForceProblem, rows: readonly number[]): Combinations {
  const squares = createLeastSquares(n, Math.max(1, rows.length));
  for (let r = 0; r < rows.length; r++) for (let k = 0; k < n; k++) squares.matrix[k * rows.length + r] = jacobian[rows[r] * n + k];
  squares.factor(n, rows.length);
  const weights = new Float64Array(rows.length);
  const nearest = (own: Float64Array) => {
    squares.solveFactored(own.slice(), weights);
    return weights;
  };
  return { rows, nearest };
}
