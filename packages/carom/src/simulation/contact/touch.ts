/**
 * A feature at the present state with all that follows from it: contact velocity J u, and J M^-1, what a unit of contact force does to the
 * speeds.
 *
 * A feature has to do with few of the speeds of a large system; the others are passed over everywhere.
 */

import type { ContactPlace, ContactProblem } from "../../mechanics/contact-problem.js";
import { resolvedContacts } from "../../mechanics/restitution.js";
import { createFeatureState, type Feature, type FeatureState, type MechanicalSystem } from "../system/mechanical-system.js";
import { partsOfPair, speedsOf } from "../system/parts.js";

export interface Touch {
  readonly feature: Feature;
  /** Parts that meet here. */
  readonly parts: readonly number[];
  /** Places of the speeds that it has to do with. */
  readonly speeds: readonly number[];
  readonly state: FeatureState;
  /** Tangent 1, tangent 2, normal, m/s. */
  readonly velocity: Float64Array;
  /** Three rows J M^-1. */
  readonly response: Float64Array;
  /** For `refreshTouch` to work in: one number for each speed. */
  readonly column: Float64Array;
}

/** Numbers of a touch for each speed of the system: three of its Jacobian, three of its response, and one to work in. */
export const NUMBERS_OF_SPEED = 7;

export function createTouch(system: MechanicalSystem, feature: Feature): Touch {
  const parts = partsOfPair(system, feature.pair);
  return {
    feature,
    parts,
    speeds: speedsOf(system, parts),
    state: createFeatureState(system),
    velocity: new Float64Array(3),
    response: new Float64Array(3 * system.speedCount),
    column: new Float64Array(system.speedCount),
  };
}

/** Evaluates the feature of a touch at a state. */
export function refreshTouch(system: MechanicalSystem, touch: Touch, coordinates: Float64Array, speeds: Float64Array): void {
  const n = system.speedCount;
  const { state, response, parts, column } = touch;
  system.evaluate(touch.feature, coordinates, speeds, state);
  for (let c = 0; c < 3; c++) {
    for (const k of touch.speeds) column[k] = state.jacobian[c * n + k];
    system.solveMass(coordinates, column, column, parts);
    for (const k of touch.speeds) response[c * n + k] = column[k];
  }
  refreshVelocity(system, touch, speeds);
}

/** The contact velocity alone, after the speeds have changed and nothing else. */
export function refreshVelocity({ speedCount: n }: MechanicalSystem, touch: Touch, speeds: Float64Array): void {
  const { jacobian } = touch.state;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (const k of touch.speeds) sum += jacobian[c * n + k] * speeds[k];
    touch.velocity[c] = sum;
  }
}

export function slipSpeed({ velocity }: Touch): number {
  return Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
}

/**
 * Work on the bodies of ground that is moved, by an impulse (or power, by a force) whose components are in `values` from `at` on: the
 * contact velocity has minus its velocity in it.
 */
export function groundWork(
  { driven = [], speedCount: n }: MechanicalSystem,
  { state: { jacobian } }: Touch,
  values: ArrayLike<number>,
  at: number,
  speeds: Float64Array,
): number {
  let work = 0;
  for (const k of driven) for (let c = 0; c < 3; c++) work -= values[at + c] * jacobian[c * n + k] * speeds[k];
  return work;
}

/** What a unit of force at component d of the second does to the velocity at component c of the first. */
export function coupling(first: Touch, c: number, second: Touch, d: number): number {
  const { jacobian } = first.state;
  const { response } = second;
  const n = jacobian.length / 3;
  let sum = 0;
  for (const k of first.speeds) sum += jacobian[c * n + k] * response[d * n + k];
  return sum;
}

/** The touches as the problem that every impact law solves. `restitution` takes the place of the material's. */
export function contactProblemOf(
  system: MechanicalSystem,
  touches: readonly Touch[],
  kineticEnergy: number,
  restitution?: number,
): ContactProblem {
  // Beside ground that is moved, kinetic energy in world axes says nothing about what an impact can take: laws then count what the contacts
  // can reach.
  const isDriven = [...(system.driven ?? []), ...(system.drives?.speeds ?? [])].some((k) =>
    touches.some(({ speeds }) => speeds.includes(k)),
  );
  const rows = touches.flatMap((touch) => [0, 1, 2].map((c) => ({ touch, c })));
  const materials = touches.map(({ feature }) => system.pairs[feature.pair].material);
  const velocity = rows.map(({ touch, c }) => touch.velocity[c]);
  return {
    dimension: 3,
    contacts:
      restitution === undefined ? resolvedContacts(materials, velocity, 3) : materials.map((material) => ({ ...material, restitution })),
    mobility: rows.map((row, i) =>
      rows.map((other, j) => {
        // The upper triangle is computed, the lower one copied: symmetric to the last bit.
        const [first, second] = i <= j ? [row, other] : [other, row];
        return coupling(first.touch, first.c, second.touch, second.c);
      }),
    ),
    velocity,
    ...(isDriven ? {} : { kineticEnergy }),
    places: touches.map(placeOf),
  };
}

function placeOf({ state: { point, tangent1, tangent2, normal } }: Touch): ContactPlace {
  return { point: [...point], axes: [[...tangent1], [...tangent2], [...normal]] };
}

/** speeds += sum of (J M^-1)^T impulse. */
export function applyImpulse(
  { speedCount: n }: MechanicalSystem,
  touches: readonly Touch[],
  impulse: ArrayLike<number>,
  speeds: Float64Array,
): void {
  touches.forEach((touch, i) => {
    for (let c = 0; c < 3; c++) for (const k of touch.speeds) speeds[k] += touch.response[c * n + k] * impulse[3 * i + c];
  });
}
