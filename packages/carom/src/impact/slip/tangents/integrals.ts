/**
 * What panels.ts carries along the slip, and the rows of tangents that follow from it at a place of the path. Letters as there.
 */
import { rowsIn } from "../../../math/rows.js";
import type { SlipContact } from "../contact.js";
import { createMotion, type SlipMotion } from "../motion.js";
import { SHARP, type TangentChain } from "./chain.js";
import { OF_B11, OF_B12, OF_B22, OF_D1, OF_D2, OF_FRICTION, OF_NORMAL, OF_SLIP1, OF_SLIP2, OF_VELOCITY, WIDTH } from "./columns.js";
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
  const row = rowsIn(6 * PATH_KINDS + 10 * WIDTH + 12 * (MOST_REST_NODES + 1) + 20 * (MOST_NODES + 4));
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
     * At the nodes of a piece and at its end: t, its power, t per place of the rule; direction, speed, f and its rise to the end, 1/g, the
     * clock per place of the rule, H and the slip times hold . q; then, to the end of the piece, P, M, F and X.
     */
    nodes: {
      t: node(),
      power: node(),
      pace: node(),
      z1: node(),
      z2: node(),
      speed: node(),
      radial: node(),
      radialRise: node(),
      perTurn: node(),
      clock: node(),
      hold: node(),
      aside: node(),
      left: node(),
      heldLeft: node(),
      radialLeft: node(),
      turnedLeft: node(),
    },
    rates: row(2 * MOST_NODES),
    /** The rows by the columns of the contact; what each column changes besides of B I, by components, and of the energy. */
    wide: { along: row(WIDTH), shift: row(WIDTH), held: row(WIDTH), impulse: row(WIDTH) },
    besides: { block1: row(WIDTH), block2: row(WIDTH), work: row(WIDTH) },
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
     * rise of f over it, the whole integrals, and whether the slip turns slowly on it.
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
      near: false,
    },
    /** Where a slide ends. */
    place: createMotion(),
    /** Whether the slip turned, so that its tangents are here and not in the chain; and whether it is straight by now (panel-slide.ts). */
    curved: false,
    straight: false,
    usable: true,
  };
}

/** The rows of the chain at a fixed normal impulse, or at rest. */
export function bringRows(integrals: Integrals, contact: SlipContact, place: SlipMotion, rests: boolean): void {
  const { along, shift, here, held, impulse, numbers, piece, wide } = integrals;
  const { hold1, hold2, normalVelocity, stickSlope } = contact;
  const { normalImpulse: p } = place;
  const sum = -(place.storedEnergy + piece.lost + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p));
  const found = hold1 * numbers.slip1 + hold2 * numbers.slip2;
  const size = Math.abs(hold1 * numbers.slip1) + Math.abs(hold2 * numbers.slip2) + p * (Math.abs(normalVelocity) + stickSlope * p);
  const straight = numbers.first < LEAST_AT_START * fastestRate(contact);
  const grown = !integrals.straight && here.speed > MOST_GROWN * numbers.slowest;
  if (straight || grown || !(Math.abs(sum - found) <= MOST_DIFFERENCE * size)) {
    integrals.usable = false;
    return;
  }
  widen(held, contact, wide.held);
  if (rests) {
    widen(impulse, contact, wide.impulse);
    fillRowsAtRest(integrals, contact, place);
  } else {
    widen(along, contact, wide.along);
    widen(shift, contact, wide.shift);
    fillRows(integrals, contact, place);
  }
  if (numbers.most > SHARP * numbers.first) fillLeast(integrals, contact);
}

/** From the kinds of the path to the columns of the contact. */
function widen(row: Float64Array, { b11, b12, b22, friction }: SlipContact, wide: Float64Array): void {
  const trace = row[BY_TRACE];
  const stretch = row[BY_STRETCH];
  const by11 = -0.5 * (trace + stretch);
  const by12 = row[BY_SHEAR];
  const by22 = -0.5 * (trace - stretch);
  wide[OF_SLIP1] = row[BY_SLIP1];
  wide[OF_SLIP2] = row[BY_SLIP2];
  wide[OF_B11] = friction * by11;
  wide[OF_B12] = friction * by12;
  wide[OF_B22] = friction * by22;
  wide[OF_D1] = row[BY_D1];
  wide[OF_D2] = row[BY_D2];
  wide[OF_FRICTION] = b11 * by11 + b12 * by12 + b22 * by22;
}

/** Every column at a fixed normal impulse, from what changes the slip and M there, and what each changes besides. */
function fillRows({ chain, here, wide, numbers, besides }: Integrals, contact: SlipContact, place: SlipMotion): void {
  const { b11, b12, b22 } = contact;
  const { z1, z2, speed, turn } = here;
  const { rows, loss } = chain;
  const { block1, block2, work } = besides;
  findBesides(besides, numbers, contact, place);
  const unit = 1 / (b11 * b22 - b12 * b12);
  const perSpeed = 1 / speed;
  const [angles, speeds, impulses, firsts, seconds, energies] = rows;
  const { along: lengths, shift, held } = wide;
  for (let c = 0; c < WIDTH; c++) {
    const along = lengths[c];
    const aside = shift[c] * turn;
    const y1 = along * z1 - aside * z2 - block1[c];
    const y2 = along * z2 + aside * z1 - block2[c];
    angles[c] = aside * perSpeed;
    speeds[c] = along * perSpeed;
    impulses[c] = 0;
    firsts[c] = unit * (b22 * y1 - b12 * y2);
    seconds[c] = unit * (b11 * y2 - b12 * y1);
    energies[c] = -held[c] - work[c] - loss[c];
  }
}

/** The same at rest, where the impulse changes and the slip does not. */
function fillRowsAtRest({ chain, wide, numbers, besides }: Integrals, contact: SlipContact, place: SlipMotion): void {
  const { b11, b12, b22, d1, d2 } = contact;
  const { normalVelocity } = place;
  const { rows, loss } = chain;
  const { block1, block2, work } = besides;
  findBesides(besides, numbers, contact, place);
  const unit = 1 / (b11 * b22 - b12 * b12);
  const [angles, speeds, impulses, firsts, seconds, energies] = rows;
  const { impulse, held } = wide;
  for (let c = 0; c < WIDTH; c++) {
    const moved = impulse[c];
    const y1 = -d1 * moved - block1[c];
    const y2 = -d2 * moved - block2[c];
    angles[c] = 0;
    speeds[c] = 0;
    impulses[c] = moved;
    firsts[c] = unit * (b22 * y1 - b12 * y2);
    seconds[c] = unit * (b11 * y2 - b12 * y1);
    energies[c] = -held[c] - work[c] - normalVelocity * moved - loss[c];
  }
}

/** What each column changes besides of B I, and of the energy. */
function findBesides(
  { block1, block2, work }: Integrals["besides"],
  numbers: Integrals["numbers"],
  contact: SlipContact,
  place: SlipMotion,
) {
  const { b11, b12, b22, d1, d2, hold1, hold2 } = contact;
  const { normalImpulse: p, impulse1, impulse2 } = place;
  const unit = 1 / (b11 * b22 - b12 * b12);
  const half = 0.5 * p * p;
  const sum1 = numbers.slip1 - contact.slip1 * p - d1 * half;
  const sum2 = numbers.slip2 - contact.slip2 * p - d2 * half;
  const x1 = unit * (b22 * sum1 - b12 * sum2);
  const x2 = unit * (b11 * sum2 - b12 * sum1);
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
}

/** The slip where it turned fastest: a change stretches its distance from rest and shifts its impulse. */
function fillLeast({ chain, passage, numbers, wide }: Integrals, contact: SlipContact): void {
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
