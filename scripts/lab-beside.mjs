// Design and product side by side, every view at 1440, 1024 and 390 px, light and dark, as small WebP pictures:
// node scripts/lab-beside.mjs DESIGN_FOLDER [NAME ...]. The folder holds the design's mocks and their screens; the lab must be built.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { servedLab } from "./served-lab.mjs";
import { root } from "./source-files.mjs";

const FOLDER = join(root, "docs/lab/beside");

const example = (name) => readFileSync(join(root, "examples", name), "utf8");

/** Of the measured tosses the first few, fitted under two laws: a fit of all takes minutes. */
function fewTosses() {
  const [header, ...rows] = example("recordings/cube-tosses.csv").trim().split("\n");
  const tosses = [...new Set(rows.map((row) => row.split(",")[0]))].slice(0, 5);
  const study = {
    ...JSON.parse(example("recordings/fit-cube-listed.json")),
    laws: ["newton"],
    profiles: 5,
    search: { points: 8, starts: 1 },
  };
  return [
    ["fit.json", JSON.stringify(study)],
    ["cube.json", example("recordings/cube.json")],
    ["cube-tosses.csv", [header, ...rows.filter((row) => tosses.includes(row.split(",")[0]))].join("\n")],
  ];
}

/**
 * Each view: the picture of the design at 1440 px (and at 390 px where there is one), the product's address, files that are dropped on it,
 * what to wait for, in the page or in a frame of it.
 */
const VIEWS = [
  { name: "home", design: "screens/home", hash: "", ready: ".card" },
  { name: "inspector", design: "screens/inspector", hash: "#/impact?example=icosahedron-tetrahedron", ready: ".knob" },
  { name: "player", design: "screens/player", hash: "#/run?example=sim-break-follow", ready: ".timeline" },
  { name: "build", design: "lab2/screens/build", hash: "#/build?example=sim-ball-bounce-and-roll", ready: ".build[data-done=true]" },
  {
    name: "bring",
    design: "lab2/screens/bring",
    hash: "#/build?new=1",
    files: [["arm.urdf", example("urdf/arm.urdf")]],
    ready: ".build[data-done=true] .bring-panel",
  },
  { name: "inspect", design: "lab2/screens/inspect", hash: "#/run?example=sim-phone-drop&event=2", ready: ".inspect-panel" },
  { name: "lesson", design: "lab2/screens/lesson", hash: "#/tell/rod-turns-back?step=4", ready: ".lesson[data-ready=true]" },
  { name: "present", design: "lab2/screens/present", hash: "#/tell/rod-turns-back?step=2&present=1", ready: ".lesson[data-ready=true]" },
  { name: "figure", design: "lab2/screens/figure", hash: "#/take?example=slip-reversing-rod&tab=sheet", ready: ".desk-sheet img" },
  { name: "video", design: "lab2/screens/video", hash: "#/take?example=sim-phone-drop&tab=film&m=i1@p0.56", ready: ".take-preview canvas" },
  {
    name: "embed",
    hash: "#/take?example=sim-phone-drop&tab=embed&m=i2@p0.56",
    ready: ".take-framed iframe",
    framed: '.embed[data-ready="true"] canvas',
  },
  { name: "clatter", design: "lab2/screens/clatter", hash: "#/clatter?example=clatter-rod-half", ready: ".clatter[data-impulses]" },
  { name: "elastic-rod", design: "lab2/screens/elastic-rod", hash: "#/rod?example=elastic-rod-steel", ready: ".space-time canvas" },
  { name: "pickup", design: "lab2/screens/pickup", hash: "#/pickup?example=pickup-tomato", ready: ".pickup[data-outcome]" },
  {
    name: "rest-shape",
    design: "lab2/screens/rest-shape",
    hash: "#/rest-shape?example=rest-shape-gelatin",
    ready: ".rest-shape[data-status]",
  },
  { name: "fit", design: "lab2/screens/fit", hash: "#/", files: fewTosses(), ready: ".fit-view[data-done=true] .films" },
  { name: "sweep", design: "lab2/screens/sweep", hash: "#/sweep?example=sweep-rod-map", ready: ".map-picture" },
  { name: "drops", design: "lab2/screens/drops", hash: "#/sweep?example=sweep-phone-drop", ready: ".sweep-view svg" },
  { name: "batting", hash: "#/batting", ready: ".space-picture" },
  { name: "engines", hash: "#/engines", ready: ".engine-stage[data-engine=cannon-es]" },
  { name: "many", hash: "#/many?example=cradle-first-collision", ready: ".many[data-impulse]" },
];
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
const THEMES = ["light", "dark"];
/** Width of each half, px. */
const HALF = { 1440: 640, 1024: 520, 390: 300 };

const [design, ...names] = process.argv.slice(2);
if (design === undefined) {
  console.error("node scripts/lab-beside.mjs DESIGN_FOLDER [NAME ...]");
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const { url, browser, end } = await servedLab();
const joiner = await browser.newPage();

/** The design's picture that comes nearest: same width, else 1440; same theme, else light. */
function pictureOf(view, width, theme) {
  if (view.design === undefined) return undefined;
  const widths = width === 390 ? [390, 1440] : [1440];
  const found = widths.flatMap((each) => [theme, "light"].map((tone) => join(design, `${view.design}-${each}-${tone}.png`)));
  return found.find((file) => existsSync(file));
}

async function drop(page, files) {
  await page.locator(".card, .canvas-holder[data-ready=true]").first().waitFor();
  await page.evaluate((list) => {
    const data = new DataTransfer();
    for (const [name, text] of list) data.items.add(new File([text], name));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, files);
}

/** Two pictures beside each other as WebP. */
async function joined(files, half) {
  const data = files.map((file) => `data:image/png;base64,${file.toString("base64")}`);
  return joiner.evaluate(
    async ([sources, width]) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return image;
        }),
      );
      const height = Math.max(...images.map((image) => Math.round((width * image.height) / image.width)));
      const canvas = document.createElement("canvas");
      canvas.width = width * images.length + 8 * (images.length - 1);
      canvas.height = height;
      const context = canvas.getContext("2d");
      context.fillStyle = "#888";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = "high";
      images.forEach((image, i) => {
        context.drawImage(image, i * (width + 8), 0, width, Math.round((width * image.height) / image.width));
      });
      return canvas.toDataURL("image/webp", 0.6).split(",")[1];
    },
    [data, half],
  );
}

let written = 0;
for (const view of VIEWS.filter(({ name }) => names.length === 0 || names.includes(name)))
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ viewport: { width: SIZES[0][0], height: SIZES[0][1] }, colorScheme });
    await page.goto(url + view.hash);
    if (view.files !== undefined) await drop(page, view.files);
    await page.locator(view.ready).first().waitFor({ timeout: 300_000 });
    if (view.framed !== undefined) await page.frameLocator("iframe").locator(view.framed).waitFor({ timeout: 120_000 });
    await page.waitForFunction(() => document.querySelector(".run-progress") === null, undefined, { timeout: 120_000 });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(900);
      const product = await page.screenshot();
      const picture = pictureOf(view, width, colorScheme);
      const webp = await joined(picture === undefined ? [product] : [readFileSync(picture), product], HALF[width]);
      writeFileSync(join(FOLDER, `${view.name}-${width}-${colorScheme}.webp`), Buffer.from(webp, "base64"));
      written++;
    }
    await page.close();
  }
await end();
console.log(`${written} pictures in ${FOLDER}`);
