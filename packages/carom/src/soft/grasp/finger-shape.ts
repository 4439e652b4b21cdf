/**
 * Fingers as surfaces with a signed distance: one or more boxes with rounded edges, fixed to each other.
 *
 * A box of half sizes h, rounded by r, is all points nearer than r to its core |x_i| <= h_i. A ball has no core, a cylinder (with round
 * ends) a line for one, a pad a box; a groove is two pads that open towards the body. With v the way from the core to a point,
 *
 *     gap = |v| - r        n = v / |v|        dn/dx = (P - n n^T) / |v|,   P the axes along which the point is outside the core
 *
 * In the frame of a finger x is the way in which it closes and z is up; every shape begins at x = 0 and lies behind it.
 *
 * Letters: h halfSize, r rounding, n normal.  Source: signed distances are elementary; 000 section 6.2 has balls only.
 */
import { InvalidInputError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import { addScaled, cross, dot, norm, normalize, type Vec3 } from "../../math/vec3.js";

/** The form of a finger, by its type. */
export type FingerShape =
  | { readonly type: "ball"; readonly radius: number }
  /** Flat: thickness along the way in which it closes, then width and height; `rounding` of its edges, m. */
  | { readonly type: "pad"; readonly size: Vec3; readonly rounding: number }
  /** Upright, with round ends; `length` between their centres. */
  | { readonly type: "cylinder"; readonly radius: number; readonly length: number }
  /** Two pads that open towards the body by an angle, rad; its edge is upright. */
  | { readonly type: "groove"; readonly angle: number; readonly size: Vec3; readonly rounding: number };

/** Where a finger stands and how it is turned. */
export interface FingerFrame {
  /** Unit, the way in which it closes. */
  readonly direction: Vec3;
  /** What is up for it; any vector that is not along `direction`. Default z, or x where that is along it. */
  readonly up?: Vec3;
  /** About the way in which it closes, rad. */
  readonly roll?: number;
  /** About its own y, after the roll, rad: a pad that is not square to its way. */
  readonly tilt?: number;
}

/** A box with rounded edges at a place of its finger. */
export interface RoundedBox {
  /** Of the core, m. */
  readonly half: Vec3;
  /** m. */
  readonly rounding: number;
  /** Of the centre from the finger's point, m. */
  readonly offset: Vec3;
  /** Unit vectors of its own x, y, z. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
}

/** The boxes of a finger in the world, seen from its point. */
export function fingerBoxes(shape: FingerShape, frame: FingerFrame, path = "finger"): RoundedBox[] {
  const axes = axesOf(frame, path);
  const place = (local: Vec3): Vec3 => axes.reduce<Vec3>((sum, axis, i) => addScaled(sum, axis, local[i]), [0, 0, 0]);
  const above = (name: string, value: number) => {
    if (!(value > 0 && value < Infinity)) throw new InvalidInputError(`${path}.shape.${name}`, value, "is not a number above 0");
  };
  switch (shape.type) {
    case "ball":
      above("radius", shape.radius);
      return [{ half: [0, 0, 0], rounding: shape.radius, offset: place([-shape.radius, 0, 0]), axes }];
    case "cylinder":
      above("radius", shape.radius);
      above("length", shape.length);
      return [{ half: [0, 0, shape.length / 2], rounding: shape.radius, offset: place([-shape.radius, 0, 0]), axes }];
    case "pad":
      return [padOf(shape.size, shape.rounding, place([-shape.size[0] / 2, 0, 0]), axes, path)];
    case "groove": {
      const { angle, size } = shape;
      if (!(angle > 0 && angle < Math.PI)) throw new InvalidInputError(`${path}.shape.angle`, angle, "is not between 0 and pi");
      const [s, c] = [sin(angle / 2), cos(angle / 2)];
      // Flanks from the edge at (-depth, 0) outward; their faces look to the middle.
      const depth = size[1] * c;
      return [1, -1].map((side) => {
        const own: readonly [Vec3, Vec3, Vec3] = [place([s, -side * c, 0]), place([c, side * s, 0]), axes[2]];
        const middle: Vec3 = [-depth + (size[1] / 2) * c, (side * size[1] * s) / 2, 0];
        return padOf(size, shape.rounding, addScaled(place(middle), own[0], -size[0] / 2), own, path);
      });
    }
  }
}

function padOf(size: Vec3, rounding: number, offset: Vec3, axes: RoundedBox["axes"], path: string): RoundedBox {
  const least = Math.min(...size);
  if (!(least > 0 && norm(size) < Infinity)) throw new InvalidInputError(`${path}.shape.size`, size, "is not three numbers above 0");
  if (!(rounding > 0 && rounding <= least / 2))
    throw new InvalidInputError(`${path}.shape.rounding`, rounding, `is not above 0 and at most ${least / 2} m, half the least side`);
  return { half: [size[0] / 2 - rounding, size[1] / 2 - rounding, size[2] / 2 - rounding], rounding, offset, axes };
}

function axesOf({ direction, up, roll = 0, tilt = 0 }: FingerFrame, path: string): [Vec3, Vec3, Vec3] {
  const x = normalize(direction);
  if (x === undefined) throw new InvalidInputError(`${path}.direction`, direction, "has no direction");
  const wanted: Vec3 = up ?? (Math.abs(x[2]) < 0.99 ? [0, 0, 1] : [1, 0, 0]);
  const z = normalize(addScaled(wanted, x, -dot(wanted, x)));
  if (z === undefined) throw new InvalidInputError(`${path}.up`, up, "is along the direction of the finger, or nothing");
  const y = cross(z, x);
  const turned = (a: Vec3, b: Vec3, angle: number): [Vec3, Vec3] => [
    addScaled([a[0] * cos(angle), a[1] * cos(angle), a[2] * cos(angle)], b, sin(angle)),
    addScaled([b[0] * cos(angle), b[1] * cos(angle), b[2] * cos(angle)], a, -sin(angle)),
  ];
  const [rolledY, rolledZ] = turned(y, z, roll);
  const [tiltedZ, tiltedX] = turned(rolledZ, x, tilt);
  return [tiltedX, rolledY, tiltedZ];
}

/** Distance, normal and its derivative at a point. */
export interface SurfacePoint {
  /** m, negative inside. */
  gap: number;
  /** Unit, away from the surface. */
  readonly normal: Float64Array;
  /** Derivative of the normal, 3 x 3, 1/m. */
  readonly bend: Float64Array;
}

export const surfacePoint = (): SurfacePoint => ({ gap: Infinity, normal: new Float64Array(3), bend: new Float64Array(9) });

/** The nearest box of a finger, whose point is at `x - centre`; fills `out`. */
export function nearestBox(boxes: readonly RoundedBox[], x: number, y: number, z: number, out: SurfacePoint): void {
  out.gap = Infinity;
  for (const box of boxes) boxPoint(box, x, y, z, out);
}

const OWN = [0, 1, 2] as const;

/** Fills `out` where the box is nearer than what is there. */
function boxPoint({ half, rounding, offset, axes }: RoundedBox, x: number, y: number, z: number, out: SurfacePoint): void {
  const from: Vec3 = [x - offset[0], y - offset[1], z - offset[2]];
  const own = [0, 0, 0];
  const outside = [0, 0, 0];
  let square = 0;
  let deepest = 0;
  for (const i of OWN) {
    own[i] = dot(from, axes[i]);
    const beyond = Math.abs(own[i]) - half[i];
    if (beyond > 0) outside[i] = own[i] > 0 ? beyond : -beyond;
    square += outside[i] * outside[i];
    if (beyond > Math.abs(own[deepest]) - half[deepest]) deepest = i;
  }
  const inCore = square === 0;
  const distance = inCore ? Math.abs(own[deepest]) - half[deepest] : Math.sqrt(square);
  if (!(distance - rounding < out.gap)) return;
  out.gap = distance - rounding;
  const { normal, bend } = out;
  normal.fill(0);
  bend.fill(0);
  for (const i of OWN) {
    const part = inCore ? (i === deepest ? (own[i] < 0 ? -1 : 1) : 0) : outside[i] / distance;
    for (const k of OWN) normal[k] += part * axes[i][k];
  }
  if (inCore) return;
  for (const i of OWN)
    if (outside[i] !== 0) for (const j of OWN) for (const k of OWN) bend[3 * j + k] += (axes[i][j] * axes[i][k]) / distance;
  for (const j of OWN) for (const k of OWN) bend[3 * j + k] -= (normal[j] * normal[k]) / distance;
}
