/**
 * The impact of any planar mechanism at one contact, in closed form: Coulomb friction resolved inside the impact, energetic restitution.
 *
 * The same physics as `frictional`. In the plane the slip can only go on, stop, stick or reverse, so the impulse has at most two straight
 * legs and the answer is a formula (slip/planar.ts): no steps, no iteration, exact to rounding. It needs nothing of the mechanism but its
 * mobility
 *
 *     W = J M^-1 J^T = | a  b |         a >= 0,  c > 0,  a c >= b^2
 *                      | b  c |
 *
 * and, unlike the laws for any direction of slip, it takes a singular one: a mechanism with one degree of freedom, or a double pendulum
 * stretched out. There a contact that sticks is locked: the impact ends where compression does, and what the spring holds is lost (warning
 * `lock`). The outcome's `branch` names the route; its events are the pauses of the source: `slip-stop` the tangential, `compression-end`
 * the normal one.
 *
 * Letters of 002: W a b c, v_t slip, v_n normal velocity, p_n p_t impulse, mu friction, mu_s static friction, m = -b/a stick ratio, e_*
 * restitution. Source: 002 chapters 2 and 3; errors in it are listed in docs/errata.md.
 */

import { InvalidInputError } from "../errors.js";
import { type ContactProblem, checkContactProblem, withMobileTangent } from "../mechanics/contact-problem.js";
import { createHistory } from "./history.js";
import type { EventKind, ImpactEvent, ImpactLaw, ImpactOutcome, ImpactWarning, SlipOutcome } from "./outcome.js";
import {
  COMPRESSION_IMPULSE,
  COMPRESSION_WORK,
  FIRST_RATIO,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY_AFTER,
  PLANAR_BRANCHES,
  PLANAR_COMPRESSION_REVERSE,
  PLANAR_COMPRESSION_STICK,
  PLANAR_LOCK,
  PLANAR_RESTITUTION_REVERSE,
  PLANAR_RESTITUTION_STICK,
  PLANAR_SIZE,
  PLANAR_SLIDES,
  PLANAR_START_SLIP,
  PLANAR_START_STICK,
  planarImpact,
  SECOND_RATIO,
  SLIP_AFTER,
  STOP_IMPULSE,
  TANGENTIAL_IMPULSE,
} from "./slip/planar.js";
import { notSingle, unusedFields } from "./slip/solve.js";
import { untouched } from "./untouched.js";

/** What may be told to solvePlanar. */
export interface PlanarOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
}

/** `frictional` in the plane, in closed form. */
export const planar: ImpactLaw<PlanarOptions> = {
  name: "planar",
  summary: "as frictional, in closed form for one planar contact of any mechanism, singular ones included",
  options: [],
  inapplicable: notPlanar,
  solve: solvePlanar,
};

/** One planar contact, the mobility singular or not. */
export function solvePlanar(problem: ContactProblem, options: PlanarOptions = {}): ImpactOutcome {
  const contact = planarContactOf(problem);
  const before = problem.kineticEnergy ?? reachableEnergy(contact);
  const unused = unusedFields("planar", problem);
  if (contact.normalVelocity >= 0) return { ...untouched("planar", problem, before, unused), branch: PLANAR_BRANCHES[0] };

  const { a, b, c, slip, normalVelocity, friction, staticFriction, restitution } = contact;
  const found = new Float64Array(PLANAR_SIZE);
  const branch = planarImpact(a, b, c, slip, normalVelocity, friction, staticFriction, restitution, found);
  const { events, history, restitutionLoss, frictionLoss } = followPath(contact, found, branch, options.history === true);
  const impulse = [found[TANGENTIAL_IMPULSE], found[NORMAL_IMPULSE]];
  const velocity = [found[SLIP_AFTER], found[NORMAL_VELOCITY_AFTER]];
  const after = before + 0.5 * (impulse[0] * (slip + velocity[0]) + impulse[1] * (normalVelocity + velocity[1]));
  return {
    law: "planar",
    impulse,
    velocity,
    events,
    energy: { before, after, restitutionLoss, frictionLoss, residual: before - after - restitutionLoss - frictionLoss },
    warnings: [...unused, ...warningsOf(contact, branch)],
    slip: [slipOutcome(contact, branch)],
    branch: PLANAR_BRANCHES[branch],
    ...(history === undefined ? {} : { history }),
  };
}

function notPlanar(problem: ContactProblem): string | undefined {
  return (
    notSingle(problem) ??
    (problem.dimension === 2 ? undefined : "it handles planar contacts and the problem is spatial; frictional handles both")
  );
}

/** A planar contact as plain numbers: mobility [[a, b], [b, c]]. */
export interface PlanarContact {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly slip: number;
  readonly normalVelocity: number;
  readonly friction: number;
  readonly staticFriction: number;
  readonly restitution: number;
}

/** A determinant above minus this fraction of a c is zero up to rounding. */
const DETERMINANT_ROUNDING = 1e-12;
/** Friction and restitution below this change the impulse by far less than its rounding, as in `frictional`. */
const NEGLIGIBLE = 1e-20;
/** Friction above this stops any slip in less impulse than rounding; products with more of it would overflow. */
const STOPS_AT_ONCE = 1e60;
/** A slip that a singular mobility cannot have is still rounding below this fraction. */
const OUT_OF_REACH = 1e-6;
/** Pivots below this fraction of the entry they are left from are rounding. */
const SINGULAR = 1e-14;

/** Checks a problem and reads its one planar contact. */
export function planarContactOf(problem: ContactProblem): PlanarContact {
  checkContactProblem(withMobileTangent(problem));
  const reason = notPlanar(problem);
  if (reason !== undefined) {
    const [path, value] = problem.contacts.length === 1 ? ["dimension", problem.dimension] : ["contacts", problem.contacts.length];
    throw new InvalidInputError(path, value, `cannot be solved by planar: ${reason}`);
  }
  const { mobility, velocity } = problem;
  const { friction, staticFriction = friction, restitution } = problem.contacts[0];
  const a = mobility[0][0];
  const b = 0.5 * (mobility[0][1] + mobility[1][0]);
  const c = mobility[1][1];
  if (a * c - b * b < -DETERMINANT_ROUNDING * a * c)
    throw new InvalidInputError("mobility", mobility, "has a negative determinant: no mass matrix gives it");
  const contact = {
    a,
    b,
    c,
    slip: velocity[0],
    normalVelocity: velocity[1],
    friction: friction < NEGLIGIBLE ? 0 : Math.min(friction, STOPS_AT_ONCE),
    staticFriction: Math.min(staticFriction, STOPS_AT_ONCE),
    restitution: restitution < NEGLIGIBLE ? 0 : restitution,
  };
  checkReach(contact, problem);
  return contact;
}

/** Slip less what comes with the normal velocity, and the tangential mobility left when the normal impulse holds the normal velocity. */
function slipBesides({ a, b, c, slip, normalVelocity }: PlanarContact): { readonly slip: number; readonly mobility: number } {
  return { slip: slip - (b / c) * normalVelocity, mobility: a - (b / c) * b };
}

/** Where the mobility is singular the velocity is a multiple of (b, c). Anything else has no finite energy, and could not be stopped. */
function checkReach(contact: PlanarContact, { velocity, kineticEnergy = 0 }: ContactProblem): void {
  const { a, b, c, slip, normalVelocity } = contact;
  const besides = slipBesides(contact);
  if (a === 0 || besides.mobility > SINGULAR * a) return;
  const scale = Math.abs(slip) + Math.abs((b / c) * normalVelocity) + Math.sqrt(2 * kineticEnergy * a);
  if (Math.abs(besides.slip) > OUT_OF_REACH * scale)
    throw new InvalidInputError("velocity", velocity, `is not a multiple of [${b}, ${c}], as the velocities of a singular mobility are`);
}

/** Half v . W^-1 . v, by eliminating the normal: the part that a singular mobility cannot reach is zero. */
function reachableEnergy(contact: PlanarContact): number {
  const { a, c, normalVelocity } = contact;
  const besides = slipBesides(contact);
  const tangential = besides.mobility > SINGULAR * a ? (besides.slip * besides.slip) / besides.mobility : 0;
  return 0.5 * ((normalVelocity * normalVelocity) / c + tangential);
}

/** Points drawn between two events; the curves there are at most quadratic. */
const DRAWN_POINTS = 24;

/** The state that walks along the legs, what it met, and what it leaves behind. */
interface Walk {
  normal: number;
  tangential: number;
  slip: number;
  velocity: number;
  stored: number;
  frictionLoss: number;
  restitutionLoss: number;
  /** Whether slip has stopped: the second leg. */
  stopped: boolean;
  mode: "slip" | "stick";
  readonly events: ImpactEvent[];
  readonly history: ReturnType<typeof createHistory> | undefined;
}

/**
 * Walks from event to event. The events of the path and its losses are those of the source's pauses; the end is the core's, to the last
 * bit.
 */
function followPath(contact: PlanarContact, found: Float64Array, branch: number, draws: boolean): Walk {
  const walk: Walk = {
    normal: 0,
    tangential: 0,
    slip: contact.slip,
    velocity: contact.normalVelocity,
    stored: 0,
    frictionLoss: 0,
    restitutionLoss: 0,
    stopped: false,
    mode: "slip",
    events: [],
    history: draws ? createHistory() : undefined,
  };
  if (branch === PLANAR_START_STICK || branch === PLANAR_START_SLIP) {
    walk.slip = 0;
    leaveRest(walk, branch);
  }
  draw(walk);
  if (branch === PLANAR_COMPRESSION_STICK || branch === PLANAR_COMPRESSION_REVERSE) stopSlip(walk, contact, found, branch);
  endCompression(walk, contact, found, branch);
  if (branch === PLANAR_RESTITUTION_STICK || branch === PLANAR_RESTITUTION_REVERSE || branch === PLANAR_LOCK)
    stopSlip(walk, contact, found, branch);
  if (found[NORMAL_IMPULSE] > walk.normal) walkTo(walk, found[NORMAL_IMPULSE], contact, found);
  walk.tangential = found[TANGENTIAL_IMPULSE];
  walk.slip = found[SLIP_AFTER];
  walk.velocity = found[NORMAL_VELOCITY_AFTER];
  walk.stored = 0;
  happen(walk, "end");
  return walk;
}

function walkTo(walk: Walk, end: number, { a, b, c }: PlanarContact, found: Float64Array): void {
  const ratio = walk.stopped ? found[SECOND_RATIO] : found[FIRST_RATIO];
  const rate = walk.mode === "stick" ? 0 : b + ratio * a;
  const slope = c + ratio * b;
  const pieces = walk.history === undefined ? 1 : DRAWN_POINTS;
  // Pauses that coincide may be out of order by rounding.
  const x = Math.max(0, end - walk.normal) / pieces;
  for (let left = pieces - 1; left >= 0; left--) {
    // Friction opposes slip: its work is a loss, and not below zero by the rounding of a slip about to stop.
    walk.frictionLoss += Math.max(0, -ratio * x * (walk.slip + 0.5 * rate * x));
    walk.stored -= x * (walk.velocity + 0.5 * slope * x);
    walk.normal = left === 0 ? end : walk.normal + x;
    walk.tangential += ratio * x;
    walk.slip += rate * x;
    walk.velocity += slope * x;
    draw(walk);
  }
}

function endCompression(walk: Walk, contact: PlanarContact, found: Float64Array, branch: number): void {
  walkTo(walk, found[COMPRESSION_IMPULSE], contact, found);
  const given = branch === PLANAR_LOCK ? 0 : contact.restitution * contact.restitution;
  walk.velocity = 0;
  walk.stored = given * found[COMPRESSION_WORK];
  walk.restitutionLoss = (1 - given) * found[COMPRESSION_WORK];
  happen(walk, "compression-end");
  // The stored energy drops here: the drawing needs both values.
  draw(walk);
}

function stopSlip(walk: Walk, contact: PlanarContact, found: Float64Array, branch: number): void {
  walkTo(walk, found[STOP_IMPULSE], contact, found);
  if (branch !== PLANAR_LOCK) walk.slip = 0;
  happen(walk, "slip-stop");
  leaveRest(walk, branch);
  draw(walk);
}

function leaveRest(walk: Walk, branch: number): void {
  walk.stopped = true;
  if (isStuck(branch)) {
    walk.mode = "stick";
  } else {
    happen(walk, "slip-start");
  }
}

function happen(walk: Walk, kind: EventKind): void {
  walk.events.push({
    kind,
    contact: 0,
    normalImpulse: walk.normal,
    impulse: [walk.tangential, walk.normal],
    velocity: [walk.slip, walk.velocity],
    storedEnergy: walk.stored,
    frictionLoss: walk.frictionLoss,
  });
}

function draw({ history, normal, tangential, slip, velocity, stored, frictionLoss, mode }: Walk): void {
  if (history === undefined) return;
  history.normalImpulse.push(normal);
  history.impulse.push([tangential, normal]);
  history.velocity.push([slip, velocity]);
  history.storedEnergy.push(stored);
  history.frictionLoss.push(frictionLoss);
  history.mode.push(mode);
}

function isStuck(branch: number): boolean {
  return (
    branch === PLANAR_START_STICK || branch === PLANAR_COMPRESSION_STICK || branch === PLANAR_RESTITUTION_STICK || branch === PLANAR_LOCK
  );
}

function slipOutcome({ friction, a }: PlanarContact, branch: number): SlipOutcome {
  if (friction === 0 || a === 0) return "frictionless";
  if (isStuck(branch)) return "sticks";
  return branch === PLANAR_SLIDES ? "slides" : "restarts";
}

/** Condition number of the mobility above which impulses are so large that the answer deserves a second look. */
const LARGE_CONDITION = 1e10;

function warningsOf({ a, b, c, friction, staticFriction }: PlanarContact, branch: number): ImpactWarning[] {
  const warnings: ImpactWarning[] = [];
  // The square of the trace over the determinant is the condition number plus two and a bit.
  if (a > 0 && a * c - b * b < ((a + c) * (a + c)) / LARGE_CONDITION)
    warnings.push({
      code: "near-singular",
      message:
        `the mobility is nearly singular (condition number above ${LARGE_CONDITION.toExponential(0)}): impulses may be huge, and ` +
        `sensitive to the configuration`,
    });
  if (branch === PLANAR_LOCK)
    warnings.push({
      code: "lock",
      message:
        "the mechanism is locked at the contact: it stops where compression ends, and what was stored is lost whatever the restitution",
    });
  const needed = Math.abs(b) / a;
  if (isStuck(branch) && needed > friction && needed <= staticFriction)
    warnings.push({ code: "static-friction", message: `only static friction holds the contact (it needs ${needed.toPrecision(4)})` });
  return warnings;
}
