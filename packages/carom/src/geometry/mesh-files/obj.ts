/**
 * OBJ: corners `v x y z` and faces `f a b c ...` of their numbers from 1, negative ones from the last back; `a/t/n` has the corner first.
 * Faces of more than three corners are cut (cut-polygon.ts). A line may end in a comment (`#`), or in a backslash and go on in the next.
 * Everything else is about looks.
 */
import { InvalidInputError } from "../../errors.js";
import { checkCorners, eachLine, textOf } from "./bytes.js";
import { createFaces } from "./cut-polygon.js";
import type { TriangleSurface } from "./surface.js";

export function readObj(file: Uint8Array | string, name: string): TriangleSurface {
  const points: number[] = [];
  const faces = createFaces();
  let begun = "";
  eachLine(textOf(file), (piece, number) => {
    const rest = /\\\s*$/.exec(piece);
    if (rest !== null) {
      begun += `${piece.slice(0, rest.index)} `;
      return;
    }
    const line = begun + piece;
    begun = "";
    const hash = line.indexOf("#");
    const said = hash < 0 ? line : line.slice(0, hash);
    const kind = said.charCodeAt(0) === 32 || said.charCodeAt(0) === 9 ? said.trimStart() : said;
    if (/^v\s/.test(kind)) {
      const cells = kind.trim().split(/\s+/);
      const at = cells.slice(1, 4).map(Number);
      if (at.length < 3 || !at.every(Number.isFinite)) fail(number, line, "is not a corner with three numbers");
      points.push(at[0], at[1], at[2]);
      checkCorners(points.length / 3, name);
    } else if (/^f\s/.test(kind)) {
      const corners = kind.trim().split(/\s+/).slice(1).map(placeOf);
      if (corners.length < 3 || corners.some((corner) => !Number.isInteger(corner) || corner < 0))
        fail(number, line, "is not a face of three corners or more");
      faces.add(corners);
      checkCorners(faces.count() / 2, name);
    }
  });
  if (points.length === 0)
    throw new InvalidInputError(name, "a text without corners", "is not a mesh that is known: STL, OBJ, PLY, glTF or COLLADA");
  return { points: Float64Array.from(points), triangles: Uint32Array.from(faces.cut(points)) };

  function placeOf(cell: string): number {
    const given = Number.parseInt(cell, 10);
    return given < 0 ? points.length / 3 + given : given - 1;
  }

  function fail(number: number, line: string, expected: string): never {
    throw new InvalidInputError(`${name}, line ${number}`, line.trim().slice(0, 60), expected);
  }
}
