import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoseMotion } from "carom/fit";
import { expect, it } from "vitest";
import { type BoardRow, boardRow, cellsOf, isSameRow } from "./board.js";
import { cradleRows } from "./cradle.js";
import { leastErrorRow } from "./least-error.js";
import { tossTables } from "./tosses.js";

const samples = new URL("../../../examples/recordings/", import.meta.url);

/** Three tosses of the sample, the listed cube. */
function listed() {
  const [head, ...lines] = readFileSync(new URL("cube-tosses.csv", samples), "utf8").trim().split("\n");
  const ids = [...new Set(lines.map((line) => line.slice(0, line.indexOf(","))))].slice(0, 3);
  const some = [head, ...lines.filter((line) => ids.includes(line.slice(0, line.indexOf(","))))].join("\n");
  const [table] = tossTables(decodeURIComponent(samples.pathname), some);
  return table!;
}

it("an engine that breaks down has a row that says so", () => {
  const row = boardRow(
    listed(),
    {
      name: "engine",
      motion: () => {
        throw new RangeError("memory access out of bounds");
      },
    },
    { folds: 2 },
  );
  expect(row).toMatchObject({ table: "listed", name: "engine", failure: "memory access out of bounds", parameters: [] });
  expect(cellsOf(row!)).toContain("broke down: memory access out of bounds");
});

/** A body that keeps its spin and its height once it is down: quick, and restitution and friction matter a little. */
const sliding: PoseMotion = ({ scene }, { position, velocity, orientation }, times) => {
  const { friction = 0, restitution = 0 } = scene.contacts?.[0] ?? {};
  const positions = times.map((time): [number, number, number] => {
    const height = position[2] + velocity[2] * time - 4.9 * time * time;
    const down = Math.max(0, 0.07 - height);
    return [
      position[0] + velocity[0] * time - friction * down,
      position[1] + velocity[1] * time,
      height + (1 + Number(restitution)) * down,
    ];
  });
  return { positions, orientations: times.map(() => orientation) };
};

it("a row made in pieces is the row made in one go", () => {
  const folder = mkdtempSync(join(tmpdir(), "board-"));
  try {
    const competitor = { name: "engine", motion: sliding };
    const whole = boardRow(listed(), competitor, { folds: 2 });
    let row: BoardRow | undefined;
    let count = 0;
    while (row === undefined) {
      // Each piece has twice the batches of the one before.
      let left = 2 ** count++;
      row = boardRow(listed(), competitor, { folds: 2, pieces: { folder, isTimeUp: () => left-- === 0 } });
    }
    expect(count).toBeGreaterThan(3);
    expect(row).toEqual({ ...whole, seconds: row?.seconds });
    expect(row?.seconds).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Off by the less the nearer friction is to 0.16, restitution to 0.3 and a number of the engine's own to 20. */
const off: PoseMotion = ({ scene }, { position, orientation }, times) => {
  const { friction = 0, restitution = 0, stiffness = 20 } = scene.contacts?.[0] ?? {};
  const away = 10 + Math.abs(Math.log(friction / 0.16)) + Math.abs(Number(restitution) - 0.3) + Math.abs(Math.log(stiffness / 20));
  return { positions: times.map(() => [position[0], position[1], position[2] + away]), orientations: times.map(() => orientation) };
};

it("the least e_q is looked for around the best of a grid, and tosses are scored with the point that is best for the others", () => {
  const row = leastErrorRow(listed(), { name: "engine", motion: off }, { folds: 3 });
  const [friction, restitution] = row!.parameters.map(({ value }) => value);
  // Of the grid, 0.171 and 0.3 are nearest.
  expect(Math.abs(Math.log(friction! / 0.16)) + Math.abs(restitution! - 0.3)).toBeLessThan(0.03);
  expect(row?.held).toEqual(row?.fitted);
  expect(row?.alone).toEqual(row?.fitted);
  expect(row?.fitted).toMatchObject({ recordings: 3, flipped: 3 });
  expect(row?.each?.held).toHaveLength(3);
  expect(leastErrorRow(listed(), { name: "engine", motion: off }, { folds: 3, pieces: { folder: tmpdir(), isTimeUp: () => true } })).toBe(
    undefined,
  );
});

it("a number of an engine's own is looked for, too, and the ends of other fits are tried as they are", () => {
  const touch = [{ name: "stiffness", from: 1, to: 1000, usual: 300 }];
  const competitor = { name: "engine", motion: off, touch };
  const row = leastErrorRow(listed(), competitor, { folds: 3 });
  expect(row?.parameters.map(({ name }) => name)).toEqual(["friction", "restitution", "stiffness"]);
  expect(Math.abs(Math.log(row!.parameters[2]!.value / 20))).toBeLessThan(0.5);
  const known = leastErrorRow(listed(), competitor, { folds: 3 }, [[0.16, 0.3, 20]]);
  expect(known?.parameters.map(({ value }) => value)).toEqual([0.16, 0.3, 20]);
  // Of two values the third is as usual.
  expect(leastErrorRow(listed(), competitor, { folds: 3 }, [[0.16, 0.3]])?.points).toBe(row!.points! + 1);
});

it("a table may leave an engine's own numbers free in its fit", () => {
  const table = { ...listed(), touch: true };
  const row = boardRow(table, { name: "engine", motion: sliding, touch: [{ name: "stiffness", from: 1, to: 9, usual: 3 }] }, { folds: 2 });
  expect(row?.parameters.map(({ name }) => name)).toEqual(["friction", "restitution", "stiffness"]);
  // It does nothing, and stays.
  expect(row?.parameters[2]).toMatchObject({ interval: null });
  expect(boardRow(listed(), { name: "engine", motion: sliding, touch: [] }, { folds: 2 })?.parameters).toHaveLength(2);
});

it("a kept row serves for the same recordings and folds, and for the floor only if it has one", () => {
  const row: BoardRow = { table: "listed", name: "engine", folds: 5, given: 31, parameters: [], seconds: 1 };
  expect(isSameRow(row, row, false)).toBe(true);
  expect(isSameRow(row, row, true)).toBe(false);
  expect(isSameRow(row, { ...row, given: 275 }, false)).toBe(false);
  expect(isSameRow(row, { ...row, folds: 2 }, false)).toBe(false);
  expect(isSameRow(row, { ...row, name: "another" }, false)).toBe(false);
});

it("what is wrong with the study itself is no row", () => {
  const table = listed();
  expect(() => boardRow({ ...table, study: { ...table.study, parameters: [] } }, { name: "Carom" }, { folds: 2 })).toThrow(/parameters/);
});

it("measured balls of a cradle have the source's restitution of 0.95 under the law with springs, not where all go together", () => {
  const [springs, together] = cradleRows(decodeURIComponent(new URL("..", samples).pathname));
  const [low, high] = springs!.parameters[0]!.interval!;
  expect(low).toBeLessThan(0.95);
  expect(high).toBeGreaterThan(0.95);
  // Within 0.02 m/s of 0.49 m/s, as docs/validation.md says of restitution 0.95.
  expect(springs!.fitted!.mean).toBeLessThan(0.02 / 0.49);
  expect(together!.fitted!.mean).toBeGreaterThan(0.2);
});
