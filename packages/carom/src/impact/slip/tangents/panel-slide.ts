/**
 * A slide along an invariant direction z after a slip that turned, in the rows of panels.ts. There g = 0, so a change of the slip is m z +
 * a q, each at fixed impulse. With the clock of slide.ts, c = friction q . B q and f_a = -friction z . B q,
 *
 *     a' = -c a + r q . (dd - dA z)          m' = f_a a + r z . (dd - dA z)          M' = r (hold . z m + hold . q a)
 *
 * In closed form, by the divided differences of slide.ts; to rest, where r = u times the impulse X that is left,
 *
 *     integral of a = (a + X q . (dd - dA z))/c          of a r = r (a + X q . (dd - dA z)/2)/(u + c)
 *
 * slide.ts has the logarithm of the speed instead: a change of it at fixed clock. Of a slip that has slowed down to 1e-9 before it runs
 * straight, and then creeps, that is as much larger than what it does to the impulse, and here it is not.
 */
import { exp } from "../../../math/elementary.js";
import { scaledExponentialDifference as difference } from "../../../math/exponential-difference.js";
import type { SlipContact } from "../contact.js";
import type { Piece } from "../piece.js";
import { BY_D1, BY_D2, BY_SHEAR, BY_STRETCH, BY_TRACE, type Integrals, PATH_KINDS } from "./integrals.js";
import { clockOf } from "./slide.js";

/** How a change across at the beginning, and one of q . (d - A z), change the integrals of a dtau and of a r dtau. */
interface Aside {
  /** What is left of it at the end. */
  readonly kept: number;
  readonly grown: number;
  readonly turned: number;
  readonly turnedLater: number;
  readonly work: number;
  readonly workLater: number;
  /** Integrals of r times that of a so far. */
  readonly moved: number;
  readonly movedLater: number;
}

/** Takes the rows over the slide from `here`, whose shift then stands for the change across itself. To rest where it stops. */
export function slideOn(integrals: Integrals, contact: SlipContact, piece: Piece, stops: boolean): void {
  const { along, shift, held, here, numbers } = integrals;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const { z1, z2, speed } = here;
  const { rate, next: x } = piece;
  const across = friction * (b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1);
  const shear = -friction * ((b22 - b11) * z1 * z2 + b12 * (z1 * z1 - z2 * z2));
  const by = stops ? untilRest(speed, -rate, across) : upTo(speed, rate, across, x);
  const hold = hold1 * z1 + hold2 * z2;
  const holdAside = hold2 * z1 - hold1 * z2;
  const half = 0.5 * x * x;
  for (let k = 0; k < PATH_KINDS; k++) {
    const pull = pullOf(k, z1, z2);
    const turn = turnOf(k, z1, z2);
    const m = along[k];
    const a = shift[k];
    along[k] = m + pull * x + shear * (a * by.turned + turn * by.turnedLater);
    shift[k] = a * by.kept + turn * by.grown;
    held[k] +=
      hold * (m * x + pull * half + shear * (a * by.moved + turn * by.movedLater)) + holdAside * (a * by.work + turn * by.workLater);
  }
  const passed = speed * x + rate * half;
  numbers.slip1 += passed * z1;
  numbers.slip2 += passed * z2;
  here.speed = stops ? 0 : speed + rate * x;
  here.hold = here.speed * hold;
  here.impulse += x;
  here.radial = z1 * (d1 - friction * (b11 * z1 + b12 * z2)) + z2 * (d2 - friction * (b12 * z1 + b22 * z2));
}

/** Along z, what each kind of row adds to the change of the slip per impulse. */
function pullOf(kind: number, z1: number, z2: number): number {
  if (kind === BY_D1) return z1;
  if (kind === BY_D2) return z2;
  if (kind === BY_TRACE) return 1;
  if (kind === BY_STRETCH) return z1 * z1 - z2 * z2;
  return kind === BY_SHEAR ? -2 * z1 * z2 : 0;
}

/** The same across it. */
function turnOf(kind: number, z1: number, z2: number): number {
  if (kind === BY_D1) return -z2;
  if (kind === BY_D2) return z1;
  if (kind === BY_STRETCH) return -2 * z1 * z2;
  return kind === BY_SHEAR ? z2 * z2 - z1 * z1 : 0;
}

function untilRest(speed: number, u: number, c: number): Aside {
  const length = speed / u;
  const turned = 1 / c;
  const work = speed / (u + c);
  return {
    kept: 0,
    grown: 0,
    turned,
    turnedLater: length * turned,
    work,
    workLater: 0.5 * length * work,
    moved: work / u,
    movedLater: (0.5 * length * work) / u,
  };
}

function upTo(speed: number, rate: number, across: number, x: number): Aside {
  const clock = clockOf(rate, x, speed);
  const f = rate * clock;
  const c = across * clock;
  // What the largest exponential of the differences is, times the speed.
  const unit = Math.max(speed, speed + rate * x) * clock;
  return {
    kept: exp(-c),
    grown: speed * clock * difference([f, -c]) * exp(Math.max(f, -c)),
    turned: clock * difference([-c, 0]),
    turnedLater: unit * clock * difference([f, -c, 0]),
    work: speed * clock * difference([f - c, 0]) * exp(Math.max(0, f - c)),
    workLater: unit * unit * difference([2 * f, f - c, 0]),
    moved: unit * clock * difference([f, f - c, 0]),
    movedLater: unit * unit * clock * difference([2 * f, f, f - c, 0]),
  };
}
