// Holds the site to its readers: every page that is listed is there, has a title, and the questions that newcomers ask find the page that
// answers them among the first results of the site's own search, as they are asked or by the words of a second try.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { QUESTIONS, SHOWN } from "./questions.mjs";
import { groups, missingPages, pagesThere, SEARCH } from "./site-pages.mjs";
import { root } from "./source-files.mjs";

const complaints = missingPages().map((page) => `docs/${page}.md is in the side bar and not there`);
const index = new MiniSearch({ fields: ["title", "titles", "text"], storeFields: ["page"], searchOptions: SEARCH });
for (const page of pagesThere()) {
  const sections = sectionsOf(readFileSync(join(root, "docs", `${page}.md`), "utf8"));
  if (sections.length === 0 || sections[0].level !== 1) complaints.push(`docs/${page}.md does not begin with a title`);
  sections.forEach(({ title, titles, text }, i) => {
    index.add({ id: `${page} ${i}`, page, title, titles, text });
  });
}
for (const [question, words, answers] of QUESTIONS) {
  const found = [question, words].map((words) => [...new Set(index.search(words).map(({ page }) => page))].slice(0, SHOWN));
  if (!found.flat().some((page) => answers.includes(page)))
    complaints.push(`"${question}" finds ${found.map((pages) => pages.join(", ")).join("; then ")}, and not ${answers.join(" or ")}`);
}
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
const listed = groups().reduce((sum, { pages }) => sum + pages.length, 0);
console.log(`${listed} pages of the site, each with a way to it; ${QUESTIONS.length} questions find their answers`);

/** A page by its headings, as the site's index has it. */
function sectionsOf(page) {
  const sections = [];
  const above = [];
  let inCode = false;
  for (const line of page.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    const [, marks, title] = (!inCode && /^(#{1,6}) (.*)$/.exec(line)) || [];
    if (marks === undefined) {
      if (sections.length > 0) sections[sections.length - 1].text += `${line}\n`;
      continue;
    }
    above.length = marks.length - 1;
    sections.push({ level: marks.length, title, titles: above.filter((each) => each !== undefined).join(" "), text: "" });
    above[marks.length - 1] = title;
  }
  return sections;
}
