/**
 * A feature at the present state with all that follows from it: contact velocity J u, and J M^-1, what a unit of contact force does to the speeds.
 */
import type { ContactPlace, ContactProblem } from "../mechanics/contact-problem.js";
import { createFeatureState, type Feature, type FeatureState, type MechanicalSystem } from "./system.js";

export interface Touch {
  feature: Feature;
  readonly state: FeatureState;
  /** Tangent 1, tangent 2, normal, m/s. */
  readonly velocity: Float64Array;
  /** Three rows J M^-1. */
  readonly response: Float64Array;
}

export function createTouch(system: MechanicalSystem, feature: Feature): Touch {
  return {
    feature,
    state: createFeatureState(system),
    velocity: new Float64Array(3),
    response: new Float64Array(3 * system.speedCount),
  };
}

const column = { values: new Float64Array(0) };

/** Evaluates the feature of a touch at a state. */
export function refreshTouch(system: MechanicalSystem, touch: Touch, coordinates: Float64Array, speeds: Float64Array): void {
  const n = system.speedCount;
  if (column.values.length !== n) column.values = new Float64Array(n);
  const { state, response } = touch;
  system.evaluate(touch.feature, coordinates, speeds, state);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < n; k++) column.values[k] = state.jacobian[c * n + k];
    system.solveMass(coordinates, column.values, column.values);
    for (let k = 0; k < n; k++) response[c * n + k] = column.values[k];
  }
  refreshVelocity(system, touch, speeds);
}

/** The contact velocity alone, after the speeds have changed and nothing else. */
export function refreshVelocity({ speedCount: n }: MechanicalSystem, { state, velocity }: Touch, speeds: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += state.jacobian[c * n + k] * speeds[k];
    velocity[c] = sum;
  }
}

export function slipSpeed({ velocity }: Touch): number {
  return Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
}

/** The touches as the problem that every impact law solves. `restitution` takes the place of the material's. */
export function contactProblemOf(
  system: MechanicalSystem,
  touches: readonly Touch[],
  kineticEnergy: number,
  restitution?: number,
): ContactProblem {
  const n = system.speedCount;
  const rows = touches.flatMap((touch) => [0, 1, 2].map((c) => ({ touch, c })));
  return {
    dimension: 3,
    contacts: touches.map(({ feature }) => {
      const { material } = system.pairs[feature.pair];
      return restitution === undefined ? material : { ...material, restitution };
    }),
    mobility: rows.map((row, i) =>
      rows.map((other, j) => {
        // The upper triangle is computed, the lower one copied: symmetric to the last bit.
        const [first, second] = i <= j ? [row, other] : [other, row];
        let sum = 0;
        for (let k = 0; k < n; k++) sum += first.touch.state.jacobian[first.c * n + k] * second.touch.response[second.c * n + k];
        return sum;
      }),
    ),
    velocity: rows.map(({ touch, c }) => touch.velocity[c]),
    kineticEnergy,
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
  touches.forEach(({ response }, i) => {
    for (let c = 0; c < 3; c++) for (let k = 0; k < n; k++) speeds[k] += response[c * n + k] * impulse[3 * i + c];
  });
}
