// Writes the hashes of the thousand results of packages/carom/src/testing/golden.ts, after a change of numbers that is meant. Say in
// CHANGELOG.md which and why. The library must be built (npx tsc -b packages/carom). Prints the families that have changed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GOLDEN_HASHES, goldenHashes } from "carom/testing";
import { root } from "./source-files.mjs";

const hashes = goldenHashes();
const rows = Object.entries(hashes).map(([name, hash]) => `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: "${hash}",\n`);
writeFileSync(
  join(root, "packages/carom/src/testing/golden-hashes.ts"),
  `/** The hashes that goldenHashes() gives, by family. Written by \`npm run golden\`. */
export const GOLDEN_HASHES: Readonly<Record<string, string>> = {
${rows.join("")}};
`,
);
const changed = Object.keys(hashes).filter((name) => hashes[name] !== GOLDEN_HASHES[name]);
console.log(changed.length === 0 ? "no family has changed" : `changed: ${changed.join(", ")}`);
