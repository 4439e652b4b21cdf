/**
 * What panels.ts carries along the slip, and the rows of tangents that follow from it at a place of the path. Letters as there.
 */
import { rowsIn } from "../../../math/rows.js";
import type { SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";
import { createPoint } from "../series/point.js";
import { SHARP, type TangentChain } from "./chain.js";
import { OF_B11, OF_B12, OF_B22, OF_D1, OF_D2, OF_FRICTION, OF_NORMAL, OF_SLIP1, OF_SLIP2, OF_VELOCITY, WIDTH } from "./columns.js";
import { MOST_NODES } from "./piece-rules.js";
import { REST_NODES } from "./rest-rule.js";
import { fastestRate } from "./stretch.js";

/** What the rows are by: d, A, and the slip before impact. */
export const BY_D1 = 0;
export const BY_D2 = 1;
export const BY_A11 = 2;
export const BY_A12 = 3;
export const BY_A22 = 4;
export const BY_SLIP1 = 5;
export const BY_SLIP2 = 6;
/** Of the rows at a place only: A = friction B. */
export const BY_FRICTION = 7;
export const KINDS = 8;
/** Those before it. */
export const PATH_KINDS = 7;

/** A start that turns slower than this part of the fastest rate is lost in the rounding of the direction. */
const LEAST_AT_START = 1e-5;
/** A slip that has grown by more since it was slowest: r_b - P f_b cancels as many digits. */
const MOST_GROWN = 1e3;
/** Part of the integral of hold . slip by which it may differ from what the energy says. */
const MOST_DIFFERENCE = 1e-10;

export type Integrals = ReturnType<typeof createIntegrals>;
/** A place on the way to rest: direction, speed, P, 2 M and, over g, r + f P and 2 f M + H r; clock per t, backwards. */
export type RestNode = Integrals["node"];

export function createIntegrals(chain: TangentChain) {
  const row = rowsIn(8 * KINDS + 3 * WIDTH + 3 * REST_NODES + 20 * (MOST_NODES + 1));
  const node = () => row(MOST_NODES + 1);
  return {
    chain,
    /** Changes at the present place: of the slip, along and across it, and of M. */
    along: row(KINDS),
    aside: row(KINDS),
    held: row(KINDS),
    /** The same of slip, by components, and of the normal impulse. */
    slip1: row(KINDS),
    slip2: row(KINDS),
    impulse: row(KINDS),
    /** The place: direction and speed of the slip, f, g, H and the normal impulse. */
    here: { z1: 0, z2: 0, speed: 0, radial: 0, turn: 0, hold: 0, impulse: 0 },
    /** Changes of the slip at the end of the piece in which it turned fastest, and the place: what comes later has no part in them. */
    passage: { along: row(KINDS), aside: row(KINDS), speed: 0, radial: 0, turn: 0, impulse: 0 },
    /**
     * At the nodes of a piece and at its end: t, its power, t per place of the rule; direction, speed, f, g, f_a, the clock per place of
     * the rule, hold . z and hold . q; then, to the end of the piece, P, F, Y, U and V.
     */
    nodes: {
      t: node(),
      power: node(),
      pace: node(),
      z1: node(),
      z2: node(),
      speed: node(),
      radial: node(),
      turn: node(),
      shear: node(),
      clock: node(),
      hold: node(),
      holdAside: node(),
      left: node(),
      radialLeft: node(),
      heldLeft: node(),
      later: node(),
      laterHeld: node(),
      rates: row(3 * (MOST_NODES + 1)),
    },
    /** What each column changes besides of B I, by components, and of the energy. */
    besides: { block1: row(WIDTH), block2: row(WIDTH), work: row(WIDTH) },
    node: { z1: 0, z2: 0, speed: 0, left: 0, turned: 0, heldLeft: 0, turnedHeld: 0, clock: 0 },
    weights: row(REST_NODES),
    weights2: row(REST_NODES),
    moments: row(REST_NODES),
    /**
     * Integral of the slip; before impact hold . slip; least speed; largest turning per clock, and speed and impulse
     * where it is largest.
     */
    numbers: { slip1: 0, slip2: 0, hold: 0, slowest: 0, most: 0, first: 0, speed: 0, place: 0 },
    /** The piece in hand: its ends and their logarithms, that of the entry of the panel, what was lost before, and the whole integrals. */
    piece: {
      from: 0,
      to: 0,
      last: 0,
      logFrom: 0,
      logTo: 0,
      logEntry: 0,
      lost: 0,
      impulse: 0,
      radial: 0,
      held: 0,
      later: 0,
      laterHeld: 0,
    },
    point: createPoint(),
    /** Whether the slip turns, so that its tangents are here and not in the chain. */
    curved: false,
    usable: true,
  };
}

/** The rows of the chain at a fixed normal impulse, or at rest. */
export function bringRows(integrals: Integrals, contact: SlipContact, place: SlipMotion, rests: boolean): void {
  const { along, aside, here, slip1, slip2, held, impulse, numbers, piece } = integrals;
  const { d1, d2, hold1, hold2, normalVelocity, stickSlope } = contact;
  const { normalImpulse: p } = place;
  const sum = -(place.storedEnergy + piece.lost + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p));
  const found = hold1 * numbers.slip1 + hold2 * numbers.slip2;
  const size = Math.abs(hold1 * numbers.slip1) + Math.abs(hold2 * numbers.slip2) + p * (Math.abs(normalVelocity) + stickSlope * p);
  const straight = numbers.first < LEAST_AT_START * fastestRate(contact);
  const grown = here.speed > MOST_GROWN * numbers.slowest;
  if (straight || grown || !(Math.abs(sum - found) <= MOST_DIFFERENCE * size)) {
    integrals.usable = false;
    return;
  }
  for (let k = 0; k < PATH_KINDS; k++) {
    if (rests) {
      slip1[k] = -d1 * impulse[k];
      slip2[k] = -d2 * impulse[k];
    } else {
      slip1[k] = along[k] * here.z1 - aside[k] * here.z2;
      slip2[k] = along[k] * here.z2 + aside[k] * here.z1;
      impulse[k] = 0;
    }
  }
  addFriction(slip1, contact);
  addFriction(slip2, contact);
  addFriction(held, contact);
  addFriction(impulse, contact);
  fillRows(integrals, contact, place);
  if (numbers.most > SHARP * numbers.first) fillLeast(integrals, contact);
}

function addFriction(row: Float64Array, { b11, b12, b22 }: SlipContact): void {
  row[BY_FRICTION] = b11 * row[BY_A11] + b12 * row[BY_A12] + b22 * row[BY_A22];
}

/** Which kind each column is of, and whether by friction times it (0), by it as it is (1), or not at all (2). */
const KIND_OF = [BY_SLIP1, BY_SLIP2, BY_D1, BY_A11, BY_A12, BY_A22, BY_D1, BY_D2, BY_D1, BY_FRICTION, BY_D1];
const SHARE_OF = [1, 1, 2, 0, 0, 0, 1, 1, 2, 1, 2];

/** Every column from what d, A and the slip before impact change, and from what it changes besides: in B I, and in the energy. */
function fillRows({ chain, slip1, slip2, held, impulse, numbers, besides }: Integrals, contact: SlipContact, place: SlipMotion): void {
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const { normalImpulse: p, impulse1, impulse2, normalVelocity } = place;
  const { rows, loss } = chain;
  const unit = 1 / (b11 * b22 - b12 * b12);
  const half = 0.5 * p * p;
  const sum1 = numbers.slip1 - contact.slip1 * p - d1 * half;
  const sum2 = numbers.slip2 - contact.slip2 * p - d2 * half;
  const x1 = unit * (b22 * sum1 - b12 * sum2);
  const x2 = unit * (b11 * sum2 - b12 * sum1);
  const { block1, block2, work } = besides;
  block1[OF_SLIP1] = 1;
  block2[OF_SLIP2] = 1;
  block1[OF_D1] = p;
  block2[OF_D2] = p;
  block1[OF_B11] = impulse1;
  block1[OF_B12] = impulse2;
  block2[OF_B12] = impulse1;
  block2[OF_B22] = impulse2;
  work[OF_SLIP1] = -hold1 * p;
  work[OF_SLIP2] = -hold2 * p;
  work[OF_VELOCITY] = p;
  work[OF_NORMAL] = half;
  work[OF_D1] = x1 - hold1 * half;
  work[OF_D2] = x2 - hold2 * half;
  work[OF_B11] = -hold1 * x1;
  work[OF_B12] = -(hold1 * x2 + hold2 * x1);
  work[OF_B22] = -hold2 * x2;
  const square = place.slip1 * place.slip1 + place.slip2 * place.slip2;
  const perSquare = square > 0 ? 1 / square : 0;
  const [angles, speeds, impulses, firsts, seconds, energies] = rows;
  for (let c = 0; c < WIDTH; c++) {
    const k = KIND_OF[c];
    const share = SHARE_OF[c] === 0 ? friction : SHARE_OF[c] === 1 ? 1 : 0;
    const s1 = share * slip1[k];
    const s2 = share * slip2[k];
    const y1 = s1 - block1[c];
    const y2 = s2 - block2[c];
    const moved = share * impulse[k];
    firsts[c] = unit * (b22 * y1 - b12 * y2);
    seconds[c] = unit * (b11 * y2 - b12 * y1);
    impulses[c] = moved;
    energies[c] = -share * held[k] - work[c] - normalVelocity * moved - loss[c];
    speeds[c] = perSquare * (place.slip1 * s1 + place.slip2 * s2);
    angles[c] = perSquare * (place.slip1 * s2 - place.slip2 * s1);
  }
}

/** The slip where it turned fastest: a change stretches its distance from rest and shifts its impulse. */
function fillLeast({ chain, passage, numbers }: Integrals, { b11, b12, b22, friction }: SlipContact): void {
  const { least, leastPlace } = chain;
  const { along, aside } = passage;
  const { speed, place } = numbers;
  chain.leastSpeed = speed;
  chain.leastImpulse = place;
  // slip = shift slip' + stretch (slip - p slip')
  const set = (c: number, x: number, y: number): void => {
    const moved = y / passage.turn;
    const stretched = (x - moved * passage.radial) / passage.speed;
    least[c] = speed * Math.abs(stretched);
    leastPlace[c] = (place - passage.impulse) * stretched - moved;
  };
  const byFriction = (row: Float64Array): number => b11 * row[BY_A11] + b12 * row[BY_A12] + b22 * row[BY_A22];
  least.fill(0);
  leastPlace.fill(0);
  set(OF_SLIP1, along[BY_SLIP1], aside[BY_SLIP1]);
  set(OF_SLIP2, along[BY_SLIP2], aside[BY_SLIP2]);
  set(OF_D1, along[BY_D1], aside[BY_D1]);
  set(OF_D2, along[BY_D2], aside[BY_D2]);
  set(OF_B11, friction * along[BY_A11], friction * aside[BY_A11]);
  set(OF_B12, friction * along[BY_A12], friction * aside[BY_A12]);
  set(OF_B22, friction * along[BY_A22], friction * aside[BY_A22]);
  set(OF_FRICTION, byFriction(along), byFriction(aside));
}
