/**
 * What a factorisation L D L^T of a sparse symmetric matrix looks like, before any number is computed.
 *
 * The unknowns are taken in blocks (three for a node of a solid). Column j of L has entries in the rows where the matrix has them and in
 * those of its children in the elimination tree, whose parent of j is the first row below the diagonal of column j. Columns in a chain with
 * the same rows below make a supernode: one dense trapezoid. Blocks that are kept (not eliminated) come last, as one dense front: there the
 * Schur complement is left.
 *
 * Source: Davis, Direct Methods for Sparse Linear Systems, 2006, chapters 4 and 8; Liu, The multifrontal method for sparse matrix solution,
 * 1992.
 */
import { nestedDissection } from "./nested-dissection.js";
import { blockGraph, type Graph, type SparseSymmetric } from "./symmetric.js";

/** What depends on the pattern of a matrix alone: order, fronts and their rows. One analysis serves all matrices of the pattern. */
export interface LdlSymbolic {
  /** Rows of the matrix. */
  readonly size: number;
  /** Rows of a block, which stay together: 3 for nodes in space. */
  readonly block: number;
  /** Block of the matrix at each place of the order of elimination. */
  readonly order: Int32Array;
  /** Place of each block of the matrix in that order. */
  readonly place: Int32Array;
  /** How many blocks are eliminated; those after them are kept. */
  readonly eliminated: number;
  /** First place of each supernode; one more than there are (the last is `eliminated`). */
  readonly starts: Int32Array;
  /** Places of the blocks below each supernode, ascending. */
  readonly below: readonly Int32Array[];
  /** Supernode that takes up what each leaves; the number of supernodes for the kept front; -1 for none. */
  readonly parents: Int32Array;
  /** Entries of L below the diagonal and on it, in numbers. */
  readonly entries: number;
}

/** How a matrix is analysed. */
export interface LdlOptions {
  /** Unknowns that always come together, e.g. 3 for the displacement of a node. Default 1. */
  readonly block?: number;
  /** Blocks that are not eliminated. Default none. */
  readonly kept?: Int32Array;
  /** Places in space of the blocks, three numbers each: they help to find a good order. */
  readonly coordinates?: ArrayLike<number>;
}

/** Analyses the pattern of a symmetric matrix for its factorisation. */
export function ldlSymbolic(matrix: SparseSymmetric, options: LdlOptions = {}): LdlSymbolic {
  const { block = 1, kept = new Int32Array(0), coordinates } = options;
  const graph = blockGraph(matrix, block);
  const vertices = graph.starts.length - 1;
  const isKept = new Uint8Array(vertices);
  for (let index = 0; index < kept.length; index += 1) isKept[kept[index]] = 1;
  const free = new Int32Array(vertices - kept.length);
  for (let vertex = 0, next = 0; vertex < vertices; vertex += 1) if (isKept[vertex] === 0) free[next++] = vertex;

  const dissected = nestedDissection(graph, free, coordinates);
  const eliminated = free.length;
  const tree = eliminationTree(graph, dissected);
  const order = new Int32Array(vertices);
  const sequence = postorder(tree);
  for (let at = 0; at < eliminated; at += 1) order[at] = dissected[sequence[at]];
  order.set(kept, eliminated);
  const place = new Int32Array(vertices);
  for (let at = 0; at < vertices; at += 1) place[order[at]] = at;

  return { size: matrix.size, block, order, place, eliminated, ...supernodes(graph, order, place, eliminated, block) };
}

/** Parent of each place in the order, -1 at a root; by path compression. Kept vertices are no part of the tree. */
function eliminationTree(graph: Graph, order: Int32Array): Int32Array {
  const count = order.length;
  const place = new Int32Array(graph.starts.length - 1).fill(-1);
  for (let at = 0; at < count; at += 1) place[order[at]] = at;
  const parent = new Int32Array(count).fill(-1);
  const ancestor = new Int32Array(count).fill(-1);
  for (let at = 0; at < count; at += 1)
    for (let edge = graph.starts[order[at]]; edge < graph.starts[order[at] + 1]; edge += 1) {
      let below = place[graph.neighbours[edge]];
      while (below >= 0 && below < at) {
        const next = ancestor[below];
        ancestor[below] = at;
        if (next < 0) parent[below] = at;
        below = next;
      }
    }
  return parent;
}

/** The vertices of a forest such that children come before parents and every subtree is contiguous. */
function postorder(parent: Int32Array): Int32Array {
  const count = parent.length;
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  for (let vertex = count - 1; vertex >= 0; vertex -= 1)
    if (parent[vertex] >= 0) {
      nextSibling[vertex] = firstChild[parent[vertex]];
      firstChild[parent[vertex]] = vertex;
    }
  const sequence = new Int32Array(count);
  let next = 0;
  for (let root = 0; root < count; root += 1) {
    if (parent[root] >= 0) continue;
    let vertex = root;
    for (;;) {
      while (firstChild[vertex] >= 0) {
        const child = firstChild[vertex];
        firstChild[vertex] = -1;
        vertex = child;
      }
      sequence[next++] = vertex;
      if (vertex === root) break;
      vertex = nextSibling[vertex] >= 0 ? nextSibling[vertex] : parent[vertex];
    }
  }
  return sequence;
}

function supernodes(
  graph: Graph,
  order: Int32Array,
  place: Int32Array,
  eliminated: number,
  block: number,
): Pick<LdlSymbolic, "starts" | "below" | "parents" | "entries"> {
  // Rows below the diagonal of each column; let go once its parent has taken them up.
  const rows: (Int32Array | undefined)[] = new Array(eliminated);
  const childrenOf: (number[] | undefined)[] = new Array(eliminated);
  const seen = new Int32Array(order.length).fill(-1);
  const starts: number[] = [];
  const below: Int32Array[] = [];
  let entries = 0;
  let previous: Int32Array | undefined;
  for (let column = 0; column < eliminated; column += 1) {
    const found: number[] = [];
    const take = (row: number): void => {
      if (row <= column || seen[row] === column) return;
      seen[row] = column;
      found.push(row);
    };
    for (let edge = graph.starts[order[column]]; edge < graph.starts[order[column] + 1]; edge += 1) take(place[graph.neighbours[edge]]);
    for (const child of childrenOf[column] ?? []) {
      for (const row of rows[child] ?? []) take(row);
      rows[child] = undefined;
    }
    childrenOf[column] = undefined;
    const mine = Int32Array.from(found).sort();
    rows[column] = mine;
    const parent = mine.length > 0 ? mine[0] : -1;
    if (parent >= 0 && parent < eliminated) {
      childrenOf[parent] ??= [];
      childrenOf[parent]?.push(column);
    }
    const joins = previous !== undefined && previous[0] === column && previous.length === mine.length + 1;
    if (joins) below[below.length - 1] = mine;
    else {
      starts.push(column);
      below.push(mine);
    }
    previous = mine;
    entries += block * block * mine.length + (block * (block + 1)) / 2;
  }
  const merged = amalgamated(starts, below, eliminated);
  starts.splice(0, starts.length, ...merged.starts, eliminated);
  below.splice(0, below.length, ...merged.below);

  const count = below.length;
  const ofColumn = new Int32Array(eliminated);
  for (let node = 0; node < count; node += 1) ofColumn.fill(node, starts[node], starts[node + 1]);
  const parents = new Int32Array(count).fill(-1);
  for (let node = 0; node < count; node += 1) {
    const first = below[node].length > 0 ? below[node][0] : -1;
    if (first >= 0) parents[node] = first < eliminated ? ofColumn[first] : count;
  }
  return { starts: Int32Array.from(starts), below, parents, entries };
}

/** Share of zeros that merged supernodes of at most so many columns (of blocks) may hold. */
const MERGED: readonly (readonly [number, number])[] = [
  [4, 0.8],
  [16, 0.2],
  [Infinity, 0.05],
];

/**
 * Merges a supernode with the one after it where that takes up what it leaves: a few zeros are kept as numbers, and the square that would
 * have been handed on is not.
 */
function amalgamated(starts: readonly number[], below: readonly Int32Array[], eliminated: number) {
  const first: number[] = [];
  const rows: Int32Array[] = [];
  const zeros: number[] = [];
  for (let node = 0; node < below.length; node += 1) {
    let start = starts[node];
    const end = node + 1 < starts.length ? starts[node + 1] : eliminated;
    let empty = 0;
    while (rows.length > 0) {
      const child = rows[rows.length - 1];
      if (child.length === 0 || child[0] >= end) break;
      const left = start - first[first.length - 1];
      const width = end - start + left;
      const wanted = empty + zeros[zeros.length - 1] + left * (end - start + below[node].length - child.length);
      const area = width * (0.5 * width + below[node].length);
      if (!MERGED.some(([columns, share]) => width <= columns && wanted <= share * area)) break;
      empty = wanted;
      start = first.pop() as number;
      rows.pop();
      zeros.pop();
    }
    first.push(start);
    rows.push(below[node]);
    zeros.push(empty);
  }
  return { starts: first, below: rows };
}
