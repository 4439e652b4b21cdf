/**
 * A ball of one body against a ball of another.
 *
 *     d = c_1 - c_2          gap = |d| - R_1 - R_2          n = d / |d|          n' = (d' - (n . d') n) / |d|
 *
 * They touch at c_2 + R_2 n and c_1 - R_1 n; the arms are c - R n and c + R n from their centres of mass.
 */

import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { createBallChange } from "./ball-ball-change.js";
import { type Ball, named, type PairGeometry, reachOf } from "./pair-geometry.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

export function ballsAgainstBalls(firstBalls: readonly Ball[], secondBalls: readonly Ball[]): PairGeometry {
  const combinations = firstBalls.flatMap((first) => secondBalls.map((second) => ({ first, second })));
  const firstReach = firstBalls.reduce((most, ball) => Math.max(most, reachOf(ball)), 0);
  const secondReach = secondBalls.reduce((most, ball) => Math.max(most, reachOf(ball)), 0);
  const firstArm: MutableVec3 = [0, 0, 0];
  const secondArm: MutableVec3 = [0, 0, 0];
  const difference: MutableVec3 = [0, 0, 0];
  const rate: MutableVec3 = [0, 0, 0];
  const turn: MutableVec3 = [0, 0, 0];

  /** Leaves the arms of the centres and their difference; returns the distance of the centres. */
  function separate(feature: number, first: Carrier, second: Carrier): number {
    const balls = combinations[feature];
    quaternion.rotate(first.orientation, balls.first.centre, firstArm);
    quaternion.rotate(second.orientation, balls.second.centre, secondArm);
    for (let c = 0; c < 3; c++) difference[c] = first.position[c] + firstArm[c] - second.position[c] - secondArm[c];
    return vec3.norm(difference);
  }

  function gap(feature: number, first: Carrier, second: Carrier): number {
    const balls = combinations[feature];
    return separate(feature, first, second) - balls.first.radius - balls.second.radius;
  }

  function evaluate(feature: number, first: Carrier, second: Carrier, out: TouchGeometry): void {
    const balls = combinations[feature];
    const distance = separate(feature, first, second);
    out.gap = distance - balls.first.radius - balls.second.radius;
    const { normal, normalRate, point, firstArmRate, secondArmRate } = out;
    for (let c = 0; c < 3; c++) normal[c] = distance > 0 ? difference[c] / distance : c === 2 ? 1 : 0;
    vec3.cross(first.angularVelocity, firstArm, firstArmRate);
    vec3.cross(second.angularVelocity, secondArm, turn);
    for (let c = 0; c < 3; c++) rate[c] = first.velocity[c] + firstArmRate[c] - second.velocity[c] - turn[c];
    const along = vec3.dot(normal, rate);
    for (let c = 0; c < 3; c++) {
      normalRate[c] = distance > 0 ? (rate[c] - along * normal[c]) / distance : 0;
      point[c] = first.position[c] + firstArm[c] - balls.first.radius * normal[c];
      firstArmRate[c] -= balls.first.radius * normalRate[c];
      secondArmRate[c] = turn[c] + balls.second.radius * normalRate[c];
    }
  }

  const change = createBallChange();

  function clearance(first: Carrier, second: Carrier): number {
    for (let c = 0; c < 3; c++) difference[c] = first.position[c] - second.position[c];
    return vec3.norm(difference) - firstReach - secondReach;
  }

  /** The way of a ball beside its centre of mass has cusps, as one that rolls has: there a gap can dip twice in a short time. */
  function separation(first: Carrier, second: Carrier): number {
    let least = Number.POSITIVE_INFINITY;
    for (let feature = 0; feature < combinations.length; feature++) least = Math.min(least, gap(feature, first, second));
    return least;
  }

  return {
    gap,
    ...([...firstBalls, ...secondBalls].some(isBeside) ? { separation } : {}),
    ...named(combinations.map(({ first, second }) => `${first.name} on ${second.name}`)),
    evaluate,
    along: (feature, carriers, changes, out) => {
      change(combinations[feature].first, combinations[feature].second, carriers, changes, out);
      return true;
    },
    clearance,
  };
}

/** Whether the ball goes another way than the centre of mass. */
function isBeside({ centre }: Ball): boolean {
  return vec3.norm(centre) > 0;
}
