import { createRandom } from "../math/random.js";
import type { ElasticRod } from "./rod.js";

/** A rod and a time, of all scales. */
export interface RodSample {
  readonly rod: ElasticRod;
  readonly time: number;
  readonly transit: number;
  /** Impact speed and what gravity adds to it in a transit: the size of velocities, m/s. */
  readonly speed: number;
}

/** Damping numbers up to 8, every tenth 0, times up to 6 transits, every seventh without gravity. */
export function randomRods(count: number, seed: number): RodSample[] {
  const random = createRandom(seed);
  const sized = (low: number, decades: number) => low * 10 ** (decades * random());
  return Array.from({ length: count }, (_, i) => {
    const [length, waveSpeed, impactSpeed] = [sized(0.01, 4), sized(1, 4), sized(0.1, 2)];
    const transit = (2 * length) / waveSpeed;
    const z = i % 10 === 0 ? 0 : 8 * random();
    const gravity = i % 7 === 0 ? 0 : (impactSpeed / transit) * sized(0.01, 3);
    const rod = { length, waveSpeed, impactSpeed, gravity, damping: z / transit };
    return { rod, transit, time: 6 * transit * random(), speed: impactSpeed + gravity * transit };
  }).filter(({ rod, transit }) => Math.abs(rod.damping * transit - Math.PI) > 1e-3);
}
