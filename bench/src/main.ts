/**
 * Benchmarks: `npm run bench -- [options]`. See docs/benchmarks.md.
 *
 *     --only SECTION[,SECTION]   published, families, claims, laws, memory, rod; default: all
 *     --count N                  random problems per family, default 2000
 *     --rounds N                 interleaved rounds, default 7
 *     --seed N                   default 20261115
 *     --json FILE                writes everything that was measured
 *     --record                   writes the engines' results on the rod to packages/cli/src/recorded-peers.json
 *
 * Exits with 1 if a claim fails.
 */
import { writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureFamilies, measurePublished, printFamilies, printPublished, type Scope } from "./accuracy.js";
import { allocationClaim, measureAllocation, printAllocation } from "./allocation.js";
import { type Claim, checkClaims, printClaims } from "./claims.js";
import { measureFrontPage, printFrontPage } from "./front-page.js";
import { checkLaws } from "./laws.js";
import { installedVersion } from "./peers/versions.js";

const SECTIONS = ["published", "families", "claims", "laws", "memory", "rod"] as const;
type Section = (typeof SECTIONS)[number];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    count: { type: "string", default: "2000" },
    rounds: { type: "string", default: "7" },
    seed: { type: "string", default: "20261115" },
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
if (wanted.has("rod") || values.record) {
  const rod = await measureFrontPage();
  printFrontPage(rod);
  results.rod = rod;
  if (values.record) {
    const file = fileURLToPath(new URL("../../packages/cli/src/recorded-peers.json", import.meta.url));
    writeFileSync(file, `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), rows: rod.peers }, undefined, 2)}\n`);
    console.log("\nRecorded in packages/cli/src/recorded-peers.json.");
  }
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
    packages: ["carom", "@dimforge/rapier3d-compat", "jolt-physics", "cannon-es"].map((name) => `${name} ${installedVersion(name)}`),
  };
}
