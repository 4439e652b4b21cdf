/**
 * Tangents of a slide along an invariant direction z that does not stop, in closed form.
 *
 * With the clock of stretch.ts, over the time T of it, the slip speed is r e^(f tau). A change A of the angle and one L of log r follow
 *
 *     A' = -(f + c) A + dg     L' = f_a A + df          c = friction q . B q,     f_a = -friction z . B q
 *
 * so all that is asked for are integrals of products of exponentials and powers of tau, which are divided differences of e^x
 * (exponential-difference.ts): with e[...] over points times T,
 *
 *     integral of r           r T e[f, 0]                  of r tau        r T^2 e[f, f, 0]
 *     of r A, by A            r T e[-c, 0]                 by dg           r T^2 e[f, -c, 0]
 *     of r L, by A            f_a times the latter         by dg           f_a r T^3 e[f, f, -c, 0]
 *     of r times that of r A so far, by A   r^2 T^2 e[f, f - c, 0]     by dg   r^2 T^3 e[2 f, f, f - c, 0]
 *
 * The change of the impulse x is the integral of r L, that of the tangential impulse -friction (z of r L + q of r A), and the last is what
 * the energy sees of a turn: its change is -(x dv_0 + v dx - friction d . q times it), v_0 at the beginning, v at the end.
 *
 * However slow the slip, it takes no more than this: beside the limit of sticking it creeps through the whole impact, and its changes are
 * a million times its speed.
 */
import { exp, log1p } from "../../../math/elementary.js";
import { scaledExponentialDifference as difference } from "../../../math/exponential-difference.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import type { Piece } from "../piece.js";
import { OF_D1, OF_D2, OF_FRICTION, OF_NORMAL, pullAlong, WIDTH } from "./columns.js";
import { type TangentRows, velocityTangent } from "./rows.js";
import { ANGLE, ENERGY, IMPULSE, IMPULSE1, IMPULSE2, SPEED } from "./stretch.js";

/** Moves the rows by the piece, by its impulse `next` from the state. */
export function slideAlong(chain: TangentRows, contact: SlipContact, state: SlipState, piece: Piece): void {
  const { rows } = chain;
  const { d1, d2, friction } = contact;
  const { next: x, slope } = piece;
  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  const z1 = state.slip1 / speed;
  const z2 = state.slip2 / speed;
  const { shear, sums, end } = integralsOf(contact, z1, z2, speed, piece);
  const [radial, turning, before] = chain.scratch;
  pullAlong(contact, z1, z2, z1, z2, radial);
  pullAlong(contact, z1, z2, -z2, z1, turning);
  velocityTangent(chain, contact, state, before);
  const velocity = state.normalVelocity + slope * x;
  const across = friction * (d2 * z1 - d1 * z2);
  for (let c = 0; c < WIDTH; c++) {
    const angle = rows[ANGLE][c];
    const longer = rows[SPEED][c] * x + radial[c] * sums.later + shear * (angle * sums.turned + turning[c] * sums.turnedLater);
    const aside = angle * sums.turn + turning[c] * sums.turned;
    const turnedWork = angle * sums.work + turning[c] * sums.workLater;
    rows[ENERGY][c] -= x * before[c] + velocity * longer - across * turnedWork;
    rows[IMPULSE][c] += longer;
    rows[IMPULSE1][c] -= friction * (z1 * longer - z2 * aside);
    rows[IMPULSE2][c] -= friction * (z2 * longer + z1 * aside);
    rows[SPEED][c] += radial[c] * end.clock + shear * (angle * end.turned + turning[c] * end.turnedLater);
    rows[ANGLE][c] = angle * end.kept + turning[c] * end.turned;
  }
  const half = 0.5 * x * x;
  rows[ENERGY][OF_NORMAL] -= half;
  rows[ENERGY][OF_D1] += friction * z1 * half;
  rows[ENERGY][OF_D2] += friction * z2 * half;
  rows[ENERGY][OF_FRICTION] += (d1 * z1 + d2 * z2) * half;
  rows[IMPULSE1][OF_FRICTION] -= z1 * x;
  rows[IMPULSE2][OF_FRICTION] -= z2 * x;
}

/** The integrals of the header, and what is left of a change at the end. */
function integralsOf({ b11, b12, b22, friction }: SlipContact, z1: number, z2: number, speed: number, { rate, next }: Piece) {
  const across = friction * (b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1);
  const clock = clockOf(rate, next, speed);
  const f = rate * clock;
  const c = across * clock;
  // What the largest exponential of the differences is, times the speed.
  const fastest = Math.max(speed, speed + rate * next);
  const unit = fastest * clock;
  const turned = clock * difference([0, -f - c]) * exp(Math.max(0, -f - c));
  return {
    shear: -friction * ((b22 - b11) * z1 * z2 + b12 * (z1 * z1 - z2 * z2)),
    sums: {
      later: unit * clock * difference([f, f, 0]),
      turn: speed * clock * difference([-c, 0]),
      turned: unit * clock * difference([f, -c, 0]),
      turnedLater: unit * clock * clock * difference([f, f, -c, 0]),
      work: speed * unit * clock * difference([f, f - c, 0]),
      workLater: unit * unit * clock * difference([2 * f, f, f - c, 0]),
    },
    end: {
      clock,
      kept: exp(-f - c),
      turned,
      turnedLater: clock * clock * difference([0, 0, -f - c]) * exp(Math.max(0, -f - c)),
    },
  };
}

/** No slip that has not stopped has lost more of its speed. */
const MOST_LOST = -1 + Number.EPSILON / 2;

/** The clock that an impulse takes from this slip speed, which changes at this rate. */
export function clockOf(rate: number, impulse: number, speed: number): number {
  const growth = Math.max(MOST_LOST, (rate * impulse) / speed);
  return Math.abs(growth) < 1e-300 ? impulse / speed : log1p(growth) / rate;
}
