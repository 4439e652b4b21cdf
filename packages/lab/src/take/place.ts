/** A moment of a run and the way it is looked at, as words of an address: `m=i2@p0.56`, `c=az,el,dist,x,y,z`. */
import { Vector3 } from "three";
import type { Moment } from "../player/axis.js";
import { clockOf } from "../player/impact-clock.js";
import type { Run } from "../player/run.js";
import type { Stage } from "../stage/stage.js";

const short = (value: number, digits: number) => String(Number(value.toPrecision(digits)));

/** Seconds, or an impact counted from 1 and the part of its impulse: `0.43`, `i2`, `i2@p0.56`. */
export function momentText({ time, inside }: Moment): string {
  if (inside === undefined) return short(time, 7);
  return inside.part === 0 ? `i${inside.impact + 1}` : `i${inside.impact + 1}@p${short(inside.part, 4)}`;
}

/** Understands `i2@193us` too, where the impact has a time of its own. Undefined where the run has no such moment. */
export function parseMoment(text: string | undefined, run: Run): Moment | undefined {
  const found = /^i(\d+)(?:@(?:p([\d.]+)|([\d.]+)us))?$/.exec(text ?? "");
  if (found === null) {
    const time = text === undefined || text === "" ? Number.NaN : Number(text);
    return Number.isFinite(time) ? { time: Math.min(run.end, Math.max(0, time)) } : undefined;
  }
  const index = Number(found[1]) - 1;
  const impact = run.impacts[index];
  if (impact === undefined) return undefined;
  const { forces } = impact;
  const micro =
    found[3] === undefined || forces === undefined ? undefined : clockOf(forces).impulseAt(Number(found[3]) / 1e6 / forces.duration);
  const part = Math.min(1, Math.max(0, micro ?? Number(found[2] ?? 0)));
  return Number.isFinite(part) ? { time: impact.time, inside: { impact: index, part } } : undefined;
}

/** Azimuth and elevation in degrees, distance and the place that is looked at, m. */
export function cameraText({ camera, controls }: Pick<Stage, "camera" | "controls">): string {
  const back = camera.position.clone().sub(controls.target);
  const distance = back.length() || 1;
  const azimuth = (Math.atan2(back.y, back.x) * 180) / Math.PI;
  const elevation = (Math.asin(back.z / distance) * 180) / Math.PI;
  const { x, y, z } = controls.target;
  return [short(azimuth, 4), short(elevation, 4), short(distance, 4), ...[x, y, z].map((value) => short(value, 4))].join(",");
}

/** Whether the text says how to look. */
export function lookFrom(stage: Pick<Stage, "camera" | "controls" | "invalidate">, text: string | undefined): boolean {
  const numbers = (text ?? "").split(",").map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite) || !(numbers[2] > 0) || Math.abs(numbers[1]) > 89.9) return false;
  const [azimuth, elevation, distance, x, y, z] = numbers;
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  stage.controls.target.set(x, y, z);
  stage.camera.position
    .set(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e))
    .multiplyScalar(distance)
    .add(new Vector3(x, y, z));
  stage.controls.update();
  stage.invalidate();
  return true;
}
