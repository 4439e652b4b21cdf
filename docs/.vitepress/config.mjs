// The site: npm run docs builds it, npm run docs:dev serves it while pages are written.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { groups, SEARCH } from "../../scripts/site-pages.mjs";

const REPOSITORY = "https://github.com/carom-physics/carom/blob/main/";
/** What pages write in HTML. */
const HTML = /^<\/?(a|br|div|h[23]|img|li|ol|p|section|sub|sup|ul)(\s[^>]*)?\/?>$/;
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
    config: (md) => {
      md.core.ruler.push("brackets", (state) => {
        for (const token of state.tokens.flatMap(({ children }) => children ?? []))
          if (token.type === "html_inline" && !HTML.test(token.content)) token.type = "text";
      });
      md.core.ruler.push("links-out-of-the-site", (state) => {
        for (const token of state.tokens.flatMap(({ children }) => children ?? []))
          for (const name of ["href", "src"]) outOfSite(token, name, state.env.relativePath ?? "");
      });
    },
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
        collapsed: text !== "Start" && text !== "Which law",
        items: pages.map(([title, path]) => ({ text: title, link: linkOf(path) })),
      })),
      { text: "Names of the library", collapsed: true, items: modules.map((module) => ({ text: nameOf(module), link: `/api/${module}` })) },
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

/** What stands beside docs/ in the repository is read there; studies are part of the site. */
function outOfSite(token, name, page) {
  const target = token.attrGet?.(name);
  if (target === null || target === undefined || /^([a-z]+:|#|\/)/.test(target)) return;
  const path = posix.join("docs", posix.dirname(page), target);
  if (path.startsWith("docs/")) return;
  if (/^examples\/[^/]+\.json$/.test(path)) {
    token.attrSet(name, `${process.env.DOCS_BASE ?? "/"}${path}`);
    token.attrSet("target", "_self");
    return;
  }
  token.attrSet(name, REPOSITORY + path);
}
