/**
 * The state of a stepped run: where everything is, what is remembered of every body and every place, what was lost, and arrays to work in.
 */
import type { SceneSystem } from "../system/scene-system.js";
import { type ContactList, createContactList, type Surfaces, surfacesOf } from "./contact-list.js";
import { createFreeStep, type FreeStep, type Members } from "./free-step.js";
import type { StepObserver } from "./observe.js";
import type { Solid } from "./solids.js";
import { createStepProblem, type StepProblem } from "./solver/problem.js";
import { createWorkspace, type Workspace } from "./solver/workspace.js";
import { firstStep, type StepOptions, type StepTolerances, stepTolerances } from "./tolerances.js";

/** Where the energy went, J. */
export interface StepLedger {
  impactLoss: number;
  frictionLoss: number;
  /** Of normal impulses within steps, and of the shift that keeps a step from gaining. */
  steppingLoss: number;
  projectionLoss: number;
}

/** What a stepped stretch was like. */
export interface StepStatistics {
  steps: number;
  /** s. */
  shortest: number;
  longest: number;
  impacts: number;
  /** Hits that were taken early, together with others. */
  merged: number;
  solves: number;
  notConverged: number;
  /** m/s. */
  largestResidual: number;
  /** Sum of the errors of the steps, m. */
  estimatedError: number;
  /** Deepest overlap before projection, m. */
  deepest: number;
}

/** Bodies that step together, and the pairs among which they may touch. */
export interface Island extends Members {
  readonly pairs: readonly number[];
}

export interface RunState {
  readonly system: SceneSystem;
  readonly surfaces: Surfaces;
  readonly tolerances: StepTolerances;
  time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: StepLedger;
  readonly statistics: StepStatistics;

  /** Of each body: the step that its error allows, s. */
  readonly step: Float64Array;
  /** Of each body: hits nearer than this, s, are taken together. Zero: as near as the tolerance says. */
  readonly together: Float64Array;
  /** Of each body: steps in a row that hits cut short, and the time they took. */
  readonly cuts: Float64Array;
  readonly cutTime: Float64Array;
  /** Of each body: (u+ - u) / h of the last step, and whether it is known. */
  readonly acceleration: Float64Array;
  readonly known: Uint8Array;
  readonly asleep: Uint8Array;
  /** Of each body: steps since rest was last looked for. */
  readonly watched: Uint8Array;
  /** Of each feature: its force in the last step, N. */
  readonly force: Float64Array;

  readonly free: FreeStep;
  /** At the beginning of the step, and at its end. */
  contacts: ContactList;
  ahead: ContactList;
  /** Whether `contacts` are those of the present state. */
  isListed: boolean;
  problem: StepProblem;
  readonly workspace: Workspace;
  /** Place of each body in the problem. */
  readonly numbers: Int32Array;
  readonly roots: Int32Array;
  /** Of each contact: its row in the problem, or -1; and whether it is caught. */
  rows: Int32Array;
  caught: Uint8Array;
  /** Where the step leads. */
  readonly nextCoordinates: Float64Array;
  readonly nextSpeeds: Float64Array;
  readonly rate: Float64Array;
  /** What the step would cost, J. */
  readonly pending: { friction: number; stepping: number };
  /** Whoever wants to see what happens on the way. */
  observe?: StepObserver;
}

export function createRunState(system: SceneSystem, options: StepOptions, solids: ReadonlyMap<string, Solid>): RunState {
  const count = system.names.length;
  const { coordinates, speeds } = system.initialState();
  const each = (numbers: number) => new Float64Array(numbers * count);
  const tolerances = stepTolerances(system, gravityOf(system, coordinates), options);
  const surfaces = surfacesOf(system, solids);
  return {
    system,
    surfaces,
    tolerances,
    time: 0,
    coordinates,
    speeds,
    ledger: { impactLoss: 0, frictionLoss: 0, steppingLoss: 0, projectionLoss: 0 },
    statistics: {
      steps: 0,
      shortest: Number.POSITIVE_INFINITY,
      longest: 0,
      impacts: 0,
      merged: 0,
      solves: 0,
      notConverged: 0,
      largestResidual: 0,
      estimatedError: 0,
      deepest: 0,
    },
    step: each(1).fill(firstStep(tolerances)),
    together: each(1),
    cuts: each(1),
    cutTime: each(1),
    acceleration: each(6),
    known: new Uint8Array(count),
    asleep: new Uint8Array(count),
    watched: new Uint8Array(count),
    force: new Float64Array(3 * surfaces.featureCount),
    free: createFreeStep(system),
    contacts: createContactList(),
    ahead: createContactList(),
    isListed: false,
    problem: createStepProblem(count, 64),
    workspace: createWorkspace(),
    numbers: new Int32Array(count),
    roots: new Int32Array(count),
    rows: new Int32Array(64),
    caught: new Uint8Array(64),
    nextCoordinates: coordinates.slice(),
    nextSpeeds: speeds.slice(),
    rate: each(6),
    pending: { friction: 0, stepping: 0 },
  };
}

/** The largest acceleration of a body at rest without contacts, m/s^2. */
export function gravityOf(system: SceneSystem, coordinates: Float64Array): number {
  const speeds = new Float64Array(system.speedCount);
  const force = new Float64Array(system.speedCount);
  system.forces(0, coordinates, speeds, force);
  system.solveMass(coordinates, force, force);
  let most = 0;
  for (let at = 0; at < system.speedCount; at += 6)
    most = Math.max(most, Math.sqrt(force[at] * force[at] + force[at + 1] * force[at + 1] + force[at + 2] * force[at + 2]));
  return most;
}

/** Room for as many rows as there are contacts. */
export function reserveRows(run: RunState): void {
  const capacity = Math.max(run.contacts.capacity, run.ahead.capacity);
  if (run.rows.length >= capacity) return;
  run.rows = new Int32Array(capacity);
  run.caught = new Uint8Array(capacity);
  run.problem = createStepProblem(run.system.names.length, capacity);
}
