import { expect, it } from "vitest";
import { compactPieces } from "./json-text.js";

it("pieces of JSON are what JSON.stringify has, and no longer than a thousand items", () => {
  const rows = Array.from({ length: 3500 }, (_, i) => [i / 3, -i, Number.NaN]);
  const value = {
    'a "name"': null,
    none: undefined,
    empty: {},
    list: [],
    series: { time: rows.map(([time]) => time), position: rows, rows: rows.map((row, i) => ({ i, row, gone: undefined })) },
    text: "ä\n",
    nested: [{ deep: { deeper: [1, { a: true }] } }],
  };
  const pieces = [...compactPieces(value)];
  expect(pieces.join("")).toBe(JSON.stringify(value));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
});
