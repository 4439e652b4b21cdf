/**
 * Energy of some bodies, and the books of a step: what it cost is measured at its ends, so that they close whatever a step does.
 *
 * A step may still gain: where bodies turn far in it, where bounds push, where overlap is undone. That is taken out of the motion by
 * scaling speeds, those relative to the centre of mass where nothing touches the ground: places that neither part nor slip go on so.
 */
import { readVelocities } from "./contact-list.js";
import { readMasses } from "./free-step.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Masses of bodies at given coordinates, and where that was. */
export function readMassesAt({ free, system, weighed }: RunState, island: Island, coordinates: Float64Array): void {
  readMasses(free, system, island, coordinates);
  for (const body of island.bodies) for (let k = 7 * body; k < 7 * body + 7; k += 1) weighed[k] = coordinates[k];
}

/** Kinetic energy of bodies, J, whose masses have been read, there or at another orientation. */
export function kineticEnergyAt(run: RunState, bodies: readonly number[], coordinates: Float64Array, speeds: Float64Array): number {
  const { free, turnedBack } = run;
  let sum = 0;
  for (const body of bodies) {
    turnBack(run, body, coordinates, speeds);
    for (let c = 0; c < 6; c += 1) {
      let momentum = 0;
      for (let k = 0; k < 6; k += 1) momentum += free.mass[36 * body + 6 * c + k] * turnedBack[k];
      sum += 0.5 * momentum * turnedBack[c];
    }
  }
  return sum;
}

/** The angular velocity of a body as it would be at the orientation where its mass was read; the velocity as it is. */
function turnBack({ weighed, turnedBack }: RunState, body: number, coordinates: Float64Array, speeds: Float64Array): void {
  const at = 7 * body + 3;
  const [a, b, c, d] = [weighed[at], weighed[at + 1], weighed[at + 2], weighed[at + 3]];
  const [x, y, z, w] = [-coordinates[at], -coordinates[at + 1], -coordinates[at + 2], coordinates[at + 3]];
  // From now to then: then times the inverse of now.
  const i = d * x + a * w + b * z - c * y;
  const j = d * y - a * z + b * w + c * x;
  const k = d * z + a * y - b * x + c * w;
  const r = d * w - a * x - b * y - c * z;
  const [p, q, s] = [speeds[6 * body + 3], speeds[6 * body + 4], speeds[6 * body + 5]];
  const [e, f, g] = [2 * (j * s - k * q), 2 * (k * p - i * s), 2 * (i * q - j * p)];
  for (let n = 0; n < 3; n += 1) turnedBack[n] = speeds[6 * body + n];
  turnedBack[3] = p + r * e + j * g - k * f;
  turnedBack[4] = q + r * f + k * e - i * g;
  turnedBack[5] = s + r * g + i * f - j * e;
}

/** Potential energy with the others at the origin: to the last bit it does not depend on them. */
function potentialAlone({ system, time, alone }: RunState, bodies: readonly number[], coordinates: Float64Array): number {
  for (const body of bodies) for (let k = 7 * body; k < 7 * body + 7; k += 1) alone[k] = coordinates[k];
  const potential = system.potentialEnergy(time, alone);
  for (const body of bodies) alone.fill(0, 7 * body, 7 * body + 7);
  return potential;
}

/** Energy of an island and the power of what acts on it, at the present state. */
export interface EnergyThen {
  readonly kinetic: number;
  /** Only differences count. */
  readonly potential: number;
  readonly power: number;
}

/** Needs the masses of the island. */
export function energyOf(run: RunState, { bodies, parts }: Island): EnergyThen {
  const { system, coordinates, speeds, time } = run;
  return {
    kinetic: kineticEnergyAt(run, bodies, coordinates, speeds),
    potential: potentialAlone(run, bodies, coordinates),
    power: system.appliedPower(time, coordinates, speeds, parts),
  };
}

/** Books what a step of length h cost since `before`, of which friction and projection are known; what it gained is taken back. */
export function settle(run: RunState, island: Island, before: EnergyThen, h: number): void {
  const { ledger, pending } = run;
  const after = energyOf(run, island);
  const applied = 0.5 * h * (before.power + after.power) + pending.ground;
  let loss = before.kinetic - after.kinetic + (before.potential - after.potential) + applied;
  if (loss < 0) {
    loss += slowDown(run, island, after.kinetic, -loss);
    if (run.listed === island) readVelocities(run.contacts, run.speeds);
  }
  ledger.appliedWork += applied;
  ledger.frictionLoss += pending.friction;
  ledger.projectionLoss += pending.projection;
  ledger.steppingLoss += loss - pending.friction - pending.projection;
}

/** Scales the speeds of an island so that it has less kinetic energy. Returns by how much, J. */
function slowDown(run: RunState, { bodies }: Island, kinetic: number, excess: number): number {
  const { free, speeds, coordinates, common } = run;
  let mass = 0;
  common.fill(0);
  if (!touchesGround(run))
    for (const body of bodies) {
      mass += free.mass[36 * body];
      for (let c = 0; c < 3; c += 1) common[c] += free.mass[36 * body] * speeds[6 * body + c];
    }
  for (let c = 0; c < 3; c += 1) common[c] = mass > 0 ? common[c] / mass : 0;
  const relative = kinetic - 0.5 * mass * (common[0] * common[0] + common[1] * common[1] + common[2] * common[2]);
  const scale = relative > excess ? Math.sqrt(1 - excess / relative) : 0;
  for (const body of bodies) for (let c = 0; c < 6; c += 1) speeds[6 * body + c] = common[c] + scale * (speeds[6 * body + c] - common[c]);
  return kinetic - kineticEnergyAt(run, bodies, coordinates, speeds);
}

/** Whether any row of the last problem is one with the ground. */
function touchesGround({ problem }: RunState): boolean {
  for (let row = 0; row < problem.contactCount; row += 1) if (problem.bodies[2 * row + 1] === GROUND) return true;
  return false;
}
