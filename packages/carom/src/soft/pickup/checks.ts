/**
 * How well the conditions of equilibrium and contact hold in a state, worked out anew from positions and forces: what tests ask and what
 * results report.
 *
 * Forces are over the weight, lengths over the size of the body; zero is perfect.
 */
import { multiplySymmetric } from "../../math/sparse/symmetric.js";
import { centreOf, displacementOf, forceScale, type GripState, gapAt, hasForce, isPresent, nodeForces, type Scene } from "./state.js";

/** How far the laws of equilibrium and contact are missed: the worst of what was checked. */
export interface ContactChecks {
  /** Sum of all forces. */
  readonly force: number;
  /** Sum of all moments, on the undeformed shape. */
  readonly moment: number;
  /** K d = F + G at the worst node of the mesh, inside or on the surface. */
  readonly elasticity: number;
  /** Friction beyond its cone. */
  readonly cone: number;
  /** Pull of an obstacle. */
  readonly tension: number;
  /** Depth of a node inside an obstacle, any of them. */
  readonly penetration: number;
  /** Largest push of a node times its distance from the obstacle. */
  readonly complementarity: number;
  /** Slip of nodes inside their cone, and of the others apart from the direction against their friction. */
  readonly slip: number;
}

export const PERFECT: ContactChecks = {
  force: 0,
  moment: 0,
  elasticity: 0,
  cone: 0,
  tension: 0,
  penetration: 0,
  complementarity: 0,
  slip: 0,
};

export function worstOf(a: ContactChecks, b: ContactChecks): ContactChecks {
  return {
    force: Math.max(a.force, b.force),
    moment: Math.max(a.moment, b.moment),
    elasticity: Math.max(a.elasticity, b.elasticity),
    cone: Math.max(a.cone, b.cone),
    tension: Math.max(a.tension, b.tension),
    penetration: Math.max(a.penetration, b.penetration),
    complementarity: Math.max(a.complementarity, b.complementarity),
    slip: Math.max(a.slip, b.slip),
  };
}

/** Of the push of a node: friction closer to the cone than this slips. */
export const ON_CONE = 1e-6;
/** Whether friction is within its cone by more than rounding. */
export const sticks = (friction: number, limit: number, scale: number): boolean => friction < limit * (1 - ON_CONE) - ROUNDING * scale;
/** Of the weight: a push above this is contact. */
export const TOUCHING = 1e-7;
/** Of the weight: to which forces are found. */
const ROUNDING = 1e-11;

export function checkState(scene: Scene, before: GripState, state: GripState): ContactChecks {
  return { ...balanceChecks(scene, state), ...contactChecks(scene, before, state) };
}

function balanceChecks(scene: Scene, state: GripState): Pick<ContactChecks, "force" | "moment" | "elasticity"> {
  const { body } = scene;
  const { gravity, dead, position } = state;
  const { nodes } = body.surface;
  const load = body.gravity.map((value) => value * gravity);
  const outside = nodeForces(scene, state);
  if (scene.dead !== undefined) for (let at = 0; at < outside.length; at++) outside[at] += dead * scene.dead.force[at];
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++) load[3 * node + i] += outside[3 * k + i];
  });
  const sum = [0, 0, 0];
  const moment = [0, 0, 0];
  const displacement = displacementOf(scene, state);
  // Linear theory balances moments on the undeformed shape, the other laws where the nodes are.
  const points = scene.finite === undefined ? body.places : body.places.map((value, row) => value + displacement[row]);
  for (let at = 0; at < load.length; at += 3) {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
    for (let i = 0; i < 3; i++) sum[i] += load[at + i];
    moment[0] += y * load[at + 2] - z * load[at + 1];
    moment[1] += z * load[at] - x * load[at + 2];
    moment[2] += x * load[at + 1] - y * load[at];
  }
  const inner = scene.finite === undefined ? multiplySymmetric(body.stiffness, displacement) : scene.finite.respond(displacement).force;
  let worst = 0;
  for (let at = 0; at < load.length; at++) worst = Math.max(worst, Math.abs(inner[at] - load[at]));
  // The positions of the surface must be those of that displacement.
  let apart = 0;
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++)
      apart = Math.max(apart, Math.abs(body.places[3 * node + i] + displacement[3 * node + i] - position[3 * k + i]));
  });
  const scale = forceScale(scene);
  const length = (v: readonly number[]) => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return {
    force: length(sum) / scale,
    moment: length(moment) / (scale * body.size),
    elasticity: Math.max(worst / scale, apart / body.size),
  };
}

function contactChecks(scene: Scene, before: GripState, state: GripState): Omit<ContactChecks, "force" | "moment" | "elasticity"> {
  const { body } = scene;
  const { force, position, centres } = state;
  const scale = forceScale(scene);
  const normal = new Float64Array(3);
  const nodes = position.length / 3;
  let [cone, tension, penetration, complementarity, slip] = [0, 0, 0, 0, 0];
  for (let contact = 0; 3 * contact < force.length; contact++) {
    const node = contact % nodes;
    const obstacle = (contact - node) / nodes;
    if (!isPresent(scene, centres, obstacle)) continue;
    const gap = gapAt(scene, centres, obstacle, position, node, normal);
    penetration = Math.max(penetration, -gap);
    if (!hasForce(force, contact)) continue;
    let push = 0;
    let slipAlong = 0;
    const motion = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const at = 3 * contact + i;
      const start = state.slipFrom?.[at] ?? before.position[3 * node + i] - centreOf(before.centres, obstacle)[i];
      motion[i] = position[3 * node + i] - centreOf(centres, obstacle)[i] - start;
      push += force[at] * normal[i];
      slipAlong += motion[i] * normal[i];
    }
    let friction = 0;
    let distance = 0;
    let product = 0;
    for (let i = 0; i < 3; i++) {
      const tangential = force[3 * contact + i] - push * normal[i];
      const across = motion[i] - slipAlong * normal[i];
      friction += tangential * tangential;
      distance += across * across;
      product += tangential * across;
    }
    friction = Math.sqrt(friction);
    distance = Math.sqrt(distance);
    tension = Math.max(tension, -push);
    if (push <= TOUCHING * scale) continue;
    const limit = scene.friction[obstacle] * push;
    cone = Math.max(cone, friction - limit);
    complementarity = Math.max(complementarity, push * Math.abs(gap));
    // |u + |u| f / |f|| = sqrt(2 |u| (|u| + u . f / |f|)) loses half the digits; the component of slip along the friction and that across
    // it do not. Where there is next to no friction it has no direction.
    if (limit <= TOUCHING * scale) continue;
    if (sticks(friction, limit, scale)) slip = Math.max(slip, distance);
    else if (friction > 0) {
      const along = product / friction;
      const across = Math.sqrt(Math.max(0, distance * distance - along * along));
      slip = Math.max(slip, along, across > 1e-7 * distance ? across : 0);
    }
  }
  return {
    cone: cone / scale,
    tension: tension / scale,
    penetration: penetration / body.size,
    complementarity: complementarity / (scale * body.size),
    slip: slip / body.size,
  };
}
