/**
 * What is left of the examples of simulations when their tolerances are made a hundred times smaller.
 *
 *     impacts     the largest time from an impact of one run to the nearest of the other, of those that come in at more than 100
 *                 times the contact speed, s
 *     end         the largest change of a place (m), a velocity (m/s) or a component of an orientation at the end
 *     diverges    the first row, one every hundredth of a second, at which a place or an orientation differs by more than 1e-6, s
 *
 * Scenes that are known not to converge so far are listed with the reason; all others must, to 1e-6.
 */
import { readdirSync, readFileSync } from "node:fs";
import { parseStudyText, runSimulation, type SimulationResult, type SimulationStudy } from "carom/study";
import type { Claim } from "./claims.js";
import { printHeading, printTable, small } from "./table.js";

const TIGHTER = 100;
/** Below this a step is rounding. */
const LEAST_RELATIVE = 1e-13;
/** Rows per second that are compared. */
const RATE = 100;
/** Bounces too slow for one of two runs are not in it; one so many times faster than that must be in both. */
const FAST = 100;
const CONVERGED = 1e-6;

/** Why some scenes do not converge to 1e-6. */
const KNOWN: Readonly<Record<string, string>> = {
  "sim-cradle": "balls that meet at one instant: gaps of rounding decide who is struck first",
  "sim-phone-drop": "sequences of bounces are closed while others go on, which shifts what comes after",
};

export interface ConvergenceRow {
  readonly scene: string;
  readonly impacts: number;
  /** Largest shift of an impact, s. */
  readonly shift: number;
  /** Largest change at the end. */
  readonly end: number;
  /** First time at which the two runs differ, s; undefined: never. */
  readonly diverges: number | undefined;
  readonly duration: number;
  /** Processor time of both runs, s. */
  readonly seconds: number;
}

/** @param part of the names of the examples that are run; empty: all */
export function measureConvergence(part: string): ConvergenceRow[] {
  const folder = new URL("../../examples/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.startsWith("sim-") && name.endsWith(".json") && name.includes(part));
  return names.map((name) => {
    const study = parseStudyText(readFileSync(new URL(name, folder), "utf8"));
    if (study.kind !== "simulation") throw new Error(`${name} is not a simulation`);
    const row = compare(name.replace(".json", ""), { ...study, output: { rate: RATE } });
    if (process.stderr.isTTY) process.stderr.write(`${row.scene} done\n`);
    return row;
  });
}

function compare(scene: string, study: SimulationStudy): ConvergenceRow {
  const started = process.cpuUsage();
  const coarse = runSimulation(study);
  const { contactSpeed, gapTolerance, relativeTolerance } = coarse.tolerances;
  const fine = runSimulation({
    ...study,
    tolerances: {
      ...study.tolerances,
      contactSpeed: contactSpeed / TIGHTER,
      gapTolerance: gapTolerance / TIGHTER,
      relativeTolerance: Math.max(LEAST_RELATIVE, relativeTolerance / TIGHTER),
    },
  });
  const { user, system } = process.cpuUsage(started);
  return {
    scene,
    impacts: impactTimes(coarse).length,
    shift: Math.max(largestShift(coarse, fine, contactSpeed), largestShift(fine, coarse, contactSpeed)),
    end: changeAtEnd(coarse, fine),
    diverges: firstDifference(coarse, fine),
    duration: study.duration,
    seconds: (user + system) / 1e6,
  };
}

/** Of impacts that come in faster than this, m/s. */
function impactTimes({ events }: SimulationResult, speed = 0): number[] {
  return events.flatMap((event) =>
    event.kind === "impact" && event.contacts.some(({ velocityBefore }) => velocityBefore[2] < -speed) ? [event.time] : [],
  );
}

function largestShift(one: SimulationResult, other: SimulationResult, contactSpeed: number): number {
  const times = impactTimes(other);
  const distance = (time: number) => times.reduce((least, t) => Math.min(least, Math.abs(t - time)), Number.POSITIVE_INFINITY);
  return impactTimes(one, FAST * contactSpeed).reduce((largest, time) => Math.max(largest, distance(time)), 0);
}

function changeAtEnd(one: SimulationResult, other: SimulationResult): number {
  let largest = 0;
  for (const [name, body] of Object.entries(one.bodies))
    for (const field of ["position", "orientation", "velocity"] as const)
      body[field].forEach((value, c) => {
        largest = Math.max(largest, Math.abs(value - other.bodies[name]![field][c]!));
      });
  return largest;
}

function firstDifference(one: SimulationResult, other: SimulationResult): number | undefined {
  const rows = Math.min(one.series.time.length, other.series.time.length) - 1;
  for (let row = 0; row < rows; row++)
    for (const [name, { position, orientation }] of Object.entries(one.series.bodies)) {
      const same = other.series.bodies[name]!;
      const differs = (value: number, c: number, of: readonly number[]) => Math.abs(value - of[c]!) > CONVERGED;
      if (position[row]!.some((value, c) => differs(value, c, same.position[row]!))) return one.series.time[row];
      if (orientation[row]!.some((value, c) => differs(value, c, same.orientation[row]!))) return one.series.time[row];
    }
  return undefined;
}

export function convergenceClaims(rows: readonly ConvergenceRow[]): Claim[] {
  const others = rows.filter(({ scene }) => !(scene in KNOWN));
  const worst = (of: (row: ConvergenceRow) => number) => others.reduce((most, row) => Math.max(most, of(row)), 0);
  const claim = (what: string, measured: number): Claim => ({ claim: what, measured: small(measured), passed: measured < CONVERGED });
  return [
    claim(
      "tolerances a hundred times smaller shift impacts by less than 1e-6 s",
      worst(({ shift }) => shift),
    ),
    claim(
      "and change the end by less than 1e-6",
      worst(({ end }) => end),
    ),
  ];
}

export function printConvergence(rows: readonly ConvergenceRow[], claims: readonly Claim[]): void {
  printHeading("Convergence: tolerances a hundred times smaller");
  printTable(
    ["scene", "impacts", "shift of impacts, s", "change at the end", "differs by 1e-6 from, s", "simulated, s", "both runs, s"],
    rows.map(({ scene, impacts, shift, end, diverges, duration, seconds }) => [
      scene,
      impacts,
      impacts === 0 ? "" : small(shift),
      small(end),
      diverges === undefined ? "never" : diverges.toFixed(2),
      duration,
      seconds.toFixed(1),
    ]),
  );
  for (const { scene } of rows) if (KNOWN[scene] !== undefined) console.log(`${scene}: ${KNOWN[scene]}.`);
  console.log("");
  printTable(
    ["claim", "measured", "verdict"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
