import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { degrees, energyText, fixed, niceTicks, percent, significant, tickText, withoutRounding, withUnit } from "./numbers.js";

describe("numbers for people", () => {
  it.each([
    [0, "0"],
    [0.1012082, "0.101"],
    [-0.0771748, "\u22120.0772"],
    [1234.5, "1235"],
    [12.345, "12.3"],
    [999.6, "1000"],
    [0.00001234, "1.23\u2009×\u200910⁻⁵"],
    [-6.02e23, "\u22126.02\u2009×\u200910²³"],
    [Number.POSITIVE_INFINITY, "∞"],
  ])("writes %s as %s", (value, text) => {
    expect(significant(value)).toBe(text);
  });

  it("keeps the digits asked for: reading the text back is off by at most half a unit of the last digit", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 2, max: 6 }), (value, digits) => {
        fc.pre(Math.abs(value) > 1e-12);
        const back = significant(value, digits)
          .replace("\u2212", "-")
          .replace(
            /\u2009×\u200910([⁻⁰-⁹²³¹]+)/,
            (_, power: string) => `e${power.replace("⁻", "-").replace(/[⁰¹²³⁴-⁹]/g, (c) => String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)))}`,
          );
        expect(Math.abs(Number(back) - value)).toBeLessThanOrEqual(Math.abs(value) * 0.5001 * 10 ** (1 - digits));
      }),
    );
  });

  it("writes no negative zero", () => {
    expect(fixed(-0.0001, 2)).toBe("0.00");
    expect(percent(-1e-9)).toBe("0.0\u2009%");
    expect(significant(-0)).toBe("0");
  });

  it("puts a thin space before units and chooses the prefix of an energy", () => {
    expect(withUnit(0.4668, "m/s")).toBe("0.467\u2009m/s");
    expect(energyText(0.01302)).toBe("13.0\u2009mJ");
    expect(energyText(1)).toBe("1.00\u2009J");
    expect(energyText(0.9999)).toBe("1.00\u2009J");
    expect(energyText(-2.5e-6)).toBe("\u22122.50\u2009µJ");
    expect(energyText(0)).toBe("0\u2009J");
    expect(degrees(-Math.PI / 2)).toBe("\u221290.0°");
  });
});

it("chooses ticks that are 1, 2 or 5 times a power of ten and inside the range", () => {
  expect(niceTicks(0, 0.1012, 6)).toEqual({ step: 0.02, values: [0, 0.02, 0.04, 0.06, 0.08, 0.1] });
  expect(niceTicks(2, 2, 6)).toEqual({ step: 1, values: [2] });
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
      fc.integer({ min: 2, max: 9 }),
      (from, span, count) => {
        const { step, values } = niceTicks(from, from + span, count);
        expect(values.length).toBeLessThanOrEqual(count + 1);
        expect(step * count).toBeGreaterThanOrEqual(span * (1 - 1e-6));
        for (const value of values) expect(value).toBeGreaterThanOrEqual(from - 1e-6 * step - 1e-9 * Math.abs(from));
      },
    ),
  );
  expect(tickText(0.30000000000000004, 0.1)).toBe("0.3");
  expect(tickText(-20, 10)).toBe("\u221220");
});

it("takes out what is rounding beside the largest", () => {
  expect(withoutRounding([1, -3e-13, 1e-6, -2])).toEqual([1, 0, 1e-6, -2]);
  expect(withoutRounding([1e-13, -2e-13])).toEqual([1e-13, -2e-13]);
  expect(withoutRounding([])).toEqual([]);
});
