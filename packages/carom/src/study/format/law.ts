/**
 * The options of all laws as fields of a study. Which law takes which is said by the law itself (`options` of its row in the registry of
 * laws).
 */
import { z } from "zod";
import type { CompliantOptions } from "../../impact/compliant.js";
import type { FrictionalOptions } from "../../impact/methods.js";
import type { MultipointOptions } from "../../impact/multipoint.js";
import type { CommonOptions } from "../../impact/outcome.js";
import { laws } from "../../impact/registry.js";
import type { SimultaneousOptions } from "../../impact/simultaneous.js";
import { count, fields, finite, oneOf, positive } from "./fields.js";

/** How a law finds its answer, where it has several ways. */
export type Method = NonNullable<FrictionalOptions["method"] | SimultaneousOptions["method"]>;
/** Ways of solving under the laws that have several; each law says which it takes. */
export const METHODS = Object.keys({
  series: true,
  taylor: true,
  "runge-kutta": true,
  "fixed-step": true,
  "fixed-step-straight": true,
  "curvature-step": true,
  "impulse-step": true,
} satisfies Record<Method, true>) as [Method, ...Method[]];

const RESTITUTION_SLIPS = ["coulomb", "published"] as const satisfies readonly CompliantOptions["restitutionSlip"][];
const RECOMPRESSIONS = ["phase", "force"] as const satisfies readonly SimultaneousOptions["recompression"][];
const REACTIVATIONS = ["velocity", "gap"] as const satisfies readonly SimultaneousOptions["reactivation"][];
const FRICTION_RULES = ["coulomb", "published"] as const satisfies readonly SimultaneousOptions["friction"][];
const CHAINS = ["rigid", "freeze"] as const satisfies readonly MultipointOptions["chain"][];
const NORMAL_WORKS = ["true", "published"] as const satisfies readonly MultipointOptions["normalWork"][];
const TERMINATIONS = ["energetic", "poisson"] as const satisfies readonly MultipointOptions["termination"][];

const coefficient = finite.min(-1, "is not between -1 and 1").max(1, "is not between -1 and 1");

/** The options of the library's laws, but for the one that is not of a law: a study records its path where the run is asked to. */
type LawOptionName = Exclude<
  keyof FrictionalOptions | keyof CompliantOptions | keyof SimultaneousOptions | keyof MultipointOptions,
  keyof CommonOptions
>;

/** Of all laws; each law says which it takes. An option that a law has and this list lacks, or the other way round, does not compile. */
export const lawOptions = {
  method: z.exactOptional(
    oneOf(METHODS).describe("how the laws frictional, compliant and simultaneous are solved; default: the law's converged method"),
  ),
  step: z.exactOptional(
    positive.describe("normal impulse of a step of the methods fixed-step, fixed-step-straight and impulse-step, N s, > 0"),
  ),
  directionTolerance: z.exactOptional(
    positive.max(1, "is above 1").describe("sine below which fixed-step-straight and curvature-step take slip for straight; default: 0.08"),
  ),
  restitutionSlip: z.exactOptional(
    oneOf(RESTITUTION_SLIPS).describe(
      "compliant: friction of slip in restitution; published: the rule behind the source's figures; default: coulomb",
    ),
  ),
  recompression: z.exactOptional(
    oneOf(RECOMPRESSIONS).describe(
      "simultaneous: what a contact keeps that is compressed again during restitution, its energy (phase) or its force; default: phase",
    ),
  ),
  reactivation: z.exactOptional(
    oneOf(REACTIVATIONS).describe(
      "simultaneous: an opened contact pushes again as soon as it is approached (velocity) or when its gap has closed (gap, the limit of " +
        "stiff springs); default: gap",
    ),
  ),
  friction: z.exactOptional(
    oneOf(FRICTION_RULES).describe(
      "simultaneous with impulse-step; published: slip never stops, the rule behind the source's table; default: coulomb",
    ),
  ),
  maximumEvents: z.exactOptional(count.describe("simultaneous: events after which it gives up with a warning; default: 100000")),
  restitution: z.exactOptional(
    z
      .union([coefficient, z.array(coefficient, "is not a list").min(1, "is empty")], "is neither a number nor a list of numbers")
      .describe(
        "multipoint: the one energetic coefficient, -1 to 1; a list: entry i for stages of i + 1 contacts, the last for more; " +
          "default: that of the contacts",
      ),
  ),
  chain: z.exactOptional(
    oneOf(CHAINS).describe(
      "multipoint: what contacts that take no part in a stage do, move with the body (rigid) or keep their velocity (freeze); " +
        "default: rigid",
    ),
  ),
  normalWork: z.exactOptional(
    z
      .enum(NORMAL_WORKS, 'is neither the text "true" nor "published"')
      .describe("multipoint: published is the source's eq. (3.11), which is not the normal work; default: true"),
  ),
  termination: z.exactOptional(oneOf(TERMINATIONS).describe("multipoint: by normal work or by impulse; default: energetic")),
  reference: z.exactOptional(
    z
      .int("is not a whole number")
      .min(0, "is negative")
      .describe(
        "multipoint: the source's sharing, place of the contact that the others' impulses are tied to; default: none, all share alike",
      ),
  ),
  maximumStages: z.exactOptional(
    count.describe("multipoint: stages after which the rest is taken without restitution, with a warning; default: 100"),
  ),
} satisfies Record<LawOptionName, z.ZodType>;
/** Names of all options of laws. */
export const LAW_OPTIONS = Object.keys(lawOptions) as (keyof typeof lawOptions)[];

const lawOptionsSchema = fields(lawOptions);

/** Options of a law, as a study gives them. */
export interface LawOptions extends z.infer<typeof lawOptionsSchema> {}

/** A law and its options. */
export interface LawChoice extends LawOptions {
  /** Name of the law. */
  readonly law?: string;
}

export function lawNames(): readonly [string, ...string[]] {
  return laws.map(({ name }) => name) as [string, ...string[]];
}
