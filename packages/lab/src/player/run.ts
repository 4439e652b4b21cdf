/** What the player plays: a finished run, or what there is of one. */
import type { RecordedEvent, RecordedImpact, SimulationSeries } from "carom/simulation";
import { unitsOfImpact } from "carom/study";
import type { Computation } from "../views/use-result.js";
import type { WatchedSimulation } from "../worker/messages.js";

export interface Run {
  readonly series: SimulationSeries;
  readonly events: readonly RecordedEvent[];
  readonly impacts: readonly RecordedImpact[];
  readonly problems: WatchedSimulation["problems"];
  /** Reached, s. */
  readonly end: number;
  /** Only of a finished run. */
  readonly result?: WatchedSimulation;
}

const isImpact = (event: RecordedEvent): event is RecordedImpact => event.kind === "impact";

export function runOf({ result, progress, running, cancelled }: Computation<WatchedSimulation>): Run | undefined {
  if (result !== undefined && !running && !cancelled)
    return {
      series: result.series,
      events: result.events,
      impacts: result.events.filter(isImpact),
      problems: result.problems,
      end: result.time,
      result,
    };
  const { record, problems = [] } = progress ?? {};
  if (record === undefined || record.series.time.length < 2) return undefined;
  const end = record.series.time[record.series.time.length - 1];
  const events = record.events.filter(({ time }) => time <= end);
  return { series: record.series, events, impacts: events.filter(isImpact), problems, end };
}

/** Normal impulse of all contacts, N s. */
export function impulseOf({ contacts }: RecordedImpact): number {
  return contacts.reduce((sum, { impulse }) => sum + Math.max(0, impulse[2]), 0);
}

/** Of the impulses of a run: N s, or N m s where all that is struck are stops of joints that turn. */
export function impulseUnit({ impacts, series }: Run): string {
  const units = new Set(impacts.map((impact) => unitsOfImpact(hardestContact(impact), series.joints).impulse));
  return units.size === 0 ? "N s" : [...units].join(", ");
}

/** The contact that pushes hardest. */
export function hardestContact({ contacts }: RecordedImpact): RecordedImpact["contacts"][number] {
  return contacts.reduce((best, contact) => (contact.impulse[2] > best.impulse[2] ? contact : best));
}

/** Bodies of an impact, those of its hardest contact first. */
export function strikersOf(impact: RecordedImpact): readonly string[] {
  return [...new Set([...hardestContact(impact).between, ...impact.contacts.flatMap(({ between }) => between)])];
}

/** The largest force of an impact, N; 0 where it is not known. */
export function peakForceOf({ forces }: RecordedImpact): number {
  return forces === undefined ? 0 : Math.max(...forces.contacts.map(({ peakForce }) => peakForce));
}

/** Whether forces of all impacts are known: then they are drawn instead of impulses. */
export function showsForces({ impacts }: Run): boolean {
  return impacts.length > 0 && impacts.every(({ forces }) => forces !== undefined);
}
