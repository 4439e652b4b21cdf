/**
 * Meshes of simple solids, standing on the plane z = 0: structured grids mapped to the shape.
 *
 * - A box is a grid of cells, each cut into the six tetrahedra of Kuhn, which share the diagonal from its lowest to its highest corner;
 *   neighbours match.
 * - A tube is the same grid bent round.
 * - A frustum (cylinder, cone without tip) is a disc of hexagonal rings in layers; each prism is cut into three tetrahedra, the diagonals
 *   of its sides starting at their lowest node.
 * - Balls, ellipsoids and fruits: star-body.ts.
 */
import { InvalidInputError } from "../../errors.js";
import { cos, sin } from "../../math/elementary.js";
import { checkCount, checkCounts, checkElements, checkLength, checkLengths, finish, type GeneratedMesh, PATHS } from "./generator.js";
import type { TetMesh } from "./mesh.js";
import type { MiddleOf } from "./refine.js";

export {
  type BallOptions,
  ballMesh,
  type EllipsoidOptions,
  ellipsoidMesh,
  type FruitOptions,
  fruitMesh,
} from "./star-body.js";

/** A box of cells. */
export interface BoxOptions extends GeneratedMesh {
  /** Lengths along x, y, z, m. One corner is the origin. */
  readonly size: readonly [number, number, number];
  /** Cells along x, y, z. */
  readonly cells: readonly [number, number, number];
}

/** A box with a corner at the origin, each cell cut into six tetrahedra. */
export function boxMesh({ size, cells, ...options }: BoxOptions): TetMesh {
  checkLengths("size", size);
  checkCounts("cells", cells, 1);
  checkElements("cells", cells, 6 * cells[0] * cells[1] * cells[2]);
  const [nx, ny, nz] = cells;
  const nodes = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  const index = (i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
  for (let k = 0; k <= nz; k += 1)
    for (let j = 0; j <= ny; j += 1)
      for (let i = 0; i <= nx; i += 1) nodes.set([(size[0] * i) / nx, (size[1] * j) / ny, (size[2] * k) / nz], 3 * index(i, j, k));
  return finish(nodes, kuhn(cells, index), options);
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

/** A tube of cells. */
export interface TubeOptions extends GeneratedMesh {
  /** m. */
  readonly innerRadius: number;
  /** m, above the inner one. */
  readonly outerRadius: number;
  /** m. */
  readonly height: number;
  /** Cells through the wall, round the axis, along the axis. */
  readonly cells: readonly [number, number, number];
}

/** An upright tube about the z axis. */
export function tubeMesh({ innerRadius, outerRadius, height, cells, ...options }: TubeOptions): TetMesh {
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
  // Sides so long that the circle bulges through half a cell stay flat: they cannot be bent without turning elements over.
  const bulge = outerRadius * (1 - cos(Math.PI / round));
  const isRound = bulge < (outerRadius - innerRadius) / (2 * across);
  return finish(nodes, kuhn(cells, index), options, isRound ? middleAbout(() => 1) : undefined);
}

/** A cone without its tip. */
export interface FrustumOptions extends GeneratedMesh {
  /** m. Equal radii make a cylinder. */
  readonly bottomRadius: number;
  /** m. */
  readonly topRadius: number;
  /** m. */
  readonly height: number;
  /** Hexagonal rings from the axis to the side. */
  readonly rings: number;
  /** Layers from bottom to top. */
  readonly layers: number;
}

/** An upright frustum about the z axis. */
export function frustumMesh({ bottomRadius, topRadius, height, rings, layers, ...options }: FrustumOptions): TetMesh {
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
      // Corners by number: the diagonal of each side runs from the lower corner at the bottom to the higher one on top, whichever prism
      // looks at it.
      const [a, b, c] = disc.triangles
        .slice(at, at + 3)
        .sort((x, y) => x - y)
        .map((point) => point + layer * perLayer);
      tetrahedra.push(a, b, c, c + perLayer, a, b, b + perLayer, c + perLayer, a, a + perLayer, b + perLayer, c + perLayer);
    }
  return finish(
    nodes,
    tetrahedra,
    options,
    middleAbout((z) => bottomRadius + ((topRadius - bottomRadius) * z) / height),
  );
}

/**
 * The middle of an edge of a solid of revolution lies as far from the z axis, over the radius at its height, as its ends do in the mean: on
 * the surface if they do.
 */
function middleAbout(radiusAt: (z: number) => number): MiddleOf {
  return (a, b) => {
    const [x, y, z] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    const level = ([px, py, pz]: readonly [number, number, number]): number => Math.sqrt(px * px + py * py) / radiusAt(pz);
    const across = Math.sqrt(x * x + y * y);
    const stretch = across === 0 ? 1 : (((level(a) + level(b)) / 2) * radiusAt(z)) / across;
    return [stretch * x, stretch * y, z];
  };
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
