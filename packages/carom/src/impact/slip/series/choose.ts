/**
 * Which panel comes next, and how long it may be.
 *
 * The path runs down from x to 0. The singular points of its series are 0, infinity and the two remaining roots, which lie on the unit
 * circle (complex: middle < 2) or at -nearest and -1/nearest. Each kind of panel places its parameter t so that these lie far outside |t|
 * <= 1; the ratio of a panel is the inverse distance of the nearest one, the factor by which its terms fall.
 *
 * - attracted: a = 1 - c y t, b = y t from t = 1 to 0. The number c moves the point x = infinity so that the ratio is smallest. It finishes
 *   the slip.
 * - repelled: the mirror image, x -> 1/x, away from the repelling direction.
 * - regular: a = 1 - w t, b = xc (1 + w t) from t = 1 to -1.
 * - short: a = 1 + w t, b = x (1 - w t) from t = 0 to 1, if the impact will be over before the slip has turned far or if it grazes (then
 *   one after the other if need be, with a series for every quantity). Most such impacts never come here: local.ts.
 *
 * The growth N/G measures how the terms grow and cancel. A path that decays on the panel (8 e-foldings) loses only digits that no longer
 * matter; growth costs digits of the whole, so less is allowed. The limits were chosen by hand on eight sets of 3000 random problems and
 * confirmed on others; none is sharp.
 */
import { SolverError } from "../../../errors.js";
import type { SlipContact } from "../contact.js";
import type { SlipState } from "../path.js";
import { shapePanel } from "./panel.js";
import { expandSeries, setAside } from "./recurrence.js";
import { limits, type SlipWorkspace } from "./workspace.js";

const { mostShortTerms, nearLogarithm } = limits;

/** Largest ratio of an attracted panel, and the one regular and repelled panels leave to it. */
const ATTRACTED_RATIO = 0.6;
const NEXT_ATTRACTED_RATIO = 0.4;
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
/** Short panels: margin on the width expected for the rest of the impact, and how much that may grow because the pace falls. */
export const SHORT_MARGIN = 1.15;
export const LEAST_PACE = 0.4;
/** Limits of the width of a short panel: by itself and over the distance to the nearest root. */
const SHORT_WIDTH = 0.4;
const SHORT_RATIO = 0.4;
const MOST_HALVINGS = 4;
/** A stored energy below this part of the energy of the slip loses digits as the difference of works. */
export const SMALL_ENERGY = 1e-3;
/** Where the exponent is too small (or negative) for slip to stop at t = 0, the path is followed until it is straight. */
const STRAIGHT_AHEAD = 1e-17;

/** Builds the next panel from the present position: its shape, its series and its ends. */
export function choosePanel(work: SlipWorkspace, contact: SlipContact, state: SlipState, mayBeShort: boolean): void {
  if (mayBeShort && tryShort(work, contact, state)) return;
  if (tryAttracted(work)) return;
  findReaches(work);
  if (tryRepelled(work)) return;
  takeRegular(work);
}

function tryShort(work: SlipWorkspace, contact: SlipContact, state: SlipState): boolean {
  const { arc, panel, position, tangential } = work;
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
  const even = (left * form) / (4 * Math.abs(arc.twist) * square * speed);
  const wanted = (SHORT_MARGIN * even) / Math.max(1 + 0.5 * even * paceChangeAt(work, square), LEAST_PACE);
  const allowed = Math.min(SHORT_WIDTH, SHORT_RATIO * regularRadius(work, x));
  const grazes = compressed < SMALL_ENERGY * tangential.compliance * speed * speed;
  if (!(wanted < allowed || grazes)) return false;
  let width = Math.min(wanted, allowed);
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    panel.attract0 = 1;
    panel.attract1 = width;
    panel.repel0 = x;
    panel.repel1 = -x * width;
    panel.from = 0;
    panel.to = 1;
    shapePanel(work, grazes ? "short" : "regular");
    const modest = isModest(panel.growthCentre) && isModest(panel.growthAfter);
    if (!modest && !grazes) return false;
    if (modest && expandSeries(work, mostShortTerms)) return true;
    width *= 0.5;
  }
  return false;
}

/** Relative change of the pace dp/dt per width of a short panel, at its start: (N - G')/G + 2 Q'/Q. */
function paceChangeAt(work: SlipWorkspace, square: number): number {
  const { arc, position } = work;
  const { x } = position;
  const first = arc.first1 + x * (arc.first2 + x * arc.first3);
  const second = arc.second0 + x * (arc.second1 + x * arc.second2);
  const turning = arc.turning1 + x * (arc.turning2 + x * arc.turning3);
  const shift = arc.turning1 - x * x * arc.turning3;
  return (first - second - 2 * shift) / turning + (4 * (arc.square0 - x * x * arc.square2)) / square;
}

/** Whether a growth is within its limits. */
export function isModest(growth: number): boolean {
  return growth >= MOST_GROWTH && growth <= MOST_DECAY;
}

/** How many times a growth exceeds its limits. */
function excess(growth: number): number {
  return growth > 0 ? growth / MOST_DECAY : growth / MOST_GROWTH;
}

function tryAttracted(work: SlipWorkspace): boolean {
  const { arc, bend, panel, position } = work;
  if (!arc.simple) return false;
  bend.x = position.x;
  choosePole(work);
  if (!(bend.ratio <= ATTRACTED_RATIO)) return false;
  panel.attract0 = 1;
  panel.attract1 = -bend.pole * bend.y;
  panel.repel0 = 0;
  panel.repel1 = bend.y;
  shapePanel(work, "attracted");
  panel.from = 1;
  panel.to = panel.exponent > nearLogarithm ? 0 : STRAIGHT_AHEAD;
  return expandsAtRoot(work);
}

function tryRepelled(work: SlipWorkspace): boolean {
  const { bend, panel, position, reaches } = work;
  const start = 1 / position.x;
  const end = Math.min(reaches.repelled, 1 / reaches.attracted);
  if (!(start < REPELLED_GAIN * end)) return false;
  bend.x = end;
  choosePole(work);
  panel.attract0 = 0;
  panel.attract1 = bend.y;
  panel.repel0 = 1;
  panel.repel1 = -bend.pole * bend.y;
  shapePanel(work, "repelled");
  panel.from = start / (bend.y * (1 + bend.pole * start));
  panel.to = 1;
  return expandsAtRoot(work);
}

/** The series at an invariant direction. Returns false if there is none that neither grows nor cancels too much. */
function expandsAtRoot(work: SlipWorkspace): boolean {
  const { panel } = work;
  if (!isModest(panel.growthCentre) || !isModest(panel.growthAfter) || !(Math.abs(panel.growthBefore) <= MOST_BEYOND)) return false;
  if (!expandSeries(work)) return false;
  setAside(work);
  return true;
}

function choosePole(work: SlipWorkspace): void {
  const { arc, bend } = work;
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

function takeRegular(work: SlipWorkspace): void {
  const { arc, panel, position, reaches } = work;
  const { x } = position;
  let width = REGULAR_RATIO * regularRadius(work, x);
  // The distance to the nearest root depends on the centre, and that on the width.
  if (arc.middle < 0) for (let round = 0; round < 4; round++) width = REGULAR_RATIO * regularRadius(work, (x * (1 - width)) / (1 + width));
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
    shapePanel(work, "regular");
    const most = Math.max(excess(panel.growthBefore), excess(panel.growthCentre), excess(panel.growthAfter));
    if (most > 1) width *= Math.max(MOST_SHORTENING, SHORTEN / most);
    else if (expandSeries(work)) return;
    else width *= 0.5;
  }
  throw new SolverError("no series converges: the mobility or the slip is not a number, or too near the limits of double precision", {
    tries: MOST_TRIES,
  });
}

/** Distance of the nearest root from the centre of a regular panel, in units of w t. */
function regularRadius(work: SlipWorkspace, centre: number): number {
  const { arc } = work;
  const sum = 1 + centre * centre;
  return arc.middle >= 0 ? 1 : Math.sqrt((sum + arc.middle * centre) / (sum - arc.middle * centre));
}

function findReaches(work: SlipWorkspace): void {
  const { arc, reaches } = work;
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
