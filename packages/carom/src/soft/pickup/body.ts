/**
 * A free elastic body as its contacts see it: where its surface nodes stand under given forces on them.
 *
 * A body that touches nothing can be moved freely, so K d = F + G has no inverse. Six springs, at six components of displacement that no
 * rigid motion leaves at zero, make it regular. Under forces in balance those springs carry nothing (six independent forces that are in
 * balance by themselves are zero), so nothing is changed, and
 *
 *     d = C f + u G + R a          with   sum R^T f + R^T G = 0
 *     C = (K + springs)^-1 at the surface,  u gravity's share,  R rigid motions, a their amounts
 *
 * is every solution. It is the inverse side of the condensed stiffness, f = S d - g (fem/condense.ts): nodes that touch nothing drop out,
 * and only contact forces and six numbers are unknown. Columns of C are solved for when a node first touches something, and kept.
 *
 * Moments are taken on the undeformed shape and K is never rebuilt: linear theory.
 * Letters: K stiffness, d displacement, F f contact forces, G weight, C compliance, R rigid.  Source: 000 section 6.2, eq. (6.3).
 */
import { InvalidInputError } from "../../errors.js";
import { type LargeSystems, largeSystems } from "../../math/lu-large.js";
import { factorLdl, type LdlFactor, solveKept, solveLdl, solveLdlAround, solveLdlMany } from "../../math/sparse/ldl.js";
import { fromDense, type SparseSymmetric } from "../../math/sparse/symmetric.js";
import { checkMaterial, type SoftMaterial } from "../fem/material.js";
import { checkMesh, distance, meshExtent, type TetMesh } from "../mesh/mesh.js";
import { looseNodes } from "../mesh/support.js";
import { type MeshSurface, meshSurface, nodeNormals } from "../mesh/surface.js";
import { atSurface, complianceAmong, complianceColumns } from "./compliance.js";
import { type CondensedStiffness, condenser } from "./condensed-stiffness.js";
import { type ElasticModel, elasticModel, type ModelOptions } from "./elastic-model.js";
import { type Approach, keptNodes, likelyNodes, type NearNodes } from "./near-nodes.js";

export interface SoftBody {
  readonly mesh: TetMesh;
  readonly material: SoftMaterial;
  readonly surface: MeshSurface;
  /** Outward, unit, 3 for each node of the mesh. */
  readonly normals: Float64Array;
  /** Of its nodes: those of the mesh, with quadratic elements followed by those on edges. */
  readonly stiffness: SparseSymmetric;
  /** Where they are without load, 3 each, m. */
  readonly places: Float64Array;
  /** N. */
  readonly weight: number;
  /** On every node, N. */
  readonly gravity: Float64Array;
  /** Of the surface nodes, undeformed, 3 each, m. */
  readonly rest: Float64Array;
  /** Places of all surface nodes among themselves: 0, 1, 2 and so on. */
  readonly everyNode: Int32Array;
  /** Displacement of the surface nodes under the weight with the springs, m. */
  readonly sag: Float64Array;
  /** 18 numbers for each surface node: 3 rows of 6, turns about the centre per `size`. */
  readonly rigid: Float64Array;
  /** Sum of R^T G. */
  readonly weightResultant: Float64Array;
  /** Work of the weight on its own sag, G . u G, J. */
  readonly weightWork: number;
  /** Length that turns are measured by, m. */
  readonly size: number;
  /** Mean edge of the surface, m. */
  readonly spacing: number;
  /** The springs: at a component of displacement of a surface node (by its place among them), N/m. */
  readonly springs: readonly { readonly node: number; readonly axis: number; readonly stiffness: number }[];
  /** The stiffness condensed to the surface nodes that are needed (by their places among them) and those with springs, until the next. */
  condensed(needed: Iterable<number>): CondensedStiffness;
  /** 3 columns of C for a surface node, one after the other, each over all surface nodes. */
  compliance(node: number): Float64Array;
  /** Solves for the columns of C of these surface nodes and of some neighbours, all at once, where that was not done before. */
  prepare(nodes: ArrayLike<number>): void;
  /** Where the columns of C of some surface nodes stand for rows of some, solved for if need be. */
  among(columns: ArrayLike<number>, rows: ArrayLike<number>): ComplianceAmong;
  /** Of a large body: the nodes that may come into touch. */
  readonly near?: NearNodes;
  /** Room for the matrices of all rounds of Newton's method, by far the largest thing that a round makes. */
  readonly systems: LargeSystems;
  /** Displacement of every node under forces on all, with some surface nodes held and the springs in place: a little too stiff. */
  held(nodes: readonly number[]): (load: Float64Array) => Float64Array;
  /** Of quadratic elements: all of their nodes, and what these do when those of the body are moved. */
  readonly quadratic?: ElasticModel["quadratic"];
  /** Displacements of states that were worked out. */
  readonly displacements: WeakMap<object, Float64Array>;
  /** Displacement of every node, those of the mesh first, under some loads, each by itself. */
  solve(loads: readonly BodyLoad[]): Float64Array[];
}

/** Forces on the surface nodes, N, amounts of the rigid motions, and the part of the weight that acts. */
export interface BodyLoad {
  readonly force: Float64Array;
  readonly rigid: Float64Array;
  readonly gravity: number;
}

/** A part of C: `numbers` of a node has its column by `axis` from `start(node) + axis * stride` on, and there three rows of a node. */
export interface ComplianceAmong {
  readonly stride: number;
  numbers(node: number): Float64Array;
  start(node: number): number;
  row(node: number): number;
}

export interface SoftBodyOptions extends ModelOptions {
  /** Multiplies the stiffness; 0.5 is the source's, for comparison with its figures. Default 1. */
  readonly stiffnessScale?: number;
  /** What is known of what will touch it. Default: nothing, columns of the compliance are solved for as nodes touch. */
  readonly approach?: Approach;
}

export function softBody(given: TetMesh, material: SoftMaterial, weight: number, options: SoftBodyOptions = {}): SoftBody {
  checkMaterial(material);
  if (!(weight >= 0 && weight < Infinity)) throw new InvalidInputError("weight", weight, "is not a number at or above 0");
  const scale = options.stiffnessScale ?? 1;
  if (!(scale > 0 && scale < Infinity)) throw new InvalidInputError("stiffnessScale", scale, "is not a number above 0");
  const mesh = checkMesh(given);
  checkOnePiece(mesh);
  const surface = meshSurface(mesh);
  const { youngModulus, poissonRatio } = material;
  const model = elasticModel(mesh, surface, { youngModulus: scale * youngModulus, poissonRatio }, weight, options);
  const { stiffness, gravity, places } = model;
  const size = meshExtent(mesh.nodes);
  const modes = rigidMotions(places, size);
  const springs = springsOf(stiffness, modes.subarray(0, 6 * mesh.nodes.length));
  const { nodes } = surface;
  const normals = nodeNormals(mesh, surface);
  const inSurface = new Map(Array.from(nodes, (node, k) => [node, k]));
  const heldBySprings = springs.map(({ row, stiffness: spring }) => {
    const axis = row % 3;
    return { node: inSurface.get((row - axis) / 3) as number, axis, stiffness: spring };
  });
  const { approach } = options;
  const likely = approach === undefined ? [] : likelyNodes(places, normals, surface, approach);
  const kept = Int32Array.from(new Set([...likely, ...(approach === undefined ? [] : heldBySprings.map(({ node }) => node))])).sort();
  const eliminated = factorLdl(withSprings(stiffness, springs), { block: 3, coordinates: places, kept: kept.map((k) => nodes[k]) });
  const { near, factor } = kept.length === 0 ? { near: undefined, factor: eliminated } : keptNodes(eliminated, kept, nodes.length);

  const rest = atSurface(mesh.nodes, nodes);
  const sagging = solveLdl(factor, gravity);
  const rigid = new Float64Array(18 * nodes.length);
  nodes.forEach((node, k) => {
    rigid.set(modes.subarray(18 * node, 18 * node + 18), 18 * k);
  });
  const weightResultant = new Float64Array(6);
  let weightWork = 0;
  for (let row = 0; row < gravity.length; row++) {
    weightWork += gravity[row] * sagging[row];
    for (let mode = 0; mode < 6; mode++) weightResultant[mode] += modes[6 * row + mode] * gravity[row];
  }

  const compliances = complianceColumns(factor, surface, inSurface, near);
  return {
    mesh,
    material,
    surface,
    normals,
    stiffness,
    places,
    ...(model.quadratic === undefined ? {} : { quadratic: model.quadratic }),
    weight,
    gravity,
    rest,
    everyNode: Int32Array.from(nodes.keys()),
    sag: atSurface(sagging, nodes),
    rigid,
    weightResultant,
    weightWork,
    size,
    spacing: meanEdge(mesh, surface),
    springs: heldBySprings,
    condensed: condenser(compliances, heldBySprings),
    ...compliances,
    ...(near === undefined ? {} : { near }),
    systems: largeSystems(),
    displacements: new WeakMap(),
    held(some) {
      if (some.length === 0) return (load) => solveLdl(factor, load);
      const among = factorLdl(fromDense(complianceAmong(compliances, some, some), 3 * some.length), { block: 3 });
      if (near !== undefined && some.every((node) => near.place[node] >= 0)) return heldNear(factor, near, some, among);
      return (load) => {
        const free = solveLdl(factor, load);
        // What holds them takes back what they would move.
        const push = solveLdl(
          among,
          Float64Array.from({ length: 3 * some.length }, (_, row) => free[3 * nodes[some[(row - (row % 3)) / 3]] + (row % 3)]),
        );
        const whole = load.slice();
        for (let row = 0; row < push.length; row++) whole[3 * nodes[some[(row - (row % 3)) / 3]] + (row % 3)] -= push[row];
        return solveLdl(factor, whole);
      };
    },
    solve(loads) {
      const { length } = gravity;
      // Without the weight, whose sag is known, a few nodes are loaded, and most of the forward pass is left out.
      const sides = new Float64Array(loads.length * length);
      loads.forEach(({ force }, side) => {
        nodes.forEach((node, k) => {
          for (let i = 0; i < 3; i++) sides[side * length + 3 * node + i] = force[3 * k + i];
        });
      });
      const all = loads.length === 1 ? solveLdl(factor, sides) : solveLdlMany(factor, sides);
      return loads.map(({ rigid: amounts, gravity: share }, side) => {
        const out = all.slice(side * length, (side + 1) * length);
        for (let row = 0; row < length; row++) {
          let sum = out[row] + share * sagging[row];
          for (let mode = 0; mode < 6; mode++) sum += modes[6 * row + mode] * amounts[mode];
          out[row] = sum;
        }
        return out;
      });
    },
  };
}

/** The same where those that are held are among the kept nodes: what holds them is known before anything else moves. */
function heldNear(factor: LdlFactor, { place, compliance }: NearNodes, some: readonly number[], among: LdlFactor) {
  const row = (index: number): number => 3 * place[some[(index - (index % 3)) / 3]] + (index % 3);
  return (load: Float64Array): Float64Array =>
    solveLdlAround(factor, load, (kept) => {
      const free = kept.slice();
      solveKept(compliance, free, 0, 1);
      const push = solveLdl(
        among,
        Float64Array.from({ length: 3 * some.length }, (_, index) => free[row(index)]),
      );
      for (let index = 0; index < push.length; index++) kept[row(index)] -= push[index];
      solveKept(compliance, kept, 0, 1);
    });
}

/**
 * Row by row, 6 for each component of displacement: translations, and turns about the centre that move a point at distance `size` by one.
 */
function rigidMotions(nodes: Float64Array, size: number): Float64Array {
  const count = nodes.length / 3;
  const centre = [0, 0, 0];
  for (let at = 0; at < nodes.length; at++) centre[at % 3] += nodes[at] / count;
  const rows = new Float64Array(6 * nodes.length);
  for (let node = 0; node < count; node++) {
    const [x, y, z] = [0, 1, 2].map((i) => (nodes[3 * node + i] - centre[i]) / size);
    rows.set([1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x, 0, 0, 1, y, -x, 0], 18 * node);
  }
  return rows;
}

interface Spring {
  /** Row of the stiffness. */
  readonly row: number;
  /** N/m. */
  readonly stiffness: number;
}

/** Springs as stiff as the body at six components chosen one after the other, each the one that rigid motions not yet held move most. */
function springsOf(matrix: SparseSymmetric, modes: Float64Array): Spring[] {
  const left = modes.slice();
  const found: Spring[] = [];
  for (let spring = 0; spring < 6; spring++) {
    let chosen = 0;
    let most = 0;
    for (let row = 0; 6 * row < left.length; row++) {
      let square = 0;
      for (let mode = 0; mode < 6; mode++) square += left[6 * row + mode] * left[6 * row + mode];
      if (square > most * (1 + 1e-9)) {
        most = square;
        chosen = row;
      }
    }
    const unit = left.slice(6 * chosen, 6 * chosen + 6).map((value) => value / Math.sqrt(most));
    for (let row = 0; 6 * row < left.length; row++) {
      let along = 0;
      for (let mode = 0; mode < 6; mode++) along += left[6 * row + mode] * unit[mode];
      for (let mode = 0; mode < 6; mode++) left[6 * row + mode] -= along * unit[mode];
    }
    // The first entry of a column is its diagonal.
    found.push({ row: chosen, stiffness: matrix.values[matrix.columnStarts[chosen]] });
  }
  return found;
}

function withSprings(matrix: SparseSymmetric, springs: readonly Spring[]): SparseSymmetric {
  const values = matrix.values.slice();
  for (const { row, stiffness } of springs) values[matrix.columnStarts[row]] += stiffness;
  return { ...matrix, values };
}

function meanEdge({ nodes }: TetMesh, { triangles }: MeshSurface): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at++) {
    sum += distance(nodes, triangles[at], triangles[at % 3 === 2 ? at - 2 : at + 1]);
  }
  return sum / triangles.length;
}

function checkOnePiece(mesh: TetMesh): void {
  const [loose] = looseNodes(mesh, mesh.tetrahedra.slice(0, 4));
  if (loose !== undefined)
    throw new InvalidInputError(
      `mesh.nodes[${loose}]`,
      Array.from(mesh.nodes.subarray(3 * loose, 3 * loose + 3)),
      "does not hang together with the first element, or by an edge or a node only: a body is one piece",
    );
}
