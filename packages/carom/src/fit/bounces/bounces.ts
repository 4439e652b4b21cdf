/**
 * Restitution from the times of bounces. Without drag the time in the air is in proportion to the speed, so
 *
 *     t_k = t_0 + T_1 S_k          S_k = 1 + e + ... + e^(k-1)
 *
 * fitted to all times at once: neighbouring intervals share a time, and a regression of their logarithms takes them for independent.
 * Variance RSS / (n - unknowns), interval by Student's distribution. With drag the same with the air time of drag.ts, where each launch is
 * e times the landing before it.
 */
import { InvalidInputError } from "../../errors.js";
import { exp, log } from "../../math/elementary.js";
import { inverseOf, type SmallFit, smallLeastSquares } from "../optimise/small-least-squares.js";
import { studentFactor } from "../uncertainty/student.js";
import { airTime, landingSpeed, launchSpeed } from "./drag.js";

/** What is known besides the times. */
export interface BounceOptions {
  /** From which the ball was let go, m: the first time in the air then follows from the restitution. Default: not known. */
  readonly height?: number;
  /** When it was let go, s, on the clock of the times; needs `height`. Default: not known. */
  readonly release?: number;
  /** When the last bounce was over, s: a second estimate. Default: not known. */
  readonly silence?: number;
  /** Of the ball in air, m/s. Default: no drag. */
  readonly terminalSpeed?: number;
  /** m/s^2. Default: 9.81. */
  readonly gravity?: number;
}

/** A number with what is known of its error. */
export interface Estimate {
  /** As fitted. */
  readonly value: number;
  /** Absent: too few data. */
  readonly standardError?: number;
  /** Of 95 %. */
  readonly interval?: readonly [number, number];
}

/** What the times tell. */
export interface BounceFit {
  /** Speed after over speed before. */
  readonly restitution: Estimate;
  /** The same without drag, where drag is taken into account. */
  readonly withoutDrag?: Estimate;
  /** From the time to silence, e = 1 - T_1 / (silence - t_0). */
  readonly bySilence?: number;
  /** Exponent of the speed that restitution goes with, e = e_1 v^exponent; v in m/s. Needs five times. */
  readonly exponent?: Estimate;
  /** Scatter of a time, s; absent where there are no more times than unknowns. */
  readonly scatter?: number;
  /** Degrees of freedom. */
  readonly degrees: number;
  /** Of the bounces, s: as measured, and as fitted. */
  readonly times: readonly { readonly bounce: number; readonly measured: number; readonly fitted: number }[];
  /** Each interval over the one before it. */
  readonly ratios: readonly number[];
  /** Between which two of the given times a bounce is missing, from 0: the first of the two. */
  readonly missed: readonly number[];
  /** Which of the given times is no bounce, from 0. */
  readonly spurious: readonly number[];
  /** What the user should know. */
  readonly warnings: readonly string[];
}

/** A time and the number of its bounce. */
interface Counted {
  readonly time: number;
  readonly bounce: number;
}

const GRAVITY = 9.81;
/** A correction of the count must make the variance so many times smaller, and the misfit before it be this part of the shortest time. */
const WORTH = 100;
const MISFIT = 0.1;
const MOST_CORRECTIONS = 3;

/** Throws InvalidInputError where there are fewer than three times, or they do not ascend. */
export function fitBounces(times: readonly number[], options: BounceOptions = {}, path = "bounces.times"): BounceFit {
  checkTimes(times, options, path);
  const { counted, missed, spurious } = countedBounces(times, options);
  const fit = fitCounted(counted, options);
  const drag = options.terminalSpeed === undefined ? {} : { withoutDrag: fitCounted(counted, withoutDrag(options)).restitution };
  const { restitution } = fit;
  const warnings: string[] = [];
  if (restitution.value > 1) warnings.push(`the bounces grow: restitution ${restitution.value.toPrecision(4)} is above 1`);
  if (counted.length === 3 && options.height === undefined) warnings.push("three times tell the restitution but nothing of its error");
  const exponent = speedExponent(counted, options);
  const silence = options.silence === undefined ? {} : { bySilence: 1 - fit.firstInterval / (options.silence - fit.firstTime) };
  const { firstInterval: _interval, firstTime: _time, ...known } = fit;
  return { ...known, ...drag, ...silence, ...(exponent === undefined ? {} : { exponent }), missed, spurious, warnings };
}

function withoutDrag({ terminalSpeed: _terminal, ...rest }: BounceOptions): BounceOptions {
  return rest;
}

function checkTimes(times: readonly number[], { release, height }: BounceOptions, path: string): void {
  times.forEach((time, i) => {
    if (!Number.isFinite(time)) throw new InvalidInputError(`${path}[${i}]`, time, "is not a finite number");
    if (i > 0 && !(time > times[i - 1]))
      throw new InvalidInputError(`${path}[${i}]`, time, `is not after the time before it (${times[i - 1]})`);
  });
  if (release !== undefined && height === undefined)
    throw new InvalidInputError("bounces.release", release, "is given without height, and tells nothing then");
  const least = height === undefined ? 3 : 2;
  if (times.length < least)
    throw new InvalidInputError(
      path,
      times.length,
      `times are too few: ${least} are needed at least${height === undefined ? ", two with a height" : ""}`,
    );
}

/** The model: times of bounces 0 to `last` for the unknowns. */
interface BounceModel {
  readonly start: readonly number[];
  readonly sizes: readonly number[];
  /** Which of the unknowns is the restitution. */
  readonly restitution: number;
  timesAt(unknowns: readonly number[], last: number): readonly number[];
}

function modelOf(
  counted: readonly Counted[],
  { height, release, gravity = GRAVITY, terminalSpeed = Number.POSITIVE_INFINITY }: BounceOptions,
): BounceModel {
  const e = firstGuess(counted);
  const first = counted[0];
  const followed = (begin: number, launch: number, restitution: number, last: number) => {
    const times = [begin];
    for (let k = 0, speed = launch; k < last; k++) {
      times.push(times[k] + airTime(speed, gravity, terminalSpeed));
      speed = restitution * landingSpeed(speed, terminalSpeed);
    }
    return times;
  };
  if (height === undefined) {
    const span = (counted[1].time - first.time) / geometricSum(e, first.bounce, counted[1].bounce);
    const launch = launchSpeed(span, gravity, terminalSpeed);
    const begin = first.time - span * geometricSum(e, 0, first.bounce);
    return { start: [begin, launch, e], sizes: [span, launch, 1], restitution: 2, timesAt: ([t, v, r], last) => followed(t, v, r, last) };
  }
  // Let go from the height: v^2 = v_t^2 (1 - exp(-2 g h / v_t^2)), after acosh(exp(g h / v_t^2)) v_t / g.
  const fall = fallFrom(height, gravity, terminalSpeed);
  if (release !== undefined)
    return { start: [e], sizes: [1], restitution: 0, timesAt: ([r], last) => followed(release + fall.time, r * fall.speed, r, last) };
  return { start: [first.time, e], sizes: [fall.time, 1], restitution: 1, timesAt: ([t, r], last) => followed(t, r * fall.speed, r, last) };
}

function fallFrom(height: number, gravity: number, terminal: number): { readonly time: number; readonly speed: number } {
  const free = Math.sqrt(2 * gravity * height);
  if (terminal === Number.POSITIVE_INFINITY) return { time: free / gravity, speed: free };
  const ratio = (2 * gravity * height) / (terminal * terminal);
  const root = exp(ratio / 2);
  return { time: (terminal / gravity) * log(root + Math.sqrt(root * root - 1)), speed: terminal * Math.sqrt(1 - exp(-ratio)) };
}

/** e^from + ... + e^(to-1). */
function geometricSum(e: number, from: number, to: number): number {
  let sum = 0;
  let power = 1;
  for (let k = 0; k < to; k++) {
    if (k >= from) sum += power;
    power *= e;
  }
  return sum;
}

/** From the logarithms of single intervals; where there are no two neighbours, from the halves of the whole. */
function firstGuess(counted: readonly Counted[]): number {
  const ratios = ratiosOf(counted);
  if (ratios.length === 0) return 0.7;
  const mean = ratios.reduce((sum, ratio) => sum + log(ratio), 0) / ratios.length;
  return Math.min(1.2, Math.max(0.05, exp(mean)));
}

function ratiosOf(counted: readonly Counted[]): number[] {
  const list: number[] = [];
  for (let k = 2; k < counted.length; k++) {
    const [a, b, c] = [counted[k - 2], counted[k - 1], counted[k]];
    if (b.bounce === a.bounce + 1 && c.bounce === b.bounce + 1) list.push((c.time - b.time) / (b.time - a.time));
  }
  return list;
}

function solveCounted(counted: readonly Counted[], options: BounceOptions): { readonly model: BounceModel; readonly fit: SmallFit } {
  const model = modelOf(counted, options);
  const last = counted[counted.length - 1].bounce;
  const fit = smallLeastSquares(
    (unknowns) => {
      const times = model.timesAt(unknowns, last);
      return counted.map(({ time, bounce }) => times[bounce] - time);
    },
    model.start,
    model.sizes,
  );
  return { model, fit };
}

function fitCounted(counted: readonly Counted[], options: BounceOptions) {
  const { model, fit } = solveCounted(counted, options);
  const degrees = counted.length - model.start.length;
  const value = fit.values[model.restitution];
  const scatter = degrees > 0 ? Math.sqrt(fit.sum / degrees) : undefined;
  const last = counted[counted.length - 1].bounce;
  const fitted = model.timesAt(fit.values, Math.max(1, last));
  const variance = fit.inverse?.[model.restitution][model.restitution];
  return {
    restitution: estimateOf(value, scatter === undefined || variance === undefined ? undefined : scatter * Math.sqrt(variance), degrees),
    ...(scatter === undefined ? {} : { scatter }),
    degrees,
    times: counted.map(({ time, bounce }) => ({ bounce, measured: time, fitted: fitted[bounce] })),
    ratios: ratiosOf(counted),
    firstTime: fitted[0],
    firstInterval: fitted[1] - fitted[0],
  };
}

/** With the interval of 95 % where there is a standard error. */
export function estimateOf(value: number, standardError: number | undefined, degrees: number): Estimate {
  if (standardError === undefined || !(degrees > 0)) return { value };
  const half = studentFactor(degrees) * standardError;
  return { value, standardError, interval: [value - half, value + half] };
}

/**
 * log(T_(k+1) / T_k) = log e_1 + exponent log(g T_k / 2) by generalised least squares: intervals T have the covariance 2, -1 of neighbours
 * that share a time. Drag makes the launch speeds those of the air times.
 */
function speedExponent(
  counted: readonly Counted[],
  { gravity = GRAVITY, terminalSpeed = Number.POSITIVE_INFINITY }: BounceOptions,
): Estimate | undefined {
  if (counted.length < 5 || counted.some(({ bounce }, k) => bounce !== counted[0].bounce + k)) return undefined;
  const spans = counted.slice(1).map(({ time }, k) => time - counted[k].time);
  const launches = spans.map((span) => launchSpeed(span, gravity, terminalSpeed));
  const landings = launches.map((speed) => landingSpeed(speed, terminalSpeed));
  const y = launches.slice(1).map((launch, k) => log(launch / landings[k]));
  const x = landings.slice(0, -1).map((speed) => log(speed));
  // y = B log T, so that its covariance is B D C D B^T with D = diag(1 / T).
  const n = y.length;
  const inT = spans.map((_, i) => spans.map((__, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0) / (spans[i] * spans[j])));
  const covariance = y.map((_, i) => y.map((__, j) => inT[i][j] - inT[i][j + 1] - inT[i + 1][j] + inT[i + 1][j + 1]));
  const weights = inverseOf(covariance);
  if (weights === undefined) return undefined;
  const form = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * b.reduce((all, other, j) => all + weights[i][j] * other, 0), 0);
  const ones = y.map(() => 1);
  const inverse = inverseOf([
    [form(ones, ones), form(ones, x)],
    [form(ones, x), form(x, x)],
  ]);
  if (inverse === undefined) return undefined;
  const [right0, right1] = [form(ones, y), form(x, y)];
  const intercept = inverse[0][0] * right0 + inverse[0][1] * right1;
  const slope = inverse[1][0] * right0 + inverse[1][1] * right1;
  const rest = y.map((value, k) => value - intercept - slope * x[k]);
  const degrees = n - 2;
  return estimateOf(slope, degrees > 0 ? Math.sqrt((form(rest, rest) / degrees) * inverse[1][1]) : undefined, degrees);
}

/** Counts the bounces: one that is missing, or a time that is none, is taken into account where that explains the times far better. */
function countedBounces(times: readonly number[], options: BounceOptions) {
  let counted: readonly (Counted & { readonly given: number })[] = times.map((time, given) => ({ time, bounce: given, given }));
  const missed: number[] = [];
  const spurious: number[] = [];
  for (let round = 0; round < MOST_CORRECTIONS; round++) {
    const present = qualityOf(counted, options);
    const shortest = counted.slice(1).reduce((least, { time }, k) => Math.min(least, time - counted[k].time), Number.POSITIVE_INFINITY);
    if (present === undefined || present.worst < MISFIT * shortest) break;
    const candidates = correctionsOf(counted);
    const best = candidates
      .map((each) => ({ ...each, quality: qualityOf(each.counted, options) }))
      .filter(({ quality }) => quality !== undefined)
      .sort((a, b) => (a.quality?.variance ?? 0) - (b.quality?.variance ?? 0))[0];
    if (best?.quality === undefined || best.quality.variance * WORTH > present.variance) break;
    counted = best.counted;
    if (best.missedAfter !== undefined) missed.push(best.missedAfter);
    if (best.spurious !== undefined) spurious.push(best.spurious);
  }
  return { counted, missed, spurious };
}

function correctionsOf(counted: readonly (Counted & { readonly given: number })[]) {
  return counted.flatMap((each, i) => {
    const without = { counted: withoutTime(counted, i), spurious: each.given, missedAfter: undefined };
    if (i === counted.length - 1) return [without];
    const later = {
      counted: counted.map((other, k) => (k > i ? { ...other, bounce: other.bounce + 1 } : other)),
      missedAfter: each.given,
      spurious: undefined,
    };
    return [without, later];
  });
}

/** Without one of the times, which was no bounce: those after it have lower numbers. */
function withoutTime<T extends Counted>(counted: readonly T[], removed: number): T[] {
  const rest = counted.flatMap((each, k) => (k === removed ? [] : [k > removed ? { ...each, bounce: each.bounce - 1 } : each]));
  const first = rest[0].bounce;
  return rest.map((each) => ({ ...each, bounce: each.bounce - first }));
}

function qualityOf(counted: readonly Counted[], options: BounceOptions): { readonly variance: number; readonly worst: number } | undefined {
  const unknowns = options.height === undefined ? 3 : options.release === undefined ? 2 : 1;
  if (counted.length <= unknowns || ratiosOf(counted).length === 0) return undefined;
  const { fit } = solveCounted(counted, options);
  const worst = fit.residuals.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { variance: fit.sum / (counted.length - unknowns), worst };
}
