/**
 * Impacts of planar mechanisms: contacts that a system can move along one line of their tangent plane only, as problems in the plane.
 *
 * The links of a planar mechanism cannot leave their plane, so across it the mobility is zero, and no law for three dimensions has an
 * answer. Where every contact has such a direction, the problem is written in the other one and the normal, solved there, and its outcome
 * written back with nothing across. Elsewhere, where only some contacts have such directions or cannot move along their surface at all,
 * these get a mobility of their own: nothing moves there and nothing is pushed, so any serves.
 */
import type { ImpactOutcome } from "../../impact/outcome.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactPlace, ContactProblem } from "../../mechanics/contact-problem.js";

export interface FlatProblem {
  readonly problem: ContactProblem;
  /** The outcome in the components of the problem in space. */
  expand(outcome: ImpactOutcome): ImpactOutcome;
  /** The components of one contact in space. */
  inSpace(contact: number, components: readonly number[]): readonly [number, number, number];
  /** A small change of the problem in space, which stays one in a plane, as one of the problem in the plane. */
  foldChange(change: SmallChange): SmallChange;
  /** The change of impulses in space, from theirs in the plane and that of the problem: the plane turns with its contacts. */
  expandChange(impulse: readonly number[], impulseChange: readonly number[], change: SmallChange): readonly number[];
}

/** A small change of a problem. */
export interface SmallChange {
  readonly mobility: readonly (readonly number[])[];
  readonly velocity: readonly number[];
}

/** A mobility below this part of that along the normal is none. */
const IMMOBILE = 1e-12;
/** Sine of the angle by which a contact's axes may leave the plane of the others. */
const IN_PLANE = 1e-9;

/** The problem in its plane; undefined where some contact can move along its whole tangent plane. */
export function flattenProblem(problem: ContactProblem): FlatProblem | undefined {
  if (problem.dimension !== 3) return undefined;
  const directions: (readonly [number, number])[] = [];
  for (let i = 0; i < problem.contacts.length; i++) {
    const direction = mobileDirection(problem, i);
    if (direction === undefined) return undefined;
    directions.push(direction);
  }
  const fold = (values: readonly number[]) =>
    directions.flatMap(([a, b], i) => [a * values[3 * i] + b * values[3 * i + 1], values[3 * i + 2]]);
  const unfold = (values: readonly number[]) =>
    directions.flatMap(([a, b], i) => [a * values[2 * i], b * values[2 * i], values[2 * i + 1]]);
  // Along rows, then along columns.
  const foldMatrix = (matrix: readonly (readonly number[])[]) => {
    const halves = matrix.map(fold);
    const columns = halves[0].map((_, k) => fold(halves.map((row) => row[k])));
    return columns.map((column, j) => column.map((value, k) => (k <= j ? value : columns[k][j])));
  };
  const mobility = foldMatrix(problem.mobility);
  const places = placesInPlane(problem.places, directions);
  const { kineticEnergy } = problem;
  return {
    problem: {
      dimension: 2,
      contacts: problem.contacts,
      mobility,
      velocity: fold(problem.velocity),
      ...(kineticEnergy === undefined ? {} : { kineticEnergy }),
      ...(places === undefined ? {} : { places }),
    },
    inSpace: (contact, [along, normal]) => [directions[contact][0] * along, directions[contact][1] * along, normal],
    // Across the plane there is neither mobility nor velocity, so its turning changes nothing here.
    foldChange: (change) => ({ mobility: foldMatrix(change.mobility), velocity: fold(change.velocity) }),
    expandChange: (impulse, impulseChange, change) =>
      directions.flatMap(([a, b], i) => {
        const at = 3 * i;
        const [one, other] = [change.mobility[at], change.mobility[at + 1]];
        // The direction is that of the mobility W, W (a, b) = w (a, b): it turns by (-b, a) . dW (a, b) / w.
        const turn = (a * (a * other[at] + b * other[at + 1]) - b * (a * one[at] + b * one[at + 1])) / mobility[2 * i][2 * i];
        const along = impulseChange[2 * i];
        return [a * along - b * turn * impulse[2 * i], b * along + a * turn * impulse[2 * i], impulseChange[2 * i + 1]];
      }),
    expand: (outcome) => ({
      ...outcome,
      impulse: unfold(outcome.impulse),
      velocity: unfold(outcome.velocity),
      events: outcome.events.map((event) => ({ ...event, impulse: unfold(event.impulse), velocity: unfold(event.velocity) })),
    }),
  };
}

/** The one direction of a contact's tangent plane in which it can move, in its tangents; undefined where it can move in all. */
function mobileDirection({ mobility }: ContactProblem, i: number): readonly [number, number] | undefined {
  const at = 3 * i;
  const [a, b, c] = [mobility[at][at], mobility[at][at + 1], mobility[at + 1][at + 1]];
  const least = IMMOBILE * mobility[at + 2][at + 2];
  if (a + c <= least) return undefined;
  // The larger eigenvalue and its direction; the smaller is the determinant over it.
  const half = 0.5 * (a - c);
  const root = Math.sqrt(half * half + b * b);
  const larger = 0.5 * (a + c) + root;
  if ((a * c - b * b) / larger > least) return undefined;
  const [x, y] = half >= 0 ? [half + root, b] : [b, root - half];
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}

/** The same problem with a mobility in every direction: that along the normal, where there is none. */
export function giveMobility(problem: ContactProblem): ContactProblem {
  if (problem.dimension !== 3) return problem;
  let mobility: number[][] | undefined;
  for (let i = 0; i < problem.contacts.length; i++) {
    const at = 3 * i;
    const normal = problem.mobility[at + 2][at + 2];
    const isHeld = problem.mobility[at][at] + problem.mobility[at + 1][at + 1] <= IMMOBILE * normal;
    const direction = mobileDirection(problem, i);
    if (!isHeld && direction === undefined) continue;
    mobility ??= problem.mobility.map((row) => [...row]);
    const [x, y] = direction ?? [0, 0];
    mobility[at][at] += normal * (isHeld ? 1 : y * y);
    mobility[at + 1][at + 1] += normal * (isHeld ? 1 : x * x);
    mobility[at][at + 1] -= normal * x * y;
    mobility[at + 1][at] -= normal * x * y;
  }
  return mobility === undefined ? problem : { ...problem, mobility };
}

/** Points and axes in the plane of the first contact's; undefined where the others are not in it. */
function placesInPlane(
  places: ContactProblem["places"],
  directions: readonly (readonly [number, number])[],
): readonly ContactPlace[] | undefined {
  if (places === undefined) return undefined;
  const tangentOf = ({ axes }: ContactPlace, [a, b]: readonly [number, number]): Vec3 =>
    vec3.addScaled(vec3.scale(axes[0] as unknown as Vec3, a), axes[1] as unknown as Vec3, b);
  const along = tangentOf(places[0], directions[0]);
  const up = places[0].axes[2] as unknown as Vec3;
  const across = vec3.cross(along, up);
  const inPlane = (v: Vec3) => [vec3.dot(v, along), vec3.dot(v, up)];
  const flat: ContactPlace[] = [];
  for (const [i, place] of places.entries()) {
    const axes = [tangentOf(place, directions[i]), place.axes[2] as unknown as Vec3];
    if (axes.some((axis) => Math.abs(vec3.dot(axis, across)) > IN_PLANE)) return undefined;
    flat.push({ point: inPlane(place.point as unknown as Vec3), axes: axes.map(inPlane) });
  }
  return flat;
}
