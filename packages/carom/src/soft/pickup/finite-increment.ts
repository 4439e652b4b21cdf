/**
 * One increment of a pickup whose law of elasticity is not linear: compliance and superposition are gone, and elasticity and contact are
 * solved together as in grasps (grasp/settle.ts), with the fingers going straight from where they were to where they are to be.
 *
 * A node that comes into touch counts its slip from the start of the increment, and touches one obstacle, the one that pushes it most.
 */
import { norm, scale, subtract, type Vec3 } from "../../math/vec3.js";
import type { GraspBody } from "../grasp/body.js";
import { fingerBoxes } from "../grasp/finger-shape.js";
import { type GraspScene, type GraspState, type Hold, NONE, type PlacedFinger, surfacePlaces } from "../grasp/scene.js";
import { settle } from "../grasp/settle.js";
import type { Increment } from "./increment.js";
import { contactCount, type GripState, type Placement, type Scene, spansPlane } from "./state.js";

const STILL: Vec3 = [0, 0, 0];

/** The state at the end, or undefined where Newton does not settle; `slipFrom`: where each node was, seen from its obstacle. */
export function finiteIncrement(
  scene: Scene,
  body: GraspBody,
  before: GripState,
  target: Placement,
  slipFrom: Float64Array,
): Increment | undefined {
  const ways = target.centres.map((centre, i): Vec3 => subtract(centre, before.centres[i] ?? centre));
  const distance = ways.reduce((most, way) => Math.max(most, norm(way)), 0);
  const grasped: GraspScene = {
    body,
    tableFriction: scene.friction[0],
    fingers: target.centres.map((centre, i) =>
      ballAt(scene, i, before.centres[i] ?? centre, distance > 0 ? scale(ways[i], 1 / distance) : STILL),
    ),
  };
  const hold: Hold = {
    closing: { distance },
    hand: STILL,
    load: [0, 0, -target.gravity],
    table: scene.hasTable,
    fingers: grasped.fingers.length > 0,
  };
  const { finite: last = nearTable(body, hold) } = before;
  const from: GraspState = { ...last, closing: { distance: 0 }, hand: STILL, distance: 0, given: new Float64Array(grasped.fingers.length) };
  const found = settle(grasped, from, hold);
  return found === undefined ? undefined : incrementTo(scene, grasped, target, found, slipFrom);
}

/** A ball with its centre for its point. */
function ballAt({ radii, friction }: Scene, finger: number, start: Vec3, direction: Vec3): PlacedFinger {
  const [box] = fingerBoxes({ type: "ball", radius: radii[finger] }, { direction: [1, 0, 0] });
  return { boxes: [{ ...box, offset: STILL }], start, direction, friction: friction[finger + 1] };
}

/** A little below the table, so that what touches it is known from the start. */
function nearTable({ weight, material, size, tied, surface }: GraspBody, hold: Hold): GraspState {
  const low = (0.1 * weight) / (material.youngModulus * size);
  return {
    ...hold,
    displacement: new Float64Array(3 * tied.nodes).map((_, row) => (row % 3 === 2 ? -low : 0)),
    distance: 0,
    given: new Float64Array(0),
    obstacle: new Int8Array(surface.nodes.length).fill(NONE),
    force: new Float64Array(3 * surface.nodes.length),
    energy: 0,
    rounds: 0,
  };
}

function incrementTo(
  scene: Scene,
  grasped: GraspScene,
  target: Placement,
  found: GraspState,
  slipFrom: Float64Array,
): Increment | undefined {
  const nodes = found.obstacle.length;
  const position = surfacePlaces(grasped, found.displacement);
  const force = new Float64Array(3 * contactCount(scene));
  const touching: number[] = [];
  found.obstacle.forEach((obstacle, node) => {
    if (obstacle === NONE) return;
    force.set(found.force.subarray(3 * node, 3 * node + 3), 3 * (obstacle * nodes + node));
    touching.push(node);
  });
  // A body on two points, or on points in a line, could swing: no equilibrium to go on from.
  if (!spansPlane(touching, position, scene.body.size)) return undefined;
  return { state: { ...target, position, force, rigid: new Float64Array(6), slipFrom, finite: found }, rounds: found.rounds };
}
