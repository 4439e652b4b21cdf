/**
 * Limits on speeds: by how much a hit overdraws them, and the best hit that keeps them.
 *
 * Hits change smoothly with the flight time within a stretch of times. So the stretches are sampled; between a hit that keeps the limits
 * and a neighbour that does not lies the edge where they begin to bind, and the best hit is a sample or such an edge. Where no sample keeps
 * them, the least overdraft is closed in on.
 */
import { exp, log } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type BatLimits, batPointVelocity, leastBatSpeed } from "./bat-motion.js";
import type { Objective } from "./plan.js";
import type { TimeStretch } from "./reach.js";
import type { HitSample, HitsByTime } from "./search.js";
import type { Hit } from "./task.js";

/** What hits are allowed. */
export interface HitLimits extends BatLimits {
  /** Most relative speed at the contact, m/s. Default: no limit. */
  readonly contactSpeed?: number;
}

/** By how much a hit overdraws the limits, relative; negative within them. */
export function overdraft(hit: Hit, { contactSpeed, batSpeed, batSpin }: HitLimits, velocity: Vec3): number {
  const excess = [Number.NEGATIVE_INFINITY];
  if (contactSpeed !== undefined) excess.push(vec3.norm(velocity) / contactSpeed - 1);
  if (batSpeed !== undefined) excess.push(leastBatSpeed(hit, batPointVelocity(hit, velocity), batSpin) / batSpeed - 1);
  else if (batSpin !== undefined) excess.push(-1);
  return Math.max(...excess);
}

/** An overdraft that is rounding. */
export const LIMIT_SLACK = 1e-9;

/** Hits looked at on each stretch where limits bind. */
const LIMITED_SAMPLES = 48;

/** The best hit that keeps the limits; where none does, the one that overdraws them least. */
export function withinLimits(
  hit: Hit,
  objective: Objective,
  limits: HitLimits,
  reachable: readonly TimeStretch[],
  hits: HitsByTime,
  best: HitSample,
): HitSample {
  const excess = (sample: HitSample) => overdraft(hit, limits, sample.velocity);
  const worth = (sample: HitSample) => (objective === "flight-time" ? sample.time : sample.value);
  const samples = [best, ...reachable.flatMap((stretch) => spread(stretch, hits))].sort((a, b) => a.time - b.time);
  const least = lowest(samples, excess, hits);
  if (excess(least) > 0) return least;
  const all = [...samples, least].sort((a, b) => a.time - b.time);
  let chosen = least;
  all.forEach((sample, i) => {
    if (excess(sample) > 0) return;
    if (worth(sample) < worth(chosen)) chosen = sample;
    // Where the limits begin to bind beside it.
    for (const neighbour of [all[i - 1], all[i + 1]]) {
      if (neighbour === undefined || !(excess(neighbour) > 0)) continue;
      const edge = edgeOf(sample, neighbour.time, excess, hits);
      if (worth(edge) < worth(chosen)) chosen = edge;
    }
  });
  return objective === "flight-time" ? shortestFrom(chosen, reachable, excess, hits) : chosen;
}

/** The shortest flight within the limits from here to the beginning of the stretch, towards which speeds grow. */
function shortestFrom(
  sample: HitSample,
  reachable: readonly TimeStretch[],
  excess: (sample: HitSample) => number,
  hits: HitsByTime,
): HitSample {
  const from = reachable.find((stretch) => sample.time >= stretch.from && sample.time <= stretch.to)?.from;
  if (from === undefined) return sample;
  let best = sample;
  for (let i = 0; i < 40; i++) {
    const time = from + 0.5 * (best.time - from);
    const next = hits(time, best.velocity);
    if (next === undefined || excess(next) > 0) return edgeOf(best, time, excess, hits);
    best = next;
  }
  return best;
}

function spread({ from, to }: TimeStretch, hits: HitsByTime): HitSample[] {
  const low = log(from);
  const step = (log(to) - low) / LIMITED_SAMPLES;
  return Array.from({ length: LIMITED_SAMPLES }, (_, i) => hits(exp(low + (i + 0.5) * step))).filter((sample) => sample !== undefined);
}

/** The hit with the least excess, between the neighbours of the least sample. */
function lowest(samples: readonly HitSample[], excess: (sample: HitSample) => number, hits: HitsByTime): HitSample {
  let at = 0;
  samples.forEach((sample, i) => {
    if (excess(sample) < excess(samples[at])) at = i;
  });
  let best = samples[at];
  let [from, to] = [samples[Math.max(0, at - 1)].time, samples[Math.min(samples.length - 1, at + 1)].time];
  for (let i = 0; i < 40 && excess(best) > 0; i++) {
    const [left, right] = [hits(from + (best.time - from) / 2, best.velocity), hits(best.time + (to - best.time) / 2, best.velocity)];
    if (left !== undefined && excess(left) < excess(best)) [to, best] = [best.time, left];
    else if (right !== undefined && excess(right) < excess(best)) [from, best] = [best.time, right];
    else [from, to] = [left?.time ?? from, right?.time ?? to];
  }
  return best;
}

/** The last hit within the limits on the way from one that keeps them to a flight time whose hit does not. */
function edgeOf(inside: HitSample, outside: number, excess: (sample: HitSample) => number, hits: HitsByTime): HitSample {
  let last = inside;
  findRoot(
    (time) => {
      const sample = time === inside.time ? inside : hits(time, last.velocity);
      const value = sample === undefined ? 1 : excess(sample);
      // Beyond the limits by what it was asked from; found anew the last digit may differ.
      if (time === outside) return Math.max(value, Number.MIN_VALUE);
      if (sample !== undefined && value <= 0) last = sample;
      return value === 0 ? -Number.MIN_VALUE : value;
    },
    inside.time,
    outside,
    { xTolerance: 1e-12 * inside.time },
  );
  return last;
}
