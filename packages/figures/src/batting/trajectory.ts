/** The flight from the side: in the vertical plane through start and target, to scale, with the other hits that arrive. */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { createChart, targetMark } from "./chart.js";

const TITLE = "Flight from the side";
const POINTS = 41;
/** Flights this many times slower or faster than the planned one are left out. */
const LIKE = 4;

export function trajectoryFigure(result: BattingResult): Figure | undefined {
  const { start, target, path, plan, family, gravity, frame, contactPoint } = result;
  if (path === undefined || plan.status !== "solved") return undefined;
  const [dx, dy] = [target[0] - start[0], target[1] - start[1]];
  const length = Math.hypot(dx, dy);
  // Straight up or down there is no side: the departure gives one.
  const [ux, uy] = length > 1e-9 ? [dx / length, dy / length] : [1, 0];
  const side = ([x, y, z]: readonly number[]): Point => [ux * (x - start[0]) + uy * (y - start[1]), z];
  const flown = path.map(side);
  const others = family
    .filter(({ contactSpeed }) => contactSpeed < LIKE * plan.hit.contactSpeed)
    .map(({ departure, flightTime }) =>
      Array.from({ length: POINTS }, (_, i): Point => {
        const t = (flightTime * i) / (POINTS - 1);
        return side([start[0] + departure[0] * t, start[1] + departure[1] * t, start[2] + departure[2] * t - 0.5 * gravity * t * t]);
      }),
    );
  // With drag only the planned flight is at hand.
  const bent = result.drag > 0 ? [] : others;
  const face = 0.12 * Math.max(length, 1e-3);
  const along = ux * frame.normal[0] + uy * frame.normal[1];
  const tilt = Math.hypot(along, frame.normal[2]) || 1;
  const [touchX, touchZ] = side(contactPoint);
  const bat: Point[] = [1, -1].map(
    (sign): Point => [touchX - (sign * face * frame.normal[2]) / tilt, touchZ + (sign * face * along) / tilt],
  );
  const chart = createChart("trajectory", [...flown, ...bat, side(target)], ["along the ground, m", "z, m"]);
  const caption = `${plan.hit.method === "iterative" ? "Planned" : "Closed-form"} flight of ${withUnit(plan.hit.flightTime, "s")} from the hit to the target${
    bent.length === 0 ? "" : `; thin: ${bent.length} other hits that arrive`
  }. Short bar: the face of the bat.`;
  const marks = [
    ...bent.map((line) => chart.line(line, { class: "other", stroke: colour.line2, "stroke-width": 0.75 })),
    chart.line(bat, { class: "bat", stroke: colour.compression, "stroke-width": 4 }),
    chart.line(flown, { class: "flight", stroke: colour.ink1, "stroke-width": 1.75 }),
    chart.dot(flown[0], colour.paper, "start"),
    targetMark(chart, side(target)),
    chart.name(flown[0], "hit"),
    chart.name(side(target), "target", colour.createdText),
  ];
  return { name: "trajectory", title: TITLE, caption, svg: chart.finish(`${TITLE}. ${caption}`, marks) };
}
