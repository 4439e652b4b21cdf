import { writeSurface } from "carom/soft";
import type { Files } from "../output/folder.js";

/** A skin as .obj, one file for each state that there is. */
export function skinFiles(
  triangles: readonly (readonly number[])[],
  states: Readonly<Record<string, readonly (readonly number[])[] | undefined>>,
): Files {
  const faces = Int32Array.from(triangles.flat());
  return Object.fromEntries(
    Object.entries(states).flatMap(([name, vertices]) =>
      vertices === undefined
        ? []
        : [[`skin-${name}.obj`, writeSurface({ vertices: Float64Array.from(vertices.flat()), triangles: faces })]],
    ),
  );
}
