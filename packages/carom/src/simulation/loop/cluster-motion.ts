/**
 * How clusters move, with the modes of their contacts frozen: each from stretch to stretch, a stretch being one step of its integrator or a
 * piece of a flight in closed form.
 *
 * Source: own study, hybrid simulation sections 3.4, 5 and 9.
 */
import { SolverError } from "../../errors.js";
import { Stiffness } from "../../math/ode/index.js";
import { pointAlongSlip } from "../contact/closed-contact.js";
import { mobility, ONSET, SLIP } from "../contact/force-problem.js";
import { largestFreeRate } from "../contact/force-workspace.js";
import type { Thresholds } from "../contact/tolerances.js";
import { refreshTouch, slipSpeed } from "../contact/touch.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { type Cluster, type ClusterPool, contactsOf, createClusterPool, integratorOf } from "./cluster.js";
import { createFrozenMotion, type FrozenMotion } from "./frozen-motion.js";

export interface ClusterMotion extends ClusterPool {
  /** Where `show` and `solve` leave the state: of the parts of the cluster shown last, and of others as they were shown. */
  readonly present: FrozenMotion["present"];
  /** Begins a stretch of no length. */
  start(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** Stops until it is hit. */
  sleep(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** Takes one step, not beyond `until`. */
  step(cluster: Cluster, until: number): void;
  /** Leaves the state at a time within the stretch in `present`. */
  show(cluster: Cluster, time: number): void;
  /** The same, with the touches fresh and forces and accelerations in the cluster's workspace. */
  solve(cluster: Cluster, time: number): void;
  /** Forces and accelerations at a given state. */
  readonly solveAt: FrozenMotion["solveAt"];
  readonly effort: FrozenMotion["effort"];
  /** Lost to friction and put in by applied forces from the start of the cluster to a time within the stretch, J. */
  frictionLoss(cluster: Cluster, time: number): number;
  appliedWork(cluster: Cluster, time: number): number;
  /**
   * Whether a contact slides and pushes out of all proportion to what moves the bodies without contacts: friction makes it press ever
   * harder.
   */
  isJamming(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean;
  /** Whether nothing moves and nothing is accelerated. */
  isResting(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean;
}

/** Speed, in m/s and rad/s for a size of 1 m, and part of the free rate, below which nothing moves. */
const REST_SPEED = 1e-9;
const REST_ACCELERATION = 1e-7;
/** So many short steps to the end of a stretch are taken before a motion is too stiff. */
const MOST_STIFF_STEPS = 10_000;
/**
 * Accelerations of contacts by their own forces, in what all contacts would have without forces, from which on forces grow without bound.
 */
const BOUNDLESS = 1e3;

export function createClusterMotion(system: MechanicalSystem, { relativeTolerance, contactSpeed }: Thresholds): ClusterMotion {
  const frozen = createFrozenMotion(system);
  const { present, solveAt } = frozen;

  function start(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
    launch(cluster, time, coordinates, speeds);
    cluster.to = time;
    if (cluster.flight === undefined) integratorOf(cluster.workspace).start(time, cluster.workspace.start);
  }

  function sleep(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
    launch(cluster, time, coordinates, speeds);
    cluster.to = Number.POSITIVE_INFINITY;
    cluster.asleep = true;
  }

  /**
   * A stiff stretch is gone through in short steps where that does not take too many.
   *
   * The direction of a very slow slip turns ever faster, at a rate of friction over slip, which no explicit method follows: where steps
   * fail, contacts that creep keep their directions until they stop or have left the slow range.
   */
  function step(cluster: Cluster, until: number): void {
    if (cluster.flight !== undefined) {
      flyOn(cluster, until);
      return;
    }
    const { start: restart } = cluster.workspace;
    const integrator = integratorOf(cluster.workspace);
    const from = integrator.time;
    const end = cornerBefore(system, cluster, until);
    const begin = integrator.time;
    restart.set(integrator.state);
    try {
      integrator.step(end);
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
      if (!(error instanceof Stiffness && error.reached.stepsLeft <= MOST_STIFF_STEPS)) {
        integrator.start(begin, restart);
        if (!easeSlowSlip(system, frozen, contactSpeed, cluster)) throw error;
        integrator.step(end);
      }
    }
    cluster.from = from;
    cluster.to = integrator.time;
    cluster.shown = Number.NaN;
    cluster.solved = Number.NaN;
    cluster.creeping = creeps(cluster) ? cluster.creeping + 1 : 0;
  }

  function creeps(cluster: Cluster): boolean {
    if (!cluster.closed.some(({ mode }) => mode === SLIP)) return false;
    show(cluster, cluster.to);
    return cluster.closed.some(({ touch, mode }) => {
      if (mode !== SLIP || system.pairs[touch.feature.pair].material.friction === 0) return false;
      refreshTouch(system, touch, present.coordinates, present.speeds);
      return slipSpeed(touch) < contactSpeed;
    });
  }

  function show(cluster: Cluster, time: number): void {
    if (time === cluster.shown) return;
    const { workspace, asleep, parts, flight, follow } = cluster;
    if (follow !== undefined) {
      follow(time, present.coordinates, present.speeds);
      cluster.shown = time;
      return;
    }
    if (asleep) workspace.between.set(workspace.start);
    else if (flight !== undefined) flight.stateAt(workspace.start, time - cluster.launch, workspace.between);
    // A step from a corner on begins a moment after the stretch does.
    else integratorOf(workspace).interpolate(Math.max(time, integratorOf(workspace).stepStart), workspace.between);
    frozen.read(cluster, workspace.between);
    system.normalise(present.coordinates, parts);
    cluster.shown = time;
  }

  function solve(cluster: Cluster, time: number): void {
    show(cluster, time);
    if (time === cluster.solved) return;
    solveAt(cluster, time, present.coordinates, present.speeds);
    cluster.solved = time;
  }

  function integralAt(cluster: Cluster, time: number, which: 0 | 1): number {
    if (cluster.flight !== undefined || cluster.follow !== undefined) return 0;
    show(cluster, time);
    return cluster.workspace.between[cluster.coordinates.length + cluster.speeds.length + which];
  }

  function isResting(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean {
    if (system.changesUntil !== undefined && time < system.changesUntil) return false;
    if (cluster.closed.length === 0) return false;
    for (const place of cluster.speeds) if (Math.abs(speeds[place]) > REST_SPEED * (1 + 1 / system.size)) return false;
    solveAt(cluster, time, coordinates, speeds);
    const { problem, solution } = contactsOf(cluster.workspace);
    const still = REST_ACCELERATION * (1 + largestFreeRate(problem));
    return solution.accelerations.every((rate) => Math.abs(rate) <= still);
  }

  return {
    present,
    ...createClusterPool(system, relativeTolerance, frozen.derivative),
    start,
    sleep,
    step,
    show,
    solve,
    solveAt,
    effort: frozen.effort,
    frictionLoss: (cluster, time) => integralAt(cluster, time, 0),
    appliedWork: (cluster, time) => integralAt(cluster, time, 1),
    isJamming: (cluster, time, coordinates, speeds) => {
      solveAt(cluster, time, coordinates, speeds);
      return pushesWithoutBound(cluster);
    },
    isResting,
  };
}

/**
 * How far a step may go: the accelerations of joints that are moved may jump at a corner, so a step ends a moment before it, and the next
 * begins at it.
 */
function cornerBefore({ drives }: MechanicalSystem, { parts, workspace }: Cluster, until: number): number {
  if (drives === undefined) return until;
  const { start } = workspace;
  const integrator = integratorOf(workspace);
  let corner = drives.nextCorner(integrator.time, parts);
  if (corner <= until && momentBefore(corner) <= integrator.time) {
    start.set(integrator.state);
    integrator.start(corner, start);
    corner = drives.nextCorner(corner, parts);
  }
  return corner <= until ? Math.max(integrator.time, momentBefore(corner)) : until;
}

/** Rounding of the times within a step does not reach beyond it. */
const momentBefore = (time: number) => time * (1 - 4 * Number.EPSILON);

/** Writes the state that a motion begins with. */
function launch(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
  const { start } = cluster.workspace;
  const count = cluster.coordinates.length;
  cluster.coordinates.forEach((place, k) => {
    start[k] = coordinates[place];
  });
  cluster.speeds.forEach((place, k) => {
    start[count + k] = speeds[place];
  });
  start.fill(0, count + cluster.speeds.length);
  cluster.launch = time;
  cluster.motion += 1;
  cluster.from = time;
  cluster.found = [];
  cluster.shown = Number.NaN;
  cluster.solved = Number.NaN;
}

function flyOn(cluster: Cluster, until: number): void {
  const { flight, workspace, launch: begin } = cluster;
  if (flight === undefined) return;
  flight.stateAt(workspace.start, cluster.to - begin, workspace.between);
  cluster.from = cluster.to;
  cluster.to = Math.min(until, cluster.from + flight.stretchFrom(workspace.between));
  cluster.shown = Number.NaN;
}

/** Lets contacts that slide slowly keep their directions. Returns whether there were any. */
function easeSlowSlip(system: MechanicalSystem, { read, present }: FrozenMotion, contactSpeed: number, cluster: Cluster): boolean {
  let eased = false;
  read(cluster, integratorOf(cluster.workspace).state);
  for (const contact of cluster.closed) {
    if (contact.mode !== SLIP) continue;
    const { touch } = contact;
    refreshTouch(system, touch, present.coordinates, present.speeds);
    const speed = slipSpeed(touch);
    if (speed >= contactSpeed) continue;
    contact.mode = ONSET;
    if (speed > 0) pointAlongSlip(contact, speed);
    eased = true;
  }
  return eased;
}

/** With the contacts solved. */
function pushesWithoutBound({ closed, workspace }: Cluster): boolean {
  const { problem, solution } = contactsOf(workspace);
  const usual = BOUNDLESS * largestFreeRate(problem);
  return closed.some(({ mode }, i) => {
    const normal = 3 * i + 2;
    return mode === SLIP && problem.friction[i] > 0 && Math.abs(solution.forces[normal]) * mobility(problem, normal, normal) > usual;
  });
}
