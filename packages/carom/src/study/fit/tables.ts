/** The numbers of a fit. */
import { numberText } from "../format/numbers.js";
import type { ResultTable } from "../format/table.js";
import type { BouncesFit, CurvesFit, FitResult, RecordingsFit } from "./result.js";

type Cell = string | number;

export function fitTables({ fit, suspicions }: FitResult): ResultTable[] {
  const own = ownTables(fit);
  const doubts = named(
    "suspicions",
    "What the data look like",
    ["code", "evidence", "suggestion"],
    suspicions.map(({ code, evidence, suggestion }) => [code, evidence, suggestion]),
  );
  return [...own, doubts].filter(({ rows }) => rows.length > 0);
}

function ownTables(fit: FitResult["fit"]): ResultTable[] {
  if (fit.data === "bounces") return bouncesTables(fit);
  return "curves" in fit ? curvesTables(fit) : recordingsTables(fit);
}

function curvesTables({ parameters, curves }: CurvesFit): ResultTable[] {
  return [
    named(
      "parameters",
      "Values, with 95 % intervals",
      ["value of", "value", "standard error", "from", "to", "determined"],
      parameters.map(({ name, value, standardError, interval, determined }) => [
        name,
        // Values of different kinds: each with digits of its own.
        ...[value, standardError, interval?.[0], interval?.[1]].map((each) => (each == null ? "-" : numberText(each))),
        determined ? "yes" : "no",
      ]),
    ),
    ...curves.map(({ name, unit, axis, axisUnit, points }) => ({
      name,
      title: `Measured and fitted ${name}`,
      use: "both" as const,
      columns: [
        { name: axis, unit: axisUnit },
        { name: "measured", unit },
        { name: "fitted", unit },
      ],
      rows: points.map(({ at, measured, fitted }) => [at, measured, fitted]),
    })),
  ];
}

function named(
  name: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  use: ResultTable["use"] = "both",
): ResultTable {
  return { name, title, use, columns: columns.map((column) => ({ name: column })), rows };
}

function bouncesTables({ times, ratios }: BouncesFit): ResultTable[] {
  return [
    {
      name: "bounces",
      title: "Times of the bounces",
      use: "both",
      columns: [
        { name: "bounce" },
        { name: "measured", unit: "s" },
        { name: "fitted", unit: "s" },
        { name: "difference", unit: "ms", digits: 3 },
      ],
      rows: times.map(({ bounce, measured, fitted }) => [String(bounce), measured, fitted, 1000 * (measured - fitted)]),
    },
    named(
      "ratios",
      "Each interval over the one before it",
      ["interval", "ratio"],
      ratios.map((ratio, k) => [String(k + 2), ratio]),
      "page",
    ),
  ];
}

const orDash = (value: number | null | undefined): Cell => value ?? "-";

/** @param early value over the short time, where there is another */
const told = (early: number | undefined) => (early === undefined ? "yes" : `yes; ${numberText(early)} over the short time`);

function recordingsTables(fit: RecordingsFit): ResultTable[] {
  const names = fit.parameters.filter(({ polished }) => polished !== true).map(({ name }) => name);
  const ownNames = Object.keys(Object.values(fit.own ?? {})[0]?.values ?? {});
  return [
    named(
      "parameters",
      "Parameters, with 95 % intervals; to be quoted: interval and spread over horizons together",
      ["parameter", "value", "standard error", "from", "to", "quoted from", "quoted to", "determined"],
      fit.parameters.map(({ name, value, standardError, interval, quoted, determined, polished, early }) => [
        name,
        value,
        orDash(standardError),
        orDash(interval?.[0]),
        orDash(interval?.[1]),
        orDash(quoted?.[0]),
        orDash(quoted?.[1]),
        polished === true ? "over the longer time" : determined ? told(early) : "no",
      ]),
    ),
    scoresTable(fit),
    named(
      "errors",
      "Standard errors by method",
      ["parameter", "curvature", "sandwich", "bootstrap", "refits"],
      fit.parameters.map(({ name, errors }) => [
        name,
        orDash(errors.curvature),
        orDash(errors.sandwich),
        orDash(errors.bootstrap),
        orDash(errors.refits),
      ]),
    ),
    named(
      "correlations",
      "Correlations",
      ["parameter", ...names],
      fit.correlation.map((row, i) => [names[i], ...row.map((value) => Math.round(100 * value) / 100)]),
    ),
    named(
      "minima",
      "Minima that starts led to",
      ["cost", "starts", ...fit.parameters.map(({ name }) => name)],
      fit.minima.map(({ cost, starts, values }) => [cost, String(starts), ...fit.parameters.map(({ name }) => values[name])]),
    ),
    comparisonTable(fit),
    named(
      "recordings",
      "Robust cost, label and own values of each recording",
      ["recording", "cost", "label", "probability", ...ownNames],
      Object.entries(fit.costs).map(([id, cost]) => [
        id,
        cost,
        fit.labels?.[id]?.axis ?? "-",
        fit.labels?.[id]?.probability ?? "-",
        ...ownNames.map((name) => orDash(fit.own?.[id]?.values[name])),
      ]),
      ownNames.length === 0 ? "file" : "both",
    ),
  ];
}

function scoresTable({ scores, noiseFloor, data }: RecordingsFit): ResultTable {
  const rows = [
    ["fitted", scores.fitted],
    ["held", scores.held],
    ["left out in turn", scores.folds],
    ["floor: start noise", noiseFloor?.start],
    ["floor: and orientation bias", noiseFloor?.bias],
    ["floor: and scattered contacts", noiseFloor?.scatter],
  ] as const;
  const degrees = (value: number) => (180 * value) / Math.PI;
  return named(
    "scores",
    data === "impacts"
      ? "Misfit of velocities after, over the speed before"
      : "Errors of whole motions: e_q, position over width, rotation in degrees",
    data === "impacts"
      ? ["which", "impacts", "mean", "median"]
      : ["which", "recordings", "mean", "median", "position %", "median %", "rotation", "median rotation", "end otherwise"],
    rows.flatMap(([name, score]): Cell[][] =>
      score === undefined
        ? []
        : data === "impacts"
          ? [[name, String(score.recordings), score.mean, score.median]]
          : [
              [
                name,
                String(score.recordings),
                score.mean,
                score.median,
                100 * score.position[0],
                100 * score.position[1],
                degrees(score.rotation[0]),
                degrees(score.rotation[1]),
                String(score.flippers.length),
              ],
            ],
    ),
  );
}

function comparisonTable({ comparison = [] }: RecordingsFit): ResultTable {
  return named(
    "laws",
    "Laws, with the difference of their robust cost from the first, 95 %",
    ["law", "parameters", "cost", "difference", "from", "to", "e_q", "median"],
    comparison.map(({ law, parameters, cost, costDifference, mean, median }) => [
      law,
      String(parameters),
      cost,
      costDifference.mean,
      ...costDifference.interval,
      orDash(mean),
      orDash(median),
    ]),
  );
}
