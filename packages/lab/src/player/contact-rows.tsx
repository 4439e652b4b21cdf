/** What each contact does in time: bars while it lasts, ticks where it is struck. */
import { byPair, type ContactLine, contactLines, pairOf, textWidth } from "@carom/figures/geometry";
import { memo } from "react";
import { impulseOf, type Run } from "./run.js";
import { type RowProps, rowSize } from "./timeline-layout.js";

/** Of more contacts than these, those of one pair share a row. */
const MOST_SINGLE = 40;

export type Line = ContactLine & {
  readonly label: string;
  /** Whether it begins a pair: then its name stands where rows are too low for a name each. */
  readonly first: boolean;
};

export function linesOf(run: Run): readonly Line[] {
  const single = contactLines({ events: run.events, series: run.series, time: run.end } as Parameters<typeof contactLines>[0]);
  const lines = single.length > MOST_SINGLE ? byPair(single) : single;
  return lines.map((line, i) => ({
    ...line,
    label: labelOf(line.name),
    first: i === 0 || pairOf(lines[i - 1].name) !== pairOf(line.name),
  }));
}

/** `box/floor: corner 3` as `corner 3`, `box/floor` as `box on floor`. */
function labelOf(name: string): string {
  const pair = pairOf(name);
  return pair === name ? pair.replace("/", " on ") : name.slice(pair.length + 2);
}

/** As much of a name as there is room for. */
function fitted(text: string, room: number, size: number): string {
  if (textWidth(text, size) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && textWidth(`${text.slice(0, length)}…`, size) > room) length--;
  return `${text.slice(0, length)}…`;
}

/** Bars lower than this have no words in them, rows lower than this no name each, px. */
const LOWEST_WORDED = 10;
const LOWEST_NAMED = 11;

const WORDS = { slip: "slips", stick: "rests", unloaded: "touches", closed: "touches" } as const;

export const Contacts = memo(function Contacts({ lines, axis, layout, top, run }: RowProps & { readonly lines: readonly Line[] }) {
  const hardest = Math.max(...run.impacts.map(impulseOf), 1e-300);
  const sizes = new Map(run.impacts.map((impact) => [impact.time, 0.35 + 0.65 * Math.sqrt(impulseOf(impact) / hardest)]));
  const { height, barTop, bar } = rowSize(layout);
  const low = bar < LOWEST_WORDED;
  const size = low ? 10 : 12;
  return (
    <g>
      {lines.map(({ name, label, first, spans, impacts }, i) => {
        const y = top + height * i + barTop;
        const middle = y + bar / 2 + 0.5;
        // Rows too low for a name each have the name of their pair, where it does not reach into the next one.
        const said = height >= LOWEST_NAMED ? label : first && lines[i + 1]?.first !== true ? pairOf(name).replace("/", " on ") : undefined;
        return (
          <g key={name}>
            {said !== undefined && (
              <text
                className={low ? "row-name low" : "row-name"}
                x={layout.phone ? axis.left : 0}
                y={layout.phone && barTop > 0 ? y - 3 : middle + (low ? 3 : 4)}
              >
                <title>{name}</title>
                {fitted(said, layout.phone ? layout.width : axis.left - 8, size)}
              </text>
            )}
            <path className="rail-line" d={`M${axis.left},${middle}H${axis.right}`}>
              <title>{name}</title>
            </path>
            {spans.map(({ mode, from, to }) => {
              const [a, b] = [axis.x(from), axis.x(to)];
              const words = WORDS[mode];
              return (
                <g key={from} className={`bar ${mode === "slip" ? "slip" : mode === "stick" ? "stick" : "closed"}`}>
                  <title>{`${name}: ${words}`}</title>
                  <rect x={a} y={y} width={Math.max(1.5, b - a)} height={bar} rx="1.500" />
                  {!low && b - a > textWidth(words, 12, 500) + 12 && (
                    <text x={a + 7} y={middle + 4}>
                      {words}
                    </text>
                  )}
                </g>
              );
            })}
            {gathered(impacts.map((time) => axis.x(time))).map(({ from, to, count }) =>
              count > 3 ? (
                <g key={from} className="many-impacts">
                  <rect x={from - 1} y={middle - 0.3 * bar} width={Math.max(3, to - from + 2)} height={0.6 * bar} />
                  <title>{count} impacts</title>
                </g>
              ) : null,
            )}
            {impacts.length > 0 && (
              <path
                className="impact-tick"
                d={impacts.map((time) => tick(axis.x(time), middle, bar * (sizes.get(time) ?? 0.3))).join("")}
              />
            )}
          </g>
        );
      })}
    </g>
  );
});

/** A tick of this height around its middle. All of a row are one path: a run has hundreds, and they move whenever an impact opens. */
const tick = (x: number, middle: number, height: number) => `M${x.toFixed(2)},${(middle - height / 2).toFixed(2)}v${height.toFixed(2)}`;

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
