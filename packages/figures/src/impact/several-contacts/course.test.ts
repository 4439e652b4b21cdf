import { expect, it } from "vitest";
import { thinnedRows } from "./course.js";

it("thinned rows keep both sides of a jump, the first and the last", () => {
  const total = [0, ...Array.from({ length: 1000 }, (_, i) => i / 1000), 0.999, 1];
  const rows = thinnedRows(total, 50);
  expect(rows.length).toBeLessThan(70);
  expect(rows).toEqual(expect.arrayContaining([0, 1, 1000, 1001, 1002]));
});
