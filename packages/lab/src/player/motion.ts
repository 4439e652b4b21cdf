/**
 * Where the bodies are between two rows of a run.
 *
 * Between rows without an event the path is the cubic that fits places and velocities at both ends. Where something happens between them,
 * it is the flight from the row before up to the event, and the flight that leads to the row after from there on: nothing is smoothed over
 * an impact.
 */
import type { BodySeries } from "carom/simulation";
import { Quaternion, Vector3 } from "three";
import type { Run } from "./run.js";

export interface Motion {
  /** Writes the pose of a body at a time. */
  pose(body: string, time: number, position: Vector3, orientation: Quaternion): void;
  readonly bodies: readonly string[];
  /** Place of the last row at or before a time. */
  rowAt(time: number): number;
}

export function motionOf(run: Run): Motion {
  const { time: times, bodies } = run.series;
  const eventTimes = [...new Set(run.events.filter(({ kind }) => kind === "impact" || kind === "contact").map(({ time }) => time))].sort(
    (a, b) => a - b,
  );

  function rowAt(time: number): number {
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** First event strictly inside, and the last one; undefined if there is none. */
  function eventsBetween(from: number, to: number): readonly [number, number] | undefined {
    let low = 0;
    let high = eventTimes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (eventTimes[middle] > from) high = middle;
      else low = middle + 1;
    }
    if (low >= eventTimes.length || eventTimes[low] >= to) return undefined;
    let last = low;
    while (last + 1 < eventTimes.length && eventTimes[last + 1] < to) last++;
    return [eventTimes[low], eventTimes[last]];
  }

  const spin = new Vector3();
  const turn = new Quaternion();
  const other = new Quaternion();

  function turned(body: BodySeries, row: number, by: number, orientation: Quaternion): void {
    spin.set(...body.angularVelocity[row]);
    const angle = spin.length() * by;
    orientation.set(...body.orientation[row]);
    if (angle === 0) return;
    turn.setFromAxisAngle(spin.normalize(), angle);
    orientation.premultiply(turn);
  }

  function flown(body: BodySeries, row: number, by: number, position: Vector3): void {
    const [x, y, z] = body.position[row];
    const [u, v, w] = body.velocity[row];
    position.set(x + by * u, y + by * v, z + by * w);
  }

  return {
    bodies: Object.keys(bodies),
    rowAt,
    pose: (name, time, position, orientation) => {
      const body = bodies[name];
      const row = rowAt(time);
      if (row >= times.length - 1) {
        position.set(...body.position[row]);
        orientation.set(...body.orientation[row]);
        return;
      }
      const [from, to] = [times[row], times[row + 1]];
      const width = to - from;
      const inside = eventsBetween(from, to);
      if (inside !== undefined && time <= inside[0]) {
        flown(body, row, time - from, position);
        turned(body, row, time - from, orientation);
        return;
      }
      if (inside !== undefined && time >= inside[1]) {
        flown(body, row + 1, time - to, position);
        turned(body, row + 1, time - to, orientation);
        return;
      }
      const part = (time - from) / width;
      hermite(body, row, width, part, position);
      orientation.set(...body.orientation[row]).slerp(other.set(...body.orientation[row + 1]), part);
    },
  };
}

function hermite({ position: places, velocity }: BodySeries, row: number, width: number, s: number, out: Vector3): void {
  const [h00, h10] = [(1 + 2 * s) * (1 - s) ** 2, s * (1 - s) ** 2 * width];
  const [h01, h11] = [s * s * (3 - 2 * s), s * s * (s - 1) * width];
  const at = (k: 0 | 1 | 2) => h00 * places[row][k] + h10 * velocity[row][k] + h01 * places[row + 1][k] + h11 * velocity[row + 1][k];
  out.set(at(0), at(1), at(2));
}
