/** Tables of the board about tosses of a cube: the cube as it is listed, with what a fit may free step by step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";
import { idsOf } from "./recordings.js";

/** The same for all competitors and tables, so that only what is free differs. */
const SEARCH = { points: 12, starts: 1 };

/**
 * Finer than frames can tell: their noise of 0.05 mm makes 7 mm/s from one to the next. Whole tosses are twice as quick as by default, and
 * their errors the same to three digits.
 */
const TOLERANCES = { contactSpeed: 2e-3, relativeTolerance: 1e-7, gapTolerance: 1e-7 };

/**
 * No friction and restitution of the listed cube fit its first contact and what follows. Whole motions are judged, so both are fitted once
 * more over 60 frames, to every fifth toss.
 */
const POLISH = {
  horizon: 60 / 148,
  scales: [0.003, 0.04],
  paths: ["contacts[0].friction", "contacts[0].restitution"],
  again: true,
  every: 5,
};

/** Names of the tables, and what is free in each. */
export const TOSS_TABLES = {
  listed: "The cube as listed: friction and restitution fitted",
  shaped: "Inertia and rounding fitted too, lengths and slope from the flights",
  fitted: "The cube as fitted: inertia, rounding, centre of mass and the tracker's labels",
  later: "The cube as fitted, friction fitted once more over 0.4 s",
  laws: "The cube as fitted under other laws of one contact, fitted anew to the same tosses and compared toss by toss",
} as const;

/** The tables for some tosses. @param samples the folder with the studies */
export function tossTables(samples: string, csv: string): BoardTable[] {
  const read = (file: string) => JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const base = { ...read("cube.json"), tolerances: TOLERANCES };
  const files = new Map([["cube-tosses.csv", csv]]);
  const given = idsOf(csv).length;
  const whole = read("fit-cube.json") as { parameters: { name: string }[] } & Record<string, unknown>;
  const listed = read("fit-cube-listed.json");
  const { tracked: _tracked, labels: _labels, ...plain } = whole;
  const shaped = { ...plain, parameters: whole.parameters.filter(({ name }) => name !== "offset") };
  return [
    { name: "listed", study: { ...listed, search: SEARCH, polish: POLISH }, base, files, given, touch: true },
    { name: "shaped", study: { ...shaped, search: SEARCH }, base, files, given },
    { name: "fitted", study: { ...whole, search: SEARCH }, base, files, given, touch: true },
    { name: "later", study: { ...whole, search: SEARCH, polish: { ...POLISH, paths: POLISH.paths.slice(0, 1) } }, base, files, given },
    { name: "laws", study: { ...whole, search: SEARCH, laws: ["poisson", "newton"] }, base, files, given },
  ];
}
