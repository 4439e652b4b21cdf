/**
 * The force between two surfaces that are pressed together: Hertz's law up to yield, full plastic flow far beyond it, a smooth cubic
 * between; damping by the rate.
 *
 * delta is how much both surfaces give together. With E, R the effective modulus and radius and k = (4/3) E sqrt(R),
 *
 *     delta < delta_y             f = k delta^(3/2)                                     elastic
 *     delta_y .. delta_p          cubic with the values and slopes of its neighbours    both
 *     delta > delta_p             f = pi p_0 (2 R (delta - delta_p) + a_p^2)            plastic
 *
 *     1/E = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2        1/R = 1/R_1 + 1/R_2
 *     delta_y = R (C pi S_y / (2 E))^2,  C(nu): yield-onset.ts         delta_p = (p_0 / S_y)^2 delta_y        a_p = 3 pi p_0 R / (4 E)
 *
 * S_y and nu are of the material that yields first, p_0 the mean pressure of full plastic flow: its hardness. While the surfaces approach
 * with the rate r a force b r^(3/2) adds to it.
 *
 * Sources: 004 section 7.1.2, eq. (7.9)-(7.15), with its factor F(nu) and its force at yield repaired (docs/errata.md); Johnson, Contact
 * Mechanics (1985); Tabor, The Hardness of Metals (1951), for a pressure of 2.8 S_y where no hardness is given.
 */
import { InvalidInputError } from "../errors.js";
import { pow } from "../math/elementary.js";
import type { SurfaceMaterial } from "./materials.js";
import { type YieldOnset, yieldPressureRatio } from "./yield-onset.js";

/** Two surfaces near the place where they touch. */
export interface SurfacePair {
  /** What the two bodies are made of, in the order of the contact's bodies. */
  readonly materials: readonly [SurfaceMaterial, SurfaceMaterial];
  /** Radii of curvature, m, > 0; "flat"; a hollow that a ball lies in is negative. */
  readonly radii: readonly [number | "flat", number | "flat"];
  /** b, kg m^(-1/2) s^(-1/2), >= 0. Default: 0. */
  readonly damping?: number;
  /** Where yield begins: by von Mises' stress (`exact`, the default), or by the fit that the source takes (`fit`). */
  readonly yieldOnset?: YieldOnset;
}

/** The law of one contact. Lengths in m, forces in N. */
export interface ContactLaw {
  /** Effective modulus E, Pa. */
  readonly modulus: number;
  /** Effective radius R. */
  readonly radius: number;
  /** k of Hertz's law, N/m^(3/2). */
  readonly hertz: number;
  /** Of the normal force, as given with the surfaces; 0 for none. */
  readonly damping: number;
  /** Absent: elastic, whatever the force. */
  readonly plasticity?: Plasticity;
}

/** Where a contact law leaves elasticity, and how the force grows from there. */
export interface Plasticity {
  /** Where yield begins: indentation, force and slope df/d delta. */
  readonly yieldIndentation: number;
  /** Force at the beginning of yield, N. */
  readonly yieldForce: number;
  /** Slope of the force there, N/m. */
  readonly yieldSlope: number;
  /** Mean pressure p_0 of full plastic flow, Pa. */
  readonly pressure: number;
  /** Where plastic flow is full. */
  readonly plasticIndentation: number;
  /** Force where plastic flow is full, N. */
  readonly plasticForce: number;
  /** Slope of the force there, N/m. */
  readonly plasticSlope: number;
  /** Radius of the patch there, m. */
  readonly plasticPatch: number;
}

/** Brinell hardness is in kgf/mm^2; the source takes 9.8 m/s^2. */
const PASCAL_PER_HARDNESS = 9.8e6;
/** Mean pressure of full plastic flow over yield strength where no hardness is known (Tabor). */
const PRESSURE_PER_YIELD = 2.8;

/** The law of two surfaces, from what they are made of and how they are curved. */
export function contactLaw(pair: SurfacePair, path = "contactLaw"): ContactLaw {
  const { materials, radii, damping = 0, yieldOnset = "exact" } = pair;
  materials.forEach((material, i) => {
    checkMaterial(material, `${path}.materials[${i}]`);
  });
  if (!(Number.isFinite(damping) && damping >= 0)) throw new InvalidInputError(`${path}.damping`, damping, "is not a finite number >= 0");
  if (yieldOnset !== "exact" && yieldOnset !== "fit")
    throw new InvalidInputError(`${path}.yieldOnset`, yieldOnset, "is not one of exact, fit");
  const [first, second] = materials;
  const modulus = 1 / (compliance(first) + compliance(second));
  const radius = effectiveRadius(radii, `${path}.radii`);
  const elastic = { modulus, radius, hertz: (4 / 3) * modulus * Math.sqrt(radius), damping };
  const yielding = yieldsFirst(first, second) ? first : second;
  if (yielding.yieldStrength === undefined) return elastic;
  return { ...elastic, plasticity: plasticityOf(elastic, yielding, yieldPressureRatio(yielding.poissonRatio, yieldOnset), path) };
}

/** The weaker one; of two that yield at the same stress, the softer. */
function yieldsFirst(first: SurfaceMaterial, second: SurfaceMaterial): boolean {
  const [a, b] = [first, second].map(({ yieldStrength = Infinity, hardness = Infinity }) => ({ yieldStrength, hardness }));
  return a.yieldStrength < b.yieldStrength || (a.yieldStrength === b.yieldStrength && a.hardness <= b.hardness);
}

const compliance = ({ youngsModulus, poissonRatio }: SurfaceMaterial) => (1 - poissonRatio * poissonRatio) / youngsModulus;

function effectiveRadius(radii: SurfacePair["radii"], path: string): number {
  let curvature = 0;
  radii.forEach((radius, i) => {
    if (radius === "flat") return;
    if (!(Number.isFinite(radius) && radius !== 0)) throw new InvalidInputError(`${path}[${i}]`, radius, 'is neither a radius nor "flat"');
    curvature += 1 / radius;
  });
  if (!(curvature > 0))
    throw new InvalidInputError(path, radii, "does not make a convex contact: the sum of the curvatures 1/R is not positive");
  return 1 / curvature;
}

function plasticityOf(
  { modulus, radius, hertz }: Omit<ContactLaw, "plasticity">,
  { yieldStrength: strength = Infinity, hardness }: SurfaceMaterial,
  factor: number,
  path: string,
): Plasticity {
  const pressure = hardness === undefined ? PRESSURE_PER_YIELD * strength : hardness * PASCAL_PER_HARDNESS;
  // Full plastic flow comes after yield: at a higher mean pressure than the 2 C / 3 of the yield strength there, and at a deeper place,
  // which needs more than the yield strength.
  const least = Math.max((2 / 3) * factor, 1) * strength;
  if (pressure <= least)
    throw new InvalidInputError(
      `${path}.materials`,
      hardness ?? strength,
      `has a hardness of ${pressure} Pa, not above the ${least} Pa at which full plastic flow would come before yield`,
    );
  const angle = (factor * Math.PI * strength) / (2 * modulus);
  const yieldIndentation = radius * angle * angle;
  const ratio = pressure / strength;
  const plasticPatch = (3 * Math.PI * pressure * radius) / (4 * modulus);
  return {
    yieldIndentation,
    yieldForce: hertz * yieldIndentation * Math.sqrt(yieldIndentation),
    yieldSlope: 1.5 * hertz * Math.sqrt(yieldIndentation),
    pressure,
    plasticIndentation: ratio * ratio * yieldIndentation,
    plasticForce: Math.PI * pressure * plasticPatch * plasticPatch,
    plasticSlope: 2 * Math.PI * radius * pressure,
    plasticPatch,
  };
}

/** How far a contact was pressed in: not beyond yield, beyond it, or to plastic flow. */
export type Regime = "elastic" | "elastic-plastic" | "plastic";

/** What an indentation, m, that is still growing does to the surfaces. */
export function regimeOf({ plasticity }: ContactLaw, indentation: number): Regime {
  if (plasticity === undefined || indentation <= plasticity.yieldIndentation) return "elastic";
  return indentation < plasticity.plasticIndentation ? "elastic-plastic" : "plastic";
}

/** Force of the springs alone, N, when the surfaces are pressed together for the first time. */
export function stiffnessForce({ hertz, radius, plasticity }: ContactLaw, indentation: number): number {
  if (!(indentation > 0)) return 0;
  if (plasticity === undefined || indentation <= plasticity.yieldIndentation) return hertz * indentation * Math.sqrt(indentation);
  const { plasticIndentation, pressure, plasticPatch } = plasticity;
  if (indentation >= plasticIndentation)
    return Math.PI * pressure * (2 * radius * (indentation - plasticIndentation) + plasticPatch * plasticPatch);
  const { yieldIndentation, yieldForce, yieldSlope } = plasticity;
  const width = plasticIndentation - yieldIndentation;
  const s = (indentation - yieldIndentation) / width;
  return ((cubic(plasticity, width) * s + square(plasticity, width)) * s + width * yieldSlope) * s + yieldForce;
}

/** Work against the springs alone, J. */
export function stiffnessWork({ hertz, radius, plasticity }: ContactLaw, indentation: number): number {
  if (!(indentation > 0)) return 0;
  if (plasticity === undefined || indentation <= plasticity.yieldIndentation)
    return 0.4 * hertz * indentation * indentation * Math.sqrt(indentation);
  const { yieldIndentation, yieldForce, yieldSlope, plasticIndentation, pressure, plasticPatch } = plasticity;
  const width = plasticIndentation - yieldIndentation;
  const s = Math.min(1, (indentation - yieldIndentation) / width);
  const between =
    s * (yieldForce + s * (0.5 * width * yieldSlope + s * (square(plasticity, width) / 3 + (s * cubic(plasticity, width)) / 4)));
  const beyond = Math.max(0, indentation - plasticIndentation);
  return (
    0.4 * yieldForce * yieldIndentation +
    width * between +
    Math.PI * pressure * (radius * beyond * beyond + plasticPatch * plasticPatch * beyond)
  );
}

function cubic({ yieldForce, yieldSlope, plasticForce, plasticSlope }: Plasticity, width: number): number {
  return 2 * (yieldForce - plasticForce) + width * (yieldSlope + plasticSlope);
}

function square({ yieldForce, yieldSlope, plasticForce, plasticSlope }: Plasticity, width: number): number {
  return 3 * (plasticForce - yieldForce) - width * (2 * yieldSlope + plasticSlope);
}

/** Whether the cubic between yield and plastic flow rises all the way (Fritsch and Carlson's condition). */
export function isMonotone({ plasticity }: ContactLaw): boolean {
  if (plasticity === undefined) return true;
  const { yieldIndentation, plasticIndentation, yieldForce, plasticForce, yieldSlope, plasticSlope } = plasticity;
  const secant = (plasticForce - yieldForce) / (plasticIndentation - yieldIndentation);
  const [a, b] = [yieldSlope / secant, plasticSlope / secant];
  return 2 * a + b <= 3 || a + 2 * b <= 3 || a * a + b * b + a * b - 6 * (a + b) + 9 <= 0;
}

/** The indentation at which the springs have taken this work, m. */
export function indentationAt(law: ContactLaw, work: number): number {
  if (!(work > 0)) return 0;
  const hertzian = pow((2.5 * work) / law.hertz, 0.4);
  if (regimeOf(law, hertzian) === "elastic") return hertzian;
  // From the right of the solution Newton's steps fall on it, because the force rises.
  let indentation = hertzian;
  while (stiffnessWork(law, indentation) < work) indentation *= 2;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const next = indentation - (stiffnessWork(law, indentation) - work) / stiffnessForce(law, indentation);
    if (!(next < indentation && next > 0)) break;
    indentation = next;
  }
  return indentation;
}

const NEWTON_STEPS = 60;

/**
 * Radius of the patch where the surfaces touch, m, when they are pressed together for the first time: Hertz's, or that of the plastic law.
 */
export function patchRadius(law: ContactLaw, indentation: number): number {
  if (!(indentation > 0)) return 0;
  const { radius, plasticity } = law;
  if (plasticity === undefined || indentation <= plasticity.yieldIndentation) return Math.sqrt(radius * indentation);
  return Math.max(Math.sqrt(radius * indentation), Math.sqrt(stiffnessForce(law, indentation) / (Math.PI * plasticity.pressure)));
}

/** Force of damping at a rate of approach, N; none while the surfaces part. */
export function dampingForce({ damping }: ContactLaw, rate: number): number {
  return rate > 0 ? damping * rate * Math.sqrt(rate) : 0;
}

function checkMaterial(material: SurfaceMaterial, path: string): void {
  const { youngsModulus, poissonRatio, yieldStrength, hardness } = material;
  if (!(Number.isFinite(youngsModulus) && youngsModulus > 0))
    throw new InvalidInputError(`${path}.youngsModulus`, youngsModulus, "is not a finite number > 0");
  if (!(poissonRatio > -1 && poissonRatio <= 0.5))
    throw new InvalidInputError(`${path}.poissonRatio`, poissonRatio, "is not above -1 and at most 0.5");
  if (yieldStrength !== undefined && !(Number.isFinite(yieldStrength) && yieldStrength > 0))
    throw new InvalidInputError(`${path}.yieldStrength`, yieldStrength, "is not a finite number > 0");
  if (hardness !== undefined && !(Number.isFinite(hardness) && hardness > 0))
    throw new InvalidInputError(`${path}.hardness`, hardness, "is not a finite number > 0");
  if (hardness !== undefined && yieldStrength === undefined)
    throw new InvalidInputError(`${path}.hardness`, hardness, "is of no use without a yield strength");
}
