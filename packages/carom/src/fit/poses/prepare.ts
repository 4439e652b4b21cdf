/**
 * Recordings made ready: where contact begins, which frames are flight, and, where it is asked for, in the axes of the ground as it lies
 * under gravity.
 *
 * Contact is where the gap between body and ground, extrapolated by one frame, closes; the last frame before it is left out of the flight.
 */
import { cos, sin } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Scene, type SceneBody, systemFromScene } from "../../simulation/scene/scene.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import { type Frames, flightFrames, gravityFrames, positionWeights, quadratic, startFrames } from "./flight.js";
import type { PoseRecording } from "./recording.js";

/** A recording, and what is known of it before anything is computed. */
export interface PreparedRecording extends PoseRecording {
  /** Smallest distance of the body from what it may touch, m, frame by frame; negative: inside. */
  readonly gaps: readonly number[];
  /** First frame after contact began; undefined: it never does. */
  readonly contact?: number;
  /** Frames of free flight; undefined: fewer than four. */
  readonly flight?: Frames;
  /** Those that the start is taken from, with their weights. */
  readonly start?: Frames;
  readonly weights: readonly number[];
  /** Where computed motions begin, and where judging them does. */
  readonly first: number;
  readonly judged: number;
}

/** Why a recording takes no part. */
export interface LeftOut {
  readonly id: string;
  readonly reason: "no-flight" | "no-contact" | "too-few";
}

/** Closer than this counts as contact where no gap closes, m. */
const CLOSE = 0.005;
/** Frames before the body can reach the ground at which judging begins. */
const BEFORE = 3;

/** Distances of a body from what it may touch, at poses of its shape. */
export interface BodyGap {
  /** m; negative: inside. */
  readonly gapAt: (position: Vec3, orientation: Quaternion) => number;
  /** Whether the body could touch if it were turned. */
  readonly nearAt: (position: Vec3, orientation: Quaternion) => boolean;
}

/** Numbers of a free body in the coordinates and speeds of a system: position and orientation; velocity and spin in world axes. */
export const BODY_COORDINATES = 7;
export const BODY_SPEEDS = 6;
/** Where nothing is touched, m. */
export const AWAY: Vec3 = [0, 0, 1000];
const STILL = { position: AWAY, orientation: [0, 0, 0, 1] as Quaternion, velocity: vec3.ZERO, angularVelocity: vec3.ZERO };

/** The system of a scene with one body far away, so that its pose in the scene does not matter. */
export function systemAway(scene: Scene, body: string): SceneSystem {
  return systemFromScene({ ...scene, bodies: { ...scene.bodies, [body]: { ...(scene.bodies[body] as SceneBody), ...STILL } } });
}

/** Of one body of a scene, where the others are as the scene says. */
export function gapOf(scene: Scene, body: string): BodyGap {
  const system = systemAway(scene, body);
  const { coordinates } = system.initialState();
  const at = BODY_COORDINATES * system.names.indexOf(body);
  const centre = vec3.subtract([coordinates[at], coordinates[at + 1], coordinates[at + 2]], AWAY);
  const pairs = system.pairs.map((_, pair) => pair).filter((pair) => system.pairs[pair].between.includes(body));
  const features = pairs.flatMap((pair) => [...system.features(pair)]);
  const place = (position: Vec3, orientation: Quaternion) => {
    coordinates.set(vec3.add(position, rotate(orientation, centre)), at);
    coordinates.set(orientation, at + 3);
  };
  return {
    gapAt: (position, orientation) => {
      place(position, orientation);
      return features.reduce((least, feature) => Math.min(least, system.gap(feature, coordinates)), Number.POSITIVE_INFINITY);
    },
    nearAt: (position, orientation) => {
      place(position, orientation);
      return pairs.some((pair) => system.clearance(pair, coordinates) <= 0);
    },
  };
}

/** Gaps, contact and flight of a recording. */
export function prepared(recording: PoseRecording, { gapAt, nearAt }: BodyGap, gravity: Vec3): PreparedRecording {
  const { positions, orientations, times } = recording;
  const gaps = positions.map((position, k) => gapAt(position, orientations[k]));
  const contact = contactFrame(gaps);
  const last = (contact ?? times.length) - 2;
  const flight = last < 1 ? undefined : flightFrames(recording, last, gravity);
  if (contact === undefined || flight === undefined)
    return { ...recording, gaps, ...(contact === undefined ? {} : { contact }), weights: [], first: 0, judged: 0 };
  const start = startFrames(flight);
  const near = positions.findIndex((position, k) => nearAt(position, orientations[k]));
  const judged = Math.max(0, Math.min(near < 0 ? contact : near, contact) - BEFORE);
  const first = Math.min(judged, flight.to);
  return { ...recording, gaps, contact, flight, start, weights: positionWeights(recording, start), first, judged };
}

function contactFrame(gaps: readonly number[]): number | undefined {
  for (let k = 1; k < gaps.length; k++) {
    if (gaps[k] <= 0) return k;
    if (gaps[k] < gaps[k - 1] && 2 * gaps[k] - gaps[k - 1] <= 0 && k + 1 < gaps.length) return k + 1;
  }
  const nearest = gaps.reduce((least, gap, k) => (gap < gaps[least] ? k : least), 0);
  return gaps[nearest] < CLOSE && nearest > 0 ? nearest : undefined;
}

/** Quadratic coefficients of the flight: of the tracked centre, and of the three body axes. */
export interface FlightBend {
  /** m/s^2, in axes whose x is along the horizontal throw. */
  readonly position: Vec3;
  /** 1/s^2, columns: of body x, y, z. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly frames: number;
  /** Direction of the horizontal throw, from world x, rad. */
  readonly heading: number;
  /** Velocity of the tracked centre in the middle, m/s. */
  readonly velocity: Vec3;
}

/** @param headingOf the angle of the horizontal part of a velocity */
export function flightBend(recording: PreparedRecording, headingOf: (velocity: Vec3) => number): FlightBend | undefined {
  if (recording.flight === undefined) return undefined;
  const { from, to } = gravityFrames(recording.flight);
  if (to - from + 1 < 5) return undefined;
  const list = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const { times, positions, orientations } = recording;
  const middle = 0.5 * (times[from] + times[to]);
  const t = list.map((k) => times[k] - middle);
  const weights = positionWeights(recording, { from, to });
  const bendOf = (vectors: readonly Vec3[]) =>
    [0, 1, 2].map((c) =>
      quadratic(
        t,
        vectors.map((vector) => vector[c]),
        weights,
      ),
    );
  const centre = bendOf(list.map((k) => positions[k]));
  const velocity = centre.map(([, b]) => b) as unknown as Vec3;
  const heading = headingOf(velocity);
  const turned = (bend: readonly (readonly [number, number, number])[]) =>
    aboutVertical(bend.map(([, , c]) => c) as unknown as Vec3, -heading);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => turned(bendOf(list.map((k) => rotate(orientations[k], axis))))) as unknown as FlightBend["axes"];
  return { position: turned(centre), axes, frames: list.length, heading, velocity };
}

/** A vector turned about z. */
export function aboutVertical(v: Vec3, angle: number): Vec3 {
  return rotate([0, 0, sin(angle / 2), cos(angle / 2)], v);
}

/** A recording in other axes. */
export function turnedRecording<R extends PoseRecording>(recording: R, turn: Quaternion): R {
  return {
    ...recording,
    positions: recording.positions.map((position) => rotate(turn, position)),
    orientations: recording.orientations.map((orientation) => multiply(turn, orientation)),
    ...(recording.velocities === undefined ? {} : { velocities: recording.velocities.map((velocity) => rotate(turn, velocity)) }),
    ...(recording.spins === undefined ? {} : { spins: recording.spins.map((spin) => rotate(turn, spin)) }),
  };
}
