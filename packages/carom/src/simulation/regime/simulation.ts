/**
 * A mechanical system in time, by events, by steps, or by events as long as these do not come too fast.
 *
 *     events    exact: every hit, every change of a contact at its time (loop/)
 *     steps     what is shorter than the accuracy asked for is not resolved: always finishes, and says how far it can be trusted (steps/)
 *     auto      events, until they come too fast or cannot go on; then steps, until contacts have been calm for a while
 *
 * The whole system changes over at once; what flies alone moves in closed form in either. A run that fell back to steps soon after it had
 * returned waits twice as long before it returns again.
 *
 * Source: own study, dense contact section 9.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { Crowded, createCrowding } from "../loop/crowding.js";
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
import { restoreSnapshot, takeSnapshot } from "../steps/snapshot.js";
import { forceOf } from "../steps/trail.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import { partsOf } from "../system/parts.js";
import {
  beginSteps,
  checkMethod,
  createStepping,
  endSteps,
  ledgerOf,
  placeSteps,
  type Stepping,
  stepFrame,
  stretchOf,
} from "./stepping.js";

/** Steps without a change after which a run may return to events. */
const CALM_STEPS = 20;
/** Contacts that push, above which it stays with steps. */
const FEW_CONTACTS = 6;

/** Both regimes of a run. */
interface Regimes {
  readonly method: SimulationMethod;
  readonly run: Run;
  readonly events: Drive;
  /** Absent: this system cannot be stepped. */
  readonly stepping: Stepping | undefined;
  readonly stepped: SteppedStretch[];
  /** Of the present stretch by steps; absent: it goes by events. */
  present: { readonly from: number; readonly reason: string } | undefined;
  /** s. */
  patience: number;
  returned: number;
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
  const stepping = method === "events" ? undefined : createStepping(system, run.tolerances);
  if (stepping === undefined) return simulationOf(run, events);
  const regimes = regimesOf(method, run, events, stepping, resume);
  return simulationOf(run, {
    stepped: () => steppedOf(regimes),
    advance: (until, observe = {}) => advance(regimes, until, observe),
    ledger: () => (regimes.present === undefined ? events.ledger() : ledgerOf(run)),
    contactForces: () => {
      if (regimes.present === undefined) return events.contactForces();
      return stepping.trail.held.flat().map((contact) => forceOf(contact));
    },
    checkpoint: () => checkpointOf(regimes),
  });
}

function regimesOf(method: SimulationMethod, run: Run, events: Drive, stepping: Stepping, resume: Checkpoint | undefined): Regimes {
  const { timeScale, size, gravity } = stepping.run.tolerances;
  if (method === "auto") {
    const { effort } = run.motion;
    const parts = partsOf(run.system).map(({ speeds }) => speeds.length);
    run.crowding = createCrowding({ size, gravity, parts, effort, excess: resume?.excessWork ?? 0 });
  }
  const saved = resume?.stepping;
  const stepped = [...(saved?.stepped ?? [])];
  const regimes: Regimes = {
    method,
    run,
    events,
    stepping,
    stepped,
    present: undefined,
    patience: saved?.patience ?? timeScale,
    returned: saved?.returned ?? Number.NEGATIVE_INFINITY,
  };
  const last = saved?.memory === undefined ? undefined : stepped.pop();
  if (saved?.memory === undefined || last === undefined) return regimes;
  placeSteps(stepping, run);
  restoreSnapshot(stepping.run, stepping.trail, saved.memory);
  const { from, to, bodies: _bodies, reason, ...statistics } = last;
  stepping.run.time = to;
  Object.assign(stepping.run.statistics, statistics);
  if (statistics.steps === 0) stepping.run.statistics.shortest = Number.POSITIVE_INFINITY;
  regimes.present = { from, reason };
  return regimes;
}

function steppedOf({ stepped, present, stepping }: Regimes): SteppedStretch[] {
  if (present === undefined || stepping === undefined) return [...stepped];
  return [...stepped, stretchOf(stepping, present.from, stepping.run.time, present.reason)];
}

function advance(regimes: Regimes, until: number, observe: SimulationObserver): SimulationStatus {
  const { run } = regimes;
  if (run.status !== "running" || !(run.time < until)) {
    if (run.status === "rest") run.time = Math.max(run.time, until);
    return run.status;
  }
  if (regimes.method === "steps" && regimes.present === undefined) toSteps(regimes, "asked for", observe);
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
    toSteps(regimes, `more than ${run.tolerances.mostEvents} events in a tenth of a second`, observe);
  } catch (error) {
    toSteps(regimes, reasonOf(error), observe);
  }
}

/** Why events cannot go on: also where a law refuses the mobility that the motion came to. What else it refuses the user must change. */
function reasonOf(error: unknown): string {
  if (error instanceof Crowded || error instanceof SolverError) return error.message;
  if (error instanceof InvalidInputError && /^(mobility|kineticEnergy)/.test(error.path))
    return `the law does not take these contacts: ${error.path} ${error.expected}`;
  throw error;
}

function toSteps(regimes: Regimes, reason: string, observe: SimulationObserver): void {
  const { run, stepping } = regimes;
  if (stepping === undefined) return;
  const { timeScale } = stepping.run.tolerances;
  regimes.patience = run.time - regimes.returned <= timeScale ? 2 * regimes.patience : timeScale;
  run.tangents?.breakOff(run.time, `the motion goes by steps (${reason})`);
  run.ledger.steppingLoss ??= 0;
  beginSteps(stepping, run);
  regimes.present = { from: run.time, reason };
  observe.event?.({ kind: "regime", time: run.time, regime: "steps", reason });
}

/** Goes on by steps, to the time, to rest, or to where events may go on. */
function bySteps(regimes: Regimes, until: number, observe: SimulationObserver): void {
  const { run, stepping, method } = regimes;
  if (stepping === undefined) return;
  const { longestStep } = stepping.run.tolerances;
  while (run.status === "running" && run.time < until) {
    const left = until - run.time;
    const frames = Math.ceil(left / longestStep - 1e-9);
    stepFrame(stepping, run, frames <= 1 ? until : run.time + left / frames, observe, ledgerOf(run));
    if (stepping.stepper.atRest) {
      run.status = "rest";
      observe.event?.({ kind: "rest", time: run.time });
      return;
    }
    if (method === "auto" && isCalm(regimes, stepping)) {
      toEvents(regimes, stepping, observe);
      return;
    }
  }
}

function isCalm({ run, patience }: Regimes, { trail }: Stepping): boolean {
  if (trail.calm.steps < CALM_STEPS || run.time - trail.calm.since < patience) return false;
  return trail.held.reduce((sum, list) => sum + list.length, 0) <= FEW_CONTACTS;
}

function toEvents(regimes: Regimes, stepping: Stepping, observe: SimulationObserver): void {
  const { run, present } = regimes;
  if (present === undefined) return;
  regimes.stepped.push(stretchOf(stepping, present.from, run.time, present.reason));
  regimes.present = undefined;
  regimes.returned = run.time;
  observe.event?.({ kind: "regime", time: run.time, regime: "events", reason: "contacts have not changed for a while" });
  endSteps(stepping, run, observe);
}

function checkpointOf(regimes: Regimes): Checkpoint {
  const { events, present, stepping, patience, returned } = regimes;
  const stepped = steppedOf(regimes);
  const checkpoint = events.checkpoint();
  if (stepped.length === 0 && present === undefined) return checkpoint;
  return {
    ...checkpoint,
    stepping: {
      stepped,
      patience,
      returned: Number.isFinite(returned) ? returned : null,
      ...(present === undefined || stepping === undefined ? {} : { memory: takeSnapshot(stepping.run, stepping.trail) }),
    },
  };
}
