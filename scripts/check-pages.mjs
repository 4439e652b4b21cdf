// Holds the pages to their form, by their text alone: the README fits a screen and has the commands that .ci/run has, every example has a
// row, docs/index.md lists every page (--write writes that list) and has four doors of three pages, tutorials are short, and pages of laws
// and capabilities all have the same parts in the same order.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { shapeComplaints } from "./page-shape.mjs";
import { groups } from "./site-pages.mjs";
import { filesIn, root } from "./source-files.mjs";

/** One screen. */
const MOST_LINES = 60;
const BEGIN = "<!-- all pages: written by scripts/check-pages.mjs --write, do not edit -->";
const END = "<!-- end of all pages -->";

const read = (file) => readFileSync(join(root, file), "utf8");
const complaints = [
  ...readmeComplaints(),
  ...exampleComplaints(),
  ...contentsComplaints(),
  ...doorComplaints(),
  ...tutorialComplaints(),
  ...lockComplaints(),
  ...shapeComplaints(read),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log("pages: the README is one screen; examples and pages are listed; laws and capabilities have one shape");

function readmeComplaints() {
  const readme = read("README.md");
  const lines = readme.split("\n").length - 1;
  const command = read(".ci/run").trim().split("\n").at(-1);
  return [
    ...(lines > MOST_LINES ? [`README.md has ${lines} lines; one screen is ${MOST_LINES}, the rest belongs to docs/`] : []),
    ...["npm ci && npm start", command]
      .filter((each) => !new RegExp(`^${each}( |$)`, "m").test(readme))
      .map((each) => `README.md has no line "${each}"`),
  ];
}

function exampleComplaints() {
  const page = read("docs/examples.md");
  return filesIn("examples", /\.json$/)
    .filter((file) => /^examples\/[^/]+$/.test(file) && !page.includes(`(../${file})`))
    .map((file) => `docs/examples.md has no row for ${basename(file, ".json")}`);
}

/** Each door is a path of three pages. */
function doorComplaints() {
  const doors = read("docs/index.md")
    .split(/^<section>$/m)
    .slice(1);
  const lengths = doors.map((door) => door.match(/^\d\. .*\[/gm)?.length ?? 0);
  return lengths.length === 4 && lengths.every((length) => length === 3)
    ? []
    : [`docs/index.md: doors of ${lengths.join(", ")} pages, not four of 3`];
}

/** A tutorial says at once how long it takes, at most a quarter of an hour, runs its commands or programs, and ends with one's own case. */
function tutorialComplaints() {
  const tutorials = ["docs/guide.md", "docs/first-simulation.md", "docs/engine.md", ...filesIn("docs/tutorials", /\.md$/)];
  return tutorials.flatMap((page) => {
    const text = read(page);
    return [
      ...(/^(Five|Ten|Fifteen) minutes/m.test(text.split(/^## /m)[0])
        ? []
        : [`${page} does not say that it takes at most fifteen minutes`]),
      ...(/^```(console|text)$/m.test(text) ? [] : [`${page} runs nothing`]),
      ...(/^## (In your|Your) own/m.test(text) ? [] : [`${page} does not come to the reader's own case`]),
    ];
  });
}

/** `npm ci` refuses a lock file that lacks an optional package, also one of another system. */
function lockComplaints() {
  const { packages } = JSON.parse(read("docs/package-lock.json"));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  return optional.filter((name) => !(`node_modules/${name}` in packages)).map((name) => `docs/package-lock.json has no ${name}`);
}

function contentsComplaints() {
  const lists = groups().map(({ text, pages }) => {
    const links = pages.map(([title, path]) => `[${title}](${path}.md)`).filter((link) => link !== "[What is Carom for](index.md)");
    return `- **${text}**\n${links.map((link) => `  - ${link}`).join("\n")}`;
  });
  const text = read("docs/index.md");
  const current = text.replace(/<!-- all pages[\s\S]*?<!-- end of all pages -->/, `${BEGIN}\n${lists.join("\n")}\n${END}`);
  if (!current.includes(BEGIN)) return ["docs/index.md has no place for the list of all pages"];
  if (process.argv.includes("--write")) writeFileSync(join(root, "docs/index.md"), current);
  else if (current !== text) return ["docs/index.md: the list of pages is not current: run node scripts/check-pages.mjs --write"];
  return [];
}
