/**
 * Corners of meshes from the text of OBJ and STL files. Only corners: what touches is their convex hull.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";

const MOST_POINTS = 1_000_000;

/** By how the text begins: STL is `solid ... facet`, everything else is taken for OBJ. */
export function meshPoints(text: string, path: string): Vec3[] {
  const isStl = /^\s*solid\b/.test(text) && /\bfacet\b/.test(text.slice(0, 10_000));
  if (!isStl && /[\0\uFFFD]/.test(text.slice(0, 1000)))
    throw new InvalidInputError(path, "a binary file", "is not read: save the mesh as OBJ or as STL in text form");
  const points: Vec3[] = [];
  const known = new Set<string>();
  text.split(/\r\n|\n|\r/).forEach((line, i) => {
    const cells = line.trim().split(/\s+/);
    if (cells[0] !== (isStl ? "vertex" : "v")) return;
    const point = cells.slice(1, 4).map(Number);
    if (point.length < 3 || !point.every(Number.isFinite))
      throw new InvalidInputError(`${path}, line ${i + 1}`, line.trim().slice(0, 60), "is not a corner with three numbers");
    const key = point.join(" ");
    if (known.has(key)) return;
    known.add(key);
    points.push([point[0], point[1], point[2]]);
    if (points.length > MOST_POINTS)
      throw new InvalidInputError(path, points.length, `corners are more than a mesh may have (${MOST_POINTS})`);
  });
  if (points.length < 4)
    throw new InvalidInputError(path, points.length, "corners are too few for a solid (an OBJ has lines `v x y z`, an STL `vertex x y z`)");
  return points;
}
