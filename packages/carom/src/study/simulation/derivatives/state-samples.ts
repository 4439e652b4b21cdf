/** States of a run at the times at which derivatives are wanted. */
import type { Simulation, SimulationObserver } from "../../../simulation/loop/interface.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import type { FlatState } from "./state-numbers.js";

export interface StateSamples {
  /** The same observer, which also keeps the states. */
  observer(observer: SimulationObserver): SimulationObserver;
  /** In the order of the times; where the run ended before, that of the end. */
  states(simulation: Simulation): FlatState[];
}

/** @param times ascending, s */
export function createStateSamples({ coordinateCount, speedCount }: SceneSystem, times: readonly number[]): StateSamples {
  const states: FlatState[] = [];
  return {
    observer: (observer) =>
      times.length === 0
        ? observer
        : {
            ...observer,
            motion: (from, to, stateAt, inside) => {
              while (states.length < times.length && times[states.length] < to) {
                const time = times[states.length];
                const [coordinates, speeds] = [new Float64Array(coordinateCount), new Float64Array(speedCount)];
                stateAt(time, coordinates, speeds);
                states.push({ time, coordinates, speeds });
              }
              observer.motion?.(from, to, stateAt, inside);
            },
          },
    states: ({ coordinates, speeds }) => [
      ...states,
      ...times
        .slice(states.length)
        .map((time) => ({ time, coordinates: Float64Array.from(coordinates), speeds: Float64Array.from(speeds) })),
    ],
  };
}
