/**
 * Meshes of solids that can be seen whole from a point inside: balls, ellipsoids, fruits.
 *
 * A ball is an octahedron of lattice points |i| + |j| + |k| <= n blown up: lattice layer m becomes a sphere of radius m / n. In the first
 * octant i = a - b, j = b - c, k = c maps Kuhn's tetrahedra of the chain 0 <= c <= b <= a <= n onto it, and the other octants are its
 * mirror images: no element has two faces on the surface. Ellipsoids and fruits scale the ball along its rays; a flat base cuts those rays
 * at a plane.
 */
import { InvalidInputError } from "../../errors.js";
import { acos, atan2, cos, sin } from "../../math/elementary.js";
import { checkCount, checkElements, checkLength, checkLengths, finish, type GeneratedMesh, PATHS } from "./generator.js";
import type { TetMesh } from "./mesh.js";
import type { MiddleOf } from "./refine.js";

/** A ball on a flat base. */
export interface BallOptions extends GeneratedMesh {
  /** m. */
  readonly radius: number;
  /** Layers from the centre to the surface. */
  readonly divisions: number;
  /** Radius of a flat facet on which it stands, m. Default 0.3 of the radius. */
  readonly baseRadius?: number;
}

/** A ball on a flat facet; the axis of the facet is the z axis. */
export function ballMesh({ radius, divisions, baseRadius = 0.3 * radius, ...options }: BallOptions): TetMesh {
  return ellipsoidMesh({ radii: [radius, radius, radius], divisions, baseRadius, ...options });
}

/** An ellipsoid on a flat base. */
export interface EllipsoidOptions extends GeneratedMesh {
  /** Half axes along x, y, z, m. */
  readonly radii: readonly [number, number, number];
  /** Layers from the middle to the surface. */
  readonly divisions: number;
  /** Half axis along x of the flat facet on which it stands, m. Default 0.3 of that of the body. */
  readonly baseRadius?: number;
}

/** An ellipsoid on a flat facet. */
export function ellipsoidMesh({ radii, divisions, baseRadius = 0.3 * radii[0], ...options }: EllipsoidOptions): TetMesh {
  checkLengths("radii", radii);
  checkCount("divisions", divisions, 2);
  checkElements("divisions", divisions, 8 * divisions * divisions * divisions);
  const share = baseRadius / radii[0];
  checkBase(baseRadius, share);
  return starMesh(divisions, { profile: () => 1, rim: acos(Math.sqrt(1 - share * share)), scale: radii }, options);
}

/** A fruit on a flat base, with a dent on top. */
export interface FruitOptions extends GeneratedMesh {
  /** Largest radius, m. */
  readonly radius: number;
  /** Height over largest diameter of the plain shape. Default 0.9. */
  readonly aspect?: number;
  /** Depth of the hollow at the stem over the radius, 0 to 0.4. Default 0.15. */
  readonly hollow?: number;
  /** How much the lower half tapers, 0 (round) to 0.4 (pear). Default 0.1. */
  readonly taper?: number;
  /** Layers from the middle to the surface. */
  readonly divisions: number;
  /** Radius of the flat facet on which it stands, m. Default 0.3 of the radius. */
  readonly baseRadius?: number;
}

/**
 * A fruit: a solid of revolution about the z axis, r(u) = 1 - hollow h(u) - taper (1 - u) / 4 with u the sine of the latitude and h(u) a
 * smooth dent at the top, scaled to the given radius and aspect.
 */
export function fruitMesh({
  radius,
  aspect = 0.9,
  hollow = 0.15,
  taper = 0.1,
  divisions,
  baseRadius = 0.3 * radius,
  ...options
}: FruitOptions): TetMesh {
  checkLength("radius", radius);
  checkLength("aspect", aspect);
  checkCount("divisions", divisions, 2);
  checkElements("divisions", divisions, 8 * divisions * divisions * divisions);
  checkShare("hollow", hollow, 0.4);
  checkShare("taper", taper, 0.4);
  const profile = (up: number): number => {
    const near = Math.max(0, (up - 0.6) / 0.4);
    return 1 - hollow * near * near * (3 - 2 * near) - (taper * (1 - up)) / 4;
  };
  checkBase(baseRadius, baseRadius / radius);
  // The widest place of the profile is the given radius.
  let widest = 0;
  for (let step = -50; step <= 50; step += 1) {
    const up = step / 50;
    widest = Math.max(widest, profile(up) * Math.sqrt(1 - up * up));
  }
  const scale = radius / widest;
  const share = baseRadius / scale;
  // Height of the plane on which the profile has the radius of the base.
  let low = -1;
  let high = 0;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (profile(middle) * Math.sqrt(1 - middle * middle) < share) low = middle;
    else high = middle;
  }
  return starMesh(divisions, { profile, rim: acos(-low), scale: [scale, scale, scale * aspect] }, options);
}

/**
 * Bends angles from the lowest ray such that a ring of lattice points about it comes to lie on the rim of the base: however small it is, it
 * has five nodes.
 */
function rimBend(divisions: number, rim: number): (angle: number) => number {
  let ring = 1;
  const angleOf = (m: number): number => atan2(m, divisions - m);
  while (ring + 1 < divisions && angleOf(ring + 1) - rim < rim - angleOf(ring)) ring += 1;
  const was = angleOf(ring);
  const right = Math.PI / 2;
  return (angle) => (angle <= was ? (angle * rim) / was : angle >= right ? angle : rim + ((angle - was) * (right - rim)) / (right - was));
}

/** A solid that can be seen whole from one point inside. */
interface StarSolid {
  /** Distance of its surface from that point, as a function of the sine of the latitude. */
  readonly profile: (up: number) => number;
  /** Angle from the lowest ray of the rim of the flat base, rad. */
  readonly rim: number;
  /** From the unit of the profile to metres along x, y, z. */
  readonly scale: readonly [number, number, number];
}

/** Height of the base, in the unit of the profile. */
const floorOf = ({ profile, rim }: StarSolid): number => -profile(-cos(rim)) * cos(rim);

/** Distance to the surface along a ray: to the base, where that cuts it. */
function reachOf({ profile }: StarSolid, floor: number, up: number): number {
  const reach = profile(up);
  return reach * up < floor ? floor / up : reach;
}

/** The middle of an edge lies on the surface if its ends do, and as far from it, as a share of its ray, as they do in the mean. */
function middleOn(solid: StarSolid, floor: number): MiddleOf {
  const { scale } = solid;
  const level = (x: number, y: number, z: number): number => {
    const length = Math.sqrt(x * x + y * y + z * z);
    return length === 0 ? 0 : length / reachOf(solid, floor, z / length);
  };
  return (a, b) => {
    const halfway: [number, number, number] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    // The base is flat.
    if (a[2] === 0 && b[2] === 0) return halfway;
    const inside = ([x, y, z]: readonly [number, number, number]) => [x / scale[0], y / scale[1], z / scale[2] + floor] as const;
    const [x, y, z] = inside(halfway);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return halfway;
    const stretch = (((level(...inside(a)) + level(...inside(b))) / 2) * reachOf(solid, floor, z / length)) / length;
    return [x * stretch * scale[0], y * stretch * scale[1], (z * stretch - floor) * scale[2]];
  };
}

/** The ball of unit lattice layers, scaled along its rays to the solid, its base on z = 0. */
function starMesh(divisions: number, solid: StarSolid, options: GeneratedMesh): TetMesh {
  const { scale } = solid;
  const floor = floorOf(solid);
  const numbers = new Map<number, number>();
  const lattice: number[] = [];
  const width = 2 * divisions + 1;
  const index = (i: number, j: number, k: number): number => {
    const key = i + divisions + width * (j + divisions + width * (k + divisions));
    let number = numbers.get(key);
    if (number === undefined) {
      number = lattice.length / 3;
      numbers.set(key, number);
      lattice.push(i, j, k);
    }
    return number;
  };
  const tetrahedra: number[] = [];
  for (const sx of [1, -1])
    for (const sy of [1, -1])
      for (const sz of [1, -1])
        for (let a = 0; a < divisions; a += 1)
          for (let b = 0; b <= a; b += 1)
            for (let c = 0; c <= b; c += 1)
              for (const path of PATHS) {
                const at = [a, b, c];
                const corners = [at.slice()];
                for (const axis of path) {
                  at[axis] += 1;
                  corners.push(at.slice());
                }
                if (corners.some(([p, q, r]) => r > q || q > p)) continue;
                for (const [p, q, r] of corners) tetrahedra.push(index(sx * (p - q), sy * (q - r), sz * r));
              }
  const nodes = new Float64Array(lattice.length);
  const bent = rimBend(divisions, solid.rim);
  for (let at = 0; at < lattice.length; at += 3) {
    const [i, j, k] = lattice.slice(at, at + 3);
    const layer = Math.abs(i) + Math.abs(j) + Math.abs(k);
    if (layer === 0) {
      nodes[at + 2] = -floor * scale[2];
      continue;
    }
    const across = Math.sqrt(i * i + j * j);
    const angle = bent(atan2(across, -k));
    const up = -cos(angle);
    const reach = solid.profile(up);
    const length = (layer / divisions) * reachOf(solid, floor, up);
    const sideways = across === 0 ? 0 : (length * sin(angle)) / across;
    nodes[at] = i * sideways * scale[0];
    nodes[at + 1] = j * sideways * scale[1];
    // The plane is met exactly, not to rounding.
    nodes[at + 2] = layer === divisions && reach * up <= floor + 1e-12 ? 0 : (length * up - floor) * scale[2];
  }
  return finish(nodes, tetrahedra, options, middleOn(solid, floor));
}

function checkShare(path: string, value: number, most: number): void {
  if (!(value >= 0 && value <= most)) throw new InvalidInputError(path, value, `is not between 0 and ${most}`);
}

function checkBase(baseRadius: number, share: number): void {
  if (!(share >= 0.02 && share <= 0.95))
    throw new InvalidInputError("baseRadius", baseRadius, "is not between 0.02 and 0.95 of the radius of the body");
}
