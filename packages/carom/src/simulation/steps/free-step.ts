/**
 * What bodies would do in a step without contacts, and where they get with what they do.
 *
 * Speeds gain h M^-1 f. Turning keeps the angular momentum L: midpoint steps w_mid = I^-1(R_mid) L, R_mid = exp(h w_mid / 2) R, three of
 * them put together to fourth order, then w* from L in the axes at the end. Contacts add their share to the mean rate, so that
 *
 *     q+ = q (+) h [mean + (theta - 1/2) (u* - u) + theta (u+ - u*)]
 *
 * is the trapezoid rule for theta = 1/2, exact in a constant field. Mechanisms: mechanism-step.ts; from where they would be they move on by
 * what contacts add.
 *
 * Source: Yoshida, Construction of higher order symplectic integrators, 1990 (the three steps); own study, dense contact section 2.
 */
import { atan2, cos, sin } from "../../math/elementary.js";
import type { SceneSystem } from "../system/scene-system.js";
import { type MechanismStep, stepMechanism } from "./mechanism-step.js";
import { createMobility, readMobility } from "./mobility.js";
import type { Nodes } from "./nodes.js";
import { invertBlock } from "./solver/block.js";

/** 1 / (2 - 2^(1/3)) twice, and what is missing to one between them. */
const COMPOSITION = [1.3512071919596578, -1.7024143839193153, 1.3512071919596578] as const;
/** Largest turn about an axis, rad, that these three are asked for at once. */
const TURN = 0.05;
/** Of |w| |L|: a gyroscopic torque that is none. */
const ROUNDING = 1e-14;
/** Of the fixed point in the middle of a step. */
const PASSES = 4;
/** Of places in the middle of a step, where forces depend on them; of the way: places that are the same. */
const MIDWAY_PASSES = 8;
const SAME_PLACE = 1e-12;

/** Arrays in the numbers of the system. */
export interface FreeStep {
  /** M and M^-1 at the beginning of the step: 36 for each rigid body. */
  readonly mass: Float64Array;
  readonly inverseMass: Float64Array;
  /** u*. */
  readonly velocity: Float64Array;
  /** The rate that leads from q to where it would be. */
  readonly mean: Float64Array;
  /** Of the field: what a shift of the place does work against. */
  readonly force: Float64Array;
  readonly momentum: Float64Array;
  readonly column: Float64Array;
  /** Where mechanisms would be; where bodies are on the way. */
  readonly turned: Float64Array;
  readonly middle: Float64Array;
  readonly exchanged: Int32Array;
  readonly mechanisms: MechanismStep;
}

export function createFreeStep({ coordinateCount, speedCount }: SceneSystem, nodes: Nodes): FreeStep {
  const speeds = () => new Float64Array(speedCount);
  const coordinates = () => new Float64Array(coordinateCount);
  const sizes = nodes.mechanisms.map(({ turns }) => turns.length);
  const widest = Math.max(1, ...sizes);
  return {
    mass: new Float64Array(36 * nodes.bodyCount),
    inverseMass: new Float64Array(36 * nodes.bodyCount),
    velocity: speeds(),
    mean: speeds(),
    force: speeds(),
    momentum: speeds(),
    column: speeds(),
    turned: coordinates(),
    middle: coordinates(),
    exchanged: new Int32Array(6),
    mechanisms: {
      nodes,
      mobilities: sizes.map((size) => createMobility(size)),
      stiffening: speeds(),
      theta: speeds(),
      secants: speeds(),
      place: coordinates(),
      pace: speeds(),
      placeRate: coordinates(),
      paceRate: speeds(),
      placeSum: new Float64Array(Math.max(coordinateCount, speedCount)),
      paceSum: speeds(),
      block: new Float64Array(widest * widest),
      exchanged: new Int32Array(widest),
    },
  };
}

/** Nodes of an island: all, those that are rigid bodies, the parts that these make up, and those that are mechanisms. */
export interface Members {
  readonly bodies: readonly number[];
  readonly rigid: readonly number[];
  readonly parts: readonly number[];
  readonly linked: readonly number[];
}

/** M^-1 and M of every body at these coordinates. */
export function readMasses(free: FreeStep, system: SceneSystem, members: Members, coordinates: Float64Array): void {
  const { mass, inverseMass, column, exchanged, mechanisms } = free;
  const { rigid: bodies, parts, linked } = members;
  for (const node of linked) {
    const m = node - mechanisms.nodes.bodyCount;
    const at = { speed: mechanisms.nodes.speeds[node], part: mechanisms.nodes.parts[m] };
    readMobility(mechanisms.mobilities[m], system, at, coordinates, column);
  }
  if (bodies.length === 0) return;
  for (let c = 0; c < 6; c += 1) {
    for (const body of bodies) for (let k = 0; k < 6; k += 1) column[6 * body + k] = k === c ? 1 : 0;
    system.solveMass(coordinates, column, column, parts);
    for (const body of bodies) for (let k = 0; k < 6; k += 1) inverseMass[36 * body + 6 * k + c] = column[6 * body + k];
  }
  for (const body of bodies) {
    for (let k = 0; k < 36; k += 1) mass[36 * body + k] = inverseMass[36 * body + k];
    invertBlock(mass, 36 * body, exchanged);
  }
}

/** A state and a time to go from it. */
export interface Start {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/** u* and the mean rate of a step without contacts; needs the masses. `keeps`: friction of joints is the damping found before. */
export function stepFreely(free: FreeStep, system: SceneSystem, members: Members, start: Start, h: number, keeps = false): void {
  for (const node of members.linked) stepMechanism(free, system, node, start, h, keeps);
  if (members.rigid.length > 0) stepBodies(free, system, members, start, h);
}

function stepBodies(free: FreeStep, system: SceneSystem, members: Members, start: Start, h: number): void {
  const { mass, inverseMass, velocity, mean, force, momentum } = free;
  const { speeds, coordinates, time } = start;
  const loaded = isLoaded(system, members);
  if (loaded) midwayForces(free, system, members, start, h);
  else system.forces(time, coordinates, speeds, force, members.parts);
  let turning = false;
  for (const body of members.rigid) {
    const at = 6 * body;
    for (let c = 3; c < 6; c += 1) {
      let sum = 0;
      for (let k = 3; k < 6; k += 1) sum += mass[36 * body + 6 * c + k] * speeds[at + k];
      momentum[at + c] = sum;
    }
    // The gyroscopic torque -w x L is taken care of by turning with L kept.
    const a = speeds[at + 3];
    const b = speeds[at + 4];
    const c = speeds[at + 5];
    const x = momentum[at + 3];
    const y = momentum[at + 4];
    const z = momentum[at + 5];
    const torque = [b * z - c * y, c * x - a * z, a * y - b * x];
    const seen = loaded ? turnedAbout(torque, [a, b, c], 0.5 * h) : torque;
    for (let k = 0; k < 3; k += 1) force[at + 3 + k] += seen[k];
    // What a ball has of it is rounding.
    const most = ROUNDING * (Math.abs(a) + Math.abs(b) + Math.abs(c)) * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    turning ||= Math.abs(torque[0]) + Math.abs(torque[1]) + Math.abs(torque[2]) > most;
    for (let k = 0; k < 6; k += 1) velocity[at + k] = mean[at + k] = speeds[at + k];
  }
  if (turning) turnFreely(free, system, members, coordinates, h);
  for (const body of members.rigid)
    for (let c = 0; c < 6; c += 1) {
      let gain = 0;
      for (let k = 0; k < 6; k += 1) gain += inverseMass[36 * body + 6 * c + k] * force[6 * body + k];
      velocity[6 * body + c] += h * gain;
      mean[6 * body + c] += 0.5 * h * gain;
    }
}

/** Whether anything but gravity acts on the bodies. */
export function isLoaded(system: SceneSystem, { parts }: Pick<Members, "parts">): boolean {
  return system.isLoaded !== undefined && parts.some((part) => system.isLoaded?.(part));
}

/**
 * Forces on bodies as they are in the middle of the step: where bodies then are depends on the forces again. So a spring gives back what it
 * stores (the implicit midpoint). Orientations are those that the present rates lead to.
 */
function midwayForces(free: FreeStep, system: SceneSystem, { rigid, parts }: Members, start: Start, h: number): void {
  const { inverseMass, force, middle } = free;
  const { coordinates, speeds, time } = start;
  middle.set(coordinates);
  moveBodies(middle, rigid, speeds, 0.5 * h);
  let last = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass += 1) {
    system.forces(time + 0.5 * h, middle, speeds, force, parts);
    let change = 0;
    let way = 0;
    for (const body of rigid)
      for (let c = 0; c < 3; c += 1) {
        const k = 7 * body + c;
        const place = coordinates[k] + 0.5 * h * (speeds[6 * body + c] + 0.5 * h * inverseMass[36 * body + 7 * c] * force[6 * body + c]);
        change = Math.max(change, Math.abs(place - middle[k]));
        way = Math.max(way, Math.abs(place - coordinates[k]));
        middle[k] = place;
      }
    if (pass >= MIDWAY_PASSES || !(change < last) || change <= SAME_PLACE * way) return;
    last = change;
  }
}

/** A vector across a rate, turned by it for a time: w x L of a body turns so while w stays. */
function turnedAbout(vector: readonly number[], rate: readonly number[], time: number): readonly number[] {
  const speed = Math.sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
  if (speed === 0) return vector;
  const c = cos(speed * time);
  const s = sin(speed * time) / speed;
  const [x, y, z] = vector;
  return [c * x + s * (rate[1] * z - rate[2] * y), c * y + s * (rate[2] * x - rate[0] * z), c * z + s * (rate[0] * y - rate[1] * x)];
}

/** Three midpoint steps whose errors cancel to fourth order; the mean rate is the one rotation that they come to. */
function turnFreely(free: FreeStep, system: SceneSystem, members: Members, coordinates: Float64Array, h: number): void {
  const { velocity, mean, turned } = free;
  const { rigid: bodies } = members;
  for (const body of bodies) for (let k = 7 * body; k < 7 * body + 7; k += 1) turned[k] = coordinates[k];
  let turn = 0;
  for (const body of bodies) for (let c = 3; c < 6; c += 1) turn = Math.max(turn, h * Math.abs(mean[6 * body + c]));
  const parts = Math.ceil(turn / TURN);
  for (let part = 0; part < parts; part += 1)
    for (const share of COMPOSITION) {
      const step = (share * h) / parts;
      for (let pass = 0; pass < PASSES; pass += 1) ratesAhead(free, system, members, 0.5 * step);
      for (const body of bodies) turnBody(turned, body, mean, step);
    }
  ratesAhead(free, system, members, 0);
  for (const body of bodies) {
    for (let c = 3; c < 6; c += 1) velocity[6 * body + c] = mean[6 * body + c];
    readTurn(mean, body, coordinates, turned, h);
  }
}

/** mean := I^-1 L at the orientations ahead of `turned` by the present rates. */
function ratesAhead(free: FreeStep, system: SceneSystem, { rigid: bodies, parts }: Members, ahead: number): void {
  const { mean, momentum, column, turned, middle } = free;
  for (const body of bodies) {
    for (let k = 7 * body; k < 7 * body + 7; k += 1) middle[k] = turned[k];
    turnBody(middle, body, mean, ahead);
    for (let c = 0; c < 6; c += 1) column[6 * body + c] = c < 3 ? 0 : momentum[6 * body + c];
  }
  system.solveMass(middle, column, column, parts);
  for (const body of bodies) for (let c = 3; c < 6; c += 1) mean[6 * body + c] = column[6 * body + c];
}

/** The constant rate that turns a body from one orientation to the other in h. */
function readTurn(rate: Float64Array, body: number, from: Float64Array, to: Float64Array, h: number): void {
  const at = 7 * body + 3;
  const a = -from[at];
  const b = -from[at + 1];
  const c = -from[at + 2];
  const d = from[at + 3];
  const x = to[at];
  const y = to[at + 1];
  const z = to[at + 2];
  const w = to[at + 3];
  const turn = [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d];
  const sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const scale = sine > 0 ? (2 * atan2(sine, w * d - x * a - y * b - z * c)) / (sine * h) : 0;
  for (let k = 0; k < 3; k += 1) rate[6 * body + 3 + k] = scale * turn[k];
}

/** Turns a body by the rotation vector h w, exactly. */
export function turnBody(coordinates: Float64Array, body: number, rate: Float64Array, h: number): void {
  const at = 7 * body + 3;
  const a = 0.5 * h * rate[6 * body + 3];
  const b = 0.5 * h * rate[6 * body + 4];
  const c = 0.5 * h * rate[6 * body + 5];
  const angle = Math.sqrt(a * a + b * b + c * c);
  if (angle === 0) return;
  const share = sin(angle) / angle;
  const i = share * a;
  const j = share * b;
  const k = share * c;
  const r = cos(angle);
  const x = coordinates[at];
  const y = coordinates[at + 1];
  const z = coordinates[at + 2];
  const w = coordinates[at + 3];
  coordinates[at] = r * x + i * w + j * z - k * y;
  coordinates[at + 1] = r * y - i * z + j * w + k * x;
  coordinates[at + 2] = r * z + i * y - j * x + k * w;
  coordinates[at + 3] = r * w - i * x - j * y - k * z;
}

/** Moves bodies by h times their rates. */
export function moveBodies(coordinates: Float64Array, bodies: readonly number[], rate: Float64Array, h: number): void {
  for (const body of bodies) {
    for (let c = 0; c < 3; c += 1) coordinates[7 * body + c] += h * rate[6 * body + c];
    turnBody(coordinates, body, rate, h);
  }
}

/** Moves what belongs to an island: bodies by h times their rates, mechanisms on from where they would be, or from where they are. */
export function moveMembers(
  free: FreeStep,
  system: SceneSystem,
  { rigid, parts, linked }: Members,
  coordinates: Float64Array,
  rate: Float64Array,
  h: number,
): void {
  if (rigid.length > 0) {
    moveBodies(coordinates, rigid, rate, h);
    system.normalise(coordinates, parts);
  }
  const { nodes, placeSum } = free.mechanisms;
  for (const node of linked) {
    for (let k = nodes.speeds[node]; k < nodes.speeds[node + 1]; k += 1) placeSum[k] = h * rate[k];
    system.displace(coordinates, placeSum, nodes.parts[node - nodes.bodyCount]);
  }
}
