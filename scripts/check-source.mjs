// Rules of the house that no general linter knows: which part may import which, and which Math functions give the same bits everywhere.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const library = join(root, "packages/carom/src");

/** What each part of the library may import besides itself and errors.ts. */
const PARTS = {
  math: [],
  mechanics: ["math"],
  impact: ["math", "mechanics"],
  simulation: ["math", "mechanics", "impact"],
  clatter: ["math", "mechanics"],
  batting: ["math", "mechanics", "impact"],
  force: ["math", "mechanics", "impact"],
  "elastic-rod": ["math"],
  soft: ["math"],
  study: ["math", "mechanics", "impact", "simulation", "clatter", "batting", "elastic-rod", "force", "soft"],
};
/** Packages each workspace may import; the library itself only zod, only in study/. */
const PACKAGES = {
  "packages/figures/src": ["carom"],
  "packages/cli/src": ["carom", "@carom/figures", "@carom/lab", "@carom/bench", "commander", "picocolors"],
  "packages/lab/src": [
    "carom",
    "@carom/figures",
    "react",
    "react-dom",
    "three",
    "comlink",
    "katex",
    "@codemirror/*",
    "@lezer/highlight",
    "@fontsource-variable/inter",
    "@dimforge/rapier3d-compat",
    "cannon-es",
  ],
  "bench/src": ["carom", "@dimforge/rapier3d-compat", "jolt-physics", "cannon-es", "@mujoco/mujoco"],
};
const PUBLIC_SUBPATHS = Object.keys(JSON.parse(readFileSync(join(root, "packages/carom/package.json"), "utf8")).exports).map((key) =>
  key.replace(/^\./, "carom"),
);

/** Correctly rounded or exact by IEEE 754 and ECMAScript, hence the same everywhere. */
const SAFE_MATH = /^(abs|sqrt|min|max|sign|floor|ceil|round|trunc|imul|fround|clz32|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2)$/;

const complaints = [];

function sources(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

function imports(text) {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)\s*import\s*["']([^"']+)["']/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3]);
}

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:])\/\/.*$/gm, "$1");

for (const file of sources(library)) {
  const name = relative(root, file);
  const isTest = /\.test\.|\.testing\.|\/testing\//.test(file);
  const part = relative(library, file).split(sep)[0];
  const text = withoutComments(readFileSync(file, "utf8"));
  for (const target of imports(text)) {
    if (target.startsWith(".")) {
      const other = relative(library, resolve(dirname(file), target)).split(sep)[0];
      const allowed = PARTS[part];
      if (allowed !== undefined && other !== part && other !== "errors.js" && !allowed.includes(other) && !isTest)
        complaints.push(`${name}: ${part} must not import ${other} (${target})`);
    } else if (!isTest && !(target === "zod" && part === "study")) {
      complaints.push(`${name}: the library must not import ${target}`);
    }
  }
  if (isTest) continue;
  for (const [, member] of text.matchAll(/\bMath\.(\w+)/g))
    if (!SAFE_MATH.test(member)) complaints.push(`${name}: Math.${member} differs between engines; use math/elementary.ts`);
  if (/\*\*/.test(text)) complaints.push(`${name}: ** differs between engines; multiply, or use pow of math/elementary.ts`);
  if (/\b(document|window|process|globalThis|Date|performance|crypto)\b\s*[.(]/.test(text))
    complaints.push(`${name}: the library uses no browser, Node or clock`);
}

for (const [folder, allowed] of Object.entries(PACKAGES)) {
  for (const file of sources(join(root, folder))) {
    const name = relative(root, file);
    for (const target of imports(withoutComments(readFileSync(file, "utf8")))) {
      if (
        target.startsWith(".") ||
        target.startsWith("node:") ||
        // Made by the lab's own build.
        target.startsWith("virtual:") ||
        (/\.test\./.test(file) && /^(vitest|fast-check|linkedom|cannon-es)$/.test(target))
      )
        continue;
      const base = target
        .split("/")
        .slice(0, target.startsWith("@") ? 2 : 1)
        .join("/");
      if (!allowed.includes(base) && !allowed.includes(base.replace(/\/.*/, "/*")))
        complaints.push(`${name}: ${folder} must not import ${target}`);
      if (base === "carom" && !PUBLIC_SUBPATHS.includes(target)) complaints.push(`${name}: ${target} is not a public export of carom`);
      if (target.startsWith("node:") && /figures|lab/.test(folder))
        complaints.push(`${name}: ${folder} runs in the browser and must not import ${target}`);
    }
  }
}

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
console.log("imports and elementary functions: in order");
