/**
 * Dense scenes by steps, part of `npm run stress`: 5 to 60 bodies of all kinds dropped into a pit, for 2 s (testing/dense-scenes.ts of the
 * library). Every run ends within 60 s of processor time; none gains 1e-6 of its energy, overlaps by 1e-3 of its size, leaves 1e-8
 * unexplained in its ledger, or loses a body or a number. `npm run stress -- --dense-scene SEED` runs one again.
 */
import { type DenseRun, denseScene, runDense } from "carom/testing";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

/** Processor time of one scene, s: what else the machine does must not decide. */
const LONGEST = 60;
/** Lines printed. */
const SHOWN = 20;

interface Finding {
  readonly seed: number;
  readonly run?: DenseRun;
  readonly complaints: readonly string[];
  /** Processor time, s. */
  readonly seconds: number;
}

/** 1 if a run breaks a rule, else 0. `from`: how many scenes of the seed come before the first one. */
export function denseCampaign(count: number, seed: number, from = 0): number {
  printHeading(`Dense scenes by steps: ${count} of up to 60 bodies, seed ${seed}${from > 0 ? `, from scene ${from} on` : ""}`);
  const findings = Array.from({ length: count }, (_, n) => {
    const finding = examine(seed * 100_000 + from + n);
    if (process.stderr.isTTY) process.stderr.write(`${line(finding)}\n`);
    return finding;
  });
  const runs = findings.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const worst = (of: (run: DenseRun) => number) => small(runs.reduce((most, run) => Math.max(most, of(run)), 0));
  const seconds = findings.map((finding) => finding.seconds);
  printTable(
    ["scenes", "rest", "worst rise", "worst overlap", "worst ledger", "worst residual, m/s", "median s", "p99 s", "max s", "s"],
    [
      [
        count,
        runs.filter(({ status }) => status === "rest").length,
        worst(({ rise }) => rise),
        worst(({ overlap }) => overlap),
        worst(({ residual }) => residual),
        worst(({ statistics }) => statistics.largestResidual),
        ...[0.5, 0.99, 1].map((part) => percentile(seconds, part).toFixed(2)),
        seconds.reduce((sum, value) => sum + value, 0).toFixed(0),
      ],
    ],
  );
  const broken = findings.filter(({ complaints }) => complaints.length > 0);
  for (const finding of broken.slice(0, SHOWN)) console.log(`--dense-scene ${line(finding)}`);
  console.log(`${broken.length} of ${count} runs break a rule.`);
  return broken.length > 0 ? 1 : 0;
}

/** Runs one scene again and prints it. */
export function replayDense(seed: number): number {
  const finding = examine(seed);
  console.log(finding.run);
  console.log(line(finding));
  return finding.complaints.length > 0 ? 1 : 0;
}

function line({ seed, run, seconds, complaints }: Finding): string {
  const size = run === undefined ? "" : `${run.bodies} bodies, ${run.time.toFixed(2)} s in `;
  return `${seed}: ${size}${seconds.toFixed(2)} s; ${complaints.join("; ") || "passes"}`;
}

function examine(seed: number): Finding {
  const scene = denseScene(seed);
  const started = process.cpuUsage();
  const elapsed = () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  try {
    const run = runDense(scene, undefined, {}, () => elapsed() > LONGEST);
    return { seed, run, complaints: run.complaints, seconds: elapsed() };
  } catch (error) {
    return { seed, complaints: [error instanceof Error ? (error.stack ?? error.message) : String(error)], seconds: elapsed() };
  }
}
