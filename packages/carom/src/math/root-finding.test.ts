import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SolverError } from "../errors.js";
import { findRoot } from "./root-finding.js";

/** Calls of f until the root is found. */
function callsFor(f: (x: number) => number, a: number, b: number): number {
  let calls = 0;
  findRoot(
    (x) => {
      calls += 1;
      return f(x);
    },
    a,
    b,
  );
  return calls;
}

describe("findRoot", () => {
  it.each<[string, (x: number) => number, number, number, number]>([
    ["a line", (x) => 3 * x - 1, -5, 7, 1 / 3],
    ["sqrt 2", (x) => x * x - 2, 0, 10, Math.SQRT2],
    ["pi", Math.sin, 3, 4, Math.PI],
    ["the fixed point of cos", (x) => Math.cos(x) - x, 0, 1, 0.7390851332151607], // Dottie number, OEIS A003957
    ["the omega constant", (x) => x * Math.exp(x) - 1, 0, 5, 0.5671432904097838], // OEIS A030178
    ["a root far from the middle", (x) => Math.log(x) + 100, 1e-300, 1e300, Math.exp(-100)],
    ["a jump", (x) => (x < 0.3 ? -1 : 5), 0, 1, 0.3],
    ["a pole-like wall", (x) => 1 / (x - 1.0001) + 1e4, 0, 1, 1],
  ])("finds %s to the last bits, with the ends either way round", (_name, f, a, b, root) => {
    expect(Math.abs(findRoot(f, a, b) / root - 1)).toBeLessThan(1e-12);
    expect(Math.abs(findRoot(f, b, a) / root - 1)).toBeLessThan(1e-12);
  });

  it("changes sign at its answer or within one double of it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (target) => {
        const f = (x: number) => x * x * x - target;
        const root = findRoot(f, 0, 1000);
        const step = root * Number.EPSILON;
        return f(root) === 0 || (f(root - step) < 0 && f(root + step) > 0);
      }),
    );
  });

  it("needs few calls when the function is smooth, and no more than twice bisection when it is not", () => {
    expect(callsFor((x) => Math.cos(x) - x, 0, 1)).toBeLessThan(12);
    expect(callsFor((x) => Math.exp(x) - 2, -4, 4)).toBeLessThan(16);
    expect(callsFor((x) => (x < 1 / 3 ? -1 : 1e9), 0, 1)).toBeLessThan(2 * 56);
    expect(callsFor((x) => (x - 0.1) ** 9, 0, 1)).toBeLessThan(2 * 56);
  });

  it("returns an end that is a root", () => {
    expect(findRoot((x) => x, 0, 1)).toBe(0);
    expect(findRoot((x) => x - 1, 0, 1)).toBe(1);
  });

  it("stops at the tolerance asked for", () => {
    const root = findRoot((x) => x * x - 2, 0, 2, { xTolerance: 1e-3 });
    expect(Math.abs(root - Math.SQRT2)).toBeLessThan(1e-3);
  });

  it("says what was wrong when there is no sign change, the function is not a number, or the steps run out", () => {
    expect(() => findRoot((x) => x * x + 1, -1, 2)).toThrow(SolverError);
    expect(() => findRoot((x) => x * x + 1, -1, 2)).toThrow("no sign change between -1 and 2: the function is 2 and 5 there");
    expect(() => findRoot((x) => Math.sqrt(x), -1, 2)).toThrow("not a number at -1");
    expect(() => findRoot((x) => x * x - 2, 0, 2, { maxIterations: 3 })).toThrow("not found in 3 steps");
  });
});
