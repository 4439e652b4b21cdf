/**
 * The state of a stepped run: where everything is, what is remembered of every body and every place, what was lost, and arrays to work in.
 */
import type { SceneSystem } from "../system/scene-system.js";
import { type BroadPhase, createBroadPhase } from "./broad-phase.js";
import { bodyCountOf, type ContactList, createContactList, type Surfaces, surfacesOf } from "./contact-list.js";
import { createFreeStep, type FreeStep, type Members } from "./free-step.js";
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
  /** Done by loads, and by ground that is moved. */
  appliedWork: number;
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
  /** Of each body: the time, s, within which hits are to be expected as they have been coming. */
  readonly pace: Float64Array;
  /** Of each body: hits nearer than this, s, are taken together. Zero: as near as the tolerance says. */
  readonly together: Float64Array;
  /** Of each body: hits of its island within its last step, older ones counting less. */
  readonly hits: Float64Array;
  /** Of each body: (u+ - u) / h of the last step, and whether it is known. */
  readonly acceleration: Float64Array;
  readonly known: Uint8Array;
  readonly asleep: Uint8Array;
  /** Of each body: steps since rest was last looked for. */
  readonly watched: Uint8Array;
  /** Of each feature: its force in the last step, N. */
  readonly force: Float64Array;

  /** All bodies and parts, and the bodies of each part. */
  readonly everything: Members;
  readonly members: readonly (readonly number[])[];
  readonly broad: BroadPhase;
  /** Of each body: how fast what may hit it is, m/s. Of each pair: how far it is apart. To work in. */
  readonly hurry: Float64Array;
  readonly clear: Float64Array;
  /** State of a part that flies, before and after. */
  readonly flightStart: Float64Array;
  readonly flightEnd: Float64Array;
  readonly free: FreeStep;
  /** At the beginning of the step, and at its end. */
  contacts: ContactList;
  ahead: ContactList;
  /** The island of which `contacts` are those of the present state. */
  listed: Island | undefined;
  problem: StepProblem;
  readonly workspace: Workspace;
  /** Place of each body in the problem. */
  readonly numbers: Int32Array;
  readonly roots: Int32Array;
  /** Of each contact: its row in the problem, or -1; and whether it is caught. */
  rows: Int32Array;
  caught: Uint8Array;
  /** Of each contact: what it is in an impact, and its impulse there. */
  touching: Uint8Array;
  kept: Float64Array;
  /** Of each body: whether it takes part in an impact or a projection. */
  readonly chosen: Uint8Array;
  /** Speeds that are all zero. */
  readonly standing: Float64Array;
  /** Where the step leads. */
  readonly nextCoordinates: Float64Array;
  readonly nextSpeeds: Float64Array;
  readonly rate: Float64Array;
  /** Coordinates at which masses were read, and numbers to work in. */
  readonly weighed: Float64Array;
  readonly alone: Float64Array;
  readonly turnedBack: Float64Array;
  readonly common: Float64Array;
  /** What the step would cost, J. */
  readonly pending: { friction: number; projection: number; ground: number };
}

export function createRunState(system: SceneSystem, options: StepOptions, solids: ReadonlyMap<string, Solid>): RunState {
  const count = bodyCountOf(system);
  const { coordinates, speeds } = system.initialState();
  const each = (numbers: number) => new Float64Array(numbers * count);
  const tolerances = stepTolerances(system, gravityOf(system, coordinates), options);
  const surfaces = surfacesOf(system, solids);
  // Ground that is moved is the last part, and is where the time says.
  const parts = (system.parts ?? []).filter(({ speeds: places }) => places[0] < 6 * count);
  return {
    system,
    surfaces,
    tolerances,
    time: 0,
    coordinates,
    speeds,
    ledger: { impactLoss: 0, frictionLoss: 0, steppingLoss: 0, projectionLoss: 0, appliedWork: 0 },
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
    pace: each(1).fill(tolerances.longestStep),
    together: each(1),
    hits: each(1),
    acceleration: each(6),
    known: new Uint8Array(count),
    asleep: new Uint8Array(count),
    watched: new Uint8Array(count),
    force: new Float64Array(3 * surfaces.featureCount),
    everything: { bodies: Array.from({ length: count }, (_, body) => body), parts: parts.map((_, part) => part) },
    members: parts.map(({ speeds: places }) => [...new Set(places.map((k) => Math.floor(k / 6)))]),
    broad: createBroadPhase(system.pairs.length),
    hurry: each(1),
    clear: new Float64Array(system.pairs.length),
    flightStart: each(13),
    flightEnd: each(13),
    free: createFreeStep(system),
    contacts: createContactList(),
    ahead: createContactList(),
    listed: undefined,
    problem: createStepProblem(count, 64),
    workspace: createWorkspace(),
    numbers: new Int32Array(count),
    roots: new Int32Array(count),
    rows: new Int32Array(64),
    caught: new Uint8Array(64),
    touching: new Uint8Array(64),
    kept: new Float64Array(3 * 64),
    chosen: new Uint8Array(count),
    standing: new Float64Array(system.speedCount),
    nextCoordinates: coordinates.slice(),
    nextSpeeds: speeds.slice(),
    rate: new Float64Array(system.speedCount),
    weighed: coordinates.slice(),
    alone: new Float64Array(system.coordinateCount),
    turnedBack: new Float64Array(6),
    common: new Float64Array(6),
    pending: { friction: 0, projection: 0, ground: 0 },
  };
}

/** The largest acceleration of a body at rest without contacts, m/s^2. */
function gravityOf(system: SceneSystem, coordinates: Float64Array): number {
  const speeds = new Float64Array(system.speedCount);
  const force = new Float64Array(system.speedCount);
  system.forces(0, coordinates, speeds, force);
  system.solveMass(coordinates, force, force);
  let most = 0;
  for (let at = 0; at + 6 <= system.speedCount; at += 6)
    most = Math.max(most, Math.sqrt(force[at] * force[at] + force[at + 1] * force[at + 1] + force[at + 2] * force[at + 2]));
  return most;
}

/** Room for as many rows as there are contacts. */
export function reserveRows(run: RunState): void {
  const capacity = Math.max(run.contacts.capacity, run.ahead.capacity);
  if (run.rows.length >= capacity) return;
  run.rows = new Int32Array(capacity);
  run.caught = new Uint8Array(capacity);
  run.touching = new Uint8Array(capacity);
  run.kept = new Float64Array(3 * capacity);
  run.problem = createStepProblem(bodyCountOf(run.system), capacity);
}

/** The time of the run, and of ground that is moved. */
export function setTime(run: RunState, time: number): void {
  run.time = time;
  setClock(run.system, run.coordinates, time);
}

export function setClock({ driven }: SceneSystem, coordinates: Float64Array, time: number): void {
  if (driven !== undefined) coordinates[coordinates.length - 1] = time;
}
