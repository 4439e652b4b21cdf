/**
 * Finding when a function of the solution passes through zero, on the dense output of a step.
 *
 * An event is the instant at which g(t, y(t)) stops having the sign it had. Each accepted step is searched in three passes:
 *
 *   1. g is sampled at both ends and at a few points between. A change of sign between neighbours brackets a crossing.
 *   2. Where neighbours agree in sign but a parabola through three samples dips towards zero between them, g is evaluated at the vertex, so
 *      that two crossings between neighbouring samples are found too.
 *   3. Each bracket is narrowed to the last bits of t (Chandrupatla's method). The far end of the bracket is reported: there the event has
 *      happened, g is zero or has its new sign.
 *
 * An event that starts at zero, as it does after a restart from that event, is *leaving* zero: it has no sign yet and cannot cross. Its
 * first sign comes from samples that close in on the start by halves, so that a bounce far shorter than the step is still seen to rise and
 * fall.
 *
 * Source: Chandrupatla, Adv. Eng. Softw. 28 (1997) 145-149 (root bracketing); Shampine & Thompson, Comput. Math. Appl. 39 (2000) 43-54
 * (events).
 */
import { InvalidInputError, SolverError } from "../../errors.js";

/** A function of time and state whose zeros are looked for. */
export interface OdeEvent {
  /** How errors and `FiredEvent` call it. Default: `events[index]`. */
  readonly name?: string;
  /**
   * The event happens when this passes through zero. It should vary no faster than the solution does; where it must, limit `maxStep`. An
   * event that is off for the moment returns a constant other than zero.
   */
  readonly value: (time: number, state: Float64Array) => number;
  /** 1: only when rising through zero as the integration proceeds; -1: only when falling; 0 (default): both. */
  readonly direction?: -1 | 0 | 1;
  /** Whether the integration stops there. Default false. */
  readonly terminal?: boolean;
}

/** A zero that was found. */
export interface FiredEvent {
  /** Position in the list of events. */
  readonly index: number;
  /** Of the event. */
  readonly name: string;
  /** When, in the units of the problem. */
  readonly time: number;
  /** The state then. */
  readonly state: readonly number[];
  /** 1 when the event function rose through zero as the integration proceeded, -1 when it fell. */
  readonly direction: -1 | 1;
}

/** Samples of a step, its start not counted and its end counted. */
const SAMPLES = 5;
/** Halvings of the first sample interval for an event that leaves zero: bounces down to 2^-17 of it are seen. */
const LEAVING_SAMPLES = 16;
/** A value below this part of the largest sample of the step is still zero for an event that leaves zero: rounding, not motion. */
const LEAVING_ZERO = 1e-12;
/** Vertices tried between two samples that agree in sign. */
const LARGEST_DIPS = 8;
const LARGEST_NARROWINGS = 200;

/** What was seen of the event functions, and the arrays it is looked for in. */
export interface EventFinder {
  readonly events: readonly OdeEvent[];
  readonly interpolate: (time: number, out: Float64Array) => void;
  readonly names: readonly string[];
  readonly point: Float64Array;
  readonly sampleTimes: Float64Array;
  /** Sample s of event e at e * (SAMPLES + 1) + s. */
  readonly samples: Float64Array;
  /** Value and sign of each event function where the last search ended; the sign is 0 while it leaves zero. */
  readonly values: Float64Array;
  readonly signs: Float64Array;
  /** Largest sample of each event function in the last step: the scale of its rounding. */
  readonly scales: Float64Array;
  /** When each event fired last. */
  readonly firedTimes: Float64Array;
  readonly crossings: Crossing[];
  /** Whether the last search ended at a terminal event. */
  stopped: boolean;
  /** The scan of one event along one step: the last point with a known sign. */
  readonly scan: { index: number; time: number; value: number; sign: number };
}

export function createEventFinder(
  events: readonly OdeEvent[],
  dimension: number,
  interpolate: (time: number, out: Float64Array) => void,
): EventFinder {
  events.forEach(({ direction = 0 }, index) => {
    if (![-1, 0, 1].includes(direction)) throw new InvalidInputError(`events[${index}].direction`, direction, "is not -1, 0 or 1");
  });

  return {
    events,
    interpolate,
    names: events.map((event, index) => event.name ?? `events[${index}]`),
    point: new Float64Array(dimension),
    sampleTimes: new Float64Array(SAMPLES + 1),
    samples: new Float64Array(events.length * (SAMPLES + 1)),
    values: new Float64Array(events.length),
    signs: new Float64Array(events.length),
    scales: new Float64Array(events.length),
    firedTimes: new Float64Array(events.length).fill(Number.NaN),
    crossings: [],
    stopped: false,
    scan: { index: 0, time: Number.NaN, value: Number.NaN, sign: 0 },
  };
}

function evaluate(finder: EventFinder, index: number, time: number, state: Float64Array): number {
  const { events, names } = finder;
  const value = events[index].value(time, state);
  if (Number.isNaN(value)) throw new SolverError(`the event function ${names[index]} is not a number at t = ${time}`, { time });
  return value;
}

function evaluateAt(finder: EventFinder, index: number, time: number): number {
  const { interpolate, point } = finder;
  interpolate(time, point);
  return evaluate(finder, index, time, point);
}

/** Forgets the past and takes the signs of the event functions at this point. */
export function restartFinder(finder: EventFinder, time: number, state: Float64Array): void {
  const { events, firedTimes, scales, values, signs } = finder;
  for (let index = 0; index < events.length; index++) {
    const value = evaluate(finder, index, time, state);
    const leaving = firedTimes[index] === time && Math.abs(value) <= LEAVING_ZERO * scales[index];
    values[index] = value;
    signs[index] = leaving ? 0 : Math.sign(value);
  }
}

/**
 * Searches the step from `from` to `to`, appends what fired to `fired` in the order it happened, and returns the time of the first
 * terminal event, or `to` when there is none. Events after a terminal one are not reported: they may never happen.
 */
export function searchStep(finder: EventFinder, from: number, to: number, stateAtEnd: Float64Array, fired: FiredEvent[]): number {
  const { events, names, interpolate, point, firedTimes, crossings } = finder;
  takeSamples(finder, from, to, stateAtEnd);
  crossings.length = 0;
  for (let index = 0; index < events.length; index++) scanEvent(finder, index);
  finder.stopped = false;
  if (crossings.length === 0) return to;

  const forward = to > from ? 1 : -1;
  crossings.sort((a, b) => forward * (a.time - b.time) || a.index - b.index);
  const stop = crossings.find(({ index }) => events[index].terminal === true);
  const end = stop === undefined ? to : stop.time;
  // Roots that agree to the precision they are known to happen together: none of them may be lost by stopping at another.
  const together = stop === undefined ? end : end + forward * 4 * timeResolution(from, to);
  for (const { index, time, direction } of crossings) {
    if (forward * (time - together) > 0) break;
    const eventTime = forward * (time - end) > 0 ? end : time;
    interpolate(eventTime, point);
    firedTimes[index] = eventTime;
    fired.push({ index, name: names[index], time: eventTime, state: Array.from(point), direction });
  }
  if (stop !== undefined) {
    finder.stopped = true;
    interpolate(end, point);
    restartFinder(finder, end, point);
  }
  return end;
}

function takeSamples(finder: EventFinder, from: number, to: number, stateAtEnd: Float64Array): void {
  const { events, interpolate, point, scales, values, samples, sampleTimes } = finder;
  for (let index = 0; index < events.length; index++) {
    samples[index * (SAMPLES + 1)] = values[index];
    scales[index] = Math.abs(values[index]);
  }
  sampleTimes[0] = from;
  for (let s = 1; s < SAMPLES; s++) {
    const time = from + ((to - from) * s) / SAMPLES;
    interpolate(time, point);
    takeSample(finder, s, time, point);
  }
  takeSample(finder, SAMPLES, to, stateAtEnd);
}

function takeSample(finder: EventFinder, s: number, time: number, state: Float64Array): void {
  const { events, scales, samples, sampleTimes } = finder;
  sampleTimes[s] = time;
  for (let index = 0; index < events.length; index++) {
    const value = evaluate(finder, index, time, state);
    samples[index * (SAMPLES + 1) + s] = value;
    scales[index] = Math.max(scales[index], Math.abs(value));
  }
}

function scanEvent(finder: EventFinder, index: number): void {
  const { scales, values, signs, samples, sampleTimes, scan } = finder;
  const first = index * (SAMPLES + 1);
  scan.index = index;
  scan.time = sampleTimes[0];
  scan.value = samples[first];
  scan.sign = signs[index];
  if (scan.sign === 0 && scales[index] > 0) leaveZero(finder, index);
  for (let s = 1; s <= SAMPLES; s++) {
    if (scan.sign * samples[first + s] > 0 && scan.time === sampleTimes[s - 1]) lookForDip(finder, index, s);
    visit(finder, sampleTimes[s], samples[first + s]);
  }
  values[index] = samples[first + SAMPLES];
  signs[index] = scan.sign;
}

function leaveZero(finder: EventFinder, index: number): void {
  const { sampleTimes } = finder;
  let part = 1;
  for (let k = 0; k < LEAVING_SAMPLES; k++) part /= 2;
  for (; part < 1; part *= 2) {
    const time = sampleTimes[0] + part * (sampleTimes[1] - sampleTimes[0]);
    visit(finder, time, evaluateAt(finder, index, time));
  }
}

/** Goes on to the next point of the scan and notes the crossing between, if there is one in the wanted direction. */
function visit(finder: EventFinder, time: number, value: number): void {
  const { events, scales, crossings, scan } = finder;
  const { index, sign } = scan;
  if (sign === 0 && Math.abs(value) <= LEAVING_ZERO * scales[index]) return;
  if (sign * value <= 0 && sign !== 0) {
    const direction = sign < 0 ? 1 : -1;
    if ((events[index].direction ?? 0) !== -direction) crossings.push({ index, time: narrow(finder, time, value), direction });
  }
  scan.time = time;
  scan.value = value;
  scan.sign = Math.sign(value);
}

/**
 * Samples s - 1 and s agree in sign. Follows the parabola through them and a neighbour to its vertex when that promises to halve the
 * distance to zero, and again from there; visits the vertex if g has changed sign there.
 */
function lookForDip(finder: EventFinder, index: number, s: number): void {
  const { samples, sampleTimes, scan } = finder;
  const first = index * (SAMPLES + 1);
  const left = sampleTimes[s - 1];
  const right = sampleTimes[s];
  for (let middle = Math.max(s - 1, 1); middle <= Math.min(s, SAMPLES - 1); middle++) {
    let t0 = sampleTimes[middle - 1];
    let t1 = sampleTimes[middle];
    let t2 = sampleTimes[middle + 1];
    let g0 = samples[first + middle - 1];
    let g1 = samples[first + middle];
    let g2 = samples[first + middle + 1];
    // Most often the parabola through the samples, which are equally spaced, opens away from zero or has its vertex far away.
    const bend = g0 - 2 * g1 + g2;
    if (!(bend * scan.sign > 0 && Math.abs(g2 - g0) < 2 * Math.abs(bend))) continue;
    for (let dip = 0; dip < LARGEST_DIPS; dip++) {
      // Newton form around t1: g = g1 + slope (t - t1) + curvature (t - t1)^2.
      const slopeLeft = (g1 - g0) / (t1 - t0);
      const slopeRight = (g2 - g1) / (t2 - t1);
      const curvature = (slopeRight - slopeLeft) / (t2 - t0);
      const slope = slopeLeft + curvature * (t1 - t0);
      const vertex = t1 - slope / (2 * curvature);
      const lowest = g1 - (slope * slope) / (4 * curvature);
      const between = (vertex - left) * (right - vertex) > 0 && vertex !== t1;
      const nearest = Math.min(Math.abs(samples[first + s - 1]), Math.abs(samples[first + s]), Math.abs(g1));
      if (!between || !(curvature * scan.sign > 0) || lowest * scan.sign > nearest / 2) break;
      const value = evaluateAt(finder, index, vertex);
      if (value * scan.sign <= 0) {
        visit(finder, vertex, value);
        return;
      }
      if ((vertex - t1) * (t2 - t1) > 0) {
        t0 = t1;
        g0 = g1;
      } else {
        t2 = t1;
        g2 = g1;
      }
      t1 = vertex;
      g1 = value;
    }
  }
}

/**
 * The first time after `scan.time`, to the last bits, at which the event function no longer has the sign it has there. `time` is later
 * still.
 */
function narrow(finder: EventFinder, time: number, value: number): number {
  const { sampleTimes, scan } = finder;
  const { index, sign } = scan;
  const resolution = timeResolution(sampleTimes[0], sampleTimes[SAMPLES]);
  // (t1, g1) is the newest point, (t2, g2) the one across from it, (t3, g3) the one before.
  let t1 = time;
  let g1 = value;
  let t2 = scan.time;
  let g2 = scan.value;
  let t3 = t2;
  let g3 = g2;
  let part = 0.5;
  for (let k = 0; k < LARGEST_NARROWINGS; k++) {
    const smallestPart = resolution / Math.abs(t2 - t1);
    if (!(smallestPart < 0.5)) break;
    const t = t1 + Math.min(Math.max(part, smallestPart), 1 - smallestPart) * (t2 - t1);
    const g = evaluateAt(finder, index, t);
    if (g * sign > 0 === g1 * sign > 0) {
      t3 = t1;
      g3 = g1;
    } else {
      t3 = t2;
      g3 = g2;
      t2 = t1;
      g2 = g1;
    }
    t1 = t;
    g1 = g;
    // Inverse quadratic interpolation where it can be trusted, else bisection.
    const across = (t1 - t2) / (t3 - t2);
    const rise = (g1 - g2) / (g3 - g2);
    const trusted = rise * rise < across && (1 - rise) * (1 - rise) < 1 - across;
    part = trusted ? (g1 / (g2 - g1)) * (g3 / (g2 - g3)) + ((t3 - t1) / (t2 - t1)) * (g1 / (g3 - g1)) * (g2 / (g3 - g2)) : 0.5;
  }
  return g1 * sign > 0 ? t2 : t1;
}

interface Crossing {
  readonly index: number;
  readonly time: number;
  readonly direction: -1 | 1;
}

/** The spacing of doubles near the step, about: no time inside it is known better. */
function timeResolution(from: number, to: number): number {
  return Number.EPSILON * Math.max(Math.abs(from), Math.abs(to));
}
