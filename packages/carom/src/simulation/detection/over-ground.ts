/**
 * Convex parts of a body over ground made of triangles.
 *
 * Each triangle near a part is met as any convex shape is (convex-pair.ts), with what is beside its edges and corners taken from the whole
 * ground, so that nothing catches on the seams of a plane. Only few triangles are near at a time; features are numbered by colour of the
 * triangle (geometry/ground/colours.ts), which tells those apart.
 *
 *     bound          of a part and a triangle: how far the triangle is from the ball around the part, or the part from its plane
 *     separation     the least over all triangles of the distance; of those that are farther than their reach something between bound and
 *                    distance, continuous, so that only few distances are computed
 *
 * Answers depend on the poses alone.
 */
import { InvalidInputError } from "../../errors.js";
import { type Colours, coloursOf } from "../../geometry/ground/colours.js";
import type { TriangleGround } from "../../geometry/ground/triangle-ground.js";
import { distanceToBox, distanceToTriangle, type Node } from "../../geometry/mesh-parts/triangle-tree.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ConvexFeature, convexFeatures } from "./convex-features.js";
import { convexPair } from "./convex-pair.js";
import type { ConvexPart } from "./convex-part.js";
import { featuresWithin, type PairGeometry } from "./pair-geometry.js";
import { samePose } from "./part-poses.js";
import type { Carrier } from "./touch-geometry.js";
import { trianglePart } from "./triangle-part.js";

/** Parts of the extent: triangles so much farther than the nearest are looked at. */
const FARTHER = 0.1;
/** Parts of the extent within which distances themselves are compared, not bounds. */
const CLOSE = 2;
/** Triangles that a body may have within its reach. */
const MOST_NEAR = 4000;
/** Pairs that are kept ready. */
const MOST_KEPT = 1000;

/** One part of the body: where it is over the ground, and which triangles it may touch. */
interface OverGround {
  readonly part: ConvexPart;
  /** Before the names of its features. */
  readonly name: string;
  readonly colours: Colours;
  /** Features of one triangle. */
  readonly list: readonly ConvexFeature[];
  /** Places of the first of all colours among those of the pair, and of the first of the next part. */
  readonly from: number;
  readonly end: number;
  /** By triangle. */
  readonly pairs: Map<number, PairGeometry>;
  /** The triangle that each colour stands for at the present pose, -1 for none, and its bound. */
  readonly triangles: Int32Array;
  readonly bounds: Float64Array;
  /** Of the middle of the part, ground axes. */
  readonly centre: MutableVec3;
  /** Part axes to ground axes. */
  readonly turn: quaternion.MutableQuaternion;
  /** Of the origin of the part, ground axes. */
  readonly origin: MutableVec3;
}

/** A body over ground. */
interface GroundPair {
  readonly ground: TriangleGround;
  readonly parts: readonly OverGround[];
  /** Of the body, m. */
  readonly reach: number;
  readonly pose: Float64Array;
  readonly known: { triangles: boolean };
  readonly local: MutableVec3;
  readonly other: MutableVec3;
}

/** A convex part with its name. */
export interface NamedPart {
  readonly name: string;
  readonly part: ConvexPart;
}

export function partsOverGround(parts: readonly NamedPart[], ground: TriangleGround, path = "shape"): PairGeometry {
  const over: OverGround[] = [];
  for (const { part, name } of parts) over.push(overGround(part, name, ground, over[over.length - 1]?.end ?? 0, path));
  const pair: GroundPair = {
    ground,
    parts: over,
    reach: parts.reduce((most, { part }) => Math.max(most, part.reach), 0),
    pose: new Float64Array(14).fill(Number.NaN),
    known: { triangles: false },
    local: [0, 0, 0],
    other: [0, 0, 0],
  };
  const partOf = (slot: number) => over.find(({ end }) => slot < end) ?? over[over.length - 1];
  /** The triangle that a feature stands for now, -1 for none, and which of its features. */
  const locate = (slot: number, first: Carrier, second: Carrier) => {
    place(pair, first, second);
    findTriangles(pair);
    const part = partOf(slot);
    const colour = Math.floor((slot - part.from) / part.list.length);
    return { part, colour, triangle: part.triangles[colour], feature: (slot - part.from) % part.list.length };
  };
  return {
    count: over[over.length - 1].end,
    nameOf: (slot) => {
      const { name, list, from } = partOf(slot);
      return `${name}${list[(slot - from) % list.length].name} of triangle ${Math.floor((slot - from) / list.length)}`;
    },
    gap: (slot, first, second) => {
      const { part, triangle, feature } = locate(slot, first, second);
      return triangle < 0 ? Number.POSITIVE_INFINITY : pairWith(pair, part, triangle).gap(feature, first, second);
    },
    evaluate: (slot, first, second, out) => {
      const { part, colour, triangle, feature } = locate(slot, first, second);
      pairWith(pair, part, triangle < 0 ? nearestOfColour(pair, part, colour) : triangle).evaluate(feature, first, second, out);
    },
    validity: (slot, first, second) => {
      const { part, triangle, feature } = locate(slot, first, second);
      return triangle < 0 ? -1 : pairWith(pair, part, triangle).validity?.(feature, first, second);
    },
    separation: (first, second) => {
      place(pair, first, second);
      return separation(pair, first, second);
    },
    clearance: (first, second) => clearance(pair, first, second),
    within: (margin, first, second, out, tilt) => {
      place(pair, first, second);
      findTriangles(pair);
      const found: number[] = [];
      for (const part of over)
        part.triangles.forEach((triangle, colour) => {
          if (triangle < 0 || part.bounds[colour] > margin) return;
          found.length = 0;
          featuresWithin(pairWith(pair, part, triangle), margin, first, second, found, tilt);
          for (const feature of found) out.push(part.from + colour * part.list.length + feature);
        });
    },
  };
}

function overGround(part: ConvexPart, name: string, ground: TriangleGround, from: number, path: string): OverGround {
  const { tree } = ground;
  const colours = coloursOf(tree, 2 * (1 + FARTHER) * part.extent);
  if (colours.count > MOST_NEAR)
    throw new InvalidInputError(
      path,
      part.extent,
      `m is the reach of a body with ${colours.count} triangles of its ground within it, more than ${MOST_NEAR}: the ground is too fine`,
    );
  const { list } = convexFeatures(part, trianglePart(ground, 0));
  return {
    part,
    name,
    colours,
    list,
    from,
    end: from + colours.count * list.length,
    pairs: new Map(),
    triangles: new Int32Array(colours.count).fill(-1),
    bounds: new Float64Array(colours.count),
    centre: [0, 0, 0],
    turn: [0, 0, 0, 1],
    origin: [0, 0, 0],
  };
}

/** Places the parts in the axes of the ground, unless they are there already. */
function place({ parts, pose, known, local }: GroundPair, first: Carrier, second: Carrier): void {
  if (samePose(pose, first, second)) return;
  known.triangles = false;
  const back = quaternion.conjugate(second.orientation);
  for (const { part, centre, turn, origin } of parts) {
    quaternion.rotate(first.orientation, part.position, local);
    vec3.add(local, first.position, local);
    quaternion.rotate(back, vec3.subtract(local, second.position, local), origin);
    quaternion.multiply(back, quaternion.multiply(first.orientation, part.orientation, turn), turn);
    quaternion.rotate(turn, part.core.middle, centre);
    vec3.add(centre, origin, centre);
  }
}

function pairWith({ ground }: GroundPair, { part, pairs }: OverGround, triangle: number): PairGeometry {
  const found = pairs.get(triangle);
  if (found !== undefined) return found;
  if (pairs.size >= MOST_KEPT) pairs.clear();
  const made = convexPair(part, trianglePart(ground, triangle));
  pairs.set(triangle, made);
  return made;
}

/** Not above the distance of a part from a triangle, m: by the ball around it, and by the plane of the triangle. */
function boundOf(pair: GroundPair, over: OverGround, triangle: number): number {
  const { tree } = pair.ground;
  return Math.max(distanceToTriangle(tree, triangle, over.centre) - over.part.extent, overPlane(pair, over, triangle));
}

/** How far the part is from the plane of a triangle, on the side where its middle is, m; negative where it reaches through. */
function overPlane(
  { ground: { tree, normals }, local, other }: GroundPair,
  { part, centre, origin, turn }: OverGround,
  triangle: number,
): number {
  const corner = tree.corners[tree.triangles[triangle][0]];
  const normal = normals[triangle];
  let height = 0;
  for (let c = 0; c < 3; c++) height += normal[c] * (centre[c] - corner[c]);
  const side = height < 0 ? 1 : -1;
  quaternion.rotate(quaternion.conjugate(turn), vec3.scale(normal, side, local), local);
  part.core.support(local, 0, other);
  quaternion.rotate(turn, other, other);
  let lowest = 0;
  for (let c = 0; c < 3; c++) lowest += normal[c] * (origin[c] + other[c] - corner[c]);
  return -side * lowest - part.core.radius;
}

/** Which triangle each colour stands for at the present pose. */
function findTriangles(pair: GroundPair): void {
  const { parts, known, ground } = pair;
  if (known.triangles) return;
  known.triangles = true;
  for (const over of parts) {
    const { triangles, bounds, colours, part } = over;
    triangles.fill(-1);
    bounds.fill(Number.POSITIVE_INFINITY);
    let nearest = Number.POSITIVE_INFINITY;
    const within = () => Math.max(0, nearest) + FARTHER * part.extent;
    visitNear(ground, over, within, (triangle) => {
      const bound = boundOf(pair, over, triangle);
      nearest = Math.min(nearest, bound);
      const colour = colours.of[triangle];
      if (bound > within() || bound > bounds[colour] || (bound === bounds[colour] && triangle > triangles[colour])) return;
      bounds[colour] = bound;
      triangles[colour] = triangle;
    });
    const most = within();
    for (let colour = 0; colour < colours.count; colour++) if (bounds[colour] > most) triangles[colour] = -1;
  }
}

/** Triangles that may be nearer to the ball around a part than a distance, which may shrink on the way; nearer boxes first. */
function visitNear({ tree }: TriangleGround, { centre, part }: OverGround, within: () => number, visit: (triangle: number) => void): void {
  const into = (node: Node): void => {
    if (distanceToBox(node.box, centre) - part.extent > within()) return;
    if (node.halves === undefined) {
      for (let i = node.from; i < node.to; i++) visit(tree.order[i]);
      return;
    }
    const [one, other] = node.halves;
    const swap = distanceToBox(other.box, centre) < distanceToBox(one.box, centre);
    into(swap ? other : one);
    into(swap ? one : other);
  };
  into(tree.root);
}

function separation(pair: GroundPair, first: Carrier, second: Carrier): number {
  let least = Number.POSITIVE_INFINITY;
  for (const over of pair.parts) {
    const { extent } = over.part;
    visitNear(
      pair.ground,
      over,
      () => least,
      (triangle) => {
        const far = distanceToTriangle(pair.ground.tree, triangle, over.centre) - extent;
        const bound = Math.max(far, overPlane(pair, over, triangle));
        if (bound >= least) return;
        const share = Math.max(0, Math.min(1, 1 - far / (CLOSE * extent)));
        const exact = share > 0 ? (pairWith(pair, over, triangle).separation?.(first, second) ?? bound) : bound;
        least = Math.min(least, bound + share * (exact - bound));
      },
    );
  }
  return least;
}

function nearestOfColour(pair: GroundPair, over: OverGround, colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  over.colours.of.forEach((own, triangle) => {
    if (own !== colour) return;
    const bound = boundOf(pair, over, triangle);
    if (bound >= least) return;
    least = bound;
    best = triangle;
  });
  return best;
}

/** By the ball around the body. */
function clearance({ ground: { tree }, reach, local }: GroundPair, first: Carrier, second: Carrier): number {
  vec3.subtract(first.position, second.position, local);
  quaternion.rotate(quaternion.conjugate(second.orientation), local, local);
  return nearestBox(tree.root, local, Number.POSITIVE_INFINITY) - reach;
}

function nearestBox(node: Node, point: Vec3, least: number): number {
  const distance = distanceToBox(node.box, point);
  if (distance >= least) return least;
  if (node.halves === undefined) return distance;
  const [one, other] = node.halves;
  const swap = distanceToBox(other.box, point) < distanceToBox(one.box, point);
  return nearestBox(swap ? one : other, point, nearestBox(swap ? other : one, point, least));
}
