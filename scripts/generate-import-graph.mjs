// Draws who imports whom, from the imports themselves: the parts of the library and the packages on top of it, into
// docs/figures/imports.svg. With --check it only says whether the picture is current. An arrow goes to what is imported; one that follows
// from two others is left out.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn, importsOf, isTest, resolved, root, sourceFile, WORKSPACES } from "./source-files.mjs";

const PICTURE = join(root, "docs/figures/imports.svg");
const LIBRARY = "packages/carom/src/";
const [BOX, HEIGHT, GAP, RISE, MARGIN] = [104, 34, 18, 88, 24];

const graph = importsByPart();
const text = drawn(graph);
if (!process.argv.includes("--check")) writeFileSync(PICTURE, text);
else if (currentText() !== text) {
  console.error("docs/figures/imports.svg is not what the files import; run node scripts/generate-import-graph.mjs");
  process.exit(1);
}
console.log(`imports of ${graph.size} parts: the picture is current`);

function currentText() {
  try {
    return readFileSync(PICTURE, "utf8");
  } catch {
    return "";
  }
}

/** The part of the library, or the package, that a file belongs to; undefined for what is not drawn. */
function partOf(path) {
  if (path.startsWith(LIBRARY)) return path.slice(LIBRARY.length).includes("/") ? path.slice(LIBRARY.length).split("/")[0] : undefined;
  const workspace = WORKSPACES.find((folder) => path.startsWith(`${folder}/src/`));
  return workspace?.replace("packages/", "");
}

function importsByPart() {
  const found = new Map();
  for (const path of WORKSPACES.flatMap((folder) => filesIn(`${folder}/src`, /\.tsx?$/)).filter((file) => !isTest(file))) {
    const part = partOf(path);
    if (part === undefined) continue;
    if (!found.has(part)) found.set(part, new Set());
    for (const { target } of importsOf(sourceFile(path))) {
      const other = target.startsWith(".") ? partOf(resolved(path, target)) : packagePart(target);
      if (other !== undefined && other !== part) found.get(part).add(other);
    }
  }
  return found;
}

/** What an import by a public name leads to; the root of the library stands on its highest part. */
function packagePart(target) {
  if (target === "carom") return "study";
  return /^(?:carom|@carom)\/([\w-]+)/.exec(target)?.[1].replace("testing", "study");
}

function drawn(edges) {
  const levels = byLevel(edges);
  const width = Math.max(...levels.map((names) => names.length * (BOX + GAP) - GAP)) + 2 * MARGIN;
  const height = levels.length * RISE - (RISE - HEIGHT) + 2 * MARGIN;
  const places = new Map(
    levels.flatMap((names, level) =>
      names.map((name, i) => {
        const left = (width - (names.length * (BOX + GAP) - GAP)) / 2 + i * (BOX + GAP);
        return [name, { x: left + BOX / 2, y: height - MARGIN - HEIGHT - level * RISE }];
      }),
    ),
  );
  const lines = [...reduced(edges)].flatMap(([from, targets]) =>
    [...targets].sort().map((to) => {
      const [a, b] = [places.get(from), places.get(to)];
      const [start, end] = [a.y + HEIGHT, b.y - 2];
      // A long arrow goes down first, beside the boxes between.
      const [low, high] = end - start > RISE ? [end, end - HEIGHT] : [(start + end) / 2, (start + end) / 2];
      return `<path d="M${a.x} ${start}C${a.x} ${low} ${b.x} ${high} ${b.x} ${end}" marker-end="url(#tip)"/>`;
    }),
  );
  const boxes = [...places].map(([name, { x, y }]) => {
    const isPackage = WORKSPACES.some((folder) => folder.replace("packages/", "") === name);
    const box = `<rect x="${x - BOX / 2}" y="${y}" width="${BOX}" height="${HEIGHT}" rx="6" class="${isPackage ? "package" : "part"}"/>`;
    return `${box}<text x="${x}" y="${y + 22}">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Who imports whom: an arrow goes to what is imported</title>
<style>text{font:14px sans-serif;text-anchor:middle;fill:#1f2430}path{fill:none;stroke:#8a93a3;stroke-width:1.4}
.part{fill:#eef3fb;stroke:#5b7db1}.package{fill:#fdf3e3;stroke:#b98a3c}marker path{fill:#8a93a3;stroke:none}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
<path d="M0 0L8 4L0 8Z"/></marker></defs>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${lines.join("\n")}
${boxes.join("\n")}
</svg>
`;
}

/** Every part above all that it imports and just below the lowest that imports it; in a row those outside whose arrows go furthest down. */
function byLevel(edges) {
  const lowest = new Map();
  const levelOf = (name) => {
    if (!lowest.has(name)) lowest.set(name, Math.max(-1, ...[...edges.get(name)].map(levelOf)) + 1);
    return lowest.get(name);
  };
  for (const name of edges.keys()) levelOf(name);
  const highest = new Map();
  for (const name of [...edges.keys()].sort((a, b) => lowest.get(b) - lowest.get(a))) {
    const above = [...edges].filter(([, targets]) => targets.has(name)).map(([other]) => highest.get(other));
    highest.set(name, above.length === 0 ? lowest.get(name) : Math.min(...above) - 1);
  }
  const fall = (name) => highest.get(name) - Math.max(-1, ...[...edges.get(name)].map((other) => highest.get(other)));
  return Array.from({ length: Math.max(...highest.values()) + 1 }, (_, level) => {
    const names = [...edges.keys()].filter((name) => highest.get(name) === level).sort((a, b) => fall(b) - fall(a) || (a < b ? -1 : 1));
    const [left, right] = [0, 1].map((side) => names.filter((_, i) => i % 2 === side));
    return [...left, ...right.reverse()];
  });
}

/** The arrows without those that follow from others. */
function reduced(edges) {
  const reach = (from) => new Set([...edges.get(from)].flatMap((next) => [next, ...reach(next)]));
  return new Map(
    [...edges].map(([from, targets]) => {
      const throughOthers = new Set([...targets].flatMap((next) => [...reach(next)]));
      return [from, [...targets].filter((to) => !throughOthers.has(to))];
    }),
  );
}
