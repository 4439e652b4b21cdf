/**
 * How the dynamics of free bodies change along a change of their state.
 *
 *     J = R Q R^T     dJ x = phi x (J x) - J (phi x x)          d(w x J w) = dw x J w + w x (dJ w + J dw)
 *
 * Letters as in motion.ts; phi the turn of a body, R -> exp(phi) R.
 * Source: own study, derivatives of runs, section 1.
 */
import type { MutableQuaternion, Quaternion } from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { CoordinateChange, StateNumbers, SystemTangents } from "../system/system-tangents.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "./body-numbers.js";
import { type HeavyBodies, massesAlong } from "./mass-changes.js";

/** The turn of a body whose quaternion changes by four numbers from `at` on: 2 vec(dq o q^-1). */
export function turnOf(quaternion: Quaternion, change: Float64Array, at: number, out: MutableVec3): MutableVec3 {
  const x = quaternion[0];
  const y = quaternion[1];
  const z = quaternion[2];
  const w = quaternion[3];
  const a = change[at];
  const b = change[at + 1];
  const c = change[at + 2];
  const d = change[at + 3];
  out[0] = 2 * (a * w - d * x - b * z + c * y);
  out[1] = 2 * (b * w - d * y - c * x + a * z);
  out[2] = 2 * (c * w - d * z - a * y + b * x);
  return out;
}

/** What is needed to know of the bodies. */
export interface BodiesInMotion extends HeavyBodies {
  /** Inertia of a body at an orientation, in world axes, times a vector. */
  applyInertia(body: number, coordinates: Float64Array, x: MutableVec3, out: MutableVec3): void;
}

export type MotionChanges = Pick<SystemTangents, "rates" | "forces" | "subtractMass" | "massesAlong">;

export function motionChanges(bodies: BodiesInMotion): MotionChanges {
  const { members, masses, applyInertia } = bodies;
  const isRound = masses.inertias.map(([a, b, c, d, e, f, g, h, i]) => a === e && e === i && [b, c, d, f, g, h].every((k) => k === 0));
  const vector = (): MutableVec3 => [0, 0, 0];
  const [turn, spin, spinChange, momentum, momentumChange, turned, carried] = Array.from({ length: 7 }, vector);

  const orientation: MutableQuaternion = [0, 0, 0, 1];

  /** False where it changes nothing of the inertia. */
  function readTurn(body: number, coordinates: Float64Array, along: CoordinateChange): boolean {
    if (isRound[body]) return false;
    const at = BODY_COORDINATES * body + 3;
    for (let c = 0; c < 4; c++) orientation[c] = coordinates[at + c];
    turnOf(orientation, along.coordinates, at, turn);
    return turn[0] !== 0 || turn[1] !== 0 || turn[2] !== 0;
  }

  const readVector = (values: Float64Array, at: number, out: MutableVec3) => {
    out[0] = values[at];
    out[1] = values[at + 1];
    out[2] = values[at + 2];
  };

  /** momentum = J x and momentumChange = dJ x, of a turn that has been read. */
  function turnInertia(body: number, coordinates: Float64Array, x: MutableVec3): void {
    applyInertia(body, coordinates, x, momentum);
    vec3.cross(turn, momentum, momentumChange);
    vec3.cross(turn, x, turned);
    applyInertia(body, coordinates, turned, carried);
    vec3.subtract(momentumChange, carried, momentumChange);
  }

  return {
    rates: ({ coordinates, speeds }, along, out, only) => {
      for (const part of only) for (const body of members[part]) writeRates(coordinates, speeds, along, body, out);
    },
    forces: ({ coordinates, speeds }, along, out, only) => {
      for (const part of only)
        for (const body of members[part]) {
          const u = BODY_SPEEDS * body;
          for (let c = 0; c < BODY_SPEEDS; c++) out[u + c] = 0;
          // Of a round body J w is along w, however it turns.
          if (isRound[body]) continue;
          readVector(speeds, u + 3, spin);
          readVector(along.speeds, u + 3, spinChange);
          if (readTurn(body, coordinates, along)) turnInertia(body, coordinates, spin);
          else {
            applyInertia(body, coordinates, spin, momentum);
            momentumChange[0] = momentumChange[1] = momentumChange[2] = 0;
          }
          applyInertia(body, coordinates, spinChange, carried);
          vec3.add(momentumChange, carried, momentumChange);
          vec3.cross(spinChange, momentum, turned);
          vec3.cross(spin, momentumChange, carried);
          for (let c = 0; c < 3; c++) out[u + 3 + c] = -turned[c] - carried[c];
        }
    },
    subtractMass: ({ coordinates }: StateNumbers, along: CoordinateChange, x, out, only) => {
      for (const part of only)
        for (const body of members[part]) {
          const u = BODY_SPEEDS * body;
          if (!readTurn(body, coordinates, along)) continue;
          readVector(x, u + 3, spin);
          turnInertia(body, coordinates, spin);
          for (let c = 0; c < 3; c++) out[u + 3 + c] -= momentumChange[c];
        }
    },
    massesAlong: (others) => {
      const known: Parameters<typeof massesAlong>[1][number][] = [];
      for (const { weight, system } of others) if (system.masses !== undefined) known.push({ weight, masses: system.masses });
      return known.length === others.length ? massesAlong(bodies, known) : undefined;
    },
  };
}

/** The rates of a quaternion are half of the product (w, 0) o q, linear in each. */
function writeRates(coordinates: Float64Array, speeds: Float64Array, along: CoordinateChange, body: number, out: Float64Array): void {
  const q = BODY_COORDINATES * body;
  const u = BODY_SPEEDS * body;
  for (let c = 0; c < 3; c++) out[q + c] = along.speeds[u + c];
  out[q + 3] = out[q + 4] = out[q + 5] = out[q + 6] = 0;
  addProduct(coordinates, along.speeds, q + 3, u + 3, out);
  addProduct(along.coordinates, speeds, q + 3, u + 3, out);
}

function addProduct(turns: Float64Array, spins: Float64Array, q: number, u: number, out: Float64Array): void {
  const x = turns[q];
  const y = turns[q + 1];
  const z = turns[q + 2];
  const w = turns[q + 3];
  const a = 0.5 * spins[u];
  const b = 0.5 * spins[u + 1];
  const c = 0.5 * spins[u + 2];
  out[q] += a * w + b * z - c * y;
  out[q + 1] += b * w + c * x - a * z;
  out[q + 2] += c * w + a * y - b * x;
  out[q + 3] -= a * x + b * y + c * z;
}
