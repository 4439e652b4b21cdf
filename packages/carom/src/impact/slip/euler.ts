/**
 * Slip followed by explicit Euler steps: the methods of the source, kept for comparison. First order, so never the right choice for an
 * answer.
 *
 * One step of normal impulse h keeps the direction z that the slip has at its start:
 *
 *     slip += h (d - friction B z)        p += h        I_t = B^-1 (slip - slip0 - p d)        v = v0 + d . I_t + n p        E -= h v
 *
 * Three ways to choose h and to finish:
 *
 *     fixed-step            h constant, to the end; slip below STOPPED is frozen where friction can hold it               (source: NI)
 *     fixed-step-straight   h constant until slip stops or runs straight, then the closed forms of straight.ts            (source: FS)
 *     curvature-step        h = w a / |slip'| + (1 - w) b / (curvature |slip'|), then the closed forms                    (source: VS)
 *                           (bounded where the path is straight: these steps can be long)
 *
 * With h constant, E falls to e^2 E at the end of the step in which v reached zero, and the impact ends with the step in which E did: the
 * printed impulse of NI and the printed error of FS come out only so. Curvature steps are much longer, and done like this they would miss
 * the impulse by 2 %. On a step v is linear and E quadratic, so E is integrated exactly there and a step ends where v or E is zero. Then
 * the impulse of the bowling pin is 5.3e-5 from the one printed as true, for a printed error of VS of 5.7e-5 (1.8e-4 the other way).
 *
 * "Straight" means that the sine of the angle between slip and slip' is below a tolerance, 0.08 in the source: found by reproducing its
 * step counts. Near a repelling direction the slip bends away however small that sine is, so there the steps go on (the source draws such a
 * case, figure 2.8).
 *
 * Letters: B, d, n blocks of the mobility; p normal impulse; v normal velocity; E stored energy; a arc length, b angle, w weight.
 * Source: 000 algorithm 1, eq. (2.23), (2.27), (2.32), (2.33), table 2.1.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { holds, type SlipContact } from "./contact.js";
import { startsStraight } from "./directions.js";
import {
  beginPath,
  type EndRule,
  endCompression,
  endImpact,
  recordEvent,
  restartCompression,
  SLIP_STOP,
  type SlipPath,
  type SlipState,
} from "./path.js";
import { finishFromRest, slideFrictionless, slideStraight } from "./straight.js";

/** The source's three first-order methods. */
export type EulerMethod = "fixed-step" | "fixed-step-straight" | "curvature-step";

/** How a slip is followed by a first-order method. */
export interface EulerOptions {
  /** Which of the source's methods. */
  readonly method: EulerMethod;
  /** Normal impulse of a step, N s; `curvature-step` does not use it. Default: a 32nd of what would end a compression without friction. */
  readonly step?: number;
  /**
   * Sine of the angle between slip and its rate below which slip counts as straight; `fixed-step` does not use it. Default 0.08, the
   * source's.
   */
  readonly directionTolerance?: number;
  /** `curvature-step` only: its steps are divided by this. Default 1, the source's. */
  readonly refinement?: number;
}

const DIRECTION_TOLERANCE = 0.08;
/** Slip speed that counts as zero, m/s: the source's. */
const STOPPED = 1e-3;
const STEPS_PER_COMPRESSION = 32;
/** Of the curvature step, as in the source: weight of the two terms, arc length of the hodograph in m/s, and turn in rad. */
const WEIGHT = 0.5;
const ARC = 0.01;
const TURN = 0.01;
/**
 * On straight parts the curvature step has no bound: at most this part of the way to rest, and of what would end a compression without
 * friction.
 */
const LONGEST_PART = 0.5;
const LEAST_PER_COMPRESSION = 8;
/** Beyond the finest published run (165 073) and what anyone waits for. */
const MOST_STEPS = 10_000_000;

/** Follows the whole impact of an approaching contact, leaves events and end state in `path`, and returns the number of Euler steps. */
export function followSlipByEuler(contact: SlipContact, path: SlipPath, rule: EndRule, options: EulerOptions): number {
  const { method } = options;
  const step = options.step ?? -contact.normalVelocity / contact.normal / STEPS_PER_COMPRESSION;
  if (!(step > 0 && step < Number.POSITIVE_INFINITY)) throw new InvalidInputError("options.step", step, "is not a positive normal impulse");
  const tolerance = options.directionTolerance ?? DIRECTION_TOLERANCE;
  if (!(tolerance > 0 && tolerance < 1)) throw new InvalidInputError("options.directionTolerance", tolerance, "is not between 0 and 1");

  beginPath(path, contact);
  path.observe?.(path.state, "slip");
  if (contact.friction === 0) {
    slideFrictionless(contact, path, rule);
    return 0;
  }
  const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  const allTheWay = method === "fixed-step";
  if (!allTheWay) {
    if (speed < STOPPED) {
      if (speed > 0) stop(contact, path);
      finishFromRest(contact, path, rule);
      return 0;
    }
    if (startsStraight(contact, contact.slip1 / speed, contact.slip2 / speed)) {
      slideStraight(contact, path, contact.slip1 / speed, contact.slip2 / speed, rule);
      return 0;
    }
  }
  if (method === "curvature-step") return takeCurvatureSteps(contact, path, rule, tolerance, options.refinement ?? 1);
  return takeSteps(contact, path, rule, step, allTheWay ? 0 : tolerance);
}

/** Steps of constant normal impulse; a tolerance of 0 stands for Euler to the end. Written out in scalars because benchmarks time it. */
function takeSteps(contact: SlipContact, path: SlipPath, rule: EndRule, h: number, tolerance: number): number {
  const { b11, b12, b22, d1, d2, normal, friction, slip1: start1, slip2: start2, normalVelocity: approach } = contact;
  const { state } = path;
  const determinant = b11 * b22 - b12 * b12;
  const freezes = tolerance === 0 && holds(contact);
  let slip1 = start1;
  let slip2 = start2;
  let p = 0;
  let energy = 0;
  let loss = 0;
  let stopped = freezes && start1 === 0 && start2 === 0;

  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
    let rate1 = 0;
    let rate2 = 0;
    if (speed >= STOPPED || !freezes) {
      const inverse = speed > 0 ? 1 / speed : 0;
      const z1 = slip1 * inverse;
      const z2 = slip2 * inverse;
      rate1 = d1 - friction * (b11 * z1 + b12 * z2);
      rate2 = d2 - friction * (b12 * z1 + b22 * z2);
      if (tolerance > 0) {
        if (speed < STOPPED) {
          stop(contact, path);
          finishFromRest(contact, path, rule);
          return steps;
        }
        const turning = z1 * rate2 - z2 * rate1;
        const radial = z1 * rate1 + z2 * rate2;
        const length = Math.sqrt(rate1 * rate1 + rate2 * rate2);
        const attracts = radial + friction * (b11 * z2 * z2 - 2 * b12 * z1 * z2 + b22 * z1 * z1) > 0;
        if (attracts && Math.abs(turning) < tolerance * length) {
          slideStraight(contact, path, z1, z2, rule);
          return steps;
        }
      }
    } else if (!stopped) {
      stopped = true;
      recordEvent(path, SLIP_STOP);
      path.stuck = true;
    }
    loss += friction * speed * h;

    slip1 += rate1 * h;
    slip2 += rate2 * h;
    p += h;
    const left1 = slip1 - start1 - p * d1;
    const left2 = slip2 - start2 - p * d2;
    const impulse1 = (b22 * left1 - b12 * left2) / determinant;
    const impulse2 = (b11 * left2 - b12 * left1) / determinant;
    const velocity = approach + d1 * impulse1 + d2 * impulse2 + normal * p;
    energy -= velocity * h;

    state.normalImpulse = p;
    state.impulse1 = impulse1;
    state.impulse2 = impulse2;
    state.slip1 = slip1;
    state.slip2 = slip2;
    state.normalVelocity = velocity;
    state.storedEnergy = energy;
    state.frictionLoss = loss;
    if (!state.compressing) state.restitutionImpulse -= h;
    if (path.observe !== undefined) path.observe(state, stopped ? "stick" : "slip");

    if (velocity >= 0 === state.compressing) {
      if (state.compressing) {
        if (endCompression(path, contact, rule)) return finish(path, velocity, stopped, steps + 1);
      } else restartCompression(path);
      // The events of path.ts lie at a normal velocity of zero; this step has gone past it.
      state.normalVelocity = velocity;
      energy = state.storedEnergy;
    }
    if (!state.compressing && isOver(contact, path, rule)) {
      endImpact(path);
      return finish(path, velocity, stopped, steps + 1);
    }
  }
  throw new SolverError("the impact does not end within the allowed Euler steps", { steps: MOST_STEPS, normalImpulse: p });
}

/** Steps from the curvature, each cut at the first event on it. Written out in scalars, too. */
function takeCurvatureSteps(contact: SlipContact, path: SlipPath, rule: EndRule, tolerance: number, refinement: number): number {
  const { b11, b12, b22, d1, d2, normal, friction } = contact;
  const { state } = path;
  const longest = -contact.normalVelocity / normal / LEAST_PER_COMPRESSION;
  const scale = 1 / refinement;
  let { slip1, slip2, normalVelocity: velocity } = contact;
  let p = 0;
  let impulse1 = 0;
  let impulse2 = 0;
  let energy = 0;
  let loss = 0;

  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const speed = Math.sqrt(slip1 * slip1 + slip2 * slip2);
    if (speed < STOPPED) {
      stop(contact, path);
      finishFromRest(contact, path, rule);
      return steps;
    }
    const z1 = slip1 / speed;
    const z2 = slip2 / speed;
    const rate1 = d1 - friction * (b11 * z1 + b12 * z2);
    const rate2 = d2 - friction * (b12 * z1 + b22 * z2);
    const turning = z1 * rate2 - z2 * rate1;
    const radial = z1 * rate1 + z2 * rate2;
    const length = Math.sqrt(rate1 * rate1 + rate2 * rate2);
    // friction B p for the normal p = (-z2, z1) of the slip.
    const pull1 = friction * (b12 * z1 - b11 * z2);
    const pull2 = friction * (b22 * z1 - b12 * z2);
    const attracts = z1 * pull2 - z2 * pull1 + radial > 0;
    if (attracts && Math.abs(turning) < tolerance * length) {
      slideStraight(contact, path, z1, z2, rule);
      return steps;
    }

    const bend = (Math.abs(rate2 * pull1 - rate1 * pull2) * Math.abs(turning)) / speed;
    const wanted = (WEIGHT * ARC) / length + ((1 - WEIGHT) * TURN * length * length) / bend;
    let h = Math.min(wanted, longest, (LONGEST_PART * speed) / length) * scale;
    const slope = normal - friction * (d1 * z1 + d2 * z2);
    const turns = velocity + slope * h >= 0 === state.compressing;
    if (turns) h = -velocity / slope;
    const left = state.compressing ? Number.POSITIVE_INFINITY : untilEnd(contact, state, rule, slope);
    const ends = left <= h;
    if (ends) h = left;

    loss += friction * h * (speed + 0.5 * radial * h);
    energy -= h * (velocity + 0.5 * slope * h);
    velocity += slope * h;
    slip1 += rate1 * h;
    slip2 += rate2 * h;
    p += h;
    impulse1 -= friction * z1 * h;
    impulse2 -= friction * z2 * h;
    state.normalImpulse = p;
    state.impulse1 = impulse1;
    state.impulse2 = impulse2;
    state.slip1 = slip1;
    state.slip2 = slip2;
    state.normalVelocity = velocity;
    state.storedEnergy = energy;
    state.frictionLoss = loss;
    if (!state.compressing) state.restitutionImpulse -= h;
    path.observe?.(state, "slip");

    if (ends) {
      if (rule === "energetic") state.storedEnergy = 0;
      endImpact(path);
      return steps + 1;
    }
    if (turns) {
      if (!state.compressing) restartCompression(path);
      else if (endCompression(path, contact, rule)) return steps + 1;
      velocity = state.normalVelocity;
      energy = state.storedEnergy;
    }
  }
  throw new SolverError("the impact does not end within the allowed Euler steps", { steps: MOST_STEPS, normalImpulse: p });
}

/** Normal impulse until the end rule is met if the normal velocity keeps its slope; infinite or not a number if it never is. */
function untilEnd(contact: SlipContact, state: SlipState, rule: EndRule, slope: number): number {
  const { normalVelocity, storedEnergy, restitutionImpulse } = state;
  if (rule === "poisson") return restitutionImpulse;
  if (rule === "newton") {
    const left = -contact.restitution * contact.normalVelocity - normalVelocity;
    return left <= 0 ? 0 : slope > 0 ? left / slope : Number.POSITIVE_INFINITY;
  }
  return storedEnergy === 0
    ? 0
    : (2 * storedEnergy) / (normalVelocity + Math.sqrt(normalVelocity * normalVelocity + 2 * slope * storedEnergy));
}

function finish(path: SlipPath, normalVelocity: number, stuck: boolean, steps: number): number {
  path.state.normalVelocity = normalVelocity;
  path.stuck = stuck;
  return steps;
}

/** What slip is left is taken off at once: the impulse jumps to the line of sticking, eq. (2.31), and the normal velocity with it. */
function stop(contact: SlipContact, path: SlipPath): void {
  const { b11, b12, b22, d1, d2 } = contact;
  const { state } = path;
  const determinant = b11 * b22 - b12 * b12;
  const jump1 = (b12 * state.slip2 - b22 * state.slip1) / determinant;
  const jump2 = (b12 * state.slip1 - b11 * state.slip2) / determinant;
  state.impulse1 += jump1;
  state.impulse2 += jump2;
  state.normalVelocity += d1 * jump1 + d2 * jump2;
  state.slip1 = 0;
  state.slip2 = 0;
  recordEvent(path, SLIP_STOP);
}

function isOver(contact: SlipContact, path: SlipPath, rule: EndRule): boolean {
  const { state } = path;
  if (rule === "energetic") return state.storedEnergy <= 0;
  if (rule === "poisson") return state.restitutionImpulse <= 0;
  return state.normalVelocity >= -contact.restitution * contact.normalVelocity;
}
