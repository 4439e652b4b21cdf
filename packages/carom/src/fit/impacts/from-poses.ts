/**
 * Single impacts out of recorded poses: two free flights with at most three frames between them, each fitted by a straight line plus the
 * fall and a uniform spin over its nearest frames. The impact is where the two meet, in position and, an angle counting as 0.02 m a radian,
 * in rotation.
 *
 * Left out: flights that meet more than two frames from the middle, or by more than 0.4 mm or 20 mrad; another place of the body within
 * 8 mm of the ground; approach slower than 0.3 m/s.
 */
import type { Quaternion } from "../../math/quaternion.js";
import { multiply, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Frames, flightOfCentre, flightRotation, quadratic } from "../poses/flight.js";
import { median, type PoseRecording } from "../poses/recording.js";
import { rotationBetween, rotationOf } from "../poses/rotations.js";
import type { ImpactRow } from "./hit.js";

const SHORTEST = 7;
const NEAREST = 12;
const BETWEEN = 3;
const FALL = 0.0024;
const TURN = 0.024;
const ARM = 0.02;
const MISMATCH = 0.0004;
const TWIST = 0.02;
const SECOND = 0.008;
const SLOWEST = 0.3;
const ROUNDS = 4;

/** Distances of the places of a body from what it may touch, ascending, and the normal at the nearest. */
export type NearPlaces = (position: Vec3, orientation: Quaternion) => { readonly gaps: readonly number[]; readonly normal: Vec3 };

const ISOTROPIC = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const NO_TURN: Quaternion = [0, 0, 0, 1];

/** Maximal runs of frames in free flight. */
export function freeFlights({ times, positions, orientations }: PoseRecording, gravity: Vec3): Frames[] {
  const isFree = times.map((_, k) => {
    if (k === 0 || k === times.length - 1) return false;
    const dt = 0.5 * (times[k + 1] - times[k - 1]);
    const bend = vec3.addScaled(vec3.addScaled(vec3.add(positions[k + 1], positions[k - 1]), positions[k], -2), gravity, -dt * dt);
    const turn = vec3.subtract(
      rotationBetween(orientations[k + 1], orientations[k]),
      rotationBetween(orientations[k], orientations[k - 1]),
    );
    return vec3.norm(bend) < FALL && vec3.norm(turn) < TURN;
  });
  const flights: Frames[] = [];
  for (let k = 1; k < times.length; k++) {
    if (!isFree[k]) continue;
    let to = k;
    while (isFree[to + 1]) to++;
    // The neighbours of frames whose second difference is that of a fall are in the air, too.
    flights.push({ from: k - 1, to: to + 1 });
    k = to;
  }
  return flights.filter(({ from, to }) => to - from + 1 >= SHORTEST);
}

/** Strength of the fall in flights, m/s^2 along a direction: the median over flights of at least twelve frames. */
export function fallOf(recordings: readonly PoseRecording[], gravity: Vec3): number {
  const down = vec3.normalize(gravity) ?? [0, 0, -1];
  const values = recordings.flatMap((recording) =>
    freeFlights(recording, gravity)
      .filter(({ from, to }) => to - from + 1 >= NEAREST)
      .map(({ from, to }) => {
        const list = Array.from({ length: to - from + 1 }, (_, i) => from + i);
        const middle = 0.5 * (recording.times[from] + recording.times[to]);
        return quadratic(
          list.map((k) => recording.times[k] - middle),
          list.map((k) => vec3.dot(recording.positions[k], down)),
          list.map(() => 1),
        )[2];
      }),
  );
  return values.length === 0 ? vec3.norm(gravity) : median(values);
}

interface FittedFlight {
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly orientation: Quaternion;
  readonly spin: Vec3;
}

/** At a time, from the frames of a flight nearest to it. */
function flightAt(recording: PoseRecording, frames: Frames, gravity: Vec3, time: number): FittedFlight {
  const weights = Array.from({ length: frames.to - frames.from + 1 }, () => 1);
  const { position, velocity } = flightOfCentre(recording, frames, weights, [0, 0, 0], gravity, time);
  const rotation = flightRotation(recording, frames, NO_TURN, ISOTROPIC);
  const orientation = multiply(rotationOf(vec3.scale(rotation.spin, time - rotation.time)), rotation.orientation);
  return { position, velocity, orientation, spin: rotation.spin };
}

/** The same motion by the places of the centre of mass. @param centre of mass from the tracked one, body axes, m */
export function byCentreOfMass(recording: PoseRecording, centre: Vec3): PoseRecording {
  const { positions, orientations } = recording;
  return { ...recording, positions: positions.map((each, k) => vec3.add(each, rotate(orientations[k], centre))) };
}

/**
 * The impacts of one recording by the places of its centre of mass.
 *
 * @param centre of mass from the tracked one, body axes, m: places of impacts are those of the tracked one
 */
export function impactsOf(recording: PoseRecording, gravity: Vec3, near: NearPlaces, centre: Vec3): ImpactRow[] {
  const flights = freeFlights(recording, gravity);
  const rows: ImpactRow[] = [];
  for (let i = 1; i < flights.length; i++) {
    const [one, two] = [flights[i - 1], flights[i]];
    // The frames next to the impact may be just beyond it by less than a second difference shows.
    if (two.from - one.to - 1 > BETWEEN) continue;
    const [last, first] = [Math.min(one.to, two.from), Math.max(one.to, two.from)];
    const [before, after] = [
      { from: Math.max(one.from, last - NEAREST), to: last - 1 },
      { from: first + 1, to: Math.min(two.to, first + NEAREST) },
    ];
    if (before.to - before.from + 2 < SHORTEST || after.to - after.from + 2 < SHORTEST) continue;
    const row = meeting(recording, before, after, gravity, near, centre);
    if (row !== undefined) rows.push({ ...row, id: `${recording.id}.${rows.length + 1}` });
  }
  return rows;
}

function meeting(
  recording: PoseRecording,
  before: Frames,
  after: Frames,
  gravity: Vec3,
  near: NearPlaces,
  centre: Vec3,
): Omit<ImpactRow, "id"> | undefined {
  const { times } = recording;
  const middle = 0.5 * (times[before.to] + times[after.from]);
  const frame = times[before.to] - times[before.to - 1];
  const product = (u: readonly number[], v: readonly number[]) => u.reduce((sum, value, k) => sum + value * v[k], 0);
  const at = (time: number) => [flightAt(recording, before, gravity, time), flightAt(recording, after, gravity, time)] as const;
  let time = middle;
  let [from, to] = at(time);
  // Positions part in proportion to time, rotations nearly so.
  for (let round = 0; round < ROUNDS; round++) {
    const apart = [...vec3.subtract(to.position, from.position), ...vec3.scale(rotationBetween(to.orientation, from.orientation), ARM)];
    const rate = [...vec3.subtract(to.velocity, from.velocity), ...vec3.scale(vec3.subtract(to.spin, from.spin), ARM)];
    time -= product(apart, rate) / product(rate, rate);
    if (!(Math.abs(time - middle) <= 2 * frame)) return undefined;
    [from, to] = at(time);
  }
  if (vec3.norm(vec3.subtract(to.position, from.position)) > MISMATCH) return undefined;
  if (vec3.norm(rotationBetween(to.orientation, from.orientation)) > TWIST) return undefined;
  const position = vec3.subtract(vec3.scale(vec3.add(from.position, to.position), 0.5), rotate(from.orientation, centre));
  const { gaps, normal } = near(position, from.orientation);
  if (gaps.length > 1 && gaps[1] - gaps[0] < SECOND) return undefined;
  if (-vec3.dot(from.velocity, normal) < SLOWEST) return undefined;
  return {
    position,
    orientation: from.orientation,
    before: { velocity: from.velocity, spin: from.spin },
    after: { velocity: to.velocity, spin: to.spin },
  };
}
