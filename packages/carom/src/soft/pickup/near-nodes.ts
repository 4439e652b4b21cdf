/**
 * The nodes of a large body that may come into touch, and its compliance among them.
 *
 * A pickup touches a few hundred of some thousand surface nodes, and which ones can be told beforehand: those that stand low, and those
 * that a finger comes to on its way. They are eliminated last: what is left of the stiffness then, its Schur complement, is small, and its
 * inverse is the compliance among them all. Rounds of Newton's method see nothing else; where the other nodes are is worked out once for
 * every increment that is accepted, and if one of them has come into touch all nodes are looked at from there on.
 */
import { factorLdl, inverseLdl, type LdlFactor } from "../../math/sparse/ldl.js";
import { fromDense } from "../../math/sparse/symmetric.js";
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import type { MeshSurface } from "../mesh/surface.js";

/** What may touch a body besides the table: balls that begin beside it. */
export interface Approach {
  readonly fingers: readonly { readonly near: Vec3; readonly radius: number }[];
  /** To which the fingers go in, m. */
  readonly depth: number;
}

export interface NearNodes {
  /** By their places among the surface nodes, ascending. */
  readonly nodes: Int32Array;
  /** Of every surface node its place among those, -1 for the others. */
  readonly place: Int32Array;
  /** C among them, row-major, three rows a node, m/N. */
  readonly compliance: Float64Array;
  /** False from when another node came into touch: they are not all, and all nodes are looked at. */
  enough: boolean;
}

/** Fewer nodes of a mesh than this are solved for as they come into touch. */
export const LARGE = 1000;
/** Nodes that are kept because they may come into touch, besides those that stand on the table. */
const MOST_NEAR = 200;
/** Of the depth: what is not farther from the table stands on it, and how far from an obstacle the others may be. */
const STANDS = 1e-6;
const FARTHEST = 2;

/** Surface nodes (by their places among them) that stand on the table, and those nearest to it or to a finger. */
export function likelyNodes(places: Float64Array, normals: Float64Array, { nodes }: MeshSurface, { fingers, depth }: Approach): number[] {
  const at = (node: number): Vec3 => [places[3 * node], places[3 * node + 1], places[3 * node + 2]];
  const balls = fingers.map(({ near, radius }) => {
    const node = nodes.reduce((best, each) => (norm(subtract(at(each), near)) < norm(subtract(at(best), near)) ? each : best), nodes[0]);
    const [x, y, z] = at(node);
    const centre: Vec3 = [x + radius * normals[3 * node], y + radius * normals[3 * node + 1], z + radius * normals[3 * node + 2]];
    return { centre, radius };
  });
  const gaps = Float64Array.from(nodes, (node) =>
    balls.reduce((least, { centre, radius }) => Math.min(least, norm(subtract(at(node), centre)) - radius), places[3 * node + 2]),
  );
  const within = (share: number): number[] => Array.from(nodes.keys()).filter((node) => gaps[node] <= share * depth);
  const standing = within(STANDS);
  const order = within(FARTHEST).sort((a, b) => gaps[a] - gaps[b] || a - b);
  return order.slice(0, standing.length + MOST_NEAR);
}

/** The compliance among the nodes that a factorisation has kept, and that factorisation made whole by it. */
export function keptNodes(factor: LdlFactor, nodes: Int32Array, count: number): { readonly near: NearNodes; readonly factor: LdlFactor } {
  const width = 3 * nodes.length;
  const compliance = inverseLdl(factorLdl(fromDense(factor.schur, width), { block: 3 }));
  const place = new Int32Array(count).fill(-1);
  nodes.forEach((node, k) => {
    place[node] = k;
  });
  return { near: { nodes, place, compliance, enough: true }, factor: { ...factor, schur: new Float64Array(0), keptInverse: compliance } };
}
