/**
 * The equations of a cluster whose contacts keep their modes.
 *
 *     y = (coordinates, speeds, energy lost to friction, work of applied forces)          y' from the frozen solve of contact/
 *
 * Source: own study, hybrid simulation sections 3.4 and 9.
 */
import { type ClosedContact, directionAlong, turnTo } from "../contact/closed-contact.js";
import { HELD, SLIP } from "../contact/force-problem.js";
import { freeAccelerations, putTouch } from "../contact/force-workspace.js";
import { groundWork, refreshTouch, slipSpeed } from "../contact/touch.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { type Cluster, type ClusterDerivative, contactsOf } from "./cluster.js";

export interface FrozenMotion {
  /** Where states are left: of the parts of the cluster read last, and of others as they were read. */
  readonly present: { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  /** Leaves a state of the cluster in `present`. */
  read(cluster: Cluster, state: Float64Array): void;
  readonly derivative: ClusterDerivative;
  /** Forces and accelerations at a given state of the system, in the cluster's workspace; the touches are fresh. */
  solveAt(cluster: Cluster, time: number, coordinates: Float64Array, speeds: Float64Array): void;
  /** What that has cost so far, about a microsecond each. What has the speeds of one body by itself costs nothing. */
  readonly effort: { sum: number };
}

/** Those of one body. */
const FEW_SPEEDS = 6;

/**
 * Of one solve: moving the bodies, looking at contacts, factors. Measured, all that goes with it included. Whole numbers, whose sums do not
 * depend on where a run was resumed.
 */
const costOf = (speeds: number, contacts: number) => 3 * speeds + 5 * contacts + Math.floor(1e-3 * speeds * speeds * speeds);

export function createFrozenMotion(system: MechanicalSystem): FrozenMotion {
  const present = { coordinates: new Float64Array(system.coordinateCount), speeds: new Float64Array(system.speedCount) };
  const rates = new Float64Array(system.coordinateCount);
  const accelerations = new Float64Array(system.speedCount);
  const effort = { sum: 0 };

  function read(cluster: Cluster, state: Float64Array): void {
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
    read(cluster, state);
    system.rates(present.coordinates, present.speeds, rates, parts);
    for (let k = 0; k < count; k++) out[k] = rates[coordinates[k]];
    solveAt(cluster, time, present.coordinates, present.speeds);
    const solved = contactsOf(cluster.workspace).solution.accelerations;
    for (let k = 0; k < speeds.length; k++) out[count + k] = solved[k];
    out[count + speeds.length] = frictionPower(cluster);
    const applied = system.appliedPower(time, present.coordinates, present.speeds, parts);
    out[count + speeds.length + 1] = applied + groundPower(system, cluster, present.speeds) + drivePower(cluster, time);
  }

  /** What joints that are moved do, W, with the contacts solved. */
  function drivePower({ closed, workspace, parts, speeds }: Cluster, time: number): number {
    if (system.drives === undefined) return 0;
    const { applied, accelerations: solved } = contactsOf(workspace).solution;
    for (let k = 0; k < speeds.length; k++) accelerations[speeds[k]] = solved[k];
    let power = system.drives.power(time, present.coordinates, present.speeds, accelerations, parts);
    const n = system.speedCount;
    for (let i = 0; i < closed.length; i++) {
      const { jacobian } = closed[i].touch.state;
      for (const k of system.drives.speeds)
        for (let c = 0; c < 3; c++) power -= applied[3 * i + c] * jacobian[c * n + k] * present.speeds[k];
    }
    return power;
  }

  function solveAt(cluster: Cluster, time: number, q: Float64Array, u: Float64Array): void {
    const { parts, speeds, closed, workspace, flight, follow } = cluster;
    if (flight !== undefined || follow !== undefined) return;
    const contacts = contactsOf(workspace);
    const { problem, solution } = contacts;
    freeAccelerations(system, parts, time, q, u, accelerations);
    for (let k = 0; k < speeds.length; k++) problem.free[k] = accelerations[speeds[k]];
    problem.count = closed.length;
    if (speeds.length > FEW_SPEEDS) effort.sum += costOf(speeds.length, closed.length);
    if (closed.length === 0) {
      solution.accelerations.set(problem.free);
      return;
    }
    for (let i = 0; i < closed.length; i++) {
      const { touch, mode } = closed[i];
      refreshTouch(system, touch, q, u);
      putTouch(contacts, i, touch, system, speeds);
      solution.modes[i] = mode;
      let [d1, d2] = mode === HELD ? heldDirection(closed[i], time) : directionAlong(closed[i], touch);
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
    contacts.solver.solveFrozen(problem, solution);
  }

  return { present, read, derivative, solveAt, effort };
}

function heldDirection(contact: ClosedContact, time: number): readonly [number, number] {
  const [d1, d2] = directionAlong(contact, contact.touch);
  const direction: [number, number] = [d1, d2];
  turnTo(direction, contact.turn, time);
  return direction;
}

/** W, with the contacts solved. */
function frictionPower({ closed, workspace }: Cluster): number {
  const { applied } = contactsOf(workspace).solution;
  let lost = 0;
  for (let i = 0; i < closed.length; i++) {
    const { velocity } = closed[i].touch;
    // Sticking contacts, too: where several hold a body, what is left of their velocities moves work from one to the other.
    lost -= applied[3 * i] * velocity[0] + applied[3 * i + 1] * velocity[1];
  }
  return lost;
}

/** What ground that is moved does to the bodies through the contacts, W, with the contacts solved. */
function groundPower(system: MechanicalSystem, { closed, workspace }: Cluster, speeds: Float64Array): number {
  if (system.driven === undefined) return 0;
  const { applied } = contactsOf(workspace).solution;
  let power = 0;
  for (let i = 0; i < closed.length; i++) power += groundWork(system, closed[i].touch, applied, 3 * i, speeds);
  return power;
}
