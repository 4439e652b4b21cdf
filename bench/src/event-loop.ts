/**
 * The event loop where events come fast: processor time of four dense scenes by events alone, to the same simulated time.
 *
 *     unit     processor time over that of 10,000 single frictional impacts in the same run: what machines and their load have in common
 *     events   impacts and changes of contacts
 */
import { solveFrictional } from "carom/impact";
import { createSimulation, systemFromScene } from "carom/simulation";
import { sceneOf, timed } from "./dense.js";
import { type DenseScene, EVENT_SCENES } from "./dense-scenes.js";
import { digits, printHeading, printTable } from "./table.js";

export interface EventLoopRow {
  readonly scene: string;
  /** s. */
  readonly reached: number;
  /** s of processor time. */
  readonly time: number;
  /** Of single impacts. */
  readonly units: number;
  readonly events: number;
}

/** `part`: of the names of the scenes that are run. */
export function measureEventLoop(part: string): EventLoopRow[] {
  const unit = timed(solveSingles);
  return EVENT_SCENES.filter(({ name }) => name.includes(part)).map((scene) => runByEvents(scene, unit));
}

const SINGLES = 10_000;

function solveSingles(): void {
  const mobility = [
    [4, 0.3, 1],
    [0.3, 3, -0.5],
    [1, -0.5, 2],
  ];
  for (let i = 0; i < SINGLES; i++)
    solveFrictional({
      dimension: 3,
      contacts: [{ friction: 0.4, restitution: 0.5 }],
      mobility,
      velocity: [1, 0.5 + 1e-5 * i, -1],
    });
}

function runByEvents(scene: DenseScene, unit: number): EventLoopRow {
  const system = systemFromScene(sceneOf(scene));
  const simulation = createSimulation(system, system.initialState(), { method: "events" });
  let events = 0;
  const count = () => {
    events++;
  };
  const time = timed(() => simulation.advance(scene.duration, { event: count }));
  return { scene: scene.name, reached: simulation.time, time, units: time / unit, events };
}

export function printEventLoop(rows: readonly EventLoopRow[]): void {
  printHeading("Event loop, dense scenes");
  printTable(
    ["scene", "to, s", "time, s", "units", "events"],
    rows.map(({ scene, reached, time, units, events }) => [scene, digits(reached, 3), digits(time, 3), digits(units, 3), String(events)]),
  );
}
