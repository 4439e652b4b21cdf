/**
 * Running a study of kind `simulation`, at once or stretch by stretch.
 *
 * The stretches have a fixed length, whether or not anybody takes checkpoints: the integration ends at the end of each, so a run that is
 * resumed there takes the same steps as one that was never interrupted, and ends in the same bits.
 */
import { InvalidInputError } from "../../errors.js";
import { lawNamed } from "../../impact/registry.js";
import type { ResolvedImpact } from "../../simulation/impacts/resolve-impacts.js";
import type { Checkpoint, RunLedger, Simulation, SimulationObserver } from "../../simulation/loop/interface.js";
import { MOST_WORK } from "../../simulation/loop/run.js";
import { type Accumulation, accumulations } from "../../simulation/record/accumulation.js";
import { createRecorder, type RecordedEvent, type SimulationRecord } from "../../simulation/record/record.js";
import { createSimulation } from "../../simulation/regime/simulation.js";
import { checkMethod } from "../../simulation/regime/stepping.js";
import { type Scene, systemFromScene } from "../../simulation/scene/scene.js";
import { featureWithKey } from "../../simulation/system/features.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import type { RunDerivatives } from "../format/derivative-result.js";
import { VERSIONS } from "../format/head.js";
import { checkSignal, type ResumableRun, type RunOptions, type RunProgress } from "../format/kind.js";
import { checkMember, fieldsOf, parseWith } from "../format/parse.js";
import { assembleDerivatives } from "./derivatives/assemble.js";
import { type DerivativePlan, planOf, tangentOptions } from "./derivatives/plan.js";
import type { FlatState } from "./derivatives/state-numbers.js";
import { createStateSamples } from "./derivatives/state-samples.js";
import { forcesInRun, lawsOfPairs } from "./forces.js";
import type { RunCheckpoint, SimulationResult, SimulationWarning } from "./result.js";
import { DEFAULT_RATE, type SimulationStudy, simulationStudySchema } from "./schema.js";
import { steppedWarnings } from "./stepped.js";
import { atFinerTolerances, verificationOf } from "./verify.js";

/** A stretch lasts this part of the duration, and no longer than so many seconds. */
const STRETCHES = 10;
const LONGEST_STRETCH = 1;
/** How often a run tells how far it is, about. */
const REPORTS = 200;
/** Rows times bodies that a result may have. */
const MOST_ROWS = 2_000_000;
/** The ledger closes to this part of its largest entry, or it is a warning. */
const LEDGER_CLOSES = 1e-8;

/** How far a simulation is. */
export interface SimulationProgress extends RunProgress {
  /** Reached, s. */
  readonly time: number;
  /** Asked for, s. */
  readonly duration: number;
}

/** What may be told to a run of a simulation. */
export interface SimulationRunOptions extends RunOptions<SimulationProgress> {
  /** Told every event as it happens, an impact with the problem it was and its outcome. */
  readonly event?: (event: RecordedEvent, impact?: ResolvedImpact) => void;
}

/** A simulation that is being computed. */
export type SimulationRun = ResumableRun<SimulationResult, RunCheckpoint>;

/** Runs a study to its end. */
export function runSimulation(study: SimulationStudy, options: SimulationRunOptions = {}): SimulationResult {
  const run = startSimulation(study, options);
  while (!run.done) run.advance();
  return run.result();
}

/** Throws InvalidInputError where `runSimulation` would before it moves anything. */
export function checkSimulation(study: SimulationStudy): void {
  const system = systemOf(study);
  lawsOfPairs(study, system);
  checkMethod(study.method, system);
  planOf(study, system, systemOf);
}

/** @param resume a checkpoint of this study */
export function startSimulation(study: SimulationStudy, options: SimulationRunOptions = {}, resume?: RunCheckpoint): SimulationRun {
  const { event, progress, signal } = options;
  checkSignal(signal);
  const system = systemOf(study);
  const { law, options: lawOptions, method, tolerances, duration, output } = study;
  const plan = planOf(study, system, systemOf);
  if (resume !== undefined) checkResumable(resume.simulation, system);
  if (resume !== undefined && plan !== undefined)
    throw new InvalidInputError(
      "derivatives",
      study.derivatives?.by,
      "cannot be gone on with from a checkpoint, which holds the state and no derivatives: run from the beginning",
    );
  const simulation = createSimulation(
    system,
    system.initialState(),
    {
      ...tolerances,
      ...(method === undefined ? {} : { method }),
      ...(plan === undefined ? {} : { tangents: tangentOptions(plan) }),
      impact: { ...(law === undefined ? {} : { law }), ...(lawOptions === undefined ? {} : { options: lawOptions }) },
    },
    resume?.simulation,
  );
  const forces = forcesInRun(study, system);
  const recorder = createRecorder(
    system,
    simulation,
    {
      rate: output?.rate ?? DEFAULT_RATE,
      ...(law === undefined ? {} : { law }),
      ...(event === undefined ? {} : { event }),
      ...(forces === undefined ? {} : { forces }),
    },
    resume?.record,
  );
  const stretch = Math.min(duration / STRETCHES, LONGEST_STRETCH);
  const isDone = () => simulation.status !== "running" || simulation.time >= duration;
  let finished = false;

  const tell = (time: number) => progress?.({ part: time / duration, text: `t = ${time.toPrecision(4)} s`, time, duration });
  const samples = createStateSamples(system, plan?.times ?? []);
  const recording = plan === undefined ? recorder.observer : samples.observer(recorder.observer);
  const observer = progress === undefined ? recording : alsoTelling(recording, duration / REPORTS, tell);

  function advance(): void {
    if (isDone()) return;
    const next = (Math.round(simulation.time / stretch) + 1) * stretch;
    // Also where rounding leaves the last stretch just short of the end.
    simulation.advance(next > duration - 0.5 * stretch ? duration : next, observer);
    tell(simulation.time);
    checkSignal(signal);
  }

  function result(): SimulationResult {
    if (!isDone()) throw new InvalidInputError("time", simulation.time, `is not the end of the run (${duration} s)`);
    if (!finished) recorder.finish();
    finished = true;
    const plain = resultOf(study, system, simulation, recorder.record);
    const derivatives =
      plan === undefined ? {} : { derivatives: derivativesOf(plan, system, simulation, plain, samples.states(simulation)) };
    const result = { ...plain, ...derivatives };
    if (study.verify !== true) return result;
    const beside = runSimulation(atFinerTolerances(study, result.tolerances), signal === undefined ? {} : { signal });
    return { ...result, verification: verificationOf(result, beside, system.size) };
  }

  const checkpoint = (): RunCheckpoint => ({
    carom: 1,
    kind: "checkpoint",
    study,
    simulation: simulation.checkpoint(),
    record: recorder.record,
  });
  return new StartedRun(simulation, isDone, { advance, checkpoint, result });
}

/** A class, as is what a simulation is seen as (loop/simulation.ts). */
class StartedRun implements SimulationRun {
  readonly advance: SimulationRun["advance"];
  readonly checkpoint: SimulationRun["checkpoint"];
  readonly result: SimulationRun["result"];
  readonly #simulation: Simulation;
  readonly #isDone: () => boolean;

  constructor(simulation: Simulation, isDone: () => boolean, { advance, checkpoint, result }: Omit<SimulationRun, "time" | "done">) {
    this.advance = advance;
    this.checkpoint = checkpoint;
    this.result = result;
    this.#simulation = simulation;
    this.#isDone = isDone;
  }

  get time() {
    return this.#simulation.time;
  }

  get done() {
    return this.#isDone();
  }
}

function derivativesOf(
  plan: DerivativePlan,
  system: SceneSystem,
  { tangents, coordinates, speeds }: Simulation,
  { status, events, accumulations: ends, ledger, time }: SimulationResult,
  samples: readonly FlatState[],
): RunDerivatives {
  if (tangents === undefined) throw new InvalidInputError("derivatives", plan.rows.length, "were asked of a run that has none");
  const state = { time, coordinates, speeds };
  return assembleDerivatives(plan, { status, system, tangents, events, accumulations: ends, ledger, state, samples });
}

/** An observer that also tells the time reached, every so many seconds of simulated time. */
function alsoTelling(observer: SimulationObserver, every: number, tell: (time: number) => void): SimulationObserver {
  let next = every;
  return {
    ...observer,
    motion: (from, to, ...rest) => {
      observer.motion?.(from, to, ...rest);
      if (to < next) return;
      next = to + every;
      tell(to);
    },
  };
}

/** A checkpoint from a value such as JSON.parse returns. */
export function parseCheckpoint(value: unknown): RunCheckpoint {
  const given = value as Partial<RunCheckpoint> | null;
  if (typeof given !== "object" || given === null || given.carom !== 1 || given.kind !== "checkpoint")
    throw new InvalidInputError("kind", given?.kind, "is not a checkpoint that this carom reads");
  const { simulation, record } = given;
  const isState =
    typeof simulation?.time === "number" &&
    [simulation.coordinates, simulation.speeds, simulation.closed, simulation.departing, simulation.ledger].every(Array.isArray);
  if (!isState) throw new InvalidInputError("simulation", simulation, "is not the state of a simulation");
  if (!Array.isArray(record?.series?.time) || !Array.isArray(record.events) || !Array.isArray(record.warnings))
    throw new InvalidInputError("record", record, "is not the record of a simulation");
  const study = parseSimulation(given.study);
  return { carom: 1, kind: "checkpoint", study, simulation, record };
}

/** A checkpoint of a run that stopped at its work limit, with leave to do as much again; any other as it is. */
export function withMoreWork(checkpoint: RunCheckpoint): RunCheckpoint {
  const { study, simulation } = checkpoint;
  if (simulation.status !== "work-limit") return checkpoint;
  const mostWork = (simulation.work ?? 0) + (study.tolerances?.mostWork ?? MOST_WORK);
  return { ...checkpoint, study: { ...study, tolerances: { ...study.tolerances, mostWork } } };
}

function parseSimulation(value: unknown): SimulationStudy {
  const given = fieldsOf(value);
  checkMember(given, "carom", VERSIONS, "is not a format version this carom reads; it reads");
  if (given.kind !== "simulation") throw new InvalidInputError("study.kind", given.kind, "is not simulation");
  return parseWith<SimulationStudy>(simulationStudySchema, value);
}

function checkResumable({ coordinates, speeds, closed }: Checkpoint, system: SceneSystem): void {
  if (coordinates.length !== system.coordinateCount)
    throw new InvalidInputError(
      "simulation.coordinates",
      coordinates.length,
      `is not the number of coordinates (${system.coordinateCount})`,
    );
  if (speeds.length !== system.speedCount)
    throw new InvalidInputError("simulation.speeds", speeds.length, `is not the number of speeds (${system.speedCount})`);
  closed.forEach(({ key }, i) => {
    if (featureWithKey(system, key) === undefined)
      throw new InvalidInputError(`simulation.closed[${i}].key`, key, "is not a contact of these bodies");
  });
}

/** The system that a study moves; throws InvalidInputError where the study cannot be. */
export function systemOf(study: SimulationStudy): SceneSystem {
  const { law, options = {}, bodies, duration, output } = study;
  for (const [name, value] of Object.entries(options)) {
    if (law === undefined) throw new InvalidInputError(`options.${name}`, value, "is given, but no law to have it");
    if (!lawNamed(law).options.includes(name))
      throw new InvalidInputError(`options.${name}`, value, `is given for an option the law ${law} does not have`);
  }
  const rate = output?.rate ?? DEFAULT_RATE;
  const rows = duration * rate * Object.keys(bodies).length;
  if (rows > MOST_ROWS)
    throw new InvalidInputError("output.rate", rate, `gives ${Math.ceil(rows)} rows of bodies over ${duration} s, more than ${MOST_ROWS}`);
  return systemFromScene(sceneOf(study));
}

export function sceneOf({ bodies, loops, gears, gravity, contacts, material, loads }: SimulationStudy): Scene {
  return {
    bodies,
    ...(loops === undefined ? {} : { loops }),
    ...(gears === undefined ? {} : { gears }),
    ...(gravity === undefined ? {} : { gravity }),
    ...(contacts === undefined ? {} : { contacts }),
    ...(material === undefined ? {} : { material }),
    ...(loads === undefined ? {} : { loads }),
  };
}

/**
 * Sequences of bounces that are over. One that would end after the run is a motion that all but repeats, such as a swing; by steps bounces
 * are not followed down.
 */
function endedSequences(
  events: SimulationRecord["events"],
  status: SimulationResult["status"],
  time: number,
  stepped: Simulation["stepped"],
): Accumulation[] {
  const all =
    status === "rest"
      ? accumulations(events, Number.POSITIVE_INFINITY)
      : accumulations(events, time).filter((sequence) => sequence.time <= time);
  return all.filter(({ lastImpact }) => !stepped.some(({ from, to }) => from <= lastImpact && lastImpact <= to));
}

function resultOf(
  study: SimulationStudy,
  system: SceneSystem,
  simulation: Simulation,
  { series, events, warnings }: SimulationRecord,
): SimulationResult {
  const { title, duration } = study;
  const status = simulation.status === "running" ? "finished" : simulation.status;
  const last = series.time.length - 1;
  const time = series.time[last];
  const ledger = simulation.ledger();
  return {
    carom: 1,
    kind: "simulation",
    title,
    status,
    time,
    duration,
    tolerances: simulation.tolerances,
    laws: countLaws(events),
    bodies: Object.fromEntries(
      Object.entries(series.bodies).map(([name, { position, orientation, velocity, angularVelocity }]) => [
        name,
        { position: position[last], orientation: orientation[last], velocity: velocity[last], angularVelocity: angularVelocity[last] },
      ]),
    ),
    ...(series.joints === undefined
      ? {}
      : {
          joints: Object.fromEntries(
            Object.entries(series.joints).map(([name, { type, position, speed }]) => [
              name,
              { type, position: position[last], speed: speed[last] },
            ]),
          ),
        }),
    ledger,
    ...(simulation.stepped.length === 0 ? {} : { stepped: simulation.stepped }),
    accumulations: endedSequences(events, status, time, simulation.stepped),
    warnings: [...warnings, ...warningsOf(system, simulation, duration, ledger), ...steppedWarnings(simulation.stepped, time)],
    events,
    series,
  };
}

function countLaws(events: readonly RecordedEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of events) if (event.kind === "impact") counts[event.law] = (counts[event.law] ?? 0) + 1;
  return counts;
}

function warningsOf(
  { pairs }: SceneSystem,
  { status, time, tolerances: { mostEvents, mostWork } }: Simulation,
  duration: number,
  ledger: RunLedger,
): SimulationWarning[] {
  const list: SimulationWarning[] = [];
  if (pairs.length === 0)
    list.push({ code: "no-contacts", message: "neither contacts nor material is given: everything passes through everything" });
  if (status === "too-many-events")
    list.push({ code: "too-many-events", message: `stopped at t = ${time} s: more than ${mostEvents} events in a tenth of a second` });
  if (status === "work-limit")
    list.push({
      code: "work-limit",
      message:
        `stopped at t = ${time} s of ${duration} s: this took all the work it may (tolerances.mostWork: ${mostWork}); ` +
        "a larger limit, or carom run --resume on its --out directory, goes further",
    });
  const { residual, ...entries } = ledger;
  const largest = Object.values(entries).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const finer = ledger.steppingLoss === undefined ? "relativeTolerance" : "longestStep";
  if (Math.abs(residual) > LEDGER_CLOSES * largest)
    list.push({
      code: "open-ledger",
      message:
        `the energy ledger is open by ${residual.toPrecision(2)} J, ${Math.abs(residual / largest).toPrecision(2)} of its largest entry ` +
        `(${largest.toPrecision(3)} J); a smaller tolerances.${finer} closes it`,
    });
  return list;
}
