/**
 * Shapes with a ball rolled all around them: the thicker ball, capsule or rod; solids with flat faces (rounded-solid.ts); and
 *
 *     cylinder, cone   solids of revolution whose profile is straight pieces and arcs: V = pi int R^2 dz, second moments pi/4 int R^4 dz
 *                      across and pi int R^2 z^2 dz along, by rules that are exact to rounding for such arcs
 *     ellipsoid        itself and a shell, int int f(x + h n) (1 + 2 H h + K h^2) dA dh; with p the distance of the tangent plane from the
 *                      middle K = p^4 / (a b c)^2, H = p^3 (a^2 + b^2 + c^2 - |x|^2) / (2 (a b c)^2), dA = a b c / p for each part of the
 *                      unit ball that is stretched to it
 *
 * Letters: R radius of the profile at height z, n normal, H and K mean and Gaussian curvature, a, b, c half axes.
 */
import { InvalidInputError } from "../../errors.js";
import { atan2, cos, sin } from "../../math/elementary.js";
import * as mat3 from "../../math/mat3.js";
import { gaussLegendre } from "../../math/quadrature.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Distribution } from "./distribution.js";
import { uniform } from "./distribution.js";
import { roundedSolid, type TriangleSolid } from "./rounded-solid.js";
import type { Box, Compound, Cone, Cylinder, Ellipsoid, Shape, Tetrahedron } from "./shape.js";

/** @param sharp the shape's distribution without its rounding, of what that is */
export function withRounding(
  shape: Exclude<Shape, Compound>,
  sharp: (without: Exclude<Shape, Compound>, path: string) => Distribution,
  path: string,
): Distribution {
  const { rounding = 0, ...rest } = shape;
  const plain = rest as typeof shape;
  if (!(typeof rounding === "number" && rounding >= 0 && rounding < Infinity))
    throw new InvalidInputError(`${path}.rounding`, rounding, "is not a length");
  const solid = sharp(plain, path);
  if (rounding === 0) return solid;
  switch (plain.type) {
    case "sphere":
    case "capsule":
    case "rod":
      return sharp({ ...plain, radius: plain.radius + rounding }, path);
    case "box":
      return roundedSolid(boxTriangles(plain), rounding, solid, `${path}.rounding`);
    case "tetrahedron":
      return roundedSolid(tetrahedronTriangles(plain), rounding, solid, `${path}.rounding`);
    case "mesh":
      return roundedSolid(plain, rounding, solid, `${path}.rounding`);
    case "cylinder":
      return roundedCylinder(plain, rounding);
    case "cone":
      return roundedCone(plain, rounding);
    case "ellipsoid":
      return roundedEllipsoid(plain, rounding, solid);
  }
}

/** Two triangles for each face. */
function boxTriangles({ size }: Box): TriangleSolid {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((i): Vec3 => {
    const side = (bit: number, length: number) => (i & bit ? length : -length) / 2;
    return [side(1, size[0]), side(2, size[1]), side(4, size[2])];
  });
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = faces.flatMap(([a, b, c, d]): Vec3[] => [
    [a, b, c],
    [a, c, d],
  ]);
  return { vertices, triangles };
}

function tetrahedronTriangles({ vertices }: Tetrahedron): TriangleSolid {
  const [a, b, c, d] = vertices;
  const isRightHanded = vec3.dot(vec3.subtract(d, a), vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) > 0;
  const triangles: readonly Vec3[] = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  return { vertices, triangles: isRightHanded ? triangles : triangles.map(([p, q, r]): Vec3 => [p, r, q]) };
}

/** A piece of a profile from the bottom up: radius and height at 0 to 1, and the rate of the height. */
type ProfilePiece = (t: number) => readonly [number, number, number];

/** Points of the rule for each piece: arcs of up to half a turn, to the fourth power. */
const POINTS = 24;

/** The solid inside of a profile that is turned about z. */
function revolved(pieces: readonly ProfilePiece[]): Distribution {
  const rule = gaussLegendre(POINTS);
  const sums = [0, 0, 0, 0];
  for (const piece of pieces)
    rule.nodes.forEach((node, k) => {
      const [radius, height, rate] = piece(0.5 + 0.5 * node);
      const part = 0.5 * rule.weights[k] * Math.PI * radius * radius * rate;
      sums[0] += part;
      sums[1] += part * height;
      sums[2] += part * height * height;
      sums[3] += (part * radius * radius) / 4;
    });
  const [volume, first, along, across] = sums;
  const centre = first / volume;
  const second = mat3.diagonal([across / volume, across / volume, along / volume - centre * centre]);
  return uniform(volume, [0, 0, centre], second);
}

function line([r0, z0]: readonly [number, number], [r1, z1]: readonly [number, number]): ProfilePiece {
  return (t) => [r0 + t * (r1 - r0), z0 + t * (z1 - z0), z1 - z0];
}

/** About a point of the profile, from one angle above the horizontal to another. */
function arc(middle: readonly [number, number], radius: number, from: number, to: number): ProfilePiece {
  return (t) => {
    const angle = from + t * (to - from);
    return [middle[0] + radius * cos(angle), middle[1] + radius * sin(angle), radius * cos(angle) * (to - from)];
  };
}

function roundedCylinder({ radius, height }: Cylinder, r: number): Distribution {
  const half = height / 2;
  return revolved([
    arc([radius, -half], r, -Math.PI / 2, 0),
    line([radius + r, -half], [radius + r, half]),
    arc([radius, half], r, 0, Math.PI / 2),
  ]);
}

function roundedCone({ radius, height }: Cone, r: number): Distribution {
  // The side leans back by the half angle: so much above the horizontal its normal points.
  const lean = atan2(radius, height);
  const [x, z] = [r * cos(lean), r * sin(lean)];
  return revolved([
    arc([radius, 0], r, -Math.PI / 2, lean),
    line([radius + x, z], [x, height + z]),
    arc([0, height], r, lean, Math.PI / 2),
  ]);
}

/** Directions in each angle at first, at most, and the part by which the last two answers may differ. */
const FIRST = 16;
const MOST = 1024;
const AGREED = 1e-13;

function roundedEllipsoid({ halfAxes }: Ellipsoid, r: number, solid: Distribution): Distribution {
  let before = shellOf(halfAxes, r, FIRST);
  for (let count = 2 * FIRST; count <= MOST; count *= 2) {
    const sums = shellOf(halfAxes, r, count);
    const isAgreed = sums.every((value, i) => Math.abs(value - before[i]) <= AGREED * Math.abs(value));
    before = sums;
    if (isAgreed) break;
  }
  const volume = solid.volume + before[0];
  const moment = (i: number) => (solid.secondMoment[4 * i] + before[1 + i]) / volume;
  return uniform(volume, vec3.ZERO, mat3.diagonal([moment(0), moment(1), moment(2)]));
}

/** Volume and second moments of the shell, over an eighth of the ball by symmetry. */
function shellOf(a: Vec3, r: number, count: number): number[] {
  const rule = gaussLegendre(count);
  const product = a[0] * a[1] * a[2];
  const squares = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
  const sums = [0, 0, 0, 0];
  rule.nodes.forEach((node, k) => {
    const z = 0.5 + 0.5 * node;
    const across = Math.sqrt(1 - z * z);
    for (let j = 0; j < count; j++) {
      const angle = ((j + 0.5) * Math.PI) / (2 * count);
      const u: Vec3 = [across * cos(angle), across * sin(angle), z];
      const x: Vec3 = [a[0] * u[0], a[1] * u[1], a[2] * u[2]];
      const steep: Vec3 = [u[0] / a[0], u[1] / a[1], u[2] / a[2]];
      const p = 1 / vec3.norm(steep);
      const gaussian = (p * p * p * p) / (product * product);
      const mean = (p * p * p * (squares - vec3.dot(x, x))) / (2 * product * product);
      const area = (8 * 0.5 * rule.weights[k] * (Math.PI / (2 * count)) * product) / p;
      const inner = r + mean * r * r + (gaussian * r * r * r) / 3;
      sums[0] += area * inner;
      for (let i = 0; i < 3; i++) {
        const n = p * steep[i];
        const crossed = (r * r) / 2 + (2 * mean * r * r * r) / 3 + (gaussian * r * r * r * r) / 4;
        const outer = (r * r * r) / 3 + (mean * r * r * r * r) / 2 + (gaussian * r * r * r * r * r) / 5;
        sums[1 + i] += area * (x[i] * x[i] * inner + 2 * x[i] * n * crossed + n * n * outer);
      }
    }
  });
  return sums;
}
