/**
 * Two convex solids in the axes of the first: heights of corners over faces, edges, and the planes that may keep them apart.
 *
 *     height of corner p over a face     n . p - h
 *     arcs of normals a-b and c-d        the plane through an edge of each can keep the solids apart only where a-b and (-c)-(-d) cross
 *
 * The second solid is turned and placed once for a pose, however much is asked about it.
 *
 * Letters: n normal and h offset of a face, a, b, c, d normals of the faces at two edges.
 * Source: Gregorius, The separating axis test between convex polyhedra, GDC 2013 (arcs of normals).
 */
import * as mat3 from "../../math/mat3.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { samePose } from "./part-poses.js";
import type { Polytope } from "./polytope.js";
import type { Carrier } from "./touch-geometry.js";

export interface PlacedSolids {
  /** Computes the rest for a pose; false where it is the pose of before. */
  place(carrier1: Carrier, carrier2: Carrier): boolean;
  /** Heights of the corners of the first over the faces of the second, one row for a corner; and the other way round. */
  readonly firstHeights: Float64Array;
  readonly secondHeights: Float64Array;
  /**
   * Over each face of the second the height of the lowest corner of the first, and the other way round: how far that plane keeps them
   * apart.
   */
  readonly firstLowest: Float64Array;
  readonly secondLowest: Float64Array;
  /** Edges of the first: where they start, where they go, and a direction out of the solid. */
  readonly starts1: readonly Vec3[];
  readonly edges1: readonly Vec3[];
  readonly outward1: readonly Vec3[];
  /** Edges of the second in the axes of the first, three numbers each. */
  readonly starts2: Float64Array;
  readonly edges2: Float64Array;
  /** Not negative where the arcs of normals at two edges cross. */
  arcMargin(i: number, j: number): number;
  /** Whether that is at least so much, found with less work where it is not. */
  arcsCross(i: number, j: number, least: number): boolean;
  /** All pairs of edges for which it is: i times the edges of the second + j, in this order. Returns how many. */
  crossingArcs(least: number, out: Int32Array): number;
  /** From the furthest corner of the second to the nearest of the first along a direction. */
  extentAlong(direction: Vec3): number;
}

/** Both solids as flat arrays, because they are read at every pose, and what follows from the pose. */
type Workspace = ReturnType<typeof createWorkspace>;

function createWorkspace(first: Polytope, second: Polytope) {
  const normals1 = first.faces.map(({ normal }) => normal);
  const fixed = {
    first,
    second,
    // The axis of the arc between the normals at an edge: b x a for the first, d x c for the second.
    axes1: Float64Array.from(first.edges.flatMap(({ faces }) => vec3.cross(normals1[faces[1]], normals1[faces[0]]))),
    ownAxes2: second.edges.map(({ faces }) => vec3.cross(second.faces[faces[1]].normal, second.faces[faces[0]].normal)),
    ownNormals2: second.faces.map(({ normal }) => normal),
    faces1: Int32Array.from(first.edges.flatMap(({ faces }) => faces)),
    faces2: Int32Array.from(second.edges.flatMap(({ faces }) => faces)),
    ends2: Int32Array.from(second.edges.flatMap(({ ends }) => ends)),
    corners1: Float64Array.from(first.corners.flat()),
    flatNormals1: Float64Array.from(normals1.flat()),
    levels1: Float64Array.from(first.faces, ({ offset }) => offset),
    levels2: Float64Array.from(second.faces, ({ offset }) => offset),
  };
  return {
    firstHeights: new Float64Array(first.corners.length * second.faces.length),
    ...fixed,
    secondHeights: new Float64Array(second.corners.length * first.faces.length),
    firstLowest: new Float64Array(second.faces.length),
    secondLowest: new Float64Array(first.faces.length),
    corners2: new Float64Array(3 * second.corners.length),
    normals2: new Float64Array(3 * second.faces.length),
    axes2: new Float64Array(3 * second.edges.length),
    starts2: new Float64Array(3 * second.edges.length),
    edges2: new Float64Array(3 * second.edges.length),
    pose: new Float64Array(14).fill(Number.NaN),
    inverse: [0, 0, 0, 1] as MutableQuaternion,
    turn: [0, 0, 0, 1] as MutableQuaternion,
    rotation: [0, 0, 0, 0, 0, 0, 0, 0, 0] as mat3.MutableMat3,
    offset: [0, 0, 0] as MutableVec3,
    turned: [0, 0, 0] as MutableVec3,
    /**
     * Over each axis of an edge of the first how far normals of the second lie, and the other way round. Read when first asked for at a
     * pose.
     */
    normalsOver1: new Float64Array(first.edges.length * second.faces.length),
    normalsOver2: new Float64Array(second.edges.length * first.faces.length),
    arcsRead: false,
  };
}

export function placeInFirst(first: Polytope, second: Polytope): PlacedSolids {
  const workspace = createWorkspace(first, second);
  const { firstHeights, secondHeights, firstLowest, secondLowest, starts2, edges2 } = workspace;
  return {
    place: (carrier1, carrier2) => place(workspace, carrier1, carrier2),
    firstHeights,
    secondHeights,
    firstLowest,
    secondLowest,
    starts1: first.edges.map(({ ends }) => first.corners[ends[0]]),
    edges1: first.edges.map(({ ends }) => vec3.subtract(first.corners[ends[1]], first.corners[ends[0]])),
    outward1: first.edges.map(({ faces }) => vec3.add(first.faces[faces[0]].normal, first.faces[faces[1]].normal)),
    starts2,
    edges2,
    arcMargin: (i, j) => arcMargin(workspace, i, j),
    arcsCross: (i, j, least) => arcsCross(workspace, i, j, least),
    crossingArcs: (least, out) => crossingArcs(workspace, least, out),
    extentAlong: (direction) => extentAlong(workspace, direction),
  };
}

function turnAll(workspace: Workspace, from: readonly Vec3[], to: Float64Array): void {
  const { rotation, turned } = workspace;
  for (let k = 0; k < from.length; k++) {
    mat3.transformVector(rotation, from[k], turned);
    to[3 * k] = turned[0];
    to[3 * k + 1] = turned[1];
    to[3 * k + 2] = turned[2];
  }
}

function place(workspace: Workspace, carrier1: Carrier, carrier2: Carrier): boolean {
  const {
    second,
    ownAxes2,
    ownNormals2,
    ends2,
    firstHeights,
    secondHeights,
    firstLowest,
    secondLowest,
    corners2,
    normals2,
    axes2,
    starts2,
    edges2,
    inverse,
    turn,
    rotation,
    offset,
  } = workspace;
  if (samePose(workspace.pose, carrier1, carrier2)) return false;
  quaternion.conjugate(carrier1.orientation, inverse);
  quaternion.multiply(inverse, carrier2.orientation, turn);
  quaternion.toMatrix(turn, rotation);
  vec3.subtract(carrier2.position, carrier1.position, offset);
  quaternion.rotate(inverse, offset, offset);
  turnAll(workspace, second.corners, corners2);
  turnAll(workspace, ownNormals2, normals2);
  turnAll(workspace, ownAxes2, axes2);
  for (let k = 0; k < corners2.length; k += 3) for (let c = 0; c < 3; c++) corners2[k + c] += offset[c];
  for (let k = 0; k < second.edges.length; k++) {
    const from = 3 * ends2[2 * k];
    const to = 3 * ends2[2 * k + 1];
    for (let c = 0; c < 3; c++) {
      starts2[3 * k + c] = corners2[from + c];
      edges2[3 * k + c] = corners2[to + c] - corners2[from + c];
    }
  }
  readHeights(workspace);
  workspace.arcsRead = false;
  lowestOf(firstHeights, firstLowest);
  lowestOf(secondHeights, secondLowest);
  return true;
}

function readHeights(workspace: Workspace): void {
  const { corners1, flatNormals1, levels1, levels2, firstHeights, secondHeights, corners2, normals2, offset } = workspace;
  let at = 0;
  for (let k = 0; k < corners1.length; k += 3) {
    const x = corners1[k] - offset[0];
    const y = corners1[k + 1] - offset[1];
    const z = corners1[k + 2] - offset[2];
    for (let f = 0; f < levels2.length; f++)
      firstHeights[at++] = -levels2[f] + normals2[3 * f] * x + normals2[3 * f + 1] * y + normals2[3 * f + 2] * z;
  }
  at = 0;
  for (let k = 0; k < corners2.length; k += 3) {
    const x = corners2[k];
    const y = corners2[k + 1];
    const z = corners2[k + 2];
    for (let f = 0; f < levels1.length; f++)
      secondHeights[at++] = flatNormals1[3 * f] * x + flatNormals1[3 * f + 1] * y + flatNormals1[3 * f + 2] * z - levels1[f];
  }
}

function readArcs(workspace: Workspace): void {
  const { axes1, flatNormals1, normals2, axes2, normalsOver1, normalsOver2 } = workspace;
  workspace.arcsRead = true;
  readAlong(axes1, normals2, normalsOver1);
  readAlong(axes2, flatNormals1, normalsOver2);
}

/**
 * Arcs a-b and (-c)-(-d) cross where c and d are on both sides of the first one's axis, a and b on both sides of the second one's, and the
 * arcs on one hemisphere.
 */
function arcMargin(workspace: Workspace, i: number, j: number): number {
  const { first, second, faces1, faces2, normalsOver1, normalsOver2 } = workspace;
  if (!workspace.arcsRead) readArcs(workspace);
  const [row1, row2] = [i * second.faces.length, j * first.faces.length];
  const cba = -normalsOver1[row1 + faces2[2 * j]];
  const dba = -normalsOver1[row1 + faces2[2 * j + 1]];
  const adc = normalsOver2[row2 + faces1[2 * i]];
  const bdc = normalsOver2[row2 + faces1[2 * i + 1]];
  return Math.min(-cba * dba, -adc * bdc, cba * bdc);
}

function arcsCross(workspace: Workspace, i: number, j: number, least: number): boolean {
  const { faces1, faces2, levels1, levels2, normalsOver1, normalsOver2 } = workspace;
  if (!workspace.arcsRead) readArcs(workspace);
  const row1 = i * levels2.length;
  const cba = -normalsOver1[row1 + faces2[2 * j]];
  const dba = -normalsOver1[row1 + faces2[2 * j + 1]];
  if (!(-cba * dba >= least)) return false;
  const row2 = j * levels1.length;
  const adc = normalsOver2[row2 + faces1[2 * i]];
  const bdc = normalsOver2[row2 + faces1[2 * i + 1]];
  return -adc * bdc >= least && cba * bdc >= least;
}

/** What `arcsCross` says of every pair: what one edge knows of the other's faces is read once for it. */
function crossingArcs(workspace: Workspace, least: number, out: Int32Array): number {
  const { faces1, faces2, levels1, levels2, normalsOver1, normalsOver2 } = workspace;
  if (!workspace.arcsRead) readArcs(workspace);
  const width = faces2.length / 2;
  let found = 0;
  for (let i = 0; 2 * i < faces1.length; i++) {
    const row1 = i * levels2.length;
    const [a, b] = [faces1[2 * i], faces1[2 * i + 1]];
    for (let j = 0; j < width; j++) {
      const cba = -normalsOver1[row1 + faces2[2 * j]];
      const dba = -normalsOver1[row1 + faces2[2 * j + 1]];
      if (!(-cba * dba >= least)) continue;
      const row2 = j * levels1.length;
      const adc = normalsOver2[row2 + a];
      const bdc = normalsOver2[row2 + b];
      if (-adc * bdc >= least && cba * bdc >= least) out[found++] = i * width + j;
    }
  }
  return found;
}

function extentAlong(workspace: Workspace, direction: Vec3): number {
  const { corners1, corners2 } = workspace;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < corners1.length; k += 3) nearest = Math.min(nearest, x * corners1[k] + y * corners1[k + 1] + z * corners1[k + 2]);
  let furthest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < corners2.length; k += 3) furthest = Math.max(furthest, x * corners2[k] + y * corners2[k + 1] + z * corners2[k + 2]);
  return nearest - furthest;
}

/** Over each face the least of the heights, which come one row for a corner. */
function lowestOf(heights: Float64Array, lowest: Float64Array): void {
  const faces = lowest.length;
  lowest.fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at < heights.length; at += faces)
    for (let f = 0; f < faces; f++) if (heights[at + f] < lowest[f]) lowest[f] = heights[at + f];
}

/** Products of every axis with every normal, one row for an axis. */
function readAlong(axes: Float64Array, normals: Float64Array, products: Float64Array): void {
  let at = 0;
  for (let k = 0; k < axes.length; k += 3) {
    const x = axes[k];
    const y = axes[k + 1];
    const z = axes[k + 2];
    for (let f = 0; f < normals.length; f += 3) products[at++] = x * normals[f] + y * normals[f + 1] + z * normals[f + 2];
  }
}
