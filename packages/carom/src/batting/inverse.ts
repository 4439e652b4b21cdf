/**
 * From the impulse to the contact velocity: the law `frictional` backwards.
 *
 * The law is homogeneous, so the impulse may be scaled to a normal part of one, and what is left is to match its tangential part c =
 * I_t/I_n, a point of the disc of radius friction, by the slip over the approach speed, a point of the plane. Towards infinite slip c tends
 * to -friction times the slip direction: the circle at infinity goes once around the rim of the disc. Unless friction can jam, c depends
 * continuously on the velocity, so by the degree of the map every c inside the disc is reached: the friction cone is exactly what a hit can
 * do. And in 40 000 random problems (the tests try some) the determinant of the derivatives had one sign, which makes the velocity the only
 * one.
 *
 * Newton's method with the exact matrix J: since J v = I, its step goes to J^-1 I, whatever the scale. Steps are shortened until c comes
 * nearer. The start is the velocity that would do it if the contact ended stuck, slip = -(B c + d), which is exact in its slip wherever
 * that is so.
 *
 * Source: own derivation; 000 section 4.4.4 has bounding triangles instead (triangle.ts).
 */
import type { SlipContact } from "../impact/slip/contact.js";
import { createSlipPath, type SlipPath } from "../impact/slip/path.js";
import type { Mat3, MutableMat3 } from "../math/mat3.js";
import { solve3 } from "../math/solve.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import { strike, strikeDerivatives } from "./strike.js";

/** Distance of c, relative to 1 + friction, at which Newton's method has done all it can. */
const CONVERGED = 2e-15;
/** And the one that is good enough where it stalls earlier: the rounding of impacts that pass close to a pair of invariant directions. */
const STALLED = 1e-10;
const MOST_STEPS = 80;
/** Steps in which the distance has to be halved. */
const PATIENCE = 8;
const MOST_HALVINGS = 26;
/** Nearer than this a step that does not help is at the rounding of the impact, and shorter ones will not help either. */
const NEARLY = 1e-11;

/** What the search for a velocity writes on its way; made once for many searches. */
export interface InverseWorkspace {
  /** The last strike: after a search that succeeded, the one with the velocity found, up to its scale. */
  readonly path: SlipPath;
  readonly struck: MutableVec3;
  /** The impulse with a normal part of one. */
  readonly wanted: MutableVec3;
  readonly trial: MutableVec3;
  readonly goal: MutableVec3;
}

/** Room for one search at a time. */
export function createInverseWorkspace(): InverseWorkspace {
  return { path: createSlipPath(), struck: [0, 0, 0], wanted: [0, 0, 0], trial: [0, 0, 0], goal: [0, 0, 0] };
}

/**
 * The contact velocity whose impact has this impulse (normal part positive), written to `velocity`; false where none was found.
 * With `guess`, `velocity` comes in as a first guess of any size. The path of the workspace is left at the strike with this velocity, up to
 * its scale, so that strikeDerivatives are its derivatives. `tolerance` is the distance of c that will do, relative to 1 + friction;
 * default: all that can be had.
 */
export function velocityFor(
  contact: SlipContact,
  impulse: Vec3,
  velocity: MutableVec3,
  guess: boolean,
  tolerance = CONVERGED,
  work = createInverseWorkspace(),
): boolean {
  return (
    (guess && velocityFrom(contact, impulse, velocity, work, tolerance)) || velocityFromRest(contact, impulse, velocity, work, tolerance)
  );
}

/** As velocityFor, from this guess only. */
export function velocityFrom(
  contact: SlipContact,
  impulse: Vec3,
  velocity: MutableVec3,
  work: InverseWorkspace,
  tolerance = CONVERGED,
): boolean {
  return velocity[2] < 0 && want(impulse, work.wanted) && descend(contact, velocity, work, tolerance) && scaled(velocity, impulse[2]);
}

function velocityFromRest(contact: SlipContact, impulse: Vec3, velocity: MutableVec3, work: InverseWorkspace, tolerance: number): boolean {
  if (!want(impulse, work.wanted)) return false;
  guessStuck(contact, work.wanted, velocity);
  return descend(contact, velocity, work, tolerance) && scaled(velocity, impulse[2]);
}

function want(impulse: Vec3, wanted: MutableVec3): boolean {
  wanted[0] = impulse[0] / impulse[2];
  wanted[1] = impulse[1] / impulse[2];
  wanted[2] = 1;
  return impulse[2] > 0;
}

function scaled(velocity: MutableVec3, factor: number): true {
  velocity[0] *= factor;
  velocity[1] *= factor;
  velocity[2] *= factor;
  return true;
}

function guessStuck({ b11, b12, b22, d1, d2, normal, restitution, stickSlope }: SlipContact, wanted: Vec3, out: MutableVec3): void {
  out[0] = -(b11 * wanted[0] + b12 * wanted[1] + d1);
  out[1] = -(b12 * wanted[0] + b22 * wanted[1] + d2);
  const slope = d1 * wanted[0] + d2 * wanted[1] + normal;
  out[2] = -Math.max(slope, 0.1 * stickSlope) / (1 + restitution);
}

/** Strikes with the velocity, scales it to a normal impulse of one, and returns how far c is off. */
function distanceAt(contact: SlipContact, velocity: MutableVec3, { struck, wanted, path }: InverseWorkspace): number {
  strike(contact, velocity, struck, path);
  const scale = 1 / struck[2];
  velocity[0] *= scale;
  velocity[1] *= scale;
  velocity[2] *= scale;
  const off1 = struck[0] * scale - wanted[0];
  const off2 = struck[1] * scale - wanted[1];
  return Math.sqrt(off1 * off1 + off2 * off2);
}

function descend(contact: SlipContact, velocity: MutableVec3, work: InverseWorkspace, tolerance: number): boolean {
  const { friction } = contact;
  const { wanted, goal } = work;
  const size = 1 + friction;
  let distance = distanceAt(contact, velocity, work);
  let before = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (distance <= tolerance * size) return true;
    if (step % PATIENCE === PATIENCE - 1) {
      // Creeping along the rim of what can be reached is not getting there.
      if (distance > NEARLY * size && distance > 0.5 * before) return false;
      before = distance;
    }
    const matrix = strikeDerivatives(contact, work.path);
    if (matrix === undefined) {
      // Slip that starts from rest without being held: any little slip has derivatives.
      velocity[0] -= 1e-6 * velocity[2];
      distance = distanceAt(contact, velocity, work);
      continue;
    }
    let nearer = solve3(matrix, wanted, goal) === undefined ? Number.POSITIVE_INFINITY : approach(contact, velocity, distance, work);
    if (!(nearer < distance) && distance > STALLED * friction && solve3(differences(contact, velocity, work), wanted, goal) !== undefined)
      nearer = approach(contact, velocity, distance, work);
    if (!(nearer < distance)) break;
    distance = nearer;
  }
  if (!(distance <= STALLED * Math.min(size, 1e3 * friction))) return false;
  strike(contact, velocity, work.struck, work.path);
  return true;
}

/** Step of differences, relative. */
const DIFFERENCE = 1e-6;

/** Derivatives by central differences: where the exact ones have lost their digits, at friction near zero. */
function differences(contact: SlipContact, velocity: Vec3, { trial, struck, path }: InverseWorkspace): Mat3 {
  const matrix: MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const step = DIFFERENCE * Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  for (let column = 0; column < 3; column++)
    for (const sign of [1, -1]) {
      for (let i = 0; i < 3; i++) trial[i] = velocity[i];
      trial[column] += sign * Math.min(step, column === 2 ? -0.5 * velocity[2] : step);
      strike(contact, trial, struck, path);
      const change = 0.5 / (trial[column] - velocity[column]);
      for (let row = 0; row < 3; row++) matrix[3 * row + column] += struck[row] * change;
    }
  return matrix;
}

/** Goes from the velocity towards the goal as far as it helps; returns the new distance, or infinity where nothing helps. */
function approach(contact: SlipContact, velocity: MutableVec3, distance: number, work: InverseWorkspace): number {
  const { trial, goal } = work;
  let part = 1;
  const halvings = distance > NEARLY * (1 + contact.friction) ? MOST_HALVINGS : 1;
  for (let halving = 0; halving < halvings; halving++, part /= 2) {
    for (let i = 0; i < 3; i++) trial[i] = velocity[i] + part * (goal[i] - velocity[i]);
    if (!(trial[2] < 0)) continue;
    const next = distanceAt(contact, trial, work);
    if (next < distance * (1 - 0.2 * part)) {
      for (let i = 0; i < 3; i++) velocity[i] = trial[i];
      return next;
    }
  }
  return Number.POSITIVE_INFINITY;
}
