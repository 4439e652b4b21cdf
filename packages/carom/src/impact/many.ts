/**
 * Many impacts of one contact each under the law `frictional`, by arrays: nothing is allocated for an impact, and the numbers are those of
 * `solveFrictional` to the last bit.
 *
 * Rows that cannot be solved (a restitution of 1.2, a velocity that is not a number) are marked and left out; the others go on.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { EventKind, SlipOutcome } from "./outcome.js";
import { completeSlipContact, createSlipContact, type SlipContact } from "./slip/contact.js";
import { createSlipPath, EVENT_KINDS, type SlipPath } from "./slip/path.js";
import { followSlipBySeries } from "./slip/series.js";
import { forgetNegligible, hasPositivePivots, LARGEST_FRICTION, slipOutcome } from "./slip/solve.js";

/** One value for all rows, or one for each. */
export type PerRow = number | ArrayLike<number>;

/** Impacts of one spatial contact each. */
export interface FrictionalBatch {
  /** How many. */
  readonly count: number;
  /**
   * W11, W12, W22, W13, W23, W33 of the mobility (1, 2 tangents, 3 normal), 1/kg: six numbers for all rows, or six for each.
   */
  readonly mobility: ArrayLike<number>;
  /** Tangent 1, tangent 2, normal, before the impact, m/s: three numbers for each row. */
  readonly velocity: ArrayLike<number>;
  /** >= 0, at most 1e4. */
  readonly friction: PerRow;
  /** 0 to 1. */
  readonly restitution: PerRow;
  /** Of a contact that has stopped, >= friction. Default: the same. */
  readonly staticFriction?: PerRow;
}

/** What became of them, row by row. */
export interface FrictionalBatchOutcome {
  /** On the first body, tangent 1, tangent 2, normal, N s: three numbers for each row. */
  readonly impulse: Float64Array;
  /** After the impact, m/s: three numbers for each row. */
  readonly velocity: Float64Array;
  /** Change of the kinetic energy, J, <= 0. */
  readonly energyChange: Float64Array;
  /** Work of sliding friction, J. */
  readonly frictionLoss: Float64Array;
  /** Stored in compression and not given back, J. */
  readonly restitutionLoss: Float64Array;
  /** Place in SLIP_OUTCOMES. */
  readonly slip: Uint8Array;
  /** The events as one number, see `eventsOfCode`. */
  readonly events: Float64Array;
  /** 1: the row could not be solved, and its numbers are NaN; else 0. */
  readonly failed: Uint8Array;
}

/** How a contact may slip, in the order of the numbers of `slip`. */
export const SLIP_OUTCOMES: readonly SlipOutcome[] = ["slides", "sticks", "restarts", "frictionless", "untouched"];
const UNTOUCHED = 4;
const MOBILITY = 6;
/** Kinds of events and none. */
const BASE = EVENT_KINDS.length + 1;
/** More events than these have no code: 6^20 is the largest below 2^53. */
const MOST_EVENTS = 20;

/** The events of a row from its code, in their order. */
export function eventsOfCode(code: number): EventKind[] {
  const kinds: EventKind[] = [];
  for (let rest = code; rest > 0; rest = Math.floor(rest / BASE)) kinds.unshift(EVENT_KINDS[(rest % BASE) - 1]);
  return kinds;
}

/** Solves all of them. Throws InvalidInputError only where the arrays do not fit the count. */
export function solveFrictionalMany(batch: FrictionalBatch): FrictionalBatchOutcome {
  const outcome = emptyOutcome(batch.count);
  solveFrictionalInto(batch, outcome);
  return outcome;
}

/** The same into arrays that are there already, with room for as many rows: whoever solves batch after batch needs them once. */
export function solveFrictionalInto(batch: FrictionalBatch, outcome: FrictionalBatchOutcome): void {
  checkSizes(batch);
  const { count, mobility, velocity, friction, restitution, staticFriction } = batch;
  const contact = createSlipContact();
  const path = createSlipPath();
  const isFixed = mobility.length === MOBILITY;
  const frictions = strided(friction);
  const restitutions = strided(restitution);
  const statics = strided(staticFriction ?? friction);
  let isDefinite = isFixed && readMobility(contact, mobility, 0);
  for (let row = 0; row < count; row++) {
    if (!isFixed) isDefinite = readMobility(contact, mobility, MOBILITY * row);
    outcome.failed[row] = 0;
    contact.slip1 = velocity[3 * row];
    contact.slip2 = velocity[3 * row + 1];
    contact.normalVelocity = velocity[3 * row + 2];
    contact.friction = frictions.values[frictions.stride * row];
    contact.restitution = restitutions.values[restitutions.stride * row];
    contact.staticFriction = statics.values[statics.stride * row];
    if (!isDefinite || !isPossible(contact)) fail(outcome, row);
    else if (contact.normalVelocity >= 0) leave(outcome, contact, row);
    else solveRow(outcome, contact, path, row);
  }
}

/** Always a list: a number that is the one or an element of the other would be allocated for each row. */
function strided(value: PerRow): { readonly values: ArrayLike<number>; readonly stride: 0 | 1 } {
  return typeof value === "number" ? { values: Float64Array.of(value), stride: 0 } : { values: value, stride: 1 };
}

function checkSizes({ count, mobility, velocity, friction, restitution, staticFriction = 0 }: FrictionalBatch): void {
  if (!Number.isInteger(count) || count < 0) throw new InvalidInputError("count", count, "is not a number of impacts");
  if (mobility.length !== MOBILITY && mobility.length !== MOBILITY * count)
    throw new InvalidInputError("mobility", mobility.length, `numbers are neither ${MOBILITY} nor ${MOBILITY * count}`);
  if (velocity.length !== 3 * count) throw new InvalidInputError("velocity", velocity.length, `numbers are not ${3 * count}`);
  for (const [name, value] of Object.entries({ friction, restitution, staticFriction }))
    if (typeof value !== "number" && value.length !== count) throw new InvalidInputError(name, value.length, `numbers are not ${count}`);
}

/** Whether it is positive definite. */
function readMobility(contact: SlipContact, mobility: ArrayLike<number>, at: number): boolean {
  contact.b11 = mobility[at];
  contact.b12 = mobility[at + 1];
  contact.b22 = mobility[at + 2];
  contact.d1 = mobility[at + 3];
  contact.d2 = mobility[at + 4];
  contact.normal = mobility[at + 5];
  completeSlipContact(contact);
  return contact.b11 > 0 && contact.b22 > 0 && contact.normal > 0 && hasPositivePivots(contact);
}

/** Sizes beyond which squares overflow, as in checkContactProblem. */
const LARGEST = 1e70;

function isPossible({ slip1, slip2, normalVelocity, friction, staticFriction, restitution }: SlipContact): boolean {
  const isSpeed = Math.abs(slip1) <= LARGEST && Math.abs(slip2) <= LARGEST && Math.abs(normalVelocity) <= LARGEST;
  return (
    isSpeed &&
    friction >= 0 &&
    friction <= LARGEST_FRICTION &&
    staticFriction >= friction &&
    staticFriction < Infinity &&
    restitution >= 0 &&
    restitution <= 1
  );
}

/** Room for the outcome of so many impacts. */
export function emptyOutcome(count: number): FrictionalBatchOutcome {
  return {
    impulse: new Float64Array(3 * count),
    velocity: new Float64Array(3 * count),
    energyChange: new Float64Array(count),
    frictionLoss: new Float64Array(count),
    restitutionLoss: new Float64Array(count),
    slip: new Uint8Array(count),
    events: new Float64Array(count),
    failed: new Uint8Array(count),
  };
}

function fail(outcome: FrictionalBatchOutcome, row: number): void {
  const { impulse, velocity, energyChange, frictionLoss, restitutionLoss, slip, events, failed } = outcome;
  for (let k = 3 * row; k < 3 * row + 3; k++) impulse[k] = velocity[k] = Number.NaN;
  energyChange[row] = frictionLoss[row] = restitutionLoss[row] = Number.NaN;
  slip[row] = UNTOUCHED;
  events[row] = 0;
  failed[row] = 1;
}

function leave(outcome: FrictionalBatchOutcome, contact: SlipContact, row: number): void {
  const { impulse, velocity, energyChange, frictionLoss, restitutionLoss, slip, events } = outcome;
  for (let k = 3 * row; k < 3 * row + 3; k++) impulse[k] = 0;
  energyChange[row] = frictionLoss[row] = restitutionLoss[row] = events[row] = 0;
  velocity[3 * row] = contact.slip1;
  velocity[3 * row + 1] = contact.slip2;
  velocity[3 * row + 2] = contact.normalVelocity;
  slip[row] = UNTOUCHED;
}

function solveRow(outcome: FrictionalBatchOutcome, contact: SlipContact, path: SlipPath, row: number): void {
  forgetNegligible(contact);
  try {
    followSlipBySeries(contact, path);
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    fail(outcome, row);
    return;
  }
  const { impulse, velocity, energyChange, frictionLoss, restitutionLoss, slip, events } = outcome;
  const { state } = path;
  const at = 3 * row;
  impulse[at] = state.impulse1;
  impulse[at + 1] = state.impulse2;
  impulse[at + 2] = state.normalImpulse;
  velocity[at] = state.slip1;
  velocity[at + 1] = state.slip2;
  velocity[at + 2] = state.normalVelocity;
  energyChange[row] =
    0.5 *
    (state.impulse1 * (contact.slip1 + state.slip1) +
      state.impulse2 * (contact.slip2 + state.slip2) +
      state.normalImpulse * (contact.normalVelocity + state.normalVelocity));
  frictionLoss[row] = state.frictionLoss;
  restitutionLoss[row] = state.restitutionLoss;
  slip[row] = slipCode(contact, path);
  let code = 0;
  const told = Math.min(path.count, MOST_EVENTS);
  for (let i = 0; i < told; i++) code = code * BASE + path.kinds[i] + 1;
  events[row] = code;
}

function slipCode(contact: SlipContact, path: SlipPath): number {
  return SLIP_OUTCOMES.indexOf(slipOutcome(contact, path));
}
