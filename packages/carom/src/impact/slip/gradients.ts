/**
 * Gradients of the impulse with respect to the contact velocity before impact and to the restitution, from a path that was followed once.
 *
 * The slip equation knows neither where the normal impulse p began nor the unit of velocity. So slip' and slip - p slip' (' = d/dp) both
 * solve the equation of a small change of the slip, and a change g of the initial slip gives, at fixed p,
 *
 *     change of slip = shift slip' + stretch (slip - p slip'),   shift slip'(0) + stretch slip(0) = g
 *
 * Slip then stops at an impulse changed by stretch p_s - shift; what follows is moved by that. With hold = B^-1 d, s = stickSlope and M the
 * integral of hold . slip over p, the normal velocity is v = v_0 + hold . (slip - slip_0) + s p, the energy that would be stored without
 * losses is E = -(v_0 - hold . slip_0) p - s p^2/2 - M, and the change of M integrates to
 *
 *     sliding: shift hold . (slip - slip_0) + stretch (2 M - p hold . slip)
 *     after rest: the same at rest, minus hold . slip times the change of p_s
 *
 * The impact ends where E equals the losses (1 - e^2) (E_c - E_r) of all compression periods, each from r to c; there v = 0, so only their
 * energies change, not their places. That gives the change of p at the end, and B^-1 (slip - slip_0 - p d) the tangential impulse.
 *
 * A start on an invariant direction z leaves shift and stretch undetermined. There the equation of a small change is solved directly: with
 * y = integral of dp/speed, n normal to z, its part along n is u = u_0 exp(-friction n.Bn y), that along z is w = w_0 + (z.Bn/n.Bn)(u -
 * u_0).
 *
 * The impulse is continuous but only piecewise smooth: across a change between stick and slip the gradient of one side is returned. Where
 * slip starts from rest without being held the derivative depends on the direction of the change, and there is no gradient.
 *
 * Letters: p normal impulse; v normal velocity; E, M as above; e restitution. Source: own derivation, sheet fast-hodograph section 6;
 * several compression periods added.
 */
import { exp, expm1, log1p } from "../../math/elementary.js";
import { holds, type SlipContact } from "./contact.js";
import { radialRate, turningRate } from "./directions.js";
import { COMPRESSION_END, COMPRESSION_RESTART, EVENT_SIZE, SLIP_STOP, type SlipPath } from "./path.js";

type Triple = readonly [number, number, number];

/** Derivatives of the impulse by what goes into the impact. */
export interface ImpulseGradients {
  readonly available: true;
  /** Row i, column j: derivative of impulse i by velocity j before impact (tangent 1, tangent 2, normal), kg. */
  readonly velocity: readonly [Triple, Triple, Triple];
  /** Derivative of the impulse by the restitution, N s. */
  readonly restitution: Triple;
}

/** An impact whose impulse has no derivatives. */
export interface NoImpulseGradients {
  readonly available: false;
  /** Why there are none, in a sentence. */
  readonly reason: string;
}

/**
 * A start whose turning rate is below this fraction of the terms it is the sum of is taken to lie on the invariant direction: half the
 * digits are lost either way.
 */
const ON_INVARIANT_DIRECTION = 3e-8;
/**
 * Below this restitution the gradient by velocity is that of restitution zero; both differ by less, and the quotient that gives it would
 * lose more.
 */
const NO_RESTITUTION = 1e-8;
/** Sine of the angle beyond which the slip has left the invariant direction it started on; only on passing close to rest. */
const LEFT_DIRECTION = 1e-3;

/** Gradients of the total impulse for a path that was followed to the energetic end rule, by any method that converges. */
export function impulseGradients(contact: SlipContact, path: SlipPath): ImpulseGradients | NoImpulseGradients {
  if (contact.slip1 === 0 && contact.slip2 === 0 && contact.friction > 0 && !holds(contact))
    return { available: false, reason: "slip starts from rest: the impulse changes by a different law in every direction" };
  const marks = readMarks(contact, path);
  const first = gradientColumn(contact, marks, 1, 0, 0);
  const second = gradientColumn(contact, marks, 0, 1, 0);
  const normal = gradientColumn(contact, marks, 0, 0, 1);
  return {
    available: true,
    velocity: [
      [first[0], second[0], normal[0]],
      [first[1], second[1], normal[1]],
      [first[2], second[2], normal[2]],
    ],
    restitution: impulseChange(contact, marks.end, 0, 0, restitutionRate(contact, marks)),
  };
}

/** A recorded event with what the header needs of it. */
interface Mark {
  readonly kind: number;
  readonly impulse: number;
  readonly slip1: number;
  readonly slip2: number;
  readonly normalVelocity: number;
  /** Change of the slip and of the normal velocity per normal impulse. */
  readonly slipRate1: number;
  readonly slipRate2: number;
  readonly slope: number;
  /** Energy that would be stored without losses, and what is stored. */
  readonly energy: number;
  readonly storedEnergy: number;
  /** M of the header. */
  readonly moment: number;
  readonly afterStop: boolean;
}

interface Marks {
  readonly events: readonly Mark[];
  readonly end: Mark;
  readonly stop: Mark | undefined;
}

function readMarks(contact: SlipContact, path: SlipPath): Marks {
  const events: Mark[] = [];
  let stop: Mark | undefined;
  for (let i = 0; i < path.count; i++) {
    const mark = readMark(contact, path, i, stop !== undefined);
    events.push(mark);
    if (mark.kind === SLIP_STOP) stop = mark;
  }
  return { events, end: events[events.length - 1], stop };
}

function readMark(contact: SlipContact, path: SlipPath, index: number, afterStop: boolean): Mark {
  const { b11, b12, b22, d1, d2, friction, normal, hold1, hold2, stickSlope } = contact;
  const recorded = (offset: number) => path.numbers[index * EVENT_SIZE + offset];
  const impulse = recorded(0);
  const slip1 = recorded(3);
  const slip2 = recorded(4);
  const normalVelocity = recorded(5);
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const slips = speed > 0 || friction === 0;
  const z1 = speed > 0 ? slip1 / speed : 0;
  const z2 = speed > 0 ? slip2 / speed : 0;
  const work =
    impulse * (contact.normalVelocity + normalVelocity) + recorded(1) * (contact.slip1 + slip1) + recorded(2) * (contact.slip2 + slip2);
  const energy = -0.5 * work - recorded(7);
  return {
    kind: path.kinds[index],
    impulse,
    slip1,
    slip2,
    normalVelocity,
    slipRate1: slips ? d1 - friction * (b11 * z1 + b12 * z2) : 0,
    slipRate2: slips ? d2 - friction * (b12 * z1 + b22 * z2) : 0,
    slope: slips ? normal - friction * (d1 * z1 + d2 * z2) : stickSlope,
    energy,
    storedEnergy: recorded(6),
    moment: -energy - impulse * (contact.normalVelocity - hold1 * contact.slip1 - hold2 * contact.slip2 + 0.5 * stickSlope * impulse),
    afterStop,
  };
}

/** Change of the impulse for a change (g1, g2, g3) of the velocity before impact. */
function gradientColumn(contact: SlipContact, marks: Marks, g1: number, g2: number, g3: number): Triple {
  const { restitution, hold1, hold2 } = contact;
  const variation = varySlip(contact, marks, g1, g2);
  /** Change of the normal velocity before impact that the slip does not account for. */
  const approach = g3 - hold1 * g1 - hold2 * g2;
  const energyChange = (mark: Mark) => -approach * mark.impulse - variation.moment(mark);
  const { end } = marks;
  const [slip1, slip2] = variation.slip(end);
  let endChange: number;
  if (restitution <= NO_RESTITUTION) {
    endChange = -(approach + hold1 * slip1 + hold2 * slip2) / end.slope;
  } else {
    const lossChange = (1 - restitution * restitution) * compressions(marks, energyChange);
    endChange = (energyChange(end) - lossChange) / end.normalVelocity;
  }
  return impulseChange(contact, end, slip1 - g1, slip2 - g2, endChange);
}

/** Sum over all compression periods of what a quantity rose from their beginnings (zero at the first) to their ends. */
function compressions(marks: Marks, quantity: (mark: Mark) => number): number {
  let sum = 0;
  for (const mark of marks.events) {
    if (mark.kind === COMPRESSION_END) sum += quantity(mark);
    if (mark.kind === COMPRESSION_RESTART) sum -= quantity(mark);
  }
  return sum;
}

/** Change of the normal impulse at the end per change of the restitution. */
function restitutionRate(contact: SlipContact, marks: Marks): number {
  const { restitution } = contact;
  const { end } = marks;
  // Restitution zero: the impulse given back begins as restitution times sqrt(2 E/slope).
  if (restitution <= NO_RESTITUTION) return Math.sqrt((2 * compressions(marks, (mark) => mark.energy)) / end.slope);
  // What the path recorded is e^2 times the energy of each period, and has more digits in grazing impacts.
  let returned = 0;
  let before = 0;
  for (const mark of marks.events) {
    if (mark.kind === COMPRESSION_END) returned += mark.storedEnergy - before;
    if (mark.kind === COMPRESSION_RESTART) before = mark.storedEnergy;
  }
  return (2 * returned) / (restitution * end.normalVelocity);
}

/**
 * Change of the three impulses: B^-1 (change of slip - change of initial slip - d change of p), plus what the last bit of slip or stick
 * adds.
 */
function impulseChange(contact: SlipContact, end: Mark, slip1: number, slip2: number, endChange: number): Triple {
  const { b11, b12, b22, d1, d2 } = contact;
  const right1 = slip1 + (end.slipRate1 - d1) * endChange;
  const right2 = slip2 + (end.slipRate2 - d2) * endChange;
  const determinant = b11 * b22 - b12 * b12;
  return [(b22 * right1 - b12 * right2) / determinant, (b11 * right2 - b12 * right1) / determinant, endChange];
}

/** Changes at an event, at fixed normal impulse, for a change of the initial slip. */
interface Variation {
  readonly slip: (mark: Mark) => readonly [number, number];
  /** Of M. */
  readonly moment: (mark: Mark) => number;
}

function varySlip(contact: SlipContact, marks: Marks, g1: number, g2: number): Variation {
  const { slip1, slip2, friction } = contact;
  // Without friction every change of the slip stays as it is; the impulse does not depend on it.
  if (friction === 0) return { slip: () => [g1, g2], moment: (mark) => (contact.hold1 * g1 + contact.hold2 * g2) * mark.impulse };
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  // A small slip stops at once: only its momentum counts.
  if (speed === 0) return { slip: () => [0, 0], moment: () => 0 };
  const z1 = slip1 / speed;
  const z2 = slip2 / speed;
  const scale = friction * (contact.b11 + contact.b22) + Math.abs(contact.d1) + Math.abs(contact.d2);
  const turning = turningRate(contact, z1, z2);
  if (Math.abs(turning) > ON_INVARIANT_DIRECTION * scale) return varyCurve(contact, marks, g1, g2, -speed * turning);
  return varyRay(contact, g1, g2, speed, z1, z2);
}

/** After rest everything is moved by the change of the impulse at which slip stopped. */
function varyAfterStop(contact: SlipContact, stopChange: number, stopMoment: number): Variation {
  const { hold1, hold2 } = contact;
  return {
    slip: (mark) => [-mark.slipRate1 * stopChange, -mark.slipRate2 * stopChange],
    moment: (mark) => stopMoment - (hold1 * mark.slip1 + hold2 * mark.slip2) * stopChange,
  };
}

/** The general start. `cross` is slip'(0) x slip(0). */
function varyCurve(contact: SlipContact, marks: Marks, g1: number, g2: number, cross: number): Variation {
  const { b11, b12, b22, d1, d2, friction, slip1, slip2, hold1, hold2 } = contact;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const rate1 = d1 - (friction * (b11 * slip1 + b12 * slip2)) / speed;
  const rate2 = d2 - (friction * (b12 * slip1 + b22 * slip2)) / speed;
  const stretch = (rate1 * g2 - rate2 * g1) / cross;
  const shift = (g1 * slip2 - g2 * slip1) / cross;
  const sliding: Variation = {
    slip: (mark) => [
      shift * mark.slipRate1 + stretch * (mark.slip1 - mark.impulse * mark.slipRate1),
      shift * mark.slipRate2 + stretch * (mark.slip2 - mark.impulse * mark.slipRate2),
    ],
    moment: (mark) =>
      shift * (hold1 * (mark.slip1 - slip1) + hold2 * (mark.slip2 - slip2)) +
      stretch * (2 * mark.moment - mark.impulse * (hold1 * mark.slip1 + hold2 * mark.slip2)),
  };
  const { stop } = marks;
  if (stop === undefined) return sliding;
  return choose(sliding, varyAfterStop(contact, stretch * stop.impulse - shift, sliding.moment(stop)), (mark) => mark.afterStop);
}

/** A start on the invariant direction z. */
function varyRay(contact: SlipContact, g1: number, g2: number, speed: number, z1: number, z2: number): Variation {
  const { b11, b12, b22, friction, hold1, hold2 } = contact;
  const rate = radialRate(contact, z1, z2);
  const across = b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1;
  const mixed = (b22 - b11) * z1 * z2 + b12 * (z1 * z1 - z2 * z2);
  const along0 = g1 * z1 + g2 * z2;
  const across0 = g2 * z1 - g1 * z2;
  const holdAlong = hold1 * z1 + hold2 * z2;
  const holdAcross = hold2 * z1 - hold1 * z2;
  const exponent = rate - friction * across;
  const momentOf = (impulse: number, acrossSum: number) =>
    holdAlong * (along0 * impulse + (mixed / across) * (acrossSum - across0 * impulse)) + holdAcross * acrossSum;
  /** Integral of dp/speed. */
  const stretched = (mark: Mark) => (rate === 0 ? mark.impulse / speed : log1p((rate * mark.impulse) / speed) / rate);
  const sliding: Variation = {
    slip: (mark) => {
      const u = across0 * exp(-friction * across * stretched(mark));
      const w = along0 + (mixed / across) * (u - across0);
      return [w * z1 - u * z2, w * z2 + u * z1];
    },
    moment: (mark) => {
      const y = stretched(mark);
      return momentOf(mark.impulse, across0 * speed * (exponent === 0 ? y : expm1(exponent * y) / exponent));
    },
  };
  if (rate >= 0) return sliding;
  const atRest = (along0 - (mixed / across) * across0) / -rate;
  const rest = varyAfterStop(contact, atRest, momentOf(-speed / rate, (-across0 * speed) / exponent));
  // A path that starts beside a direction which repels may pass rest without an event: then it goes on along another direction.
  const left = (mark: Mark) =>
    Math.abs(z1 * mark.slip2 - z2 * mark.slip1) > LEFT_DIRECTION * Math.sqrt(mark.slip1 * mark.slip1 + mark.slip2 * mark.slip2);
  return choose(sliding, rest, (mark) => mark.afterStop || left(mark) || z1 * mark.slip1 + z2 * mark.slip2 <= 0);
}

function choose(before: Variation, after: Variation, isAfter: (mark: Mark) => boolean): Variation {
  return {
    slip: (mark) => (isAfter(mark) ? after : before).slip(mark),
    moment: (mark) => (isAfter(mark) ? after : before).moment(mark),
  };
}
