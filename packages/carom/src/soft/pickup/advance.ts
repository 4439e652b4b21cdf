/**
 * A step of the fingers or the loads, with increments as small as it takes, and its books: work, dissipation, and how well every condition
 * holds.
 *
 * Between two states of equilibrium the elastic energy changes by exactly the mean of the forces times the motion (it is quadratic), so
 * with
 *
 *     finger work = (F_before + F_after) / 2 . motion of the finger
 *     dissipation = -sum (f_before + f_after) / 2 . motion relative to the obstacle
 *
 * finger work = change of (elastic energy - G . d) + dissipation holds to rounding at every step, whatever its length: an identity,
 * wherever K d = F + G holds. That the dissipation is friction's is another matter. `frictionLoss` is worked out by the law of friction
 * alone, -sum f_t . u_t with the forces at the end and the slip since the node touched, and is never negative. The two tend to each other
 * as steps get short.
 */

import type { Vec3 } from "../../math/vec3.js";
import { type ContactChecks, checkState, PERFECT, sticks, worstOf } from "./checks.js";
import { type Increment, increment } from "./increment.js";
import {
  centreOf,
  forceScale,
  type GripState,
  gapAt,
  hasForce,
  obstacleForce,
  othersTouch,
  type Placement,
  prepareDisplacements,
  type Scene,
  TABLE,
} from "./state.js";

export interface Advance {
  readonly state: GripState;
  /** Of each finger, J. */
  readonly work: readonly number[];
  /** J. */
  readonly dissipation: number;
  /** By the law of friction at the end of every increment, >= 0, J. */
  readonly frictionLoss: number;
  /** Rounds of Newton's method. */
  readonly rounds: number;
  readonly increments: number;
  /** With the event-driven scheme: stretches that implicit increments ended. */
  readonly fallbacks?: number;
  /** The worst of all increments. */
  readonly checks: ContactChecks;
}

/** Halvings of a step before it is given up. */
const HALVINGS = 8;
/** Times that a step is divided because a node touches on the way. */
const TOUCHES = 12;
/** A part of a step that is not worth dividing it. */
const LATE = 0.999;

/**
 * undefined: no equilibrium was found, however small the increments. A step on which nodes come into touch is divided where the first of
 * them does: forces grow from there, not from the start of the step, and the mean of their ends would count work that is not done.
 */
export function advance(scene: Scene, before: GripState, target: Placement, halvings = HALVINGS): Advance | undefined {
  const parts = follow(scene, before, target, halvings, TOUCHES);
  if (parts === undefined) return undefined;
  const states = parts.map(({ state }) => state);
  if (scene.onTrial !== true) {
    prepareDisplacements(scene, states);
    // Of nodes that touch nothing a state on trial is not asked where they are.
    // Every state is looked at, as it is given its displacements by that.
    if (states.filter((state) => othersTouch(scene, state)).length > 0) return advance(scene, before, target, halvings);
  }
  return parts
    .map(({ state, rounds }, i): Advance => ({ ...booked(scene, states[i - 1] ?? before, state), rounds }))
    .reduce((first, second) => joined(first, second));
}

/** The increments that it takes. */
function follow(scene: Scene, before: GripState, target: Placement, halvings: number, touches: number): Increment[] | undefined {
  const whole = increment(scene, before, target);
  if (whole !== undefined) {
    const part = whole.touches;
    const divided =
      touches > 0 && part !== undefined && part < LATE ? inTwo(scene, before, target, part, halvings, touches - 1) : undefined;
    return divided ?? [whole];
  }
  return halvings === 0 ? undefined : inTwo(scene, before, target, 0.5, halvings - 1, touches);
}

function inTwo(
  scene: Scene,
  before: GripState,
  target: Placement,
  part: number,
  halvings: number,
  touches: number,
): Increment[] | undefined {
  const first = follow(scene, before, between(before, target, part), halvings, touches);
  if (first === undefined) return undefined;
  const second = follow(scene, (first.at(-1) as Increment).state, target, halvings, touches);
  return second === undefined ? undefined : [...first, ...second];
}

export function between(from: Placement, to: Placement, part: number): Placement {
  const mix = (a: number, b: number) => a + part * (b - a);
  return {
    centres: to.centres.map((centre, i): Vec3 => {
      const start = from.centres[i] ?? centre;
      return [mix(start[0], centre[0]), mix(start[1], centre[1]), mix(start[2], centre[2])];
    }),
    gravity: mix(from.gravity, to.gravity),
    dead: mix(from.dead, to.dead),
  };
}

export function joined(first: Advance, second: Advance): Advance {
  return {
    state: second.state,
    work: second.work.map((value, i) => value + (first.work[i] ?? 0)),
    dissipation: first.dissipation + second.dissipation,
    frictionLoss: first.frictionLoss + second.frictionLoss,
    rounds: first.rounds + second.rounds,
    increments: first.increments + second.increments,
    fallbacks: (first.fallbacks ?? 0) + (second.fallbacks ?? 0),
    checks: worstOf(first.checks, second.checks),
  };
}

/** The books of one increment. */
export function booked(scene: Scene, before: GripState, state: GripState): Omit<Advance, "rounds"> {
  const motion = state.centres.map((centre, i): Vec3 => {
    const start = before.centres[i];
    return [centre[0] - start[0], centre[1] - start[1], centre[2] - start[2]];
  });
  const work = motion.map((moved, i) => {
    const first = obstacleForce(before, i + 1);
    const last = obstacleForce(state, i + 1);
    return 0.5 * ((first[0] + last[0]) * moved[0] + (first[1] + last[1]) * moved[1] + (first[2] + last[2]) * moved[2]);
  });
  const normal = new Float64Array(3);
  let dissipation = 0;
  let frictionLoss = 0;
  const { force, position } = state;
  const scale = forceScale(scene);
  const nodes = position.length / 3;
  for (let contact = 0; 3 * contact < force.length; contact++) {
    if (!hasForce(force, contact) && !hasForce(before.force, contact)) continue;
    const node = contact % nodes;
    const obstacle = (contact - node) / nodes;
    let along = 0;
    let tangential = 0;
    let slipAlong = 0;
    let square = 0;
    gapAt(scene, state.centres, obstacle, position, node, normal);
    for (let i = 0; i < 3; i++) {
      const at = 3 * contact + i;
      const moved = obstacle === TABLE ? 0 : motion[obstacle - 1][i];
      const whole = position[3 * node + i] - before.position[3 * node + i] - moved;
      dissipation -= 0.5 * (before.force[at] + force[at]) * whole;
      const centre = centreOf(state.centres, obstacle)[i];
      const slip = state.slipFrom === undefined ? whole : position[3 * node + i] - centre - state.slipFrom[at];
      along += force[at] * normal[i];
      slipAlong += slip * normal[i];
      tangential += force[at] * slip;
      square += force[at] * force[at];
    }
    // A node within its cone sticks: what it slips is rounding, of hundreds of nodes more than friction costs where hardly anything slips.
    const friction = Math.sqrt(Math.max(0, square - along * along));
    if (!sticks(friction, scene.friction[obstacle] * along, scale)) frictionLoss -= tangential - along * slipAlong;
  }
  return {
    state,
    work,
    dissipation,
    frictionLoss,
    increments: 1,
    checks: scene.onTrial === true ? PERFECT : checkState(scene, before, state),
  };
}
