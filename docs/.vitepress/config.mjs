// The site: npm run docs builds it, npm run docs:dev serves it while pages are written.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { publicEntries } from "../../scripts/public-names.mjs";
import { addSiteRules, slugOf } from "../../scripts/site-markdown.mjs";
import { groups, SEARCH } from "../../scripts/site-pages.mjs";

const docs = fileURLToPath(new URL("..", import.meta.url));

/** The lab's colours and type. Light and dark are chosen on the page, so what follows the system's own choice is left out. */
const tokens = readFileSync(new URL("../../packages/lab/src/styles/tokens.css", import.meta.url), "utf8").split("@media")[0];

/** The reference of names, written by TypeDoc before the build. */
const modules = existsSync(`${docs}/api`)
  ? readdirSync(`${docs}/api`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && file !== "index.md")
      .map((file) => file.replace(/\.md$/, ""))
      .sort()
  : [];

const nameOf = (module) => (module === "carom" ? "carom" : `carom/${module.replace(/\/index$/, "").replace("/namespaces/", ", ")}`);

export default defineConfig({
  title: "Carom",
  description: "What happens when bodies hit each other: rigid-body impact with friction inside the impact and energetic restitution.",
  lang: "en",
  base: process.env.DOCS_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  rewrites: { "laws/README.md": "laws/index.md" },
  srcExclude: ["node_modules/**"],
  head: [
    ["style", {}, tokens],
    ["link", { rel: "icon", href: `${process.env.DOCS_BASE ?? "/"}favicon.svg`, type: "image/svg+xml" }],
  ],
  markdown: {
    // Braces and angle brackets of formulas and types are what they are.
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: addSiteRules,
  },
  vite: {
    // The library as it is in the tree: nothing has to be built before the site.
    resolve: { alias: publicEntries().map(({ name, file }) => ({ find: new RegExp(`^${name}$`), replacement: file })) },
  },
  themeConfig: {
    logo: "/favicon.svg",
    nav: [
      { text: "Start", link: "/" },
      { text: "Which law", link: "/laws/" },
      { text: "Names", link: "/api/" },
      { text: "Studies", link: "/study-reference" },
      { text: "Validation", link: "/validation" },
    ],
    sidebar: [
      ...groups().map(({ text, pages }) => ({
        text,
        link: linkOf(pages[0][1]),
        collapsed: text !== "Start" && text !== "Which law",
        items: pages.map(([title, path]) => ({ text: title, link: linkOf(path) })),
      })),
      {
        text: "Names of the library",
        link: "/api/",
        collapsed: true,
        items: modules.map((module) => ({ text: nameOf(module), link: `/api/${module}` })),
      },
    ],
    outline: { level: [2, 3] },
    search: { provider: "local", options: { miniSearch: { searchOptions: SEARCH } } },
    docFooter: { prev: "Before", next: "Next" },
    externalLinkIcon: true,
  },
});

function linkOf(path) {
  return `/${path.replace(/(^|\/)(README|index)$/, "$1")}`;
}
