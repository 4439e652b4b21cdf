/**
 * Places where bodies touch or may touch within a step, at one instant, as flat arrays.
 *
 * Each has its gap, the rows of its two bodies, the bias b of the rate of its velocity (v' = J u' + b) and a number that stays the same
 * through time, by which impulses are found again.
 */

import { createFeatureState, type Feature, type FeatureState } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";
import { createManifold, findPlaces, type Manifold } from "./manifold.js";
import { readCarriers, writePlace } from "./manifold-rows.js";
import type { Solid } from "./solids.js";
import { rowTimes } from "./solver/block.js";
import { GROUND, ROWS } from "./solver/problem.js";

/** Places of one pair this close, in sizes, are one. */
const SAME_PLACE = 1e-5;

/** What is known of the surfaces once and for all. */
export interface Surfaces {
  readonly system: SceneSystem;
  /** Features of each pair, and the number of the first of them. */
  readonly features: readonly (readonly Feature[])[];
  readonly offsets: Int32Array;
  readonly featureCount: number;
  /** First and second body of each pair, GROUND for what does not move. */
  readonly bodies: Int32Array;
  readonly friction: Float64Array;
  readonly restitution: Float64Array;
  /** Of pairs of convex solids. */
  readonly manifolds: readonly (Manifold | undefined)[];
  /** To work in. */
  readonly state: FeatureState;
}

export function surfacesOf(system: SceneSystem, solids: ReadonlyMap<string, Solid>): Surfaces {
  const { pairs, names } = system;
  const features = pairs.map((_, pair) => system.features(pair));
  const offsets = new Int32Array(pairs.length + 1);
  features.forEach((list, pair) => {
    offsets[pair + 1] = offsets[pair] + list.length;
  });
  const places = new Map(names.map((name, i) => [name, i]));
  return {
    system,
    features,
    offsets,
    featureCount: offsets[pairs.length],
    bodies: Int32Array.from(pairs.flatMap(({ between }) => between.map((name) => places.get(name) ?? GROUND))),
    friction: Float64Array.from(pairs, ({ material }) => material.friction),
    restitution: Float64Array.from(pairs, ({ material }) => material.restitution),
    manifolds: pairs.map(({ between }) => {
      const [first, second] = [solids.get(between[0]), solids.get(between[1])];
      return first === undefined || second === undefined ? undefined : createManifold(first, second);
    }),
    state: createFeatureState(system),
  };
}

export interface ContactList {
  count: number;
  capacity: number;
  /** Numbers that stay: which feature. */
  ids: Int32Array;
  pairs: Int32Array;
  /** Bodies in the numbers of the system. */
  bodies: Int32Array;
  gap: Float64Array;
  jacobian: Float64Array;
  bias: Float64Array;
  point: Float64Array;
  normal: Float64Array;
  /** The first of the two tangents; the second is normal x tangent. */
  tangent: Float64Array;
  /** v before the step. */
  velocity: Float64Array;
}

export function createContactList(): ContactList {
  return { count: 0, ...arraysFor(64) };
}

function arraysFor(capacity: number) {
  return {
    capacity,
    ids: new Int32Array(capacity),
    pairs: new Int32Array(capacity),
    bodies: new Int32Array(2 * capacity),
    gap: new Float64Array(capacity),
    jacobian: new Float64Array(ROWS * capacity),
    bias: new Float64Array(3 * capacity),
    point: new Float64Array(3 * capacity),
    normal: new Float64Array(3 * capacity),
    tangent: new Float64Array(3 * capacity),
    velocity: new Float64Array(3 * capacity),
  };
}

/** Twice the room, with what is there. */
function grow(list: ContactList): void {
  const larger = arraysFor(2 * list.capacity);
  larger.ids.set(list.ids);
  larger.pairs.set(list.pairs);
  larger.bodies.set(list.bodies);
  larger.gap.set(list.gap);
  larger.jacobian.set(list.jacobian);
  larger.bias.set(list.bias);
  larger.point.set(list.point);
  larger.normal.set(list.normal);
  larger.tangent.set(list.tangent);
  Object.assign(list, larger, { velocity: larger.velocity });
}

/** How far ahead places are looked for. */
export interface Horizon {
  /** s. */
  readonly step: number;
  /** What bodies may gain in speed within it, m/s. */
  readonly gain: number;
  /** Places nearer than this always count, m. */
  readonly near: number;
}

/** Lists the places of some pairs that are nearer than what they may approach within the horizon. Returns the smallest gap. */
export function listContacts(
  list: ContactList,
  surfaces: Surfaces,
  pairs: readonly number[],
  horizon: Horizon,
  coordinates: Float64Array,
  speeds: Float64Array,
): number {
  const { system, features, offsets } = surfaces;
  list.count = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    const margin = horizon.near + 1.5 * horizon.step * (system.approachBound(pair, speeds) + horizon.gain);
    if (system.clearance(pair, coordinates) > margin) continue;
    const from = list.count;
    const manifold = surfaces.manifolds[pair];
    if (manifold !== undefined) {
      const bodies = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]] as const;
      readCarriers(manifold, bodies, coordinates, speeds);
      findPlaces(manifold, margin);
      for (let k = 0; k < manifold.places.count; k += 1) {
        smallest = Math.min(smallest, manifold.gaps[k]);
        if (list.count === list.capacity) grow(list);
        writePlace(manifold, k, bodies, surfaces.state);
        list.ids[list.count] = offsets[pair] + manifold.places.features[k];
        writeContact(list, surfaces, pair, from);
      }
      continue;
    }
    for (let index = 0; index < features[pair].length; index += 1) {
      const gap = system.gap(features[pair][index], coordinates);
      if (!(gap <= margin)) continue;
      smallest = Math.min(smallest, gap);
      if (list.count === list.capacity) grow(list);
      system.evaluate(features[pair][index], coordinates, speeds, surfaces.state);
      list.ids[list.count] = offsets[pair] + index;
      writeContact(list, surfaces, pair, from);
    }
  }
  readVelocities(list, speeds);
  return smallest;
}

/** The present feature state as the next contact, unless it is one that the pair already has. */
function writeContact(list: ContactList, { system, state, bodies }: Surfaces, pair: number, from: number): void {
  const i = list.count;
  const near = SAME_PLACE * system.size;
  for (let other = from; other < i; other += 1) {
    let apart = 0;
    let turn = 0;
    for (let c = 0; c < 3; c += 1) {
      apart = Math.max(apart, Math.abs(list.point[3 * other + c] - state.point[c]));
      turn = Math.max(turn, Math.abs(list.normal[3 * other + c] - state.normal[c]));
    }
    if (apart <= near && turn <= 1e-3) return;
  }
  list.count += 1;
  list.pairs[i] = pair;
  list.gap[i] = state.gap;
  const width = system.speedCount;
  for (let side = 0; side < 2; side += 1) {
    const body = bodies[2 * pair + side];
    list.bodies[2 * i + side] = body;
    for (let c = 0; c < 3; c += 1)
      for (let k = 0; k < 6; k += 1)
        list.jacobian[ROWS * i + 18 * side + 6 * c + k] = body === GROUND ? 0 : state.jacobian[c * width + 6 * body + k];
  }
  for (let c = 0; c < 3; c += 1) {
    list.bias[3 * i + c] = state.bias[c];
    list.point[3 * i + c] = state.point[c];
    list.normal[3 * i + c] = state.normal[c];
    list.tangent[3 * i + c] = state.tangent1[c];
  }
}

/** v = J u of every place, from speeds in the numbers of the system. */
export function readVelocities(list: ContactList, speeds: Float64Array): void {
  for (let i = 0; i < list.count; i += 1) for (let c = 0; c < 3; c += 1) list.velocity[3 * i + c] = velocityOf(list, i, c, speeds);
}

export function velocityOf({ bodies, jacobian }: ContactList, i: number, c: number, speeds: Float64Array): number {
  const second = bodies[2 * i + 1];
  const first = rowTimes(jacobian, ROWS * i + 6 * c, speeds, 6 * bodies[2 * i]);
  return second === GROUND ? first : first + rowTimes(jacobian, ROWS * i + 18 + 6 * c, speeds, 6 * second);
}
