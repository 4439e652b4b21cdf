/**
 * The shape without gravity for any element and any law of elasticity, large strains included.
 *
 * Everything is taken on the shape that is known, the observed one. With Delta the displacement (observed minus rest) and h the gradients
 * of the shapes there,
 *
 *     f = I - sum Delta_a h_a^T        F = f^-1        R_a = sum v (det f P(F) F^T) h_a - G_a = 0
 *
 * which are the forces of the body at rest shape P~ - Delta when it is deformed to what was observed: for linear tetrahedra and linear
 * elasticity the source's K(P) Delta = G. Newton's method with the exact derivative, whose systems are solved by GMRES with a factorisation
 * of the stiffness of the observed shape, or of the recovered one where that is too far, as preconditioner. Where it does not settle,
 * gravity grows in parts; the share that was reached is told.
 *
 * Source: Govindjee and Mihalic, Computational methods for inverse finite elastostatics, 1996.
 */
import { SolverError } from "../../errors.js";
import { determinant, inverse, type MutableMat3 } from "../../math/mat3.js";
import { type LinearMap, norm2 } from "../../math/sparse/conjugate-gradients.js";
import { gmres } from "../../math/sparse/gmres.js";
import { factorLdlNumeric, type LdlFactor, solveLdl } from "../../math/sparse/ldl.js";
import { type LdlSymbolic, ldlSymbolic } from "../../math/sparse/symbolic.js";
import { submatrix } from "../../math/sparse/symmetric.js";
import { assemble, deformationAt, solidPattern } from "../fem/assemble.js";
import { type ElasticLaw, type ElasticResponse, elasticResponse } from "../fem/elasticity.js";
import { freeRows, heldNodes } from "../fem/quadratic-solution.js";
import { bodyLoad, type ElementKind, type Solid, solidAt, solidOf } from "../fem/solid.js";
import type { SagProblem } from "./problem.js";
import type { Recovered, RecoverOptions, RestShapeStep } from "./recover.js";

/** A sagging body with its elements and its law. */
export interface FiniteProblem {
  /** The body as it sags. */
  readonly sag: SagProblem;
  /** How stress follows from deformation. */
  readonly law: ElasticLaw;
  /** The same with its moduli. */
  readonly response: ElasticResponse;
  /** As observed. */
  readonly solid: Solid;
  /** All nodes that the table holds, those on edges between two held corners included. */
  readonly held: Int32Array;
  /** Unknowns, ascending. */
  readonly free: Int32Array;
}

/** Sets a problem up; nodes on edges between stuck corners are stuck. */
export function finiteProblem(sag: SagProblem, element: ElementKind, law: ElasticLaw): FiniteProblem {
  const { mesh, stuck, material, stiffnessScale } = sag.body;
  const solid = solidOf(mesh, element);
  const held = heldNodes(solid, stuck);
  const free = freeRows(solid.nodes.length / 3, held);
  const response = elasticResponse(law, { ...material, youngModulus: stiffnessScale * material.youngModulus });
  return { sag, law, response, solid, held, free };
}

/** Weight of all nodes of a solid, N. */
export function weightOn(solid: Solid, density: number, gravity: number): Float64Array<ArrayBuffer> {
  return bodyLoad(solid, (_x, _y, _z, out) => {
    out[2] = -density * gravity;
  });
}

/** Places of all nodes for a displacement of the free unknowns, observed minus rest. */
export function finiteRestNodes({ solid, free }: FiniteProblem, displacement: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const nodes = solid.nodes.slice();
  for (let i = 0; i < free.length; i += 1) nodes[free[i]] -= displacement[i];
  return nodes;
}

/** Weight of the nodes where `rest` are their places at rest, N. */
export function finiteWeight({ sag, solid }: FiniteProblem, rest: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const { density, gravity, massModel } = sag.body;
  return weightOn(massModel === "rest" ? solidAt(solid, rest) : solid, density, gravity);
}

/**
 * Internal forces on all nodes at a displacement (observed minus rest), or, with a direction, how they change along it. Returns false where
 * an element is turned inside out.
 */
function internalForces(
  { solid, response }: FiniteProblem,
  displacement: Float64Array,
  out: Float64Array,
  direction?: Float64Array,
): boolean {
  const { elements, perElement, points, volumes, gradients } = solid;
  const room = createRoom();
  const tangent = direction === undefined ? undefined : new Float64Array(81);
  out.fill(0);
  for (let at = 0; at < volumes.length; at += 1) {
    const element = Math.floor(at / points);
    deformationAt(solid, displacement, element, at % points, room.f);
    // I - H from I + H.
    for (let i = 0; i < 9; i += 1) room.small[i] = (i % 4 === 0 ? 2 : 0) - room.f[i];
    const shrink = determinant(room.small);
    if (!(shrink > 0) || inverse(room.small, room.large) === undefined) return false;
    room.f.set(room.large);
    if (!(response(room.f, room.p, tangent) < Infinity)) return false;
    timesTransposed(room.p, room.large, shrink, room.stress);
    if (direction !== undefined && tangent !== undefined) {
      deformationAt(solid, direction, element, at % points, room.f);
      for (let i = 0; i < 9; i += 1) room.f[i] = (i % 4 === 0 ? 1 : 0) - room.f[i];
      changeOf(room, tangent, shrink);
    }
    const stress = direction === undefined ? room.stress : room.change;
    for (let a = 0; a < perElement; a += 1) {
      const g = 3 * (at * perElement + a);
      const node = 3 * elements[element * perElement + a];
      for (let i = 0; i < 3; i += 1)
        out[node + i] +=
          volumes[at] * (stress[3 * i] * gradients[g] + stress[3 * i + 1] * gradients[g + 1] + stress[3 * i + 2] * gradients[g + 2]);
    }
  }
  return true;
}

/** What the sums above write on their way, 9 numbers each. */
interface Room {
  readonly f: Float64Array;
  readonly small: MutableMat3;
  readonly large: MutableMat3;
  readonly p: Float64Array;
  readonly stress: Float64Array;
  readonly change: Float64Array;
  readonly stretch: Float64Array;
  readonly other: Float64Array;
}

function createRoom(): Room {
  const nine = () => new Float64Array(9);
  const matrix = (): MutableMat3 => [0, 0, 0, 0, 0, 0, 0, 0, 0];
  return { f: nine(), small: matrix(), large: matrix(), p: nine(), stress: nine(), change: nine(), stretch: nine(), other: nine() };
}

/** factor A B^T. */
function timesTransposed(a: ArrayLike<number>, b: ArrayLike<number>, factor: number, out: Float64Array): void {
  for (let i = 0; i < 3; i += 1)
    for (let j = 0; j < 3; j += 1)
      out[3 * i + j] = factor * (a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2]);
}

/** d(det f P F^T) for the change df in `f`: with dF = -F df F it is det f (dP F^T + P dF^T) + det f P F^T tr(F df). */
function changeOf({ f, large, p, stress, change, stretch, other }: Room, tangent: Float64Array, shrink: number): void {
  for (let i = 0; i < 3; i += 1)
    for (let j = 0; j < 3; j += 1) other[3 * i + j] = large[3 * i] * f[j] + large[3 * i + 1] * f[3 + j] + large[3 * i + 2] * f[6 + j];
  const trace = other[0] + other[4] + other[8];
  for (let i = 0; i < 3; i += 1)
    for (let j = 0; j < 3; j += 1)
      stretch[3 * i + j] = -(other[3 * i] * large[j] + other[3 * i + 1] * large[3 + j] + other[3 * i + 2] * large[6 + j]);
  for (let row = 0; row < 9; row += 1) {
    let sum = 0;
    for (let column = 0; column < 9; column += 1) sum += tangent[9 * row + column] * stretch[column];
    f[row] = sum;
  }
  timesTransposed(f, large, shrink, change);
  timesTransposed(p, stretch, shrink, other);
  for (let i = 0; i < 9; i += 1) change[i] += other[i] + trace * stress[i];
}

/** A factorisation that stands near the tangent, made anew where it is not near any more. */
interface Preconditioner {
  factor: LdlFactor;
  readonly symbolic: LdlSymbolic;
  count: number;
}

/** Stiffness of the body at rest in `rest`, deformed by `displacement` of all nodes. */
function stiffnessOf({ solid, response, free }: FiniteProblem, rest: Float64Array<ArrayBuffer>, displacement: Float64Array) {
  const { tangent } = assemble(solidAt(solid, rest), response, displacement, solidPattern(solid));
  return tangent === undefined ? undefined : submatrix(tangent, free);
}

function onAll({ solid, free }: FiniteProblem, displacement: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const all = new Float64Array(solid.nodes.length);
  for (let i = 0; i < free.length; i += 1) all[free[i]] = displacement[i];
  return all;
}

/** Forces out of balance under a share of gravity; undefined where an element is turned inside out. */
function outOfBalance(problem: FiniteProblem, displacement: Float64Array, load: number): Float64Array<ArrayBuffer> | undefined {
  const force = new Float64Array(problem.solid.nodes.length);
  if (!internalForces(problem, onAll(problem, displacement), force)) return undefined;
  const weight = finiteWeight(problem, finiteRestNodes(problem, displacement));
  return Float64Array.from(problem.free, (row) => force[row] - load * weight[row]);
}

/** Step of the difference for the weight, over the size of the body: the weight is a cubic in the places. */
const DIFFERENCE = 1e-4;

/** The derivative of the forces out of balance. */
function tangentAt(problem: FiniteProblem, displacement: Float64Array, load: number): LinearMap {
  const { free, sag } = problem;
  const here = onAll(problem, displacement);
  const change = new Float64Array(here.length);
  return (x, out) => {
    internalForces(problem, here, change, onAll(problem, x));
    for (let i = 0; i < free.length; i += 1) out[i] = change[free[i]];
    if (sag.body.massModel !== "rest") return;
    const length = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (length === 0) return;
    const step = (DIFFERENCE * sag.extent) / length;
    const at = (sign: number) =>
      finiteRestNodes(
        problem,
        displacement.map((value, i) => value + sign * step * x[i]),
      );
    const [up, down] = [finiteWeight(problem, at(1)), finiteWeight(problem, at(-1))];
    for (let i = 0; i < free.length; i += 1) out[i] -= (load * (up[free[i]] - down[free[i]])) / (2 * step);
  };
}

const LINEAR_TOLERANCE = 1e-7;
const MANY_STEPS = 60;
const LEAST_FACTOR = 1 / 64;
/** Steps of Newton's method at one share of gravity. */
const MOST_STEPS = 25;
/** Residual, as a share of the extent, that is as good as zero when rounding lets it fall no further. */
const ROUNDING = 1e-10;

interface Rules extends Pick<RecoverOptions, "progress"> {
  readonly tolerance: number;
  readonly mostSteps: number;
  readonly history: RestShapeStep[];
}

/** Newton's method at one share of gravity; undefined where it does not settle. */
function settle(
  problem: FiniteProblem,
  start: Float64Array<ArrayBuffer>,
  load: number,
  near: Preconditioner,
  { tolerance, mostSteps, progress, history }: Rules,
): { displacement: Float64Array<ArrayBuffer>; residual: number } | undefined {
  let displacement = start;
  let force = outOfBalance(problem, displacement, load);
  if (force === undefined) return undefined;
  const distance = (of: Float64Array) => norm2(solveLdl(near.factor, of));
  let residual = distance(force);
  for (let iteration = 0; iteration < mostSteps && residual >= tolerance; iteration += 1) {
    const step = solvedNear(problem, displacement, load, force, near);
    if (step === undefined) return undefined;
    residual = distance(force);
    let next: { factor: number; displacement: Float64Array<ArrayBuffer>; force: Float64Array<ArrayBuffer>; residual: number } | undefined;
    for (let factor = 1; factor >= LEAST_FACTOR && next === undefined; factor /= 2) {
      const trial = displacement.map((value, i) => value - factor * step[i]);
      const trialForce = outOfBalance(problem, trial, load);
      const trialResidual = trialForce === undefined ? Infinity : distance(trialForce);
      if (trialForce !== undefined && trialResidual < (1 - 0.1 * factor) * residual)
        next = { factor, displacement: trial, force: trialForce, residual: trialResidual };
    }
    if (next === undefined) return residual < ROUNDING * problem.sag.extent ? { displacement, residual } : undefined;
    const made: RestShapeStep = {
      load,
      norm: norm2(next.displacement),
      residual,
      step: next.factor * norm2(step),
      relaxation: next.factor,
    };
    history.push(made);
    ({ displacement, force, residual } = next);
    if (progress?.(made, displacement) === false) throw new SolverError("stopped", { iterations: history.length });
  }
  return residual < Math.max(tolerance, ROUNDING * problem.sag.extent) ? { displacement, residual } : undefined;
}

/** A Newton step, with the factorisation at hand or, where that is too far away, with one of the present shape. */
function solvedNear(
  problem: FiniteProblem,
  displacement: Float64Array,
  load: number,
  force: Float64Array,
  near: Preconditioner,
): Float64Array | undefined {
  const tangent = tangentAt(problem, displacement, load);
  const tried = () =>
    gmres(tangent, force, {
      preconditioner: (x, out) => void solveLdl(near.factor, x, out),
      tolerance: LINEAR_TOLERANCE,
      maximumIterations: MANY_STEPS,
      restart: MANY_STEPS,
    });
  const first = tried();
  if (first.converged) return first.x;
  const matrix = stiffnessOf(problem, finiteRestNodes(problem, displacement), onAll(problem, displacement));
  if (matrix === undefined) return undefined;
  try {
    near.factor = factorLdlNumeric(matrix, near.symbolic);
    near.count += 1;
  } catch (error) {
    if (error instanceof SolverError) return undefined;
    throw error;
  }
  const second = tried();
  return second.converged || second.residual < 1e-2 ? second.x : undefined;
}

/** Least part by which gravity grows. */
const LEAST_PART = 1 / 256;

/** Finds the shape of a body without gravity; `displacement` is that of the free unknowns of the problem, corners and edges. */
export function recoverFinite(problem: FiniteProblem, options: RecoverOptions = {}): Recovered {
  const { free, solid, sag } = problem;
  const tolerance = options.tolerance ?? 1e-13 * sag.extent * Math.sqrt(free.length / 3);
  const matrix = stiffnessOf(problem, solid.nodes, new Float64Array(solid.nodes.length)) as NonNullable<ReturnType<typeof stiffnessOf>>;
  const symbolic = ldlSymbolic(matrix, { block: 3, coordinates: Float64Array.from(free, (row) => solid.nodes[row]) });
  const near: Preconditioner = { symbolic, factor: factorLdlNumeric(matrix, symbolic), count: 1 };
  const history: RestShapeStep[] = [];
  const { maximumIterations: mostSteps = MOST_STEPS, progress } = options;
  const rules: Rules = { tolerance, mostSteps, history, ...(progress === undefined ? {} : { progress }) };
  let reached = { displacement: new Float64Array(free.length), residual: Infinity };
  let load = 0;
  let part = 1;
  while (load < 1 && part >= LEAST_PART) {
    const next = settle(problem, reached.displacement, Math.min(1, load + part), near, rules);
    if (next === undefined) part /= 2;
    else {
      load = Math.min(1, load + part);
      reached = next;
    }
  }
  const isFound = load === 1;
  const left = isFound ? undefined : outOfBalance(problem, reached.displacement, 1);
  return {
    status: isFound ? "converged" : "diverged",
    method: "newton",
    displacement: reached.displacement,
    residual: isFound ? reached.residual : left === undefined ? Infinity : norm2(solveLdl(near.factor, left)),
    tolerance,
    iterations: history.length,
    load,
    turnsBack: false,
    factorisations: near.count,
    history,
  };
}
