/** The check every plan has to pass: the law `frictional` forwards, then the flight. */
import { solveFrictional } from "../impact/frictional.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { flyFor } from "./flight.js";
import type { Hit } from "./task.js";

/** Contact axes. */
export interface ForwardCheck {
  /** Impulse on the object that the law gives, N s. */
  readonly impulse: Vec3;
  /** Velocity of the object's centre of mass after the hit, m/s. */
  readonly departure: Vec3;
  /** Distance of the centre of mass from the target at the flight time, m. */
  readonly miss: number;
}

/** What a contact velocity (contact axes) really does: impulse, departure, and distance from the target after the flight time. */
export function checkForward(hit: Hit, velocity: Vec3, flightTime: number): ForwardCheck {
  const { impulse: found } = solveFrictional({ ...hit.problem, velocity });
  const impulse: Vec3 = [found[0], found[1], found[2]];
  const departure = vec3.addScaled(hit.before, impulse, 1 / hit.mass);
  return { impulse, departure, miss: vec3.norm(vec3.subtract(flyFor(hit, departure, flightTime), hit.displacement)) };
}
