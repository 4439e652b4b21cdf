/**
 * Slip followed by an embedded Runge-Kutta method: the third way to the same numbers, and the baseline of the benchmarks.
 *
 * The equations are those of taylor.ts in the stretched variable s, dp = r ds, which are regular down to rest:
 *
 *     c' = -s g     s' = c g     r' = r f     p' = r     v' = r k     E' = -r v     D' = friction r^2     I_t' = -friction r z
 *
 * in units of the approach velocity and the normal mobility, so that one tolerance fits every problem. The ends of compression and of the
 * impact are events of the integrator; once the angle left to turn times the speed is negligible, the rest is the straight piece of
 * straight.ts.
 *
 * Letters: z = (c, s) direction; r slip speed; p normal impulse; v normal velocity; E stored energy; D friction loss; I_t tangential
 * impulse; f, g radial and turning rate (directions.ts); k slope of the normal velocity.
 * Source: polar form of 000 eq. (2.27).
 */
import { SolverError } from "../../errors.js";
import { createIntegrator, type Integrator } from "../../math/ode/integrator.js";
import type { SlipContact } from "./contact.js";
import { directionAhead, startsStraight } from "./directions.js";
import { beginPath, type EndRule, endCompression, endImpact, restartCompression, type SlipPath } from "./path.js";
import { finishFromRest, slideFrictionless, slideStraight } from "./straight.js";

/** How closely a slip is followed by Runge-Kutta. */
export interface RungeKuttaOptions {
  /** `dop853` has order 8, `dopri5` order 5. */
  readonly method: "dopri5" | "dop853";
  /** Error allowed in a step, relative to the approach velocity and what it implies. 1e-14 to 1e-3. */
  readonly tolerance: number;
}

export const RUNGE_KUTTA_DEFAULTS: RungeKuttaOptions = { method: "dop853", tolerance: 1e-12 };

/** Follows the whole impact of an approaching contact, leaves events and end state in `path`, and returns the number of steps. */
export function followSlipByRungeKutta(
  contact: SlipContact,
  path: SlipPath,
  rule: EndRule = "energetic",
  options: RungeKuttaOptions = RUNGE_KUTTA_DEFAULTS,
): number {
  beginPath(path, contact);
  path.observe?.(path.state, "slip");
  if (contact.friction === 0) {
    slideFrictionless(contact, path, rule);
    return 0;
  }
  const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  if (speed === 0) {
    finishFromRest(contact, path, rule);
    return 0;
  }
  const z1 = contact.slip1 / speed;
  const z2 = contact.slip2 / speed;
  if (startsStraight(contact, z1, z2)) {
    slideStraight(contact, path, z1, z2, rule);
    return 0;
  }
  // A slip so much faster than the approach neither turns nor slows down, unless friction presses the bodies together.
  const slope = contact.normal - contact.friction * (contact.d1 * z1 + contact.d2 * z2);
  if (-contact.normalVelocity < GRAZING * speed && slope > GRAZING * contact.normal) {
    slideStraight(contact, path, z1, z2, rule);
    return 0;
  }
  const curve = curveFor(path, options);
  const [ahead1, ahead2] = directionAhead(contact, z1, z2).direction;
  if (curve.follow(contact, path, rule, ahead1, ahead2) !== "ended") slideStraight(contact, path, ahead1, ahead2, rule);
  return curve.steps();
}

/** Approach over slip, far below rounding, beyond which numbers in units of the approach overflow. */
const GRAZING = 1e-40;

/** An integrator that a slip path keeps, for impacts with the same options. */
export interface KeptCurve extends RungeKuttaOptions {
  readonly curve: SlipCurve;
}

function curveFor({ others }: SlipPath, { method, tolerance }: RungeKuttaOptions): SlipCurve {
  const kept = others.rungeKutta;
  if (kept?.method === method && kept.tolerance === tolerance) return kept.curve;
  const curve = createSlipCurve({ method, tolerance });
  others.rungeKutta = { method, tolerance, curve };
  return curve;
}

export interface SlipCurve {
  /**
   * Follows the curved part of the slip from the state of `path`, which must slip and not run straight, towards the invariant direction
   * ahead. "ended": the impact is over. "straight": the rest runs along that direction. "interrupted": the value given at creation fell to
   * zero.
   */
  follow(contact: SlipContact, path: SlipPath, rule: EndRule, ahead1: number, ahead2: number): "ended" | "straight" | "interrupted";
  /** Steps taken by the last `follow`. */
  steps(): number;
}

/** Places in the state of the integrator. */
const C = 0;
const S = 1;
const SPEED = 2;
const IMPULSE = 3;
const VELOCITY = 4;
const ENERGY = 5;
const LOSS = 6;
const IMPULSE_1 = 7;
const IMPULSE_2 = 8;
const SIZE = 9;

const TURN = 0;
const OVER = 1;

/** No impact goes on for so long in the stretched variable; the events come first. */
const LONGEST = 1e12;
/** What may be left to turn, angle times speed, is this part of the tolerance. */
const TAIL = 0.1;

/** Behind a `SlipCurve`. */
interface CurveState {
  readonly tolerance: number;
  /** The contact in units of the normal mobility. */
  readonly scaled: {
    b11: number;
    b12: number;
    b22: number;
    d1: number;
    d2: number;
    friction: number;
    restitution: number;
    start: number;
    restitutionImpulse: number;
    impulseThere: number;
  };
  readonly phase: { compressing: boolean; rule: EndRule };
  readonly initial: Float64Array;
  readonly integrator: Integrator;
  /** Steps taken before the last `follow`. */
  before: number;
}

/**
 * A reusable integrator. `interrupt`, a function of the slip direction and of the slip speed over the one at the start, ends the following
 * where it falls to zero.
 */
export function createSlipCurve(options: RungeKuttaOptions, interrupt?: (z1: number, z2: number, speed: number) => number): SlipCurve {
  const { method, tolerance } = options;
  const scaled = { b11: 0, b12: 0, b22: 0, d1: 0, d2: 0, friction: 0, restitution: 0, start: 0, restitutionImpulse: 0, impulseThere: 0 };
  const integrator: Integrator = createIntegrator(
    {
      dimension: SIZE,
      method,
      relativeTolerance: tolerance,
      absoluteTolerance: tolerance,
      events: [
        { name: "normal velocity", value: (_s, y) => y[VELOCITY], terminal: true },
        { name: "end of the impact", value: (_s, y) => margin(curve, y), direction: -1, terminal: true },
        ...(interrupt === undefined
          ? []
          : [
              {
                name: "interrupt",
                value: (_s: number, y: Float64Array) => interrupt(y[C], y[S], y[SPEED] / scaled.start),
                direction: -1,
                terminal: true,
              } as const,
            ]),
      ],
    },
    (_s, y, slope) => derivative(curve.scaled, y, slope),
  );

  const curve: CurveState = {
    tolerance,
    scaled,
    phase: { compressing: true, rule: "energetic" },
    initial: new Float64Array(SIZE),
    integrator,
    before: 0,
  };

  return {
    follow: (contact, path, rule, ahead1, ahead2) => follow(curve, contact, path, rule, ahead1, ahead2),
    steps: () => integrator.work.acceptedSteps - curve.before,
  };
}

function derivative({ b11, b12, b22, d1, d2, friction }: CurveState["scaled"], y: Float64Array, slope: Float64Array): void {
  const c = y[C];
  const s = y[S];
  const r = y[SPEED];
  const pull1 = d1 - friction * (b11 * c + b12 * s);
  const pull2 = d2 - friction * (b12 * c + b22 * s);
  const f = c * pull1 + s * pull2;
  const g = c * pull2 - s * pull1;
  slope[C] = -s * g;
  slope[S] = c * g;
  slope[SPEED] = r * f;
  slope[IMPULSE] = r;
  slope[VELOCITY] = r * (1 - friction * (d1 * c + d2 * s));
  slope[ENERGY] = -r * y[VELOCITY];
  slope[LOSS] = friction * r * r;
  slope[IMPULSE_1] = -friction * r * c;
  slope[IMPULSE_2] = -friction * r * s;
}

/** What is left until the end rule is met. */
function margin(curve: CurveState, y: Float64Array): number {
  const { scaled, phase } = curve;
  if (phase.compressing) return 1;
  if (phase.rule === "energetic") return y[ENERGY];
  if (phase.rule === "poisson") return scaled.restitutionImpulse - (y[IMPULSE] - scaled.impulseThere);
  return scaled.restitution - y[VELOCITY];
}

function follow(
  curve: CurveState,
  contact: SlipContact,
  path: SlipPath,
  rule: EndRule,
  ahead1: number,
  ahead2: number,
): "ended" | "straight" | "interrupted" {
  const { scaled, phase, integrator, initial } = curve;
  const { state } = path;
  const unit = -contact.normalVelocity;
  const mass = 1 / contact.normal;
  scaled.b11 = contact.b11 * mass;
  scaled.b12 = contact.b12 * mass;
  scaled.b22 = contact.b22 * mass;
  scaled.d1 = contact.d1 * mass;
  scaled.d2 = contact.d2 * mass;
  scaled.friction = contact.friction;
  scaled.restitution = contact.restitution;
  phase.rule = rule;
  phase.compressing = state.compressing;
  curve.before = integrator.work.acceptedSteps;

  const speed = Math.sqrt(state.slip1 * state.slip1 + state.slip2 * state.slip2);
  scaled.start = speed / unit;
  initial[C] = state.slip1 / speed;
  initial[S] = state.slip2 / speed;
  initial[SPEED] = scaled.start;
  initial[IMPULSE] = state.normalImpulse / (mass * unit);
  initial[VELOCITY] = state.normalVelocity / unit;
  initial[ENERGY] = state.storedEnergy / (mass * unit * unit);
  initial[LOSS] = state.frictionLoss / (mass * unit * unit);
  initial[IMPULSE_1] = state.impulse1 / (mass * unit);
  initial[IMPULSE_2] = state.impulse2 / (mass * unit);
  // Not the integrator's complaint about its input: what was given is fine.
  if (!initial.every(Number.isFinite))
    throw new SolverError("the slip is too fast beside the approach to be followed in units of it", { slipSpeed: speed, approach: unit });
  integrator.start(0, initial);

  for (;;) {
    const y = integrator.state;
    if (isStraight(curve, y, ahead1, ahead2)) {
      store(curve, path, unit, mass);
      return "straight";
    }
    const status = integrator.step(LONGEST);
    if (status === "end")
      throw new SolverError("the slip does not settle", { normalImpulse: y[IMPULSE] * mass * unit, slipSpeed: y[SPEED] * unit });
    if (status === "step") {
      if (path.observe !== undefined) {
        store(curve, path, unit, mass);
        path.observe(state, "slip");
      }
      continue;
    }
    store(curve, path, unit, mass);
    path.observe?.(state, "slip");
    const fired = integrator.firedEvents;
    if (fired.some(({ index }) => index === OVER)) {
      if (rule === "energetic") state.storedEnergy = 0;
      endImpact(path);
      return "ended";
    }
    if (fired.some(({ index }) => index !== TURN)) return "interrupted";
    if (state.compressing) {
      if (endCompression(path, contact, rule)) return "ended";
    } else restartCompression(path);
    phase.compressing = state.compressing;
    initial.set(y);
    initial[VELOCITY] = 0;
    initial[ENERGY] = state.storedEnergy / (mass * unit * unit);
    scaled.restitutionImpulse = state.restitutionImpulse / (mass * unit);
    scaled.impulseThere = initial[IMPULSE];
    integrator.start(integrator.time, initial);
  }
}

function isStraight(curve: CurveState, y: Float64Array, ahead1: number, ahead2: number): boolean {
  const { scaled, tolerance } = curve;
  const x1 = y[C] - ahead1;
  const x2 = y[S] - ahead2;
  return Math.sqrt(x1 * x1 + x2 * x2) * y[SPEED] <= TAIL * tolerance * Math.max(scaled.start, 1);
}

function store(curve: CurveState, { state }: SlipPath, unit: number, mass: number): void {
  const y = curve.integrator.state;
  // The direction is a unit vector up to the integration error.
  const speed = (y[SPEED] * unit) / Math.sqrt(y[C] * y[C] + y[S] * y[S]);
  const impulse = y[IMPULSE] * mass * unit;
  if (!state.compressing) state.restitutionImpulse -= impulse - state.normalImpulse;
  state.normalImpulse = impulse;
  state.impulse1 = y[IMPULSE_1] * mass * unit;
  state.impulse2 = y[IMPULSE_2] * mass * unit;
  state.slip1 = speed * y[C];
  state.slip2 = speed * y[S];
  state.normalVelocity = y[VELOCITY] * unit;
  state.storedEnergy = y[ENERGY] * mass * unit * unit;
  state.frictionLoss = y[LOSS] * mass * unit * unit;
}
