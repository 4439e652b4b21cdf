/**
 * Tangents of a slip that turns, as integrals over the panels of the series method (series.ts): the fast way.
 *
 * The slip equation knows neither where the normal impulse p began nor the unit of velocity, so slip' and slip - p slip' (' = d/dp) both
 * solve the equation of a small change of the slip at fixed p. With r the slip speed, z its direction, q = z turned by 90 degrees, the
 * clock dtau = dp/r, f = z . slip', g = q . slip', hold = B^-1 d, H = hold . slip and M the integral of H over p: a change of the slip by
 * m z + s g q at some place (s shifts the path by so much impulse) changes at a later place b
 *
 *     m by     m (r_b - P f_b)/r + s (F + f R/r)       P = p_b - p     F = f_b - f     R = P f_b - (r_b - r)
 *     s by     s (1 + f P/r) - m P/r                   Y = 2 (M_b - M) - P H_b
 *     M by     (m Y + s (X + F Y))/r                   X = r (H_b - H) - f_b Y
 *
 * What changes d and A = friction B by dd and dA gives m z + s g q = (dd - dA z) r dtau all along. P and M are integrals over the clock
 * from each place to b. Beside an invariant direction F, R and X are as small as g: there F is taken from the chord between both
 * directions, and
 *
 *     R = integral of F dp      X = integral of (F (H_b - 2 H) + g H_q) dp,     H_q = r hold . q
 *
 * so no row is a difference of others. At rest the impulse there changes by (m P - s (r + f P))/r and M by
 * (2 m (M_b - M) - s (2 f (M_b - M) + H r))/r.
 *
 * From these, impulses and energy at fixed p: slip = slip_0 + d p + B I and, before losses,
 *
 *     E = -(v_0 p + normal p^2/2 + d . X),     X = integral of I = B^-1 (integral of slip - slip_0 p - d p^2/2)
 *
 * A start all but along an invariant direction, a jam and a grazing impact leave too few digits: `usable` is false, and the tangents have
 * to be followed in another way (panel-stretches.ts, chain.ts with Taylor's method).
 *
 * Letters: p normal impulse; I tangential impulse; v normal velocity; t parameter of the panel, q its exponent at rest.
 */
import { exp, log } from "../../../math/elementary.js";
import { canJam, type SlipContact } from "../contact.js";
import type { SlipMotion } from "../motion.js";
import type { SlipState, SlipTangents } from "../path.js";
import type { Piece } from "../piece.js";
import { isAtRoot } from "../series/panel.js";
import type { Point } from "../series/point.js";
import type { SlipWorkspace } from "../series/workspace.js";
import type { TangentChain } from "./chain.js";
import { BY_SLIP1, BY_SLIP2, createIntegrals, type Integrals, MOST_GROWN, PATH_KINDS } from "./integrals.js";
import { bringEnd, bringToRest, takeCompression } from "./panel-end.js";
import { passPiece, stepTo } from "./panel-pieces.js";
import { passToRest } from "./panel-rest.js";
import { slideOn } from "./panel-slide.js";
import { chooseRule } from "./piece-rules.js";
import { chooseRestRule, LEAST_DISTANCE, LOG_LEAST_DISTANCE } from "./rest-rule.js";

/** An approach slower than this part of the slip leaves too few digits of the energy. */
const GRAZING = 4e-3;
/** A slip slower than this part of the approach is all but at rest. */
const STEEP = 1e-6;
/** Friction below this, and ratios of trace^2 to determinant of B above this, leave too few digits of the tangential impulse. */
const LEAST_FRICTION = 1e-5;
const MOST_SINGULAR = 1e6;
/** Pieces beside a root are cut where log t has changed by this. */
const LONGEST_PIECE = 2;
/** More of them lead too near to it. */
const MOST_PIECES = 40;

/** Follows an impact by series; what it finds is in the rows of the chain. */
export interface PanelTangents extends SlipTangents {
  /** Whether it could. */
  readonly usable: () => boolean;
}

/** The chain must be that of the energetic rule. */
export function createPanelTangents(chain: TangentChain): PanelTangents {
  const integrals = createIntegrals(chain);
  let contact: SlipContact;
  return {
    usable: () => integrals.usable,
    begin(given) {
      contact = given;
      begin(integrals, given);
    },
    panel(work, state, point) {
      if (integrals.usable) passPanel(integrals, work, contact, state, point);
    },
    follow() {
      integrals.usable = false;
    },
    slide(piece, state, stops) {
      if (integrals.usable && integrals.curved) slideAfterCurve(integrals, contact, state, piece, stops);
      else if (integrals.usable) slideInChain(integrals, contact, state, piece, stops);
    },
    stiffness: chain.stiffness,
    compressionEnds(state) {
      if (!integrals.usable) return;
      if (integrals.curved) takeCompression(integrals, contact, state);
      else chain.compressionEnds(state);
    },
    compressionRestarts() {
      // Left to others where friction can jam.
      integrals.usable = false;
    },
    ends(state) {
      if (!integrals.usable) return;
      if (integrals.curved) bringEnd(integrals, contact, state);
      else chain.ends(state);
    },
  };
}

function begin(integrals: Integrals, contact: SlipContact): void {
  const { slip1, slip2, normalVelocity, friction, b11, b12, b22 } = contact;
  integrals.curved = false;
  integrals.passed = false;
  integrals.compression.passed = false;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const singular = (b11 + b22) * (b11 + b22) > MOST_SINGULAR * (b11 * b22 - b12 * b12);
  const slippery = friction > 0 && friction < LEAST_FRICTION;
  integrals.usable = !canJam(contact) && -normalVelocity >= GRAZING * speed && !singular && !slippery;
}

/** The two columns of the slip before impact, and nothing else yet. */
function beginCurve(integrals: Integrals, work: SlipWorkspace, contact: SlipContact): void {
  const { along, shift, held, here, numbers } = integrals;
  const { slip1, slip2, b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  if (speed < STEEP * -contact.normalVelocity) integrals.usable = false;
  const z1 = slip1 / speed;
  const z2 = slip2 / speed;
  here.z1 = z1;
  here.z2 = z2;
  here.speed = speed;
  here.radial = z1 * (d1 - friction * (b11 * z1 + b12 * z2)) + z2 * (d2 - friction * (b12 * z1 + b22 * z2));
  here.turn = turningAt(work, work.panel.from);
  here.hold = hold1 * slip1 + hold2 * slip2;
  here.impulse = 0;
  for (let k = 0; k < PATH_KINDS; k++) {
    along[k] = 0;
    shift[k] = 0;
    held[k] = 0;
  }
  along[BY_SLIP1] = z1;
  along[BY_SLIP2] = z2;
  shift[BY_SLIP1] = -z2 / here.turn;
  shift[BY_SLIP2] = z1 / here.turn;
  numbers.hold = here.hold;
  numbers.slip1 = 0;
  numbers.slip2 = 0;
  numbers.first = Math.abs(here.turn);
  numbers.most = numbers.first;
  numbers.speed = speed;
  numbers.slowest = speed;
  numbers.place = 0;
  integrals.curved = true;
  integrals.straight = false;
  integrals.passed = true;
}

/** The slip never turned, or has come to rest. */
function slideInChain(integrals: Integrals, contact: SlipContact, state: SlipState, piece: Piece, stops: boolean): void {
  const { chain } = integrals;
  if (!integrals.passed) chain.begin(contact);
  integrals.passed = true;
  chain.slide(piece, state, stops);
}

/** The slip has become straight: the rows go on at fixed impulse. Or it has all but stopped, and is zero in the state. */
function slideAfterCurve(integrals: Integrals, contact: SlipContact, state: SlipState, piece: Piece, stops: boolean): void {
  const { chain, place } = integrals;
  integrals.piece.lost = state.restitutionLoss;
  if (state.slip1 === 0 && state.slip2 === 0) {
    rest(integrals, contact, state);
    if (integrals.usable) chain.slide(piece, state, stops);
    return;
  }
  if (!integrals.straight) straighten(integrals, state);
  slideOn(integrals, contact, piece, stops);
  if (!stops) return;
  const { next: x, slope } = piece;
  place.normalImpulse = state.normalImpulse + x;
  place.impulse1 = state.impulse1 + x * piece.impulse1;
  place.impulse2 = state.impulse2 + x * piece.impulse2;
  place.storedEnergy = state.storedEnergy - x * (state.normalVelocity + 0.5 * slope * x);
  place.normalVelocity = state.normalVelocity + slope * x;
  rest(integrals, contact, place);
}

function straighten(integrals: Integrals, { slip1, slip2 }: SlipState): void {
  const { here, shift, numbers } = integrals;
  if (here.speed > MOST_GROWN * numbers.slowest) integrals.usable = false;
  for (let k = 0; k < PATH_KINDS; k++) shift[k] *= here.turn;
  here.speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  here.z1 = slip1 / here.speed;
  here.z2 = slip2 / here.speed;
  here.turn = 1;
  integrals.straight = true;
}

/** The slip is as good as zero: a change of it at fixed impulse is that of the impulse at rest, times -slip'. */
function rest(integrals: Integrals, contact: SlipContact, place: SlipMotion): void {
  const { here, along, impulse } = integrals;
  for (let k = 0; k < PATH_KINDS; k++) impulse[k] = -along[k] / here.radial;
  if (integrals.usable) bringToRest(integrals, contact, place);
}

/** The rate g at which the slip turns, per clock: G/Q^2. */
function turningAt({ square, turning }: SlipWorkspace, t: number): number {
  const swing = turning[0] + t * (turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4])));
  const length = square[0] + t * (square[1] + t * square[2]);
  return swing / (length * length);
}

/** N/G: how fast the logarithm of R changes with t. */
function growthAt({ growth, turning }: SlipWorkspace, t: number): number {
  const swing = turning[0] + t * (turning[1] + t * (turning[2] + t * (turning[3] + t * turning[4])));
  return (growth[0] + t * (growth[1] + t * (growth[2] + t * growth[3]))) / swing;
}

/** From where the path is on its panel (places.near) to the point. */
function passPanel(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, state: SlipState, point: Point): void {
  const { panel, places } = work;
  const { piece } = integrals;
  if (!integrals.curved) beginCurve(integrals, work, contact);
  piece.lost = state.restitutionLoss;
  piece.from = places.near.t === panel.from ? panel.from : piece.last;
  if (isAtRoot(work)) {
    passBesideRoot(integrals, work, contact, point);
    return;
  }
  piece.to = point.t;
  piece.last = piece.to;
  if (piece.to === piece.from) return;
  const half = 0.5 * Math.abs(piece.to - piece.from);
  const middle = 0.5 * Math.abs(piece.to + piece.from);
  const growth = Math.abs(growthAt(work, 0.5 * (piece.from + piece.to)));
  passPiece(integrals, work, contact, chooseRule((rootDistance(work, 0) - middle) / half, 2 * growth * half));
  if (point.t !== panel.to) stepTo(integrals, contact, point.normalImpulse);
}

/** Towards an invariant direction at t = 0 or away from it. */
function passBesideRoot(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, point: Point): void {
  const { panel } = work;
  const { piece } = integrals;
  const rests = point.t === 0;
  const radius = rootDistance(work, 1);
  if (rests && radius >= piece.from * LEAST_DISTANCE) {
    passToRest(integrals, work, contact, point, chooseRestRule(radius / piece.from, panel.exponent));
    return;
  }
  const farthest = log(radius);
  const to = rests ? radius / LEAST_DISTANCE : point.t;
  const logTo = rests ? farthest - LOG_LEAST_DISTANCE : log(to);
  piece.last = to;
  piece.logEntry = log(panel.from);
  const logFrom = piece.from === panel.from ? piece.logEntry : log(piece.from);
  const length = logTo - logFrom;
  const count = Math.max(1, Math.ceil(Math.abs(length) / LONGEST_PIECE));
  if (!(count <= MOST_PIECES)) {
    integrals.usable = false;
    return;
  }
  if (length === 0) return;
  const part = length / count;
  const half = 0.5 * Math.abs(part);
  for (let i = 0; i < count; i++) {
    piece.logFrom = logFrom + i * part;
    piece.logTo = logFrom + (i + 1) * part;
    piece.to = i === count - 1 ? to : exp(piece.logTo);
    const middle = Math.sqrt(piece.from * piece.to);
    // Besides the speed, g changes as t.
    const growth = 1 + Math.abs(middle * growthAt(work, middle));
    passPiece(integrals, work, contact, chooseRule((farthest - piece.logFrom - 0.5 * part) / half, 2 * growth * half));
    piece.from = piece.to;
  }
  if (rests) passToRest(integrals, work, contact, point, chooseRestRule(radius / piece.from, panel.exponent));
  else if (point.t !== panel.to) stepTo(integrals, contact, point.normalImpulse);
}

/** Distance of the nearest root from t = 0, by the kinds of panels (choose.ts, local.ts): at least. */
const LOCAL_ROOT = 1.6;
const REGULAR_ROOT = 2;
const OTHER_ROOT = 1 / 0.6;
/** Steps of the search for the distance of the nearest root, and where it ends. */
const STEP = 1.25;
const FARTHEST = 8;

/**
 * A distance from t = 0 within which G has no root but that at t = 0, if there is one (`first` = 1): the roots of G(t) G(-t) are their
 * squares, and no polynomial has a root where its first term outweighs all others.
 */
function rootDistance({ panel, turning }: SlipWorkspace, first: number): number {
  const unit = 1 / turning[first];
  const t1 = turning[first + 1] * unit;
  const t2 = turning[first + 2] * unit;
  const t3 = turning[first + 3] * unit;
  const t4 = first === 0 ? turning[4] * unit : 0;
  const s1 = Math.abs(2 * t2 - t1 * t1);
  const s2 = Math.abs(t2 * t2 + 2 * t4 - 2 * t1 * t3);
  const s3 = Math.abs(2 * t2 * t4 - t3 * t3);
  const s4 = t4 * t4;
  let distance = first === 1 ? OTHER_ROOT : panel.from === 0 ? LOCAL_ROOT : REGULAR_ROOT;
  while (distance < FARTHEST) {
    const next = distance * STEP;
    const y = next * next;
    if (y * (s1 + y * (s2 + y * (s3 + y * s4))) >= 1) break;
    distance = next;
  }
  return distance;
}
