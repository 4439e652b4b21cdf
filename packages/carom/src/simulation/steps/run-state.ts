/**
 * The state of a stepped run: where everything is, what is remembered of every body and every place, what was lost, and arrays to work in.
 */
import type { SceneSystem } from "../system/scene-system.js";
import { type BroadPhase, createBroadPhase } from "./broad-phase.js";
import { type ContactList, createContactList, type Surfaces, surfacesOf } from "./contact-list.js";
import { type Courses, createCourses } from "./course-state.js";
import { createFreeStep, type FreeStep, type Members } from "./free-step.js";
import { type Nodes, nodesOf } from "./nodes.js";
import type { StepObserver } from "./observe.js";
import { createPassedOver, type PassedOver } from "./passed-over.js";
import type { Solid } from "./solids.js";
import { type BodyRoom, createStepProblem, type StepProblem } from "./solver/problem.js";
import { createWorkspace, type Workspace } from "./solver/workspace.js";
import { firstStep, type StepOptions, type StepTolerances, stepTolerances } from "./tolerances.js";

/** Before anything, s. */
const LONG_AGO = -1e9;

/** Where the energy went, J. */
export interface StepLedger {
  impactLoss: number;
  frictionLoss: number;
  /** Of normal impulses within steps, and of the shift that keeps a step from gaining. */
  steppingLoss: number;
  projectionLoss: number;
  /** Of loads, of ground that is moved, and of motors, dampers, friction and motions of joints. */
  appliedWork: number;
  /** What steps gained that nothing gave them and speeds could not give back. */
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
  /** Frames that were taken so often that the last stands unexamined. */
  unexamined: number;
}

/** Nodes that step together, and the pairs among which they may touch. */
export interface Island extends Members {
  readonly pairs: readonly number[];
}

export interface RunState {
  readonly system: SceneSystem;
  readonly nodes: Nodes;
  readonly surfaces: Surfaces;
  readonly tolerances: StepTolerances;
  time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: StepLedger;
  readonly statistics: StepStatistics;

  /** Of each node (a body or a mechanism): the step that its error allows, s. */
  readonly step: Float64Array;
  /** Of each node: the time, s, within which hits are to be expected as they have been coming. */
  readonly pace: Float64Array;
  /** Of each node: hits nearer than this, s, are taken together. Zero: as near as the tolerance says. */
  readonly together: Float64Array;
  /** Of each node: hits of its island within its last step, older ones counting less. */
  readonly hits: Float64Array;
  /** Of each node: when an impact of several places that it took part in last went by a law of events, s; later where that was in vain. */
  readonly ruled: Float64Array;
  /** (u+ - u) / h of the last step, and of each node whether it is known. */
  readonly acceleration: Float64Array;
  readonly known: Uint8Array;
  /** u' at the beginning without contacts. */
  readonly fall: Float64Array;
  readonly asleep: Uint8Array;
  /** Of each node: steps since rest was last looked for. */
  readonly watched: Uint8Array;
  /** Of each feature that was listed: its force in the last step, N. */
  force: Float64Array;

  /** All nodes, and the bodies of each part that has no joints. */
  readonly everything: Members;
  readonly members: readonly (readonly number[])[];
  readonly broad: BroadPhase;
  /** Of each node the first of its part; of that how fast it is once it is hit, m/s, and how soon, s. To work in (islands.ts). */
  readonly leads: Int32Array;
  readonly hurry: Float64Array;
  readonly reached: Float64Array;
  /** Of each pair: how far it is apart, m, how fast it approaches at most, m/s, and whether it may meet. The same. */
  readonly clear: Float64Array;
  readonly approach: Float64Array;
  readonly joined: Uint8Array;
  readonly passed: PassedOver;
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
  /** Place of each node in the problem. */
  readonly numbers: Int32Array;
  readonly roots: Int32Array;
  /** Of each contact: its row in the problem, or -1; and whether it is caught. */
  rows: Int32Array;
  caught: Uint8Array;
  /** Of each contact: what it is in an impact, and its impulse there. */
  touching: Uint8Array;
  kept: Float64Array;
  /** Of each node: whether it takes part in an impact or a projection. */
  readonly chosen: Uint8Array;
  /** Speeds that are all zero. */
  readonly standing: Float64Array;
  /** Where the step leads. */
  readonly nextCoordinates: Float64Array;
  readonly nextSpeeds: Float64Array;
  readonly rate: Float64Array;
  /** Speeds after an impact. */
  readonly after: Float64Array;
  /** Bodies on the way through a step. */
  readonly courses: Courses;
  /** Places to look at, at some time. */
  readonly seen: ContactList;
  /** Coordinates at which masses were read, and numbers to work in. */
  readonly weighed: Float64Array;
  readonly turnedBack: Float64Array;
  readonly common: Float64Array;
  /** What the step would cost, J; what motors, dampers and motions of joints would do in it, and what ground that is moved would. */
  readonly pending: { friction: number; projection: number; applied: number; ground: number };
  /** Of each node: the work on a mechanism of contacts and of the shift that keeps the step from gaining, J. */
  readonly contactWork: Float64Array;
  /** Whoever wants to see what happens on the way. */
  observe?: StepObserver;
}

/** What steps of a system will be resolved by, before there are any. */
export function tolerancesAtStart(system: SceneSystem, options: StepOptions, nodes = nodesOf(system)): StepTolerances {
  const { coordinates } = system.initialState();
  return stepTolerances(system, gravityOf(system, nodes, coordinates, fallOf(system, coordinates)), options);
}

export function createRunState(system: SceneSystem, options: StepOptions, solids: ReadonlyMap<string, Solid>): RunState {
  const nodes = nodesOf(system);
  const { count } = nodes;
  const { coordinates, speeds } = system.initialState();
  const each = () => new Float64Array(count);
  const everySpeed = () => new Float64Array(system.speedCount);
  const fall = fallOf(system, coordinates);
  const tolerances = tolerancesAtStart(system, options, nodes);
  const surfaces = surfacesOf(system, nodes, solids);
  const all = Array.from({ length: count }, (_, node) => node);
  // Those without joints come first; mechanisms and ground that is moved are after them.
  const parts = (system.parts ?? []).filter(({ speeds: places }) => places[0] < 6 * nodes.bodyCount);
  const members = parts.map(({ speeds: places }) => [...new Set(places.map((k) => Math.floor(k / 6)))]);
  return {
    system,
    nodes,
    surfaces,
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
      unexamined: 0,
    },
    step: each().fill(firstStep(tolerances)),
    pace: each().fill(tolerances.longestStep),
    together: each(),
    hits: each(),
    ruled: each().fill(LONG_AGO),
    acceleration: fall.slice(),
    fall,
    known: new Uint8Array(count),
    asleep: new Uint8Array(count),
    watched: new Uint8Array(count),
    force: new Float64Array(0),
    everything: {
      bodies: all,
      rigid: all.slice(0, nodes.bodyCount),
      linked: all.slice(nodes.bodyCount),
      parts: parts.map((_, part) => part),
    },
    members,
    broad: createBroadPhase(system.pairs.length),
    leads: new Int32Array(count),
    hurry: each(),
    reached: each(),
    clear: new Float64Array(system.pairs.length),
    approach: new Float64Array(system.pairs.length),
    joined: new Uint8Array(system.pairs.length),
    passed: createPassedOver(count, nodes.bodyCount),
    flightStart: new Float64Array(13 * nodes.bodyCount),
    flightEnd: new Float64Array(13 * nodes.bodyCount),
    free: createFreeStep(system, nodes),
    contacts: createContactList(nodes),
    ahead: createContactList(nodes),
    listed: undefined,
    problem: createStepProblem(roomFor(nodes), 64),
    workspace: createWorkspace(),
    numbers: new Int32Array(count),
    roots: new Int32Array(count),
    rows: new Int32Array(64),
    caught: new Uint8Array(64),
    touching: new Uint8Array(64),
    kept: new Float64Array(3 * 64),
    chosen: new Uint8Array(count),
    standing: everySpeed(),
    nextCoordinates: coordinates.slice(),
    nextSpeeds: speeds.slice(),
    rate: everySpeed(),
    after: everySpeed(),
    courses: createCourses(system, nodes.bodyCount, count, members),
    seen: createContactList(nodes),
    weighed: coordinates.slice(),
    turnedBack: new Float64Array(6),
    common: new Float64Array(6),
    pending: { friction: 0, projection: 0, applied: 0, ground: 0 },
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

/** Room for the forces of all features that were listed. */
export function reserveForces(run: RunState): void {
  const needed = 3 * run.surfaces.listed.length;
  if (run.force.length >= needed) return;
  const { force } = run;
  run.force = new Float64Array(2 * needed);
  run.force.set(force);
}

/** Room for as many rows as there are contacts. */
export function reserveRows(run: RunState): void {
  reserveForces(run);
  const capacity = Math.max(run.contacts.capacity, run.ahead.capacity);
  if (run.rows.length >= capacity) return;
  run.rows = new Int32Array(capacity);
  run.caught = new Uint8Array(capacity);
  run.touching = new Uint8Array(capacity);
  run.kept = new Float64Array(3 * capacity);
  run.problem = createStepProblem(roomFor(run.nodes), capacity);
}

/** The time of the run, and of ground that is moved. */
export function setTime(run: RunState, time: number): void {
  run.time = time;
  setClock(run.system, run.coordinates, time);
}

export function setClock({ driven }: SceneSystem, coordinates: Float64Array, time: number): void {
  if (driven !== undefined) coordinates[coordinates.length - 1] = time;
}
