// Pictures of the page of validation: how far ours are from what sources print, and a measured impact of five balls. generate-figures.mjs
// writes them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { evaluatePublished, parseStudyText, runStudy } from "carom/study";
import { COLOUR, round, svgOf, text, WIDTH } from "./parameter-studies.mjs";
import { filesIn, root } from "./source-files.mjs";

const LANES = ["reproduced", "reproduced with the source's own rule", "not reproduced"];
/** Powers of ten of the difference over the tolerance that are shown; what lies beyond stands at the edge. */
const [LEAST, MOST] = [-4, 5];
const LEFT = 16;

/** Differences from the printed numbers of all impact examples, over their tolerances, by verdict. */
export function deviations() {
  const studies = filesIn("examples", /\.json$/)
    .filter((file) => /^examples\/[^/]+$/.test(file))
    .map((file) => parseStudyText(readFileSync(join(root, file), "utf8")))
    .filter(({ kind, published }) => kind === "impact" && published !== undefined);
  const rows = studies.flatMap((study) => evaluatePublished(study)).filter(({ computed }) => computed !== true);
  const measured = rows.filter(
    ({ published, ours, tolerance }) => tolerance > 0 && typeof published === "number" && typeof ours === "number",
  );
  const x = (power) => LEFT + ((WIDTH - 2 * LEFT) * (power - LEAST)) / (MOST - LEAST);
  const lanes = LANES.map((verdict, lane) => {
    const dots = measured.filter((row) => row.verdict === verdict);
    const top = 26 + 74 * lane;
    const circles = dots.map(({ published, ours, tolerance }, i) => {
      const power = Math.log10(Math.max(Math.abs(ours - published) / tolerance, 1e-300));
      const at = x(Math.min(Math.max(power, LEAST), MOST));
      return `<circle cx="${round(at)}" cy="${round(top + 14 + ((i * 7) % 40))}" r="2.5" fill="${COLOUR.ink1}" fill-opacity="0.45"/>`;
    });
    return text(LEFT, top, `${verdict}: ${dots.length}`, { fill: COLOUR.ink2, weight: 600, halo: true }) + circles.join("");
  });
  const bottom = 26 + 74 * LANES.length;
  const line = `<path d="M${round(x(0))},10V${bottom}" stroke="${COLOUR.line2}" stroke-dasharray="4 3"/>`;
  const ticks = Array.from({ length: MOST - LEAST + 1 }, (_, i) => LEAST + i).map((power) =>
    text(x(power), bottom + 16, power === 0 ? "1" : `1e${power}`, { anchor: "middle", size: 11, fill: COLOUR.ink3 }),
  );
  const axis = text(LEFT, bottom + 36, "difference over tolerance; at the left edge 1e-4 and less", { fill: COLOUR.ink2 });
  const title = `Differences of ${measured.length} printed numbers of impacts from ours, over their tolerances, by verdict`;
  return svgOf(title, bottom + 46, line + lanes.join("") + ticks.join("") + axis);
}

/** 000 Table 3.1: velocities of five balls after the first collision of a cradle. */
export function measuredCradle(study) {
  const { bodies } = runStudy(study);
  const rows = [
    { name: "measured", values: [-0.0578, -0.0224, 0.0003, 0.1322, 0.4508], mark: (x, y) => ring(x, y, COLOUR.paper) },
    { name: "the source's simulation", values: [-0.0568, -0.038, -0.0002, 0.145, 0.4401], mark: cross },
    { name: "Carom", values: [1, 2, 3, 4, 5].map((i) => bodies[`ball${i}`].after.velocity[0]), mark: (x, y) => ring(x, y, COLOUR.ink1) },
  ];
  const x = (ball) => 90 + 110 * (ball - 1);
  const y = (speed) => 20 + (230 * (0.5 - speed)) / 0.6;
  const levels = [-0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5].map(
    (speed) =>
      `<path d="M56,${round(y(speed))}H${WIDTH - 16}" stroke="${speed === 0 ? COLOUR.line2 : COLOUR.line}"/>` +
      text(48, y(speed) + 4, String(speed), { anchor: "end", size: 11, fill: COLOUR.ink3 }),
  );
  const marks = rows.map(({ values, mark }, k) => values.map((speed, i) => mark(x(i + 1) + 12 * (k - 1), y(speed))).join("")).join("");
  const balls = [1, 2, 3, 4, 5].map((ball) => text(x(ball), 268, `ball ${ball}`, { anchor: "middle", size: 11, fill: COLOUR.ink3 }));
  const legend = rows.map(({ name, mark }, k) => mark(70 + 180 * k, 290) + text(82 + 180 * k, 294, name, { fill: COLOUR.ink2 }));
  const unit = text(56, 12, "velocity after, m/s", { fill: COLOUR.ink2 });
  return svgOf(
    "Velocities of five balls after the first collision of a cradle: measured, the source's, ours",
    304,
    unit + levels.join("") + marks + balls.join("") + legend.join(""),
  );
}

function ring(x, y, fill) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="4.5" fill="${fill}" stroke="${COLOUR.ink1}" stroke-width="1.5"/>`;
}

function cross(x, y) {
  return `<path d="M${round(x - 4)},${round(y - 4)}l8,8m0,-8l-8,8" stroke="${COLOUR.ink1}" stroke-width="1.5"/>`;
}
