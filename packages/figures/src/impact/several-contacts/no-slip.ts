/**
 * The no-slip wedge: what friction at its limit, one way or the other, would do to a contact that sticks.
 *
 * While a contact sticks, its impulse grows by c_t along the surface and c_n along the normal for each unit of the clock. With friction at its limit instead,
 * +-s c_n, and everything else as it is, its slip would grow by
 *
 *     dv = w (+-s c_n - c_t)
 *
 * It stays at rest as long as zero lies between the two, which is |c_t| <= s c_n.
 *
 * Letters: s static friction, w the contact's own tangential mobility. Source: 004 section 3.2.4, eq. (3.30) and figure 3.6.
 */

import { textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import type { Panel } from "../../draw/panel.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import type { Course } from "./course.js";

export interface Wedge {
  readonly contact: number;
  /** Normal impulse of all contacts where sticking begins and ends, N s. */
  readonly from: number;
  readonly to: number;
  /** Change of slip for each N s, m/s, at either limit of friction: low, high. */
  readonly rates: readonly [number, number];
}

/** Wedges of the stretches in which a contact sticks under the law `multipoint`, along one tangential component. */
export function noSlipWedges(course: Course, component: number): Wedge[] {
  return course.stages.flatMap(({ stage, from }) =>
    stage.phases.flatMap((phase, i) => {
      const to = from + (stage.phases[i + 1]?.from ?? stage.finalImpulse);
      return stage.contacts.flatMap((contact, k) => {
        if (phase.modes[k] !== "stick" || course.contacts[contact].frictionless) return [];
        const found = wedge(course, contact, from + phase.from, to, component);
        return found === undefined ? [] : [found];
      });
    }),
  );
}

function wedge({ problem, history, total, last }: Course, contact: number, from: number, to: number, component: number): Wedge | undefined {
  const tolerance = 1e-9 * last;
  const first = lastRowAt(total, from + tolerance);
  const end = total.findIndex((impulse) => impulse >= to - tolerance);
  if (first < 0 || end <= first || !(total[end] > total[first])) return undefined;
  const tangent = contact * problem.dimension + component;
  const normal = (contact + 1) * problem.dimension - 1;
  const { friction, staticFriction = friction } = problem.contacts[contact];
  const growth = (k: number) => (history.impulse[end][k] - history.impulse[first][k]) / (total[end] - total[first]);
  const limit = staticFriction * growth(normal);
  const mobility = problem.mobility[tangent][tangent];
  return { contact, from, to, rates: [mobility * (-limit - growth(tangent)), mobility * (limit - growth(tangent))] };
}

/** The last row at or before an impulse. */
function lastRowAt(total: readonly number[], impulse: number): number {
  const next = total.findIndex((value) => value > impulse);
  return (next < 0 ? total.length : next) - 1;
}

const WORDS = "friction holds";
/** Longest wedge, as a fraction of the axis: it shows two directions, and need not cover the panel. */
const LONGEST = 0.3;

/** Wedges, cut at the frame. Those of contacts that stick in the same stretch are one shade; their word stands in the longest. */
export function drawNoSlipWedges(panel: Panel, course: Course, component: number, id: string): SvgElement[] {
  const wedges = noSlipWedges(course, component).map((one) => ({ ...one, to: Math.min(one.to, one.from + LONGEST * course.last) }));
  if (wedges.length === 0) return [];
  const { frame } = panel;
  const width = textWidth(WORDS, 11);
  const inside = (y: number) => Math.min(frame.y + frame.height, Math.max(frame.y, y));
  const shapes = wedges.map(({ from, to, rates }) => {
    const corners: Point[] = [
      [panel.x(from), panel.y(0)],
      [panel.x(to), panel.y(rates[0] * (to - from))],
      [panel.x(to), panel.y(rates[1] * (to - from))],
    ];
    return element("path", { class: "no-slip", d: linePath(corners, true), fill: colour.stick });
  });
  const longest = wedges.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
  return [
    element("clipPath", { id }, element("rect", { x: frame.x, y: frame.y, width: frame.width, height: frame.height })),
    element("g", { "clip-path": `url(#${id})`, opacity: 0.13 }, ...shapes),
    ...wordIn(longest),
  ];

  function wordIn({ from, to, rates }: Wedge): SvgElement[] {
    const x = panel.x(to) - width - 6;
    const at = ((x - panel.x(from)) / (panel.x(to) - panel.x(from))) * (to - from);
    const above = panel.y(0) - inside(panel.y(rates[1] * at));
    const below = inside(panel.y(rates[0] * at)) - panel.y(0);
    if (x < panel.x(from) || Math.max(above, below) < 20) return [];
    return [word([x, above >= below ? panel.y(0) - 7 : panel.y(0) + 15], WORDS, { size: 11, fill: colour.stickText })];
  }
}
