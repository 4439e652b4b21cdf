/**
 * How far contact nodes slide so that their forces come back to the friction cone.
 *
 * Every contact node was first held (trial force F outside its cone); now node k slides against the friction on it, along t_k, the
 * direction of the trial force's tangential part: on the table by a distance, on a ball-shaped finger by an angle along a great circle.
 * Displacements change forces by the stiffness S condensed to the contact nodes, and each force must end on the cone:
 *
 *     table    x_k = x~_k - d_k t_k                                        f_k = F_k + sum_l S_kl (x_l - x~_l)          (6.4)
 *     finger   x_k = c + R (cos a n - sin a t),   x~_k = c + R n           (1 + mu^2) (f_k . n')^2 = f_k . f_k          (6.5)-(6.7)
 *
 * n' is the normal where the node comes to stand, cos a n - sin a t on a finger. The source keeps the old normal n in (6.6), which makes
 * the equation quadratic in (cos a, sin a); that is `normal: "old"`, for comparison only.
 *
 * Which root. The squared cone equation holds for friction of either sign: |P| quadratics have 2^|P| roots, and commonly all are real with
 * d >= 0 and f . n > 0. Commonly one of them has friction that still opposes the slip, f_k . t_k > 0 for every k; of 150 random nodes 21
 * have two such roots and 23 none (slip-system.test.ts). It is the one nearest to no slip, which Newton's method from there finds. The
 * source does not say which to take; d >= 0 and f . n > 0 do not decide it.
 *
 * Letters: d distance or a (theta) angle `slip`, n normal, t direction, S stiffness, R radius, c centre of the finger.
 * Source: 000 section 6.2.3, eq. (6.4)-(6.7).
 */
import { SolverError } from "../../errors.js";
import { atan2, cos, sin } from "../../math/elementary.js";
import { type HomotopyRoots, homotopyRoots, type Monomial, type Polynomial } from "../../math/homotopy.js";
import { luFactor, luSolve } from "../../math/lu.js";
import { dot, type Vec3 } from "../../math/vec3.js";

/** A node that is about to slide. */
export interface SlipNode {
  /** On the body while every node is held, N. */
  readonly trialForce: Vec3;
  /** From the obstacle into the body, unit. */
  readonly normal: Vec3;
  /** Of the friction on the body, unit, at right angles to the normal; the node slides the other way. */
  readonly direction: Vec3;
  /** Coulomb's coefficient. */
  readonly friction: number;
  /** Of the finger, m; absent: the table. */
  readonly radius?: number;
}

/** Nodes that slide together, and how they push each other. */
export interface SlipSystem {
  /** Those that slide. */
  readonly nodes: readonly SlipNode[];
  /** Forces from displacements of these nodes, row by row, (3 nodes)^2 numbers, N/m. */
  readonly stiffness: Float64Array;
}

/** The normal of the friction cone: where a node has slid to, or where it was, as in the source. */
export type ConeNormal = "new" | "old";

export interface SlipSolution {
  /** Distances on the table, m; angles on a finger, rad. */
  readonly slip: Float64Array;
  /** 3 for each node, N. */
  readonly force: Float64Array;
  readonly iterations: number;
}

const MOST_ITERATIONS = 50;

/** Newton's method from `start` (default: no slip); the root with friction opposing the slip. */
export function solveSlip(system: SlipSystem, start?: ArrayLike<number>, normal: ConeNormal = "new"): SlipSolution {
  const count = system.nodes.length;
  const slip = Float64Array.from(start ?? new Float64Array(count));
  const force = new Float64Array(3 * count);
  const residual = new Float64Array(count);
  const jacobian = new Float64Array(count * count);
  const pivots = new Int32Array(count);
  for (let iteration = 1; iteration <= MOST_ITERATIONS; iteration++) {
    forcesAt(system, slip, force);
    const error = coneEquations(system, slip, force, normal, residual, jacobian);
    if (error < 1e-13) return { slip, force, iterations: iteration };
    if (!luFactor(jacobian, count, pivots)) break;
    luSolve(jacobian, count, pivots, residual);
    for (let k = 0; k < count; k++) slip[k] -= residual[k];
  }
  throw new SolverError("the distances by which contact nodes slide were not found", { nodes: count });
}

function forcesAt({ nodes, stiffness }: SlipSystem, slip: Float64Array, force: Float64Array): void {
  const size = 3 * nodes.length;
  const moved = new Float64Array(size);
  nodes.forEach((node, k) => {
    const [along, out] = displacementOf(node, slip[k]);
    for (let i = 0; i < 3; i++) moved[3 * k + i] = along * node.direction[i] + out * node.normal[i];
  });
  for (let row = 0; row < size; row++) {
    let sum = nodes[(row - (row % 3)) / 3].trialForce[row % 3];
    for (let column = 0; column < size; column++) sum += stiffness[row * size + column] * moved[column];
    force[row] = sum;
  }
}

/** Along `direction` and along `normal`. */
const displacementOf = ({ radius }: SlipNode, slip: number): [number, number] =>
  radius === undefined ? [-slip, 0] : [-radius * sin(slip), radius * (cos(slip) - 1)];

/** f . f - (1 + mu^2) (f . n)^2 of every node and its derivatives; the largest residual relative to the trial force squared. */
function coneEquations(
  { nodes, stiffness }: SlipSystem,
  slip: Float64Array,
  force: Float64Array,
  kind: ConeNormal,
  residual: Float64Array,
  jacobian: Float64Array,
): number {
  const count = nodes.length;
  let error = 0;
  for (let k = 0; k < count; k++) {
    const node = nodes[k];
    const f: Vec3 = [force[3 * k], force[3 * k + 1], force[3 * k + 2]];
    const turns = node.radius !== undefined && kind === "new";
    const n = turns ? mix(cos(slip[k]), node.normal, -sin(slip[k]), node.direction) : node.normal;
    const factor = 1 + node.friction * node.friction;
    const push = dot(f, n);
    residual[k] = dot(f, f) - factor * push * push;
    error = Math.max(error, Math.abs(residual[k]) / dot(node.trialForce, node.trialForce));
    const slope: Vec3 = mix(2, f, -2 * factor * push, n);
    for (let l = 0; l < count; l++) {
      const other = nodes[l];
      const moves =
        other.radius === undefined
          ? mix(-1, other.direction, 0, other.normal)
          : mix(-other.radius * cos(slip[l]), other.direction, -other.radius * sin(slip[l]), other.normal);
      let sum = 0;
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += slope[i] * stiffness[(3 * k + i) * 3 * count + 3 * l + j] * moves[j];
      if (k === l && turns) sum -= 2 * factor * push * dot(f, mix(-sin(slip[k]), node.normal, -cos(slip[k]), node.direction));
      jacobian[k * count + l] = sum;
    }
  }
  return error;
}

const mix = (a: number, u: Vec3, b: number, v: Vec3): Vec3 => [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]];

/** Whether every node is pushed and its friction opposes the slip. */
export function isRightRoot(nodes: readonly SlipNode[], slip: Float64Array, force: Float64Array): boolean {
  const { pushed, opposed } = signs(nodes, slip, force);
  return pushed && opposed;
}

/** A root of the system, with what tells the roots apart. */
export interface SlipRoot {
  /** Distances, m, or angles, rad. */
  readonly slip: Float64Array;
  /** 3 for each node, N. */
  readonly force: Float64Array;
  /** Every node slides against its friction, d >= 0. */
  readonly forward: boolean;
  /** Every node is pushed, f . n' > 0. */
  readonly pushed: boolean;
  /** Friction still points as it did when the node was held, f . t' > 0 for all: commonly one root, at times two or none. */
  readonly opposed: boolean;
}

/**
 * Every real root, by homotopy continuation: 2^n paths for nodes on the table, 8^n on fingers (4^n with the old normal). For a few nodes.
 */
export function slipRoots(system: SlipSystem, normal: ConeNormal = "new", seed = 1): { roots: SlipRoot[]; all: HomotopyRoots } {
  const all = homotopyRoots(slipEquations(system, normal), { seed });
  const { nodes } = system;
  const scale = lengthScale(system);
  const roots = all.real.map((x): SlipRoot => {
    const slip = new Float64Array(nodes.length);
    let next = 0;
    nodes.forEach(({ radius }, k) => {
      if (radius === undefined) slip[k] = x[next++] * scale;
      else {
        slip[k] = atan2(x[next + 1], x[next]);
        next += 2;
      }
    });
    const force = new Float64Array(3 * nodes.length);
    forcesAt(system, slip, force);
    return { slip, force, ...signs(nodes, slip, force) };
  });
  return { roots, all };
}

function signs(nodes: readonly SlipNode[], slip: Float64Array, force: Float64Array): Pick<SlipRoot, "forward" | "pushed" | "opposed"> {
  let pushed = true;
  let opposed = true;
  nodes.forEach((node, k) => {
    const f: Vec3 = [force[3 * k], force[3 * k + 1], force[3 * k + 2]];
    const c = node.radius === undefined ? 1 : cos(slip[k]);
    const s = node.radius === undefined ? 0 : sin(slip[k]);
    if (!(dot(f, mix(c, node.normal, -s, node.direction)) > 0)) pushed = false;
    if (!(dot(f, mix(s, node.normal, c, node.direction)) > 0)) opposed = false;
  });
  return { forward: slip.every((each) => each >= 0), pushed, opposed };
}

/** So that distances in the equations are of size one. */
function lengthScale({ nodes, stiffness }: SlipSystem): number {
  const size = 3 * nodes.length;
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, stiffness[i * size + i]);
  return Math.sqrt(nodes.reduce((most, { trialForce }) => Math.max(most, dot(trialForce, trialForce)), 0)) / largest;
}

/** In the unknowns of homotopy continuation: for a node on the table its distance over the scale, on a finger cos and sin of its angle. */
function slipEquations(system: SlipSystem, kind: ConeNormal): Polynomial[] {
  const { nodes, stiffness } = system;
  const size = 3 * nodes.length;
  const scale = lengthScale(system);
  const places: number[] = [];
  let unknowns = 0;
  for (const { radius } of nodes) {
    places.push(unknowns);
    unknowns += radius === undefined ? 1 : 2;
  }
  const constant = (value: number): Monomial => ({ coefficient: value, powers: new Array<number>(unknowns).fill(0) });
  const linear = (place: number, value: number): Monomial => ({
    coefficient: value,
    powers: Array.from({ length: unknowns }, (_, i) => (i === place ? 1 : 0)),
  });
  const weight = Math.max(...nodes.map(({ trialForce }) => dot(trialForce, trialForce)));
  const forces = Array.from({ length: size }, (_, row): Polynomial => {
    const terms = [constant(nodes[(row - (row % 3)) / 3].trialForce[row % 3])];
    nodes.forEach(({ direction, normal, radius }, l) => {
      let along = 0;
      let out = 0;
      for (let j = 0; j < 3; j++) {
        along += stiffness[row * size + 3 * l + j] * direction[j];
        out += stiffness[row * size + 3 * l + j] * normal[j];
      }
      if (radius === undefined) terms.push(linear(places[l], -scale * along));
      else terms.push(linear(places[l], radius * out), constant(-radius * out), linear(places[l] + 1, -radius * along));
    });
    return gather(terms);
  });
  return nodes.flatMap((node, k): Polynomial[] => {
    const force = [0, 1, 2].map((i) => forces[3 * k + i]);
    const turns = node.radius !== undefined && kind === "new";
    const push = gather(
      force.flatMap((each, i) =>
        turns
          ? [...times(each, [linear(places[k], node.normal[i])]), ...times(each, [linear(places[k] + 1, -node.direction[i])])]
          : times(each, [constant(node.normal[i])]),
      ),
    );
    const factor = (1 + node.friction * node.friction) / weight;
    const cone = gather([
      ...times(times(push, push), [constant(factor)]),
      ...force.flatMap((each) => times(times(each, each), [constant(-1 / weight)])),
    ]);
    if (node.radius === undefined) return [cone];
    const circle = gather([
      ...times([linear(places[k], 1)], [linear(places[k], 1)]),
      ...times([linear(places[k] + 1, 1)], [linear(places[k] + 1, 1)]),
      constant(-1),
    ]);
    return [cone, circle];
  });
}

const times = (a: Polynomial, b: Polynomial): Polynomial =>
  a.flatMap((x) => b.map((y) => ({ coefficient: x.coefficient * y.coefficient, powers: x.powers.map((power, i) => power + y.powers[i]) })));

function gather(terms: Polynomial): Polynomial {
  const sums = new Map<string, Monomial>();
  for (const { coefficient, powers } of terms) {
    const key = powers.join(",");
    sums.set(key, { coefficient: coefficient + (sums.get(key)?.coefficient ?? 0), powers });
  }
  return [...sums.values()].filter(({ coefficient }) => coefficient !== 0);
}
