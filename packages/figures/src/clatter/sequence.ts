/** The impacts in their order: a rod as it stands at each, or the impulses as bars, with those on a floor that yields beside them. */
import type { RodImpact } from "carom/clatter";
import type { ClatterResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { arrowhead, word } from "../draw/marks.js";
import { degrees, significant, withUnit } from "../draw/numbers.js";
import { PANEL_WIDTH } from "../draw/panel.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

/** More than these do not fit beside each other. */
const MOST_STANDS = 5;
const MOST_BARS = 24;
const MARGIN = 24;

/** A rod at its first impacts, side by side, the struck end marked, an arrow as long as the impulse. */
export function rodStandsFigure({ rod }: ClatterResult): Figure | undefined {
  const impacts = rod?.impacts.slice(0, MOST_STANDS) ?? [];
  if (rod === undefined || impacts.length === 0) return undefined;
  const floor = 210;
  const room = (PANEL_WIDTH - 2 * MARGIN) / Math.max(3, impacts.length);
  const length = 0.72 * room;
  const hardest = Math.max(...impacts.map(({ impulse }) => impulse));
  const stands = impacts.flatMap((impact, i) => drawStand(impact, MARGIN + (i + 0.5) * room, floor, length, impact.impulse / hardest, i));
  const more = rod.impacts.length - impacts.length;
  const title = "The rod at its impacts";
  const caption = `One impact after the other from left to right; arrows are impulses${more > 0 ? `; ${more} more follow` : ""}. End A is the one that strikes first.`;
  const svg = svgDocument({ width: PANEL_WIDTH, height: floor + 66 }, `${title}. ${caption}`, [
    element("path", {
      class: "floor",
      d: `M${MARGIN},${floor}H${PANEL_WIDTH - MARGIN}`,
      fill: "none",
      stroke: colour.line2,
      "stroke-width": 1.5,
    }),
    ...stands,
  ]);
  return { name: "stands", title, caption, svg };
}

function drawStand(impact: RodImpact, x: number, floor: number, length: number, share: number, i: number): SvgElement[] {
  const { end, angle, impulse } = impact;
  // End A at the left when it strikes, at the right when B does.
  const side = end === "A" ? -1 : 1;
  const [across, up] = [length * Math.cos(angle), length * Math.sin(angle)];
  const struck: Point = [x + 0.5 * side * across, floor];
  const other: Point = [x - 0.5 * side * across, floor - up];
  const tip: Point = [struck[0], floor - 24 - 96 * share];
  return [
    element("path", {
      class: "rod",
      "data-impact": i,
      d: linePath([struck, other]),
      fill: "none",
      stroke: colour.ink1,
      "stroke-width": 3,
      "stroke-linecap": "round",
    }),
    element("path", { class: "impulse", d: linePath([struck, tip]), fill: "none", stroke: colour.stick, "stroke-width": 1.75 }),
    arrowhead(tip, [0, -1], 8, colour.stick),
    element("circle", { cx: struck[0], cy: struck[1], r: 3.4, fill: colour.paper, stroke: colour.ink1, "stroke-width": 1.5 }),
    word([x, floor + 22], `end ${end}, ${degrees(angle)}`, { anchor: "middle", fill: colour.ink1, weight: 600 }),
    word([x, floor + 40], withUnit(impulse, "N\u2009s"), { anchor: "middle", fill: colour.stickText }),
    word([x, floor + 56], `t = ${withUnit(impact.time, "s")}`, { anchor: "middle", size: 11, fill: colour.ink3 }),
  ];
}

interface Bar {
  readonly name: string;
  readonly impulse: number;
  /** On the floor that yields. */
  readonly pressed?: number;
}

/** Impulses as bars; beside the impacts of a plate those on its floor that yields. */
export function impulseBarsFigure({ rod, plate, floor }: ClatterResult): Figure | undefined {
  const bars: Bar[] = [
    ...(rod?.impacts ?? []).map(({ end, impulse }) => ({ name: end, impulse })),
    ...(plate?.impacts ?? []).map(({ corner, impulse }, i) => {
      const pressed = floor?.contacts[i]?.impulse[2];
      return { name: corner.replaceAll("-", "−"), impulse, ...(pressed === undefined ? {} : { pressed }) };
    }),
  ].slice(0, MOST_BARS);
  if (bars.length < 2) return undefined;
  const [top, height, left] = [34, 190, MARGIN];
  const highest = Math.max(...bars.map(({ impulse, pressed = 0 }) => Math.max(impulse, pressed)));
  const room = Math.min(110, (PANEL_WIDTH - 2 * MARGIN) / bars.length);
  const wide = 0.62 * room;
  const y = (value: number) => top + height * (1 - value / highest);
  const total = (rod ?? plate)?.impacts.length ?? 0;
  const title = "One impact after the other";
  const isPressed = bars.some(({ pressed }) => pressed !== undefined);
  const caption = [
    `Impulses in their order, by the ${rod === undefined ? "corner" : "end"} that strikes.`,
    ...(isPressed ? ["Outlined: the same on the floor that yields."] : []),
    ...(total > bars.length ? [`${total - bars.length} more follow.`] : []),
  ].join(" ");
  const drawn = bars.flatMap(({ name, impulse, pressed }, i) => {
    const x = left + i * room;
    const half = pressed === undefined ? wide : 0.5 * wide;
    const texts =
      room > 50 ? [word([x + 0.5 * wide, y(Math.max(impulse, pressed ?? 0)) - 7], significant(impulse), { anchor: "middle" })] : [];
    return [
      element("rect", { class: "impact", x, y: y(impulse), width: half, height: top + height - y(impulse), fill: colour.ink2 }),
      ...(pressed === undefined
        ? []
        : [
            element("rect", {
              class: "pressed",
              x: x + half,
              y: y(pressed),
              width: half,
              height: top + height - y(pressed),
              fill: "none",
              stroke: colour.ink2,
              "stroke-width": 1.5,
            }),
          ]),
      ...texts,
      word([x + 0.5 * wide, top + height + 17], name, { anchor: "middle", size: 11, fill: colour.ink3 }),
    ];
  });
  const svg = svgDocument({ width: PANEL_WIDTH, height: top + height + 44 }, `${title}. ${caption}`, [
    word([left, 16], "Impulse, N\u2009s", { size: 13, weight: 600, fill: colour.ink1 }),
    element("path", { class: "rule", d: `M${left},${top + height}H${PANEL_WIDTH - MARGIN}`, fill: "none", stroke: colour.line2 }),
    ...drawn,
    word([left, top + height + 36], rod === undefined ? "corner, by the signs of its x and y in the plate" : "end"),
  ]);
  return { name: "impulses", title, caption, svg };
}
