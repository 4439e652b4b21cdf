/** Whether a million impacts leave anything in memory, and how much they use on the way. */
import v8 from "node:v8";
import vm from "node:vm";
import { createSlipPath } from "carom/impact/slip";
import type { Claim } from "./claims.js";
import { series } from "./methods.js";
import { drawProblems, timedFamilies } from "./problems.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable } from "./table.js";

export interface Allocation {
  readonly impacts: number;
  /** Growth of the heap over all impacts, collected before and after, bytes. */
  readonly kept: number;
  /** Memory used and given up by one impact, bytes: the median over chunks of the growth of the heap without collecting. */
  readonly used: number;
}

/** Short, so that few chunks hold a garbage collection and the median is of those that hold none. */
const CHUNKS = 1000;
const IMPACTS_PER_CHUNK = 1000;
const PROBLEMS = 250;
/** What the measurement itself may leave behind. */
const MOST_KEPT = 64 * 1024;

export function measureAllocation(seed: number): Allocation {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const byFamily = timedFamilies.map((family, i) => drawProblems(family, PROBLEMS, seed + i));
  // One of each family in turn, so that every chunk holds the same mixture.
  const problems = Array.from({ length: PROBLEMS }, (_, i) => byFamily.map((drawn) => drawn[i]!)).flat();
  const path = createSlipPath();
  const growths = new Float64Array(CHUNKS);
  const runChunks = () => {
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < IMPACTS_PER_CHUNK; i++) series.follow(problems[(chunk * IMPACTS_PER_CHUNK + i) % problems.length]!, path);
      growths[chunk] = process.memoryUsage().heapUsed - before;
    }
  };
  // Once untimed: compiling allocates.
  runChunks();
  collect();
  const before = process.memoryUsage().heapUsed;
  runChunks();
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  return { impacts: CHUNKS * IMPACTS_PER_CHUNK, kept, used: median([...growths]) / IMPACTS_PER_CHUNK };
}

export function allocationClaim({ impacts, kept }: Allocation): Claim {
  return {
    claim: `series: the heap does not grow over ${impacts} impacts of all families (at most ${MOST_KEPT} bytes)`,
    measured: `${kept} bytes`,
    passed: kept <= MOST_KEPT,
  };
}

export function printAllocation(allocation: Allocation): void {
  printHeading("Memory");
  const { claim, measured, passed } = allocationClaim(allocation);
  printTable(["claim", "measured", "verdict"], [[claim, measured, passed ? "PASS" : "FAIL"]]);
  // No verdict: the aim is zero, and it is not zero.
  console.log(`Used and given up on the way: ${digits(allocation.used)} bytes per impact (the aim is none).`);
}
