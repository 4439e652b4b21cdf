/**
 * Random mechanisms thrown on a floor, part of `npm run stress`: two to five links on joints of all types, with stops, springs and dampers
 * (testing/thrown-mechanisms.ts of the library).
 *
 * The rules are those of thrown bodies: no energy from nowhere, a ledger that closes to 1e-8, nothing below the floor, no number lost; one
 * in fifty may end in an error or take longer than 20 s.
 */
// Scenes are the tests' own and not part of the published library.

import { MECHANISM_DURATION, runThrown, type ThrownRun, thrownMechanism } from "carom/testing";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

/** Part of the scenes that must end at their time or at rest. */
const FINISHED = 0.98;
/** Wall time of one scene, s. */
const LONGEST = 20;

/** 1 if a run breaks a rule or too many do not finish, else 0. */
export function mechanismCampaign(count: number, seed: number): number {
  printHeading(`Simulations: ${count} mechanisms thrown on a floor, seed ${seed}`);
  const runs = Array.from({ length: count }, (_, n) => {
    const started = performance.now();
    const of = seed * 100_000 + n;
    const run = runThrown(thrownMechanism(of), MECHANISM_DURATION, () => performance.now() - started > 1000 * LONGEST);
    return { seed: of, seconds: (performance.now() - started) / 1000, ...run };
  });
  const failed = runs.filter(({ status }) => status === "failed");
  const broken = runs.filter(({ complaints }) => complaints.length > 0);
  const worst = (of: (run: ThrownRun) => number) => small(runs.reduce((most, run) => Math.max(most, of(run)), 0));
  const seconds = runs.map((run) => run.seconds);
  printTable(
    ["mechanisms", "finished", "failed", "impacts", "worst ledger", "worst overlap", "median s", "max s"],
    [
      [
        count,
        count - failed.length,
        failed.length,
        runs.reduce((sum, { impacts }) => sum + impacts, 0),
        worst(({ residual }) => residual),
        worst(({ overlap }) => overlap),
        ...[0.5, 1].map((part) => percentile(seconds, part).toFixed(2)),
      ],
    ],
  );
  for (const run of failed) console.log(`seed ${run.seed}: ${run.cause}`);
  for (const run of broken) console.log(`seed ${run.seed}: ${run.complaints.join("; ")}`);
  console.log(`${broken.length} runs break a rule; ${failed.length} of ${count} do not finish.`);
  return broken.length > 0 || failed.length > (1 - FINISHED) * count ? 1 : 0;
}
