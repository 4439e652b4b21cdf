// What a program that imports one solve function from the library's root carries, minified: the methods kept for comparison shall not ride
// along. Needs a built library.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/**
 * Bytes. Of solveFrictional 33,000 are the power series, 12,000 Taylor's method, to which the series hand the grazing impacts that may jam,
 * 7,000 the checks of the input and 4,000 logarithm and exponential. None of these can be left out without changing a result.
 */
const MOST = { solveFrictional: 57_000 };

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
