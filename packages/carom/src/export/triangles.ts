/** Shapes as triangles, for programs that draw: round ones by so many flat sides. Counter-clockwise seen from outside. */
import { convexHull } from "../geometry/convex-hull.js";
import { atan2, cos, sin } from "../math/elementary.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";

type Triple = readonly [number, number, number];

/** A surface of triangles. */
export interface Triangles {
  /** m. */
  readonly points: readonly Triple[];
  /** Three points each, by their place in the list. */
  readonly faces: readonly Triple[];
}

/** Sides of a whole turn, and of a half one from pole to pole. */
const AROUND = 48;
const DOWN = 24;

/** In the axes of the shape. A hollow part is inside and not seen. */
export function trianglesOf(shape: Shape): Triangles {
  if (shape.type === "compound")
    return joined(
      shape.parts
        .filter(({ hollow }) => hollow !== true)
        .map(({ shape: part, position = vec3.ZERO, orientation = quaternion.IDENTITY }) => moved(trianglesOf(part), position, orientation)),
    );
  const { rounding = 0 } = shape;
  switch (shape.type) {
    case "sphere":
      return turned(arc(shape.radius + rounding, 0, 0, Math.PI));
    case "capsule":
      return turned([
        ...arc(shape.radius + rounding, shape.length / 2, 0, Math.PI / 2),
        ...arc(shape.radius + rounding, -shape.length / 2, Math.PI / 2, Math.PI),
      ]);
    case "cylinder":
      return turned(roundedOutline(drum(shape.radius, shape.height), rounding));
    case "rod":
      return turned(roundedOutline(drum(shape.radius, shape.length), rounding));
    case "cone":
      return turned(
        roundedOutline(
          [
            [0, shape.height],
            [shape.radius, 0],
            [0, 0],
          ],
          rounding,
        ),
      );
    case "ellipsoid":
      return rounded(stretched(turned(arc(1, 0, 0, Math.PI)), shape.halfAxes), rounding);
    case "box":
      return rounded(boxOf(shape.size), rounding);
    case "tetrahedron":
      return rounded(tetrahedronOf(shape.vertices), rounding);
    case "mesh":
      return rounded({ points: shape.vertices, faces: shape.triangles }, rounding);
  }
}

const stretched = ({ points, faces }: Triangles, [a, b, c]: Triple): Triangles => ({
  points: points.map(([x, y, z]): Triple => [a * x, b * y, c * z]),
  faces,
});

/** Everything within a radius of a convex solid: the hull of balls about its corners. */
function rounded(surface: Triangles, rounding: number): Triangles {
  if (rounding === 0) return surface;
  const ball = turned(arc(rounding, 0, 0, Math.PI, BALL_DOWN), BALL_AROUND).points;
  const hull = convexHull(surface.points.flatMap((corner) => ball.map((point) => vec3.add(corner, point))));
  return hull === undefined ? surface : { points: hull.vertices, faces: hull.triangles };
}

/** Of the balls at corners, most of which stay inside. */
const BALL_AROUND = 24;
const BALL_DOWN = 12;

/** Turned, then shifted. */
export function moved({ points, faces }: Triangles, position: Triple, orientation: readonly [number, number, number, number]): Triangles {
  const turn = quaternion.normalize(orientation) ?? quaternion.IDENTITY;
  return { points: points.map((point) => vec3.add(position, quaternion.rotate(turn, point))), faces };
}

function joined(parts: readonly Triangles[]): Triangles {
  const points: Triple[] = [];
  const faces: Triple[] = [];
  for (const part of parts) {
    const first = points.length;
    points.push(...part.points);
    for (const [i, j, k] of part.faces) faces.push([first + i, first + j, first + k]);
  }
  return { points, faces };
}

/** Distance from the axis, and height. */
type Outline = readonly (readonly [number, number])[];

/** Part of a circle about a point of the axis, from one angle down from the pole to another. */
function arc(radius: number, height: number, from: number, to: number, down = DOWN): Outline {
  const count = Math.round((down * (to - from)) / Math.PI);
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    const out = angle === 0 || angle === Math.PI ? 0 : radius * sin(angle);
    return [out, height + radius * cos(angle)] as const;
  });
}

const drum = (radius: number, height: number): Outline => [
  [0, height / 2],
  [radius, height / 2],
  [radius, -height / 2],
  [0, -height / 2],
];

/** Everything within a radius of a convex outline: its sides moved out, its corners arcs. */
function roundedOutline(outline: Outline, rounding: number): Outline {
  if (rounding === 0) return outline;
  const angles = outline.slice(1).map(([out, height], i) => {
    const [before, above] = outline[i];
    // Down from the pole, of the way out of this side.
    return atan2(above - height, out - before);
  });
  return outline.flatMap(([out, height], i) => {
    const from = i === 0 ? 0 : angles[i - 1];
    const to = i === angles.length ? Math.PI : angles[i];
    const count = Math.max(1, Math.round((DOWN * (to - from)) / Math.PI));
    return Array.from({ length: count + 1 }, (_, k): readonly [number, number] => {
      const angle = from + ((to - from) * k) / count;
      const reach = angle === 0 || angle === Math.PI ? 0 : rounding * sin(angle);
      return [out + reach, height + rounding * cos(angle)];
    });
  });
}

/** The surface that an outline, from the top of the axis to its foot, draws when it is turned about z. */
function turned(outline: Outline, around = AROUND): Triangles {
  const points: Triple[] = [];
  const faces: Triple[] = [];
  const rings = outline.map(([out, height]) => {
    const first = points.length;
    if (out === 0) points.push([0, 0, height]);
    else
      for (let i = 0; i < around; i++) {
        const angle = (2 * Math.PI * i) / around;
        points.push([out * cos(angle), out * sin(angle), height]);
      }
    return { first, isPoint: out === 0 };
  });
  const at = ({ first, isPoint }: (typeof rings)[number], i: number) => (isPoint ? first : first + (i % around));
  for (let k = 0; k + 1 < rings.length; k++) {
    const [upper, lower] = [rings[k], rings[k + 1]];
    for (let i = 0; i < around; i++) {
      if (!lower.isPoint) faces.push([at(upper, i), at(lower, i), at(lower, i + 1)]);
      if (!upper.isPoint) faces.push([at(upper, i), at(lower, i + 1), at(upper, i + 1)]);
    }
  }
  return { points, faces };
}

function boxOf([x, y, z]: Triple): Triangles {
  const points = Array.from({ length: 8 }, (_, i): Triple => [((i & 1) - 0.5) * x, (((i >> 1) & 1) - 0.5) * y, ((i >> 2) - 0.5) * z]);
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    points,
    faces: sides.flatMap(([a, b, c, d]): Triple[] => [
      [a, b, c],
      [a, c, d],
    ]),
  };
}

/** Whatever the order of its corners. */
function tetrahedronOf(points: readonly Triple[]): Triangles {
  const [a, b, c, d] = points;
  const volume = vec3.dot(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)), vec3.subtract(d, a));
  const faces: Triple[] = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  return { points, faces: volume > 0 ? faces : faces.map(([i, j, k]) => [i, k, j]) };
}
