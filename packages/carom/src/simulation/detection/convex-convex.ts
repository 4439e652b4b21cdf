/**
 * Two convex solids against each other: corners of one on faces of the other, and edges across edges.
 *
 *     corner p over a face of the other     gap = n . p - h, where no other face is further below the corner; touching, only where the
 *                                           plane of the face keeps the solids apart
 *     edge across edge                      n = +-(e_1 x e_2) / |...| into the first solid, gap = n . (p_1 - p_2)
 *
 * An edge pair counts only where it separates: where the arcs that join the normals of the faces at either edge cross on the sphere of
 * directions, so that the first solid lies on one side of the plane and the second on the other, where the lines come closest within both
 * edges, and where no other plane keeps the solids apart.
 *
 * Where the place of a corner moves with its own body, that of two edges slides along both: with P = a + s e_1 = b + u e_2 and v the
 * velocities of the bodies there, s' e_1 - u' e_2 = v_2 - v_1. A contact goes on as long as the corner stays over its face, or the edges
 * cross; then others take over.
 *
 * Everything is measured in the axes of the first body, from the second one as it is turned and placed there; that is computed once for a
 * pose, however many features are asked for.
 *
 * Letters: n normal into the first body, e edge directions, p points, h offset of a face.
 * Source: Gregorius, The separating axis test between convex polyhedra, GDC 2013 (arcs of normals).
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { PlaneApart } from "../system/mechanical-system.js";
import { type Heights, highestOfOthers, isWithinFace } from "./corner-heights.js";
import type { PairGeometry } from "./pair-geometry.js";
import { type PlacedSolids, placeInFirst } from "./placed-solids.js";
import type { Polytope } from "./polytope.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** Sine of the angle between edges below which they are parallel. */
const PARALLEL = 1e-7;
/** Slack of the arc test, so that edges of two faces that lie on each other count. */
const ARC_SLACK = 1e-9;
/** Relative to the smaller solid: what is less apart than this touches. */
const TOUCHING = 1e-9;
/** Of the larger solid: heights are not known better. */
const ROUNDING = 4e-15;
/** How far, relative to an edge or the smaller solid, a contact goes on beyond where it would begin. */
const BEYOND = 1e-9;
/** The same at which it may begin: less, so that one that has ended there does not begin again. */
const OUTSIDE = 0.5 * BEYOND;
/**
 * Relative to the smaller solid: planes that keep the solids apart this much less than another do so too. More where they overlap, as steps
 * let them: faces on each other are never parallel there.
 */
const NEARLY = 2e-9;
const NEARLY_WITHIN = 1e-6;

/** Corner i of the first on face j of the second, corner i of the second on face j of the first, or edge i of the first across edge j. */
interface Kind {
  readonly kind: "first" | "second" | "edges";
  readonly i: number;
  readonly j: number;
}

/** Two solids, what is known of them at the present pose, and arrays to work in. */
interface SolidPair {
  readonly first: Polytope;
  readonly second: Polytope;
  readonly relative: PlacedSolids;
  /** Of the first over the second, and the other way round. */
  readonly overSecond: Heights;
  readonly overFirst: Heights;
  /** Reach of the smaller one, m, and of the larger one. */
  readonly smaller: number;
  readonly larger: number;
  /** Separation by the planes through two edges; NaN where there is no such plane. Filled when first asked for at a pose. */
  readonly edgeSeparations: Float64Array;
  /** Where arcs cross, and where it is not NaN. */
  readonly arcs: Int32Array;
  readonly crossings: number[];
  readonly known: { edges: boolean; separation: number };
  /** Where two edges come closest. */
  readonly crossing: { readonly normal: MutableVec3; gap: number; along1: number; along2: number };
  readonly arm: MutableVec3;
  readonly edge1: MutableVec3;
  readonly edge2: MutableVec3;
  readonly rate1: MutableVec3;
  readonly rate2: MutableVec3;
}

export function convexAgainstConvex(first: Polytope, second: Polytope): PairGeometry {
  // Most pairs of a scene never come near each other: what only near ones need is made for them.
  let made: SolidPair | undefined;
  const pair = (): SolidPair => {
    made ??= createPair(first, second);
    return made;
  };
  const arm: MutableVec3 = [0, 0, 0];
  return {
    count:
      first.corners.length * second.faces.length + second.corners.length * first.faces.length + first.edges.length * second.edges.length,
    nameOf: (feature) => nameOf(pair(), feature),
    gap: (feature, carrier1, carrier2) => gap(pair(), feature, carrier1, carrier2),
    evaluate: (feature, carrier1, carrier2, out) => evaluate(pair(), feature, carrier1, carrier2, out),
    validity: (feature, carrier1, carrier2) => validity(pair(), feature, carrier1, carrier2),
    clearance: (carrier1, carrier2) => vec3.norm(vec3.subtract(carrier1.position, carrier2.position, arm)) - first.reach - second.reach,
    separation: (carrier1, carrier2) => separation(pair(), carrier1, carrier2),
    isFarther: (distance, carrier1, carrier2) => {
      place(pair(), carrier1, carrier2);
      return apartByFaces(pair()) > distance;
    },
    keptApart: (carrier1, carrier2, out) => {
      place(pair(), carrier1, carrier2);
      keptApart(pair(), out);
    },
    within: (margin, carrier1, carrier2, out) => within(pair(), margin, carrier1, carrier2, out),
  };
}

function createPair(first: Polytope, second: Polytope): SolidPair {
  const relative = placeInFirst(first, second);
  return {
    first,
    second,
    relative,
    overSecond: { solid: second, heights: relative.firstHeights, lowest: relative.firstLowest },
    overFirst: { solid: first, heights: relative.secondHeights, lowest: relative.secondLowest },
    smaller: Math.min(first.reach, second.reach),
    larger: Math.max(first.reach, second.reach),
    edgeSeparations: new Float64Array(first.edges.length * second.edges.length),
    arcs: new Int32Array(first.edges.length * second.edges.length),
    crossings: [],
    known: { edges: false, separation: Number.NaN },
    crossing: { normal: [0, 0, 0], gap: 0, along1: 0, along2: 0 },
    arm: [0, 0, 0],
    edge1: [0, 0, 0],
    edge2: [0, 0, 0],
    rate1: [0, 0, 0],
    rate2: [0, 0, 0],
  };
}

/** Corners of the first on faces of the second, then the other way round, then edges across edges; each row by row. */
function kindOf({ first, second }: SolidPair, feature: number): Kind {
  const [firsts, seconds] = [first.corners.length * second.faces.length, second.corners.length * first.faces.length];
  if (feature < firsts) return kindInRows("first", feature, second.faces.length);
  if (feature < firsts + seconds) return kindInRows("second", feature - firsts, first.faces.length);
  return kindInRows("edges", feature - firsts - seconds, second.edges.length);
}

function kindInRows(kind: Kind["kind"], place: number, width: number): Kind {
  const i = Math.floor(place / width);
  return { kind, i, j: place - i * width };
}

function nameOf(pair: SolidPair, feature: number): string {
  const { kind, i, j } = kindOf(pair, feature);
  if (kind === "first") return `corner ${i} on face ${j}`;
  return kind === "second" ? `face ${j} on corner ${i}` : `edge ${i} across edge ${j}`;
}

function place(pair: SolidPair, carrier1: Carrier, carrier2: Carrier): void {
  const { relative, known } = pair;
  if (!relative.place(carrier1, carrier2)) return;
  known.edges = false;
  known.separation = Number.NaN;
}

function separationHere(pair: SolidPair): number {
  const { edgeSeparations, crossings, known } = pair;
  if (!Number.isNaN(known.separation)) return known.separation;
  let largest = apartByFaces(pair);
  separateEdges(pair);
  for (const k of crossings) if (edgeSeparations[k] > largest) largest = edgeSeparations[k];
  known.separation = largest;
  return largest;
}

/** How far the plane of a face keeps them apart, at most. */
function apartByFaces({ relative: { firstLowest, secondLowest } }: SolidPair): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < firstLowest.length; f++) if (firstLowest[f] > largest) largest = firstLowest[f];
  for (let f = 0; f < secondLowest.length; f++) if (secondLowest[f] > largest) largest = secondLowest[f];
  return largest;
}

function keptApart({ relative: { firstLowest, secondLowest } }: SolidPair, out: PlaneApart): void {
  out.apart = Number.NEGATIVE_INFINITY;
  const firsts = firstLowest.length;
  for (let f = 0; f < firsts + secondLowest.length; f++) {
    const apart = f < firsts ? firstLowest[f] : secondLowest[f - firsts];
    if (apart <= out.apart) continue;
    out.plane = f;
    out.apart = apart;
  }
}

function separateEdges(pair: SolidPair): void {
  const { second, relative, edgeSeparations, arcs, crossings, known } = pair;
  if (known.edges) return;
  known.edges = true;
  edgeSeparations.fill(Number.NaN);
  crossings.length = 0;
  const width = second.edges.length;
  const count = relative.crossingArcs(-ARC_SLACK, arcs);
  for (let k = 0; k < count; k++) {
    const i = Math.floor(arcs[k] / width);
    if (!(readCrossing(pair, i, arcs[k] - i * width) > PARALLEL)) continue;
    const apart = separationAlong(pair);
    edgeSeparations[arcs[k]] = apart;
    if (!Number.isNaN(apart)) crossings.push(arcs[k]);
  }
}

/**
 * Of the solids along the normal of the crossing, NaN where that is not between these two edges: arcs that only touch may belong to edges
 * on far sides.
 */
function separationAlong(pair: SolidPair): number {
  const { relative, smaller, crossing } = pair;
  const { normal, gap: between } = crossing;
  const apart = relative.extentAlong(normal);
  return between - apart <= TOUCHING * smaller ? apart : Number.NaN;
}

/**
 * Leaves normal, gap and the parts along both edges where their lines come closest; returns the sine between them. Parallel edges leave no
 * more than that.
 */
function readCrossing(pair: SolidPair, i: number, j: number): number {
  const { relative, crossing } = pair;
  const { edges2, starts2 } = relative;
  const [start1, edge1] = [relative.starts1[i], relative.edges1[i]];
  const [x, y, z] = [edges2[3 * j], edges2[3 * j + 1], edges2[3 * j + 2]];
  const { normal } = crossing;
  normal[0] = edge1[1] * z - edge1[2] * y;
  normal[1] = edge1[2] * x - edge1[0] * z;
  normal[2] = edge1[0] * y - edge1[1] * x;
  const length = vec3.norm(normal);
  const a = vec3.dot(edge1, edge1);
  const c = x * x + y * y + z * z;
  const sine = length / Math.sqrt(a * c);
  if (!(sine > PARALLEL)) return sine;
  // Out of the first solid the plane's normal is that of its faces; into it is the opposite.
  const outward = relative.outward1[i];
  vec3.scale(normal, (vec3.dot(normal, outward) > 0 ? -1 : 1) / length, normal);
  const [bx, by, bz] = [starts2[3 * j] - start1[0], starts2[3 * j + 1] - start1[1], starts2[3 * j + 2] - start1[2]];
  crossing.gap = -(normal[0] * bx + normal[1] * by + normal[2] * bz);
  const b = edge1[0] * x + edge1[1] * y + edge1[2] * z;
  const p = edge1[0] * bx + edge1[1] * by + edge1[2] * bz;
  const q = x * bx + y * by + z * bz;
  const determinant = a * c - b * b;
  crossing.along1 = (p * c - q * b) / determinant;
  crossing.along2 = (p * b - q * a) / determinant;
  return sine;
}

function edgeGap(pair: SolidPair, i: number, j: number): number {
  const { second, smaller, edgeSeparations, crossing } = pair;
  separateEdges(pair);
  const value = edgeSeparations[i * second.edges.length + j];
  if (Number.isNaN(value)) return Number.POSITIVE_INFINITY;
  readCrossing(pair, i, j);
  const { along1, along2 } = crossing;
  if (along1 < 0 || along1 > 1 || along2 < 0 || along2 > 1) return Number.POSITIVE_INFINITY;
  // Edges of solids that another plane keeps apart have passed each other elsewhere, not through each other.
  const slack = TOUCHING * smaller;
  return value < -slack && separationHere(pair) > value + slack ? Number.POSITIVE_INFINITY : value;
}

/**
 * Height of a corner over a face where that is the highest of all, else infinity.
 *
 * Where it touches, convex solids lie on the two sides of one plane, and what touches lies in it. A corner beside an edge is near two faces
 * at once; it is on the one whose plane keeps the solids apart, or would with the least motion.
 */
function cornerGap(pair: SolidPair, over: Heights, corner: number, face: number): number {
  const { smaller, larger } = pair;
  const { heights, lowest } = over;
  const faces = lowest.length;
  const height = heights[corner * faces + face];
  const other = highestOfOthers(over, corner, face);
  // What counts as a gap is 1e-9 of the larger one, or more: up to there a corner touches.
  if (height > TOUCHING * larger)
    return other < height || (other === height && !heights.subarray(corner * faces, corner * faces + face).includes(height))
      ? height
      : Number.POSITIVE_INFINITY;
  const isOver = other <= OUTSIDE * smaller && isWithinFace(over, corner, face, OUTSIDE * smaller, ROUNDING * larger);
  if (isOver && lowest[face] >= -NEARLY * smaller) return height;
  const overlap = Math.max(0, -separationHere(pair));
  if (overlap > TOUCHING * smaller)
    return other <= OUTSIDE * smaller + overlap && lowest[face] >= -overlap - NEARLY_WITHIN * smaller ? height : Number.POSITIVE_INFINITY;
  return isOver && lowest[face] >= -overlap - NEARLY * smaller ? height : Number.POSITIVE_INFINITY;
}

function gap(pair: SolidPair, feature: number, carrier1: Carrier, carrier2: Carrier): number {
  place(pair, carrier1, carrier2);
  const { kind, i, j } = kindOf(pair, feature);
  if (kind === "first") return cornerGap(pair, pair.overSecond, i, j);
  if (kind === "second") return cornerGap(pair, pair.overFirst, i, j);
  return edgeGap(pair, i, j);
}

function within(pair: SolidPair, margin: number, carrier1: Carrier, carrier2: Carrier, out: number[]): void {
  const { first, second, edgeSeparations, crossings } = pair;
  place(pair, carrier1, carrier2);
  if (apartByFaces(pair) > margin || separationHere(pair) > margin) return;
  cornersWithin(pair, pair.overSecond, 0, margin, out);
  const seconds = first.corners.length * second.faces.length;
  cornersWithin(pair, pair.overFirst, seconds, margin, out);
  const edges = seconds + second.corners.length * first.faces.length;
  const width = second.edges.length;
  for (const k of crossings) {
    if (!(edgeSeparations[k] <= margin)) continue;
    const i = Math.floor(k / width);
    if (edgeGap(pair, i, k - i * width) <= margin) out.push(edges + k);
  }
}

/** Corners of one solid near a face of the other; the first of these features has the number `from`. */
function cornersWithin(pair: SolidPair, over: Heights, from: number, margin: number, out: number[]): void {
  const { heights, lowest } = over;
  const faces = lowest.length;
  // Above all that the gap of a corner below its faces allows for (cornerGap).
  const most = Math.max(margin, OUTSIDE * pair.smaller + Math.max(0, -separationHere(pair)));
  for (let corner = 0; corner * faces < heights.length; corner++) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = corner * faces; k < (corner + 1) * faces; k++) if (heights[k] > highest) highest = heights[k];
    if (highest > most) continue;
    for (let face = 0; face < faces; face++)
      if (heights[corner * faces + face] <= margin && cornerGap(pair, over, corner, face) <= margin) out.push(from + corner * faces + face);
  }
}

function validity(pair: SolidPair, feature: number, carrier1: Carrier, carrier2: Carrier): number {
  const { relative, crossing } = pair;
  place(pair, carrier1, carrier2);
  const { kind, i, j } = kindOf(pair, feature);
  // How far a corner is inside all planes but that of its face.
  if (kind !== "edges") return BEYOND - highestOfOthers(kind === "first" ? pair.overSecond : pair.overFirst, i, j) / pair.smaller;
  const sine = readCrossing(pair, i, j) - 0.5 * PARALLEL;
  const arcs = relative.arcMargin(i, j) + 2 * ARC_SLACK;
  const { along1, along2 } = crossing;
  return Math.min(sine, arcs, along1 + BEYOND, 1 + BEYOND - along1, along2 + BEYOND, 1 + BEYOND - along2);
}

function evaluate(pair: SolidPair, feature: number, carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
  const { first, second, relative, arm } = pair;
  place(pair, carrier1, carrier2);
  const { kind, i, j } = kindOf(pair, feature);
  const { firstArmRate, secondArmRate, normalRate, point } = out;
  if (kind === "first") {
    out.gap = relative.firstHeights[i * second.faces.length + j];
    quaternion.rotate(carrier2.orientation, second.faces[j].normal, out.normal);
    vec3.cross(carrier2.angularVelocity, out.normal, normalRate);
    quaternion.rotate(carrier1.orientation, first.corners[i], arm);
    vec3.add(carrier1.position, arm, point);
    vec3.cross(carrier1.angularVelocity, arm, firstArmRate);
    for (let c = 0; c < 3; c++) secondArmRate[c] = carrier1.velocity[c] + firstArmRate[c] - carrier2.velocity[c];
  } else if (kind === "second") {
    out.gap = relative.secondHeights[i * first.faces.length + j];
    quaternion.rotate(carrier1.orientation, first.faces[j].normal, out.normal);
    vec3.scale(out.normal, -1, out.normal);
    vec3.cross(carrier1.angularVelocity, out.normal, normalRate);
    quaternion.rotate(carrier2.orientation, second.corners[i], arm);
    vec3.add(carrier2.position, arm, point);
    vec3.cross(carrier2.angularVelocity, arm, secondArmRate);
    for (let c = 0; c < 3; c++) firstArmRate[c] = carrier2.velocity[c] + secondArmRate[c] - carrier1.velocity[c];
  } else evaluateEdges(pair, i, j, carrier1, carrier2, out);
}

function evaluateEdges(pair: SolidPair, i: number, j: number, carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
  const { relative, crossing, edge1, edge2, rate1, rate2 } = pair;
  const { firstArmRate, secondArmRate, normalRate, normal, point } = out;
  readCrossing(pair, i, j);
  out.gap = crossing.gap;
  quaternion.rotate(carrier1.orientation, crossing.normal, normal);
  quaternion.rotate(carrier1.orientation, relative.edges1[i], edge1);
  for (let c = 0; c < 3; c++) edge2[c] = relative.edges2[3 * j + c];
  quaternion.rotate(carrier1.orientation, edge2, edge2);
  quaternion.rotate(carrier1.orientation, relative.starts1[i], point);
  vec3.add(point, carrier1.position, point);
  vec3.addScaled(point, edge1, crossing.along1, point);
  // m = e1 x e2, n = +-m / |m|, so n' = (m' - (n . m') n) / |m| with the same sign.
  vec3.cross(carrier1.angularVelocity, edge1, rate1);
  vec3.cross(carrier2.angularVelocity, edge2, rate2);
  const m = vec3.cross(edge1, edge2);
  const length = vec3.norm(m);
  const sign = vec3.dot(m, normal) < 0 ? -1 : 1;
  const turned = vec3.add(vec3.cross(rate1, edge2), vec3.cross(edge1, rate2));
  const along = vec3.dot(normal, turned);
  for (let c = 0; c < 3; c++) normalRate[c] = (sign * turned[c] - sign * along * normal[c]) / length;
  // Where the lines cross slides along the first edge by s', from (s' e1 - u' e2) = v2 - v1.
  const arm1 = vec3.subtract(point, carrier1.position);
  const arm2 = vec3.subtract(point, carrier2.position);
  vec3.cross(carrier1.angularVelocity, arm1, firstArmRate);
  const velocity1 = vec3.add(carrier1.velocity, firstArmRate);
  const velocity2 = vec3.add(carrier2.velocity, vec3.cross(carrier2.angularVelocity, arm2));
  const slide = vec3.dot(vec3.cross(vec3.subtract(velocity2, velocity1), edge2), m) / (length * length);
  vec3.addScaled(firstArmRate, edge1, slide, firstArmRate);
  for (let c = 0; c < 3; c++) secondArmRate[c] = carrier1.velocity[c] + firstArmRate[c] - carrier2.velocity[c];
}

function separation(pair: SolidPair, carrier1: Carrier, carrier2: Carrier): number {
  place(pair, carrier1, carrier2);
  return separationHere(pair);
}
