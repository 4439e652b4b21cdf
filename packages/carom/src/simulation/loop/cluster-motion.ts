/**
 * Parts that closed contacts join move together, as a cluster, with modes frozen; every cluster with steps of its own, so that what happens in one costs the others nothing.
 *
 *     y = (coordinates, speeds, energy lost to friction, work of applied forces)          y' from the frozen solve of contact/
 *
 * A cluster knows its motion over one stretch, the last step of its integrator, which may reach beyond the time that the whole simulation has reached.
 *
 * Source: own study, hybrid simulation sections 3.4, 5 and 9.
 */
import { SolverError } from "../../errors.js";
import { createIntegrator, type Integrator, Stiffness } from "../../math/ode/index.js";
import type { Closed, Thresholds, Verdict } from "../contact/closed-contact.js";
import { mobility, ONSET, SLIP } from "../contact/force-problem.js";
import {
  type ContactWork,
  createContactWork,
  freeAccelerations,
  largestFreeRate,
  putTouch,
  reserveContacts,
} from "../contact/force-workspace.js";
import { groundWork, refreshTouch, slipSpeed } from "../contact/touch.js";
import type { Flight, MechanicalSystem } from "../system/mechanical-system.js";
import { coordinatesOf, speedsOf } from "../system/parts.js";
import type { FoundEvent } from "./first-events.js";

export interface Cluster {
  /** Ascending. */
  readonly parts: readonly number[];
  readonly closed: readonly Closed[];
  /** Places of its coordinates and speeds in those of the system. */
  readonly coordinates: readonly number[];
  readonly speeds: readonly number[];
  readonly seat: Seat;
  /** In closed form, where it is known: of one part that touches nothing. */
  readonly flight: Flight | undefined;
  /** When the motion began, s. */
  launch: number;
  /** The stretch whose motion is known, s. */
  from: number;
  to: number;
  /** Nothing moves and nothing will, as long as nothing hits it. */
  asleep: boolean;
  /** What first happens within the stretch by itself. */
  found: readonly (FoundEvent & { readonly tell: Tell })[];
  /** Steps in a row with contacts that creep: slide slower than `contactSpeed`. */
  creeping: number;
  /** Times at which the state, and the solution of the contacts, were computed last. */
  shown: number;
  solved: number;
}

/** Adds what has happened to a verdict. */
export type Tell = (verdict: Verdict) => void;

/** Arrays and an integrator, used by one cluster after the other. The integrator and the arrays for contacts are made when first needed: a body in flight needs neither. */
interface Seat {
  readonly integrator: Integrator;
  readonly work: ContactWork;
  /** At the beginning. */
  readonly start: Float64Array;
  /** Within the stretch. */
  readonly between: Float64Array;
  cluster: Cluster | undefined;
}

export interface Clusters {
  /** Where `show` and `solve` leave the state: of the parts of the cluster shown last, and of others as they were shown. */
  readonly present: { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  create(parts: readonly number[], closed: readonly Closed[]): Cluster;
  /** Gives its arrays back; it must not be used any more. */
  release(cluster: Cluster): void;
  /** Begins a stretch of no length. */
  start(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** Stops until it is hit. */
  sleep(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** Takes one step, not beyond `until`. */
  step(cluster: Cluster, until: number): void;
  /** Leaves the state at a time within the stretch in `present`. */
  show(cluster: Cluster, time: number): void;
  /** The same, with the touches fresh and forces and accelerations in `seat.work.solution`. */
  solve(cluster: Cluster, time: number): void;
  /** Forces and accelerations at a given state. */
  solveAt(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** Lost to friction and put in by applied forces from the start of the cluster to a time within the stretch, J. */
  frictionLoss(cluster: Cluster, time: number): number;
  appliedWork(cluster: Cluster, time: number): number;
  /** Whether a contact slides and pushes out of all proportion to what moves the bodies without contacts: friction makes it press ever harder. */
  isJamming(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean;
  /** Whether nothing moves and nothing is accelerated. */
  isResting(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean;
}

/** Speed, in m/s and rad/s for a size of 1 m, and part of the free rate, below which nothing moves. */
const REST_SPEED = 1e-9;
/** So many short steps to the end of a stretch are taken before a motion is too stiff. */
const MOST_STIFF_STEPS = 10_000;
/** Accelerations of contacts by their own forces, in what all contacts would have without forces, from which on forces grow without bound. */
const BOUNDLESS = 1e3;
const REST_ACCELERATION = 1e-7;

export function createClusters(system: MechanicalSystem, { relativeTolerance, contactSpeed }: Thresholds): Clusters {
  const present = { coordinates: new Float64Array(system.coordinateCount), speeds: new Float64Array(system.speedCount) };
  const rates = new Float64Array(system.coordinateCount);
  const accelerations = new Float64Array(system.speedCount);
  const free = new Map<string, Seat[]>();

  function seatFor(coordinates: number, speeds: number): Seat {
    const waiting = free.get(`${coordinates} ${speeds}`)?.pop();
    if (waiting !== undefined) return waiting;
    const dimension = coordinates + speeds + 2;
    let integrator: Integrator | undefined;
    let work: ContactWork | undefined;
    const seat: Seat = {
      get integrator() {
        integrator ??= createIntegrator(
          { dimension, method: "dop853", relativeTolerance, absoluteTolerance: 1e-2 * relativeTolerance },
          (time, state, out) => {
            if (seat.cluster !== undefined) derivative(seat.cluster, time, state, out);
          },
        );
        return integrator;
      },
      get work() {
        work ??= createContactWork(speeds);
        return work;
      },
      start: new Float64Array(dimension),
      between: new Float64Array(dimension),
      cluster: undefined,
    };
    return seat;
  }

  function create(parts: readonly number[], closed: readonly Closed[]): Cluster {
    const coordinates = coordinatesOf(system, parts);
    const speeds = speedsOf(system, parts);
    const seat = seatFor(coordinates.length, speeds.length);
    if (closed.length > 0) reserveContacts(seat.work, closed.length);
    const never = Number.NaN;
    const cluster: Cluster = {
      parts,
      closed,
      coordinates,
      speeds,
      seat,
      flight: closed.length === 0 && parts.length === 1 ? system.flight?.(parts[0]) : undefined,
      launch: never,
      from: never,
      to: never,
      asleep: false,
      found: [],
      creeping: 0,
      shown: never,
      solved: never,
    };
    seat.cluster = cluster;
    return cluster;
  }

  function release({ seat, coordinates, speeds }: Cluster): void {
    const key = `${coordinates.length} ${speeds.length}`;
    const waiting = free.get(key) ?? [];
    free.set(key, waiting);
    seat.cluster = undefined;
    waiting.push(seat);
  }

  function begin(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
    const { start } = cluster.seat;
    const count = cluster.coordinates.length;
    cluster.coordinates.forEach((place, k) => {
      start[k] = coordinates[place];
    });
    cluster.speeds.forEach((place, k) => {
      start[count + k] = speeds[place];
    });
    start.fill(0, count + cluster.speeds.length);
    cluster.launch = time;
    cluster.from = time;
    cluster.found = [];
    cluster.shown = Number.NaN;
    cluster.solved = Number.NaN;
  }

  function start(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
    begin(cluster, time, coordinates, speeds);
    cluster.to = time;
    if (cluster.flight === undefined) cluster.seat.integrator.start(time, cluster.seat.start);
  }

  function sleep(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void {
    begin(cluster, time, coordinates, speeds);
    cluster.to = Number.POSITIVE_INFINITY;
    cluster.asleep = true;
  }

  /**
   * A stiff stretch is gone through in short steps where that does not take too many.
   *
   * The direction of a very slow slip turns ever faster, at a rate of friction over slip, which no explicit method follows: where steps fail, contacts that
   * creep keep their directions until they stop or have left the slow range.
   */
  function step(cluster: Cluster, until: number): void {
    const { flight, seat, launch } = cluster;
    if (flight !== undefined) {
      flight.stateAt(seat.start, cluster.to - launch, seat.between);
      cluster.from = cluster.to;
      cluster.to = Math.min(until, cluster.from + flight.stretchFrom(seat.between));
      cluster.shown = Number.NaN;
      return;
    }
    const { integrator, start: restart } = cluster.seat;
    const from = integrator.time;
    restart.set(integrator.state);
    try {
      integrator.step(until);
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
      if (!(error instanceof Stiffness && error.reached.stepsLeft <= MOST_STIFF_STEPS)) {
        integrator.start(from, restart);
        if (!ease(cluster)) throw error;
        integrator.step(until);
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

  /** Whether there was anything to ease. */
  function ease(cluster: Cluster): boolean {
    let eased = false;
    scatter(cluster, cluster.seat.integrator.state);
    for (const contact of cluster.closed) {
      if (contact.mode !== SLIP) continue;
      const { touch, direction } = contact;
      refreshTouch(system, touch, present.coordinates, present.speeds);
      const speed = slipSpeed(touch);
      if (speed >= contactSpeed) continue;
      contact.mode = ONSET;
      if (speed > 0) {
        direction[0] = touch.velocity[0] / speed;
        direction[1] = touch.velocity[1] / speed;
      }
      eased = true;
    }
    return eased;
  }

  function scatter(cluster: Cluster, state: Float64Array): void {
    const { coordinates, speeds } = cluster;
    const count = coordinates.length;
    for (let k = 0; k < count; k++) present.coordinates[coordinates[k]] = state[k];
    for (let k = 0; k < speeds.length; k++) present.speeds[speeds[k]] = state[count + k];
    cluster.shown = Number.NaN;
    cluster.solved = Number.NaN;
  }

  function derivative(cluster: Cluster, time: number, state: Float64Array, out: Float64Array): void {
    const { coordinates, speeds, parts } = cluster;
    const count = coordinates.length;
    scatter(cluster, state);
    system.rates(present.coordinates, present.speeds, rates, parts);
    for (let k = 0; k < count; k++) out[k] = rates[coordinates[k]];
    solveAt(cluster, time, present.coordinates, present.speeds);
    const solved = cluster.seat.work.solution.accelerations;
    for (let k = 0; k < speeds.length; k++) out[count + k] = solved[k];
    out[count + speeds.length] = frictionPower(cluster);
    out[count + speeds.length + 1] = system.appliedPower(time, present.coordinates, present.speeds, parts) + groundPower(cluster);
  }

  function solveAt({ parts, speeds, closed, seat, flight }: Cluster, time: number, q: Float64Array, u: Float64Array): void {
    if (flight !== undefined) return;
    const { work } = seat;
    const { set, solution } = work;
    freeAccelerations(system, parts, time, q, u, accelerations);
    for (let k = 0; k < speeds.length; k++) set.free[k] = accelerations[speeds[k]];
    set.count = closed.length;
    if (closed.length === 0) {
      solution.accelerations.set(set.free);
      return;
    }
    for (let i = 0; i < closed.length; i++) {
      const { touch, mode, direction } = closed[i];
      refreshTouch(system, touch, q, u);
      putTouch(work, i, touch, system, speeds);
      solution.modes[i] = mode;
      let [d1, d2] = direction;
      const speed = mode === SLIP ? slipSpeed(touch) : 0;
      if (speed > 0) {
        // Through a stop the direction goes on as it was, so that the motion is smooth and the stop a plain root.
        const sign = touch.velocity[0] * d1 + touch.velocity[1] * d2 < 0 ? -1 : 1;
        d1 = (sign * touch.velocity[0]) / speed;
        d2 = (sign * touch.velocity[1]) / speed;
      }
      solution.direction[2 * i] = d1;
      solution.direction[2 * i + 1] = d2;
    }
    work.solver.solveFrozen(set, solution);
  }

  /** W, with the contacts solved. */
  function frictionPower({ closed, seat }: Cluster): number {
    const { applied } = seat.work.solution;
    let lost = 0;
    for (let i = 0; i < closed.length; i++) {
      const { touch, mode } = closed[i];
      if (mode === SLIP || mode === ONSET) lost -= applied[3 * i] * touch.velocity[0] + applied[3 * i + 1] * touch.velocity[1];
    }
    return lost;
  }

  /** What ground that is moved does to the bodies through the contacts, W, with the contacts solved. */
  function groundPower({ closed, seat }: Cluster): number {
    if (system.driven === undefined) return 0;
    const { applied } = seat.work.solution;
    let power = 0;
    for (let i = 0; i < closed.length; i++) power += groundWork(system, closed[i].touch, applied, 3 * i, present.speeds);
    return power;
  }

  function show(cluster: Cluster, time: number): void {
    if (time === cluster.shown) return;
    const { seat, asleep, parts, flight } = cluster;
    if (asleep) seat.between.set(seat.start);
    else if (flight !== undefined) flight.stateAt(seat.start, time - cluster.launch, seat.between);
    else seat.integrator.interpolate(time, seat.between);
    scatter(cluster, seat.between);
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
    if (cluster.flight !== undefined) return 0;
    show(cluster, time);
    return cluster.seat.between[cluster.coordinates.length + cluster.speeds.length + which];
  }

  function isJamming(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean {
    solveAt(cluster, time, coordinates, speeds);
    const { set, solution } = cluster.seat.work;
    const usual = BOUNDLESS * largestFreeRate(set);
    return cluster.closed.some(({ mode }, i) => {
      const normal = 3 * i + 2;
      return mode === SLIP && set.friction[i] > 0 && Math.abs(solution.forces[normal]) * mobility(set, normal, normal) > usual;
    });
  }

  function isResting(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): boolean {
    if (system.changesUntil !== undefined && time < system.changesUntil) return false;
    if (cluster.closed.length === 0) return false;
    for (const place of cluster.speeds) if (Math.abs(speeds[place]) > REST_SPEED * (1 + 1 / system.size)) return false;
    solveAt(cluster, time, coordinates, speeds);
    const { set, solution } = cluster.seat.work;
    const still = REST_ACCELERATION * (1 + largestFreeRate(set));
    return solution.accelerations.every((rate) => Math.abs(rate) <= still);
  }

  return {
    present,
    create,
    release,
    start,
    sleep,
    step,
    show,
    solve,
    solveAt,
    frictionLoss: (cluster, time) => integralAt(cluster, time, 0),
    appliedWork: (cluster, time) => integralAt(cluster, time, 1),
    isJamming,
    isResting,
  };
}
