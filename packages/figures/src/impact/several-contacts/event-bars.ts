/**
 * One bar for each contact against the normal impulse of all: filled while it compresses, outlined while it gives back, a thin line while it is open. Under
 * it the strip of slip (orange) and stick (blue); letters where something happens.
 */

import type { Figure } from "../../draw/figure.js";
import { shortened, textWidth } from "../../draw/labels.js";
import { dotted, word } from "../../draw/marks.js";
import { significant, withUnit } from "../../draw/numbers.js";
import { drawAxis, type Panel } from "../../draw/panel.js";
import { element, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { ALL_CONTACTS } from "../impulse-axis.js";
import type { ContactCourse, Course, Moment, Phase, Stretch } from "./course.js";

const WIDTH = 600;
const HEAD = 30;
const STAGES = 18;
/** Rows are lower where there are many. */
const ROWS = [
  { most: 12, row: 34, bar: 16, strip: 5 },
  { most: 24, row: 22, bar: 10, strip: 3 },
] as const;
/** More contacts than these are not drawn: those with the largest impulse are. */
export const MOST_BARS = 24;
const LETTER = 6;

export function eventBarsFigure(course: Course): Figure {
  const rows = mostPushed(course.contacts);
  const size = ROWS.find(({ most }) => rows.length <= most)!;
  const names = rows.map((contact) => shortened(contact.name, 18));
  const ends = rows.map((contact) => endText(contact));
  const left = 14 + Math.max(64, ...names.map((name) => textWidth(name, 12)));
  const right = 18 + Math.max(48, textWidth("N\u2009s", 12), ...ends.map((text) => textWidth(text, 12, 600)));
  const top = HEAD + (course.stages.length > 1 ? STAGES : 0);
  const frame = { x: left, y: top, width: WIDTH - left - right, height: rows.length * size.row };
  const panel: Panel = { elements: [], frame, x: (impulse) => frame.x + (impulse / course.last) * frame.width, y: () => frame.y };
  const hidden = course.contacts.length - rows.length;
  const bars = rows.flatMap((contact, i) => {
    const y = frame.y + i * size.row;
    const middle = y + size.bar / 2 + 4;
    return [
      word([frame.x - 10, middle], names[i], { fill: colour.ink1, anchor: "end" }),
      ...drawRow(panel, course, contact, y, size),
      word([frame.x + frame.width + 12, middle], ends[i], { weight: 600, fill: colour.ink1 }),
    ];
  });
  const title = "What each contact does";
  const caption = barsCaption(course, hidden);
  const height = frame.y + frame.height + 42;
  const svg = svgDocument({ width: WIDTH, height }, `${title}. ${caption}`, [
    word([frame.x, 16], "compression filled, restitution outlined", { size: 11, fill: colour.ink3 }),
    word([frame.x + frame.width + 12, 16], "N\u2009s", { size: 11, fill: colour.ink3 }),
    ...drawStages(panel, course),
    ...bars,
    element("path", { d: `M${frame.x},${frame.y + frame.height}h${frame.width}`, fill: "none", stroke: colour.line2, "stroke-width": 1 }),
    ...drawAxis(panel, course.last, ALL_CONTACTS),
  ]);
  return { name: "event-bars", title, caption, svg };
}

/** The contacts with the largest normal impulse, in their own order; where there are too many, only such as push. */
function mostPushed(contacts: readonly ContactCourse[]): ContactCourse[] {
  if (contacts.length <= MOST_BARS) return [...contacts];
  const order = contacts
    .filter((contact) => finalImpulse(contact) > 0)
    .sort((a, b) => finalImpulse(b) - finalImpulse(a) || a.index - b.index);
  return order.slice(0, MOST_BARS).sort((a, b) => a.index - b.index);
}

function finalImpulse({ normalImpulse }: ContactCourse): number {
  return normalImpulse[normalImpulse.length - 1];
}

function endText(contact: ContactCourse): string {
  return significant(finalImpulse(contact));
}

interface Size {
  readonly bar: number;
  readonly strip: number;
}

function drawRow(panel: Panel, { total }: Course, contact: ContactCourse, y: number, { bar, strip }: Size): SvgElement[] {
  const middle = y + bar / 2;
  const elements: SvgElement[] = [dotted(`M${panel.frame.x},${middle}h${panel.frame.width}`, { class: "open", stroke: colour.line2 })];
  for (const { value, from, to } of joined(contact.stretches, total, ({ phase }) => phase)) {
    if (value === "open") continue;
    const [x, width] = [panel.x(from), Math.max(0.75, panel.x(to) - panel.x(from))];
    elements.push(element("rect", { class: `bar ${value}`, "data-contact": contact.index, x, y, width, height: bar, ...LOOKS[value] }));
  }
  if (!contact.frictionless)
    for (const { value, from, to } of joined(contact.stretches, total, ({ mode }) => mode)) {
      if (value === "open") continue;
      const fill = value === "slip" ? colour.slip : colour.stick;
      const [x, width] = [panel.x(from), Math.max(0.75, panel.x(to) - panel.x(from))];
      elements.push(
        element("rect", { class: `mode ${value}`, "data-contact": contact.index, x, y: y + bar + 1.5, width, height: strip, fill }),
      );
    }
  return [...elements, ...drawMoments(panel, contact, y, bar + strip + 1.5)];
}

const LOOKS: Record<Exclude<Phase, "open">, Record<string, string | number>> = {
  compression: { fill: colour.compression },
  restitution: { fill: colour.paper, stroke: colour.line2, "stroke-width": 1 },
};

/** What the bars themselves already say: where compression ends, and where a contact opens. */
const SAID: ReadonlySet<string> = new Set(["compression-end", "contact-open"]);

/** Events that the bars themselves do not show. The first closing is where the bar begins. */
function shownMoments({ moments }: ContactCourse): Moment[] {
  return moments.filter(({ kind }, i) => !SAID.has(kind) && !(kind === "contact-close" && isFirstClosing(moments, i)));
}

/** A tick for each of them, with its letter where there is room. */
function drawMoments(panel: Panel, contact: ContactCourse, y: number, height: number): SvgElement[] {
  let free = Number.NEGATIVE_INFINITY;
  return shownMoments(contact).flatMap(({ letter, kind, at }) => {
    const x = panel.x(at);
    const tick = element("path", {
      class: "tick",
      "data-event": kind,
      d: `M${x},${y - 3}v${height + 4}`,
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": 1.25,
    });
    if (x - LETTER < free) return [tick];
    free = x + LETTER + 2;
    return [
      tick,
      element(
        "g",
        { class: `mark-${letter}` },
        element("circle", { cx: x, cy: y - 1, r: LETTER, fill: colour.paper, stroke: colour.ink1, "stroke-width": 1 }),
        word([x, y + 2], letter, { size: 9, weight: 600, fill: colour.ink1, anchor: "middle" }),
      ),
    ];
  });
}

function isFirstClosing(moments: readonly Moment[], i: number): boolean {
  return !moments.slice(0, i).some(({ kind }) => kind === "contact-open" || kind === "contact-close");
}

/** Neighbouring stretches with the same phase or the same mode, as one. */
function joined<Value>(stretches: readonly Stretch[], total: readonly number[], read: (stretch: Stretch) => Value) {
  const spans: { value: Value; from: number; to: number }[] = [];
  for (const stretch of stretches) {
    const previous = spans[spans.length - 1];
    const to = total[stretch.last];
    if (previous?.value === read(stretch)) previous.to = to;
    else spans.push({ value: read(stretch), from: total[stretch.first], to });
  }
  return spans;
}

/** Lines where stages meet, with the number of each stage above the bars. */
function drawStages({ frame, x }: Panel, { stages }: Course): SvgElement[] {
  if (stages.length < 2) return [];
  let free = Number.NEGATIVE_INFINITY;
  return stages.flatMap(({ from, to }, i) => {
    const line = dotted(`M${x(from)},${frame.y - 8}v${frame.height + 8}`, { class: "stage-line", stroke: colour.ink2 });
    const room = i === stages.length - 1 ? Number.POSITIVE_INFINITY : x(to) - x(from) - 6;
    const text = [`stage ${i + 1}`, `${i + 1}`].find((one) => textWidth(one, 11) <= room);
    const fits = text !== undefined && x(from) >= free;
    if (fits) free = x(from) + textWidth(text, 11);
    return [
      ...(i === 0 ? [] : [line]),
      ...(fits ? [word([x(from) + (i === 0 ? 0 : 4), frame.y - 12], text, { size: 11, fill: colour.ink2 })] : []),
    ];
  });
}

function barsCaption({ contacts, outcome, last, stages }: Course, hidden: number): string {
  const pushing = contacts.filter((contact) => finalImpulse(contact) > 0).length;
  const kinds = new Set(contacts.flatMap((contact) => shownMoments(contact).map((moment) => moment.kind)));
  const letters = (
    [
      ["slip-stop", "s slip stops"],
      ["slip-start", "t slip starts or turns"],
      ["contact-close", "x pressed together after having been open"],
      ["compression-restart", "a compressed again while giving back"],
    ] as const
  ).flatMap(([kind, text]) => (kinds.has(kind) ? [text] : []));
  const sentences = [
    `${pushing} of ${contacts.length} contacts push, ${withUnit(last, "N\u2009s", 4)} in all, with ${outcome.events.length} events${stages.length > 1 ? ` in ${stages.length} stages` : ""}.`,
    ...(letters.length === 0 ? [] : [`Letters: ${letters.join("; ")}.`]),
    ...(hidden > 0 ? [`The ${contacts.length - hidden} contacts with the largest impulse are drawn, ${hidden} are not.`] : []),
  ];
  return sentences.join(" ");
}
