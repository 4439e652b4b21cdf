/**
 * The contacts that push together in one stage of a multi-point impact, as flat arrays, and the rows by which their impulses are shared.
 *
 * Two points i and r of a rigid body keep their distance: along the line between them, eta = (r_r - r_i)/|r_r - r_i|, their velocities
 * agree,
 *
 *     eta . (v_r - v_i) = 0                    the velocity row: + eta in the axes of r, - eta in the axes of i
 *
 * The model postulates the same row for the impulses, one for each contact besides a reference contact r. This is a choice, not a law of
 * mechanics: a rigid body does not say how it shares its load. If the two normals oppose each other along eta (floor and wall), a ball in a
 * frictionless corner would be pulled, so a normal coefficient has to change its sign. With c = eta . n and T the tangential terms,
 *
 *     that of i, as in the source:    T_r - T_i + |c_r| p_r - |c_i| p_i = 0
 *     that of r:                      T_i - T_r + |c_r| p_r - |c_i| p_i = 0
 *
 * and the answer depends on whose it is. The symmetric rule takes their mean, |c_r| p_r = |c_i| p_i, in which only the normals are left and
 * which no friction can turn into a pull. It has such a row for every two contacts on different planes, more than can be satisfied by more
 * than a few contacts, and takes the impulses that come closest (all-pairs.ts). Between two planes whose body lies on the inner side of
 * both, floor and wall, normals always oppose each other, and the shares are a matter of geometry alone. On one plane all references say
 * the same, and the rows with one of them are kept as they are.
 *
 * Letters of 004: eta line, w sharing row, M mobility, mu_k mu_s friction.
 * Source: 004 eq. (3.23)-(3.25), (5.15)-(5.17), App. A; the source's rule for opposing normals was found from its one published corner
 * (Fig. 4.10); the symmetric one is ours.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { createDirectionWork, type DirectionWork } from "./direction.js";

export interface Touching {
  readonly dimension: 2 | 3;
  /** How many contacts there are. */
  readonly count: number;
  /** dimension * count: the length of impulses and velocities. */
  readonly size: number;
  /** Places of the contacts in the problem's list. */
  readonly contacts: readonly number[];
  /** size * size, row by row, 1/kg. */
  readonly mobility: Float64Array;
  readonly friction: Float64Array;
  readonly staticFriction: Float64Array;
  /** Points, `dimension` numbers each, m; zero where the problem has no places. */
  readonly points: Float64Array;
  /** Axes of the components, `dimension` vectors each in the order of the components; zero where the problem has no places. */
  readonly axes: Float64Array;
  /** Contacts with the same number here have one tangent plane. */
  readonly plane: Int32Array;
  /** 1: pushes. 0: was dropped because it could only pull; its velocity still follows. */
  readonly pushing: Uint8Array;
  /** How many push. */
  pushingCount: number;
  /** Whether all that push have one tangent plane. */
  onePlane: boolean;
  /** Whether no contact was named that the others are compared with. */
  readonly symmetric: boolean;
  /** Which of these contacts the others are compared with; -1 if every one with every other that is on another plane. */
  reference: number;
  /**
   * Rows of `size` numbers. With a reference one for each contact; zero for the reference and for what does not push. Without, one for each
   * of the pairs.
   */
  readonly sharing: Float64Array;
  /** Pairs of contacts that push and are on different planes; none where there is a reference. */
  pairs: number;
  /** Shares of the contacts where all pairs oppose each other: then neither friction nor slip changes them. Found when first asked for. */
  shares: Float64Array | undefined;
  /** For impulseDirection. */
  readonly work: DirectionWork;
}

type Place = NonNullable<ContactProblem["places"]>[number];

/** Normals and lines that differ by no more than this are on one plane. */
const ONE_PLANE = 1e-9;

/**
 * The contacts of a checked problem at the given places in its list. `reference` is a place in that list too: the source's rule; where it
 * does not take part the first contact is taken, on a common plane (where it does not matter) the last. Absent: the symmetric rule.
 */
export function touchingOf(problem: ContactProblem, contacts: readonly number[], reference?: number): Touching {
  const { dimension } = problem;
  const count = contacts.length;
  const size = dimension * count;
  const plane = planesOf(problem, contacts);
  const symmetric = reference === undefined;
  const several = symmetric && plane.some((number) => number !== plane[0]);
  const touching: Touching = {
    dimension,
    count,
    size,
    contacts,
    mobility: new Float64Array(size * size),
    friction: Float64Array.from(contacts, (contact) => problem.contacts[contact].friction),
    staticFriction: Float64Array.from(
      contacts,
      (contact) => problem.contacts[contact].staticFriction ?? problem.contacts[contact].friction,
    ),
    points: new Float64Array(size),
    axes: new Float64Array(size * dimension),
    plane,
    pushing: new Uint8Array(count).fill(1),
    pushingCount: count,
    onePlane: true,
    symmetric,
    reference: 0,
    sharing: new Float64Array((several ? Math.max(count, (count * (count - 1)) / 2) : count) * size),
    pairs: 0,
    shares: undefined,
    work: createDirectionWork(dimension, count),
  };
  readMobility(touching, problem);
  if (problem.places !== undefined) readPlaces(touching, problem.places);
  share(touching, reference === undefined ? -1 : contacts.indexOf(reference));
  return touching;
}

/** Takes contacts that could only pull out of the stage. Their velocities still follow the others' impulses. */
export function dropContacts(touching: Touching, contacts: readonly number[]): void {
  for (const contact of contacts) {
    touching.pushing[contact] = 0;
    touching.pushingCount--;
  }
  touching.sharing.fill(0);
  const { reference } = touching;
  share(touching, reference >= 0 && touching.pushing[reference] === 1 ? reference : -1);
}

/** Shares and velocities, over the largest, that differ by no more than this are equal: what is wrong by the same amount goes together. */
const EQUAL = 1e-9;

/** The contacts that a direction asks to pull most, by more than `rounding`. */
export function pullingMost({ count, dimension, pushing }: Touching, direction: ArrayLike<number>, rounding: number): number[] {
  const share = (i: number) => direction[(i + 1) * dimension - 1];
  let most = -rounding;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    most = Math.min(most, share(i));
    largest = Math.max(largest, Math.abs(share(i)));
  }
  if (most === -rounding) return [];
  return Array.from(pushing.keys()).filter((i) => pushing[i] === 1 && share(i) <= most + EQUAL * largest);
}

/** The contacts that approach least, of those that push and are not the reference; if that is all of them, the last. */
export function approachingLeast({ dimension, pushing, reference }: Touching, velocity: ArrayLike<number>): number[] {
  const candidates = Array.from(pushing.keys()).filter((i) => pushing[i] === 1 && i !== reference);
  const normals = candidates.map((i) => velocity[(i + 1) * dimension - 1]);
  const fastest = normals.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const most = Math.max(...normals);
  const least = candidates.filter((_, k) => normals[k] >= most - EQUAL * fastest);
  return reference < 0 && least.length === candidates.length ? candidates.slice(-1) : least;
}

/**
 * The row that a rigid body's velocities at contacts i and r make zero: `size` numbers from `at` on in `row`, which must be zero there.
 * Returns the distance.
 */
export function writeVelocityRow(touching: Touching, i: number, r: number, row: Float64Array, at = 0): number {
  const { dimension, points, axes } = touching;
  let square = 0;
  for (let k = 0; k < dimension; k++) {
    const difference = points[r * dimension + k] - points[i * dimension + k];
    square += difference * difference;
  }
  const distance = Math.sqrt(square);
  if (!(distance > 0)) return 0;
  for (let component = 0; component < dimension; component++) {
    for (let k = 0; k < dimension; k++) {
      const along = (points[r * dimension + k] - points[i * dimension + k]) / distance;
      row[at + r * dimension + component] += along * axes[(r * dimension + component) * dimension + k];
      row[at + i * dimension + component] -= along * axes[(i * dimension + component) * dimension + k];
    }
  }
  return distance;
}

function readMobility({ dimension, contacts, mobility, size }: Touching, problem: ContactProblem): void {
  contacts.forEach((first, i) => {
    contacts.forEach((second, j) => {
      for (let k = 0; k < dimension; k++) {
        for (let l = 0; l < dimension; l++) {
          const [row, column] = [first * dimension + k, second * dimension + l];
          mobility[(i * dimension + k) * size + j * dimension + l] = 0.5 * (problem.mobility[row][column] + problem.mobility[column][row]);
        }
      }
    });
  });
}

function readPlaces({ dimension, contacts, points, axes }: Touching, places: NonNullable<ContactProblem["places"]>): void {
  contacts.forEach((contact, i) => {
    points.set(places[contact].point, i * dimension);
    places[contact].axes.forEach((axis, component) => {
      axes.set(axis, (i * dimension + component) * dimension);
    });
  });
}

/** Numbers the tangent planes; without places all is one. */
function planesOf({ places, dimension }: ContactProblem, contacts: readonly number[]): Int32Array {
  const plane = new Int32Array(contacts.length);
  if (places === undefined) return plane;
  let planes = 0;
  for (let i = 0; i < contacts.length; i++) {
    let known = 0;
    while (known < i && !onOnePlane(places[contacts[i]], places[contacts[known]], dimension)) known++;
    plane[i] = known < i ? plane[known] : planes++;
  }
  return plane;
}

/** Whether two contacts have one normal and the line between them is at right angles to it. */
function onOnePlane(one: Place, other: Place, dimension: number): boolean {
  const n = dimension - 1;
  let turn = 0;
  let height = 0;
  let square = 0;
  for (let k = 0; k < dimension; k++) {
    const difference = one.axes[n][k] - other.axes[n][k];
    const along = other.point[k] - one.point[k];
    turn += difference * difference;
    height += along * one.axes[n][k];
    square += along * along;
  }
  return turn <= ONE_PLANE * ONE_PLANE && height * height <= ONE_PLANE * ONE_PLANE * square;
}

/** A cosine below this is rounding. */
const RIGHT_ANGLE = 1e-13;

/** Chooses the reference among what pushes, `wanted` or the default for a negative number, and fills in the sharing rows. */
function share(touching: Touching, wanted: number): void {
  const { count, size, pushing, plane, symmetric } = touching;
  const first = pushing.indexOf(1);
  touching.onePlane = plane.every((number, i) => pushing[i] === 0 || number === plane[first]);
  touching.pairs = 0;
  touching.shares = undefined;
  if (symmetric && !touching.onePlane) {
    touching.reference = -1;
    for (let i = 0; i < count; i++)
      for (let r = 0; r < i; r++)
        if (pushing[i] === 1 && pushing[r] === 1 && plane[i] !== plane[r]) writeSharingRow(touching, i, r, size * touching.pairs++);
    return;
  }
  const r = wanted >= 0 ? wanted : touching.onePlane ? pushing.lastIndexOf(1) : first;
  touching.reference = r;
  for (let i = 0; i < count; i++) if (i !== r && pushing[i] === 1) writeSharingRow(touching, i, r, i * size);
}

/** The row of contact i compared with contact r, from `row` on. */
function writeSharingRow(touching: Touching, i: number, r: number, row: number): void {
  const { size, dimension, sharing, symmetric } = touching;
  writeVelocityRow(touching, i, r, sharing, row);
  // A line at right angles to an axis is so in a turned world too.
  for (let k = row; k < row + size; k++) if (Math.abs(sharing[k]) < RIGHT_ANGLE) sharing[k] = 0;
  const own = row + i * dimension + dimension - 1;
  const other = row + r * dimension + dimension - 1;
  // The row holds minus the own normal: normals that oppose each other along the line have coefficients of one sign.
  const opposing = sharing[own] * sharing[other] > 0;
  if (!symmetric) {
    if (opposing) sharing[own] = -sharing[own];
    return;
  }
  // A contact in the plane of the other is the limit of opposing ones.
  if (!opposing && (sharing[own] === 0) === (sharing[other] === 0)) return;
  const normals = [-Math.abs(sharing[own]), Math.abs(sharing[other])];
  sharing.fill(0, row, row + size);
  [sharing[own], sharing[other]] = normals;
}
