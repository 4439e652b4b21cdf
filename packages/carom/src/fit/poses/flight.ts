/**
 * The free flight before the first contact: which frames belong to it, and the motion through them.
 *
 * Rotation of a body whose moments are all equal: R(t) = exp(w (t - t_c)) R_c. The vectors e_k = log(R_k R_pred^T) are regressed on (1,
 * t_k - t_c); R_c <- exp(c_0) R_c, w += c_1; five rounds, weights 1 / (1 + (|e| / 1 mrad)^2). Of any other body: along the solution without
 * torque, whose angular momentum stands still in space, with numerical columns.
 *
 * Centre of mass: p_k + R_k o - g t^2 / 2 = x_0 + v_0 t, linear, o the centre of mass from the tracked centre in body axes. It depends on o
 * and g and is fitted anew for each.
 */
import * as mat3 from "../../math/mat3.js";
import { multiply, type Quaternion, rotate, toMatrix } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { smallLeastSquares } from "../optimise/small-least-squares.js";
import type { PoseRecording } from "./recording.js";
import { rotationBetween, rotationOf } from "./rotations.js";

/** The hand has let go where second differences miss gravity by less than this, m, and spins change by less than this, rad, per frame. */
const FREE_FALL = 0.0024;
const FREE_SPIN = 0.024;
/** Frames that a flight must have, that the start is taken from, and that gravity is taken from. */
export const LEAST_FLIGHT = 4;
const START_FRAMES = 9;
const GRAVITY_FRAMES = 30;
const ROTATION_SCALE = 0.001;
const POSITION_SCALE = 0.00015;

/** Frames from one to another, both included. */
export interface Frames {
  readonly from: number;
  readonly to: number;
}

/** The last frames of free flight that end at a frame; undefined: fewer than four. */
export function flightFrames({ times, positions, orientations }: PoseRecording, last: number, gravity: Vec3): Frames | undefined {
  let from = last;
  while (from > 0) {
    const k = from;
    if (k < last) {
      const dt = 0.5 * (times[k + 1] - times[k - 1]);
      const bend = [0, 1, 2].map((c) => positions[k + 1][c] - 2 * positions[k][c] + positions[k - 1][c] - gravity[c] * dt * dt);
      const turn = vec3.subtract(
        rotationBetween(orientations[k + 1], orientations[k]),
        rotationBetween(orientations[k], orientations[k - 1]),
      );
      if (!(vec3.norm(bend as unknown as Vec3) < FREE_FALL && vec3.norm(turn) < FREE_SPIN)) break;
    }
    from--;
  }
  return last - from + 1 >= LEAST_FLIGHT ? { from, to: last } : undefined;
}

/** The frames that the start is taken from. */
export function startFrames({ from, to }: Frames): Frames {
  return { from: Math.max(from, to - START_FRAMES + 1), to };
}

/** The frames that gravity and labels are taken from. */
export function gravityFrames({ from, to }: Frames): Frames {
  return { from: Math.max(from, to - GRAVITY_FRAMES + 1), to };
}

/** Orientation and spin at the middle of some frames. */
export interface FlightRotation {
  /** s. */
  readonly time: number;
  readonly orientation: Quaternion;
  /** rad/s, world axes. */
  readonly spin: Vec3;
  /** Root mean square of what is left, rad. */
  readonly scatter: number;
}

/** Whether all directions are alike. */
export function isIsotropic(inertia: mat3.Mat3): boolean {
  const [a] = inertia;
  const off = [1, 2, 3, 5, 6, 7].every((i) => Math.abs(inertia[i]) <= 1e-12 * a);
  return off && Math.abs(inertia[4] - a) <= 1e-12 * a && Math.abs(inertia[8] - a) <= 1e-12 * a;
}

/** Of frames whose orientations are multiplied by `turn` from the right, which is how a label reads them. */
export function flightRotation(recording: PoseRecording, frames: Frames, turn: Quaternion, inertia: mat3.Mat3): FlightRotation {
  const list = Array.from({ length: frames.to - frames.from + 1 }, (_, i) => frames.from + i);
  const times = list.map((k) => recording.times[k]);
  const orientations = list.map((k) => multiply(recording.orientations[k], turn));
  const time = times.reduce((sum, each) => sum + each, 0) / times.length;
  const middle = orientations.length >> 1;
  const ends = rotationBetween(orientations[orientations.length - 1], orientations[0]);
  let spin: Vec3 = spinGuess(times, orientations, ends);
  let orientation: Quaternion = multiply(rotationOf(vec3.scale(spin, time - times[middle])), orientations[middle]);
  let left: Vec3[] = [];
  if (!isIsotropic(inertia)) ({ orientation, spin } = withoutTorque(times, orientations, { time, orientation, spin }, inertia));
  const predicted = (t: number) => turnedFreely(orientation, spin, inertia, t - time);
  for (let round = 0; round < 5 && isIsotropic(inertia); round++) {
    left = orientations.map((each, k) => rotationBetween(each, predicted(times[k])));
    const [c0, c1] = regressed(
      times.map((t) => t - time),
      left,
    );
    orientation = multiply(rotationOf(c0), orientation);
    spin = vec3.add(spin, c1);
  }
  left = orientations.map((each, k) => rotationBetween(each, predicted(times[k])));
  const scatter = Math.sqrt(left.reduce((sum, each) => sum + vec3.dot(each, each), 0) / Math.max(1, 3 * left.length - 6));
  return { time, orientation, spin, scatter };
}

/** Steps added up, so that more than half a turn over all frames does not matter. */
function spinGuess(times: readonly number[], orientations: readonly Quaternion[], ends: Vec3): Vec3 {
  const span = times[times.length - 1] - times[0];
  if (orientations.length < 3) return vec3.scale(ends, 1 / span);
  const sum = orientations.slice(1).reduce<Vec3>((all, each, k) => vec3.add(all, rotationBetween(each, orientations[k])), [0, 0, 0]);
  return vec3.scale(sum, 1 / span);
}

/** Weighted regression of vectors on (1, t). */
function regressed(times: readonly number[], vectors: readonly Vec3[]): [Vec3, Vec3] {
  let [s0, s1, s2] = [0, 0, 0];
  const a: [number, number, number] = [0, 0, 0];
  const b: [number, number, number] = [0, 0, 0];
  vectors.forEach((vector, k) => {
    const weight = 1 / (1 + vec3.dot(vector, vector) / (ROTATION_SCALE * ROTATION_SCALE));
    s0 += weight;
    s1 += weight * times[k];
    s2 += weight * times[k] * times[k];
    for (let c = 0; c < 3; c++) {
      a[c] += weight * vector[c];
      b[c] += weight * times[k] * vector[c];
    }
  });
  const determinant = s0 * s2 - s1 * s1;
  const solve = (c: number): [number, number] => [(s2 * a[c] - s1 * b[c]) / determinant, (s0 * b[c] - s1 * a[c]) / determinant];
  const [x, y, z] = [solve(0), solve(1), solve(2)];
  return [
    [x[0], y[0], z[0]],
    [x[1], y[1], z[1]],
  ];
}

/** Longest step of the motion without torque, s, and so many at least. */
const STEP = 0.001;

/** The orientation after a time, without torque. */
export function turnedFreely(orientation: Quaternion, spin: Vec3, inertia: mat3.Mat3, elapsed: number): Quaternion {
  if (isIsotropic(inertia)) return multiply(rotationOf(vec3.scale(spin, elapsed)), orientation);
  const inverse = mat3.inverse(inertia) ?? mat3.IDENTITY;
  const momentum = mat3.transformVector(mat3.rotateTensor(toMatrix(orientation), inertia), spin);
  const rate = (q: Quaternion): Vec3 => mat3.transformVector(mat3.rotateTensor(toMatrix(q), inverse), momentum);
  const steps = Math.max(1, Math.ceil(Math.abs(elapsed) / STEP));
  const dt = elapsed / steps;
  let q = orientation;
  for (let i = 0; i < steps; i++) {
    // Fourth order: spins at the two Gauss points, and what they do not commute by.
    const first = rate(multiply(rotationOf(vec3.scale(rate(q), GAUSS[0] * dt)), q));
    const half = multiply(rotationOf(vec3.scale(first, 0.5 * dt)), q);
    const second = rate(multiply(rotationOf(vec3.scale(rate(half), (GAUSS[1] - 0.5) * dt)), half));
    const turn = vec3.addScaled(vec3.scale(vec3.add(first, second), 0.5 * dt), vec3.cross(second, first), (Math.sqrt(3) / 12) * dt * dt);
    q = multiply(rotationOf(turn), q);
  }
  return q;
}

const GAUSS = [0.5 - Math.sqrt(3) / 6, 0.5 + Math.sqrt(3) / 6] as const;

function withoutTorque(
  times: readonly number[],
  orientations: readonly Quaternion[],
  { time, orientation, spin }: Omit<FlightRotation, "scatter">,
  inertia: mat3.Mat3,
): Pick<FlightRotation, "orientation" | "spin"> {
  const at = (values: readonly number[]) => ({
    orientation: multiply(rotationOf([values[0], values[1], values[2]]), orientation),
    spin: vec3.add(spin, [values[3], values[4], values[5]]),
  });
  const fit = smallLeastSquares(
    (values) => {
      const { orientation: turned, spin: own } = at(values);
      return orientations.flatMap((each, k) => [...rotationBetween(each, turnedFreely(turned, own, inertia, times[k] - time))]);
    },
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1, 10, 10, 10],
  );
  return at(fit.values);
}

/** Weights of frames for the centre of mass, from a parabola through the positions alone: they do not depend on what is fitted. */
export function positionWeights({ times, positions }: PoseRecording, { from, to }: Frames): number[] {
  const list = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const middle = 0.5 * (times[from] + times[to]);
  const t = list.map((k) => times[k] - middle);
  const rows = list.map((k) => positions[k]);
  let weights = t.map(() => 1);
  if (list.length < 5) return weights;
  for (let round = 0; round < 3; round++) {
    const fits = [0, 1, 2].map((c) =>
      quadratic(
        t,
        rows.map((row) => row[c]),
        weights,
      ),
    );
    weights = rows.map((row, k) => {
      const left = [0, 1, 2].map((c) => row[c] - fits[c][0] - fits[c][1] * t[k] - 0.5 * fits[c][2] * t[k] * t[k]) as unknown as Vec3;
      return 1 / (1 + vec3.dot(left, left) / (POSITION_SCALE * POSITION_SCALE));
    });
  }
  return weights;
}

/** a + b t + c t^2 / 2 by weighted least squares. */
export function quadratic(t: readonly number[], y: readonly number[], weights: readonly number[]): [number, number, number] {
  const moments = [0, 0, 0, 0, 0];
  const right: [number, number, number] = [0, 0, 0];
  t.forEach((time, k) => {
    let part = weights[k];
    for (let power = 0; power < 5; power++) {
      moments[power] += part;
      if (power < 3) right[power] += part * y[k];
      part *= time;
    }
  });
  const inverse = mat3.inverse([
    moments[0],
    moments[1],
    moments[2],
    moments[1],
    moments[2],
    moments[3],
    moments[2],
    moments[3],
    moments[4],
  ]);
  if (inverse === undefined) return [right[0] / moments[0], 0, 0];
  const [a, b, c] = mat3.transformVector(inverse, right);
  return [a, b, 2 * c];
}

/** Position and velocity of the centre of mass at a time, where gravity acts. */
export function flightOfCentre(
  { times, positions, orientations }: PoseRecording,
  { from, to }: Frames,
  weights: readonly number[],
  offset: Vec3,
  gravity: Vec3,
  time: number,
): { readonly position: Vec3; readonly velocity: Vec3 } {
  let [s0, s1, s2] = [0, 0, 0];
  const a: [number, number, number] = [0, 0, 0];
  const b: [number, number, number] = [0, 0, 0];
  for (let k = from; k <= to; k++) {
    const t = times[k] - time;
    const weight = weights[k - from];
    const arm = rotate(orientations[k], offset);
    s0 += weight;
    s1 += weight * t;
    s2 += weight * t * t;
    for (let c = 0; c < 3; c++) {
      const value = positions[k][c] + arm[c] - 0.5 * gravity[c] * t * t;
      a[c] += weight * value;
      b[c] += weight * t * value;
    }
  }
  const determinant = s0 * s2 - s1 * s1;
  const each = (c: number): [number, number] => [(s2 * a[c] - s1 * b[c]) / determinant, (s0 * b[c] - s1 * a[c]) / determinant];
  const [x, y, z] = [each(0), each(1), each(2)];
  return { position: [x[0], y[0], z[0]], velocity: [x[1], y[1], z[1]] };
}
