/**
 * The stepped regime of a run: its state, and frames of all that moves.
 */
import { InvalidInputError } from "../../errors.js";
import type { RunLedger, SimulationMethod, SimulationObserver, SimulationOptions, SteppedStretch } from "../loop/interface.js";
import { energyOf } from "../loop/ledger.js";
import type { Run } from "../loop/run.js";
import { createRunState, type RunState } from "../steps/run-state.js";
import { clearMemory } from "../steps/snapshot.js";
import { solidsOf } from "../steps/solids.js";
import { type Stepper, stepperOf } from "../steps/stepper.js";
import type { StepOptions } from "../steps/tolerances.js";
import { createTrail, type FrameLosses, type FrameReport, type Trail } from "../steps/trail.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";

export interface Stepping {
  readonly run: RunState;
  readonly stepper: Stepper;
  readonly trail: Trail;
  /** Of the last frame. */
  readonly report: FrameReport;
}

/** A system that can be stepped. */
export type SteppedSystem = SceneSystem & Required<Pick<SceneSystem, "scene">>;

/** Whether a system is one that can be stepped: that of a scene. */
export function canStep(system: MechanicalSystem): system is SteppedSystem {
  return (system as Partial<SceneSystem>).scene !== undefined;
}

/** Throws InvalidInputError where steps are asked for and cannot be taken. */
export function checkMethod(method: SimulationMethod | undefined, system: MechanicalSystem): void {
  if (method !== "steps") return;
  if (!canStep(system)) throw new InvalidInputError("method", method, "is only for systems of scenes; auto goes by events there");
}

/** Of the options of a run, those of steps. */
export function stepOptionsOf({ stepError, longestStep, shortestStep, penetration, contactSpeed }: SimulationOptions): StepOptions {
  return {
    ...(stepError === undefined ? {} : { stepError }),
    ...(longestStep === undefined ? {} : { longestStep }),
    ...(shortestStep === undefined ? {} : { shortestStep }),
    ...(penetration === undefined ? {} : { penetration }),
    ...(contactSpeed === undefined ? {} : { contactSpeed }),
  };
}

export function createStepping(system: SteppedSystem, options: SimulationOptions): Stepping {
  const run = createRunState(system, stepOptionsOf(options), solidsOf(system.scene));
  const trail = createTrail(run);
  run.observe = trail;
  return { run, stepper: stepperOf(run), trail, report: trail.report(run) };
}

/** Places the steps at the state of a run. */
export function placeSteps({ run: steps }: Stepping, { time, coordinates, speeds }: Run): void {
  steps.time = time;
  steps.coordinates.set(coordinates);
  steps.speeds.set(speeds);
  steps.nextCoordinates.set(coordinates);
  steps.nextSpeeds.set(speeds);
}

/** Begins a stretch by steps at the state of a run, nothing known. */
export function beginSteps(stepping: Stepping, run: Run): void {
  placeSteps(stepping, run);
  clearMemory(stepping.run, stepping.trail);
  clearStatistics(stepping.run);
}

export function clearStatistics({ statistics }: RunState): void {
  for (const name of Object.keys(statistics) as (keyof typeof statistics)[]) statistics[name] = 0;
  statistics.shortest = Number.POSITIVE_INFINITY;
}

/** One frame; the run is where it ends. `before`: the ledger at its beginning. */
export function stepFrame(
  { run: steps, stepper, trail }: Stepping,
  run: Run,
  until: number,
  observe: SimulationObserver,
  before: RunLedger,
): void {
  const work = trail.work;
  trail.begin(steps, observe.event !== undefined || observe.motion !== undefined);
  stepper.advance(until);
  const losses = trail.tell(steps, observe, before);
  run.time = steps.time;
  run.coordinates.set(steps.coordinates);
  run.speeds.set(steps.speeds);
  bookLosses(run, losses, trail.work - work);
}

/** Puts what a frame has lost into the ledger, and the work it took to that of the run. */
export function bookLosses(run: Run, losses: FrameLosses, work: number): void {
  const { ledger } = run;
  ledger.impactLoss += losses.impactLoss;
  ledger.frictionLoss += losses.frictionLoss;
  ledger.projectionLoss += losses.projectionLoss;
  ledger.appliedWork += losses.appliedWork;
  ledger.steppingLoss = (ledger.steppingLoss ?? 0) + losses.steppingLoss;
  run.work += work;
  if (run.work >= run.thresholds.mostWork) run.status = "work-limit";
}

/** The present stretch, as it is told. */
export function stretchOf(
  { run: { statistics } }: Stepping,
  { from, reason, bodies }: Pick<SteppedStretch, "from" | "reason" | "bodies">,
  to: number,
): SteppedStretch {
  const { shortest, ...rest } = statistics;
  return { from, to, bodies, ...rest, shortest: rest.steps === 0 ? 0 : shortest, reason };
}

export function ledgerOf({ ledger, system, time, coordinates, speeds }: Run): RunLedger {
  const { before, impactLoss, frictionLoss, projectionLoss, appliedWork, steppingLoss = 0 } = ledger;
  const now = energyOf(system, time, coordinates, speeds);
  const residual = before - now - impactLoss - frictionLoss - projectionLoss - steppingLoss + appliedWork;
  return { before, now, impactLoss, frictionLoss, projectionLoss, steppingLoss, appliedWork, residual };
}
