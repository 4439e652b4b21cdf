/**
 * How far a billiard ball goes on the cloth, from its velocity right after an impact to rest.
 *
 * The ball slides until its lowest point stops, then rolls:
 *
 *     slip s = (v_x - r w_y, v_y + r w_x)     slides for t = 2 |s| / (7 mu g), with v' = -mu g s / |s|     then v = v0 - 2 s / 7
 *     rolls to rest over |v|^2 / (2 a), a = 5/7 of the rolling friction times g
 *
 * The factor 5/7 is implied by the source's Table 3.3.
 *
 * Letters: v velocity, w angular velocity, r radius, mu friction of the cloth, g gravity.
 * Source: 000 section 3.4.2, Tables 3.2 and 3.3.
 */
import type { BodyMotion } from "./result.js";

/** Of the source: friction of sliding and of rolling on the cloth, and gravity in m/s^2. */
const SLIDING = 0.2;
const ROLLING = 0.01;
const GRAVITY = 9.8;

/** Distance from the place of the impact to the place of rest, m. */
export function travelOnTable({ velocity, angularVelocity }: BodyMotion, radius: number): number {
  const slip = [velocity[0] - radius * angularVelocity[1], velocity[1] + radius * angularVelocity[0]] as const;
  const speed = length(slip[0], slip[1]);
  const time = (2 * speed) / (7 * SLIDING * GRAVITY);
  const slowing = speed > 0 ? (SLIDING * GRAVITY * time * time) / (2 * speed) : 0;
  const rolling = [velocity[0] - (2 * slip[0]) / 7, velocity[1] - (2 * slip[1]) / 7] as const;
  /** Times the velocity at its start, the way of a motion that slows evenly to rest. */
  const rollingTime = length(rolling[0], rolling[1]) / ((10 / 7) * ROLLING * GRAVITY);
  const way = ([0, 1] as const).map((i) => velocity[i] * time - slowing * slip[i] + rolling[i] * rollingTime);
  return length(way[0], way[1]);
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
