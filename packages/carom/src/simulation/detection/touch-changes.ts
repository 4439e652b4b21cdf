/**
 * How the geometry of a touching place changes with the surfaces that carry it: derivatives along a change of where they are and how they
 * move. A turn phi takes an orientation R to exp(phi) R, so that a vector r of the body changes by phi x r.
 *
 * Source: own study, derivatives of runs, section 3.
 */
import type { MutableQuaternion } from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import type { PairGeometry } from "./pair-geometry.js";
import { type Carrier, createCarrier, createTouchGeometry, type TouchGeometry } from "./touch-geometry.js";

/** A change of a carrier per unit of something. */
export interface CarrierChange {
  readonly position: MutableVec3;
  /** World axes, rad. */
  readonly turn: MutableVec3;
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
}

export function createCarrierChange(): CarrierChange {
  return { position: [0, 0, 0], turn: [0, 0, 0], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

const VECTORS = ["point", "normal", "normalRate", "firstArmRate", "secondArmRate"] as const;
/** Offsets and weights of a symmetric difference of fourth order, those of second order, and the step in what counts as large. */
const OFFSETS = [1, -1, 2, -2];
const WEIGHTS = [2 / 3, -2 / 3, -1 / 12, 1 / 12];
const ROUGH_WEIGHTS = [1 / 2, -1 / 2, 0, 0];
const STEP = 1e-3;
/** Steps are divided by these until differences of two orders agree, to this part of the largest number of each kind, or to rounding. */
const FINER = [1, 8, 64, 512];
const ALIKE = 3e-5;
/** In what counts as large. */
const ROUNDING = 1e-8;

/** Differentiates geometries that cannot do it themselves by differences of their touching places. */
export interface GeometryDifferences {
  /** @param least extent of the changes that steps are made for; absent: steps are as short as it takes not to straddle a seam of shapes */
  write(
    geometry: PairGeometry,
    feature: number,
    carriers: readonly [Carrier, Carrier],
    changes: readonly [CarrierChange, CarrierChange],
    out: TouchGeometry,
    least?: number,
  ): void;
}

/** @param size of the bodies, m: what counts as a long way */
export function createGeometryDifferences(size: number): GeometryDifferences {
  const moved = [createCarrier(), createCarrier()] as const;
  const [trial, rough] = [createTouchGeometry(), createTouchGeometry()];
  return {
    write: (geometry, feature, carriers, changes, out, least) => {
      const most = Math.max(extentOf(changes[0], size), extentOf(changes[1], size));
      const difference = (h: number) => {
        clear(out);
        clear(rough);
        for (let n = 0; n < (h > 0 ? OFFSETS.length : 0); n++) {
          moveCarrier(carriers[0], changes[0], OFFSETS[n] * h, moved[0]);
          moveCarrier(carriers[1], changes[1], OFFSETS[n] * h, moved[1]);
          geometry.evaluate(feature, moved[0], moved[1], trial);
          add(out, trial, WEIGHTS[n] / h);
          add(rough, trial, ROUGH_WEIGHTS[n] / h);
        }
      };
      if (most === 0 || least !== undefined) {
        difference(most === 0 ? 0 : STEP / Math.max(most, least ?? 0));
        return;
      }
      for (const finer of FINER) {
        difference(STEP / (finer * most));
        if (isAlike(out, rough, ROUNDING * most)) return;
      }
      difference(STEP / most);
    },
  };
}

function clear(geometry: TouchGeometry): void {
  geometry.gap = 0;
  for (const name of VECTORS) geometry[name].fill(0);
}

function add(out: TouchGeometry, values: TouchGeometry, weight: number): void {
  if (weight === 0) return;
  out.gap += weight * values.gap;
  for (const name of VECTORS) for (let c = 0; c < 3; c++) out[name][c] += weight * values[name][c];
}

function isAlike(one: TouchGeometry, other: TouchGeometry, rounding: number): boolean {
  for (const name of VECTORS) {
    let [most, apart] = [0, 0];
    for (let c = 0; c < 3; c++) {
      most = Math.max(most, Math.abs(one[name][c]));
      apart = Math.max(apart, Math.abs(one[name][c] - other[name][c]));
    }
    if (apart > Math.max(ALIKE * most, rounding)) return false;
  }
  return true;
}

function extentOf({ position, turn, velocity, angularVelocity }: CarrierChange, size: number): number {
  let most = 0;
  for (let c = 0; c < 3; c++) {
    const turning = Math.max(Math.abs(turn[c]), size * Math.abs(angularVelocity[c]));
    most = Math.max(most, Math.abs(position[c]) / size, Math.abs(velocity[c]), turning);
  }
  return most;
}

function moveCarrier(from: Carrier, change: CarrierChange, step: number, out: Carrier): void {
  for (let c = 0; c < 3; c++) {
    out.position[c] = from.position[c] + step * change.position[c];
    out.velocity[c] = from.velocity[c] + step * change.velocity[c];
    out.angularVelocity[c] = from.angularVelocity[c] + step * change.angularVelocity[c];
  }
  const [x, y, z, w] = from.orientation;
  const [a, b, c] = [0.5 * step * change.turn[0], 0.5 * step * change.turn[1], 0.5 * step * change.turn[2]];
  const turned = out.orientation as MutableQuaternion;
  turned[0] = x + a * w + b * z - c * y;
  turned[1] = y + b * w + c * x - a * z;
  turned[2] = z + c * w + a * y - b * x;
  turned[3] = w - a * x - b * y - c * z;
  const length = Math.sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] + turned[3] * turned[3]);
  for (let k = 0; k < 4; k++) turned[k] /= length;
}
