/** How the normal impulse is shared: that of each contact against that of all. */
import type { Figure } from "../../draw/figure.js";
import { niceTicks, significant, tickText, withUnit } from "../../draw/numbers.js";
import { rangeOf } from "../../draw/polyline.js";
import { contactChartsFigure } from "./contact-chart.js";
import type { Course } from "./course.js";
import { groupedCurves, largest, MOST_CURVES } from "./curves.js";

export function impulsesFigure(course: Course): Figure {
  const groups = groupedCurves(course, course.contacts, (contact) => contact.normalImpulse);
  const highest = 1.04 * rangeOf(groups.map((group) => group.values))[1];
  const { step, values: ticks } = niceTicks(0, highest, 4);
  const chart = {
    title: "Normal impulse of each contact",
    unit: "N\u2009s",
    groups: largest(groups, MOST_CURVES),
    domain: [0, highest],
    ticks,
    tickFormat: (value: number) => tickText(value, step),
    height: 240,
    text: (value: number) => significant(value),
  } as const;
  const said = { name: "contact-impulses", title: "How the impulse is shared", caption: impulsesCaption(course) };
  return contactChartsFigure(course, [chart], said);
}

function impulsesCaption({ contacts, last, problem }: Course): string {
  const ends = contacts.map((contact) => contact.normalImpulse[contact.normalImpulse.length - 1]);
  const most = contacts[ends.indexOf(Math.max(...ends))];
  const friction = problem.contacts.some((contact) => contact.friction > 0);
  const thick = `Thick lines compress, thin ones give back, grey ones are open${friction ? "; orange slips, blue sticks" : ""}.`;
  return `Of ${withUnit(last, "N\u2009s", 4)} in all, ${most.name} carries most, ${withUnit(Math.max(...ends), "N\u2009s", 4)}. ${thick}`;
}
