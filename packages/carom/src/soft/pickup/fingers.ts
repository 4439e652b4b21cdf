/**
 * Where the fingers stand when they first touch the body, and what placements make no sense.
 *
 * A finger is a ball that touches one surface node of the body at rest: its centre is the node plus the radius times the outward normal
 * there. It moves along a constant direction.
 */
import { InvalidInputError } from "../../errors.js";
import { addScaled, dot, norm, normalize, subtract, type Vec3 } from "../../math/vec3.js";
import { checkFriction } from "../fem/material.js";
import type { SoftBody } from "./body.js";
import { gapAt, type Scene } from "./state.js";

/** A finger as it is given. */
export interface FingerSpec {
  /** Of the mesh, on its surface and not on the table; or `near`. */
  readonly node?: number;
  /** Instead of a node: the surface node nearest to this point, m. */
  readonly near?: Vec3;
  /** m, > 0. */
  readonly radius: number;
  /** >= 0. */
  readonly friction: number;
  /** In which it moves when squeezing; any length. Default: level, towards the node of the other finger. */
  readonly direction?: Vec3;
}

/** A finger at its place beside the body. */
export interface Finger {
  /** Place among the surface nodes. */
  readonly surfaceNode: number;
  /** Of its tip, m. */
  readonly radius: number;
  /** Between it and the body. */
  readonly friction: number;
  /** Unit. */
  readonly direction: Vec3;
}

/** Of the body's size: a finger of a larger radius is flat to rounding. */
const FLAT = 100;
/** Nodes within this part of the body's size of the table stand on it. */
const ON_TABLE = 1e-9;

export function readFingers(body: SoftBody, specs: readonly FingerSpec[]): Finger[] {
  if (specs.length !== 2) throw new InvalidInputError("fingers", specs.length, "is not two");
  const nodes = specs.map((spec, i) => fingerNode(body, spec, `fingers[${i}]`));
  if (nodes[0] === nodes[1])
    throw new InvalidInputError("fingers", body.surface.nodes[nodes[0]], "is the node of both fingers: they need different ones");
  return specs.map(({ radius, friction, direction }, i): Finger => {
    const path = `fingers[${i}]`;
    if (!(radius > 0 && radius < Infinity)) throw new InvalidInputError(`${path}.radius`, radius, "is not a number above 0");
    if (radius > FLAT * body.size)
      throw new InvalidInputError(
        `${path}.radius`,
        radius,
        `is more than ${FLAT} times the body's size of ${body.size.toPrecision(3)} m: fingers are round`,
      );
    checkFriction(`${path}.friction`, friction);
    const [own, other] = [nodes[i], nodes[1 - i]];
    const towards: Vec3 = direction ?? [body.rest[3 * other] - body.rest[3 * own], body.rest[3 * other + 1] - body.rest[3 * own + 1], 0];
    const unit = normalize(towards);
    if (unit === undefined)
      throw new InvalidInputError(
        `${path}.direction`,
        direction,
        direction === undefined ? "is given (it is required: the other finger is straight above or below)" : "has no direction",
      );
    if (!(dot(unit, outward(body, own)) < 0))
      throw new InvalidInputError(`${path}.direction`, direction ?? [...unit], "leads away from the body");
    return { surfaceNode: own, radius, friction, direction: unit };
  });
}

function fingerNode({ surface, rest, size, mesh }: SoftBody, { node, near }: FingerSpec, path: string): number {
  if ((node === undefined) === (near === undefined))
    throw new InvalidInputError(
      `${path}.node`,
      node,
      node === undefined ? "is given (it is required, or near)" : "is given besides near: a finger has one of the two",
    );
  const onTable = (k: number) => rest[3 * k + 2] <= ON_TABLE * size;
  if (node !== undefined) {
    const count = mesh.nodes.length / 3;
    if (!(Number.isInteger(node) && node >= 0 && node < count))
      throw new InvalidInputError(`${path}.node`, node, `is not a node (there are ${count}, counted from 0)`);
    const k = surface.nodes.indexOf(node);
    if (k < 0) throw new InvalidInputError(`${path}.node`, node, "is not on the surface of the body");
    if (onTable(k)) throw new InvalidInputError(`${path}.node`, node, "is on the table, where no finger gets");
    return k;
  }
  let nearest = -1;
  let least = Infinity;
  const point = near as Vec3;
  for (let k = 0; k < surface.nodes.length; k++) {
    if (onTable(k)) continue;
    let square = 0;
    for (let i = 0; i < 3; i++) square += (rest[3 * k + i] - point[i]) * (rest[3 * k + i] - point[i]);
    if (square < least) {
      least = square;
      nearest = k;
    }
  }
  if (!(least <= size * size))
    throw new InvalidInputError(`${path}.near`, near, `is farther from the body than its size of ${size.toPrecision(3)} m`);
  return nearest;
}

const outward = ({ normals, surface }: SoftBody, k: number): Vec3 => {
  const at = 3 * surface.nodes[k];
  return [normals[at], normals[at + 1], normals[at + 2]];
};

/** Centres where the fingers just touch the body at rest. */
export function placeFingers(scene: Scene, fingers: readonly Finger[], position: Float64Array, deepest: number): Vec3[] {
  const { body } = scene;
  const centres = fingers.map(({ surfaceNode, radius }): Vec3 => {
    const n = outward(body, surfaceNode);
    const at = 3 * surfaceNode;
    return [position[at] + radius * n[0], position[at + 1] + radius * n[1], position[at + 2] + radius * n[2]];
  });
  // Where the surface bulges beside its node, a large ball would begin inside: it stands back until it just touches.
  for (let i = 0; i < centres.length; i++) standBack(scene, centres, i, position, fingers[i].direction);
  centres.forEach((centre, i) => {
    if (!(centre[2] > 0)) throw new InvalidInputError(`fingers[${i}]`, centre, "is where its centre would be, below the table");
    const normal = new Float64Array(3);
    for (let node = 0; node < body.surface.nodes.length; node++) {
      const gap = gapAt(scene, centres, i + 1, position, node, normal);
      if (gap < -OVERLAP * body.size)
        throw new InvalidInputError(
          `fingers[${i}]`,
          `a ball of radius ${fingers[i].radius} m`,
          `reaches ${(-gap).toPrecision(3)} m into the body at node ${body.surface.nodes[node]} when it touches node ` +
            `${body.surface.nodes[fingers[i].surfaceNode]}`,
        );
    }
  });
  const across: Vec3 = subtract(centres[1], centres[0]);
  const closing: Vec3 = subtract(fingers[1].direction, fingers[0].direction);
  /** Least distance between the balls on the way to a depth. */
  const apart = (depth: number) => {
    const square = dot(closing, closing);
    const nearest = square > 0 ? Math.max(0, Math.min(depth, -dot(across, closing) / square)) : 0;
    return norm(addScaled(across, closing, nearest)) - fingers[0].radius - fingers[1].radius;
  };
  if (apart(0) < 0)
    throw new InvalidInputError(
      "fingers",
      fingers.map(({ radius }) => radius),
      "are radii of fingers that overlap each other at the start",
    );
  if (apart(deepest) < 0) throw new InvalidInputError("maximumDepth", deepest, "brings the fingers into each other");
  return centres;
}

/** Of the body's size: how far a finger may stand back. */
const STAND_BACK = 0.01;

function standBack(scene: Scene, centres: Vec3[], i: number, position: Float64Array, direction: Vec3): void {
  const normal = new Float64Array(3);
  const { size, surface } = scene.body;
  const start = centres[i];
  for (let round = 0; round < 50; round++) {
    let back = 0;
    for (let node = 0; node < surface.nodes.length; node++) {
      const gap = gapAt(scene, centres, i + 1, position, node, normal);
      const slope = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
      if (gap < -1e-12 * size && slope > 0.1) back = Math.max(back, -gap / slope);
    }
    if (back === 0) return;
    centres[i] = addScaled(centres[i], direction, -back);
    if (norm(subtract(centres[i], start)) > STAND_BACK * size) {
      // Too far to be a bulge: the caller says what is in the way.
      centres[i] = start;
      return;
    }
  }
}

/** Of the body's size: what a finger may reach into the body at the start. */
const OVERLAP = 1e-6;
