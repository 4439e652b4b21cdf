/**
 * Pictures of one hit by several force laws: force over time, and over approach, a panel for each law with the first one in grey; and the
 * restitution of each over the speed.
 */
import { type ForceLawHit, type ForceLawHits, forceLawNamed } from "carom/force";
import type { ImpactResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, DASHES, lineCharts } from "../draw/line-chart.js";
import { withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { lengthFor, timeFor } from "./units.js";

/** None where the study asks for no force laws. */
export function forceLawFigures({ forceLaws }: ImpactResult): Figure[] {
  if (forceLaws === undefined) return [];
  const { hits } = forceLaws;
  const [second, secondUnit] = timeFor(Math.max(...hits.map(({ duration }) => duration)));
  const [metre, metreUnit] = lengthFor(Math.max(...hits.map(({ deepestApproach }) => deepestApproach)));
  const hardest = hits.reduce((a, b) => (b.peakForce > a.peakForce ? b : a));
  const range = `From ${restitutionText(hits, Math.min)} to ${restitutionText(hits, Math.max)} comes back of the speed.`;
  return [
    panels({
      name: "force-laws-time",
      title: "One hit by several force laws, in time",
      caption: `${range} ${hardest.name} presses hardest, with ${withUnit(hardest.peakForce, "N")}.${grey(hits)}`,
      axis: `time, ${secondUnit}`,
      hits,
      along: ({ time }) => time.map((t) => t / second),
    }),
    panels({
      name: "force-laws-loops",
      title: "One hit by several force laws, over the approach",
      caption: `What a loop encloses is lost.${grey(hits)}`,
      axis: `approach, ${metreUnit}`,
      hits,
      along: ({ approach }) => approach.map((depth) => depth / metre),
    }),
    restitutionFigure(forceLaws),
  ];
}

/** Powers of ten of the speed that are drawn, below and above the hit's, and points for each. */
const [BELOW, ABOVE, POINTS] = [3, 1, 24];

/** Each law with the parameters that it has in the hit, at other speeds; not where a law says it is beyond what it was fitted to. */
function restitutionFigure({ hits, mass, speed }: ForceLawHits): Figure {
  const middle = Math.log10(speed);
  const powers = Array.from({ length: (BELOW + ABOVE) * POINTS + 1 }, (_, i) => middle - BELOW + i / POINTS);
  const curves = hits.map(({ name, law, parameters }, i): Curve => {
    const dash = DASHES[i % DASHES.length];
    const points = powers.flatMap((power): Point[] => {
      const { restitution, warnings } = forceLawNamed(law).hit(parameters, { mass, speed: 10 ** power }, 1);
      return warnings.length > 0 ? [] : [[power, restitution]];
    });
    return { name, points, ...(dash === undefined ? {} : { dash }) };
  });
  const title = "Restitution over the speed, by force law";
  const caption = `Dotted upright: the speed of the hit, ${withUnit(speed, "m/s")}. There damping is chosen for the restitution.`;
  return {
    name: "force-laws-restitution",
    title,
    caption,
    svg: lineCharts(`${title}. ${caption}`, [
      { title: "Restitution", unit: "", axis: "power of ten of the speed in m/s", curves, lines: [middle], show: [0, 1] },
    ]),
  };
}

const restitutionText = (hits: readonly ForceLawHit[], choose: (...values: number[]) => number) =>
  choose(...hits.map(({ restitution }) => restitution)).toFixed(3);

const grey = (hits: readonly ForceLawHit[]) => (hits.length > 1 ? ` Grey: ${hits[0]?.name}.` : "");

interface Panels {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly axis: string;
  readonly hits: readonly ForceLawHit[];
  readonly along: (hit: ForceLawHit) => readonly number[];
}

function panels({ name, title, caption, axis, hits, along }: Panels): Figure {
  const points = (hit: ForceLawHit) => along(hit).map((x, row): Point => [x, hit.force[row] ?? Number.NaN]);
  const highest = Math.max(...hits.map(({ peakForce }) => peakForce));
  const charts = hits.map((hit, i): Chart => {
    const own = { name: "", points: points(hit) };
    const first = hits[0];
    return {
      title: hit.name,
      unit: `N, e = ${hit.restitution.toFixed(3)}`,
      axis: i === hits.length - 1 ? axis : "",
      curves: i === 0 || first === undefined ? [own] : [{ name: "", points: points(first), stroke: colour.line2 }, own],
      show: [0, highest],
      height: 110,
    };
  });
  return { name, title, caption, svg: lineCharts(`${title}. ${caption}`, charts) };
}
