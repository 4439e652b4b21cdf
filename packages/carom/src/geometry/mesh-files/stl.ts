/**
 * STL: triangles with three corners each, as text (`vertex x y z`) or binary (a head of 80 bytes, their number, 50 bytes for each: normal,
 * corners, two more). Normals are passed over: the order of the corners says the same.
 */
import { InvalidInputError } from "../../errors.js";
import { bytesOf, checkCorners, eachLine, textOf } from "./bytes.js";
import type { TriangleSurface } from "./surface.js";

export function readBinaryStl(file: Uint8Array | string, name: string): TriangleSurface {
  const { view } = bytesOf(file);
  const count = view.byteLength < 84 ? 0 : view.getUint32(80, true);
  checkCorners(3 * count, name);
  const points = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) for (let k = 0; k < 9; k++) points[9 * t + k] = view.getFloat32(84 + 50 * t + 12 + 4 * k, true);
  return { points, triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

export function readTextStl(file: Uint8Array | string, name: string): TriangleSurface {
  const points: number[] = [];
  let ended = false;
  eachLine(textOf(file), (line, number) => {
    const cells = line.trim().split(/\s+/);
    ended ||= /^end\s*solid/i.test(line.trim());
    if (cells[0].toLowerCase() !== "vertex") return;
    if (cells.length < 4 || cells.slice(1, 4).some((cell) => !Number.isFinite(Number(cell))))
      throw new InvalidInputError(`${name}, line ${number}`, line.trim().slice(0, 60), "is not a corner with three numbers");
    points.push(Number(cells[1]), Number(cells[2]), Number(cells[3]));
    checkCorners(points.length / 3, name);
  });
  if (!ended) throw new InvalidInputError(name, "a text of triangles", "has no endsolid: the file is cut short");
  // Corners that are left over belong to no triangle; whether what there are close is asked by who needs a solid.
  return { points: Float64Array.from(points), triangles: Uint32Array.from({ length: 3 * Math.floor(points.length / 9) }, (_, i) => i) };
}
