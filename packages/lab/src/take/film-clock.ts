/** Film time against world time: even between impacts, slowed; at chosen impacts the world stands still and time opens. */
import type { Moment } from "../player/axis.js";
import { impulseOf, type Run } from "../player/run.js";

export interface FilmClock {
  /** Seconds of film for one second of the world. */
  readonly slower: number;
  /** How many impacts open, the hardest first. */
  readonly opened: number;
  /** How long each of them is open, s of film. */
  readonly openFor: number;
  /** Frames a second. */
  readonly rate: number;
}

/** The first and the last frame stand still for so long, s. */
const HELD = 0.5;

/** The hardest impacts, by their places in the run, in the order of time. */
export function openedIn({ impacts }: Run, count: number): number[] {
  return [...impacts.keys()]
    .sort((a, b) => impulseOf(impacts[b]) - impulseOf(impacts[a]))
    .slice(0, count)
    .sort((a, b) => a - b);
}

/** The moment of every frame. */
export function filmMoments(run: Run, { slower, opened, openFor, rate }: FilmClock): Moment[] {
  const stretches: { readonly seconds: number; readonly at: (part: number) => Moment }[] = [];
  const still = (moment: Moment) => stretches.push({ seconds: HELD, at: () => moment });
  const flight = (from: number, to: number) =>
    stretches.push({ seconds: slower * (to - from), at: (part) => ({ time: from + part * (to - from) }) });
  let time = 0;
  still({ time: 0 });
  for (const impact of openedIn(run, opened)) {
    const when = run.impacts[impact].time;
    flight(time, when);
    stretches.push({ seconds: openFor, at: (part) => ({ time: when, inside: { impact, part } }) });
    time = when;
  }
  flight(time, run.end);
  still({ time: run.end });
  const whole = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  return Array.from({ length: Math.max(2, Math.round(whole * rate)) }, (_, frame) => {
    let left = frame / rate;
    for (const { seconds, at } of stretches) {
      if (left < seconds) return at(left / seconds);
      left -= seconds;
    }
    return { time: run.end };
  });
}
