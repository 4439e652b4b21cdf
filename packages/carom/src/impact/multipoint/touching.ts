/**
 * The contacts that push together in one stage of a multi-point impact, as flat arrays, and the rows by which their impulses are shared.
 *
 * Two points i and r of a rigid body keep their distance: along the line between them, eta = (r_r - r_i)/|r_r - r_i|, their velocities
 * agree,
 *
 *     eta . (v_r - v_i) = 0                    the velocity row: + eta in the axes of r, - eta in the axes of i
 *
 * The model postulates the same row for the impulses, one for each contact besides a reference contact r. This is a choice, not a law of
 * mechanics: a rigid body does not say how it shares its load. If the two normals oppose each other along eta (floor and wall), the normal
 * coefficient of i changes its sign, for otherwise a ball in a frictionless corner would be pulled; then the answer depends on which
 * contact is the reference.
 *
 * Letters of 004: eta line, w sharing row, M mobility, mu_k mu_s friction.
 * Source: 004 eq. (3.23)-(3.25), (5.15)-(5.17), App. A; the rule for opposing normals is ours, found from its one published corner (Fig.
 * 4.10).
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
  /** Which of these contacts the others are compared with. */
  reference: number;
  /** count rows of `size` numbers; zero for the reference and for what does not push. */
  readonly sharing: Float64Array;
  /** For impulseDirection. */
  readonly work: DirectionWork;
}

/** Normals and lines that differ by no more than this are on one plane. */
const ONE_PLANE = 1e-9;

/**
 * The contacts of a checked problem at the given places in its list. `reference` is a place in that list too; where it is absent or does
 * not take part the first contact is taken, on a common plane (where it does not matter) the last.
 */
export function touchingOf(problem: ContactProblem, contacts: readonly number[], reference?: number): Touching {
  const { dimension } = problem;
  const count = contacts.length;
  const size = dimension * count;
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
    plane: new Int32Array(count),
    pushing: new Uint8Array(count).fill(1),
    pushingCount: count,
    onePlane: true,
    reference: 0,
    sharing: new Float64Array(count * size),
    work: createDirectionWork(dimension, count),
  };
  readMobility(touching, problem);
  if (problem.places !== undefined) readPlaces(touching, problem.places);
  numberPlanes(touching);
  share(touching, reference === undefined ? -1 : contacts.indexOf(reference));
  return touching;
}

/** Takes a contact that could only pull out of the stage. Its velocity still follows the others' impulses. */
export function dropContact(touching: Touching, contact: number): void {
  touching.pushing[contact] = 0;
  touching.pushingCount--;
  touching.sharing.fill(0);
  share(touching, touching.pushing[touching.reference] === 1 ? touching.reference : -1);
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

function numberPlanes(touching: Touching): void {
  const { count, plane } = touching;
  let planes = 0;
  for (let i = 0; i < count; i++) {
    let known = 0;
    while (known < i && !onOnePlane(touching, i, known)) known++;
    plane[i] = known < i ? plane[known] : planes++;
  }
}

/** Whether two contacts have one normal and the line between them is at right angles to it. */
function onOnePlane({ dimension, points, axes }: Touching, i: number, j: number): boolean {
  const n = dimension - 1;
  let turn = 0;
  let height = 0;
  let square = 0;
  for (let k = 0; k < dimension; k++) {
    const normal = axes[(i * dimension + n) * dimension + k];
    const difference = normal - axes[(j * dimension + n) * dimension + k];
    const along = points[j * dimension + k] - points[i * dimension + k];
    turn += difference * difference;
    height += along * normal;
    square += along * along;
  }
  return turn <= ONE_PLANE * ONE_PLANE && height * height <= ONE_PLANE * ONE_PLANE * square;
}

/** A cosine below this is rounding. */
const RIGHT_ANGLE = 1e-13;

/** Fills in the sharing rows of what pushes, compared with contact `wanted` of this stage, or with the default for a negative number. */
function share(touching: Touching, wanted: number): void {
  const { count, size, dimension, pushing, plane, sharing } = touching;
  const first = pushing.indexOf(1);
  touching.onePlane = plane.every((number, i) => pushing[i] === 0 || number === plane[first]);
  touching.reference = wanted >= 0 ? wanted : touching.onePlane ? pushing.lastIndexOf(1) : first;
  const r = touching.reference;
  for (let i = 0; i < count; i++) {
    if (i === r || pushing[i] === 0) continue;
    const row = i * size;
    writeVelocityRow(touching, i, r, sharing, row);
    // A line at right angles to an axis is so in a turned world too.
    for (let k = row; k < row + size; k++) if (Math.abs(sharing[k]) < RIGHT_ANGLE) sharing[k] = 0;
    const own = row + i * dimension + dimension - 1;
    // The row holds minus the own normal: normals that oppose each other along the line have coefficients of one sign.
    if (sharing[own] * sharing[row + r * dimension + dimension - 1] > 0) sharing[own] = -sharing[own];
  }
}
