/**
 * A mechanical system in time, by events, by steps, or by events as long as these do not come too fast.
 *
 *     events    exact: every hit, every change of a contact at its time (loop/)
 *     steps     what is shorter than the accuracy asked for is not resolved: always finishes, and says how far it can be trusted (steps/)
 *     auto      events, until those of some bodies come too fast or cannot go on; these then step, until their contacts have been calm for
 *               a while
 *
 * What may meet a body that steps within the next frame steps with it (stepped-set.ts); all others stay exact. Where ground or joints are
 * moved the whole system changes over at once. A run that fell back to steps soon after it had returned waits twice as long before it
 * returns again.
 *
 * Source: own study, dense contact section 9.
 */
import { Crowded, createCrowding, reasonToStep } from "../loop/crowding.js";
import type {
  Checkpoint,
  Simulation,
  SimulationMethod,
  SimulationObserver,
  SimulationOptions,
  SimulationStatus,
  SteppedStretch,
} from "../loop/interface.js";
import { createRun, type InitialState, type Run } from "../loop/run.js";
import { type Drive, eventDrive, simulationOf } from "../loop/simulation.js";
import { tolerancesAtStart } from "../steps/run-state.js";
import { restoreSnapshot, takeSnapshot } from "../steps/snapshot.js";
import { forceOf } from "../steps/trail.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { partsOf } from "../system/parts.js";
import { giveBack, showSteps, takeOver } from "./hand-over.js";
import { islandsOver, mayReturn, type NodeTable, namesOf, nodeTableOf } from "./stepped-set.js";
import {
  beginSteps,
  canStep,
  checkMethod,
  createStepping,
  ledgerOf,
  placeSteps,
  type SteppedSystem,
  type Stepping,
  stepFrame,
  stepOptionsOf,
  stretchOf,
} from "./stepping.js";
import { frameTogether, lendNodes } from "./together.js";

/** Both regimes of a run. */
interface Regimes {
  readonly method: SimulationMethod;
  readonly run: Run;
  readonly events: Drive;
  /** Made when first asked for: most runs never step. */
  readonly stepping: Stepping;
  readonly table: NodeTable;
  /** Nodes that step now. */
  readonly nodes: Set<number>;
  readonly stepped: SteppedStretch[];
  /** Of the present stretch in which some step; absent: all go by events. */
  present: { readonly from: number; readonly reason: string; readonly bodies: Set<string> } | undefined;
  /** s. */
  patience: number;
  returned: number;
}

type Given = Pick<Regimes, "method" | "run" | "events" | "stepped" | "patience" | "returned">;

/** A class: getters of a literal would keep every run until a full collection (steps/stepper.ts). */
class BothRegimes implements Regimes {
  readonly method: SimulationMethod;
  readonly run: Run;
  readonly events: Drive;
  readonly nodes = new Set<number>();
  readonly stepped: SteppedStretch[];
  present: Regimes["present"];
  patience: number;
  returned: number;
  readonly #system: SteppedSystem;
  #stepping: Stepping | undefined;
  #table: NodeTable | undefined;

  constructor(system: SteppedSystem, { method, run, events, stepped, patience, returned }: Given) {
    this.#system = system;
    this.method = method;
    this.run = run;
    this.events = events;
    this.stepped = stepped;
    this.patience = patience;
    this.returned = returned;
  }

  get stepping() {
    this.#stepping ??= createStepping(this.#system, this.run.tolerances);
    return this.#stepping;
  }

  get table() {
    this.#table ??= nodeTableOf(this.#system, this.stepping.run);
    return this.#table;
  }
}

/** A simulation at its beginning, or at a checkpoint of it; `advance` moves it. */
export function createSimulation(
  system: MechanicalSystem,
  initial: InitialState,
  options: SimulationOptions = {},
  resume?: Checkpoint,
): Simulation {
  const { method = "auto" } = options;
  checkMethod(method, system);
  const run = createRun(system, initial, options, resume);
  const events = eventDrive(run);
  if (method === "events" || !canStep(system)) return simulationOf(run, events);
  const regimes = regimesOf(method, run, events, system, resume);
  return simulationOf(run, {
    stepped: () => steppedOf(regimes),
    advance: (until, observe = {}) => advance(regimes, until, observe),
    ledger: () => (regimes.present === undefined ? events.ledger() : ledgerOf(run)),
    contactForces: () => {
      if (regimes.present === undefined) return events.contactForces();
      return [...events.contactForces(), ...regimes.stepping.trail.held.flat().map((contact) => forceOf(contact))];
    },
    checkpoint: () => checkpointOf(regimes),
  });
}

function regimesOf(method: SimulationMethod, run: Run, events: Drive, system: SteppedSystem, resume: Checkpoint | undefined): Regimes {
  const { timeScale, size, gravity } = tolerancesAtStart(system, stepOptionsOf(run.tolerances));
  if (method === "auto") {
    const { effort } = run.motion;
    const parts = partsOf(run.system).map(({ speeds }) => speeds.length);
    run.crowding = createCrowding({ size, gravity, parts, effort, excess: resume?.excessWork ?? 0 });
  }
  const saved = resume?.stepping;
  const stepped = [...(saved?.stepped ?? [])];
  const regimes = new BothRegimes(system, {
    method,
    run,
    events,
    stepped,
    patience: saved?.patience ?? timeScale,
    returned: saved?.returned ?? Number.NEGATIVE_INFINITY,
  });
  const last = saved?.memory === undefined ? undefined : stepped.pop();
  if (saved?.memory === undefined || last === undefined) return regimes;
  const { stepping } = regimes;
  placeSteps(stepping, run);
  restoreSnapshot(stepping.run, stepping.trail, saved.memory);
  const { from, to, bodies, reason, ...statistics } = last;
  stepping.run.time = to;
  stepping.trail.quietSince.set(saved.quietSince ?? []);
  for (const node of saved.nodes ?? []) regimes.nodes.add(node);
  lendNodes(regimes);
  Object.assign(stepping.run.statistics, statistics);
  if (statistics.steps === 0) stepping.run.statistics.shortest = Number.POSITIVE_INFINITY;
  regimes.present = { from, reason, bodies: new Set(bodies) };
  return regimes;
}

function steppedOf(regimes: Regimes): SteppedStretch[] {
  const { stepped, present } = regimes;
  return present === undefined ? [...stepped] : [...stepped, stretchNow(regimes.stepping, present)];
}

/** With the names in the order of the scene. */
function stretchNow(stepping: Stepping, { from, reason, bodies }: NonNullable<Regimes["present"]>): SteppedStretch {
  const { system, time } = stepping.run;
  return stretchOf(stepping, { from, reason, bodies: system.names.filter((name) => bodies.has(name)) }, time);
}

function advance(regimes: Regimes, until: number, observe: SimulationObserver): SimulationStatus {
  const { run } = regimes;
  if (run.status !== "running" || !(run.time < until)) {
    if (run.status === "rest") run.time = Math.max(run.time, until);
    return run.status;
  }
  if (regimes.method === "steps" && regimes.present === undefined) toSteps(regimes, regimes.run.everything, "asked for", observe);
  const isRunning = () => run.status === "running" && run.time < until;
  while (isRunning()) {
    if (regimes.present === undefined) byEvents(regimes, until, observe);
    else bySteps(regimes, until, observe);
  }
  const { status } = run as { readonly status: SimulationStatus };
  if (status === "rest") run.time = until;
  return status;
}

/** Goes on by events, to the time or to where they come too fast. */
function byEvents(regimes: Regimes, until: number, observe: SimulationObserver): void {
  const { run, events } = regimes;
  try {
    if (events.advance(until, observe) !== "too-many-events") return;
    run.status = "running";
    toSteps(regimes, run.everything, `more than ${run.tolerances.mostEvents} events in a tenth of a second`, observe);
  } catch (error) {
    const reason = reasonToStep(error);
    if (reason === undefined) throw error;
    toSteps(regimes, error instanceof Crowded ? error.parts : run.everything, reason, observe);
  }
}

/** Lets parts step, all where they cannot by themselves. */
function toSteps(regimes: Regimes, parts: readonly number[], reason: string, observe: SimulationObserver): void {
  const { run, stepping, table, nodes, method } = regimes;
  beginSteps(stepping, run);
  const all = method === "steps" || !table.canSplit ? run.everything : parts;
  const added = new Set(all.flatMap((part) => table.nodesOf[part]));
  takeOver(stepping, run, added);
  for (const node of added) nodes.add(node);
  lendNodes(regimes);
  told(regimes, added, reason, observe);
}

/** Says that nodes step from now on. */
function told(regimes: Regimes, added: ReadonlySet<number>, reason: string, observe: SimulationObserver): void {
  const { run, stepping } = regimes;
  const { timeScale } = stepping.run.tolerances;
  regimes.patience = run.time - regimes.returned <= timeScale ? 2 * regimes.patience : timeScale;
  run.tangents?.breakOff(run.time, `the motion goes by steps (${reason})`);
  run.ledger.steppingLoss ??= 0;
  regimes.present ??= { from: run.time, reason, bodies: new Set() };
  const names = namesOf(stepping.run, added);
  for (const name of names) regimes.present.bodies.add(name);
  observe.event?.({ kind: "regime", time: run.time, regime: "steps", reason, bodies: names });
}

/** Goes on with some that step, to the time, to rest, or to where all may go by events. */
function bySteps(regimes: Regimes, until: number, observe: SimulationObserver): void {
  const { run, stepping, method, nodes, table } = regimes;
  const { longestStep } = stepping.run.tolerances;
  while (run.status === "running" && run.time < until) {
    const left = until - run.time;
    const frames = Math.ceil(left / longestStep - 1e-9);
    const end = frames <= 1 ? until : run.time + left / frames;
    if (method === "auto") {
      choose(regimes, end - run.time, observe);
      if (nodes.size === 0) return;
    }
    if (nodes.size === table.partOf.length) stepFrame(stepping, run, end, observe, ledgerOf(run));
    else
      frameTogether(regimes, end, observe, {
        joined: (added, reason, teller) => told(regimes, added, reason, teller),
        met: (added, teller) => toldMet(regimes, added, teller),
      });
    if (run.status === "running" && rests(regimes)) {
      run.status = "rest";
      observe.event?.({ kind: "rest", time: run.time });
      return;
    }
  }
}

const rests = ({ run, stepping, nodes }: Regimes) =>
  [...nodes].every((node) => stepping.run.asleep[node] === 1) &&
  run.clusters.all.every(({ asleep, follow, speeds }) => asleep || follow !== undefined || speeds.length === 0);

/** Lets islands that have become calm go by events, and those step that may meet one that does. */
function choose(regimes: Regimes, span: number, observe: SimulationObserver): void {
  const { run, stepping, table, nodes, patience } = regimes;
  const { run: steps, trail } = stepping;
  const everything = new Set(table.partOf.keys());
  showSteps(
    stepping,
    run,
    [...everything].filter((node) => !nodes.has(node)),
  );
  steps.time = run.time;
  const islands = table.canSplit ? islandsOver(steps, everything, span) : [{ ...steps.everything, pairs: [0] }];
  const [calm, met] = [new Set<number>(), new Set<number>()];
  for (const island of islands) {
    const own = island.bodies.filter((node) => nodes.has(node));
    if (own.length === 0) continue;
    const isCalm = mayReturn(steps, { ...island, bodies: own }, { quietSince: trail.quietSince, held: trail.held, patience });
    if (isCalm) for (const node of own) calm.add(node);
    else for (const node of island.bodies) if (!nodes.has(node)) met.add(node);
  }
  // Where all may return at the very time at which they came, the events that they were too much for would begin again without end.
  const isStandstill = calm.size === nodes.size && run.time === regimes.present?.from;
  if (calm.size > 0 && !isStandstill) toEvents(regimes, calm, observe);
  if (met.size === 0) return;
  takeOver(stepping, run, met);
  for (const node of met) nodes.add(node);
  lendNodes(regimes);
  toldMet(regimes, met, observe);
}

/** Says that nodes step because of others. */
function toldMet({ run, stepping, present }: Regimes, met: ReadonlySet<number>, observe: SimulationObserver): void {
  const bodies = namesOf(stepping.run, met);
  for (const name of bodies) present?.bodies.add(name);
  observe.event?.({ kind: "regime", time: run.time, regime: "steps", reason: "may meet what steps", bodies });
}

function toEvents(regimes: Regimes, calm: ReadonlySet<number>, observe: SimulationObserver): void {
  const { run, stepping, table, nodes, present } = regimes;
  if (present === undefined) return;
  const reason = "contacts have not changed for a while";
  const touching = [...calm].some((node) => stepping.trail.held[node].length > 0);
  if (touching) regimes.returned = run.time;
  observe.event?.({ kind: "regime", time: run.time, regime: "events", reason, bodies: namesOf(stepping.run, calm) });
  for (const node of calm) nodes.delete(node);
  const parts = run.everything.filter((part) => table.nodesOf[part].every((node) => calm.has(node)));
  giveBack(stepping, run, calm, parts, observe);
  lendNodes(regimes);
  if (nodes.size > 0) return;
  regimes.stepped.push(stretchNow(stepping, present));
  regimes.present = undefined;
}

function checkpointOf(regimes: Regimes): Checkpoint {
  const { events, present, patience, returned, nodes } = regimes;
  const stepped = steppedOf(regimes);
  const checkpoint = events.checkpoint();
  if (stepped.length === 0 && present === undefined) return checkpoint;
  const memory = () => ({
    memory: takeSnapshot(regimes.stepping.run, regimes.stepping.trail),
    nodes: [...nodes].sort((a, b) => a - b),
    quietSince: Array.from(regimes.stepping.trail.quietSince),
  });
  return {
    ...checkpoint,
    stepping: { stepped, patience, returned: Number.isFinite(returned) ? returned : null, ...(present === undefined ? {} : memory()) },
  };
}
