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
/** Offsets and weights of a symmetric difference of fourth order, and its step in what counts as large. */
const OFFSETS = [1, -1, 2, -2];
const WEIGHTS = [2 / 3, -2 / 3, -1 / 12, 1 / 12];
const STEP = 1e-3;

/** Differentiates geometries that cannot do it themselves by differences of their touching places. */
export interface GeometryDifferences {
  /** @param size of the bodies, m: what counts as a long way */
  write(
    geometry: PairGeometry,
    feature: number,
    carriers: readonly [Carrier, Carrier],
    changes: readonly [CarrierChange, CarrierChange],
    size: number,
    out: TouchGeometry,
  ): void;
}

export function createGeometryDifferences(): GeometryDifferences {
  const moved = [createCarrier(), createCarrier()] as const;
  const trial = createTouchGeometry();
  return {
    write: (geometry, feature, carriers, changes, size, out) => {
      for (const name of VECTORS) out[name].fill(0);
      out.gap = 0;
      const most = Math.max(extentOf(changes[0], size), extentOf(changes[1], size));
      if (most === 0) return;
      const h = STEP / most;
      for (let n = 0; n < OFFSETS.length; n++) {
        moveCarrier(carriers[0], changes[0], OFFSETS[n] * h, moved[0]);
        moveCarrier(carriers[1], changes[1], OFFSETS[n] * h, moved[1]);
        geometry.evaluate(feature, moved[0], moved[1], trial);
        const weight = WEIGHTS[n] / h;
        out.gap += weight * trial.gap;
        for (const name of VECTORS) for (let c = 0; c < 3; c++) out[name][c] += weight * trial[name][c];
      }
    },
  };
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
