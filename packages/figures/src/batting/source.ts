/** The source's figures of batting, drawn anew: 000 figures 4.9 and 4.10. */
import { aimAt, closedFormHits, createDeparture, type Hit, impulseCones, planHit, readHit, solutionCurve, turnBat } from "carom/batting";
import { createRandom } from "carom/math";
import { type BattingStudy, checkBatting } from "carom/study";
import type { Figure } from "../draw/figure.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { createChart } from "./chart.js";

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const TARGETS = 10;
const FLIGHT_POINTS = 31;

/** 4.9: flights to ten targets of the square, seen from behind the bat. */
export function tenTargetsFigure(study: BattingStudy): Figure {
  const random = createRandom(1);
  const hit = checkBatting(study);
  const { position } = hit.task.object;
  const flights = Array.from({ length: TARGETS }, () => {
    const target: Vector = [5, -4 + 8 * random(), -4 + 8 * random()];
    const aimed = aimAt(hit, target);
    const plan = planHit(aimed);
    const isClosed = closedFormHits(aimed).length > 0;
    if (plan.status !== "solved") return { target, isClosed, path: [] };
    const { departure, flightTime } = plan.hit;
    const path = Array.from({ length: FLIGHT_POINTS }, (_, i): Point => {
      const t = (flightTime * i) / (FLIGHT_POINTS - 1);
      return [position[1] + departure[1] * t, position[2] + departure[2] * t - 0.5 * hit.gravity * t * t];
    });
    return { target, isClosed, path };
  });
  const square: Point[] = [-4, 4].flatMap((y) => [-4, 4].map((z): Point => [y, z]));
  const chart = createChart("ten-targets", [...square, ...flights.flatMap(({ path }) => path)], ["y, m", "z, m"]);
  const closed = flights.filter(({ isClosed }) => isClosed).length;
  const missed = flights.filter(({ path }) => path.length === 0).length;
  const title = "Ten random targets";
  const caption =
    `Slowest hits on ten random targets of the square x = 5 m, seen from behind the bat: ${closed} of them have a closed form (blue), ` +
    `${TARGETS - closed - missed} are found by the planner only, ${missed} cannot be hit with this bat (red). The source's targets are ` +
    `not printed: it hits 3, 6 and not 1 (000 figure 4.9).`;
  const stroke = (isClosed: boolean) => (isClosed ? colour.stick : colour.kept);
  const marks = [
    chart.line([square[0], square[1], square[3], square[2]], { stroke: colour.line2, "stroke-width": 1, "stroke-dasharray": "4 4" }, true),
    ...flights.map(({ path, isClosed }) => chart.line(path, { class: "flight", stroke: stroke(isClosed), "stroke-width": 1.5 })),
    ...flights.map(({ target, isClosed, path }) =>
      chart.dot([target[1], target[2]], path.length === 0 ? colour.created : stroke(isClosed), path.length === 0 ? "missed" : "target"),
    ),
    chart.dot([position[1], position[2]], colour.paper, "start"),
    chart.name([position[1], position[2]], "hit"),
  ];
  return { name: "figure-4-9", title, caption, svg: chart.finish(`${title}. ${caption}`, marks) };
}

const MOST_TURN = 30;
const TURN_STEP = 2;
const CURVE_POINTS = 400;

/** 4.10: the impulse cones of a bat that is turned, in the plane of impulses with a normal part of one. */
export function sweptConesFigure(study: BattingStudy): Figure {
  const hit = checkBatting(study);
  const { frame, task } = hit;
  const axis = frame.tangent2;
  const place = (turned: Hit, edge: Vector): Point => {
    const world = ([a, b, c]: Vector): Vector =>
      [0, 1, 2].map((i) => a * turned.frame.tangent1[i] + b * turned.frame.tangent2[i] + c * turned.frame.normal[i]) as unknown as Vector;
    const impulse = world(edge);
    const normal = dot(frame.normal, impulse);
    return [dot(frame.tangent1, impulse) / normal, dot(frame.tangent2, impulse) / normal];
  };
  const turns = Array.from({ length: (2 * MOST_TURN) / TURN_STEP + 1 }, (_, i) => -MOST_TURN + i * TURN_STEP);
  const cones = turns.flatMap((degrees) => {
    const turned = degrees === 0 ? hit : readHit(turnBat(task, axis, (degrees * Math.PI) / 180));
    return impulseCones(turned.contact).map(({ slide, afterStop }) => ({
      degrees,
      ends: [place(turned, slide), place(turned, afterStop)] as const,
    }));
  });
  const shown = cones.flatMap(({ ends }) => [...ends]);
  const chart = createChart("swept-cones", shown, ["impulse along tangent 1 over that along the normal", "along tangent 2"]);
  const departure = createDeparture();
  const curve = solutionCurve(hit);
  const needed = Array.from({ length: CURVE_POINTS }, (_, i) => 0.2 * 30 ** (i / (CURVE_POINTS - 1))).flatMap((time): Point[] => {
    if (!curve(time, departure) || !(departure.impulse[2] > 0)) return [];
    return [[departure.impulse[0] / departure.impulse[2], departure.impulse[1] / departure.impulse[2]]];
  });
  const title = "What the impulse cones sweep as the bat turns";
  const caption =
    `Impulse cones, each a line from its edge of sliding to the edge of sticking, for turns of the bat about tangent 2 by up to ` +
    `${MOST_TURN} degrees either way (heavy: as it is). Orange: impulses that send the object to the target; where they cross a line, a ` +
    `turn by that much has a hit in closed form (000 figure 4.10).`;
  const marks = [
    ...cones.map(({ degrees, ends }) =>
      chart.line([...ends], { class: "swept", stroke: colour.stick, "stroke-width": degrees === 0 ? 2.5 : 0.75 }),
    ),
    chart.line(needed, { class: "solution-curve", stroke: colour.slip, "stroke-width": 1.75 }),
  ];
  return { name: "figure-4-10", title, caption, svg: chart.finish(`${title}. ${caption}`, marks) };
}
