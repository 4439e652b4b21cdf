/**
 * Slip followed by power series: the fast method.
 *
 * The direction of the slip is the square of a complex number h, z = h^2/|h|^2. Along a straight line of h the slip equation becomes linear
 * with polynomial coefficients, and the normal impulse and the friction loss become power series whose coefficients cost a few operations
 * each (series/panel.ts, series/recurrence.ts). Everything else follows from these two (series/evaluate.ts). Singular points are only the
 * invariant directions, at which the series has a fractional power (Frobenius) and gives rest in closed form. So an impact is one to two
 * panels in most cases:
 *
 * 1. if the impact will be over before the slip has turned far, one panel without further ado (series/local.ts); else
 * 2. the invariant directions between which the slip turns, and the equation written in them (series/arc.ts),
 * 3. panels along that arc, as long as the known roots allow (series/choose.ts, series/short.ts for grazing impacts),
 * 4. on each panel the end of compression and of restitution (series/events.ts, series/guess.ts),
 * 5. once slip has stopped or runs straight, the closed form (straight.ts).
 *
 * If friction can jam, the normal velocity may also fall. Its slope is a quadratic in the parameter of the panel, so the panel is split
 * where the slope vanishes, and no pair of crossings is missed.
 *
 * Energetic restitution only. `followSlipByTaylor` does the same for every rule, readably; series.test.ts holds this one to it.
 * Source: own derivation, sheet fast-hodograph; equation of the slip 000 eq. (2.27).
 */
import { SolverError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import { canJam, type SlipContact } from "./contact.js";
import { startsStraight } from "./directions.js";
import { copyMotion } from "./motion.js";
import { beginPath, endCompression, endImpact, recordEvent, restartCompression, SLIP_STOP, type SlipPath } from "./path.js";
import { layArc } from "./series/arc.js";
import { choosePanel, SMALL_ENERGY } from "./series/choose.js";
import { enterPanel } from "./series/evaluate.js";
import { evaluateAt, locate, pinDown, settle } from "./series/events.js";
import { tryLocal } from "./series/local.js";
import { createPoint, type Point } from "./series/point.js";
import { completeShort } from "./series/short.js";
import { isNearlySingular } from "./series/tangential.js";
import type { SlipWorkspace } from "./series/workspace.js";
import { finishFromRest, slideFrictionless, slideStraight } from "./straight.js";
import { followSlipByTaylor } from "./taylor.js";

/**
 * A slip below this fraction of the contact speed has stopped: what it could still add is below rounding, because two slips never drift
 * apart.
 */
const STOPPED = 1e-17;
/** Slip this close to the attracting direction (in x) runs straight. */
const STRAIGHT = 1e-15;
/** An impact that outlasts this many short panels is not short. */
const MOST_SHORT_PANELS = 12;
/** Two panels are typical and a dozen are many. */
const MOST_PANELS = 400;
/**
 * An approach below this fraction of the slip that friction may turn into a jam belongs to Taylor's method. Such an impact begins as a tiny
 * fraction of the motion and becomes all of it, so no panel is short, and on long ones the energy, a difference of much larger ones, loses
 * up to eight digits.
 */
const GRAZING_JAM = 1e-2;
/**
 * With less friction the tangential impulse is a series of its own: as the change of the slip that the normal impulse does not explain it
 * would lose as many digits as friction is small.
 */
const SMALL_FRICTION = 1e-3;
/** Points drawn on each stretch between events. */
const DRAWN_POINTS = 16;

/** Follows the whole impact of an approaching contact and leaves events and end state in `path`. */
export function followSlipBySeries(contact: SlipContact, path: SlipPath): void {
  const { panel, tangential } = path.work;
  beginPath(path, contact);
  path.observe?.(path.state, "slip");
  const { b11, b12, b22, slip1, slip2, friction } = contact;
  tangential.unit = 1 / (b11 * b22 - b12 * b12);
  tangential.compliance = tangential.unit * (b11 + b22);
  panel.direct = friction < SMALL_FRICTION || isNearlySingular(contact);
  const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
  if (friction === 0) slideFrictionless(contact, path, "energetic");
  else if (speed === 0) finishFromRest(contact, path, "energetic");
  else if (startsStraight(contact, slip1 / speed, slip2 / speed)) slideStraight(contact, path, slip1 / speed, slip2 / speed, "energetic");
  else if (canJam(contact) && -contact.normalVelocity < GRAZING_JAM * speed) followSlipByTaylor(contact, path);
  else if (!endsSoon(contact, path)) followCurve(contact, path);
}

/** Follows the impact if it is short; else leaves the path as it was and returns false. Nobody watches an attempt that may fail. */
function endsSoon(contact: SlipContact, path: SlipPath): boolean {
  const { observe } = path;
  path.observe = undefined;
  const ends = followShort(contact, path);
  path.observe = observe;
  if (!ends || observe !== undefined) beginPath(path, contact);
  if (ends && observe !== undefined) followShort(contact, path);
  return ends;
}

/**
 * Follows the impact over one panel, or one for each of its two parts, that needs no invariant directions. Returns true if it ends there.
 */
function followShort(contact: SlipContact, path: SlipPath): boolean {
  const { work } = path;
  const { panel, places } = work;
  while (tryLocal(work, contact, path.state)) {
    enterPanel(work, contact, path.state, places.near);
    if (panel.kind === "short") completeShort(work, contact, places.near);
    if (followPanel(contact, path)) return true;
    if (!panel.cut) return false;
  }
  return false;
}

/** Follows a slip that turns, panel by panel, and what comes after it. */
function followCurve(contact: SlipContact, path: SlipPath): void {
  const { work } = path;
  const { arc, panel, places, position } = work;
  const { state } = path;
  layArc(work, contact);
  position.x = arc.start;
  position.speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  const stopped = STOPPED * Math.max(position.speed, -contact.normalVelocity);
  let shortPanels = 0;
  for (let panels = 0; panels < MOST_PANELS; panels++) {
    choosePanel(work, contact, state, shortPanels < MOST_SHORT_PANELS);
    enterPanel(work, contact, state, places.near);
    if (panel.kind === "short") {
      completeShort(work, contact, places.near);
      shortPanels++;
    }
    if (followPanel(contact, path)) return;
    position.x = (panel.repel0 + panel.repel1 * panel.to) / (panel.attract0 + panel.attract1 * panel.to);
    position.speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
    if (position.speed <= stopped) {
      stopSlip(contact, path);
      return;
    }
    if ((panel.kind === "attracted" && !panel.cut) || position.x < STRAIGHT) {
      slideAlongAttracting(contact, path);
      return;
    }
  }
  throw new SolverError("the slip does not settle", { panels: MOST_PANELS, normalImpulse: state.normalImpulse, slipSpeed: position.speed });
}

function stopSlip(contact: SlipContact, path: SlipPath): void {
  path.state.slip1 = 0;
  path.state.slip2 = 0;
  recordEvent(path, SLIP_STOP);
  finishFromRest(contact, path, "energetic");
}

function slideAlongAttracting(contact: SlipContact, path: SlipPath): void {
  const { arc } = path.work;
  const { attracting1: re, attracting2: im, square0 } = arc;
  slideStraight(contact, path, (re * re - im * im) / square0, (2 * re * im) / square0, "energetic");
}

/** Follows the path over the panel and leaves its last state in `path`. Returns true if the impact ended on it. */
function followPanel(contact: SlipContact, path: SlipPath): boolean {
  const { work } = path;
  const { panel, places, splits } = work;
  if (canJam(contact)) {
    splitAtFlatSlope(work);
    for (let i = 0; i < 2; i++) {
      const split = splits[i];
      if (!((split - places.near.t) * (panel.to - split) > 0)) continue;
      places.far.t = split;
      if (followStretch(contact, path)) return true;
      if (panel.cut) return false;
    }
  }
  places.far.t = panel.to;
  return followStretch(contact, path);
}

/**
 * Follows the panel to `far`, between which and `near` the normal velocity only rises or only falls. Returns true if the impact ended
 * there.
 */
function followStretch(contact: SlipContact, path: SlipPath): boolean {
  const { work } = path;
  const { origin, panel, places, tangential } = work;
  const { state } = path;
  const { far, end } = places;
  const falls = slopeFalls(work);
  evaluateAt(work, contact, far);
  for (;;) {
    const { near, crossing } = places;
    if (state.compressing) {
      if (falls || far.normalVelocity < 0) break;
      locate(work, contact, "velocity", near, far, crossing);
      arrive(contact, path, crossing);
      const before = state.storedEnergy;
      if (endCompression(path, contact, "energetic")) return true;
      // A small energy as a difference of large ones loses digits, though fewer count the less restitution adds to the impulse: it begins
      // on a panel of its own.
      const slipEnergy = panel.kind === "short" ? 0 : tangential.compliance * (origin.slip1 * origin.slip1 + origin.slip2 * origin.slip2);
      const least = SMALL_ENERGY * Math.max(before, slipEnergy);
      if (state.storedEnergy * before < least * least) {
        pinDown(work, contact, crossing, far);
        panel.to = crossing.t;
        panel.cut = true;
        return false;
      }
      const loss = before - state.storedEnergy;
      origin.storedEnergy -= loss;
      far.storedEnergy -= loss;
      crossing.storedEnergy = state.storedEnergy;
    } else {
      const turns = falls && far.normalVelocity < 0;
      if (turns) locate(work, contact, "velocity", near, far, crossing);
      const limit = turns ? crossing : far;
      if (limit.storedEnergy <= 0) {
        locate(work, contact, "energy", near, limit, end);
        if (path.observe !== undefined || path.tangents !== undefined) settle(work, end);
        arrive(contact, path, end);
        state.storedEnergy = 0;
        return endImpact(path);
      }
      if (!turns) break;
      arrive(contact, path, crossing);
      restartCompression(path);
    }
    crossing.normalVelocity = 0;
    places.near = crossing;
    places.crossing = near;
  }
  arrive(contact, path, far);
  places.far = places.near;
  places.near = far;
  return false;
}

/** Moves the state of the path to a point of the panel. */
function arrive(contact: SlipContact, path: SlipPath, point: Point): void {
  const { places } = path.work;
  if (path.observe !== undefined) draw(contact, path, places.near.t, point.t);
  path.tangents?.panel?.(path.work, path.state, point);
  copyMotion(point, path.state);
}

/** Shows points between two t, evenly spread in the slip speed where a panel ends at an invariant direction. */
function draw(contact: SlipContact, path: SlipPath, from: number, to: number): void {
  const { work } = path;
  const { panel } = work;
  const atRoot = panel.kind === "attracted" || panel.kind === "repelled";
  const shown = createPoint();
  for (let i = 1; i <= DRAWN_POINTS; i++) {
    const part = i / DRAWN_POINTS;
    let t = from + part * (to - from);
    if (atRoot && i < DRAWN_POINTS) t = to > 0 ? from * pow(to / from, part) : from * pow(1 - part, 1 / panel.exponent);
    shown.t = i === DRAWN_POINTS ? to : t;
    evaluateAt(work, contact, shown);
    copyMotion(shown, path.state);
    path.observe?.(path.state, "slip");
  }
}

/** Whether the normal velocity falls half-way between `near` and `far`. */
function slopeFalls(work: SlipWorkspace): boolean {
  const { arc, panel, places } = work;
  const t = 0.5 * (places.near.t + places.far.t);
  const a = panel.attract0 + panel.attract1 * t;
  const b = panel.repel0 + panel.repel1 * t;
  return arc.slope0 * a * a + (arc.slope1 * a + arc.slope2 * b) * b < 0;
}

/** Where the slope of the normal velocity vanishes, in the order of the path; not a number where it does not. */
function splitAtFlatSlope(work: SlipWorkspace): void {
  const { arc, panel, splits } = work;
  const { attract0: a0, attract1: a1, repel0: b0, repel1: b1 } = panel;
  const { slope0, slope1, slope2 } = arc;
  const constant = slope0 * a0 * a0 + (slope1 * a0 + slope2 * b0) * b0;
  const half = slope0 * a0 * a1 + 0.5 * slope1 * (a0 * b1 + a1 * b0) + slope2 * b0 * b1;
  const leading = slope0 * a1 * a1 + (slope1 * a1 + slope2 * b1) * b1;
  const sum = -(half + (half < 0 ? -1 : 1) * Math.sqrt(half * half - leading * constant));
  const one = sum / leading;
  const other = constant / sum;
  const forward = panel.to > panel.from;
  splits[0] = one < other === forward ? one : other;
  splits[1] = one < other === forward ? other : one;
}
