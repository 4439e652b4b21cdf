/** What a stepped run tells whoever looks on. Looking does not change the motion. */
import type { ImpactOutcome } from "../../impact/outcome.js";
import type { Island, RunState } from "./run-state.js";

/** An impact of places of the run's contacts, whose velocities are still those before it; the speeds are those after. */
export interface StepImpact {
  readonly law: string;
  /** Places in the list of contacts. */
  readonly contacts: readonly number[];
  /** N s: three components for each. */
  readonly impulse: ArrayLike<number>;
  /** Kinetic energy of the bodies that take part, J. */
  readonly energyBefore: number;
  readonly energyAfter: number;
  /** Where a law of impact was asked, what it said. */
  readonly outcome?: ImpactOutcome;
}

export interface StepObserver {
  /** An island goes from the present state to the next one, by the rows that were just solved. */
  step(run: RunState, island: Island, h: number): void;
  /** A part that touches nothing goes on to a time; it is still where it was. */
  flight(run: RunState, island: Island, until: number): void;
  impact(run: RunState, impact: StepImpact): void;
  /** An island falls asleep, held by the rows that were just solved. */
  rest(run: RunState, island: Island): void;
}
