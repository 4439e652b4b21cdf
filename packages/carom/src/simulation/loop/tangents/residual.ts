/**
 * What contacts with frozen modes leave of the equations of motion at a state, with forces, accelerations and the twist that loads them
 * held: smooth functions, whose changes tell how forces and accelerations change (contact/frozen-change.ts).
 *
 *     E = M^-1 (f + J^T F)     r = J a + b     J z     M^-1 R_I^T w          beside rates of coordinates, contact velocities and gaps
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { createTouch, type Touch } from "../../contact/touch.js";
import { createFeatureState, type FeatureState, type MechanicalSystem } from "../../system/mechanical-system.js";
import type { MassesAlong, SeenTouch, SystemTangents } from "../../system/system-tangents.js";
import type { Direction, Lens } from "./columns.js";
import { evaluateAlong } from "./frames.js";
import type { Frozen, FrozenCluster, State } from "./frozen.js";

/** Of a cluster; also the changes of all that. */
export interface Residual {
  readonly rates: Float64Array;
  readonly accelerations: Float64Array;
  /** Three for each contact. */
  readonly contactRates: Float64Array;
  readonly velocities: Float64Array;
  readonly gaps: Float64Array;
  /** J z of each kept component. */
  readonly pressed: Float64Array;
  /** M^-1 R_I^T w. */
  readonly twist: Float64Array;
}

const FIELDS = ["rates", "accelerations", "contactRates", "velocities", "gaps", "pressed", "twist"] as const;

export function createResidual({ coordinates, speeds, contacts }: FrozenCluster): Residual {
  const count = contacts.length;
  return {
    rates: new Float64Array(coordinates.length),
    accelerations: new Float64Array(speeds.length),
    contactRates: new Float64Array(3 * count),
    velocities: new Float64Array(3 * count),
    gaps: new Float64Array(count),
    pressed: new Float64Array(3 * count),
    twist: new Float64Array(speeds.length),
  };
}

export function clearResidual(residual: Residual): void {
  for (const field of FIELDS) residual[field].fill(0);
}

export function addResidual(out: Residual, values: Residual, weight: number): void {
  for (const field of FIELDS) {
    const sum = out[field];
    const add = values[field];
    for (let k = 0; k < sum.length; k++) sum[k] += weight * add[k];
  }
}

/** What is held of a cluster at a state. Arrays of speeds are those of the whole system, zero where the cluster has none. */
export interface Held {
  readonly cluster: FrozenCluster;
  at: Frozen;
  /** a. */
  readonly accelerations: Float64Array;
  /** z, and w of each kept component; only where rows are combinations of others. */
  readonly twist: Float64Array;
  readonly weights: Float64Array;
  isRedundant: boolean;
  /** Row of each kept component, and how many there are. */
  readonly rows: Int32Array;
  kept: number;
  /** J^T F and R_I^T w. */
  readonly push: Float64Array;
  readonly twistPush: Float64Array;
  readonly touches: readonly HeldTouch[];
}

/** A contact of a cluster at the state. */
export interface HeldTouch {
  readonly touch: Touch;
  /** Its own, because touches are evaluated elsewhere, too. */
  readonly state: FeatureState;
  readonly seen: SeenTouch | undefined;
  readonly change: FeatureState;
}

export function createHeld({ system, features }: Lens, cluster: FrozenCluster, at: Frozen): Held {
  const numbers = () => new Float64Array(system.speedCount);
  const most = 3 * cluster.contacts.length;
  return {
    cluster,
    at,
    accelerations: numbers(),
    twist: numbers(),
    weights: new Float64Array(most),
    isRedundant: false,
    rows: new Int32Array(most),
    kept: 0,
    push: numbers(),
    twistPush: numbers(),
    touches: cluster.contacts.map(({ key }) => {
      const feature = features.withKey(key);
      if (feature === undefined) throw new Error(`there is no feature ${key}`);
      const seen = system.tangents?.().createSeen(feature);
      return { touch: createTouch(system, feature), state: createFeatureState(system), seen, change: createFeatureState(system) };
    }),
  };
}

/** Adds rows of a touch times numbers, three from `at` on, to an array of speeds. */
function addRows(
  { speedCount: n }: MechanicalSystem,
  speeds: readonly number[],
  jacobian: Float64Array,
  values: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  const [first, second, third] = [values[at], values[at + 1], values[at + 2]];
  for (const k of speeds) out[k] += first * jacobian[k] + second * jacobian[n + k] + third * jacobian[2 * n + k];
}

/** Looks at the touches of a cluster at a state: J^T F and R_I^T w there. */
export function readTouchesHeld({ system }: Lens, held: Held, state: State): void {
  const { touches, at, push, twistPush, isRedundant } = held;
  for (const { touch, state: own, seen } of touches)
    if (seen === undefined) system.evaluate(touch.feature, state.coordinates, state.speeds, own);
    else system.tangents?.().see(state, seen, own);
  push.fill(0);
  twistPush.fill(0);
  touches.forEach(({ touch, state }, i) => {
    addRows(system, touch.speeds, state.jacobian, at.forces, 3 * i, push);
  });
  if (isRedundant) addWeighted(system, held, (i) => touches[i].state.jacobian, twistPush);
}

/** Rows of the kept components, each times its weight. */
function addWeighted(
  { speedCount: n }: MechanicalSystem,
  { kept, rows, weights, touches }: Held,
  jacobianOf: (contact: number) => Float64Array,
  out: Float64Array,
): void {
  for (let r = 0; r < kept; r++) {
    const weight = weights[r];
    if (weight === 0) continue;
    const i = Math.floor(rows[r] / 3);
    const jacobian = jacobianOf(i);
    const from = (rows[r] % 3) * n;
    for (const k of touches[i].touch.speeds) out[k] += weight * jacobian[from + k];
  }
}

function rowTimes({ speedCount: n }: MechanicalSystem, speeds: readonly number[], jacobian: Float64Array, row: number, x: Float64Array) {
  let sum = 0;
  for (const k of speeds) sum += jacobian[row * n + k] * x[k];
  return sum;
}

/** Writes residuals and their changes, with arrays of its own to work in. */
export interface ResidualWriter {
  /** At a state of a system, whose touches keep the axes of the state at hand. */
  at(lens: Lens, held: Held, state: State, out: Residual): void;
  /** At the state at hand, of a system that differs in masses and forces alone: only what depends on them. */
  ofMasses(lens: Lens, held: Held, state: State, out: Residual): void;
  /** Adds the change by other masses and gravity, of bodies without loads. */
  byMasses(masses: MassesAlong, held: Held, state: State, out: Residual): void;
  /** The change along a direction, of a system that knows it. `forces`: that of the forces where the system does not. */
  along(tangents: SystemTangents, held: Held, state: State, along: Direction, forces: Float64Array | undefined, out: Residual): void;
}

export function createResidualWriter(base: Lens): ResidualWriter {
  const { coordinateCount, speedCount } = base.system;
  const [rates, force, loaded] = [new Float64Array(coordinateCount), new Float64Array(speedCount), new Float64Array(speedCount)];

  function gather(held: Held, from: Float64Array, out: Float64Array): void {
    const { speeds } = held.cluster;
    for (let k = 0; k < speeds.length; k++) out[k] = from[speeds[k]];
  }

  function readRates({ cluster: { coordinates } }: Held, out: Residual): void {
    for (let k = 0; k < coordinates.length; k++) out.rates[k] = rates[coordinates[k]];
  }

  function clearSpeeds(values: Float64Array, { cluster: { speeds } }: Held): void {
    for (const k of speeds) values[k] = 0;
  }

  function solveFor(lens: Lens, held: Held, { time, coordinates, speeds }: State, out: Residual): void {
    const { parts } = held.cluster;
    lens.system.solveMass(coordinates, force, force, parts);
    lens.system.impressed?.(time, coordinates, speeds, force, parts);
    gather(held, force, out.accelerations);
    if (!held.isRedundant) return;
    lens.system.solveMass(coordinates, loaded, loaded, parts);
    gather(held, loaded, out.twist);
  }

  /** J z of the kept components. */
  function readPressed({ system }: Lens, held: Held, jacobianOf: (contact: number) => Float64Array, out: Residual): void {
    const { kept, rows, touches, twist } = held;
    for (let r = 0; r < kept; r++) {
      const i = Math.floor(rows[r] / 3);
      out.pressed[r] = rowTimes(system, touches[i].touch.speeds, jacobianOf(i), rows[r] % 3, twist);
    }
  }

  return {
    at: (lens, held, state, out) => {
      const { system, features } = lens;
      const { cluster, at, accelerations } = held;
      const { parts, contacts } = cluster;
      system.rates(state.coordinates, state.speeds, rates, parts);
      readRates(held, out);
      system.forces(state.time, state.coordinates, state.speeds, force, parts);
      const touches = contacts.map(({ key }, i) => {
        const feature = features.withKey(key);
        if (feature === undefined) throw new Error(`there is no feature ${key} in a system with a parameter moved`);
        const touch = features.touchFor(feature);
        evaluateAlong(system, touch, state.coordinates, state.speeds, at.axes[i]);
        addRows(system, touch.speeds, touch.state.jacobian, at.forces, 3 * i, force);
        out.velocities.set(touch.velocity, 3 * i);
        out.gaps[i] = touch.state.gap;
        for (let c = 0; c < 3; c++)
          out.contactRates[3 * i + c] = touch.state.bias[c] + rowTimes(system, touch.speeds, touch.state.jacobian, c, accelerations);
        return touch;
      });
      if (held.isRedundant) {
        const jacobianOf = (i: number) => touches[i].state.jacobian;
        readPressed(lens, held, jacobianOf, out);
        clearSpeeds(loaded, held);
        addWeighted(system, held, jacobianOf, loaded);
      }
      solveFor(lens, held, state, out);
    },
    ofMasses: (lens, held, state, out) => {
      const { cluster, push, twistPush, isRedundant } = held;
      lens.system.forces(state.time, state.coordinates, state.speeds, force, cluster.parts);
      for (const k of cluster.speeds) {
        force[k] += push[k];
        if (isRedundant) loaded[k] = twistPush[k];
      }
      solveFor(lens, held, state, out);
    },
    byMasses: (masses, held, state, out) => {
      const { cluster, push, twistPush, isRedundant } = held;
      const { parts, speeds } = cluster;
      clearSpeeds(force, held);
      masses.addAccelerations(state, push, force, parts);
      for (let k = 0; k < speeds.length; k++) out.accelerations[k] += force[speeds[k]];
      if (!isRedundant) return;
      clearSpeeds(loaded, held);
      masses.addResponse(state.coordinates, twistPush, loaded, parts);
      for (let k = 0; k < speeds.length; k++) out.twist[k] += loaded[speeds[k]];
    },
    along: (tangents, held, state, along, forces, out) => {
      const { system } = base;
      const { cluster, at, accelerations, touches, isRedundant } = held;
      tangents.rates(state, along, rates, cluster.parts);
      readRates(held, out);
      if (forces === undefined) tangents.forces(state, along, force, cluster.parts);
      else for (const k of cluster.speeds) force[k] = forces[k];
      for (let i = 0; i < touches.length; i++) {
        const { touch, state: now, seen, change } = touches[i];
        if (seen === undefined) throw new Error("a touch was not seen");
        tangents.touch(seen, now, along, change);
        tangents.bias(seen, now, change);
        addRows(system, touch.speeds, change.jacobian, at.forces, 3 * i, force);
        out.gaps[i] = change.gap;
        for (let c = 0; c < 3; c++) {
          const { jacobian } = change;
          out.contactRates[3 * i + c] = change.bias[c] + rowTimes(system, touch.speeds, jacobian, c, accelerations);
          const own = rowTimes(system, touch.speeds, now.jacobian, c, along.speeds);
          out.velocities[3 * i + c] = own + rowTimes(system, touch.speeds, jacobian, c, state.speeds);
        }
      }
      tangents.subtractMass(state, along, accelerations, force, cluster.parts);
      system.solveMass(state.coordinates, force, force, cluster.parts);
      gather(held, force, out.accelerations);
      if (!isRedundant) return;
      const jacobianOf = (i: number) => touches[i].change.jacobian;
      readPressed(base, held, jacobianOf, out);
      clearSpeeds(loaded, held);
      addWeighted(system, held, jacobianOf, loaded);
      tangents.subtractMass(state, along, held.twist, loaded, cluster.parts);
      system.solveMass(state.coordinates, loaded, loaded, cluster.parts);
      gather(held, loaded, out.twist);
    },
  };
}
