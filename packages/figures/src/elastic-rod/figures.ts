/** Every figure of an elastic rod's study that has something to show. */
import { type ElasticRod, rodRestitutions, structuralBounce, thresholdSpeed, transitTime } from "carom/elastic-rod";
import type { ElasticRodResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Curve, type Dot, lineCharts } from "../draw/line-chart.js";
import { percent, significant, withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { spaceTimeFigure } from "./space-time.js";

export function elasticRodFigures(result: ElasticRodResult): Figure[] {
  return [
    spaceTimeFigure(result),
    contactFigure(result),
    energyFigure(result),
    restitutionOverSpeed(result),
    restitutionOverDamping(result),
    bouncesFigure(result),
  ].filter((figure) => figure !== undefined);
}

function paired(xs: readonly number[], ys: readonly number[]): Point[] {
  return xs.map((x, i): Point => [x, ys[i]]);
}

/** Transits of a wave, as lines through a chart. */
function transits({ groups, series }: ElasticRodResult): number[] {
  const end = series.time[series.time.length - 1];
  return Array.from({ length: Math.floor(end / groups.transitTime) }, (_, k) => (k + 1) * groups.transitTime);
}

function contactFigure(result: ElasticRodResult): Figure {
  const { series, bounce, forces, rod } = result;
  const lines = transits(result);
  const title = "The floor's push, and what it does";
  const { linearDensity } = rod;
  const values = linearDensity === undefined ? series.floorStrain : series.push.map((value) => linearDensity * value);
  const push: Curve = { name: "", points: paired(series.time, values) };
  const caption = [
    bounce === undefined
      ? "The strain at the floor never turns: the rod stays."
      : `The rod leaves at ${withUnit(bounce.bounceTime, "s", 4)}, where ` +
        `${rod.releaseCriterion === "stress" ? "its push would turn into a pull" : "the strain at the floor would turn"}.`,
    ...(forces?.peak === undefined ? [] : [`The floor pushes with ${withUnit(forces.peak, "N")} at most.`]),
    "Dotted: a wave is back at the floor.",
  ].join(" ");
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: rod.linearDensity === undefined ? "Strain at the floor" : "Push of the floor",
      unit: rod.linearDensity === undefined ? "" : "N",
      axis: "",
      curves: [push],
      lines,
      show: [0],
      height: 170,
    },
    {
      title: "Centre of mass",
      unit: "m since the impact",
      axis: "",
      curves: [{ name: "", points: paired(series.time, series.comDisplacement) }],
      lines,
      show: [0],
    },
    {
      title: "Velocity of the centre of mass",
      unit: "m/s",
      axis: "time, s",
      curves: [
        {
          name: "",
          points: paired(
            series.time,
            series.momentum.map((momentum) => momentum / rod.length),
          ),
        },
      ],
      lines,
      show: [0],
    },
  ]);
  return { name: "contact", title, caption, svg };
}

function energyFigure(result: ElasticRodResult): Figure {
  const { series, bounce, rod } = result;
  const before = 0.5 * rod.length * rod.impactSpeed ** 2;
  const part = (values: readonly number[]) =>
    paired(
      series.time,
      values.map((value) => (100 * value) / before),
    );
  const title = "Where the energy is";
  const caption =
    bounce === undefined
      ? "Translation counts the motion of the centre of mass and its height; the rest is in waves, or lost to damping."
      : `As the rod leaves, ${percent(bounce.energies.translational / before)} is in ` +
        `translation, ${percent(bounce.energies.vibrational / before)} in vibration; ` +
        `damping took ${percent(Math.max(0, 1 - bounce.energies.total / before))}.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Energy",
      unit: "% of that before the impact",
      axis: "time, s",
      curves: [
        { name: "total", points: part(series.energyTotal), width: 2.25 },
        { name: "translation", points: part(series.energyTranslational), stroke: colour.kept, fill: colour.keptText },
        { name: "vibration", points: part(series.energyVibrational), stroke: colour.stick, fill: colour.stickText, dash: "8 4" },
      ],
      lines: transits(result),
      show: [0, 100],
    },
  ]);
  return { name: "energy", title, caption, svg };
}

const POINTS = 48;

interface Kept {
  readonly momentum: number;
  readonly energy: number;
}

/** Restitutions of a rod like this one; not a number where it stays, or where the energy left is negative. */
function keptBy({ rod }: ElasticRodResult, change: { impactSpeed?: number; damping?: number }): Kept {
  const { releaseCriterion, modes } = rod;
  const chosen = { ...(releaseCriterion === undefined ? {} : { releaseCriterion }), ...(modes === undefined ? {} : { modes }) };
  const { damping = 0, structuralDamping, ...common } = { ...rod, impactSpeed: change.impactSpeed ?? rod.impactSpeed };
  const bounce =
    structuralDamping === undefined
      ? rodRestitutions({ ...common, damping: change.damping ?? damping }, { horizon: 30 })
      : structuralBounce({ ...common, structuralDamping: change.damping ?? structuralDamping }, { horizon: 30, ...chosen });
  if ("bounces" in bounce) return { momentum: Number.NaN, energy: Number.NaN };
  return { momentum: bounce.momentumRestitution, energy: bounce.energyRestitution ?? Number.NaN };
}

function keptCurves(xs: readonly number[], kept: readonly Kept[]): Curve[] {
  return [
    {
      name: "by energy",
      points: paired(
        xs,
        kept.map(({ energy }) => energy),
      ),
    },
    {
      name: "by momentum",
      points: paired(
        xs,
        kept.map(({ momentum }) => momentum),
      ),
      dash: "8 4",
    },
  ].filter(({ points }) => points.some(([, y]) => !Number.isNaN(y)));
}

function own({ bounce }: ElasticRodResult, x: number): Dot[] {
  return bounce?.energyRestitution === undefined ? [] : [{ at: [x, bounce.energyRestitution], name: "this study" }];
}

function restitutionOverSpeed(result: ElasticRodResult): Figure | undefined {
  const { rod, groups } = result;
  const threshold = groups.thresholdSpeed ?? groups.thresholdSpeedUndamped;
  const last = Math.max(2 * rod.impactSpeed, 3 * threshold);
  const speeds = [
    ...Array.from({ length: POINTS }, (_, i) => (last * (i + 0.5)) / POINTS),
    ...(groups.thresholdSpeed !== undefined && threshold < last ? [threshold * (1 - 1e-9), threshold * (1 + 1e-9)] : []),
  ].sort((a, b) => a - b);
  const curves = keptCurves(
    speeds,
    speeds.map((impactSpeed) => keptBy(result, { impactSpeed })),
  );
  if (curves.length === 0) return undefined;
  const title = "Restitution over impact speed";
  const caption = [
    rod.structuralDamping !== undefined
      ? "Fronts spread, so there is no first wave to leave with."
      : groups.thresholdSpeed === undefined
        ? "With this damping the rod does not leave with the first wave at any speed."
        : `From ${withUnit(threshold, "m/s")} on the rod leaves with the first wave (dotted).`,
    ...(groups.fastRestitution === undefined
      ? []
      : [`For large speeds the restitution tends to ${significant(groups.fastRestitution, 4)}.`]),
    "Dot: this study.",
  ].join(" ");
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Restitution",
      unit: "",
      axis: "impact speed, m/s",
      curves,
      dots: own(result, rod.impactSpeed),
      lines: groups.thresholdSpeed !== undefined && threshold > 0 && threshold < last ? [threshold] : [],
      show: [0, 1],
    },
  ]);
  return { name: "restitution-over-speed", title, caption, svg };
}

function restitutionOverDamping(result: ElasticRodResult): Figure | undefined {
  const { rod } = result;
  const structural = rod.structuralDamping !== undefined;
  const given = rod.structuralDamping ?? rod.damping ?? 0;
  const elastic: ElasticRod = { ...rod, damping: 0 };
  // Up to where no rod leaves with the first wave, or twice the study's own.
  const last = structural ? 2 * given : Math.max(2 * given, 2 / transitTime(elastic));
  const dampings = Array.from({ length: POINTS }, (_, i) => (last * (i + (structural ? 1 : 0))) / POINTS);
  const curves = keptCurves(
    dampings,
    dampings.map((damping) => keptBy(result, { damping })),
  );
  if (curves.length === 0) return undefined;
  const title = "Restitution over damping";
  const sharp = structural ? undefined : thresholdSpeed({ ...elastic, damping: given });
  const caption =
    `Where a curve ends the rod stays on the floor, or leaves with less ` +
    `energy than none.` +
    `${sharp === undefined ? "" : ` At the damping of the study it leaves with the first wave from ${withUnit(sharp, "m/s")} on.`} ` +
    `Dot: this study.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Restitution",
      unit: "",
      axis: structural ? "structural damping, m²/s" : "damping, 1/s",
      curves,
      dots: own(result, given),
      show: [0, 1],
    },
  ]);
  return { name: "restitution-over-damping", title, caption, svg };
}

const ENDINGS = {
  rest: "then it stays on the floor",
  left: "then it has left for good",
  "maximum-bounces": "then it goes on",
  "maximum-time": "then it goes on",
} as const;

function bouncesFigure({ bounces }: ElasticRodResult): Figure | undefined {
  if (bounces === undefined || bounces.series.time.length < 3) return undefined;
  const { time, gap, comDisplacement, energy } = bounces.series;
  const title = "Bounce after bounce";
  const times = bounces.contacts.length === 1 ? "once" : `${bounces.contacts.length} times`;
  const caption = `It is on the floor ${times}, ${ENDINGS[bounces.ending]}; ${
    bounces.cells === undefined ? `by ${bounces.modes} modes` : `waves on a lattice of ${bounces.cells} cells`
  }.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Height",
      unit: "m",
      axis: "",
      curves: [
        { name: "centre of mass", points: paired(time, comDisplacement) },
        { name: "bottom", points: paired(time, gap), dash: "4 3" },
      ],
      show: [0],
    },
    {
      title: "Energy",
      unit: "% of that before the first impact",
      axis: "time, s",
      curves: [
        {
          name: "",
          points: paired(
            time,
            energy.map((value) => (100 * value) / energy[0]),
          ),
        },
      ],
      show: [0],
    },
  ]);
  return { name: "bounces", title, caption, svg };
}
