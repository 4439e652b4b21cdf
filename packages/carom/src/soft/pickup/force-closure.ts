/**
 * Whether point contacts with friction could hold a rigid body against any load: the check before a grip is tried.
 *
 * Every friction cone is replaced by the pyramid of its edges, each an edge wrench (force, moment about the middle of the contacts over a
 * length). The contacts close the grip if the wrenches span all six dimensions and some combination with every weight positive is zero:
 *
 *     sum w_i W_i = 0,     w_i >= t,     sum w_i = number of wrenches,     the largest t > 0
 *
 * Source: 000 Algorithm 7 step 2; Nguyen, Constructing force-closure grasps (1988).
 */

import { cos, sin } from "../../math/elementary.js";
import { maximise } from "../../math/linear-programme.js";
import { rankOf, symmetricEigen } from "../../math/symmetric-eigen.js";
import { cross, dot, normalize, type Vec3 } from "../../math/vec3.js";

/** A contact at a point, with friction. */
export interface PointContact {
  /** m. */
  readonly point: Vec3;
  /** Into the body, unit. */
  readonly normal: Vec3;
  /** Coulomb's coefficient. */
  readonly friction: number;
}

/** Whether contacts can resist any force and moment. */
export interface ForceClosure {
  /** Whether they can. */
  readonly closed: boolean;
  /** Of the edge wrenches; 6 where they can make any force and moment. */
  readonly rank: number;
  /** The largest t of the programme, 0 to 1; 0: not closed. */
  readonly margin: number;
}

/** Edges of each pyramid. */
const EDGES = 8;

/** Whether point contacts with friction can resist any force and moment, friction cones taken as pyramids. */
export function forceClosure(contacts: readonly PointContact[]): ForceClosure {
  const middle = [0, 1, 2].map((i) => contacts.reduce((sum, { point }) => sum + point[i], 0) / contacts.length);
  const arms = contacts.map(({ point }): Vec3 => [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]]);
  const size = Math.sqrt(Math.max(...arms.map((arm) => dot(arm, arm)))) || 1;
  const wrenches = contacts.flatMap((contact, k) =>
    edgesOf(contact).map((force) => [...force, ...cross(arms[k], force).map((value) => value / size)]),
  );
  const square = new Float64Array(36);
  for (const wrench of wrenches) for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) square[6 * i + j] += wrench[i] * wrench[j];
  const rank = rankOf(symmetricEigen(square, 6), 1e-12);
  if (rank < 6) return { closed: false, rank, margin: 0 };

  // w_i = t + v_i with v_i >= 0; the unknowns are the v_i and t.
  const count = wrenches.length;
  const rows = [0, 1, 2, 3, 4, 5].map((i) => {
    const row = wrenches.map((wrench) => wrench[i]);
    return [...row, row.reduce((sum, value) => sum + value, 0)];
  });
  rows.push([...wrenches.map(() => 1), count]);
  const found = maximise([...wrenches.map(() => 0), 1], rows, [0, 0, 0, 0, 0, 0, count]);
  const margin = found.status === "optimal" ? found.value : 0;
  return { closed: margin > 1e-9, rank, margin: Math.max(0, margin) };
}

/** Unit forces along the edges of the pyramid inside the cone; the normal alone without friction. */
function edgesOf({ normal, friction }: PointContact): Vec3[] {
  if (friction === 0) return [normal];
  const least =
    Math.abs(normal[0]) <= Math.abs(normal[1]) && Math.abs(normal[0]) <= Math.abs(normal[2])
      ? 0
      : Math.abs(normal[1]) <= Math.abs(normal[2])
        ? 1
        : 2;
  const first = normalize(cross(normal, [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0])) as Vec3;
  const second = cross(normal, first);
  const length = Math.sqrt(1 + friction * friction);
  return Array.from({ length: EDGES }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / EDGES;
    const [a, b] = [friction * cos(angle), friction * sin(angle)];
    const along = (i: number) => (normal[i] + a * first[i] + b * second[i]) / length;
    return [along(0), along(1), along(2)];
  });
}
