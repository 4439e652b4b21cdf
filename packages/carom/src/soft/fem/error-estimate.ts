/**
 * How far a result on quadratic tetrahedra is from that of a mesh without end: from the jumps of its stress.
 *
 * The stress at the four points of each element is extrapolated to the corners and averaged there by volume; inside it is taken linear.
 * That recovered stress is closer to the truth than the one of the elements, so that the energy of their difference measures the error:
 *
 *     eta^2 = integral of (sigma* - sigma) : C^-1 : (sigma* - sigma)
 *
 * The error of the work of the loads f . u (the square of the error in energy) is between 1.4 and 2.1 eta^2 on the bodies of
 * docs/soft-bodies.md; 1.8 eta^2 is given. Linear tetrahedra are blind to their own error by this way (a third of it is seen): the
 * difference from quadratic ones on the same mesh is 93 to 99 % of theirs, and is taken.
 *
 * Source: Zienkiewicz and Zhu 1987; the factor: measured.
 */
import { SolverError } from "../../errors.js";
import type { TetMesh } from "../mesh/mesh.js";
import { deformationAt } from "./assemble.js";
import type { ElasticResponse } from "./elasticity.js";
import type { SoftMaterial } from "./material.js";
import { edgeEnds, type QuadraticStart, quadraticSolution } from "./quadratic-solution.js";
import { assertQuadratic, bodyLoad, FAR, NEAR, type Solid, solidOf, solidVolume } from "./solid.js";

/** Error of f . u over eta^2. */
const MEASURED = 1.8;

/** An estimate of the discretisation error. */
export interface ErrorEstimate {
  /** eta^2, J. */
  readonly etaSquared: number;
  /** Of f . u, which elements make too small, J. */
  readonly workError: number;
}

/** Estimates the error of a displacement of a solid of quadratic elements. */
export function errorEstimate(
  solid: Solid,
  response: ElasticResponse,
  { youngModulus, poissonRatio }: SoftMaterial,
  displacement: ArrayLike<number>,
): ErrorEstimate {
  assertQuadratic(solid);
  const { elements, perElement, points, volumes, corners } = solid;
  const count = elements.length / perElement;
  const stresses = pointStresses(solid, response, displacement);
  const recovered = new Float64Array(6 * corners);
  const weights = new Float64Array(corners);
  const own = (1 - FAR) / (NEAR - FAR);
  const other = -FAR / (NEAR - FAR);
  for (let element = 0; element < count; element += 1) {
    let volume = 0;
    for (let point = 0; point < points; point += 1) volume += volumes[element * points + point];
    for (let corner = 0; corner < 4; corner += 1) {
      const node = elements[element * perElement + corner];
      weights[node] += volume;
      for (let part = 0; part < 6; part += 1) {
        let sum = 0;
        for (let point = 0; point < points; point += 1)
          sum += (point === corner ? own : other) * stresses[6 * (element * points + point) + part];
        recovered[6 * node + part] += volume * sum;
      }
    }
  }
  for (let node = 0; node < corners; node += 1) for (let part = 0; part < 6; part += 1) recovered[6 * node + part] /= weights[node];
  let etaSquared = 0;
  const off = new Float64Array(6);
  for (let element = 0; element < count; element += 1)
    for (let point = 0; point < points; point += 1) {
      const at = element * points + point;
      for (let part = 0; part < 6; part += 1) {
        let sum = -stresses[6 * at + part];
        for (let corner = 0; corner < 4; corner += 1)
          sum += (corner === point ? NEAR : FAR) * recovered[6 * elements[element * perElement + corner] + part];
        off[part] = sum;
      }
      const trace = off[0] + off[1] + off[2];
      let square = 0;
      for (let part = 0; part < 6; part += 1) square += (part < 3 ? 1 : 2) * off[part] * off[part];
      etaSquared += (volumes[at] * ((1 + poissonRatio) * square - poissonRatio * trace * trace)) / youngModulus;
    }
  return { etaSquared, workError: MEASURED * etaSquared };
}

/**
 * The share of f . u that linear tetrahedra miss under their own weight, by quadratic ones on the same mesh; displacements are too small by
 * about the same share.
 */
export function errorOfLinear(mesh: TetMesh, held: Int32Array, material: SoftMaterial): number {
  const solid = solidOf(mesh, "quadratic");
  const load = bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -material.youngModulus;
  });
  const { work, linearWork } = quadraticSolution(solid, material, load, held, finerNodes(mesh) > MANY ? SOON : ENOUGH);
  return work > 0 ? Math.max(0, 1 - linearWork / work) : 0;
}

/** To which conjugate gradients go where an error is estimated; on many nodes they end sooner. The work is right to the square of it. */
const ENOUGH = 1e-6;
const SOON = 1e-3;
const MANY = 30_000;
/** The same where contacts are held: two digits of an estimate are all that it has. */
const ROUGHLY = 1e-2;

/** Linear tetrahedra in equilibrium, with what holds them. */
export interface LinearEquilibrium {
  /** Without load. */
  readonly mesh: TetMesh;
  /** The same everywhere. */
  readonly material: SoftMaterial;
  /** Its law, see elasticResponse(). */
  readonly response: ElasticResponse;
  /** Of all nodes, m. */
  readonly displacement: ArrayLike<number>;
  /** Nodes that touch something, which stay where they are. */
  readonly held: ArrayLike<number>;
  /** That acts on the volume, N. */
  readonly weight: readonly [number, number, number];
  /** Stored, J. */
  readonly energy: number;
  /** See QuadraticStart. */
  readonly corners?: QuadraticStart["corners"];
}

/**
 * The share by which linear tetrahedra have too much energy while what touches them stays where it is: push and work at a given depth are
 * too large, and displacements under given forces too small, by about that share. One step of Newton's method on quadratic ones of the same
 * corners, from where the linear ones are. Undefined for a mesh too large to be compared, for fewer than three nodes that touch, and where
 * the finer elements would buckle.
 */
export function excessOfLinear(from: LinearEquilibrium): number | undefined {
  const { mesh, material, response, displacement, held, weight, energy, corners } = from;
  if (!(energy > 0) || held.length < 3 || finerNodes(mesh) > MOST_COMPARED) return undefined;
  const solid = solidOf(mesh, "quadratic");
  const volume = solidVolume(solid);
  const load = bodyLoad(solid, (_x, _y, _z, out) => {
    for (let axis = 0; axis < 3; axis += 1) out[axis] = weight[axis] / volume;
  });
  const raised = new Float64Array(solid.nodes.length);
  for (let row = 0; row < 3 * solid.corners; row += 1) raised[row] = displacement[row];
  const ends = edgeEnds(solid);
  for (let edge = 0; 2 * edge < ends.length; edge += 1)
    for (let axis = 0; axis < 3; axis += 1)
      raised[3 * (solid.corners + edge) + axis] =
        0.5 * (displacement[3 * ends[2 * edge] + axis] + displacement[3 * ends[2 * edge + 1] + axis]);
  try {
    const { work } = quadraticSolution(solid, material, load, held, ROUGHLY, {
      response,
      displacement: raised,
      ...(corners === undefined ? {} : { corners }),
    });
    return (0.5 * work) / energy;
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
}

/** Corners and edges, which the quadratic elements of a mesh have for nodes; there are about 1.2 edges for each element. */
export const finerNodes = ({ nodes, tetrahedra }: TetMesh): number => nodes.length / 3 + 1.3 * (tetrahedra.length / 4);

/** Beyond this many nodes of quadratic elements a comparison would cost more than the result. */
export const MOST_COMPARED = 100_000;

/** Stress by the undeformed shape at every point, its symmetric part: xx, yy, zz, xy, yz, zx. */
function pointStresses(solid: Solid, response: ElasticResponse, displacement: ArrayLike<number>): Float64Array {
  const { volumes, points } = solid;
  const out = new Float64Array(6 * volumes.length);
  const f = new Float64Array(9);
  const p = new Float64Array(9);
  for (let at = 0; at < volumes.length; at += 1) {
    deformationAt(solid, displacement, Math.floor(at / points), at % points, f);
    response(f, p);
    out.set([p[0], p[4], p[8], (p[1] + p[3]) / 2, (p[5] + p[7]) / 2, (p[2] + p[6]) / 2], 6 * at);
  }
  return out;
}
