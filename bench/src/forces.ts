/**
 * What forces inside impacts cost: over random events, and against the number of points of a block that lands on an edge.
 */
import { contactLaw, impactForces, materials } from "carom/force";
import { solveMultipoint } from "carom/impact";
import { contactProblemFromBodies } from "carom/mechanics";
import type { Claim } from "./claims.js";
import { drawForceCase } from "./force-events.js";
import { passesIn, processorTime, timeRounds } from "./measure.js";
import type { PlotRow } from "./scale-plot.js";
import { percentile } from "./statistics.js";
import { digits, printHeading, printTable } from "./table.js";

const EVENTS = 2000;
const POINTS = [2, 3, 5, 10, 20, 50];
/** One event is to take less, ms: the median. */
const MOST = 1;
/** Processor time that each measurement gets in a round, ms. */
const LEAST_TIME = 20;

export interface ForceTable {
  /** ms of each event of random impacts, warm. */
  readonly events: { readonly count: number; readonly median: number; readonly p90: number; readonly p99: number };
  readonly points: readonly { readonly count: number; readonly milliseconds: number }[];
}

export function measureForces(rounds: number, seed: number): ForceTable {
  const cases = [];
  let events = 0;
  for (let n = 0; events < EVENTS; n++) {
    const found = drawForceCase(n, seed);
    if (found === undefined) continue;
    try {
      events += impactForces(found.problem, found.outcome, found.laws, { unloading: found.unloading }).events.length;
    } catch {
      continue; // counted by the campaign of npm run stress
    }
    cases.push(found);
  }
  const times = cases.flatMap(({ problem, outcome, laws, unloading }) => {
    const start = processorTime();
    const told = impactForces(problem, outcome, laws, { unloading }).events.length;
    const each = (processorTime() - start) / told;
    return new Array<number>(told).fill(each);
  });
  const jobs = POINTS.map((count) => {
    const { problem, outcome, laws } = edge(count);
    return () => impactForces(problem, outcome, laws);
  });
  const passes = jobs.map((job) => passesIn(LEAST_TIME, job));
  const measured = timeRounds(
    jobs.map((job, j) => () => {
      for (let k = 0; k < passes[j]!; k++) job();
    }),
    rounds,
  );
  return {
    events: { count: events, median: percentile(times, 0.5), p90: percentile(times, 0.9), p99: percentile(times, 0.99) },
    points: POINTS.map((count, i) => ({ count, milliseconds: Math.min(...measured[i]!) / passes[i]! })),
  };
}

/** The block of 004, example 4, on an edge of so many points. */
function edge(count: number) {
  const block = { mass: 2.5, inertia: [0.677, 0.677, 0.9375] as const, position: [0, 0, 0.64] as const, velocity: [0, 0, -4.11] as const };
  const contacts = Array.from({ length: count }, (_, i) => ({
    between: ["block", "floor"] as const,
    point: [1.5 * (i / (count - 1) - 0.5), 0.63, 0] as const,
    normal: [0, 0, 1] as const,
    friction: 0.4,
    restitution: 0.5,
  }));
  const { problem } = contactProblemFromBodies({ block, floor: "fixed" }, contacts);
  const law = contactLaw({
    materials: [materials["steel of the source"]!, materials["ground of the source"]!],
    radii: [0.1875, "flat"],
    damping: 10,
  });
  return { problem, outcome: solveMultipoint(problem, { history: true }), laws: problem.contacts.map(() => law) };
}

export function forceClaims({ events }: ForceTable): Claim[] {
  return [
    {
      claim: `forces of one event, median over ${EVENTS} random ones: less than ${MOST} ms`,
      measured: `${digits(events.median)} ms`,
      passed: events.median < MOST,
    },
  ];
}

export function forcePlotRows({ points }: ForceTable): PlotRow[] {
  return points.map(({ count, milliseconds }) => ({ kind: "edge", count, value: milliseconds }));
}

export function printForces({ events, points }: ForceTable, claims: readonly Claim[]): void {
  printHeading("Forces inside impacts");
  printTable(["events", "median ms", "p90", "p99"], [[events.count, digits(events.median), digits(events.p90), digits(events.p99)]]);
  printTable(
    ["points", "ms"],
    points.map(({ count, milliseconds }) => [count, digits(milliseconds)]),
  );
  printTable(
    ["claim", "measured", ""],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "holds" : "FAILS"]),
  );
}
