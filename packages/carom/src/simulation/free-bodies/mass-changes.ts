/**
 * How free bodies move with other masses, inertias and gravity: what a parameter does to them at a state.
 *
 *     v' = g + f/m                    dv' = dg + d(1/m) f
 *     w' = J^-1 (t - w x (J w))       dw' = d(J^-1) (t - w x (J w)) - J^-1 (w x (dJ w))
 *
 *     d(1/m) = -dm/m^2                d(J^-1) = -J^-1 dJ J^-1
 *
 * All of these changes are numbers of the bodies, whatever the state: dm, dJ and dg are summed once, over the systems with the parameter
 * moved. Where they move in proportion to it two systems tell them.
 *
 * Letters as in motion.ts; f and t what pushes beside gravity.
 * Source: own study, derivatives of runs, section 1.
 */
import * as mat3 from "../../math/mat3.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { BodyMasses } from "../system/mechanical-system.js";
import type { MassesAlong } from "../system/system-tangents.js";
import { BODY_SPEEDS } from "./body-numbers.js";

/** What is needed to know of the bodies. */
export interface HeavyBodies {
  /** Bodies of each part. */
  readonly members: readonly (readonly number[])[];
  readonly masses: BodyMasses;
  /** A tensor of a body, in its axes, times a vector, both in world axes. */
  applyTensorTo(body: number, tensor: mat3.MutableMat3, coordinates: Float64Array, x: MutableVec3, out: MutableVec3): void;
}

/** Of one body. */
interface MassChange {
  /** 1/kg. */
  readonly inverseMass: number;
  /** In body axes. */
  readonly inverse: mat3.MutableMat3;
  readonly inertia: mat3.MutableMat3;
  /** Whether its inertia changes. */
  readonly turns: boolean;
}

/**
 * Differences are taken from what there is, so that what stays as it is leaves nothing.
 * @param others systems and their weights, sum of weight F(system)
 */
export function massesAlong(
  { members, masses: own, applyTensorTo }: HeavyBodies,
  others: readonly { readonly weight: number; readonly masses: BodyMasses }[],
): MassesAlong {
  const gravity: MutableVec3 = [0, 0, 0];
  for (const { weight, masses } of others) for (let c = 0; c < 3; c++) gravity[c] += weight * (masses.gravity[c] - own.gravity[c]);
  const changes = own.masses.map((_, body) => massChange(body, own, others));
  const vector = (): MutableVec3 => [0, 0, 0];
  const [spin, torque, momentum, turned, result] = Array.from({ length: 5 }, vector);

  function addInverse(body: number, coordinates: Float64Array, x: MutableVec3, out: Float64Array): void {
    const u = BODY_SPEEDS * body;
    applyTensorTo(body, changes[body].inverse, coordinates, x, result);
    for (let c = 0; c < 3; c++) out[u + 3 + c] += result[c];
  }

  /** -J^-1 (w x (dJ w)), and d(J^-1) (t - w x (J w)). */
  function addTurning(body: number, coordinates: Float64Array, out: Float64Array): void {
    const u = BODY_SPEEDS * body;
    applyTensorTo(body, changes[body].inertia, coordinates, spin, momentum);
    vec3.cross(spin, momentum, turned);
    applyTensorTo(body, own.inverses[body], coordinates, turned, result);
    for (let c = 0; c < 3; c++) out[u + 3 + c] -= result[c];
    applyTensorTo(body, own.inertias[body], coordinates, spin, momentum);
    vec3.cross(spin, momentum, turned);
    vec3.subtract(torque, turned, torque);
    addInverse(body, coordinates, torque, out);
  }

  return {
    addAccelerations: ({ coordinates, speeds }, push, out, only) => {
      for (const part of only)
        for (const body of members[part]) {
          const u = BODY_SPEEDS * body;
          const { inverseMass, turns } = changes[body];
          for (let c = 0; c < 3; c++) out[u + c] += gravity[c] + inverseMass * push[u + c];
          if (!turns) continue;
          for (let c = 0; c < 3; c++) {
            spin[c] = speeds[u + 3 + c];
            torque[c] = push[u + 3 + c];
          }
          addTurning(body, coordinates, out);
        }
    },
    addResponse: (coordinates, x, out, only) => {
      for (const part of only)
        for (const body of members[part]) {
          const u = BODY_SPEEDS * body;
          const { inverseMass, turns } = changes[body];
          for (let c = 0; c < 3; c++) out[u + c] += inverseMass * x[u + c];
          if (!turns) continue;
          for (let c = 0; c < 3; c++) torque[c] = x[u + 3 + c];
          addInverse(body, coordinates, torque, out);
        }
    },
  };
}

function massChange(body: number, own: BodyMasses, others: Parameters<typeof massesAlong>[1]): MassChange {
  const none = (): mat3.MutableMat3 => [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const [inverse, inertia] = [none(), none()];
  let mass = 0;
  let turns = false;
  for (const { weight, masses } of others) {
    mass += weight * (masses.masses[body] - own.masses[body]);
    for (let k = 0; k < 9; k++) {
      inertia[k] += weight * (masses.inertias[body][k] - own.inertias[body][k]);
      turns ||= masses.inertias[body][k] !== own.inertias[body][k];
    }
  }
  if (turns) mat3.scale(mat3.multiply(own.inverses[body], mat3.multiply(inertia, own.inverses[body])), -1, inverse);
  return { inverseMass: -mass / (own.masses[body] * own.masses[body]), inverse, inertia, turns };
}
