/**
 * What a mechanism would do in a step without contacts.
 *
 * As a rule by Runge and Kutta's method of fourth order, in as many parts as it turns and swings. Joints that are stiff for that, because
 * of dampers, friction or springs, are followed by the implicit midpoint, with their own forces between the middle and the end of the step:
 *
 *     m = u + (h/2) [M^-1 (f(q_m, m) + e(u_t, q_t)) + impressed]      u* = 2 m - u       q_m = q (+) (h/2) m      q* = q (+) h m
 *     u_t = u + t (u* - u)       t = (3 + z) / (6 + z),  z = h d / I of the joint        1/2 where it is soft, 1 where it is stiff
 *
 * found by Newton's method with the slopes of e alone. What contacts then change meets these slopes too: their mass matrix is
 * M + h t d + h^2 t k / 2.
 *
 * Letters: m speeds in the middle, e forces of joints, d damping (of friction its secant f / sqrt(u^2 + c^2)), k stiffness.
 * Source: own study, dense contact section 2; theta as in exponential fitting, Liniger and Willoughby 1970.
 */
import type { JointEffort, SceneSystem } from "../system/scene-system.js";
import type { FreeStep, Start } from "./free-step.js";
import { basisTimes, type Mobility, splitSpeeds } from "./mobility.js";
import type { Nodes } from "./nodes.js";
import { invertBlock } from "./solver/block.js";

/** Largest turn, rad, that one part of a step is asked for, and the most parts. */
const TURN = 0.06;
const MOST_PARTS = 40;
/** h d / I, and h sqrt(k / I), beyond which a joint is stiff. */
const STIFF = 0.3;
const QUICK = 2;
/** Newton steps towards the middle, and of the largest speed: then it is found. */
const PASSES = 12;
const FOUND = 1e-12;
/** Of its effort: how far friction may be from its law. */
const MISS = 0.05;

/** Arrays in the numbers of the system. */
export interface MechanismStep {
  readonly nodes: Nodes;
  /** M^-1 of each mechanism. */
  readonly mobilities: readonly Mobility[];
  /** Of each speed: what the forces of joints add to the mass matrix in this step. */
  readonly stiffening: Float64Array;
  /** Of each speed: t, and the damping that stands for friction. */
  readonly theta: Float64Array;
  readonly secants: Float64Array;
  /** To work in. */
  readonly place: Float64Array;
  readonly pace: Float64Array;
  readonly placeRate: Float64Array;
  readonly paceRate: Float64Array;
  readonly placeSum: Float64Array;
  readonly paceSum: Float64Array;
  readonly block: Float64Array;
  readonly exchanged: Int32Array;
}

/** A mechanism: its node, and its place among mechanisms. */
interface Which {
  readonly node: number;
  readonly part: readonly number[];
  readonly mobility: Mobility;
}

/** u*, where it leads and the forces of the field. `keeps`: friction is the damping found before. */
export function stepMechanism(free: FreeStep, system: SceneSystem, node: number, start: Start, h: number, keeps = false): void {
  const { nodes, mobilities, stiffening } = free.mechanisms;
  const m = node - nodes.bodyCount;
  const which = { node, part: nodes.parts[m], mobility: mobilities[m] };
  const [from, to] = [nodes.speeds[node], nodes.speeds[node + 1]];
  stiffening.fill(0, from, to);
  free.mean.fill(0, from, to);
  const { efforts } = nodes.mechanisms[m];
  // Nothing is left of the last step: from a state on it goes the same way, whatever came before.
  if (!keeps) free.mechanisms.theta.fill(0, from, to);
  const isStiff = efforts.length > 0 && (keeps || efforts.some((effort) => isStiffJoint(which, nodes, effort, start, h)));
  if (isStiff) stepStiffly(free, system, which, start, h, keeps);
  else stepByParts(free, system, which, start, h);
  // Of the field alone: what a shift of the place does work against.
  const { pace } = free.mechanisms;
  pace.fill(0, from, to);
  system.forces(start.time, start.coordinates, pace, free.force, which.part);
}

function isStiffJoint({ node, mobility }: Which, nodes: Nodes, effort: JointEffort, { speeds }: Start, h: number): boolean {
  const ease = mobilityAt(mobility, effort.speed - nodes.speeds[node]);
  if (h * h * ease * effort.stiffness > QUICK * QUICK) return true;
  return h * ease * (effort.damping + secantOf(effort, speeds[effort.speed])) > STIFF;
}

/** The longest step, s, in which the springs of a mechanism can be followed as they swing. Needs the masses. */
export function longestSwing({ mechanisms: { nodes, mobilities } }: FreeStep, node: number): number {
  const m = node - nodes.bodyCount;
  const quickest = nodes.mechanisms[m].efforts.reduce(
    (most, { stiffness, speed }) => Math.max(most, stiffness * mobilityAt(mobilities[m], speed - nodes.speeds[node])),
    0,
  );
  return QUICK / Math.sqrt(quickest);
}

/** M^-1 of one speed. */
function mobilityAt({ rank, basis }: Mobility, k: number): number {
  let sum = 0;
  for (let j = rank * k; j < rank * k + rank; j += 1) sum += basis[j] * basis[j];
  return sum;
}

function secantOf({ friction, creep }: JointEffort, u: number): number {
  return friction === 0 ? 0 : friction / Math.sqrt(u * u + creep * creep);
}

/** Runge and Kutta's method, in parts. */
function stepByParts(
  free: FreeStep,
  system: SceneSystem,
  { node, part, mobility }: Which,
  { time, coordinates, speeds }: Start,
  h: number,
): void {
  const { nodes, place, pace, placeRate, paceRate, placeSum, paceSum, stiffening, secants } = free.mechanisms;
  const { velocity, turned } = free;
  const [q0, q1, u0, u1] = [nodes.coordinates[node], nodes.coordinates[node + 1], nodes.speeds[node], nodes.speeds[node + 1]];
  const { turns, efforts } = nodes.mechanisms[node - nodes.bodyCount];
  accelerate(system, time, coordinates, speeds, paceRate, part);
  // Squares of how quickly things change, 1/s^2: as joints turn, as fast as they begin to, and as springs swing.
  let [turning, quickest] = [0, 0];
  for (let k = u0; k < u1; k += 1) {
    velocity[k] = speeds[k];
    if (turns[k - u0]) turning += speeds[k] * speeds[k];
    if (turns[k - u0]) quickest = Math.max(quickest, Math.abs(paceRate[k]));
  }
  for (const { stiffness, damping, speed: k } of efforts) {
    quickest = Math.max(quickest, stiffness * mobilityAt(mobility, k - u0));
    secants[k] = 0;
    stiffening[k] = 0.5 * h * (damping + 0.5 * h * stiffness);
  }
  for (let k = q0; k < q1; k += 1) turned[k] = coordinates[k];
  const count = Math.min(MOST_PARTS, Math.max(1, Math.ceil((h * Math.sqrt(Math.max(turning, quickest))) / TURN)));
  const step = h / count;
  for (let done = 0; done < count; done += 1) {
    placeSum.fill(0, q0, q1);
    paceSum.fill(0, u0, u1);
    for (let stage = 0; stage < 4; stage += 1) {
      const ahead = stage === 0 ? 0 : stage === 3 ? step : 0.5 * step;
      for (let k = q0; k < q1; k += 1) place[k] = turned[k] + (stage === 0 ? 0 : ahead * placeRate[k]);
      for (let k = u0; k < u1; k += 1) pace[k] = velocity[k] + (stage === 0 ? 0 : ahead * paceRate[k]);
      system.rates(place, pace, placeRate, part);
      accelerate(system, time + done * step + ahead, place, pace, paceRate, part);
      const weight = (stage === 0 || stage === 3 ? 1 : 2) * (step / 6);
      for (let k = q0; k < q1; k += 1) placeSum[k] += weight * placeRate[k];
      for (let k = u0; k < u1; k += 1) paceSum[k] += weight * paceRate[k];
    }
    for (let k = q0; k < q1; k += 1) turned[k] += placeSum[k];
    for (let k = u0; k < u1; k += 1) velocity[k] += paceSum[k];
    system.normalise(turned, part);
  }
}

/** u' without contacts. */
function accelerate(
  system: SceneSystem,
  time: number,
  place: Float64Array,
  pace: Float64Array,
  out: Float64Array,
  part: readonly number[],
): void {
  system.forces(time, place, pace, out, part);
  system.solveMass(place, out, out, part);
  system.impressed?.(time, place, pace, out, part);
}

/** The implicit midpoint. */
function stepStiffly(free: FreeStep, system: SceneSystem, which: Which, start: Start, h: number, keeps: boolean): void {
  const { node, part, mobility } = which;
  const { nodes, place, pace, paceRate, placeSum, theta, secants } = free.mechanisms;
  const { velocity, turned } = free;
  const { time, coordinates, speeds } = start;
  const [q0, q1, u0, u1] = [nodes.coordinates[node], nodes.coordinates[node + 1], nodes.speeds[node], nodes.speeds[node + 1]];
  const { efforts } = nodes.mechanisms[node - nodes.bodyCount];
  for (let k = u0; k < u1; k += 1) pace[k] = speeds[k];
  for (let pass = 0; pass < PASSES; pass += 1) {
    readSlopes(free, which, efforts, start, h, keeps);
    for (let k = q0; k < q1; k += 1) place[k] = coordinates[k];
    for (let k = u0; k < u1; k += 1) placeSum[k] = 0.5 * h * pace[k];
    system.displace(place, placeSum, part);
    system.forces(time + 0.5 * h, place, pace, paceRate, part);
    for (const effort of efforts) {
      const { speed: k, coordinate: q, damping, stiffness, position } = effort;
      const later = speeds[k] + 2 * theta[k] * (pace[k] - speeds[k]);
      const usual = secantOf(effort, pace[k]) * pace[k] + damping * pace[k] + stiffness * (place[q] - position);
      const spring = stiffness * (coordinates[q] + theta[k] * h * pace[k] - position);
      paceRate[k] += usual - (damping + secants[k]) * later - spring;
    }
    system.solveMass(place, paceRate, paceRate, part);
    system.impressed?.(time + 0.5 * h, place, pace, paceRate, part);
    let [miss, most] = [0, 0];
    for (let k = u0; k < u1; k += 1) {
      paceRate[k] = speeds[k] + 0.5 * h * paceRate[k] - pace[k];
      miss = Math.max(miss, Math.abs(paceRate[k]));
      most = Math.max(most, Math.abs(pace[k]));
    }
    if (!(miss > FOUND * most)) break;
    splitSpeeds(mobility, paceRate, u0);
    const { local, rest, rank } = mobility;
    const { block, exchanged } = free.mechanisms;
    writeStiffened(free.mechanisms, node, block, 0);
    invertBlock(block, 0, exchanged, rank);
    for (let j = 0; j < rank; j += 1) {
      let sum = 0;
      for (let i = 0; i < rank; i += 1) sum += block[rank * j + i] * local[i];
      paceRate[j] = sum;
    }
    for (let k = 0; k < u1 - u0; k += 1) pace[u0 + k] += rest[k] + basisTimes(mobility, k, paceRate, 0);
  }
  for (let k = q0; k < q1; k += 1) turned[k] = coordinates[k];
  for (let k = u0; k < u1; k += 1) {
    velocity[k] = 2 * pace[k] - speeds[k];
    placeSum[k] = h * pace[k];
  }
  system.displace(turned, placeSum, part);
}

/** Theta, the secants of friction and what they add to the mass matrix, for the speeds in the middle found so far. */
function readSlopes(free: FreeStep, which: Which, efforts: readonly JointEffort[], { speeds }: Start, h: number, keeps: boolean): void {
  const { nodes, pace, theta, secants, stiffening } = free.mechanisms;
  for (const effort of efforts) {
    const k = effort.speed;
    const mobility = mobilityAt(which.mobility, k - nodes.speeds[which.node]);
    if (!keeps) {
      const later = speeds[k] + 2 * (theta[k] || 0.5) * (pace[k] - speeds[k]);
      secants[k] = secantOf(effort, later);
    }
    const spring = h * h * effort.stiffness * mobility;
    const z = h * mobility * (effort.damping + secants[k]) + Math.max(0, spring - 4);
    theta[k] = (3 + z) / (6 + z);
    stiffening[k] = h * theta[k] * (effort.damping + secants[k] + 0.5 * h * effort.stiffness);
  }
}

/** 1 + L^T D L: the mass matrix in x, with what joints add in this step. True where they add anything. */
export function writeStiffened({ nodes, mobilities, stiffening }: MechanismStep, node: number, out: Float64Array, at: number): boolean {
  const { rank, basis, size } = mobilities[node - nodes.bodyCount];
  out.fill(0, at, at + rank * rank);
  for (let j = 0; j < rank; j += 1) out[at + (rank + 1) * j] = 1;
  let isAny = false;
  for (let k = 0; k < size; k += 1) {
    const d = stiffening[nodes.speeds[node] + k];
    if (d === 0) continue;
    isAny = true;
    for (let i = 0; i < rank; i += 1) {
      const factor = d * basis[rank * k + i];
      if (factor !== 0) for (let j = 0; j < rank; j += 1) out[at + rank * i + j] += factor * basis[rank * k + j];
    }
  }
  return isAny;
}

/** Whether friction is far from its law where contacts changed the speeds; then the damping that stands for it is better next time. */
export function missesFriction({ mechanisms }: FreeStep, node: number, before: Float64Array, after: Float64Array): boolean {
  const { nodes, theta, secants } = mechanisms;
  let misses = false;
  for (const effort of nodes.mechanisms[node - nodes.bodyCount].efforts) {
    const k = effort.speed;
    if (secants[k] === 0) continue;
    const later = before[k] + theta[k] * (after[k] - before[k]);
    const law = secantOf(effort, later);
    if (Math.abs(law - secants[k]) * Math.abs(later) > MISS * effort.friction) misses = true;
    secants[k] = law;
  }
  return misses;
}
