/**
 * Benchmarks: `npm run bench -- [options]`. See docs/benchmarks.md.
 *
 *     --only SECTION[,SECTION]   published, families, claims, laws, memory, rod, cradle, many, simulation, convergence, mechanism, penalty, elastic-rod, batting, forces, rest-shape, pickup; default: all
 *     --count N                  random problems per family, default 2000
 *     --rounds N                 interleaved rounds, default 7
 *     --seed N                   default 20261115
 *     --scenes PART              of the names of the examples of section convergence, default: all
 *     --json FILE                writes everything that was measured
 *     --record                   writes what the chosen sections record: rod the engines' results to packages/cli/src/recorded-peers.json, many the plot bench/scale.svg, mechanism the plot bench/mechanism.svg, forces the plot bench/forces.svg, rest-shape the plot bench/rest-shape.svg, pickup the plot bench/pickup.svg
 *
 * Exits with 1 if a claim fails.
 */
import { writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureFamilies, measurePublished, printFamilies, printPublished, type Scope } from "./accuracy.js";
import { allocationClaim, measureAllocation, printAllocation } from "./allocation.js";
import { battingClaims, measureBatting, printBatting } from "./batting.js";
import { type Claim, checkClaims, printClaims } from "./claims.js";
import { convergenceClaims, measureConvergence, printConvergence } from "./convergence.js";
import { measureCradles, printCradles } from "./cradle.js";
import { elasticRodClaims, measureElasticRod, printElasticRod } from "./elastic-rod.js";
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
  "mechanism",
  "penalty",
  "elastic-rod",
  "batting",
  "forces",
  "rest-shape",
  "pickup",
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
  `${machine.processor}, ${machine.cores} cores, ${machine.memory} GB, ${machine.system}; Node ${machine.node}; ${machine.packages.join(", ")}`,
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
    const file = fileURLToPath(new URL("../../packages/cli/src/recorded-peers.json", import.meta.url));
    writeFileSync(file, `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), rows: rod.peers }, undefined, 2)}\n`);
    console.log("\nRecorded in packages/cli/src/recorded-peers.json.");
  }
}
if (wanted.has("cradle")) {
  const cradles = await measureCradles();
  printCradles(cradles);
  results.cradle = cradles;
}
if (wanted.has("many")) {
  const many = measureManyContacts(scope.rounds);
  const verdicts = manyContactsClaims(many);
  printManyContacts(many, verdicts);
  claims.push(...verdicts);
  results.many = many;
  recordPlot(
    "scale",
    many.scale.map(({ kind, contacts, milliseconds }) => ({ kind, count: contacts, value: milliseconds })),
    { title: "Cost of simultaneous against the number of contacts", values: "Time of one impact, ms", counts: "contacts" },
  );
}
if (wanted.has("simulation")) {
  const simulations = await measureSimulations(scope.rounds);
  const verdicts = simulationClaims(simulations);
  printSimulations(simulations, verdicts);
  claims.push(...verdicts);
  results.simulation = simulations;
}
if (wanted.has("convergence")) {
  const convergence = measureConvergence(values.scenes);
  const verdicts = convergenceClaims(convergence);
  printConvergence(convergence, verdicts);
  claims.push(...verdicts);
  results.convergence = convergence;
}
if (wanted.has("mechanism")) {
  const mechanisms = measureMechanisms(scope.rounds);
  const verdicts = mechanismClaims(mechanisms);
  printMechanisms(mechanisms, verdicts);
  claims.push(...verdicts);
  results.mechanism = mechanisms;
  recordPlot("mechanism", mechanismPlotRows(mechanisms), {
    title: "Cost of mass matrix and bias against the number of links",
    values: "Time of one evaluation, microseconds",
    counts: "links",
  });
}
if (wanted.has("penalty")) {
  const penalty = measurePenalty(scope.rounds);
  const verdicts = penaltyClaims(penalty);
  printPenalty(penalty, verdicts);
  claims.push(...verdicts);
  results.penalty = penalty;
}
if (wanted.has("elastic-rod")) {
  const rod = measureElasticRod(scope.rounds, scope.seed);
  const verdicts = elasticRodClaims(rod);
  printElasticRod(rod, verdicts);
  claims.push(...verdicts);
  results.elasticRod = rod;
}
if (wanted.has("rest-shape")) {
  const shapes = measureRestShapes();
  const verdicts = restShapeClaims(shapes);
  printRestShapes(shapes, verdicts);
  claims.push(...verdicts);
  results.restShape = shapes;
  recordPlot("rest-shape", restShapePlotRows(shapes), {
    title: "Cost of a shape without gravity against the size of the mesh",
    values: "Time of one recovery, seconds",
    counts: "nodes",
  });
}
if (wanted.has("pickup")) {
  const pickedUp = measurePickup();
  const verdicts = pickupClaims(pickedUp);
  printPickup(pickedUp, verdicts);
  claims.push(...verdicts);
  results.pickup = pickedUp;
  recordPlot("pickup", pickupPlotRows(pickedUp), {
    title: "Cost of a pickup against the size of the mesh",
    values: "Time of one pickup, seconds",
    counts: "nodes",
  });
}
if (wanted.has("forces")) {
  const forces = measureForces(scope.rounds, scope.seed);
  const verdicts = forceClaims(forces);
  printForces(forces, verdicts);
  claims.push(...verdicts);
  results.forces = forces;
  recordPlot("forces", forcePlotRows(forces), {
    title: "Cost of forces inside an impact against the number of points",
    values: "Time of one event, milliseconds",
    counts: "points",
  });
}
if (wanted.has("batting")) {
  const hits = measureBatting(scope.seed);
  const verdicts = battingClaims(hits);
  printBatting(hits, verdicts);
  claims.push(...verdicts);
  results.batting = hits;
}

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

/** Writes a plot of cost against size, where results are to be recorded. */
function recordPlot(name: string, rows: readonly PlotRow[], words: Omit<PlotWords, "caption">): void {
  if (!values.record) return;
  const today = new Date().toISOString().slice(0, 10);
  const caption = `Processor time, ${today}, ${machine.processor}, Node ${machine.node}`;
  writeFileSync(new URL(`../${name}.svg`, import.meta.url), scalePlot(rows, { ...words, caption }));
  console.log(`\nRecorded in bench/${name}.svg.`);
}
