/**
 * Planning a hit, measured in impacts: how many times one forward impact a plan takes.
 *
 * Targets are the source's (the square x = 5, -4 <= y, z <= 4) with its mobility and with that of the shapes it describes, and random
 * configurations. A time is the shortest of several tries of the same target, the median is taken over targets; the forward impact is the
 * law frictional followed by series, on the very contact velocities that were planned, measured in the same way in the same run.
 */
import { aimAt, boundingTriangles, closedFormHits, type Hit, planHit, readHit, strike } from "carom/batting";
import { frictional } from "carom/impact";
import { createRandom } from "carom/math";
import { randomHitTask, sourceTarget, sourceTask } from "carom/testing";
import type { Claim } from "./claims.js";
import { median, percentile } from "./statistics.js";
import { digits, printHeading, printTable } from "./table.js";

interface MeasuredHits {
  readonly name: string;
  /** Microseconds: bare series, and with checks, events and ledger. */
  readonly forward: number;
  readonly law: number;
  /** Microseconds, median over targets. */
  readonly closedForm: number;
  readonly plan: number;
  readonly plan99: number;
  readonly unreachable: number;
  readonly triangles: number;
  /** Part of the targets. */
  readonly solved: number;
  readonly inClosedForm: number;
  readonly byTriangles: number;
}

const TARGETS = 300;
const TRIES = 7;
/** Impacts timed together: one is too short for a clock. */
const BATCH = 40;

/** The shortest of several tries, microseconds. */
function shortest(job: () => void, tries = TRIES): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const start = performance.now();
    job();
    best = Math.min(best, performance.now() - start);
  }
  return 1000 * best;
}

function measureHits(name: string, hits: readonly Hit[]): MeasuredHits {
  // Once through everything, so that all of it is compiled.
  for (const hit of hits) {
    planHit(hit);
    closedFormHits(hit);
  }
  const plans = hits.map((hit) => ({ hit, plan: planHit(hit) }));
  const solved = plans.flatMap(({ hit, plan }) => (plan.status === "solved" ? [{ hit, velocity: plan.hit.components }] : []));
  const missed = plans.flatMap(({ hit, plan }) => (plan.status === "solved" ? [] : [hit]));
  const forward = solved.map(
    ({ hit: { contact }, velocity }) =>
      shortest(() => {
        for (let i = 0; i < BATCH; i++) strike(contact, velocity);
      }) / BATCH,
  );
  const law = solved.map(({ hit: { problem }, velocity }) => {
    const struck = { ...problem, velocity };
    return (
      shortest(() => {
        for (let i = 0; i < BATCH; i++) frictional.solve(struck);
      }) / BATCH
    );
  });
  const planned = solved.map(({ hit }) => shortest(() => planHit(hit)));
  const closed = hits.map((hit) => shortest(() => closedFormHits(hit)));
  const given = missed.map((hit) => shortest(() => planHit(hit)));
  const byTriangles = hits.map((hit, i) => boundingTriangles(hit, { seed: i + 1 }).status === "solved");
  const triangles = hits.slice(0, 60).map((hit, i) => shortest(() => boundingTriangles(hit, { seed: i + 1 }), 2));
  const share = (list: readonly boolean[]) => list.filter(Boolean).length / list.length;
  return {
    name,
    forward: median(forward),
    law: median(law),
    closedForm: median(closed),
    plan: median(planned),
    plan99: percentile(planned, 0.99),
    unreachable: median(given),
    triangles: median(triangles),
    solved: solved.length / hits.length,
    inClosedForm: share(hits.map((hit) => closedFormHits(hit).length > 0)),
    byTriangles: share(byTriangles),
  };
}

export function measureBatting(seed: number): MeasuredHits[] {
  const random = createRandom(seed);
  const targets = Array.from({ length: TARGETS }, () => sourceTarget(random));
  const source = (mobility: "table" | "correct") => {
    const hit = readHit(sourceTask(mobility));
    return targets.map((target) => aimAt(hit, target));
  };
  const configurations = Array.from({ length: TARGETS }, () => readHit(randomHitTask(random))).filter(({ canJam }) => !canJam);
  return [
    measureHits("the source's task, its mobility", source("table")),
    measureHits("the source's task, right mobility", source("correct")),
    measureHits("random configurations", configurations),
  ];
}

export function printBatting(measured: readonly MeasuredHits[], claims: readonly Claim[]): void {
  printHeading("Planning a hit");
  printTable(
    [
      "targets",
      "impact, us",
      "law, us",
      "closed form, us",
      "/ impact",
      "plan, us",
      "/ impact",
      "p99 / impact",
      "unreachable, us",
      "triangles to 0.15 m, us",
    ],
    measured.map((row) => [
      row.name,
      digits(row.forward),
      digits(row.law),
      digits(row.closedForm),
      digits(row.closedForm / row.forward),
      digits(row.plan),
      digits(row.plan / row.forward),
      digits(row.plan99 / row.forward),
      digits(row.unreachable),
      digits(row.triangles),
    ]),
  );
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  printTable(
    ["targets", "solved (the rest is outside the friction cone)", "closed form exists", "bounding triangles within 0.15 m"],
    measured.map(({ name, solved, inClosedForm, byTriangles }) => [name, percent(solved), percent(inClosedForm), percent(byTriangles)]),
  );
  printTable(
    ["claim", "measured", "verdict"],
    claims.map(({ claim, measured: value, passed }) => [claim, value, passed ? "PASS" : "FAIL"]),
  );
}

export function battingClaims(measured: readonly MeasuredHits[]): Claim[] {
  const most = (value: (row: MeasuredHits) => number) => Math.max(...measured.map(value));
  const closed = most(({ closedForm, forward }) => closedForm / forward);
  const planned = most(({ plan, forward }) => plan / forward);
  return [
    { claim: "closed form (all hits, verified): at most 20 forward impacts", measured: digits(closed), passed: closed <= 20 },
    { claim: "planner, slowest hit of all: at most 200 forward impacts (median)", measured: digits(planned), passed: planned <= 200 },
  ];
}
