/** Every figure of a fit: measured against computed, what is left, profiles, and which values go together. */
import type { BouncesFit, FittedCurve, RecordingsFit, ResultOf, ShownRecording } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { framed } from "../draw/frame.js";
import { type Chart, lineCharts } from "../draw/line-chart.js";
import { significant } from "../draw/numbers.js";
import { scatter } from "../draw/scatter.js";
import { element, linePath, type Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { fileName, strobeFigures } from "./strobe.js";

/** Pairs of parameters that are drawn. */
const MOST_PAIRS = 10;

export function fitFigures({ fit }: ResultOf<"fit">): Figure[] {
  if ("curves" in fit) return fit.curves.map(curveFigure);
  return fit.data === "bounces" ? bouncesFigures(fit) : recordingsFigures(fit);
}

function curveFigure({ name, unit, axis, axisUnit, points, scatter: off }: FittedCurve): Figure {
  const title = `Measured and fitted ${name}`;
  const caption = `Dotted: measured. They are ${significant(off, 2)} ${unit} apart.`;
  const order = [...points].sort((a, b) => a.at - b.at);
  const chart: Chart = {
    title: name,
    unit,
    axis: `${axis}, ${axisUnit}`,
    curves: [
      { name: "fitted", points: order.map(({ at, fitted }): Point => [at, fitted]) },
      { name: "measured", points: order.map(({ at, measured }): Point => [at, measured]), dash: "1.5 3", stroke: colour.slip },
    ],
  };
  return { name, title, caption, svg: lineCharts(`${title}. ${caption}`, [chart]) };
}

function bouncesFigures({ times, restitution }: BouncesFit): Figure[] {
  const intervals = times.slice(1).map(({ measured, bounce }, k) => ({ bounce, span: measured - times[k].measured }));
  const title = "Times in the air";
  const caption = `Each is ${significant(restitution.value, 4)} of the one before it.`;
  const left = times.map(({ bounce, measured, fitted }): Point => [bounce, 1000 * (measured - fitted)]);
  const leftCaption = `Largest ${significant(Math.max(...left.map(([, value]) => Math.abs(value))), 2)} ms.`;
  return [
    {
      name: "intervals",
      title,
      caption,
      svg: scatter(
        `${title}. ${caption}`,
        ["bounce", "time in the air, s"],
        intervals.map(({ bounce, span }): Point => [bounce, span]),
      ),
    },
    {
      name: "residuals",
      title: "Measured minus fitted times",
      caption: leftCaption,
      svg: scatter(`Measured minus fitted times. ${leftCaption}`, ["bounce", "measured - fitted, ms"], left),
    },
  ];
}

function recordingsFigures(fit: RecordingsFit): Figure[] {
  return [
    ...fit.shown.flatMap((shown) => [...strobeFigures(shown, fit.study), ...shownFigures(shown)]),
    ...costFigure(fit),
    ...profileFigures(fit),
    ...pairFigures(fit),
  ];
}

function shownFigures(shown: ShownRecording): Figure[] {
  const { id, time, measured, computed, rotation } = shown;
  const charts = ["x", "y", "z"].map(
    (name, c): Chart => ({
      title: name,
      unit: "m",
      axis: "time, s",
      height: 120,
      curves: [
        { name: "computed", points: time.map((t, k): Point => [t, computed[k][c]]) },
        { name: "measured", points: time.map((t, k): Point => [t, measured[k][c]]), dash: "1.5 3", stroke: colour.slip },
      ],
    }),
  );
  const title = `Recording ${id}: measured and computed`;
  const away = computed.map((point, k) => Math.hypot(...point.map((value, c) => value - measured[k][c])));
  const caption = `Position of the tracked centre; at the end they are ${significant(1000 * away[away.length - 1], 3)} mm apart.`;
  const left: Chart[] = [
    {
      title: "position",
      unit: "mm",
      axis: "time, s",
      height: 130,
      curves: [{ name: "", points: time.map((t, k): Point => [t, 1000 * away[k]]) }],
    },
    {
      title: "rotation",
      unit: "degrees",
      axis: "time, s",
      height: 130,
      curves: [{ name: "", points: time.map((t, k): Point => [t, (180 / Math.PI) * rotation[k]]) }],
    },
  ];
  const leftTitle = `Recording ${id}: what is left`;
  return [
    { name: `recording-${fileName(id)}`, title, caption, svg: lineCharts(`${title}. ${caption}`, charts) },
    {
      name: `left-${fileName(id)}`,
      title: leftTitle,
      caption: "Distance and angle between measured and computed poses.",
      svg: lineCharts(leftTitle, left),
    },
  ];
}

/** Costs in order: recordings that no values explain stand at the right. */
function costFigure({ costs, data }: RecordingsFit): Figure[] {
  const sorted = Object.values(costs).sort((a, b) => a - b);
  if (sorted.length < 3) return [];
  const title = `Robust cost of each of ${sorted.length} ${data}`;
  const caption = `Median ${significant(sorted[sorted.length >> 1], 3)}, largest ${significant(sorted[sorted.length - 1], 3)}.`;
  const points = sorted.map((cost, k): Point => [k + 1, cost]);
  return [{ name: "costs", title, caption, svg: scatter(`${title}. ${caption}`, ["in order of cost", "cost"], points) }];
}

function profileFigures({ parameters }: RecordingsFit): Figure[] {
  return parameters.flatMap(({ name, profile, value, early = value, interval }, i) => {
    if (profile === undefined || profile.length < 2) return [];
    const title = `Profile of ${name}`;
    const known = interval === null ? "" : `, 95 % ${significant(interval[0], 4)} to ${significant(interval[1], 4)}`;
    const caption = `Least cost with ${name} held; the optimum is ${significant(early, 4)}${known}.`;
    const curves = [{ name: "", points: profile.map((each): Point => [each.value, each.cost]) }];
    return [
      {
        name: `profile-${i + 1}`,
        title,
        caption,
        svg: lineCharts(`${title}. ${caption}`, [{ title: "cost", unit: "", axis: name, curves }]),
      },
    ];
  });
}

const SIDES = 60;

/** Ellipses of 95 % of pairs of values. */
function pairFigures({ parameters, correlation }: RecordingsFit): Figure[] {
  const known = parameters
    .filter(({ polished }) => polished !== true)
    .map(({ name, standardError, value, early = value }) => ({ name, standardError, value: early }));
  const pairs = known.flatMap((_, i) => known.slice(0, i).map((__, j) => [j, i] as const));
  return pairs.slice(0, MOST_PAIRS).flatMap(([a, b], k): Figure[] => {
    const [one, other] = [known[a], known[b]];
    const [sizeA, sizeB] = [one.standardError, other.standardError];
    if (sizeA === null || sizeB === null || !(sizeA > 0 && sizeB > 0)) return [];
    const r = correlation[a][b];
    const outline = Array.from({ length: SIDES }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / SIDES;
      const [u, v] = [2.45 * Math.cos(angle), 2.45 * Math.sin(angle)];
      return [one.value + sizeA * u, other.value + sizeB * (r * u + Math.sqrt(Math.max(0, 1 - r * r)) * v)];
    });
    const title = `${other.name} against ${one.name}`;
    const caption = `Ellipse of 95 %; correlation ${r.toFixed(2)}.`;
    const svg = framed(
      `${title}. ${caption}`,
      {
        title: other.name,
        xName: one.name,
        xDomain: [one.value - 3 * sizeA, one.value + 3 * sizeA],
        yDomain: [other.value - 3 * sizeB, other.value + 3 * sizeB],
      },
      ({ x, y }) => [
        element("path", {
          d: linePath(
            outline.map(([p, q]): Point => [x(p), y(q)]),
            true,
          ),
          fill: colour.line2,
          "fill-opacity": 0.3,
          stroke: colour.ink2,
        }),
        element("circle", { cx: x(one.value), cy: y(other.value), r: 3.5, fill: colour.ink1 }),
      ],
    );
    return [{ name: `pair-${k + 1}`, title, caption, svg }];
  });
}
