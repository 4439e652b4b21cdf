/**
 * A system in time by steps: frames, at the beginning of which all pairs are found that could meet before the end. What happens within a
 * frame is in `advance.ts`.
 */
import { type Scene, systemFromScene } from "../scene/scene.js";
import { nearPairs } from "./broad-phase.js";
import { takeFrame } from "./frame.js";
import { islandOf } from "./island-of.js";
import { createRunState, type RunState, type StepLedger, type StepStatistics } from "./run-state.js";
import { solidsOf } from "./solids.js";
import type { StepOptions } from "./tolerances.js";

/** A system that moves by steps. */
export interface Stepper {
  readonly time: number;
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: Readonly<StepLedger>;
  readonly statistics: Readonly<StepStatistics>;
  /** Largest extent of what moves, m. */
  readonly size: number;
  /** Whether everything rests. */
  readonly atRest: boolean;
  /** Kinetic and potential energy, J. */
  energy(): number;
  /** Goes on to the time, or to rest. */
  advance(until: number, afterFrame?: (time: number) => void): void;
}

export function createStepper(scene: Scene, options: StepOptions = {}): Stepper {
  const system = systemFromScene(scene);
  return stepperOf(createRunState(system, options, solidsOf(scene)));
}

/** A run that moves by steps from where it is. */
export function stepperOf(run: RunState): Stepper {
  return new SteppedRun(run);
}

/** A class, as is what a simulation is seen as (loop/simulation.ts). */
class SteppedRun implements Stepper {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly ledger: Readonly<StepLedger>;
  readonly statistics: Readonly<StepStatistics>;
  readonly size: number;
  readonly energy: Stepper["energy"];
  readonly advance: Stepper["advance"];
  readonly #run: RunState;

  constructor(run: RunState) {
    const { coordinates, speeds, ledger, statistics, system } = run;
    this.coordinates = coordinates;
    this.speeds = speeds;
    this.ledger = ledger;
    this.statistics = statistics;
    this.size = system.size;
    this.energy = () => system.kineticEnergy(coordinates, speeds) + system.potentialEnergy(run.time, coordinates);
    this.advance = (until, afterFrame) => advanceFrames(run, until, afterFrame);
    this.#run = run;
  }

  get time() {
    return this.#run.time;
  }

  get atRest() {
    return isAtRest(this.#run);
  }
}

function isAtRest({ asleep }: RunState): boolean {
  return asleep.every((value) => value === 1);
}

function advanceFrames(run: RunState, until: number, afterFrame?: (time: number) => void): void {
  // What sleeps is woken by ground that comes upon it.
  const isRestless = run.system.driven !== undefined;
  while (run.time < until && (isRestless || !isAtRest(run))) {
    const left = until - run.time;
    const frames = Math.ceil(left / run.tolerances.longestStep - 1e-9);
    advanceFrame(run, frames <= 1 ? until : run.time + left / frames);
    afterFrame?.(run.time);
  }
}

function advanceFrame(run: RunState, until: number): void {
  takeFrame(run, until, () => islandOf(run.everything, nearPairs(run, until - run.time)));
}
