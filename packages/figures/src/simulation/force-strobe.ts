/**
 * The impacts of a run that have forces, one beside the other from the first to the last: the bodies that touch, from the side, at the instant they do, and at each contact an arrow of the largest force,
 * with its friction. All to one scale of length and one of force.
 */
import { quaternion, vec3 } from "carom/math";
import type { RecordedImpact } from "carom/simulation";
import type { SimulationResult, SimulationStudy } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { arrowhead, word } from "../draw/marks.js";
import { withUnit } from "../draw/numbers.js";
import { element, linePath, type Point, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { drawOutline, drawPlane, outlineOf, placed, reachOf, type Seen } from "./strobe.js";

const TITLE = "Forces at impact, seen from the side";
const WIDTH = 600;
/** More impacts than these, the hardest, would be too small to see. */
const MOST_IMPACTS = 6;
/** Bodies fit into this, px. */
const TALLEST = 150;
const WIDEST = 150;
/** Of the largest force, and below which an arrow is a speck, px. */
const LONGEST_ARROW = 72;
const SHORTEST_ARROW = 4;
const PAD = 14;
const TOP = 20;
const WORDS = 44;

type Told = RecordedImpact & { readonly forces: NonNullable<RecordedImpact["forces"]> };
type Vec3 = vec3.Vec3;

interface Arrow {
  readonly from: Point;
  /** N, to the right and up. */
  readonly force: Point;
}

interface Cell {
  readonly impact: Told;
  readonly peak: number;
  readonly seen: readonly Seen[];
  readonly arrows: readonly Arrow[];
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** Undefined where no impact has forces. */
export function forceStrobeFigure(study: SimulationStudy, result: SimulationResult): Figure | undefined {
  const told = result.events.filter((event): event is Told => event.kind === "impact" && event.forces !== undefined);
  const hardest = [...told].sort((a, b) => peakOf(b) - peakOf(a)).slice(0, MOST_IMPACTS);
  const cells = hardest.sort((a, b) => a.time - b.time).map((impact) => cellOf(impact, study, result));
  const largest = Math.max(...cells.flatMap(({ arrows }) => arrows.map(({ force: [x, z] }) => Math.hypot(x, z))));
  if (cells.length === 0 || !(largest > 0)) return undefined;
  const width = WIDTH / cells.length;
  const across = Math.max(...cells.map(({ left, right }) => right - left));
  const up = Math.max(...cells.map(({ low, high }) => high - low));
  if (!(across > 0 || up > 0)) return undefined;
  const scale = Math.min(Math.min(width - 2 * PAD, WIDEST) / across, TALLEST / up);
  const height = Math.max(up * scale, LONGEST_ARROW) + 2 * PAD;
  const elements = cells.flatMap((cell, i) =>
    drawCell(cell, { x: i * width, y: TOP, width, height }, scale, LONGEST_ARROW / largest, study),
  );
  const which =
    told.length > cells.length
      ? `The ${cells.length} hardest of ${told.length} impacts`
      : cells.length === 1
        ? "The impact"
        : "The impacts";
  const caption = `${which}, x to the right, z up. Arrows: the largest force on the body at each contact, with friction; the longest is ${withUnit(largest, "N")}.`;
  const svg = svgDocument({ width: WIDTH, height: TOP + height + WORDS }, `${TITLE}. ${caption}`, elements);
  return { name: "force-strobe", title: TITLE, caption, svg };
}

const peakOf = ({ forces }: Told) => Math.max(...forces.contacts.map(({ peakForce }) => peakForce));

function cellOf(impact: Told, study: SimulationStudy, result: SimulationResult): Cell {
  const names = [...new Set(impact.contacts.flatMap(({ between }) => between))].filter((name) => name in result.series.bodies);
  const seen = names.map((name) => placed(outlineOf(name, study), ...poseAt(result, name, impact.time)));
  const arrows = impact.contacts.map(({ point, between }, i): Arrow => {
    const { normalForce, force } = impact.forces.contacts[i];
    const [x, , z] = force[normalForce.indexOf(Math.max(...normalForce))];
    // Told of the first body; where that is the ground, of the other.
    const sign = names.includes(between[0]) ? 1 : -1;
    return { from: [point[0], point[2]], force: [sign * x, sign * z] };
  });
  const points = [...seen.flatMap(reachOf), ...arrows.map(({ from }) => from)];
  return {
    impact,
    peak: peakOf(impact),
    seen,
    arrows,
    left: Math.min(...points.map(([x]) => x)),
    right: Math.max(...points.map(([x]) => x)),
    low: Math.min(...points.map(([, z]) => z)),
    high: Math.max(...points.map(([, z]) => z)),
  };
}

/** Straight on from the last row before; back from the first one after, where another impact lies between that and this. */
function poseAt({ series, events }: SimulationResult, name: string, time: number): [Vec3, quaternion.Quaternion] {
  const { position, orientation, velocity, angularVelocity } = series.bodies[name];
  const last = series.time.length - 1;
  const next = series.time.findIndex((t) => t > time);
  const after = next < 0 ? last : next;
  const before = Math.max(0, after - 1);
  const isFree = (from: number, to: number) => !events.some((event) => event.kind === "impact" && event.time > from && event.time < to);
  const row = isFree(series.time[before], time) || !isFree(time, series.time[after]) ? before : after;
  const since = time - series.time[row];
  const turn = quaternion.fromAxisAngle(angularVelocity[row], vec3.norm(angularVelocity[row]) * since);
  return [
    vec3.add(position[row], vec3.scale(velocity[row], since)),
    turn === undefined ? orientation[row] : quaternion.multiply(turn, orientation[row]),
  ];
}

function drawCell(
  { impact, peak, seen, arrows, left, right, low }: Cell,
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  scale: number,
  perNewton: number,
  study: SimulationStudy,
): SvgElement[] {
  const middle = (left + right) / 2;
  const bottom = frame.y + frame.height - PAD;
  const to = ([x, z]: Point): Point => [frame.x + frame.width / 2 + (x - middle) * scale, bottom - (z - low) * scale];
  const half = (frame.width - PAD) / 2 / scale;
  const grounds = [...new Set(impact.contacts.flatMap(({ between }) => between))].flatMap((name) => {
    const body = study.bodies[name];
    return body !== undefined && "plane" in body ? [body.plane] : [];
  });
  const centre = frame.x + frame.width / 2;
  return [
    ...grounds.flatMap(({ normal, point = [0, 0, 0] }) => drawPlane(normal, point, [middle - half, middle + half], frame, to)),
    ...seen.flatMap((body) => drawOutline(body, to, scale, 1)),
    ...arrows.flatMap((arrow) => drawArrow(to(arrow.from), arrow.force, perNewton)),
    word([centre, frame.y + frame.height + 16], withUnit(peak, "N"), { size: 12, fill: colour.slipText, anchor: "middle" }),
    word([centre, frame.y + frame.height + 32], `at ${withUnit(impact.time, "s", 3)}`, {
      size: 11,
      fill: colour.ink3,
      anchor: "middle",
    }),
  ];
}

function drawArrow([x, y]: Point, [across, up]: Point, perNewton: number): SvgElement[] {
  const length = Math.hypot(across, up) * perNewton;
  if (length < SHORTEST_ARROW) return [];
  const tip: Point = [x + across * perNewton, y - up * perNewton];
  const direction: Point = [(tip[0] - x) / length, (tip[1] - y) / length];
  const head = Math.min(9, 0.6 * length);
  return [
    element("path", {
      class: "force",
      d: linePath([
        [x, y],
        [tip[0] - direction[0] * head, tip[1] - direction[1] * head],
      ]),
      fill: "none",
      stroke: colour.slip,
      "stroke-width": 2,
    }),
    arrowhead(tip, direction, head, colour.slip),
  ];
}
