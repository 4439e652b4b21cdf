/**
 * What a soft body is made of, from the curve of a squeeze; and its friction, from slip tests.
 *
 * The base is a grasp: the body and the fingers that squeezed it. What it does after closing plays no part.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { type CurveUnknown, type CurveValue, fitCurves } from "../../fit/curves/curve-fit.js";
import { fitSlips } from "../../fit/curves/slips.js";
import { squeezeCurve } from "../../soft/grasp/squeeze-curve.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import { parseWith } from "../format/parse.js";
import { oneBodyOf } from "../format/soft-mesh.js";
import { checkGrasp, specOf } from "../grasp/run.js";
import { type GraspStudy, graspStudySchema } from "../grasp/schema.js";
import { targetOf, valueAt, withValues } from "../sweep/entries.js";
import { inBase } from "../sweep/plan.js";
import { type NumberTable, numberTable } from "./csv.js";
import type { CurveParameter, CurvesFit } from "./result.js";
import type { FitStudy, FitStudyParameter } from "./schema.js";

/** How far the distances of the machine are ahead of the fingers' own, m: a parameter besides those of the base. */
const START = "squeeze.start";
/** Of a curve of pushes alone: the modulus. With the bulge: Poisson's ratio as well. */
const MODULUS = "material.youngModulus";
const RATIO = "material.poissonRatio";

interface Squeezed {
  readonly base: GraspStudy;
  readonly distances: readonly number[];
  readonly push: readonly number[];
  readonly bulge?: readonly number[];
  readonly parameters: readonly FitStudyParameter[];
}

/** Everything that must be right before anything is computed. */
export function readSqueeze(study: FitStudy): Squeezed {
  const { squeeze = {} } = study;
  const base = graspBase(study);
  if (base === undefined) throw new InvalidInputError("base", base, "is given, but a squeeze needs one");
  const table = tableOf(squeeze, "squeeze");
  const column = (name: string) => {
    const values = table.column(name);
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw new InvalidInputError(`squeeze.columns.${name}`, `line ${table.lineOf(bad)}`, "has no number there");
    return values;
  };
  const [given, pushes] = [column("distance"), column("push")];
  const bulges = table.has("bulge") ? column("bulge") : undefined;
  const order = given.map((_, row) => row).sort((a, b) => given[a] - given[b]);
  const sorted = (values: readonly number[]) => order.map((row) => values[row]);
  const distances = sorted(given);
  if (distances[0] < 0) throw new InvalidInputError("squeeze.columns.distance", distances[0], "is negative");
  const { youngModulus } = base.material;
  const parameters: readonly FitStudyParameter[] = study.parameters ?? [
    { path: MODULUS, name: "Young's modulus", from: youngModulus / 1000, to: youngModulus * 1000, scale: "log" },
    ...(bulges === undefined ? [] : [{ path: RATIO, name: "Poisson's ratio", from: 0, to: 0.495 }]),
  ];
  const numbers = pushes.length + (bulges?.length ?? 0);
  if (numbers < parameters.length)
    throw new InvalidInputError("squeeze", numbers, `numbers are too few for ${parameters.length} parameters`);
  parameters.forEach(({ path, from, to, scale, per, prior, also }, i) => {
    const at = `parameters[${i}]`;
    if (!(from < to)) throw new InvalidInputError(`${at}.to`, to, "is not above from");
    if (scale === "log" && !(from > 0)) throw new InvalidInputError(`${at}.from`, from, "is not above 0, and has no logarithm");
    if (per !== undefined || prior !== undefined)
      throw new InvalidInputError(at, path, "has a value of recordings, which a squeeze has not");
    if (path !== START && typeof valueAt(base, targetOf(base, path, `${at}.path`)) !== "number")
      throw new InvalidInputError(`${at}.path`, path, "is not a number in the base");
    for (const [k, each] of (also ?? []).entries()) targetOf(base, each.path, `${at}.also[${k}].path`);
  });
  return { base, distances, push: sorted(pushes), ...(bulges === undefined ? {} : { bulge: sorted(bulges) }), parameters };
}

function graspBase({ base }: FitStudy): GraspStudy | undefined {
  if (base === undefined) return undefined;
  if (typeof base === "string")
    throw new InvalidInputError(
      "base",
      base,
      "is a file that was not read: the command reads it from beside the study; elsewhere give the study itself",
    );
  return inBase(() => {
    if (base.kind !== "grasp") throw new InvalidInputError("kind", base.kind, "is not grasp, which squeezes and slips are of");
    const study = parseWith<GraspStudy>(graspStudySchema, base);
    checkGrasp(study);
    return study;
  });
}

function tableOf(given: NonNullable<FitStudy["squeeze"]>, at: string): NumberTable {
  const { file, csv, columns = {} } = given;
  if (csv === undefined)
    throw new InvalidInputError(
      `${at}.file`,
      file,
      file === undefined ? "is given (it is required, or csv)" : "is a file that was not read: the command reads it from beside the study",
    );
  return numberTable(csv, columns, at);
}

/** The base with values in the place of the parameters, and what moves along. */
function baseAt({ base, parameters }: Squeezed, values: readonly number[]): GraspStudy {
  return parameters.reduce<unknown>((whole, { path, also = [] }, i) => {
    if (path === START) return whole;
    const steps = targetOf(base, path, "path");
    const change = values[i] - (valueAt(base, steps) as number);
    const others = also.map((each) => {
      const target = targetOf(base, each.path, "path");
      return { target, value: (valueAt(base, target) as number) + (each.factor ?? 1) * change };
    });
    return withValues(whole, [steps, ...others.map(({ target }) => target)], [values[i], ...others.map(({ value }) => value)]);
  }, base) as GraspStudy;
}

export function fitSqueeze(study: FitStudy, { progress, signal }: RunOptions = {}): CurvesFit {
  const squeezed = readSqueeze(study);
  const { base, distances, push, bulge, parameters } = squeezed;
  const startAt = parameters.findIndex(({ path }) => path === START);
  let curves = 0;
  const curvesAt = (values: readonly number[]) => {
    checkSignal(signal);
    progress?.({ text: `${++curves} squeezes compared` });
    const shift = startAt < 0 ? 0 : values[startAt];
    const at = baseAt(squeezed, values);
    try {
      const points = squeezeCurve(
        specOf(at, oneBodyOf(at.mesh, at.element === "quadratic")),
        distances.map((distance) => Math.max(0, distance - shift)),
      );
      if (points.length < distances.length) return undefined;
      return [points.map((point) => point.push), ...(bulge === undefined ? [] : [points.map((point) => point.bulge)])];
    } catch (error) {
      // A body too soft for its weight does not come to rest: such values explain nothing.
      if (error instanceof SolverError) return undefined;
      throw error;
    }
  };
  const unknowns = parameters.map(
    ({ path, name = path, from, to, scale = "linear" }, i): CurveUnknown => ({
      name,
      from,
      to,
      scale,
      start: path === START ? Math.max(from, Math.min(to, 0)) : (valueAt(base, targetOf(base, path, `parameters[${i}].path`)) as number),
    }),
  );
  const start = curvesAt(unknowns.map((unknown) => Math.min(unknown.to, Math.max(unknown.from, unknown.start))));
  if (start === undefined) throw new SolverError("the base cannot be squeezed as far as was measured", { squeezes: curves });
  const measured = [push, ...(bulge === undefined ? [] : [bulge])];
  const found = fitCurves(curvesAt, measured, unknowns);
  const values = found.values.map((each, i): CurveParameter => ({ path: parameters[i].path, name: unknowns[i].name, ...each }));
  const names = ["push", "bulge"];
  return {
    data: "squeeze",
    rows: distances.length,
    parameters: values,
    correlation: found.correlation,
    degrees: found.degrees,
    curves: measured.map((curve, c) => ({
      name: names[c],
      unit: c === 0 ? "N" : "m",
      axis: "distance",
      axisUnit: "m",
      points: curve.map((value, k) => ({ at: distances[k], measured: value, fitted: found.fitted[c][k] })),
      scatter: found.scatter[c],
    })),
    warnings: doubts(values),
    study: baseAt(
      squeezed,
      found.values.map(({ value }) => value),
    ),
  };
}

function doubts(values: readonly (CurveValue & { readonly name: string; readonly path: string })[]): string[] {
  return values.flatMap(({ name, path, atBound, determined }) => {
    if (!determined)
      return [`${name} is not told by these data${path === RATIO ? ": measure the bulge, too, or squeeze between pads" : ""}`];
    return atBound ? [`${name} stands at a bound of its range`] : [];
  });
}

/** Everything that must be right of slip tests. */
export function readSlips(study: FitStudy) {
  const { slips = {} } = study;
  const base = graspBase(study);
  const table = tableOf(slips, "slips");
  const [push, pull] = [table.column("push"), table.column("pull")];
  const fingers = slips.fingers ?? base?.fingers.length ?? 2;
  return { base, fingers, tests: push.map((value, row) => ({ push: value, pull: pull[row] })) };
}

export function fitSlipTests(study: FitStudy): CurvesFit {
  const { base, fingers, tests } = readSlips(study);
  const { friction, standardError, interval, atNoPush, scatter } = fitSlips(tests, fingers);
  const holds = atNoPush !== undefined && (atNoPush.interval[0] > 0 || atNoPush.interval[1] < 0);
  return {
    data: "slips",
    rows: tests.length,
    parameters: [
      {
        path: "fingers[].friction",
        name: "friction",
        value: friction,
        standardError,
        interval,
        atBound: false,
        determined: interval !== null,
      },
    ],
    correlation: [[1]],
    degrees: tests.length - 1,
    curves: [
      {
        name: "pull",
        unit: "N",
        axis: "push",
        axisUnit: "N",
        points: tests.map(({ push, pull }) => ({ at: push, measured: pull, fitted: fingers * friction * push })),
        scatter: scatter ?? 0,
      },
    ],
    warnings: [
      ...(interval === null ? ["one test tells nothing of the error of friction"] : []),
      ...(holds
        ? [
            `without a push the body would still hold ${atNoPush.value.toPrecision(3)} N ` +
              `(95 %: ${atNoPush.interval.map((end) => end.toPrecision(3)).join(" to ")}): something sticks besides friction, or ` +
              `pushes are read wrong`,
          ]
        : []),
    ],
    ...(base === undefined ? {} : { study: { ...base, fingers: base.fingers.map((finger) => ({ ...finger, friction })) } }),
  };
}
