/**
 * Where the fingers of a hand stand when they just touch a body.
 */
import { InvalidInputError } from "../../errors.js";
import { addScaled, normalize, type Vec3 } from "../../math/vec3.js";
import { checkFriction } from "../fem/material.js";
import { type FingerFrame, type FingerShape, fingerBoxes, nearestBox, surfacePoint } from "./finger-shape.js";
import type { PlacedFinger } from "./scene.js";

/** A finger as it is given. */
export interface GraspFinger extends FingerFrame {
  /** Its form. */
  readonly shape: FingerShape;
  /** A point on the line along which it closes, m. */
  readonly at: Vec3;
  /** Between it and the body, 0 to 1000. */
  readonly friction: number;
  /** N/m, along its direction; absent: rigid. */
  readonly stiffness?: number;
}

/** Of the body's size: to which a finger comes near. */
const TOUCHES = 1e-9;
const MOST_STEPS = 2000;

/** Moves every finger along its line until it touches one of the places, 3 numbers each. */
export function placeHand(fingers: readonly GraspFinger[], places: Float64Array, size: number): PlacedFinger[] {
  if (fingers.length < 2) throw new InvalidInputError("fingers", fingers.length, "is not at least two");
  if (fingers.length > MOST_FINGERS) throw new InvalidInputError("fingers", fingers.length, `is more than ${MOST_FINGERS}`);
  return fingers.map((finger, i) => {
    const path = `fingers[${i}]`;
    checkFriction(`${path}.friction`, finger.friction);
    const { stiffness } = finger;
    if (stiffness !== undefined && !(stiffness > 0 && stiffness < Infinity))
      throw new InvalidInputError(`${path}.stiffness`, stiffness, "is not a number above 0");
    const boxes = fingerBoxes(finger.shape, finger, path);
    const direction = normalize(finger.direction) as Vec3;
    const start = firstTouch(boxes, finger.at, direction, places, size);
    if (start === undefined) throw new InvalidInputError(`${path}.at`, finger.at, "is on a line along which the finger misses the body");
    return { boxes, start, direction, friction: finger.friction, ...(stiffness === undefined ? {} : { stiffness }) };
  });
}

const MOST_FINGERS = 20;

/** The nearest place is never passed: a gap is no longer than the way to it. */
function firstTouch(boxes: PlacedFinger["boxes"], at: Vec3, direction: Vec3, places: Float64Array, size: number): Vec3 | undefined {
  const out = surfacePoint();
  let point = addScaled(at, direction, -3 * size);
  for (let step = 0, way = 0; step < MOST_STEPS && way < 6 * size; step++) {
    let least = Infinity;
    for (let k = 0; k < places.length; k += 3) {
      nearestBox(boxes, places[k] - point[0], places[k + 1] - point[1], places[k + 2] - point[2], out);
      least = Math.min(least, out.gap);
    }
    if (least < TOUCHES * size) return point;
    point = addScaled(point, direction, least);
    way += least;
  }
  return undefined;
}
