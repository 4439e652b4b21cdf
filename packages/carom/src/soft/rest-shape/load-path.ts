/**
 * The rest shapes of a body under a growing share of gravity, followed along their path until there are none.
 *
 * The path is the curve (Delta, s) with K(P) Delta = s G(P), from Delta = 0 at s = 0. Where a body is too soft for its weight the curve
 * turns back before s = 1: shares below that limit have two shapes, at the limit they meet and the Jacobian of beta has the eigenvalue 1,
 * beyond it there is none. With s as a parameter Newton's method fails there; with the length along the curve it does not. From a point
 * with the unit tangent (u, c), lengths measured by u . u / L^2 + c^2, a step of length h solves
 *
 *     K(P) Delta - s G(P) = 0        u . (Delta - Delta_0) / L^2 + c (s - s_0) = h
 *
 * whose matrix, the tangent stiffness bordered by a row and a column, keeps its inverse where the curve turns. Where it turns s is
 * stationary, so that the limit is known to twice the digits of the shape.
 *
 * Letters: s load, L scale, (u, c) direction, h length.  Source: Keller, Numerical solution of bifurcation and nonlinear eigenvalue
 * problems, 1977 (pseudo-arclength continuation).
 */
import { SolverError } from "../../errors.js";
import { dot, type LinearMap, norm2 } from "../../math/sparse/conjugate-gradients.js";
import { outOfBalance, tangentOf } from "./forces.js";
import { distanceFromFixedPoint, HARDLY_SOLVED, newton, solveNear, underLoad } from "./newton.js";
import { invertedElement, onFree, restNodes, type SagProblem, weightAt } from "./problem.js";
import type { RecoverOptions, RestShapeStatus, RestShapeStep } from "./recover.js";
import type { StiffnessSolver } from "./stiffness-solver.js";

export interface LoadPathEnd {
  readonly status: RestShapeStatus;
  /** Largest share of gravity for which a shape was found, 1 if converged. */
  readonly load: number;
  /** The shape there. */
  readonly displacement: Float64Array<ArrayBuffer>;
  /** |beta - Delta| there, where that is full gravity, m. */
  readonly residual?: number;
  /** Whether the path was seen to turn back there. */
  readonly turnsBack: boolean;
}

interface PathPoint {
  readonly displacement: Float64Array<ArrayBuffer>;
  readonly load: number;
  /** Unit tangent of the path, forward. */
  readonly direction: { readonly displacement: Float64Array<ArrayBuffer>; readonly load: number };
}

/** Length of the first step: a quarter of gravity where the path starts, and a displacement of a tenth of the body at most. */
const FIRST_LENGTH = 0.25 * Math.SQRT2;
const FIRST_SHARE = 0.1;
/** Cosine of the largest turn of the path within one step: more may be another branch. */
const STRAIGHT = 0.85;
/** A step shorter than this share of the path so far leads nowhere. */
const LEAST_SHARE = 1e-4;
const MOST_POINTS = 100;
/** Corrections of a step, and how many are few: the next step may be longer. */
const MOST_ROUNDS = 6;
const FEW_ROUNDS = 3;
/** |beta - Delta| of a point of the path, as a share of the linear sag: the shape at full gravity is found anew, to tolerance. */
const NEAR_PATH = 1e-7;
/** Slope ds / (length) at which the path counts as turning: the load is then below its limit by about the square. */
const LEVEL = 1e-4;
const MOST_LEVELLING = 12;
/** Size of the displacement, over that of the body, at which a shape is not worth the name. */
const BEYOND_MEASURE = 1e3;

export function followLoad(
  problem: SagProblem,
  solver: StiffnessSolver,
  tolerance: number,
  options: RecoverOptions,
  history: RestShapeStep[],
): LoadPathEnd {
  const path = pathOf(problem, solver, options, history);
  let here = path.start;
  let length = path.firstLength;
  let walked = 0;
  let status: RestShapeStatus = "diverged";
  for (let points = 0; points < MOST_POINTS; points += 1) {
    const next = path.step(here, length);
    if (typeof next === "string") {
      status = next;
      length /= 2;
      if (length < LEAST_SHARE * (1 + walked)) break;
      continue;
    }
    if (next.point.load >= 1) {
      const share = (1 - here.load) / (next.point.load - here.load);
      const between = here.displacement.map((value, i) => value + share * (next.point.displacement[i] - value));
      const end = newton(problem, solver, between, tolerance, options, history);
      if (end.status === "converged") return { ...end, load: 1, turnsBack: false };
      // Full gravity lies on the path: from nearer by Newton finds it.
      length /= 2;
      if (length < LEAST_SHARE * (1 + walked)) break;
      continue;
    }
    if (next.point.direction.load <= 0) {
      const top = levelPoint(path, here, length, next.point);
      return { status: "diverged", load: top.load, displacement: top.displacement, turnsBack: true };
    }
    walked += length;
    here = next.point;
    if (next.rounds <= FEW_ROUNDS) length *= 2;
    if (!(norm2(here.displacement) < BEYOND_MEASURE * sizeOf(problem))) break;
  }
  return { status, load: here.load, displacement: here.displacement, turnsBack: false };
}

/** Norm of a displacement of every node by the extent of the body. */
const sizeOf = (problem: SagProblem): number => problem.extent * Math.sqrt(problem.free.length / 3);

/**
 * The point between two where the load is largest: steps from the first, their length by false position in the slope, until the path is
 * level.
 */
function levelPoint(path: LoadPath, from: PathPoint, length: number, to: PathPoint): PathPoint {
  let [low, high] = [0, length];
  let [rising, falling] = [from.direction.load, to.direction.load];
  let top = from.load > to.load ? from : to;
  for (let round = 0; round < MOST_LEVELLING; round += 1) {
    // Away from the ends, so that neither stays for ever.
    const share = Math.max(0.05, Math.min(0.95, rising / (rising - falling)));
    const at = low + share * (high - low);
    const found = path.step(from, at);
    if (typeof found === "string") break;
    const slope = found.point.direction.load;
    if (found.point.load > top.load) top = found.point;
    if (Math.abs(slope) < LEVEL) break;
    if (slope > 0) [low, rising] = [at, slope];
    else [high, falling] = [at, slope];
  }
  return top;
}

interface LoadPath {
  readonly start: PathPoint;
  readonly firstLength: number;
  /** The point of the path at a length from another, with the corrections it took; or what went wrong. */
  step(from: PathPoint, length: number): { readonly point: PathPoint; readonly rounds: number } | RestShapeStatus;
}

function pathOf(problem: SagProblem, solver: StiffnessSolver, { progress }: RecoverOptions, history: RestShapeStep[]): LoadPath {
  const size = problem.free.length;
  const { nodes: observed } = problem.body.mesh;
  const load = onFree(problem, weightAt(problem, observed));
  solver.reshape(observed);
  const linear = solver.solve(load);
  const scale = norm2(linear);
  /** Puts the row of the length into the unit of the others, N. */
  const force = norm2(load);

  /** Solves the bordered system at a point for a right side of the forces and of the length. */
  const bordered = (at: PathPoint, border: PathPoint["direction"], forces: Float64Array | undefined, length: number) => {
    const nodes = restNodes(problem, at.displacement);
    const tangent = tangentOf(underLoad(problem, at.load), nodes, at.displacement);
    const weight = onFree(problem, weightAt(problem, nodes));
    const along = (x: Float64Array): number => dot(border.displacement, x) / (scale * scale);
    const map: LinearMap = (x, out) => {
      const change = x.subarray(0, size);
      tangent(change, out.subarray(0, size));
      for (let i = 0; i < size; i += 1) out[i] -= x[size] * weight[i];
      out[size] = force * (along(change) + border.load * x[size]);
    };
    // The same with the stiffness in place of the tangent, by elimination.
    const perLoad = new Float64Array(size);
    let factorised = -1;
    const preconditioner: LinearMap = (x, out) => {
      if (factorised !== solver.factorisations()) {
        solver.nearby(weight, perLoad);
        factorised = solver.factorisations();
      }
      const change = out.subarray(0, size);
      solver.nearby(x.subarray(0, size), change);
      out[size] = (x[size] / force - along(change)) / (border.load + along(perLoad));
      for (let i = 0; i < size; i += 1) change[i] += out[size] * perLoad[i];
    };
    const right = new Float64Array(size + 1);
    if (forces !== undefined) right.set(forces);
    right[size] = force * length;
    const { solved } = solveNear(solver, nodes, map, preconditioner, right);
    return {
      displacement: solved.x.subarray(0, size),
      load: solved.x[size],
      isSolved: solved.converged || solved.residual < HARDLY_SOLVED,
    };
  };
  const lengthOf = (displacement: Float64Array, load: number): number =>
    Math.sqrt(dot(displacement, displacement) / (scale * scale) + load * load);

  return {
    firstLength: Math.min(FIRST_LENGTH, (FIRST_SHARE * Math.SQRT2 * sizeOf(problem)) / scale),
    start: {
      displacement: new Float64Array(size),
      load: 0,
      direction: { displacement: linear.map((x) => x * Math.SQRT1_2), load: Math.SQRT1_2 },
    },
    step(from, length) {
      const { direction } = from;
      let displacement = from.displacement.map((value, i) => value + length * direction.displacement[i]);
      let load = from.load + length * direction.load;
      let before = Infinity;
      for (let rounds = 0; rounds <= MOST_ROUNDS; rounds += 1) {
        const nodes = restNodes(problem, displacement);
        if (invertedElement(problem, nodes) >= 0) return "inverted-element";
        const forces = outOfBalance(underLoad(problem, load), nodes, displacement);
        const residual = distanceFromFixedPoint(solver, forces);
        if (residual < NEAR_PATH * Math.max(scale, norm2(displacement))) {
          const point: PathPoint = { displacement, load, direction };
          const along = bordered(point, direction, undefined, 1);
          const size = lengthOf(along.displacement, along.load);
          if (!along.isSolved || !(size > 0)) return "diverged";
          const turned = { displacement: along.displacement.map((value) => value / size), load: along.load / size };
          if (dot(turned.displacement, direction.displacement) / (scale * scale) + turned.load * direction.load < STRAIGHT)
            return "diverged";
          return { point: { displacement, load, direction: turned }, rounds };
        }
        if (!(residual < 0.7 * before)) return "diverged";
        before = residual;
        const off =
          dot(
            direction.displacement,
            displacement.map((value, i) => value - from.displacement[i]),
          ) /
          (scale * scale);
        const correction = bordered(
          { displacement, load, direction },
          direction,
          forces,
          off + direction.load * (load - from.load) - length,
        );
        displacement = displacement.map((value, i) => value - correction.displacement[i]);
        load -= correction.load;
        const step: RestShapeStep = { load, norm: norm2(displacement), residual, step: norm2(correction.displacement), relaxation: 1 };
        history.push(step);
        if (progress?.(step, displacement) === false) throw new SolverError("stopped", { iterations: history.length });
      }
      return "maximum-iterations";
    },
  };
}
