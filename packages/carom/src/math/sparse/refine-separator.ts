/**
 * Makes a separator smaller: vertices of it move to one of the two sides and pull into it what they touch on the other.
 *
 * A move gains one less the vertices pulled in. The best is taken even where it loses, every vertex moves once in a pass, and at the end of
 * the pass all goes back to where the separator was smallest; so it comes out of hollows. Passes end where one gains nothing.
 *
 * Source: Fiduccia and Mattheyses, A linear-time heuristic for improving network partitions, 1982; for separators of vertices: Ashcraft and
 * Liu, 1997.
 */
import type { Graph } from "./symmetric.js";

/** What a vertex belongs to. */
export const LOWER = 0;
export const UPPER = 1;
export const SEPARATOR = 2;

const MOST_PASSES = 6;
/** Moves after which a pass ends that has found nothing better. */
const IN_VAIN = 80;
/** Share of the vertices that a side may have. */
const LARGEST_SHARE = 0.62;

/** @param side of each vertex of the graph, -1 for those outside of the part; changed in place */
export function refineSeparator(graph: Graph, vertices: ArrayLike<number>, side: Int8Array): void {
  const work = new Refinement(graph, vertices, side);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) if (!work.pass()) return;
}

class Refinement {
  private readonly graph: Graph;
  private readonly side: Int8Array;
  /** Of each vertex its neighbours in the lower side, then of each those in the upper one. */
  private readonly touching: Int32Array;
  private readonly moved: Uint8Array;
  private readonly sizes = [0, 0, 0];
  private readonly separator: number[] = [];
  /** Of each vertex its place in the separator. */
  private readonly place: Int32Array;
  private readonly largest: number;
  /** Changes of this pass: vertex and the side that it had. */
  private readonly changes: number[] = [];

  constructor(graph: Graph, vertices: ArrayLike<number>, side: Int8Array) {
    const count = side.length;
    this.graph = graph;
    this.side = side;
    this.touching = new Int32Array(2 * count);
    this.moved = new Uint8Array(count);
    this.place = new Int32Array(count);
    for (let at = 0; at < vertices.length; at += 1) {
      const vertex = vertices[at];
      this.sizes[side[vertex]] += 1;
      if (side[vertex] === SEPARATOR) this.place[vertex] = this.separator.push(vertex) - 1;
      else this.tell(vertex, side[vertex], 1);
    }
    this.largest = Math.max(LARGEST_SHARE * vertices.length, this.sizes[LOWER], this.sizes[UPPER]);
  }

  /** True where the separator became smaller, or as small and the sides more alike. */
  pass(): boolean {
    const { sizes, changes, moved } = this;
    const start = this.cost();
    let least = start;
    let kept = 0;
    changes.length = 0;
    const seen: number[] = [];
    for (let inVain = 0; inVain < IN_VAIN; inVain += 1) {
      const move = this.bestMove();
      if (move < 0) break;
      const vertex = move >> 1;
      this.apply(vertex, move & 1);
      moved[vertex] = 1;
      seen.push(vertex);
      if (this.cost() < least) {
        least = this.cost();
        kept = changes.length;
        inVain = 0;
      }
    }
    for (let at = changes.length - 2; at >= kept; at -= 2) this.put(changes[at], changes[at + 1]);
    for (const vertex of seen) moved[vertex] = 0;
    return sizes[SEPARATOR] > 0 && least < start;
  }

  private cost(): number {
    const [lower, upper, separator] = this.sizes;
    return separator + (0.2 * separator * Math.abs(lower - upper)) / (lower + upper + separator);
  }

  /** Twice the vertex, and one more if it goes to the upper side; -1 for none. */
  private bestMove(): number {
    const { separator, touching, moved, sizes, largest } = this;
    let best = -1;
    let most = -Infinity;
    for (const vertex of separator) {
      if (moved[vertex] === 1) continue;
      for (let to = LOWER; to <= UPPER; to += 1) {
        const pulled = touching[2 * vertex + 1 - to];
        // The side that is smaller first, where the gain is the same.
        const gain = 1 - pulled + (sizes[to] < sizes[1 - to] ? 0.5 : 0);
        if (gain <= most || sizes[to] + 1 > largest || sizes[1 - to] - pulled < 1) continue;
        most = gain;
        best = 2 * vertex + to;
      }
    }
    return best;
  }

  private apply(vertex: number, to: number): void {
    const { graph, side, changes } = this;
    for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1) {
      const other = graph.neighbours[edge];
      if (side[other] !== 1 - to) continue;
      changes.push(other, side[other]);
      this.put(other, SEPARATOR);
    }
    changes.push(vertex, SEPARATOR);
    this.put(vertex, to);
  }

  private put(vertex: number, to: number): void {
    const { side, sizes, separator, place } = this;
    const from = side[vertex];
    sizes[from] -= 1;
    sizes[to] += 1;
    side[vertex] = to;
    if (from === SEPARATOR) {
      const last = separator.pop() as number;
      if (last !== vertex) {
        separator[place[vertex]] = last;
        place[last] = place[vertex];
      }
    } else this.tell(vertex, from, -1);
    if (to === SEPARATOR) place[vertex] = separator.push(vertex) - 1;
    else this.tell(vertex, to, 1);
  }

  private tell(vertex: number, which: number, change: number): void {
    const { graph, touching } = this;
    for (let edge = graph.starts[vertex]; edge < graph.starts[vertex + 1]; edge += 1)
      touching[2 * graph.neighbours[edge] + which] += change;
  }
}
