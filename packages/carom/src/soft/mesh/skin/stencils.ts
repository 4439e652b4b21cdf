/**
 * The inside of the cut cells of a lattice, as tetrahedra.
 *
 * Of each tetrahedron of the lattice what lies inside is a polyhedron with at most six corners; its sides are triangles and quadrilaterals
 * cut in two. From a corner where two diagonals meet, the triangles that do not touch it make tetrahedra with it; where no corner has two,
 * a node in the middle does.
 */

/** What the cutting needs to know of a lattice. */
export interface CutLattice {
  /** -1 inside, 1 outside, 0 on the skin. */
  readonly signs: Int8Array;
  /** Sum of the indices of a node in the lattice. */
  readonly parity: (node: number) => number;
  /** Number of the node on a cut edge, from the two nodes of the edge. */
  readonly cutNode: (inside: number, outside: number) => number;
  /** Number of a new node in the middle of others. */
  readonly middleNode: (nodes: readonly number[]) => number;
}

type Triangle = readonly [number, number, number];

/** Adds the tetrahedra inside one of the lattice to `out`, four numbers each; orientation is not looked at. */
export function cutTetrahedron(lattice: CutLattice, four: readonly number[], out: number[]): void {
  const { signs, cutNode } = lattice;
  const inside = four.filter((node) => signs[node] < 0);
  const outside = four.filter((node) => signs[node] > 0);
  const on = four.filter((node) => signs[node] === 0);
  if (inside.length === 0) return;
  if (outside.length === 0) {
    out.push(...four);
    return;
  }
  if (inside.length === 1) {
    out.push(inside[0], ...on, ...outside.map((node) => cutNode(inside[0], node)));
    return;
  }
  if (inside.length === 2 && outside.length === 1) {
    // A pyramid over the cut side, with the node on the skin as its top.
    for (const triangle of cutSide(lattice, inside[0], inside[1], outside[0])) out.push(on[0], ...triangle);
    return;
  }
  const triangles: Triangle[] = [];
  if (inside.length === 2) {
    const [a, b] = inside;
    const [o, p] = outside;
    const [ao, ap, bo, bp] = [cutNode(a, o), cutNode(a, p), cutNode(b, o), cutNode(b, p)];
    triangles.push([a, ao, ap], [b, bo, bp], ...cutSide(lattice, a, b, o), ...cutSide(lattice, a, b, p), [ao, bo, bp], [ao, bp, ap]);
  } else {
    const [a, b, c] = inside;
    const [o] = outside;
    triangles.push([a, b, c], [cutNode(a, o), cutNode(b, o), cutNode(c, o)]);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      triangles.push(...cutSide(lattice, p, q, o));
  }
  cone(lattice, triangles, out);
}

/** The inner part of a side with two nodes inside, cut by the diagonal that starts at the node of odd parity, or of lower number. */
function cutSide({ parity, cutNode }: CutLattice, a: number, b: number, outside: number): [Triangle, Triangle] {
  const [odd, even] = [parity(a) % 2 !== 0, parity(b) % 2 !== 0];
  const isFirst = odd === even ? a < b : odd;
  const [start, other] = isFirst ? [a, b] : [b, a];
  const [near, far] = [cutNode(start, outside), cutNode(other, outside)];
  return [
    [start, other, far],
    [start, far, near],
  ];
}

/** Tetrahedra from the corner of a wedge that most triangles share, or from its middle. */
function cone({ middleNode }: CutLattice, triangles: readonly Triangle[], out: number[]): void {
  const uses = new Map<number, number>();
  for (const triangle of triangles) for (const node of triangle) uses.set(node, (uses.get(node) ?? 0) + 1);
  // Of the eight triangles of a wedge a corner with two diagonals has five; only then do the other three fill it with it.
  const top = [...uses].find(([, count]) => count === 5)?.[0] ?? middleNode([...uses.keys()]);
  for (const triangle of triangles) if (!triangle.includes(top)) out.push(top, ...triangle);
}
