import type { ResultTable } from "carom/study";
import { expect, it } from "vitest";
import { shownTables } from "./result-table.js";

const table = (change: Partial<ResultTable>): ResultTable => ({ name: "t", title: "T", use: "page", columns: [], rows: [], ...change });
const shown = (change: Partial<ResultTable>) => shownTables([table(change)], []).tables[0];

it("rounds to the digits of a column, and drops zeros where it claims none", () => {
  const columns = [{ name: "of" }, { name: "impulse", unit: "N s", digits: 4 }, { name: "friction" }, { name: "count" }];
  const { columns: heads, rows } = shown({
    columns,
    rows: [
      ["a", 1, 0.3, 1200],
      ["b", -2.34567, 1e-9, 0],
    ],
  });
  expect(heads).toEqual(["of", "impulse, N\u2009s", "friction", "count"]);
  expect(rows[0]).toEqual(["a", "1.000", "0.3", "1200"]);
  expect(rows[1].slice(0, 2)).toEqual(["b", "\u22122.346"]);
});

it("writes the unit of a named value after it", () => {
  const columns = [{ name: "" }, { name: "", digits: 3 }, { name: "" }];
  const { columns: heads, rows } = shown({
    columns,
    rows: [
      ["volume", 2, "m^3"],
      ["nodes", "12", ""],
    ],
  });
  expect(heads).toEqual(["", ""]);
  expect(rows).toEqual([
    ["volume", "2.00\u2009m³"],
    ["nodes", "12"],
  ]);
});

it("folds long tables away, leaves those for files out, and puts some above the figures", () => {
  const long = shown({ columns: [{ name: "x" }], rows: Array.from({ length: 25 }, (_, i) => [i]) });
  expect(long).toMatchObject({ title: "T (25)", folded: true });
  const { keyTables, tables } = shownTables([table({ name: "a" }), table({ name: "b" }), table({ name: "c", use: "file" })], ["b"]);
  expect([keyTables?.length, tables.length]).toEqual([1, 1]);
});
