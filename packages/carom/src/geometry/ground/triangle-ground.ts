/**
 * Triangles as ground: what is beside each edge and each corner of them, and which of these can be touched at all.
 *
 * A place of a surface is nearest to something along n only where nothing beside it is nearer still: n . v <= 0 for v from an edge across
 * every face at it, or from a corner along every edge that begins there. So an edge between faces in one plane leaves no directions but
 * those of the faces, and one that is a valley leaves none: neither is ever touched, and nothing catches on it.
 *
 * Letters: n out of the ground, to what touches it.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type TriangleTree, triangleTree } from "../mesh-parts/triangle-tree.js";
import { type GroundShape, groundTriangles } from "./ground-shape.js";

/** An edge or a corner of the ground. */
export interface GroundPlace {
  /** From there across the faces, or along the edges, that begin there, m. */
  readonly beside: readonly Vec3[];
  /** The triangle that it is counted to; -1 where it cannot be touched. */
  readonly owner: number;
}

export interface TriangleGround {
  readonly tree: TriangleTree;
  /** Of each triangle: unit, as its corners go round. */
  readonly normals: readonly Vec3[];
  /** Of each triangle: its edges, from each corner to the next. */
  readonly edges: readonly (readonly [GroundPlace, GroundPlace, GroundPlace])[];
  /** By the places of corners. */
  readonly corners: readonly GroundPlace[];
}

/** Sine of the angle between faces that are one plane. */
const ONE_PLANE = 1e-9;
/** Part of the longest edge: a triangle that is not higher is none. */
const NO_HEIGHT = 1e-9;

/** Triangles without an area are left out. */
export function triangleGround(shape: GroundShape, path: string): TriangleGround {
  const { vertices, triangles: given } = groundTriangles(shape, path);
  const triangles = given.filter((triangle) => normalOf(vertices, triangle) !== undefined);
  const normals = triangles.map((triangle) => normalOf(vertices, triangle) ?? ([0, 0, 1] as const));
  const edges = edgesOf(vertices, triangles, normals);
  return { tree: triangleTree(vertices, triangles), normals, edges, corners: cornersOf(vertices, triangles, normals) };
}

function normalOf(vertices: readonly Vec3[], [a, b, c]: Vec3): Vec3 | undefined {
  const [first, second] = [vec3.subtract(vertices[b], vertices[a]), vec3.subtract(vertices[c], vertices[a])];
  const across = vec3.cross(first, second);
  const third = vec3.subtract(second, first);
  const longest = Math.max(vec3.dot(first, first), vec3.dot(second, second), vec3.dot(third, third));
  return vec3.norm(across) > NO_HEIGHT * longest ? vec3.normalize(across) : undefined;
}

function edgesOf(vertices: readonly Vec3[], triangles: readonly Vec3[], normals: readonly Vec3[]): TriangleGround["edges"] {
  const at = new Map<string, { readonly triangle: number; readonly side: number }[]>();
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  triangles.forEach((triangle, t) => {
    for (let side = 0; side < 3; side++) {
      const key = keyOf(triangle[side], triangle[(side + 1) % 3]);
      at.set(key, [...(at.get(key) ?? []), { triangle: t, side }]);
    }
  });
  const places = new Map<string, GroundPlace>();
  for (const [key, sides] of at) {
    const beside = sides.map(({ triangle, side }) => acrossOf(vertices, triangles[triangle], side));
    const units = sides.map(({ triangle, side }) => inwardOf(vertices, triangles[triangle], side, normals[triangle]));
    places.set(key, { beside, owner: hasRoom(units) ? sides[0].triangle : -1 });
  }
  const placeOf = (a: number, b: number) => places.get(keyOf(a, b)) ?? { beside: [], owner: -1 };
  return triangles.map(([a, b, c]) => [placeOf(a, b), placeOf(b, c), placeOf(c, a)]);
}

/** From an edge of a triangle to its third corner, across the edge. */
function acrossOf(vertices: readonly Vec3[], triangle: Vec3, side: number): Vec3 {
  const [from, to, third] = [0, 1, 2].map((k) => vertices[triangle[(side + k) % 3]]);
  const along = vec3.subtract(to, from);
  const arm = vec3.subtract(third, from);
  return vec3.addScaled(arm, along, -vec3.dot(arm, along) / vec3.dot(along, along));
}

function inwardOf(vertices: readonly Vec3[], triangle: Vec3, side: number, normal: Vec3): Vec3 {
  const along = vec3.subtract(vertices[triangle[(side + 1) % 3]], vertices[triangle[side]]);
  return vec3.normalize(vec3.cross(normal, along)) ?? [0, 0, 0];
}

/** Whether an edge with faces that begin along these, all across it, leaves more directions than those of the faces. */
function hasRoom(units: readonly Vec3[]): boolean {
  // Directions across the edge that are away from all: there are some with room around them where all faces lie within less than a half
  // turn.
  if (units.length === 1) return true;
  return units.some((one) =>
    [1, -1].some((turn) => {
      const rest = units.filter((other) => other !== one);
      const [first] = rest;
      // Seen along the edge: all others on one side of this face.
      const side = vec3.cross(one, first);
      const axis = vec3.normalize(side);
      if (axis === undefined) return vec3.dot(one, first) > 0;
      return rest.every((other) => turn * vec3.dot(vec3.cross(one, other), axis) > ONE_PLANE);
    }),
  );
}

function cornersOf(vertices: readonly Vec3[], triangles: readonly Vec3[], normals: readonly Vec3[]): GroundPlace[] {
  const ends: Set<number>[] = vertices.map(() => new Set());
  const faces: Vec3[][] = vertices.map(() => []);
  const owners = new Int32Array(vertices.length).fill(-1);
  triangles.forEach((triangle, t) => {
    triangle.forEach((corner, k) => {
      ends[corner].add(triangle[(k + 1) % 3]).add(triangle[(k + 2) % 3]);
      faces[corner].push(normals[t]);
      if (owners[corner] < 0) owners[corner] = t;
    });
  });
  return vertices.map((vertex, v) => {
    const beside = [...ends[v]].map((end) => vec3.subtract(vertices[end], vertex));
    return { beside, owner: hasCone(beside, faces[v]) ? owners[v] : -1 };
  });
}

/**
 * Whether directions away from all edges at a corner fill a cone: then one of its borders lies across two of the edges, and there is a
 * direction away from all by more than rounding.
 */
function hasCone(beside: readonly Vec3[], faces: readonly Vec3[]): boolean {
  const units = beside.map((v) => vec3.normalize(v)).filter((unit) => unit !== undefined);
  const rays: Vec3[] = [];
  const add = (direction: Vec3) => {
    for (const ray of [direction, vec3.scale(direction, -1)])
      if (
        units.every((unit) => vec3.dot(unit, ray) <= ONE_PLANE) &&
        !rays.some((other) => vec3.dot(other, ray) > 1 - ONE_PLANE * ONE_PLANE)
      )
        rays.push(ray);
  };
  for (const face of faces) add(face);
  units.forEach((one, i) => {
    for (const other of units.slice(i + 1)) {
      const across = vec3.normalize(vec3.cross(one, other));
      if (across !== undefined) add(across);
    }
    // A corner with one or two edges in a line has a cone wider than a half turn.
    add(vec3.scale(one, -1));
  });
  const middle = vec3.normalize(rays.reduce<Vec3>((sum, ray) => vec3.add(sum, ray), vec3.ZERO));
  return middle !== undefined && units.every((unit) => vec3.dot(unit, middle) < -ONE_PLANE);
}
