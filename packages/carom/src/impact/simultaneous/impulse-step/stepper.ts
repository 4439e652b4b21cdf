/**
 * What the parts of the impulse-stepping method share: the state of the contacts with energies instead of compressions, and room to work
 * in.
 */
import { pow } from "../../../math/elementary.js";
import type { State } from "../state.js";
import { createStickingSolver, type StickingSolver } from "../sticking.js";
import type { System } from "../system.js";

export interface Stepper {
  readonly system: System;
  readonly state: State;
  /** Impulse of the primary contact in a step, without units. */
  readonly step: number;
  /** By contact: energy stored, root of the stiffness in the force law, and force up to a factor that is the same for all. */
  readonly energy: Float64Array;
  readonly root: Float64Array;
  readonly strength: Float64Array;
  /** By contact: fifth root of the energy, for the force law of Hertz. */
  readonly fifthRoot: Float64Array;
  /** By contact: normal impulse of this step. */
  readonly push: Float64Array;
  /** Contacts that push, ascending. */
  readonly active: Int32Array;
  activeCount: number;
  /** Contacts that may begin to push in this step. */
  readonly fresh: Int32Array;
  freshCount: number;
  /** Contact with the largest force. */
  primary: number;
  /** By row: velocities before the step, and with its normal impulses only. */
  readonly before: Float64Array;
  readonly pressed: Float64Array;
  /** By row: tangential impulse of this step; before that, a place to work. */
  readonly scratch: Float64Array;
  readonly friction: FrictionRoom;
}

/** Of the slip of a contact in a step: what happened, as a sum. */
export const STOPPED = 1;
export const STARTED = 2;

export interface FrictionRoom {
  readonly solver: StickingSolver;
  /** Contacts at rest in this step, ascending, and by contact whether it is one. */
  readonly resting: Int32Array;
  restingCount: number;
  readonly rests: Uint8Array;
  /** By contact: what became of its slip in this step. */
  readonly note: Uint8Array;
  /** Contacts for which `block`, the mobility between their tangents, was built. */
  readonly known: Int32Array;
  knownCount: number;
  readonly block: Float64Array;
  readonly free: Float64Array;
  readonly limits: Float64Array;
  readonly force: Float64Array;
  readonly rate: Float64Array;
  /** By row: place in the block plus one, or zero. */
  readonly place: Int32Array;
  /** By contact: whether the published rule has found its direction. */
  readonly aimed: Uint8Array;
}

export function createStepper(system: System, state: State, step: number): Stepper {
  const { count, rows } = system;
  const frictional = system.tangents.reduce((sum, tangents) => sum + (tangents > 0 ? 1 : 0), 0);
  const components = rows - count;
  return {
    system,
    state,
    step,
    energy: new Float64Array(count),
    root: Float64Array.from(system.stiffness, (k) => rootOf(k, system.exponent)),
    strength: new Float64Array(count),
    fifthRoot: new Float64Array(count),
    push: new Float64Array(count),
    active: new Int32Array(count),
    activeCount: 0,
    fresh: new Int32Array(count),
    freshCount: 0,
    primary: -1,
    before: new Float64Array(rows),
    pressed: new Float64Array(rows),
    scratch: new Float64Array(rows),
    friction: {
      solver: createStickingSolver(frictional),
      resting: new Int32Array(frictional),
      restingCount: 0,
      rests: new Uint8Array(count),
      note: new Uint8Array(count),
      known: new Int32Array(frictional),
      knownCount: 0,
      block: new Float64Array(components * components),
      free: new Float64Array(components),
      limits: new Float64Array(frictional),
      force: new Float64Array(components),
      rate: new Float64Array(components),
      place: new Int32Array(rows),
      aimed: new Uint8Array(count),
    },
  };
}

/** k^(1/(p+1)). */
export function rootOf(stiffness: number, exponent: number): number {
  return exponent === 1 ? Math.sqrt(stiffness) : pow(stiffness, 1 / (exponent + 1));
}

/** k^(1/(p+1)) E^(p/(p+1)): the force of a spring that holds the energy E, but for the factor (p+1)^(p/(p+1)). */
export function strengthOf(root: number, energy: number, exponent: number): number {
  if (exponent === 1) return root * Math.sqrt(energy);
  return energy > 0 ? root * pow(energy, exponent / (exponent + 1)) : 0;
}

/** Sets the energy of a contact and with it its strength. */
export function setEnergy({ system, energy, root, strength, fifthRoot }: Stepper, c: number, value: number): void {
  energy[c] = value;
  if (system.exponent !== 1.5 || !(value > 0)) {
    strength[c] = strengthOf(root[c], value, system.exponent);
    fifthRoot[c] = 0;
    return;
  }
  // E^(3/5), from the fifth root of a step ago by Halley's method: the error is cubed each time.
  let y = fifthRoot[c] > 0 ? fifthRoot[c] : pow(value, 0.2);
  for (let i = 0; i < 100; i++) {
    const power = y * y * y * y * y;
    y *= (2 * power + 3 * value) / (3 * power + 2 * value);
    if (Math.abs(power - value) <= 1e-5 * value) break;
  }
  fifthRoot[c] = y;
  strength[c] = root[c] * y * y * y;
}

/** out += amount * column. */
export function addTo({ start, index, value }: System, column: number, amount: number, out: Float64Array): void {
  const end = start[column + 1];
  for (let k = start[column]; k < end; k++) out[index[k]] += value[k] * amount;
}
