// What a program that imports one solve function from the library's root carries, minified: the methods kept for comparison
// shall not ride along. Needs a built library.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/**
 * Bytes. 30,000 was wanted of solveFrictional and cannot be had without changing results. All that is left is used by some impact:
 *
 *     28,000  the power series (slip/series.ts, slip/series)
 *      9,000  Taylor's method with its quartic and its root finder, for grazing impacts that may jam (slip/taylor.ts)
 *      6,000  path, straight pieces, directions
 *      5,000  reading the problem, outcome, warnings, history (slip/solve.ts)
 *      4,000  logarithm, exponential and power
 *      4,000  checks of the input and errors
 *
 * 16,000 of it are names of properties, which no minifier may shorten.
 */
const MOST = { solveFrictional: 56_000 };

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const library = join(root, "packages/carom/dist/index.js");

for (const [name, most] of Object.entries(MOST)) {
  const entry = {
    name: "entry",
    resolveId: (id) => (id === "entry" ? id : null),
    load: (id) => (id === "entry" ? `export { ${name} } from ${JSON.stringify(library)};` : null),
  };
  const bundle = await rolldown({ input: "entry", plugins: [entry] });
  const { output } = await bundle.generate({ minify: true });
  const { code } = output[0];
  console.log(`${name}: ${code.length} bytes minified, ${gzipSync(code).length} compressed (at most ${most} minified)`);
  if (code.length > most) process.exitCode = 1;
}
