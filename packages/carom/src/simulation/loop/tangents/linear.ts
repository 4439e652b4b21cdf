/**
 * The derivative of what contacts with frozen modes do, from the equations themselves and the factors they were solved with
 * (contact/frozen-change.ts): what the state and the parameter make of them, known in closed form where the system knows it and else by
 * differences with forces and accelerations held, then one back substitution.
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { type ForceProblem, type ForceSolution, STICK, UNLOADED } from "../../contact/force-problem.js";
import type { FrozenFactors } from "../../contact/frozen.js";
import { type ChangeSolver, writeTwist } from "../../contact/frozen-change.js";
import { type Direction, FOURTH, inMaterials, type Lens, type Scales, SIXTH, stepAlong, type WeightedLens } from "./columns.js";
import type { Frozen, FrozenCluster, State } from "./frozen.js";
import {
  addResidual,
  clearResidual,
  createHeld,
  createResidual,
  createResidualWriter,
  type Held,
  type Residual,
  type ResidualWriter,
  readTouchesHeld,
} from "./residual.js";

/** Contacts of a cluster as they were solved. */
interface SolvedContacts {
  readonly problem: ForceProblem;
  readonly solution: ForceSolution;
  readonly factors: FrozenFactors;
  readonly solver: ChangeSolver;
}

/** The same; or that there are none. */
export type Solved = SolvedContacts | typeof UNSOLVED;
export const UNSOLVED = { factors: undefined } as const;

export interface LinearFrozen {
  /** The state is another: what was looked at does not hold. */
  forget(): void;
  /** What a direction makes of the equations, forces and accelerations held; overwritten by the next. */
  changeOf(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, solved: Solved): Residual;
  /** Writes the change of accelerations, forces and rates that follows from it and from the turns of directions in `out`. */
  solve(cluster: FrozenCluster, at: Frozen, along: Direction, solved: Solved, out: Frozen): void;
  /** Adds what turns of directions alone make. */
  addTurns(cluster: FrozenCluster, at: Frozen, turns: Float64Array, solved: Solved, out: Frozen): void;
}

/** Without contacts a step is cheap, and rounding can be kept out of it altogether. */
const stencilOf = ({ contacts }: FrozenCluster) => (contacts.length === 0 ? SIXTH : FOURTH);

/** What is remembered of a cluster. */
interface Remembered {
  readonly held: Held;
  readonly change: Residual;
  readonly trial: Residual;
}

export function createLinearFrozen(base: Lens, scales: Scales): LinearFrozen {
  const { system } = base;
  const tangents = system.tangents?.();
  const writer = createResidualWriter(base);
  const known = new WeakMap<FrozenCluster, Remembered>();
  const [q, u] = [new Float64Array(system.coordinateCount), new Float64Array(system.speedCount)];
  const [force, forces] = [new Float64Array(system.speedCount), new Float64Array(system.speedCount)];
  const isLoaded = ({ parts }: FrozenCluster) => parts.some((part) => system.isLoaded?.(part) === true);
  /** Whose touches have been looked at. */
  let looked: Frozen | undefined;

  function remembered(cluster: FrozenCluster, at: Frozen): Remembered {
    const found = known.get(cluster) ?? {
      held: createHeld(base, cluster, at),
      change: createResidual(cluster),
      trial: createResidual(cluster),
    };
    known.set(cluster, found);
    return found;
  }

  function look({ held }: Remembered, state: State, at: Frozen, solved: Solved): void {
    if (looked === at && held.at === at) return;
    looked = at;
    held.at = at;
    const { speeds } = held.cluster;
    for (let k = 0; k < speeds.length; k++) held.accelerations[speeds[k]] = at.accelerations[k];
    held.kept = solved.factors?.kept ?? 0;
    held.isRedundant = false;
    if (solved.factors !== undefined) lookAtRows(held, solved);
    readTouchesHeld(base, held, state);
  }

  function lookAtRows(held: Held, { problem, solution, factors }: SolvedContacts): void {
    const { speeds } = held.cluster;
    held.isRedundant = factors.rank < factors.kept;
    held.rows.set(factors.rows.subarray(0, factors.kept));
    if (!held.isRedundant) return;
    const twist = force.subarray(0, speeds.length);
    writeTwist(problem, solution, factors, { weights: held.weights, twist });
    for (let k = 0; k < speeds.length; k++) held.twist[speeds[k]] = twist[k];
  }

  /** Forces of bodies with loads, along a direction. */
  function loadsAlong({ cluster }: Held, state: State, along: Direction): Float64Array | undefined {
    if (!isLoaded(cluster)) return undefined;
    for (const k of cluster.speeds) forces[k] = 0;
    const h = stepAlong(along, scales, cluster, stencilOf(cluster));
    if (h === 0) return forces;
    eachStep(cluster, state, along, h, (moved, weight) => {
      system.forces(moved.time, moved.coordinates, moved.speeds, force, cluster.parts);
      for (const k of cluster.speeds) forces[k] += weight * force[k];
    });
    return forces;
  }

  function eachStep(
    cluster: FrozenCluster,
    state: State,
    along: Direction,
    h: number,
    visit: (moved: State, weight: number) => void,
  ): void {
    const { offsets, weights } = stencilOf(cluster);
    q.set(state.coordinates);
    u.set(state.speeds);
    offsets.forEach((offset, n) => {
      for (const sign of [1, -1]) {
        const move = sign * offset * h;
        for (const k of cluster.coordinates) q[k] = state.coordinates[k] + move * along.coordinates[k];
        for (const k of cluster.speeds) u[k] = state.speeds[k] + move * along.speeds[k];
        visit({ time: state.time + move * along.time, coordinates: q, speeds: u }, (sign * weights[n]) / h);
      }
    });
  }

  function changeOf(cluster: FrozenCluster, state: State, at: Frozen, along: Direction, solved: Solved): Residual {
    const all = remembered(cluster, at);
    const { held, change, trial } = all;
    look(all, state, at, solved);
    clearResidual(change);
    const h = stepAlong(along, scales, cluster, stencilOf(cluster));
    if (h !== 0 && tangents?.knows(along) === true) writer.along(tangents, held, state, along, loadsAlong(held, state, along), change);
    else if (h !== 0)
      eachStep(cluster, state, along, h, (moved, weight) => {
        writer.at(base, held, moved, trial);
        addResidual(change, trial, weight);
      });
    if (along.moved.length === 0) return change;
    if (along.masses !== undefined && !isLoaded(cluster)) writer.byMasses(along.masses, held, state, change);
    else addMoved(writer, all, state, along.moved);
    return change;
  }

  return {
    forget: () => {
      looked = undefined;
    },
    changeOf,
    solve: (cluster, at, along, solved, out) => {
      const { change } = remembered(cluster, at);
      out.accelerations.set(change.accelerations);
      out.contactRates.set(change.contactRates);
      if (solved.factors === undefined) return;
      const { problem, solution, factors, solver } = solved;
      for (let i = 0; i < cluster.contacts.length; i++) turnFriction(solved, at, i, frictionAlong(base, cluster, i, along), out);
      const { accelerations, contactRates: rates, forces: pushes } = out;
      solver.solve(problem, solution, factors, { accelerations, rates, forces: pushes, pressed: change.pressed, twist: change.twist });
    },
    addTurns: (cluster, at, turns, solved, out) => {
      const { trial } = remembered(cluster, at);
      clearResidual(trial);
      turnAlone(solved, at, turns, trial, out);
    },
  };
}

/** Adds what systems with the parameter moved make of the equations. */
function addMoved(writer: ResidualWriter, { held, change, trial }: Remembered, state: State, moved: readonly WeightedLens[]): void {
  for (const { weight, lens, changes } of moved) {
    if (changes === "materials") continue;
    if (changes === "all") {
      writer.at(lens, held, state, trial);
      addResidual(change, trial, weight);
      continue;
    }
    writer.ofMasses(lens, held, state, trial);
    for (let k = 0; k < change.accelerations.length; k++) change.accelerations[k] += weight * trial.accelerations[k];
    if (held.isRedundant) for (let k = 0; k < change.twist.length; k++) change.twist[k] += weight * trial.twist[k];
  }
}

/** Adds what turns of directions make with all else as it is. */
function turnAlone(solved: Solved, at: Frozen, turns: Float64Array, none: Residual, out: Frozen): void {
  if (solved.factors === undefined) return;
  const { problem, solution, factors, solver } = solved;
  const turned = { forces: new Float64Array(out.forces.length), directions: turns };
  for (let i = 0; i < problem.count; i++) turnFriction(solved, at, i, 0, turned);
  const { accelerations, contactRates: rates, pressed, twist } = none;
  solver.solve(problem, solution, factors, { accelerations, rates, forces: turned.forces, pressed, twist });
  for (let k = 0; k < accelerations.length; k++) out.accelerations[k] += accelerations[k];
  for (let k = 0; k < rates.length; k++) {
    out.contactRates[k] += rates[k];
    out.forces[k] += turned.forces[k];
  }
}

/** Friction of a contact that slips, per unit of the parameter. */
function frictionAlong({ system, features }: Lens, { contacts }: FrozenCluster, i: number, { moved }: Direction): number {
  const { key, mode } = contacts[i];
  const changing = inMaterials(moved);
  if (changing.length === 0 || mode === STICK || mode === UNLOADED) return 0;
  const pair = features.withKey(key)?.pair ?? 0;
  const { friction } = system.pairs[pair].material;
  return changing.reduce((sum, { weight, lens }) => sum + weight * (lens.system.pairs[pair].material.friction - friction), 0);
}

/** What a change of friction and the turn of a direction make of the force of a contact that is pressed as it is. */
function turnFriction(
  { problem: { friction }, solution: { modes, direction } }: SolvedContacts,
  { forces }: Frozen,
  i: number,
  change: number,
  out: Pick<Frozen, "forces" | "directions">,
): void {
  if (modes[i] === STICK || modes[i] === UNLOADED) return;
  for (let c = 0; c < 2; c++)
    out.forces[3 * i + c] = -(change * direction[2 * i + c] + friction[i] * out.directions[2 * i + c]) * forces[3 * i + 2];
}
