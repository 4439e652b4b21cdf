/**
 * The rod in space and time while it stands on the floor: lines of its points (displacement enlarged), strain and velocity as shades, and the front that goes up and down.
 */

import { contactFields, type ElasticRod, frontPlace, transitTime } from "carom/elastic-rod";
import type { ElasticRodResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { headline, word } from "../draw/marks.js";
import { niceTicks, significant, tickText, withUnit } from "../draw/numbers.js";
import { PANEL_WIDTH } from "../draw/panel.js";
import { simplified } from "../draw/polyline.js";
import { element, linePath, type Point, round, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

const LEFT = 62;
const RIGHT = 24;
const TITLE = 28;
const HEIGHT = 150;
const GAP = 18;
/** Columns in time and cells along the rod of the shades. */
const COLUMNS = 120;
const CELLS = 48;
const LEVELS = 10;
/** Part of the panel that the rod itself takes; the rest is for its displacement. */
const ROD_PART = 0.75;
const LINES = 16;
const MOST_TRANSITS = 4;

/** Of a rod with viscous damping; the source's structural damping has no fronts to show. */
export function spaceTimeFigure({ rod, bounce, groups }: ElasticRodResult): Figure | undefined {
  if (rod.damping === undefined) return undefined;
  const elastic: ElasticRod = { ...rod, damping: rod.damping };
  const transit = groups.transitTime;
  const end = Math.min(bounce?.bounceTime ?? MOST_TRANSITS * transit, MOST_TRANSITS * transit);
  const fields = sampleFields(elastic, end);
  const x = (time: number) => LEFT + (time / end) * (PANEL_WIDTH - LEFT - RIGHT);
  const largest = Math.max(...fields.displacement.map(Math.abs));
  const enlarged = largest > 0 ? ((1 - ROD_PART) * rod.length) / largest : 1;
  let top = 4;
  const panels = (["lines", "strain", "velocity"] as const).flatMap((what) => {
    const frame = { top: top + TITLE, y: (place: number) => top + TITLE + HEIGHT * (1 - place / rod.length) };
    const y = frame.y;
    const parts =
      what === "lines"
        ? drawLines(elastic, end, enlarged, x, (place) => frame.top + HEIGHT * (1 - place / rod.length))
        : drawShades(fields[what], frame.top, end, x);
    const front = what === "lines" ? [] : [drawFront(elastic, end, x, (place) => frame.top + HEIGHT * (1 - place / rod.length))];
    const peak = what === "lines" ? enlarged / ROD_PART : Math.max(...fields[what].map(Math.abs));
    const [title, unit] = headOf(what, peak);
    const head = headline([LEFT, top + 14], title, unit);
    const border = element("path", {
      class: "rule",
      d: `M${LEFT},${frame.top + HEIGHT}H${PANEL_WIDTH - RIGHT}`,
      fill: "none",
      stroke: colour.line2,
    });
    const ends = [
      word([LEFT - 8, y(0) + 4], "floor", { size: 11, fill: colour.ink3, anchor: "end" }),
      word([LEFT - 8, what === "lines" ? y(ROD_PART * rod.length) + 4 : y(rod.length) + 10], "top", {
        size: 11,
        fill: colour.ink3,
        anchor: "end",
      }),
    ];
    top += TITLE + HEIGHT + GAP;
    return [head, ...parts, ...front, border, ...ends];
  });
  const bottom = top - GAP;
  const { step, values } = niceTicks(0, end, 6);
  const axis = values.flatMap((value) => [
    element("path", { d: `M${x(value)},${bottom}v4`, stroke: colour.line2, fill: "none" }),
    word([x(value), bottom + 17], tickText(value, step), { size: 11, fill: colour.ink3, anchor: "middle" }),
  ]);
  const title = "Waves in the rod while it stands on the floor";
  const caption = [
    `The first front leaves the floor at the impact, turns at the top after ${withUnit(transit / 2, "s")} and is back after ${withUnit(transit, "s")}; behind it the rod is compressed by ${significant(groups.impactStrain)} and stands nearly still.`,
    bounce === undefined ? "The rod stays on the floor." : `The rod leaves at ${withUnit(bounce.bounceTime, "s", 4)}.`,
    "Blue is compressed or moving up, orange stretched or moving down.",
  ].join(" ");
  const svg = svgDocument({ width: PANEL_WIDTH, height: bottom + 44 }, `${title}. ${caption}`, [
    ...panels,
    ...axis,
    word([LEFT, bottom + 35], "time, s"),
  ]);
  return { name: "space-time", title, caption, svg };
}

function headOf(what: "lines" | "strain" | "velocity", peak: number): [string, string] {
  if (what === "lines")
    return [
      "Points of the rod",
      peak < 1 ? `displacement reduced to ${significant(peak, 2)}` : `displacement ${significant(peak, 2)} times enlarged`,
    ];
  return what === "strain" ? ["Strain", `up to ${significant(peak)}`] : ["Velocity", `up to ${withUnit(peak, "m/s")}`];
}

interface Fields {
  readonly displacement: Float64Array;
  readonly strain: Float64Array;
  readonly velocity: Float64Array;
}

function sampleFields(rod: ElasticRod, end: number): Fields {
  const fields = {
    displacement: new Float64Array(COLUMNS * CELLS),
    strain: new Float64Array(COLUMNS * CELLS),
    velocity: new Float64Array(COLUMNS * CELLS),
  };
  for (let i = 0; i < COLUMNS; i++)
    for (let j = 0; j < CELLS; j++) {
      const { displacement, strain, velocity } = contactFields(rod, (rod.length * (j + 0.5)) / CELLS, (end * (i + 0.5)) / COLUMNS);
      fields.displacement[i * CELLS + j] = displacement;
      // Compression is drawn like upward motion: both come with the push of the floor.
      fields.strain[i * CELLS + j] = -strain;
      fields.velocity[i * CELLS + j] = velocity;
    }
  return fields;
}

function drawLines(
  rod: ElasticRod,
  end: number,
  enlarged: number,
  x: (time: number) => number,
  y: (place: number) => number,
): SvgElement[] {
  return Array.from({ length: LINES + 1 }, (_, n) => {
    const place = (rod.length * n) / LINES;
    const points = Array.from({ length: COLUMNS + 1 }, (_, i): Point => {
      const time = (end * i) / COLUMNS;
      const { displacement } = contactFields(rod, place, time);
      return [x(time), y(ROD_PART * place + enlarged * displacement)];
    });
    return element("path", {
      class: "point",
      d: linePath(simplified(points)),
      fill: "none",
      stroke: n === 0 || n === LINES ? colour.ink1 : colour.ink3,
      "stroke-width": n === 0 || n === LINES ? 1.75 : 1,
    });
  });
}

/** Shades of equal value are drawn as one box of a column. */
function drawShades(values: Float64Array, top: number, end: number, x: (time: number) => number): SvgElement[] {
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const paths = new Map<number, string[]>();
  for (let i = 0; i < COLUMNS; i++) {
    const [from, to] = [x((end * i) / COLUMNS), x((end * (i + 1)) / COLUMNS)];
    for (let j = 0, first = 0; j < CELLS; j++) {
      const level = levelOf(values[i * CELLS + j], peak);
      if (j < CELLS - 1 && levelOf(values[i * CELLS + j + 1], peak) === level) continue;
      const [low, high] = [top + HEIGHT * (1 - first / CELLS), top + HEIGHT * (1 - (j + 1) / CELLS)];
      first = j + 1;
      if (level === 0) continue;
      const path = paths.get(level) ?? [];
      path.push(`M${round(from)},${round(low)}H${round(to)}V${round(high)}H${round(from)}Z`);
      paths.set(level, path);
    }
  }
  return [...paths]
    .sort(([a], [b]) => a - b)
    .map(([level, path]) =>
      element("path", {
        class: "shade",
        d: path.join(""),
        fill: level > 0 ? colour.stick : colour.slip,
        "fill-opacity": round((0.9 * Math.abs(level)) / LEVELS),
        "shape-rendering": "crispEdges",
      }),
    );
}

function levelOf(value: number, peak: number): number {
  return peak === 0 ? 0 : Math.round((LEVELS * value) / peak);
}

function drawFront(rod: ElasticRod, end: number, x: (time: number) => number, y: (place: number) => number): SvgElement {
  const half = 0.5 * transitTime(rod);
  const points: Point[] = [];
  for (let n = 0; n * half < end; n++) points.push([x(n * half), y(n % 2 === 0 ? 0 : rod.length)]);
  points.push([x(end), y(frontPlace(rod, end))]);
  return element("path", {
    class: "front",
    d: linePath(points),
    fill: "none",
    stroke: colour.ink1,
    "stroke-width": 1,
    "stroke-dasharray": "4 3",
  });
}
