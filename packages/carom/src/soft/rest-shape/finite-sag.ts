/**
 * How a body of known rest shape sags, for any element and any law: equilibrium under its weight, the table holding its base.
 */
import { type Equilibrium, equilibrium } from "../fem/equilibrium.js";
import { edgeEnds } from "../fem/quadratic-solution.js";
import { type Solid, solidAt } from "../fem/solid.js";
import { type FiniteProblem, finiteWeight } from "./finite-recovery.js";

/** A body under its weight. */
export interface FiniteSag {
  /** At rest. */
  readonly solid: Solid;
  /** Of all nodes, sagged minus rest, m. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /**
   * Force of the table on each stuck corner, in the order of `stuck`, N; what nodes on edges carry goes to their ends in halves, so that
   * forces are those of linear triangles.
   */
  readonly reactions: Float64Array;
  /** Work of the weight on the displacement, J. */
  readonly work: number;
  /** Stored, J. */
  readonly energy: number;
  /** Steps of Newton's method. */
  readonly steps: number;
}

/** Lets a body sag from `rest`, the places of all its nodes without gravity, beginning with no displacement. */
export function finiteSag(problem: FiniteProblem, rest: Float64Array<ArrayBuffer>): FiniteSag {
  const { held, response, sag } = problem;
  const solid = solidAt(problem.solid, rest);
  const load = finiteWeight(problem, rest);
  const { displacement, reactions, energy, steps }: Equilibrium = equilibrium(
    { solid, response, load, held },
    new Float64Array(rest.length),
  );
  let work = 0;
  for (let row = 0; row < load.length; row += 1) work += load[row] * displacement[row];
  return { solid, displacement, reactions: atCorners(solid, reactions, sag.body.stuck), work, energy, steps };
}

function atCorners(solid: Solid, forces: Float64Array, corners: ArrayLike<number>): Float64Array {
  const sums = forces.slice(0, 3 * solid.corners);
  if (solid.element === "quadratic") {
    const ends = edgeEnds(solid);
    for (let row = 3 * solid.corners; row < forces.length; row += 1) {
      const axis = row % 3;
      const node = (row - axis) / 3 - solid.corners;
      for (const end of [ends[2 * node], ends[2 * node + 1]]) sums[3 * end + axis] += forces[row] / 2;
    }
  }
  return Float64Array.from({ length: 3 * corners.length }, (_, i) => sums[3 * corners[Math.floor(i / 3)] + (i % 3)]);
}
