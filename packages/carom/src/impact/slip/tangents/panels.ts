/**
 * Tangents of a slip that turns, as integrals over the panels of the series method (series.ts): the fast way.
 *
 * The slip equation knows neither where the normal impulse p began nor the unit of velocity, so slip' and slip - p slip' (' = d/dp) both
 * solve the equation of a small change of the slip. Any change is shift slip' + stretch (slip - p slip'), and what changes d and A =
 * friction B by dd and dA feeds both, with s slip, z its direction, x the product in the plane:
 *
 *     stretch' = (c x s')/(s x s')          shift' = p stretch' - (c x s)/(s x s')          c = dd - dA z
 *
 * With hold = B^-1 d, H = hold . s and M the integral of H over p, the change of M at fixed p is
 *
 *     shift H + stretch (2 M - p H) - moment,          moment' = 2 M stretch' - H (c x s)/(s x s'),     moment(0) = shift(0) H(0)
 *
 * At rest both solutions are parallel and stretch and shift grow without bound, but the impulse there changes by p stretch - shift and M by
 * 2 M stretch - moment, whose integrands (with p and M at rest put under the integral) vanish as t^(q - 1) and t^(2 q - 1) at the end t =
 * 0 of the panel (rest-rule.ts).
 *
 * From these three, impulses and energy at fixed p (materialise): slip = slip_0 + d p + B I and, before losses,
 *
 *     E = -(v_0 p + normal p^2/2 + d . X),     X = integral of I = B^-1 (integral of slip - slip_0 p - d p^2/2)
 *
 * Beside an invariant direction s x s' is small and digits cancel; where too many would, `usable` is false and the tangents have to be
 * followed in another way (chain.ts with Taylor's method).
 *
 * Letters: p normal impulse; I tangential impulse; v normal velocity; t parameter of the panel, q its exponent at rest.
 */
import { exp, log } from "../../../math/elementary.js";
import { gaussLegendre } from "../../../math/quadrature.js";
import { canJam, type SlipContact } from "../contact.js";
import type { SlipState, SlipTangents } from "../path.js";
import { evaluateAt } from "../series/events.js";
import { isAtRoot } from "../series/panel.js";
import type { Point } from "../series/point.js";
import type { SlipWorkspace } from "../series/workspace.js";
import type { TangentChain } from "./chain.js";
import { BY_SLIP1, BY_SLIP2, bringRows, createIntegrals, type Integrals, KINDS } from "./integrals.js";
import { addNodes, addProduct } from "./panel-nodes.js";
import { restAt } from "./rest.js";
import { REST_NODES, REST_PLACES, restWeights, SMOOTH } from "./rest-rule.js";

/** An approach slower than this part of the slip leaves too few digits of the energy. */
const GRAZING = 1e-2;
/** Pieces beside a root are cut where log t has changed by this. */
const LONGEST_PIECE = 1.2;
/** More of them lead too near to it. */
const MOST_PIECES = 12;
/** Part of an attracted panel that is left to the rule at rest. */
const LEFT_TO_REST = 0.35;
/** Distance of the nearest root from t = 0, by the kinds of panels (choose.ts, local.ts). */
const LOCAL_ROOT = 1.6;
const REGULAR_ROOT = 2;
const OTHER_ROOT = 1 / 0.6;

/** Numbers of nodes that are chosen from; by twos where one more costs little. */
const COUNTS = [5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24];
/** What a rule may leave of an integrand of size 1: beside an invariant direction sums cancel, and what is left of them counts. */
const LEFT_OVER = 1e-17;

/** Gauss's rules on [0, 1], and how large an ellipse about the piece must be free of roots: its axes' sum r, r^(-2 nodes) = LEFT_OVER. */
const RULES = COUNTS.map((count) => {
  const { nodes, weights } = gaussLegendre(count);
  return {
    count,
    reach: exp(-log(LEFT_OVER) / (2 * count)),
    places: Float64Array.from(nodes, (node) => 0.5 * (1 + node)),
    weights: Float64Array.from(weights, (weight) => 0.5 * weight),
  };
});

/** Follows an impact by series; what it finds is in the rows of the chain. */
export interface PanelTangents extends SlipTangents {
  /** Whether it could. */
  readonly usable: () => boolean;
}

/** The chain must be that of the energetic rule. */
export function createPanelTangents(chain: TangentChain): PanelTangents {
  const integrals = createIntegrals(chain);
  let contact: SlipContact;
  /** At an event: brings the rows of the chain to a fixed normal impulse. Tells whether they are there. */
  const brought = (state: SlipState): boolean => {
    if (integrals.usable && integrals.curved && !chain.rests) bringRows(integrals, contact, state, false);
    return integrals.usable;
  };
  return {
    usable: () => integrals.usable,
    begin(given) {
      contact = given;
      chain.begin(given);
      begin(integrals, given);
    },
    panel(work, state, point) {
      if (integrals.usable && !integrals.curved) beginCurve(integrals, contact);
      if (integrals.usable) passPanel(integrals, work, contact, state, point);
    },
    follow() {
      integrals.usable = false;
    },
    slide(piece, state, stops) {
      if (integrals.curved && !chain.rests) integrals.usable = false;
      if (integrals.usable) chain.slide(piece, state, stops);
    },
    stiffness: chain.stiffness,
    compressionEnds(state) {
      if (brought(state)) chain.compressionEnds(state);
    },
    compressionRestarts(state) {
      if (brought(state)) chain.compressionRestarts(state);
    },
    ends(state) {
      if (brought(state)) chain.ends(state);
    },
  };
}

function begin(integrals: Integrals, contact: SlipContact): void {
  const { slip1, slip2, normalVelocity } = contact;
  integrals.curved = false;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  integrals.usable = !canJam(contact) && -normalVelocity >= GRAZING * speed;
}

/** The two columns of the slip before impact, and nothing else yet. */
function beginCurve(integrals: Integrals, contact: SlipContact): void {
  const { stretch, shift, moment, numbers } = integrals;
  const { slip1, slip2, b11, b12, b22, d1, d2, friction, hold1, hold2 } = contact;
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  const rate1 = d1 - (friction * (b11 * slip1 + b12 * slip2)) / speed;
  const rate2 = d2 - (friction * (b12 * slip1 + b22 * slip2)) / speed;
  const unit = 1 / (slip1 * rate2 - slip2 * rate1);
  stretch.fill(0);
  shift.fill(0);
  moment.fill(0);
  stretch[BY_SLIP1] = rate2 * unit;
  stretch[BY_SLIP2] = -rate1 * unit;
  shift[BY_SLIP1] = -slip2 * unit;
  shift[BY_SLIP2] = slip1 * unit;
  numbers.hold = hold1 * slip1 + hold2 * slip2;
  moment[BY_SLIP1] = shift[BY_SLIP1] * numbers.hold;
  moment[BY_SLIP2] = shift[BY_SLIP2] * numbers.hold;
  numbers.work = (0.5 * (b22 * slip1 * slip1 - 2 * b12 * slip1 * slip2 + b11 * slip2 * slip2)) / (b11 * b22 - b12 * b12);
  numbers.slip1 = 0;
  numbers.slip2 = 0;
  numbers.first = Math.abs(1 / (unit * speed));
  numbers.least = numbers.first;
  numbers.most = numbers.first;
  numbers.speed = speed;
  numbers.place = 0;
  integrals.curved = true;
}

/** From where the path is on its panel (places.near) to the point. */
function passPanel(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, state: SlipState, point: Point): void {
  const { panel, places } = work;
  const { piece } = integrals;
  if (panel.direct) {
    integrals.usable = false;
    return;
  }
  piece.lost = state.restitutionLoss;
  piece.from = places.near.t === panel.from ? panel.from : placeOf(integrals, work, contact, places.near);
  const to = point.t === 0 ? 0 : placeOf(integrals, work, contact, point);
  if (!isAtRoot(work)) {
    const radius = panel.from === 0 ? LOCAL_ROOT : REGULAR_ROOT;
    piece.to = to;
    piece.distance = (2 * radius - Math.abs(piece.from + to)) / Math.abs(to - piece.from);
    passPiece(integrals, work, contact);
    return;
  }
  const last = to === 0 ? LEFT_TO_REST * piece.from : to;
  const change = log(last / piece.from);
  const pieces = Math.max(1, Math.ceil(Math.abs(change) / LONGEST_PIECE));
  if (!(pieces <= MOST_PIECES)) {
    integrals.usable = false;
    return;
  }
  const factor = exp(change / pieces);
  for (let i = 0; i < pieces; i++) {
    piece.to = i === pieces - 1 ? last : piece.from * factor;
    const twice = piece.from + piece.to;
    piece.distance = Math.min(twice, 2 * OTHER_ROOT - twice) / Math.abs(piece.to - piece.from);
    passPiece(integrals, work, contact);
    piece.from = piece.to;
  }
  if (to === 0) passToRest(integrals, work, contact, point);
}

/** The t of a point to the last digit: events are found by expansions, which leave it with about ten. */
function placeOf({ point: scratch }: Integrals, work: SlipWorkspace, contact: SlipContact, point: Point): number {
  scratch.t = point.t;
  evaluateAt(work, contact, scratch);
  return point.t + (point.normalImpulse - scratch.normalImpulse) / scratch.pace;
}

/** Adds the integrals over the piece in hand. */
function passPiece(integrals: Integrals, work: SlipWorkspace, contact: SlipContact): void {
  const { piece, point } = integrals;
  const { from, to, distance } = piece;
  const reach = distance > 1 ? distance + Math.sqrt(distance * distance - 1) : 1;
  let at = 0;
  while (at < RULES.length - 1 && RULES[at].reach > reach) at++;
  if (work.panel.impulseLog === 0 && work.panel.lossLog === 0) {
    addNodes(integrals, work, contact, RULES[at]);
    return;
  }
  const { places, weights, count } = RULES[at];
  for (let j = 0; j < count; j++) {
    point.t = from + places[j] * (to - from);
    evaluateAt(work, contact, point);
    addNode(integrals, contact, weights[j] * (to - from) * point.pace);
  }
}

/** Adds the node in `point`, whose share of the normal impulse is given, to the integrals. */
function addNode(integrals: Integrals, contact: SlipContact, share: number): void {
  const { point, stretch, shift, moment, numbers, piece } = integrals;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2, normalVelocity, stickSlope } = contact;
  const { z1, z2, slip1, slip2, speed, normalImpulse: p } = point;
  const rate1 = d1 - friction * (b11 * z1 + b12 * z2);
  const rate2 = d2 - friction * (b12 * z1 + b22 * z2);
  const area = slip1 * rate2 - slip2 * rate1;
  const turning = Math.abs(area) / speed;
  if (turning < numbers.least) numbers.least = turning;
  if (turning > numbers.most) {
    numbers.most = turning;
    numbers.speed = speed;
    numbers.place = p;
  }
  const hold = hold1 * slip1 + hold2 * slip2;
  const held = -(point.storedEnergy + piece.lost + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p));
  const unit = share / area;
  const k1 = rate2 * unit;
  const k2 = -rate1 * unit;
  const n1 = slip2 * unit;
  const n2 = -slip1 * unit;
  numbers.slip1 += share * slip1;
  numbers.slip2 += share * slip2;
  addProduct(stretch, z1, z2, k1, k2);
  addProduct(shift, z1, z2, p * k1 - n1, p * k2 - n2);
  addProduct(moment, z1, z2, 2 * held * k1 - hold * n1, 2 * held * k2 - hold * n2);
}

/** From t = piece.from of an attracted panel to rest, and there the rows of the chain. */
function passToRest(integrals: Integrals, work: SlipWorkspace, contact: SlipContact, rest: Point): void {
  const { piece, point, stretch, shift, moment, impulse, held, weights, weights2, moments, numbers, chain } = integrals;
  const { b11, b12, b22, d1, d2, friction, hold1, hold2, normalVelocity, stickSlope } = contact;
  const { from, lost } = piece;
  const { exponent } = work.panel;
  const heldOf = (energy: number, p: number): number => -(energy + lost + p * (normalVelocity - numbers.hold + 0.5 * stickSlope * p));
  const pRest = rest.normalImpulse;
  const heldRest = heldOf(rest.storedEnergy, pRest);
  for (let k = 0; k < KINDS; k++) {
    impulse[k] = pRest * stretch[k] - shift[k];
    held[k] = 2 * heldRest * stretch[k] - moment[k];
  }
  point.t = from;
  evaluateAt(work, contact, point);
  const whole = point.power;
  restWeights(exponent, weights, moments);
  restWeights(2 * exponent, weights2, moments);
  for (let j = 0; j < REST_NODES; j++) {
    point.t = from * REST_PLACES[j];
    evaluateAt(work, contact, point);
    const { z1, z2, slip1, slip2, pace, normalImpulse: p } = point;
    const rate1 = d1 - friction * (b11 * z1 + b12 * z2);
    const rate2 = d2 - friction * (b12 * z1 + b22 * z2);
    const power = whole / point.power;
    const share = -from * pace * weights[j] * (exponent > SMOOTH ? 1 : power);
    const share2 = -from * pace * weights2[j] * (2 * exponent > SMOOTH ? 1 : power * power);
    const unit = 1 / (slip1 * rate2 - slip2 * rate1);
    const left = (pRest - p) * unit;
    addProduct(impulse, z1, z2, share * (left * rate2 + slip2 * unit), -share * (left * rate1 + slip1 * unit));
    const twice = 2 * (heldRest - heldOf(point.storedEnergy, p)) * unit;
    const hold = (hold1 * slip1 + hold2 * slip2) * unit;
    addProduct(held, z1, z2, share2 * (twice * rate2 + hold * slip2), -share2 * (twice * rate1 + hold * slip1));
    numbers.slip1 += share2 * slip1;
    numbers.slip2 += share2 * slip2;
  }
  bringRows(integrals, contact, rest, true);
  restAt(chain, pRest);
}
