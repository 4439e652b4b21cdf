/** What a stepped run tells whoever looks on. Looking does not change the motion. */
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Island, RunState } from "./run-state.js";

export interface StepObserver {
  /** What is told from now on may have to be taken back: that is what the function returned does. */
  mark(): () => void;
  /** An island is about to go on by h, by the rows that were just solved. What is returned is called when it has, with its books closed. */
  step(run: RunState, island: Island, h: number): () => void;
  /** The course of a body is about to end, with the places that push it since it began. What is returned is called when it is there. */
  course(run: RunState, body: number): (time: number) => void;
  /** A step made of courses has ended, with its books closed. */
  stepped(run: RunState, from: number, to: number): void;
  /** A part that touches nothing goes on to a time in closed form; it is still where it was. */
  flight(run: RunState, island: Island, until: number): void;
  /**
   * At places of these pairs, one for each. Velocities of the run's contacts are still those before it, the speeds are those after, as long
   * as it may be asked what it was.
   */
  impact(run: RunState, places: readonly number[], ask: () => ResolvedImpact): void;
  /** An island falls asleep, held by the rows that were just solved. */
  rest(run: RunState, island: Island): void;
}
