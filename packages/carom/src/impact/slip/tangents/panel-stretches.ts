/**
 * Tangents of a slip that turns, by stretches (stretch.ts) laid along the panels of the series method (series.ts): where the integrals of
 * panels.ts would cancel, beside invariant directions and in grazing impacts.
 *
 * At an invariant direction, t = 0, the stretches are even in log t, in which the powers of t are smooth. A path to rest is followed until
 * what it has left to turn does not count, as by Taylor's method (taylor.ts); from there it is straight.
 */
import { exp, hypot, log } from "../../../math/elementary.js";
import { canJam, type SlipContact } from "../contact.js";
import { radialRate } from "../directions.js";
import type { SlipMotion } from "../motion.js";
import type { SlipTangents } from "../path.js";
import { evaluateAt } from "../series/events.js";
import { isAtRoot } from "../series/panel.js";
import { createPoint, type Point } from "../series/point.js";
import type { SlipWorkspace } from "../series/workspace.js";
import { type TangentChain, watchTurning } from "./chain.js";
import { restAt, slideToRest } from "./rest.js";
import { fastestRate, LONGEST_STRETCH, NODES, PLACES, takeNode, takeStart } from "./stretch.js";

/** Distance of the nearest root from t = 0 where that is none, by where the panel begins; and beyond t = 1, in log t, where it is one. */
const LOCAL_ROOT = 1.6;
const REGULAR_ROOT = 2;
const OTHER_ROOT = 0.36;
/**
 * Length of a stretch over the distance of the nearest root from where it begins, towards the root and away from it: the ellipse of 12
 * nodes (panels.ts) is then free of it.
 */
const TOWARDS = 0.55;
const AWAY = 1.2;
/** A slip slower than this part of the approach is all but at rest: left to Taylor. */
const SLOWEST = 1e-6;
/** More stretches than any panel needs. */
const MOST_STRETCHES = 400;
/** Where a small change of the slip turns it by more than this times what it turned the first one, all digits count: left to Taylor. */
const STIFFEST = 1e3;
/** Part of the first slip that may be left to turn. */
const STRAIGHT = 1e-16;

/** Follows an impact by series; what it finds is in the rows of the chain. */
export interface StretchTangents extends SlipTangents {
  /** Whether it could. */
  readonly usable: () => boolean;
}

interface Laying {
  readonly chain: TangentChain;
  readonly point: Point;
  usable: boolean;
}

/** The chain must be that of the energetic rule. */
export function createStretchTangents(chain: TangentChain): StretchTangents {
  const laying: Laying = { chain, point: createPoint(), usable: true };
  let contact: SlipContact;
  return {
    ...chain,
    usable: () => laying.usable,
    begin(given) {
      contact = given;
      chain.begin(given);
      const { slip1, slip2, normalVelocity } = given;
      // Where the normal velocity may turn, Taylor's way watches it.
      laying.usable = !canJam(given) && hypot(slip1, slip2) > SLOWEST * -normalVelocity;
    },
    panel(work, state, point) {
      if (laying.usable) layPanel(laying, work, contact, state, point);
    },
    follow() {
      laying.usable = false;
    },
    slide(piece, state, stops) {
      // What a panel leaves of a slip that has all but stopped does not count: the path goes on from rest without a last slide.
      if (!chain.rests && contact.friction > 0 && state.slip1 === 0 && state.slip2 === 0) restAt(chain, state.normalImpulse);
      chain.slide(piece, state, stops);
    },
  };
}

/** From where the path is on its panel (places.near) to the point. */
function layPanel(laying: Laying, work: SlipWorkspace, contact: SlipContact, state: SlipMotion, end: Point): void {
  const { chain, point } = laying;
  const { near } = work.places;
  const atRoot = isAtRoot(work);
  const rests = end.t === 0 && atRoot;
  const place = (t: number) => (atRoot ? log(t) : t);
  let from = place(near.t === work.panel.from ? near.t : exactPlace(laying, work, contact, near));
  const last = rests ? Number.NEGATIVE_INFINITY : place(exactPlace(laying, work, contact, end));
  const start = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  takeStart(chain.stretch, state);
  moveTo(laying, work, contact, from, atRoot);
  for (let i = 0; i < MOST_STRETCHES; i++) {
    const length = lengthFrom(laying, work, contact, from, last);
    const whole = Math.abs(last - from) <= Math.abs(length);
    const step = whole ? last - from : length;
    if (step !== 0) layStretch(laying, work, contact, from, step);
    from += step;
    if (whole) return;
    moveTo(laying, work, contact, from, atRoot);
    takeStart(chain.stretch, point);
    watchTurning(chain, point);
    if (start * chain.stiffness() > STIFFEST) break;
    if (rests && hypot(point.z1 - end.z1, point.z2 - end.z2) * point.speed * Math.max(1, start * chain.stiffness()) <= STRAIGHT * start) {
      slideToRest(chain, contact, point, radialRate(contact, point.z1, point.z2));
      restAt(chain, end.normalImpulse);
      return;
    }
  }
  laying.usable = false;
}

/** The t of a point to the last digit: events are found by expansions, which leave it with about ten. */
function exactPlace({ point }: Laying, work: SlipWorkspace, contact: SlipContact, at: Point): number {
  point.t = at.t;
  evaluateAt(work, contact, point);
  return point.pace === 0 ? at.t : at.t + (at.normalImpulse - point.normalImpulse) / point.pace;
}

function moveTo({ point }: Laying, work: SlipWorkspace, contact: SlipContact, place: number, atRoot: boolean): void {
  point.t = atRoot ? exp(place) : place;
  evaluateAt(work, contact, point);
}

/** How long a stretch may be from the point in hand, at `from`, with the sign of its direction. */
function lengthFrom({ point }: Laying, work: SlipWorkspace, contact: SlipContact, from: number, last: number): number {
  const atRoot = isAtRoot(work);
  const sign = last < from ? -1 : 1;
  const rate = ((atRoot ? point.t : 1) * Math.abs(point.pace) * fastestRate(contact)) / point.speed;
  const radius = work.panel.from === 0 ? LOCAL_ROOT : REGULAR_ROOT;
  const distance = atRoot ? OTHER_ROOT - from : radius - Math.abs(from);
  const inwards = atRoot ? sign < 0 : from * sign < 0;
  return sign * Math.min((inwards ? AWAY : TOWARDS) * distance, LONGEST_STRETCH / rate);
}

function layStretch(laying: Laying, work: SlipWorkspace, contact: SlipContact, from: number, step: number): void {
  const { chain, point } = laying;
  const atRoot = isAtRoot(work);
  for (let j = 0; j < NODES; j++) {
    moveTo(laying, work, contact, from + PLACES[j] * step, atRoot);
    takeNode(chain.stretch, j, point, ((atRoot ? point.t : 1) * point.pace * step) / point.speed);
  }
  chain.addStretch();
}
