/**
 * Energy of some nodes, and the books of a step: what it cost is measured at its ends, so that they close whatever a step does.
 *
 * The mass matrix of a mechanism changes as it moves, so what a step does to its energy is known to the order of the step only. What
 * contacts did not do is work of motors, dampers and motions of joints where there are any; else it is an error of the step, and the speeds
 * of the mechanism make up for it, all by one factor, so that what touches goes on to touch.
 *
 * A step may still gain: where bodies turn far in it, where bounds push, where overlap is undone. That is taken out of the motion by
 * scaling the speeds of all, of bodies those relative to the centre of mass where nothing holds them to the ground: places that neither
 * part nor slip go on so. What speeds cannot give back is the residual.
 */
import { readVelocities, sideVelocity } from "./contact-list.js";
import { isLoaded, type Members, readMasses } from "./free-step.js";
import type { Island, RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Of the kinetic energy of a mechanism: the most that its speeds give back by themselves, and the most that they are given. */
const MOST_TAKEN = 0.5;
const MOST_GIVEN = 0.01;

/** Masses of nodes at given coordinates, and where that was. */
export function readMassesAt({ free, system, weighed }: RunState, island: Island, coordinates: Float64Array): void {
  readMasses(free, system, island, coordinates);
  for (const body of island.rigid) for (let k = 7 * body; k < 7 * body + 7; k += 1) weighed[k] = coordinates[k];
}

/** Kinetic energy of nodes, J; masses of bodies have been read, there or at another orientation. */
export function kineticEnergyAt(run: RunState, nodes: readonly number[], coordinates: Float64Array, speeds: Float64Array): number {
  const { free, turnedBack } = run;
  const { bodyCount, mechanisms } = run.nodes;
  let sum = 0;
  for (const node of nodes) {
    if (node >= bodyCount) {
      sum += mechanisms[node - bodyCount].kineticEnergy(coordinates, speeds);
      continue;
    }
    turnBack(run, node, coordinates, speeds);
    for (let c = 0; c < 6; c += 1) {
      let momentum = 0;
      for (let k = 0; k < 6; k += 1) momentum += free.mass[36 * node + 6 * c + k] * turnedBack[k];
      sum += 0.5 * momentum * turnedBack[c];
    }
  }
  return sum;
}

/** The angular velocity of a body as it would be at the orientation where its mass was read; the velocity as it is. */
function turnBack({ weighed, turnedBack }: RunState, body: number, coordinates: Float64Array, speeds: Float64Array): void {
  const at = 7 * body + 3;
  const a = weighed[at];
  const b = weighed[at + 1];
  const c = weighed[at + 2];
  const d = weighed[at + 3];
  const x = -coordinates[at];
  const y = -coordinates[at + 1];
  const z = -coordinates[at + 2];
  const w = coordinates[at + 3];
  // From now to then: then times the inverse of now.
  const i = d * x + a * w + b * z - c * y;
  const j = d * y - a * z + b * w + c * x;
  const k = d * z + a * y - b * x + c * w;
  const r = d * w - a * x - b * y - c * z;
  const p = speeds[6 * body + 3];
  const q = speeds[6 * body + 4];
  const s = speeds[6 * body + 5];
  const e = 2 * (j * s - k * q);
  const f = 2 * (k * p - i * s);
  const g = 2 * (i * q - j * p);
  for (let n = 0; n < 3; n += 1) turnedBack[n] = speeds[6 * body + n];
  turnedBack[3] = p + r * e + j * g - k * f;
  turnedBack[4] = q + r * f + k * e - i * g;
  turnedBack[5] = s + r * g + i * f - j * e;
}

/** Potential energy of nodes, J. */
export function potentialEnergyAt({ system, time, nodes }: RunState, { parts, linked }: Members, coordinates: Float64Array): number {
  let sum = parts.length === 0 ? 0 : system.potentialEnergy(time, coordinates, parts);
  for (const node of linked) sum += nodes.mechanisms[node - nodes.bodyCount].potentialEnergy(coordinates);
  return sum;
}

/** Energy of an island and the power of loads on its bodies, at the present state. */
export interface EnergyThen {
  readonly kinetic: number;
  readonly potential: number;
  readonly power: number;
}

/** Needs the masses of the island. */
export function energyOf(run: RunState, island: Island): EnergyThen {
  const { system, coordinates, speeds, time } = run;
  const { bodies, rigid, parts } = island;
  return {
    kinetic: kineticEnergyAt(run, bodies, coordinates, speeds),
    potential: potentialEnergyAt(run, island, coordinates),
    power: rigid.length === 0 ? 0 : system.appliedPower(time, coordinates, speeds, parts),
  };
}

/** The work on each mechanism of the impulses found, and of the shift of its place, `shift` in seconds. */
export function readContactWork(run: RunState, linked: readonly number[], impulse: Float64Array, shift: number): void {
  const { contacts, rows, free, speeds, nextSpeeds, nodes, contactWork } = run;
  for (const node of linked) {
    contactWork[node] = 0;
    for (let k = nodes.speeds[node]; k < nodes.speeds[node + 1]; k += 1)
      contactWork[node] -= shift * free.force[k] * (nextSpeeds[k] - speeds[k]);
  }
  for (let i = 0; i < contacts.count; i += 1)
    for (let side = 0; side < 2; side += 1) {
      const node = contacts.bodies[2 * i + side];
      if (rows[i] < 0 || node < nodes.bodyCount) continue;
      for (let c = 0; c < 3; c += 1)
        contactWork[node] +=
          0.5 * impulse[3 * rows[i] + c] * (sideVelocity(contacts, i, side, c, speeds) + sideVelocity(contacts, i, side, c, nextSpeeds));
    }
}

/**
 * What joints did in the step to the next state, `pending.applied`; where they did nothing, the next speeds make up for what contacts did
 * not do. True where speeds were changed. Needs `contactWork`.
 */
export function settleMechanisms(run: RunState, { linked }: Island, h: number): boolean {
  const { system, nodes, time, coordinates, speeds, nextCoordinates, nextSpeeds, pending, contactWork } = run;
  let changed = false;
  for (const node of linked) {
    const m = node - nodes.bodyCount;
    const mechanism = nodes.mechanisms[m];
    const before = mechanism.kineticEnergy(coordinates, speeds) + mechanism.potentialEnergy(coordinates);
    const begun = system.appliedPower(time, coordinates, speeds, nodes.parts[m]);
    const ended = system.appliedPower(time + h, nextCoordinates, nextSpeeds, nodes.parts[m]);
    const powered = mechanism.isDriven || begun !== 0 || ended !== 0;
    const kinetic = mechanism.kineticEnergy(nextCoordinates, nextSpeeds);
    const gain = kinetic + mechanism.potentialEnergy(nextCoordinates) - before - contactWork[node];
    // What only takes energy out, as dampers do, did not put any in.
    const brakes = !mechanism.isDriven && begun <= 0 && ended <= 0;
    const taken = powered
      ? Math.min(brakes ? Math.max(gain, 0) : 0, MOST_TAKEN * kinetic)
      : Math.min(Math.max(gain, -MOST_GIVEN * kinetic), MOST_TAKEN * kinetic);
    if (powered) pending.applied += gain - taken;
    if (taken === 0 || !(kinetic > 0)) continue;
    const share = Math.sqrt(1 - taken / kinetic);
    for (let k = nodes.speeds[node]; k < nodes.speeds[node + 1]; k += 1) nextSpeeds[k] *= share;
    changed = true;
  }
  return changed;
}

/**
 * Books what a step of length h cost since `before`, of which `pending` is known; what it gained is taken back.
 * @param impactLoss taken off `before` and booked on the way, J, by impacts that saw speeds which contacts might have taken by the end
 */
export function settle(run: RunState, island: Island, before: EnergyThen, h: number, impactLoss = 0): void {
  const { ledger, pending } = run;
  const after = energyOf(run, island);
  const applied = 0.5 * h * (before.power + after.power) + pending.applied + pending.ground;
  let loss = before.kinetic - after.kinetic + (before.potential - after.potential) + applied;
  if (loss < 0) {
    loss += slowDown(run, island, -loss);
    if (run.listed === island) readVelocities(run.contacts, run.speeds);
  }
  ledger.appliedWork += applied;
  // What lies still has no speeds to pay with where it is lifted out of an overlap: that is what the projection did.
  const known = Math.max(loss, Math.min(0, pending.projection));
  // Nor has it any where impacts cost more than the whole step did: that they did not.
  const returned = Math.min(known - loss, Math.max(0, impactLoss));
  ledger.impactLoss -= returned;
  // Where normal impulses put energy in that friction took out, friction has taken no more than was lost.
  const friction = Math.min(pending.friction, Math.max(0, known - pending.projection));
  const stepping = Math.max(0, known - friction - pending.projection);
  ledger.frictionLoss += friction;
  ledger.steppingLoss += stepping;
  ledger.projectionLoss += known - friction - stepping;
  ledger.residual += known - loss - returned;
}

/** Scales the speeds of an island, but of joints that are moved, so that it has less kinetic energy. Returns by how much, J. */
function slowDown(run: RunState, island: Island, excess: number): number {
  const { free, speeds, coordinates, common, nodes } = run;
  const { bodies, linked } = island;
  const slowed = bodies.filter((node) => node < nodes.bodyCount || !nodes.mechanisms[node - nodes.bodyCount].isDriven);
  const kinetic = kineticEnergyAt(run, slowed, coordinates, speeds);
  let mass = 0;
  common.fill(0);
  // Joints may hold a mechanism to the ground, springs a body.
  if (linked.length === 0 && !touchesGround(run) && !isLoaded(run.system, island))
    for (const body of bodies) {
      mass += free.mass[36 * body];
      for (let c = 0; c < 3; c += 1) common[c] += free.mass[36 * body] * speeds[6 * body + c];
    }
  for (let c = 0; c < 3; c += 1) common[c] = mass > 0 ? common[c] / mass : 0;
  const relative = kinetic - 0.5 * mass * (common[0] * common[0] + common[1] * common[1] + common[2] * common[2]);
  const scale = relative > excess ? Math.sqrt(1 - excess / relative) : 0;
  for (const node of slowed) {
    const from = nodes.speeds[node];
    for (let k = from; k < nodes.speeds[node + 1]; k += 1) {
      const shared = mass > 0 ? common[k - from] : 0;
      speeds[k] = shared + scale * (speeds[k] - shared);
    }
  }
  return kinetic - kineticEnergyAt(run, slowed, coordinates, speeds);
}

/** Whether any row of the last problem is one with the ground. */
function touchesGround({ problem }: RunState): boolean {
  for (let row = 0; row < problem.contactCount; row += 1) if (problem.bodies[2 * row + 1] === GROUND) return true;
  return false;
}
