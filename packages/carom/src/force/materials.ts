/**
 * What surfaces are made of. Typical values, good for orders of magnitude: real ones depend on treatment and temperature, so measure or
 * look up your own.
 */

/** Near a surface. */
export interface SurfaceMaterial {
  /** Pa. */
  readonly youngsModulus: number;
  /** Above -1, at most 0.5. */
  readonly poissonRatio: number;
  /** Pa. Absent: it does not yield. */
  readonly yieldStrength?: number;
  /** Brinell, kgf/mm^2. Absent: 2.8 times the yield strength. */
  readonly hardness?: number;
}

/** A material of the list, with where its numbers come from. */
export interface ListedMaterial extends SurfaceMaterial {
  /** Where the values are from. */
  readonly source: string;
}

const CALLISTER = "Callister and Rethwisch, Materials Science and Engineering, 9th ed. (2014), appendix B";
const BRITTLE = `${CALLISTER}; brittle: it breaks instead of yielding`;
const CHAPTER_8 = "004 section 8.2";

/** By the names that studies may use. */
export const materials: Readonly<Record<string, ListedMaterial>> = {
  "steel 1020": { youngsModulus: 207e9, poissonRatio: 0.3, yieldStrength: 210e6, source: `${CALLISTER} (hot rolled)` },
  "steel 304": { youngsModulus: 193e9, poissonRatio: 0.3, yieldStrength: 205e6, source: `${CALLISTER} (stainless, annealed)` },
  "aluminium 6061": { youngsModulus: 69e9, poissonRatio: 0.33, yieldStrength: 276e6, source: `${CALLISTER} (T6)` },
  "brass C36000": { youngsModulus: 97e9, poissonRatio: 0.34, yieldStrength: 125e6, source: `${CALLISTER} (free-cutting, annealed)` },
  polycarbonate: { youngsModulus: 2.38e9, poissonRatio: 0.36, yieldStrength: 62.1e6, source: CALLISTER },
  "soda-lime glass": { youngsModulus: 69e9, poissonRatio: 0.23, source: BRITTLE },
  "steel of the source": { youngsModulus: 206e9, poissonRatio: 0.3, yieldStrength: 350e6, hardness: 290, source: CHAPTER_8 },
  "ground of the source": { youngsModulus: 102e9, poissonRatio: 0.4, yieldStrength: 120e6, hardness: 290, source: CHAPTER_8 },
};
