/**
 * A step by collocation: any force law, and friction along directions that turn.
 *
 * Forces are sought at the m points of Radau of the step. From them velocities and compressions at the points follow by integration,
 *
 *     v_i = v_0 + h sum_j S_ij W (F_j, f_j)        x_i = x_0 - h sum_j S_ij v_n,j
 *
 * and from these the forces again: a repetition that converges fast because a step is short beside the oscillations. Only the direction u
 * of a slow slip does not follow from repetition: where friction could stop the slip within a fraction of the step the direction is slaved
 * to the other forces. For these contacts the angles at all points are corrected together by Newton's method (collocation/turning.ts),
 * which needs no starting direction: a slip that starts from rest is no special case.
 *
 * The step is good if the forces are polynomials on it, that is, if their coefficients of the highest degrees are small. This is the
 * implicit Runge-Kutta method Radau IIA.
 *
 * Letters: S integration, W mobility, h length, s slip, mu friction.
 */
import { pow } from "../../math/elementary.js";
import { chooseClock, lengthAllowed } from "./collocation/length.js";
import {
  beginPoints,
  type Collocation,
  completeStep,
  FIRST_TIP,
  findForces,
  gatherRows,
  integratePoints,
  TOWARDS_STOP,
} from "./collocation/points.js";
import { LINEAR, TO_TIP } from "./collocation/radau.js";
import { turn } from "./collocation/turning.js";
import type { Motion } from "./motion.js";

/**
 * Error of a step in units of the approach speed, as the two highest coefficients of the forces tell it. That of its end is smaller by some
 * two digits.
 */
const TOLERANCE = 1e-11;
const SECOND_TOLERANCE = 1e-9;
const MOST_SWEEPS = 40;
const CONVERGED = 2e-15;
/** Changes this small that do not shrink are rounding. */
const STALLED = 2e-14;
const SAFETY = 0.8;
const USUAL_GROWTH = 2;
/** A step whose error is this small was kept short by something else. */
const FAR_BELOW = 1e-7;
const MOST_GROWTH = 50;
const MOST_SHRINKING = 0.1;
/** With an error below this a step could have gone closer to the stop of a slip. */
const COMFORTABLE = 1e-2;
/** Below this length nothing is left to try. */
const SHORTEST = 1e-14;

/** Fills the step from the present state; the turning contacts are listed. Returns false if no length was good. */
export function collocate(motion: Motion, method: Collocation, longest: number): boolean {
  gatherRows(motion, method);
  const allowed = Math.min(longest, lengthAllowed(motion, method));
  let length = Math.min(allowed, method.planned);
  motion.step.clock = LINEAR;
  if (motion.system.exponent !== 1) length = chooseClock(motion, method, length);
  for (let rejected = false; ; rejected = true) {
    if (length < SHORTEST) {
      // What defeats every length is not the tip: the next step may try one again.
      method.tip.fill(FIRST_TIP, 1);
      return false;
    }
    const error = attempt(motion, method, length);
    const factor = error > 0 ? SAFETY * pow(error, -1 / motion.radau.count) : MOST_GROWTH;
    const { clock } = motion.step;
    if (error <= 1) {
      const grown = length * Math.min(error < FAR_BELOW ? MOST_GROWTH : USUAL_GROWTH, Math.max(factor, 0.5));
      if (clock !== LINEAR) method.tip[clock] = Math.max(method.tip[clock], USUAL_GROWTH * length);
      // A step that something else kept short says little about how long the next may be.
      method.planned = rejected ? Math.min(length, grown) : length < method.planned ? Math.max(grown, method.planned) : grown;
      method.towards = rejected ? TOWARDS_STOP : error < COMFORTABLE ? 1 - 0.2 * (1 - method.towards) : method.towards;
      completeStep(motion, method);
      return true;
    }
    length *= Number.isFinite(factor) ? Math.min(0.5, Math.max(factor, MOST_SHRINKING)) : MOST_SHRINKING;
    if (clock !== LINEAR) method.tip[clock] = length;
    if (clock === TO_TIP) motion.step.clock = LINEAR;
  }
}

/** Tries a step of this length and returns its error: at most 1 is good. */
function attempt(motion: Motion, method: Collocation, length: number): number {
  beginPoints(motion, method, length);
  const { turning, rows, rowOf } = method;
  const { state } = motion;
  let scale = 1;
  for (let a = 0; a < rows; a++) scale = Math.max(scale, Math.abs(state.velocity[rowOf[a]]));
  let previous = Infinity;
  let stalls = 0;
  for (let sweep = 0; ; sweep++) {
    findForces(motion, method);
    const change = Math.max(integratePoints(motion, method, length), turn(motion, method, turning, length));
    if (!(change < 1e6)) return Infinity;
    if (change <= CONVERGED * scale) break;
    if (change > 0.3 * previous) {
      if (change < STALLED * scale && ++stalls > 1) break;
      if (change > STALLED * scale && ++stalls > 8) return Infinity;
    }
    if (sweep === MOST_SWEEPS) return Infinity;
    previous = change;
  }
  findForces(motion, method);
  for (let q = 0; q < turning.count; q++) if (!slidesForwards(motion, method, q)) return Infinity;
  motion.step.length = length;
  return errorOf(motion, method, length);
}

/** Whether a turning contact slides along its direction at every point, and not against it. */
function slidesForwards({ system, radau }: Motion, { turning, velocity, placeOf }: Collocation, q: number): boolean {
  const c = turning.contacts[q];
  if (system.tangentialStiffness[c] > 0) return true;
  const points = radau.count;
  const a = placeOf[system.firstTangent[c]] * points;
  for (let i = 0; i < points; i++) {
    const at = 2 * (q * points + i);
    if (!(velocity[a + i] * turning.direction[at] + velocity[a + points + i] * turning.direction[at + 1] >= 0)) return false;
  }
  return true;
}

/** The highest coefficients of the forces that push, as changes of velocity, over the tolerance. */
function errorOf({ system, step, radau }: Motion, { rows, rowOf, force }: Collocation, length: number): number {
  const { highest, second, count: points } = radau;
  const rates = radau.rates[step.clock];
  let error = 0;
  for (let a = 0; a < rows; a++) {
    let last = 0;
    let before = 0;
    for (let i = 0; i < points; i++) {
      const push = rates[i] * force[a * points + i];
      last += highest[i] * push;
      before += second[i] * push;
    }
    const reach = length * system.diagonal[rowOf[a]];
    error = Math.max(error, (reach * Math.abs(last)) / TOLERANCE, (reach * Math.abs(before)) / SECOND_TOLERANCE);
  }
  return error;
}
