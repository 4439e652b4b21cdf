/**
 * Round faces that lie nearly flat on a plane.
 *
 * Of a tilted face exact features have the lowest point of its rim alone: it rolls on that. Within a step a face that hardly tilts comes
 * down on the other side too, where nothing would keep it from sinking in. So the ring of points that stands for a flat face
 * (detection/over-plane.ts) counts beside the rim here: they are points of the body, and none of them may get below the plane.
 */
import { featureAt, featureCount } from "../system/features.js";
import type { FeatureState } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";

/** A rim and the points that stand for it, by their places among the features of the pair. */
export interface Ring {
  readonly rim: number;
  readonly points: readonly number[];
}

/** Tilt of a face up to which its ring counts, as height over width. */
const NEARLY_FLAT = 0.02;

/** The rings of a pair; found when it is first asked for. */
export function ringsOf(system: SceneSystem): (pair: number) => readonly Ring[] {
  const found: (readonly Ring[] | undefined)[] = Array.from(system.pairs, () => undefined);
  return (pair) => {
    found[pair] ??= findRings(system, pair);
    return found[pair];
  };
}

function findRings(system: SceneSystem, pair: number): readonly Ring[] {
  const [, second] = system.pairs[pair].between;
  const ground = system.scene?.bodies[second];
  if (ground === undefined || !("plane" in ground)) return [];
  const keys = Array.from({ length: featureCount(system, pair) }, (_, index) => featureAt(system, pair, index).key);
  return keys.flatMap((key, rim) => {
    if (!key.endsWith(" rim")) return [];
    const start = `${key.slice(0, -"rim".length)}ring `;
    const points = keys.flatMap((other, index) => (other.startsWith(start) ? [index] : []));
    return points.length > 0 ? [{ rim, points }] : [];
  });
}

/** Adds the points of rings whose rims are near and whose faces are nearly flat, as far as they are nearer than the margin. */
export function addRings(
  rings: readonly Ring[],
  near: number[],
  margin: number,
  state: FeatureState,
  evaluate: (index: number) => void,
): void {
  for (const { rim, points } of rings) {
    if (!near.includes(rim)) continue;
    evaluate(rim);
    const [x, y, z] = state.point;
    const lowest = state.gap;
    let isFlat = true;
    const close: number[] = [];
    for (const index of points) {
      evaluate(index);
      const [dx, dy, dz] = [state.point[0] - x, state.point[1] - y, state.point[2] - z];
      isFlat &&= state.gap - lowest <= NEARLY_FLAT * Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-12;
      if (state.gap <= margin) close.push(index);
    }
    if (isFlat) near.push(...close);
  }
  near.sort((a, b) => a - b);
}
