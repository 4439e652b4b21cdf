/**
 * Impacts inside a simulation: which law, with which contacts, and the last impact of a sequence.
 *
 * A ball that bounces comes to rest after infinitely many bounces in a finite time. The last one that is followed is taken without
 * restitution: over the bounces left out, which last 2 e v / (g (1 - e)), the normal impulse is m v + m g T, exactly what the plastic
 * impact and the contact force after it give. So friction, tangential velocity and spin come out right, and the state after does not depend
 * on where the sequence was cut.
 *
 * Source: own study, hybrid simulation section 4.
 */
import { SolverError } from "../../errors.js";
import { defaultLaw } from "../../impact/default-law.js";
import { canMissRest, missedRest, plasticLimit, waveOrder } from "../../impact/law-remarks.js";
import { areOfOneBody } from "../../impact/one-body.js";
import type { ImpactOutcome, ImpactWarning } from "../../impact/outcome.js";
import type { Patience } from "../../impact/proportional/rates.js";
import { TooMuchWork } from "../../impact/proportional.js";
import { lawNamed } from "../../impact/registry.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { type PairMaterial, restitutionAt } from "../../mechanics/restitution.js";
import { REST_SLIP } from "../contact/tolerances.js";
import { applyImpulse, contactProblemOf, groundWork, refreshVelocity, type Touch } from "../contact/touch.js";
import type { ContactPair, MechanicalSystem } from "../system/mechanical-system.js";
import { flattenProblem, giveMobility } from "./flatten.js";
import { patchWeights } from "./patch-weights.js";
import { plasticAtOnce } from "./plastic.js";

export type { Patience };

/** By which law impacts are resolved. */
export interface ImpactChoice {
  /** Name of a law. Default: by the contacts of each impact, see `defaultLaw`. */
  readonly law?: string;
  /** Options of that law. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Work, about a microsecond each, that impacts at one instant may take: beyond it they are an error, and no other law takes the place of
   * the one. What was done is taken off. Default: any.
   */
  readonly patience?: Patience;
  /** Velocities below this, m/s, are rest: bodies that rattle on so slowly are not followed for long. Default: all are. */
  readonly restSpeed?: number;
}

/** One impact as it happened. */
export interface ResolvedImpact {
  /** The contacts that took part. */
  readonly touches: readonly Touch[];
  /** What was solved. */
  readonly problem: ContactProblem;
  /** What the law says. */
  readonly outcome: ImpactOutcome;
  /** Taken without restitution because what would come back is too slow to follow. */
  readonly last: boolean;
  /** The law that was to resolve it and could not finish, and what it said. `outcome` is by another one. */
  readonly replaced?: { readonly law: string; readonly reason: string };
  /** Kinetic energy, J. */
  readonly energyBefore: number;
  /** Kinetic energy after it, J. */
  readonly energyAfter: number;
  /** Normal forces, N, of contacts that lasted until the impact, one for each of its touches. Absent: not known. */
  readonly loads?: readonly number[];
  /** What ground that is moved did to the bodies, J; in `energyAfter` already. */
  readonly groundWork: number;
}

/** Impacts at one instant beyond which something is wrong. */
const MOST_IMPACTS = 200;
/** Events inside one impact, for each of its contacts, after which what is left is taken as another impact. */
const MOST_LAW_EVENTS = 40;
/** Events inside one impact, for each of its contacts, after which velocities that are rest between impacts are rest inside it, too. */
const MANY_LAW_EVENTS = 8;
/** Steps of `simultaneous` without an event, far more than an impact that comes to an end takes. */
const MOST_QUIET_STEPS = 500;
/** Laws that take the place of one that cannot finish, in this order. */
const REPLACEMENTS = ["simultaneous", "multipoint", "frictional"];

/** Resolves impacts until no touch approaches faster than `contactSpeed`; the speeds and the velocities of the touches are those after. */
export function resolveImpacts(
  system: MechanicalSystem,
  touches: readonly Touch[],
  coordinates: Float64Array,
  speeds: Float64Array,
  contactSpeed: number,
  choice: ImpactChoice,
): ResolvedImpact[] {
  const before = Float64Array.from(speeds);
  try {
    return islandsOf(touches).flatMap((island) => resolveIsland(system, island, coordinates, speeds, contactSpeed, choice));
  } catch (error) {
    // All or nothing: the ledger knows nothing of half of it.
    speeds.set(before);
    throw error;
  }
}

/** Groups of touches none of which can change the velocity at a touch of another. */
export function islandsOf(touches: readonly Touch[]): Touch[][] {
  let islands: Touch[][] = [];
  for (const touch of touches) {
    const [apart, joined] = [[], []] as [Touch[][], Touch[][]];
    for (const island of islands) (island.some((other) => isCoupled(touch, other)) ? joined : apart).push(island);
    islands = [...apart, [...joined.flat(), touch]];
  }
  return islands;
}

function isCoupled(touch: Touch, { response }: Touch): boolean {
  const { jacobian } = touch.state;
  const n = jacobian.length / 3;
  for (const k of touch.speeds) {
    const mine = jacobian[k] !== 0 || jacobian[n + k] !== 0 || jacobian[2 * n + k] !== 0;
    if (mine && (response[k] !== 0 || response[n + k] !== 0 || response[2 * n + k] !== 0)) return true;
  }
  return false;
}

function resolveIsland(
  system: MechanicalSystem,
  touches: readonly Touch[],
  coordinates: Float64Array,
  speeds: Float64Array,
  contactSpeed: number,
  choice: ImpactChoice,
): ResolvedImpact[] {
  const resolved: ResolvedImpact[] = [];
  while (touches.some(({ velocity }) => velocity[2] < -contactSpeed)) {
    if (resolved.length >= MOST_IMPACTS)
      throw new SolverError(`contacts still approach after ${MOST_IMPACTS} impacts at the same instant`, { contacts: touches.length });
    const last = touches.every(
      ({ velocity, feature }) =>
        velocity[2] >= -contactSpeed ||
        -velocity[2] * largestRestitution(choice, system.pairs[feature.pair].material, -velocity[2]) <= contactSpeed,
    );
    const energyBefore = system.kineticEnergy(coordinates, speeds);
    const problem = contactProblemOf(system, touches, energyBefore, last ? 0 : undefined);
    const solved = solveTouches(system, touches, problem, { speeds, last, contactSpeed, choice });
    applyImpulse(system, touches, solved.outcome.impulse, speeds);
    for (const touch of touches) refreshVelocity(system, touch, speeds);
    const energyAfter = system.kineticEnergy(coordinates, speeds);
    const work = workFromOutside(system, touches, solved.outcome.impulse, problem.velocity, { speeds, gained: energyAfter - energyBefore });
    resolved.push({ touches, ...solved, last, energyBefore, energyAfter, groundWork: work });
    if (choice.patience !== undefined) checkPatience(choice.patience, solved.outcome, touches.length);
  }
  return resolved;
}

/** How the impact of some touches is to be resolved. */
export interface TouchImpact {
  readonly speeds: Float64Array;
  /** Without restitution. */
  readonly last: boolean;
  readonly contactSpeed: number;
  readonly choice: ImpactChoice;
}

/** The outcome of one impact of touches that are fresh, by the law chosen, or at once where the way does not matter. */
export function solveTouches(
  system: MechanicalSystem,
  touches: readonly Touch[],
  problem: ContactProblem,
  { speeds, last, contactSpeed, choice }: TouchImpact,
): Pick<ResolvedImpact, "problem" | "outcome" | "replaced"> {
  const isOne = () => isOneMover(system, touches) ?? areOfOneBody(problem);
  const mayBeAtOnce = last && choice.law === undefined && touches.length > 1 && !isOne();
  const atOnce = mayBeAtOnce ? plasticAtOnce(system, touches, problem, speeds, REST_SLIP * contactSpeed) : undefined;
  if (atOnce !== undefined) return { problem, outcome: atOnce };
  const pairs = touches.map(({ feature }) => system.pairs[feature.pair]);
  const slowly = { restSpeed: REST_SLIP * contactSpeed };
  return solveByChoice(problem, { ...choice, ...slowly, ...optionsOf(choice, last) }, { touches, pairs, isOne });
}

/** What an event of `simultaneous` costs for each contact, and an impact that led nowhere. */
const EVENT_WORK = 20;
const VAIN_WORK = 300_000;

function checkPatience(patience: Patience, { law, events, warnings }: ImpactOutcome, contacts: number): void {
  if (law === "simultaneous") patience.left -= EVENT_WORK * events.length * contacts;
  if (warnings.some(({ code }) => code === "not-converged")) patience.left -= VAIN_WORK;
  if (patience.left < 0) throw new TooMuchWork(`the impacts of ${contacts} contacts at one instant take too much work`, { contacts });
}

/** Whether one body or mechanism takes part, or two that touch only each other; undefined where the system does not say. */
function isOneMover({ pairs }: MechanicalSystem, touches: readonly Touch[]): boolean | undefined {
  const ofTouches = touches.map(({ feature }) => pairs[feature.pair].movers);
  const all = new Set<string>();
  for (const movers of ofTouches) {
    if (movers === undefined) return undefined;
    for (const mover of movers) all.add(mover);
  }
  return all.size === 1 || (all.size === 2 && ofTouches.every((movers) => movers?.length === 2));
}

/** Speeds after an impact, and what kinetic energy was gained in it, J. */
interface After {
  readonly speeds: Float64Array;
  readonly gained: number;
}

/**
 * Work of ground and joints that are moved in an impact, J; the velocities of the touches are those after it. Where joints are moved it is
 * what was gained beyond the work of the impulses at the contacts, sum P . (v- + v+) / 2.
 */
export function workFromOutside(
  system: MechanicalSystem,
  touches: readonly Touch[],
  impulse: ArrayLike<number>,
  before: readonly number[],
  { speeds, gained }: After,
): number {
  if (system.drives === undefined) return touches.reduce((sum, touch, i) => sum + groundWork(system, touch, impulse, 3 * i, speeds), 0);
  return before.reduce((left, v, row) => left - 0.5 * impulse[row] * (v + touches[Math.floor(row / 3)].velocity[row % 3]), gained);
}

/** Of the options where they have some, a number or several, else of the contact at its speed of approach. */
function largestRestitution({ options }: ImpactChoice, material: PairMaterial, approach: number): number {
  const given = options?.restitution;
  const all = Array.isArray(given) ? given : [given];
  const numbers = all.filter((value): value is number => typeof value === "number");
  return numbers.length > 0
    ? numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    : restitutionAt(material.restitution, approach);
}

/** A restitution among the options would take the place of the contacts' own, and the last impact has none. */
function optionsOf({ options }: ImpactChoice, last: boolean): Pick<ImpactChoice, "options"> {
  return last && options?.restitution !== undefined ? { options: { ...options, restitution: 0 } } : {};
}

/**
 * `simultaneous` may follow tens of thousands of tiny events at redundant contacts; cut off it warns, and what still approaches is the next
 * impact.
 */
function limitsOf(name: string, { contacts }: ContactProblem, { patience, restSpeed }: Limits): Readonly<Record<string, unknown>> {
  if (name === "simultaneous") {
    const rattle = restSpeed === undefined ? {} : { rattle: { events: MANY_LAW_EVENTS * contacts.length, speed: restSpeed } };
    return { maximumEvents: MOST_LAW_EVENTS * contacts.length, quietSteps: MOST_QUIET_STEPS, ...rattle };
  }
  return name === "proportional" && patience !== undefined ? { patience } : {};
}

type Limits = Pick<ImpactChoice, "patience" | "restSpeed">;

/** What is known of the contacts of a problem beside it. */
interface KnownContacts {
  /** For what each point of a patch stands for. */
  readonly touches: readonly Touch[];
  /** Of each contact. */
  readonly pairs: readonly ContactPair[];
  /** Whether one body or mechanism takes part, or two that touch only each other. */
  readonly isOne: () => boolean;
}

/** By the law chosen where it applies, else by that for the contacts; contacts of planar mechanisms in their plane. */
export function solveByChoice(
  given: ContactProblem,
  choice: ImpactChoice,
  known?: KnownContacts,
): Pick<ResolvedImpact, "problem" | "outcome" | "replaced"> {
  const flat = flattenProblem(given);
  const problem = flat?.problem ?? giveMobility(given);
  const law = lawNamed(choice.law ?? defaultLaw(problem, known?.isOne));
  const name = law.inapplicable(problem) === undefined ? law.name : defaultLaw(problem, known?.isOne);
  const options = name === choice.law ? choice.options : undefined;
  const remarksOn = (outcome: ImpactOutcome) => [
    ...(choice.law === undefined ? plasticLimit(problem, name) : remarksOnChoice(problem, outcome, known)),
    ...remarksOnRest(problem, outcome, options),
  ];
  if (flat !== undefined) {
    const solved = solveOrReplace(problem, name, options, choice);
    return { problem: given, ...solved, outcome: remarked(flat.expand(solved.outcome), remarksOn(solved.outcome)) };
  }
  // In the plane of a mechanism nothing depends on weights, and no other law looks at them.
  const weighted = name === "proportional" ? withPatchWeights(problem, known?.touches ?? []) : problem;
  const solved = solveOrReplace(weighted, name, options, choice);
  return { problem: { ...given, contacts: weighted.contacts }, ...solved, outcome: remarked(solved.outcome, remarksOn(solved.outcome)) };
}

function remarksOnChoice(problem: ContactProblem, outcome: ImpactOutcome, known?: KnownContacts): ImpactWarning[] {
  if (known === undefined) return [];
  const nameOf = (i: number) => `the contact of ${known.pairs[i].between.join(" and ")}`;
  return waveOrder(problem, outcome, (i) => known.pairs[i].movers?.length === 2, nameOf);
}

/** The way of the slip is followed again only where it can have missed rest. */
function remarksOnRest(problem: ContactProblem, outcome: ImpactOutcome, options?: ImpactChoice["options"]): ImpactWarning[] {
  if (!canMissRest(problem, outcome)) return [];
  return missedRest(problem, lawNamed(outcome.law).solve(problem, { ...options, history: true }));
}

function remarked(outcome: ImpactOutcome, remarks: readonly ImpactWarning[]): ImpactOutcome {
  return remarks.length === 0 ? outcome : { ...outcome, warnings: [...outcome.warnings, ...remarks] };
}

function withPatchWeights(problem: ContactProblem, touches: readonly Touch[]): ContactProblem {
  if (problem.places === undefined || touches.length === 0) return problem;
  const weights = patchWeights(
    problem.places,
    touches.map(({ feature }) => feature.pair),
  );
  if (weights === undefined) return problem;
  const contacts = problem.contacts.map((contact, i) => ({ ...contact, weight: weights[i] * (contact.weight ?? 1) }));
  return { ...problem, contacts };
}

/**
 * By the law named; where that one cannot finish, by the first of the others that apply and can. Throws what the named one threw where none
 * can.
 */
export function solveOrReplace(
  problem: ContactProblem,
  name: string,
  options?: ImpactChoice["options"],
  limits: Limits = {},
): Pick<ResolvedImpact, "outcome" | "replaced"> {
  try {
    return { outcome: lawNamed(name).solve(problem, { ...limitsOf(name, problem, limits), ...options }) };
  } catch (error) {
    if (!(error instanceof SolverError) || error instanceof TooMuchWork) throw error;
    // Beside what is moved bodies may be wedged, and no law comes to an end: others would only take longer to say so.
    if (limits.patience !== undefined && problem.kineticEnergy === undefined) throw error;
    for (const other of REPLACEMENTS) {
      const law = lawNamed(other);
      if (other === name || law.inapplicable(problem) !== undefined) continue;
      try {
        return { outcome: law.solve(problem, limitsOf(other, problem, limits)), replaced: { law: name, reason: error.message } };
      } catch (another) {
        if (!(another instanceof SolverError)) throw another;
      }
    }
    throw error;
  }
}
