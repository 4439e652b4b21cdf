/** Tables of the board about single impacts of a dropped square: friction and restitution, and inertia too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";
import { idsOf } from "./recordings.js";

/** Names of the tables, and what is free in each. */
export const DROP_TABLES = {
  drops: "Single impacts of a dropped square: friction and restitution fitted",
  "drops with inertia": "Single impacts of a dropped square: inertia fitted too",
  "drops by squares": "Single impacts of a dropped square: friction and restitution by least squares",
  "drops by squares, inertia": "Single impacts of a dropped square: inertia too, by least squares",
} as const;

/** Misfits are far smaller than this part of the speed: their robust cost is that of least squares. */
const WIDE = [1, 1];

/** The tables for some drops. @param samples the folder with the studies */
export function dropTables(samples: string, csv: string): BoardTable[] {
  const read = (file: string) => JSON.parse(readFileSync(join(samples, file), "utf8")) as Record<string, unknown>;
  const files = new Map([["square-drops.csv", csv]]);
  const given = idsOf(csv).length;
  const { laws: _laws, ...whole } = read("fit-drops.json") as { parameters: { name: string }[] } & Record<string, unknown>;
  const base = read("square.json");
  const listed = { ...whole, parameters: whole.parameters.filter(({ name }) => name !== "inertia") };
  return [
    { name: "drops", study: listed, base, files, given },
    { name: "drops with inertia", study: whole, base, files, given },
    { name: "drops by squares", study: { ...listed, scales: WIDE }, base, files, given },
    { name: "drops by squares, inertia", study: { ...whole, scales: WIDE }, base, files, given },
  ];
}
