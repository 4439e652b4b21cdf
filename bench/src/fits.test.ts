import { expect, it } from "vitest";
import { fitClaims, repeated } from "./fits.js";

it("repeats recordings under new numbers until there are enough", () => {
  expect(repeated("toss,x\n5,1\n5,2\n9,3\n", 3)).toBe("toss,x\n0,1\n0,2\n1,3\n2,1\n2,2");
});

it("claims only what was measured on all tosses", () => {
  expect(fitClaims({ tosses: 275, tasks: 1, seconds: 599 })[0].passed).toBe(true);
  expect(fitClaims({ tosses: 275, tasks: 1, seconds: 601 })[0].passed).toBe(false);
  expect(fitClaims({ tosses: 31, tasks: 1, seconds: 1 })[0].passed).toBe(false);
});
