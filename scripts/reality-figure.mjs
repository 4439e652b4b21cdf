// The picture of the board: errors of whole tosses held out, of every competitor in every table of tosses. generate-figures.mjs writes it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COLOUR, round, svgOf, text, WIDTH } from "./parameter-studies.mjs";
import { root } from "./source-files.mjs";

const TABLES = [
  ["listed", "the cube as listed"],
  ["listed, least e_q", "the same, e_q minimised"],
  ["shaped", "inertia and rounding fitted too"],
  ["fitted", "centre of mass and labels, too"],
];
/** Powers of ten of e_q that are shown. */
const [LEAST, MOST] = [-2.2, 0.4];
const LEFT = 150;
const LINE = 19;

/** Mean and median of e_q, row by row, the best mean first. */
export function boardPicture() {
  const rows = JSON.parse(readFileSync(join(root, "bench/reality.json"), "utf8"));
  const x = (value) => LEFT + ((WIDTH - LEFT - 24) * (Math.log10(value) - LEAST)) / (MOST - LEAST);
  let y = 24;
  const parts = [];
  for (const [name, title] of TABLES) {
    const some = rows.filter(({ table, held }) => table === name && held !== undefined).sort((a, b) => a.held.mean - b.held.mean);
    if (some.length === 0) continue;
    const top = y;
    parts.push(text(16, y, title, { fill: COLOUR.ink2, weight: 600 }));
    for (const row of some) {
      y += LINE;
      parts.push(
        text(LEFT - 10, y + 4, row.name, { anchor: "end", size: 11, fill: COLOUR.ink2 }),
        `<path d="M${round(x(row.held.median))},${y}H${round(x(row.held.mean))}" stroke="${COLOUR.line2}"/>`,
        dot(x(row.held.median), y, COLOUR.paper),
        dot(x(row.held.mean), y, COLOUR.ink1),
      );
    }
    const floor = some.find(({ noiseFloor }) => noiseFloor !== undefined)?.noiseFloor.scatter.mean;
    if (floor !== undefined) {
      parts.push(`<path d="M${round(x(floor))},${top + 6}V${y + 10}" stroke="${COLOUR.line2}" stroke-dasharray="4 3"/>`);
      parts.push(text(x(floor) + 6, top, "a true model, contacts that scatter", { size: 11, fill: COLOUR.ink3, halo: true }));
    }
    y += 30;
  }
  const ticks = [0.01, 0.03, 0.1, 0.3, 1].map(
    (value) =>
      `<path d="M${round(x(value))},12V${y - 16}" stroke="${COLOUR.line}"/>` +
      text(x(value), y, String(value), { anchor: "middle", size: 11, fill: COLOUR.ink3 }),
  );
  const legend =
    text(16, y + 22, "e_q of tosses held out:", { fill: COLOUR.ink2 }) +
    dot(168, y + 18, COLOUR.ink1) +
    text(178, y + 22, "mean", { fill: COLOUR.ink2 }) +
    dot(228, y + 18, COLOUR.paper) +
    text(238, y + 22, "median", { fill: COLOUR.ink2 });
  return svgOf(
    "Errors of tosses held out, Carom and engines, the cube as listed and as fitted",
    y + 34,
    ticks.join("") + parts.join("") + legend,
  );
}

function dot(x, y, fill) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="4" fill="${fill}" stroke="${COLOUR.ink1}" stroke-width="1.5"/>`;
}
