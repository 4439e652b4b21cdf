/**
 * What derivatives cost beside what they are derivatives of: all of one impact in plain solves, six parameters of a run in plain runs, as
 * processor time of the same process, once both have been repeated until they are compiled; the least of several rounds, in turn.
 */
import { readFileSync } from "node:fs";
import { impactDerivatives, lawNamed } from "carom/impact";
import { createSlipContact } from "carom/impact/slip";
import { createRandom } from "carom/math";
import { parseStudy, runStudy } from "carom/study";
import { problemFamilies, problemOf } from "carom/testing";
import type { Claim } from "./claims.js";
import { printHeading, printTable } from "./table.js";

/** Examples, and the six numbers of each by which the state at the end is differentiated. */
const RUNS: readonly (readonly [string, readonly string[]])[] = [
  ["sim-five-bounces", sixOf("ball")],
  ["sim-ball-bounce-and-roll", sixOf("ball")],
  ["sim-ball-slide-to-roll", sixOf("ball")],
  ["sim-ball-to-rest", sixOf("ball")],
  ["sim-moving-table", sixOf("ball")],
  ["sim-incline-slip", sixOf("block")],
];
/** That were asked for. */
const [MOST_RUNS, MOST_SOLVES] = [3, 2];
const PROBLEMS = 400;
/**
 * Repetitions before anything is measured: a run of one or two milliseconds, plain or not, goes on to get faster for some 300 of them, and
 * a call of all problems is many solves already.
 */
const [WARM_RUNS, WARM_SOLVES] = [300, 60];
/** Rounds, and repetitions in each of them. */
const [ROUNDS, REPEATED] = [6, 10];

function sixOf(body: string): readonly string[] {
  const own = ["velocity[0]", "angularVelocity[1]", "mass"].map((field) => `bodies.${body}.${field}`);
  return [...own, "contacts[0].friction", "contacts[0].restitution", "gravity[2]"];
}

export interface DerivativeCost {
  readonly name: string;
  /** Processor time, ms. */
  readonly plain: number;
  readonly derived: number;
}

export interface DerivativeCosts {
  readonly impacts: readonly DerivativeCost[];
  readonly runs: readonly DerivativeCost[];
}

export function measureDerivatives(seed: number): DerivativeCosts {
  const random = createRandom(seed);
  const contact = createSlipContact();
  const problems = Array.from({ length: PROBLEMS }, () => {
    problemFamilies[0]!.draw(random, contact);
    return problemOf(contact);
  });
  return {
    impacts: (["frictional", "poisson", "newton"] as const).map((law) => {
      const { plain, derived } = leastTimes(
        () => {
          for (const problem of problems) lawNamed(law).solve(problem);
        },
        () => {
          for (const problem of problems) impactDerivatives(law, problem);
        },
        WARM_SOLVES,
      );
      return { name: law, plain: plain / PROBLEMS, derived: derived / PROBLEMS };
    }),
    runs: RUNS.map(([name, by]) => {
      const text = readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), "utf8");
      const { derivatives: _, ...given } = JSON.parse(text) as { derivatives?: object };
      const study = parseStudy(given, "simulation");
      const asked = parseStudy({ ...given, derivatives: { of: ["end"], by } }, "simulation");
      const times = leastTimes(
        () => runStudy(study),
        () => runStudy(asked),
        WARM_RUNS,
      );
      return { name, ...times };
    }),
  };
}

/** Of one work and another, ms each. */
function leastTimes(plain: () => void, derived: () => void, warm: number): Pick<DerivativeCost, "plain" | "derived"> {
  for (let n = 0; n < warm; n++) {
    plain();
    derived();
  }
  const least = { plain: Number.POSITIVE_INFINITY, derived: Number.POSITIVE_INFINITY };
  for (let n = 0; n < ROUNDS; n++) {
    least.plain = Math.min(least.plain, timeOf(plain));
    least.derived = Math.min(least.derived, timeOf(derived));
  }
  return least;
}

/** ms */
function timeOf(work: () => void): number {
  const from = process.cpuUsage();
  for (let n = 0; n < REPEATED; n++) work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / REPEATED;
}

export function derivativeClaims({ impacts, runs }: DerivativeCosts): readonly Claim[] {
  const worst = (costs: readonly DerivativeCost[]) => Math.max(...costs.map(({ plain, derived }) => derived / plain));
  const solves = worst(impacts.filter(({ name }) => name === "frictional"));
  return [
    {
      claim: `all derivatives of frictional cost at most ${MOST_SOLVES} plain solves`,
      measured: solves.toFixed(1),
      passed: solves <= MOST_SOLVES,
    },
    {
      claim: `derivatives of a run by six parameters cost at most ${MOST_RUNS} plain runs`,
      measured: worst(runs).toFixed(1),
      passed: worst(runs) <= MOST_RUNS,
    },
  ];
}

export function printDerivatives({ impacts, runs }: DerivativeCosts, claims: readonly Claim[]): void {
  printHeading("What derivatives cost, processor time");
  const rows = (costs: readonly DerivativeCost[]) =>
    costs.map(({ name, plain, derived }) => [name, plain.toPrecision(3), derived.toPrecision(3), (derived / plain).toFixed(1)]);
  printTable(["law", "a solve, ms", "all derivatives, ms", "in solves"], rows(impacts));
  printTable(["example", "a run, ms", "with six parameters, ms", "in plain runs"], rows(runs));
  printTable(
    ["claim", "measured", "verdict"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
