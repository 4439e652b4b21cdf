/**
 * A system in time with penalty contact, the usual other way: bodies overlap, and a stiff spring with a damper at every touching place
 * pushes them apart.
 *
 *     x = -gap        F_n = max(0, (k + c x') x^n)        F_t = -mu F_n v_t / sqrt(|v_t|^2 + creep^2)        M u' = forces + sum J^T F
 *
 * It is here to be compared with: as k grows its answers tend to those of the simulator, and its steps show what events save. Damping comes
 * from the pair's restitution: with d = c v/k, where v is the speed at which the place came in, ln[(1 + d)/(1 - e d)] = d (1 + e) for every
 * exponent (mechanics/damping.ts). Friction is rounded off below a creeping speed, so nothing ever sticks: it creeps.
 *
 * The equations are integrated with error control. A place pushes from the instant its gap closes, which is located, so that the steps are
 * smooth; it is forgotten once its gap is open at the end of a step.
 *
 * Letters: k stiffness, n exponent, c damping, mu friction, v_t slip, e restitution.
 * Source: Hunt and Crossley 1975 for the law; Uchida, Sherman and Delp 2015 for what the comparison is about.
 */

import { InvalidInputError, SolverError } from "../../errors.js";
import { pow } from "../../math/elementary.js";
import { createIntegrator, type IntegrationWork, type Integrator } from "../../math/ode/index.js";
import { findRoot } from "../../math/root-finding.js";
import { dampingFromRestitution } from "../../mechanics/damping.js";
import { restitutionAt } from "../../mechanics/restitution.js";
import { createFeatureState, type Feature, type FeatureState, type MechanicalSystem } from "../system/mechanical-system.js";

/** How stiff, how damped and how closely followed. */
export interface PenaltyOptions {
  /** Of every touching place, N/m^exponent, > 0. */
  readonly stiffness: number;
  /** Hertz: 1.5. >= 1. Default: 1.5. */
  readonly exponent?: number;
  /** Slip below which friction falls off, m/s, > 0. Default: 1e-3. */
  readonly creep?: number;
  /**
   * Places that come in slower than this are damped as if they came in this fast, m/s, > 0: what settles does not need ever more damping.
   * Default: 1e-2.
   */
  readonly slowest?: number;
  /** Of the integration. Default: 1e-8. */
  readonly relativeTolerance?: number;
  /** Steps beyond which the run gives up. Default: 1,000,000. */
  readonly mostSteps?: number;
}

/** A system with springs and dampers for contacts, on its way through time. */
export interface PenaltyRun {
  /** s. */
  readonly time: number;
  /** Now. */
  readonly coordinates: Float64Array;
  /** Now. */
  readonly speeds: Float64Array;
  /** Deepest overlap so far, m. */
  readonly deepest: number;
  /** Times that a place came in. */
  readonly touches: number;
  /** What the integration took so far. */
  readonly work: Readonly<IntegrationWork>;
  /** Goes on to the time. `observe` is told every step, with the state at any time within it. */
  advance(until: number, observe?: PenaltyObserver): void;
}

/** Told every step, with its interpolation. */
export type PenaltyObserver = (
  from: number,
  to: number,
  stateAt: (time: number, coordinates: Float64Array, speeds: Float64Array) => void,
) => void;

/** No damping gives less than this. */
const LEAST_RESTITUTION = 0.02;
/** Looks within a step for places that come in and leave again. */
const LOOKS = 8;

/** A place that pushes. */
interface Pushing {
  readonly feature: Feature;
  readonly damping: number;
}

/** A place that came in, and when. */
interface Entry {
  readonly time: number;
  readonly feature: Feature;
}

/** A run under way, and arrays to work in. */
interface Run extends Required<PenaltyOptions> {
  readonly system: MechanicalSystem;
  readonly integrator: Integrator;
  readonly pairs: MechanicalSystem["pairs"];
  /** Of each pair. */
  readonly features: readonly (readonly Feature[])[];
  readonly place: FeatureState;
  readonly pushing: Map<string, Pushing>;
  readonly force: Float64Array;
  readonly look: Float64Array;
  readonly y: Float64Array;
  readonly coordinatesOf: (y: Float64Array) => Float64Array;
  readonly speedsOf: (y: Float64Array) => Float64Array;
  deepest: number;
  touches: number;
}

/** A run from a state; `advance` moves it. */
export function createPenaltyRun(
  system: MechanicalSystem,
  start: { readonly coordinates: Float64Array; readonly speeds: Float64Array },
  options: PenaltyOptions,
): PenaltyRun {
  const run = createRun(system, checked(options));
  const { integrator, y, coordinatesOf, speedsOf } = run;
  y.set(start.coordinates);
  y.set(start.speeds, system.coordinateCount);
  integrator.start(0, y);
  findTouching(run, integrator.state);
  return {
    get time() {
      return integrator.time;
    },
    get coordinates() {
      return coordinatesOf(integrator.state);
    },
    get speeds() {
      return speedsOf(integrator.state);
    },
    get deepest() {
      return run.deepest;
    },
    get touches() {
      return run.touches;
    },
    work: integrator.work,
    advance: (until, observe) => advance(run, until, observe),
  };
}

function createRun(system: MechanicalSystem, options: Required<PenaltyOptions>): Run {
  const { coordinateCount: n, speedCount: m, pairs } = system;
  const { relativeTolerance, mostSteps } = options;
  const pushing = new Map<string, Pushing>();
  const force = new Float64Array(m);
  const coordinatesOf = (y: Float64Array) => y.subarray(0, n);
  const speedsOf = (y: Float64Array) => y.subarray(n);
  const integrator = createIntegrator(
    {
      dimension: n + m,
      relativeTolerance,
      absoluteTolerance: 1e-2 * relativeTolerance * Math.max(1e-3, Math.min(1, system.size)),
      maxSteps: mostSteps,
      stiff: "go-on",
    },
    (t, y, out) => {
      const [q, u] = [coordinatesOf(y), speedsOf(y)];
      system.rates(q, u, coordinatesOf(out));
      system.forces(t, q, u, force);
      for (const { feature, damping } of pushing.values()) push(run, feature, damping, q, u);
      const acceleration = speedsOf(out);
      system.solveMass(q, force, acceleration);
      system.impressed?.(t, q, u, acceleration);
    },
  );
  const run: Run = {
    ...options,
    system,
    integrator,
    pairs,
    features: pairs.map((_, pair) => system.features(pair)),
    place: createFeatureState(system),
    pushing,
    force,
    look: new Float64Array(n + m),
    y: new Float64Array(n + m),
    coordinatesOf,
    speedsOf,
    deepest: 0,
    touches: 0,
  };
  return run;
}

/** Adds the force of one place to `force`. */
function push(run: Run, feature: Feature, damping: number, q: Float64Array, u: Float64Array): void {
  const { system, stiffness, exponent, creep, pairs, place, force } = run;
  const m = system.speedCount;
  const gap = system.gap(feature, q);
  if (!(gap < 0)) return;
  system.evaluate(feature, q, u, place);
  const rate = -rowTimes(place.jacobian, 2, u);
  const normal = Math.max(0, (stiffness + damping * rate) * pow(-gap, exponent));
  if (normal === 0) return;
  const { friction } = pairs[feature.pair].material;
  const [slip1, slip2] = [rowTimes(place.jacobian, 0, u), rowTimes(place.jacobian, 1, u)];
  const drag = friction === 0 ? 0 : (-friction * normal) / Math.sqrt(slip1 * slip1 + slip2 * slip2 + creep * creep);
  for (let k = 0; k < m; k++)
    force[k] += place.jacobian[k] * drag * slip1 + place.jacobian[m + k] * drag * slip2 + place.jacobian[2 * m + k] * normal;
}

function rowTimes(jacobian: Float64Array, row: number, u: Float64Array): number {
  const m = u.length;
  let sum = 0;
  for (let k = 0; k < m; k++) sum += jacobian[row * m + k] * u[k];
  return sum;
}

/** Lets a place push from this state on. */
function begin(run: Run, feature: Feature, state: Float64Array): void {
  const { system, stiffness, slowest, pairs, place, pushing, coordinatesOf, speedsOf } = run;
  system.evaluate(feature, coordinatesOf(state), speedsOf(state), place);
  const approach = -rowTimes(place.jacobian, 2, speedsOf(state));
  const restitution = Math.max(LEAST_RESTITUTION, restitutionAt(pairs[feature.pair].material.restitution, approach));
  const damping = (dampingFromRestitution(Math.min(1, restitution)) * stiffness) / Math.max(approach, slowest);
  pushing.set(feature.key, { feature, damping });
  run.touches++;
}

function findTouching(run: Run, state: Float64Array): void {
  const { system, features, pushing, coordinatesOf } = run;
  const q = coordinatesOf(state);
  features.forEach((list, pair) => {
    if (system.clearance(pair, q) > 0) return;
    for (const feature of list) if (!pushing.has(feature.key) && system.gap(feature, q) < 0) begin(run, feature, state);
  });
}

/** The first instant within the last step at which a place that does not push yet comes in, and that place; undefined: none does. */
function firstTouch(run: Run): Entry | undefined {
  const { system, features, coordinatesOf, speedsOf } = run;
  const { stepStart, time } = run.integrator;
  let first: Entry | undefined;
  features.forEach((list, pair) => {
    const reach = system.clearance(pair, coordinatesOf(run.integrator.state));
    // Twice: speeds at the end stand for those within.
    const { state } = run.integrator;
    if (reach > 2 * system.approachBound(pair, speedsOf(state), coordinatesOf(state)) * (time - stepStart)) return;
    const found = firstOfPair(run, pair, list, stepStart, first?.time ?? time);
    if (found !== undefined) first = found;
  });
  return first;
}

/** A gap that is closed at `from` by rounding alone, and stays so, closes there. */
function firstOfPair(run: Run, pair: number, list: readonly Feature[], from: number, to: number): Entry | undefined {
  const { system, pushing, look, coordinatesOf } = run;
  const gapAt = (feature: Feature, t: number) => {
    run.integrator.interpolate(t, look);
    return Math.min(system.gap(feature, coordinatesOf(look)), system.size);
  };
  let before = from;
  for (let k = 1; k <= LOOKS; k++) {
    const t = k === LOOKS ? to : from + ((to - from) * k) / LOOKS;
    run.integrator.interpolate(t, look);
    const q = coordinatesOf(look);
    const separation = system.separation(pair, q);
    const closed =
      separation !== undefined && separation > 0 ? [] : list.filter((feature) => !pushing.has(feature.key) && system.gap(feature, q) < 0);
    const found = closed.map((feature) => ({
      feature,
      time: gapAt(feature, before) < 0 ? before : findRoot((at) => gapAt(feature, at), before, t),
    }));
    if (found.length > 0) return found.reduce((least, each) => (each.time < least.time ? each : least));
    before = t;
  }
  return undefined;
}

function advance(run: Run, until: number, observe?: PenaltyObserver): void {
  const { system, mostSteps, look, y, coordinatesOf, speedsOf } = run;
  const most = run.integrator.work.acceptedSteps + mostSteps;
  while (run.integrator.time < until) {
    run.integrator.step(until);
    if (run.integrator.work.acceptedSteps > most)
      throw new SolverError(`${mostSteps} steps of penalty contact were not enough: sticking and resting contacts are stiff`, {
        time: run.integrator.time,
      });
    const { stepStart } = run.integrator;
    const touch = firstTouch(run);
    const end = touch?.time ?? run.integrator.time;
    observe?.(stepStart, end, (t, q, u) => {
      run.integrator.interpolate(t, look);
      q.set(coordinatesOf(look));
      u.set(speedsOf(look));
    });
    if (touch !== undefined) {
      run.integrator.interpolate(end, y);
      system.normalise(coordinatesOf(y));
      begin(run, touch.feature, y);
      run.integrator.start(end, y);
    }
    forget(run, run.integrator.state);
  }
}

/** Forgets places that are open again, and keeps the deepest overlap. */
function forget(run: Run, state: Float64Array): void {
  const { system, place, pushing, coordinatesOf, speedsOf } = run;
  for (const [key, { feature }] of pushing) {
    const gap = system.gap(feature, coordinatesOf(state));
    if (gap < 0) run.deepest = Math.max(run.deepest, -gap);
    else if (gap > 0) {
      system.evaluate(feature, coordinatesOf(state), speedsOf(state), place);
      if (rowTimes(place.jacobian, 2, speedsOf(state)) > 0) pushing.delete(key);
    }
  }
}

function checked(options: PenaltyOptions): Required<PenaltyOptions> {
  const { stiffness, exponent = 1.5, creep = 1e-3, slowest = 1e-2, relativeTolerance = 1e-8, mostSteps = 1_000_000 } = options;
  for (const [name, value] of Object.entries({ stiffness, creep, slowest, relativeTolerance, mostSteps }))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`penalty.${name}`, value, "is not positive");
  if (!(exponent >= 1 && exponent <= 10)) throw new InvalidInputError("penalty.exponent", exponent, "is not between 1 and 10");
  return { stiffness, exponent, creep, slowest, relativeTolerance, mostSteps };
}
