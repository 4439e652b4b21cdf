/** Every figure of a grasp that has something to show. */
import type { GraspRecord, GraspResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Curve, lineCharts } from "../draw/line-chart.js";
import type { Point } from "../draw/svg.js";
import { handFigure, searchFigure } from "./views.js";

export function graspFigures(result: GraspResult): Figure[] {
  return [handFigure(result), searchFigure(result), curveFigure(result), courseFigure(result)].filter((figure) => figure !== undefined);
}

/** Push against the way of the fingers: the squeeze curve. */
function curveFigure({ records, fingers }: GraspResult): Figure | undefined {
  const closing = records.filter(({ phase }) => phase === "rest" || phase === "close");
  if (closing.length < 3) return undefined;
  const title = "Push against the way of the fingers";
  const caption = "While the hand closes: push of every finger along its direction, by how far it has gone from where it touched.";
  const points = (value: (record: GraspRecord) => number): Point[] => closing.map((record) => [1e3 * record.distance, value(record)]);
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Push",
      unit: "N",
      axis: "closed by, mm",
      lines: [],
      show: [0],
      curves: fingers.map(
        (_, i): Curve => ({ name: `finger ${i + 1}`, points: points(({ pushes }) => pushes[i]), ...(i % 2 === 1 ? { dash: "8 4" } : {}) }),
      ),
    },
  ]);
  return { name: "squeeze", title, caption, svg };
}

/** Friction left, step after step. */
function courseFigure({ records, fingers }: GraspResult): Figure | undefined {
  const later = records.filter(({ phase }) => phase !== "rest" && phase !== "close" && phase !== "open");
  if (later.length < 3) return undefined;
  const title = "Friction that the fingers have left";
  const caption =
    "From the lift on, step after step: 1 less the force across a finger's direction over its push times the coefficient of friction.";
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Friction left",
      unit: "",
      axis: "step",
      lines: [],
      show: [0],
      curves: fingers.map(
        (_, i): Curve => ({
          name: `finger ${i + 1}`,
          points: later.map(({ margins }, step): Point => [step, margins[i]]),
          ...(i % 2 === 1 ? { dash: "8 4" } : {}),
        }),
      ),
    },
  ]);
  return { name: "margins", title, caption, svg };
}
