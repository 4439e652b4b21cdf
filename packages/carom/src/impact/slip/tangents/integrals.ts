/**
 * What panels.ts carries along the slip, and the rows of tangents that follow from it at a place of the path. Letters as there.
 */
import { rowsIn } from "../../../math/rows.js";
import type { SlipContact } from "../contact.js";
import { createMotion, type SlipMotion } from "../motion.js";
import { SHARP, type TangentChain } from "./chain.js";
import {
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
  WIDTH,
} from "./columns.js";
import { MOST_NODES } from "./piece-rules.js";
import { MOST_REST_NODES } from "./rest-rule.js";
import { fastestRate } from "./stretch.js";

/**
 * What the rows are by: d; the parts of A = friction B that pull along -z, along -conj(z) and along i conj(z) as complex numbers (halves of
 * the first two are its diagonal, the third is A12); and the slip before impact.
 */
export const BY_D1 = 0;
export const BY_D2 = 1;
export const BY_TRACE = 2;
export const BY_STRETCH = 3;
export const BY_SHEAR = 4;
export const BY_SLIP1 = 5;
export const BY_SLIP2 = 6;
export const PATH_KINDS = 7;

/** A start that turns slower than this part of the fastest rate is lost in the rounding of the direction. */
const LEAST_AT_START = 1e-5;
/** A slip that has grown by more since it was slowest, while it turned: r_b - P f_b cancels as many digits. */
export const MOST_GROWN = 1e3;
/** Part of the integral of hold . slip by which it may differ from what the energy says. */
const MOST_DIFFERENCE = 1e-10;

export type Integrals = ReturnType<typeof createIntegrals>;

export function createIntegrals(chain: TangentChain) {
  const row = rowsIn(16 * PATH_KINDS + 5 * WIDTH + 12 * (MOST_REST_NODES + 1) + 22 * (MOST_NODES + 4));
  // One more for the end of the piece, and what fills the last four.
  const node = () => row(MOST_NODES + 4);
  const restNode = () => row(MOST_REST_NODES + 1);
  return {
    chain,
    /** Changes at the present place: of the slip, along it, and across it over g; of M. */
    along: row(PATH_KINDS),
    shift: row(PATH_KINDS),
    held: row(PATH_KINDS),
    /** That of the normal impulse at rest. */
    impulse: row(PATH_KINDS),
    /** The place: direction and speed of the slip, f, g, H and the normal impulse. */
    here: { z1: 0, z2: 0, speed: 0, radial: 0, turn: 0, hold: 0, impulse: 0 },
    /** Changes of the slip at the end of the piece in which it turned fastest, and the place: what comes later has no part in them. */
    passage: { along: row(PATH_KINDS), shift: row(PATH_KINDS), speed: 0, radial: 0, impulse: 0 },
    /**
     * At the nodes of a piece and at its end: t, its power, t per place of the rule; h, whose square the direction is, and 1/|h|^2;
     * direction, speed, f and its rise to the end, 1/g, the clock per place of the rule and H; then, to the end of the piece, P, M, F and
     * X.
     */
    nodes: {
      t: node(),
      power: node(),
      pace: node(),
      re: node(),
      im: node(),
      perLength: node(),
      z1: node(),
      z2: node(),
      speed: node(),
      radial: node(),
      radialRise: node(),
      perTurn: node(),
      clock: node(),
      hold: node(),
      left: node(),
      heldLeft: node(),
      radialLeft: node(),
      turnedLeft: node(),
    },
    rates: row(2 * MOST_NODES),
    /** What changes of d and A on a piece add to the rows (panel-pieces.ts). */
    sources: { along: row(PATH_KINDS), shift: row(PATH_KINDS), held: row(PATH_KINDS) },
    /** At the end of the impact: changes of the slip by components, of what is lost and of what is left of the energy. */
    kinds: { slip1: row(PATH_KINDS), slip2: row(PATH_KINDS), lost: row(PATH_KINDS), left: row(PATH_KINDS) },
    /** The end of compression, if it has been passed: its rows, place, direction and integral of the slip. */
    compression: {
      passed: false,
      along: row(PATH_KINDS),
      aside: row(PATH_KINDS),
      held: row(PATH_KINDS),
      z1: 0,
      z2: 0,
      slip1: 0,
      slip2: 0,
      place: createMotion(),
      moments: { impulse: 0, half: 0, first: 0, second: 0 },
    },
    /** The rows by the columns of the contact. */
    wide: { along: row(WIDTH), shift: row(WIDTH), held: row(WIDTH), slip1: row(WIDTH), slip2: row(WIDTH) },
    moments: { impulse: 0, half: 0, first: 0, second: 0 },
    /**
     * At the nodes of the way to rest and where it begins: t, direction, speed, P, 2 M and, over g, r + f P and 2 f M + H r; clock per
     * place, times the place. And the weights for powers of t.
     */
    toRest: {
      t: restNode(),
      z1: restNode(),
      z2: restNode(),
      speed: restNode(),
      left: restNode(),
      turned: restNode(),
      heldLeft: restNode(),
      turnedHeld: restNode(),
      clock: restNode(),
      weights: restNode(),
      weights2: restNode(),
      moments: restNode(),
    },
    /**
     * Integral of the slip; before impact hold . slip; least speed; first and largest turning per clock, and speed and impulse where it is
     * largest.
     */
    numbers: { slip1: 0, slip2: 0, hold: 0, slowest: 0, most: 0, first: 0, speed: 0, place: 0 },
    /**
     * The piece in hand: its ends and their logarithms, that of the entry of the panel, what was lost before, impulse per t at the end, the
     * rise of f over it, the whole integrals, the node where the slip turns fastest, and whether it turns slowly on it.
     */
    piece: {
      from: 0,
      to: 0,
      last: 0,
      logFrom: 0,
      logTo: 0,
      logEntry: 0,
      lost: 0,
      impulse: 0,
      held: 0,
      pace: 0,
      rise: 0,
      radial: 0,
      turned: 0,
      fastest: 0,
      near: false,
    },
    /** Where a slide ends. */
    place: createMotion(),
    /**
     * Whether the slip has turned and not come to rest, so that its tangents are here and not in the chain; whether it is straight by now
     * (panel-slide.ts); and whether it has gone anywhere.
     */
    curved: false,
    straight: false,
    passed: false,
    usable: true,
  };
}

/** Whether the integrals agree with the path, and none of them has lost its digits. */
export function isSound({ here, numbers, piece, straight }: Integrals, contact: SlipContact, place: SlipMotion): boolean {
  const { hold1, hold2, normalVelocity, stickSlope } = contact;
  const { normalImpulse: p } = place;
  const sum = -(place.storedEnergy + piece.lost + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p));
  const found = hold1 * numbers.slip1 + hold2 * numbers.slip2;
  const size = Math.abs(hold1 * numbers.slip1) + Math.abs(hold2 * numbers.slip2) + p * (Math.abs(normalVelocity) + stickSlope * p);
  const grown = !straight && here.speed > MOST_GROWN * numbers.slowest;
  return !grown && numbers.first >= LEAST_AT_START * fastestRate(contact) && Math.abs(sum - found) <= MOST_DIFFERENCE * size;
}

/** Whether small changes turned the slip much more on its way than at first. */
export function isSharp({ numbers }: Integrals): boolean {
  return numbers.most > SHARP * numbers.first;
}

/** From the kinds of the path to the columns of the contact. */
export function widen(row: Float64Array, { b11, b12, b22, friction }: SlipContact, wide: Float64Array): void {
  const trace = row[BY_TRACE];
  const stretch = row[BY_STRETCH];
  const by11 = -0.5 * (trace + stretch);
  const by12 = row[BY_SHEAR];
  const by22 = -0.5 * (trace - stretch);
  wide[OF_SLIP1] = row[BY_SLIP1];
  wide[OF_SLIP2] = row[BY_SLIP2];
  wide[OF_VELOCITY] = 0;
  wide[OF_B11] = friction * by11;
  wide[OF_B12] = friction * by12;
  wide[OF_B22] = friction * by22;
  wide[OF_D1] = row[BY_D1];
  wide[OF_D2] = row[BY_D2];
  wide[OF_NORMAL] = 0;
  wide[OF_FRICTION] = b11 * by11 + b12 * by12 + b22 * by22;
  wide[OF_RESTITUTION] = 0;
}

/** What the columns change of the energy besides M at a place: the normal impulse, half its square and the integral of the impulse I. */
export interface Moments {
  impulse: number;
  half: number;
  first: number;
  second: number;
}

/** Where the slip has this integral. */
export function takeMoments(moments: Moments, contact: SlipContact, passed: { slip1: number; slip2: number }, impulse: number): void {
  const { b11, b12, b22, d1, d2 } = contact;
  const unit = 1 / (b11 * b22 - b12 * b12);
  const half = 0.5 * impulse * impulse;
  const sum1 = passed.slip1 - contact.slip1 * impulse - d1 * half;
  const sum2 = passed.slip2 - contact.slip2 * impulse - d2 * half;
  moments.impulse = impulse;
  moments.half = half;
  moments.first = unit * (b22 * sum1 - b12 * sum2);
  moments.second = unit * (b11 * sum2 - b12 * sum1);
}

/** Takes from the row of an energy what the columns change of it besides M. */
export function subtractWork(row: Float64Array, { hold1, hold2 }: SlipContact, { impulse, half, first, second }: Moments): void {
  row[OF_SLIP1] += hold1 * impulse;
  row[OF_SLIP2] += hold2 * impulse;
  row[OF_VELOCITY] -= impulse;
  row[OF_NORMAL] -= half;
  row[OF_D1] += hold1 * half - first;
  row[OF_D2] += hold2 * half - second;
  row[OF_B11] += hold1 * first;
  row[OF_B12] += hold1 * second + hold2 * first;
  row[OF_B22] += hold2 * second;
}

/** Takes from changes of the slip what the columns change of it besides B I. */
export function subtractBesides(slip1: Float64Array, slip2: Float64Array, { normalImpulse, impulse1, impulse2 }: SlipMotion): void {
  slip1[OF_SLIP1] -= 1;
  slip2[OF_SLIP2] -= 1;
  slip1[OF_D1] -= normalImpulse;
  slip2[OF_D2] -= normalImpulse;
  slip1[OF_B11] -= impulse1;
  slip1[OF_B12] -= impulse2;
  slip2[OF_B12] -= impulse1;
  slip2[OF_B22] -= impulse2;
}

/** The slip where it turned fastest: a change stretches its distance from rest and shifts its impulse. */
export function fillLeast({ chain, passage, numbers, wide }: Integrals, contact: SlipContact): void {
  const { least, leastPlace } = chain;
  const { speed, place } = numbers;
  const { along, shift } = wide;
  const perSpeed = 1 / passage.speed;
  chain.leastSpeed = speed;
  chain.leastImpulse = place;
  widen(passage.along, contact, along);
  widen(passage.shift, contact, shift);
  // slip = shift slip' + stretch (slip - p slip')
  for (let c = 0; c < WIDTH; c++) {
    const stretched = (along[c] - shift[c] * passage.radial) * perSpeed;
    least[c] = speed * Math.abs(stretched);
    leastPlace[c] = (place - passage.impulse) * stretched - shift[c];
  }
}
