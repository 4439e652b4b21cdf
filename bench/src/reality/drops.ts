/** Tables of the board about single impacts of a dropped square: friction and restitution, and inertia too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoardTable } from "./board.js";
import { idsOf } from "./recordings.js";

/** Names of the tables, and what is free in each. */
export const DROP_TABLES = {
  drops: "Single impacts of a dropped square: friction and restitution fitted",
  "drops with inertia": "Single impacts of a dropped square: inertia fitted too",
  "drops, all free": "Single impacts of a dropped square: rounding, and a power of speed in the restitution, too",
  "drops by squares": "Single impacts of a dropped square: friction and restitution by least squares",
  "drops by squares, inertia": "Single impacts of a dropped square: inertia too, by least squares",
} as const;

/** As the restitution of the listed square, but with a power of the speed of approach that may be fitted. */
const BY_SPEED = { speed: 1, value: 0.45, exponent: 0 };

/** Beside friction and inertia. */
const FURTHER = [
  { path: "contacts[0].restitution.value", name: "restitution", from: 0.05, to: 0.95 },
  { path: "contacts[0].restitution.exponent", name: "power of speed", from: -0.5, to: 0.5 },
  {
    path: "bodies.square.shape.rounding",
    name: "rounding",
    from: 0,
    to: 0.015,
    also: [0, 2].map((axis) => ({ path: `bodies.square.shape.size[${axis}]`, factor: -2 })),
  },
];

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
  const free = { ...whole, parameters: [...whole.parameters.filter(({ name }) => name !== "restitution"), ...FURTHER] };
  return [
    { name: "drops", study: listed, base, files, given },
    { name: "drops with inertia", study: whole, base, files, given },
    { name: "drops, all free", study: free, base: freeBase(base), files, given },
    { name: "drops by squares", study: { ...listed, scales: WIDE }, base, files, given },
    { name: "drops by squares, inertia", study: { ...whole, scales: WIDE }, base, files, given },
  ];
}

function freeBase(base: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { bodies, contacts } = base as { bodies: Record<string, { shape?: object }>; contacts: object[] };
  const square = { ...bodies.square, shape: { ...bodies.square?.shape, rounding: 0.001 } };
  return { ...base, bodies: { ...bodies, square }, contacts: contacts.map((contact) => ({ ...contact, restitution: BY_SPEED })) };
}
