/**
 * Where the parts of two bodies are and how they move, from the poses of the bodies.
 */
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexPart } from "./convex-part.js";
import type { Carrier } from "./touch-geometry.js";

/** Whether both are where they were when this was asked last; remembers where they are. */
export function samePose(pose: Float64Array, carrier1: Carrier, carrier2: Carrier): boolean {
  let same = true;
  for (let c = 0; c < 3; c++) {
    same &&= pose[c] === carrier1.position[c] && pose[7 + c] === carrier2.position[c];
    pose[c] = carrier1.position[c];
    pose[7 + c] = carrier2.position[c];
  }
  for (let c = 0; c < 4; c++) {
    same &&= pose[3 + c] === carrier1.orientation[c] && pose[10 + c] === carrier2.orientation[c];
    pose[3 + c] = carrier1.orientation[c];
    pose[10 + c] = carrier2.orientation[c];
  }
  return same;
}

/** Pose of the shape of a part. */
export function placeShape({ position, orientation }: ConvexPart, carrier: Carrier, shape: Carrier): void {
  quaternion.rotate(carrier.orientation, position, shape.position);
  vec3.add(shape.position, carrier.position, shape.position);
  quaternion.multiply(carrier.orientation, orientation, shape.orientation);
}

/** Velocity of the shape's origin, which turns about the centre of mass. */
export function moveShape({ position }: ConvexPart, carrier: Carrier, shape: Carrier): void {
  quaternion.rotate(carrier.orientation, position, shape.velocity);
  vec3.cross(carrier.angularVelocity, shape.velocity, shape.velocity);
  vec3.add(shape.velocity, carrier.velocity, shape.velocity);
  vec3.copy(carrier.angularVelocity, shape.angularVelocity);
}
