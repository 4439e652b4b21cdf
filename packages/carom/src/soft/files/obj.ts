/**
 * Surfaces of Wavefront .obj files, for display: vertices and faces, cut into triangles.
 *
 * Texture and normal numbers after a slash, and everything that is neither v nor f, are passed over. Negative numbers count from the last
 * vertex. A line may go on in the next one after a backslash.
 */
import { InvalidInputError, shownLine } from "../../errors.js";

/** A surface of triangles. */
export interface Surface {
  /** x, y, z of one vertex after the other. */
  readonly vertices: Float64Array;
  /** Three vertices of one triangle after the other. */
  readonly triangles: Int32Array;
}

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const WHOLE = /^-?\d+$/;

/** Reads a surface; `scale` makes metres of its unit of length. */
export function readObj(text: string, path = "obj", scale = 1): Surface {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    const number = index + 1;
    let line = lines[index];
    while (line.endsWith("\\") && index + 1 < lines.length) {
      index += 1;
      line = `${line.slice(0, -1)} ${lines[index]}`;
    }
    const [kind, ...words] = line.trim().split(/\s+/);
    const complain = (expected: string): never => {
      throw new InvalidInputError(`${path}, line ${number}`, shownLine(words.join(" ")), expected);
    };
    if (kind === "v") {
      const xyz = words.slice(0, 3).map((word) => (DECIMAL.test(word) ? scale * Number(word) : Number.NaN));
      if (xyz.length < 3 || !xyz.every(Number.isFinite)) complain("is a vertex without three coordinates");
      vertices.push(xyz[0], xyz[1], xyz[2]);
    } else if (kind === "f") {
      const count = vertices.length / 3;
      const corners = words.map((word) => {
        const [first] = word.split("/");
        const place = WHOLE.test(first) ? (first.startsWith("-") ? count : -1) + Number(first) : -1;
        if (!(place >= 0 && place < count)) complain(`is a face with a vertex that is not there (${count} before it)`);
        return place;
      });
      if (corners.length < 3) complain("is a face of fewer than three corners");
      for (let corner = 1; corner + 1 < corners.length; corner += 1) triangles.push(corners[0], corners[corner], corners[corner + 1]);
    }
  }
  if (triangles.length === 0) throw new InvalidInputError(path, lines.length, "lines hold no face: this is no surface of Wavefront (.obj)");
  return { vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) };
}

/** A surface as .obj text, all its vertices in their order. */
export function writeSurface({ vertices, triangles }: Surface): string {
  const rows: string[] = [];
  for (let at = 0; at < vertices.length; at += 3) rows.push(`v ${vertices[at]} ${vertices[at + 1]} ${vertices[at + 2]}`);
  for (let at = 0; at < triangles.length; at += 3) rows.push(`f ${triangles[at] + 1} ${triangles[at + 1] + 1} ${triangles[at + 2] + 1}`);
  return `${rows.join("\n")}\n`;
}

/** A surface of a mesh as .obj text, only the nodes that it uses. */
export function writeObj(nodes: ArrayLike<number>, triangles: Int32Array): string {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const place = new Map(used.map((node, i) => [node, i]));
  return writeSurface({
    vertices: Float64Array.from(used.flatMap((node) => [nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2]])),
    triangles: triangles.map((node) => place.get(node) as number),
  });
}
