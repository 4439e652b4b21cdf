// The order of the site. A page that is not listed stands in the last group, so that each has a way to it and a way back; check-search.mjs
// holds it to that.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../docs", import.meta.url));

/**
 * How the site is searched; check-search.mjs asks the questions of newcomers with the same settings. Words that every page has do not
 * count, short words must be as they are typed, and long lists (names of the library, compared figures) come after pages that explain. The
 * page gets the functions as text, so each stands on its own.
 */
export const SEARCH = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument: (id) => (/(^|\/)api\//.test(id) ? 0.4 : /(^|\/)(validation|benchmarks|architecture)\b/.test(id) ? 0.6 : 1),
  processTerm: (term) => {
    const word = term.toLowerCase();
    const isCommon =
      / (a|an|and|are|can|do|does|for|from|how|i|in|is|it|its|me|my|not|of|on|or|say|should|the|there|to|what|when|why|with|you) /;
    return isCommon.test(` ${word} `) ? null : word;
  },
};

/** Groups of the side bar, each with pages as [title, path without .md]. */
const GROUPS = [
  {
    text: "Start",
    pages: [
      ["What is Carom for", "index"],
      ["One impact of two bodies", "tutorials/impact"],
      ["Library, command and lab", "guide"],
      ["One impact, many answers", "rod"],
      ["Examples", "examples"],
      ["The library by example", "recipes"],
      ["In your own engine", "engine"],
      ["Your first simulation", "first-simulation"],
      ["Drop a robot", "tutorials/robot"],
      ["A force and a dent", "tutorials/force"],
      ["What may happen", "tutorials/sweep"],
      ["What a sound tells", "tutorials/fit"],
      ["A lesson for class", "tutorials/lesson"],
      ["The lab", "lab"],
      ["Common mistakes", "mistakes"],
      ["Glossary", "glossary"],
    ],
  },
  {
    text: "Which law",
    pages: [
      ["All laws", "laws/README"],
      ["For several contacts", "laws/which"],
      ["frictional", "laws/frictional"],
      ["compliant", "laws/compliant"],
      ["planar", "laws/planar"],
      ["proportional", "laws/proportional"],
      ["simultaneous", "laws/simultaneous"],
      ["multipoint", "laws/multipoint"],
      ["poisson", "laws/poisson"],
      ["newton", "laws/newton"],
    ],
  },
  {
    text: "Bodies in time",
    pages: [
      ["Simulation", "simulation"],
      ["Mechanisms", "mechanisms"],
      ["Robots from URDF", "urdf"],
      ["Meshes and ground", "meshes"],
      ["Moving ground", "moving-ground"],
    ],
  },
  {
    text: "Inside an impact",
    pages: [
      ["Forces, durations, dents", "forces"],
      ["Force laws", "force-laws"],
      ["Elastic rods", "elastic-rod"],
      ["Clatter", "clatter"],
      ["Planned hits", "batting"],
      ["Rest shapes", "rest-shape"],
      ["Soft bodies", "soft-bodies"],
      ["Pickup", "pickup"],
      ["Grasps", "grasps"],
    ],
  },
  {
    text: "Many runs, and back",
    pages: [
      ["Sweeps and drop tests", "sweeps"],
      ["Derivatives", "derivatives"],
      ["Fit: values from measured motions", "fit"],
    ],
  },
  {
    text: "Trust",
    pages: [
      ["How far to trust a number", "trust"],
      ["Validation", "validation"],
      ["Measured motions, beside engines", "reality"],
      ["Errata of the sources", "errata"],
      ["Beside penalty contact", "penalty"],
      ["Benchmarks", "benchmarks"],
      ["Sources", "sources"],
      ["In two pages", "paper"],
    ],
  },
  {
    text: "For class",
    pages: [["Lessons and work sheets", "lessons/index"]],
  },
  {
    text: "Reference",
    pages: [
      ["Studies", "studies"],
      ["Study reference", "study-reference"],
      ["Results", "results"],
      ["Conventions", "conventions"],
      ["Formats", "formats"],
      ["Export", "export"],
      ["Python", "python"],
      ["Architecture", "architecture"],
    ],
  },
];

/** Pages of docs/, without .md, as they are on the disk; those that are written at each build are not among them. */
export function pagesThere() {
  return readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !/^(node_modules|api|\.vitepress)\//.test(file))
    .map((file) => file.replace(/\.md$/, ""))
    .sort();
}

/** The groups with the pages that are there; lessons and whatever is listed nowhere get their places by themselves. */
export function groups() {
  const there = pagesThere();
  const listed = new Set(GROUPS.flatMap(({ pages }) => pages.map(([, path]) => path)));
  const rest = there.filter((path) => !listed.has(path)).map((path) => [titleOf(path), path]);
  const sheets = rest.filter(([, path]) => path.startsWith("lessons/"));
  const others = rest.filter(([, path]) => !path.startsWith("lessons/"));
  const known = GROUPS.map(({ text, pages }) => ({
    text,
    pages: [...pages.filter(([, path]) => there.includes(path)), ...(text === "For class" ? sheets : [])],
  }));
  return [...known, { text: "More", pages: others }].filter(({ pages }) => pages.length > 0);
}

/** Pages that are listed and not there. */
export function missingPages() {
  const there = new Set(pagesThere());
  return GROUPS.flatMap(({ pages }) => pages.map(([, path]) => path)).filter((path) => !there.has(path));
}

function titleOf(path) {
  return /^# (.*)$/m.exec(readFileSync(join(docs, `${path}.md`), "utf8"))?.[1] ?? path;
}
