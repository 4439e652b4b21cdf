/** report.html of a simulation: the sentence, where the energy went, the pictures, every impact, where everything is at the end. */
import type { RecordedImpact } from "carom/simulation";
import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { energyText, percent, significant, withoutRounding, withUnit } from "../draw/numbers.js";
import { type Html, html, reportPage, type Table } from "../draw/page.js";

export function simulationReport(result: SimulationResult, figures: readonly Figure[]): string {
  const impacts = result.events.filter((event): event is RecordedImpact => event.kind === "impact");
  return reportPage({
    title: result.title,
    sentence: headline(result, impacts.length),
    lead: energySentence(result),
    warnings: result.warnings.map(warningText),
    figures,
    tables: [
      runTable(result),
      ledgerTable(result),
      bodyTable(result),
      jointTable(result),
      accumulationTable(result),
      impactTable(impacts),
      changeTable(result),
    ],
    footer: FOOTER,
  });
}

const FOOTER =
  "SI units, world axes. Times of events are exact to the tolerances above; between events motion is integrated with error control, and rows of the series are read off its interpolation. The energy ledger adds up: at the beginning − impacts − friction − closing of contacts + work of loads, motors and moved ground = at the end. Numbers are rounded for reading; result.json, series.csv, contacts.csv and events.jsonl have all digits.";

function headline({ status, time, duration }: SimulationResult, impacts: number): string {
  const struck = impacts === 0 ? "Nothing strikes anything" : impacts === 1 ? "One impact" : `${impacts} impacts`;
  const end = {
    rest: `everything is at rest after ${seconds(time)}`,
    finished: `still moving after ${seconds(duration)}`,
    "too-many-events": `stopped after ${seconds(time)} of ${seconds(duration)}: too many events`,
  }[status];
  return `${struck}; ${end}.`;
}

function seconds(time: number): string {
  return withUnit(time, "s", 4);
}

function warningText({ message, count, time }: SimulationResult["warnings"][number]): string {
  if (count === undefined || time === undefined) return message;
  return `${message} (${count === 1 ? "once" : `${count} times`}, first at t = ${seconds(time)})`;
}

/** What there is to be lost: energy at the beginning over the lowest potential there was, and what loads put in. */
function available({ series: { energy }, ledger }: SimulationResult): number {
  const lowest = energy.potential.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return energy.kinetic[0] + energy.potential[0] - lowest + Math.max(0, ledger.appliedWork);
}

/** A share below this is rounding. */
const ROUNDING = 1e-9;

function energySentence(result: SimulationResult): Html | undefined {
  const whole = available(result);
  const { impactLoss, frictionLoss, appliedWork } = result.ledger;
  if (!(whole > 0)) return undefined;
  const taken = (
    [
      ["impacts", "take", impactLoss, "restitution"],
      ["friction", "takes", frictionLoss, "slip"],
      ["loads", "take", -appliedWork, ""],
    ] as const
  ).filter(([, , value]) => value > ROUNDING * whole);
  if (taken.length === 0) return html`Nothing takes any of the ${energyText(whole)}.`;
  const left = taken.reduce((rest, [, , value]) => rest - value, whole);
  const parts = taken.map(
    ([name, verb, value, kind], i) => html`${i === 0 ? `${name} ${verb}` : `, ${name}`} <b class="${kind}">${percent(value / whole)}</b>`,
  );
  return html`Of ${energyText(whole)} ${parts}; <b class="kept">${percent(left / whole)}</b> is left.`;
}

function runTable({ laws, events, tolerances, series }: SimulationResult): Table {
  const named = Object.entries(laws).map(([law, count]) => `${law} ${count}`);
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const changes = (["contact", "leave", "stick", "slip"] as const).map((kind) => `${WORDS[kind]} ${count(kind)}`);
  return {
    title: "The run",
    columns: ["", ""],
    rows: [
      ["impacts by law", named.length === 0 ? "none" : named.join(", ")],
      ["changes of contact", changes.join(", ")],
      ["rows of the series", String(series.time.length)],
      ["contacts that come in slower stay", withUnit(tolerances.contactSpeed, "m/s")],
      ["gaps below are closed", withUnit(tolerances.gapTolerance, "m")],
      ["relative error of a step", significant(tolerances.relativeTolerance, 2)],
    ],
  };
}

function ledgerTable(result: SimulationResult): Table {
  const { before, now, impactLoss, frictionLoss, projectionLoss, appliedWork, residual } = result.ledger;
  const row = (name: string, value: number): string[] => [name, energyText(value)];
  return {
    title: "Energy ledger",
    columns: ["", ""],
    rows: [
      row("kinetic and potential, at the beginning", before),
      row("lost in impacts", impactLoss),
      row("lost to friction", frictionLoss),
      ...(appliedWork === 0 ? [] : [row("work of loads, motors and moved ground", appliedWork)]),
      ["lost where contacts close", withUnit(projectionLoss, "J", 2)],
      row("kinetic and potential, at the end", now),
      ["left over", withUnit(residual, "J", 2)],
    ],
  };
}

/** More bodies than these are folded away. */
const MOST_BODIES = 16;

function bodyTable({ bodies, series, time }: SimulationResult): Table {
  const entries = Object.entries(bodies);
  const cells = (values: readonly number[], scale: number) =>
    withoutRounding([...values, scale])
      .slice(0, values.length)
      .map((value) => significant(value, 4));
  return {
    title: `Bodies at t = ${seconds(time)}`,
    wide: true,
    folded: entries.length > MOST_BODIES,
    columns: ["", "x, m", "y, m", "z, m", "velocity x, m/s", "y", "z", "spin x, rad/s", "y", "z", "moved, m"],
    rows: entries.map(([name, { position, velocity, angularVelocity }]) => {
      const start = series.bodies[name].position[0];
      const moved = Math.hypot(...position.map((value, c) => value - start[c]));
      return [
        name,
        ...cells(position, Math.max(1, moved)),
        ...cells(velocity, 1),
        ...cells(angularVelocity, 1),
        significant(moved < 1e-10 ? 0 : moved, 4),
      ];
    }),
  };
}

function jointTable({ joints = {}, time }: SimulationResult): Table {
  const entries = Object.entries(joints);
  return {
    title: `Joints at t = ${seconds(time)}`,
    folded: entries.length > MOST_BODIES,
    columns: ["of", "position", "speed"],
    rows: entries.map(([name, { type, position, speed }]) => {
      const unit = type === "revolute" ? "rad" : "m";
      return [name, withUnit(position, unit, 4), withUnit(Math.abs(speed) < 1e-10 ? 0 : speed, `${unit}/s`, 4)];
    }),
  };
}

const MOST_SEQUENCES = 12;

function accumulationTable({ accumulations }: SimulationResult): Table {
  return {
    title: accumulations.length > MOST_SEQUENCES ? `${accumulations.length} sequences of bounces that end` : "Bounces that end",
    folded: accumulations.length > MOST_SEQUENCES,
    columns: ["", "at, s", "intervals shrink by", "impacts in a period"],
    rows: accumulations.map(({ between, time, ratio, period }) => [
      between.join(" and "),
      significant(time, 6),
      significant(ratio, 4),
      String(period),
    ]),
  };
}

/** More impacts than these are folded away. */
const MOST_IMPACTS = 24;
/** More pairs than these are counted. */
const MOST_PAIRS = 3;

function impactTable(impacts: readonly RecordedImpact[]): Table {
  return {
    title: impacts.length > MOST_IMPACTS ? `${impacts.length} impacts` : "Impacts",
    wide: true,
    folded: impacts.length > MOST_IMPACTS,
    columns: ["t, s", "between", "contacts", "approach, m/s", "normal impulse, N\u2009s", "energy lost", "law", ""],
    rows: impacts.map(({ time, contacts, energy, law, last }) => {
      const pairs = [...new Set(contacts.map(({ between }) => between.join(" / ")))];
      const normal = contacts.reduce((sum, { impulse }) => sum + impulse[2], 0);
      return [
        significant(time, 7),
        pairs.length <= MOST_PAIRS ? pairs.join(", ") : `${pairs.slice(0, MOST_PAIRS).join(", ")} and ${pairs.length - MOST_PAIRS} more`,
        String(contacts.length),
        significant(Math.max(...contacts.map(({ velocityBefore }) => -velocityBefore[2])), 4),
        significant(normal, 4),
        energyText(withoutRounding([energy.before - energy.after, energy.before])[0]),
        law,
        last ? "the last: stays" : "",
      ];
    }),
  };
}

const WORDS = { contact: "closes", leave: "opens", stick: "sticks", slip: "slips" } as const;
const MOST_CHANGES = 24;

function changeTable({ events }: SimulationResult): Table {
  const rows = events.flatMap((event) => {
    if (event.kind === "impact") return [];
    return [
      [
        significant(event.time, 7),
        event.kind === "rest" ? "everything" : event.contact,
        event.kind === "rest" ? "rests" : WORDS[event.kind],
      ],
    ];
  });
  const folded = rows.length > MOST_CHANGES;
  return {
    title: folded ? `${rows.length} changes of contacts` : "Changes of contacts",
    folded,
    words: true,
    columns: ["t, s", "contact", "from here on"],
    rows,
  };
}
