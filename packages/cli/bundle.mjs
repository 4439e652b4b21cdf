// Joins the command and all it imports into a few files in bundle/: Node opens 440 modules in three times the time it takes for these.
// The modules in dist/ must have been built (tsc -b).
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  input: [here("dist/main.js"), here("dist/peers-worker.js")],
  platform: "node",
  logLevel: "warn",
  checks: { bundlerTimings: false },
  output: { dir: here("bundle"), cleanDir: true, minify: false, chunkFileNames: "[name].js" },
});
copyFileSync(here("dist/recorded-peers.json"), here("bundle/recorded-peers.json"));
