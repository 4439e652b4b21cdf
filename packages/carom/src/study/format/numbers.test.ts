import { expect, it } from "vitest";
import { counted, fixedText, numberColumn, numberText, percentText, withoutRounding } from "./numbers.js";

it("shows six digits of the largest number of a column, and points below each other", () => {
  expect(numberColumn([1.23456789, -0.5, 100])).toEqual(["1.235", "-0.500", "100.000"]);
  expect(numberColumn([1000])).toEqual(["1000.00"]);
  expect(numberColumn([0, 0])).toEqual(["0", "0"]);
  expect(numberColumn([2e-7, 0])).toEqual(["2.00000e-7", "0"]);
  expect(numberText(0.4515236)).toBe("0.451524");
});

it("has no negative zero, and no per cent of nothing", () => {
  expect(fixedText(-1e-9, 3)).toBe("0.000");
  expect(percentText(1, 8)).toBe("12.50 %");
  expect(percentText(1, 0)).toBe("-");
});

it("counts, and takes rounding out", () => {
  expect([counted(1, "impact"), counted(3, "impact")]).toEqual(["1 impact", "3 impacts"]);
  expect(withoutRounding([1, 1e-17])).toEqual([1, 0]);
  expect(withoutRounding([1e-17], [1])).toEqual([0]);
});
