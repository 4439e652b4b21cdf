/** What rods are made of: round figures for steel, concrete and soft rubber. Wave speed is sqrt(modulus / density). */

/** What the waves in a rod depend on, and how far it may be strained. */
export interface RodMaterial {
  /** Young's modulus, Pa. */
  readonly modulus: number;
  /** kg/m^3. */
  readonly density: number;
  /** Strain up to which stress is in proportion to it. */
  readonly elasticStrain: number;
}

/** Modulus in Pa, density in kg/m^3, largest elastic strain. */
export const ROD_MATERIALS = {
  steel: { modulus: 200e9, density: 7850, elasticStrain: 0.002 },
  aluminium: { modulus: 70e9, density: 2700, elasticStrain: 0.004 },
  concrete: { modulus: 30e9, density: 2400, elasticStrain: 0.001 },
  wood: { modulus: 11e9, density: 600, elasticStrain: 0.005 },
  rubber: { modulus: 4e6, density: 1100, elasticStrain: 0.1 },
} as const satisfies Record<string, RodMaterial>;

/** Names of the listed materials. */
export type RodMaterialName = keyof typeof ROD_MATERIALS;

/** m/s. */
export function waveSpeedOf({ modulus, density }: Pick<RodMaterial, "modulus" | "density">): number {
  return Math.sqrt(modulus / density);
}
