/** The map of a sweep with what is at its crosshair: the numbers of that run, the two slices through it, and the way to it. */
import { linePath, significant } from "@carom/figures/geometry";
import type { ResultOf, SweepMap } from "carom/study";
import { useEffect, useMemo, useState } from "react";
import { type Cell, cellText, MapPicture, middleOf } from "./map-picture.js";
import { eventText } from "./sequences.js";

type Result = ResultOf<"sweep">;

interface MapViewProps {
  readonly result: Result;
  /** At least one. */
  readonly maps: readonly SweepMap[];
  /** Absent: no run can be opened yet. */
  readonly onRun?: (run: number) => void;
}

export function MapView({ result, maps, onRun }: MapViewProps) {
  const [chosen, setChosen] = useState(0);
  const map = maps[Math.min(chosen, maps.length - 1)];
  const [cell, setCell] = useState<Cell>(() => middle(map));
  useEffect(() => {
    setCell((before) => (map.cells[before.row]?.[before.column] === undefined ? middle(map) : before));
  }, [map]);
  const run = useMemo(() => runIn(result, map, cell), [result, map, cell]);
  const value = map.cells[cell.row]?.[cell.column];
  const [x, y] = [middleOf(map.xEdges, cell.column), middleOf(map.yEdges, cell.row)];
  const words = `${map.x} ${significant(x, 3)}, ${map.y} ${significant(y, 3)}: ${map.measure} ${cellText(value)}`;
  const open = () => run !== undefined && onRun?.(run);
  return (
    <section className="map-view" data-steps={`${map.xEdges.length - 1} ${map.yEdges.length - 1}`} data-whole={onRun !== undefined}>
      <div>
        <fieldset className="switch">
          <legend>Drawn</legend>
          {maps.map(({ measure, x: across, y: up }, i) => (
            <label key={`${measure} ${across} ${up}`}>
              <input type="radio" name="map" checked={map === maps[i]} onChange={() => setChosen(i)} />
              <span>{measure}</span>
            </label>
          ))}
        </fieldset>
        <MapPicture map={map} cell={cell} onCell={setCell} onOpen={open} words={words} />
      </div>
      <aside className="map-panel" aria-label="At the crosshair">
        <h2>At the crosshair</h2>
        <dl>
          {[[map.x, significant(x, 3)] as const, [map.y, significant(y, 3)] as const, ...measured(result, run)].map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {typeof value === "number" && <Slice map={map} cell={cell} />}
        <button type="button" className="button solid" disabled={run === undefined || onRun === undefined} onClick={open}>
          Open this run
        </button>
      </aside>
    </section>
  );
}

/** Without those over parts of a quaternion: an orientation has a picture of its own. */
export function flatMaps({ maps, entries }: Result): readonly SweepMap[] {
  const turned = new Set(entries.filter(({ columns }) => columns.length === 4).flatMap(({ columns }) => columns));
  return maps.filter(({ x, y }) => !turned.has(x) && !turned.has(y));
}

function middle({ xEdges, yEdges }: SweepMap): Cell {
  return { column: Math.floor((xEdges.length - 1) / 2), row: Math.floor((yEdges.length - 1) / 2) };
}

/** The run nearest to the middle of a cell. */
function runIn({ table, sample }: Result, map: SweepMap, { column, row }: Cell): number | undefined {
  const rows = table ?? sample;
  const [xs, ys] = [rows[map.x], rows[map.y]];
  if (xs === undefined || ys === undefined) return undefined;
  const [x, y] = [middleOf(map.xEdges, column), middleOf(map.yEdges, row)];
  const [wide, high] = [map.xEdges[column + 1] - map.xEdges[column], map.yEdges[row + 1] - map.yEdges[row]];
  let best: { run: number; distance: number } | undefined;
  for (let i = 0; i < xs.length; i++) {
    const distance = Math.hypot((Number(xs[i]) - x) / wide, (Number(ys[i]) - y) / high);
    if (distance < (best?.distance ?? 0.75)) best = { run: typeof rows.run?.[i] === "number" ? (rows.run[i] as number) : i, distance };
  }
  return best?.run;
}

function measured({ measures, words, table, sample }: Result, run: number | undefined): (readonly [string, string])[] {
  const rows = table ?? sample;
  const at = run === undefined ? -1 : (rows.run?.indexOf(run) ?? run);
  if (at < 0) return [];
  const units = Object.entries(measures).map(
    ([name, summary]) => [name, "unit" in summary && summary.unit !== undefined ? ` ${summary.unit}` : ""] as const,
  );
  const list = units.map(([name, unit]) => [name, `${cellText(rows[name]?.[at])}${unit}`] as const);
  return words === undefined ? list : [...list, ["events", eventText(cellText(rows.word?.[at]))]];
}

const WIDTH = 280;
const HEIGHT = 120;

/** Along the first number, at the crosshair's second. */
function Slice({ map, cell }: { readonly map: SweepMap; readonly cell: Cell }) {
  const flat = map.cells.flat().filter((value): value is number => typeof value === "number");
  const [least, most] = [Math.min(...flat), Math.max(...flat)];
  const row = map.cells[cell.row];
  const x = (i: number) => 8 + ((WIDTH - 16) * (i + 0.5)) / row.length;
  const y = (value: number) => HEIGHT - 10 - ((value - least) / (most - least || 1)) * (HEIGHT - 20);
  const points = row.flatMap((value, i) => (typeof value === "number" ? [[x(i), y(value)] as const] : []));
  const now = row[cell.column];
  return (
    <figure className="slice">
      <figcaption>
        {map.measure} along {map.x}, at {map.y} {significant(middleOf(map.yEdges, cell.row), 3)}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${map.measure} along ${map.x}`}>
        <path className="axis-line" d={`M8,${HEIGHT - 10}H${WIDTH - 8}`} />
        <path className="curve" d={linePath(points)} />
        {typeof now === "number" && <circle className="crosshair-knob" cx={x(cell.column)} cy={y(now)} r="5" />}
      </svg>
    </figure>
  );
}
