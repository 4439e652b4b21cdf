/** The columns of a history that is being recorded; see ImpactHistory. */
export function createHistory() {
  return {
    normalImpulse: [] as number[],
    impulse: [] as (readonly number[])[],
    velocity: [] as (readonly number[])[],
    storedEnergy: [] as number[],
    frictionLoss: [] as number[],
    mode: [] as ("slip" | "stick")[],
  };
}
