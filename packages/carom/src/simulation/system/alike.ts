/** Systems that differ in numbers alone, so that one can stand for a small change of the other. */
import type { SceneSystem } from "./scene-system.js";

/** Whether the same places of the same pairs may touch. */
export function isAlike(one: SceneSystem, other: SceneSystem): boolean {
  if (one.coordinateCount !== other.coordinateCount || one.pairs.length !== other.pairs.length) return false;
  return one.pairs.every((_, pair) => {
    const [mine, its] = [one.features(pair), other.features(pair)];
    return mine.length === its.length && mine.every(({ key }, i) => key === its[i].key);
  });
}
