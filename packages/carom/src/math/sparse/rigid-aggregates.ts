/**
 * A coarse level for the stiffness of a solid of any elements: groups of neighbouring nodes that move as rigid bodies.
 *
 *     u_i = t_I + w_I x (x_i - c_I) / r_I        for node i of group I;        A_c = P^T A P
 *
 * Groups are neighbourhoods that do not overlap; what is left over joins the group beside it. Some 24 nodes become six unknowns, so that
 * what is factorised is a quarter of the size in each direction, and motions that cost no energy within a group are exact.
 *
 * Letters: t, w shift and turn of a group, c, r its centre and mean radius.
 * Source: Vanek, Mandel and Brezina, Algebraic multigrid by smoothed aggregation, 1996; without the smoothing, which costs more than it
 * saves.
 */
import { factorLdl, solveLdl } from "./ldl.js";
import { blockGraph, type Graph, type SparseSymmetric } from "./symmetric.js";
import type { CoarseLevel } from "./two-level.js";

/** Share of the stiffness of shifts that is given to turns of groups on a line, which the stiffness may not resist. */
const HELD_TURN = 1e-3;

/** The coarse level of a stiffness of three rows a node, nodes at `places`. */
export function rigidAggregates(matrix: SparseSymmetric, places: ArrayLike<number>): CoarseLevel {
  const groupOf = groupsOf(blockGraph(matrix, 3));
  const groups = groupGeometry(groupOf, places);
  const factor = factorLdl(coarseMatrix(matrix, groupOf, groups), { block: 6, coordinates: groups.centres });
  const { count, arms } = groups;
  return {
    restrict(fine) {
      const coarse = new Float64Array(6 * count);
      for (let node = 0; node < groupOf.length; node += 1) {
        const at = 6 * groupOf[node];
        const [x, y, z] = [arms[3 * node], arms[3 * node + 1], arms[3 * node + 2]];
        const [fx, fy, fz] = [fine[3 * node], fine[3 * node + 1], fine[3 * node + 2]];
        coarse[at] += fx;
        coarse[at + 1] += fy;
        coarse[at + 2] += fz;
        coarse[at + 3] += y * fz - z * fy;
        coarse[at + 4] += z * fx - x * fz;
        coarse[at + 5] += x * fy - y * fx;
      }
      return coarse;
    },
    solve: (coarse) => solveLdl(factor, coarse, coarse),
    prolong(coarse, fine) {
      for (let node = 0; node < groupOf.length; node += 1) {
        const at = 6 * groupOf[node];
        const [x, y, z] = [arms[3 * node], arms[3 * node + 1], arms[3 * node + 2]];
        const [a, b, c] = [coarse[at + 3], coarse[at + 4], coarse[at + 5]];
        fine[3 * node] += coarse[at] + b * z - c * y;
        fine[3 * node + 1] += coarse[at + 1] + c * x - a * z;
        fine[3 * node + 2] += coarse[at + 2] + a * y - b * x;
      }
    },
  };
}

/** Group of each vertex: whole neighbourhoods first, then what is left joins the neighbour's group that is smallest so far. */
function groupsOf({ starts, neighbours }: Graph): Int32Array {
  const vertices = starts.length - 1;
  const group = new Int32Array(vertices).fill(-1);
  const sizes: number[] = [];
  const found = (vertex: number): void => {
    group[vertex] = sizes.length;
    for (let at = starts[vertex]; at < starts[vertex + 1]; at += 1) group[neighbours[at]] = sizes.length;
    sizes.push(1 + starts[vertex + 1] - starts[vertex]);
  };
  for (let vertex = 0; vertex < vertices; vertex += 1) {
    let isAlone = group[vertex] < 0;
    for (let at = starts[vertex]; isAlone && at < starts[vertex + 1]; at += 1) isAlone = group[neighbours[at]] < 0;
    if (isAlone) found(vertex);
  }
  // Every vertex left over has a neighbour in a group, or it would have founded one. Those of the first pass alone are asked.
  const first = group.slice();
  for (let vertex = 0; vertex < vertices; vertex += 1) {
    if (first[vertex] >= 0) continue;
    let best = -1;
    for (let at = starts[vertex]; at < starts[vertex + 1]; at += 1) {
      const other = first[neighbours[at]];
      if (other >= 0 && (best < 0 || sizes[other] < sizes[best])) best = other;
    }
    group[vertex] = best;
    sizes[best] += 1;
  }
  return group;
}

interface Groups {
  readonly count: number;
  /** Three numbers a group, m. */
  readonly centres: Float64Array;
  /** From the centre of its group to each node, over the mean radius of the group. */
  readonly arms: Float64Array;
}

function groupGeometry(groupOf: Int32Array, places: ArrayLike<number>): Groups {
  const count = groupOf.reduce((most, group) => Math.max(most, group), -1) + 1;
  const sizes = new Int32Array(count);
  const centres = new Float64Array(3 * count);
  const radii = new Float64Array(count);
  const arms = new Float64Array(3 * groupOf.length);
  for (let node = 0; node < groupOf.length; node += 1) {
    sizes[groupOf[node]] += 1;
    for (let axis = 0; axis < 3; axis += 1) centres[3 * groupOf[node] + axis] += places[3 * node + axis];
  }
  for (let at = 0; at < centres.length; at += 1) centres[at] /= sizes[(at - (at % 3)) / 3];
  for (let node = 0; node < groupOf.length; node += 1) {
    let square = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      const arm = places[3 * node + axis] - centres[3 * groupOf[node] + axis];
      arms[3 * node + axis] = arm;
      square += arm * arm;
    }
    radii[groupOf[node]] += Math.sqrt(square) / sizes[groupOf[node]];
  }
  for (let at = 0; at < arms.length; at += 1) {
    const radius = radii[groupOf[(at - (at % 3)) / 3]];
    if (radius > 0) arms[at] /= radius;
  }
  return { count, centres, arms };
}

/** P^T A P, block by block of six unknowns. */
function coarseMatrix(matrix: SparseSymmetric, groupOf: Int32Array, { count, arms }: Groups): SparseSymmetric {
  const blocks = new Map<number, Float64Array>();
  const blockAt = (row: number, column: number): Float64Array => {
    const key = column * count + row;
    let block = blocks.get(key);
    if (block === undefined) {
      block = new Float64Array(36);
      blocks.set(key, block);
    }
    return block;
  };
  for (let column = 0; column < matrix.size; column += 1) {
    const mine = groupOf[(column - (column % 3)) / 3];
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1) {
      const row = matrix.rows[at];
      const other = groupOf[(row - (row % 3)) / 3];
      if (other > mine) addProduct(blockAt(other, mine), arms, row, column, matrix.values[at]);
      else addProduct(blockAt(mine, other), arms, column, row, matrix.values[at]);
      // Within a group the other half counts as well.
      if (other === mine && row !== column) addProduct(blockAt(mine, mine), arms, row, column, matrix.values[at]);
    }
  }
  for (let group = 0; group < count; group += 1) holdTurns(blockAt(group, group));
  return fromBlocks(
    [...blocks].sort(([a], [b]) => a - b),
    count,
  );
}

/** block += value times row `row` of P (down) and row `column` of P (across): a shift by one, and two of the three turns. */
function addProduct(block: Float64Array, arms: Float64Array, row: number, column: number, value: number): void {
  const a = row % 3;
  const b = column % 3;
  const [a1, a2] = [(a + 1) % 3, (a + 2) % 3];
  const [b1, b2] = [(b + 1) % 3, (b + 2) % 3];
  // (w x d)_a = w_a1 d_a2 - w_a2 d_a1.
  const down1 = arms[row - a + a2] * value;
  const down2 = -arms[row - a + a1] * value;
  const across1 = arms[column - b + b2];
  const across2 = -arms[column - b + b1];
  block[6 * a + b] += value;
  block[6 * a + 3 + b1] += value * across1;
  block[6 * a + 3 + b2] += value * across2;
  const first = 6 * (3 + a1);
  block[first + b] += down1;
  block[first + 3 + b1] += down1 * across1;
  block[first + 3 + b2] += down1 * across2;
  const second = 6 * (3 + a2);
  block[second + b] += down2;
  block[second + 3 + b1] += down2 * across1;
  block[second + 3 + b2] += down2 * across2;
}

/** A group on a line, or of one node, may turn without any stiffness: turns that hardly meet any are held. */
function holdTurns(block: Float64Array): void {
  const most = Math.max(block[0], block[7], block[14]);
  for (let turn = 3; turn < 6; turn += 1) if (block[7 * turn] < HELD_TURN * most) block[7 * turn] += most;
}

function fromBlocks(blocks: readonly (readonly [number, Float64Array])[], count: number): SparseSymmetric {
  const size = 6 * count;
  const columnStarts = new Int32Array(size + 1);
  const rows: number[] = [];
  const values: number[] = [];
  let from = 0;
  for (let group = 0; group < count; group += 1) {
    let to = from;
    while (to < blocks.length && blocks[to][0] < (group + 1) * count) to += 1;
    for (let column = 0; column < 6; column += 1) {
      for (let at = from; at < to; at += 1) {
        const other = blocks[at][0] - group * count;
        for (let row = other === group ? column : 0; row < 6; row += 1) {
          rows.push(6 * other + row);
          values.push(blocks[at][1][6 * row + column]);
        }
      }
      columnStarts[6 * group + column + 1] = rows.length;
    }
    from = to;
  }
  return { size, columnStarts, rows: Int32Array.from(rows), values: Float64Array.from(values) };
}
