/**
 * What moves during an impact: compression, velocity and impulse of every contact, its phase, and what its friction does.
 *
 * Without units, see system.ts. The state knows no time; each step begins at its own zero.
 */
import { type System, springEnergy, springForce } from "./system.js";

/** Of the normal spring. */
export const OPEN = 0;
export const COMPRESSION = 1;
export const RESTITUTION = 2;
export const PHASES = ["open", "compression", "restitution"] as const;

/** Of the friction: none (open or frictionless), pressed too little to tell, sliding, at rest. */
export const NONE = 0;
export const IDLE = 1;
export const SLIP = 2;
export const STICK = 3;

export interface State {
  /** By contact. A gap is negative (only where gaps are tracked). */
  readonly compression: Float64Array;
  /** By row. */
  readonly velocity: Float64Array;
  readonly impulse: Float64Array;
  /** By contact: stiffness in the present phase. */
  readonly stiffness: Float64Array;
  readonly phase: Uint8Array;
  readonly mode: Uint8Array;
  /** By contact, two numbers each: unit vector along which it slides (planar: the first is +1 or -1). */
  readonly direction: Float64Array;
  /** By row of tangents: stretch of the tangential springs, of contacts that have them. */
  readonly stretch: Float64Array;
  /** By contact: whether it was ever at rest along the surface while it pushed. */
  readonly rested: Uint8Array;
  /** By contact: what friction did when it last pushed. */
  readonly lastMode: Uint8Array;
  /** By contact: has begun to slip and not moved since. */
  readonly fresh: Uint8Array;
  /** By contact: slides so slowly, and slower, that it goes straight until it stops. */
  readonly stopping: Uint8Array;
  frictionLoss: number;
  restitutionLoss: number;
  springLoss: number;
}

export function createState(system: System): State {
  const { count, rows } = system;
  return {
    compression: new Float64Array(count),
    velocity: Float64Array.from(system.velocity),
    impulse: new Float64Array(rows),
    stiffness: Float64Array.from(system.stiffness),
    phase: new Uint8Array(count),
    mode: new Uint8Array(count),
    direction: new Float64Array(2 * count),
    stretch: new Float64Array(rows),
    rested: new Uint8Array(count),
    lastMode: new Uint8Array(count),
    fresh: new Uint8Array(count),
    stopping: new Uint8Array(count),
    frictionLoss: 0,
    restitutionLoss: 0,
    springLoss: 0,
  };
}

/** In the normal spring of a contact. */
export function storedEnergy(system: System, state: State, c: number): number {
  return state.phase[c] === OPEN ? 0 : springEnergy(state.stiffness[c], state.compression[c], system.exponent);
}

export function normalForce(system: System, state: State, c: number): number {
  return state.phase[c] === OPEN ? 0 : Math.max(0, springForce(state.stiffness[c], state.compression[c], system.exponent));
}

/** In the tangential springs of a contact. */
export function tangentialEnergy({ tangentialStiffness, tangents, firstTangent }: System, { stretch }: State, c: number): number {
  let square = 0;
  for (let i = firstTangent[c]; i < firstTangent[c] + tangents[c]; i++) square += stretch[i] * stretch[i];
  return 0.5 * tangentialStiffness[c] * square;
}

/** Tangential speed of a contact. */
export function slipSpeed({ tangents, firstTangent }: System, { velocity }: State, c: number): number {
  const row = firstTangent[c];
  if (tangents[c] === 1) return Math.abs(velocity[row]);
  return Math.sqrt(velocity[row] * velocity[row] + velocity[row + 1] * velocity[row + 1]);
}

/** What moves between events, to be put back by `restore`. */
export function copyOf({ compression, velocity, impulse, direction, stretch, frictionLoss }: State) {
  return {
    compression: compression.slice(),
    velocity: velocity.slice(),
    impulse: impulse.slice(),
    direction: direction.slice(),
    stretch: stretch.slice(),
    frictionLoss,
  };
}

export function restore(state: State, kept: ReturnType<typeof copyOf>): void {
  state.compression.set(kept.compression);
  state.velocity.set(kept.velocity);
  state.impulse.set(kept.impulse);
  state.direction.set(kept.direction);
  state.stretch.set(kept.stretch);
  state.frictionLoss = kept.frictionLoss;
}
