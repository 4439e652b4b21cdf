import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import { besselI0Scaled, besselI1OverXScaled, besselI1Scaled } from "./bessel.js";
import { errorInUlps, fixed, type Reference, references } from "./elementary/reference.testing.js";

/** x, exp(-x) I_0(x), exp(-x) I_1(x) to 30 digits (mpmath 1.3, 40 digits at work). */
const PRINTED: readonly (readonly [number, string, string])[] = [
  [0, "1.0", "0.0"],
  [1e-300, "1.0", "5.00000000000000012529545917604e-301"],
  [1e-8, "0.999999990000000074999999374108", "0.00000000499999995000000041711280060005"],
  [0.001, "0.999000749583515559374261281945", "0.000499500312354221347371364184149"],
  [0.5, "0.645035270449150068107996629746", "0.156420803184871697142645527404"],
  [0.999999, "0.465759865442986581909359372985", "0.207910365410856644995867982692"],
  [1, "0.465759607593640436501901529563", "0.207910415349708448869354685508"],
  [1.5, "0.367433609054158339238241506927", "0.219039387420925672115110112329"],
  [1.8078967510691, "0.32799740883937346397929121799", "0.217647896102925135954376597913"],
  [2, "0.308508322553671039533384319267", "0.215269289248937659158505143255"],
  [3, "0.24300035416182539847261284708", "0.196826713297300853630744830508"],
  [Math.PI, "0.236719144879158480452701527568", "0.194093441181968002807023122037"],
  [4, "0.20700192122398669789508084796", "0.178750839502435327013709443323"],
  [5.5, "0.174483256381929874473112834843", "0.157701009016756512752207907987"],
  [7.999999, "0.143431791146139781544309779567", "0.13414250077122188680057193395"],
  [8, "0.143431781856850310710907437213", "0.134142493292698178306856800444"],
  [9, "0.134959524581723012889800548853", "0.127224983935891205201740450076"],
  [12.25, "0.115205242389076177220674846825", "0.110397971779962758521237443322"],
  [15.999, "0.100547322026202022171805092003", "0.0973525047228981236944077967038"],
  [16, "0.100544127361252018953829947152", "0.0973496147564680824928389712595"],
  [20, "0.0897803118848260215959446536697", "0.0875062221832886653563300683152"],
  [31.5, "0.0713684866486486675921746094201", "0.0702263621902957031566125763919"],
  [50, "0.0565616266474541925299391880158", "0.0559931238928953996438787075574"],
  [100, "0.0399443792990966826475587051553", "0.0397441530251302526736389309882"],
  [700, "0.0150812956515313575869861745298", "0.0150705194447168469492577492912"],
  [5000, "0.00564203689874458865698524834722", "0.00564147266683888590362748769257"],
  [1e8, "0.0000398942280900110531246799845651", "0.0000398942278905399121759468628298"],
  [1e300, "3.98942280401432667466761665864e-151", "3.98942280401432667466761665864e-151"],
];

/** exp(-x) times the series of I_k, in whole numbers. */
const scaledSeries =
  (order: 0 | 1): Reference =>
  (bits, x) => {
    const work = bits + 20 + Math.ceil(1.5 * x);
    const half = fixed(x / 2, work);
    const square = (half * half) >> BigInt(work);
    let term = order === 0 ? 1n << BigInt(work) : half;
    let sum = term;
    for (let n = 1n; term > 0n; n++) {
      term = ((term * square) >> BigInt(work)) / (n * (n + BigInt(order)));
      sum += term;
    }
    return (sum * references.exp(work, -x)) >> BigInt(2 * work - bits);
  };

const sizes = fc.oneof(between(1e-3, 1), between(1, 2), between(2, 4), between(4, 8), between(8, 16), between(16, 60), between(60, 700));

describe("scaled Bessel functions", () => {
  it.each(PRINTED)("at %d they are the 30 printed digits, to the last bit or two", (x, first, second) => {
    expect(Math.abs(besselI0Scaled(x) - Number(first))).toBeLessThanOrEqual(2 * ulp(Number(first)));
    expect(Math.abs(besselI1Scaled(x) - Number(second))).toBeLessThanOrEqual(2 * ulp(Number(second)));
    if (x > 1e-200) expect(besselI1OverXScaled(x) * x).toBeCloseTo(Number(second), 15);
  });

  it.each([
    ["I0", besselI0Scaled, scaledSeries(0)],
    ["I1", besselI1Scaled, scaledSeries(1)],
  ] as const)("%s is within 2 ulp of whole-number arithmetic", (_name, ours, reference) => {
    fc.assert(
      fc.property(sizes, (x) => {
        expect(errorInUlps(ours(x), reference, x)).toBeLessThan(2);
      }),
      { numRuns: 300 },
    );
  });

  it("is even, odd, and in order at the ends of its range", () => {
    expect([besselI0Scaled(0), besselI1Scaled(0), besselI1OverXScaled(0)]).toEqual([1, 0, 0.5]);
    expect(besselI0Scaled(-3)).toBe(besselI0Scaled(3));
    expect(besselI1Scaled(-3)).toBe(-besselI1Scaled(3));
    expect([besselI0Scaled(Infinity), besselI1Scaled(Infinity)]).toEqual([0, 0]);
    expect(besselI0Scaled(Number.NaN)).toBeNaN();
  });
});

function ulp(x: number): number {
  let gap = 2 ** -1074;
  while (x + gap === x) gap *= 2;
  return gap;
}
