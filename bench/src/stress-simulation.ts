/**
 * Random simulations, part of `npm run stress`.
 *
 * Thrown scenes: 1 to 12 spheres, boxes, capsules, cylinders and tetrahedra over a floor, some beside a wall, for 1 s
 * (testing/thrown-scenes.ts of the library). A run ends at its time or at rest, or in an error that says why; it gains no energy, its
 * ledger closes to 1e-8, nothing overlaps at its end, no number is lost. Scenes that end in an error or take longer than 20 s of processor
 * time are listed by seed and cause; one in fifty may.
 *
 * Moving pairs: the first hit of two bodies that fly and spin, against brute force in steps of 1e-5 s (testing/moving-pairs.ts): none
 * missed, times to 1e-9 s.
 *
 * `npm run stress -- --thrown-scene SEED` runs one scene again; `--thrown-from N` begins with the N-th scene of the seed, so that a long
 * campaign can be run in pieces.
 */
// Scenes are the tests' own and not part of the published library.

import {
  type ComparedHit,
  compareFirstHit,
  firstHitByForce,
  firstHitOf,
  type MovingShapes,
  movingPair,
  runThrown,
  SHAPE_KINDS,
  type ShapeKind,
  shapeThrows,
  THROWN_DURATION,
  THROWS,
  type ThrownRun,
  thrownScene,
  thrownShapes,
} from "carom/testing";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

/** Part of the scenes that must end at their time or at rest. */
const FINISHED = 0.98;
/** Processor time of one scene, s: what else the machine does must not decide. */
const LONGEST = 20;
/** Lines printed for a cause. */
const SHOWN = 10;
const BRUTE_FORCE_STEP = 1e-5;
const TIME_TOLERANCE = 1e-9;

interface Finding {
  readonly seed: number;
  readonly run?: ThrownRun;
  /** What must not be. */
  readonly complaints: readonly string[];
  /** s. */
  readonly seconds: number;
}

/** 1 if a run breaks a rule or too many do not finish, else 0. */
export function thrownCampaign(count: number, seed: number, from = 0): number {
  printHeading(`Simulations: ${count} scenes of up to 12 bodies, seed ${seed}${from > 0 ? `, from scene ${from} on` : ""}`);
  return judgeThrown(Array.from({ length: count }, (_, n) => examine(seed * 100_000 + from + n)));
}

/** The same for bodies of all shapes, all of which meet. */
export function thrownShapesCampaign(count: number, seed: number): number {
  printHeading(`Simulations: ${count} scenes of up to 6 bodies of all shapes, seed ${seed}`);
  return judgeThrown(Array.from({ length: count }, (_, n) => examine(seed * 100_000 + n, thrownShapes)));
}

function judgeThrown(findings: readonly Finding[]): number {
  const count = findings.length;
  const runs = findings.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const ended = (status: ThrownRun["status"]) => runs.filter((run) => run.status === status).length;
  const worst = (of: (run: ThrownRun) => number) => small(runs.reduce((most, run) => Math.max(most, of(run)), 0));
  const seconds = findings.map((finding) => finding.seconds);
  const failed = findings.filter(({ run }) => run === undefined || run.status === "failed");
  printTable(
    ["scenes", "finished", "rest", "failed", "replaced laws", "worst ledger", "worst overlap", "median s", "p99 s", "max s", "s"],
    [
      [
        count,
        ended("finished"),
        ended("rest"),
        failed.length,
        runs.reduce((sum, { fallbacks }) => sum + fallbacks, 0),
        worst(({ residual }) => residual),
        worst(({ overlap }) => overlap),
        ...[0.5, 0.99, 1].map((part) => percentile(seconds, part).toFixed(2)),
        seconds.reduce((sum, value) => sum + value, 0).toFixed(0),
      ],
    ],
  );
  for (const [cause, seeds] of byCause(failed)) console.log(`${seeds.length} x ${cause}: seeds ${seeds.join(", ")}`);
  const broken = findings.filter(({ complaints }) => complaints.length > 0);
  for (const finding of broken.slice(0, SHOWN)) console.log(`--thrown-scene ${finding.seed}: ${finding.complaints.join("; ")}`);
  console.log(`${broken.length} runs break a rule; ${failed.length} of ${count} do not finish.`);
  return broken.length > 0 || failed.length > (1 - FINISHED) * count ? 1 : 0;
}

/** Runs one scene again and prints it. */
export function replayThrown(seed: number): number {
  console.log(JSON.stringify(thrownScene(seed)));
  const { run, complaints } = examine(seed);
  console.log(run);
  console.log(complaints.join("\n") || "passes");
  return complaints.length > 0 ? 1 : 0;
}

function examine(seed: number, sceneOf: (seed: number) => Parameters<typeof runThrown>[0] = thrownScene): Finding {
  const started = processorTime();
  const spent = () => processorTime() - started;
  try {
    const run = runThrown(sceneOf(seed), THROWN_DURATION, () => spent() > LONGEST);
    return { seed, run, complaints: run.complaints, seconds: spent() };
  } catch (error) {
    return { seed, complaints: [String(error)], seconds: spent() };
  }
}

/** Of this program so far, s. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Numbers in a message differ from run to run: causes are the same without them. */
function byCause(failed: readonly Finding[]): Map<string, number[]> {
  const causes = new Map<string, number[]>();
  for (const { seed, run, complaints } of failed) {
    const cause = (run?.cause ?? complaints.join("; ")).replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, "#");
    causes.set(cause, [...(causes.get(cause) ?? []), seed]);
  }
  return causes;
}

/** 1 if a hit is missed, made up or at another time, else 0. */
export function pairCampaign(count: number, seed: number): number {
  printHeading(`First hits of ${count} moving pairs against brute force, seed ${seed}`);
  const started = performance.now();
  let hits = 0;
  let passes = 0;
  let worst = 0;
  const wrong: string[] = [];
  for (let n = 0; n < count; n++) {
    const pair = movingPair(seed * 100_000 + n);
    if (pair.separation(0) <= 0) continue;
    const ours = firstHitOf(pair).time;
    const theirs = firstHitByForce(pair, BRUTE_FORCE_STEP);
    if (theirs === Number.POSITIVE_INFINITY) passes++;
    else hits++;
    if (ours === theirs) continue;
    const difference = Math.abs(ours - theirs);
    if (difference <= TIME_TOLERANCE) worst = Math.max(worst, difference);
    else wrong.push(`pair ${seed * 100_000 + n}: ours ${ours}, brute force ${theirs}`);
  }
  printTable(
    ["pairs", "hit", "pass", "wrong", "worst time difference, s", "s"],
    [[count, hits, passes, wrong.length, small(worst), ((performance.now() - started) / 1000).toFixed(0)]],
  );
  for (const line of wrong.slice(0, SHOWN)) console.log(line);
  return wrong.length > 0 ? 1 : 0;
}

/** Throws of two shapes that are drawn, every kind of throw in turn. */
const THROWS_OF_TWO = 4 * THROWS.length;
/** Throws of every two kinds before more of the first are thrown: a campaign that is cut short has as many of all. */
const ROUND = 5 * THROWS_OF_TWO;

/**
 * The same for so many of every two kinds of shapes, rounded and not, a quarter of them each thrown at random, grazing, with flat pieces
 * along each other, and with these tilted a little: times to 1e-9 s, places and normals to 1e-9 m and rad, further places of tilted pieces
 * where these are laid flat. `tell` hears what is wrong and how far it is.
 */
export function shapePairCampaign(count: number, seed: number, tell: (line: string) => void = () => {}): number {
  printHeading(`First hits of ${count} moving pairs of every two shapes against brute force, seed ${seed}`);
  const started = process.cpuUsage().user;
  const wrong: string[] = [];
  const tallies = THROWS.map((how) => ({ how, pairs: 0, hits: 0, places: 0, worst: 0 }));
  const kinds = SHAPE_KINDS.flatMap((first, i) => SHAPE_KINDS.slice(i).map((second) => [first, second] as const));

  function throwAll(first: ShapeKind, second: ShapeKind, from: number, throws: number): void {
    const next = shapeThrows(first, second, from);
    for (let k = 0; k < throws; k++) {
      const tally = tallies[k % tallies.length];
      const { hit, misfit, complaint } = compared(next(tally.how));
      tally.pairs++;
      if (hit !== undefined && hit.time < Number.POSITIVE_INFINITY) tally.hits++;
      tally.places += hit?.places.length ?? 0;
      tally.worst = Math.max(tally.worst, complaint === undefined ? misfit : 0);
      if (complaint === undefined) continue;
      wrong.push(`${first} and ${second}, shapes ${from}, throw ${k}, ${tally.how}: ${complaint}`);
      tell(wrong[wrong.length - 1]);
    }
  }

  for (let from = 0; from < count; from += ROUND) {
    const to = Math.min(count, from + ROUND);
    for (const [first, second] of kinds)
      for (let n = from; n < to; n += THROWS_OF_TWO) throwAll(first, second, seed * 100_000 + n, Math.min(THROWS_OF_TWO, to - n));
    const counts = tallies.map(({ how, pairs, hits, worst }) => `${how} ${hits} hits of ${pairs}, ${small(worst)}`);
    tell(`${to} of each: ${wrong.length} wrong, ${counts.join("; ")}`);
  }
  const rows = tallies.map(({ how, pairs, hits, places, worst }) => [how, pairs, hits, places, small(worst)]);
  printTable(["thrown", "pairs", "hit", "places", "worst place or normal, m or rad"], rows);
  console.log(`${wrong.length} wrong, ${((process.cpuUsage().user - started) / 1e6).toFixed(0)} s`);
  for (const line of wrong.slice(0, SHOWN)) console.log(line);
  return wrong.length > 0 ? 1 : 0;
}

/** A run that ends in an error is wrong, too. */
function compared(pair: MovingShapes): Partial<ComparedHit> & Pick<ComparedHit, "misfit" | "complaint"> {
  try {
    return compareFirstHit(pair);
  } catch (error) {
    return { misfit: 0, complaint: String(error) };
  }
}
