/**
 * The state of a stepped run: where everything is, what is remembered of every body and every place, what was lost, and arrays to work in.
 */
import type { SceneSystem } from "../system/scene-system.js";
import { type ContactList, createContactList, type Surfaces, surfacesOf } from "./contact-list.js";
import { createFreeStep, type FreeStep, type Members } from "./free-step.js";
import { type Nodes, nodesOf } from "./nodes.js";
import type { Solid } from "./solids.js";
import { type BodyRoom, createStepProblem, GROUND, type StepProblem } from "./solver/problem.js";
import { createWorkspace, type Workspace } from "./solver/workspace.js";
import { firstStep, type StepOptions, type StepTolerances, stepTolerances } from "./tolerances.js";

/** Where the energy went, J. */
export interface StepLedger {
  impactLoss: number;
  frictionLoss: number;
  /** Of normal impulses within steps, and of the shift that keeps a step from gaining. */
  steppingLoss: number;
  projectionLoss: number;
  /** Of motors, dampers, friction and motions of joints. */
  appliedWork: number;
  /** What mechanisms gained that nothing gave them: the error of their steps. */
  residual: number;
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
  /** Impacts that took another law because theirs could not finish. */
  otherLaw: number;
  /** Mechanisms that stopped because their loops led nowhere. */
  stuck: number;
}

/** Nodes that step together, and the pairs among which they may touch. */
export interface Island extends Members {
  readonly pairs: readonly number[];
}

export interface RunState {
  readonly system: SceneSystem;
  readonly nodes: Nodes;
  readonly surfaces: Surfaces;
  /** Pairs of mechanisms with the ground or with themselves, stops among them. */
  readonly ownPairs: readonly number[];
  readonly tolerances: StepTolerances;
  time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: StepLedger;
  readonly statistics: StepStatistics;

  /** Of each node (a body or a mechanism): the step that its error allows, s. */
  readonly step: Float64Array;
  /** Of each node: hits nearer than this, s, are taken together. Zero: as near as the tolerance says. */
  readonly together: Float64Array;
  /** Of each node: steps in a row that hits cut short, and the time they took. */
  readonly cuts: Float64Array;
  readonly cutTime: Float64Array;
  /** (u+ - u) / h of the last step, and of each node whether it is known. */
  readonly acceleration: Float64Array;
  readonly known: Uint8Array;
  readonly asleep: Uint8Array;
  /** Of each node: steps since rest was last looked for. */
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
  /** Place of each node in the problem. */
  readonly numbers: Int32Array;
  readonly roots: Int32Array;
  /** Of each contact: its row in the problem, or -1; and whether it is caught. */
  rows: Int32Array;
  caught: Uint8Array;
  /** Where the step leads. */
  readonly nextCoordinates: Float64Array;
  readonly nextSpeeds: Float64Array;
  readonly rate: Float64Array;
  /** What the step would cost, J, and the work on each mechanism of contacts and of the shift that keeps the step from gaining. */
  readonly pending: { friction: number; stepping: number };
  readonly contactWork: Float64Array;
}

export function createRunState(system: SceneSystem, options: StepOptions, solids: ReadonlyMap<string, Solid>): RunState {
  const nodes = nodesOf(system);
  const { count } = nodes;
  const { coordinates, speeds } = system.initialState();
  const each = () => new Float64Array(count);
  const acceleration = fallOf(system, coordinates);
  const tolerances = stepTolerances(system, gravityOf(system, nodes, coordinates, acceleration), options);
  const surfaces = surfacesOf(system, nodes, solids);
  return {
    system,
    nodes,
    surfaces,
    ownPairs: system.pairs.flatMap((_, pair) =>
      surfaces.bodies[2 * pair] >= nodes.bodyCount && surfaces.bodies[2 * pair + 1] === GROUND ? [pair] : [],
    ),
    tolerances,
    time: 0,
    coordinates,
    speeds,
    ledger: { impactLoss: 0, frictionLoss: 0, steppingLoss: 0, projectionLoss: 0, appliedWork: 0, residual: 0 },
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
      otherLaw: 0,
      stuck: 0,
    },
    step: each().fill(firstStep(tolerances)),
    together: each(),
    cuts: each(),
    cutTime: each(),
    acceleration,
    known: new Uint8Array(count),
    asleep: new Uint8Array(count),
    watched: new Uint8Array(count),
    force: new Float64Array(3 * surfaces.featureCount),
    free: createFreeStep(system, nodes),
    contacts: createContactList(nodes),
    ahead: createContactList(nodes),
    isListed: false,
    problem: createStepProblem(roomFor(nodes), 64),
    workspace: createWorkspace(),
    numbers: new Int32Array(count),
    roots: new Int32Array(count),
    rows: new Int32Array(64),
    caught: new Uint8Array(64),
    nextCoordinates: coordinates.slice(),
    nextSpeeds: speeds.slice(),
    rate: new Float64Array(system.speedCount),
    pending: { friction: 0, stepping: 0 },
    contactWork: each(),
  };
}

/** Room for all nodes at once. */
function roomFor({ count, speeds, blocks, widest }: Nodes): BodyRoom {
  return { bodies: count, speeds: speeds[count], blocks, widest };
}

/** Accelerations from rest without contacts. */
function fallOf(system: SceneSystem, coordinates: Float64Array): Float64Array {
  const force = new Float64Array(system.speedCount);
  system.forces(0, coordinates, new Float64Array(system.speedCount), force);
  system.solveMass(coordinates, force, force);
  return force;
}

/** The largest acceleration of a body or link at rest without contacts, m/s^2. */
function gravityOf(system: SceneSystem, { bodyCount }: Nodes, coordinates: Float64Array, acceleration: Float64Array): number {
  let most = 0;
  for (let at = 0; at < 6 * bodyCount; at += 6) {
    const [x, y, z] = [acceleration[at], acceleration[at + 1], acceleration[at + 2]];
    most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
  }
  // From rest velocities are to speeds what accelerations are to their rates.
  for (const { links } of system.mechanisms ?? [])
    for (const link of links) {
      const [x, y, z] = system.stateOf(link, coordinates, acceleration).velocity;
      most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
    }
  return most;
}

/** Room for as many rows as there are contacts. */
export function reserveRows(run: RunState): void {
  const capacity = Math.max(run.contacts.capacity, run.ahead.capacity);
  if (run.rows.length >= capacity) return;
  run.rows = new Int32Array(capacity);
  run.caught = new Uint8Array(capacity);
  run.problem = createStepProblem(roomFor(run.nodes), capacity);
}
