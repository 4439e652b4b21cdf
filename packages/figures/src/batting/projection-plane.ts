/** The source's iteration: triangles in the projection plane that close in on the target. */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { createChart, targetMark } from "./chart.js";

const TITLE = "Bounding triangles in the projection plane";

export function projectionPlaneFigure({ triangles }: BattingResult): Figure | undefined {
  const run = triangles?.centroid;
  if (run === undefined || run.triangles.length === 0) return undefined;
  const chart = createChart("projection-plane", [[0, 0], ...run.triangles.flat()], ["to the right of the target, m", "above it, m"]);
  const solved =
    run.status === "solved" ? `within ${withUnit(run.miss ?? 0, "m", 2)} of the target after ${run.rounds} rounds` : `${run.status}`;
  const caption = `Where the hits of each triangle cross the plane through the target; every round replaces one corner by the hit with the mean velocity. Here: ${solved}. The planner does not need them.`;
  const last = run.triangles.length - 1;
  const marks = [
    ...run.triangles.map((corners, i) =>
      chart.line(
        corners as readonly Point[],
        {
          class: "triangle",
          stroke: i === last ? colour.ink1 : colour.stick,
          "stroke-width": i === last ? 1.5 : 1,
          "stroke-opacity": i === last ? 1 : 0.55,
        },
        true,
      ),
    ),
    ...run.triangles[0].map((corner) => chart.dot(corner, colour.paper, "corner", 3)),
    targetMark(chart, [0, 0]),
  ];
  return { name: "projection-plane", title: TITLE, caption, svg: chart.finish(`${TITLE}. ${caption}`, marks) };
}
