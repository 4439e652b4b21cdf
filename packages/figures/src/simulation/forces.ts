/**
 * Normal forces through a whole run, on one time axis: contacts that rest or slide, and impacts as spikes of their true height. The forces of an impact are thousands of times those of rest, so the axis is
 * one of powers of ten.
 */
import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { drawEndLabels, marginsFor, PANEL_WIDTH } from "../draw/panel.js";
import { element, linePath, type Point, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { drawTimeAxis, drawTimePanel } from "./time-panel.js";

const TITLE = "Forces, impacts included";

/** None where no impact has forces. */
export function forcesInTimeFigure(result: SimulationResult): Figure | undefined {
  const { time, contacts } = result.series;
  const end = time[time.length - 1];
  const spikes = result.events.flatMap((event) =>
    event.kind === "impact" && event.forces !== undefined
      ? [{ time: event.time, peak: Math.max(...event.forces.contacts.map(({ peakForce }) => peakForce)), duration: event.forces.duration }]
      : [],
  );
  if (spikes.length === 0 || !(end > 0)) return undefined;
  const hardest = new Map<number, number>();
  for (const { row, normalForce } of contacts) hardest.set(row, Math.max(hardest.get(row) ?? 0, normalForce));
  const stretches: Point[][] = [];
  time.forEach((t, row) => {
    const force = hardest.get(row) ?? 0;
    if (!(force > 0)) return;
    if (!((hardest.get(row - 1) ?? 0) > 0)) stretches.push([]);
    stretches[stretches.length - 1].push([t, force]);
  });
  const resting = stretches.flat();
  const all = [...spikes.map(({ peak }) => peak), ...resting.map(([, force]) => force)];
  const domain = [Math.floor(Math.log10(Math.min(...all)) - 0.3), Math.ceil(Math.log10(Math.max(...all)) + 0.1)] as const;
  const values = Array.from({ length: domain[1] - domain[0] + 1 }, (_, i) => domain[0] + i);
  const text = (power: number) => significant(10 ** power, 1);
  const highest = spikes.reduce((most, spike) => (spike.peak > most.peak ? spike : most));
  const labels = ["impacts", ...(resting.length > 0 ? ["contact"] : [])];
  const margins = marginsFor(values.map(text), labels);
  const panel = drawTimePanel({
    margins,
    title: "Normal force",
    unit: "N",
    height: 220,
    end,
    domain,
    ticks: { values, text },
  });
  const x = (t: number) => panel.frame.x + (t / end) * panel.frame.width;
  const y = (force: number) => panel.y(Math.log10(force));
  const bottom = panel.y(domain[0]);
  const elements = [
    ...panel.elements,
    ...spikes.map(({ time: t, peak }) =>
      element("path", { class: "spike", d: `M${x(t)},${bottom}V${y(peak)}`, fill: "none", stroke: colour.slip, "stroke-width": 1.5 }),
    ),
    ...(resting.length > 1
      ? [
          element("path", {
            class: "resting",
            d: stretches.map((stretch) => linePath(stretch.map(([t, force]): Point => [x(t), y(force)]))).join(""),
            fill: "none",
            stroke: colour.stick,
            "stroke-width": 1.75,
          }),
        ]
      : []),
    ...drawEndLabels(panel, [
      { y: y(highest.peak), text: "impacts", fill: colour.slipText },
      ...(resting.length > 0 ? [{ y: y(resting[resting.length - 1][1]), text: "contact", fill: colour.stickText }] : []),
    ]),
    ...drawTimeAxis(panel, end),
  ];
  const caption = `The hardest impact, at ${withUnit(highest.time, "s")}, pushes with ${withUnit(highest.peak, "N")} for ${withUnit(highest.duration, "s", 2)}. Each line is an impact, as high as its largest force.`;
  const height = panel.frame.y + panel.frame.height + 42;
  return {
    name: "forces-in-time",
    title: TITLE,
    caption,
    svg: svgDocument({ width: PANEL_WIDTH, height }, `${TITLE}. ${caption}`, elements),
  };
}
