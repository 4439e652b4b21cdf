/**
 * Equilibrium of a body among obstacles at the end of a step: Newton's method on elasticity and contact together.
 *
 * Nodes that may touch, c, are kept; the others, i, follow: K_ii du_i = -r_i - K_ic du_c with r what elasticity and weight leave over. With
 * S the stiffness condensed to c, forces at c become S du_c - g, and the law of every kept node is one linear equation in it, (6 numbers a
 * node: node-law.ts). A hand that closes by force, and fingers that give way, add an equation each:
 *
 *     mean push = given          push of a finger = its stiffness x what it gives way
 *
 * Where the law of elasticity is linear K is condensed once for all rounds with the same kept nodes. A node touches one obstacle at a time:
 * the one that pushes it most. It counts its slip from the start of the step.
 *
 * Source: semismooth Newton as in pickup/increment.ts; static condensation: fem/condense.ts.
 */
import { SolverError } from "../../errors.js";
import { luFactor, luSolve } from "../../math/lu.js";
import type { SparseSymmetric } from "../../math/sparse/symmetric.js";
import { dot, type Vec3 } from "../../math/vec3.js";
import { type Condensed, condense } from "../fem/condense.js";
import { surfacePoint } from "./finger-shape.js";
import { lawAt, nodeContact, nodeLaw } from "./node-law.js";
import { frictionOf, type GraspScene, type GraspState, type Hold, NONE, obstacleAt, pointOf, surfacePlaces, TABLE } from "./scene.js";

const MOST_ROUNDS = 40;
const HALVINGS = 6;
/** Of the largest force at a node; and of Young's modulus times size squared, which is what rounding leaves. */
const TOLERANCE = 1e-10;
const ROUNDING = 1e-14;
/** Parts of the stiffness of a patch of the surface that scale the laws, tried one after the other. */
const PARTS = [0.1, 0.01, 1];
/** Keeps rigid motions that no force minds at nothing; in the derivatives only. */
const FREE_MOTION = 1e-9;

/** Condensed stiffness of a linear body by its kept nodes: one is remembered. */
export interface SettleMemory {
  key?: string;
  condensed?: Condensed;
}

interface Trial {
  readonly displacement: Float64Array;
  readonly distance: number;
  readonly given: Float64Array;
}

interface Evaluated {
  readonly error: number;
  /** Of what elasticity and weight leave over on every node, N. */
  readonly left: Float64Array;
  readonly energy: number;
  /** Of each kept node. */
  readonly obstacle: Int8Array;
  readonly residual: Float64Array;
  readonly byPosition: Float64Array;
  readonly byForce: Float64Array;
  readonly pushes: Float64Array;
  readonly largest: number;
}

/** The state at the end of a step, or undefined where Newton does not settle. */
export function settle(scene: GraspScene, before: GraspState, hold: Hold, memory: SettleMemory = {}): GraspState | undefined {
  let kept = mayTouch(scene, before, hold);
  for (let round = 0; round < 8; round++) {
    let found: GraspState | undefined;
    for (const part of PARTS) {
      found = settleKept(scene, before, hold, { kept, scale: part * scene.body.material.youngModulus * scene.body.spacing, memory });
      if (found !== undefined) break;
    }
    if (found === undefined) return undefined;
    const missed = inside(scene, found, kept);
    if (missed.length === 0) return found;
    kept = Int32Array.from([...kept, ...missed]).sort();
  }
  return undefined;
}

/** Surface nodes near an obstacle at the end of the step, by their places. */
function mayTouch(scene: GraspScene, before: GraspState, hold: Hold): Int32Array {
  const distance = "distance" in hold.closing ? hold.closing.distance : before.distance;
  const reach = 0.75 * scene.body.spacing + Math.abs(distance - before.distance);
  return near(scene, { ...before, ...hold, distance }, reach, (k) => before.obstacle[k] !== NONE);
}

function near(scene: GraspScene, state: GraspState, reach: number, always: (k: number) => boolean): Int32Array {
  const places = surfacePlaces(scene, state.displacement);
  const point = surfacePoint();
  const present = obstaclesOf(scene, state);
  const at = present.map((each) => pointOf(scene, each, state.hand, state.distance, state.given));
  return Int32Array.from({ length: places.length / 3 }, (_, k) => k).filter(
    (k) =>
      always(k) ||
      present.some((each, o) => {
        obstacleAt(scene, each, at[o], [places[3 * k], places[3 * k + 1], places[3 * k + 2]], point);
        return point.gap < reach;
      }),
  );
}

const obstaclesOf = ({ fingers }: GraspScene, { table, fingers: closed }: Hold): number[] => [
  ...(table ? [TABLE] : []),
  ...(closed ? fingers.map((_, i) => i + 1) : []),
];

/** Nodes that were not kept and went into an obstacle. */
function inside(scene: GraspScene, state: GraspState, kept: Int32Array): Int32Array {
  const known = new Set(kept);
  return near(scene, state, -1e-9 * scene.body.size, () => false).filter((k) => !known.has(k));
}

interface Kept {
  /** Places among the surface nodes. */
  readonly kept: Int32Array;
  /** Of the laws, N/m. */
  readonly scale: number;
  readonly memory: SettleMemory;
}

function settleKept(scene: GraspScene, before: GraspState, hold: Hold, room: Kept): GraspState | undefined {
  const { kept } = room;
  const evaluate = evaluation(scene, before, hold, room);
  let trial: Trial = {
    displacement: before.displacement.slice(),
    distance: "distance" in hold.closing ? hold.closing.distance : before.distance,
    given: before.given.slice(),
  };
  const rounding = ROUNDING * scene.body.material.youngModulus * scene.body.size * scene.body.size;
  let at = evaluate(trial);
  for (let round = 0; round < MOST_ROUNDS && at.error < Infinity; round++) {
    if (at.error <= TOLERANCE * Math.max(scene.body.weight, at.largest) + rounding)
      return { ...stateOf(scene, hold, kept, trial, at), rounds: round };
    const step = newtonStep(scene, hold, trial, at, room);
    if (step === undefined) return undefined;
    let accepted: { readonly trial: Trial; readonly at: Evaluated } | undefined;
    let first: typeof accepted;
    for (let halving = 0, factor = 1; halving <= HALVINGS; halving++, factor *= 0.5) {
      const next = moved(trial, step, factor);
      const there = { trial: next, at: evaluate(next) };
      if (there.at.error < Infinity) first ??= there;
      if (there.at.error < at.error * (1 - 1e-4 * factor)) {
        accepted = there;
        break;
      }
    }
    const next = accepted ?? first;
    if (next === undefined) return undefined;
    ({ trial, at } = next);
  }
  return undefined;
}

const moved = (from: Trial, step: Trial, factor: number): Trial => ({
  displacement: from.displacement.map((value, i) => value + factor * step.displacement[i]),
  distance: from.distance + factor * step.distance,
  given: from.given.map((value, i) => value + factor * step.given[i]),
});

/** Residuals and derivatives of everything at a trial. */
function evaluation(scene: GraspScene, before: GraspState, hold: Hold, { kept, scale }: Kept): (trial: Trial) => Evaluated {
  const { body, fingers } = scene;
  const { nodes } = body.surface;
  const present = obstaclesOf(scene, hold);
  const load = weightOf(scene, hold.load);
  const places = surfacePlaces(scene, before.displacement);
  const from = present.map((each) => pointOf(scene, each, before.hand, before.distance, before.given));
  const isKept = new Uint8Array(body.tied.nodes);
  for (const k of kept) isKept[nodes[k]] = 1;
  const [point, best, contact, law] = [surfacePoint(), surfacePoint(), nodeContact(), nodeLaw()];
  return ({ displacement, distance, given }) => {
    const { energy, force } = body.respond(displacement);
    const count = kept.length;
    const out = {
      left: force,
      energy,
      obstacle: new Int8Array(count).fill(NONE),
      residual: new Float64Array(3 * count),
      byPosition: new Float64Array(9 * count),
      byForce: new Float64Array(9 * count),
      pushes: new Float64Array(fingers.length),
    };
    if (!(energy < Infinity)) return { ...out, error: Infinity, largest: 0 };
    let [square, largest] = [0, 0];
    for (let row = 0; row < force.length; row++) {
      force[row] -= load[row];
      if (isKept[(row - (row % 3)) / 3] === 0) square += force[row] * force[row];
    }
    const at = present.map((each) => pointOf(scene, each, hold.hand, distance, given));
    for (let c = 0; c < count; c++) {
      const row = 3 * nodes[kept[c]];
      contact.force.set(force.subarray(row, row + 3));
      const [x, y, z] = [0, 1, 2].map((i) => body.mesh.nodes[row + i] + displacement[row + i]);
      let [most, which] = [0, -1];
      for (let o = 0; o < present.length; o++) {
        obstacleAt(scene, present[o], at[o], [x, y, z], point);
        const push = contact.force[0] * point.normal[0] + contact.force[1] * point.normal[1] + contact.force[2] * point.normal[2];
        if (!(push - scale * point.gap > most)) continue;
        most = push - scale * point.gap;
        which = o;
        best.gap = point.gap;
        best.normal.set(point.normal);
        best.bend.set(point.bend);
      }
      if (which >= 0) {
        const obstacle = present[which];
        contact.normal.set(best.normal);
        contact.bend.set(best.bend);
        contact.gap = best.gap;
        contact.friction = frictionOf(scene, obstacle);
        [x, y, z].forEach((value, i) => {
          contact.slip[i] = value - at[which][i] - (places[3 * kept[c] + i] - from[which][i]);
        });
        out.obstacle[c] = obstacle;
        if (obstacle !== TABLE) out.pushes[obstacle - 1] += dot(contact.force as unknown as Vec3, fingers[obstacle - 1].direction);
      } else contact.gap = Infinity;
      lawAt(contact, scale, law);
      out.residual.set(law.residual, 3 * c);
      out.byPosition.set(law.byPosition, 9 * c);
      out.byForce.set(law.byForce, 9 * c);
      for (let i = 0; i < 3; i++) {
        square += law.residual[i] * law.residual[i];
        largest = Math.max(largest, Math.abs(contact.force[i]));
      }
    }
    for (const each of handResiduals(scene, hold, out.pushes, given)) square += each * each;
    return { ...out, error: Math.sqrt(square), largest };
  };
}

/** What is left of the equations of fingers that give way, and of a hand that closes by force. */
function handResiduals({ fingers }: GraspScene, hold: Hold, pushes: Float64Array, given: Float64Array): number[] {
  if (!hold.fingers) return [];
  const out = fingers.flatMap(({ stiffness }, i) => (stiffness === undefined ? [] : [pushes[i] - stiffness * given[i]]));
  if ("push" in hold.closing) out.push(pushes.reduce((sum, each) => sum + each, 0) / pushes.length - hold.closing.push);
  return out;
}

export function weightOf({ body }: GraspScene, load: Vec3): Float64Array {
  const [x, y, z] = body.loads;
  return x.map((value, row) => load[0] * value + load[1] * y[row] + load[2] * z[row]);
}

function newtonStep(scene: GraspScene, hold: Hold, trial: Trial, at: Evaluated, { kept, scale, memory }: Kept): Trial | undefined {
  const { body, fingers } = scene;
  const right = at.left.map((value) => -value);
  const candidates = kept.map((k) => body.surface.nodes[k]);
  const condensed = condensedAt(scene, trial.displacement, candidates, memory);
  if (condensed === undefined) return undefined;
  const reducedLoad = condensed.loadOf(right);
  const count = candidates.length;
  const soft = hold.fingers ? fingers.flatMap(({ stiffness }, i) => (stiffness === undefined ? [] : [i])) : [];
  const byForce = hold.fingers && "push" in hold.closing;
  const size = 3 * count + soft.length + (byForce ? 1 : 0);
  const matrix = new Float64Array(size * size);
  const solution = new Float64Array(size);
  const { stiffness } = condensed;
  const width = 3 * count;
  for (let c = 0; c < count; c++) {
    const finger = at.obstacle[c] - 1;
    for (let i = 0; i < 3; i++) {
      const row = 3 * c + i;
      let known = -at.residual[row];
      for (let k = 0; k < 3; k++) {
        const slope = at.byForce[9 * c + 3 * i + k];
        // The force once the nodes inside have followed, less the force that the law was worked out with.
        known -= slope * (-reducedLoad[3 * c + k] - at.left[3 * candidates[c] + k]);
        if (slope !== 0)
          for (let column = 0; column < width; column++) matrix[row * size + column] += slope * stiffness[(3 * c + k) * width + column];
        matrix[row * size + 3 * c + k] += at.byPosition[9 * c + 3 * i + k];
      }
      matrix[row * size + row] += FREE_MOTION * scale;
      solution[row] = known;
      if (finger < 0) continue;
      const { direction } = fingers[finger];
      let follows = 0;
      for (let k = 0; k < 3; k++) follows -= at.byPosition[9 * c + 3 * i + k] * direction[k];
      const own = soft.indexOf(finger);
      if (own >= 0) matrix[row * size + width + own] = -follows;
      if (byForce) matrix[row * size + size - 1] = follows;
    }
  }
  const pushRow = (row: number, which: (finger: number) => boolean, share: number): number => {
    let known = 0;
    for (let c = 0; c < count; c++) {
      const finger = at.obstacle[c] - 1;
      if (finger < 0 || !which(finger)) continue;
      for (let k = 0; k < 3; k++) {
        const part = share * fingers[finger].direction[k];
        known -= part * (-reducedLoad[3 * c + k] - at.left[3 * candidates[c] + k]);
        for (let column = 0; column < width; column++) matrix[row * size + column] += part * stiffness[(3 * c + k) * width + column];
      }
    }
    return known;
  };
  const residuals = handResiduals(scene, hold, at.pushes, trial.given);
  soft.forEach((finger, s) => {
    const row = width + s;
    solution[row] = pushRow(row, (each) => each === finger, 1) - residuals[s];
    matrix[row * size + row] -= fingers[finger].stiffness as number;
  });
  if (byForce) {
    solution[size - 1] = pushRow(size - 1, () => true, 1 / fingers.length) - (residuals.at(-1) as number);
    matrix[size * size - 1] += FREE_MOTION * scale;
  }
  const pivots = new Int32Array(size);
  if (!luFactor(matrix, size, pivots)) return undefined;
  luSolve(matrix, size, pivots, solution);
  const given = new Float64Array(fingers.length);
  soft.forEach((finger, s) => {
    given[finger] = solution[width + s];
  });
  return { displacement: condensed.recover(solution.subarray(0, width), right), distance: byForce ? solution[size - 1] : 0, given };
}

/** Shifts of a tangent that is not positive definite, over its mean diagonal. */
const SHIFTS = [0, 1e-3, 1e-2, 1e-1];

function condensedAt(
  { body }: GraspScene,
  displacement: Float64Array,
  candidates: Int32Array,
  memory: SettleMemory,
): Condensed | undefined {
  const key = body.law === "linear" ? candidates.join() : undefined;
  if (key !== undefined && key === memory.key) return memory.condensed;
  const tangent = body.tangent(displacement);
  const none = new Float64Array(tangent.size);
  for (const shift of SHIFTS) {
    try {
      const condensed = condense(shift === 0 ? tangent : shifted(tangent, shift), none, candidates, body.tied.places);
      if (key !== undefined) Object.assign(memory, { key, condensed });
      return condensed;
    } catch (error) {
      if (!(error instanceof SolverError)) throw error;
    }
  }
  return undefined;
}

function shifted(matrix: SparseSymmetric, share: number): SparseSymmetric {
  const { size, columnStarts } = matrix;
  const values = matrix.values.slice();
  let mean = 0;
  // The first entry of a column is its diagonal.
  for (let column = 0; column < size; column++) mean += Math.abs(values[columnStarts[column]]) / size;
  for (let column = 0; column < size; column++) values[columnStarts[column]] += share * mean;
  return { ...matrix, values };
}

function stateOf(
  scene: GraspScene,
  hold: Hold,
  kept: Int32Array,
  { displacement, distance, given }: Trial,
  at: Evaluated,
): Omit<GraspState, "rounds"> {
  const { nodes } = scene.body.surface;
  const obstacle = new Int8Array(nodes.length).fill(NONE);
  const force = new Float64Array(3 * nodes.length);
  kept.forEach((k, c) => {
    obstacle[k] = at.obstacle[c];
    // What is left on nodes apart is rounding.
    if (at.obstacle[c] !== NONE) force.set(at.left.subarray(3 * nodes[k], 3 * nodes[k] + 3), 3 * k);
  });
  return { ...hold, displacement, distance, given, obstacle, force, energy: at.energy };
}
