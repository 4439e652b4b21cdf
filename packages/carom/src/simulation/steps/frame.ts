/**
 * A frame: the time for which pairs that could meet are looked for once. Where it turns out at its end that others may have met
 * (passed-over.ts) it is taken again from its beginning.
 */
import { advanceApart } from "./advance.js";
import { fastestOf } from "./broad-phase.js";
import { beginPassing, lookBeyond } from "./passed-over.js";
import { type Island, type RunState, setTime } from "./run-state.js";
import { MEMORY } from "./snapshot.js";

/** Times that a frame is taken at most; the last is as it is. */
const MOST_TIMES = 12;

/** Takes a group of bodies to a time. `groupNow`: them, and the pairs of them that could meet until then. */
export function takeFrame(run: RunState, until: number, groupNow: () => Island): void {
  const { passed } = run;
  const takeBack = remember(run);
  for (let times = 1; ; times += 1) {
    beginPassing(run);
    passed.isAsked = times < MOST_TIMES;
    run.listed = undefined;
    const group = groupNow();
    const span = until - run.time;
    const fastest = fastestOf(run);
    advanceApart(run, group, until);
    if (passed.isAsked && !passed.haveMet) lookBeyond(run, group, span, fastest);
    if (!passed.isAsked) run.statistics.unexamined += 1;
    if (!passed.haveMet) break;
    takeBack();
  }
  passed.quickness.fill(0);
}

/** Returns what brings a run back to where it is now. */
export function remember(run: RunState): () => void {
  const { time, coordinates, speeds, nextCoordinates, nextSpeeds, ledger, statistics, force } = run;
  const states = [coordinates, speeds, nextCoordinates, nextSpeeds, ...MEMORY.map((name) => run[name])];
  const values = states.map((state) => state.slice());
  const [forces, losses, counts] = [force.slice(), { ...ledger }, { ...statistics }];
  const takeBack = run.observe?.mark();
  return () => {
    states.forEach((state, i) => {
      state.set(values[i]);
    });
    run.force.fill(0);
    run.force.set(forces);
    Object.assign(ledger, losses);
    Object.assign(statistics, counts);
    run.broad.due.fill(Number.NEGATIVE_INFINITY);
    takeBack?.();
    setTime(run, time);
  };
}
