/**
 * Meshes of simple solids, standing on the plane z = 0: structured grids mapped to the shape.
 *
 * - A box is a grid of cells, each cut into the six tetrahedra of Kuhn, which share the diagonal from its lowest to its highest corner; neighbours match.
 * - A tube is the same grid bent round.
 * - A frustum (cylinder, cone without tip) is a disc of hexagonal rings in layers; each prism is cut into three tetrahedra, the diagonals of its sides starting at their lowest node.
 * - A ball is an octahedron of lattice points |i| + |j| + |k| <= n blown up: lattice layer m becomes a sphere of radius m / n. In the first octant i = a - b, j = b - c, k = c maps
 *   Kuhn's tetrahedra of the chain 0 <= c <= b <= a <= n onto it, and the other octants are its mirror images: no element has two faces on the surface.
 * - Ellipsoids and fruits scale the ball along the rays from a point inside; a flat base cuts those rays at a plane.
 */
import { InvalidInputError } from "../../errors.js";
import { acos, atan2, cos, sin } from "../../math/elementary.js";
import { checkMesh, MOST_ELEMENTS, type TetMesh } from "./mesh.js";

export interface BoxOptions {
  /** Lengths along x, y, z, m. One corner is the origin. */
  readonly size: readonly [number, number, number];
  /** Cells along x, y, z. */
  readonly cells: readonly [number, number, number];
}

/** The six orders in which a path goes from the lowest to the highest corner of a cell: Kuhn's tetrahedra. */
const PATHS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

export function boxMesh({ size, cells }: BoxOptions): TetMesh {
  checkLengths("size", size);
  checkCounts("cells", cells, 1);
  checkElements("cells", cells, 6 * cells[0] * cells[1] * cells[2]);
  const [nx, ny, nz] = cells;
  const nodes = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  const index = (i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
  for (let k = 0; k <= nz; k += 1)
    for (let j = 0; j <= ny; j += 1)
      for (let i = 0; i <= nx; i += 1) nodes.set([(size[0] * i) / nx, (size[1] * j) / ny, (size[2] * k) / nz], 3 * index(i, j, k));
  return finish(nodes, kuhn(cells, index));
}

/** Kuhn's tetrahedra of a grid of cells. */
function kuhn(cells: readonly [number, number, number], index: (i: number, j: number, k: number) => number): number[] {
  const tetrahedra: number[] = [];
  for (let k = 0; k < cells[2]; k += 1)
    for (let j = 0; j < cells[1]; j += 1)
      for (let i = 0; i < cells[0]; i += 1)
        for (const path of PATHS) {
          const at = [i, j, k];
          tetrahedra.push(index(i, j, k));
          for (const axis of path) {
            at[axis] += 1;
            tetrahedra.push(index(at[0], at[1], at[2]));
          }
        }
  return tetrahedra;
}

export interface TubeOptions {
  /** m. */
  readonly innerRadius: number;
  readonly outerRadius: number;
  readonly height: number;
  /** Cells through the wall, round the axis, along the axis. */
  readonly cells: readonly [number, number, number];
}

/** An upright tube about the z axis. */
export function tubeMesh({ innerRadius, outerRadius, height, cells }: TubeOptions): TetMesh {
  checkLength("innerRadius", innerRadius);
  checkLength("height", height);
  if (!(outerRadius > innerRadius && Number.isFinite(outerRadius)))
    throw new InvalidInputError("outerRadius", outerRadius, `is not a finite number above innerRadius (${innerRadius})`);
  checkCounts("cells", cells, 1);
  checkElements("cells", cells, 6 * cells[0] * cells[1] * cells[2]);
  const [across, round, along] = cells;
  if (round < 5) throw new InvalidInputError("cells[1]", round, "is not at least 5");
  const nodes = new Float64Array(3 * (across + 1) * round * (along + 1));
  const index = (i: number, j: number, k: number): number => i + (across + 1) * ((j % round) + round * k);
  for (let k = 0; k <= along; k += 1)
    for (let j = 0; j < round; j += 1)
      for (let i = 0; i <= across; i += 1) {
        const radius = innerRadius + ((outerRadius - innerRadius) * i) / across;
        const angle = (2 * Math.PI * j) / round;
        nodes.set([radius * cos(angle), radius * sin(angle), (height * k) / along], 3 * index(i, j, k));
      }
  return finish(nodes, kuhn(cells, index));
}

export interface FrustumOptions {
  /** m. Equal radii make a cylinder. */
  readonly bottomRadius: number;
  readonly topRadius: number;
  readonly height: number;
  /** Hexagonal rings from the axis to the side. */
  readonly rings: number;
  /** Layers from bottom to top. */
  readonly layers: number;
}

/** An upright frustum about the z axis. */
export function frustumMesh({ bottomRadius, topRadius, height, rings, layers }: FrustumOptions): TetMesh {
  checkLength("bottomRadius", bottomRadius);
  checkLength("topRadius", topRadius);
  checkLength("height", height);
  checkCount("rings", rings, 1);
  checkCount("layers", layers, 1);
  checkElements("rings", rings, 18 * rings * rings * layers);
  const disc = hexagonalDisc(rings);
  const perLayer = disc.points.length / 2;
  const nodes = new Float64Array(3 * perLayer * (layers + 1));
  for (let layer = 0; layer <= layers; layer += 1) {
    const up = layer / layers;
    const radius = bottomRadius + (topRadius - bottomRadius) * up;
    for (let point = 0; point < perLayer; point += 1)
      nodes.set([radius * disc.points[2 * point], radius * disc.points[2 * point + 1], height * up], 3 * (layer * perLayer + point));
  }
  const tetrahedra: number[] = [];
  for (let layer = 0; layer < layers; layer += 1)
    for (let at = 0; at < disc.triangles.length; at += 3) {
      // Corners by number: the diagonal of each side runs from the lower corner at the bottom to the higher one on top, whichever prism looks at it.
      const [a, b, c] = disc.triangles
        .slice(at, at + 3)
        .sort((x, y) => x - y)
        .map((point) => point + layer * perLayer);
      tetrahedra.push(a, b, c, c + perLayer, a, b, b + perLayer, c + perLayer, a, a + perLayer, b + perLayer, c + perLayer);
    }
  return finish(nodes, tetrahedra);
}

/** Unit disc: a centre and rings of 6, 12, 18, ... points at even angles. */
function hexagonalDisc(rings: number): { readonly points: number[]; readonly triangles: number[] } {
  const points: number[] = [0, 0];
  const triangles: number[] = [];
  const first = (ring: number): number => (ring === 0 ? 0 : 1 + 3 * ring * (ring - 1));
  const at = (ring: number, step: number): number => (ring === 0 ? 0 : first(ring) + (step % (6 * ring)));
  for (let ring = 1; ring <= rings; ring += 1) {
    for (let step = 0; step < 6 * ring; step += 1) {
      const angle = (Math.PI * step) / (3 * ring);
      points.push((ring / rings) * cos(angle), (ring / rings) * sin(angle));
    }
    for (let sector = 0; sector < 6; sector += 1)
      for (let step = 0; step < ring; step += 1) {
        const outer = sector * ring + step;
        const inner = sector * (ring - 1) + step;
        triangles.push(at(ring, outer), at(ring, outer + 1), at(ring - 1, inner));
        if (step < ring - 1) triangles.push(at(ring - 1, inner), at(ring, outer + 1), at(ring - 1, inner + 1));
      }
  }
  return { points, triangles };
}

export interface BallOptions {
  /** m. */
  readonly radius: number;
  /** Layers from the centre to the surface. */
  readonly divisions: number;
  /** Radius of a flat facet on which it stands, m. Default 0.3 of the radius. */
  readonly baseRadius?: number;
}

/** A ball on a flat facet; the axis of the facet is the z axis. */
export function ballMesh({ radius, divisions, baseRadius = 0.3 * radius }: BallOptions): TetMesh {
  return ellipsoidMesh({ radii: [radius, radius, radius], divisions, baseRadius });
}

export interface EllipsoidOptions {
  /** Half axes along x, y, z, m. */
  readonly radii: readonly [number, number, number];
  readonly divisions: number;
  /** Half axis along x of the flat facet on which it stands, m. Default 0.3 of that of the body. */
  readonly baseRadius?: number;
}

/** An ellipsoid on a flat facet. */
export function ellipsoidMesh({ radii, divisions, baseRadius = 0.3 * radii[0] }: EllipsoidOptions): TetMesh {
  checkLengths("radii", radii);
  checkCount("divisions", divisions, 2);
  checkElements("divisions", divisions, 8 * divisions * divisions * divisions);
  const share = baseRadius / radii[0];
  checkBase(baseRadius, share);
  const unit = starBody(divisions, () => 1, acos(Math.sqrt(1 - share * share)));
  return standing(unit, radii);
}

export interface FruitOptions {
  /** Largest radius, m. */
  readonly radius: number;
  /** Height over largest diameter of the plain shape. Default 0.9. */
  readonly aspect?: number;
  /** Depth of the hollow at the stem over the radius, 0 to 0.4. Default 0.15. */
  readonly hollow?: number;
  /** How much the lower half tapers, 0 (round) to 0.4 (pear). Default 0.1. */
  readonly taper?: number;
  readonly divisions: number;
  /** Radius of the flat facet on which it stands, m. Default 0.3 of the radius. */
  readonly baseRadius?: number;
}

/**
 * A fruit: a solid of revolution about the z axis, r(u) = 1 - hollow h(u) - taper (1 - u) / 4 with u the sine of the latitude and h(u) a smooth dent at the top,
 * scaled to the given radius and aspect.
 */
export function fruitMesh({
  radius,
  aspect = 0.9,
  hollow = 0.15,
  taper = 0.1,
  divisions,
  baseRadius = 0.3 * radius,
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
  return standing(starBody(divisions, profile, acos(-low)), [scale, scale, scale * aspect]);
}

/** Bends angles from the lowest ray such that a ring of lattice points about it comes to lie on the rim of the base: however small it is, it has five nodes. */
function rimBend(divisions: number, rim: number): (angle: number) => number {
  let ring = 1;
  const angleOf = (m: number): number => atan2(m, divisions - m);
  while (ring + 1 < divisions && angleOf(ring + 1) - rim < rim - angleOf(ring)) ring += 1;
  const was = angleOf(ring);
  const right = Math.PI / 2;
  return (angle) => (angle <= was ? (angle * rim) / was : angle >= right ? angle : rim + ((angle - was) * (right - rim)) / (right - was));
}

/** The ball of unit lattice layers, scaled along its rays to profile(sine of the latitude) and cut by a plane through the rays at the angle `rim` from the lowest. */
function starBody(
  divisions: number,
  profile: (up: number) => number,
  rim: number,
): { readonly nodes: Float64Array; readonly tetrahedra: number[]; readonly floor: number } {
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
  const bent = rimBend(divisions, rim);
  const floor = -profile(-cos(rim)) * cos(rim);
  for (let at = 0; at < lattice.length; at += 3) {
    const [i, j, k] = lattice.slice(at, at + 3);
    const layer = Math.abs(i) + Math.abs(j) + Math.abs(k);
    if (layer === 0) continue;
    const across = Math.sqrt(i * i + j * j);
    const angle = bent(atan2(across, -k));
    const up = -cos(angle);
    const reach = profile(up);
    const isCut = reach * up < floor;
    const length = (layer / divisions) * (isCut ? floor / up : reach);
    const sideways = across === 0 ? 0 : (length * sin(angle)) / across;
    nodes[at] = i * sideways;
    nodes[at + 1] = j * sideways;
    // The plane is met exactly, not to rounding.
    nodes[at + 2] = layer === divisions && reach * up <= floor + 1e-12 ? floor : length * up;
  }
  return { nodes, tetrahedra, floor };
}

/** Scales a body of unit size and puts its floor on z = 0. */
function standing(
  body: { readonly nodes: Float64Array; readonly tetrahedra: number[]; readonly floor: number },
  scale: readonly [number, number, number],
): TetMesh {
  const nodes = body.nodes.slice();
  for (let at = 0; at < nodes.length; at += 3) {
    nodes[at] *= scale[0];
    nodes[at + 1] *= scale[1];
    nodes[at + 2] = (body.nodes[at + 2] - body.floor) * scale[2];
  }
  return finish(nodes, body.tetrahedra);
}

function finish(nodes: Float64Array, tetrahedra: readonly number[]): TetMesh {
  return checkMesh({ nodes, tetrahedra: Int32Array.from(tetrahedra) });
}

/** Nodes on the plane through the lowest one, ascending: what stands on the table. */
export function baseNodes(mesh: TetMesh, tolerance = 1e-9): Int32Array {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let at = 2; at < mesh.nodes.length; at += 3) {
    lowest = Math.min(lowest, mesh.nodes[at]);
    highest = Math.max(highest, mesh.nodes[at]);
  }
  const found: number[] = [];
  for (let node = 0; node < mesh.nodes.length / 3; node += 1)
    if (mesh.nodes[3 * node + 2] <= lowest + tolerance * (highest - lowest)) found.push(node);
  return Int32Array.from(found);
}

function checkLength(path: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw new InvalidInputError(path, value, "is not a finite number above 0");
}

function checkLengths(path: string, values: readonly number[]): void {
  for (let axis = 0; axis < 3; axis += 1) checkLength(`${path}[${axis}]`, values[axis]);
}

function checkCount(path: string, value: number, least: number): void {
  if (!(Number.isInteger(value) && value >= least)) throw new InvalidInputError(path, value, `is not a whole number of at least ${least}`);
}

function checkElements(path: string, value: number | readonly number[], elements: number): void {
  if (elements > MOST_ELEMENTS)
    throw new InvalidInputError(path, value, `asks for ${elements} tetrahedra, and ${MOST_ELEMENTS} are the most`);
}

function checkCounts(path: string, values: readonly number[], least: number): void {
  for (let axis = 0; axis < 3; axis += 1) checkCount(`${path}[${axis}]`, values[axis], least);
}

function checkShare(path: string, value: number, most: number): void {
  if (!(value >= 0 && value <= most)) throw new InvalidInputError(path, value, `is not between 0 and ${most}`);
}

function checkBase(baseRadius: number, share: number): void {
  if (!(share >= 0.02 && share <= 0.95))
    throw new InvalidInputError("baseRadius", baseRadius, "is not between 0.02 and 0.95 of the radius of the body");
}
