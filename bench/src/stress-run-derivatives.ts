/**
 * Derivatives of random runs held to extrapolated differences, part of `npm run stress`: bodies in flight, on floors, inclines and other
 * bodies, on shaken tables, joints with stops, springs, loops, gears and drives (testing/derivative-scenes.ts of the library).
 *
 * Where the differences settle, both agree to 1e-7; where they do not, an edge is reported within ten times their reach, or runs that
 * should be the same differ so much that no difference can tell (`drowned`).
 */
import { type DerivativeVerdict, derivativeScene, judgeDerivatives } from "carom/testing";
import { printHeading, printTable, small } from "./table.js";

/** Reaches of the differences within which an edge explains that they do not settle. */
const EXPLAINS = 10;

/**
 * 1 if a derivative differs, or differences do not settle and nothing says why, else 0.
 * @param from the scene of the seed that is the first
 */
export function runDerivativeCampaign(count: number, seed: number, from = 0): number {
  printHeading(`Derivatives of ${count} random runs against differences, seed ${seed}${from > 0 ? `, from scene ${from} on` : ""}`);
  const judged = Array.from({ length: count }, (_, n) => {
    const of = seed * 100_000 + from + n;
    try {
      return judgeDerivatives(derivativeScene(of)).map((verdict) => ({ of, ...verdict, failed: "" }));
    } catch (error) {
      return [
        { of, path: "", verdict: "differs", error: Number.POSITIVE_INFINITY, edge: 0, kind: "", failed: (error as Error).message },
      ] as const;
    }
  }).flat();
  const of = (verdict: DerivativeVerdict["verdict"]) => judged.filter((one) => one.verdict === verdict);
  const unexplained = of("unsettled").filter(({ edge }) => !(edge <= EXPLAINS));
  printTable(
    ["parameters", "agree", "worst", "differ", "do not settle", "of these unexplained", "drowned in rounding", "no derivative"],
    [
      [
        judged.length,
        of("agrees").length,
        small(of("agrees").reduce((most, { error }) => Math.max(most, error), 0)),
        of("differs").length,
        of("unsettled").length,
        unexplained.length,
        of("drowned").length,
        of("none").length,
      ],
    ],
  );
  for (const one of [...of("differs"), ...unexplained])
    console.log(
      `scene ${one.of}, ${one.path}: ${one.verdict}, ${small(one.error)}; nearest edge ${one.kind} ${small(one.edge)} ${one.failed}`,
    );
  return of("differs").length + unexplained.length > 0 ? 1 : 0;
}
