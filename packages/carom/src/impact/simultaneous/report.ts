/**
 * From the state of an impact to numbers with units, in the order of the problem's components: events, history and outcome.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { createHistory } from "../history.js";
import type { EventKind, ImpactEvent, ImpactHistory, SlipOutcome } from "../outcome.js";
import type { Motion } from "./motion.js";
import { NONE, OPEN, PHASES, SLIP, type State, storedEnergy as storedIn, tangentialEnergy } from "./state.js";
import type { System } from "./system.js";
import type { Observer } from "./transitions.js";

/** Impulse of every component, N s. */
export function impulseOf(problem: ContactProblem, { system, state }: Motion): number[] {
  const impulse = new Array<number>(problem.velocity.length).fill(0);
  for (let row = 0; row < system.rows; row++) impulse[system.component[row]] = state.impulse[row] * system.impulseUnit;
  return impulse;
}

/** Velocity before plus mobility times impulse, m/s. */
export function velocityFrom({ mobility, velocity }: ContactProblem, impulse: readonly number[]): number[] {
  const pushed: number[] = [];
  impulse.forEach((value, j) => {
    if (value !== 0) pushed.push(j);
  });
  return velocity.map((before, i) => {
    const row = mobility[i];
    let sum = 0;
    for (const j of pushed) sum += row[j] * impulse[j];
    return before + sum;
  });
}

/** Tangents of frictionless contacts, which the system leaves out: how the impulses move them. */
interface Bystander {
  readonly component: number;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

function bystandersOf(problem: ContactProblem, { component, rows }: System): Bystander[] {
  const followed = new Set(component);
  const bystanders: Bystander[] = [];
  problem.velocity.forEach((_, i) => {
    if (followed.has(i)) return;
    const reached: number[] = [];
    for (let row = 0; row < rows; row++) if (problem.mobility[i][component[row]] !== 0) reached.push(row);
    bystanders.push({
      component: i,
      rows: Int32Array.from(reached),
      values: Float64Array.from(reached, (row) => problem.mobility[i][component[row]]),
    });
  });
  return bystanders;
}

export interface Recording extends Observer {
  readonly events: ImpactEvent[];
  /** Adds the last event. */
  readonly end: () => void;
  readonly history: ImpactHistory | undefined;
  /** 1, or every how many-th event is kept where there are too many to keep all. */
  readonly stride: () => number;
  /** Contacts that were compressed again before they opened. */
  readonly restarts: ReadonlySet<number>;
}

/** Numbers that the events of an impact may hold: 40 MB. A chain of a thousand balls has six thousand at each of its events. */
const MOST_NUMBERS = 5e6;

export function createRecording(problem: ContactProblem, motion: Motion, wantsHistory: boolean): Recording {
  const { system, state } = motion;
  const { count, speedUnit, impulseUnit, energyUnit } = system;
  const single = count === 1;
  const springs = system.tangentialStiffness.some((k) => k > 0);
  const bystanders = bystandersOf(problem, system);
  const events: ImpactEvent[] = [];
  const restarts = new Set<number>();
  const mostEvents = Math.max(1000, MOST_NUMBERS / (2 * problem.velocity.length));
  let stride = 1;
  let happened = 0;
  const columns = createHistory();
  const history = {
    ...columns,
    normalWork: [] as number[],
    contacts: problem.contacts.map(() => ({
      phase: [] as (typeof PHASES)[number][],
      mode: [] as ("open" | "slip" | "stick")[],
      storedEnergy: [] as number[],
    })),
    ...(springs ? { tangentialEnergy: [] as number[] } : {}),
  };

  const velocity = () => {
    const all = [...problem.velocity];
    for (let row = 0; row < system.rows; row++) all[system.component[row]] = state.velocity[row] * speedUnit;
    for (const { component, rows, values } of bystanders) {
      let sum = 0;
      for (let k = 0; k < rows.length; k++) sum += values[k] * state.impulse[rows[k]];
      all[component] += sum * impulseUnit;
    }
    return all;
  };
  const total = (of: (c: number) => number) => {
    let sum = 0;
    for (let c = 0; c < count; c++) sum += of(c);
    return sum;
  };
  const stored = (c: number) => storedIn(system, state, c);
  const tangential = (c: number) => tangentialEnergy(system, state, c);

  function event(kind: EventKind, contact: number): void {
    if (kind === "compression-restart") restarts.add(contact);
    if (single && (kind === "contact-open" || kind === "contact-close")) return;
    if (happened++ % stride !== 0) return;
    if (events.length >= mostEvents) thin();
    events.push({
      kind,
      contact,
      normalImpulse: state.impulse[contact] * impulseUnit,
      impulse: impulseOf(problem, motion),
      velocity: velocity(),
      storedEnergy: stored(contact) * energyUnit,
      frictionLoss: state.frictionLoss * energyUnit,
      ...(system.tangentialStiffness[contact] > 0 ? { tangentialEnergy: tangential(contact) * energyUnit } : {}),
    });
  }

  /** Forgets every other event, and from now on keeps half as many. */
  function thin(): void {
    const kept = events.filter((_, i) => i % 2 === 0);
    events.splice(0, events.length, ...kept);
    stride *= 2;
  }

  function end(): void {
    events.push({
      kind: "end",
      ...(single ? { contact: 0 } : {}),
      normalImpulse: total((c) => state.impulse[c]) * impulseUnit,
      impulse: impulseOf(problem, motion),
      velocity: velocity(),
      storedEnergy: 0,
      frictionLoss: state.frictionLoss * energyUnit,
    });
    if (wantsHistory) point();
  }

  function point(): void {
    if (!wantsHistory) return;
    const normalImpulse = total((c) => state.impulse[c]) * impulseUnit;
    const energy = total(stored);
    const storedEnergy = energy * energyUnit;
    if (isKnown(normalImpulse, storedEnergy)) return;
    history.normalImpulse.push(normalImpulse);
    history.impulse.push(impulseOf(problem, motion));
    history.velocity.push(velocity());
    history.storedEnergy.push(storedEnergy);
    history.frictionLoss.push(state.frictionLoss * energyUnit);
    history.normalWork.push(-(energy + state.restitutionLoss) * energyUnit);
    if (springs) history.tangentialEnergy!.push(total(tangential) * energyUnit);
    history.contacts.forEach((contact, c) => {
      contact.phase.push(PHASES[state.phase[c]]);
      contact.mode.push(modeOf(state, c));
      contact.storedEnergy.push(stored(c) * energyUnit);
    });
    history.mode.push(history.contacts.some(({ mode }) => mode.at(-1) === "slip") ? "slip" : "stick");
  }

  /** Whether the last row already says this: steps begin where others end. */
  function isKnown(normalImpulse: number, storedEnergy: number): boolean {
    const last = history.normalImpulse.length - 1;
    return (
      history.normalImpulse[last] === normalImpulse &&
      history.storedEnergy[last] === storedEnergy &&
      history.contacts.every(({ phase, mode }, c) => phase[last] === PHASES[state.phase[c]] && mode[last] === modeOf(state, c))
    );
  }

  const keeps = () => happened % stride === 0;
  return { events, event, end, point, keeps, stride: () => stride, restarts, history: wantsHistory ? history : undefined };
}

/** A contact without friction slips. */
function modeOf({ phase, mode }: State, c: number): "open" | "slip" | "stick" {
  if (phase[c] === OPEN) return "open";
  return mode[c] === SLIP || mode[c] === NONE ? "slip" : "stick";
}

/** How the slip of each contact went. */
export function slipOutcomes({ system, state }: Motion): SlipOutcome[] {
  return Array.from({ length: system.count }, (_, c) => {
    // One that closed and opened at once has not pushed.
    if (state.impulse[c] === 0) return "untouched";
    if (system.tangents[c] === 0) return "frictionless";
    const mode = state.phase[c] === OPEN ? state.lastMode[c] : state.mode[c];
    if (mode !== SLIP) return "sticks";
    return state.rested[c] === 1 ? "restarts" : "slides";
  });
}
