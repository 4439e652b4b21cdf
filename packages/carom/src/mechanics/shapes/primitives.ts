/**
 * Volume, centre and second moment of the shapes that have closed forms, at unit density.
 *
 * Second moments for each unit of mass, about the centre, along the shape's axes: ball r^2/5; ellipsoid a^2/5; box a^2/12; disc of a
 * cylinder r^2/4; cone 3 r^2/20 across and 3 h^2/80 along; half ball about its flat face's centre r^2/5, its centre of mass 3 r/8 away;
 * tetrahedron the mean of its corners' outer products over 5.
 *
 * Source: CRC Standard Mathematical Tables, moments of inertia (with J = trace(C) 1 - C); tetrahedron: Tonon 2004.
 */
import { InvalidInputError } from "../../errors.js";
import type { MutableMat3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkFinite } from "../contact-problem.js";
import { checkVector } from "../rigid-body.js";
import type { Distribution } from "./distribution.js";
import { addOuter, uniform } from "./distribution.js";
import type { Box, Capsule, Cone, Cylinder, Ellipsoid, Rod, Sphere, Tetrahedron } from "./shape.js";

export function sphere({ radius }: Sphere, path: string): Distribution {
  checkLength(radius, `${path}.radius`);
  return centred(ballVolume(radius), [(radius * radius) / 5, (radius * radius) / 5, (radius * radius) / 5]);
}

export function box({ size }: Box, path: string): Distribution {
  checkVector(size, `${path}.size`);
  size.forEach((edge, i) => {
    checkLength(edge, `${path}.size[${i}]`);
  });
  const [x, y, z] = size;
  return centred(x * y * z, [(x * x) / 12, (y * y) / 12, (z * z) / 12]);
}

export function cylinder({ radius, height }: Cylinder, path: string): Distribution {
  checkLength(radius, `${path}.radius`);
  checkLength(height, `${path}.height`);
  const across = (radius * radius) / 4;
  return centred(Math.PI * radius * radius * height, [across, across, (height * height) / 12]);
}

export function cone({ radius, height }: Cone, path: string): Distribution {
  checkLength(radius, `${path}.radius`);
  checkLength(height, `${path}.height`);
  const across = (3 * radius * radius) / 20;
  return uniform((Math.PI * radius * radius * height) / 3, [0, 0, height / 4], mat3.diagonal([across, across, (3 * height * height) / 80]));
}

export function capsule({ radius, length }: Capsule, path: string): Distribution {
  checkLength(radius, `${path}.radius`);
  checkLength(length, `${path}.length`);
  const middle = Math.PI * radius * radius * length;
  const ends = ballVolume(radius);
  const square = radius * radius;
  const across = (middle * square) / 4 + (ends * square) / 5;
  const along = (middle * length * length) / 12 + ends * (square / 5 + (3 * length * radius) / 8 + (length * length) / 4);
  const volume = middle + ends;
  return centred(volume, [across / volume, across / volume, along / volume]);
}

export function ellipsoid({ halfAxes }: Ellipsoid, path: string): Distribution {
  checkVector(halfAxes, `${path}.halfAxes`);
  halfAxes.forEach((length, i) => {
    checkLength(length, `${path}.halfAxes[${i}]`);
  });
  const [a, b, c] = halfAxes;
  return centred((4 / 3) * Math.PI * a * b * c, [(a * a) / 5, (b * b) / 5, (c * c) / 5]);
}

/** radius over length up to which a rod counts as thin. */
const THIN = 1 / 20;

export function rod({ radius, length }: Rod, path: string): Distribution {
  checkLength(radius, `${path}.radius`);
  checkLength(length, `${path}.length`);
  if (radius > THIN * length)
    throw new InvalidInputError(`${path}.radius`, radius, `is not thin against the length (${length}): above length / 20 use a cylinder`);
  const across = (radius * radius) / 4;
  return centred(Math.PI * radius * radius * length, [across, across, (length * length) / 12 - across]);
}

/** Volume over the product of three edges at one corner, below which four corners lie in a plane. */
const FLAT = 1e-12;

export function tetrahedron({ vertices }: Tetrahedron, path: string): Distribution {
  if (!Array.isArray(vertices) || vertices.length !== 4)
    throw new InvalidInputError(`${path}.vertices`, vertices, "is not a list of 4 points");
  vertices.forEach((vertex: Vec3, i) => {
    checkVector(vertex, `${path}.vertices[${i}]`);
  });
  const corners: readonly Vec3[] = vertices;
  const [a, b, c] = corners.slice(1).map((corner) => vec3.subtract(corner, corners[0]));
  const sixVolumes = Math.abs(vec3.dot(a, vec3.cross(b, c)));
  if (!(sixVolumes > FLAT * vec3.norm(a) * vec3.norm(b) * vec3.norm(c)))
    throw new InvalidInputError(`${path}.vertices`, vertices, "lie in one plane");

  const centre = vec3.scale(
    corners.reduce((sum, corner) => vec3.add(sum, corner), vec3.ZERO),
    1 / 4,
  );
  const second: MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const corner of corners) addOuter(second, vec3.subtract(corner, centre), 1 / 20);
  return uniform(sixVolumes / 6, centre, second);
}

/** Throws InvalidInputError unless the value is a finite length > 0. */
function checkLength(value: number, path: string): void {
  checkFinite(value, path);
  if (value <= 0) throw new InvalidInputError(path, value, "is not positive");
}

function ballVolume(radius: number): number {
  return (4 / 3) * Math.PI * radius * radius * radius;
}

function centred(volume: number, secondMomentPerMass: Vec3): Distribution {
  return uniform(volume, vec3.ZERO, mat3.diagonal(secondMomentPerMass));
}
