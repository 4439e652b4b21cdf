/**
 * Could the fingers carry the body now? Three answers, none of which changes the grip.
 *
 * - virtual: the fingers go up in small steps. Passed when the table carries nothing any more while each finger still has a node that
 *   sticks; failed when all nodes of a finger slip. The strongest test, by the same solver as the lift itself.
 * - hypothetical: the fingers stay; the push of the table and the weight are faded out together, then the weight comes back without the
 *   table. The part at which a finger last has a node that sticks, times the weight, is the liftable weight. This is what the
 *   source describes.
 * - frozen: no slip at all. With the finger nodes held their forces grow linearly with the weight, and each is inside its cone on one
 *   interval. "all": up to where every node is inside; "any": up to where each finger has one. Algebra only, and no
 *   decision: the first says nearly always nothing, the second says yes too early.
 *
 * Two points can carry no body against turning about the line through them: without three finger nodes that are not in a line nothing is
 * liftable.
 *
 * Source: 000 Algorithm 7; the three forms are ours, the source gives no formula.
 */
import type { Vec3 } from "../../math/vec3.js";
import { advance } from "./advance.js";
import { insideCone } from "./cone.js";
import { type ContactNode, contactMap, everyFingerHolds } from "./contact-map.js";
import { holdNodes } from "./held.js";
import { deadLoadOf, type GripState, obstacleForce, othersTouch, type Scene, spansPlane, TABLE } from "./state.js";

/** Whether a grip would hold the body in the air. */
export interface LiftTest {
  /** Whether it would. */
  readonly passed: boolean;
  /** Part of the weight that the fingers can carry, 0 to 1. */
  readonly liftable: number;
}

const fingerNodes = (map: readonly ContactNode[]): number[] =>
  map.filter(({ obstacle }) => obstacle !== TABLE).map(({ surfaceNode }) => surfaceNode);

/** Whether the finger nodes could hold a body at all. */
function grips({ body }: Scene, state: GripState, map: readonly ContactNode[]): boolean {
  const nodes = fingerNodes(map);
  return nodes.length >= 3 && spansPlane(nodes, state.position, body.size);
}

/** Steps of a virtual lift before it is given up, and those without a new low of the table's push. */
const MOST_STEPS = 200;
const MOST_IN_VAIN = 15;
/** Halvings of a step on which a finger loses its grip. */
export const REFINED = 6;
/**
 * A lift begins with so many equal steps; then they grow, because what the fingers press on the table besides the weight may take much
 * longer to lift than the weight.
 */
export const EQUAL_STEPS = 20;
export const GROWTH = 1.25;

export interface VirtualLift extends LiftTest {
  /** By which the fingers went up, m. */
  readonly height: number;
}

/**
 * @param step of the fingers, upward, m
 * @param longest to which steps may grow, m
 */
export function virtualLift(scene: Scene, start: GripState, step: number, longest = step): VirtualLift {
  const { lift, last } = triedLift(scene, start, step, longest);
  // Where other nodes went is not known on the way; if one touches something the lift is tried again with all.
  return last !== start && othersTouch(scene, last) ? triedLift(scene, start, step, longest).lift : lift;
}

interface TriedLift {
  readonly lift: VirtualLift;
  readonly last: GripState;
}

function triedLift(scene: Scene, start: GripState, step: number, longest: number): TriedLift {
  const { weight } = scene.body;
  if (!grips(scene, start, contactMap(scene, start))) return { lift: { passed: false, liftable: 0, height: 0 }, last: start };
  const trial: Scene = { ...scene, onTrial: true };
  let state = start;
  let least = obstacleForce(state, TABLE)[2];
  let height = 0;
  let rises = step;
  let inVain = 0;
  let halvings = 0;
  for (let count = 0; count < MOST_STEPS && inVain < MOST_IN_VAIN; count++) {
    const next = advance(trial, state, raised(state, rises), 3);
    const map = next === undefined ? [] : contactMap(scene, next.state);
    if (next === undefined || !everyFingerHolds(map, state.centres.length)) {
      // How much more the grip carries until there.
      if (halvings++ === REFINED) break;
      rises *= 0.5;
      continue;
    }
    const table = obstacleForce(next.state, TABLE)[2];
    height += rises;
    if (!map.some(({ obstacle }) => obstacle === TABLE)) {
      // On two points it would swing as soon as the table is gone.
      const passed = grips(scene, next.state, map);
      return { lift: { passed, liftable: passed ? 1 : 0, height }, last: next.state };
    }
    inVain = table < least ? 0 : inVain + 1;
    least = Math.min(least, table);
    state = next.state;
    if (count >= EQUAL_STEPS && halvings === 0) rises = Math.min(Math.max(longest, step), rises * GROWTH);
  }
  const holds = weight > 0 && grips(scene, state, contactMap(scene, state));
  return { lift: { passed: false, liftable: holds ? Math.max(0, Math.min(1, 1 - least / weight)) : 0, height }, last: state };
}

export const raised = ({ centres, gravity, dead }: GripState, height: number) => ({
  centres: centres.map(([x, y, z]): Vec3 => [x, y, z + height]),
  gravity,
  dead,
});

/** Steps in which the table is faded out, and in which the weight comes back. */
const FADE = 4;
const RAMP = 10;

export function hypotheticalLift(scene: Scene, start: GripState): LiftTest {
  const map = contactMap(scene, start);
  if (!grips(scene, start, map)) return { passed: false, liftable: 0 };
  // The table's forces come first.
  const dead = start.force.slice(0, start.position.length);
  const force = start.force.slice().fill(0, 0, dead.length);
  const without: Scene = { ...scene, onTrial: true, everywhere: true, hasTable: false, dead: deadLoadOf(scene.body, dead) };
  let state: GripState = { ...start, force, dead: 1 };
  for (let step = FADE - 1; step >= 0; step--) {
    const next = advance(without, state, { centres: state.centres, gravity: step / FADE, dead: step / FADE });
    if (next === undefined) return { passed: false, liftable: 0 };
    state = next.state;
  }
  const holds = (each: GripState) => everyFingerHolds(contactMap(without, each), each.centres.length);
  if (!holds(state)) return { passed: false, liftable: 0 };
  let part = 0;
  let step = 1 / RAMP;
  for (let halvings = 0; part < 1 - 1e-12; ) {
    const next = advance(without, state, { centres: state.centres, gravity: Math.min(1, part + step), dead: 0 }, 2);
    if (next !== undefined && holds(next.state)) {
      state = next.state;
      part = Math.min(1, part + step);
    } else if (halvings++ < REFINED) step *= 0.5;
    else return { passed: false, liftable: part };
  }
  return { passed: true, liftable: 1 };
}

/** The test of a grip whose contacts are frozen as they are. */
export interface FrozenGrip {
  /** Part of the weight up to which every finger node stays inside its cone. */
  readonly all: number;
  /** Part up to which each finger has one that does. */
  readonly any: number;
}

export function frozenGrip(scene: Scene, state: GripState): FrozenGrip {
  const { body } = scene;
  const map = contactMap(scene, state).filter(({ obstacle }) => obstacle !== TABLE);
  const nodes = map.map(({ surfaceNode }) => surfaceNode);
  const held = grips(scene, state, map) ? holdNodes(body, nodes) : undefined;
  if (held === undefined) return { all: 0, any: 0 };
  const placed = (weight: number) => {
    const displacement = nodes.flatMap((node) =>
      [0, 1, 2].map((i) => state.position[3 * node + i] - body.rest[3 * node + i] - weight * body.sag[3 * node + i]),
    );
    return held.solve(
      displacement,
      body.weightResultant.map((value) => weight * value),
    ).force;
  };
  const none = placed(0);
  const full = placed(1);
  const inside = map.map(({ normal, obstacle }, k) => {
    const vector = (of: Float64Array): Vec3 => [of[3 * k], of[3 * k + 1], of[3 * k + 2]];
    const first = vector(none);
    const last = vector(full);
    return insideCone(first, [last[0] - first[0], last[1] - first[1], last[2] - first[2]], normal, scene.friction[obstacle]);
  });
  const all = inside.every(([low]) => low <= 0) ? Math.min(...inside.map(([, high]) => high)) : 0;
  const any = Math.min(...state.centres.map((_, finger) => reach(inside.filter((_, k) => map[k].obstacle === finger + 1))));
  return { all: Math.max(0, all), any };
}

/** How far from 0 the intervals cover without a hole. */
function reach(intervals: readonly (readonly [number, number])[]): number {
  let end = 0;
  for (const [low, high] of [...intervals].sort(([a], [b]) => a - b)) if (low <= end) end = Math.max(end, high);
  return end;
}
