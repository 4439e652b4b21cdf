/**
 * Equilibrium of a solid under dead loads, with some nodes held at given places: the least of stored energy less work of the loads.
 *
 * Newton's method. Where the tangent stiffness is not positive definite, a multiple of the unit matrix is added, growing until it is; the
 * step is halved until the potential falls and no element is turned inside out. All tangents have one pattern, which is analysed once.
 *
 * Source: Nocedal and Wright, Numerical Optimization, 2006, algorithms 3.1 and 3.3.
 */
import { SolverError } from "../../errors.js";
import { factorLdlNumeric, type LdlFactor, solveLdl } from "../../math/sparse/ldl.js";
import { type LdlSymbolic, ldlSymbolic } from "../../math/sparse/symbolic.js";
import { type SparseSymmetric, submatrix } from "../../math/sparse/symmetric.js";
import { type Assembled, assemble, energyOf, solidPattern } from "./assemble.js";
import type { ElasticResponse } from "./elasticity.js";
import { freeRows } from "./quadratic-solution.js";
import type { Solid } from "./solid.js";

/** A solid, what it is made of, what pulls at it and what holds it. */
export interface EquilibriumProblem {
  /** Its shape without load. */
  readonly solid: Solid;
  /** Its law, see elasticResponse(). */
  readonly response: ElasticResponse;
  /** Dead forces on all nodes, N, three numbers a node. */
  readonly load: ArrayLike<number>;
  /** Nodes that are held where the start puts them. */
  readonly held: ArrayLike<number>;
}

/** When the search ends. */
export interface EquilibriumOptions {
  /** Largest force out of balance over the largest internal force. Default 1e-9. */
  readonly tolerance?: number;
  /** Default 60. */
  readonly maximumSteps?: number;
}

/** A solid in equilibrium. */
export interface Equilibrium {
  /** Of all nodes, m. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** Stored, J. */
  readonly energy: number;
  /** On every node by what holds it, N; zero to rounding where nothing does. */
  readonly reactions: Float64Array<ArrayBuffer>;
  /** Largest force out of balance over the largest internal force. */
  readonly residual: number;
  /** Steps of Newton's method. */
  readonly steps: number;
  /** Factorisations that met a tangent that is not positive definite. */
  readonly shifts: number;
  /** Times that a step was halved. */
  readonly halvings: number;
}

/** Share of the slope by which the potential must fall. */
const FALLS = 1e-4;
const MOST_HALVINGS = 30;
/** Fall of the potential, over the energy, that rounding hides. */
const ROUNDING = 1e-10;
const FIRST_SHIFT = 1e-3;
const MOST_SHIFTS = 20;

/** Finds the equilibrium near a start, which also says where held nodes are. */
export function equilibrium(problem: EquilibriumProblem, start: ArrayLike<number>, options: EquilibriumOptions = {}): Equilibrium {
  const { solid, response, load } = problem;
  const { tolerance = 1e-9, maximumSteps = 60 } = options;
  const system = freeSystem(problem);
  let displacement = Float64Array.from(start);
  let at = assemble(solid, response, displacement, system.pattern);
  if (!(at.energy < Infinity)) throw new SolverError("the start turns an element inside out", {});
  const [counts, reactions] = [{ shifts: 0, halvings: 0 }, new Float64Array(displacement.length)];
  for (let steps = 0; ; steps += 1) {
    const right = Float64Array.from(system.free, (row) => load[row] - at.force[row]);
    const residual = largest(right) / Math.max(largest(at.force), Number.MIN_VALUE);
    if (residual <= tolerance || right.length === 0) {
      for (let row = 0; row < reactions.length; row += 1) reactions[row] = at.force[row] - load[row];
      return { displacement, energy: at.energy, reactions, residual, steps, ...counts };
    }
    if (steps === maximumSteps) throw new SolverError("no equilibrium was found", { steps, residual });
    const factor = factored(system, at.tangent as SparseSymmetric, counts);
    const step = solveLdl(factor, right);
    const next = searched(problem, system.free, { displacement, energy: at.energy, right }, step, counts);
    if (next === undefined) throw new SolverError("no equilibrium was found: no step lowers the potential", { steps, residual });
    displacement = next;
    at = assemble(solid, response, displacement, system.pattern) as Assembled;
  }
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i += 1) most = Math.max(most, Math.abs(values[i]));
  return most;
}

interface FreeSystem {
  /** Unknowns, ascending. */
  readonly free: Int32Array;
  readonly pattern: ReturnType<typeof solidPattern>;
  readonly places: Float64Array;
  symbolic?: LdlSymbolic;
}

function freeSystem({ solid, held }: EquilibriumProblem): FreeSystem {
  const free = freeRows(solid.nodes.length / 3, held);
  return { free, pattern: solidPattern(solid), places: Float64Array.from(free, (row) => solid.nodes[row]) };
}

/** The tangent on the free unknowns, shifted until it is positive definite. */
function factored(system: FreeSystem, tangent: SparseSymmetric, counts: { shifts: number }): LdlFactor {
  const matrix = submatrix(tangent, system.free);
  system.symbolic ??= ldlSymbolic(matrix, { block: 3, coordinates: system.places });
  const { columnStarts, values, size } = matrix;
  let mean = 0;
  for (let column = 0; column < size; column += 1) mean += Math.abs(values[columnStarts[column]]) / size;
  let shift = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return factorLdlNumeric(matrix, system.symbolic);
    } catch (error) {
      if (!(error instanceof SolverError) || tries === MOST_SHIFTS) throw error;
    }
    counts.shifts += 1;
    const next = tries === 0 ? FIRST_SHIFT * mean : 4 * shift;
    // The first entry of a column is its diagonal.
    for (let column = 0; column < size; column += 1) values[columnStarts[column]] += next - shift;
    shift = next;
  }
}

/** Halves a step until the potential falls; undefined where it never does. */
function searched(
  { solid, response, load }: EquilibriumProblem,
  free: Int32Array,
  { displacement, energy, right }: { readonly displacement: Float64Array; readonly energy: number; readonly right: Float64Array },
  step: Float64Array,
  counts: { halvings: number },
): Float64Array<ArrayBuffer> | undefined {
  let slope = 0;
  for (let i = 0; i < step.length; i += 1) slope += right[i] * step[i];
  let factor = 1;
  for (let halving = 0; halving <= MOST_HALVINGS; halving += 1, factor /= 2) {
    const trial = Float64Array.from(displacement);
    let work = 0;
    for (let i = 0; i < free.length; i += 1) {
      trial[free[i]] += factor * step[i];
      work += load[free[i]] * factor * step[i];
    }
    const change = energyOf(solid, response, trial) - energy - work;
    // Near the end the fall is less than the rounding of the energy, which is a sum over all points.
    if (change <= -FALLS * factor * slope || (halving === 0 && slope <= ROUNDING * Math.abs(energy))) return trial;
    counts.halvings += 1;
  }
  return undefined;
}
