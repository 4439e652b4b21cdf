/**
 * Straight pieces of an impact: sticking, sliding along an invariant direction, and slipping without friction.
 *
 * There the impulse runs along a fixed direction, so the normal velocity v is linear in the normal impulse and the stored energy E
 * quadratic:
 *
 *     v(x) = v + k x          E(x) = E - v x - k x^2 / 2
 *
 * Compression ends at x = -v/k. Restitution ends at E = 0, at x = 2 E / (v + sqrt(v^2 + 2 k E)), a form without cancellation that
 * covers k -> 0. If k < 0 the normal velocity may reach zero first, and compression begins again.
 * Source: 000 section 2.6 (cases S1, S2, L1 to L4), in local form.
 */
import { SolverError } from "../../errors.js";
import { holds, type SlipContact } from "./contact.js";
import { centrifugalDirection } from "./directions.js";
import {
  type EndRule,
  endCompression,
  endImpact,
  recordEvent,
  restartCompression,
  SLIP_START,
  SLIP_STOP,
  type SlipPath,
  type SlipState,
} from "./path.js";
import type { Piece } from "./piece.js";

/** Points drawn on a straight piece; the curves on it are at most quadratic. */
const DRAWN_POINTS = 24;

/**
 * Slides from the present state along the unit direction (z1, z2), which must be invariant, until slip stops or the impact ends. Finishes
 * the impact.
 */
export function slideStraight(contact: SlipContact, path: SlipPath, z1: number, z2: number, rule: EndRule): void {
  const { piece } = path;
  const { state } = path;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  state.slip1 = speed * z1;
  state.slip2 = speed * z2;
  aimSlide(piece, contact, z1, z2, speed);
  piece.left = piece.rate < 0 ? -speed / piece.rate : Number.POSITIVE_INFINITY;
  if (runPiece(contact, path, rule)) return;
  state.slip1 = 0;
  state.slip2 = 0;
  recordEvent(path, SLIP_STOP);
  finishFromRest(contact, path, rule);
}

/** From zero slip: sticks, or starts to slip along the one direction that leads away from rest. Finishes the impact. */
export function finishFromRest(contact: SlipContact, path: SlipPath, rule: EndRule): void {
  const { piece } = path;
  if (holds(contact)) {
    piece.impulse1 = -contact.hold1;
    piece.impulse2 = -contact.hold2;
    piece.slip1 = 0;
    piece.slip2 = 0;
    piece.slope = contact.stickSlope;
    piece.loss = 0;
    piece.lossRate = 0;
    piece.mode = "stick";
    path.stuck = true;
  } else {
    const { direction } = path;
    centrifugalDirection(contact, direction);
    recordEvent(path, SLIP_START);
    aimSlide(piece, contact, direction[0], direction[1], 0);
  }
  piece.left = Number.POSITIVE_INFINITY;
  runPiece(contact, path, rule);
}

/** The whole impact without friction: the impulse is normal. */
export function slideFrictionless(contact: SlipContact, path: SlipPath, rule: EndRule): void {
  const { piece } = path;
  piece.impulse1 = 0;
  piece.impulse2 = 0;
  piece.slip1 = contact.d1;
  piece.slip2 = contact.d2;
  piece.slope = contact.normal;
  piece.loss = 0;
  piece.lossRate = 0;
  piece.mode = "slip";
  piece.left = Number.POSITIVE_INFINITY;
  runPiece(contact, path, rule);
}

/** Sets the piece to sliding along (z1, z2). */
function aimSlide(piece: Piece, contact: SlipContact, z1: number, z2: number, speed: number): void {
  const { b11, b12, b22, d1, d2, friction, normal } = contact;
  const rate = z1 * (d1 - friction * (b11 * z1 + b12 * z2)) + z2 * (d2 - friction * (b12 * z1 + b22 * z2));
  piece.impulse1 = -friction * z1;
  piece.impulse2 = -friction * z2;
  piece.slip1 = rate * z1;
  piece.slip2 = rate * z2;
  piece.slope = normal - friction * (d1 * z1 + d2 * z2);
  piece.loss = friction * speed;
  piece.lossRate = friction * rate;
  piece.mode = "slip";
  piece.rate = rate;
}

/** Follows the piece over the normal impulse that is left of it. Returns true if the impact ended on it. */
function runPiece(contact: SlipContact, path: SlipPath, rule: EndRule): boolean {
  const { piece } = path;
  const { state } = path;
  for (;;) {
    measureTurn(piece, state);
    measureEnd(piece, state, contact, rule);
    piece.next = Math.min(piece.turn, piece.end);
    if (!(piece.next <= piece.left)) {
      piece.next = piece.left;
      path.tangents?.slide(piece, state, true);
      advance(path);
      return false;
    }
    if (piece.next === Number.POSITIVE_INFINITY)
      throw new SolverError("the bodies never separate: the mobility is not positive definite", { normalImpulse: state.normalImpulse });
    piece.left -= piece.next;
    path.tangents?.slide(piece, state, false);
    advance(path);
    if (piece.end <= piece.turn) {
      if (rule === "energetic") state.storedEnergy = 0;
      return endImpact(path);
    }
    if (state.compressing) {
      if (endCompression(path, contact, rule)) return true;
    } else {
      restartCompression(path);
    }
  }
}

/** Normal impulse until the normal velocity passes zero; infinite if it moves away from zero. */
function measureTurn(piece: Piece, state: SlipState): void {
  const towardsZero = state.compressing ? piece.slope > 0 : piece.slope < 0;
  piece.turn = towardsZero ? -state.normalVelocity / piece.slope : Number.POSITIVE_INFINITY;
}

/** Normal impulse until the end rule is met; infinite in compression, or if it is not met before the normal velocity turns. */
function measureEnd(piece: Piece, state: SlipState, contact: SlipContact, rule: EndRule): void {
  piece.end = Number.POSITIVE_INFINITY;
  if (state.compressing) return;
  const { slope } = piece;
  if (rule === "poisson") {
    piece.end = state.restitutionImpulse;
  } else if (rule === "newton") {
    if (slope > 0) piece.end = (-contact.restitution * contact.normalVelocity - state.normalVelocity) / slope;
  } else {
    const square = state.normalVelocity * state.normalVelocity + 2 * slope * state.storedEnergy;
    if (square >= 0) piece.end = state.storedEnergy === 0 ? 0 : (2 * state.storedEnergy) / (state.normalVelocity + Math.sqrt(square));
  }
}

/** Moves by `piece.next`; in small steps if somebody watches. */
function advance(path: SlipPath): void {
  const { piece } = path;
  if (path.observe === undefined) {
    move(piece, path.state);
    return;
  }
  piece.next /= DRAWN_POINTS;
  for (let i = 0; i < DRAWN_POINTS; i++) {
    move(piece, path.state);
    path.observe(path.state, piece.mode);
  }
}

function move(piece: Piece, state: SlipState): void {
  const x = piece.next;
  state.normalImpulse += x;
  state.impulse1 += piece.impulse1 * x;
  state.impulse2 += piece.impulse2 * x;
  state.slip1 += piece.slip1 * x;
  state.slip2 += piece.slip2 * x;
  state.storedEnergy -= x * (state.normalVelocity + 0.5 * piece.slope * x);
  state.normalVelocity += piece.slope * x;
  state.frictionLoss += x * (piece.loss + 0.5 * piece.lossRate * x);
  piece.loss += piece.lossRate * x;
  if (!state.compressing && state.restitutionImpulse > 0) state.restitutionImpulse -= x;
}
