/**
 * The state that moves along an impact with tangential springs, and the record of its events. Without units, see contact.ts.
 *
 * While the contact sticks, force and stretch are what is followed; while it slips, the normal energy and the direction are, and force and
 * stretch follow:
 *
 *     E_n = f^2 / (2 c)        g = friction eta0^2 f d        E_t = g^2 / (2 eta0^2)
 *
 * Letters: f force (normal force over the root of the normal stiffness in compression), c hardness (1, and 1/e^2 in restitution), g stretch
 * (times the same root), d direction of slip, E_n normal energy, E_t tangential energy.
 */
import { SolverError } from "../../errors.js";
import { COMPRESSION_END, COMPRESSION_RESTART, END } from "../slip/path.js";
import type { ComplianceContact } from "./contact.js";
import type { SlipSeries } from "./slip-series.js";
import type { Sticking } from "./stick.js";

export interface ComplianceState {
  normalImpulse: number;
  impulse1: number;
  impulse2: number;
  velocity1: number;
  velocity2: number;
  normalVelocity: number;
  /** Over the root of the normal stiffness in compression. */
  force: number;
  /** Of the tangential springs, times the same root. */
  stretch1: number;
  stretch2: number;
  /** In the normal spring. */
  normalEnergy: number;
  /** Unit vector along which the contact slips; means nothing while it sticks. */
  direction1: number;
  direction2: number;
  frictionLoss: number;
  restitutionLoss: number;
  /** Lost by the tangential springs without friction: what they hold when the impact ends with them stretched. */
  springLoss: number;
  /** Before the normal spring hardened. */
  compressing: boolean;
  /** The bodies approach: compression, or pressed together again later. */
  approaching: boolean;
  /** Normal stiffness over that in compression. */
  hardness: number;
  /** Normal energy when restitution began. */
  restitutionEnergy: number;
}

export type Mode = "slip" | "stick";

/**
 * Numbers recorded for each event: normal impulse, impulse 1, 2, velocity 1, 2, normal; normal energy, friction loss, tangential energy.
 */
export const EVENT_SIZE = 9;

/**
 * Springs almost rigid against the tangents stick and slip some 1/eta0 times, and bodies that the tangential springs press together bounce
 * on the hardened normal spring some 1/restitution times (compliant.ts then eases the restitution). Beyond this it is the model that has no
 * answer of use, not the computer.
 */
export const MOST_EVENTS = 10_000;
const FIRST_CAPACITY = 16;

export interface CompliancePath {
  count: number;
  kinds: Uint8Array;
  numbers: Float64Array;
  readonly state: ComplianceState;
  /** Whether the contact stuck at the end. */
  stuck: boolean;
  /** How often the bodies were pressed together. */
  compressions: number;
  /** What following it writes on its way, made when it first sticks or slips. */
  sticking: Sticking | undefined;
  slipping: SlipSeries | undefined;
  /** Receives points of the path for drawing; undefined on the hot path. */
  observe: ((state: ComplianceState, mode: Mode) => void) | undefined;
}

export function createCompliancePath(): CompliancePath {
  return {
    count: 0,
    kinds: new Uint8Array(FIRST_CAPACITY),
    numbers: new Float64Array(FIRST_CAPACITY * EVENT_SIZE),
    state: {
      normalImpulse: 0,
      impulse1: 0,
      impulse2: 0,
      velocity1: 0,
      velocity2: 0,
      normalVelocity: -1,
      force: 0,
      stretch1: 0,
      stretch2: 0,
      normalEnergy: 0,
      direction1: 1,
      direction2: 0,
      frictionLoss: 0,
      restitutionLoss: 0,
      springLoss: 0,
      compressing: true,
      approaching: true,
      hardness: 1,
      restitutionEnergy: 0,
    },
    stuck: false,
    compressions: 1,
    sticking: undefined,
    slipping: undefined,
    observe: undefined,
  };
}

/** Puts the path at the start of the impact. */
export function beginPath(path: CompliancePath, contact: ComplianceContact): void {
  const { state } = path;
  path.count = 0;
  path.stuck = false;
  path.compressions = 1;
  state.normalImpulse = 0;
  state.impulse1 = 0;
  state.impulse2 = 0;
  state.velocity1 = contact.slip1;
  state.velocity2 = contact.slip2;
  state.normalVelocity = -1;
  state.force = 0;
  state.stretch1 = 0;
  state.stretch2 = 0;
  state.normalEnergy = 0;
  state.direction1 = 1;
  state.direction2 = 0;
  state.frictionLoss = 0;
  state.restitutionLoss = 0;
  state.springLoss = 0;
  state.compressing = true;
  state.approaching = true;
  state.hardness = 1;
  state.restitutionEnergy = 0;
}

/** The friction coefficient of slip in the present phase. */
export function slipFriction(contact: ComplianceContact, state: ComplianceState): number {
  return state.compressing ? contact.friction : contact.restitutionFriction;
}

/** Force and stretch of a slipping contact from its normal energy and direction. */
export function stretchToSlip(contact: ComplianceContact, state: ComplianceState): void {
  state.force = Math.sqrt(2 * state.hardness * Math.max(0, state.normalEnergy));
  const stretch = slipFriction(contact, state) * contact.stiffnessRatio * state.force;
  state.stretch1 = stretch * state.direction1;
  state.stretch2 = stretch * state.direction2;
}

export function tangentialEnergy(contact: ComplianceContact, { stretch1, stretch2 }: ComplianceState): number {
  return (stretch1 * stretch1 + stretch2 * stretch2) / (2 * contact.stiffnessRatio);
}

export function recordEvent(path: CompliancePath, contact: ComplianceContact, kind: number): void {
  const { state } = path;
  if (path.count === MOST_EVENTS) throw endless(path, contact);
  if (path.count === path.kinds.length) enlarge(path);
  const { numbers } = path;
  const at = path.count * EVENT_SIZE;
  path.kinds[path.count] = kind;
  numbers[at] = state.normalImpulse;
  numbers[at + 1] = state.impulse1;
  numbers[at + 2] = state.impulse2;
  numbers[at + 3] = state.velocity1;
  numbers[at + 4] = state.velocity2;
  numbers[at + 5] = state.normalVelocity;
  numbers[at + 6] = state.normalEnergy;
  numbers[at + 7] = state.frictionLoss;
  numbers[at + 8] = tangentialEnergy(contact, state);
  path.count++;
}

/** Whether an impact with so many events was given up because the tangential springs keep pressing the bodies together. */
export function isWedged({ compressions }: CompliancePath): boolean {
  return compressions > MOST_EVENTS / 4;
}

/** Why an impact was given up. */
export function endless(path: CompliancePath, { impulse, stiffnessRatio, restitution }: ComplianceContact): SolverError {
  const { state, count, compressions } = path;
  const reached = { events: count, normalImpulse: state.normalImpulse * impulse, compressions, stiffnessRatio, restitution };
  return isWedged(path)
    ? new SolverError(
        "the tangential springs press the bodies together again and again, and with so little restitution they bounce without end",
        reached,
      )
    : new SolverError("the contact sticks and slips without end: the tangential springs are almost rigid, use the law frictional", reached);
}

function enlarge(path: CompliancePath): void {
  const kinds = new Uint8Array(2 * path.kinds.length);
  const numbers = new Float64Array(2 * path.numbers.length);
  kinds.set(path.kinds);
  numbers.set(path.numbers);
  path.kinds = kinds;
  path.numbers = numbers;
}

/**
 * The normal velocity passes zero. The first time, the normal spring hardens: its force stays, its energy falls to e^2 of what it was.
 * Later changes of sign lose nothing (the single-loss rule). Returns true if the impact is over, which it is if nothing is given back.
 */
export function turnAround(path: CompliancePath, contact: ComplianceContact, mode: Mode): boolean {
  const { state } = path;
  const { restitution } = contact;
  state.normalVelocity = 0;
  if (!state.compressing) {
    state.approaching = !state.approaching;
    if (state.approaching) path.compressions++;
    recordEvent(path, contact, state.approaching ? COMPRESSION_RESTART : COMPRESSION_END);
    return false;
  }
  path.observe?.(state, mode);
  state.restitutionLoss += (1 - restitution * restitution) * state.normalEnergy;
  state.normalEnergy *= restitution * restitution;
  state.restitutionEnergy = state.normalEnergy;
  state.compressing = false;
  state.approaching = false;
  state.hardness = restitution > 0 ? 1 / (restitution * restitution) : Number.POSITIVE_INFINITY;
  if (restitution > 0 && mode === "slip") {
    const before = tangentialEnergy(contact, state);
    stretchToSlip(contact, state);
    // Nothing under Coulomb's law; the source's figures need a friction that changes here.
    if (contact.restitutionFriction !== contact.friction) state.springLoss += before - tangentialEnergy(contact, state);
  }
  recordEvent(path, contact, COMPRESSION_END);
  path.observe?.(state, mode);
  if (restitution > 0) return false;
  endImpact(path, contact, mode);
  return true;
}

/** The springs let go; what the tangential ones still hold is lost. */
export function endImpact(path: CompliancePath, contact: ComplianceContact, mode: Mode): void {
  const { state } = path;
  state.springLoss += tangentialEnergy(contact, state);
  state.stretch1 = 0;
  state.stretch2 = 0;
  state.force = 0;
  state.normalEnergy = 0;
  path.stuck = mode === "stick";
  recordEvent(path, contact, END);
}
