/** Tables of the board about tosses of a cube: the cube as it is listed, with what a fit may free step by step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";

/** The same for all competitors and tables, so that only what is free differs. */
const SEARCH = { points: 12, starts: 1 };

/** Names of the tables, and what is free in each. */
export const TOSS_TABLES = {
  listed: "The cube as listed: friction and restitution fitted",
  shaped: "Inertia and rounding fitted too, lengths and slope from the flights",
  fitted: "The cube as fitted: inertia, rounding, centre of mass and the tracker's labels",
} as const;

/** The tables for some tosses. @param samples the folder with the studies */
export function tossTables(samples: string, csv: string): BoardTable[] {
  const read = (file: string) => JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const base = read("cube.json");
  const files = new Map([["cube-tosses.csv", csv]]);
  const whole = read("fit-cube.json") as { parameters: { name: string }[] } & Record<string, unknown>;
  const { tracked: _tracked, labels: _labels, ...plain } = whole;
  const shaped = { ...plain, parameters: whole.parameters.filter(({ name }) => name !== "offset") };
  return [
    { name: "listed", study: { ...read("fit-cube-listed.json"), search: SEARCH }, base, files },
    { name: "shaped", study: { ...shaped, search: SEARCH }, base, files },
    { name: "fitted", study: { ...whole, search: SEARCH }, base, files },
  ];
}
