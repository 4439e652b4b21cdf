/**
 * A bounce with air drag in proportion to the square of the speed, terminal speed v_t: launched at v = x v_t,
 *
 *     time in the air = (v_t / g) (atan x + asinh x)          speed at the next hit = v / sqrt(1 + x^2)
 *
 * Up: v' = -g (1 + v^2 / v_t^2); down from the height v_t^2 log(1 + x^2) / (2 g): v' = g (1 - v^2 / v_t^2).
 */
import { atan, log } from "../../math/elementary.js";

/** s. `terminal` in m/s, Infinity: no drag. */
export function airTime(speed: number, gravity: number, terminal: number): number {
  if (terminal === Number.POSITIVE_INFINITY) return (2 * speed) / gravity;
  const x = speed / terminal;
  return (terminal / gravity) * (atan(x) + log(x + Math.sqrt(1 + x * x)));
}

/** m/s. */
export function landingSpeed(speed: number, terminal: number): number {
  if (terminal === Number.POSITIVE_INFINITY) return speed;
  const x = speed / terminal;
  return speed / Math.sqrt(1 + x * x);
}

/** Launch speed for a time in the air, m/s: Newton's method from that without drag. */
export function launchSpeed(time: number, gravity: number, terminal: number): number {
  let speed = (gravity * time) / 2;
  if (terminal === Number.POSITIVE_INFINITY) return speed;
  for (let round = 0; round < 60; round++) {
    const x = speed / terminal;
    const slope = (1 / (1 + x * x) + 1 / Math.sqrt(1 + x * x)) / gravity;
    const step = (airTime(speed, gravity, terminal) - time) / slope;
    speed -= step;
    if (Math.abs(step) <= 1e-15 * speed) break;
  }
  return speed;
}

/** Of a ball, m/s: v_t^2 = 8 r rho_body g / (3 C_d rho_air). */
export function terminalSpeedOfBall(radius: number, density: number, gravity = 9.81, airDensity = 1.2, dragCoefficient = 0.47): number {
  return Math.sqrt((8 * radius * density * gravity) / (3 * dragCoefficient * airDensity));
}
