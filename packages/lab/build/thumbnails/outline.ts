/** The outline of a shape seen along one axis. */
import type { Shape } from "carom/mechanics";
import type { Point } from "./drawing.js";

type Triple = readonly [number, number, number];
type Turn = readonly [number, number, number, number];

export function rotate([x, y, z, w]: Turn, [a, b, c]: Triple): Triple {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

const ring = (radius: number, z: number): Triple[] =>
  Array.from({ length: 20 }, (_, i) => [radius * Math.cos((i * Math.PI) / 10), radius * Math.sin((i * Math.PI) / 10), z]);

const signs = [-1, 1];

/** Points whose hull is the shape, or nearly; in the shape's axes. */
export function hullPoints(shape: Shape): Triple[] {
  switch (shape.type) {
    case "sphere":
      return [0, 0.5, 0.87].flatMap((part) =>
        signs.flatMap((sign) => ring(shape.radius * Math.sqrt(1 - part * part), sign * part * shape.radius)),
      );
    case "box":
      return signs.flatMap((i) =>
        signs.flatMap((j) => signs.map((k): Triple => [(i * shape.size[0]) / 2, (j * shape.size[1]) / 2, (k * shape.size[2]) / 2])),
      );
    case "cylinder":
      return [...ring(shape.radius, shape.height / 2), ...ring(shape.radius, -shape.height / 2)];
    case "rod":
      return [...ring(shape.radius, shape.length / 2), ...ring(shape.radius, -shape.length / 2)];
    case "cone":
      return [...ring(shape.radius, 0), [0, 0, shape.height]];
    case "capsule":
      return signs.flatMap((sign) =>
        [0, 0.5, 0.87, 1].flatMap((part) =>
          ring(shape.radius * Math.sqrt(1 - part * part), sign * (shape.length / 2 + part * shape.radius)),
        ),
      );
    case "ellipsoid":
      return hullPoints({ type: "sphere", radius: 1 }).map(([x, y, z]): Triple => {
        const [a, b, c] = shape.halfAxes;
        return [a * x, b * y, c * z];
      });
    case "compound":
      return shape.parts.flatMap(({ shape: part, position = [0, 0, 0], orientation = [0, 0, 0, 1] }) =>
        hullPoints(part).map((point): Triple => {
          const [a, b, c] = rotate(orientation, point);
          return [a + position[0], b + position[1], c + position[2]];
        }),
      );
    default:
      return [...shape.vertices];
  }
}

/** Convex hull of points in the plane, counter-clockwise (Andrew). */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of list) {
      while (kept.length > 1) {
        const [a, b] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
