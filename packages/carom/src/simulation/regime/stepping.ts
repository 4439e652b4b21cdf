/**
 * The stepped regime of a run: its state, and how a run is handed over to it and back.
 *
 * To steps: places and speeds as they are, nothing known of forces. To events: places brought onto the contacts that push, speeds to no
 * approach there and, where they stick, no slip; both are booked as projection. Then the event loop settles as at a checkpoint.
 *
 * Source: own study, dense contact section 9.
 */
import { InvalidInputError } from "../../errors.js";
import { modeName } from "../contact/closed-contact.js";
import { SLIP, STICK } from "../contact/force-problem.js";
import { refreshTouch, slipSpeed } from "../contact/touch.js";
import { project } from "../loop/balance.js";
import type { RunLedger, SimulationMethod, SimulationObserver, SimulationOptions, SteppedStretch } from "../loop/interface.js";
import { energyOf } from "../loop/ledger.js";
import type { Run } from "../loop/run.js";
import { createRunState, type RunState } from "../steps/run-state.js";
import { clearMemory } from "../steps/snapshot.js";
import { solidsOf } from "../steps/solids.js";
import { type Stepper, stepperOf } from "../steps/stepper.js";
import { createTrail, type Trail } from "../steps/trail.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";

export interface Stepping {
  readonly run: RunState;
  readonly stepper: Stepper;
  readonly trail: Trail;
}

/** Whether a system is one that can be stepped: that of a scene. */
function canStep(system: MechanicalSystem): system is SceneSystem & Required<Pick<SceneSystem, "scene">> {
  return (system as Partial<SceneSystem>).scene !== undefined;
}

/** Throws InvalidInputError where steps are asked for and cannot be taken. */
export function checkMethod(method: SimulationMethod | undefined, system: MechanicalSystem): void {
  if (method === "steps" && !canStep(system))
    throw new InvalidInputError("method", method, "is only for systems of scenes; auto goes by events there");
}

export function createStepping(system: MechanicalSystem, options: SimulationOptions): Stepping | undefined {
  if (!canStep(system)) return undefined;
  const { stepError, longestStep, shortestStep, penetration, contactSpeed } = options;
  const run = createRunState(
    system,
    {
      ...(stepError === undefined ? {} : { stepError }),
      ...(longestStep === undefined ? {} : { longestStep }),
      ...(shortestStep === undefined ? {} : { shortestStep }),
      ...(penetration === undefined ? {} : { penetration }),
      ...(contactSpeed === undefined ? {} : { contactSpeed }),
    },
    solidsOf(system.scene),
  );
  const trail = createTrail(run);
  run.observe = trail;
  return { run, stepper: stepperOf(run), trail };
}

/** Places the steps at the state of a run. */
export function placeSteps({ run: steps }: Stepping, { time, coordinates, speeds }: Run): void {
  steps.time = time;
  steps.coordinates.set(coordinates);
  steps.speeds.set(speeds);
  steps.nextCoordinates.set(coordinates);
  steps.nextSpeeds.set(speeds);
}

/** Hands a run over from events. */
export function beginSteps(stepping: Stepping, run: Run): void {
  const { run: steps, trail } = stepping;
  placeSteps(stepping, run);
  clearMemory(steps, trail);
  clearStatistics(steps);
  // What was closed and goes on to push has not just come.
  for (const { touch, mode } of run.clusters.all.flatMap(({ closed }) => closed)) {
    const { feature, state } = touch;
    const body = steps.surfaces.bodies[2 * feature.pair];
    const none = [0, 0, 0] as const;
    const contact = { feature, mode: modeName(mode), body, point: [...state.point] as const, force: none, worldForce: none };
    trail.held[body] = [...trail.held[body], contact];
  }
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
  trail.begin(steps);
  stepper.advance(until);
  const { impactLoss, frictionLoss, projectionLoss, steppingLoss, appliedWork } = trail.tell(steps, observe, before);
  const { ledger } = run;
  ledger.impactLoss += impactLoss;
  ledger.frictionLoss += frictionLoss;
  ledger.projectionLoss += projectionLoss;
  ledger.appliedWork += appliedWork;
  ledger.steppingLoss = (ledger.steppingLoss ?? 0) + steppingLoss;
  run.time = steps.time;
  run.coordinates.set(steps.coordinates);
  run.speeds.set(steps.speeds);
  run.work += trail.work - work;
  if (run.work >= run.thresholds.mostWork) run.status = "work-limit";
}

/** The present stretch, as it is told. */
export function stretchOf({ run: { statistics, system } }: Stepping, from: number, to: number, reason: string): SteppedStretch {
  const { shortest, ...rest } = statistics;
  return { from, to, bodies: [...system.names], ...rest, shortest: rest.steps === 0 ? 0 : shortest, reason };
}

/** In sizes: a place farther from closed than this is not handed over. */
const FAR = 1e-4;

/** Hands a run back to events. */
export function endSteps({ trail }: Stepping, run: Run, observe: SimulationObserver): void {
  const { system, features, clusters, coordinates, speeds, everything } = run;
  const closed = trail.held.flat().flatMap(({ feature, mode }) => {
    const touch = features.touchFor(feature);
    refreshTouch(system, touch, coordinates, speeds);
    if (!(Math.abs(touch.state.gap) <= FAR * system.size)) return [];
    const speed = slipSpeed(touch);
    const direction: [number, number] = speed > 0 ? [touch.velocity[0] / speed, touch.velocity[1] / speed] : [1, 0];
    return [
      {
        touch,
        mode: mode === "slip" ? SLIP : STICK,
        direction,
        rested: false,
        locked: false,
        loose: false,
        twins: [] as readonly string[],
      },
    ];
  });
  run.departing.clear();
  clusters.regroup(everything, closed);
  if (closed.length > 0) project(run, everything, closed, ({ mode }) => mode === STICK, observe);
}

export function ledgerOf({ ledger, system, time, coordinates, speeds }: Run): RunLedger {
  const { before, impactLoss, frictionLoss, projectionLoss, appliedWork, steppingLoss = 0 } = ledger;
  const now = energyOf(system, time, coordinates, speeds);
  const residual = before - now - impactLoss - frictionLoss - projectionLoss - steppingLoss + appliedWork;
  return { before, now, impactLoss, frictionLoss, projectionLoss, steppingLoss, appliedWork, residual };
}
