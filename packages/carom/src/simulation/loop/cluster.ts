/**
 * Parts that closed contacts join move together, as a cluster; every cluster with steps of its own, so that what happens in one costs the
 * others nothing.
 *
 * A cluster knows its motion over one stretch, the last step of its integrator, which may reach beyond the time that the whole simulation
 * has reached.
 */
import { createIntegrator, type Integrator } from "../../math/ode/index.js";
import type { ClosedContact } from "../contact/closed-contact.js";
import type { Findings } from "../contact/findings.js";
import { createForceWorkspace, type ForceWorkspace, reserveContacts } from "../contact/force-workspace.js";
import type { Flight, MechanicalSystem } from "../system/mechanical-system.js";
import { coordinatesOf, speedsOf } from "../system/parts.js";
import type { FoundEvent } from "./first-events.js";

export interface Cluster {
  /** Ascending. */
  readonly parts: readonly number[];
  readonly closed: readonly ClosedContact[];
  /** Places of its coordinates and speeds in those of the system. */
  readonly coordinates: readonly number[];
  readonly speeds: readonly number[];
  readonly workspace: ClusterWorkspace;
  /** In closed form, where it is known: of one part that touches nothing. */
  readonly flight: Flight | undefined;
  /** When the motion began, s, and the how many-eth it is. */
  launch: number;
  motion: number;
  /** The stretch whose motion is known, s. */
  from: number;
  to: number;
  /** Nothing moves and nothing will, as long as nothing hits it. */
  asleep: boolean;
  /** Moved by others, who write its state at a time; it takes part in nothing here. Absent: moved here. */
  follow?: FollowState;
  /** What first happens within the stretch by itself. */
  found: readonly (FoundEvent & { readonly note: NoteFinding })[];
  /** Steps in a row with contacts that creep: slide slower than `contactSpeed`. */
  creeping: number;
  /** Times at which the state, and the solution of the contacts, were computed last. */
  shown: number;
  solved: number;
}

/** Writes the state of what is moved elsewhere, at a time. */
export type FollowState = (time: number, coordinates: Float64Array, speeds: Float64Array) => void;

/** Adds what has happened to the findings. */
export type NoteFinding = (findings: Findings) => void;

/**
 * Arrays and an integrator, used by one cluster after the other. The integrator and the arrays for contacts are made when first needed: a
 * body in flight needs neither.
 */
export interface ClusterWorkspace {
  /** Made when it is asked for first; ask `integratorOf` and `contactsOf`. */
  readonly made: { integrator: Integrator | undefined; contacts: ForceWorkspace | undefined };
  readonly makeIntegrator: () => Integrator;
  readonly makeContacts: () => ForceWorkspace;
  /** The state at the beginning. */
  readonly start: Float64Array;
  /** The state within the stretch. */
  readonly between: Float64Array;
  cluster: Cluster | undefined;
}

export function integratorOf({ made, makeIntegrator }: ClusterWorkspace): Integrator {
  made.integrator ??= makeIntegrator();
  return made.integrator;
}

export function contactsOf({ made, makeContacts }: ClusterWorkspace): ForceWorkspace {
  made.contacts ??= makeContacts();
  return made.contacts;
}

/** Rates of the state of a cluster. */
export type ClusterDerivative = (cluster: Cluster, time: number, state: Float64Array, out: Float64Array) => void;

export interface ClusterPool {
  create(parts: readonly number[], closed: readonly ClosedContact[]): Cluster;
  /** Takes the workspace back; the cluster must not be used any more. */
  release(cluster: Cluster): void;
}

export function createClusterPool(system: MechanicalSystem, relativeTolerance: number, derivative: ClusterDerivative): ClusterPool {
  const free = new Map<string, ClusterWorkspace[]>();

  function create(parts: readonly number[], closed: readonly ClosedContact[]): Cluster {
    const coordinates = coordinatesOf(system, parts);
    const speeds = speedsOf(system, parts);
    const waiting = free.get(`${coordinates.length} ${speeds.length}`)?.pop();
    const workspace = waiting ?? createWorkspace(coordinates.length, speeds.length, relativeTolerance, derivative);
    if (closed.length > 0) reserveContacts(contactsOf(workspace), closed.length);
    const never = Number.NaN;
    const cluster: Cluster = {
      parts,
      closed,
      coordinates,
      speeds,
      workspace,
      flight: closed.length === 0 && parts.length === 1 ? system.flight?.(parts[0]) : undefined,
      launch: never,
      motion: 0,
      from: never,
      to: never,
      asleep: false,
      found: [],
      creeping: 0,
      shown: never,
      solved: never,
    };
    workspace.cluster = cluster;
    return cluster;
  }

  function release({ workspace, coordinates, speeds }: Cluster): void {
    const key = `${coordinates.length} ${speeds.length}`;
    const waiting = free.get(key) ?? [];
    free.set(key, waiting);
    workspace.cluster = undefined;
    waiting.push(workspace);
  }

  return { create, release };
}

/** @param coordinates number of coordinates, @param speeds number of speeds */
function createWorkspace(coordinates: number, speeds: number, relativeTolerance: number, derivative: ClusterDerivative): ClusterWorkspace {
  const dimension = coordinates + speeds + 2;
  const workspace: ClusterWorkspace = {
    made: { integrator: undefined, contacts: undefined },
    makeIntegrator: () =>
      createIntegrator(
        { dimension, method: "dop853", relativeTolerance, absoluteTolerance: 1e-2 * relativeTolerance },
        (time, state, out) => {
          if (workspace.cluster !== undefined) derivative(workspace.cluster, time, state, out);
        },
      ),
    makeContacts: () => createForceWorkspace(speeds),
    start: new Float64Array(dimension),
    between: new Float64Array(dimension),
    cluster: undefined,
  };
  return workspace;
}
