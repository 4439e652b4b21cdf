/** Tables of the board about tosses of a cube: the cube as it is listed, with what a fit may free step by step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";

/** The same for all competitors and tables, so that only what is free differs. */
const SEARCH = { points: 12, starts: 1 };

/**
 * No friction and restitution of the listed cube fit its first contact and what follows. Whole motions are judged, so both are fitted once
 * more over 60 frames, to every third toss.
 */
const POLISH = {
  horizon: 60 / 148,
  scales: [0.003, 0.04],
  paths: ["contacts[0].friction", "contacts[0].restitution"],
  again: true,
  every: 3,
};

/** Names of the tables, and what is free in each. */
export const TOSS_TABLES = {
  listed: "The cube as listed: friction and restitution fitted",
  longer: "The cube as listed: friction and restitution fitted once more over 0.4 s, to every third toss",
  shaped: "Inertia and rounding fitted too, lengths and slope from the flights",
  fitted: "The cube as fitted: inertia, rounding, centre of mass and the tracker's labels",
} as const;

/** The tables for some tosses. @param samples the folder with the studies */
export function tossTables(samples: string, csv: string): BoardTable[] {
  const read = (file: string) => JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const base = read("cube.json");
  const files = new Map([["cube-tosses.csv", csv]]);
  const whole = read("fit-cube.json") as { parameters: { name: string }[] } & Record<string, unknown>;
  const listed = read("fit-cube-listed.json");
  const { tracked: _tracked, labels: _labels, ...plain } = whole;
  const shaped = { ...plain, parameters: whole.parameters.filter(({ name }) => name !== "offset") };
  return [
    { name: "listed", study: { ...listed, search: SEARCH }, base, files },
    { name: "longer", study: { ...listed, search: SEARCH, polish: POLISH }, base, files },
    { name: "shaped", study: { ...shaped, search: SEARCH }, base, files },
    { name: "fitted", study: { ...whole, search: SEARCH }, base, files },
  ];
}
