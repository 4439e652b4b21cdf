/**
 * The corner of a plate that has just struck, on its way up: its height while the plate turns by little.
 *
 * A bounce may be a million times lower than the last digit of the height of the plate, so the height is not a difference of heights but
 * its own series. With the floor's normal u and the angular velocity w in body axes, u' = u x w and J w' = (J w) x w, and
 *
 *     u_(n+1) = sum u_k x w_(n-k) / (n+1)        w_(n+1) = sum J^-1 (J w_k x w_(n-k)) / (n+1)
 *     h(t) = r t - g t^2/2 + sum_(n>1) u_n.d t^n
 *
 * with the rebound r, which is exact. Thirteen terms are right to the last digit while the plate turns by a twentieth of a radian.
 *
 * Letters: J principal moments, d corner in body axes, g gravity.
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { localSpin } from "./plate-flight.js";
import { type Corner, cornerOf, type Plate, type PlateState, plateInertia } from "./plate-impact.js";

const TERMS = 13;
/** rad. */
const TURN = 0.05;

/** How a corner leaves the floor. */
export interface Launch {
  /** Of the corner, m/s^2, upwards, just after the impact. */
  readonly acceleration: number;
  /** Where a corner without a rebound is still rising, s: the search for its next touch begins there. */
  readonly rising: number;
  /** Up to here `at` holds, s. */
  readonly until: number;
  /** Height, m, and its rate, m/s. */
  at(t: number): { readonly height: number; readonly rate: number };
}

/** `rebound` is how fast the corner rises, m/s. */
export function createLaunch(plate: Plate, state: PlateState, corner: Corner, rebound: number, gravity: number): Launch {
  const point = cornerOf(plate, corner);
  const spins: Vec3[] = [localSpin(state.orientation, state.angularVelocity)];
  const ups: Vec3[] = [localSpin(state.orientation, [0, 0, 1])];
  const moments = plateInertia(plate);
  for (let n = 0; n < TERMS; n++) {
    let up: Vec3 = vec3.ZERO;
    let spin: Vec3 = vec3.ZERO;
    for (let k = 0; k <= n; k++) {
      up = vec3.add(up, vec3.cross(ups[k], spins[n - k]));
      spin = vec3.add(spin, vec3.cross(scaled(spins[k], moments), spins[n - k]));
    }
    ups.push(vec3.scale(up, 1 / (n + 1)));
    spins.push([spin[0] / (moments[0] * (n + 1)), spin[1] / (moments[1] * (n + 1)), spin[2] / (moments[2] * (n + 1))]);
  }
  const terms = ups.map((up) => vec3.dot(up, point));
  const acceleration = 2 * terms[2] - gravity;
  const fastest = vec3.norm(spins[0]);
  const until = fastest > 0 ? TURN / fastest : Number.POSITIVE_INFINITY;
  // Three times the third derivative, so that those after it are in.
  const jerk = 18 * Math.abs(terms[3]) + 1e-3 * fastest * Math.abs(acceleration);
  return {
    acceleration,
    rising: jerk > 0 ? Math.min(until, acceleration / jerk) : until,
    until,
    at: (t) => {
      let height = 0;
      let rate = 0;
      for (let n = TERMS; n >= 2; n--) {
        height = height * t + terms[n];
        rate = rate * t + n * terms[n];
      }
      return { height: (rebound + (height - 0.5 * gravity) * t) * t, rate: rebound + (rate - gravity) * t };
    },
  };
}

function scaled(spin: Vec3, moments: Vec3): Vec3 {
  return [spin[0] * moments[0], spin[1] * moments[1], spin[2] * moments[2]];
}
