// Writes docs/figures/*.svg, every picture of the README and the docs, from the examples. With --check it only says whether the files are
// current. Names of pictures after it: only those are drawn. The packages must be built (npm run build).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  comparisonFigures,
  drawn,
  elasticRodSourceFigures,
  normalWorkOverlayFigure,
  plateImpulsesFigure,
  rodAnglesFigure,
  rodImpulsesFigure,
  sweptConesFigure,
  tenTargetsFigure,
} from "@carom/figures";
import { surveyRod } from "carom/clatter";
import { dropRobot, readUrdf } from "carom/simulation";
import { chooseLaw, compareStudy, parseStudy, parseStudyText, runStudy, surveyClatter } from "carom/study";
import { ballStudy, energyOverFriction, neighbouringMotions, rodMap } from "./parameter-studies.mjs";
import { boardPicture } from "./reality-figure.mjs";
import { deviations, measuredCradle } from "./validation-figures.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "docs/figures");
/** Which example a picture is of, for the links of the site. */
const list = join(root, "docs/.vitepress/figures.json");
/** Drawn by generate-import-graph.mjs. */
const OTHERS = ["imports.svg"];

/**
 * File name without its ending, the example it shows, and which of the example's figures it is. `laws` draws the comparison of laws, `law`
 * the impact under another law, `study` many impacts like the example, `picture` what is no example.
 */
const PICTURES = [
  { file: "rod-ledgers", example: "slip-reversing-rod", laws: true, figure: "ledgers" },
  { file: "rod-paths", example: "slip-reversing-rod", laws: true, figure: "impulse-paths" },
  { file: "rod-newton-energy", example: "slip-reversing-rod", law: "newton", figure: "energy" },
  { file: "icosahedron-hodograph", example: "icosahedron-tetrahedron", figure: "hodograph" },
  { file: "icosahedron-impulse", example: "icosahedron-tetrahedron", figure: "impulse-curve" },
  { file: "icosahedron-step-size", example: "icosahedron-tetrahedron", figure: "step-size" },
  { file: "jam-hodograph", example: "icosahedron-tetrahedron-2-5d", figure: "hodograph" },
  { file: "turning-hodograph", example: "icosahedron-tetrahedron-2-8", figure: "hodograph" },
  { file: "bundle", example: "hodograph-bundle-2-7", figure: "bundle" },
  { file: "bundle-centrifugal", example: "hodograph-bundle-2-9", figure: "bundle" },
  { file: "compliant-ball-velocity", example: "compliant-ball", figure: "normal-velocity" },
  { file: "compliant-ball-energy", example: "compliant-ball", figure: "energy" },
  { file: "compliant-ball-paths", example: "compliant-ball", laws: true, figure: "impulse-paths" },
  { file: "compliant-ball-study", example: "sweep-ball-friction", study: ballStudy },
  { file: "compliant-pencil-hodograph", example: "compliant-pencil", figure: "hodograph" },
  { file: "compliant-pencil-ledgers", example: "compliant-pencil", laws: true, figure: "ledgers" },
  { file: "planar-reverse-velocity", example: "pendulum-restitution-reverse", figure: "hodograph" },
  { file: "planar-reverse-impulse", example: "pendulum-restitution-reverse", figure: "impulse-curve" },
  { file: "planar-newton-ledgers", example: "newton-gains-44-percent", laws: true, figure: "ledgers" },
  { file: "planar-newton-friction", example: "sweep-energy-rules", study: energyOverFriction },
  { file: "chain-bars", example: "chain-5-linear", figure: "event-bars" },
  { file: "chain-energy", example: "chain-5-linear", figure: "energy" },
  { file: "break-graph", example: "nine-ball-stop", figure: "contact-graph" },
  { file: "rocking-work", example: "rocking-block-friction", figure: "normal-work" },
  {
    file: "corner-velocity",
    example: "ball-in-corner",
    options: { normalWork: "true", termination: "energetic" },
    figure: "contact-velocities",
  },
  { file: "proportional-corner", example: "ball-in-corner", law: "proportional", figure: "contact-velocities" },
  { file: "mesh-work", example: "block-edge-4", study: meshOverlay },
  { file: "roll-energy", example: "sim-ball-bounce-and-roll", figure: "energy-in-time" },
  { file: "roll-height", example: "sim-ball-bounce-and-roll", figure: "positions" },
  { file: "roll-plan", example: "sim-ball-bounce-and-roll", figure: "plan" },
  { file: "rocking-energy", example: "sim-rocking-1", figure: "energy-in-time" },
  { file: "rocking-height", example: "sim-rocking-1", figure: "positions" },
  { file: "rocking-modes", example: "sim-rocking-1", figure: "contact-modes" },
  { file: "sliding-modes", example: "sim-push", figure: "contact-modes" },
  { file: "break-plan", example: "sim-break-follow", figure: "plan" },
  { file: "mechanism-pendulum", example: "mechanism-double-pendulum", figure: "strobe" },
  ...["chain", "four-bar", "leg", "arm"].map((name) => ({ file: `mechanism-${name}`, example: `mechanism-${name}`, figure: "strobe" })),
  { file: "validation-deviations", picture: deviations },
  { file: "validation-cradle", example: "cradle-first-collision", study: measuredCradle },
  { file: "reality-board", picture: boardPicture },
  { file: "robot-drop", picture: robotDrop },
  { file: "mesh-gutter", example: "meshes/ground-gutter", files: ["meshes/gutter.obj"], figure: "positions" },
  { file: "fit-bounces", example: "fit-bounces", figure: "intervals" },
  { file: "force-tips-time", example: "force-block-tips", figure: "force-time" },
  { file: "force-tips-indentation", example: "force-block-tips", figure: "force-indentation" },
  { file: "force-laws-time", example: "force-laws-steel-ball", figure: "force-laws-time" },
  { file: "force-laws-loops", example: "force-laws-steel-ball", figure: "force-laws-loops" },
  { file: "force-laws-restitution", example: "force-laws-steel-ball", figure: "force-laws-restitution" },
  { file: "force-bounces", example: "sim-drop-force", figure: "force-strobe" },
  { file: "moving-rocking-modes", example: "sim-moving-rocking", figure: "contact-modes" },
  { file: "moving-rocking-energy", example: "sim-moving-rocking", figure: "energy-in-time" },
  { file: "derivatives-neighbours", example: "sim-derivatives-bounce", study: neighbouringMotions },
  { file: "derivatives-bars", example: "sim-derivatives-bounce", figure: "sensitivities" },
  { file: "clatter-stands", example: "clatter-rod-elastic", figure: "stands" },
  { file: "clatter-plate-bars", example: "clatter-plate", figure: "impulses" },
  { file: "clatter-angles-elastic", example: "clatter-rod-elastic", study: rodAngles },
  { file: "clatter-impulses-elastic", example: "clatter-rod-elastic", study: rodImpulses },
  { file: "clatter-angles-half", example: "clatter-rod-half", study: rodAngles },
  { file: "clatter-impulses-half", example: "clatter-rod-half", study: rodImpulses },
  { file: "clatter-angles-gravity-elastic", example: "clatter-rod-elastic", study: rodAnglesFalling },
  { file: "clatter-impulses-gravity-elastic", example: "clatter-rod-elastic", study: rodImpulsesFalling },
  { file: "clatter-angles-gravity-half", example: "clatter-rod-half", study: rodAnglesFalling },
  { file: "clatter-impulses-gravity-half", example: "clatter-rod-half", study: rodImpulsesFalling },
  { file: "clatter-plate-30", example: "clatter-plate", study: (study) => plateOverTilt(study, -30) },
  { file: "clatter-plate-45", example: "clatter-plate", study: (study) => plateOverTilt(study, -45) },
  { file: "clatter-plate-60", example: "clatter-plate", study: (study) => plateOverTilt(study, -60) },
  { file: "batting-trajectory", example: "batting-tetrahedron", figure: "trajectory" },
  { file: "batting-impulse-plane", example: "batting-tetrahedron", figure: "impulse-plane" },
  { file: "batting-spread", example: "batting-tetrahedron", figure: "spread" },
  { file: "batting-projection-plane", example: "batting-table-4-1", figure: "projection-plane" },
  { file: "batting-figure-4-9", example: "batting-figure-4-9", study: (study) => tenTargetsFigure(study).svg },
  { file: "batting-figure-4-10", example: "batting-figure-4-10", study: (study) => sweptConesFigure(study).svg },
  { file: "elastic-rod-space-time", example: "elastic-rod-damped", figure: "space-time" },
  { file: "elastic-rod-contact", example: "elastic-rod-damped", figure: "contact" },
  { file: "elastic-rod-energy", example: "elastic-rod-damped", figure: "energy" },
  { file: "elastic-rod-restitution", example: "elastic-rod-damped", figure: "restitution-over-damping" },
  { file: "elastic-rod-bounces", example: "elastic-rod-steel", figure: "bounces" },
  { file: "grasp-hand", example: "grasp-box-pads", figure: "hand" },
  { file: "grasp-places", example: "grasp-search", figure: "places" },
  { file: "grasp-margins", example: "grasp-box-pads", figure: "margins" },
  { file: "pickup-grip", example: "pickup-tomato", figure: "grip" },
  { file: "pickup-liftable", example: "pickup-box", figure: "liftable" },
  { file: "pickup-forces", example: "pickup-box", figure: "forces" },
  { file: "pickup-contact-map", example: "pickup-box", figure: "contact-map" },
  { file: "pickup-work-over-modulus", example: "pickup-football", figure: "work-over-modulus" },
  { file: "rest-shape-shapes", example: "rest-shape-fruit", figure: "shapes" },
  { file: "rest-shape-iterations", example: "rest-shape-tower", figure: "iterations" },
  { file: "rest-shape-relaxations", example: "rest-shape-tower", figure: "relaxations" },
  { file: "rest-shape-cobweb", example: "rest-shape-tetrahedron", figure: "cobweb" },
  { file: "rest-shape-turned-over", example: "rest-shape-gelatin", figure: "turned-over" },
  { file: "sweep-rod-map", example: "sweep-rod-map", study: rodMap },
  { file: "sweep-cut-shot", example: "sweep-cut-shot", figure: "distribution-1" },
  { file: "sweep-coin", example: "sweep-coin", figure: "map-1" },
  { file: "sweep-phone", example: "sweep-phone-drop", figure: "sphere-1" },
  { file: "sweep-cradle", example: "sweep-cradle", figure: "scatter-1" },
  { file: "sweep-break", example: "sweep-break", figure: "scatter-1" },
  ...["5-1", "5-2", "5-3", "5-4", "5-5", "5-6", "5-7", "c-1", "c-2", "c-3", "c-4", "c-5", "c-6"].map((number) => ({
    file: `elastic-rod-figure-${number}`,
    example: "elastic-rod-undamped",
    study: () => sourceFigure(`figure-${number}`),
  })),
];

/** Figures by what they are drawn of: several pictures show one run. */
const runs = new Map();
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const asked = PICTURES.filter(({ file }) => named.length === 0 || named.includes(file));
const pictures = new Map(asked.map((picture) => [`${picture.file}.svg`, draw(picture)]));

const shown = PICTURES.filter(({ example }) => example !== undefined && !example.includes("/")).map(({ file, example }) => [file, example]);
const listed = `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`;

if (process.argv.includes("--check")) {
  const complaints = [...pictures].flatMap(([file, svg]) => (written(file) === svg ? [] : [`docs/figures/${file} is not current`]));
  complaints.push(
    ...present().flatMap((file) => (pictures.has(file) ? [] : [`docs/figures/${file} is not among the pictures of this script`])),
  );
  complaints.push(
    ...usedPictures().flatMap(({ page, file }) =>
      pictures.has(file) ? [] : [`${page} shows ${file}, which is not among the pictures of this script`],
    ),
  );
  if (readFileSync(list, "utf8") !== listed) complaints.push("docs/.vitepress/figures.json is not current");
  if (complaints.length > 0) {
    console.error(`${complaints.join("\n")}\nrun npm run build, then node scripts/generate-figures.mjs`);
    process.exit(1);
  }
  console.log(`docs/figures: ${pictures.size} pictures are current`);
} else {
  if (named.length === 0) for (const file of present()) rmSync(join(folder, file));
  mkdirSync(folder, { recursive: true });
  for (const [file, svg] of pictures) writeFileSync(join(folder, file), svg);
  writeFileSync(list, listed);
  console.log(`docs/figures: ${pictures.size} pictures`);
}

function draw({ file, picture, example, files = [], law, options = {}, laws = false, study: drawStudy, figure: name }) {
  if (picture !== undefined) return picture();
  const beside = new Map(files.map((each) => [basename(each), readFileSync(join(root, "examples", each), "utf8")]));
  const study = parseStudyText(readFileSync(join(root, "examples", `${example}.json`), "utf8"), beside);
  if (drawStudy !== undefined) return drawStudy(study);
  const choice = { ...options, ...(law === undefined ? {} : { law }) };
  const figures = once(JSON.stringify([example, laws, choice]), () => {
    if (laws) return comparisonFigures(compareStudy(study, { history: true }));
    const asked = Object.keys(choice).length === 0 ? study : chooseLaw(study, choice);
    return drawn(asked, runStudy(asked, { history: true })).figures;
  });
  const found = figures.find((figure) => figure.name === name);
  if (found === undefined)
    throw new Error(`${file}: ${example} has no figure ${name}; it has ${figures.map((figure) => figure.name).join(", ")}`);
  return found.svg;
}

function once(key, compute) {
  if (!runs.has(key)) runs.set(key, compute());
  return runs.get(key);
}

/** 000 figures 5.1 to 5.7 and C.1 to C.6 drawn anew. */
function sourceFigure(name) {
  return once("sources", elasticRodSourceFigures).find((figure) => figure.name === name).svg;
}

/** The arm of the tutorial, let go 0.3 m above a floor. */
function robotDrop() {
  const robot = readUrdf(readFileSync(join(root, "examples/urdf/arm.urdf"), "utf8"), { base: "free" });
  const { bodies, gears, contacts } = dropRobot(robot, { height: 0.3, friction: 0.5, restitution: 0.2 });
  const study = parseStudy({ carom: 1, kind: "simulation", title: "An arm falls", duration: 0.8, method: "auto", bodies, gears, contacts });
  return drawn(study, runStudy(study, { history: true })).figures.find(({ name }) => name === "strobe").svg;
}

/** The edge of one block as 2, 3, 4 and 5 points. */
function meshOverlay() {
  const results = ["4", "8", "16", "25"].map((points) => {
    const study = parseStudyText(readFileSync(join(root, "examples", `block-edge-${points}.json`), "utf8"));
    return { name: `${study.contacts.length} points`, result: runStudy(study, { history: true }) };
  });
  return normalWorkOverlayFigure(results).svg;
}

/** Figures 2.4 to 2.7 of 003 drawn anew: with gravity as the source has it, which lowers the rod and does not speed it up, and as it is. */
function rodAngles(study) {
  return rodAnglesFigure(withoutMark(surveyClatter(study))).svg;
}

function rodImpulses(study) {
  return rodImpulsesFigure(withoutMark(surveyClatter(study)), { asPrinted: true }).svg;
}

function rodAnglesFalling(study) {
  return rodAnglesFigure(falling(study)).svg;
}

function rodImpulsesFalling(study) {
  return rodImpulsesFigure(falling(study)).svg;
}

function falling(study) {
  const survey = withoutMark(surveyClatter(study));
  const fall = { restitution: study.rod.restitution, impactSpeed: 1, gravity: 0.5 };
  const last = survey.rods[0].rows.findLast(({ angles }) => angles.length > 0).angle;
  const upTo = (rows) => rows.filter(({ angle }) => angle <= last);
  const printed = { name: "gravity as in the source", rows: upTo(surveyRod({ ...fall, gravityModel: "position-only" })) };
  return { ...survey, rods: [...survey.rods, printed, { name: "gravity as it is", rows: upTo(surveyRod(fall)) }] };
}

/** Figures 4.3 to 4.5. */
function plateOverTilt(study, roll) {
  const survey = surveyClatter({ ...study, plate: { ...study.plate, roll: (roll * Math.PI) / 180 } });
  return plateImpulsesFigure(withoutMark(survey)).svg;
}

/** Of no single study. */
function withoutMark(survey) {
  return { ...survey, angle: Number.NaN };
}

function written(file) {
  return present().includes(file) ? readFileSync(join(folder, file), "utf8") : undefined;
}

function present() {
  try {
    return readdirSync(folder)
      .filter((file) => !OTHERS.includes(file))
      .sort();
  } catch {
    return [];
  }
}

/** Every picture of docs/figures that a page shows. */
function usedPictures() {
  const pages = ["README.md", ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((file) => join("docs", file))];
  return pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) => [...readFileSync(join(root, page), "utf8").matchAll(/figures\/([\w-]+\.svg)/g)].map(([, file]) => ({ page, file })))
    .filter(({ file }) => !OTHERS.includes(file));
}
