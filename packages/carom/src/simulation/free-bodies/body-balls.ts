/** Balls around free bodies, for passing over pairs that are far apart. */
import type { BodyBalls } from "../system/mechanical-system.js";
import { BODY_COORDINATES, type FreeMotion } from "./motion.js";

/** @param reach largest distance of a surface from the centre of mass of its body, m, by name */
export function bodyBalls(
  { names, partOf }: Pick<FreeMotion, "names" | "partOf">,
  reach: Readonly<Record<string, number>>,
  pairs: readonly { readonly between: readonly [string, string] }[],
): BodyBalls {
  const places = new Map(names.map((name, body) => [name, body]));
  const ofPairs = new Int32Array(2 * pairs.length);
  pairs.forEach(({ between }, pair) => {
    for (let side = 0; side < 2; side++) ofPairs[2 * pair + side] = places.get(between[side]) ?? -1;
  });
  return {
    radii: Float64Array.from(names, (name) => reach[name] ?? 0),
    parts: Int32Array.from(names, (_, body) => partOf(body)),
    ofPairs,
    centre: (body, coordinates, out, at) => {
      for (let c = 0; c < 3; c++) out[at + c] = coordinates[BODY_COORDINATES * body + c];
    },
  };
}
