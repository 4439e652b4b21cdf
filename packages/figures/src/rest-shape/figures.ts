/** Every figure of a rest-shape study that has something to show. */
import { meshSurface } from "carom/soft";
import type { RestShapeResult } from "carom/study";
import { sizeUnits } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, lineCharts } from "../draw/line-chart.js";
import { inUnit, percent, significant, withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { wireframeFigure } from "../draw/wireframe.js";

export function restShapeFigures(result: RestShapeResult): Figure[] {
  return [shapesFigure(result), iterationsFigure(result), relaxationsFigure(result), cobwebFigure(result), turnedOverFigure(result)].filter(
    (figure) => figure !== undefined,
  );
}

function shapesFigure(result: RestShapeResult): Figure {
  const { observed, rest, largestDisplacement, volumes, status, skin } = result;
  const { length, volume } = sizeUnits(observed);
  const title = "As it is seen, and as it would be without gravity";
  const caption = [
    `The two are up to ${inUnit(largestDisplacement, length)} apart; without gravity ` +
      `the volume is ${inUnit(volumes.rest, volume, 4)}, ${percent(Math.abs(volumes.change))} ${volumes.change < 0 ? "less" : "more"}.`,
    ...(status === "converged" ? [] : ["No shape was found: the one drawn is where the search ended."]),
    `Outlines of the two ${skin === undefined ? "surfaces" : "skins"}, seen from the side.`,
  ].join(" ");
  // A skin has too many triangles for their edges to show anything.
  const outlineOnly = skin !== undefined;
  const svg = wireframeFigure(`${title}. ${caption}`, skin === undefined ? surfaceOf(result) : Int32Array.from(skin.triangles.flat()), [
    { name: "observed, under gravity", nodes: skin?.observed ?? observed, stroke: colour.ink2, text: colour.ink2, outlineOnly },
    { name: "at rest, without gravity", nodes: skin?.rest ?? rest, stroke: colour.stick, text: colour.stickText, outlineOnly },
  ]);
  return { name: "shapes", title, caption, svg };
}

const surfaceOf = ({ observed, tetrahedra }: RestShapeResult): Int32Array =>
  meshSurface({ nodes: Float64Array.from(observed.flat()), tetrahedra: Int32Array.from(tetrahedra.flat()) }).triangles;

const log10 = (value: number): number => (value > 0 ? Math.log10(value) : Number.NaN);

function iterationsFigure(result: RestShapeResult): Figure | undefined {
  const { history, method, convergence, status, tolerance } = result;
  if (history.length < 2) return undefined;
  /** After each step. */
  const over = (value: (step: (typeof history)[number]) => number): Point[] => history.map((step, i): Point => [i + 1, value(step)]);
  // A step's residual is that of the shape it starts from; the last shape's is the result's, if the search ended well.
  const residuals = [...history.map(({ residual }) => residual), ...(status === "converged" ? [result.residual] : [])];
  // At least four steps long, so that ticks are whole steps.
  const span = Math.max(4, history.length);
  const title = "Step after step";
  const rate = method === "fixed-point" ? convergence?.rate.plain : undefined;
  const stretched = over(({ stretch }) => stretch ?? Number.NaN);
  const hasStretch = history.some(({ stretch }) => stretch !== undefined);
  const caption = [
    method === "newton"
      ? `Newton: the distance from a fixed point falls faster than a ` +
        `straight line, to ${withUnit(result.residual, "m", 2)} in ${history.length} steps.`
      : `The source's iteration: a straight line in the logarithm, ${history.length} steps.`,
    ...(rate === undefined ? [] : [`Its rate without relaxation is the spectral radius, ${significant(rate, 4)}.`]),
  ].join(" ");
  const charts: Chart[] = [
    {
      title: "Norm of the displacement",
      unit: "m, over all nodes",
      axis: "",
      curves: [{ name: "", points: [[0, 0], ...over(({ norm }) => norm)] }],
      height: 150,
    },
    {
      title: "Decimal logarithm of",
      unit: "the step and the distance from a fixed point, m",
      axis: hasStretch ? "" : "step",
      curves: [
        { name: "step", points: over(({ step }) => log10(step)) },
        {
          name: "residual",
          points: residuals.map((residual, i): Point => [i, log10(residual)]),
          stroke: colour.stick,
          fill: colour.stickText,
          dash: "8 4",
        },
        {
          name: "tolerance",
          points: [0, span].map((at): Point => [at, log10(tolerance)]),
          stroke: colour.line2,
          fill: colour.ink3,
          dash: "1.5 3",
        },
      ],
    },
    ...(hasStretch
      ? [
          {
            title: "How much the map stretches the last step",
            unit: "|J x| / |x|",
            axis: "step",
            curves: [{ name: "", points: stretched }] satisfies Curve[],
            show: [0, 1],
          },
        ]
      : []),
  ];
  return { name: "iterations", title, caption, svg: lineCharts(`${title}. ${caption}`, charts) };
}

/** Rate and norms of the source's iteration at every relaxation: norms may be above 1 where the rate is below. */
function relaxationsFigure({ convergence }: RestShapeResult): Figure | undefined {
  if (convergence === undefined) return undefined;
  const { relaxations, rate, isComplete } = convergence;
  const over = (value: (at: (typeof relaxations)[number]) => number | undefined): Point[] =>
    relaxations.map((at): Point => [at.relaxation, value(at) ?? Number.NaN]);
  const title = "The source's iteration against its relaxation";
  const best =
    rate.best === undefined
      ? "No relaxation makes it converge."
      : `It is fastest at r = ${significant(rate.best.relaxation, 3)}, where a step leaves ${significant(rate.best.rate, 3)} of the error.`;
  const caption = isComplete ? `${best} The rate decides; a norm below 1 is sufficient, and above 1 it says nothing.` : best;
  const norms: Curve[] = isComplete
    ? [
        { name: "2-norm", points: over(({ norm2 }) => norm2), dash: "8 4" },
        { name: "1-norm", points: over(({ norm1 }) => norm1), dash: "3 3" },
        { name: "∞-norm", points: over(({ normInfinity }) => normInfinity), dash: "1.5 3" },
      ]
    : [];
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: isComplete ? "Rate and norms" : "Rate",
      unit: isComplete ? "of (1 − r) I + r J" : "part of the error that a step leaves",
      axis: "relaxation r",
      curves: [{ name: "rate", points: over((at) => at.rate), stroke: colour.stick, fill: colour.stickText }, ...norms],
      show: [0, 1],
    },
  ]);
  return { name: "relaxations", title, caption, svg };
}

/** One unknown: the map of the apex's displacement, the line of fixed points, and the way between them. */
function cobwebFigure(result: RestShapeResult): Figure | undefined {
  const { oneTetrahedron, displacement, history, stuck } = result;
  if (oneTetrahedron?.displacement === undefined) return undefined;
  const { load, power } = oneTetrahedron;
  const apex = displacement.findIndex((_, node) => !stuck.includes(node));
  const floor = result.observed[stuck[0]][2];
  const height = result.observed[apex][2] - floor;
  const relaxation = result.method === "fixed-point" ? (history[0]?.relaxation ?? 1) : 1;
  const map = (w: number): number => (1 - relaxation) * w - relaxation * height * load * (1 - w / height) ** power;
  const fixed = oneTetrahedron.displacement;
  const from = 1.5 * fixed;
  const samples = Array.from({ length: 81 }, (_, i) => from * (1 - i / 80));
  const web: Point[] = [[0, 0]];
  let w = 0;
  for (let k = 0; k < 12; k++) {
    const next = map(w);
    web.push([w, next], [next, next]);
    w = next;
  }
  const title = "The iteration of one apex";
  const caption =
    `The map of the apex's displacement and the line where it maps to itself; ` +
    `they meet at ${withUnit(fixed, "m", 4)}. The ` +
    `slope there, ${significant(oneTetrahedron.eigenvalue ?? 0, 3)}` +
    `${relaxation === 1 ? "" : `, relaxed by ${significant(relaxation, 2)}`}, is the rate.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Displacement of the apex after a step",
      unit: "m",
      axis: "displacement before the step, m",
      curves: [
        { name: "w = w", points: samples.map((x): Point => [x, x]), stroke: colour.line2, fill: colour.ink3, width: 1.25 },
        { name: "map", points: samples.map((x): Point => [x, map(x)]), stroke: colour.stick, fill: colour.stickText },
        { name: "", points: web, stroke: colour.slip, width: 1.25 },
      ],
      dots: [{ at: [fixed, fixed], name: "fixed point" }],
      height: 300,
    },
  ]);
  return { name: "cobweb", title, caption, svg };
}

function turnedOverFigure(result: RestShapeResult): Figure | undefined {
  const { flip } = result;
  if (flip === undefined) return undefined;
  const { length } = sizeUnits(result.observed);
  const title = "Turned over";
  const caption =
    `Standing on its former top the body is ${inUnit(flip.fromRest.height, length, 4)} high by the ` +
    `recovered shape, and ${inUnit(flip.fromObserved.height, length, 4)} if the sagged shape is taken for the rest shape and sags a ` +
    `second time.`;
  const svg = wireframeFigure(`${title}. ${caption}`, surfaceOf(result), [
    { name: "from the observed shape", nodes: flip.fromObserved.nodes, stroke: colour.slip, text: colour.slipText },
    { name: "from the recovered shape", nodes: flip.fromRest.nodes, stroke: colour.stick, text: colour.stickText },
  ]);
  return { name: "turned-over", title, caption, svg };
}
