// Opens every page of the built site (npm run docs) in Chromium, at 1440 and 390 px, light and dark: no message on the console, no request
// to another host, no violation that axe knows of, nothing wider than the screen, every link and anchor inside of the site leads
// somewhere, and every page has a way back to the first. Questions of newcomers find their answers by its search box, pages can be read
// without scripts, and the summary for reviewers fits two sheets of paper. With --shots FOLDER it takes pictures of some pages; names of
// pages after it: only those.
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, posix } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";
import { QUESTIONS, SHOWN } from "./questions.mjs";
import { root } from "./source-files.mjs";

const site = join(root, "docs/.vitepress/dist");
const axe = readFileSync(join(root, "docs/node_modules/axe-core/axe.min.js"), "utf8");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
const LOOKS = [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
];
/** Until scripts of a page have done their work, ms. */
const SETTLED = 400;
/** Elements that axe looks at in reasonable time at once; of longer pages it sees one part after the other. */
const MOST_ELEMENTS = 8000;
const SHOTS = ["index", "laws/frictional", "tutorials/fit", "errata", "validation", "lessons/superball", "api/carom", "examples"];

const shots = process.argv.includes("--shots") ? process.argv[process.argv.indexOf("--shots") + 1] : undefined;
const named = process.argv.slice(2).filter((each) => !each.startsWith("--") && each !== shots);
if (!existsSync(site)) throw new Error("there is no site: npm run docs");
if (shots !== undefined) mkdirSync(shots, { recursive: true });

const all = readdirSync(site, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html"))
  .map((file) => file.replace(/\.html$/, ""))
  .sort();
const pages = named.length > 0 ? named : all.filter((page) => page !== "404");
let complaints = 0;
for (const page of all) complain(linkComplaints(page));
const server = createServer(serve).listen(0, "127.0.0.1");
await new Promise((listens) => server.once("listening", listens));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  for (const look of LOOKS) await openAll(look);
  await ask();
  await readWithoutScripts("laws/frictional");
  await print("paper", 2);
} finally {
  await browser.close();
  server.close();
}
console.log(`${pages.length} pages of the site opened in ${LOOKS.length} ways, links of ${all.length} looked at: ${complaints} complaints`);
process.exitCode = complaints > 0 ? 1 : 0;

function complain(found) {
  for (const complaint of found) console.error(complaint);
  complaints += found.length;
}

async function openAll({ width, height, dark }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const tab = await context.newPage();
  let said = [];
  tab.on("console", (message) => said.push(message.text()));
  tab.on("pageerror", (error) => said.push(String(error)));
  tab.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) said.push(`asks ${request.url()}`);
  });
  for (const page of pages) {
    said = [];
    await tab.goto(`${address}/${page}.html`, { waitUntil: "load" });
    await tab.waitForTimeout(SETTLED);
    const where = `${page} at ${width} px${dark ? ", dark" : ""}`;
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) complain([`${where}: ${wide} px wider than the screen`]);
    if ((await tab.locator('a[href="/"]').count()) === 0) complain([`${where}: no way back`]);
    const violations = await violationsOn(tab);
    for (const { id, nodes } of violations)
      complain([`${where}: axe ${id}, ${nodes.length} times, first at ${nodes[0].html.slice(0, 160)} (${nodes[0].target.join(" ")})`]);
    complain(said.map((text) => `${where}: console: ${text}`));
    if (shots !== undefined && SHOTS.includes(page))
      await tab.screenshot({ path: join(shots, `${page.replaceAll("/", "-")}-${width}-${dark ? "dark" : "light"}.png`) });
  }
  await context.close();
}

/** What axe complains of: on a long page it sees the frame with one part of the text after the other, each below its headings. */
async function violationsOn(tab) {
  await tab.evaluate(axe);
  return tab.evaluate(async (most) => {
    const look = async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations;
    const brief = (found) => found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, target }) => ({ html, target })) }));
    const size = (element) => element.querySelectorAll("*").length + 1;
    if (size(document.documentElement) <= most) return brief(await look());
    const text = document.querySelector(".vp-doc > div");
    const parts = [];
    const headings = {};
    for (const element of text.children) {
      const level = /^H[123]$/.test(element.tagName) ? Number(element.tagName[1]) : 0;
      const part = parts.at(-1);
      if (level > 0) headings[level] = element;
      if (part === undefined || (level === 3 && part.reduce((sum, each) => sum + size(each), 0) > most / 2))
        parts.push([headings[1], headings[2], element].filter((each, i, all) => each !== undefined && all.indexOf(each) === i));
      else part.push(element);
    }
    const found = [];
    for (const part of parts) {
      text.replaceChildren(...part);
      found.push(...(await look()));
    }
    return brief(found);
  }, MOST_ELEMENTS);
}

/** The questions of newcomers, typed into the search box. */
async function ask() {
  const tab = await browser.newPage();
  await tab.goto(`${address}/`, { waitUntil: "networkidle" });
  for (const [question, words, answers] of QUESTIONS) {
    const found = [];
    for (const typed of [question, words]) {
      await tab.keyboard.press("Control+k");
      await tab.locator(".search-input").fill(typed);
      await tab.waitForTimeout(800);
      const links = await tab.locator("a.result").evaluateAll((results) => results.map((result) => new URL(result.href).pathname));
      found.push(...[...new Set(links.map((path) => path.replace(/^\/|\.html$/g, "")))].slice(0, SHOWN));
      await tab.keyboard.press("Escape");
    }
    const wanted = answers.map((page) => page.replace(/(README|index)$/, ""));
    if (!found.some((page) => wanted.includes(page))) complain([`"${question}" finds ${found.join(", ")}, and not ${wanted.join(" or ")}`]);
  }
  await tab.close();
}

/** What a page says and shows is there before any script has run. */
async function readWithoutScripts(page) {
  const tab = await browser.newPage({ javaScriptEnabled: false });
  await tab.goto(`${address}/${page}.html`);
  const [words, pictures] = [await tab.locator(".vp-doc").innerText(), await tab.locator(".vp-doc img").count()];
  if (!words.includes("Assumptions") || pictures === 0) complain([`${page}: nothing to read without scripts`]);
  await tab.close();
}

/** A page on paper of A4 has at most so many sheets. */
async function print(page, most) {
  const tab = await browser.newPage();
  await tab.goto(`${address}/${page}.html`, { waitUntil: "networkidle" });
  const sheets = (await tab.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  if (sheets > most) complain([`${page} has ${sheets} sheets of paper; at most ${most}`]);
  await tab.close();
}

/** Links, pictures and anchors of a page that lead nowhere inside of the site. */
function linkComplaints(page) {
  const html = readFileSync(join(site, `${page}.html`), "utf8");
  const targets = new Set([...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target.replaceAll("&amp;", "&")));
  return [...targets]
    .filter((target) => !/^([a-z]+:|\/\/)/.test(target))
    .flatMap((target) => {
      const [path, anchor] = target.split("#");
      const found = path === "" ? `${page}.html` : path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
      const file = fileOf(decodeURIComponent(found));
      if (file === undefined) return [`${page}: ${target} leads nowhere`];
      if (anchor === undefined || anchor === "" || !file.endsWith(".html")) return [];
      return readFileSync(file, "utf8").includes(`id="${decodeURIComponent(anchor)}"`) ? [] : [`${page}: no place ${target}`];
    });
}

/** The file of an address, if there is one. */
function fileOf(path) {
  const file = join(site, path);
  return [file, `${file}.html`, join(file, "index.html")].find((each) => existsSync(each) && statSync(each).isFile());
}

function serve(request, response) {
  const file = fileOf(decodeURIComponent(new URL(request.url, "http://site").pathname).slice(1));
  response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(file ?? "")] ?? "application/octet-stream" });
  if (file === undefined) response.end();
  else createReadStream(file).pipe(response);
}
