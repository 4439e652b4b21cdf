/**
 * Ground that is not a plane and not a solid: heights over a grid, or triangles. Surfaces without thickness, met from both sides; they need
 * not be closed.
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";

/** Heights over a grid: column c of row r is at x = c dx, y = r dy. Each cell is two triangles, cut from its first corner to the last. */
export interface HeightField {
  readonly type: "height-field";
  /** z, m: rows along y, each with as many columns along x; at least two of both. */
  readonly heights: readonly (readonly number[])[];
  /** dx and dy, m, > 0. */
  readonly cell: readonly [number, number];
}

/** Triangles, counter-clockwise as seen from above. */
export interface GroundSurface {
  readonly type: "surface";
  /** Corners, m. */
  readonly vertices: readonly Vec3[];
  /** Three places in `vertices` each. */
  readonly triangles: readonly Vec3[];
}

/** Ground that bodies meet by its triangles. */
export type GroundShape = HeightField | GroundSurface;

/** Whether a shape is ground only. */
export function isGroundShape(shape: { readonly type: string }): shape is GroundShape {
  return shape.type === "height-field" || shape.type === "surface";
}

/** The triangles of ground, checked. */
export function groundTriangles(shape: GroundShape, path: string): Pick<GroundSurface, "vertices" | "triangles"> {
  return shape.type === "height-field" ? cellsOf(shape, path) : checked(shape, path);
}

function cellsOf({ heights, cell }: HeightField, path: string): Pick<GroundSurface, "vertices" | "triangles"> {
  cell.forEach((length, i) => {
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`${path}.cell[${i}]`, length, "is not positive");
  });
  if (heights.length < 2) throw new InvalidInputError(`${path}.heights`, heights.length, "rows are too few: at least two are needed");
  const columns = heights[0].length;
  if (columns < 2) throw new InvalidInputError(`${path}.heights[0]`, columns, "columns are too few: at least two are needed");
  heights.forEach((row, r) => {
    if (row.length !== columns)
      throw new InvalidInputError(`${path}.heights[${r}]`, row.length, `is not the number of columns of the first row (${columns})`);
    row.forEach((height, c) => {
      if (!Number.isFinite(height)) throw new InvalidInputError(`${path}.heights[${r}][${c}]`, height, "is not a number");
    });
  });
  const vertices = heights.flatMap((row, r) => row.map((height, c): Vec3 => [c * cell[0], r * cell[1], height]));
  const triangles = heights.slice(1).flatMap((_, r) =>
    Array.from({ length: columns - 1 }, (_unused, c) => r * columns + c).flatMap((at): Vec3[] => [
      [at, at + 1, at + columns + 1],
      [at, at + columns + 1, at + columns],
    ]),
  );
  return { vertices, triangles };
}

function checked({ vertices, triangles }: GroundSurface, path: string): Pick<GroundSurface, "vertices" | "triangles"> {
  vertices.forEach((vertex, i) => {
    if (!vertex.every(Number.isFinite)) throw new InvalidInputError(`${path}.vertices[${i}]`, vertex, "is not a point");
  });
  if (triangles.length === 0) throw new InvalidInputError(`${path}.triangles`, 0, "triangles are no ground");
  triangles.forEach((corners, t) => {
    corners.forEach((corner, k) => {
      if (!(Number.isInteger(corner) && corner >= 0 && corner < vertices.length))
        throw new InvalidInputError(`${path}.triangles[${t}][${k}]`, corner, `is not one of the ${vertices.length} corners`);
    });
  });
  return { vertices, triangles };
}
