// What the site adds to the text of a page: the way out of it to files of the repository, names of the library as links to their entries,
// a link to the lab beside each figure, and the figure that is made in the page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export const REPOSITORY = "https://github.com/carom-physics/carom/blob/main/";
/** Where `npm start` and `carom lab` serve the lab on the reader's machine; DOCS_LAB names another place. */
const LAB = process.env.DOCS_LAB ?? "http://127.0.0.1:4173/";
/** What pages write in HTML. */
const HTML = /^<\/?(a|br|div|h[23]|img|li|ol|p|section|sub|sup|ul)(\s[^>]*)?\/?>$/;
/** The figure that can be moved, and where. */
const LIVE = { page: "laws/frictional.md", figure: "icosahedron-hodograph" };
/** Pages of long tables, whose rows can be searched. */
const FILTERED = ["errata.md", "validation.md", "examples.md", "glossary.md", "conventions.md"];
/** Names that are words, too: they are no links by themselves. */
const WORDS = new Set(["impact", "body", "laws", "materials", "scale"]);

const base = process.env.DOCS_BASE ?? "/";

/** Rules for markdown-it. */
export function addSiteRules(md) {
  const names = namesOfReference();
  const examples = examplesOfFigures();
  md.core.ruler.push("brackets", (state) => {
    for (const token of inlineTokens(state)) if (token.type === "html_inline" && !HTML.test(token.content)) token.type = "text";
  });
  md.core.ruler.push("links-out-of-the-site", (state) => {
    for (const token of inlineTokens(state)) for (const name of ["href", "src"]) outOfSite(token, name, state.env.relativePath ?? "");
  });
  md.core.ruler.push("names-of-the-library", (state) => {
    const page = state.env.relativePath ?? "";
    for (const { children } of state.tokens) if (children !== null && !page.startsWith("api/")) linkNames(state, children, names);
  });
  md.core.ruler.push("boxes-to-tick", ({ tokens }) => {
    for (const [i, { children }] of tokens.entries()) {
      if (!children?.[0]?.content.startsWith("[ ] ")) continue;
      children[0].content = children[0].content.replace("[ ]", "☐");
      tokens.findLast(({ type }, j) => j < i && type === "list_item_open")?.attrSet("class", "box");
    }
  });
  md.core.ruler.push("empty-heads-of-tables", ({ tokens }) => {
    for (const [i, token] of tokens.entries())
      if (token.type === "th_open" && tokens[i + 1].content === "") for (const part of [token, tokens[i + 2]]) part.tag = "td";
  });
  md.core.ruler.push("filter-of-rows", (state) => {
    if (!FILTERED.includes(state.env.relativePath)) return;
    const filter = new state.Token("html_block", "", 0);
    filter.content = "<TableFilter />\n";
    state.tokens.splice(state.tokens.findIndex(({ type }) => type === "heading_close") + 1, 0, filter);
  });
  // What may be scrolled can be reached by the keyboard.
  md.renderer.rules.code_block = (tokens, i) => `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[i].content)}</code></pre>\n`;
  // A path of fields breaks between fields, so that tables fit a narrow screen.
  md.renderer.rules.code_inline = (tokens, i, _options, _env, self) => {
    const code = md.utils.escapeHtml(tokens[i].content).replace(/([.\])/_])(?=[\w*])/g, "$1<wbr>");
    return `<code v-pre${self.renderAttrs(tokens[i])}>${code}</code>`;
  };
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, i, options, env, self) => {
    // Wide figures are scrolled on a narrow screen, so that their words stay readable.
    const isLink = tokens[i - 1]?.type === "link_open";
    const plain = image(tokens, i, options, env, self);
    const drawn = isLink ? plain : `<span class="figure${isWide(tokens[i], env) ? " wide" : ""}" tabindex="0">${plain}</span>`;
    const [, name] = /figures\/([\w-]+)\.svg$/.exec(tokens[i].attrGet("src") ?? "") ?? [];
    const example = examples.get(name);
    const shown = name === LIVE.figure && env.relativePath === LIVE.page ? `<LiveHodograph>${drawn}</LiveHodograph>` : drawn;
    return example === undefined || isLink ? shown : shown + labLink(example);
  };
}

/** Whether a drawing is half as wide again as it is high. */
function isWide(token, { relativePath = "" }) {
  const source = token.attrGet("src") ?? "";
  const file = join(root, "docs", posix.dirname(relativePath), source);
  if (!source.endsWith(".svg") || !existsSync(file)) return false;
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(readFileSync(file, "utf8")) ?? [];
  return Number(width) > 1.5 * Number(height);
}

/** Anchors as GitHub makes them, so that a link works in both places. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function inlineTokens({ tokens }) {
  return tokens.flatMap(({ children }) => children ?? []);
}

/** What stands beside docs/ in the repository is read there; studies are part of the site. */
function outOfSite(token, name, page) {
  const target = token.attrGet?.(name);
  if (target === null || target === undefined || /^([a-z]+:|#|\/)/.test(target)) return;
  const path = posix.join("docs", posix.dirname(page), target);
  // README.md of a folder is its index in the site.
  if (/^docs\/laws\/README\.md(#|$)/.test(path)) token.attrSet(name, target.replace("README.md", "index.md"));
  // Pictures from anywhere come into the site as they are.
  if (path.startsWith("docs/") || name === "src") return;
  if (/^examples\/[^/]+\.json$/.test(path)) {
    token.attrSet(name, `${base}${path}`);
    token.attrSet("target", "_self");
    return;
  }
  token.attrSet(name, REPOSITORY + path);
}

/** Code that is a name of the library, alone or as a call, becomes a link to its entry; what is a link already stays. */
function linkNames(state, children, names) {
  let depth = 0;
  for (let i = 0; i < children.length; i++) {
    if (children[i].type === "link_open") depth++;
    if (children[i].type === "link_close") depth--;
    if (children[i].type !== "code_inline" || depth > 0) continue;
    const [, name] = /^(\w+)(\(.*\))?$/.exec(children[i].content) ?? [];
    const place = names.get(name);
    if (place === undefined) continue;
    const open = new state.Token("link_open", "a", 1);
    open.attrSet("href", place);
    open.attrSet("class", "name");
    children.splice(i, 1, open, children[i], new state.Token("link_close", "a", -1));
    i += 2;
  }
}

/** Names of functions, types and constants, with the place of their entry; names that a word of prose could be are left out. */
export function namesOfReference() {
  const api = join(root, "docs/api");
  if (!existsSync(api)) return new Map();
  const pages = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md") && file !== "index.md");
  // carom itself comes first: what it exports is found there.
  pages.sort((a, b) => Number(b === "carom.md") - Number(a === "carom.md") || (a < b ? -1 : 1));
  const names = new Map();
  for (const page of pages)
    for (const [, heading] of readFileSync(join(api, page), "utf8").matchAll(/^### (.*)$/gm)) {
      const name = heading
        .replace(/\\/g, "")
        .replace(/<.*$|\(\)$/g, "")
        .trim();
      if (/^\w+$/.test(name) && /[A-Z_]/.test(name) && !WORDS.has(name) && !names.has(name))
        names.set(name, `/api/${page.replace(/\.md$/, "")}#${name.toLowerCase()}`);
    }
  return names;
}

function examplesOfFigures() {
  return new Map(Object.entries(JSON.parse(readFileSync(join(root, "docs/.vitepress/figures.json"), "utf8"))));
}

/** The lab goes over to the view of the study by itself. */
function labLink(example) {
  const address = `${LAB}#/impact?example=${example}`;
  return ` <a class="in-lab" href="${address}" target="_blank" rel="noopener" aria-label="Open in the lab: ${example}">Open in the lab</a>`;
}
