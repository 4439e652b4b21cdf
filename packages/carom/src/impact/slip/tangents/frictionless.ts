/**
 * Tangents of a contact without friction: the slip runs along slip + d p, and only the first bit of friction asks where it points.
 *
 * By the friction the impulse changes by minus the integral of z = slip/|slip|, and the normal velocity by d . of that, which is minus the
 * growth of |slip|. With y the part of the slip along d and b that across it, y' = |d|:
 *
 *     integral of z = [d^ |slip| + n^ b asinh(y/b)]/|d|          integral of |slip| = [y |slip| + b^2 asinh(y/b)]/(2 |d|)
 */
import { hypot, log, log1p } from "../../../math/elementary.js";
import { integrate } from "../../../math/quadrature.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import { OF_FRICTION, OF_NORMAL, WIDTH } from "./columns.js";
import { type TangentRows, velocityTangent } from "./rows.js";
import { ENERGY, IMPULSE1, IMPULSE2 } from "./stretch.js";

/** A slip that changes by less than this fraction is integrated by points: closed forms would be small differences. */
const SMALL_CHANGE = 0.5;
const POINTS = 12;

/** Moves the rows by the impulse x from the state. */
export function slideFreely(chain: TangentRows, contact: SlipContact, state: SlipState, x: number): void {
  const { rows } = chain;
  const velocity = chain.scratch[0];
  velocityTangent(chain, contact, { normalImpulse: state.normalImpulse, impulse1: 0, impulse2: 0 }, velocity);
  const { turn1, turn2, growth } = directionIntegrals(contact, state.slip1, state.slip2, x);
  for (let c = 0; c < WIDTH; c++) rows[ENERGY][c] -= x * velocity[c];
  rows[ENERGY][OF_NORMAL] -= 0.5 * x * x;
  rows[ENERGY][OF_FRICTION] += growth;
  rows[IMPULSE1][OF_FRICTION] -= turn1;
  rows[IMPULSE2][OF_FRICTION] -= turn2;
}

/** Integral of z, and of |slip| less what it is at the beginning, over the impulse x. */
function directionIntegrals(
  { d1, d2 }: SlipContact,
  slip1: number,
  slip2: number,
  x: number,
): { turn1: number; turn2: number; growth: number } {
  const size = Math.sqrt(d1 * d1 + d2 * d2);
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  if (size * x <= SMALL_CHANGE * speed) return byPoints(d1, d2, slip1, slip2, x);
  if (size === 0) return { turn1: 0, turn2: 0, growth: 0 };
  const [e1, e2] = [d1 / size, d2 / size];
  const b = slip2 * e1 - slip1 * e2;
  const from = slip1 * e1 + slip2 * e2;
  const to = from + size * x;
  const ends = Math.sqrt(b * b + to * to);
  const angle = b === 0 ? 0 : Math.abs(b) * (areaSine(to / Math.abs(b)) - areaSine(from / Math.abs(b)));
  const along = (ends - speed) / size;
  const across = (b < 0 ? -angle : angle) / size;
  return {
    turn1: e1 * along - e2 * across,
    turn2: e2 * along + e1 * across,
    growth: (to * ends - from * speed + Math.abs(b) * angle) / (2 * size) - speed * x,
  };
}

function byPoints(d1: number, d2: number, slip1: number, slip2: number, x: number): { turn1: number; turn2: number; growth: number } {
  const speedAt = (p: number) => hypot(slip1 + d1 * p, slip2 + d2 * p);
  const start = speedAt(0);
  return {
    turn1: start === 0 ? 0 : integrate((p) => (slip1 + d1 * p) / speedAt(p), 0, x, POINTS),
    turn2: start === 0 ? 0 : integrate((p) => (slip2 + d2 * p) / speedAt(p), 0, x, POINTS),
    growth:
      start === 0
        ? 0
        : integrate((p) => (p * (2 * (d1 * slip1 + d2 * slip2) + (d1 * d1 + d2 * d2) * p)) / (speedAt(p) + start), 0, x, POINTS),
  };
}

/** asinh. */
function areaSine(y: number): number {
  const size = Math.abs(y);
  const value = size < 1 ? log1p(size + (size * size) / (1 + Math.sqrt(1 + size * size))) : log(size + Math.sqrt(1 + size * size));
  return y < 0 ? -value : value;
}
