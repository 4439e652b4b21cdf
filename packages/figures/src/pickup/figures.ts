/** Every figure of a pickup that has something to show. */
import type { PickupRecord, PickupResult } from "carom/study";
import { sizeUnits, squeezeRecords } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Chart, type Curve, lineCharts } from "../draw/line-chart.js";
import { inUnit, percent, significant, withUnit } from "../draw/numbers.js";
import type { Point } from "../draw/svg.js";
import { colour } from "../draw/theme.js";
import { contactMapFigure, gripFigure } from "./views.js";

export function pickupFigures(result: PickupResult): Figure[] {
  return [
    gripFigure(result),
    contactMapFigure(result),
    forcesFigure(result),
    liftableFigure(result),
    energyFigure(result),
    liftFigure(result),
    modulusFigure(result),
  ].filter((figure) => figure !== undefined);
}

const MILLIMETRES = 1e3;
/** Curves of records against the depth, from rest on. */
const overDepth = (result: PickupResult, value: (record: PickupRecord) => number | undefined): Point[] =>
  [result.rest, ...squeezeRecords(result)].flatMap((record): Point[] => {
    const y = value(record);
    return y === undefined ? [] : [[record.depth * MILLIMETRES, y]];
  });

const leastLine = ({ leastDepth }: PickupResult): number[] => (leastDepth === undefined ? [] : [leastDepth.depth * MILLIMETRES]);

function forcesFigure(result: PickupResult): Figure | undefined {
  const { squeeze, body } = result;
  const last = squeeze.at(-1);
  if (last === undefined) return undefined;
  const lines = leastLine(result);
  const { length } = sizeUnits(result.shapes.rest.places);
  const title = "Forces against the depth of the squeeze";
  const caption = `At ${inUnit(last.depth, length)} the fingers push with ${withUnit(last.squeeze[0], "N")} and ${withUnit(last.squeeze[1], "N")}; the body weighs ${withUnit(body.weight, "N")}.${lines.length === 0 ? "" : " Dotted: the least depth from which it can be lifted."} The push is a chain of straight pieces: it gets steeper each time another node of the mesh touches a finger.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Push of the fingers",
      unit: "N, along their way",
      axis: "",
      lines,
      show: [0],
      curves: [0, 1].map(
        (i): Curve => ({
          name: `finger ${i + 1}`,
          points: overDepth(result, (record) => record.squeeze[i]),
          ...(i === 1 ? { dash: "8 4" } : {}),
        }),
      ),
    },
    {
      title: "Upward",
      unit: "N",
      axis: "depth, mm",
      lines,
      show: [0, body.weight],
      curves: [
        { name: "table", points: overDepth(result, (record) => record.tableForce[2]), stroke: colour.compression },
        ...[0, 1].map(
          (i): Curve => ({
            name: `finger ${i + 1}`,
            points: overDepth(result, (record) => record.fingerForces[i]?.[2]),
            ...(i === 1 ? { dash: "8 4" } : {}),
          }),
        ),
      ],
    },
  ]);
  return { name: "forces", title, caption, svg };
}

function liftableFigure(result: PickupResult): Figure | undefined {
  const curve = (name: string, value: (record: PickupRecord) => number | undefined, style: Partial<Curve>): Curve[] => {
    const points = overDepth(result, value);
    return points.length < 2 ? [] : [{ name, points, ...style }];
  };
  const { weight } = result.body;
  const part = (value: number | undefined) => (value === undefined ? undefined : value * weight);
  const curves = [
    ...curve("virtual lift", ({ liftable }) => part(liftable.virtual), { stroke: colour.stick, fill: colour.stickText }),
    ...curve("hypothetical", ({ liftable }) => part(liftable.hypothetical), { stroke: colour.kept, fill: colour.keptText, dash: "8 4" }),
    ...curve("frozen, any", ({ liftable }) => part(liftable.frozen?.any), { stroke: colour.line2, fill: colour.ink3, dash: "1.5 3" }),
  ];
  if (curves.length === 0) return undefined;
  const { leastDepth } = result;
  const { length } = sizeUnits(result.shapes.rest.places);
  const title = "Weight that could be lifted";
  const caption = `${leastDepth === undefined ? "At no depth of this squeeze can the whole weight be lifted." : `From ${inUnit(leastDepth.depth, length, 4)} on the fingers can carry the body; at ${inUnit(leastDepth.failed, length, 4)} they could not.`} Nothing is liftable before three nodes that are not in a line touch the fingers: on two points the body would swing.${curves.some(({ name }) => name.startsWith("frozen")) ? " The frozen grip, without slip, says yes too early." : ""}`;
  const svg = lineCharts(`${title}. ${caption}`, [
    { title, unit: "N", axis: "depth, mm", curves, lines: leastLine(result), show: [0, weight] },
  ]);
  return { name: "liftable", title, caption, svg };
}

function energyFigure(result: PickupResult): Figure | undefined {
  const last = result.squeeze.at(-1);
  if (last === undefined) return undefined;
  const { length } = sizeUnits(result.shapes.rest.places);
  const title = "Where the work of the fingers goes";
  const caption = `By ${inUnit(last.depth, length)} the fingers have done ${withUnit(last.work, "J")}; friction has taken ${withUnit(last.frictionLoss, "J")}, ${percent(last.work === 0 ? 0 : last.frictionLoss / last.work)} of it. The balance leaves ${significant(last.work === 0 ? 0 : last.unexplained / last.work, 2)} of the work unexplained, the error of the steps.`;
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Work and energy",
      unit: "mJ",
      axis: "",
      lines: leastLine(result),
      show: [0],
      curves: [
        { name: "finger work", points: overDepth(result, ({ work }) => work * 1e3) },
        {
          name: "deformation",
          points: overDepth(result, ({ energy }) => energy * 1e3),
          dash: "8 4",
          stroke: colour.kept,
          fill: colour.keptText,
        },
      ],
    },
    {
      title: "Friction",
      unit: "mJ lost",
      axis: "depth, mm",
      lines: leastLine(result),
      show: [0],
      curves: [{ name: "", points: overDepth(result, ({ frictionLoss }) => frictionLoss * 1e3), stroke: colour.slip }],
    },
  ]);
  return { name: "energy", title, caption, svg };
}

function liftFigure({ lift, leastDepth, body, outcome, shapes }: PickupResult): Figure | undefined {
  if (lift.length < 2 || leastDepth === undefined) return undefined;
  const records = [leastDepth.record, ...lift];
  const points = (value: (record: PickupRecord) => number): Point[] =>
    records.map((record): Point => [record.height * MILLIMETRES, value(record)]);
  const title = "The lift";
  const caption =
    outcome === "lifted"
      ? `The table lets go when the fingers have risen by ${inUnit(lift.at(-2)!.height, sizeUnits(shapes.rest.places).length)}; from there on nothing changes but the height, and the fingers carry ${withUnit(body.weight, "N")}.`
      : "The fingers lose it: all nodes of one slip, or too few are left to keep it from swinging.";
  const fingers = (i: number) => points((record) => record.fingerForces[i][2]);
  const charts: Chart[] = [
    {
      title: "Upward forces",
      unit: "N",
      axis: "",
      show: [0, body.weight],
      curves: [
        { name: "table", points: points((record) => record.tableForce[2]), stroke: colour.compression },
        { name: "finger 1", points: fingers(0) },
        { name: "finger 2", points: fingers(1), dash: "8 4" },
      ],
    },
    {
      title: "Nodes of the fingers that slip",
      unit: "",
      axis: "height, mm",
      show: [0],
      curves: [{ name: "", points: points(({ contacts }) => contacts[1].slip + contacts[2].slip), stroke: colour.slip }],
    },
  ];
  return { name: "lift", title, caption, svg: lineCharts(`${title}. ${caption}`, charts) };
}

/** Work until the body can be lifted, against Young's modulus, both as powers of ten. */
function modulusFigure({ moduli }: PickupResult): Figure | undefined {
  const found = (moduli ?? []).filter(({ work }) => work !== undefined);
  if (found.length < 2) return undefined;
  const x = (modulus: number) => Math.log10(modulus);
  const sorted = [...found].sort((a, b) => a.youngModulus - b.youngModulus);
  const hertz = sorted.filter(({ hertzWork }) => hertzWork !== undefined);
  const title = "Work until it can be lifted, against Young's modulus";
  const caption =
    "On a mesh a hard body must be squeezed until enough of its nodes touch the fingers, a depth set by the mesh alone, and the work grows as the modulus. In the continuum (dashed: Hertz's contact of a ball with a flat body) the push that friction needs sets the depth, and the work falls as the modulus to the power -2/3. Where the curves run together the mesh is fine enough; refine it near the fingers otherwise.";
  const svg = lineCharts(`${title}. ${caption}`, [
    {
      title: "Work of both fingers",
      unit: "log10 of J",
      axis: "",
      curves: [
        { name: "this mesh", points: sorted.map(({ youngModulus, work }): Point => [x(youngModulus), Math.log10(work!)]) },
        ...(hertz.length < 2
          ? []
          : [
              {
                name: "Hertz",
                points: hertz.map(({ youngModulus, hertzWork }): Point => [x(youngModulus), Math.log10(hertzWork!)]),
                dash: "8 4",
                stroke: colour.kept,
                fill: colour.keptText,
              },
            ]),
      ],
      dots: sorted.map(({ youngModulus, work }) => ({ at: [x(youngModulus), Math.log10(work!)] as Point, name: "" })),
    },
    {
      title: "Depth",
      unit: "mm",
      axis: "log10 of Young's modulus, Pa",
      show: [0],
      curves: [{ name: "", points: sorted.map(({ youngModulus, depth }): Point => [x(youngModulus), depth! * MILLIMETRES]) }],
    },
  ]);
  return { name: "work-over-modulus", title, caption, svg };
}
