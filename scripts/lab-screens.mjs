// Pictures of every view of the lab, 1440 and 390 px wide, light and dark: node scripts/lab-screens.mjs [FOLDER] [NAME ...]
// Without a folder it writes only those that README and docs show, to docs/lab. The lab must be built (npm run build).
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { servedLab } from "./served-lab.mjs";
import { root } from "./source-files.mjs";

/** Every view: its address, what to wait for, and what to do before the picture is taken. */
const VIEWS = [
  { name: "home", hash: "", ready: ".card" },
  { name: "inspector", hash: "#/impact?example=icosahedron-tetrahedron", ready: ".knob" },
  { name: "inspector-turns-around", hash: "#/impact?example=icosahedron-tetrahedron-2-8", ready: ".knob" },
  { name: "inspector-energy", hash: "#/impact?example=slip-reversing-rod&tab=energy", ready: ".knob" },
  { name: "inspector-laws", hash: "#/impact?example=slip-reversing-rod&tab=laws", ready: ".knob" },
  { name: "inspector-planar", hash: "#/impact?example=newton-gains-44-percent", ready: ".knob" },
  { name: "inspector-compliant", hash: "#/impact?example=compliant-ball", ready: ".knob" },
  { name: "player", hash: "#/run?example=sim-phone-drop", ready: ".timeline" },
  { name: "player-break", hash: "#/run?example=sim-break-follow", ready: ".timeline" },
  { name: "player-force", hash: "#/run?example=sim-drop-force", ready: ".timeline" },
  { name: "player-belt", hash: "#/run?example=sim-moving-belt", ready: ".timeline", keys: ["End"] },
  { name: "player-chain", hash: "#/run?example=mechanism-chain", ready: ".timeline" },
  { name: "many", hash: "#/many?example=nine-ball-stop", ready: ".many[data-impulse]" },
  { name: "clatter", hash: "#/clatter?example=clatter-rod-half", ready: ".strike" },
  { name: "rod", hash: "#/rod?example=elastic-rod-steel", ready: ".elastic-rod" },
  { name: "batting", hash: "#/batting?example=batting-tetrahedron", ready: ".batting" },
  { name: "pickup", hash: "#/pickup?example=pickup-tomato", ready: ".pickup[data-outcome]" },
  { name: "rest-shape", hash: "#/rest-shape?example=rest-shape-fruit", ready: ".rest-shape[data-status]" },
  { name: "engines", hash: "#/engines", ready: ".engine-stage[data-engine=Carom]" },
  { name: "editor", hash: "#/impact?example=slip-reversing-rod", ready: ".knob", keys: ["e"], after: ".cm-content" },
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const THEMES = ["light", "dark"];
/** In README and docs. */
const SHOWN = [
  "home-1440-light",
  "inspector-1440-light",
  "inspector-390-dark",
  "player-1440-dark",
  "player-force-1440-light",
  "engines-1440-light",
  "many-1440-light",
];

const [given, ...names] = process.argv.slice(2);
const folder = given === undefined ? join(root, "docs/lab") : resolve(given);
mkdirSync(folder, { recursive: true });

const { url, browser, end } = await servedLab();
let written = 0;
for (const view of VIEWS)
  for (const viewport of SIZES)
    for (const colorScheme of THEMES) {
      const name = `${view.name}-${viewport.width}-${colorScheme}`;
      if (given === undefined ? !SHOWN.includes(name) : names.length > 0 && !names.includes(view.name)) continue;
      const page = await browser.newPage({ viewport, colorScheme });
      await page.goto(url + view.hash);
      await page.locator(view.ready).first().waitFor({ timeout: 60_000 });
      for (const key of view.keys ?? []) await page.keyboard.press(key);
      if (view.after !== undefined) await page.locator(view.after).waitFor();
      // Runs that are still going, fonts, the first drawing of the scene.
      await page.waitForFunction(() => document.querySelector(".run-progress") === null, undefined, { timeout: 60_000 });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(900);
      await page.screenshot({
        path: join(folder, `${name}.png`),
        fullPage: view.name === "home" && viewport.width === 1440 && given !== undefined,
      });
      await page.close();
      written++;
    }
await end();
console.log(`${written} pictures in ${folder}`);
