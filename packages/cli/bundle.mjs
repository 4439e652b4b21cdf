// Joins the command and all it imports into a few files in bundle/: Node opens these sooner than some 440 modules.
// The modules in dist/ must have been built (tsc -b).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { output } = await build({
  input: {
    main: here("dist/main.js"),
    "peers-worker": here("dist/peers-worker.js"),
    "sweep-thread": here("dist/sweep/sweep-thread.js"),
    "fit-thread": here("dist/fit/fit-thread.js"),
  },
  platform: "node",
  // The engines to compare with stay in the repository (dist/peers-worker.js); piscina finds its threads by its own files; bullmq,
  // ioredis and h5wasm are for those who install them.
  external: ["@carom/bench/peers", "piscina", "bullmq", "ioredis", "h5wasm"],
  logLevel: "warn",
  checks: { bundlerTimings: false },
  output: { dir: here("bundle"), cleanDir: true, minify: false, chunkFileNames: "[name].js" },
});

// What is shipped is named with its licence.
const licences = readFileSync(here("THIRD-PARTY.md"), "utf8");
const shipped = new Set(
  output.flatMap(({ moduleIds = [] }) => moduleIds).flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
);
for (const name of shipped)
  if (!licences.includes(`\n## ${name} `))
    throw new Error(`${name} is in the bundle and not in THIRD-PARTY.md (scripts/generate-third-party.mjs)`);
if (shipped.size === 0) throw new Error("the bundle does not say what it is made of");
