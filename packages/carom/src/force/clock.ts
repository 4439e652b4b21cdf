/**
 * The clock of an event: how long the bodies take for the impulses that the rigid law has found, and how deep they are pressed meanwhile.
 *
 * One contact, the independent one, sets it: its force f follows from its own indentation, and impulses grow by forces,
 *
 *     dt = C dp / f          d delta_i = -v_i dt          (C: its share of the normal impulse)
 *
 * Loading, while it approaches: f = f_s(delta) + b r^(3/2), the contact law. From rest the impulse grows as t^(5/2), so the first part is
 * followed in the root of the time, where everything is smooth, and the rest in the impulse, whose end is known. Unloading: the rigid law
 * has said how much work W is given back, and that rules the force,
 *
 *     f = f_1 ((W_f - W) / (W_f - W_1))^(3/5)
 *
 * which is Hertz's law around the indentation that stays, whatever that turns out to be. W is the work of all contacts ("global", the
 * source's rule) or of this one ("own-work", which satisfies Hertz's law exactly). With p = p_f - (p_f - p_1) x^(5/2) the integrals are of
 * smooth functions of x.
 *
 * Source: 004 section 7.1.1, eq. (7.1)-(7.7), (7.17)-(7.29).
 */
import { SolverError } from "../errors.js";
import { pow } from "../math/elementary.js";
import { createIntegrator, type Integrator } from "../math/ode/index.js";
import { gaussLegendre } from "../math/quadrature.js";
import { findRoot } from "../math/root-finding.js";
import { type ContactLaw, dampingForce, indentationAt, stiffnessForce } from "./contact-law.js";
import { fallingForce } from "./initial-force.js";
import {
  type EventPath,
  impulseColumn,
  intervalOf,
  lastImpulse,
  slopeAt,
  valueAt,
  velocityColumn,
  workLeft,
  workMinima,
  workRate,
} from "./path.js";

/** How forces fall after the deepest indentation: by the work of all contacts (`global`), or each by its own. */
export type UnloadingRule = "global" | "own-work";

/** Rows of an event, equal in length; two where derivatives of the impulses jump. Everything counts from the beginning of the event. */
export interface EventClock {
  /** Impulse p, N s, ascending. */
  readonly impulse: number[];
  /** s. */
  readonly time: number[];
  /** Force of the independent contact above the load it had before, N. */
  readonly force: number[];
  /** One row for each contact of the event, m. */
  readonly indentation: number[][];
  /** Place of the independent contact among those of the event. */
  readonly independent: number;
  /** Number of rows up to the end of loading; all of them where the event ends in compression. */
  readonly loadingRows: number;
  /** The rule that was used. Absent: nothing was given back. */
  readonly unloading?: UnloadingRule;
}

export interface ClockOptions {
  readonly unloading: UnloadingRule;
  /** Rows of loading and of unloading. */
  readonly rows: number;
  /** With which the independent contact pushed before, N. Default: 0. */
  readonly load?: number;
}

/** Relative to the impulse of the event: two impulses this close are the same. */
const SAME = 1e-11;

/** @param indentation of each contact of the event when it begins, m */
export function followEvent(
  path: EventPath,
  laws: readonly ContactLaw[],
  independent: number,
  indentation: readonly number[],
  options: ClockOptions,
): EventClock {
  const clock: EventClock = { impulse: [], time: [], force: [], indentation: path.contacts.map(() => []), independent, loadingRows: 0 };
  const end = lastImpulse(path);
  const stop = deepest(path, independent);
  const loadingEnd = stop === undefined || stop > end * (1 - SAME) ? end : stop;
  load(path, laws[independent], clock, indentation, loadingEnd, options);
  const loaded = { ...clock, loadingRows: clock.time.length };
  if (loadingEnd === end) return loaded;
  const unloading = options.unloading === "global" && isParting(path, allOf(path), loadingEnd) ? "global" : "own-work";
  if (unloading === "own-work" && !isParting(path, [independent], loadingEnd))
    throw new SolverError("the contact that sets the clock is pressed in again after it has given back: its force cannot be told", {
      contact: path.contacts[independent],
    });
  unload(path, clock, loadingEnd, unloading, options);
  return { unloading, ...loaded };
}

/** Where a contact is pressed together most: the least work of its own. Undefined: at the end. */
export function deepest(path: EventPath, contact: number): number | undefined {
  const minima = workMinima(path, [contact]);
  if (minima.length < 2) return minima[0];
  const left = workLeft(path, [contact]);
  const end = lastImpulse(path);
  const leftFrom = (p: number) => left.from(intervalOf(path, p), end - p);
  return minima.reduce((best, p) => (leftFrom(p) > leftFrom(best) ? p : best));
}

/** Whether the work of some contacts only rises from an impulse on, and does rise. */
function isParting(path: EventPath, of: readonly number[], from: number): boolean {
  const end = lastImpulse(path);
  const minima = workMinima(path, of);
  const last = minima.length === 0 ? 0 : minima[minima.length - 1];
  const interval = intervalOf(path, from);
  const scale = Math.abs(workRate(path, of, 0, 0));
  const rises = workRate(path, of, interval, from) >= -SAME * scale && workRate(path, of, path.breaks.length - 2, end) >= -SAME * scale;
  return last <= from + SAME * end && rises && workLeft(path, of).from(interval, end - from) > 0;
}

const TOLERANCE = 1e-12;
/** Part of the loading impulse up to which the root of the time is followed. */
const FIRST_PART = 0.01;
/** Rows of the event for one of each step there. */
const ROWS_PER_STEP = 12;

/**
 * State: of the impulse (in units of that of the event) or of the time (in its unit), then the indentations, the independent contact's
 * first. Units are chosen such that all are about one.
 */
function load(
  path: EventPath,
  law: ContactLaw,
  clock: EventClock,
  start: readonly number[],
  end: number,
  { rows, load: carried = 0 }: ClockOptions,
): void {
  const { contacts, corners, breaks } = path;
  const { independent } = clock;
  const order = [independent, ...contacts.map((_, i) => i).filter((i) => i !== independent)];
  const pUnit = end;
  const velocityUnit = Math.abs(valueAt(path, velocityColumn(path, independent), 0, 0));
  const work = pUnit * velocityUnit;
  const deltaUnit = Math.max(indentationAt(law, work), start[independent]);
  // A contact that is pressed in already may hardly move any more: then its force says how long the impulse takes.
  const timeUnit = Math.min(deltaUnit / velocityUnit, pUnit / stiffnessForce(law, start[independent]));
  let interval = 0;

  /** Derivatives by the time: of impulse and indentations, at an impulse and an indentation. Returns the force above the load. */
  const rates = (p: number, delta: number, out: Float64Array, at: number): number => {
    interval = intervalOf(path, p, interval);
    for (let k = 0; k < order.length; k++)
      out[at + k] = (-valueAt(path, velocityColumn(path, order[k]), interval, p) * timeUnit) / deltaUnit;
    return Math.max(0, stiffnessForce(law, delta) + dampingForce(law, (out[at] * deltaUnit) / timeUnit) - carried);
  };
  const share = (p: number) => slopeAt(path, impulseColumn(path, independent), interval, p);
  const record = (p: number, time: number, state: Float64Array) => {
    interval = intervalOf(path, p, interval);
    const delta = state[1] * deltaUnit;
    const rate = -valueAt(path, velocityColumn(path, independent), interval, p);
    const force = Math.max(0, stiffnessForce(law, delta) + dampingForce(law, rate) - carried);
    append(clock, { impulse: p, time, force }, order, state, deltaUnit);
  };
  const initial = Float64Array.from([0, ...order.map((i) => start[i] / deltaUnit)]);
  record(0, 0, initial);

  const { yieldIndentation = Infinity, plasticIndentation = Infinity } = law.plasticity ?? {};
  const kinks = [yieldIndentation / deltaUnit, plasticIndentation / deltaUnit].filter((kink) => kink > initial[1]);

  // In the root of the time.
  let p = 0;
  let time = 0;
  let state = initial;
  const firstCorner = Math.min(end, breaks[corners[1]]);
  if (carried > 0 || start[independent] < FIRST_PART * deltaUnit) {
    const target = FIRST_PART * firstCorner;
    const integrator = createIntegrator(
      {
        dimension: order.length + 1,
        relativeTolerance: TOLERANCE,
        absoluteTolerance: TOLERANCE,
        events: [{ value: (_, y) => y[0] * pUnit - target, terminal: true, direction: 1 }],
      },
      (root, y, out) => {
        const at = Math.min(Math.max(0, y[0] * pUnit), end);
        const force = rates(at, y[1] * deltaUnit, out, 1);
        out[0] = ((force / share(at)) * timeUnit) / pUnit;
        for (let k = 0; k < out.length; k++) out[k] *= 2 * root;
      },
    );
    const between = new Float64Array(order.length + 1);
    integrator.start(0, initial);
    advanceOverKinks(integrator, 1e6, kinks, () => {
      const parts = Math.ceil(rows / ROWS_PER_STEP);
      for (let k = 1; k <= parts; k++) {
        const root = k === parts ? integrator.time : integrator.stepStart + ((integrator.time - integrator.stepStart) * k) / parts;
        integrator.interpolate(root, between);
        record(Math.min(target, between[0] * pUnit), timeUnit * root * root, between);
      }
    });
    p = target;
    time = timeUnit * integrator.time * integrator.time;
    state = Float64Array.from(integrator.state);
  }

  // In the impulse, from corner to corner.
  const y0 = Float64Array.from(state);
  y0[0] = time / timeUnit;
  const integrator: Integrator = createIntegrator(
    { dimension: order.length + 1, relativeTolerance: TOLERANCE, absoluteTolerance: TOLERANCE },
    (x, y, out) => {
      const at = x * pUnit;
      const force = rates(at, y[1] * deltaUnit, out, 1);
      const perImpulse = (share(at) * pUnit) / (force * timeUnit);
      out[0] = perImpulse;
      for (let k = 1; k < out.length; k++) out[k] *= perImpulse;
    },
  );
  const point = new Float64Array(order.length + 1);
  for (const corner of corners.slice(1)) {
    const to = Math.min(end, breaks[corner]);
    if (!(to > p)) continue;
    const samples = samplesBetween(path, p, to, end, rows);
    let next = 0;
    integrator.start(p / pUnit, y0);
    const recordStep = () => {
      for (; next < samples.length && samples[next] / pUnit <= integrator.time; next++) {
        integrator.interpolate(Math.max(integrator.stepStart, samples[next] / pUnit), point);
        record(samples[next], point[0] * timeUnit, point);
      }
    };
    advanceOverKinks(integrator, to / pUnit, kinks, recordStep, () => {
      const here = integrator.time * pUnit;
      if (here > clock.impulse[clock.impulse.length - 1] * (1 + SAME)) record(here, integrator.state[0] * timeUnit, integrator.state);
    });
    y0.set(integrator.state);
    p = to;
    record(p, y0[0] * timeUnit, y0);
    if (p >= end) break;
    // Twice: forces along the surface jump here.
    record(p, y0[0] * timeUnit, y0);
  }
}

/**
 * Goes on to an end, in steps that begin and end where the force of the contact law has a kink: its second derivative jumps at first yield
 * and at full plastic flow, and a step across would be as good as one of low order. Takes the kinks that it has passed from the list.
 */
function advanceOverKinks(integrator: Integrator, end: number, kinks: number[], afterStep: () => void, atKink?: () => void): void {
  const point = new Float64Array(integrator.state.length);
  const indentationIn = (time: number) => {
    integrator.interpolate(time, point);
    return point[1];
  };
  for (;;) {
    const status = integrator.step(end);
    if (integrator.state[1] > kinks[0]) {
      const { stepStart, time } = integrator;
      const kink = kinks[0];
      const passed = indentationIn(stepStart) < kink ? findRoot((t) => indentationIn(t) - kink, stepStart, time) : stepStart;
      kinks.shift();
      indentationIn(stepStart);
      integrator.start(stepStart, point);
      integrator.advance(passed, afterStep);
      atKink?.();
      integrator.start(passed, integrator.state);
      continue;
    }
    afterStep();
    if (status !== "step") return;
  }
}

/**
 * Impulses strictly between two: those of the path itself, and as many between as make rows about even in time, which goes as the power 2/5
 * of the impulse.
 */
function samplesBetween({ breaks }: EventPath, from: number, to: number, end: number, rows: number): number[] {
  const marks = [from, ...breaks.filter((p) => p > from * (1 + SAME) && p < to * (1 - SAME)), to].map((p) => pow(p / end, 0.4));
  return subdivided(marks, rows)
    .slice(1, -1)
    .map((x) => end * x * x * Math.sqrt(x));
}

/** With so many rows, every row of the history is one; with more, those are divided too. */
const UNDIVIDED = 48;

/** Numbers in order, with enough evenly between neighbours that about so many rows fit into one. */
function subdivided(marks: readonly number[], rows: number): number[] {
  const result = [marks[0]];
  for (let i = 0; i + 1 < marks.length; i++) {
    const parts = Math.max(Math.ceil(Math.abs(marks[i + 1] - marks[i]) * rows), Math.ceil(rows / UNDIVIDED));
    for (let k = 1; k < parts; k++) result.push(marks[i] + ((marks[i + 1] - marks[i]) * k) / parts);
    result.push(marks[i + 1]);
  }
  return result;
}

function append(
  clock: EventClock,
  { impulse, time, force }: { readonly impulse: number; readonly time: number; readonly force: number },
  order: readonly number[],
  state: Float64Array,
  unit: number,
): void {
  clock.impulse.push(impulse);
  clock.time.push(time);
  clock.force.push(force);
  order.forEach((contact, k) => {
    clock.indentation[contact].push(state[k + 1] * unit);
  });
}

const rule = gaussLegendre(8);

function unload(
  path: EventPath,
  clock: EventClock,
  from: number,
  unloading: UnloadingRule,
  { rows, load: carried = 0 }: ClockOptions,
): void {
  const { contacts, breaks, corners } = path;
  const { independent } = clock;
  const end = lastImpulse(path);
  const of = unloading === "global" ? allOf(path) : [independent];
  const left = workLeft(path, of);
  let interval = intervalOf(path, from);
  const peak = clock.force[clock.force.length - 1];
  const falling = fallingForce(carried / (peak + carried));
  // Where the bodies are held pressed together at the end, some of the force is left.
  const share = unloading === "global" ? 1 : left.from(interval, end - from) / workLeft(path, allOf(path)).from(interval, end - from);
  const held = share * (path.held ?? 0);
  const whole = left.from(interval, end - from) + held;
  const range = end - from;
  // In the root of x, so that rows get denser towards the end, where the force falls as the power 3/2 of the time that is left.
  const inside = breaks.filter((p) => p > from && p < end);
  const marks = subdivided([1, ...Array.from(inside, (p) => pow((end - p) / range, 0.2)), 0], rows).map(squared);
  const jumps = new Map(corners.map((corner) => breaks[corner]).map((p) => [squared(pow(Math.max(0, end - p) / range, 0.2)), p]));

  let time = clock.time[clock.time.length - 1];
  const indentation = contacts.map((_, i) => clock.indentation[i][clock.time.length - 1]);
  for (let m = 0; m + 1 < marks.length; m++) {
    const [high, low] = [marks[m], marks[m + 1]];
    const half = 0.5 * (high - low);
    for (let k = 0; k < rule.nodes.length; k++) {
      const x = 0.5 * (high + low) + half * rule.nodes[k];
      const z = range * x * x * Math.sqrt(x);
      const p = end - z;
      interval = intervalOf(path, p, interval);
      const force = peak * falling(Math.max(0, left.from(interval, z) + held) / whole);
      const dp = 2.5 * range * x * Math.sqrt(x) * half * rule.weights[k];
      const dt = (slopeAt(path, impulseColumn(path, independent), interval, p) * dp) / force;
      time += dt;
      for (let i = 0; i < contacts.length; i++) indentation[i] -= valueAt(path, velocityColumn(path, i), interval, p) * dt;
    }
    const rest = range * low * low * Math.sqrt(low);
    const jump = low > 0 ? jumps.get(low) : undefined;
    const p = jump ?? end - rest;
    interval = intervalOf(path, p, interval);
    const force = peak * falling(Math.max(0, left.from(interval, rest) + held) / whole);
    for (let copies = jump === undefined ? 1 : 2; copies > 0; copies--) {
      clock.impulse.push(p);
      clock.time.push(time);
      clock.force.push(force);
      indentation.forEach((value, i) => {
        clock.indentation[i].push(value);
      });
    }
  }
}

const allOf = ({ contacts }: EventPath) => contacts.map((_, i) => i);

const squared = (x: number) => x * x;
