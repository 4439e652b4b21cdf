/**
 * The impact of two bodies at one contact with friction and tangential give: three springs, energetic restitution.
 *
 * The first body is joined at the contact to a massless particle by a normal spring and two equal tangential springs; the particle sticks
 * to the second body or slides on it under Coulomb friction. Only the ratio of the stiffnesses matters, eta0^2 = k_n / k_t
 * (`stiffnessRatio`). In a stretched time, with f the normal force and g the tangential stretch scaled by the root of the normal stiffness,
 *
 *     I_n' = f     I_t' = -g / eta0^2     v = v0 + W I     f' = -c v_n
 *     stick: g' = v_t                                                     while |g| < mu eta0^2 f
 *     slip:  g = mu eta0^2 f d,  d turns towards v_t                      while the sliding speed v_t . d + mu eta0^2 c v_n > 0
 *
 * c = 1 while the bodies approach. Where v_n first reaches zero the normal spring hardens, c = 1/e^2: its force stays, its energy falls to
 * e^2 of what was stored. The impact ends when the normal force is zero. For e = 0 it ends there and then, and what the tangential springs
 * hold is lost (`springLoss`).
 *
 * The impact begins with slip if |v_t| >= mu eta0^2 |v_n|, else with stick (001 Prop. 1); any sequence of modes may follow. Stick is a
 * linear oscillator (compliance/stick.ts), planar slip has a closed form (straight.ts), slip that turns is followed by power series
 * (slip.ts). All of it is converged. As eta0 -> 0 the outcome tends to that of `frictional`, if the bodies are compressed once.
 *
 * If friction presses the bodies together again during restitution, nothing more is lost and the spring stays hard (single-loss rule; the
 * source has no rule).
 *
 * Letters: I impulse, W mobility, v velocity, mu friction, e restitution, d direction of slip.
 * Source: Y.-B. Jia, Three-dimensional impact: energy-based modeling of tangential compliance (2013), here 001.
 */

import { InvalidInputError } from "../errors.js";
import { type ContactMaterial, type ContactProblem, checkContactProblem } from "../mechanics/contact-problem.js";
import { type ComplianceContact, complianceContactOf } from "./compliance/contact.js";
import { followFixedStep, PUBLISHED_STEP } from "./compliance/fixed-step.js";
import { followCompliance } from "./compliance/follow.js";
import { type CompliancePath, createCompliancePath, EVENT_SIZE, isWedged, tangentialEnergy } from "./compliance/path.js";
import type { SeriesAccuracy } from "./compliance/power-series.js";
import { solveFrictional } from "./frictional.js";
import { createHistory } from "./history.js";
import type { ImpactEvent, ImpactHistory, ImpactLaw, ImpactOutcome, ImpactWarning, SlipOutcome } from "./outcome.js";
import { EVENT_KINDS, SLIP_START } from "./slip/path.js";
import { energyBefore, notSolvable, slipContactOf } from "./slip/solve.js";
import { solveInOwnUnits } from "./units.js";
import { untouched } from "./untouched.js";

/** What may be told to solveCompliant. */
export interface CompliantOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
  /**
   * Friction of a contact that slips in restitution. `coulomb` (the default): the same as in compression. `published`: restitution times
   * that, which is no law of friction but is what the printed figures of the source follow.
   */
  readonly restitutionSlip?: "coulomb" | "published";
  /** `series` (the default) is converged. `fixed-step` is the source's Algorithm 1, kept to show that it chatters. */
  readonly method?: "series" | "fixed-step";
  /** Normal impulse of a step of `fixed-step`, N s. Default: 5e-5, that of the source. */
  readonly step?: number;
}

const METHODS = ["series", "fixed-step"];
const RESTITUTION_SLIPS = ["coulomb", "published"];

/** A contact that also gives along the surface. */
export const compliant: ImpactLaw<CompliantOptions> = {
  name: "compliant",
  summary: "Coulomb friction with tangential springs, energetic restitution (Jia); frictional is its rigid limit",
  options: ["restitutionSlip", "method", "step"],
  inapplicable,
  solve: solveCompliant,
};

function inapplicable(problem: ContactProblem): string | undefined {
  if (problem.contacts.length === 1 && problem.contacts[0].stiffnessRatio === undefined)
    return "it needs contacts[0].stiffnessRatio, the normal over the tangential stiffness";
  return notSolvable(problem);
}

/** One contact, spatial or planar, that has a `stiffnessRatio`. Throws where the law does not apply. */
export function solveCompliant(problem: ContactProblem, options: CompliantOptions = {}): ImpactOutcome {
  // The step of the source's algorithm is given in N s.
  if (options.method === "fixed-step") return solveAsGiven(problem, options);
  return solveInOwnUnits(problem, (scaled) => solveAsGiven(scaled, options));
}

/** Series to the last digit: differences divide what they leave out by their steps. */
const CLOSELY: SeriesAccuracy = { order: 26, tolerance: 1e-15 };

/** The same without options and with smaller steps, for differences of outcomes. */
export function solveCompliantClosely(problem: ContactProblem): ImpactOutcome {
  return solveInOwnUnits(problem, (scaled) => solveAsGiven(scaled, {}, CLOSELY));
}

/**
 * Solves for the impulse alone, by the same way, with one workspace: for differences of problems beside one that was solved. What is not
 * plain, or not a problem at all, is left to the law.
 */
export function createCompliantImpulse(): (problem: ContactProblem) => readonly number[] {
  const path = createCompliancePath();
  return (problem) => {
    if (!isPlain(problem.contacts[0])) return solveCompliant(problem).impulse;
    const given = slipContactOf(problem);
    const isGrazing = !(-given.normalVelocity >= GRAZING * Math.max(Math.abs(given.slip1), Math.abs(given.slip2)));
    if (isGrazing) return solveCompliant(problem).impulse;
    const contact = complianceContactOf(given, problem.contacts[0].stiffnessRatio ?? 0, given.friction);
    followCompliance(contact, path);
    const { impulse1, impulse2, normalImpulse } = path.state;
    return packing(problem, contact)(contact.impulse, impulse1, impulse2, normalImpulse);
  };
}

/** Whether a material is in the range that the law follows without further ado. */
function isPlain({ friction, restitution, stiffnessRatio = 0 }: ContactMaterial): boolean {
  const isFollowed = friction >= 0 && friction <= LARGEST_FRICTION && restitution >= EASED_RESTITUTION && restitution <= 1;
  return isFollowed && stiffnessRatio >= MOST_RIGID && stiffnessRatio <= SOFTEST;
}

function solveAsGiven(problem: ContactProblem, options: CompliantOptions, accuracy?: SeriesAccuracy): ImpactOutcome {
  checkContactProblem(problem);
  const reason = inapplicable(problem);
  if (reason !== undefined) throw new InvalidInputError("contacts", problem.contacts, `cannot be solved by compliant: ${reason}`);
  const { history = false, method = "series", restitutionSlip = "coulomb", step = PUBLISHED_STEP } = options;
  checkChoice("method", method, METHODS);
  checkChoice("restitutionSlip", restitutionSlip, RESTITUTION_SLIPS);
  if (!(Number.isFinite(step) && step > 0)) throw new InvalidInputError("options.step", step, "is not a finite number > 0");
  checkRange(problem.contacts[0]);

  const given = slipContactOf(problem);
  const before = energyBefore(problem, given);
  const unused = unusedInputs(problem, options);
  if (given.normalVelocity >= 0) return untouched("compliant", problem, before, unused);
  if (-given.normalVelocity < GRAZING * Math.max(Math.abs(given.slip1), Math.abs(given.slip2))) return grazing(problem, history, unused);

  const published = restitutionSlip === "published" && method === "series";
  const restitutionFriction = published ? given.friction * given.restitution : given.friction;
  const contact = complianceContactOf(given, problem.contacts[0].stiffnessRatio!, restitutionFriction);
  const path = createCompliancePath();
  const pack = packing(problem, contact);
  const record = history ? recordHistory(problem, contact, path, pack) : undefined;
  const followed = follow(contact, path, method, step, accuracy);
  if (followed === "wedged") return solveEased(problem, options, accuracy);
  const warnings = [...unused, ...followed, ...warningsOf(path, published)];

  const { state } = path;
  const impulse = pack(contact.impulse, state.impulse1, state.impulse2, state.normalImpulse);
  const velocity = pack(contact.speed, state.velocity1, state.velocity2, state.normalVelocity);
  const after = before + energyChange(contact, path);
  const restitutionLoss = contact.energy * state.restitutionLoss;
  const frictionLoss = contact.energy * state.frictionLoss;
  const springLoss = contact.energy * state.springLoss;
  const residual = before - after - restitutionLoss - frictionLoss - springLoss;
  return {
    law: "compliant",
    impulse,
    velocity,
    events: eventsOf(contact, path, pack),
    energy: { before, after, restitutionLoss, frictionLoss, springLoss, residual },
    warnings,
    slip: [slipOutcome(contact, path)],
    ...(record === undefined ? {} : { history: record }),
  };
}

/** Approach over slip, far below rounding, beyond which squares of numbers in units of the approach overflow. */
const GRAZING = 1e-70;

/** So slow an approach stores nothing beside the slip: the springs might as well be rigid. */
function grazing(problem: ContactProblem, history: boolean, unused: readonly ImpactWarning[]): ImpactOutcome {
  const { stiffnessRatio: _, stiffness: __, exponent: ___, ...material } = problem.contacts[0];
  const outcome = solveFrictional({ ...problem, contacts: [material] }, { history });
  return { ...outcome, law: "compliant", energy: { ...outcome.energy, springLoss: 0 }, warnings: [...unused, ...outcome.warnings] };
}

/**
 * Beyond these the digits of the springs that matter less are lost beside those that matter more, or stick and slip follow each other ten
 * thousandfold. No materials come near them.
 */
const MOST_RIGID = 1e-8;
const SOFTEST = 1e12;
const LARGEST_FRICTION = 1e4;

function checkRange({ friction, stiffnessRatio }: ContactMaterial): void {
  const ratio = stiffnessRatio!;
  if (ratio < MOST_RIGID)
    throw new InvalidInputError(
      "contacts[0].stiffnessRatio",
      ratio,
      `is below ${MOST_RIGID}: the tangents are rigid, use the law frictional`,
    );
  if (ratio > SOFTEST) throw new InvalidInputError("contacts[0].stiffnessRatio", ratio, `is above ${SOFTEST}: the tangents hold nothing`);
  if (friction > LARGEST_FRICTION)
    throw new InvalidInputError("contacts[0].friction", friction, `is above ${LARGEST_FRICTION}, the most that compliant can follow`);
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value)) throw new InvalidInputError(`options.${name}`, value, `is not one of ${choices.join(", ")}`);
}

/** Warnings of the method, or that the contact is wedged and its restitution too small to be followed. */
function follow(
  contact: ComplianceContact,
  path: CompliancePath,
  method: "series" | "fixed-step",
  step: number,
  accuracy?: SeriesAccuracy,
): ImpactWarning[] | "wedged" {
  if (method === "series") {
    try {
      followCompliance(contact, path, accuracy);
    } catch (error) {
      if (isWedged(path) && contact.restitution < EASED_RESTITUTION) return "wedged";
      throw error;
    }
    return [];
  }
  const { steps, changes } = followFixedStep(contact, path, step);
  const message =
    `the source's first-order algorithm, kept for comparison: ${steps} steps of ${step} N s, ${changes} changes between stick and ` +
    `slip; energies need not add up`;
  return [{ code: "fixed-step", message }];
}

/**
 * A wedged contact is pressed together some 1/e times, each time by less, and as e falls its outcome tends to a limit in proportion to e
 * (not to that of e = 0, which ends with compression). Where its own restitution is too small to be followed it is solved with this one:
 * off by a thousandth or so.
 */
const EASED_RESTITUTION = 1e-3;

function solveEased(problem: ContactProblem, options: CompliantOptions, accuracy?: SeriesAccuracy): ImpactOutcome {
  const material = problem.contacts[0];
  const outcome = solveAsGiven({ ...problem, contacts: [{ ...material, restitution: EASED_RESTITUTION }] }, options, accuracy);
  const message =
    `the tangential springs press the bodies together too often to follow at a restitution of ${material.restitution}: solved with ` +
    `${EASED_RESTITUTION}, where it hardly matters any more`;
  return { ...outcome, warnings: [...outcome.warnings, { code: "eased-restitution", message }] };
}

type Packing = (unit: number, tangent1: number, tangent2: number, normal: number) => readonly number[];

/** Turns components back to the problem's tangents, with units. Adding zero makes -0 plain. */
function packing({ dimension }: ContactProblem, { cosine, sine }: ComplianceContact): Packing {
  return dimension === 3
    ? (unit, t1, t2, n) => [unit * (cosine * t1 - sine * t2) + 0, unit * (sine * t1 + cosine * t2) + 0, unit * n]
    : (unit, t1, _t2, n) => [unit * cosine * t1 + 0, unit * n];
}

/** v . I + I . W I / 2 from the impulse and the two velocities, independent of the ledger's own integrals. */
function energyChange(contact: ComplianceContact, { state }: CompliancePath): number {
  const { slip1, slip2, energy } = contact;
  const tangential = state.impulse1 * (slip1 + state.velocity1) + state.impulse2 * (slip2 + state.velocity2);
  return 0.5 * energy * (tangential + state.normalImpulse * (state.normalVelocity - 1));
}

function eventsOf(contact: ComplianceContact, path: CompliancePath, pack: Packing): ImpactEvent[] {
  const events: ImpactEvent[] = [];
  for (let i = 0; i < path.count; i++) {
    const n = path.numbers.subarray(i * EVENT_SIZE, (i + 1) * EVENT_SIZE);
    events.push({
      kind: EVENT_KINDS[path.kinds[i]],
      contact: 0,
      normalImpulse: contact.impulse * n[0],
      impulse: pack(contact.impulse, n[1], n[2], n[0]),
      velocity: pack(contact.speed, n[3], n[4], n[5]),
      storedEnergy: contact.energy * n[6],
      frictionLoss: contact.energy * n[7],
      tangentialEnergy: contact.energy * n[8],
    });
  }
  return events;
}

function slipOutcome(contact: ComplianceContact, path: CompliancePath): SlipOutcome {
  if (contact.friction === 0) return "frictionless";
  if (path.stuck) return "sticks";
  return path.kinds.subarray(0, path.count).includes(SLIP_START) ? "restarts" : "slides";
}

function unusedInputs(problem: ContactProblem, { restitutionSlip, method = "series", step }: CompliantOptions): ImpactWarning[] {
  const material = problem.contacts[0];
  const warnings: ImpactWarning[] = [];
  const warn = (message: string) => warnings.push({ code: "unused-field", message });
  for (const name of ["stiffness", "exponent", "weight"] as const)
    if (material[name] !== undefined) warn(`compliant does not use contacts[0].${name}`);
  if (material.staticFriction !== undefined && material.staticFriction > material.friction)
    warn("compliant does not use contacts[0].staticFriction: it holds and slides with the same friction");
  if (method === "fixed-step" && restitutionSlip === "published") warn("the method fixed-step does not use options.restitutionSlip");
  if (method === "series" && step !== undefined) warn("the method series does not use options.step");
  return warnings;
}

function warningsOf(path: CompliancePath, published: boolean): ImpactWarning[] {
  const warnings: ImpactWarning[] = [];
  if (path.compressions > 1)
    warnings.push({
      code: "repeated-compression",
      message:
        `friction pushes the bodies together again during restitution: ${path.compressions} compression periods, of which only the ` +
        `first loses energy`,
    });
  if (published)
    warnings.push({
      code: "published-rule",
      message: "slip in restitution has restitution times the friction given: the rule behind the source's figures, not Coulomb's law",
    });
  return warnings;
}

/** Has the path recorded in problem components, with units, as it is followed. */
function recordHistory(problem: ContactProblem, contact: ComplianceContact, path: CompliancePath, pack: Packing): ImpactHistory {
  const history = {
    ...createHistory(),
    tangentialEnergy: [] as number[],
    stretch: [] as (readonly number[])[],
  };
  const { impulse, speed, energy } = contact;
  const stretchUnit = Math.sqrt(energy);
  path.observe = (state, mode) => {
    history.normalImpulse.push(impulse * state.normalImpulse);
    history.impulse.push(pack(impulse, state.impulse1, state.impulse2, state.normalImpulse));
    history.velocity.push(pack(speed, state.velocity1, state.velocity2, state.normalVelocity));
    history.storedEnergy.push(energy * state.normalEnergy);
    history.frictionLoss.push(energy * state.frictionLoss);
    history.mode.push(mode);
    history.tangentialEnergy.push(energy * tangentialEnergy(contact, state));
    history.stretch.push(pack(stretchUnit, state.stretch1, state.stretch2, 0).slice(0, problem.dimension - 1));
  };
  return history;
}
