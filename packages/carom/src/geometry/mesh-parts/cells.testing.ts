/** Meshes for tests: the surface of a set of cells of a grid, and a torus. */
import type { Vec3 } from "../../math/vec3.js";
import type { ClosedMesh } from "./convex-parts.js";

/**
 * The surface of the filled cells between grid lines, two triangles a face, turned outwards.
 *
 * @param lines coordinates of the grid's planes along x, y, z
 */
export function cellMesh(lines: readonly (readonly number[])[], isFilled: (i: number, j: number, k: number) => boolean): ClosedMesh {
  const counts = lines.map((line) => line.length - 1);
  const filled = (cell: readonly number[]) =>
    cell.every((place, c) => place >= 0 && place < counts[c]) && isFilled(cell[0], cell[1], cell[2]);
  const corners: Vec3[] = [];
  const places = new Map<string, number>();
  const cornerAt = (grid: readonly number[]): number => {
    const known = places.get(grid.join());
    if (known !== undefined) return known;
    corners.push([lines[0][grid[0]], lines[1][grid[1]], lines[2][grid[2]]]);
    places.set(grid.join(), corners.length - 1);
    return corners.length - 1;
  };
  const triangles: Vec3[] = [];
  for (let i = 0; i < counts[0]; i++)
    for (let j = 0; j < counts[1]; j++)
      for (let k = 0; k < counts[2]; k++) {
        const cell = [i, j, k];
        if (!filled(cell)) continue;
        for (let c = 0; c < 3; c++)
          for (const side of [0, 1]) {
            if (filled(cell.map((place, d) => place + (d === c ? 2 * side - 1 : 0)))) continue;
            const [u, v] = [(c + 1) % 3, (c + 2) % 3];
            const quad = [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ].map(([a, b]) => {
              const grid = [...cell];
              grid[c] += side;
              grid[u] += a;
              grid[v] += b;
              return cornerAt(grid);
            });
            const [p, q, r, s] = side === 1 ? quad : quad.reverse();
            triangles.push([p, q, r], [p, r, s]);
          }
      }
  return { corners, triangles };
}

/** Around z; `around` and `across` corners along the two circles. */
export function torusMesh(large: number, small: number, around: number, across: number): ClosedMesh {
  const corners: Vec3[] = [];
  const triangles: Vec3[] = [];
  for (let i = 0; i < around; i++)
    for (let k = 0; k < across; k++) {
      const [turn, roll] = [(2 * Math.PI * i) / around, (2 * Math.PI * k) / across];
      const reach = large + small * Math.cos(roll);
      corners.push([reach * Math.cos(turn), reach * Math.sin(turn), small * Math.sin(roll)]);
      const at = (a: number, b: number) => ((i + a) % around) * across + ((k + b) % across);
      triangles.push([at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]);
    }
  return { corners, triangles };
}

/** A square cup of 1 x 1 x 1.2 with walls of 0.1 and a handle of three blocks. */
export function mugMesh(): ClosedMesh {
  const lines = [
    [0, 0.1, 0.9, 1, 1.2, 1.3],
    [0, 0.1, 0.4, 0.6, 0.9, 1],
    [0, 0.1, 0.3, 0.4, 0.8, 0.9, 1.2],
  ];
  const isCup = (i: number, j: number, k: number) => k === 0 || i === 0 || i === 2 || j === 0 || j === 4;
  const isHandle = (i: number, j: number, k: number) => j === 2 && (i === 4 ? k >= 2 && k <= 4 : k === 2 || k === 4);
  return cellMesh(lines, (i, j, k) => (i < 3 ? isCup(i, j, k) : isHandle(i, j, k)));
}
