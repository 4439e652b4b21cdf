/**
 * Places where bodies touch or may touch within a step, at one instant, as flat arrays.
 *
 * Each has its gap, the rows of its two bodies, the bias b of the rate of its velocity (v' = J u' + b) and a number that stays the same
 * through time, by which impulses are found again.
 */

import type { Restitution } from "../../mechanics/restitution.js";
import { createTouchGeometry, type TouchGeometry } from "../detection/touch-geometry.js";
import { featureAt, featureCount, featuresWithin } from "../system/features.js";
import { createFeatureState, type Feature, type FeatureState } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";
import { createManifold, createManifoldRoom, findPlaces, type Manifold, type ManifoldRoom } from "./manifold.js";
import { readCarriers, readPlace, writePlace } from "./manifold-rows.js";
import { type Nodes, nodesOfPairs, postsOfPairs } from "./nodes.js";
import { ASKED, NEITHER } from "./place-kinds.js";
import { addRings, type Ring, ringsOf } from "./rings.js";
import type { Solid } from "./solids.js";
import { rowTimes } from "./solver/block.js";
import { GROUND } from "./solver/problem.js";

/** Places of one pair this close, in sizes, are one. */
const SAME_PLACE = 1e-5;

/** Sine of the angle by which two surfaces may be turned for a place to count that would touch then. */
const TILT = 0.05;

/** What is known of the surfaces once and for all. */
export interface Surfaces {
  readonly system: SceneSystem;
  /** Of each feature that was ever listed, by its pair and its place among those of the pair: its number. */
  readonly numbers: (Map<number, number> | undefined)[];
  /** The same the other way round. */
  readonly listed: { readonly pair: number; readonly index: number }[];
  /** First and second node of each pair, GROUND for what does not move. */
  readonly bodies: Int32Array;
  /** Of each pair: which of its two is a link that stands fast, or -1. */
  readonly posts: Int8Array;
  readonly friction: Float64Array;
  readonly restitution: readonly Restitution[];
  /** Of a pair of convex solids; made when it is first asked for. */
  readonly manifoldOf: (pair: number) => Manifold | undefined;
  /** The feature of a pair that has no other, as two balls have. */
  readonly onlyFeatureOf: (pair: number) => Feature | undefined;
  /** Whether a pair may be near each other and none of its features have a gap, because these have a meaning only now and then. */
  readonly mayHide: (pair: number, coordinates: Float64Array) => boolean;
  /** Of a pair: round faces over a plane. */
  readonly ringsOf: (pair: number) => readonly Ring[];
  /** To work in. `isNarrow`: rows of the state are those of the two bodies of a pair alone. */
  readonly state: FeatureState;
  readonly geometry: TouchGeometry;
  readonly isNarrow: boolean;
  readonly near: number[];
}

/** Numbers of a row of the two bodies of a pair. */
const NARROW = 12;

export function surfacesOf(system: SceneSystem, nodes: Nodes, solids: ReadonlyMap<string, Solid>): Surfaces {
  const { pairs } = system;
  const isNarrow = system.evaluateNarrowly !== undefined;
  return {
    system,
    numbers: Array.from(pairs, () => undefined),
    listed: [],
    bodies: nodesOfPairs(system, nodes),
    posts: postsOfPairs(system),
    friction: Float64Array.from(pairs, ({ material }) => material.friction),
    restitution: pairs.map(({ material }) => material.restitution),
    manifoldOf: manifoldsOf(system, solids),
    onlyFeatureOf: onlyFeaturesOf(system),
    mayHide: hidingOf(system),
    ringsOf: ringsOf(system),
    state: createFeatureState(isNarrow ? { speedCount: NARROW } : system),
    geometry: createTouchGeometry(),
    isNarrow,
    near: [],
  };
}

function manifoldsOf({ pairs, places }: SceneSystem, solids: ReadonlyMap<string, Solid>): Surfaces["manifoldOf"] {
  /** Null: not one of two solids. */
  const made: (Manifold | null | undefined)[] = Array.from(pairs, () => undefined);
  const rooms = new Map<Solid, Map<Solid, ManifoldRoom>>();
  const roomOf = (first: Solid, second: Solid) => {
    const ofFirst = rooms.get(first) ?? new Map<Solid, ManifoldRoom>();
    const room = ofFirst.get(second) ?? createManifoldRoom(first, second);
    rooms.set(first, ofFirst.set(second, room));
    return room;
  };
  const make = (pair: number) => {
    const { between } = pairs[pair];
    const [first, second] = places?.isOfSurfaces(pair) === false ? [] : between.map((name) => solids.get(name));
    made[pair] = first === undefined || second === undefined ? null : createManifold(first, second, roomOf(first, second));
    return made[pair];
  };
  return (pair) => (made[pair] === undefined ? make(pair) : made[pair]) ?? undefined;
}

function onlyFeaturesOf(system: SceneSystem): Surfaces["onlyFeatureOf"] {
  /** Null: it has others. */
  const found: (Feature | null | undefined)[] = Array.from(system.pairs, () => undefined);
  const find = (pair: number) => {
    found[pair] = featureCount(system, pair) === 1 ? featureAt(system, pair, 0) : null;
    return found[pair];
  };
  return (pair) => (found[pair] === undefined ? find(pair) : found[pair]) ?? undefined;
}

function hidingOf(system: SceneSystem): Surfaces["mayHide"] {
  const known: (boolean | undefined)[] = Array.from(system.pairs, () => undefined);
  return (pair, coordinates) => {
    known[pair] ??= system.separation(pair, coordinates) !== undefined;
    return known[pair];
  };
}

/** Leaves a feature in the state. */
export function evaluateFeature({ system, state }: Surfaces, feature: Feature, coordinates: Float64Array, speeds: Float64Array): void {
  if (system.evaluateNarrowly === undefined) system.evaluate(feature, coordinates, speeds, state);
  else system.evaluateNarrowly(feature, coordinates, speeds, state);
}

/** Where the numbers of a node begin in a row of the state, on its side of the pair. */
export function columnOf({ isNarrow }: Surfaces, { speeds }: Nodes, node: number, side: number): number {
  return isNarrow ? (NARROW / 2) * side : speeds[node];
}

/** The number that stays with a feature, from when it is listed first. */
export function numberOf({ numbers, listed }: Surfaces, pair: number, index: number): number {
  const ofPair = numbers[pair] ?? new Map<number, number>();
  const known = ofPair.get(index);
  if (known !== undefined) return known;
  numbers[pair] = ofPair.set(index, listed.length);
  return listed.push({ pair, index }) - 1;
}

/** The feature with a number. */
export function featureOf({ system, listed }: Surfaces, number: number): Feature {
  return featureAt(system, listed[number].pair, listed[number].index);
}

export interface ContactList {
  readonly nodes: Nodes;
  /** Numbers of J of a place: three rows for its first node, from the middle on three for its second. */
  readonly width: number;
  count: number;
  capacity: number;
  /** Numbers that stay: which feature. */
  ids: Int32Array;
  pairs: Int32Array;
  /** Nodes. */
  bodies: Int32Array;
  gap: Float64Array;
  jacobian: Float64Array;
  bias: Float64Array;
  point: Float64Array;
  normal: Float64Array;
  /** What ground that is moved adds to v = J u + drift. */
  drift: Float64Array;
  /** The first of the two tangents; the second is normal x tangent. */
  tangent: Float64Array;
  /** v before the step. */
  velocity: Float64Array;
  /** What the rows follow from, and whether they are those of another time (middle.ts). */
  kinds: Uint8Array;
  turned: Uint8Array;
}

export function createContactList(nodes: Nodes): ContactList {
  const width = 6 * nodes.widest;
  return { nodes, width, count: 0, ...arraysFor(64, width) };
}

function arraysFor(capacity: number, width: number) {
  return {
    capacity,
    ids: new Int32Array(capacity),
    pairs: new Int32Array(capacity),
    bodies: new Int32Array(2 * capacity),
    gap: new Float64Array(capacity),
    jacobian: new Float64Array(width * capacity),
    bias: new Float64Array(3 * capacity),
    point: new Float64Array(3 * capacity),
    normal: new Float64Array(3 * capacity),
    drift: new Float64Array(3 * capacity),
    tangent: new Float64Array(3 * capacity),
    velocity: new Float64Array(3 * capacity),
    kinds: new Uint8Array(capacity),
    turned: new Uint8Array(capacity),
  };
}

/** Twice the room, with what is there. */
function grow(list: ContactList): void {
  const larger = arraysFor(2 * list.capacity, list.width);
  larger.ids.set(list.ids);
  larger.pairs.set(list.pairs);
  larger.bodies.set(list.bodies);
  larger.gap.set(list.gap);
  larger.jacobian.set(list.jacobian);
  larger.bias.set(list.bias);
  larger.point.set(list.point);
  larger.normal.set(list.normal);
  larger.drift.set(list.drift);
  larger.tangent.set(list.tangent);
  larger.velocity.set(list.velocity);
  larger.kinds.set(list.kinds);
  larger.turned.set(list.turned);
  Object.assign(list, larger);
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
  list.count = 0;
  return appendContacts(list, surfaces, pairs, horizon, coordinates, speeds);
}

/** The same behind those that are in the list. */
export function appendContacts(
  list: ContactList,
  surfaces: Surfaces,
  pairs: readonly number[],
  horizon: Horizon,
  coordinates: Float64Array,
  speeds: Float64Array,
): number {
  const { system, near } = surfaces;
  const pace = system.driven === undefined ? 0 : speeds[system.driven[0]];
  const begun = list.count;
  let smallest = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    const margin = horizon.near + 1.5 * horizon.step * (system.approachBound(pair, speeds, coordinates) + horizon.gain);
    if (system.clearance(pair, coordinates) > margin) continue;
    const from = list.count;
    const manifold = surfaces.manifoldOf(pair);
    if (manifold !== undefined) {
      const bodies = [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]] as const;
      const places = isOfBodies(surfaces, list.nodes, pair) ? undefined : system.places;
      if (places === undefined) readCarriers(manifold, bodies, coordinates, speeds);
      else places.read(pair, coordinates, speeds, ...manifold.carriers);
      findPlaces(manifold, margin);
      // Rows of the middle of a step are written for a first that moves.
      const kind = surfaces.posts[pair] === 0 ? NEITHER : manifold.side < 0 ? ASKED : manifold.side;
      for (let k = 0; k < manifold.places.count; k += 1) {
        smallest = Math.min(smallest, manifold.gaps[k]);
        if (list.count === list.capacity) grow(list);
        if (places === undefined) writePlace(manifold, k, surfaces.isNarrow ? narrowBodies(bodies) : bodies, surfaces.state);
        else {
          readPlace(manifold, k, surfaces.geometry);
          places.write(pair, surfaces.geometry, surfaces.state);
        }
        list.ids[list.count] = numberOf(surfaces, pair, manifold.places.features[k]);
        writeContact(list, surfaces, pair, from, kind, 0);
      }
      continue;
    }
    const only = surfaces.onlyFeatureOf(pair);
    near.length = 0;
    if (only === undefined) {
      featuresWithin(system, pair, margin, coordinates, near, TILT);
      const rings = near.length > 0 ? surfaces.ringsOf(pair) : NO_RINGS;
      if (rings.length > 0)
        addRings(rings, near, margin, surfaces.state, (index) =>
          evaluateFeature(surfaces, featureAt(system, pair, index), coordinates, speeds),
        );
    } else near.push(0);
    for (const index of near) {
      if (list.count === list.capacity) grow(list);
      evaluateFeature(surfaces, only ?? featureAt(system, pair, index), coordinates, speeds);
      if (surfaces.state.gap > margin) continue;
      smallest = Math.min(smallest, surfaces.state.gap);
      list.ids[list.count] = numberOf(surfaces, pair, index);
      writeContact(list, surfaces, pair, from, ASKED, pace);
    }
  }
  readVelocities(list, speeds, begun);
  return smallest;
}

/** Whether a pair is one of bodies without joints, or of one and the ground. */
export function isOfBodies({ bodies, posts }: Surfaces, { bodyCount }: Nodes, pair: number): boolean {
  return bodyCount > Math.max(bodies[2 * pair], bodies[2 * pair + 1]) && posts[pair] < 0;
}

/** The smallest gap of two solids without joints that is not more than `near`, or infinity. Other pairs: undefined. */
export function gapOfSolids(surfaces: Surfaces, nodes: Nodes, pair: number, near: number, state: BodyState): number | undefined {
  const manifold = surfaces.manifoldOf(pair);
  if (manifold === undefined || !isOfBodies(surfaces, nodes, pair)) return undefined;
  if (surfaces.system.clearance(pair, state.coordinates) > near) return Number.POSITIVE_INFINITY;
  readCarriers(manifold, [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]], state.coordinates, state.speeds);
  findPlaces(manifold, near);
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < manifold.places.count; k += 1) smallest = Math.min(smallest, manifold.gaps[k]);
  return smallest;
}

/** Where bodies are and how they move. */
interface BodyState {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/**
 * The present feature state as the next contact. Of several at one place of a pair the nearest counts: the upper corners of a box that
 * stands have theirs below them, with the lower ones.
 */
function writeContact(list: ContactList, surfaces: Surfaces, pair: number, from: number, kind: number, pace: number): void {
  const { system, state, bodies } = surfaces;
  let i = list.count;
  const near = SAME_PLACE * system.size;
  for (let other = from; other < list.count; other += 1) {
    let apart = 0;
    let turn = 0;
    for (let c = 0; c < 3; c += 1) {
      apart = Math.max(apart, Math.abs(list.point[3 * other + c] - state.point[c]));
      turn = Math.max(turn, Math.abs(list.normal[3 * other + c] - state.normal[c]));
    }
    if (apart > near || turn > 1e-3) continue;
    if (state.gap >= list.gap[other]) return;
    i = other;
    break;
  }
  if (i === list.count) list.count += 1;
  else list.ids[i] = list.ids[list.count];
  const { bodyCount } = list.nodes;
  list.pairs[i] = pair;
  list.turned[i] = 0;
  list.kinds[i] = bodies[2 * pair] < bodyCount && bodies[2 * pair + 1] < bodyCount ? kind : NEITHER;
  list.gap[i] = state.gap;
  for (let side = 0; side < 2; side += 1) {
    const body = bodies[2 * pair + side];
    list.bodies[2 * i + side] = body;
    if (body === GROUND) continue;
    const size = list.nodes.speeds[body + 1] - list.nodes.speeds[body];
    const to = list.width * i + 0.5 * list.width * side;
    const from = columnOf(surfaces, list.nodes, body, side);
    const width = state.jacobian.length / 3;
    for (let c = 0; c < 3; c += 1)
      for (let k = 0; k < size; k += 1) list.jacobian[to + size * c + k] = state.jacobian[c * width + from + k];
  }
  for (let c = 0; c < 3; c += 1) {
    list.bias[3 * i + c] = state.bias[c];
    list.drift[3 * i + c] = pace === 0 ? 0 : pace * state.jacobian[(c + 1) * system.speedCount - 1];
    list.point[3 * i + c] = state.point[c];
    list.normal[3 * i + c] = state.normal[c];
    list.tangent[3 * i + c] = state.tangent1[c];
  }
}

const NO_RINGS: readonly Ring[] = [];

/** The places of two bodies where there are no others. */
function narrowBodies([, second]: readonly [number, number]): readonly [number, number] {
  return second === GROUND ? FIRST : BOTH;
}

const FIRST = [0, GROUND] as const;
const BOTH = [0, 1] as const;

/** v = J u + drift of every place from a number on, from speeds in the numbers of the system. */
export function readVelocities(list: ContactList, speeds: Float64Array, from = 0): void {
  for (let i = from; i < list.count; i += 1) for (let c = 0; c < 3; c += 1) list.velocity[3 * i + c] = velocityOf(list, i, c, speeds);
}

export function velocityOf(list: ContactList, i: number, c: number, speeds: Float64Array): number {
  return motionOf(list, i, c, speeds) + list.drift[3 * i + c];
}

/** J u. */
export function motionOf(list: ContactList, i: number, c: number, speeds: Float64Array): number {
  const first = sideVelocity(list, i, 0, c, speeds);
  return list.bodies[2 * i + 1] === GROUND ? first : first + sideVelocity(list, i, 1, c, speeds);
}

/** What one of the two nodes adds to it. */
export function sideVelocity(list: ContactList, i: number, side: number, c: number, speeds: Float64Array): number {
  const { bodies, jacobian, nodes, width } = list;
  const node = bodies[2 * i + side];
  const from = nodes.speeds[node];
  const size = nodes.speeds[node + 1] - from;
  return rowTimes(jacobian, width * i + 0.5 * width * side + size * c, speeds, from, size);
}
