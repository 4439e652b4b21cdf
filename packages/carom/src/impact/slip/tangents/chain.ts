/**
 * Tangents along the whole impact of one contact: the stretches of the slip chained with its events.
 *
 * Six rows are carried, each with one column for every number of the contact: angle and log speed of the slip, normal impulse p, tangential
 * impulse I, stored energy E, all at a fixed place of the clock (stretch.ts) or, after rest, at a fixed impulse since then. The normal
 * velocity follows from them, dv = dv_0 + dd . I + d . dI + d(normal) p + normal dp. Where compression ends or begins again v = 0, so E
 * does not know of the shift of the event; the end shifts all:
 *
 *     compression ends    dE <- e^2 dE + (1 - e^2) dE_0 + 2 e de (E - E_0)       E_0 where this compression began
 *     end                 energetic: dp = dE/v;   poisson: to (1 + e) times the impulses of compression;   newton: dp = -(dv + d(e v_0))/k
 *                         without restitution: dp = -dv/k, and by the restitution sqrt(2 E/k)
 *
 * k is the slope of v. After rest the contact sticks along -hold, or slips along the ray z with q . (d - friction B z) = 0, which turns by
 * q . (dd - d(friction B) z)/(friction q . B q + f).
 *
 * Source: own derivation, sheet derivatives section 3.
 */
import { hypot } from "../../../math/elementary.js";
import { canJam, holds, type SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";
import type { EndRule, SlipState, SlipTangents } from "../path.js";
import type { Piece } from "../piece.js";
import {
  createColumns,
  OF_B11,
  OF_B12,
  OF_B22,
  OF_D1,
  OF_D2,
  OF_FRICTION,
  OF_NORMAL,
  OF_RESTITUTION,
  OF_SLIP1,
  OF_SLIP2,
  OF_VELOCITY,
  pullAlong,
  solveBlock,
  WIDTH,
} from "./columns.js";
import { slideFreely } from "./frictionless.js";
import { restAt, slideToRest, turnHold } from "./rest.js";
import { createTangentRows, forget, type TangentRows, velocityTangent } from "./rows.js";
import { slideAlong } from "./slide.js";
import {
  ANGLE,
  BY_A11,
  BY_A12,
  BY_A22,
  BY_ANGLE,
  BY_D1,
  BY_D2,
  BY_FRICTION,
  BY_NORMAL,
  BY_SPEED,
  COLUMNS,
  differentiateStretch,
  ENERGY,
  fastestRate,
  IMPULSE,
  IMPULSE1,
  IMPULSE2,
  LONGEST_STRETCH,
  NODES,
  PLACES,
  SPEED,
  takeNode,
  takeStart,
} from "./stretch.js";

/** Restitution below this is none: both differ by less, and the quotient that gives the end would lose more. */
export const NO_RESTITUTION = 1e-8;
/** A slip that a small change of it turns by more than this times what it turned the first one bends sharply. */
export const SHARP = 2;

/** The tangents with what they are made of. */
export type TangentChain = SlipTangents & TangentRows & { readonly addStretch: () => void };

/** The contact must be complete, and followed by a method that tells its stretches (path.tangents). */
export function createTangentChain(rule: EndRule): TangentChain {
  let contact: SlipContact;
  const chain: TangentChain = {
    ...createTangentRows(),
    begin(given) {
      contact = given;
      begin(chain, contact);
    },
    addStretch() {
      passStretch(chain, contact, chain.scratch[0]);
    },
    follow(state, length, read) {
      passCurve(chain, contact, state, length, read);
    },
    slide(piece, state, stops) {
      if (contact.friction === 0) slideFreely(chain, contact, state, piece.next);
      else if (chain.rests) passAfterRest(chain, contact, state, piece);
      else if (stops) stop(chain, contact, state, piece);
      else slideAlong(chain, contact, state, piece);
    },
    stiffness() {
      const [angles, speeds] = chain.rows;
      return Math.max(Math.abs(angles[OF_SLIP1]), Math.abs(angles[OF_SLIP2]), Math.abs(speeds[OF_SLIP1]), Math.abs(speeds[OF_SLIP2]));
    },
    compressionEnds(state) {
      aim(chain, contact, state);
      endCompression(chain, contact, state, rule);
    },
    compressionRestarts(state) {
      aim(chain, contact, state);
      chain.began.set(chain.rows[ENERGY]);
      addPlace(chain, contact, state, -1);
    },
    ends(state) {
      aim(chain, contact, state);
      end(chain, contact, state, rule);
    },
  };
  return chain;
}

function begin(chain: TangentChain, contact: SlipContact): void {
  const { slip1, slip2, friction } = contact;
  const { rows, memory } = chain;
  // Not by fill, and no length that is set for nothing: these calls take longer than what they do.
  for (let i = 0; i < memory.length; i++) memory[i] = 0;
  forget(chain);
  chain.stiffest = SHARP / Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  const square = slip1 * slip1 + slip2 * slip2;
  chain.rests = square === 0 && friction > 0;
  if (square > 0) {
    rows[ANGLE][OF_SLIP1] = -slip2 / square;
    rows[ANGLE][OF_SLIP2] = slip1 / square;
    rows[SPEED][OF_SLIP1] = slip1 / square;
    rows[SPEED][OF_SLIP2] = slip2 / square;
  }
  if (chain.rests) {
    chain.stopImpulse = 0;
    if (holds(contact)) holdFromStart(chain, contact);
  }
}

/** A small slip of a contact that sticks is stopped at once by -B^-1 slip. */
function holdFromStart({ rows, pair: found }: TangentChain, contact: SlipContact): void {
  for (const column of [OF_SLIP1, OF_SLIP2]) {
    solveBlock(contact, column === OF_SLIP1 ? -1 : 0, column === OF_SLIP2 ? -1 : 0, found);
    rows[IMPULSE1][column] = found[0];
    rows[IMPULSE2][column] = found[1];
  }
}

/** Curved slip, in stretches as short as the equation of a small change needs. */
function passCurve(
  chain: TangentChain,
  contact: SlipContact,
  state: SlipState,
  length: number,
  read: (part: number, point: SlipState) => void,
): void {
  const { stretch } = chain;
  const stretches = Math.max(1, Math.ceil((length * fastestRate(contact)) / LONGEST_STRETCH));
  const part = length / stretches;
  const jams = canJam(contact);
  const point = { ...state };
  const place = (x: number) => {
    Object.assign(point, state);
    read(x, point);
    return point;
  };
  let slope = slopeAt(contact, point);
  takeStart(stretch, state);
  for (let i = 0; i < stretches; i++) {
    for (let j = 0; j < NODES; j++) takeNode(stretch, j, place((i + PLACES[j]) * part), part);
    chain.addStretch();
    const next = place((i + 1) * part);
    if (jams) watchVelocity(chain, contact, slope, slopeAt(contact, next));
    slope = slopeAt(contact, next);
    takeStart(stretch, next);
    watchTurning(chain, point);
  }
}

/** Where a small change turns the slip most: beside rest, after a start beside a direction that repels. */
export function watchTurning(chain: TangentChain, { slip1, slip2, normalImpulse }: SlipMotion): void {
  const stiffness = chain.stiffness();
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  chain.slowest = Math.min(chain.slowest, speed);
  if (!(stiffness > chain.stiffest)) return;
  chain.stiffest = stiffness;
  chain.leastSpeed = speed;
  chain.leastImpulse = normalImpulse;
  chain.leastPlace.set(chain.rows[IMPULSE]);
  for (let c = 0; c < WIDTH; c++) chain.least[c] = speed * hypot(chain.rows[ANGLE][c], chain.rows[SPEED][c]);
}

/** Slope of the normal velocity of a slip. */
function slopeAt({ d1, d2, friction, normal }: SlipContact, { slip1, slip2 }: SlipMotion): number {
  return normal - (friction * (d1 * slip1 + d2 * slip2)) / Math.sqrt(slip1 * slip1 + slip2 * slip2);
}

/**
 * Where the slope of the normal velocity, `first` and `last` at the ends of the stretch, changes sign between two places of it, the
 * velocity there (the slope is nearly linear between them) and its tangent at the end of the stretch: how near another compression is.
 */
function watchVelocity(chain: TangentChain, contact: SlipContact, first: number, last: number): void {
  const { stretch } = chain;
  const { d1, d2, friction, normal } = contact;
  const { start } = stretch;
  let slope = first;
  let left = stretch.length;
  let velocity = start.velocity;
  for (let j = 0; j <= NODES; j++) {
    const next = j < NODES ? normal - friction * (d1 * stretch.z1[j] + d2 * stretch.z2[j]) : last;
    const nextLeft = j < NODES ? stretch.impulseLeft[j] : 0;
    if (slope * next < 0) {
      const change = createColumns();
      const normalImpulse = start.normalImpulse + stretch.length - left;
      velocityTangent(chain, contact, { normalImpulse, impulse1: start.impulse1, impulse2: start.impulse2 }, change);
      chain.turns.push({ velocity: velocity + (0.5 * slope * slope * (left - nextLeft)) / (slope - next), change });
    }
    slope = next;
    left = nextLeft;
    if (j < NODES) velocity = stretch.velocity[j];
  }
}

function passStretch(chain: TangentChain, contact: SlipContact, velocity: Float64Array): void {
  const { stretch, rows } = chain;
  const { friction, b11, b12, b22 } = contact;
  differentiateStretch(stretch, contact);
  velocityTangent(chain, contact, stretch.start, velocity);
  const { derivatives } = stretch;
  const { length } = stretch;
  const [angles, speeds] = rows;
  // The rows of angle and speed are overwritten last.
  for (let i = ENERGY; i >= 0; i--) {
    const row = rows[i];
    const at = i * COLUMNS;
    const byAngle = derivatives[at + BY_ANGLE];
    const bySpeed = derivatives[at + BY_SPEED];
    const keeps = i > SPEED ? 1 : 0;
    for (let c = 0; c < WIDTH; c++) row[c] = keeps * row[c] + byAngle * angles[c] + bySpeed * (i === ANGLE ? 0 : speeds[c]);
    row[OF_D1] += derivatives[at + BY_D1];
    row[OF_D2] += derivatives[at + BY_D2];
    row[OF_B11] += friction * derivatives[at + BY_A11];
    row[OF_B12] += friction * derivatives[at + BY_A12];
    row[OF_B22] += friction * derivatives[at + BY_A22];
    row[OF_NORMAL] += derivatives[at + BY_NORMAL];
    row[OF_FRICTION] +=
      derivatives[at + BY_FRICTION] + b11 * derivatives[at + BY_A11] + b12 * derivatives[at + BY_A12] + b22 * derivatives[at + BY_A22];
  }
  for (let c = 0; c < WIDTH; c++) rows[ENERGY][c] -= length * velocity[c];
}

function stop(chain: TangentChain, contact: SlipContact, state: SlipState, piece: Piece): void {
  slideToRest(chain, contact, state, piece.rate);
  restAt(chain, state.normalImpulse + piece.next);
}

/** Moves the rows by a piece that sticks or slips away from rest. */
function passAfterRest(chain: TangentChain, contact: SlipContact, state: SlipState, piece: Piece): void {
  const { rows } = chain;
  const { next: x } = piece;
  chain.ray1 = piece.impulse1;
  chain.ray2 = piece.impulse2;
  chain.slope = piece.slope;
  const [velocity, ray1, ray2] = chain.scratch;
  velocityTangent(chain, contact, state, velocity);
  if (piece.mode === "stick") turnHold(chain, contact, ray1, ray2);
  else turnRay(chain, contact, piece, ray1, ray2);
  for (let c = 0; c < WIDTH; c++) {
    let slope = contact.d1 * ray1[c] + contact.d2 * ray2[c];
    if (c === OF_D1) slope += piece.impulse1;
    if (c === OF_D2) slope += piece.impulse2;
    if (c === OF_NORMAL) slope += 1;
    rows[ENERGY][c] -= x * (velocity[c] + 0.5 * slope * x);
    rows[IMPULSE1][c] += ray1[c] * x;
    rows[IMPULSE2][c] += ray2[c] * x;
  }
}

/** Change of -friction z for the ray along which slip leaves rest. */
function turnRay({ scratch }: TangentChain, contact: SlipContact, piece: Piece, ray1: Float64Array, ray2: Float64Array): void {
  const { b11, b12, b22, friction } = contact;
  const z1 = -piece.impulse1 / friction;
  const z2 = -piece.impulse2 / friction;
  const across = friction * (b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1);
  const turn = scratch[3];
  pullAlong(contact, z1, z2, -z2, z1, turn);
  for (let c = 0; c < WIDTH; c++) {
    const angle = turn[c] / (across + piece.rate);
    ray1[c] = friction * z2 * angle;
    ray2[c] = -friction * z1 * angle;
  }
  ray1[OF_FRICTION] -= z1;
  ray2[OF_FRICTION] -= z2;
}

/** Impulse per normal impulse, and slope of the normal velocity, at the present place of the path. After rest the piece has set them. */
function aim(chain: TangentChain, contact: SlipContact, state: SlipState): void {
  const { d1, d2, normal, friction } = contact;
  if (chain.rests) return;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  chain.ray1 = friction === 0 ? 0 : (-friction * state.slip1) / speed;
  chain.ray2 = friction === 0 ? 0 : (-friction * state.slip2) / speed;
  chain.slope = normal + d1 * chain.ray1 + d2 * chain.ray2;
}

function endCompression(chain: TangentChain, contact: SlipContact, state: SlipState, rule: EndRule): void {
  const { rows, began, loss } = chain;
  const { restitution } = contact;
  const energies = rows[ENERGY];
  const stored = state.storedEnergy - state.compressionEnergy;
  chain.compressedEnergy = stored;
  addPlace(chain, contact, state, 1);
  if (rule !== "energetic") return;
  const kept = restitution * restitution;
  for (let c = 0; c < WIDTH; c++) {
    const rise = energies[c] - began[c];
    loss[c] += (1 - kept) * rise;
    energies[c] = began[c] + kept * rise;
  }
  loss[OF_RESTITUTION] -= 2 * restitution * stored;
  energies[OF_RESTITUTION] += 2 * restitution * stored;
}

/** Adds the place of an event at v = 0, with its shift, to the impulses of compression. */
function addPlace(chain: TangentChain, contact: SlipContact, state: SlipState, sign: number): void {
  const { compressed } = chain;
  const impulses = chain.rows[IMPULSE];
  const velocity = chain.scratch[0];
  const perSlope = 1 / chain.slope;
  velocityTangent(chain, contact, state, velocity);
  for (let c = 0; c < WIDTH; c++) compressed[c] += sign * (impulses[c] - velocity[c] * perSlope);
  chain.compressedImpulse += sign * state.normalImpulse;
}

function end(chain: TangentChain, contact: SlipContact, state: SlipState, rule: EndRule): void {
  const { slope, ray1, ray2, loss } = chain;
  const { rows } = chain;
  const impulses = rows[IMPULSE];
  const firsts = rows[IMPULSE1];
  const seconds = rows[IMPULSE2];
  const energies = rows[ENERGY];
  const [velocity, shift] = chain.scratch;
  const resting = contact.restitution <= NO_RESTITUTION && rule !== "poisson";
  if (resting || rule === "newton") velocityTangent(chain, contact, state, velocity);
  if (resting) shiftToRest(chain, contact, velocity, rule, shift);
  else if (rule === "energetic") {
    const perVelocity = 1 / state.normalVelocity;
    for (let c = 0; c < WIDTH; c++) shift[c] = energies[c] * perVelocity;
  } else if (rule === "newton") shiftToVelocity(contact, velocity, slope, shift);
  else {
    for (let c = 0; c < WIDTH; c++) shift[c] = (1 + contact.restitution) * chain.compressed[c] - impulses[c];
    shift[OF_RESTITUTION] += chain.compressedImpulse;
  }
  measureLeft(chain, contact, state, shift);
  for (let c = 0; c < WIDTH; c++) {
    const moved = shift[c];
    if (rule !== "energetic") loss[c] = energies[c] - state.normalVelocity * moved;
    impulses[c] += moved;
    firsts[c] += ray1 * moved;
    seconds[c] += ray2 * moved;
  }
}

/** No restitution: the impact ends where compression does. What a first bit of restitution gives back begins as e sqrt(2 E/k). */
function shiftToRest(chain: TangentChain, contact: SlipContact, velocity: Float64Array, rule: EndRule, shift: Float64Array): void {
  for (let c = 0; c < WIDTH; c++) shift[c] = -velocity[c] / chain.slope;
  shift[OF_RESTITUTION] = rule === "newton" ? -contact.normalVelocity / chain.slope : Math.sqrt((2 * chain.compressedEnergy) / chain.slope);
}

function shiftToVelocity({ restitution, normalVelocity }: SlipContact, velocity: Float64Array, slope: number, shift: Float64Array): void {
  for (let c = 0; c < WIDTH; c++) shift[c] = -velocity[c] / slope;
  shift[OF_VELOCITY] -= restitution / slope;
  shift[OF_RESTITUTION] -= normalVelocity / slope;
}

/** How much slip was left at the end, if it never stopped. */
function measureLeft(chain: TangentChain, contact: SlipContact, state: SlipState, shift: Float64Array): void {
  if (chain.rests || contact.friction === 0) return;
  const { b11, b12, b22, d1, d2 } = contact;
  const { slip1, slip2 } = state;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const rate1 = d1 + b11 * chain.ray1 + b12 * chain.ray2;
  const rate2 = d2 + b12 * chain.ray1 + b22 * chain.ray2;
  const rate = (slip1 * rate1 + slip2 * rate2) / speed;
  const { left } = chain;
  const speeds = chain.rows[SPEED];
  chain.leftSpeed = speed;
  for (let c = 0; c < WIDTH; c++) left[c] = speed * speeds[c] + rate * shift[c];
}
