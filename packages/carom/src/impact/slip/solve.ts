/**
 * From a contact problem to the slip path and back to an outcome: what the laws that follow the slip share.
 */

import { InvalidInputError } from "../../errors.js";
import { type ContactProblem, checkContactProblem } from "../../mechanics/contact-problem.js";
import { createHistory } from "../history.js";
import type { EnergyLedger, ImpactEvent, ImpactHistory, ImpactOutcome, ImpactWarning, SlipOutcome } from "../outcome.js";
import { untouched } from "../untouched.js";
import { completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";
import { createSlipPath, type EndRule, EVENT_KINDS, EVENT_SIZE, SLIP_START, type SlipPath, type SlipState } from "./path.js";

/** Reads the one contact of a checked problem. A planar contact is a spatial one whose second tangent nothing reaches. */
export function slipContactOf(problem: ContactProblem): SlipContact {
  const contact = readMobility(problem);
  const { velocity, dimension } = problem;
  const material = problem.contacts[0];
  const n = dimension - 1;
  contact.slip1 = velocity[0];
  contact.slip2 = dimension === 3 ? velocity[1] : 0;
  contact.normalVelocity = velocity[n];
  contact.friction = material.friction;
  contact.staticFriction = material.staticFriction ?? material.friction;
  contact.restitution = material.restitution;
  forgetNegligible(contact);
  if (!hasPositivePivots(contact)) throw new InvalidInputError("mobility", problem.mobility, "is not positive definite");
  return contact;
}

function readMobility({ mobility, dimension }: ContactProblem): SlipContact {
  const contact = createSlipContact();
  const n = dimension - 1;
  const mean = (i: number, j: number) => 0.5 * (mobility[i][j] + mobility[j][i]);
  contact.b11 = mobility[0][0];
  contact.b12 = dimension === 3 ? mean(0, 1) : 0;
  contact.b22 = dimension === 3 ? mobility[1][1] : contact.b11;
  contact.d1 = mean(0, n);
  contact.d2 = dimension === 3 ? mean(1, n) : 0;
  contact.normal = mobility[n][n];
  return completeSlipContact(contact);
}

/** Whether the mobility of a single contact is positive definite beyond rounding. */
export function isDefinite(problem: ContactProblem): boolean {
  return problem.mobility.every((row, i) => row[i] > 0) && hasPositivePivots(readMobility(problem));
}

/** Fractions whose effect on the impulse is far below its rounding, but whose powers would underflow on the way. */
const NEGLIGIBLE = 1e-20;

/** Leaves out what is lost in rounding and would underflow. */
export function forgetNegligible(contact: SlipContact): void {
  if (Math.max(Math.abs(contact.slip1), Math.abs(contact.slip2)) < NEGLIGIBLE * Math.abs(contact.normalVelocity))
    contact.slip1 = contact.slip2 = 0;
  if (Math.abs(contact.slip1) < NEGLIGIBLE * Math.abs(contact.slip2)) contact.slip1 = 0;
  if (Math.abs(contact.slip2) < NEGLIGIBLE * Math.abs(contact.slip1)) contact.slip2 = 0;
  if (contact.friction < NEGLIGIBLE) contact.friction = 0;
  if (contact.restitution < NEGLIGIBLE) contact.restitution = 0;
}

/** The pivots of an elimination; each must be above the rounding of the entry it was left from. */
export function hasPositivePivots({ b11, b12, b22, normal, stickSlope }: SlipContact): boolean {
  const block = Math.max(b11, b22) > 0 ? Math.min(b11, b22) - (b12 * b12) / Math.max(b11, b22) : 0;
  return block > 1e-14 * Math.min(b11, b22) && stickSlope > 1e-14 * normal;
}

/** Why a law for a single contact cannot be used on this problem. */
export function notSingle(problem: ContactProblem): string | undefined {
  const count = problem.contacts.length;
  return count === 1 ? undefined : `it handles one contact and the problem has ${count}`;
}

/** Why a law that needs a positive definite mobility at a single contact cannot be used on this problem. */
export function notSolvable(problem: ContactProblem): string | undefined {
  const reason = notSingle(problem);
  if (reason !== undefined || isDefinite(problem)) return reason;
  return `it needs a positive definite mobility, and this one is singular${problem.dimension === 2 ? "; the law planar takes it" : ""}`;
}

/** No surfaces come near it. Slip stops at once long before; beyond it, it does so in too little normal impulse to keep the digits. */
export const LARGEST_FRICTION = 1e4;

/** Checks a problem and reads its one contact. */
export function readSingle(law: string, problem: ContactProblem): SlipContact {
  checkContactProblem(problem);
  const reason = notSingle(problem);
  if (reason !== undefined) throw new InvalidInputError("contacts", problem.contacts.length, `cannot be solved by ${law}: ${reason}`);
  return slipContactOf(problem);
}

/**
 * The one workspace that calls share: to make a path takes as long as to solve an impact, 3 us. Every solve begins it anew and reads it
 * before it returns, so nothing is left of one call in the next.
 */
const sharedPath = createSlipPath();

/** Leaves the events and the end of an approaching contact's impact in the path; some also return how many steps they took. */
export type FollowSlip = (contact: SlipContact, path: SlipPath, rule: EndRule) => void;

/** What distinguishes the laws that follow the slip. */
export interface SlipLaw {
  readonly law: string;
  /** When the impact ends. */
  readonly rule: EndRule;
  readonly follow: FollowSlip;
  /** Warnings about the way of following. */
  readonly about?: readonly ImpactWarning[];
}

/**
 * Solves a single-contact problem. The history is a second run, so that asking for it does not change a bit of the outcome.
 */
export function solveBySlip({ law, rule, follow, about = [] }: SlipLaw, problem: ContactProblem, wantsHistory: boolean): ImpactOutcome {
  const contact = readSingle(law, problem);
  if (contact.friction > LARGEST_FRICTION)
    throw new InvalidInputError("contacts[0].friction", contact.friction, `is above ${LARGEST_FRICTION}, the most that ${law} can follow`);
  const before = energyBefore(problem, contact);
  const warnings = unusedFields(law, problem);
  if (about.length > 0) warnings.unshift(...about);
  if (contact.normalVelocity >= 0) return untouched(law, problem, before, warnings);

  const path = sharedPath;
  follow(contact, path, rule);
  const pack = packing(problem);
  const { state } = path;
  const impulse = pack(state.impulse1, state.impulse2, state.normalImpulse);
  const after = before + energyChange(contact, state);
  const energy: EnergyLedger = {
    before,
    after,
    restitutionLoss: state.restitutionLoss,
    frictionLoss: state.frictionLoss,
    residual: before - after - state.restitutionLoss - state.frictionLoss,
  };
  warnOfCourse(warnings, law, contact, path, energy);
  warnNearSingular(warnings, contact, energy);
  return {
    law,
    impulse,
    velocity: pack(state.slip1, state.slip2, state.normalVelocity),
    events: eventsOf(path, pack),
    energy,
    warnings,
    slip: [slipOutcome(contact, path)],
    ...(wantsHistory ? { history: historyOf(contact, rule, pack, follow) } : {}),
  };
}

export function ledgerOf(before: number, after: number, { restitutionLoss, frictionLoss }: SlipState): EnergyLedger {
  return { before, after, restitutionLoss, frictionLoss, residual: before - after - restitutionLoss - frictionLoss };
}

/** Puts contact components in the problem's order. */
export function packing(problem: ContactProblem): (tangent1: number, tangent2: number, normal: number) => readonly number[] {
  return problem.dimension === 3 ? (t1, t2, n) => [t1, t2, n] : (t1, _t2, n) => [t1, n];
}

/** Half v . W^-1 . v, by eliminating the tangents: the stick state separates the two squares. */
export function energyBefore(problem: ContactProblem, contact: SlipContact): number {
  if (problem.kineticEnergy !== undefined) return problem.kineticEnergy;
  const { b11, b12, b22, slip1, slip2, normalVelocity, hold1, hold2, stickSlope } = contact;
  const along2 = problem.dimension === 3 ? slip2 : 0;
  const determinant = b11 * b22 - b12 * b12;
  const tangential = (b22 * slip1 * slip1 - 2 * b12 * slip1 * along2 + b11 * along2 * along2) / determinant;
  const free = normalVelocity - hold1 * slip1 - hold2 * along2;
  return 0.5 * (tangential + (free * free) / stickSlope);
}

/** v . I + I . W I / 2 from the impulse and the two velocities, independent of the ledger's own integrals. */
function energyChange(contact: SlipContact, state: SlipState): number {
  return (
    0.5 *
    (state.impulse1 * (contact.slip1 + state.slip1) +
      state.impulse2 * (contact.slip2 + state.slip2) +
      state.normalImpulse * (contact.normalVelocity + state.normalVelocity))
  );
}

export function eventsOf(path: SlipPath, pack: ReturnType<typeof packing>): ImpactEvent[] {
  const { kinds, numbers } = path;
  const events: ImpactEvent[] = [];
  for (let i = 0; i < path.count; i++) {
    const at = i * EVENT_SIZE;
    events.push({
      kind: EVENT_KINDS[kinds[i]],
      contact: 0,
      normalImpulse: numbers[at],
      impulse: pack(numbers[at + 1], numbers[at + 2], numbers[at]),
      velocity: pack(numbers[at + 3], numbers[at + 4], numbers[at + 5]),
      storedEnergy: numbers[at + 6],
      frictionLoss: numbers[at + 7],
    });
  }
  return events;
}

export function slipOutcome(contact: SlipContact, path: SlipPath): SlipOutcome {
  if (contact.friction === 0) return "frictionless";
  if (path.stuck) return "sticks";
  for (let i = 0; i < path.count; i++) if (path.kinds[i] === SLIP_START) return "restarts";
  return "slides";
}

/** Material fields that these laws do not look at. */
export function unusedFields(law: string, problem: ContactProblem): ImpactWarning[] {
  const material = problem.contacts[0];
  const warnings: ImpactWarning[] = [];
  for (const name of MODELS)
    if (material[name] !== undefined) warnings.push({ code: "unused-field", message: `${law} does not use contacts[0].${name}` });
  return warnings;
}

/** Fields of a contact that belong to other laws. */
const MODELS = ["stiffnessRatio", "stiffness", "exponent", "weight"] as const;

/** Condition number of the mobility above which the answer deserves a second look, as in `planar`. */
const LARGE_CONDITION = 1e10;

/** Says how much the digits of a nearly singular mobility are worth: what the ledger leaves open, in per cent of its largest entry. */
function warnNearSingular(warnings: ImpactWarning[], { b11, b12, b22, normal, stickSlope }: SlipContact, energy: EnergyLedger): void {
  const block = (Math.min(b11, b22) - (b12 * b12) / Math.max(b11, b22)) / Math.min(b11, b22);
  const condition = 1 / Math.min(block, stickSlope / normal);
  if (!(condition > LARGE_CONDITION)) return;
  const { residual, ...entries } = energy;
  const largest = Object.values(entries).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const open = largest > 0 ? (100 * Math.abs(residual)) / largest : 0;
  warnings.push({
    code: "near-singular",
    message:
      `the mobility is nearly singular (condition number about ${condition.toExponential(0)}): impulses may be huge, and sensitive ` +
      `to the configuration; the energy ledger is open by ${open.toPrecision(1)} %`,
  });
}

/** An energy gain below this fraction is rounding. */
const GAIN = 1e-12;

function warnOfCourse(warnings: ImpactWarning[], law: string, contact: SlipContact, path: SlipPath, { before, after }: EnergyLedger): void {
  if (path.compressions > 1)
    warnings.push({
      code: "repeated-compression",
      message:
        `friction pushes the bodies together again during restitution: ` +
        `${path.compressions} compression periods, each with its own loss`,
    });
  if (after > before * (1 + GAIN)) {
    const percent = (100 * (after - before)) / before;
    warnings.push({ code: "energy-gain", message: `${law} leaves the bodies with ${percent.toPrecision(3)} % more energy than they had` });
  }
  if (contact.staticFriction > contact.friction && path.stuck) {
    const needed = Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2);
    if (needed > contact.friction)
      warnings.push({ code: "static-friction", message: `only static friction holds the contact (it needs ${needed.toPrecision(4)})` });
  }
}

function historyOf(contact: SlipContact, rule: EndRule, pack: ReturnType<typeof packing>, follow: FollowSlip): ImpactHistory {
  const history = createHistory();
  const path = createSlipPath();
  path.observe = (state, mode) => {
    const last = history.normalImpulse.length - 1;
    const known =
      history.normalImpulse[last] === state.normalImpulse &&
      history.storedEnergy[last] === state.storedEnergy &&
      history.mode[last] === mode;
    if (known) return;
    // A point drawn just before an event may lie past it by rounding.
    if (history.normalImpulse[last] > state.normalImpulse) for (const column of Object.values(history)) column.pop();
    addRow(history, state, mode, pack);
  };
  follow(contact, path, rule);
  return history;
}

export function addRow(
  history: ReturnType<typeof createHistory>,
  state: SlipState,
  mode: "slip" | "stick",
  pack: ReturnType<typeof packing>,
): void {
  history.normalImpulse.push(state.normalImpulse);
  history.impulse.push(pack(state.impulse1, state.impulse2, state.normalImpulse));
  history.velocity.push(pack(state.slip1, state.slip2, state.normalVelocity));
  history.storedEnergy.push(state.storedEnergy);
  history.frictionLoss.push(state.frictionLoss);
  history.mode.push(mode);
}
