/**
 * Nodes of a slide along an invariant direction: the clock of stretch.ts runs evenly, the speed changes as e^(f tau).
 */
import { exp, expm1, log1p } from "../../../math/elementary.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import type { Piece } from "../piece.js";
import { fastestRate, LONGEST_STRETCH, NODES, PLACES, type Stretch } from "./stretch.js";

/** Lays the piece, by its impulse `next` from the state, into the stretch, in as many parts as it needs; `pass` is called for each. */
export function sampleSlide(stretch: Stretch, contact: SlipContact, state: SlipState, piece: Piece, pass: () => void): void {
  const { rate, next, slope } = piece;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  const growth = (rate * next) / speed;
  const length = Math.abs(growth) < 1e-300 ? next / speed : log1p(growth) / rate;
  const stretches = Math.max(1, Math.ceil((length * fastestRate(contact)) / LONGEST_STRETCH));
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
