// The parts that a page of a law or of a capability has, in this order; others may stand between them. Every such page begins with a
// picture, and tells its idea in at most three sentences.
import { groups } from "./site-pages.mjs";

const PARTS = ["Idea", "Assumptions", "Equations", "Algorithm", "Limits", "Validation", "Sources"];
/** Groups of the side bar whose pages are laws and capabilities. */
const GROUPS = ["Which law", "Bodies in time", "Inside an impact", "Many runs, and back"];
/** Pages of these groups that choose between laws. */
const OTHERS = ["laws/README", "laws/which"];
const MOST_SENTENCES = 3;

export function shapedPages() {
  return groups()
    .filter(({ text }) => GROUPS.includes(text))
    .flatMap(({ pages }) => pages.map(([, path]) => path))
    .filter((path) => !OTHERS.includes(path));
}

/** What the pages lack. */
export function shapeComplaints(read) {
  return shapedPages().flatMap((path) => complaintsAbout(read(`docs/${path}.md`)).map((complaint) => `docs/${path}.md ${complaint}`));
}

/** What one page lacks. */
export function complaintsAbout(text) {
  const [beginning, ...sections] = text
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split(/^## /m)
    .map((section) => section.trim());
  const titles = sections.map((section) => section.split("\n")[0]);
  const bodyOf = (title) => sections[titles.indexOf(title)]?.split("\n").slice(1).join("\n").trim() ?? "";
  const missing = PARTS.filter((part) => !titles.includes(part));
  const inOrder = titles.filter((title) => PARTS.includes(title)).join() === PARTS.filter((part) => titles.includes(part)).join();
  const sentences = bodyOf("Idea")
    .split("\n\n")[0]
    .match(/[.?!](?=\s|$)/g);
  return [
    ...(/^!\[[^\]]+\]\(/m.test(beginning) ? [] : ["has no picture before its first heading"]),
    ...(missing.length > 0 ? [`has no ${missing.map((part) => `"## ${part}"`).join(", ")}`] : []),
    ...(inOrder ? [] : [`should have its parts in this order: ${PARTS.join(", ")}`]),
    ...PARTS.filter((part) => titles.includes(part) && bodyOf(part) === "").map((part) => `says nothing under "## ${part}"`),
    ...((sentences?.length ?? 0) > MOST_SENTENCES ? [`tells its idea in ${sentences.length} sentences; at most ${MOST_SENTENCES}`] : []),
  ];
}
