/**
 * The first hit of two bodies in flight as the simulator finds it, held against bounds that share nothing with its detection: apart until
 * then by conservative advancement, met then, and every place that touches one that closed forms of both shapes agree with.
 */
import type { Vec3 } from "../math/vec3.js";
import { createSimulation } from "../simulation/loop/simulation.js";
import { systemFromScene } from "../simulation/scene/scene.js";
import type { MovingPair } from "./moving-pairs.js";
import type { MovingShapes } from "./moving-shapes.js";

/** When and where. */
export interface FirstHit {
  /** s; infinite where there is none. */
  readonly time: number;
  /** Places of the impact, normals into the first; none of a contact that begins without one. */
  readonly places: readonly { readonly point: Vec3; readonly normal: Vec3 }[];
}

/** As the simulator finds it. */
export function firstHitOf({ scene, duration }: MovingPair): FirstHit {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  let hit: FirstHit = { time: Number.POSITIVE_INFINITY, places: [] };
  try {
    simulation.advance(duration, {
      event: ({ kind, time, impact }) => {
        if (kind !== "impact" && kind !== "contact") return;
        hit = { time, places: impact?.touches.map(({ state }) => ({ point: [...state.point], normal: [...state.normal] })) ?? [] };
        throw SEEN;
      },
    });
  } catch (thrown) {
    if (thrown !== SEEN) throw thrown;
  }
  return hit;
}

/** Thrown to stop a run at its first hit. */
const SEEN = new Error("the first hit has been seen");

/** s, and m or rad for bodies of a metre. */
const [TIME_ERROR, PLACE_ERROR] = [1e-9, 1e-9];
/** m: overlaps and gaps below this are rounding of either. */
const ROUNDING = 1e-12;
/** s: advances shorter than this get nowhere. */
const SHORTEST = 1e-13;

/** What was compared. */
export interface ComparedHit {
  /** As the simulator finds it. */
  readonly hit: FirstHit;
  /** The worst misfit of a place or a normal, m or rad. */
  readonly misfit: number;
  /** What is wrong; undefined: nothing. */
  readonly complaint?: string;
}

/** Finds the first hit of a pair and compares it. */
export function compareFirstHit(pair: MovingShapes): ComparedHit {
  const hit = firstHitOf(pair);
  const { time, places } = hit;
  const misfit = places.reduce((most, { point, normal }) => Math.max(most, pair.misfit(time, point, normal)), 0);
  const say = (complaint: string): ComparedHit => ({ hit, misfit, complaint });
  const normals = places.map(({ normal }) => normal);
  const stop = firstStop(pair, Math.min(pair.duration, time - TIME_ERROR), normals);
  if (stop !== undefined && pair.separation(stop) <= ROUNDING) return say(`they meet at ${stop} s, not at ${time} s`);
  if (stop !== undefined) return say(`whether they are apart at ${stop} s is not known`);
  // A place on both surfaces proves that they have met; simplices alone may not get as far.
  const met = places.length > 0 && misfit <= 100 * ROUNDING;
  if (time < Number.POSITIVE_INFINITY && !met && pair.separation(time + TIME_ERROR) > 0 && pair.separation(time) > ROUNDING)
    return say(`they are apart at ${time} s, by ${pair.separation(time)} m`);
  if (!(misfit <= PLACE_ERROR)) return say(`a place or normal is off by ${misfit} at ${time} s`);
  return { hit, misfit };
}

/** The first time before another at which nothing says that the two are apart. */
function firstStop({ apartUntil, hintAt }: MovingShapes, until: number, hints: readonly Vec3[]): number | undefined {
  for (let time = 0; time < until; ) {
    let next = apartUntil(time, hints);
    if (!(next > time + SHORTEST)) next = apartUntil(time, [hintAt(time)]);
    if (!(next > time + SHORTEST)) return time;
    time = next;
  }
  return undefined;
}
