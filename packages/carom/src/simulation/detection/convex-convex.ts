/**
 * Two convex solids against each other: corners of one in the other, and edges across edges.
 *
 *     corner p of one over the other      gap = max over its faces of n . p - h; touches along that face's normal
 *     edge across edge                    n = +-(e_1 x e_2) / |...| into the first solid, gap = n . (p_1 - p_2)
 *
 * An edge pair counts only where it separates: where the arcs that join the normals of the faces at either edge cross on the sphere of directions, so that the first
 * solid lies on one side of the plane and the second on the other, and where the lines come closest within both edges.
 *
 * Where the place of a corner moves with its own body, that of two edges slides along both: with P = a + s e_1 = b + u e_2 and v the velocities of the bodies there,
 * s' e_1 - u' e_2 = v_2 - v_1.
 *
 * Letters: n normal into the first body, e edge directions, p points, h offset of a face.
 * Source: Gregorius, The separating axis test between convex polyhedra, GDC 2013 (arcs of normals).
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../free-bodies/kinematics.js";
import type { PairGeometry } from "./pair-geometry.js";
import type { Edge, Polytope } from "./polytope.js";

/** Sine of the angle between edges below which they are parallel. */
const PARALLEL = 1e-7;
/** Overlap, relative to the smaller solid, beyond which two edges have nothing to do with each other. */
const DEEPEST = 0.05;
/** Slack of the arc test, so that edges of two faces that lie on each other count. */
const ARC_SLACK = 1e-9;

export function convexAgainstConvex(first: Polytope, second: Polytope): PairGeometry {
  const features: string[] = [];
  const kinds: { readonly kind: "first" | "second" | "edges"; readonly i: number; readonly j: number }[] = [];
  first.corners.forEach((_, i) => {
    features.push(`corner ${i} on face`);
    kinds.push({ kind: "first", i, j: 0 });
  });
  second.corners.forEach((_, j) => {
    features.push(`face on corner ${j}`);
    kinds.push({ kind: "second", i: 0, j });
  });
  first.edges.forEach((_, i) => {
    second.edges.forEach((__, j) => {
      features.push(`edge ${i} across edge ${j}`);
      kinds.push({ kind: "edges", i, j });
    });
  });

  const point: MutableVec3 = [0, 0, 0];
  const local: MutableVec3 = [0, 0, 0];
  const normal: MutableVec3 = [0, 0, 0];
  let touchedFace = 0;

  /** Height of a corner of `solid` over `other`: the largest over the faces. Leaves the corner in world axes in `point` and the face in `touchedFace`. */
  function cornerHeight(solid: Polytope, corner: number, carrier: Carrier, other: Polytope, otherCarrier: Carrier): number {
    quaternion.rotate(carrier.orientation, solid.corners[corner], point);
    vec3.add(point, carrier.position, point);
    vec3.subtract(point, otherCarrier.position, local);
    rotateBack(otherCarrier, local);
    let highest = Number.NEGATIVE_INFINITY;
    other.faces.forEach((face, k) => {
      const height = vec3.dot(face.normal, local) - face.offset;
      if (height > highest) {
        highest = height;
        touchedFace = k;
      }
    });
    return highest;
  }

  const edge1: MutableVec3 = [0, 0, 0];
  const edge2: MutableVec3 = [0, 0, 0];
  const start1: MutableVec3 = [0, 0, 0];
  const start2: MutableVec3 = [0, 0, 0];
  const between: MutableVec3 = [0, 0, 0];
  const normalA: MutableVec3 = [0, 0, 0];
  const normalB: MutableVec3 = [0, 0, 0];
  const normalC: MutableVec3 = [0, 0, 0];
  const normalD: MutableVec3 = [0, 0, 0];
  let along1 = 0;
  // Edges on the far sides of two solids that stand the other way round also look as if they had passed through each other, by more than solids ever overlap.
  const deepest = DEEPEST * Math.min(first.reach, second.reach);

  /** Distance of the planes through two edges that could separate the solids; undefined where no such plane exists. Leaves normal, edges and their starts. */
  function edgeSeparation(i: number, j: number, carrier1: Carrier, carrier2: Carrier): number | undefined {
    const [first1, second2] = [first.edges[i], second.edges[j]];
    readEdge(first, first1, carrier1, start1, edge1);
    readEdge(second, second2, carrier2, start2, edge2);
    vec3.cross(edge1, edge2, normal);
    const sine = vec3.norm(normal);
    const lengths = vec3.norm(edge1) * vec3.norm(edge2);
    if (!(sine > PARALLEL * lengths)) return undefined;
    quaternion.rotate(carrier1.orientation, first.faces[first1.faces[0]].normal, normalA);
    quaternion.rotate(carrier1.orientation, first.faces[first1.faces[1]].normal, normalB);
    quaternion.rotate(carrier2.orientation, second.faces[second2.faces[0]].normal, normalC);
    quaternion.rotate(carrier2.orientation, second.faces[second2.faces[1]].normal, normalD);
    if (!arcsCross()) return undefined;
    vec3.scale(normal, 1 / sine, normal);
    // Out of the first solid the plane's normal is that of its faces; into it is the opposite.
    if (vec3.dot(normal, normalA) + vec3.dot(normal, normalB) > 0) vec3.scale(normal, -1, normal);
    vec3.subtract(start2, start1, between);
    return -vec3.dot(normal, between);
  }

  /** Gap of two edges, and where along the first they cross. Infinity where they do not meet. */
  function edgeGap(i: number, j: number, carrier1: Carrier, carrier2: Carrier): number {
    const value = edgeSeparation(i, j, carrier1, carrier2);
    if (value === undefined || value < -deepest) return Number.POSITIVE_INFINITY;
    // Closest points of the two lines: parts along each.
    const b = vec3.dot(edge1, edge2);
    const a = vec3.dot(edge1, edge1);
    const c = vec3.dot(edge2, edge2);
    const determinant = a * c - b * b;
    const p = vec3.dot(edge1, between);
    const q = vec3.dot(edge2, between);
    along1 = (p * c - q * b) / determinant;
    const along2 = (p * b - q * a) / determinant;
    if (along1 < 0 || along1 > 1 || along2 < 0 || along2 > 1) return Number.POSITIVE_INFINITY;
    return value;
  }

  /** The largest over all planes that could separate them: faces of either, and pairs of edges. */
  function separation(carrier1: Carrier, carrier2: Carrier): number {
    let largest = Math.max(overFaces(first, carrier1, second, carrier2), overFaces(second, carrier2, first, carrier1));
    for (let i = 0; i < first.edges.length; i++)
      for (let j = 0; j < second.edges.length; j++) {
        const value = edgeSeparation(i, j, carrier1, carrier2);
        if (value !== undefined && value > largest) largest = value;
      }
    return largest;
  }

  /** The largest, over the faces of a solid, of the height of the lowest corner of the other. */
  function overFaces(solid: Polytope, carrier: Carrier, other: Polytope, otherCarrier: Carrier): number {
    let largest = Number.NEGATIVE_INFINITY;
    for (const face of solid.faces) {
      quaternion.rotate(carrier.orientation, face.normal, normal);
      const level = face.offset + vec3.dot(normal, carrier.position);
      vec3.copy(normal, local);
      rotateBack(otherCarrier, local);
      let lowest = Number.POSITIVE_INFINITY;
      for (const corner of other.corners) lowest = Math.min(lowest, vec3.dot(local, corner));
      largest = Math.max(largest, lowest + vec3.dot(normal, otherCarrier.position) - level);
    }
    return largest;
  }

  /** Whether the arcs A-B and (-C)-(-D) cross on the sphere. */
  function arcsCross(): boolean {
    // Edge 1 runs along the axis of arc A-B, edge 2 along that of C-D, each up to its sign.
    const bxa = vec3.cross(normalB, normalA, local);
    const cba = -vec3.dot(normalC, bxa);
    const dba = -vec3.dot(normalD, bxa);
    const dxc = vec3.cross(normalD, normalC, local);
    const adc = vec3.dot(normalA, dxc);
    const bdc = vec3.dot(normalB, dxc);
    return cba * dba <= ARC_SLACK && adc * bdc <= ARC_SLACK && cba * bdc >= -ARC_SLACK;
  }

  function gap(feature: number, carrier1: Carrier, carrier2: Carrier): number {
    const { kind, i, j } = kinds[feature];
    if (kind === "first") return cornerHeight(first, i, carrier1, second, carrier2);
    if (kind === "second") return cornerHeight(second, j, carrier2, first, carrier1);
    return edgeGap(i, j, carrier1, carrier2);
  }

  function evaluate(feature: number, carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
    const { kind } = kinds[feature];
    const value = gap(feature, carrier1, carrier2);
    out.gap = value === Number.POSITIVE_INFINITY ? 0 : value;
    const { firstArmRate, secondArmRate, normalRate } = out;
    if (kind === "first") {
      quaternion.rotate(carrier2.orientation, second.faces[touchedFace].normal, out.normal);
      vec3.cross(carrier2.angularVelocity, out.normal, normalRate);
      vec3.copy(point, out.point);
      vec3.cross(carrier1.angularVelocity, vec3.subtract(point, carrier1.position, local), firstArmRate);
      for (let c = 0; c < 3; c++) secondArmRate[c] = carrier1.velocity[c] + firstArmRate[c] - carrier2.velocity[c];
      return;
    }
    if (kind === "second") {
      quaternion.rotate(carrier1.orientation, first.faces[touchedFace].normal, out.normal);
      vec3.scale(out.normal, -1, out.normal);
      vec3.cross(carrier1.angularVelocity, out.normal, normalRate);
      vec3.copy(point, out.point);
      vec3.cross(carrier2.angularVelocity, vec3.subtract(point, carrier2.position, local), secondArmRate);
      for (let c = 0; c < 3; c++) firstArmRate[c] = carrier2.velocity[c] + secondArmRate[c] - carrier1.velocity[c];
      return;
    }
    evaluateEdges(carrier1, carrier2, out);
  }

  const rate1: MutableVec3 = [0, 0, 0];
  const rate2: MutableVec3 = [0, 0, 0];

  function evaluateEdges(carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
    const { firstArmRate, secondArmRate, normalRate } = out;
    vec3.copy(normal, out.normal);
    vec3.addScaled(start1, edge1, along1, out.point);
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
    const arm1 = vec3.subtract(out.point, carrier1.position);
    const arm2 = vec3.subtract(out.point, carrier2.position);
    vec3.cross(carrier1.angularVelocity, arm1, firstArmRate);
    const velocity1 = vec3.add(carrier1.velocity, firstArmRate);
    const velocity2 = vec3.add(carrier2.velocity, vec3.cross(carrier2.angularVelocity, arm2));
    const slide = vec3.dot(vec3.cross(vec3.subtract(velocity2, velocity1), edge2), m) / (length * length);
    vec3.addScaled(firstArmRate, edge1, slide, firstArmRate);
    for (let c = 0; c < 3; c++) secondArmRate[c] = carrier1.velocity[c] + firstArmRate[c] - carrier2.velocity[c];
  }

  function readEdge(solid: Polytope, { ends }: Edge, carrier: Carrier, start: MutableVec3, direction: MutableVec3): void {
    quaternion.rotate(carrier.orientation, solid.corners[ends[0]], start);
    quaternion.rotate(carrier.orientation, solid.corners[ends[1]], direction);
    vec3.subtract(direction, start, direction);
    vec3.add(start, carrier.position, start);
  }

  function clearance(carrier1: Carrier, carrier2: Carrier): number {
    return vec3.norm(vec3.subtract(carrier1.position, carrier2.position, local)) - first.reach - second.reach;
  }

  return { features, gap, evaluate, clearance, separation };
}

const inverse: [number, number, number, number] = [0, 0, 0, 1];

/** Turns a world vector into the axes of a body. */
function rotateBack({ orientation }: Carrier, vector: MutableVec3): Vec3 {
  quaternion.conjugate(orientation, inverse);
  return quaternion.rotate(inverse, vector, vector);
}
