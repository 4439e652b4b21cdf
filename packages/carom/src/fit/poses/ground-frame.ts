/**
 * Gravity as the flights show it, how the ground lies under it, and how long a metre is in the recordings.
 *
 * A tracker's axes may change from block to block, while the thrower stands where he stands: everything is told in axes whose x is along
 * the horizontal throw. The quadratic coefficients of all flights give gravity, bodies at rest on a face the normal of the ground.
 */
import { atan2, pow } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { aboutVertical, type FlightBend, flightBend, type PreparedRecording } from "./prepare.js";
import { median } from "./recording.js";
import { rotationOf } from "./rotations.js";

/** What flights and rest say of the room. */
export interface GroundFrame {
  /** In throw axes of the recordings, m/s^2. */
  readonly gravity: Vec3;
  /** Of each component, m/s^2. */
  readonly gravityError: Vec3;
  /** True over measured length, from the strength of gravity; and its standard error. */
  readonly scale: number;
  /** Standard error of the scale. */
  readonly scaleError: number;
  /** x and y of the ground's normal in throw axes, rad: of bodies at rest on a face, and of a plane through their centres. */
  readonly byPose?: readonly [number, number];
  /** By a plane through the centres of bodies at rest. */
  readonly byPlane?: readonly [number, number];
  /** Flights that were used. */
  readonly flights: number;
  /** Height of the lowest point at rest, m; undefined: nothing comes to rest. */
  readonly restGap?: number;
}

/** Deviation of a coefficient with twelve frames, m/s^2, along, across and up; fewer frames tell much less. */
const BEND = [0.053, 0.043, 0.04] as const;

/** How much worse a coefficient of so many frames is known. */
export function bendDeviation(frames: number): Vec3 {
  const factor = Math.sqrt(0.5 + 0.5 * pow(12 / frames, 5));
  return [BEND[0] * factor, BEND[1] * factor, BEND[2] * factor];
}

/** Horizontal direction, from x. */
export function headingOf([x, y]: Vec3): number {
  return x === 0 && y === 0 ? 0 : atan2(y, x);
}

/** Last frames over which a body at rest must not move, and how far it may, m. */
const REST_FRAMES = 6;
const REST_MOTION = 0.0008;
/** A body axis nearer to the vertical than this lies on a face, rad. */
const ON_FACE = 0.05;

/** @param strength of gravity where it is known, m/s^2 */
export function groundFrame(recordings: readonly PreparedRecording[], strength: number): GroundFrame | undefined {
  const bends = recordings.map((recording) => flightBend(recording, headingOf));
  const known = bends.filter((bend): bend is FlightBend => bend !== undefined);
  if (known.length === 0) return undefined;
  const gravity: [number, number, number] = [0, 0, 0];
  const error: [number, number, number] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const values = known.map(({ position }) => position[c]);
    const middle = median(values);
    const spread = 1.4826 * median(values.map((value) => Math.abs(value - middle)));
    let [sum, weights] = [0, 0];
    known.forEach(({ frames }, i) => {
      const alone = bendDeviation(frames)[c];
      const away = values[i] - middle;
      const own = alone * alone + spread * spread;
      const weight = 1 / own / (1 + (away * away) / (4 * own));
      sum += weight * values[i];
      weights += weight;
    });
    gravity[c] = sum / weights;
    error[c] = Math.sqrt(1 / weights);
  }
  const size = vec3.norm(gravity);
  const rests = recordings.flatMap((recording, i) => {
    const bend = bends[i];
    const at = bend === undefined ? undefined : restOf(recording, bend.heading);
    return at === undefined ? [] : [at];
  });
  const restGap = restGapOf(recordings);
  const faces = rests.flatMap(({ normal }) => (normal === undefined ? [] : [normal]));
  return {
    gravity,
    gravityError: error,
    scale: strength / size,
    scaleError: (strength * error[2]) / (size * size),
    ...(faces.length < 5 ? {} : { byPose: [median(faces.map(([x]) => x)), median(faces.map(([, y]) => y))] as const }),
    ...(rests.length < 8 ? {} : { byPlane: planeThrough(rests.map(({ position }) => position)) }),
    flights: known.length,
    ...(restGap === undefined ? {} : { restGap }),
  };
}

/** Height over the ground at which recordings end at rest, m: the median. Undefined: none does. */
export function restGapOf(recordings: readonly PreparedRecording[]): number | undefined {
  const gaps = recordings.filter(endsAtRest).map((recording) => recording.gaps[recording.gaps.length - 1]);
  return gaps.length === 0 ? undefined : median(gaps);
}

/** Whether the last frames of a recording show the body in one place. */
export function endsAtRest({ positions }: PreparedRecording): boolean {
  if (positions.length < REST_FRAMES + 2) return false;
  const last = positions.slice(positions.length - REST_FRAMES);
  return last.every((position) => vec3.norm(vec3.subtract(position, last[0])) <= REST_MOTION);
}

interface Rest {
  readonly position: Vec3;
  readonly normal?: readonly [number, number];
}

/** Where a recording ends at rest, in throw axes. */
function restOf(recording: PreparedRecording, heading: number): Rest | undefined {
  if (!endsAtRest(recording)) return undefined;
  const { positions, orientations } = recording;
  const n = positions.length;
  const position = aboutVertical(positions[n - REST_FRAMES + (REST_FRAMES >> 1)], -heading);
  const q = orientations[n - (REST_FRAMES >> 1)];
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => rotate(q, axis));
  const up = axes.reduce((best, axis) => (Math.abs(axis[2]) > Math.abs(best[2]) ? axis : best));
  const turned = aboutVertical(vec3.scale(up, up[2] < 0 ? -1 : 1), -heading);
  const onFace = Math.abs(turned[0]) < ON_FACE && Math.abs(turned[1]) < ON_FACE;
  return { position, ...(onFace ? { normal: [turned[0], turned[1]] as const } : {}) };
}

/** x and y of the normal of z = a + b x + c y, by weights 1 / (1 + (residual / 0.5 mm)^2). */
function planeThrough(points: readonly Vec3[]): readonly [number, number] {
  const middle = vec3.scale(
    points.reduce<Vec3>((sum, point) => vec3.add(sum, point), [0, 0, 0]),
    1 / points.length,
  );
  let plane: [number, number, number] = [0, 0, 0];
  for (let round = 0; round < 20; round++) {
    const s = { w: 0, x: 0, y: 0, z: 0, xx: 0, xy: 0, yy: 0, xz: 0, yz: 0 };
    for (const point of points) {
      const [x, y, z] = vec3.subtract(point, middle);
      const away = (z - plane[0] - plane[1] * x - plane[2] * y) / PLANE_SCALE;
      const weight = 1 / (1 + away * away);
      s.w += weight;
      s.x += weight * x;
      s.y += weight * y;
      s.z += weight * z;
      s.xx += weight * x * x;
      s.xy += weight * x * y;
      s.yy += weight * y * y;
      s.xz += weight * x * z;
      s.yz += weight * y * z;
    }
    const [xx, xy, yy] = [s.xx - (s.x * s.x) / s.w, s.xy - (s.x * s.y) / s.w, s.yy - (s.y * s.y) / s.w];
    const [xz, yz] = [s.xz - (s.x * s.z) / s.w, s.yz - (s.y * s.z) / s.w];
    const determinant = xx * yy - xy * xy;
    if (!(determinant > 0)) return [0, 0];
    const b = (yy * xz - xy * yz) / determinant;
    const c = (xx * yz - xy * xz) / determinant;
    plane = [(s.z - b * s.x - c * s.y) / s.w, b, c];
  }
  return [-plane[1], -plane[2]];
}

const PLANE_SCALE = 0.0005;

/** Poses tell the normal this much better than a plane through centres does. */
const POSE_SHARE = 0.7;

/** The ground's normal in throw axes: mostly of poses, where both are known. */
export function groundNormal({ byPose, byPlane }: GroundFrame): readonly [number, number] | undefined {
  if (byPose === undefined || byPlane === undefined) return byPose ?? byPlane;
  return [POSE_SHARE * byPose[0] + (1 - POSE_SHARE) * byPlane[0], POSE_SHARE * byPose[1] + (1 - POSE_SHARE) * byPlane[1]];
}

/** Throw axes of the recordings to those of the ground: the normal becomes z. */
export function toGround([x, y]: readonly [number, number]): Quaternion {
  const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
  const axis = vec3.cross([x, y, z], [0, 0, 1]);
  const sine = vec3.norm(axis);
  return sine === 0 ? [0, 0, 0, 1] : rotationOf(vec3.scale(axis, atan2(sine, z) / sine));
}

/** From the axes of a recording to those of the ground with x along the throw. */
export function groundTurn(recording: PreparedRecording, normal: readonly [number, number]): Quaternion {
  const bend = flightBend(recording, headingOf);
  return multiply(toGround(normal), rotationOf([0, 0, -(bend?.heading ?? 0)]));
}
