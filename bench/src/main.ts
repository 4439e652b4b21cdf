/**
 * Benchmarks: `npm run bench -- [options]`. See docs/benchmarks.md.
 *
 *     --only SECTION[,SECTION]   published, families, claims, laws, memory, rod, cradle, many, simulation, convergence, dense,
 *                                dense-alone, domino-wave, event-loop, crowd, mechanism, penalty, elastic-rod, batting, forces,
 *                                rest-shape, soft-elements, calculix, pickup, sweeps, derivatives, fits; default: all
 *     --count N                  random problems per family, default 2000
 *     --rounds N                 interleaved rounds, default 7
 *     --seed N                   default 20261115
 *     --scenes PART              of the names of the scenes of sections convergence, dense, dense-alone and event-loop, default: all
 *     --json FILE                writes everything that was measured
 *     --record                   writes what the chosen sections record: rod the engines' results to
 *                                packages/figures/src/recorded-peers.ts, many the plot bench/scale.svg, and mechanism, forces, rest-shape
 *                                and pickup the plots in bench/ with their names
 *
 * Exits with 1 if a claim fails.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureFamilies, measurePublished, printFamilies, printPublished, type Scope } from "./accuracy.js";
import { allocationClaim, measureAllocation, printAllocation } from "./allocation.js";
import { battingClaims, measureBatting, printBatting } from "./batting.js";
import { calculixClaims, measureCalculix, printCalculix } from "./calculix.js";
import { type Claim, checkClaims, printClaims } from "./claims.js";
import { convergenceClaims, measureConvergence, printConvergence } from "./convergence.js";
import { measureCradles, printCradles } from "./cradle.js";
import { crowdClaims, measureCrowds, printCrowds } from "./crowd.js";
import { denseClaims, densePlotRows, measureDense, printDense } from "./dense.js";
import { denseAloneClaims, measureDenseAlone, printDenseAlone } from "./dense-alone.js";
import { derivativeClaims, measureDerivatives, printDerivatives } from "./derivatives.js";
import { measureDominoWaves, printDominoWaves } from "./domino-wave.js";
import { elasticRodClaims, measureElasticRod, printElasticRod } from "./elastic-rod.js";
import { measureEventLoop, printEventLoop } from "./event-loop.js";
import { fitClaims, measureFits, printFits } from "./fits.js";
import { forceClaims, forcePlotRows, measureForces, printForces } from "./forces.js";
import { measureFrontPage, printFrontPage } from "./front-page.js";
import { checkLaws } from "./laws.js";
import { manyContactsClaims, measureManyContacts, printManyContacts } from "./many.js";
import { measureMechanisms, mechanismClaims, mechanismPlotRows, printMechanisms } from "./mechanism.js";
import { installedVersion } from "./peers/versions.js";
import { measurePenalty, penaltyClaims, printPenalty } from "./penalty.js";
import { measurePickup, pickupClaims, pickupPlotRows, printPickup } from "./pickup.js";
import { measureRestShapes, printRestShapes, restShapeClaims, restShapePlotRows } from "./rest-shape.js";
import { type PlotRow, type PlotWords, scalePlot } from "./scale-plot.js";
import { measureSimulations, printSimulations, simulationClaims } from "./simulation.js";
import { measureSoftElements, printSoftElements, softElementsClaims } from "./soft-elements.js";
import { measureSweeps, printSweeps, sweepClaims } from "./sweeps.js";

const SECTIONS = [
  "published",
  "families",
  "claims",
  "laws",
  "memory",
  "rod",
  "cradle",
  "many",
  "simulation",
  "convergence",
  "dense",
  "dense-alone",
  "domino-wave",
  "event-loop",
  "crowd",
  "mechanism",
  "penalty",
  "elastic-rod",
  "batting",
  "forces",
  "rest-shape",
  "soft-elements",
  "calculix",
  "pickup",
  "fits",
  "sweeps",
  "derivatives",
] as const;
type Section = (typeof SECTIONS)[number];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    count: { type: "string", default: "2000" },
    rounds: { type: "string", default: "7" },
    seed: { type: "string", default: "20261115" },
    scenes: { type: "string", default: "" },
    json: { type: "string" },
    record: { type: "boolean", default: false },
  },
});

const wanted = sectionsOf(values.only);
const scope: Scope = { count: Number(values.count), rounds: Number(values.rounds), seed: Number(values.seed) };
const machine = describeMachine();
console.log(
  `${machine.processor}, ${machine.cores} cores, ${machine.memory} GB, ${machine.system}; Node ${machine.node}; ` +
    `${machine.packages.join(", ")}`,
);
console.log("Times are of a shared machine: trust the ratios, each the median of ratios within interleaved rounds of one process.");

const results: Record<string, unknown> = { date: new Date().toISOString(), machine, scope };
const claims: Claim[] = [];

if (wanted.has("published")) {
  const published = measurePublished(scope);
  printPublished(published);
  results.published = published;
}
if (wanted.has("families")) {
  const families = measureFamilies(scope);
  printFamilies(families, scope.count);
  results.families = families;
}
if (wanted.has("claims")) {
  claims.push(...(await checkClaims(scope)));
}
if (wanted.has("laws")) claims.push(...(await checkLaws(scope)));
if (claims.length > 0) printClaims(claims);
if (wanted.has("memory")) {
  const allocation = measureAllocation(scope.seed);
  printAllocation(allocation);
  claims.push(allocationClaim(allocation));
  results.memory = allocation;
}
if (wanted.has("rod")) {
  const rod = await measureFrontPage();
  printFrontPage(rod);
  results.rod = rod;
  if (values.record) {
    const file = fileURLToPath(new URL("../../packages/figures/src/recorded-peers.ts", import.meta.url));
    const [head] = readFileSync(file, "utf8").split("= {");
    writeFileSync(file, `${head}= ${JSON.stringify({ date: new Date().toISOString().slice(0, 10), rows: rod.peers }, undefined, 2)};\n`);
    spawnSync("npx", ["biome", "check", "--write", file]);
    console.log("\nRecorded in packages/figures/src/recorded-peers.ts.");
  }
}
if (wanted.has("cradle")) {
  const cradles = await measureCradles();
  printCradles(cradles);
  results.cradle = cradles;
}
await section("many", {
  measure: () => measureManyContacts(scope.rounds),
  claims: manyContactsClaims,
  print: printManyContacts,
  plot: {
    file: "scale",
    rows: ({ scale }) => scale.map(({ kind, contacts, milliseconds }) => ({ kind, count: contacts, value: milliseconds })),
    words: { title: "Cost of simultaneous against the number of contacts", values: "Time of one impact, ms", counts: "contacts" },
  },
});
await section("simulation", {
  measure: () => measureSimulations(scope.rounds),
  claims: simulationClaims,
  print: printSimulations,
});
await section("convergence", {
  measure: () => measureConvergence(values.scenes),
  claims: convergenceClaims,
  print: printConvergence,
});
await section("dense", {
  measure: () => measureDense(values.scenes),
  claims: denseClaims,
  print: printDense,
  plot: {
    file: "dense",
    rows: densePlotRows,
    words: { title: "Cost of balls in a pit against their number", values: "Processor time of a simulated second, s", counts: "balls" },
  },
});
await section("dense-alone", {
  measure: () => measureDenseAlone(values.scenes),
  claims: denseAloneClaims,
  print: printDenseAlone,
});
if (wanted.has("domino-wave")) {
  const rows = measureDominoWaves();
  printDominoWaves(rows);
  results["domino-wave"] = rows;
}
if (wanted.has("event-loop")) {
  const rows = measureEventLoop(values.scenes);
  printEventLoop(rows);
  results["event-loop"] = rows;
}
await section("crowd", {
  measure: () => measureCrowds(scope.seed),
  claims: crowdClaims,
  print: printCrowds,
});
await section("mechanism", {
  measure: () => measureMechanisms(scope.rounds),
  claims: mechanismClaims,
  print: printMechanisms,
  plot: {
    file: "mechanism",
    rows: mechanismPlotRows,
    words: {
      title: "Cost of mass matrix and bias against the number of links",
      values: "Time of one evaluation, microseconds",
      counts: "links",
    },
  },
});
await section("penalty", {
  measure: () => measurePenalty(scope.rounds),
  claims: penaltyClaims,
  print: printPenalty,
});
await section("elastic-rod", {
  measure: () => measureElasticRod(scope.rounds, scope.seed),
  claims: elasticRodClaims,
  print: printElasticRod,
});
await section("rest-shape", {
  measure: measureRestShapes,
  claims: restShapeClaims,
  print: printRestShapes,
  plot: {
    file: "rest-shape",
    rows: restShapePlotRows,
    words: {
      title: "Cost of a shape without gravity against the size of the mesh",
      values: "Time of one recovery, seconds",
      counts: "nodes",
    },
  },
});
await section("soft-elements", { measure: measureSoftElements, claims: softElementsClaims, print: printSoftElements });
await section("calculix", { measure: measureCalculix, claims: calculixClaims, print: printCalculix });
await section("pickup", {
  measure: measurePickup,
  claims: pickupClaims,
  print: printPickup,
  plot: {
    file: "pickup",
    rows: pickupPlotRows,
    words: { title: "Cost of a pickup against the size of the mesh", values: "Time of one pickup, seconds", counts: "nodes" },
  },
});
await section("fits", { measure: () => measureFits(), claims: fitClaims, print: printFits });
await section("sweeps", { measure: () => measureSweeps(scope.rounds), claims: sweepClaims, print: printSweeps });
await section("derivatives", {
  measure: () => measureDerivatives(scope.seed),
  claims: derivativeClaims,
  print: printDerivatives,
});
await section("forces", {
  measure: () => measureForces(scope.rounds, scope.seed),
  claims: forceClaims,
  print: printForces,
  plot: {
    file: "forces",
    rows: forcePlotRows,
    words: {
      title: "Cost of forces inside an impact against the number of points",
      values: "Time of one event, milliseconds",
      counts: "points",
    },
  },
});
await section("batting", {
  measure: () => measureBatting(scope.seed),
  claims: battingClaims,
  print: printBatting,
});

results.claims = claims;
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
const failed = claims.filter(({ passed }) => !passed);
if (claims.length > 0) console.log(`\n${claims.length - failed.length} of ${claims.length} claims hold.`);
process.exitCode = failed.length > 0 ? 1 : 0;

function sectionsOf(only: string | undefined): Set<Section> {
  if (only === undefined) return new Set(SECTIONS);
  const names = only.split(",");
  const unknown = names.find((name) => !(SECTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    console.error(`--only: ${unknown} is not one of ${SECTIONS.join(", ")}`);
    process.exit(2);
  }
  return new Set(names as Section[]);
}

function describeMachine() {
  return {
    processor: cpus()[0]?.model ?? "unknown processor",
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    packages: ["carom", "@dimforge/rapier3d-compat", "jolt-physics", "cannon-es", "@mujoco/mujoco"].map(
      (name) => `${name} ${installedVersion(name)}`,
    ),
  };
}

/** What is measured, what is claimed of it, and how both are printed; some can be recorded as a plot of cost against size. */
interface Measurement<Measured> {
  readonly measure: () => Measured | Promise<Measured>;
  readonly claims: (measured: Measured) => readonly Claim[];
  readonly print: (measured: Measured, verdicts: readonly Claim[]) => void;
  readonly plot?: {
    /** In bench/, without its ending. */
    readonly file: string;
    readonly rows: (measured: Measured) => readonly PlotRow[];
    readonly words: Omit<PlotWords, "caption">;
  };
}

async function section<Measured>(name: Section, { measure, claims: claimsOf, print, plot }: Measurement<Measured>): Promise<void> {
  if (!wanted.has(name)) return;
  const measured = await measure();
  const verdicts = claimsOf(measured);
  print(measured, verdicts);
  claims.push(...verdicts);
  results[inOneWord(name)] = measured;
  if (plot !== undefined && values.record) recordPlot(plot.file, plot.rows(measured), plot.words);
}

/** elastic-rod is elasticRod in the results. */
function inOneWord(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function recordPlot(file: string, rows: readonly PlotRow[], words: Omit<PlotWords, "caption">): void {
  const today = new Date().toISOString().slice(0, 10);
  const caption = `Processor time, ${today}, ${machine.processor}, Node ${machine.node}`;
  writeFileSync(new URL(`../${file}.svg`, import.meta.url), scalePlot(rows, { ...words, caption }));
  console.log(`\nRecorded in bench/${file}.svg.`);
}
