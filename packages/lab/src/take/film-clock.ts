/** Film time against world time: even between impacts, slowed; at chosen impacts the world stands still and time opens. */
import type { Moment } from "../player/axis.js";
import { impulseOf, type Run } from "../player/run.js";

export interface FilmClock {
  /** Seconds of film for one second of the world. */
  readonly slower: number;
  /** Impacts that open, by their places in the run, in any order. */
  readonly opened: readonly number[];
  /** How long each of them is open, s of film. */
  readonly openFor: number;
  /** Frames a second. */
  readonly rate: number;
}

/** A part of the film. */
export interface Stretch {
  /** s of film, from its beginning. */
  readonly from: number;
  readonly to: number;
  /** Seconds of the world at its ends. */
  readonly world: readonly [number, number];
  /** The impact that is open meanwhile. */
  readonly impact?: number;
}

/** The first and the last frame stand still for so long, s. */
const HELD = 0.5;

/** The hardest impacts, by their places in the run, in the order of time. */
export function hardestImpacts({ impacts }: Run, count: number): number[] {
  return [...impacts.keys()]
    .sort((a, b) => impulseOf(impacts[b]) - impulseOf(impacts[a]))
    .slice(0, count)
    .sort((a, b) => a - b);
}

export function stretchesOf(run: Run, { slower, opened, openFor }: Omit<FilmClock, "rate">): Stretch[] {
  const stretches: Stretch[] = [];
  const last = () => stretches[stretches.length - 1]?.to ?? 0;
  const add = (seconds: number, world: readonly [number, number], impact?: number) =>
    stretches.push({ from: last(), to: last() + seconds, world, ...(impact === undefined ? {} : { impact }) });
  let time = 0;
  add(HELD, [0, 0]);
  for (const impact of [...opened].sort((a, b) => a - b)) {
    const when = run.impacts[impact].time;
    add(slower * (when - time), [time, when]);
    add(openFor, [when, when], impact);
    time = when;
  }
  add(slower * (run.end - time), [time, run.end]);
  add(HELD, [run.end, run.end]);
  return stretches;
}

/** What is seen at a second of the film. */
export function momentAt(stretches: readonly Stretch[], second: number): Moment {
  const found = stretches.find(({ to }) => second < to) ?? stretches[stretches.length - 1];
  const { from, to, world, impact } = found;
  const part = to > from ? Math.min(1, Math.max(0, (second - from) / (to - from))) : 1;
  const time = world[0] + part * (world[1] - world[0]);
  return impact === undefined ? { time } : { time, inside: { impact, part } };
}

/** The moment of every frame. */
export function filmMoments(run: Run, clock: FilmClock): Moment[] {
  const stretches = stretchesOf(run, clock);
  const frames = Math.max(2, Math.round(stretches[stretches.length - 1].to * clock.rate));
  return Array.from({ length: frames }, (_, frame) => momentAt(stretches, frame / clock.rate));
}
