/**
 * How bodies on ground that is moved change with their state. The ground goes its own way, whatever the bodies do: along a change that
 * leaves its clock alone only the axes and places of contacts change what it does there (driven-ground.ts),
 *
 *     J_ground = -axis . (v + w x r)          b -= axis . (a + alpha x r)
 *
 * Changes of the clock itself are not known here.
 */
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Feature, FeatureState } from "../system/mechanical-system.js";
import type { SeenTouch, SystemTangents } from "../system/system-tangents.js";
import { createGroundState, type GroundState } from "./ground-motion.js";

export interface DrivenChanges {
  readonly inner: SystemTangents;
  /** Places of the time of the ground, and of its rate. */
  readonly clock: number;
  readonly pace: number;
  /** The parts inside, of those that are asked for, and whether the ground is among them. */
  inside(only: readonly number[]): readonly number[];
  moves(only: readonly number[]): boolean;
  /** Puts the ground of a pair where it is, and writes that; false: it is not moved. */
  place(pair: number, coordinates: Float64Array, speeds: Float64Array, out: GroundState): boolean;
  /** Adds what ground that is moved does to a feature. */
  add(ground: GroundState, pace: number, out: FeatureState): void;
}

interface SeenGround {
  readonly ground: GroundState;
  isMoved: boolean;
  pace: number;
}

export function drivenChanges({ inner, clock, pace, inside, moves, place, add }: DrivenChanges): SystemTangents {
  const grounds = new WeakMap<SeenTouch, SeenGround>();
  const work: MutableVec3 = [0, 0, 0];

  /** Of the component along an axis of what a field of vectors, u + w x r, is at a point. */
  function componentChange(axis: Vec3, axisChange: Vec3, [u, w]: readonly [Vec3, Vec3], [arm, armChange]: readonly [Vec3, Vec3]): number {
    let sum = vec3.dot(axisChange, u);
    sum += vec3.dot(axisChange, vec3.cross(w, arm, work));
    return sum + vec3.dot(axis, vec3.cross(w, armChange, work));
  }

  /** Changes of the three components of such a field at a touching place. */
  function componentChanges(field: readonly [Vec3, Vec3], { position }: GroundState, at: FeatureState, out: FeatureState): MutableVec3 {
    const arms = [vec3.subtract(at.point, position), out.point] as const;
    return [
      componentChange(at.tangent1, out.tangent1, field, arms),
      componentChange(at.tangent2, out.tangent2, field, arms),
      componentChange(at.normal, out.normal, field, arms),
    ];
  }

  return {
    knows: (along) => along.coordinates[clock] === 0 && along.speeds[pace] === 0 && inner.knows(along),
    createSeen: (feature: Feature) => {
      const seen = inner.createSeen(feature);
      grounds.set(seen, { ground: createGroundState(), isMoved: false, pace: 1 });
      return seen;
    },
    see: (at, seen, state) => {
      const own = grounds.get(seen);
      const ground = own?.ground ?? createGroundState();
      const isMoved = place(seen.feature.pair, at.coordinates, at.speeds, ground);
      inner.see(at, seen, state);
      if (own === undefined) return;
      own.isMoved = isMoved;
      own.pace = at.speeds[pace];
      if (isMoved) add(ground, own.pace, state);
    },
    touch: (seen, at, along, out) => {
      inner.touch(seen, at, along, out);
      const own = grounds.get(seen);
      if (own?.isMoved !== true) return;
      const { ground } = own;
      const n = out.jacobian.length / 3;
      componentChanges([ground.velocity, ground.angularVelocity], ground, at, out).forEach((value, c) => {
        out.jacobian[(c + 1) * n - 1] = -value;
      });
    },
    bias: (seen, at, out) => {
      inner.bias(seen, at, out);
      const own = grounds.get(seen);
      if (own?.isMoved !== true) return;
      const { ground, pace: rate } = own;
      componentChanges([ground.acceleration, ground.angularAcceleration], ground, at, out).forEach((value, c) => {
        out.bias[c] -= value * rate * rate;
      });
    },
    rates: (at, along, out, only) => {
      inner.rates(at, along, out, inside(only));
      if (moves(only)) out[clock] = along.speeds[pace];
    },
    forces: (at, along, out, only) => {
      inner.forces(at, along, out, inside(only));
      if (moves(only)) out[pace] = 0;
    },
    subtractMass: (at, along, x, out, only) => inner.subtractMass(at, along, x, out, inside(only)),
    massesAlong: (others) => {
      const found = inner.massesAlong(others);
      return found === undefined
        ? undefined
        : {
            addAccelerations: (at, push, out, only) => found.addAccelerations(at, push, out, inside(only)),
            addResponse: (coordinates, x, out, only) => found.addResponse(coordinates, x, out, inside(only)),
          };
    },
  };
}
