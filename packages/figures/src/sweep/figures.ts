/** Every figure of a sweep. */
import type { NumberSummary, ResultOf, SweepMap, TextSummary } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { percent, significant } from "../draw/numbers.js";
import { scatter } from "../draw/scatter.js";
import type { Point } from "../draw/svg.js";
import { convergence, distribution, shareBars, sobolBars } from "./charts.js";
import { heatMap } from "./heat-map.js";
import { type SphereDot, sphereMap } from "./sphere-map.js";

type Result = ResultOf<"sweep">;

/** Figures of each sort; what is left out stands in the tables. */
const MOST = 6;

export function sweepFigures(result: Result): Figure[] {
  const numbers = Object.entries(result.measures).filter((each): each is [string, NumberSummary] => each[1].type === "number");
  const texts: [string, TextSummary][] = [
    ...Object.entries(result.measures).filter((each): each is [string, TextSummary] => each[1].type === "text"),
    ...(result.words === undefined ? [] : [["sequence of events", result.words] as [string, TextSummary]]),
  ];
  return [
    ...texts.slice(0, MOST).map(([name, summary], i) => shareFigure(name, summary, i)),
    ...result.maps.slice(0, MOST).map(mapFigure),
    ...sphereFigures(result, numbers),
    ...numbers.slice(0, MOST).map(([name, summary], i) => distributionFigure(name, summary, i)),
    ...numbers.slice(0, MOST).flatMap(([name, { sobol }], i) => (sobol === undefined ? [] : [sobolFigure(name, sobol, i)])),
    ...scatterFigures(result, numbers),
    ...numbers.slice(0, 2).map(([name, { convergence: rows }], i) => convergenceFigure(name, rows, i)),
  ];
}

function shareFigure(name: string, summary: TextSummary, i: number): Figure {
  const [[most, { probability, interval }]] = Object.entries(summary.shares);
  const title = `How often: ${name}`;
  const known = `95 % interval ${percent(interval[0])} to ${percent(interval[1])}`;
  const caption = `${most}: ${percent(probability)} of ${summary.count} runs (${known}).`;
  return { name: `shares-${i + 1}`, title, caption, svg: shareBars(`${title}. ${caption}`, name, summary) };
}

function mapFigure(map: SweepMap, i: number): Figure {
  const title = `${map.measure} over ${map.x} and ${map.y}`;
  const isText = typeof map.cells.flat().find((cell) => cell !== null) === "string";
  const size = `${map.xEdges.length - 1} by ${map.yEdges.length - 1} cells`;
  const caption = `${size}; each shows ${isText ? "what came most often" : "the mean"} of its runs.`;
  return { name: `map-${i + 1}`, title, caption, svg: heatMap(`${title}. ${caption}`, map) };
}

function distributionFigure(name: string, summary: NumberSummary, i: number): Figure {
  const unit = summary.unit === undefined ? "" : ` ${summary.unit}`;
  const median = summary.quantiles.find(({ part }) => part === 0.5);
  const title = `Distribution of ${name}`;
  const middle = `blue: the median, ${significant(median?.value ?? 0, 4)}${unit}`;
  const caption = `Mean ${significant(summary.mean, 4)}${unit}, deviation ${significant(summary.deviation, 3)}; ${middle}.`;
  return { name: `distribution-${i + 1}`, title, caption, svg: distribution(`${title}. ${caption}`, name, summary) };
}

/** Of sweeps over orientations: the first measures on the sphere of what points down. */
function sphereFigures({ entries, sample }: Result, numbers: readonly (readonly [string, NumberSummary])[]): Figure[] {
  const entry = entries.find(({ columns }) => columns.length === 4);
  if (entry === undefined) return [];
  const parts = entry.columns.map((column) => sample[column]);
  return numbers.slice(0, 2).flatMap(([name, { unit, most }], i) => {
    const dots = sample[name].flatMap((value, run) =>
      typeof value === "number"
        ? [{ orientation: parts.map((part) => Number(part[run])) as unknown as SphereDot["orientation"], value }]
        : [],
    );
    if (dots.length === 0) return [];
    const title = `${name} by what points down`;
    const caption = `One dot a run. Largest: ${significant(most.value, 4)}${unit === undefined ? "" : ` ${unit}`}, in run ${most.run}.`;
    return [{ name: `sphere-${i + 1}`, title, caption, svg: sphereMap(`${title}. ${caption}`, name, dots) }];
  });
}

function sobolFigure(name: string, sobol: NonNullable<NumberSummary["sobol"]>, i: number): Figure {
  const title = `What ${name} depends on`;
  const caption =
    "Sobol indices: the part of its variance that an entry makes alone, and with what it does together with others; 95 % intervals.";
  return { name: `sobol-${i + 1}`, title, caption, svg: sobolBars(`${title}. ${caption}`, name, sobol) };
}

/** Each measure over the entry it goes most with. */
function scatterFigures({ sample }: Result, numbers: readonly (readonly [string, NumberSummary])[]): Figure[] {
  return numbers.slice(0, MOST).flatMap(([name, { rankCorrelation }], i) => {
    const [best] = Object.entries(rankCorrelation).sort(([, a], [, b]) => Math.abs(b.value) - Math.abs(a.value));
    if (best === undefined) return [];
    const [input, { value, interval }] = best;
    const points = sample[input].flatMap((x, run): Point[] => {
      const y = sample[name][run];
      return typeof x === "number" && typeof y === "number" ? [[x, y]] : [];
    });
    if (points.length < 2) return [];
    const title = `${name} against ${input}`;
    const known = `95 % interval ${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}`;
    const caption = `${points.length} runs; rank correlation ${value.toFixed(2)} (${known}).`;
    return [{ name: `scatter-${i + 1}`, title, caption, svg: scatter(`${title}. ${caption}`, [input, name], points) }];
  });
}

function convergenceFigure(name: string, rows: NumberSummary["convergence"], i: number): Figure {
  const last = rows[rows.length - 1];
  const title = `Mean of ${name} as runs are added`;
  const caption = `After ${last.runs} runs ${significant(last.mean, 4)}, known to ${significant(last.error, 2)} (95 %).`;
  return { name: `convergence-${i + 1}`, title, caption, svg: convergence(`${title}. ${caption}`, name, rows) };
}
