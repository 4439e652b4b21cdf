/**
 * Contact velocities against the normal impulse of all contacts: normal velocity, then slip.
 *
 * Where everything slips along one line (planar problems, and spatial ones that stay in a plane) slip has a sign; under the law `multipoint` the shaded
 * wedge at a sticking contact then shows the velocities that friction at its limit could give it: friction holds while zero lies inside. Elsewhere slip is
 * a speed and a direction.
 */

import type { Figure } from "../../draw/figure.js";
import { niceTicks, significant, tickText, withUnit } from "../../draw/numbers.js";
import { rangeOf } from "../../draw/polyline.js";
import { type ContactChart, contactChartsFigure } from "./contact-chart.js";
import type { ContactCourse, Course } from "./course.js";
import { type CurveGroup, groupedCurves } from "./curves.js";

/** Slip below this fraction of the fastest slip is rest. */
const REST = 1e-9;

/** More contacts than these have no picture of their slip directions: the lines would cross everywhere. */
const MOST_DIRECTIONS = 6;

export function contactVelocitiesFigure(course: Course): Figure {
  const charts = [normalChart(course), ...slipCharts(course)];
  const title = charts.length === 1 ? "Normal velocity of each contact" : "Normal velocity and slip of each contact";
  return contactChartsFigure(course, charts, { name: "contact-velocities", title, caption: velocityCaption(course) });
}

function normalChart(course: Course): ContactChart {
  const groups = groupedCurves(course, course.contacts, (contact) => contact.normalVelocity);
  return { title: "Normal velocity", unit: "m/s", groups, ...around(groups), height: 170, text: speedText(groups) };
}

function slipCharts(course: Course): ContactChart[] {
  const rubbing = course.contacts.filter((contact) => !contact.frictionless);
  if (rubbing.length === 0) return [];
  const straight = straightComponent(course);
  const unit = "m/s";
  if (straight !== undefined) {
    const groups = groupedCurves(course, rubbing, (contact) => contact.slip.map((slip) => slip[straight]));
    return [{ title: "Slip velocity", unit, groups, ...around(groups), height: 170, text: speedText(groups), wedgeComponent: straight }];
  }
  const speeds = groupedCurves(course, rubbing, (contact) => contact.slip.map((slip) => Math.hypot(...slip)));
  const speedChart: ContactChart = { title: "Slip speed", unit, groups: speeds, ...around(speeds), height: 150, text: speedText(speeds) };
  return rubbing.length > MOST_DIRECTIONS ? [speedChart] : [speedChart, ...directionChart(course, rubbing)];
}

/** The tangential component along which all slip lies, if there is one. */
function straightComponent({ contacts, problem }: Course): number | undefined {
  if (problem.dimension === 2) return 0;
  const reach = [0, 1].map((k) => rangeOf(contacts.map((contact) => contact.slip.map((slip) => Math.abs(slip[k]))))[1]);
  if (reach[1] <= REST * reach[0]) return 0;
  return reach[0] <= REST * reach[1] ? 1 : undefined;
}

/** Directions of slip in degrees, where there is slip and some direction turns by more than this. */
const TURNS = 1;

function directionChart(course: Course, rubbing: readonly ContactCourse[]): ContactChart[] {
  const fastest = rangeOf(rubbing.map((contact) => contact.slip.map((slip) => Math.hypot(...slip))))[1];
  const anglesOf = (contact: ContactCourse) => {
    const angles = contact.slip.map((slip) =>
      Math.hypot(...slip) > 1e-6 * fastest ? (180 / Math.PI) * Math.atan2(slip[1], slip[0]) : Number.NaN,
    );
    // A direction that passes 180 degrees would draw a line across the panel.
    return angles.map((angle, row) => (Math.abs(angle - (angles[row - 1] ?? angle)) > 180 ? Number.NaN : angle));
  };
  const turning = rubbing.some((contact) => {
    const angles = anglesOf(contact).filter((angle) => !Number.isNaN(angle));
    return angles.length > 0 && rangeOf([angles])[1] - rangeOf([angles])[0] > TURNS;
  });
  if (!turning) return [];
  const groups = groupedCurves(course, rubbing, anglesOf);
  return [
    {
      title: "Slip direction",
      unit: "degrees from tangent 1",
      groups,
      domain: [-185, 185],
      ticks: [-180, -90, 0, 90, 180],
      tickFormat: (value) => tickText(value, 90),
      height: 130,
      text: (value) => `${tickText(value, 1)}°`,
    },
  ];
}

/** Rounding of zero reads zero. */
function speedText(groups: readonly CurveGroup[]): (value: number) => string {
  const [least, most] = rangeOf(groups.map((group) => group.values));
  const rounding = REST * Math.max(Math.abs(least), Math.abs(most));
  return (value) => significant(Math.abs(value) <= rounding ? 0 : value);
}

/** A domain with zero in sight and a little room, and its ticks. */
function around(groups: readonly CurveGroup[]): Pick<ContactChart, "domain" | "ticks" | "tickFormat"> {
  const [least, most] = rangeOf(groups.map((group) => group.values));
  const low = Math.min(0, least);
  const high = Math.max(0, most);
  const span = high - low > 0 ? high - low : 1;
  const domain = [low - 0.06 * span, high + 0.06 * span] as const;
  const { step, values } = niceTicks(domain[0], domain[1], 4);
  return { domain, ticks: values, tickFormat: (value) => tickText(value, step) };
}

function velocityCaption({ contacts }: Course): string {
  const before = contacts.map((contact) => contact.normalVelocity[0]);
  const after = contacts.map((contact) => contact.normalVelocity[contact.normalVelocity.length - 1]);
  const approaching = before.filter((value) => value < 0).length;
  const fastest = Math.max(...after);
  const leaving = contacts[after.indexOf(fastest)];
  return `${approaching} of ${contacts.length} contacts ${approaching === 1 ? "approaches" : "approach"} at the beginning, the fastest at ${withUnit(-Math.min(...before), "m/s")}. At the end ${leaving.name} parts fastest, at ${withUnit(fastest, "m/s")}.`;
}
