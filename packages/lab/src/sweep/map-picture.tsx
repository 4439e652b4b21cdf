/**
 * A measure over two varied numbers. Numbers are ink on paper in six steps, more ink is more; words are regions with their names in them.
 * The crosshair follows the pointer or the arrow keys; Enter or a press opens the run that is there; a finger moves the crosshair.
 */
import { niceTicks, significant, tickText } from "@carom/figures/geometry";
import type { SweepMap } from "carom/study";
import { memo, useMemo } from "react";
import { useSize } from "../ui/use-size.js";
import { MapKey } from "./map-key.js";
import { type Painter, painterOf } from "./painter.js";

export interface Cell {
  readonly column: number;
  readonly row: number;
}

interface MapPictureProps {
  readonly map: SweepMap;
  readonly cell: Cell;
  readonly onCell: (cell: Cell) => void;
  /** The run there as a study. */
  readonly onOpen: () => void;
  /** What is at the crosshair, in words. */
  readonly words: string;
}

const LEFT = 62;
const TOP = 14;
const BOTTOM = 46;
const RIGHT = 12;

export function MapPicture({ map, cell, onCell, onOpen, words }: MapPictureProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const height = Math.min(560, Math.max(260, 0.66 * width));
  const painter = useMemo(() => painterOf(map), [map]);
  const frame = { left: LEFT, top: TOP, width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
  const [columns, rows] = [map.xEdges.length - 1, map.yEdges.length - 1];
  const bounded = (column: number, row: number): Cell => ({
    column: Math.min(columns - 1, Math.max(0, column)),
    row: Math.min(rows - 1, Math.max(0, row)),
  });
  const under = (event: React.PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left - frame.left) / frame.width;
    const up = 1 - (event.clientY - box.top - frame.top) / frame.height;
    onCell(bounded(indexAt(map.xEdges, across), indexAt(map.yEdges, up)));
  };
  const key = (event: React.KeyboardEvent) => {
    const step = event.shiftKey ? 5 : 1;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const move = moves[event.key];
    if (event.key === "Enter") onOpen();
    else if (move === undefined) return;
    else onCell(bounded(cell.column + move[0], cell.row + move[1]));
    event.preventDefault();
    event.stopPropagation();
  };
  const x = (value: number) => frame.left + partOf(map.xEdges, value) * frame.width;
  const y = (value: number) => frame.top + (1 - partOf(map.yEdges, value)) * frame.height;
  const [cx, cy] = [x(middleOf(map.xEdges, cell.column)), y(middleOf(map.yEdges, cell.row))];
  return (
    <div className="map-picture" ref={element}>
      {width > 0 && (
        <div
          className="map-hold"
          role="slider"
          tabIndex={0}
          aria-label={`Map of ${map.measure} over ${map.x} and ${map.y}: arrows move, Enter opens the run`}
          aria-valuenow={cell.row * columns + cell.column}
          aria-valuemin={0}
          aria-valuemax={columns * rows - 1}
          aria-valuetext={words}
          onPointerMove={(event) => event.pointerType === "mouse" && under(event)}
          onPointerDown={under}
          onClick={({ nativeEvent }) => nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "mouse" && onOpen()}
          onKeyDown={key}
        >
          <svg width={width} height={height} aria-hidden="true">
            <Cells map={map} painter={painter} left={frame.left} top={frame.top} width={frame.width} height={frame.height} />
            <Ticks map={map} x={x} y={y} bottom={frame.top + frame.height} height={height} />
            <path className="crosshair" d={`M${cx},${frame.top}v${frame.height}M${frame.left},${cy}h${frame.width}`} />
            <circle className="crosshair-knob" cx={cx} cy={cy} r="7" />
          </svg>
        </div>
      )}
      <MapKey painter={painter} />
    </div>
  );
}

/** The cell that a part of the way along the edges is in. */
function indexAt(edges: readonly number[], part: number): number {
  const value = edges[0] + part * (edges[edges.length - 1] - edges[0]);
  return edges.findIndex((edge, i) => i > 0 && value <= edge) - 1;
}

function partOf(edges: readonly number[], value: number): number {
  return (value - edges[0]) / (edges[edges.length - 1] - edges[0] || 1);
}

export function middleOf(edges: readonly number[], index: number): number {
  return (edges[index] + edges[index + 1]) / 2;
}

interface CellsProps {
  readonly map: SweepMap;
  readonly painter: Painter;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One path for each tone. */
const Cells = memo(function Cells({ map: { cells, xEdges, yEdges }, painter, left, top, width, height }: CellsProps) {
  const paths = new Map<string, string[]>();
  cells.forEach((row, j) => {
    const [high, low] = [top + (1 - partOf(yEdges, yEdges[j + 1])) * height, top + (1 - partOf(yEdges, yEdges[j])) * height];
    for (let from = 0; from < row.length; ) {
      const tone = row[from] === null ? undefined : painter.tone(row[from] as number | string);
      let to = from + 1;
      while (to < row.length && (row[to] === null ? undefined : painter.tone(row[to] as number | string)) === tone) to++;
      if (tone !== undefined) {
        const [a, b] = [left + partOf(xEdges, xEdges[from]) * width, left + partOf(xEdges, xEdges[to]) * width];
        const list = paths.get(tone) ?? [];
        list.push(`M${a.toFixed(1)},${high.toFixed(1)}H${(b + 0.3).toFixed(1)}V${(low + 0.3).toFixed(1)}H${a.toFixed(1)}Z`);
        paths.set(tone, list);
      }
      from = to;
    }
  });
  return (
    <>
      <rect className="map-paper" x={left} y={top} width={Math.max(0, width)} height={height} />
      {[...paths].map(([tone, d]) => (
        <path key={tone} className={tone} d={d.join("")} />
      ))}
      {painter.regions.map(({ name, column, row }) => (
        <text
          key={name}
          className="region-name"
          x={left + partOf(xEdges, middleOf(xEdges, column)) * width}
          y={top + (1 - partOf(yEdges, middleOf(yEdges, row))) * height + 5}
          textAnchor="middle"
        >
          {name}
        </text>
      ))}
    </>
  );
});

interface TicksProps {
  readonly map: SweepMap;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly bottom: number;
  readonly height: number;
}

function Ticks({ map, x, y, bottom, height }: TicksProps) {
  const [first, last] = [map.xEdges[0], map.xEdges[map.xEdges.length - 1]];
  const [low, high] = [map.yEdges[0], map.yEdges[map.yEdges.length - 1]];
  const across = niceTicks(first, last, 6);
  const up = niceTicks(low, high, 5);
  return (
    <>
      {across.values
        .filter((value) => value >= first && value <= last)
        .map((value) => (
          <text key={value} className="tick-label" x={x(value)} y={bottom + 18} textAnchor="middle">
            {tickText(value, across.step)}
          </text>
        ))}
      {up.values
        .filter((value) => value >= low && value <= high)
        .map((value) => (
          <text key={value} className="tick-label" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {tickText(value, up.step)}
          </text>
        ))}
      <text className="axis-name" x={x(last)} y={bottom + 36} textAnchor="end">
        {map.x}
      </text>
      <text className="axis-name" transform={`translate(12,${height / 2}) rotate(-90)`} textAnchor="middle">
        {map.y}
      </text>
    </>
  );
}

/** Number or word of a cell as people read it. */
export function cellText(value: number | string | null | undefined): string {
  return value === null || value === undefined ? "no result" : typeof value === "number" ? significant(value, 4) : value;
}
