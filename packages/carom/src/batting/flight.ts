/**
 * From the flight time to the impulse: the solution curve.
 *
 * Without drag the object is at the displacement a after the time T if it leaves with the velocity a/T + g T/2 up. The impulse that gives
 * it that velocity is
 *
 *     I(T) = m (a/T + g T/2 up - V^-)
 *
 * one branch of a hyperbola in the plane through -m V^- that holds a and the vertical. The source eliminates T instead and uses I_x, which
 * fails where the target lies straight above, below or behind; T never does.
 *
 * With quadratic drag, V' = -g up - k |V| V, the velocity at departure is found by Newton's method on where the object is at T. The matrix
 * of that method, dx(T)/dV(0), is integrated along; it also gives the change with the flight time, dV(0)/dT = -(dx/dV(0))^-1 V(T).
 *
 * Letters: a displacement, T time, V^- before, m mass, k drag. Source: 000 eq. (4.10) to (4.13); parametrised by T and with drag: ours.
 */
import { SolverError } from "../errors.js";
import type { Mat3 } from "../math/mat3.js";
import { createIntegrator, type Integrator } from "../math/ode/index.js";
import { solve3 } from "../math/solve.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Hit } from "./task.js";

/** What a flight of a given time needs at its beginning. */
export interface Departure {
  /** Impulse of the hit, N s, contact axes. */
  readonly impulse: MutableVec3;
  /** Its change with the flight time, N. */
  readonly rate: MutableVec3;
}

/** A place for `SolutionCurve` to write in, so that a search allocates nothing. */
export function createDeparture(): Departure {
  return { impulse: [0, 0, 0], rate: [0, 0, 0] };
}

/** Impulses that send the object through the target, by flight time. Returns false where no departure arrives at that time. */
export type SolutionCurve = (time: number, out: Departure) => boolean;

/** The impulses that send the object to the target, by flight time. */
export function solutionCurve(hit: Hit): SolutionCurve {
  return hit.drag === 0 ? (time, out) => freeDeparture(hit, time, out) : dragCurve(hit);
}

function freeDeparture({ mass, displacement, lift, before }: Hit, time: number, { impulse, rate }: Departure): boolean {
  const slope = 1 / time;
  for (let i = 0; i < 3; i++) {
    impulse[i] = mass * (displacement[i] * slope + 0.5 * time * lift[i] - before[i]);
    rate[i] = mass * (0.5 * lift[i] - displacement[i] * slope * slope);
  }
  return true;
}

/** Where the object is after a time, m from where it was hit, if it departs with this velocity. */
export function flyFor(hit: Hit, departure: Vec3, time: number): Vec3 {
  if (hit.drag > 0) return positionOf(flyWithDrag(hit, departure, time));
  return vec3.addScaled(vec3.scale(departure, time), hit.lift, -0.5 * time * time);
}

/** Velocity after a time of flight, m/s. */
export function velocityAfter(hit: Hit, departure: Vec3, time: number): Vec3 {
  if (hit.drag > 0) return velocityOf(flyWithDrag(hit, departure, time));
  return vec3.addScaled(departure, hit.lift, -time);
}

/** Points of the path, in equal times from the hit on. */
export function flightPath(hit: Hit, departure: Vec3, time: number, points: number): Vec3[] {
  return Array.from({ length: points }, (_, i) => flyFor(hit, departure, (time * i) / (points - 1)));
}

const positionOf = (state: ArrayLike<number>): Vec3 => [state[0], state[1], state[2]];
const velocityOf = (state: ArrayLike<number>): Vec3 => [state[3], state[4], state[5]];

/** Error of a flight with drag per step, relative. */
const FLIGHT_TOLERANCE = 1e-12;
/** Position, velocity, and the derivatives of both by the velocity at departure, by columns. */
const STATE = 24;

function flyWithDrag(hit: Hit, departure: Vec3, time: number): Float64Array {
  const integrator = dragIntegrator(hit, 6);
  integrator.start(0, [0, 0, 0, ...departure]);
  if (time > 0) integrator.advance(time);
  return integrator.state;
}

/** The first 6 components are position and velocity; the rest, if wanted, how both change with the departure. */
function dragIntegrator({ lift, drag }: Hit, dimension: 6 | 24): Integrator {
  return createIntegrator({ dimension, relativeTolerance: FLIGHT_TOLERANCE, absoluteTolerance: 1e-14 }, (_time, state, slope) => {
    const x = state[3];
    const y = state[4];
    const z = state[5];
    const speed = Math.sqrt(x * x + y * y + z * z);
    slope[0] = x;
    slope[1] = y;
    slope[2] = z;
    slope[3] = -lift[0] - drag * speed * x;
    slope[4] = -lift[1] - drag * speed * y;
    slope[5] = -lift[2] - drag * speed * z;
    for (let column = 6; column < dimension; column += 6) {
      const u = state[column + 3];
      const v = state[column + 4];
      const w = state[column + 5];
      const along = speed > 0 ? (x * u + y * v + z * w) / speed : 0;
      slope[column] = u;
      slope[column + 1] = v;
      slope[column + 2] = w;
      slope[column + 3] = -drag * (speed * u + along * x);
      slope[column + 4] = -drag * (speed * v + along * y);
      slope[column + 5] = -drag * (speed * w + along * z);
    }
  });
}

/** Newton's method converges quadratically; more steps than these mean that it does not. */
const MOST_STEPS = 60;
/** Of the distance to the target: where the flight is said to arrive. */
const ARRIVED = 1e-13;
/** Flight times this close, relatively, begin alike. */
const NEIGHBOUR = 0.2;
/** A step is halved this often before it is given up. */
const MOST_HALVINGS = 30;

function dragCurve(hit: Hit): SolutionCurve {
  const { mass, displacement, before } = hit;
  const integrator = dragIntegrator(hit, STATE);
  const start = new Float64Array(STATE);
  const velocity: MutableVec3 = [0, 0, 0];
  const distance = vec3.norm(displacement);
  /** Flight time of the departure found last, which is still in `velocity`. */
  let last = Number.NaN;
  const missOf = (time: number, departure: Vec3): MutableVec3 => {
    start.fill(0);
    for (let i = 0; i < 3; i++) {
      start[3 + i] = departure[i];
      start[6 * (i + 1) + 3 + i] = 1;
    }
    integrator.start(0, start);
    integrator.advance(time);
    return vec3.subtract(displacement, positionOf(integrator.state));
  };
  const matrixOf = (): Mat3 => {
    const s = integrator.state;
    return [s[6], s[12], s[18], s[7], s[13], s[19], s[8], s[14], s[20]];
  };
  return (time, out) => {
    // What it took for a flight almost as long; else what it would take without drag, and more by what drag takes from the way.
    const stretch = 1 + Math.min(hit.drag * distance, 4);
    if (!(Math.abs(time - last) < NEIGHBOUR * time))
      vec3.addScaled(vec3.scale(displacement, stretch / time), hit.lift, 0.5 * time, velocity);
    last = Number.NaN;
    try {
      let miss = missOf(time, velocity);
      for (let step = 0; step < MOST_STEPS; step++) {
        const size = vec3.norm(miss);
        const change = solve3(matrixOf(), miss);
        if (change === undefined) return false;
        if (size <= ARRIVED * distance) {
          for (let i = 0; i < 3; i++) out.impulse[i] = mass * (velocity[i] - before[i]);
          const arrival = velocityOf(integrator.state);
          const rate = solve3(matrixOf(), arrival);
          if (rate === undefined) return false;
          vec3.scale(rate, -mass, out.rate);
          last = time;
          return true;
        }
        let part = 1;
        let next = vec3.add(velocity, change);
        let left = missOf(time, next);
        for (let i = 0; i < MOST_HALVINGS && !(vec3.norm(left) < size) && size > 1e3 * ARRIVED * distance; i++) {
          part /= 2;
          next = vec3.addScaled(velocity, change, part);
          left = missOf(time, next);
        }
        // At the rounding of the flight nothing gets smaller any more.
        if (!(vec3.norm(left) < size)) {
          if (size > 1e3 * ARRIVED * distance) return false;
          miss = vec3.scale(miss, 0, miss);
          missOf(time, velocity);
          continue;
        }
        vec3.copy(next, velocity);
        miss = left;
      }
      return false;
    } catch (error) {
      // A departure so fast that the flight cannot be followed does not arrive.
      if (error instanceof SolverError) return false;
      throw error;
    }
  };
}
