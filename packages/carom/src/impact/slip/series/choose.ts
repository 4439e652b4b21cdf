/**
 * Which panel comes next, and how long it may be.
 *
 * The path runs down from x to 0. The singular points of its series are 0, infinity and the two remaining roots, which lie on the unit circle
 * (complex: middle < 2) or at -nearest and -1/nearest. Each kind of panel places its parameter t so that these lie far outside |t| <= 1;
 * the ratio of a panel is the inverse distance of the nearest one, the factor by which its terms fall.
 *
 * - attracted: a = 1 - c y t, b = y t from t = 1 to 0. The number c moves the point x = infinity so that the ratio is smallest. It finishes the slip.
 * - repelled: the mirror image, x -> 1/x, away from the repelling direction.
 * - regular: a = 1 - w t, b = xc (1 + w t) from t = 1 to -1.
 * - short: a = 1 + w t, b = x (1 - w t) from t = 0 to 1, with a series for every quantity, if the impact will be over before the slip has turned far or
 *   if it grazes (then also one after the other).
 *
 * The growth N/G measures how the terms grow and cancel. A path that decays on the panel (8 e-foldings) loses only digits that no longer matter;
 * growth costs digits of the whole, so less is allowed. The limits were chosen by hand on eight sets of 3000 random problems and
 * confirmed on others (spec/fast-hodograph.md, section 3); none is sharp.
 */
import { SolverError } from "../../../errors.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import { arc } from "./arc.js";
import { ATTRACTED, panel, REGULAR, REPELLED, SHORT, shapePanel } from "./panel.js";
import { expandAtRoot, expandRegular, NEAR_LOGARITHM } from "./recurrence.js";
import { MOST_SHORT_TERMS } from "./short.js";

/** Largest ratio of an attracted panel, and the one regular and repelled panels leave to it. */
const ATTRACTED_RATIO = 0.7;
const NEXT_ATTRACTED_RATIO = 0.6;
const REPELLED_RATIO = 0.55;
/** A repelled panel must bring the path at least 1/this further, or a regular one does as well. */
const REPELLED_GAIN = 0.4;
/** The point x = infinity may not be moved closer than this over x. */
const LOWEST_POLE = -0.4;
/** Width of a regular panel over the distance of the nearest root. */
const REGULAR_RATIO = 0.5;
/** Limits of N/G: growth and decay along the path. */
const MOST_GROWTH = -3.5;
const MOST_DECAY = 8;
/** Limit of N/G, without its pole, beyond the root: a large value there makes the terms cancel. */
const MOST_BEYOND = 6;
/** How a regular panel is shortened: to just inside the limit, but by no more than 10, because N/G explodes beside a double root. */
const SHORTEN = 0.9;
const MOST_SHORTENING = 0.1;
/** Enough to shorten a panel from the whole arc to rounding. */
const MOST_TRIES = 60;
/** Short panels: margin on the width expected for the rest of the impact, and limits of the width: by itself and over the distance to the nearest root. */
const SHORT_MARGIN = 1.4;
const SHORT_WIDTH = 0.28;
const SHORT_RATIO = 0.3;
const MOST_HALVINGS = 4;
/** A stored energy below this part of the energy of the slip loses digits as the difference of works. */
export const SMALL_ENERGY = 1e-3;
/** Where the exponent is too small (or negative) for slip to stop at t = 0, the path is followed until it is straight. */
const STRAIGHT_AHEAD = 1e-17;

/** Where the path is on the arc, and its slip speed. */
export const position = { x: 0, speed: 0 };

/** Builds the next panel from the present position: its shape, its series and its ends. */
export function choosePanel(contact: SlipContact, state: SlipState, mayBeShort: boolean): void {
  if (mayBeShort && tryShort(contact, state)) return;
  if (tryAttracted()) return;
  findReaches();
  if (tryRepelled()) return;
  takeRegular();
}

function tryShort(contact: SlipContact, state: SlipState): boolean {
  const { x, speed } = position;
  const square = arc.square0 + x * (arc.square1 + x * arc.square2);
  const slope = (arc.slope0 + x * (arc.slope1 + x * arc.slope2)) / square;
  if (!(slope > 0)) return false;
  // Normal impulse until the end if the slip kept its direction.
  const { normalVelocity, storedEnergy, compressing } = state;
  const compressed = storedEnergy + (compressing ? (0.5 * normalVelocity * normalVelocity) / slope : 0);
  const loss = compressing ? (1 - contact.restitution * contact.restitution) * (compressed - state.compressionEnergy) : 0;
  const root = Math.sqrt(2 * slope * (compressed - loss) + (compressing ? 0 : normalVelocity * normalVelocity));
  const left = compressing ? (root - normalVelocity) / slope : (2 * storedEnergy) / (normalVelocity + root);
  // dp/dt of a panel of width 1 at x is 4 twist square speed/form.
  const form = Math.abs(arc.turning1 + x * (arc.turning2 + x * arc.turning3));
  const wanted = (SHORT_MARGIN * left * form) / (4 * Math.abs(arc.twist) * square * speed);
  const allowed = Math.min(SHORT_WIDTH, SHORT_RATIO * regularRadius(x));
  const grazes = compressed * (contact.b11 + contact.b22) < SMALL_ENERGY * speed * speed;
  if (!(wanted < allowed || grazes)) return false;
  let width = Math.min(wanted, allowed);
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    panel.attract0 = 1;
    panel.attract1 = width;
    panel.repel0 = x;
    panel.repel1 = -x * width;
    panel.from = 0;
    panel.to = 1;
    shapePanel(SHORT);
    const grows = Math.max(excess(panel.growthCentre), excess(panel.growthAfter)) > 1;
    if (grows && !grazes) return false;
    if (!grows && expandRegular(MOST_SHORT_TERMS)) return true;
    width *= 0.5;
  }
  return false;
}

/** How many times a growth exceeds its limits. */
function excess(growth: number): number {
  return growth > 0 ? growth / MOST_DECAY : growth / MOST_GROWTH;
}

function tryAttracted(): boolean {
  if (!arc.simple) return false;
  bend.x = position.x;
  choosePole();
  if (!(bend.ratio <= ATTRACTED_RATIO)) return false;
  panel.attract0 = 1;
  panel.attract1 = -bend.pole * bend.y;
  panel.repel0 = 0;
  panel.repel1 = bend.y;
  shapePanel(ATTRACTED);
  panel.from = 1;
  panel.to = panel.exponent > NEAR_LOGARITHM ? 0 : STRAIGHT_AHEAD;
  return growsLittle() && expandAtRoot();
}

function tryRepelled(): boolean {
  const start = 1 / position.x;
  const end = Math.min(reaches.repelled, 1 / reaches.attracted);
  if (!(start < REPELLED_GAIN * end)) return false;
  bend.x = end;
  choosePole();
  panel.attract0 = 0;
  panel.attract1 = bend.y;
  panel.repel0 = 1;
  panel.repel1 = -bend.pole * bend.y;
  shapePanel(REPELLED);
  panel.from = start / (bend.y * (1 + bend.pole * start));
  panel.to = 1;
  return growsLittle() && expandAtRoot();
}

/** The numbers c and y of the header for an attracted panel from x (a repelled one to 1/x), and the ratio it has. */
const bend = { x: 0, pole: 0, y: 0, ratio: 0 };

function choosePole(): void {
  const { x } = bend;
  const { middle, nearest } = arc;
  let pole = 0.5 / nearest;
  let farthest = pole;
  if (middle < 2) {
    const free = 2 + middle * x > 0 ? (2 * x + middle) / (2 + middle * x) : 0;
    pole = Math.max(middle > 0 ? Math.min(free, 1 / middle) : free, LOWEST_POLE / x);
    farthest = Math.max(Math.abs(pole), Math.sqrt(1 - pole * middle + pole * pole));
  }
  bend.pole = pole;
  bend.y = x / (1 + pole * x);
  bend.ratio = farthest * bend.y;
}

/** Whether the series at an invariant direction neither grows nor cancels too much. */
function growsLittle(): boolean {
  const { growthBefore, growthCentre, growthAfter } = panel;
  return (
    growthCentre >= MOST_GROWTH &&
    growthCentre <= MOST_DECAY &&
    growthAfter >= MOST_GROWTH &&
    growthAfter <= MOST_DECAY &&
    Math.abs(growthBefore) <= MOST_BEYOND
  );
}

function takeRegular(): void {
  const { x } = position;
  let width = REGULAR_RATIO * regularRadius(x);
  // The distance to the nearest root depends on the centre, and that on the width.
  if (arc.middle < 0) for (let round = 0; round < 4; round++) width = REGULAR_RATIO * regularRadius((x * (1 - width)) / (1 + width));
  if (x > 1.2 * reaches.attracted) {
    const ratio = Math.sqrt(reaches.attracted / x);
    width = Math.min(width, (1 - ratio) / (1 + ratio));
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const centre = (x * (1 - width)) / (1 + width);
    panel.attract0 = 1;
    panel.attract1 = -width;
    panel.repel0 = centre;
    panel.repel1 = centre * width;
    panel.from = 1;
    panel.to = -1;
    shapePanel(REGULAR);
    const most = Math.max(excess(panel.growthBefore), excess(panel.growthCentre), excess(panel.growthAfter));
    if (most > 1) width *= Math.max(MOST_SHORTENING, SHORTEN / most);
    else if (expandRegular()) return;
    else width *= 0.5;
  }
  throw new SolverError("no series converges: the mobility or the slip is not a number, or too near the limits of double precision", {
    tries: MOST_TRIES,
  });
}

/** Distance of the nearest root from the centre of a regular panel, in units of w t. */
function regularRadius(centre: number): number {
  const sum = 1 + centre * centre;
  return arc.middle >= 0 ? 1 : Math.sqrt((sum + arc.middle * centre) / (sum - arc.middle * centre));
}

/** The x from which an attracted panel has the ratio wanted of it, and the 1/x to which a repelled panel has its own. */
const reaches = { attracted: 0, repelled: 0 };

function findReaches(): void {
  const { middle, nearest } = arc;
  for (let i = 0; i < 2; i++) {
    const ratio = i === 0 ? NEXT_ATTRACTED_RATIO : REPELLED_RATIO;
    const square = ratio * ratio;
    const leading = 1 - 0.25 * middle * middle - square;
    const capped = (middle * ratio) / (1 - ratio);
    let x = ratio;
    if (middle >= 2) x = (2 * nearest * ratio) / (1 - ratio);
    else if (middle > 0 && middle * (capped + middle) >= 2) x = capped;
    else if (leading > 0.02) x = (0.5 * square * middle + Math.sqrt(0.25 * square * square * middle * middle + leading * square)) / leading;
    if (i === 0) reaches.attracted = x;
    else reaches.repelled = x;
  }
}
