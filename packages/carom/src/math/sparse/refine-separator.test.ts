import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../random.js";
import { LOWER, refineSeparator, SEPARATOR, UPPER } from "./refine-separator.js";
import type { Graph } from "./symmetric.js";

function graphOf(count: number, edges: Iterable<readonly [number, number]>): Graph {
  const near = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b] of edges)
    if (a !== b) {
      near[a].add(b);
      near[b].add(a);
    }
  const starts = new Int32Array(count + 1);
  near.forEach((each, vertex) => {
    starts[vertex + 1] = starts[vertex] + each.size;
  });
  return { starts, neighbours: Int32Array.from(near.flatMap((each) => [...each].sort((a, b) => a - b))) };
}

const neighboursOf = ({ starts, neighbours }: Graph, vertex: number): Int32Array => neighbours.subarray(starts[vertex], starts[vertex + 1]);

/** A grid of so many points, with the diagonals of its cells where they are wanted. */
function grid(wide: number, high: number, diagonals: boolean): Graph {
  const edges: [number, number][] = [];
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const at = x + wide * y;
      if (x + 1 < wide) edges.push([at, at + 1]);
      if (y + 1 < high) edges.push([at, at + wide]);
      if (diagonals && x + 1 < wide && y + 1 < high) edges.push([at, at + wide + 1]);
    }
  return graphOf(wide * high, edges);
}

/** Some vertices below, the others above, and between them those above that touch one below. */
function cut(graph: Graph, vertices: readonly number[], isBelow: (vertex: number) => boolean): Int8Array {
  const side = new Int8Array(graph.starts.length - 1).fill(-1);
  for (const vertex of vertices) side[vertex] = isBelow(vertex) ? LOWER : UPPER;
  for (const vertex of vertices)
    if (side[vertex] === UPPER && neighboursOf(graph, vertex).some((other) => side[other] === LOWER)) side[vertex] = SEPARATOR;
  return side;
}

const sizeOf = (side: Int8Array, which: number): number => side.reduce((sum, each) => sum + (each === which ? 1 : 0), 0);

/** Refines a copy and holds it to what a separator must be; gives the sides. */
function refined(graph: Graph, vertices: readonly number[], before: Int8Array): Int8Array {
  const side = before.slice();
  refineSeparator(graph, vertices, side);
  const inside = new Set(vertices);
  side.forEach((which, vertex) => {
    // No vertex is lost, none comes in.
    expect([LOWER, UPPER, SEPARATOR].includes(which)).toBe(inside.has(vertex));
    // No edge from side to side.
    if (which === LOWER) expect(neighboursOf(graph, vertex).some((other) => side[other] === UPPER)).toBe(false);
  });
  expect(sizeOf(side, SEPARATOR)).toBeLessThanOrEqual(sizeOf(before, SEPARATOR));
  return side;
}

describe("a separator made smaller", () => {
  it("parts random graphs, loses no vertex and is no larger than before", () => {
    const graphs = fc.record({
      count: fc.integer({ min: 3, max: 120 }),
      seed: fc.integer(),
      degree: fc.integer({ min: 1, max: 6 }),
      part: fc.constantFrom(0.5, 0.8, 1),
      below: fc.constantFrom(0.2, 0.5, 0.7),
    });
    fc.assert(
      fc.property(graphs, ({ count, seed, degree, part, below }) => {
        const random = createRandom(seed);
        const whole = (): number => Math.floor(random() * count);
        const graph = graphOf(
          count,
          Array.from({ length: degree * count }, () => [whole(), whole()] as const),
        );
        // Only a part of the graph is divided: what is outside stays as it is, though edges go there.
        const vertices = Array.from({ length: count }, (_, vertex) => vertex).filter(() => random() < part);
        const isBelow = Array.from({ length: count }, () => random() < below);
        refined(
          graph,
          vertices,
          cut(graph, vertices, (vertex) => isBelow[vertex]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it.each([false, true])("finds the straight line across a grid from a ragged one (diagonals: %s)", (diagonals) => {
    const [wide, high] = [24, 9];
    const graph = grid(wide, high, diagonals);
    const vertices = Array.from({ length: wide * high }, (_, vertex) => vertex);
    const before = cut(graph, vertices, (vertex) => vertex % wide < 10 + ((5 * Math.floor(vertex / wide)) % 4));
    expect(sizeOf(before, SEPARATOR)).toBeGreaterThan(high);
    const side = refined(graph, vertices, before);
    expect(sizeOf(side, SEPARATOR)).toBe(high);
    expect(Math.max(sizeOf(side, LOWER), sizeOf(side, UPPER))).toBeLessThan(0.65 * wide * high);
  });

  it("leaves a separator of one vertex that nothing can replace", () => {
    const path = graphOf(
      9,
      Array.from({ length: 8 }, (_, k) => [k, k + 1] as const),
    );
    const vertices = Array.from(new Array(9).keys());
    const side = refined(
      path,
      vertices,
      cut(path, vertices, (vertex) => vertex < 4),
    );
    expect(sizeOf(side, SEPARATOR)).toBe(1);
    expect(Math.abs(sizeOf(side, LOWER) - sizeOf(side, UPPER))).toBeLessThanOrEqual(1);
  });
});
