/**
 * The curve of a squeeze as a testing machine measures it: push of the fingers, and how much wider the body gets, at given distances.
 */
import { cross, dot, normalize, type Vec3 } from "../../math/vec3.js";
import { recordOf } from "./account.js";
import { advance, type BodyAtRest, bodyAtRest, type Course, type GraspSpec } from "./grasp.js";
import { placeHand } from "./hand.js";
import { type GraspScene, type GraspState, surfacePlaces } from "./scene.js";

/** One point of the curve. */
export interface SqueezePoint {
  /** By which every finger has gone from where it touched, m. */
  readonly distance: number;
  /** Mean of the fingers, N. */
  readonly push: number;
  /** By which the body has become wider, level and across the way of the first finger, m. */
  readonly bulge: number;
}

/** Squeezes to one distance after the other, ascending; shorter where no equilibrium is found any more. */
export function squeezeCurve(
  spec: Pick<GraspSpec, "fingers"> & Parameters<typeof bodyAtRest>[0],
  distances: readonly number[],
  at: BodyAtRest = bodyAtRest(spec),
): SqueezePoint[] {
  const fingers = placeHand(spec.fingers, surfacePlaces(at.scene, at.rest.displacement), at.scene.body.size);
  const scene: GraspScene = { ...at.scene, fingers };
  const rest: GraspState = { ...at.rest, fingers: true, given: new Float64Array(fingers.length) };
  const course: Course = { scene, memory: {}, records: [], limit: Infinity, watch: () => {}, state: rest, work: 0 };
  const across = acrossOf(fingers[0].direction);
  const before = widthAlong(scene, rest, across);
  const curve: SqueezePoint[] = [];
  for (const distance of distances) {
    if (distance > course.state.distance && advance(course, { ...course.state, closing: { distance } }, "close") < 1) break;
    const { pushes } = recordOf(scene, course.state, "close", 0);
    curve.push({
      distance,
      push: distance > 0 ? pushes.reduce((sum, push) => sum + push, 0) / pushes.length : 0,
      bulge: widthAlong(scene, course.state, across) - before,
    });
  }
  return curve;
}

/** Level and across a way; along x for one that goes up or down. */
const acrossOf = (direction: Vec3): Vec3 => normalize(cross([0, 0, 1], direction)) ?? [1, 0, 0];

function widthAlong(scene: GraspScene, { displacement }: GraspState, across: Vec3): number {
  const places = surfacePlaces(scene, displacement);
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 3) {
    const along = dot(across, [places[at], places[at + 1], places[at + 2]]);
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  return high - low;
}
