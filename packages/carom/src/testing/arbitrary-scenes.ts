/**
 * Scenes for property tests: a family and a tape of uniform numbers. Shrinking lowers the numbers, and with them the scene gets simpler.
 */
import fc from "fast-check";
import { between } from "./between.js";
import type { Scene, SceneFamily } from "./scenes/scene.js";

/** More numbers than most scenes take; the tape begins again where it ends. */
const TAPE = 240;

const tape = fc.array(between(0, 1 - 2 ** -20), { minLength: TAPE, maxLength: TAPE });

export const sceneOf = <Kind extends Scene>(families: readonly SceneFamily<Kind>[]): fc.Arbitrary<Kind> =>
  fc.tuple(fc.noBias(fc.nat(families.length - 1)), tape).map(([family, numbers]) => {
    let next = 0;
    return families[family].draw(() => numbers[next++ % TAPE]);
  });
