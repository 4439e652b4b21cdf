import { describe, expect, it } from "vitest";
import { jsonText } from "../output/json-text.js";
import { right, table, tableLines, together, wrap } from "./table.js";

describe("table", () => {
  it("aligns numbers right and words left, and leaves no space at the end of lines", () => {
    expect(
      table(
        [{ title: "name" }, { title: "value", align: "right" }, { title: "unit" }],
        [
          ["a", "1.5", "m"],
          ["longer", "10.25", ""],
        ],
      ),
    ).toBe(["  name    value  unit", "  a         1.5  m", "  longer  10.25"].join("\n"));
  });

  it("becomes several where it is too wide, with the first column in each and joined columns together", () => {
    const columns = [{ title: "law" }, ...together(["x", "y", "z"].map((axis) => right(`velocity ${axis}`))), right("loss")];
    const rows = [
      ["", "m/s", "m/s", "m/s", ""],
      ["newton", "1.0", "2.0", "3.0", "4 %"],
    ];
    expect(table(columns, rows, 60).split("\n")).toHaveLength(3);
    expect(table(columns, rows, 45)).toBe(
      [
        "  law     velocity x  velocity y  velocity z",
        "                 m/s         m/s         m/s",
        "  newton         1.0         2.0         3.0",
        "",
        "  law     loss",
        "  newton   4 %",
      ].join("\n"),
    );
  });

  it("wraps words", () => {
    expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
  });

  it("has its words wrapped where one piece of it is too wide, and numbers left whole", () => {
    const columns = [{ title: "" }, right("of weight")];
    const rows = [
      ["energy that is not explained", "5.25e-5"],
      ["increments", "41"],
    ];
    expect(table(columns, rows, 32)).toBe(
      [
        "                       of weight",
        "  energy that is         5.25e-5",
        "    not explained",
        "  increments                  41",
      ].join("\n"),
    );
    const verdicts = [{ title: "what" }, right("ours"), { title: "verdict" }];
    expect(tableLines(verdicts, [["bounce.energies.rest", "-0.25", "not reproduced"]], 40)).toEqual([
      "  what              ours  verdict",
      "  bounce.          -0.25  not reproduced\n    energies.rest",
    ]);
  });

  it("wrap keeps a long word whole", () => {
    expect(wrap("a verylongword b", 5)).toEqual(["a", "verylongword", "b"]);
  });
});

it("jsonText is JSON with lists of numbers on one line", () => {
  const value = { a: [1, 2.5, -0], b: [[1, 2], [3]], c: {}, d: { e: "x\n", f: null, g: undefined }, h: [] };
  expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
  expect(jsonText(value)).toContain('"a": [1, 2.5, 0]');
});
