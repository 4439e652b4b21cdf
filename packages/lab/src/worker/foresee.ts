/**
 * The future of a study that is being built, a little at a time: a run is begun, goes on for some milliseconds, tells what is known, and is
 * dropped as soon as another is begun. What is told is small enough to be copied to the page many times a second.
 */
import { byPair, type ContactLine, contactLines } from "@carom/figures/geometry";
import type { RecordedImpact, SimulationRecord } from "carom/simulation";
import { kinds, parseStudyText, type SimulationResult, type SimulationRun, type SimulationStudy, startSimulation } from "carom/study";
import { type EnergyPoint, energyBand } from "../player/energy.js";

/** Rows a second, and of a whole run. */
const RATE = 200;
const MOST_ROWS = 2000;
/** Of the energy's curve. */
const MOST_POINTS = 400;
/** Impacts that are told one by one. */
const MOST_IMPACTS = 400;

/** An impact as the strip and the stage show it. */
export interface ForeseenImpact {
  /** s. */
  readonly time: number;
  /** Of its hardest contact. */
  readonly between: readonly [string, string];
  /** m, world axes. */
  readonly point: readonly [number, number, number];
  /** Of approach, m/s (rad/s at the stop of a joint that turns). */
  readonly speed: number;
  /** Normal, of all contacts, N s. */
  readonly impulse: number;
}

export interface Foreseen {
  /** Known to this time, s. */
  readonly time: number;
  readonly done: boolean;
  readonly times: Float64Array;
  /** By name: seven numbers a row, place of the centre of mass and orientation. */
  readonly bodies: Readonly<Record<string, Float64Array>>;
  /** What each pair does. */
  readonly lines: readonly ContactLine[];
  readonly impacts: readonly ForeseenImpact[];
  /** How many there are in all. */
  readonly impactCount: number;
  readonly energy: readonly EnergyPoint[];
  /** 100 %, J. */
  readonly allEnergy: number;
  /** Of joints, by link: their values row by row. */
  readonly joints: Readonly<Record<string, Float64Array>>;
  /** Of a run that is done. */
  readonly sentence?: string;
  readonly status?: SimulationResult["status"];
  readonly warnings: readonly string[];
}

export interface Foreseer {
  /** Reads a study and begins its run; what was going on is dropped. */
  begin(text: string): void;
  /** Goes on for about so many milliseconds, a stretch of the run at least. */
  goOn(milliseconds: number): Foreseen;
}

export function createForeseer(): Foreseer {
  let run: SimulationRun | undefined;
  return {
    begin: (text) => {
      run = undefined;
      const study = parseStudyText(text);
      if (study.kind !== "simulation") throw new Error(`a study of kind ${study.kind} does not move`);
      run = startSimulation(forPage(study));
    },
    goOn: (milliseconds) => {
      if (run === undefined) throw new Error("nothing was begun");
      const until = performance.now() + milliseconds;
      do run.advance();
      while (!run.done && performance.now() < until);
      return told(run);
    },
  };
}

/** With as many rows as the page draws; what is asked besides the motion waits until it is asked for. */
function forPage(study: SimulationStudy): SimulationStudy {
  const { derivatives: _derivatives, verify: _verify, published: _published, ...rest } = study;
  return { ...rest, output: { rate: Math.min(RATE, MOST_ROWS / study.duration) } };
}

function told(run: SimulationRun): Foreseen {
  const { record } = run.checkpoint();
  const result = run.done ? run.result() : undefined;
  const { series, events } = result ?? record;
  const end = series.time[series.time.length - 1] ?? 0;
  const seen = events.filter(({ time }) => time <= end);
  const impacts = seen.filter((event): event is RecordedImpact => event.kind === "impact");
  const { points, all } = energyBand({ series, events: seen, impacts, problems: [], end });
  return {
    time: end,
    done: run.done,
    times: Float64Array.from(series.time),
    bodies: Object.fromEntries(Object.entries(series.bodies).map(([name, body]) => [name, rowsOf(body)])),
    lines: byPair(contactLines({ events: seen, series, time: end } as unknown as SimulationResult)),
    impacts: impacts.slice(0, MOST_IMPACTS).map(impactOf),
    impactCount: impacts.length,
    energy: thinned(points),
    allEnergy: all,
    joints: Object.fromEntries(Object.entries(series.joints ?? {}).map(([name, { position }]) => [name, Float64Array.from(position)])),
    ...(result === undefined ? {} : { sentence: kinds.simulation.sentence(result), status: result.status }),
    warnings: (result?.warnings ?? []).map(({ message }) => message),
  };
}

function rowsOf({ position, orientation }: SimulationRecord["series"]["bodies"][string]): Float64Array {
  const rows = new Float64Array(7 * position.length);
  for (let row = 0; row < position.length; row++) {
    rows.set(position[row], 7 * row);
    rows.set(orientation[row], 7 * row + 3);
  }
  return rows;
}

function impactOf({ time, contacts }: RecordedImpact): ForeseenImpact {
  const hardest = contacts.reduce((best, contact) => (contact.impulse[2] > best.impulse[2] ? contact : best));
  return {
    time,
    between: hardest.between,
    point: hardest.point,
    speed: Math.max(0, -hardest.velocityBefore[2]),
    impulse: contacts.reduce((sum, { impulse }) => sum + Math.max(0, impulse[2]), 0),
  };
}

/** Steps at impacts are two points at one time: both stay. */
function thinned(points: readonly EnergyPoint[]): EnergyPoint[] {
  const every = Math.ceil(points.length / MOST_POINTS);
  return points.filter(
    (point, i) => i % every === 0 || point.time === points[i - 1]?.time || point.time === points[i + 1]?.time || i === points.length - 1,
  );
}
