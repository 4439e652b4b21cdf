import { describe, expect, it } from "vitest";
import { solveByChoice } from "./resolve-impacts.js";

/** Three equal balls in a row, of which the first strikes; the contacts are not of one body. */
const row = (restitution: number) => ({
  dimension: 3 as const,
  contacts: [
    { friction: 0, restitution },
    { friction: 0, restitution },
  ],
  mobility: [0, 1, 2, 3, 4, 5].map((i) =>
    [0, 1, 2, 3, 4, 5].map((j) => (i === j ? (i % 3 === 2 ? 2 : 7) : (i === 2 && j === 5) || (i === 5 && j === 2) ? -1 : 0)),
  ),
  velocity: [0, 0, -1, 0, 0, 0],
});

describe("the law of an impact in a run", () => {
  it("warns of the plastic limit where springs are the default and no contact has a restitution of 0.2", () => {
    const codes = (restitution: number, law?: string) =>
      solveByChoice(row(restitution), law === undefined ? {} : { law }).outcome.warnings.map(({ code }) => code);
    expect(codes(0.1)).toEqual(["plastic-limit"]);
    expect(codes(0.2)).toEqual([]);
    expect(codes(0)).toEqual([]);
    expect(codes(0.1, "simultaneous")).toEqual([]);
  });
});
