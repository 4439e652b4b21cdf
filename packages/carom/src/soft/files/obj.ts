/**
 * Surfaces of Wavefront .obj files, for display: vertices and faces, cut into triangles.
 *
 * Texture and normal numbers after a slash, and everything that is neither v nor f, are passed over. Negative numbers count from the last vertex.
 */
import { InvalidInputError } from "../../errors.js";

export interface Surface {
  /** x, y, z of one vertex after the other. */
  readonly vertices: Float64Array;
  /** Three vertices of one triangle after the other. */
  readonly triangles: Int32Array;
}

export function readObj(text: string, path = "obj"): Surface {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const [kind, ...words] = line.trim().split(/\s+/);
    const complain = (expected: string): never => {
      throw new InvalidInputError(`${path}, line ${index + 1}`, line.slice(0, 60), expected);
    };
    if (kind === "v") {
      const xyz = words.slice(0, 3).map(Number);
      if (xyz.length < 3 || xyz.some((value) => !Number.isFinite(value))) complain("does not hold three coordinates");
      vertices.push(...xyz);
    } else if (kind === "f") {
      const count = vertices.length / 3;
      const corners = words.map((word) => {
        const number = Number(word.split("/")[0]);
        const place = number < 0 ? count + number : number - 1;
        if (!(Number.isInteger(place) && place >= 0 && place < count)) complain(`names a vertex that is not there (${count} before it)`);
        return place;
      });
      if (corners.length < 3) complain("has fewer than three corners");
      for (let corner = 1; corner + 1 < corners.length; corner += 1) triangles.push(corners[0], corners[corner], corners[corner + 1]);
    }
  }
  if (triangles.length === 0) throw new InvalidInputError(path, lines.length, "lines hold no face");
  return { vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) };
}

/** A surface of a mesh as .obj text, only the vertices that it uses. */
export function writeObj(nodes: ArrayLike<number>, triangles: Int32Array): string {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const place = new Map(used.map((node, i) => [node, i + 1]));
  const rows = used.map((node) => `v ${nodes[3 * node]} ${nodes[3 * node + 1]} ${nodes[3 * node + 2]}`);
  for (let at = 0; at < triangles.length; at += 3)
    rows.push(`f ${place.get(triangles[at])} ${place.get(triangles[at + 1])} ${place.get(triangles[at + 2])}`);
  return `${rows.join("\n")}\n`;
}
