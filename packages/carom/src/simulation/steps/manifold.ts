/**
 * All places where two convex solids touch, or would if they came closer along the direction in which they are farthest apart.
 *
 * Exact features (detection/convex-convex.ts) say where solids touch now; which of them that is changes with the smallest tilt of a face
 * on a face. A step needs all places of the face at once. So: of all planes that may keep the solids apart, the best one; if it is a face,
 * the most opposed face of the other is clipped to it, and every corner that is left is a place; if it lies along two edges, there is one.
 * Places keep the numbers of the features they stand for, by which impulses are found again.
 *
 * Source: Sutherland and Hodgman, Reentrant polygon clipping, 1974; own study, dense contact section 7.
 */
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type PlacedSolids, placeInFirst } from "../detection/placed-solids.js";
import { type Carrier, createCarrier } from "../detection/touch-geometry.js";
import type { Solid } from "./solids.js";

/** In the smaller reach: another kind of plane has to be better by this. */
const BETTER = 1e-4;
/** Sine between edges below which they give no plane. */
const PARALLEL = 1e-3;
/** In the larger reach: by how much two ways to compute a distance may differ. */
const ROUNDING = 1e-9;
/** Corners of a clipped face. */
const MOST = 64;

/** Corners of a polygon, the features they stand for, and what each side is part of: an edge, or -1 - k for side k of the other face. */
interface Polygon {
  count: number;
  readonly corners: Float64Array;
  readonly features: Int32Array;
  readonly sides: Int32Array;
}

/** What manifolds of two kinds of solids leave behind and work in, until the next one is looked for. */
export interface ManifoldRoom {
  readonly placed: PlacedSolids;
  /** What was found: places in world axes, heights over the plane, numbers of features. */
  readonly places: Polygon;
  readonly gaps: Float64Array;
  readonly spare: Polygon;
}

export interface Manifold extends ManifoldRoom {
  readonly first: Solid;
  readonly second: Solid;
  readonly carriers: readonly [Carrier, Carrier];
  /** Into the first. */
  readonly normal: MutableVec3;
  /** Which solid the normal turns with; -1: both, along the edges below. */
  side: number;
  readonly edges: [number, number];
  /** The face that kept the solids apart when they were last looked at: of which of them, and which. */
  readonly keeper: { side: number; face: number };
  /** To work in: a normal in world axes and in those of the other solid. */
  readonly across: readonly [MutableVec3, MutableVec3];
  readonly back: MutableQuaternion;
  /** Of the place that is being written (manifold-rows.ts). */
  readonly motion: PlaceMotion;
}

/** Of the two solids at one of their places, world axes. */
export interface PlaceMotion {
  /** From the centre of each. */
  readonly arms: readonly [MutableVec3, MutableVec3];
  /** What turning adds to the velocity of each there. */
  readonly turns: readonly [MutableVec3, MutableVec3];
  /** Velocity of the first less that of the second. */
  readonly relative: MutableVec3;
  /** How the arms change. */
  readonly rates: readonly [MutableVec3, MutableVec3];
}

export function createManifoldRoom(first: Solid, second: Solid): ManifoldRoom {
  const polygon = (): Polygon => ({
    count: 0,
    corners: new Float64Array(3 * MOST),
    features: new Int32Array(MOST),
    sides: new Int32Array(MOST),
  });
  return { placed: placeInFirst(first, second), places: polygon(), gaps: new Float64Array(MOST), spare: polygon() };
}

/** The room may be that of others of the same two solids. */
export function createManifold(first: Solid, second: Solid, { placed, places, gaps, spare }: ManifoldRoom): Manifold {
  return {
    first,
    second,
    carriers: [createCarrier(), createCarrier()],
    placed,
    places,
    gaps,
    spare,
    normal: [0, 0, 1],
    side: 0,
    edges: [0, 0],
    keeper: { side: 0, face: 0 },
    across: twoVectors(),
    back: [0, 0, 0, 1],
    motion: { arms: twoVectors(), turns: twoVectors(), relative: [0, 0, 0], rates: twoVectors() },
  };
}

function twoVectors(): [MutableVec3, MutableVec3] {
  return [
    [0, 0, 0],
    [0, 0, 0],
  ];
}

/** Finds the places nearer than the margin, for the poses in the carriers. */
export function findPlaces(manifold: Manifold, margin: number): void {
  const { first, second, placed, carriers, places } = manifold;
  const better = BETTER * Math.min(first.reach, second.reach);
  places.count = 0;
  // By more than rounding, so that what is found does not depend on what was looked at before.
  if (keptApart(manifold) > margin + ROUNDING * Math.max(first.reach, second.reach)) return;
  placed.place(carriers[0], carriers[1]);
  const { firstLowest, secondLowest } = placed;
  let side = 1;
  let face = 0;
  for (let f = 1; f < firstLowest.length; f += 1) if (firstLowest[f] > firstLowest[face]) face = f;
  let apart = firstLowest[face];
  let other = 0;
  for (let f = 1; f < secondLowest.length; f += 1) if (secondLowest[f] > secondLowest[other]) other = f;
  if (secondLowest[other] > apart + better) {
    side = 0;
    face = other;
    apart = secondLowest[other];
  }
  manifold.keeper.side = side;
  manifold.keeper.face = face;
  if (apart > margin) return;
  clipFaces(manifold, side, face, margin);
  if (!leavesNoOther(manifold, side, face, apart + 0.5 * better)) findEdges(manifold, apart + better, margin);
}

/** How far the plane keeps the solids apart that did so best when they were last looked at. */
function keptApart({ first, second, carriers, keeper, across, back }: Manifold): number {
  const own = keeper.side === 0 ? first : second;
  const other = keeper.side === 0 ? second : first;
  const here = carriers[keeper.side];
  const there = carriers[1 - keeper.side];
  const normal = across[0];
  const turned = across[1];
  const { normal: ownNormal, offset } = own.faces[keeper.face];
  quaternion.rotate(here.orientation, ownNormal, normal);
  quaternion.rotate(quaternion.conjugate(there.orientation, back), normal, turned);
  let lowest = Number.POSITIVE_INFINITY;
  for (const corner of other.corners) lowest = Math.min(lowest, turned[0] * corner[0] + turned[1] * corner[1] + turned[2] * corner[2]);
  for (let c = 0; c < 3; c += 1) lowest += normal[c] * (there.position[c] - here.position[c]);
  return lowest - offset;
}

/**
 * Whether no plane keeps the solids farther apart than so much: the mean of the places found that are as near belongs to the other solid.
 * At a height h > 0 over the face, and at h or more below all other faces, its foot is in the solid; at h <= 0 a ball of that radius around
 * it is. Pairs of edges need not be looked at then, which is most of the work.
 */
function leavesNoOther(
  { first, second, carriers, places, gaps, across, back }: Manifold,
  side: number,
  face: number,
  near: number,
): boolean {
  const solid = side === 0 ? first : second;
  const { position, orientation } = carriers[side];
  const mean = across[0];
  mean[0] = mean[1] = mean[2] = 0;
  let height = 0;
  let count = 0;
  for (let k = 0; k < places.count; k += 1) {
    if (gaps[k] > near) continue;
    for (let c = 0; c < 3; c += 1) mean[c] += places.corners[3 * k + c];
    height += gaps[k];
    count += 1;
  }
  if (count === 0) return false;
  for (let c = 0; c < 3; c += 1) mean[c] = mean[c] / count - position[c];
  quaternion.rotate(quaternion.conjugate(orientation, back), mean, mean);
  const depth = Math.abs(height / count) + ROUNDING * Math.max(first.reach, second.reach);
  for (let f = 0; f < solid.faces.length; f += 1) {
    const { normal, offset } = solid.faces[f];
    if (f !== face && vec3.dot(normal, mean) - offset > -depth) return false;
  }
  return true;
}

/** The best plane along two edges, if it is better than `apart`: then its one place is all there is, if it is near enough. */
function findEdges(manifold: Manifold, apart: number, margin: number): void {
  const { first, second, placed } = manifold;
  const rounding = ROUNDING * Math.max(first.reach, second.reach);
  let best = apart;
  let found = false;
  for (let i = 0; i < first.edges.length; i += 1)
    for (let j = 0; j < second.edges.length; j += 1) {
      if (!placed.arcsCross(i, j, 0) || !mayKeepApart(placed, i, j, best - rounding)) continue;
      const normal = normalAcross(placed, i, j);
      if (normal === undefined) continue;
      const extent = placed.extentAlong(normal);
      if (extent <= best) continue;
      best = extent;
      found = true;
      manifold.edges[0] = i;
      manifold.edges[1] = j;
    }
  if (!found) return;
  manifold.places.count = 0;
  if (best <= margin) writeCrossing(manifold, best);
}

/**
 * False where the plane along two edges keeps the solids apart by less than so much: they are no farther apart than the edges themselves.
 * Written out and without arrays, because it is asked of most pairs of edges of all that is near.
 */
function mayKeepApart({ starts1, edges1, outward1, starts2, edges2 }: PlacedSolids, i: number, j: number, apart: number): boolean {
  const start = starts1[i];
  const edge = edges1[i];
  const outward = outward1[i];
  const k = 3 * j;
  const x = edge[1] * edges2[k + 2] - edge[2] * edges2[k + 1];
  const y = edge[2] * edges2[k] - edge[0] * edges2[k + 2];
  const z = edge[0] * edges2[k + 1] - edge[1] * edges2[k];
  const between = x * (start[0] - starts2[k]) + y * (start[1] - starts2[k + 1]) + z * (start[2] - starts2[k + 2]);
  const distance = x * outward[0] + y * outward[1] + z * outward[2] > 0 ? -between : between;
  return distance >= apart * Math.sqrt(x * x + y * y + z * z);
}

/** Of the plane along two edges, into the first, in its axes. */
function normalAcross({ edges1, edges2, outward1 }: PlacedSolids, i: number, j: number): MutableVec3 | undefined {
  const edge2: MutableVec3 = [edges2[3 * j], edges2[3 * j + 1], edges2[3 * j + 2]];
  const normal = vec3.cross(edges1[i], edge2);
  const length = vec3.norm(normal);
  if (!(length > PARALLEL * vec3.norm(edges1[i]) * vec3.norm(edge2))) return undefined;
  return vec3.scale(normal, (vec3.dot(normal, outward1[i]) > 0 ? -1 : 1) / length);
}

function writeCrossing(manifold: Manifold, apart: number): void {
  const { first, second, placed, places, gaps, edges, normal, carriers } = manifold;
  const [i, j] = edges;
  const direction = normalAcross(placed, i, j);
  if (direction === undefined) return;
  const edge1 = placed.edges1[i];
  const edge2: MutableVec3 = [placed.edges2[3 * j], placed.edges2[3 * j + 1], placed.edges2[3 * j + 2]];
  const between: MutableVec3 = [0, 0, 0];
  for (let c = 0; c < 3; c += 1) between[c] = placed.starts2[3 * j + c] - placed.starts1[i][c];
  const a = vec3.dot(edge1, edge1);
  const b = vec3.dot(edge1, edge2);
  const d = vec3.dot(edge2, edge2);
  const along = (vec3.dot(edge1, between) * d - vec3.dot(edge2, between) * b) / (a * d - b * b);
  const point = vec3.addScaled(placed.starts1[i], edge1, Math.min(1, Math.max(0, along)));
  quaternion.rotate(carriers[0].orientation, point, point);
  quaternion.rotate(carriers[0].orientation, direction, normal);
  for (let c = 0; c < 3; c += 1) places.corners[c] = carriers[0].position[c] + point[c];
  places.count = 1;
  places.features[0] = crossing(first, second, i, j);
  gaps[0] = apart;
  manifold.side = -1;
}

// The numbers of features are those of detection/convex-convex.ts: corners of the first, corners of the second, edges.
function cornerOfFirst(second: Solid, corner: number, face: number): number {
  return corner * second.faces.length + face;
}

function cornerOfSecond(first: Solid, second: Solid, corner: number, face: number): number {
  return first.corners.length * second.faces.length + corner * first.faces.length + face;
}

function crossing(first: Solid, second: Solid, edge1: number, edge2: number): number {
  return cornerOfSecond(first, second, second.corners.length, 0) + edge1 * second.edges.length + edge2;
}

/** Clips the most opposed face of one solid to a face of the other (`side`), and keeps what is near. */
function clipFaces(manifold: Manifold, side: number, face: number, margin: number): void {
  const { first, second, carriers, normal, places, gaps } = manifold;
  const reference = side === 0 ? first : second;
  const incident = side === 0 ? second : first;
  const carrier = carriers[side];
  const other = carriers[1 - side];
  const outward = quaternion.rotate(carrier.orientation, reference.faces[face].normal);
  const opposed = mostOpposed(incident, other, outward);
  begin(manifold, side, face, opposed);
  const { corners } = reference.loops[face];
  const from: MutableVec3 = [0, 0, 0];
  const to: MutableVec3 = [0, 0, 0];
  const inward: MutableVec3 = [0, 0, 0];
  for (let k = 0; k < corners.length && places.count > 0; k += 1) {
    placeCorner(reference, carrier, corners[k], from);
    placeCorner(reference, carrier, corners[(k + 1) % corners.length], to);
    vec3.cross(outward, vec3.subtract(to, from, to), inward);
    clip(manifold, inward, vec3.dot(inward, from), (edge) => cutBy(manifold, side, face, opposed, k, edge), k);
  }
  const level = reference.faces[face].offset + vec3.dot(outward, carrier.position);
  let kept = 0;
  for (let k = 0; k < places.count; k += 1) {
    const height = dotAt(outward, places.corners, 3 * k) - level;
    if (height > margin) continue;
    copyCorner(places, k, places, kept);
    gaps[kept] = height;
    kept += 1;
  }
  places.count = kept;
  vec3.scale(outward, side === 0 ? -1 : 1, normal);
  manifold.side = side;
}

function mostOpposed({ faces }: Solid, carrier: Carrier, outward: MutableVec3): number {
  const inverse = quaternion.conjugate(carrier.orientation);
  const direction = quaternion.rotate(inverse, outward);
  let best = 0;
  for (let f = 1; f < faces.length; f += 1) if (vec3.dot(faces[f].normal, direction) < vec3.dot(faces[best].normal, direction)) best = f;
  return best;
}

function placeCorner({ corners }: Solid, { position, orientation }: Carrier, corner: number, out: MutableVec3): void {
  quaternion.rotate(orientation, corners[corner], out);
  vec3.add(out, position, out);
}

/** The whole incident face as the polygon. */
function begin({ first, second, carriers, places }: Manifold, side: number, face: number, opposed: number): void {
  const incident = side === 0 ? second : first;
  const loop = incident.loops[opposed];
  const corner: MutableVec3 = [0, 0, 0];
  places.count = Math.min(MOST, loop.corners.length);
  for (let k = 0; k < places.count; k += 1) {
    placeCorner(incident, carriers[side === 0 ? 1 : 0], loop.corners[k], corner);
    for (let c = 0; c < 3; c += 1) places.corners[3 * k + c] = corner[c];
    places.sides[k] = loop.edges[k];
    places.features[k] = side === 0 ? cornerOfSecond(first, second, loop.corners[k], face) : cornerOfFirst(second, loop.corners[k], face);
  }
}

/** The feature where side k of the reference face cuts a side of the polygon. */
function cutBy({ first, second }: Manifold, side: number, face: number, opposed: number, k: number, cut: number): number {
  const { corners, edges } = (side === 0 ? first : second).loops[face];
  if (cut >= 0) return side === 0 ? crossing(first, second, edges[k], cut) : crossing(first, second, cut, edges[k]);
  // Two sides of the reference face meet in one of its corners.
  const before = -1 - cut;
  const corner = corners[before === (k + 1) % corners.length ? before : k];
  return side === 0 ? cornerOfFirst(second, corner, opposed) : cornerOfSecond(first, second, corner, opposed);
}

/** Keeps what lies above a level along a direction. */
function clip({ places, spare }: Manifold, inward: MutableVec3, level: number, featureOf: (cut: number) => number, k: number): void {
  spare.count = 0;
  for (let i = 0; i < places.count; i += 1) {
    const next = (i + 1) % places.count;
    const here = dotAt(inward, places.corners, 3 * i) - level;
    const there = dotAt(inward, places.corners, 3 * next) - level;
    if (here >= 0) {
      copyCorner(places, i, spare, spare.count);
      spare.count += 1;
    }
    if (here >= 0 === there >= 0) continue;
    const share = here / (here - there);
    const at = spare.count;
    for (let c = 0; c < 3; c += 1)
      spare.corners[3 * at + c] = places.corners[3 * i + c] + share * (places.corners[3 * next + c] - places.corners[3 * i + c]);
    spare.features[at] = featureOf(places.sides[i]);
    spare.sides[at] = here >= 0 ? -1 - k : places.sides[i];
    spare.count += 1;
  }
  places.count = Math.min(MOST, spare.count);
  for (let i = 0; i < places.count; i += 1) copyCorner(spare, i, places, i);
}

function copyCorner(from: Polygon, i: number, to: Polygon, j: number): void {
  for (let c = 0; c < 3; c += 1) to.corners[3 * j + c] = from.corners[3 * i + c];
  to.features[j] = from.features[i];
  to.sides[j] = from.sides[i];
}

function dotAt(direction: MutableVec3, values: Float64Array, at: number): number {
  return direction[0] * values[at] + direction[1] * values[at + 1] + direction[2] * values[at + 2];
}
