/**
 * From two bodies to the mobility and velocity of their contact and back to the bodies, row by row in arrays: what `assembleBodies` does
 * for one contact, without an object for each impact.
 *
 * A body is 17 numbers: mass, three principal moments, position, orientation, velocity, angular velocity; see BODY_NUMBERS.
 */
import { InvalidInputError } from "../errors.js";

/** Numbers of a body and where they begin: kg, kg m^2, m, unit quaternion [x, y, z, w], m/s, rad/s; world axes. */
export const BODY_NUMBERS = { mass: 0, inertia: 1, position: 4, orientation: 7, velocity: 11, angularVelocity: 14, all: 17 } as const;

/** Pairs of bodies that touch at one point each. */
export interface BodyPairs {
  /** How many. */
  readonly count: number;
  /** The contact's first body, 17 numbers for all rows or for each. Absent: it is fixed. */
  readonly first?: ArrayLike<number>;
  /** The second body. Absent: it is fixed. */
  readonly second?: ArrayLike<number>;
  /** Where they touch, m, world axes: three numbers for all rows or for each. */
  readonly point: ArrayLike<number>;
  /** Tangent 1, tangent 2 and normal (into the first body), unit vectors in world axes: nine numbers for all rows or for each. */
  readonly axes: ArrayLike<number>;
}

/** What a law needs of each row. */
export interface PairContacts {
  /** W11, W12, W22, W13, W23, W33: six numbers for each row. */
  readonly mobility: Float64Array;
  /** Tangent 1, tangent 2, normal, m/s: three numbers for each row. */
  readonly velocity: Float64Array;
  /** Of both bodies, J. */
  readonly energy: Float64Array;
  /** Velocity and angular velocity after these impulses (contact components), of both bodies: twelve numbers for each row. */
  readonly after: (impulse: ArrayLike<number>) => Float64Array;
}

/** Numbers kept of each moving body of a row: inverse mass, arm, root of the inverse inertia (9). */
const KEPT = 13;

/** One body of one row: where its numbers stand in the arrays. Written over from row to row. */
interface RowBody {
  readonly body: ArrayLike<number>;
  /** What is kept of the body, KEPT numbers a row. */
  readonly own: Float64Array;
  /** 1 for the contact's first body, -1 for its second. */
  readonly sign: number;
  /** A (arm x axis) of the three axes. */
  readonly turns: Float64Array;
  row: number;
  /** Where the row begins in body, point, axes and own. */
  b: number;
  p: number;
  a: number;
  at: number;
}

/** The contacts of all rows. */
export function pairContacts(pairs: BodyPairs): PairContacts {
  const { count } = pairs;
  checkPairs(pairs);
  const mobility = new Float64Array(6 * count);
  const velocity = new Float64Array(3 * count);
  const energy = new Float64Array(count);
  const sides = rowBodies(pairs);
  for (const side of sides)
    for (let row = 0; row < count; row++) {
      place(side, pairs, row);
      keepBody(side, pairs.point);
      energy[row] += energyOf(side);
      addContact(side, pairs.axes, velocity);
      addMobility(side, pairs.axes, mobility);
    }
  return { mobility, velocity, energy, after: (impulse) => moved(pairs, sides, impulse) };
}

function rowBodies({ count, first, second }: BodyPairs): RowBody[] {
  return [first, second].flatMap((body, i) =>
    body === undefined
      ? []
      : [
          {
            body,
            own: new Float64Array(KEPT * count),
            sign: i === 0 ? 1 : -1,
            turns: new Float64Array(9),
            row: 0,
            b: 0,
            p: 0,
            a: 0,
            at: 0,
          },
        ],
  );
}

function place(side: RowBody, { point, axes }: BodyPairs, row: number): void {
  side.row = row;
  side.b = side.body.length === BODY_NUMBERS.all ? 0 : BODY_NUMBERS.all * row;
  side.p = point.length === 3 ? 0 : 3 * row;
  side.a = axes.length === 9 ? 0 : 9 * row;
  side.at = KEPT * row;
}

function checkPairs({ count, first, second, point, axes }: BodyPairs): void {
  const check = (name: string, values: ArrayLike<number> | undefined, size: number) => {
    if (values !== undefined && values.length !== size && values.length !== size * count)
      throw new InvalidInputError(name, values.length, `numbers are neither ${size} nor ${size * count}`);
  };
  check("first", first, BODY_NUMBERS.all);
  check("second", second, BODY_NUMBERS.all);
  check("point", point, 3);
  check("axes", axes, 9);
  if (first === undefined && second === undefined)
    throw new InvalidInputError("first", first, "is fixed, and so is second: nothing can move");
}

/** Inverse mass, arm, and the matrix A with A^T A the inverse inertia in world axes, row by row. */
function keepBody({ body, b, p, own, at }: RowBody, point: ArrayLike<number>): void {
  own[at] = 1 / body[b];
  own[at + 1] = point[p] - body[b + 4];
  own[at + 2] = point[p + 1] - body[b + 5];
  own[at + 3] = point[p + 2] - body[b + 6];
  const [qx, qy, qz, qw] = [body[b + 7], body[b + 8], body[b + 9], body[b + 10]];
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
  const [x, y, z, w] = [qx / length, qy / length, qz / length, qw / length];
  const r1 = 1 / Math.sqrt(body[b + 1]);
  const r2 = 1 / Math.sqrt(body[b + 2]);
  const r3 = 1 / Math.sqrt(body[b + 3]);
  own[at + 4] = r1 * (1 - 2 * (y * y + z * z));
  own[at + 5] = r1 * (2 * (x * y + z * w));
  own[at + 6] = r1 * (2 * (x * z - y * w));
  own[at + 7] = r2 * (2 * (x * y - z * w));
  own[at + 8] = r2 * (1 - 2 * (x * x + z * z));
  own[at + 9] = r2 * (2 * (y * z + x * w));
  own[at + 10] = r3 * (2 * (x * z + y * w));
  own[at + 11] = r3 * (2 * (y * z - x * w));
  own[at + 12] = r3 * (1 - 2 * (x * x + y * y));
}

/** (m v^2 + sum J_k (e_k . w)^2) / 2; row k of the root is e_k / sqrt(J_k). */
function energyOf({ body, b, own, at }: RowBody): number {
  const [vx, vy, vz] = [body[b + 11], body[b + 12], body[b + 13]];
  const [wx, wy, wz] = [body[b + 14], body[b + 15], body[b + 16]];
  let rotation = 0;
  for (let k = 0; k < 3; k++) {
    const spin = body[b + 1 + k] * (own[at + 4 + 3 * k] * wx + own[at + 5 + 3 * k] * wy + own[at + 6 + 3 * k] * wz);
    rotation += spin * spin;
  }
  return 0.5 * (body[b] * (vx * vx + vy * vy + vz * vz) + rotation);
}

/** Adds the body's part of the contact velocity, and leaves A (arm x axis) of the three axes in `turns`. */
function addContact({ body, b, a, own, at, turns, sign, row }: RowBody, axes: ArrayLike<number>, velocity: Float64Array): void {
  const [rx, ry, rz] = [own[at + 1], own[at + 2], own[at + 3]];
  const [wx, wy, wz] = [body[b + 14], body[b + 15], body[b + 16]];
  const ux = body[b + 11] + (wy * rz - wz * ry);
  const uy = body[b + 12] + (wz * rx - wx * rz);
  const uz = body[b + 13] + (wx * ry - wy * rx);
  for (let k = 0; k < 3; k++) {
    const [dx, dy, dz] = [axes[a + 3 * k], axes[a + 3 * k + 1], axes[a + 3 * k + 2]];
    velocity[3 * row + k] += sign * (dx * ux + dy * uy + dz * uz);
    const [tx, ty, tz] = [ry * dz - rz * dy, rz * dx - rx * dz, rx * dy - ry * dx];
    for (let i = 0; i < 3; i++) turns[3 * k + i] = own[at + 4 + 3 * i] * tx + own[at + 5 + 3 * i] * ty + own[at + 6 + 3 * i] * tz;
  }
}

/** Row by row of the upper triangle's columns: W11, W12, W22, W13, W23, W33. */
function addMobility({ own, at, a, turns, row }: RowBody, axes: ArrayLike<number>, mobility: Float64Array): void {
  for (let j = 0, entry = 6 * row; j < 3; j++)
    for (let i = 0; i <= j; i++, entry++) {
      const [m, n] = [a + 3 * i, a + 3 * j];
      const along = axes[m] * axes[n] + axes[m + 1] * axes[n + 1] + axes[m + 2] * axes[n + 2];
      const turned = turns[3 * i] * turns[3 * j] + turns[3 * i + 1] * turns[3 * j + 1] + turns[3 * i + 2] * turns[3 * j + 2];
      mobility[entry] += own[at] * along + turned;
    }
}

function moved(pairs: BodyPairs, sides: readonly RowBody[], impulse: ArrayLike<number>): Float64Array {
  const after = new Float64Array(12 * pairs.count);
  for (const side of sides)
    for (let row = 0; row < pairs.count; row++) {
      place(side, pairs, row);
      moveBody(side, pairs.axes, impulse, after);
    }
  return after;
}

function moveBody(
  { body, b, a, own, at, sign, row }: RowBody,
  axes: ArrayLike<number>,
  impulse: ArrayLike<number>,
  after: Float64Array,
): void {
  const [p1, p2, p3] = [sign * impulse[3 * row], sign * impulse[3 * row + 1], sign * impulse[3 * row + 2]];
  const px = p1 * axes[a] + p2 * axes[a + 3] + p3 * axes[a + 6];
  const py = p1 * axes[a + 1] + p2 * axes[a + 4] + p3 * axes[a + 7];
  const pz = p1 * axes[a + 2] + p2 * axes[a + 5] + p3 * axes[a + 8];
  const [rx, ry, rz] = [own[at + 1], own[at + 2], own[at + 3]];
  const [tx, ty, tz] = [ry * pz - rz * py, rz * px - rx * pz, rx * py - ry * px];
  const out = 12 * row + (sign === 1 ? 0 : 6);
  after[out] = body[b + 11] + own[at] * px;
  after[out + 1] = body[b + 12] + own[at] * py;
  after[out + 2] = body[b + 13] + own[at] * pz;
  const s1 = own[at + 4] * tx + own[at + 5] * ty + own[at + 6] * tz;
  const s2 = own[at + 7] * tx + own[at + 8] * ty + own[at + 9] * tz;
  const s3 = own[at + 10] * tx + own[at + 11] * ty + own[at + 12] * tz;
  after[out + 3] = body[b + 14] + (own[at + 4] * s1 + own[at + 7] * s2 + own[at + 10] * s3);
  after[out + 4] = body[b + 15] + (own[at + 5] * s1 + own[at + 8] * s2 + own[at + 11] * s3);
  after[out + 5] = body[b + 16] + (own[at + 6] * s1 + own[at + 9] * s2 + own[at + 12] * s3);
}
