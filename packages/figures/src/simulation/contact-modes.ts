/** One line for each contact against time: a tick for each impact, a bar while it is closed, in the colour of what it does. */
import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { shortened, textWidth } from "../draw/labels.js";
import { dotted, word } from "../draw/marks.js";
import type { Panel } from "../draw/panel.js";
import { element, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { byPair, type ContactLine, contactLines, type SpanMode } from "./contact-spans.js";
import { drawTimeAxis } from "./time-panel.js";

const WIDTH = 600;
const HEAD = 34;
const ROW = 24;
const BAR = 12;
/** More contacts than these are drawn pair by pair, and more pairs than these not at all. */
const MOST_LINES = 16;
const MOST_PAIRS = 24;
const TITLE = "What the contacts do";

const LOOKS: Record<SpanMode, { readonly fill: string; readonly stroke?: string }> = {
  stick: { fill: colour.stick },
  slip: { fill: colour.slip },
  unloaded: { fill: colour.paper, stroke: colour.line2 },
  closed: { fill: colour.compression },
};

export function contactModesFigure(result: SimulationResult): Figure | undefined {
  const contacts = contactLines(result);
  const end = result.series.time[result.series.time.length - 1];
  if (contacts.length === 0 || !(end > 0)) return undefined;
  const grouped = contacts.length > MOST_LINES;
  const all = grouped ? byPair(contacts) : contacts;
  const lines = all.slice(0, MOST_PAIRS);
  const names = lines.map(({ name }) => shortened(name, 26));
  const counts = lines.map(({ impacts }) => String(impacts.length));
  const left = 14 + Math.max(64, ...names.map((name) => textWidth(name, 12)));
  const right = 18 + Math.max(textWidth("impacts", 11), ...counts.map((text) => textWidth(text, 12, 600)));
  const frame = { x: left, y: HEAD, width: WIDTH - left - right, height: lines.length * ROW };
  const panel: Panel = { elements: [], frame, x: (time) => frame.x + (time / end) * frame.width, y: () => frame.y };
  const rows = lines.flatMap((line, i) => {
    const y = frame.y + i * ROW + (ROW - BAR) / 2;
    return [
      word([frame.x - 10, y + BAR - 2], names[i], { fill: colour.ink1, anchor: "end" }),
      ...drawLine(panel, line, y),
      word([frame.x + frame.width + 12, y + BAR - 2], counts[i], { weight: 600, fill: colour.ink1 }),
    ];
  });
  const caption = captionOf(result, contacts, grouped, all.length - lines.length);
  const height = frame.y + frame.height + 46;
  const svg = svgDocument({ width: WIDTH, height }, `${TITLE}. ${caption}`, [
    ...steppedBands(panel, result),
    ...legend(frame.x),
    word([frame.x + frame.width + 12, 16], "impacts", { size: 11, fill: colour.ink3 }),
    ...rows,
    element("path", { d: `M${frame.x},${frame.y + frame.height}h${frame.width}`, fill: "none", stroke: colour.line2, "stroke-width": 1 }),
    ...drawTimeAxis(panel, end),
  ]);
  return { name: "contact-modes", title: TITLE, caption, svg };
}

/** Where the motion went by steps. */
function steppedBands({ frame, x }: Panel, { stepped = [] }: SimulationResult): SvgElement[] {
  return stepped.map(({ from, to }) =>
    element("rect", {
      class: "stepped",
      x: x(from),
      y: frame.y,
      width: Math.max(0.75, x(to) - x(from)),
      height: frame.height,
      fill: colour.line2,
      "fill-opacity": 0.25,
    }),
  );
}

/** Ticks nearer than this to the last one would be one to the eye, px. */
const TICK_GAP = 0.5;

function drawLine(panel: Panel, { name, spans, impacts }: ContactLine, y: number): SvgElement[] {
  const { frame, x } = panel;
  const open = dotted(`M${frame.x},${y + BAR / 2}h${frame.width}`, { class: "open", stroke: colour.line2 });
  const bars = spans.map(({ mode, from, to }) => {
    const { fill, stroke } = LOOKS[mode];
    const width = Math.max(0.75, x(to) - x(from));
    return element("rect", { class: `span ${mode}`, "data-contact": name, x: x(from), y, width, height: BAR, fill, stroke });
  });
  let last = Number.NEGATIVE_INFINITY;
  const ticks = impacts.flatMap((time) => {
    if (x(time) - last < TICK_GAP) return [];
    last = x(time);
    return [element("path", { class: "tick", d: `M${last},${y - 3}v${BAR + 6}`, fill: "none", stroke: colour.ink1, "stroke-width": 1 })];
  });
  return [open, ...bars, ...ticks];
}

function legend(from: number): SvgElement[] {
  let x = from;
  const entries = [
    ["stick", "sticks"],
    ["slip", "slips"],
    ["unloaded", "closed without force"],
  ] as const;
  const boxes = entries.flatMap(([mode, text]) => {
    const at = x;
    x += 14 + 5 + textWidth(text, 11) + 14;
    const { fill, stroke } = { stroke: undefined, ...LOOKS[mode] };
    return [
      element("rect", { x: at, y: 8, width: 12, height: 8, fill, stroke }),
      word([at + 18, 16], text, { size: 11, fill: colour.ink3 }),
    ];
  });
  const tick = element("path", { d: `M${x + 3},5v14`, fill: "none", stroke: colour.ink1, "stroke-width": 1 });
  return [...boxes, tick, word([x + 10, 16], "impact", { size: 11, fill: colour.ink3 })];
}

/** How many of the places where bodies touch stay closed, in words. */
export function staying(lasting: number, all: number): string {
  if (all === 1) return lasting === 1 ? "it stays closed for a time" : "it does not stay closed";
  if (lasting === 0) return "none of them stays closed";
  if (lasting === all) return "all of them stay closed for a time";
  return `${lasting} of them stay${lasting === 1 ? "s" : ""} closed for a time`;
}

function captionOf({ events, stepped = [] }: SimulationResult, contacts: readonly ContactLine[], grouped: boolean, hidden: number): string {
  const impacts = events.filter(({ kind }) => kind === "impact").length;
  const lasting = contacts.filter(({ spans }) => spans.length > 0).length;
  const places = contacts.length === 1 ? "one place" : `${contacts.length} places`;
  return [
    `${impacts === 0 ? "No impact" : `${impacts} impact${impacts === 1 ? "" : "s"}`} at ${places}; ${staying(lasting, contacts.length)}.`,
    ...(grouped ? ["Drawn pair by pair: a pair slips while one of its contacts does."] : []),
    ...(stepped.length > 0 ? ["On the grey ground the motion went by steps."] : []),
    ...(hidden > 0 ? [hidden === 1 ? "One more pair is not drawn." : `${hidden} more pairs are not drawn.`] : []),
  ].join(" ");
}
