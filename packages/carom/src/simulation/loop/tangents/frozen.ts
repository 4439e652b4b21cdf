/**
 * What contacts with frozen modes make of a state, and its derivative along a direction.
 *
 *     y = (rates of coordinates, accelerations, forces, contact velocities, their rates, gaps)
 *
 * Where the matrix of the contacts has factors, the equations are differentiated (linear.ts). Where it has none, or a contact is held at
 * the edge of its cone by others, differences are taken: the direction of a slip s has the derivative (1 - z z^T) ds / |s|, exactly,
 * however slow the slip, so states are moved with the directions held, and then the directions alone.
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { rowsIn } from "../../../math/rows.js";
import { sticks } from "../../contact/closed-contact.js";
import { followOnsets } from "../../contact/follow-onsets.js";
import { type ForceSolution, HELD, ONSET, SLIP } from "../../contact/force-problem.js";
import { createForceWorkspace, type ForceWorkspace, freeAccelerations, putTouch, reserveContacts } from "../../contact/force-workspace.js";
import { createFrozenSolver, type FrozenSolver } from "../../contact/frozen.js";
import { type ChangeSolver, createChangeSolver } from "../../contact/frozen-change.js";
import type { Touch } from "../../contact/touch.js";
import type { Cluster } from "../cluster.js";
import { type Direction, FOURTH, type Lens, type Scales, stepAlong } from "./columns.js";
import { axisOf, refreshAlong } from "./frames.js";
import { turnHeldPushes } from "./held-pushes.js";
import { createLinearFrozen, type Solved, UNSOLVED } from "./linear.js";

/** A contact that keeps its mode, by the key of its feature. */
export interface FrozenContact {
  readonly key: string;
  readonly mode: number;
  /** Of a slip that begins, or the last one known: a slip that turns is followed from step to step. */
  readonly direction: [number, number];
  /** A slip that has just come to rest: its velocity is rounding, its direction is the last it had. */
  readonly stopped?: boolean;
  /** One that is held: it pushes where the load has it. Default: along its direction, which makes no difference to how anything moves. */
  readonly follows?: boolean;
}

/** The last directions of slips that have come to rest, by the keys of their contacts. */
export type LastDirections = ReadonlyMap<string, readonly [number, number]>;

/** Parts that move together, their contacts frozen. */
export interface FrozenCluster {
  readonly parts: readonly number[];
  readonly coordinates: readonly number[];
  readonly speeds: readonly number[];
  readonly contacts: readonly FrozenContact[];
}

export function frozenCluster({ parts, coordinates, speeds, closed }: Cluster): FrozenCluster {
  return {
    parts,
    coordinates,
    speeds,
    contacts: closed.map(({ touch, mode, direction }) => ({ key: touch.feature.key, mode, direction: [direction[0], direction[1]] })),
  };
}

export const frozenSticks = ({ mode }: FrozenContact) => sticks(mode);

/** Of a cluster at a state, or its derivative: in the order of the cluster's coordinates, speeds and contacts. */
export interface Frozen {
  readonly rates: Float64Array;
  readonly accelerations: Float64Array;
  /** Three for each contact, N. */
  readonly forces: Float64Array;
  /** Three for each contact, m/s and m/s^2. */
  readonly velocities: Float64Array;
  readonly contactRates: Float64Array;
  /** m. */
  readonly gaps: Float64Array;
  /** Of slips, two for each contact. */
  readonly directions: Float64Array;
  /** That the first tangents of the contacts follow. */
  readonly axes: number[];
  /** Whether slips that begin turn to where they are accelerated; else they keep their directions. */
  onsetsTurn: boolean;
}

export function createFrozen({ coordinates, speeds, contacts }: FrozenCluster): Frozen {
  const count = contacts.length;
  const row = rowsIn(coordinates.length + speeds.length + 12 * count);
  return {
    rates: row(coordinates.length),
    accelerations: row(speeds.length),
    forces: row(3 * count),
    velocities: row(3 * count),
    contactRates: row(3 * count),
    gaps: row(count),
    directions: row(2 * count),
    axes: new Array<number>(count).fill(0),
    onsetsTurn: false,
  };
}

/** A state of the whole system. */
export interface State {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/**
 * Derivatives of the directions of slips that begin, two for each contact; or `held`: no direction turns, nor those of slips. Default:
 * slips turn, and what begins does not, unless `onsetsTurn`.
 */
export type Turns = Float64Array | "held";

export interface FrozenEvaluator {
  /** Writes what a cluster does at a state; `directions` are the slips' own. */
  evaluate(cluster: FrozenCluster, state: State, out: Frozen): void;
  /**
   * Writes the derivative of that along a direction; `at` is what `evaluate` wrote at the state.
   */
  differentiate(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, out: Frozen, turns?: Turns): void;
  /** Adds the derivative by the directions of slips, which turn by `turns`. */
  addTurns(cluster: FrozenCluster, state: State, at: Frozen, turns: Float64Array, out: Frozen): void;
}

const FIELDS = ["rates", "accelerations", "forces", "velocities", "contactRates", "gaps"] as const;
/** By how much directions are turned in differences, rad. */
const TURN = 1e-3;
const ROUNDING = 1e-12;

export function createFrozenEvaluator(base: Lens, scales: Scales): FrozenEvaluator {
  const workFor = createWorkspaces();
  const [rates, free] = [new Float64Array(base.system.coordinateCount), new Float64Array(base.system.speedCount)];
  const trials = new Map<string, Frozen>();
  const linear = createLinearFrozen(base, scales);
  /** Whose contacts are loaded and solved now. */
  let loaded: Frozen | undefined;

  function trialFor(cluster: FrozenCluster): Frozen {
    const key = `${cluster.coordinates.length} ${cluster.speeds.length} ${cluster.contacts.length}`;
    const found = trials.get(key) ?? createFrozen(cluster);
    trials.set(key, found);
    return found;
  }

  /** Loads everything but the directions. */
  function load(lens: Lens, cluster: FrozenCluster, { time, coordinates, speeds }: State, out: Frozen, axes?: readonly number[]): Touch[] {
    loaded = undefined;
    const { system } = lens;
    const { parts, contacts } = cluster;
    system.rates(coordinates, speeds, rates, parts);
    cluster.coordinates.forEach((place, k) => {
      out.rates[k] = rates[place];
    });
    freeAccelerations(system, parts, time, coordinates, speeds, free);
    // Without contacts there is nothing to solve, and no workspace is made for it.
    if (contacts.length === 0) {
      for (let k = 0; k < cluster.speeds.length; k++) out.accelerations[k] = free[cluster.speeds[k]];
      return [];
    }
    const { force } = workFor(cluster.speeds.length, contacts.length);
    for (let k = 0; k < cluster.speeds.length; k++) force.problem.free[k] = free[cluster.speeds[k]];
    force.problem.count = contacts.length;
    return contacts.map(({ key, mode }, i) => {
      const touch = touchOf(lens, key);
      refreshAlong(system, touch, coordinates, speeds, axes?.[i]);
      putTouch(force, i, touch, system, cluster.speeds);
      force.solution.modes[i] = mode;
      out.velocities.set(touch.velocity, 3 * i);
      out.gaps[i] = touch.state.gap;
      return touch;
    });
  }

  /** Solves what was loaded with the directions given. */
  function solve({ speeds, contacts }: FrozenCluster, directions: Float64Array, out: Frozen): void {
    if (contacts.length === 0) return;
    const { force, frozen } = workFor(speeds.length, contacts.length);
    const { problem, solution, solver } = force;
    contacts.forEach(({ mode }, i) => {
      solution.modes[i] = mode;
    });
    solution.direction.set(directions);
    if (isHeld(contacts)) solver.solveFrozen(problem, solution);
    else frozen.solve(problem, solution);
    if (contacts.some(({ follows }) => follows === true)) {
      // Where nothing holds them any longer there are no such forces.
      if (turnHeldPushes(problem, solution)) solver.solveFrozen(problem, solution);
      else solution.forces.fill(Number.NaN);
    }
    readSolution(solution, out);
  }

  function evaluate(cluster: FrozenCluster, state: State, out: Frozen): void {
    const touches = load(base, cluster, state, out);
    for (let i = 0; i < touches.length; i++) out.axes[i] = axisOf(touches[i]);
    cluster.contacts.forEach((contact, i) => {
      writeDirection(contact, out, i);
    });
    solve(cluster, out.directions, out);
    out.onsetsTurn = false;
    if (touches.length > 0) followBegun(workFor(cluster.speeds.length, touches.length), cluster, out);
    loaded = out;
    linear.forget();
  }

  const { byDifferences, turnByDifferences } = createDifferences(base, scales, { trialFor, load, solve });

  /** The cluster with its matrix in factors, or undefined: it has none. */
  function hold(cluster: FrozenCluster, state: State, at: Frozen): Solved | undefined {
    if (isHeld(cluster.contacts)) return undefined;
    if (loaded !== at) {
      const trial = trialFor(cluster);
      load(base, cluster, state, trial, at.axes);
      solve(cluster, at.directions, trial);
      loaded = at;
      linear.forget();
    }
    if (cluster.contacts.length === 0) return UNSOLVED;
    const { force, frozen, changes } = workFor(cluster.speeds.length, cluster.contacts.length);
    const factors = frozen.factors();
    return factors === undefined ? undefined : { problem: force.problem, solution: force.solution, factors, solver: changes };
  }

  function differentiate(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, out: Frozen, begins?: Turns): void {
    const solved = hold(cluster, state, at);
    if (solved === undefined) {
      byDifferences(cluster, state, at, along, out, begins);
      return;
    }
    const change = linear.changeOf(cluster, state, at, along, solved);
    out.rates.set(change.rates);
    out.velocities.set(change.velocities);
    out.gaps.set(change.gaps);
    out.forces.fill(0);
    out.directions.fill(0);
    if (begins !== "held") writeTurns(cluster, at, out, begins);
    linear.solve(cluster, at, along, solved, out);
  }

  function addTurns(cluster: FrozenCluster, state: State, at: Frozen, turns: Float64Array, out: Frozen): void {
    const solved = hold(cluster, state, at);
    if (solved === undefined) turnByDifferences(cluster, state, at, turns, out);
    else linear.addTurns(cluster, at, turns, solved, out);
  }

  return { evaluate, differentiate, addTurns };
}

/** How a cluster is loaded and solved. */
interface Loading {
  trialFor(cluster: FrozenCluster): Frozen;
  load(lens: Lens, cluster: FrozenCluster, state: State, out: Frozen, axes: readonly number[]): void;
  solve(cluster: FrozenCluster, directions: Float64Array, out: Frozen): void;
}

interface Differences {
  byDifferences(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, out: Frozen, begins?: Turns): void;
  turnByDifferences(cluster: FrozenCluster, state: State, at: Frozen, turns: Float64Array, out: Frozen): void;
}

/** Derivatives of clusters whose matrix has no factors. */
function createDifferences(base: Lens, scales: Scales, { trialFor, load, solve }: Loading): Differences {
  const [q, u] = [new Float64Array(base.system.coordinateCount), new Float64Array(base.system.speedCount)];

  function byDifferences(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, out: Frozen, begins?: Turns): void {
    for (const field of FIELDS) out[field].fill(0);
    alongState(cluster, state, at, along, out);
    for (const { weight, lens } of along.moved) {
      const trial = trialFor(cluster);
      load(lens, cluster, state, trial, at.axes);
      solve(cluster, at.directions, trial);
      addAll(out, trial, weight);
    }
    out.directions.fill(0);
    if (begins === "held") return;
    writeTurns(cluster, at, out, begins);
    if (out.directions.some((turn) => turn !== 0)) turnByDifferences(cluster, state, at, out.directions, out);
  }

  function alongState(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, out: Frozen): void {
    const h = stepAlong(along, scales, cluster, FOURTH);
    if (h === 0) return;
    const trial = trialFor(cluster);
    q.set(state.coordinates);
    u.set(state.speeds);
    FOURTH.offsets.forEach((offset, n) => {
      for (const sign of [1, -1]) {
        const move = sign * offset * h;
        for (const k of cluster.coordinates) q[k] = state.coordinates[k] + move * along.coordinates[k];
        for (const k of cluster.speeds) u[k] = state.speeds[k] + move * along.speeds[k];
        load(base, cluster, { time: state.time + move * along.time, coordinates: q, speeds: u }, trial, at.axes);
        solve(cluster, at.directions, trial);
        addAll(out, trial, (sign * FOURTH.weights[n]) / h);
      }
    });
  }

  function turnByDifferences(cluster: FrozenCluster, state: State, at: Frozen, turns: Float64Array, out: Frozen): void {
    let most = 0;
    for (const turn of turns) most = Math.max(most, Math.abs(turn));
    if (most === 0) return;
    const h = TURN / most;
    const trial = trialFor(cluster);
    load(base, cluster, state, trial, at.axes);
    const turned = new Float64Array(turns.length);
    FOURTH.offsets.forEach((offset, n) => {
      for (const sign of [1, -1]) {
        for (let k = 0; k < turned.length; k++) turned[k] = at.directions[k] + sign * offset * h * turns[k];
        solve(cluster, turned, trial);
        const weight = (sign * FOURTH.weights[n]) / h;
        for (const field of ["accelerations", "forces", "contactRates"] as const)
          for (let k = 0; k < out[field].length; k++) out[field][k] += weight * trial[field][k];
      }
    });
  }

  return { byDifferences, turnByDifferences };
}

/** Turns slips that begin to where they are accelerated, once all is solved. */
function followBegun({ force: { problem, solution }, frozen }: FrozenWorkspace, { contacts }: FrozenCluster, out: Frozen): void {
  if (isHeld(contacts) || !contacts.some(({ mode }) => mode === ONSET)) return;
  out.onsetsTurn = followOnsets(problem, solution, () => frozen.solve(problem, solution));
  out.directions.set(solution.direction.subarray(0, 2 * contacts.length));
  readSolution(solution, out);
}

function readSolution({ accelerations, forces, rates }: ForceSolution, out: Frozen): void {
  out.accelerations.set(accelerations.subarray(0, out.accelerations.length));
  out.forces.set(forces.subarray(0, out.forces.length));
  out.contactRates.set(rates.subarray(0, out.contactRates.length));
}

const isHeld = (contacts: readonly FrozenContact[]) => contacts.some(({ mode }) => mode === HELD);

/** How directions turn: those of slips with them, those of slips that begin as they are told. */
function writeTurns({ contacts }: FrozenCluster, at: Frozen, out: Frozen, begins: Float64Array | undefined): void {
  contacts.forEach(({ mode, stopped }, i) => {
    if (mode === SLIP && stopped !== true) writeTurn(at, out, i);
    else if (mode === ONSET && begins !== undefined) out.directions.set(begins.subarray(2 * i, 2 * i + 2), 2 * i);
  });
}

interface FrozenWorkspace {
  readonly force: ForceWorkspace;
  /** Of all contacts at once, and of their changes. */
  readonly frozen: FrozenSolver;
  readonly changes: ChangeSolver;
}

/** A workspace for each number of speeds, with room for so many contacts. */
function createWorkspaces(): (size: number, contacts: number) => FrozenWorkspace {
  const works = new Map<number, FrozenWorkspace>();
  return (size, contacts) => {
    const found = works.get(size);
    if (found !== undefined && contacts <= found.force.capacity) return found;
    const force = found?.force ?? createForceWorkspace(size, contacts);
    reserveContacts(force, contacts);
    const { capacity } = force;
    const work = { force, frozen: createFrozenSolver(size, capacity), changes: createChangeSolver(capacity) };
    works.set(size, work);
    return work;
  };
}

export function touchOf({ features }: Lens, key: string): Touch {
  const feature = features.withKey(key);
  if (feature === undefined) throw new Error(`there is no feature ${key} in a system with a parameter moved`);
  return features.touchFor(feature);
}

function addAll(out: Frozen, values: Frozen, weight: number): void {
  for (const field of FIELDS) {
    const [sum, add] = [out[field], values[field]];
    for (let k = 0; k < sum.length; k++) sum[k] += weight * add[k];
  }
}

/** The direction in which a contact slips, or is going to. */
function writeDirection({ mode, direction, stopped }: FrozenContact, out: Frozen, i: number): void {
  const [v1, v2] = [out.velocities[3 * i], out.velocities[3 * i + 1]];
  const speed = mode === SLIP && stopped !== true ? Math.sqrt(v1 * v1 + v2 * v2) : 0;
  // Through a stop the direction goes on as it was.
  const sign = v1 * direction[0] + v2 * direction[1] < 0 ? -1 : 1;
  out.directions[2 * i] = speed > 0 ? (sign * v1) / speed : direction[0];
  out.directions[2 * i + 1] = speed > 0 ? (sign * v2) / speed : direction[1];
}

/** dz = (1 - z z^T) ds / |s|. */
function writeTurn(at: Frozen, out: Frozen, i: number): void {
  const [z1, z2] = [at.directions[2 * i], at.directions[2 * i + 1]];
  const along = at.velocities[3 * i] * z1 + at.velocities[3 * i + 1] * z2;
  const across = out.velocities[3 * i + 1] * z1 - out.velocities[3 * i] * z2;
  const change = Math.abs(out.velocities[3 * i]) + Math.abs(out.velocities[3 * i + 1]);
  // What is rounding beside the change along the slip turns nothing, however slow the slip.
  const turn = along === 0 || Math.abs(across) <= ROUNDING * change ? 0 : across / along;
  out.directions[2 * i] = -z2 * turn;
  out.directions[2 * i + 1] = z1 * turn;
}
