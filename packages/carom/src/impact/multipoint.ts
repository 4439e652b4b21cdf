/**
 * The impact of one rigid body (or one pair of them) at several points at once, with Coulomb friction and one coefficient of restitution
 * for all.
 *
 * The points that touch push together. Their impulses p grow with one parameter, the sum P of the normal impulses,
 *
 *     dp = C dP        dv = M C dP        dW/dP = sum v_n C_n
 *
 * (M mobility, v contact velocities, W work of the normal impulses). W falls to W_c, the end of compression, and the stage ends at W = (1 -
 * e^2) W_c: the contacts together give back the part e^2 of what they stored together. e is the global energetic coefficient. A negative e
 * ends the stage in compression, at the same W on the way down. Contacts that approach after it push in a stage of their own, and so on
 * (multipoint/chain.ts).
 *
 * A rigid body does not determine how it shares its load between several points: four legs of a rigid table carry anything. This model
 * closes the gap with a POSTULATE. The velocities of two points of a rigid body agree along the line between them; the impulses are
 * required to do the same (multipoint/touching.ts). On flat ground that means equal shares where all points slide alike. The source ties
 * all contacts to one of them, which on different planes makes a choice of it that mechanics does not know; here all are treated alike
 * unless a reference is named. Nothing but experiment can say whether such a postulate holds for a given body; the laws `proportional` and
 * `simultaneous` give other shares.
 *
 * C follows from these rows and from friction (multipoint/direction.ts): a slipping contact pushes along the edge of its friction cone, a
 * sticking one such that it stays. In the plane the answer is exact, piece by piece (planar.ts); in space the slip directions turn and are
 * followed numerically (spatial.ts). With one contact this is `frictional`, except where friction presses the bodies together again during
 * restitution: there W_c is the lowest work, and only the deepest compression loses its share (single.ts).
 *
 * Letters of 004: M mobility, theta velocity, p impulse, p_n normalImpulse, W_n normalWork, e_* restitution, mu_s mu_d friction.
 * Source: 004 (Chatterjee 2019) chapters 3 to 6, App. A (the postulate); errors in it are listed in docs/errata.md.
 */

import { InvalidInputError } from "../errors.js";
import { pseudoInverseForm, symmetricEigen } from "../math/symmetric-eigen.js";
import { type ContactProblem, checkContactProblem } from "../mechanics/contact-problem.js";
import { checkSeveralContacts, energiesLeft } from "../mechanics/several-contacts.js";
import { type Chain, type ChainRule, followChain, isApproaching } from "./multipoint/chain.js";
import { touchingOf } from "./multipoint/touching.js";
import { areOfOneBody } from "./one-body.js";
import type { ImpactLaw, ImpactOutcome, ImpactWarning } from "./outcome.js";
import { energyBefore, isDefinite, notSolvable, slipContactOf } from "./slip/solve.js";
import { untouched } from "./untouched.js";

/** What may be told to solveMultipoint. */
export interface MultipointOptions {
  /** Records the path against the sum of the normal impulses. Default: false. */
  readonly history?: boolean;
  /**
   * The coefficient of a stage, -1 to 1; or a list, in which entry i is for stages of i + 1 contacts and the last entry for more. Negative:
   * the stage ends in compression. Default: that of the contacts that take part; the smallest, with a warning, where they differ.
   */
  readonly restitution?: number | readonly number[];
  /**
   * What happens to contacts that do not take part in a stage. `rigid` (the default): they follow. `freeze`: they keep their velocities, as
   * in the source's Table 4.1.
   */
  readonly chain?: "rigid" | "freeze";
  /**
   * `true` (the default), or `published`: the planar formula of the source, which is not the work of the normal impulses but is what its
   * Fig. 4.10 needs.
   */
  readonly normalWork?: "true" | "published";
  /**
   * `energetic` (the default), or `poisson`: the normal impulse of the reference contact, or of all where none is named, ends at 1 + e
   * times that at the end of compression.
   */
  readonly termination?: "energetic" | "poisson";
  /**
   * The source's rule of sharing: place in the list of the contact with which the others share. It matters only where contacts lie on
   * different planes. Default: none, every contact shares with every other in the same way.
   */
  readonly reference?: number;
  /** Stages after which one push of all contacts without restitution and friction ends the impact, with a warning. Default: 100. */
  readonly maximumStages?: number;
}

const CHAINS = ["rigid", "freeze"];
const NORMAL_WORKS = ["true", "published"];
const TERMINATIONS = ["energetic", "poisson"];
const MAXIMUM_STAGES = 100;

/** The law for one rigid body that strikes with several points. */
export const multipoint: ImpactLaw<MultipointOptions> = {
  name: "multipoint",
  summary:
    "several contacts of one rigid body with friction, impulses shared by a rigid-body postulate, one energetic restitution (Chatterjee)",
  options: ["restitution", "chain", "normalWork", "termination", "reference", "maximumStages"],
  inapplicable,
  solve: solveMultipoint,
};

/** Several contacts of one body. Throws where the law does not apply. */
export function solveMultipoint(problem: ContactProblem, options: MultipointOptions = {}): ImpactOutcome {
  checkContactProblem(problem);
  checkSeveralContacts(problem);
  checkPoints(problem);
  const reason = inapplicable(problem);
  if (reason !== undefined) throw new InvalidInputError("contacts", problem.contacts.length, `cannot be solved by multipoint: ${reason}`);
  checkOptions(problem, options);
  checkFriction(problem);

  const reachable = problem.kineticEnergy ?? contactEnergy(problem, problem.velocity);
  const unused = unusedFields(problem);
  if (!isApproaching(problem)) return { ...untouched("multipoint", problem, reachable, unused), stages: [] };

  const mixed: ImpactWarning[] = [];
  const chain = followChain(problem, ruleOf(problem, options, mixed), options.history === true);
  const impulse = Array.from(chain.impulse);
  const velocity = Array.from(chain.velocity);
  const left = withoutRounding(reachable + energyChange(problem, impulse, velocity, options), reachable);
  const { before, after } = energiesLeft(problem, velocity, { before: reachable, after: left });
  const { restitutionLoss, frictionLoss } = chain;
  return {
    law: "multipoint",
    impulse,
    velocity,
    events: chain.events,
    energy: { before, after, restitutionLoss, frictionLoss, residual: before - after - restitutionLoss - frictionLoss },
    warnings: [
      ...unused,
      ...publishedRules(options),
      ...mixed,
      ...remarksOf(chain),
      ...energyGain(before, after),
      ...referenceMatters(problem, options, velocity),
    ],
    slip: chain.slip,
    stages: chain.stages,
    ...(chain.history === undefined ? {} : { history: chain.history }),
  };
}

function inapplicable(problem: ContactProblem): string | undefined {
  const { contacts, places, dimension } = problem;
  if (contacts.length === 1) return dimension === 3 ? notSolvable(problem) : undefined;
  if (places === undefined) return "it needs the places of the contacts";
  const same = sharedPoint(problem);
  if (same !== undefined) return `contacts[${same[0]}] and contacts[${same[1]}] are at the same point`;
  return areOfOneBody(problem) ? undefined : "its contacts do not belong to one rigid body";
}

function sharedPoint({ places = [] }: ContactProblem): readonly [number, number] | undefined {
  for (let i = 0; i < places.length; i++)
    for (let r = 0; r < i; r++) if (places[i].point.every((value, k) => value === places[r].point[k])) return [r, i];
  return undefined;
}

function checkPoints({ places }: ContactProblem): void {
  places?.forEach(({ point }, i) => {
    const same = places.findIndex((other) => other.point.every((value, k) => value === point[k]));
    if (same < i)
      throw new InvalidInputError(
        `places[${i}].point`,
        point,
        `is the point of places[${same}] too: the line between them has no direction`,
      );
  });
}

/** No surfaces come near it; see `frictional`. */
const LARGEST_FRICTION = 1e4;

function checkFriction({ contacts }: ContactProblem): void {
  contacts.forEach(({ friction }, i) => {
    if (friction > LARGEST_FRICTION)
      throw new InvalidInputError(`contacts[${i}].friction`, friction, `is above ${LARGEST_FRICTION}, the most that multipoint can follow`);
  });
}

function withDefaults(options: MultipointOptions) {
  const {
    restitution,
    chain = "rigid",
    normalWork = "true",
    termination = "energetic",
    reference,
    maximumStages = MAXIMUM_STAGES,
  } = options;
  return { restitution, chain, normalWork, termination, reference, maximumStages };
}

function checkOptions({ contacts, dimension }: ContactProblem, options: MultipointOptions): void {
  const { restitution, chain, normalWork, termination, reference, maximumStages } = withDefaults(options);
  checkChoice("chain", chain, CHAINS);
  checkChoice("normalWork", normalWork, NORMAL_WORKS);
  checkChoice("termination", termination, TERMINATIONS);
  if (normalWork === "published" && dimension === 3)
    throw new InvalidInputError("options.normalWork", normalWork, "is for planar problems: the formula has no spatial form");
  if (reference !== undefined && !(Number.isInteger(reference) && reference >= 0 && reference < contacts.length))
    throw new InvalidInputError("options.reference", reference, `is not the place of one of ${contacts.length} contacts, counted from 0`);
  if (!(Number.isInteger(maximumStages) && maximumStages > 0))
    throw new InvalidInputError("options.maximumStages", maximumStages, "is not a whole number > 0");
  if (restitution !== undefined) checkRestitution(restitution, contacts.length);
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value)) throw new InvalidInputError(`options.${name}`, value, `is not one of ${choices.join(", ")}`);
}

function checkRestitution(restitution: number | readonly number[], contacts: number): void {
  const list = typeof restitution === "number" ? [restitution] : restitution;
  if (!Array.isArray(list) || list.length === 0)
    throw new InvalidInputError("options.restitution", restitution, "is neither a number nor a list of numbers");
  list.forEach((value: number, i) => {
    const path = typeof restitution === "number" ? "options.restitution" : `options.restitution[${i}]`;
    if (!(Number.isFinite(value) && value >= -1 && value <= 1)) throw new InvalidInputError(path, value, "is not between -1 and 1");
    if (value < 0 && contacts === 1 && i === 0)
      throw new InvalidInputError(path, value, "is negative, and a single contact that stops in compression would go on for ever");
  });
}

function ruleOf({ contacts }: ContactProblem, options: MultipointOptions, mixed: ImpactWarning[]): ChainRule {
  const { restitution, chain, normalWork, termination, reference, maximumStages } = withDefaults(options);
  const ofContacts = (taking: readonly number[]) => {
    const values = taking.map((i) => contacts[i].restitution);
    const least = Math.min(...values);
    if (mixed.length === 0 && values.some((value) => value !== least))
      mixed.push({
        code: "mixed-restitution",
        message: `contacts that push together have different restitution; the smallest of them is taken, ${least} in the first such stage`,
      });
    return least;
  };
  const given = (taking: readonly number[]) =>
    typeof restitution === "object" ? restitution[Math.min(taking.length, restitution.length) - 1] : restitution;
  return { chain, normalWork, termination, reference, maximumStages, restitution: (taking) => given(taking) ?? ofContacts(taking) };
}

/** Velocities that differ by more than this part of the fastest differ. */
const DIFFERS = 1e-6;

/** Where contacts lie on different planes a reference may matter, and nothing in mechanics says which it is. */
function referenceMatters(problem: ContactProblem, options: MultipointOptions, velocity: readonly number[]): ImpactWarning[] {
  const all = problem.contacts.map((_, i) => i);
  if (options.reference === undefined || all.length === 1 || touchingOf(problem, all).onePlane) return [];
  const speed = problem.velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const most = all.reduce((worst, reference) => {
    if (reference === options.reference) return worst;
    const other = followChain(problem, ruleOf(problem, { ...options, reference }, []), false).velocity;
    return velocity.reduce((difference, v, k) => Math.max(difference, Math.abs(v - other[k]) / speed), worst);
  }, 0);
  if (!(most > DIFFERS)) return [];
  return [
    {
      code: "reference-contact",
      message:
        `another contact as the reference of the sharing changes velocities by up to ${(100 * most).toPrecision(2)} % of the fastest: ` +
        `nothing in mechanics says which it is; without options.reference all contacts share alike`,
    },
  ];
}

/** An energy below zero by less than this part of that before is rounding. */
const NEGATIVE_ROUNDING = 1e-14;

function withoutRounding(after: number, before: number): number {
  return after < 0 && after > -NEGATIVE_ROUNDING * before ? 0 : after;
}

/** The kinetic energy that contact velocities stand for, half v . M^+ . v. */
function contactEnergy(problem: ContactProblem, velocity: readonly number[]): number {
  const { contacts, mobility } = problem;
  if (contacts.length === 1 && isDefinite(problem)) return energyBefore(problem, slipContactOf(problem));
  return 0.5 * pseudoInverseForm(symmetricEigen(mobility.flat(), velocity.length), velocity);
}

/** By the impulses; where velocities were frozen they do not account for it, and the energy is that of the velocities. */
function energyChange(
  problem: ContactProblem,
  impulse: readonly number[],
  velocity: readonly number[],
  { chain }: MultipointOptions,
): number {
  if (chain === "freeze") return contactEnergy(problem, velocity) - contactEnergy(problem, problem.velocity);
  return 0.5 * impulse.reduce((sum, value, k) => sum + value * (problem.velocity[k] + velocity[k]), 0);
}

function unusedFields({ contacts }: ContactProblem): ImpactWarning[] {
  const names = ["stiffnessRatio", "stiffness", "exponent", "weight"] as const;
  return contacts.flatMap((material, i) =>
    names
      .filter((name) => material[name] !== undefined)
      .map((name) => ({ code: "unused-field", message: `multipoint does not use contacts[${i}].${name}` }) as const),
  );
}

function publishedRules({ chain, normalWork }: MultipointOptions): ImpactWarning[] {
  return [
    ...(chain === "freeze"
      ? [
          {
            code: "published-rule",
            message:
              "contacts that do not take part keep their velocities, as in the source's table; no impulse does that to a rigid body, " +
              "and the energies do not add up",
          } as const,
        ]
      : []),
    ...(normalWork === "published"
      ? [
          {
            code: "published-rule",
            message: "the stages end by the source's planar formula for the normal work, which is not the work of the normal impulses",
          } as const,
        ]
      : []),
  ];
}

function remarksOf({ remarks }: Chain): ImpactWarning[] {
  const named = (contacts: Iterable<number>) => [...contacts].map((i) => `contacts[${i}]`).join(", ");
  const warnings: ImpactWarning[] = [];
  const { dropped, forced, ambiguous, heldByStatic, locked, compressions, plasticAfter } = remarks;
  if (dropped.size > 0)
    warnings.push({
      code: "dropped-contact",
      message: `sharing asks ${named(dropped)} to pull, which a contact cannot: left out of that stage`,
    });
  if (forced.size > 0)
    warnings.push({
      code: "forced-stick",
      message: `friction cannot hold ${named(forced)} at rest, and no slip that starts there is consistent: kept at rest all the same`,
    });
  if (ambiguous)
    warnings.push({
      code: "not-unique",
      message: "contacts at rest could start to slip in more ways than one that lose alike: one of them is taken",
    });
  for (const [contact, needed] of heldByStatic)
    warnings.push({
      code: "static-friction",
      message: `only static friction holds contacts[${contact}] (it needs ${needed.toPrecision(4)})`,
    });
  if (locked)
    warnings.push({
      code: "lock",
      message: "sticking contacts lock the body before all is given back: it stops there, and the rest is lost",
    });
  if (compressions > 1)
    warnings.push({
      code: "repeated-compression",
      message:
        `friction pushes the bodies together again during restitution: ${compressions} compression periods, of which the deepest sets ` +
        `the loss`,
    });
  if (plasticAfter !== undefined) {
    const still =
      plasticAfter === 0
        ? "no stage pushes the contacts that approach (a restitution of -1 asks for no impulse)"
        : `contacts still approach after ${plasticAfter} stage${plasticAfter === 1 ? "" : "s"}`;
    warnings.push({ code: "not-converged", message: `${still}: one last push without restitution and friction ends it` });
  }
  return warnings;
}

/** An energy gain below this fraction is rounding. */
const GAIN = 1e-12;

function energyGain(before: number, after: number): ImpactWarning[] {
  if (!(after > before * (1 + GAIN))) return [];
  const percent = (100 * (after - before)) / before;
  return [{ code: "energy-gain", message: `multipoint leaves the bodies with ${percent.toPrecision(3)} % more energy than they had` }];
}
