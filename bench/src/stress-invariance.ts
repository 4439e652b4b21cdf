/**
 * Scenes told otherwise; part of `npm run stress`. See testing/invariance.ts of the library.
 *
 * Contacts and bodies in another order, the world turned, mirrored, elsewhere or moving, other tangents, other units: every law, and the
 * law chosen where none is named, must answer the same to 1e-9 of the fastest contact velocity. Where it does not, a warning must say that
 * the answer is not determined; those are counted. `--twin N` tells about one scene again, with the `--seed` it was found with.
 */
import { examineInvariance, INVARIANT, type Invariance, isWrong, solverNames } from "carom/testing";
import { printHeading, printTable, small } from "./table.js";

/** Wrong answers printed. */
const SHOWN = 40;

/** 1 if an answer differs without a warning, else 0. */
export function invarianceCampaign(count: number, seed: number): number {
  printHeading(`Told otherwise: ${count} scenes, seed ${seed}`);
  const started = performance.now();
  const found = Array.from({ length: count }, (_, n) => examineInvariance(n, seed));
  printTable(
    ["law", "scenes", "twins", "worst of the same", "undetermined", "wrong"],
    [
      ...solverNames.map((law) =>
        summary(
          law,
          found.filter((one) => one.law === law),
        ),
      ),
      summary("all", found),
    ],
  );
  const wrong = found.flatMap((one) => one.comparisons.filter(isWrong).map((comparison) => ({ ...one, ...comparison })));
  for (const { n, law, family, change, difference } of wrong.slice(0, SHOWN))
    console.log(`--twin ${n} (${law}, ${family}), ${change}: ${small(difference)}`);
  console.log(`${wrong.length} wrong, ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  return wrong.length > 0 ? 1 : 0;
}

function summary(law: string, found: readonly Invariance[]): (string | number)[] {
  const comparisons = found.flatMap((one) => one.comparisons);
  const same = comparisons.filter(({ difference }) => difference <= INVARIANT);
  const wrong = comparisons.filter(isWrong);
  const worst = same.reduce((most, { difference }) => Math.max(most, difference), 0);
  return [law, found.length, comparisons.length, small(worst), comparisons.length - same.length - wrong.length, wrong.length];
}

/** One scene again. */
export function replayTwin(n: number, seed: number): number {
  const { law, family, comparisons } = examineInvariance(n, seed);
  console.log(`${law}, ${family}`);
  for (const { change, difference, undetermined } of comparisons) console.log(`${change}: ${small(difference)} ${undetermined.join(", ")}`);
  return comparisons.some(isWrong) ? 1 : 0;
}
