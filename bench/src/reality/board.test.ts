import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { boardRow, cellsOf } from "./board.js";
import { cradleRows } from "./cradle.js";
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
    2,
  );
  expect(row).toMatchObject({ table: "listed", name: "engine", failure: "memory access out of bounds", parameters: [] });
  expect(cellsOf(row)).toContain("broke down: memory access out of bounds");
});

it("what is wrong with the study itself is no row", () => {
  const table = listed();
  expect(() => boardRow({ ...table, study: { ...table.study, parameters: [] } }, { name: "Carom" }, 2)).toThrow(/parameters/);
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
