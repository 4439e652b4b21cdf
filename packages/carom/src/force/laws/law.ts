/**
 * What a force law is: how hard two surfaces press that have approached each other by so much and still approach at such a rate.
 *
 * Where `impactForces` takes the restitution from the rigid law and asks only how hard and how long, a force law decides the restitution
 * itself: a mass m that comes with the speed v moves by
 *
 *     m delta'' = -f(delta, delta')          delta(0) = 0, delta'(0) = v
 *
 * until the surfaces part, with -e v. Each law is a file and a row of registry.ts; its header says the force, what follows from it in
 * closed form, and whose it is. `delta`, the approach, is how much both surfaces give together.
 */
import type { ContactLaw } from "../contact-law.js";

/** A central hit. */
export interface CentralHit {
  /** Effective: 1 / (1/m1 + 1/m2) for central hits, 1 over the normal mobility in general, kg, > 0. */
  readonly mass: number;
  /** With which the surfaces come together, m/s, > 0. */
  readonly speed: number;
}

/** What the force depends on. */
export interface ContactState {
  /** m; nothing presses where it is not positive. */
  readonly approach: number;
  /** m/s; positive: the surfaces approach. */
  readonly rate: number;
  /** The deepest approach so far, m; only laws with plastic flow ask. Default: the approach. */
  readonly deepest?: number;
  /** With which the surfaces came together, m/s, > 0; only laws that are tuned to it ask. Default: none, the spring alone. */
  readonly impactSpeed?: number;
}

/** Something that a reader of a hit should know. */
export interface HitWarning {
  /** What kind of warning it is, for programs. */
  readonly code: "beyond-fit" | "gains-energy" | "late-yield";
  /** The same in a sentence. */
  readonly message: string;
}

/** A hit by a force law, from touch to parting. */
export interface ForceHit {
  /** Speed after over speed before. */
  readonly restitution: number;
  /** s. */
  readonly duration: number;
  /** N. */
  readonly peakForce: number;
  /** m. */
  readonly deepestApproach: number;
  /** What is left of the approach when the force ends, m: a dent, or a spring that has not come back yet. */
  readonly finalApproach: number;
  /** Energy lost, J. */
  readonly loss: number;
  /** s, ascending; the columns below go row by row with it. */
  readonly time: readonly number[];
  /** m. */
  readonly approach: readonly number[];
  /** m/s; negative while the surfaces part. */
  readonly rate: readonly number[];
  /** N. */
  readonly force: readonly number[];
  /** None if there is nothing to know. */
  readonly warnings: readonly HitWarning[];
}

/** Parameters by name. */
export type ForceParameters = Readonly<Record<string, number | string>>;

/** What a parameter means and may be. */
export interface ForceParameter {
  /** In words, with the unit. */
  readonly meaning: string;
  /** What it is where it is not given, in words. */
  readonly byDefault: string;
  /** Which numbers it may be, or the words. Finite in any case. */
  readonly range: "> 0" | ">= 0" | "0 to 1" | "above 0, at most 1" | readonly [string, ...string[]];
  /** Its value where it is not given. Absent: it follows from the surfaces. */
  readonly fallback?: number | string;
}

/** The surfaces that parameters follow from. */
export interface HitSurfaces {
  /** Of the two surfaces: stiffness, and where they yield. */
  readonly contact: ContactLaw;
  /** What the hit shall give, as far as the law can be told. */
  readonly restitution: number;
}

/** A row of the registry. */
export interface ForceLaw<Parameters extends ForceParameters = ForceParameters> {
  /** The law in one line. */
  readonly summary: string;
  /** Whose it is, with year and place. */
  readonly source: string;
  /** Its parameters, in the order in which they are shown. */
  readonly parameters: { readonly [Name in keyof Parameters]: ForceParameter };
  /** Whether its force may pull: never, or with parameters that say so. */
  pulls(parameters: Parameters): boolean;
  /** All parameters: those given, the others from two surfaces for this hit. Throws InvalidInputError where they do not follow. */
  fromSurfaces(surfaces: HitSurfaces, hit: CentralHit, given: Partial<Parameters>): Parameters;
  /** What is to be said of parameters beside these surfaces. Absent: nothing. */
  doubts?(parameters: Parameters, contact: ContactLaw): readonly HitWarning[];
  /** N. */
  force(parameters: Parameters, state: ContactState): number;
  /** Speed after over speed before. */
  restitution(parameters: Parameters, hit: CentralHit): number;
  /** @param rows of pressing together, and as many of parting */
  hit(parameters: Parameters, hit: CentralHit, rows: number): ForceHit;
}
