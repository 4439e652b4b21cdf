/** How a fall changes with the angle at which the body strikes: angles and impulses of a rod's first three impacts, first impulse of a plate. */

import type { SurveyedRod } from "carom/clatter";
import type { ClatterSurvey } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { fixed, significant } from "../draw/numbers.js";
import { rangeOf } from "../draw/polyline.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { type AngleCurve, angleChart } from "./angle-panel.js";

const DEGREE = Math.PI / 180;
const NAMES = ["first", "second", "third"] as const;
/** Without gravity, with gravity. */
const DASHES = [undefined, "7 4", "2 3"];
const ROD_AXIS = "angle of the first impact, degrees";

export interface SurveyOptions {
  /** Draw the third impulse as the source's tables have it, too. Default: false. */
  readonly asPrinted?: boolean;
}

export function rodAnglesFigure(survey: ClatterSurvey): Figure | undefined {
  const { rods, angle } = survey;
  if (rods.length === 0) return undefined;
  const curves = rods.flatMap(({ name, rows }, i) =>
    ([0, 1] as const).map((k): AngleCurve => {
      const points = piecesOf(rows, k + 1, (row) => row.angles[k] / DEGREE);
      return { name: named(NAMES[k + 1], name, i), points, ...dashed(i), ...(i === 0 ? { labelAt: 0.72, below: true } : {}) };
    }),
  );
  const drawn = curves.filter(({ points }) => points.some(([x]) => !Number.isNaN(x)));
  if (drawn.length === 0) return undefined;
  const title = "At which angle the next ends strike";
  const caption = `${limitsOf(survey)} Restitution ${significant(survey.restitution, 2)}.${models(survey)}${ownAngle(survey)}`;
  const svg = angleChart(`${title}. ${caption}`, {
    title: "Angle of the impact",
    unit: "degrees",
    axis: ROD_AXIS,
    lastAngle: lastOf(drawn),
    highest: 90,
    curves: drawn,
    ...markedAt(angle / DEGREE),
  });
  return { name: "angles", title, caption, svg };
}

export function rodImpulsesFigure(survey: ClatterSurvey, { asPrinted = false }: SurveyOptions = {}): Figure | undefined {
  const { rods, angle, restitution } = survey;
  if (rods.length === 0) return undefined;
  const curves = rods.flatMap(({ name, rows }, i) =>
    ([0, 1, 2] as const).flatMap((k): AngleCurve[] => {
      if (k === 0 && i > 0) return [];
      const points = piecesOf(rows, k, (row) => row.impulses[k]);
      const label = { labelAt: [0.42, 0.2, 0.62][k], below: k !== 1 };
      return [{ name: named(NAMES[k], name, i), points, ...dashed(i), ...(i === 0 ? label : {}) }];
    }),
  );
  const printed = asPrinted ? printedCurves(rods[0].rows) : [];
  const drawn = [...printed, ...curves].filter(({ points }) => points.some(([x]) => !Number.isNaN(x)));
  const last = lastOf(curves.filter(({ name, points }) => name !== "first" && points.some(([x]) => !Number.isNaN(x))));
  const shown = drawn.map((curve) => ({ ...curve, points: curve.points.filter(([x]) => !(x > last)) }));
  const title = "How hard each impact is";
  const caption = `Impulses over mass times speed; the first grows from ${fixed((1 + restitution) / 4, 3)} for a uniform rod that falls flat. ${limitsOf(survey)}${models(survey)}${asPrinted ? " Red: the third as the source prints it, with a factor 3 lost." : ""}`;
  const svg = angleChart(`${title}. ${caption}`, {
    title: "Impulse",
    unit: "over m v",
    axis: ROD_AXIS,
    lastAngle: last,
    highest: 1.12 * rangeOf(shown.map(({ points }) => points.flatMap(([, y]) => (Number.isNaN(y) ? [] : [y]))))[1],
    curves: shown,
    ...markedAt(angle / DEGREE),
  });
  return { name: "impulses-over-angle", title, caption, svg };
}

/** An angle that changes by more than this between neighbours, degrees, is another way to strike. */
const JUMP = 10;

/** The rows that have an impact, as points; NaN between two where another end strikes, or the same end another half turn later. */
function piecesOf(rows: readonly SurveyedRod[], impact: number, value: (row: SurveyedRod) => number): Point[] {
  return rows.flatMap((row, i): Point[] => {
    if (row.impulses[impact] === undefined) return [[Number.NaN, Number.NaN]];
    const point: Point = [row.angle / DEGREE, value(row)];
    const before = rows[i - 1];
    if (before === undefined) return [point];
    const jumps = [1, 2].some((k) => k <= impact && Math.abs(row.angles[k - 1] - (before.angles[k - 1] ?? 0)) > JUMP * DEGREE);
    const isOther = row.ends.slice(0, impact + 1) !== before.ends.slice(0, impact + 1) || (jumps && !row.isLimit && !before.isLimit);
    return isOther ? [[Number.NaN, Number.NaN], point] : [point];
  });
}

/** As far as it pushes. */
function printedCurves(rows: readonly SurveyedRod[]): AngleCurve[] {
  const points = rows.flatMap(({ angle, printedThirdImpulse: value }): Point[] =>
    value === undefined || value < 0 ? [] : [[angle / DEGREE, value]],
  );
  return [{ name: "third as printed", points, stroke: colour.created, width: 1.25, dash: "2 3", labelAt: 0.3, below: true }];
}

export function plateImpulsesFigure(survey: ClatterSurvey): Figure | undefined {
  const { plates, angle } = survey;
  if (plates.length === 0) return undefined;
  const curves = plates.map(({ roll, survey: { impacts } }): AngleCurve => {
    const points = impacts.map(({ tilt, impulse }): Point => [tilt / DEGREE, impulse]);
    return { name: `roll ${fixed(roll / DEGREE, 0)}°`, points, labelAt: plates.length === 1 ? undefined : 0.75 } as AngleCurve;
  });
  const dots = plates.flatMap(({ survey: { pressed } }) => pressed.map(({ tilt, impulse }): Point => [tilt / DEGREE, impulse]));
  const title = "How hard the first corner strikes";
  const caption = [
    "First impulse over mass times speed, over the tilt: line, an impact.",
    ...(dots.length > 0 ? ["Rings, the floor that yields."] : []),
    `Flat, it is (1 + e)/7 for every plate.${ownAngle(survey)}`,
  ].join(" ");
  const all = [...curves.flatMap(({ points }) => points), ...dots].map(([, y]) => y);
  const svg = angleChart(`${title}. ${caption}`, {
    title: "Impulse",
    unit: "over m v",
    axis: "tilt, degrees",
    lastAngle: 80,
    highest: 1.08 * Math.max(...all),
    curves,
    dots,
    ...markedAt(Math.min(80, Math.abs(angle) / DEGREE)),
  });
  return { name: "impulse-over-tilt", title, caption, svg };
}

function ownAngle({ angle }: ClatterSurvey): string {
  return Number.isNaN(angle) ? "" : " The upright line is this study.";
}

/** Surveys of no single study have no angle. */
function markedAt(marked: number): { readonly marked?: number } {
  return Number.isNaN(marked) ? {} : { marked };
}

/** Only curves of the first model have their names in the chart. */
function named(which: string, model: string, place: number): string {
  return place === 0 ? which : `${which}, ${model}`;
}

/** What dashes mean. */
function models({ rods }: ClatterSurvey): string {
  const words = ["Solid", "Dashed", "Dotted"];
  return rods.length === 1 ? "" : ` ${rods.map(({ name }, i) => `${words[i % words.length]}: ${name}`).join(". ")}.`;
}

function dashed(i: number): { readonly dash: string } | object {
  const dash = DASHES[i % DASHES.length];
  return dash === undefined ? {} : { dash };
}

function lastOf(curves: readonly AngleCurve[]): number {
  const ends = curves.flatMap(({ points }) => points.map(([x]) => x)).filter((x) => !Number.isNaN(x));
  return Math.min(90, 1.03 * rangeOf([ends])[1]);
}

/** Up to where there is a second and a third impact, without gravity. */
function limitsOf({ rods }: ClatterSurvey): string {
  const rows = rods[0].rows;
  const limit = (k: number) => rows.filter(({ angles }) => angles[k] !== undefined).at(-1);
  const [second, third] = [limit(0), limit(1)];
  if (second === undefined) return "No angle has a second impact.";
  const until = ({ angle }: SurveyedRod) => `${fixed(angle / DEGREE, 2)}°`;
  return `Without gravity there is a second impact up to ${until(second)}${third === undefined ? "" : ` and a third up to ${until(third)}`}.`;
}
