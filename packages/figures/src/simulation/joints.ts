/** Angles and slides of joints in time, those of one kind in one panel. */

import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { rangeOf } from "../draw/polyline.js";
import { curvesInTime, widestOf } from "./curves-in-time.js";

const KINDS = {
  revolute: { name: "joint-angles", title: "Angles of joints", head: "Angle", unit: "rad" },
  prismatic: { name: "joint-slides", title: "Slides of joints", head: "Slide", unit: "m" },
} as const;

export function jointAnglesFigure(result: SimulationResult): Figure | undefined {
  return jointFigure(result, "revolute");
}

export function jointSlidesFigure(result: SimulationResult): Figure | undefined {
  return jointFigure(result, "prismatic");
}

function jointFigure({ series }: SimulationResult, type: keyof typeof KINDS): Figure | undefined {
  const { name: file, title, head, unit } = KINDS[type];
  const { time, joints = {} } = series;
  const end = time[time.length - 1];
  const curves = Object.entries(joints).flatMap(([name, joint]) => (joint.type === type ? [{ name, values: joint.position }] : []));
  if (!(end > 0) || curves.length === 0) return undefined;
  const most = widestOf(curves);
  const [from, to] = rangeOf([most.values]);
  const who = curves.length === 1 ? "It" : `That of ${most.name} moves most: it`;
  const caption = `${who} is between ${significant(from)} and ${withUnit(to, unit)}. Rows of the series are joined by straight lines.`;
  const domain = (low: number, high: number, span: number) => [low - 0.05 * span, high + 0.05 * span] as const;
  return curvesInTime({ name: file, title, caption, head, unit, attribute: "data-joint", time, curves, domain });
}
