/**
 * A fill-reducing order of elimination: nested dissection.
 *
 * A set of vertices (the separator) cuts the graph in two halves that have nothing to do with each other; it is eliminated last, so that no
 * fill joins the halves. The same is done to each half. Where the vertices have places in space, the cut is a plane across one of the axes;
 * without them, with two vertices s, t far apart (the ends of two sweeps by breadth), the distance to s minus the distance to t serves as a
 * coordinate along the longest extent of the graph. The separator is the smallest set of vertices that touches every edge across the cut: a
 * least cover, from a largest matching.
 *
 * Source: George, Nested dissection of a regular finite element mesh, 1973; the ends of sweeps: Gibbs, Poole and Stockmeyer, 1976; covers:
 * Pothen and Fan, 1990.
 */
import { LOWER, refineSeparator, SEPARATOR, UPPER } from "./refine-separator.js";
import type { Graph } from "./symmetric.js";

/** Parts of at most this many vertices are left as they are: their fill is at most that of a full block. */
const SMALLEST_PART = 6;
/** The cut may lie where each side has at least this share of the vertices. */
const LEAST_SHARE = 0.4;

/** Directions across which a part is cut: the axes, and for parts of more vertices than a few the diagonals of a cube and of its sides. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
] as const;
const FEW = 100;
/** In parts of more vertices than this the separators of all directions are made smaller, in those of a few that of the best. */
const MANY = 1000;

/** Levels at which a plane may cut a part. */
const LEVELS = 64;

/** `vertices` in their order of elimination. `coordinates`: three numbers for each vertex of the graph. */
export function nestedDissection(graph: Graph, vertices: Int32Array, coordinates?: ArrayLike<number>): Int32Array {
  const work = new Dissection(graph, vertices, coordinates);
  const parts: [number, number][] = [[0, vertices.length]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part;
    if (to - from <= SMALLEST_PART) continue;
    const [first, second] = work.split(from, to);
    if (first > from) parts.push([from, first]);
    if (second > first) parts.push([first, second]);
  }
  return work.order;
}

class Dissection {
  readonly order: Int32Array;
  private readonly graph: Graph;
  /** Mark of the part that each vertex belongs to while it is being split. */
  private readonly mark: Int32Array;
  private readonly fromStart: Int32Array;
  private readonly fromEnd: Int32Array;
  private readonly queue: Int32Array;
  private readonly key: Int32Array;
  /** Of the matching across a cut; -1 for none. */
  private readonly partner: Int32Array;
  /** Last search that came to a vertex, and from where. */
  private readonly seen: Int32Array;
  private readonly from: Int32Array;
  private readonly coordinates: ArrayLike<number> | undefined;
  /** Of the part that is being split, and -1 elsewhere. */
  private readonly side: Int8Array;
  private marks = 0;
  private visits = 0;

  constructor(graph: Graph, vertices: Int32Array, coordinates: ArrayLike<number> | undefined) {
    const count = graph.starts.length - 1;
    this.graph = graph;
    this.order = vertices.slice();
    this.mark = new Int32Array(count);
    this.fromStart = new Int32Array(count);
    this.fromEnd = new Int32Array(count);
    this.queue = new Int32Array(vertices.length);
    this.key = new Int32Array(count);
    this.partner = new Int32Array(count);
    this.seen = new Int32Array(count);
    this.from = new Int32Array(count);
    this.coordinates = coordinates;
    this.side = new Int8Array(count).fill(-1);
  }

  /** Rearranges order[from, to) into first half, second half, separator; returns where the second half and the separator begin. */
  split(from: number, to: number): [number, number] {
    const { order, mark, fromStart, queue } = this;
    this.marks += 1;
    const inside = this.marks;
    for (let at = from; at < to; at += 1) mark[order[at]] = inside;

    const reached = this.sweep(order[from], fromStart, from, to);
    if (reached < to - from) {
      // Not connected: what was reached comes first, and nothing separates it from the rest.
      const rest: number[] = [];
      for (let at = from; at < to; at += 1) if (fromStart[order[at]] < 0) rest.push(order[at]);
      for (let at = 0; at < reached; at += 1) order[from + at] = queue[at];
      for (let at = 0; at < rest.length; at += 1) order[from + reached + at] = rest[at];
      return [from + reached, to];
    }
    const axes = this.coordinates === undefined ? 1 : to - from > FEW ? DIRECTIONS.length : 3;
    let best: Sides | undefined;
    for (let axis = 0; axis < axes; axis += 1) {
      const level = this.bestLevel(from, to, this.levels(from, to, axis, reached));
      if (level < 0) continue;
      const cut = this.divide(from, to, level);
      const sides = to - from > MANY ? this.refined(cut, from, to) : cut;
      if (best === undefined || sides.separator.length < best.separator.length) best = sides;
    }
    // Every vertex touches every other side: nothing to gain, all of it counts as separator.
    if (best === undefined) return [from, from];
    if (to - from > FEW && to - from <= MANY) best = this.refined(best, from, to);
    order.set(best.lower, from);
    order.set(best.upper, from + best.lower.length);
    order.set(best.separator, from + best.lower.length + best.upper.length);
    return [from + best.lower.length, from + best.lower.length + best.upper.length];
  }

  /** The same with a smaller separator, if there is one near it. */
  private refined({ lower, upper, separator }: Sides, from: number, to: number): Sides {
    const { order, side } = this;
    for (const vertex of lower) side[vertex] = LOWER;
    for (const vertex of upper) side[vertex] = UPPER;
    for (const vertex of separator) side[vertex] = SEPARATOR;
    const all = order.subarray(from, to);
    refineSeparator(this.graph, all, side);
    const sides: [number[], number[], number[]] = [[], [], []];
    for (const vertex of all) {
      sides[side[vertex]].push(vertex);
      side[vertex] = -1;
    }
    return { lower: sides[LOWER], upper: sides[UPPER], separator: sides[SEPARATOR] };
  }

  /** Fills the key by which a part may be cut, whole numbers from 0; returns how many there are. */
  private levels(from: number, to: number, axis: number, reached: number): number {
    const { order, key, fromStart, fromEnd, queue, coordinates } = this;
    if (coordinates !== undefined) {
      const [x, y, z] = DIRECTIONS[axis];
      const along = (vertex: number): number =>
        x * coordinates[3 * vertex] + y * coordinates[3 * vertex + 1] + z * coordinates[3 * vertex + 2];
      let low = Infinity;
      let high = -Infinity;
      for (let at = from; at < to; at += 1) {
        const place = along(order[at]);
        low = Math.min(low, place);
        high = Math.max(high, place);
      }
      const scale = high > low ? LEVELS / (high - low) : 0;
      for (let at = from; at < to; at += 1) key[order[at]] = Math.round((along(order[at]) - low) * scale);
      return LEVELS + 1;
    }
    this.sweep(queue[reached - 1], fromStart, from, to);
    this.sweep(queue[reached - 1], fromEnd, from, to);
    let widest = 0;
    for (let at = from; at < to; at += 1) widest = Math.max(widest, Math.abs(fromStart[order[at]] - fromEnd[order[at]]));
    for (let at = from; at < to; at += 1) key[order[at]] = fromStart[order[at]] - fromEnd[order[at]] + widest;
    return 2 * widest + 1;
  }

  /** Distances from a vertex within a part (-1: not reached); fills the queue and returns how many were reached. */
  private sweep(vertex: number, distance: Int32Array, from: number, to: number): number {
    const { graph, mark, queue, order } = this;
    const inside = mark[vertex];
    for (let at = from; at < to; at += 1) distance[order[at]] = -1;
    distance[vertex] = 0;
    queue[0] = vertex;
    let length = 1;
    for (let at = 0; at < length; at += 1) {
      const here = queue[at];
      for (let edge = graph.starts[here]; edge < graph.starts[here + 1]; edge += 1) {
        const other = graph.neighbours[edge];
        if (mark[other] !== inside || distance[other] >= 0) continue;
        distance[other] = distance[here] + 1;
        queue[length] = other;
        length += 1;
      }
    }
    return length;
  }

  /** Of all cuts {key <= level} of a part the one with the fewest vertices on the lower side's boundary; -1 where none leaves two sides. */
  private bestLevel(from: number, to: number, levels: number): number {
    const { graph, order, mark, key } = this;
    const inside = mark[order[from]];
    const population = new Int32Array(levels);
    const boundary = new Int32Array(levels + 1);
    for (let at = from; at < to; at += 1) {
      const vertex = order[at];
      const here = key[vertex];
      population[here] += 1;
      let furthest = here;
      for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1) {
        const other = graph.neighbours[edge];
        if (mark[other] === inside && key[other] > furthest) furthest = key[other];
      }
      // It is on the boundary of the lower side for here <= level < furthest.
      boundary[here] += 1;
      boundary[furthest] -= 1;
    }
    let below = 0;
    let wide = 0;
    let best = -1;
    let least = Infinity;
    for (let level = 0; level < levels; level += 1) {
      below += population[level];
      wide += boundary[level];
      const lower = below - wide;
      const upper = to - from - below;
      if (lower <= 0 || upper <= 0) continue;
      const share = Math.min(lower, upper) / (lower + upper);
      // A cut off the middle is charged the vertices that it puts on the wrong side: small corners are never cut off one after the other.
      const cost = wide + Math.max(0, LEAST_SHARE - share) * (to - from);
      if (cost < least) {
        least = cost;
        best = level;
      }
    }
    return best;
  }

  /** The two sides of a cut, and between them the fewest vertices that touch every edge across it. */
  private divide(from: number, to: number, level: number): Sides {
    const { graph, order, mark, key, partner } = this;
    const inside = mark[order[from]];
    const crosses = (vertex: number, other: number): boolean => mark[other] === inside && key[other] > level !== key[vertex] > level;
    const rim: number[] = [];
    for (let at = from; at < to; at += 1) {
      const vertex = order[at];
      partner[vertex] = -1;
      this.seen[vertex] = 0;
      if (key[vertex] > level) continue;
      for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1)
        if (crosses(vertex, graph.neighbours[edge])) {
          rim.push(vertex);
          break;
        }
    }
    for (const vertex of rim) this.augment(vertex, crosses);
    // Koenig: what alternating paths from unmatched vertices of the rim reach tells the cover from the rest.
    const reached = new Set<number>();
    const stack = rim.filter((vertex) => partner[vertex] < 0);
    for (const vertex of stack) reached.add(vertex);
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop())
      for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1) {
        const other = graph.neighbours[edge];
        if (!crosses(vertex, other) || reached.has(other)) continue;
        reached.add(other);
        const back = partner[other];
        if (back >= 0 && !reached.has(back)) {
          reached.add(back);
          stack.push(back);
        }
      }
    const cover = new Set(rim.filter((vertex) => !reached.has(vertex)));
    for (const vertex of reached) if (key[vertex] > level) cover.add(vertex);

    const sides: Sides = { lower: [], upper: [], separator: [...cover] };
    for (let at = from; at < to; at += 1) if (!cover.has(order[at])) (key[order[at]] > level ? sides.upper : sides.lower).push(order[at]);
    return sides;
  }

  /**
   * Finds a partner across the cut for a vertex of the rim, moving others along a path if need be (breadth first, so that no path is too
   * deep for the stack).
   */
  private augment(root: number, crosses: (vertex: number, other: number) => boolean): void {
    const { graph, partner, seen, from } = this;
    this.visits += 1;
    const queue = [root];
    for (let at = 0; at < queue.length; at += 1) {
      const vertex = queue[at];
      for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1) {
        const other = graph.neighbours[edge];
        if (!crosses(vertex, other) || seen[other] === this.visits) continue;
        seen[other] = this.visits;
        from[other] = vertex;
        if (partner[other] >= 0) {
          queue.push(partner[other]);
          continue;
        }
        // Turn the path round.
        for (let end = other; end >= 0; ) {
          const start = from[end];
          const next = partner[start];
          partner[end] = start;
          partner[start] = end;
          end = start === root ? -1 : next;
        }
        return;
      }
    }
  }
}

interface Sides {
  readonly lower: number[];
  readonly upper: number[];
  readonly separator: number[];
}
