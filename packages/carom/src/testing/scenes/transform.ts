/** The same scene seen otherwise: contacts in another order, other tangents, the world turned or mirrored. */
import { cos, sin } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactPlace, ContactProblem } from "../../mechanics/contact-problem.js";
import { type BodyContact, contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { SpatialScene } from "./scene.js";

/** Contact k of the new problem is contact order[k] of the old one. `back` puts components into the old order. */
export function reordered(
  problem: ContactProblem,
  order: readonly number[],
): { problem: ContactProblem; back: (components: readonly number[]) => number[] } {
  const { dimension } = problem;
  const from = order.flatMap((contact) => Array.from({ length: dimension }, (_, component) => contact * dimension + component));
  const changed = {
    ...problem,
    contacts: order.map((contact) => problem.contacts[contact]),
    mobility: from.map((row) => from.map((column) => problem.mobility[row][column])),
    velocity: from.map((row) => problem.velocity[row]),
    ...(problem.places === undefined ? {} : { places: order.map((contact) => problem.places![contact]) }),
  };
  const back = (components: readonly number[]) => {
    const result = components.map(() => 0);
    from.forEach((row, i) => {
      result[row] = components[i];
    });
    return result;
  };
  return { problem: changed, back };
}

/**
 * Each contact with tangents turned by its own angle, and mirrored where asked; in the plane there is only the mirror. `turn` does the same
 * to components.
 */
export function withOtherTangents(
  problem: ContactProblem,
  angles: readonly number[],
  mirrors: readonly boolean[],
): { problem: ContactProblem; turn: (components: readonly number[]) => number[] } {
  const { dimension, contacts } = problem;
  const blocks = contacts.map((_, i) => {
    const [c, s, m] = [cos(angles[i]), sin(angles[i]), mirrors[i] ? -1 : 1];
    return dimension === 3
      ? [
          [c * m, s * m, 0],
          [-s, c, 0],
          [0, 0, 1],
        ]
      : [
          [m, 0],
          [0, 1],
        ];
  });
  const turn = (v: readonly number[]) =>
    blocks.flatMap((block, i) => block.map((row) => row.reduce((sum, x, k) => sum + x * v[i * dimension + k], 0)));
  const columns = problem.velocity.map((_, j) => turn(problem.mobility.map((row) => row[j])));
  const mobility = problem.velocity.map((_, i) => turn(columns.map((column) => column[i])));
  const places = problem.places?.map(
    ({ point, axes }, i): ContactPlace => ({
      point,
      axes: blocks[i].map((row) => point.map((_, k) => row.reduce((sum, x, a) => sum + x * axes[a][k], 0))),
    }),
  );
  return {
    problem: {
      ...problem,
      mobility: mobility.map((row, i) => row.map((x, j) => 0.5 * (x + mobility[j][i]))),
      velocity: turn(problem.velocity),
      ...(places === undefined ? {} : { places }),
    },
    turn,
  };
}

export interface Motion {
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** The whole world turned, and before that mirrored in the plane y = 0 where asked. `move` does the same to a body's motion. */
export function inOtherWorld(
  { bodies, contacts }: SpatialScene,
  turn: Quaternion,
  mirror: boolean,
): { scene: SpatialScene; move: (motion: Motion) => Motion } {
  const vector = (v: Vec3): Vec3 => quaternion.rotate(turn, mirror ? [v[0], -v[1], v[2]] : v);
  // What turns, turns the other way in a mirror.
  const axial = (v: Vec3): Vec3 => quaternion.rotate(turn, mirror ? [-v[0], v[1], -v[2]] : v);
  const move = ({ velocity, angularVelocity }: Motion) => ({ velocity: vector(velocity), angularVelocity: axial(angularVelocity) });
  const movedBodies = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => {
      if (body === "fixed") return [name, body];
      const { velocity = vec3.ZERO, angularVelocity = vec3.ZERO, orientation = quaternion.IDENTITY } = body;
      const [x, y, z, w] = orientation;
      const mirrored: Quaternion = mirror ? [-x, y, -z, w] : orientation;
      return [
        name,
        {
          ...body,
          position: vector(body.position),
          orientation: quaternion.multiply(turn, mirrored),
          ...move({ velocity, angularVelocity }),
        },
      ];
    }),
  );
  const movedContacts = contacts.map((contact): BodyContact => {
    const { tangent, ...rest } = contact;
    return {
      ...rest,
      point: vector(contact.point),
      normal: vector(contact.normal),
      ...(tangent === undefined ? {} : { tangent: vector(tangent) }),
    };
  });
  const { problem } = contactProblemFromBodies(movedBodies, movedContacts);
  return { scene: { problem, bodies: movedBodies, contacts: movedContacts }, move };
}
