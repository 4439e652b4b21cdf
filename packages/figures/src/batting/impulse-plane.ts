/**
 * Impulse cones and the solution curve, seen along the normal: tangential over normal impulse. The friction cone is a disc, each impulse cone a straight
 * line from its edge of sliding on the rim to the edge they all share, and the solution curve a line: a hit is possible where it runs inside the disc, in closed
 * form where it crosses a straight line.
 */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { significant, withUnit } from "../draw/numbers.js";
import { element, type Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { createChart } from "./chart.js";

const TITLE = "Impulse cones and solution curve";
/** How far beyond the disc the curve is drawn, in radii. */
const BEYOND = 1.45;

type Vector = readonly [number, number, number];

export function impulsePlaneFigure(result: BattingResult): Figure | undefined {
  const { friction, frame, curve, cones, plan, closedForm } = result;
  if (friction === 0) return undefined;
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const ratio = (impulse: Vector): Point => {
    const normal = dot(frame.normal, impulse);
    return [dot(frame.tangent1, impulse) / normal, dot(frame.tangent2, impulse) / normal];
  };
  const reach = BEYOND * friction;
  const isNear = ([x, y]: Point) => Math.hypot(x, y) < reach;
  const rim = Array.from({ length: 181 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / 180;
    return [friction * Math.cos(angle), friction * Math.sin(angle)];
  });
  const stretches: { time: number; at: Point }[][] = [[]];
  for (const { flightTime, impulse } of curve) {
    const at: Point = [impulse[0] / impulse[2], impulse[1] / impulse[2]];
    if (impulse[2] > 0 && isNear(at)) stretches[stretches.length - 1].push({ time: flightTime, at });
    else if (stretches[stretches.length - 1].length > 0) stretches.push([]);
  }
  const runs = stretches.filter((run) => run.length > 1);
  const corner = 1.1 * friction;
  const chart = createChart(
    "impulse-plane",
    [[-corner, -corner], [corner, corner], ...runs.flatMap((run) => run.map(({ at }) => at))],
    ["tangential 1 over normal impulse", "tangential 2 over normal impulse"],
  );
  const planned = plan.status === "solved" ? plan.hit : undefined;
  const caption = [
    `Disc: friction cone, ${significant(friction)}. Blue: impulse cones of the ${cones.length} invariant directions, from the rim to their common edge. Orange: impulses that send the object to the target`,
    planned === undefined ? "; none of them is a hit." : `; filled dot: the plan, a flight of ${withUnit(planned.flightTime, "s")}.`,
    closedForm.length === 0 ? " No cone is crossed: there is no closed form." : " Open dots: hits in closed form.",
  ].join("");
  const marks = [
    element("circle", {
      class: "cone",
      cx: chart.to([0, 0])[0],
      cy: chart.to([0, 0])[1],
      r: friction * chart.scale,
      fill: colour.sunken,
      stroke: colour.line2,
      "stroke-width": 1,
    }),
    ...cones.map(({ slide, afterStop }) =>
      chart.line([ratio(slide), ratio(afterStop)], { class: "impulse-cone", stroke: colour.stick, "stroke-width": 1.75 }),
    ),
    ...runs.map((run) =>
      chart.line(
        run.map(({ at }) => at),
        { class: "solution-curve", stroke: colour.slip, "stroke-width": 1.75 },
      ),
    ),
    ...closedForm.map(({ impulse }) => chart.dot(ratio(impulse), colour.paper, "closed-form")),
    ...(planned === undefined ? [] : [chart.dot(ratio(planned.impulse), colour.ink1, "plan", 4.2)]),
    ...(planned === undefined ? [] : [chart.name(ratio(planned.impulse), "plan")]),
    ...runs.flatMap((run) => [run[0], run[run.length - 1]].map(({ time, at }) => chart.name(at, withUnit(time, "s", 2), colour.slipText))),
  ];
  chart.placer.avoid(rim.map(chart.to));
  return { name: "impulse-plane", title: TITLE, caption, svg: chart.finish(`${TITLE}. ${caption}`, marks) };
}
