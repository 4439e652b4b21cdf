/** What happened in a simulation, in words. */
import type { RecordedEvent } from "../../simulation/record/record.js";
import { counted, numberText } from "../format/numbers.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";
import { verificationSentence } from "./stepped.js";

/** How many impacts there were, and how it ended. */
export function simulationSentence(result: SimulationResult): string {
  const { status, time, duration } = result;
  const impacts = impactsOf(result);
  const struck =
    impacts.length === 0
      ? "Nothing strikes anything"
      : `${counted(impacts.length, "impact")}, the first at t = ${seconds(impacts[0].time)}`;
  const end = {
    rest: `everything is at rest from t = ${seconds(time)} on`,
    finished: `still moving at t = ${seconds(duration)}, where the run ends`,
    "too-many-events": `stopped at t = ${seconds(time)} of ${seconds(duration)}, after too many events`,
    "work-limit": `stopped at t = ${seconds(time)} of ${seconds(duration)}, at its work limit`,
  }[status];
  return `${struck}; ${end}.`;
}

/** Which laws resolved them, where bounces end, and when contacts first slip and stick. */
export function simulationDetails(result: SimulationResult): string[] {
  const { laws, accumulations, events } = result;
  const names = Object.entries(laws).map(([law, count]) => (Object.keys(laws).length === 1 ? law : `${law} (${count})`));
  return [
    ...(names.length === 0 ? [] : [`Resolved by ${names.join(", ")}.`]),
    ...sequences(accumulations),
    ...modes(events),
    ...verificationSentence(result),
  ];
}

/** More sequences of bounces than these are counted. */
const MOST_SEQUENCES = 3;

function sequences(accumulations: SimulationResult["accumulations"]): string[] {
  const ends = accumulations.map(({ time }) => time);
  if (ends.length > MOST_SEQUENCES)
    return [
      `${ends.length} sequences of ever smaller bounces end, the first at t = ${seconds(ends[0])}, the last at t = ` +
        `${seconds(ends[ends.length - 1])}.`,
    ];
  return accumulations.map(
    ({ between, time, ratio }) =>
      `Bounces of ${between.join(" and ")} shrink by ${numberText(ratio)} each time and end at t = ${seconds(time)}.`,
  );
}

/** When sliding contacts first stick and sticking ones first slip. */
function modes(events: readonly RecordedEvent[]): string[] {
  return (["slip", "stick"] as const).flatMap((kind) => {
    const first = events.find((event) => event.kind === kind);
    if (first === undefined || !("contact" in first)) return [];
    return [`Contact ${first.contact} ${kind === "stick" ? "stops slipping" : "begins to slip"} at t = ${seconds(first.time)}.`];
  });
}

/** Warnings, with how often they came. */
export function simulationWarnings({ warnings }: SimulationResult): string[] {
  return warnings.map(({ message, count, time }) =>
    count === undefined || time === undefined ? message : `${message} (${counted(count, "time")}, first at t = ${seconds(time)})`,
  );
}

function seconds(time: number): string {
  return `${numberText(time)} s`;
}
