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

  it("warns where slip passes rest so closely that static friction would have held it", () => {
    const heading = (aside: number, staticFriction: number) => ({
      dimension: 3 as const,
      contacts: [{ friction: 0.4, staticFriction, restitution: 0.5 }],
      mobility: [
        [2, 0, 1],
        [0, 2, 0],
        [1, 0, 1],
      ],
      velocity: [-0.3, aside, -1],
    });
    const codes = (aside: number, staticFriction: number) =>
      solveByChoice(heading(aside, staticFriction), {}).outcome.warnings.map(({ code }) => code);
    expect(codes(1e-9, 0.6)).toEqual(["missed-rest"]);
    expect(codes(1e-9, 0.4)).toEqual([]);
    expect(codes(0.3, 0.6)).toEqual([]);
  });
});
