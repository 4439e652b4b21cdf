/**
 * An impact as a chain of stages: the contacts that touch push together until their stage is over; if some approach then, they push in a
 * stage of their own, and so on until none approaches.
 *
 *     rigid     every contact velocity follows every impulse, v += M p: momentum and energy are kept. A contact that had parted may
 *               approach again.
 *     freeze    contacts that do not take part keep their velocities. No impulse does that to a rigid body; the source's
 *               Table 4.1 was made so.
 *
 * A chain may go on for ever: a body between two walls bounces from one to the other, with ever smaller stages or, with e = 1, with equal
 * ones. After `maximumStages` one last push without restitution ends it (last-push.ts). Source: 004 sections 4.0.2, 6.2.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { EventKind, ImpactEvent, ImpactStage, SlipOutcome } from "../outcome.js";
import { STICK } from "./direction.js";
import { type FollowedStage, followStage, type StageRule } from "./follow.js";
import { appendRow, type ChainHistory, createChainHistory, type Row } from "./history.js";
import { lastPush } from "./last-push.js";
import type { StageObserver, StageRun, StageState } from "./stage.js";

export interface ChainRule extends StageRule {
  readonly chain: "rigid" | "freeze";
  readonly maximumStages: number;
  /** The coefficient of a stage of these contacts. */
  readonly restitution: (contacts: readonly number[]) => number;
}

/** An impact on its way from stage to stage, and in the end its result. */
export interface Chain {
  readonly impulse: Float64Array;
  readonly velocity: Float64Array;
  readonly events: ImpactEvent[];
  readonly stages: ImpactStage[];
  readonly history: ChainHistory | undefined;
  restitutionLoss: number;
  frictionLoss: number;
  /** Sums over all contacts and stages. */
  normalImpulse: number;
  normalWork: number;
  readonly slip: SlipOutcome[];
  readonly rested: Uint8Array;
  readonly remarks: Remarks;
}

/** What the user should know about the way the impact went. */
export interface Remarks {
  /** Contacts that could only pull in some stage, and that were made to stick outside their friction cones. */
  readonly dropped: Set<number>;
  readonly forced: Set<number>;
  /** The most static friction that contacts needed which kinetic friction could not have held. */
  readonly heldByStatic: Map<number, number>;
  locked: boolean;
  ambiguous: boolean;
  /** The most periods of compression in a stage. */
  compressions: number;
  /** Stages after which restitution was given up. */
  plasticAfter: number | undefined;
}

/**
 * A normal velocity of less than this fraction of the largest contact speed counts as none: who takes part, and whether the chain goes on.
 */
const APPROACHING = 5e-10;
/** A normal velocity below this fraction is rounding. */
const ROUNDING = 1e-12;

/** The largest contact speed, to which tolerances refer. */
export function largestSpeed({ dimension, velocity }: ContactProblem): number {
  let largest = 0;
  for (let at = 0; at < velocity.length; at += dimension) {
    let square = 0;
    for (let k = 0; k < dimension; k++) square += velocity[at + k] * velocity[at + k];
    largest = Math.max(largest, square);
  }
  return Math.sqrt(largest);
}

/** Whether any contact approaches. With one contact there is nothing to compare it with, and every approach counts. */
export function isApproaching(problem: ContactProblem): boolean {
  const tolerance = problem.contacts.length === 1 ? 0 : APPROACHING * largestSpeed(problem);
  return below(problem, problem.velocity, -tolerance).length > 0;
}

/** Contacts whose normal velocity is below a limit. */
function below({ dimension, contacts }: ContactProblem, velocity: ArrayLike<number>, limit: number): number[] {
  return contacts.flatMap((_, i) => (velocity[(i + 1) * dimension - 1] < limit ? [i] : []));
}

/** Follows the whole impact of a problem in which some contact approaches. */
export function followChain(problem: ContactProblem, rule: ChainRule, draws: boolean): Chain {
  const chain = beginChain(problem, draws);
  const speed = largestSpeed(problem);
  const tolerance = problem.contacts.length === 1 ? 0 : APPROACHING * speed;
  const take = (contacts: readonly number[]) => {
    const restitution = rule.restitution(contacts);
    return takeStage(problem, chain, rule, speed, restitution, (observe) =>
      followStage(problem, contacts, chain.velocity, rule, { restitution, speed }, observe),
    );
  };
  for (let stage = 0; ; stage++) {
    const approaching = below(problem, chain.velocity, -tolerance);
    if (approaching.length === 0) break;
    const touching = stage === 0 ? below(problem, chain.velocity, tolerance) : approaching;
    const pushed = stage < rule.maximumStages && (take(touching) || (approaching.length < touching.length && take(approaching)));
    if (pushed) continue;
    // Too many stages; or a coefficient of -1, which asks for no impulse at all, for ever.
    chain.remarks.plasticAfter = stage;
    takeStage(problem, chain, { ...rule, chain: "rigid" }, speed, 0, (observe) => lastPush(problem, chain.velocity, tolerance, observe));
    break;
  }
  finish(chain, problem);
  return chain;
}

function beginChain(problem: ContactProblem, draws: boolean): Chain {
  return {
    impulse: new Float64Array(problem.velocity.length),
    velocity: Float64Array.from(problem.velocity),
    events: [],
    stages: [],
    history: draws ? createChainHistory(problem.contacts.length) : undefined,
    restitutionLoss: 0,
    frictionLoss: 0,
    normalImpulse: 0,
    normalWork: 0,
    slip: problem.contacts.map(() => "untouched"),
    rested: new Uint8Array(problem.contacts.length),
    remarks: {
      dropped: new Set(),
      forced: new Set(),
      heldByStatic: new Map(),
      locked: false,
      ambiguous: false,
      compressions: 1,
      plasticAfter: undefined,
    },
  };
}

/**
 * Follows a stage and adds it to the chain. Returns false, with nothing changed, if nothing pushes: none of those that can push approaches.
 */
function takeStage(
  problem: ContactProblem,
  chain: Chain,
  rule: ChainRule,
  speed: number,
  restitution: number,
  follow: (observe?: StageObserver) => FollowedStage,
): boolean {
  const rows: Row[] = [];
  const draw: StageObserver = (state, run) => rows.push(rowOf(problem, chain, rule, run, state));
  const followed = follow(chain.history === undefined ? undefined : draw);
  const { run } = followed;
  if (run.state.normalImpulse === 0) return false;

  const { contacts } = run.touching;
  for (const state of [run.state, ...run.events.map((event) => event.state)])
    clearUnpushed(state, problem.dimension, run.state.normalImpulse);
  for (const { kind, contact, state } of run.events)
    chain.events.push(eventOf(problem, chain, rule, run, state, { kind, contact: contact === undefined ? undefined : contacts[contact] }));
  if (chain.history !== undefined) for (const row of rows) appendRow(chain.history, row);
  chain.stages.push(stageOf(restitution, followed));
  remark(chain, problem, run);
  chain.restitutionLoss += lossOf(problem, chain, run, rule);
  const after = everyContact(problem, chain, rule, run, run.state);
  chain.impulse.set(after.impulse);
  chain.velocity.set(after.velocity);
  snapNormals(chain.velocity, problem.dimension, ROUNDING * speed);
  chain.frictionLoss -= run.state.frictionWork;
  chain.normalImpulse += run.state.normalImpulse;
  chain.normalWork += run.state.normalWork;
  return true;
}

/** Impulse so far and velocity of every contact of the problem at a state of a stage. */
function everyContact(
  { dimension, mobility }: ContactProblem,
  chain: Chain,
  { chain: update }: ChainRule,
  { touching }: StageRun,
  state: StageState,
): { readonly impulse: number[]; readonly velocity: number[] } {
  const impulse = Array.from(chain.impulse);
  const velocity = Array.from(chain.velocity);
  const { contacts } = touching;
  if (update === "rigid" && velocity.length > touching.size) {
    for (let row = 0; row < velocity.length; row++)
      contacts.forEach((contact, i) => {
        for (let k = 0; k < dimension; k++) velocity[row] += mobility[row][contact * dimension + k] * state.impulse[i * dimension + k];
      });
  }
  contacts.forEach((contact, i) => {
    for (let k = 0; k < dimension; k++) {
      impulse[contact * dimension + k] += state.impulse[i * dimension + k];
      velocity[contact * dimension + k] = state.velocity[i * dimension + k];
    }
  });
  return { impulse, velocity };
}

function eventOf(
  problem: ContactProblem,
  chain: Chain,
  rule: ChainRule,
  run: StageRun,
  state: StageState,
  { kind, contact }: { readonly kind: EventKind; readonly contact: number | undefined },
): ImpactEvent {
  const { impulse, velocity } = everyContact(problem, chain, rule, run, state);
  // With one contact there is no difference between it and all.
  const owner = problem.contacts.length === 1 ? 0 : contact;
  return {
    kind,
    ...(owner === undefined ? {} : { contact: owner }),
    normalImpulse: owner === undefined ? chain.normalImpulse + state.normalImpulse : impulse[(owner + 1) * problem.dimension - 1],
    impulse,
    velocity,
    storedEnergy: storedEnergy(state),
    frictionLoss: chain.frictionLoss - state.frictionWork,
  };
}

/** Zero at the end of every stage, where all that was stored is either given back or lost. */
function storedEnergy({ normalWork, restitutionLoss }: StageState): number {
  return Math.max(0, -normalWork - restitutionLoss);
}

function rowOf(problem: ContactProblem, chain: Chain, rule: ChainRule, run: StageRun, state: StageState): Row {
  const { impulse, velocity } = everyContact(problem, chain, rule, run, state);
  const { contacts, pushing } = run.touching;
  const phase = problem.contacts.map((): Row["phase"][number] => "open");
  const mode = problem.contacts.map((): Row["contactMode"][number] => "open");
  contacts.forEach((contact, i) => {
    if (pushing[i] === 0) return;
    phase[contact] = run.compressing ? "compression" : "restitution";
    mode[contact] = run.modes[i] === STICK ? "stick" : "slip";
  });
  return {
    normalImpulse: chain.normalImpulse + state.normalImpulse,
    impulse,
    velocity,
    storedEnergy: storedEnergy(state),
    frictionLoss: chain.frictionLoss - state.frictionWork,
    normalWork: chain.normalWork + state.normalWork,
    mode: mode.includes("slip") ? "slip" : "stick",
    phase,
    contactMode: mode,
  };
}

function stageOf(restitution: number, followed: FollowedStage): ImpactStage {
  const { state, phases, touching } = followed.run;
  return {
    contacts: touching.contacts,
    restitution,
    compressionImpulse: followed.compressionImpulse,
    finalImpulse: state.normalImpulse,
    compressionWork: followed.compressionWork,
    finalWork: state.normalWork,
    frictionWork: state.frictionWork,
    phases,
  };
}

/**
 * What the stage stored and did not give back. The published work is not work, so what is missing there follows from the energy and the
 * friction.
 */
function lossOf({ dimension }: ContactProblem, chain: Chain, { touching, state }: StageRun, { normalWork }: ChainRule): number {
  if (normalWork === "true") return -state.normalWork;
  let change = 0;
  touching.contacts.forEach((contact, i) => {
    for (let k = 0; k < dimension; k++)
      change += 0.5 * state.impulse[i * dimension + k] * (chain.velocity[contact * dimension + k] + state.velocity[i * dimension + k]);
  });
  return state.frictionWork - change;
}

/** A normal impulse below this part of that of all contacts is rounding. */
const NO_PUSH = 1e-15;

/** Takes away what rounding left at contacts that did not push. */
function clearUnpushed({ impulse }: StageState, dimension: number, total: number): void {
  for (let at = 0; at < impulse.length; at += dimension)
    if (impulse[at + dimension - 1] < NO_PUSH * total) impulse.fill(0, at, at + dimension);
}

function snapNormals(velocity: Float64Array, dimension: number, least: number): void {
  for (let n = dimension - 1; n < velocity.length; n += dimension) if (Math.abs(velocity[n]) < least) velocity[n] = 0;
}

function remark(chain: Chain, problem: ContactProblem, run: StageRun): void {
  const { remarks } = chain;
  const { contacts, pushing, friction } = run.touching;
  remarks.locked ||= run.locked;
  remarks.ambiguous ||= run.ambiguous;
  remarks.compressions = Math.max(remarks.compressions, run.compressions);
  contacts.forEach((contact, i) => {
    if (pushing[i] === 0) remarks.dropped.add(contact);
    if (run.forced[i] === 1) remarks.forced.add(contact);
    if (run.rested[i] === 1) chain.rested[contact] = 1;
    if (run.state.impulse[(i + 1) * problem.dimension - 1] > 0)
      chain.slip[contact] =
        friction[i] === 0 ? "frictionless" : run.modes[i] === STICK ? "sticks" : chain.rested[contact] === 1 ? "restarts" : "slides";
    for (const { modes, criticalFriction } of run.phases) {
      const needed = criticalFriction[i];
      if (modes[i] === "stick" && needed !== null && needed > friction[i] && run.forced[i] === 0)
        remarks.heldByStatic.set(contact, Math.max(needed, remarks.heldByStatic.get(contact) ?? 0));
    }
  });
}

/** The end of the last stage is the end of the impact. */
function finish(chain: Chain, { contacts }: ContactProblem): void {
  const last = chain.events.pop();
  if (last !== undefined) chain.events.push({ ...last, kind: "end", ...(contacts.length === 1 ? { contact: 0 } : {}) });
}
