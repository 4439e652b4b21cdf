/**
 * Random scenes with several contacts, solved by each law that takes them; part of `npm run stress`.
 *
 * Scenes: testing/scenes.ts of the library, up to twelve contacts, closed loops, redundant contacts, mass ratios up to 10^4, mixed
 * restitution and friction, contacts at rest and contacts that separate. Harsh ones: balls with mass ratios of 10^3 and stiffness ratios of
 * 10^4, of which 99 in 100 must be solved within 5 s. Every outcome must pass testing/judge.ts, which says exactly what
 * is asked. A law may say that it could not finish, with the warning `not-converged` (it then ends with a push without restitution, and
 * everything must hold all the same) or with a SolverError; both are counted and listed. Anything else is a failure.
 *
 * Scene n of a seed is drawn from its own numbers, so one can be solved again alone: `npm run stress -- --scene simultaneous:123`, with the
 * `--seed` it was found with.
 */
import { type ImpactOutcome, solveMultipoint, solveSimultaneous } from "carom/impact";
import { createRandom } from "carom/math";
import type { ContactProblem } from "carom/mechanics";
import { harshFamilies, judge, oneBodyFamilies, type SceneFamily, sceneFamilies } from "carom/testing";
// Scenes and judge are the tests' own and not part of the published library.
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

interface Candidate {
  readonly name: string;
  readonly solve: (problem: ContactProblem) => ImpactOutcome;
  readonly families: readonly SceneFamily[];
  /** Part of the scenes asked for. Default: all. */
  readonly part?: number;
  /** Most processor time of 99 in 100 scenes, ms. */
  readonly limit?: number;
}

const candidates: readonly Candidate[] = [
  { name: "simultaneous", solve: (problem) => solveSimultaneous(problem), families: sceneFamilies },
  { name: "multipoint", solve: (problem) => solveMultipoint(problem), families: oneBodyFamilies },
  { name: "harsh", solve: (problem) => solveSimultaneous(problem), families: harshFamilies, part: 0.1, limit: 5000 },
];

/** Failures printed for a law, and unfinished scenes. */
const SHOWN = 20;

interface Finding {
  readonly family: string;
  readonly ended: boolean;
  readonly gaveUp: boolean;
  readonly warnings: readonly string[];
  readonly complaints: readonly string[];
  readonly ledger: number;
  readonly approach: number;
  readonly events: number;
  /** Of processor time, ms. */
  readonly time: number;
}

/** 1 if a scene fails, else 0. */
export function manyCampaign(asked: number, seed: number): number {
  let failures = 0;
  for (const candidate of candidates) {
    const count = Math.ceil(asked * (candidate.part ?? 1));
    printHeading(
      `Law ${candidate.name === "harsh" ? "simultaneous, harsh" : candidate.name}: ${count} scenes of up to 12 contacts, seed ${seed}`,
    );
    const findings = Array.from({ length: count }, (_, n) => ({ n, ...examine(candidate, n, seed) }));
    const families = [...new Set(findings.map(({ family }) => family))];
    printTable(
      [
        "scenes",
        "problems",
        "ended",
        "gave up",
        "warned",
        "failed",
        "worst ledger",
        "worst approach",
        "most events",
        "median ms",
        "p99 ms",
        "s",
      ],
      [
        ...families.map((family) =>
          summary(
            family,
            findings.filter((finding) => finding.family === family),
          ),
        ),
        summary("all", findings),
      ],
    );
    const failed = findings.filter(({ complaints }) => complaints.length > 0);
    const unfinished = findings.filter(({ ended, complaints }) => !ended && complaints.length === 0);
    const shown = [...failed.slice(0, SHOWN), ...unfinished.slice(0, SHOWN)];
    for (const { n, family, complaints, warnings } of shown)
      console.log(`--scene ${candidate.name}:${n} (${family}): ${[...complaints, ...warnings].join("; ")}`);
    console.log(`${failed.length} failures in ${count} scenes, ${unfinished.length} unfinished.`);
    failures += failed.length;
    const slow = percentile(
      findings.map(({ time }) => time),
      0.99,
    );
    if (slow > (candidate.limit ?? Infinity)) {
      console.log(`one in a hundred takes more than ${slow.toFixed(0)} ms; at most ${candidate.limit}`);
      failures++;
    }
  }
  return failures > 0 ? 1 : 0;
}

/** Solves one scene again and prints everything about it. */
export function replayScene(which: string, seed: number): number {
  const [name, number] = which.split(":");
  const candidate = candidates.find((known) => known.name === name);
  const n = Number(number);
  if (candidate === undefined || !Number.isInteger(n)) {
    console.error(`--scene: ${which} is not LAW:NUMBER with a law of ${candidates.map((known) => known.name).join(", ")}`);
    return 2;
  }
  const { family, problem } = sceneOf(candidate, n, seed);
  console.log(`${family}\n${JSON.stringify(problem)}`);
  const outcome = candidate.solve(problem);
  const { complaints } = judge(problem, outcome);
  console.log({
    impulse: outcome.impulse,
    velocity: outcome.velocity,
    energy: outcome.energy,
    warnings: outcome.warnings,
    slip: outcome.slip,
  });
  console.log(complaints.join("\n") || "passes");
  return complaints.length > 0 ? 1 : 0;
}

function sceneOf({ families }: Candidate, n: number, seed: number): { family: string; problem: ContactProblem } {
  const { name, draw } = families[n % families.length];
  return { family: name, problem: draw(createRandom(seed * 1_000_003 + n)).problem };
}

function examine(candidate: Candidate, n: number, seed: number): Finding {
  const { family, problem } = sceneOf(candidate, n, seed);
  const started = process.cpuUsage().user;
  const nothing = { family, ended: false, gaveUp: false, warnings: [], complaints: [], ledger: 0, approach: 0, events: 0, time: 0 };
  try {
    const outcome = candidate.solve(problem);
    const time = (process.cpuUsage().user - started) / 1000;
    const { complaints, ledger, approach } = judge(problem, outcome);
    const warnings = outcome.warnings.map(({ code }) => code).filter((code) => code !== "unused-field");
    const converged = !warnings.includes("not-converged");
    return {
      family,
      ended: converged,
      gaveUp: false,
      warnings: [...new Set(warnings)],
      complaints,
      ledger,
      approach,
      events: outcome.events.length,
      time,
    };
  } catch (error) {
    const time = (process.cpuUsage().user - started) / 1000;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (error instanceof Error && error.name === "SolverError") return { ...nothing, gaveUp: true, warnings: [message], time };
    return { ...nothing, complaints: [message], time };
  }
}

function summary(name: string, findings: readonly Finding[]): (string | number)[] {
  const count = (test: (finding: Finding) => boolean) => findings.filter(test).length;
  const codes = [...new Set(findings.filter(({ gaveUp }) => !gaveUp).flatMap(({ warnings }) => warnings))];
  const warned = codes.map((code) => `${code} ${count(({ warnings }) => warnings.includes(code))}`).join(", ");
  const times = findings.map(({ time }) => time);
  return [
    name,
    findings.length,
    count(({ ended }) => ended),
    count(({ gaveUp }) => gaveUp),
    warned || "-",
    count(({ complaints }) => complaints.length > 0),
    small(Math.max(...findings.map(({ ledger }) => ledger))),
    small(Math.max(...findings.map(({ approach }) => approach))),
    Math.max(...findings.map(({ events }) => events)),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.99).toFixed(0),
    (times.reduce((sum, time) => sum + time, 0) / 1000).toFixed(1),
  ];
}
