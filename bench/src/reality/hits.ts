/**
 * Tables of the board about single hits of the tossed cube: with the impulse free at the corner that touches, what no law and no engine can
 * go below, for the cube as listed and with inertia and rounding fitted. The centre of mass is taken to be in the middle.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";
import { idsOf } from "./recordings.js";

/** Names of the tables, and what is free in each. */
export const HIT_TABLES = {
  hits: "Single hits of the tossed cube as listed: friction and restitution fitted",
  "hits, shaped": "Single hits of the tossed cube: inertia and rounding fitted too",
} as const;

/** The tables for some tosses. @param samples the folder with the studies */
export function hitTables(samples: string, csv: string): BoardTable[] {
  const read = (file: string) => JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const base = read("cube.json");
  const files = new Map([["cube-tosses.csv", csv]]);
  const given = idsOf(csv).length;
  const { parameters } = read("fit-cube.json") as { parameters: { name: string }[] };
  const impacts = { file: "cube-tosses.csv", group: "toss", body: "cube", rate: 148, poses: true };
  const study = { carom: 1, kind: "fit", title: "Single hits of a tossed cube", impacts, search: { points: 16, starts: 2 } };
  const free = (names: readonly string[]) => parameters.filter(({ name }) => names.includes(name));
  return [
    { name: "hits", study: { ...study, parameters: free(["friction", "restitution"]) }, base, files, given },
    { name: "hits, shaped", study: { ...study, parameters: free(["friction", "restitution", "inertia", "rounding"]) }, base, files, given },
  ];
}
