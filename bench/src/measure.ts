/**
 * Times and errors of several methods on the same problems.
 *
 * A round lets every method stream through all problems once; the rounds are interleaved in one process, and what is reported is the median
 * over the rounds of the ratio within a round, because the speed of a shared machine wanders by tens of per cent while ratios do not.
 */
import { createSlipPath, type SlipContact, type SlipPath } from "carom/impact/slip";
import { type Method, reference } from "./methods.js";
import { median, percentile } from "./statistics.js";

export interface Measured {
  readonly name: string;
  readonly setting: string;
  /** Median over the rounds, microseconds per impact. */
  readonly microseconds: number;
  /** Microseconds per impact of each round, in order. */
  readonly rounds: readonly number[];
  /** |impulse - reference| / |reference|. */
  readonly error: { readonly median: number; readonly p99: number; readonly max: number };
  /** Problems on which the method gave up or returned a number that is not finite. */
  readonly failures: number;
}

/** Processor time a method gets in a round, at least, milliseconds: it goes through the problems as often as that takes. */
const LEAST_TIME = 20;

export function measure(methods: readonly Method[], problems: readonly SlipContact[], rounds: number): Measured[] {
  const exact = problems.map((contact) => impulseOf(reference, contact));
  // The pass for the errors warms the methods up, too.
  const errors = methods.map((method) => problems.map((contact, i) => relativeError(impulseOf(method, contact), exact[i])));
  const repeats = methods.map((method) => passesIn(LEAST_TIME, () => stream(method, problems, 1)));
  const times = timeRounds(
    methods.map((method, m) => () => stream(method, problems, repeats[m]!)),
    rounds,
  );
  return methods.map(({ name, setting }, m) => {
    const perImpact = times[m]!.map((milliseconds) => (1000 * milliseconds) / (problems.length * repeats[m]!));
    const finite = errors[m]!.filter(Number.isFinite);
    return {
      name,
      setting,
      microseconds: median(perImpact),
      rounds: perImpact,
      error: { median: median(finite), p99: percentile(finite, 0.99), max: Math.max(...finite) },
      failures: errors[m]!.length - finite.length,
    };
  });
}

/** How often a job fits into a time, at least once; counted after ten times as long, because it is being compiled at first. */
export function passesIn(milliseconds: number, job: () => void): number {
  repeatFor(10 * milliseconds, job);
  return repeatFor(milliseconds, job);
}

function repeatFor(milliseconds: number, job: () => void): number {
  const start = processorTime();
  let passes = 0;
  do {
    job();
    passes++;
  } while (processorTime() - start < milliseconds);
  return passes;
}

/**
 * Milliseconds of processor time of each job in each round. Every round starts with another job, so that none always follows the same one.
 */
export function timeRounds(jobs: readonly (() => void)[], rounds: number): number[][] {
  const times: number[][] = jobs.map(() => []);
  for (const job of jobs) job();
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < jobs.length; i++) {
      const j = (i + round) % jobs.length;
      const start = processorTime();
      jobs[j]!();
      times[j]!.push(processorTime() - start);
    }
  }
  return times;
}

/**
 * Of this process, milliseconds. Unlike the clock on the wall it does not count what others run on a shared machine; it does count garbage
 * collection.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Median over the rounds of a / b. */
export function ratioOf(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, round) => value / b[round]!));
}

export type Impulse = readonly [number, number, number];

const path: SlipPath = createSlipPath();

/** The total impulse; undefined if the method gives up. */
export function impulseOf(method: Method, contact: SlipContact): Impulse | undefined {
  try {
    method.follow(contact, path);
  } catch {
    return undefined;
  }
  const { impulse1, impulse2, normalImpulse } = path.state;
  return [impulse1, impulse2, normalImpulse];
}

export function relativeError(impulse: Impulse | undefined, exact: Impulse | undefined): number {
  if (impulse === undefined || exact === undefined) return Number.NaN;
  return Math.hypot(...impulse.map((value, i) => value - exact[i]!)) / Math.hypot(...exact);
}

/** Solves all problems in turn and keeps nothing. */
export function stream(method: Method, problems: readonly SlipContact[], repeats: number): void {
  const { follow } = method;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let i = 0; i < problems.length; i++) {
      try {
        follow(problems[i]!, path);
      } catch {
        // Counted as a failure when the errors are measured.
      }
    }
  }
}
