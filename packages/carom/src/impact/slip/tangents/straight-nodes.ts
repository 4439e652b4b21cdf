/**
 * Nodes of a slide along an invariant direction: the clock of stretch.ts runs evenly, the speed changes as e^(f tau).
 */
import { exp, expm1, log1p } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import type { Piece } from "../piece.js";
import { fastestRate, LONGEST_STRETCH, NODES, PLACES, type Stretch } from "./stretch.js";

/** The clock that the piece takes from this slip speed. */
function clockOf({ rate, next }: Piece, speed: number): number {
  const growth = (rate * next) / speed;
  return Math.abs(growth) < 1e-300 ? next / speed : log1p(growth) / rate;
}

/** In how many parts sampleSlide lays a piece. */
export function stretchesOf(contact: SlipContact, { slip1, slip2 }: SlipState, piece: Piece): number {
  const length = clockOf(piece, Math.sqrt(slip1 * slip1 + slip2 * slip2));
  return Math.max(1, Math.ceil((length * fastestRate(contact)) / LONGEST_STRETCH));
}

/** Lays the piece, by its impulse `next` from the state, into the stretch, in as many parts as it needs; `pass` is called for each. */
export function sampleSlide(stretch: Stretch, contact: SlipContact, state: SlipState, piece: Piece, pass: () => void): void {
  const { rate, slope } = piece;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  const length = clockOf(piece, speed);
  const stretches = stretchesOf(contact, state, piece);
  const clock = length / stretches;
  const z1 = state.slip1 / speed;
  const z2 = state.slip2 / speed;
  // Impulse since the state, from the clock.
  const impulseAt = (tau: number) => (rate === 0 ? speed * tau : (speed * expm1(rate * tau)) / rate);
  for (let i = 0; i < stretches; i++) {
    const from = impulseAt(i * clock);
    stretch.start.impulse = state.normalImpulse + from;
    stretch.start.impulse1 = state.impulse1 + piece.impulse1 * from;
    stretch.start.impulse2 = state.impulse2 + piece.impulse2 * from;
    stretch.start.velocity = state.normalVelocity + slope * from;
    for (let j = 0; j < NODES; j++) {
      const tau = (i + PLACES[j]) * clock;
      stretch.z1[j] = z1;
      stretch.z2[j] = z2;
      stretch.speed[j] = speed * exp(rate * tau);
      stretch.velocity[j] = state.normalVelocity + slope * impulseAt(tau);
      stretch.clock[j] = clock;
    }
    pass();
  }
}
