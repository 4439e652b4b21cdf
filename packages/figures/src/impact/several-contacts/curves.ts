/**
 * Curves of several contacts in one panel: weight says phase, hue says mode, and contacts whose curves are one to the eye share a label.
 */

import { contactNames } from "carom/study";
import { shortened } from "../../draw/labels.js";
import { dotted } from "../../draw/marks.js";
import { significant } from "../../draw/numbers.js";
import { type EndLabel, type Margins, marginsFor, type Panel, panelLineDown } from "../../draw/panel.js";
import { rangeOf, simplified } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import type { ContactCourse, Course, Mode, Phase } from "./course.js";

/** Contacts whose curves coincide, first contact first. */
export interface CurveGroup {
  readonly contacts: readonly ContactCourse[];
  readonly values: readonly number[];
}

/** Fraction of the range below which two curves are one to the eye. */
const SAME_CURVE = 1e-3;

/** Contacts by their curves; they must also do the same at the same time, and end at values that read the same. */
export function groupedCurves(
  { total, last }: Pick<Course, "total" | "last">,
  contacts: readonly ContactCourse[],
  valuesOf: (contact: ContactCourse) => readonly number[],
): CurveGroup[] {
  const groups: { contacts: ContactCourse[]; values: readonly number[] }[] = [];
  const all = contacts.map(valuesOf);
  const [low, high] = rangeOf(all);
  const near = SAME_CURVE * (high - low);
  contacts.forEach((contact, i) => {
    const values = all[i];
    const end = significant(values[values.length - 1]);
    const twin = groups.find(
      (group) =>
        significant(group.values[group.values.length - 1]) === end &&
        behaveAlike(group.contacts[0], contact, total, SAME_CURVE * last) &&
        group.values.every((value, k) => Math.abs(value - values[k]) <= near),
    );
    if (twin === undefined) groups.push({ contacts: [contact], values });
    else twin.contacts.push(contact);
  });
  return groups;
}

function behaveAlike(a: ContactCourse, b: ContactCourse, total: readonly number[], tolerance: number): boolean {
  return (
    a.frictionless === b.frictionless &&
    a.stretches.length === b.stretches.length &&
    a.stretches.every(({ phase, mode, first, last }, i) => {
      const other = b.stretches[i];
      const near = (row: number, otherRow: number) => Math.abs(total[row] - total[otherRow]) <= tolerance;
      return phase === other.phase && mode === other.mode && near(first, other.first) && near(last, other.last);
    })
  );
}

/** Longest name in the margin, letters. */
const LONGEST_NAME = 22;

export function groupName({ problem }: Course, { contacts }: CurveGroup): string {
  const name = contactNames(
    problem,
    contacts.map((contact) => contact.index),
  );
  return contacts.length > 2 && name.length > LONGEST_NAME ? `${contacts.length} contacts` : shortened(name, LONGEST_NAME);
}

/** Margins for labels that hold names: fonts differ in width, and a name that is cut is worse than a narrow frame. */
export function contactMargins(ticks: readonly string[], labels: readonly string[]): Margins {
  const { left, right } = marginsFor(ticks, labels);
  return { left, right: right + 0.1 * Math.max(0, right - 152) + (right > 152 ? 8 : 0) };
}

/** More curves than these are not told apart by eye; labels of more than fit are left out. */
export const MOST_CURVES = 40;

/** The groups that reach farthest from zero, at most `count`, in their own order. */
export function largest(groups: readonly CurveGroup[], count: number): CurveGroup[] {
  if (groups.length <= count) return [...groups];
  const reach = (group: CurveGroup) => group.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const order = groups.map((group, i) => ({ i, reach: reach(group) })).sort((a, b) => b.reach - a.reach || a.i - b.i);
  const kept = new Set(order.slice(0, count).map(({ i }) => i));
  return groups.filter((_, i) => kept.has(i));
}

/** Height that an end label takes, px. */
const LABEL_HEIGHT = 17;

/** How each group of curves ends, as many as the panel has room for; those that reach farthest come first. */
export function endLabels(course: Course, panel: Panel, groups: readonly CurveGroup[], text: (value: number) => string): EndLabel[] {
  const room = Math.floor(panel.frame.height / LABEL_HEIGHT);
  return largest(groups, room).map((group) => {
    const end = group.values[group.values.length - 1];
    return { y: panel.y(end), text: `${groupName(course, group)}: ${text(end)}`, fill: endColour(group.contacts[0]) };
  });
}

function endColour({ stretches, frictionless }: ContactCourse): string {
  const pushing = stretches.filter((stretch) => stretch.phase !== "open");
  if (frictionless || pushing.length === 0) return colour.ink2;
  return pushing[pushing.length - 1].mode === "stick" ? colour.stickText : colour.slipText;
}

/** Without friction there is neither slip nor stick to tell of: ink. */
function strokeOf(phase: Phase, mode: Mode, frictionless: boolean): string {
  if (phase === "open") return colour.line2;
  if (frictionless) return colour.ink1;
  return mode === "stick" ? colour.stick : colour.slip;
}

const WEIGHT: Record<Phase, number> = { compression: 3, restitution: 1.75, open: 1 };

/** A contact's curve, piece by piece; a gap (NaN) in the values breaks it. */
export function drawCurve(
  panel: Panel,
  total: readonly number[],
  { stretches, frictionless, index }: ContactCourse,
  values: readonly number[],
): SvgElement[] {
  return stretches.flatMap(({ phase, mode, first, last }) =>
    unbroken(values, first, last).map(([from, to]) => {
      const points: Point[] = [];
      for (let row = from; row <= to; row++) points.push([panel.x(total[row]), panel.y(values[row])]);
      return element("path", {
        // Where a contact is open, so are its phase and its mode: one word.
        class: ["curve", ...new Set([phase, mode])].join(" "),
        "data-contact": index,
        d: linePath(simplified(points)),
        fill: "none",
        stroke: strokeOf(phase, mode, frictionless),
        "stroke-width": WEIGHT[phase],
        "stroke-linejoin": "round",
      });
    }),
  );
}

/** Runs of rows without a gap, at least two rows long. */
function unbroken(values: readonly number[], first: number, last: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = first;
  for (let row = first; row <= last + 1; row++) {
    if (row <= last && !Number.isNaN(values[row])) continue;
    if (row - 1 > from) runs.push([from, row - 1]);
    from = row + 1;
  }
  return runs;
}

/** Where stages of the law `multipoint` meet: a line through the panel, and the stage's number above it. */
export function drawStageLines(panel: Panel, course: Course): SvgElement[] {
  return course.stages.slice(1).map(({ from }) => dotted(panelLineDown(panel, from), { class: "stage-line", stroke: colour.ink2 }));
}
