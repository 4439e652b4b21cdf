/** Charts with a curve for each contact against the normal impulse of all, stacked on one axis. */
import type { Figure } from "../../draw/figure.js";
import { drawAxis, drawEndLabels, drawPanel, type EndLabel, type Margins, PANEL_WIDTH, type Panel } from "../../draw/panel.js";
import { type SvgElement, svgDocument } from "../../draw/svg.js";
import { ALL_CONTACTS } from "../impulse-axis.js";
import type { Course } from "./course.js";
import { type CurveGroup, contactMargins, drawCurve, drawStageLines, endLabels, groupName, largest, MOST_CURVES } from "./curves.js";
import { drawNoSlipWedges } from "./no-slip.js";

export interface ContactChart {
  readonly title: string;
  readonly unit: string;
  readonly groups: readonly CurveGroup[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly tickFormat: (value: number) => string;
  /** Of the frame, px. */
  readonly height: number;
  /** A value at the end of a curve. */
  readonly text: (value: number) => string;
  /** Tangential component whose velocities friction could give are shaded. */
  readonly wedgeComponent?: number;
}

export function contactChartsFigure(course: Course, charts: readonly ContactChart[], said: Omit<Figure, "svg">): Figure {
  const margins = contactMargins(
    charts.flatMap(({ ticks, tickFormat }) => ticks.map(tickFormat)),
    charts.flatMap((chart) => chart.groups.map((group) => endText(course, chart, group))),
  );
  const elements: SvgElement[] = [];
  let top = 0;
  charts.forEach((chart, i) => {
    const panel = drawChart(course, chart, { top, margins, id: `velocity-frame-${i}` }, elements);
    top = panel.frame.y + panel.frame.height + 22;
    if (i === charts.length - 1) elements.push(...drawAxis(panel, course.last, ALL_CONTACTS));
  });
  return { ...said, svg: svgDocument({ width: PANEL_WIDTH, height: top + 20 }, `${said.title}. ${said.caption}`, elements) };
}

interface Place {
  readonly top: number;
  readonly margins: Margins;
  readonly id: string;
}

function drawChart(course: Course, chart: ContactChart, { top, margins, id }: Place, elements: SvgElement[]): Panel {
  const { title, unit, height, domain, ticks, tickFormat, groups, wedgeComponent } = chart;
  const panel = drawPanel({ top, height, margins, title, unit, last: course.last, domain, ticks, tickFormat, grid: true, letters: false });
  elements.push(
    ...panel.elements,
    ...(wedgeComponent === undefined ? [] : drawNoSlipWedges(panel, course, wedgeComponent, id)),
    ...drawStageLines(panel, course),
    ...largest(groups, MOST_CURVES).flatMap((group) => drawCurve(panel, course.total, group.contacts[0], group.values)),
    ...drawEndLabels(panel, ends(course, panel, chart)),
  );
  return panel;
}

function ends(course: Course, panel: Panel, chart: ContactChart): EndLabel[] {
  const finite = chart.groups.filter((group) => !Number.isNaN(group.values[group.values.length - 1]));
  return endLabels(course, panel, finite, chart.text);
}

function endText(course: Course, chart: ContactChart, group: CurveGroup): string {
  return `${groupName(course, group)}: ${chart.text(group.values[group.values.length - 1])}`;
}
