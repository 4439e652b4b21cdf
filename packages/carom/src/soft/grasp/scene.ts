/**
 * A body, a table and the fingers of a hand; and what is given at a moment: how far the hand is closed, where it is, and which way the
 * weight acts in its frame.
 *
 * A hand that is turned, shaken or carried along is looked at in its own frame: what turns there is the weight, and a motion with the
 * acceleration a is a weight along g - a. Everything is so slow that the body follows.
 */
import { addScaled, type Vec3 } from "../../math/vec3.js";
import type { GraspBody } from "./body.js";
import { nearestBox, type RoundedBox, type SurfacePoint } from "./finger-shape.js";

/** Number of an obstacle: the table, then the fingers. */
export const TABLE = 0;
/** No obstacle. */
export const NONE = -1;

/** A finger where it just touches the body. */
export interface PlacedFinger {
  /** Of which it is made. */
  readonly boxes: readonly RoundedBox[];
  /** Its point then, m. */
  readonly start: Vec3;
  /** Unit. */
  readonly direction: Vec3;
  /** Between it and the body. */
  readonly friction: number;
  /** N/m, of the finger itself along its direction; absent: rigid. */
  readonly stiffness?: number;
}

/** A body among its obstacles. */
export interface GraspScene {
  /** The body. */
  readonly body: GraspBody;
  /** Between table and body. */
  readonly tableFriction: number;
  /** At their places. */
  readonly fingers: readonly PlacedFinger[];
}

/** What is given at a moment. */
export interface Hold {
  /** How far the hand is closed, m, or the mean push of its fingers, N. */
  readonly closing: { readonly distance: number } | { readonly push: number };
  /** By which the hand has moved, m. */
  readonly hand: Vec3;
  /** Along which the weight acts in the hand's frame, over the weight at rest. */
  readonly load: Vec3;
  /** Whether the table is there. */
  readonly table: boolean;
  /** Whether the fingers are. */
  readonly fingers: boolean;
}

/** Body and hand in equilibrium. */
export interface GraspState extends Hold {
  /** Of the nodes that are left, m. */
  readonly displacement: Float64Array;
  /** How far the hand is closed, m. */
  readonly distance: number;
  /** By which each finger gives way, m. */
  readonly given: Float64Array;
  /** Of each surface node: the obstacle that it touches, or NONE. */
  readonly obstacle: Int8Array;
  /** On the body at each surface node, N, 3 each. */
  readonly force: Float64Array;
  /** J. */
  readonly energy: number;
  /** Of Newton's method in the step that led here. */
  readonly rounds: number;
}

/** Where the point of an obstacle is. */
export function pointOf({ fingers }: GraspScene, obstacle: number, hand: Vec3, distance: number, given: ArrayLike<number>): Vec3 {
  if (obstacle === TABLE) return [0, 0, 0];
  const { start, direction } = fingers[obstacle - 1];
  const at = addScaled(start, direction, distance - given[obstacle - 1]);
  return [at[0] + hand[0], at[1] + hand[1], at[2] + hand[2]];
}

/** Gap, normal and bend of an obstacle whose point is given, at a place. */
export function obstacleAt({ fingers }: GraspScene, obstacle: number, point: Vec3, place: Vec3, out: SurfacePoint): void {
  const [x, y, z] = place;
  if (obstacle !== TABLE) {
    nearestBox(fingers[obstacle - 1].boxes, x - point[0], y - point[1], z - point[2], out);
    return;
  }
  out.gap = z;
  out.normal.set([0, 0, 1]);
  out.bend.fill(0);
}

export const frictionOf = ({ fingers, tableFriction }: GraspScene, obstacle: number): number =>
  obstacle === TABLE ? tableFriction : fingers[obstacle - 1].friction;

/** Force of an obstacle on the body, N. */
export function obstacleForce({ obstacle, force }: GraspState, which: number): Vec3 {
  const sum = [0, 0, 0];
  for (let k = 0; k < obstacle.length; k++) if (obstacle[k] === which) for (let i = 0; i < 3; i++) sum[i] += force[3 * k + i];
  return sum as unknown as Vec3;
}

/** Places of the surface nodes, m, 3 each. */
export function surfacePlaces({ body }: GraspScene, displacement: Float64Array): Float64Array {
  const { nodes } = body.surface;
  const out = new Float64Array(3 * nodes.length);
  for (let k = 0; k < nodes.length; k++)
    for (let i = 0; i < 3; i++) out[3 * k + i] = body.mesh.nodes[3 * nodes[k] + i] + displacement[3 * nodes[k] + i];
  return out;
}
