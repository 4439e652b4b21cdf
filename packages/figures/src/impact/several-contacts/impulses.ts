/** How the normal impulse is shared: that of each contact against that of all. */

import type { Figure } from "../../draw/figure.js";
import { niceTicks, significant, tickText, withUnit } from "../../draw/numbers.js";
import { drawEndLabels, drawImpulseAxis, drawPanel, PANEL_WIDTH } from "../../draw/panel.js";
import { rangeOf } from "../../draw/polyline.js";
import { svgDocument } from "../../draw/svg.js";
import { colour, fontFamily } from "../../draw/theme.js";
import type { Course } from "./course.js";
import {
  ALL_CONTACTS,
  contactMargins,
  drawCurve,
  drawStageLines,
  endLabels,
  groupedCurves,
  groupName,
  largest,
  MOST_CURVES,
} from "./curves.js";

export function impulsesFigure(course: Course): Figure {
  const groups = groupedCurves(course, course.contacts, (contact) => contact.normalImpulse);
  const drawn = largest(groups, MOST_CURVES);
  const highest = 1.04 * rangeOf(groups.map((group) => group.values))[1];
  const { step, values: ticks } = niceTicks(0, highest, 4);
  const text = (value: number) => significant(value);
  const panel = drawPanel({
    top: 0,
    height: 240,
    margins: contactMargins(
      ticks.map((value) => tickText(value, step)),
      drawn.map((group) => `${groupName(course, group)}: ${text(group.values[group.values.length - 1]!)}`),
    ),
    title: "Normal impulse of each contact",
    unit: "N\u2009s",
    lastImpulse: course.last,
    domain: [0, highest],
    ticks,
    tickFormat: (value) => tickText(value, step),
    grid: true,
    letters: false,
  });
  const title = "How the impulse is shared";
  const caption = impulsesCaption(course);
  const height = panel.frame.y + panel.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${title}. ${caption}`, fontFamily, colour.paper, [
    ...panel.elements,
    ...drawStageLines(panel, course),
    ...drawn.flatMap((group) => drawCurve(panel, course.total, group.contacts[0]!, group.values)),
    ...drawEndLabels(panel, endLabels(course, panel, groups, text)),
    ...drawImpulseAxis(panel, course.last, ALL_CONTACTS),
  ]);
  return { name: "contact-impulses", title, caption, svg };
}

function impulsesCaption({ contacts, last, problem }: Course): string {
  const ends = contacts.map((contact) => contact.normalImpulse[contact.normalImpulse.length - 1]!);
  const most = contacts[ends.indexOf(Math.max(...ends))]!;
  const friction = problem.contacts.some((contact) => contact.friction > 0);
  const thick = `Thick lines compress, thin ones give back, grey ones are open${friction ? "; orange slips, blue sticks" : ""}.`;
  return `Of ${withUnit(last, "N\u2009s", 4)} in all, ${most.name} carries most, ${withUnit(Math.max(...ends), "N\u2009s", 4)}. ${thick}`;
}
