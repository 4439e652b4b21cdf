/** Where the energy goes among several contacts: the band of the whole, and under it what each contact's spring holds. */

import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { createPlacer, textWidth } from "../../draw/labels.js";
import { word } from "../../draw/marks.js";
import { niceTicks, tickText } from "../../draw/numbers.js";
import { drawAxis, drawPanel, marginsFor, PANEL_WIDTH, type Panel } from "../../draw/panel.js";
import { rangeOf, simplified } from "../../draw/polyline.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour } from "../../draw/theme.js";
import { drawEnergyBand, ENERGY_TITLE, energyCaption } from "../energy-band.js";
import { ALL_CONTACTS } from "../impulse-axis.js";
import { eventName } from "../one-contact/track.js";
import { type Course, thinnedRows } from "./course.js";
import { type CurveGroup, drawStageLines, groupedCurves, groupName, largest, MOST_CURVES } from "./curves.js";

/** Samples of the band: finer than its pixels. */
const SAMPLES = 360;
/** Peaks with a name. */
const MOST_NAMES = 10;

export function energiesFigure(result: ImpactResult, course: Course): Figure | undefined {
  const { before } = result.outcome.energy;
  if (!(before > 0)) return undefined;
  const samples = thinnedRows(course.total, SAMPLES).map((row) => course.energies[row]);
  const margins = marginsFor([], []);
  const end = samples[samples.length - 1];
  const band = drawEnergyBand(result, { samples, end, marks: stageMarks(course), energyBefore: before }, margins);
  const stored = storedGroups(course, before);
  const below = stored.length === 0 ? undefined : storedPanel();
  const last = below ?? band.panel;
  const caption = energyCaption(result);
  const height = last.frame.y + last.frame.height + 42;
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${ENERGY_TITLE}. ${caption}`, [
    ...band.elements,
    ...(below === undefined ? [] : [...below.elements, ...drawStageLines(below, course), ...drawStored(below, course, stored)]),
    ...drawAxis(last, course.last, ALL_CONTACTS),
  ]);
  return { name: "energy", title: ENERGY_TITLE, caption, svg };

  function storedPanel(): Panel {
    const highest = 1.22 * rangeOf(stored.map((group) => group.values))[1];
    const { step, values: ticks } = niceTicks(0, 100 * highest, 3);
    return drawPanel({
      top: band.panel.frame.y + band.panel.frame.height + 22,
      height: 150,
      margins,
      title: "Stored at each contact",
      unit: "of the same 100\u2009%",
      last: course.last,
      domain: [0, highest],
      ticks: ticks.map((value) => value / 100),
      tickFormat: (value) => `${tickText(Math.round((1e6 * 100 * value) / step) * 1e-6 * step, step)}\u2009%`,
      grid: true,
      letters: false,
    });
  }
}

/** Ends of compression and of stages under `multipoint`; the contacts of other laws have their own, in the bars. */
function stageMarks({ outcome, stages }: Course) {
  if (stages.length === 0 || stages.length > 6) return [];
  return outcome.events.flatMap(({ kind, contact, normalImpulse }) =>
    contact === undefined && kind !== "end" ? [{ letter: eventName(kind).letter, sample: { normalImpulse } }] : [],
  );
}

/** Shares of the energy before that each contact's spring holds. */
function storedGroups(course: Course, before: number): CurveGroup[] {
  const holding = course.contacts.filter((contact) => contact.storedEnergy?.some((value) => value > 0));
  return groupedCurves(course, holding, (contact) => contact.storedEnergy!.map((value) => value / before));
}

/** Pale hills, each named at its peak. */
function drawStored(panel: Panel, course: Course, groups: readonly CurveGroup[]): SvgElement[] {
  const placer = createPlacer(panel.frame);
  const hills = largest(groups, MOST_CURVES).map((group) => {
    const points = group.values.map((value, row): Point => [panel.x(course.total[row]), panel.y(value)]);
    const line = simplified(points);
    placer.avoid(line.filter(([, y]) => y < panel.y(0) - 1));
    return { group, line };
  });
  const foot = panel.y(0);
  const shapes = hills.flatMap(({ group, line }) => [
    element("path", {
      d: linePath([[line[0][0], foot], ...line, [line[line.length - 1][0], foot]], true),
      fill: colour.kept,
      "fill-opacity": 0.1,
    }),
    element("path", {
      class: "stored",
      "data-contact": group.contacts[0].index,
      d: linePath(line),
      fill: "none",
      stroke: colour.kept,
      "stroke-width": 1.75,
      "stroke-linejoin": "round",
    }),
  ]);
  const taken = createPlacer(panel.frame);
  const names = largest(groups, MOST_NAMES).flatMap((group) => {
    const peak = group.values.indexOf(Math.max(...group.values));
    const at: Point = [panel.x(course.total[peak]), panel.y(group.values[peak])];
    const [first, ...others] = group.contacts;
    const unnamed = others.length === 0 && course.problem.contacts[first.index].name === undefined;
    // Where names are too wide, the number of the contact will do.
    for (const text of [groupName(course, group), ...(unnamed ? [String(first.index + 1)] : [])]) {
      const width = textWidth(text, 11, 600);
      const boxes = [0, -0.5, 0.5, -1, 1].map((side) => ({ x: at[0] - width / 2 + side * width, y: at[1] - 17, width, height: 14 }));
      const free = boxes.find((box) => taken.cost(box) === 0 && placer.cost(box) < 200);
      if (free === undefined) continue;
      taken.occupy({ ...free, x: free.x - 4, width: width + 8 });
      return [word([free.x, free.y + 11], text, { size: 11, weight: 600, fill: colour.keptText, halo: true })];
    }
    return [];
  });
  return [...shapes, ...names];
}
