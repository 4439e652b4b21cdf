/** Lines and circles that stand for a shape where it is drawn from the side. */
import { vec3 } from "carom/math";
import type { Shape } from "carom/mechanics";

type Vec3 = vec3.Vec3;

export interface ShapeOutline {
  readonly lines: readonly (readonly Vec3[])[];
  readonly circles: readonly { readonly centre: Vec3; readonly radius: number }[];
}

/** In the shape's axes, its origin at a place. */
export function outlineOfShape(shape: Shape | undefined, at: Vec3): ShapeOutline {
  const moved = (points: readonly Vec3[]) => points.map((point): Vec3 => vec3.add(at, point));
  switch (shape?.type) {
    case undefined:
      return { lines: [], circles: [] };
    case "sphere":
      return { lines: [], circles: [{ centre: at, radius: shape.radius + (shape.rounding ?? 0) }] };
    case "rod":
    case "capsule":
      return {
        lines: [
          moved([
            [0, 0, -shape.length / 2],
            [0, 0, shape.length / 2],
          ]),
        ],
        circles: [],
      };
    case "box": {
      const [a, b, c] = shape.size.map((size) => size / 2) as unknown as Vec3;
      const edge = (i: number, j: number, k: number): Vec3 => [i * a, j * b, k * c];
      return {
        lines: [-1, 1].map((j) => moved([edge(-1, j, -1), edge(1, j, -1), edge(1, j, 1), edge(-1, j, 1), edge(-1, j, -1)])),
        circles: [],
      };
    }
    case "ellipsoid": {
      // The two outlines that hold the axis that is seen from the side most often.
      const [a, b, c] = shape.halfAxes;
      const turns = Array.from({ length: 33 }, (_, i) => (i * Math.PI) / 16);
      return {
        lines: [
          moved(turns.map((turn): Vec3 => [a * Math.cos(turn), 0, c * Math.sin(turn)])),
          moved(turns.map((turn): Vec3 => [0, b * Math.cos(turn), c * Math.sin(turn)])),
        ],
        circles: [],
      };
    }
    default:
      return { lines: [], circles: [{ centre: at, radius: 0 }] };
  }
}
