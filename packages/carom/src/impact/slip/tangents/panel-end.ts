/**
 * What panels.ts carries, brought to the end of an impact whose slip has not stopped, and of compression. Letters as there.
 *
 * The end of compression decides only how much of the energy E_c there is lost. So its rows are kept, and brought to the columns of the
 * contact with those of the end, which shifts all by dp = dE/v as in chain.ts. With `work`, what each column changes of the energy besides
 * M (integrals.ts),
 *
 *     dE = (1 - e^2) (dM_c + work_c) - (dM + work) + 2 e de E_c
 */
import type { SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";
import { NO_RESTITUTION } from "./chain.js";
import { OF_D1, OF_D2, OF_NORMAL, OF_RESTITUTION, OF_VELOCITY, WIDTH } from "./columns.js";
import { fillLeast, type Integrals, isSharp, isSound, PATH_KINDS, subtractBesides, subtractWork, takeMoments, widen } from "./integrals.js";
import { restAt } from "./rest.js";
import { forget } from "./rows.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "./stretch.js";

/** Keeps what the end of compression has. */
export function takeCompression(integrals: Integrals, contact: SlipContact, state: SlipMotion): void {
  const { along, shift, held, here, numbers, compression } = integrals;
  const { place } = compression;
  if (!isSound(integrals, contact, state)) integrals.usable = false;
  for (let k = 0; k < PATH_KINDS; k++) {
    compression.along[k] = along[k];
    compression.aside[k] = shift[k] * here.turn;
    compression.held[k] = held[k];
  }
  compression.z1 = here.z1;
  compression.z2 = here.z2;
  compression.slip1 = numbers.slip1;
  compression.slip2 = numbers.slip2;
  place.normalImpulse = state.normalImpulse;
  place.impulse1 = state.impulse1;
  place.impulse2 = state.impulse2;
  place.storedEnergy = state.storedEnergy;
  compression.passed = true;
}

/** The rows of the chain at rest, from where they go on there. */
export function bringToRest(integrals: Integrals, contact: SlipContact, place: SlipMotion): void {
  const { chain, numbers, impulse, held, wide, moments, compression } = integrals;
  const { b11, b12, b22, d1, d2 } = contact;
  if (!isSound(integrals, contact, place)) {
    integrals.usable = false;
    return;
  }
  integrals.curved = false;
  chain.begin(contact);
  const { loss, rows } = chain;
  const [angles, speeds, impulses, firsts, seconds, energies] = rows;
  if (compression.passed) bringCompression(integrals, contact);
  if (isSharp(integrals)) fillLeast(integrals, contact);
  widen(held, contact, wide.held);
  widen(impulse, contact, impulses);
  takeMoments(moments, contact, numbers, place.normalImpulse);
  const { slip1, slip2 } = wide;
  for (let c = 0; c < WIDTH; c++) {
    const moved = impulses[c];
    angles[c] = 0;
    speeds[c] = 0;
    energies[c] = -wide.held[c] - place.normalVelocity * moved - loss[c];
    slip1[c] = -d1 * moved;
    slip2[c] = -d2 * moved;
  }
  subtractWork(energies, contact, moments);
  subtractBesides(slip1, slip2, place);
  const unit = 1 / (b11 * b22 - b12 * b12);
  for (let c = 0; c < WIDTH; c++) {
    firsts[c] = unit * (b22 * slip1[c] - b12 * slip2[c]);
    seconds[c] = unit * (b11 * slip2[c] - b12 * slip1[c]);
  }
  restAt(chain, place.normalImpulse);
}

/** What compression has lost, and the place where it ended with its shift, to the chain. */
function bringCompression(integrals: Integrals, contact: SlipContact): void {
  const { chain, compression } = integrals;
  const { restitution } = contact;
  const lost = 1 - restitution * restitution;
  const stored = compression.place.storedEnergy;
  bringCompressionPlace(integrals, contact);
  widen(compression.held, contact, chain.loss);
  takeMoments(compression.moments, contact, compression, compression.place.normalImpulse);
  for (let c = 0; c < WIDTH; c++) chain.loss[c] = -chain.loss[c];
  subtractWork(chain.loss, contact, compression.moments);
  for (let c = 0; c < WIDTH; c++) chain.loss[c] *= lost;
  chain.loss[OF_RESTITUTION] = -2 * restitution * stored;
  chain.compressedEnergy = stored;
}

function bringCompressionPlace({ chain, compression, wide }: Integrals, contact: SlipContact): void {
  const { along, aside, place, z1, z2 } = compression;
  const { d1, d2, normal, friction } = contact;
  const { compressed } = chain;
  widen(along, contact, wide.along);
  widen(aside, contact, wide.shift);
  for (let c = 0; c < WIDTH; c++) {
    wide.slip1[c] = wide.along[c] * z1 - wide.shift[c] * z2;
    wide.slip2[c] = wide.along[c] * z2 + wide.shift[c] * z1;
  }
  subtractBesides(wide.slip1, wide.slip2, place);
  changeVelocity(wide.slip1, wide.slip2, contact, place, compressed);
  const perSlope = -1 / (normal - friction * (d1 * z1 + d2 * z2));
  for (let c = 0; c < WIDTH; c++) compressed[c] *= perSlope;
  chain.compressedImpulse = place.normalImpulse;
}

/** Of the normal velocity, from B dI. */
function changeVelocity(slip1: Float64Array, slip2: Float64Array, contact: SlipContact, place: SlipMotion, out: Float64Array): void {
  const { hold1, hold2 } = contact;
  for (let c = 0; c < WIDTH; c++) out[c] = hold1 * slip1[c] + hold2 * slip2[c];
  out[OF_VELOCITY] += 1;
  out[OF_D1] += place.impulse1;
  out[OF_D2] += place.impulse2;
  out[OF_NORMAL] += place.normalImpulse;
}

/** The rows of the chain at the end. */
export function bringEnd(integrals: Integrals, contact: SlipContact, state: SlipMotion): void {
  const { chain, along, shift, held, here, numbers, kinds, wide, moments, compression } = integrals;
  if (!isSound(integrals, contact, state)) {
    integrals.usable = false;
    return;
  }
  const { restitution } = contact;
  const { z1, z2, turn } = here;
  const lost = 1 - restitution * restitution;
  forget(chain);
  if (isSharp(integrals)) {
    fillLeast(integrals, contact);
    bringCompressionPlace(integrals, contact);
  }
  const impulses = chain.rows[IMPULSE];
  const perVelocity = 1 / state.normalVelocity;
  for (let k = 0; k < PATH_KINDS; k++) {
    const aside = shift[k] * turn;
    const lostHeld = lost * compression.held[k];
    kinds.slip1[k] = along[k] * z1 - aside * z2;
    kinds.slip2[k] = along[k] * z2 + aside * z1;
    kinds.lost[k] = -lostHeld;
    kinds.left[k] = perVelocity * (lostHeld - held[k]);
  }
  widen(kinds.slip1, contact, wide.slip1);
  widen(kinds.slip2, contact, wide.slip2);
  widen(kinds.lost, contact, chain.loss);
  widen(kinds.left, contact, impulses);
  const before = compression.moments;
  takeMoments(before, contact, compression, compression.place.normalImpulse);
  takeMoments(moments, contact, numbers, state.normalImpulse);
  before.impulse *= lost;
  before.half *= lost;
  before.first *= lost;
  before.second *= lost;
  moments.impulse = perVelocity * (moments.impulse - before.impulse);
  moments.half = perVelocity * (moments.half - before.half);
  moments.first = perVelocity * (moments.first - before.first);
  moments.second = perVelocity * (moments.second - before.second);
  subtractWork(chain.loss, contact, before);
  subtractWork(impulses, contact, moments);
  const stored = 2 * restitution * compression.place.storedEnergy;
  chain.loss[OF_RESTITUTION] = -stored;
  impulses[OF_RESTITUTION] = perVelocity * stored;
  shiftEnd(integrals, contact, state);
}

/** From changes of the slip at a fixed impulse, and of where the impact ends, to those of the tangential impulse and of the slip left. */
function shiftEnd({ chain, here, wide, compression }: Integrals, contact: SlipContact, state: SlipMotion): void {
  const { b11, b12, b22, d1, d2, normal, friction, restitution } = contact;
  const { slip1, slip2 } = wide;
  const { z1, z2, radial } = here;
  const { rows, left } = chain;
  const impulses = rows[IMPULSE];
  const firsts = rows[IMPULSE1];
  const seconds = rows[IMPULSE2];
  for (let c = 0; c < WIDTH; c++) left[c] = z1 * slip1[c] + z2 * slip2[c];
  subtractBesides(slip1, slip2, state);
  if (restitution <= NO_RESTITUTION) {
    const slope = normal - friction * (d1 * z1 + d2 * z2);
    changeVelocity(slip1, slip2, contact, state, impulses);
    for (let c = 0; c < WIDTH; c++) impulses[c] = -impulses[c] / slope;
    impulses[OF_RESTITUTION] = Math.sqrt((2 * compression.place.storedEnergy) / slope);
  }
  const unit = 1 / (b11 * b22 - b12 * b12);
  const ray1 = -friction * z1;
  const ray2 = -friction * z2;
  for (let c = 0; c < WIDTH; c++) {
    const y1 = slip1[c];
    const y2 = slip2[c];
    const moved = impulses[c];
    firsts[c] = unit * (b22 * y1 - b12 * y2) + ray1 * moved;
    seconds[c] = unit * (b11 * y2 - b12 * y1) + ray2 * moved;
    left[c] += radial * moved;
  }
  chain.leftSpeed = here.speed;
}
