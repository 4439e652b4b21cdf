/** A simulation as a person reads it: what happened in a few sentences, then impacts, where everything is, and where the energy went. */
import type { RecordedEvent, RecordedImpact } from "carom/simulation";
import type { SimulationResult } from "carom/study";
import { pc } from "../terminal/colour.js";
import { column, number } from "../terminal/numbers.js";
import { paragraph, right, table, together } from "../terminal/table.js";

/** Longer lists are cut; events.jsonl and --json have them whole. */
const MOST_IMPACTS = 12;

export function simulationSummary(result: SimulationResult): string {
  const impacts = result.events.filter((event): event is RecordedImpact => event.kind === "impact");
  return [
    pc.bold(result.title),
    paragraph(story(result, impacts)),
    ...warnings(result),
    ...(impacts.length === 0 ? [] : [`${pc.bold("Impacts")}\n${impactTable(impacts, result.joints)}`]),
    `${pc.bold("Bodies")} at t = ${number(result.time)} s, world axes\n${bodyTable(result)}`,
    ...(result.joints === undefined ? [] : [`${pc.bold("Joints")} of these links\n${jointTable(result.joints)}`]),
    `${pc.bold("Energy")}\n${energyTable(result)}`,
    paragraph(tolerances(result)),
  ].join("\n\n");
}

function story({ status, time, duration, laws, events, accumulations }: SimulationResult, impacts: readonly RecordedImpact[]): string {
  const sentences = [
    impacts.length === 0
      ? "Nothing strikes anything."
      : `${counted(impacts.length, "impact")}, the first at t = ${seconds(impacts[0]!.time)}, resolved by ${Object.entries(laws)
          .map(([law, count]) => (Object.keys(laws).length === 1 ? law : `${law} (${count})`))
          .join(", ")}.`,
    ...sequences(accumulations),
    ...modes(events),
    {
      rest: `Everything is at rest from t = ${seconds(time)} on.`,
      finished: `Still moving at t = ${seconds(duration)}, where the run ends.`,
      "too-many-events": `Stopped at t = ${seconds(time)} of ${seconds(duration)}.`,
    }[status],
  ];
  return sentences.join(" ");
}

/** More sequences of bounces than these are counted. */
const MOST_SEQUENCES = 3;

function sequences(accumulations: SimulationResult["accumulations"]): string[] {
  const ends = accumulations.map(({ time }) => time);
  if (ends.length > MOST_SEQUENCES)
    return [
      `${ends.length} sequences of ever smaller bounces end, the first at t = ${seconds(ends[0]!)}, the last at t = ${seconds(ends.at(-1)!)}.`,
    ];
  return accumulations.map(
    ({ between, time, ratio }) =>
      `Bounces of ${between.join(" and ")} shrink by ${number(ratio)} each time and end at t = ${seconds(time)}.`,
  );
}

/** When sliding contacts first stick and sticking ones first slip. */
function modes(events: readonly RecordedEvent[]): string[] {
  return (["slip", "stick"] as const).flatMap((kind) => {
    const first = events.find((event) => event.kind === kind);
    if (first === undefined || first.kind === "impact" || first.kind === "rest") return [];
    return [`Contact ${first.contact} ${kind === "stick" ? "stops slipping" : "begins to slip"} at t = ${seconds(first.time)}.`];
  });
}

function seconds(time: number): string {
  return `${number(time)} s`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function warnings({ warnings: list }: SimulationResult): string[] {
  if (list.length === 0) return [];
  return [
    list
      .map(({ message, count, time }) => {
        const often = count === undefined || time === undefined ? "" : ` (${counted(count, "time")}, first at t = ${seconds(time)})`;
        return pc.yellow(paragraph(`warning: ${message}${often}`));
      })
      .join("\n"),
  ];
}

/** Whether all that is struck are stops of revolute joints, which have angles. */
function isTurned(contacts: RecordedImpact["contacts"], joints: SimulationResult["joints"] = {}): boolean {
  return contacts.every(({ contact, between }) => contact.endsWith(" stop") && joints[between[0]]?.type === "revolute");
}

function impactTable(impacts: readonly RecordedImpact[], joints: SimulationResult["joints"]): string {
  const shown = impacts.slice(0, MOST_IMPACTS);
  const times = column(shown.map(({ time }) => time));
  const speeds = column(shown.map(({ contacts }) => Math.max(...contacts.map(({ velocityBefore }) => -velocityBefore[2]))));
  const losses = column(shown.map(({ energy }) => energy.before - energy.after));
  const known = shown.some(({ forces }) => forces !== undefined);
  const peaks = column(shown.map(({ forces }) => Math.max(0, ...(forces?.contacts.map(({ peakForce }) => peakForce) ?? []))));
  const forceColumns = (cells: readonly string[]) => (known ? cells : []);
  const text = table(
    [
      right("t"),
      { title: "between" },
      right("contacts"),
      right("approach"),
      right("energy lost"),
      ...(known ? [right("peak force")] : []),
      { title: "law" },
      { title: "" },
    ],
    [
      ["s", "", "", "m/s", "J", ...forceColumns(["N"]), "", ""],
      ...shown.map(({ contacts, law, last, forces }, i) => [
        times[i]!,
        pairsOf(contacts),
        String(contacts.length),
        speeds[i]!,
        losses[i]!,
        ...forceColumns([forces === undefined ? "" : peaks[i]!]),
        law,
        [isTurned(contacts, joints) ? "rad/s" : "", last ? "the last: stays" : ""].filter((note) => note !== "").join(", "),
      ]),
    ],
  );
  return impacts.length === shown.length ? text : `${text}\n  ... and ${impacts.length - shown.length} more`;
}

/** More pairs than these are counted. */
const MOST_PAIRS = 3;

function pairsOf(contacts: RecordedImpact["contacts"]): string {
  const names = [...new Set(contacts.map(({ between }) => between.join("/")))];
  return names.length <= MOST_PAIRS ? names.join(", ") : `${names.slice(0, MOST_PAIRS).join(", ")}, ...`;
}

/** What is smaller reads as zero: m, m/s, rad/s. */
const ROUNDING = 1e-12;

function bodyTable({ bodies, series }: SimulationResult): string {
  const names = Object.keys(bodies);
  const seen = (values: readonly number[]) => column(values.map((value) => (Math.abs(value) < ROUNDING ? 0 : value)));
  const places = seen(names.flatMap((name) => bodies[name]!.position));
  const speeds = seen(names.flatMap((name) => bodies[name]!.velocity));
  const spins = seen(names.flatMap((name) => bodies[name]!.angularVelocity));
  const moved = column(names.map((name) => distance(series.bodies[name]!.position[0]!, bodies[name]!.position)));
  const three = (cells: readonly string[], i: number) => cells.slice(3 * i, 3 * i + 3);
  const axes = (word: string) => together([...["x", "y", "z"].map((axis) => right(`${word}${axis}`)), { title: "" }]);
  return table(
    [{ title: "" }, ...axes(""), ...axes("velocity "), ...axes("spin "), right("moved")],
    names.map((name, i) => [name, ...three(places, i), "m", ...three(speeds, i), "m/s", ...three(spins, i), "rad/s", `${moved[i]!} m`]),
  );
}

function jointTable(joints: NonNullable<SimulationResult["joints"]>): string {
  const names = Object.keys(joints);
  const places = column(names.map((name) => joints[name]!.position));
  const speeds = column(names.map((name) => joints[name]!.speed).map((value) => (Math.abs(value) < ROUNDING ? 0 : value)));
  return table(
    [{ title: "" }, right("position"), { title: "" }, right("speed"), { title: "" }],
    names.map((name, i) => {
      const unit = joints[name]!.type === "revolute" ? "rad" : "m";
      return [name, places[i]!, unit, speeds[i]!, `${unit}/s`];
    }),
  );
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

function energyTable({ ledger }: SimulationResult): string {
  const { before, now, impactLoss, frictionLoss, projectionLoss, appliedWork, residual } = ledger;
  const entries: [string, number][] = [
    ["kinetic and potential, at the beginning", before],
    ["lost in impacts", -impactLoss],
    ["lost to friction", -frictionLoss],
    ...(appliedWork === 0 ? [] : [["work of loads, motors and moved ground", appliedWork] satisfies [string, number]]),
    ["lost where contacts close", -projectionLoss],
    ["not accounted for", -residual],
    ["kinetic and potential, at the end", now],
  ];
  const numbers = column(entries.map(([, value]) => value));
  // Between them stand numbers far below the others, whose size is what one wants to know.
  const small = (value: number, text: string) => (value !== 0 && Number(text) === 0 ? value.toExponential(1) : text);
  return table(
    [{ title: "" }, right("J")],
    entries.map(([name, value], i) => [name, small(value, numbers[i]!)]),
  );
}

function tolerances({ tolerances: { contactSpeed, gapTolerance, relativeTolerance } }: SimulationResult): string {
  return `Contacts that come in below ${contactSpeed.toPrecision(3)} m/s stay; gaps below ${gapTolerance.toPrecision(3)} m are closed; relative error of a step below ${relativeTolerance}.`;
}
