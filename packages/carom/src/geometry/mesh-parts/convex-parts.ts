/**
 * A closed mesh as convex parts.
 *
 * The piece whose hull adds most is cut along the plane after which the hulls of what is left add least, again and again, until all hulls
 * together add less than the tolerance or there are as many parts as are allowed. At last, parts that fit together without a dent become
 * one again. Meshes with few faces at their dents are first tried along those faces alone, which is exact for what is put together from
 * blocks.
 *
 * Every part stays within the planes that cut it out, so that hulls do not overlap across cuts; and every part knows the mass of its own
 * piece of the mesh, so that all together weigh what the mesh weighs, whatever the hulls add.
 *
 * Source: own; the idea of choosing planes by what the hulls of both sides add is that of Wei, Liu, Ling and Su 2022 (CoACD), which
 * searches deeper and measures distances.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ConvexHull, convexHull } from "../convex-hull.js";
import { cuttingPlanes, type Planes } from "./cutting-planes.js";
import { cutPiece, type Piece, type Plane, solidsOf, volumeOf } from "./piece.js";

/** How many parts, and how close to the mesh. */
export interface ConvexPartsOptions {
  /** At most so many parts. Default: 32. */
  readonly most?: number;
  /** What all hulls together may add, part of the mesh's volume. Default: 0.01. */
  readonly tolerance?: number;
}

/** A closed surface, turned outwards. */
export interface ClosedMesh {
  /** m. */
  readonly corners: readonly Vec3[];
  /** Places of corners. */
  readonly triangles: readonly Vec3[];
}

export interface ConvexPart {
  readonly hull: ConvexHull;
  /** Of the hull, m^3. */
  readonly hullVolume: number;
  /** The piece of the mesh that it stands for, closed by fans that may overlap with opposite signs. */
  readonly piece: ClosedMesh;
  /** m^3. */
  readonly volume: number;
}

/** Part of the size: corners closer to a plane are in it. */
const FLAT = 1e-10;
/** Part of the mesh's volume: pieces with less are rounding, and hulls that add less are exact. */
const [NOTHING, EXACT] = [1e-12, 1e-9];
/** How much the worst solid that a cut leaves counts besides the sum: halves of a ring add as much as the ring, until they are cut. */
const WORST = 0.25;
/** With so few faces at its dents a mesh may be put together from blocks; that may take more cuts, before parts are joined again. */
const [FEW_FACES, TRIED] = [24, 4];
/** A cut that leaves more than this part of what there was leads nowhere. */
const NO_USE = 0.999;
/** Normals that differ by less are of one face. */
const SAME_NORMAL = 1e-7;

interface Measured {
  readonly piece: Piece;
  readonly volume: number;
  readonly hull: ConvexHull;
  readonly hullVolume: number;
}

interface Workspace {
  readonly corners: Vec3[];
  readonly size: number;
  /** Of the mesh, m^3. */
  readonly volume: number;
}

/** Hulls that fit the mesh to the tolerance, or as well as so many parts can. Always the same for the same mesh. */
export function convexParts({ corners: given, triangles }: ClosedMesh, options: ConvexPartsOptions = {}): ConvexPart[] {
  const { most = 32, tolerance = 0.01 } = options;
  const whole: Piece = { triangles: triangles.flat(), caps: triangles.map(() => false) };
  const corners = [...given];
  const workspace: Workspace = { corners, size: extentOf(given), volume: volumeOf(given, whole) };
  const enough = Math.max(tolerance, EXACT) * workspace.volume;
  const addedBy = (parts: readonly Measured[]) => parts.reduce((sum, part) => sum + added(part), 0);
  const start = measuredSolids(workspace, whole);
  const faces = cuttingPlanes(corners, whole, [], workspace.size, "faces").length;
  const exact = faces > 0 && faces <= FEW_FACES ? cutUntil(workspace, start, { which: "faces", most: TRIED * most, enough: 0 }) : undefined;
  const joined = exact && joinedAgain(workspace, exact);
  const parts =
    joined !== undefined && joined.length <= most && addedBy(joined) <= enough
      ? joined
      : joinedAgain(workspace, cutUntil(workspace, fitted(workspace, start, most), { which: "all", most, enough }));
  return parts.map((part) => partOf(corners, part));
}

interface Search {
  readonly which: Planes;
  readonly most: number;
  /** m^3, that hulls may add. */
  readonly enough: number;
}

function cutUntil(workspace: Workspace, start: readonly Measured[], { which, most, enough }: Search): Measured[] {
  const parts = [...start];
  const least = EXACT * workspace.volume;
  const stuck = new Set<Measured>();
  while (parts.length < most && parts.reduce((sum, part) => sum + added(part), 0) > Math.max(enough, least)) {
    const worst = parts.reduce<Measured | undefined>(
      (found, part) => (stuck.has(part) || (found !== undefined && added(found) >= added(part)) ? found : part),
      undefined,
    );
    if (worst === undefined || added(worst) <= least) break;
    const cut = bestCut(workspace, worst, which, most - parts.length + 1);
    if (cut.length === 0) stuck.add(worst);
    else parts.splice(parts.indexOf(worst), 1, ...cut);
  }
  return parts;
}

function added({ hullVolume, volume }: Measured): number {
  return hullVolume - volume;
}

/** The solids of a piece with their hulls; what has no volume is left out. */
function measuredSolids({ corners, volume: whole }: Workspace, piece: Piece): Measured[] {
  return solidsOf(corners, piece).flatMap((solid): Measured[] => {
    const volume = volumeOf(corners, solid);
    if (!(Math.abs(volume) > NOTHING * whole)) return [];
    const hull = hullOf(corners, solid);
    return hull === undefined ? [] : [{ piece: solid, volume, hull, hullVolume: hullVolumeOf(hull) }];
  });
}

function hullOf(corners: readonly Vec3[], { triangles }: Piece): ConvexHull | undefined {
  return convexHull([...new Set(triangles)].map((corner) => corners[corner]));
}

/**
 * The hull of its sharp corners alone: hulls of boxes that were cut have corners along edges and in faces, which hold nothing up.
 * A corner is sharp where the faces around it have three directions.
 */
function sharpened(hull: ConvexHull): ConvexHull {
  const directions = hull.vertices.map((): Vec3[] => []);
  for (const triangle of hull.triangles) {
    const [a, b, c] = triangle.map((corner) => hull.vertices[corner]);
    const normal = vec3.normalize(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)));
    if (normal === undefined) continue;
    for (const corner of triangle) {
      const known = directions[corner];
      if (!known.some((other) => vec3.norm(vec3.subtract(other, normal)) < SAME_NORMAL)) known.push(normal);
    }
  }
  const sharp = hull.vertices.filter((_, corner) => directions[corner].length > 2);
  return (sharp.length < hull.vertices.length ? convexHull(sharp) : undefined) ?? hull;
}

function hullVolumeOf({ vertices, triangles }: ConvexHull): number {
  return volumeOf(vertices, { triangles: triangles.flat() });
}

/** What the best plane makes of a piece, with fewer solids where two are as good. None: no plane is of use, or there is no room. */
function bestCut(workspace: Workspace, part: Measured, which: Planes, room: number): Measured[] {
  const { corners, size, volume } = workspace;
  const before = corners.length;
  let best: { readonly plane: Plane; readonly left: number; readonly count: number } | undefined;
  for (const plane of cuttingPlanes(corners, part.piece, part.hull.vertices, size, which)) {
    const sides = cutPiece(corners, part.piece, plane, FLAT * size);
    const solids = sides.some(({ caps }) => caps.length === 0) ? [] : sides.flatMap((side) => measuredSolids(workspace, side));
    corners.length = before;
    if (solids.length > room) continue;
    // One alone is of use where the rest of the piece was hollow.
    if (solids.length === 0 || (solids.length === 1 && added(solids[0]) > NO_USE * added(part))) continue;
    const left = solids.reduce((sum, solid) => sum + added(solid), 0) + WORST * Math.max(...solids.map(added));
    const slack = EXACT * volume;
    if (best === undefined || left < best.left - slack || (left <= best.left + slack && solids.length < best.count))
      best = { plane, left, count: solids.length };
  }
  if (best === undefined) return [];
  if (which === "all" && best.left > NO_USE * (1 + WORST) * added(part)) return [];
  return cutPiece(corners, part.piece, best.plane, FLAT * size).flatMap((side) => measuredSolids(workspace, side));
}

/** Two parts whose common hull adds nothing become one, the first such pair first. */
function joinedAgain(workspace: Workspace, given: readonly Measured[]): Measured[] {
  const parts = [...given];
  for (let i = 0; i < parts.length; i++)
    for (let k = i + 1; k < parts.length; k++) {
      const both = together(workspace, parts[i], parts[k]);
      if (both === undefined || both.hullVolume - parts[i].hullVolume - parts[k].hullVolume > EXACT * workspace.volume) continue;
      parts[i] = both;
      parts.splice(k, 1);
      k = i;
    }
  return parts;
}

/** Where a mesh is in more pieces than are allowed, the smallest goes with the one whose hull it enlarges least, again and again. */
function fitted(workspace: Workspace, given: readonly Measured[], most: number): Measured[] {
  const parts = [...given].sort((a, b) => b.volume - a.volume);
  while (parts.length > most) {
    const smallest = parts[parts.length - 1];
    const pairs = parts.slice(0, -1).map((part) => together(workspace, part, smallest));
    const cost = (k: number) => (pairs[k]?.hullVolume ?? Number.POSITIVE_INFINITY) - parts[k].hullVolume;
    const best = pairs.reduce((found, _, k) => (cost(k) < cost(found) ? k : found), 0);
    const both = pairs[best];
    parts.pop();
    if (both !== undefined) parts[best] = both;
    parts.sort((a, b) => b.volume - a.volume);
  }
  return parts;
}

function together({ corners }: Workspace, first: Measured, second: Measured): Measured | undefined {
  const hull = convexHull([...first.hull.vertices, ...second.hull.vertices]);
  if (hull === undefined) return undefined;
  const piece: Piece = {
    triangles: [...first.piece.triangles, ...second.piece.triangles],
    caps: [...first.piece.caps, ...second.piece.caps],
  };
  return { piece, volume: volumeOf(corners, piece), hull, hullVolume: hullVolumeOf(hull) };
}

function partOf(corners: readonly Vec3[], { piece, volume, hull, hullVolume }: Measured): ConvexPart {
  const used = [...new Set(piece.triangles)];
  const place = new Map(used.map((corner, i) => [corner, i]));
  const triangles: Vec3[] = [];
  for (let i = 0; i < piece.triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => place.get(piece.triangles[i + k]) ?? 0);
    triangles.push([a, b, c]);
  }
  return { hull: sharpened(hull), hullVolume, volume, piece: { corners: used.map((corner) => corners[corner]), triangles } };
}

/** Diagonal of the box around points, m. */
function extentOf(points: readonly Vec3[]): number {
  const spans = [0, 1, 2].map((c) => {
    const [low, high] = points.reduce(
      ([l, h], point) => [Math.min(l, point[c]), Math.max(h, point[c])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    return high - low;
  });
  return Math.sqrt(spans.reduce((sum, span) => sum + span * span, 0));
}
