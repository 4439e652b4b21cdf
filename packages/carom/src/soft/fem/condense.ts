/**
 * A solid reduced to the nodes that can touch something.
 *
 * Nodes that no outside force acts on, i, follow the others, C: with K_ii d_i = G_i - K_iC d_C put into the rest,
 *
 *     S = K_CC - K_Ci K_ii^-1 K_iC        g = G_C - K_Ci K_ii^-1 G_i        contact forces f = S d_C - g
 *
 * S is symmetric and positive semidefinite with the six rigid motions. K_ii is factorised once; S is what its elimination leaves.
 *
 * Letters: S stiffness, g load, C candidates.  Source: 000 section 6.2; static condensation: Guyan 1965.
 */
import { InvalidInputError } from "../../errors.js";
import { backwardLdl, factorLdl, forwardLdl, fromOrder, toOrder } from "../../math/sparse/ldl.js";
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";

/** A stiffness with the unknowns that carry no load eliminated. */
export interface Condensed {
  /** The candidate nodes, as given. */
  readonly nodes: Int32Array;
  /** S, row-major, three rows a candidate, N/m. */
  readonly stiffness: Float64Array;
  /** g, three numbers a candidate, N. */
  readonly load: Float64Array;
  /** g for another load on all nodes, N. */
  loadOf(load: ArrayLike<number>): Float64Array;
  /** Displacement of all nodes from that of the candidates, under the load given at first or another. */
  recover(displacement: ArrayLike<number>, load?: ArrayLike<number>): Float64Array<ArrayBuffer>;
}

/** `coordinates`: those of the nodes; they make the elimination cheaper. */
export function condense(
  stiffness: SparseSymmetric,
  load: ArrayLike<number>,
  candidates: Int32Array,
  coordinates?: ArrayLike<number>,
): Condensed {
  const count = stiffness.size / 3;
  if (candidates.length === 0) throw new InvalidInputError("candidates", [], "is not a list of at least one node");
  const seen = new Uint8Array(count);
  for (const node of candidates) {
    if (!(node >= 0 && node < count)) throw new InvalidInputError("candidates", node, `is not a node (there are ${count})`);
    if (seen[node] === 1) throw new InvalidInputError("candidates", node, "is named twice");
    seen[node] = 1;
  }
  const factor = factorLdl(stiffness, { block: 3, kept: candidates, ...(coordinates === undefined ? {} : { coordinates }) });
  const kept = stiffness.size - 3 * candidates.length;
  const forward = (vector: ArrayLike<number>): Float64Array => {
    const ordered = toOrder(factor.symbolic, vector);
    forwardLdl(factor, ordered);
    return ordered;
  };
  const reduced = forward(load);
  return {
    nodes: candidates,
    stiffness: factor.schur,
    load: reduced.slice(kept),
    loadOf: (other) => forward(other).slice(kept),
    recover(displacement, other) {
      const ordered = other === undefined ? reduced.slice() : forward(other);
      ordered.set(Float64Array.from(displacement), kept);
      backwardLdl(factor, ordered);
      return fromOrder(factor.symbolic, ordered, new Float64Array(stiffness.size));
    },
  };
}
