import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { boardRow, cellsOf } from "./board.js";
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
