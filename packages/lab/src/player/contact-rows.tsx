/** What each contact does in time: bars while it lasts, ticks where it is struck. */
import { type ContactLine, contactLines, textWidth } from "@carom/figures/geometry";
import { memo } from "react";
import { impulseOf, type Run } from "./run.js";
import { barTop, type RowProps, rowHeight } from "./timeline-layout.js";

/** Contacts shown one by one; of more, those that push hardest. */
const MOST_ROWS = 4;

export interface Lines {
  readonly shown: readonly (ContactLine & { readonly key: string; readonly label: string })[];
  readonly hidden: number;
}

export function shownLines(run: Run): Lines {
  const lines = contactLines({ events: run.events, series: run.series, time: run.end } as Parameters<typeof contactLines>[0]);
  const push = new Map<string, number>();
  for (const impact of run.impacts)
    for (const { contact, impulse } of impact.contacts) {
      const names = [contact, contact.split(": ")[0]];
      for (const name of names) push.set(name, (push.get(name) ?? 0) + Math.max(0, impulse[2]));
    }
  const order = [...lines].sort((a, b) => (push.get(b.name) ?? 0) - (push.get(a.name) ?? 0));
  const chosen = new Set(order.slice(0, MOST_ROWS));
  return {
    shown: lines.filter((line) => chosen.has(line)).map((line) => ({ ...line, key: line.name, label: labelOf(line.name) })),
    hidden: Math.max(0, lines.length - MOST_ROWS),
  };
}

/** `box/floor: point 3` as `box, point 3`; long names are cut. */
function labelOf(name: string): string {
  const [pair, place] = name.split(": ");
  const text = place === undefined ? pair.replace("/", " on ") : place;
  return text.length > 16 ? `${text.slice(0, 15)}…` : text;
}

const WORDS = { slip: "slips", stick: "rests", unloaded: "touches", closed: "touches" } as const;

export const Contacts = memo(function Contacts({
  lines,
  axis,
  layout,
  top,
  run,
  onOpen,
}: RowProps & { readonly lines: Lines; readonly onOpen: (impact: number) => void }) {
  const hardest = Math.max(...run.impacts.map(impulseOf), 1e-300);
  return (
    <g>
      {lines.shown.map(({ key, label, spans, impacts }, i) => {
        const y = top + rowHeight(layout) * i + barTop(layout);
        return (
          <g key={key}>
            <text className="row-name" x={layout.phone ? axis.left : 0} y={layout.phone ? y - 3 : y + 14}>
              {label}
            </text>
            <path className="rail-line" d={`M${axis.left},${y + 10}H${axis.right}`} />
            {spans.map(({ mode, from, to }) => {
              const [a, b] = [axis.x(from), axis.x(to)];
              const words = WORDS[mode];
              return (
                <g key={from} className={`bar ${mode === "slip" ? "slip" : mode === "stick" ? "stick" : "closed"}`}>
                  <rect x={a} y={y} width={Math.max(1.5, b - a)} height="19" rx="1.500" />
                  {b - a > textWidth(words, 12, 500) + 12 && (
                    <text x={a + 7} y={y + 14}>
                      {words}
                    </text>
                  )}
                </g>
              );
            })}
            {gathered(impacts.map((time) => axis.x(time))).map(({ from, to, count }) =>
              count > 3 ? (
                <g key={from} className="many-impacts">
                  <rect x={from - 1} y={y + 4} width={Math.max(3, to - from + 2)} height="12" />
                  <title>{count} impacts</title>
                </g>
              ) : null,
            )}
            {impacts.map((time) => {
              const index = run.impacts.findIndex((impact) => impact.time === time);
              const size = index < 0 ? 0.3 : 0.35 + 0.65 * Math.sqrt(impulseOf(run.impacts[index]) / hardest);
              return (
                <rect
                  key={time}
                  className="impact-tick"
                  x={axis.x(time) - 1.25}
                  y={y + 10 - 9 * size}
                  width="2.500"
                  height={18 * size}
                  onPointerUp={() => onOpen(index)}
                />
              );
            })}
          </g>
        );
      })}
      {lines.hidden > 0 && (
        <text className="tick-label" x={layout.phone ? axis.left + 2 : 0} y={top + rowHeight(layout) * lines.shown.length + 12}>
          and {lines.hidden} more
        </text>
      )}
    </g>
  );
});

/** Impacts closer than 6 px become one block. */
function gathered(places: readonly number[]): { from: number; to: number; count: number }[] {
  const blocks: { from: number; to: number; count: number }[] = [];
  for (const place of places) {
    const last = blocks[blocks.length - 1];
    if (last !== undefined && place - last.to < 6) {
      last.to = place;
      last.count++;
    } else blocks.push({ from: place, to: place, count: 1 });
  }
  return blocks;
}
