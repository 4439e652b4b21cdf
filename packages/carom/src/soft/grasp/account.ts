/**
 * What is told of a state in a grasp: pushes, contacts, margins against slip, work, strain.
 */
import { pow } from "../../math/elementary.js";
import { dot, norm, type Vec3 } from "../../math/vec3.js";
import { elasticResponse } from "../fem/elasticity.js";
import { errorEstimate, excessOfLinear } from "../fem/error-estimate.js";
import { strainSummary } from "../fem/strain.js";
import { surfacePoint } from "./finger-shape.js";
import { frictionOf, type GraspScene, type GraspState, NONE, obstacleAt, obstacleForce, pointOf, surfacePlaces, TABLE } from "./scene.js";

/** Nodes that touch an obstacle. */
export interface ContactCount {
  /** How many stick. */
  readonly stick: number;
  /** How many slip. */
  readonly slip: number;
}

/** Parts of a grasp, one after the other. */
export type GraspPhase = "rest" | "close" | "lift" | "carry" | "put-down" | "open";

/** One state of a grasp. */
export interface GraspRecord {
  /** What is being done. */
  readonly phase: GraspPhase;
  /** How far the hand is closed, m. */
  readonly distance: number;
  /** How high it is lifted, m. */
  readonly height: number;
  /** Of each finger along its direction, N. */
  readonly pushes: readonly number[];
  /** Of each finger: share of its friction that the force across its direction leaves, 1 for none; negative where form holds. */
  readonly margins: readonly number[];
  /** Upward force of the table, N. */
  readonly table: number;
  /** Of the table, then the fingers. */
  readonly contacts: readonly ContactCount[];
  /** Of the fingers on the body since they touched, J. */
  readonly work: number;
  /** Elastic energy, J. */
  readonly energy: number;
  /** Principal strain that 99 % of the volume stays below. */
  readonly strain: number;
  /** Turn that 99 % of the volume stays below, rad. */
  readonly turn: number;
}

/** A force this near to the edge of its cone slips. */
const SLIPS = 1e-6;

export function contactCounts(scene: GraspScene, state: GraspState): ContactCount[] {
  const counts = Array.from({ length: scene.fingers.length + 1 }, () => ({ stick: 0, slip: 0 }));
  const places = surfacePlaces(scene, state.displacement);
  const at = counts.map((_, obstacle) => pointOf(scene, obstacle, state.hand, state.distance, state.given));
  const point = surfacePoint();
  for (let k = 0; k < state.obstacle.length; k++) {
    const obstacle = state.obstacle[k];
    if (obstacle === NONE) continue;
    obstacleAt(scene, obstacle, at[obstacle], [places[3 * k], places[3 * k + 1], places[3 * k + 2]], point);
    let [push, square] = [0, 0];
    for (let i = 0; i < 3; i++) {
      push += state.force[3 * k + i] * point.normal[i];
      square += state.force[3 * k + i] * state.force[3 * k + i];
    }
    const aside = Math.sqrt(Math.max(0, square - push * push));
    counts[obstacle][aside >= frictionOf(scene, obstacle) * push * (1 - SLIPS) ? "slip" : "stick"] += 1;
  }
  return counts;
}

/** Whether every finger has a node that sticks. */
export const everyFingerHolds = (counts: readonly ContactCount[]): boolean => counts.slice(1).every(({ stick }) => stick > 0);

/**
 * Whether every finger holds while the hand lifts: a node of it sticks, or it pushes the body along its weight. The latter slips since the
 * hand closed (walls that lean as they are pressed slide down along pads), and turns back as the hand goes up.
 */
export const everyFingerLifts = (scene: GraspScene, state: GraspState): boolean =>
  contactCounts(scene, state)
    .slice(1)
    .every(({ stick, slip }, i) => stick > 0 || (slip > 0 && dot(obstacleForce(state, i + 1), state.load) > 0));

/** Work of the fingers between two states, J: their mean force times their way. */
export function workBetween(scene: GraspScene, before: GraspState, after: GraspState): number {
  return scene.fingers.reduce((sum, _, i) => {
    const [from, to] = [before, after].map(({ hand, distance, given }) => pointOf(scene, i + 1, hand, distance, given));
    const [first, last] = [obstacleForce(before, i + 1), obstacleForce(after, i + 1)];
    return sum + [0, 1, 2].reduce((part, k) => part + 0.5 * (first[k] + last[k]) * (to[k] - from[k]), 0);
  }, 0);
}

export function recordOf(scene: GraspScene, state: GraspState, phase: GraspPhase, work: number): GraspRecord {
  const { solid, expand } = scene.body.tied;
  const forces = scene.fingers.map((_, i): Vec3 => obstacleForce(state, i + 1));
  const pushes = forces.map((force, i) => dot(force, scene.fingers[i].direction));
  const margins = forces.map((force, i) => {
    const aside = Math.sqrt(Math.max(0, norm(force) * norm(force) - pushes[i] * pushes[i]));
    const limit = scene.fingers[i].friction * pushes[i];
    return limit > 0 ? 1 - aside / limit : 0;
  });
  const { most, turn } = strainSummary(solid, expand(state.displacement), scene.body.law);
  return {
    phase,
    distance: state.distance,
    height: state.hand[2],
    pushes,
    margins,
    table: obstacleForce(state, TABLE)[2],
    contacts: contactCounts(scene, state),
    work,
    energy: state.energy,
    strain: most,
    turn,
  };
}

/**
 * Work of all fingers until they push as they do, were each the contact of Hertz with a half space: 2/5 F d with F = 4/3 E* sqrt(R)
 * d^(3/2). Absent unless all are balls.
 */
export function hertzWorkOf({ body, fingers }: GraspScene, pushes: readonly number[]): { readonly hertzWork?: number } {
  const { youngModulus, poissonRatio } = body.material;
  const stiffness = (4 / 3) * (youngModulus / (1 - poissonRatio * poissonRatio));
  let hertzWork = 0;
  for (const [i, { boxes }] of fingers.entries()) {
    const [{ half, rounding }] = boxes;
    if (boxes.length > 1 || norm(half) > 0) return {};
    const push = Math.max(0, pushes[i]);
    hertzWork += 0.4 * push * pow(push / (stiffness * Math.sqrt(rounding)), 2 / 3);
  }
  return { hertzWork };
}

/** Share of the energy in the grip that the mesh has too much. */
export function meshErrorOf({ body }: GraspScene, grip: GraspState | undefined): { readonly meshError?: number } {
  if (grip === undefined || !(grip.energy > 0)) return {};
  const { tied, mesh, material, law, weight, surface } = body;
  const { solid, expand } = tied;
  const { displacement, energy, load } = grip;
  const response = elasticResponse(law, material);
  if (solid.element === "quadratic")
    return { meshError: errorEstimate(solid, response, material, expand(displacement)).workError / (2 * energy) };
  const held = [...surface.nodes].filter((_, k) => grip.obstacle[k] !== NONE);
  const along: Vec3 = [weight * load[0], weight * load[1], weight * load[2]];
  const share = excessOfLinear({ mesh, material, response, displacement, held, weight: along, energy });
  return share === undefined ? {} : { meshError: share };
}
