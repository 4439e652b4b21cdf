/** Rows that somebody asked for: a curve against time, or a stem at each impact. */
import { linePath, significant, textWidth } from "@carom/figures/geometry";
import { memo } from "react";
import type { Axis } from "../player/axis.js";
import { Stems } from "../player/impulse-row.js";
import { EXTRA_ROW, type Layout } from "../player/timeline-layout.js";
import type { Row } from "./quantities.js";

interface ExtraRowsProps {
  readonly rows: readonly Row[];
  readonly axis: Axis;
  readonly layout: Layout;
  readonly top: number;
  readonly onRemove: (id: string) => void;
}

const HEIGHT = EXTRA_ROW - 24;

export const ExtraRows = memo(function ExtraRows({ rows, axis, layout, top, onRemove }: ExtraRowsProps) {
  return rows.map((row, i) => (
    <ExtraRow key={row.id} row={row} axis={axis} layout={layout} top={top + EXTRA_ROW * i} onRemove={onRemove} />
  ));
});

function cut(text: string, room: number): string {
  let length = text.length;
  while (length > 1 && textWidth(text.slice(0, length), 12, 600) > room) length--;
  return length === text.length ? text : `${text.slice(0, length - 1)}…`;
}

const ExtraRow = memo(function ExtraRow({ row, axis, layout, top, onRemove }: Omit<ExtraRowsProps, "rows"> & { readonly row: Row }) {
  const { id, title, owner, unit, kind, points } = row;
  const values = points.map(([, value]) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + 1e-300);
  const y = (value: number) => top + HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const room = layout.phone ? layout.width : axis.left - 12;
  const names = [title[0].toUpperCase() + title.slice(1), owner].filter((name) => name !== "").map((name) => cut(name, room));
  return (
    <g className="extra-row" data-row={id}>
      {names.map((name, i) => (
        <text
          key={i}
          className={i === 0 ? "row-title" : "tick-label"}
          x={layout.phone ? axis.left + i * (textWidth(names[0], 12, 600) + 8) : 0}
          y={layout.phone ? top - 6 : top + 10 + 15 * i}
        >
          {name}
        </text>
      ))}
      <path className="zero" d={`M${axis.left},${y(0)}H${axis.right}`} />
      {kind === "curve" ? (
        <path className="curve" d={linePath(points.map(([time, value]) => [axis.x(time), y(value)] as const))} />
      ) : (
        <Stems stems={points.map(([time, value]) => ({ x: axis.x(time), y: y(value) }))} foot={y(0)} />
      )}
      <text className="end-label" x={layout.phone ? axis.right : axis.right + 10} y={top + 10} textAnchor={layout.phone ? "end" : "start"}>
        to {significant(high, 3)} {unit}
      </text>
      {!layout.phone && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the hand; the button in the panel does the same for the keyboard
        <g
          className="remove-row"
          transform={`translate(${axis.right + 10},${top + 16})`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onRemove(id)}
        >
          <title>{`Take away the row ${title} ${owner}`}</title>
          <rect width="84" height="20" />
          <path d="M1,6l8,8M9,6l-8,8" />
          <text x="16" y="14">
            take away
          </text>
        </g>
      )}
    </g>
  );
});
