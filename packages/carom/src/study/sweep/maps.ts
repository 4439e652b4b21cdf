/** Measures over two varied numbers: of a grid its cells, of drawn points the means over equal cells. */
import { rangeOfValues } from "../../sweep/statistics/range.js";
import type { NumberColumn, SweepColumn, SweepRows } from "./columns.js";
import type { SweepPlan } from "./plan.js";
import type { SweepMap } from "./result.js";

/** Varied numbers whose pairs are mapped, measures that are, and cells along a side. */
const MOST_INPUTS = 3;
const MOST_MEASURES = 8;
const MOST_CELLS = 64;
/** Runs that are looked at where points are drawn: more would make the same picture. */
const MOST_MAPPED = 65_536;
/** Runs that a cell shall have about, where points are drawn. */
const RUNS_A_CELL = 4;

export function sweepMaps(plan: SweepPlan, { inputs, measures, word, count: all }: SweepRows, isWorded: boolean): SweepMap[] {
  const count = plan.study.sampler.type === "grid" ? all : Math.min(all, MOST_MAPPED);
  const axes = inputs.filter((column): column is NumberColumn => column.type === "number").slice(0, MOST_INPUTS);
  const mapped: readonly SweepColumn[] = [...measures.slice(0, MOST_MEASURES), ...(isWorded ? [word] : [])];
  const cells = Math.max(2, Math.min(MOST_CELLS, Math.floor(Math.sqrt(count / RUNS_A_CELL))));
  const edged = axes.map((column) => ({ column, edges: edgesOf(plan, column, cells) }));
  const pairs = edged.flatMap((x, i) => edged.slice(i + 1).map((y) => [x, y] as const));
  return pairs.flatMap(([{ column: x, edges: xEdges }, { column: y, edges: yEdges }]) => {
    if (xEdges === undefined || yEdges === undefined) return [];
    const places = new Int32Array(count);
    addPlaces(xEdges, x.values, 1, places);
    addPlaces(yEdges, y.values, xEdges.length - 1, places);
    return mapped.map((column) => ({
      x: x.name,
      y: y.name,
      measure: column.name,
      xEdges,
      yEdges,
      cells: cellsOf(column, places, xEdges.length - 1, yEdges.length - 1),
    }));
  });
}

/** Between the levels of a grid that has not too many, else equal parts of the range. */
function edgesOf(plan: SweepPlan, { values }: NumberColumn, cells: number): number[] | undefined {
  const [least, most] = rangeOfValues(values);
  if (!(most > least)) return undefined;
  if (plan.study.sampler.type === "grid") {
    const levels = [...new Set(values)].sort((a, b) => a - b);
    if (levels.length <= 4 * MOST_CELLS) {
      const inner = levels.slice(1).map((level, i) => 0.5 * (levels[i] + level));
      return [levels[0] - (inner[0] - levels[0]), ...inner, 2 * levels[levels.length - 1] - inner[inner.length - 1]];
    }
  }
  return Array.from({ length: cells + 1 }, (_, i) => (i === cells ? most : least + ((most - least) * i) / cells));
}

/** Adds to the place of each run which cell between the edges its value is in, so many times. */
function addPlaces(edges: readonly number[], values: Float64Array, stride: number, places: Int32Array): void {
  for (let run = 0; run < places.length; run++) {
    const value = values[run];
    let low = 0;
    let high = edges.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (value < edges[middle]) high = middle;
      else low = middle;
    }
    places[run] += stride * low;
  }
}

function cellsOf(column: SweepColumn, places: Int32Array, width: number, height: number): (number | string | null)[][] {
  const flat =
    column.type === "number" ? means(column.values, places, width * height) : frequent(column.codes, column.texts, places, width * height);
  return Array.from({ length: height }, (_, row) => flat.slice(row * width, (row + 1) * width));
}

function means(values: Float64Array, places: Int32Array, cells: number): (number | null)[] {
  const sums = new Float64Array(cells);
  const counts = new Uint32Array(cells);
  addToCells(values, places, sums, counts);
  return Array.from(sums, (sum, cell) => (counts[cell] === 0 ? null : sum / counts[cell]));
}

function addToCells(values: Float64Array, places: Int32Array, sums: Float64Array, counts: Uint32Array): void {
  for (let run = 0; run < places.length; run++) {
    if (Number.isNaN(values[run])) continue;
    sums[places[run]] += values[run];
    counts[places[run]]++;
  }
}

function frequent(codes: Uint32Array, texts: readonly string[], places: Int32Array, cells: number): (string | null)[] {
  const counts = Array.from({ length: cells }, () => new Map<number, number>());
  for (let run = 0; run < places.length; run++) {
    if (texts[codes[run]] === "") continue;
    const cell = counts[places[run]];
    cell.set(codes[run], (cell.get(codes[run]) ?? 0) + 1);
  }
  return counts.map((cell) => {
    const [best] = [...cell].sort(([a, first], [b, second]) => second - first || a - b);
    return best === undefined ? null : texts[best[0]];
  });
}
