/**
 * What is varied: for each entry the fields it writes to, how many uniform numbers a point takes, and the values they become.
 */
import { didYouMean } from "../../did-you-mean.js";
import { InvalidInputError } from "../../errors.js";
import { choleskyFactor } from "../../math/solve.js";
import { norm, scale, type Vec3 } from "../../math/vec3.js";
import { directionAbout, directionFrom, orientationFrom, orientationWithin } from "../../sweep/sampling/directions.js";
import { type Distribution, massWithin, placeAmong, quantileOf } from "../../sweep/sampling/distributions.js";
import { normalQuantile } from "../../sweep/sampling/normal.js";
import { pathSteps } from "../format/path.js";
import { type PathStep, pathText } from "../format/read-json.js";
import type { SweepEntry } from "./schema.js";

/** A value that an entry writes: of one field, or component by component of a list. */
export type EntryValue = number | string | boolean | readonly number[];

/** An entry, ready to be drawn from. */
export interface PlannedEntry {
  readonly name: string;
  /** The fields that it writes to. */
  readonly targets: readonly (readonly PathStep[])[];
  /** Names of its columns. */
  readonly columns: readonly string[];
  /** Uniform numbers that a point takes. */
  readonly dimensions: number;
  /** How many values it has in a grid; undefined: it cannot stand in one. */
  readonly levels?: number;
  /** Where it is one number from a distribution: that distribution, drawn without making lists. */
  readonly single?: Distribution;
  /** Where its numbers are normal together: how. */
  readonly normal?: { readonly mean: readonly number[]; readonly covariance: readonly (readonly number[])[] };
  /** The value of each target at a point of the unit cube. */
  readonly drawn: (u: ArrayLike<number>) => readonly EntryValue[];
  /** The value of each target at a level of a grid. */
  readonly atLevel: (level: number) => readonly EntryValue[];
}

/** @param base the study as it is written, whose fields are varied */
export function plannedEntries(base: unknown, vary: readonly SweepEntry[]): PlannedEntry[] {
  const entries = vary.map((entry, i) => planned(base, entry, `vary[${i}]`));
  const known = new Map<string, number>();
  entries.forEach(({ targets }, i) => {
    for (const target of targets) {
      const text = pathText(target);
      for (const [other, place] of known)
        if (text === other || text.startsWith(`${other}[`) || text.startsWith(`${other}.`) || other.startsWith(`${text}[`))
          throw new InvalidInputError(`vary[${i}].path`, text, `is varied already, by vary[${place}]`);
      known.set(text, i);
    }
  });
  const names = new Map<string, number>();
  entries.forEach(({ name }, i) => {
    const other = names.get(name);
    if (other !== undefined) throw new InvalidInputError(`vary[${i}].name`, name, `is the name of vary[${other}] already`);
    names.set(name, i);
  });
  return entries;
}

function planned(base: unknown, entry: SweepEntry, at: string): PlannedEntry {
  if ("paths" in entry) return correlated(base, entry, at);
  const target = targetOf(base, entry.path, `${at}.path`);
  const name = entry.name ?? entry.path;
  const common = { name, targets: [target] };
  if ("values" in entry) return listed(common, entry.values, valueAt(base, target), at);
  if ("from" in entry) return ranged(common, entry, valueAt(base, target), at);
  const { distribution } = entry;
  if (distribution.type === "direction" || distribution.type === "orientation")
    return turned(common, distribution, valueAt(base, target), at);
  checkNumber(valueAt(base, target), entry.path, `${at}.path`);
  const single = checkedDistribution(distribution, `${at}.distribution`);
  return { ...common, columns: [name], dimensions: 1, single, drawn: (u) => [quantileOf(single, u[0])], atLevel: noGrid };
}

type Common = Pick<PlannedEntry, "name" | "targets">;

function listed(common: Common, values: readonly EntryValue[], present: unknown, at: string): PlannedEntry {
  const [first] = values;
  const length = Array.isArray(first) ? first.length : undefined;
  values.forEach((value, i) => {
    const size = Array.isArray(value) ? value.length : undefined;
    if (size !== length || (typeof value !== typeof first && size === undefined))
      throw new InvalidInputError(`${at}.values[${i}]`, value, "is not of the same sort as the first value");
  });
  if (length === undefined && typeof present !== typeof first && present !== undefined)
    throw new InvalidInputError(
      `${at}.values[0]`,
      first,
      `is a ${typeof first}, and the field is ${JSON.stringify(present)?.slice(0, 40)}`,
    );
  const columns = length === undefined ? [common.name] : Array.from({ length }, (_, k) => `${common.name}[${k}]`);
  return {
    ...common,
    columns,
    dimensions: 1,
    levels: values.length,
    drawn: (u) => [values[placeAmong(values.length, u[0])]],
    atLevel: (level) => [values[level]],
  };
}

type Ranged = Extract<SweepEntry, { readonly from: number }>;

function ranged(common: Common, { from, to, count, scale: kind = "linear", path }: Ranged, present: unknown, at: string): PlannedEntry {
  checkNumber(present, path, `${at}.path`);
  if (kind === "logarithmic" && !(from > 0 && to > 0))
    throw new InvalidInputError(
      from > 0 ? `${at}.to` : `${at}.from`,
      from > 0 ? to : from,
      "is not positive, which a logarithmic range needs",
    );
  if (count === 1 && from !== to) throw new InvalidInputError(`${at}.count`, count, "is 1 for two different ends");
  if (count === undefined && !(to > from)) throw new InvalidInputError(`${at}.to`, to, `is not above from (${from})`);
  const single: Distribution = { type: kind === "linear" ? "uniform" : "log-uniform", from, to };
  const level = (place: number) => {
    if (place === 0 || count === 1) return from;
    return count === undefined || place === count - 1 ? to : quantileOf(single, place / (count - 1));
  };
  return {
    ...common,
    columns: [common.name],
    dimensions: 1,
    single,
    ...(count === undefined ? {} : { levels: count }),
    drawn: (u) => [quantileOf(single, u[0])],
    atLevel: (place) => [level(place)],
  };
}

type Turned = Extract<
  Extract<SweepEntry, { readonly distribution: unknown }>["distribution"],
  { readonly type: "direction" | "orientation" }
>;

function turned(common: Common, distribution: Turned, present: unknown, at: string): PlannedEntry {
  const size = distribution.type === "direction" ? 3 : 4;
  if (!Array.isArray(present) || present.length !== size)
    throw new InvalidInputError(
      `${at}.path`,
      pathText(common.targets[0]),
      `is not a list of ${size} numbers in the base, which ${distribution.type === "direction" ? "a direction" : "an orientation"} has`,
    );
  if ((distribution.about === undefined) !== (distribution.within === undefined))
    throw new InvalidInputError(`${at}.distribution.within`, distribution.within, "and about are given together or not at all");
  const columns = Array.from({ length: size }, (_, k) => `${common.name}[${k}]`);
  const drawn = distribution.type === "direction" ? directions(distribution, at) : orientations(distribution, at);
  return { ...common, columns, dimensions: size - 1, drawn: (u) => [drawn(u)], atLevel: noGrid };
}

function directions({ length = 1, about, within }: Extract<Turned, { type: "direction" }>, at: string) {
  if (about === undefined) return (u: ArrayLike<number>) => scale(directionFrom(u[0], u[1]), length);
  const size = norm(about);
  if (!(size > 0)) throw new InvalidInputError(`${at}.distribution.about`, about, "has no direction");
  const axis: Vec3 = scale(about, 1 / size);
  return (u: ArrayLike<number>) => scale(directionAbout(axis, u[0], u[1], within), length);
}

function orientations({ about, within }: Extract<Turned, { type: "orientation" }>, at: string) {
  if (about === undefined || within === undefined) return (u: ArrayLike<number>) => orientationFrom(u[0], u[1], u[2]);
  const size = Math.sqrt(about.reduce((sum, each) => sum + each * each, 0));
  if (!(Math.abs(size - 1) < 1e-6)) throw new InvalidInputError(`${at}.distribution.about`, about, "is not of unit length");
  return (u: ArrayLike<number>) => orientationWithin(about, u[0], u[1], u[2], within);
}

type Correlated = Extract<SweepEntry, { readonly paths: readonly string[] }>;

function correlated(base: unknown, { paths, name = paths.join(", "), mean, covariance }: Correlated, at: string): PlannedEntry {
  const targets = paths.map((path, k) => targetOf(base, path, `${at}.paths[${k}]`));
  targets.forEach((target, k) => {
    checkNumber(valueAt(base, target), paths[k], `${at}.paths[${k}]`);
  });
  if (mean.length !== paths.length)
    throw new InvalidInputError(`${at}.mean`, mean, `does not have one number for each of ${paths.length} paths`);
  if (covariance.length !== paths.length || covariance.some((row) => row.length !== paths.length))
    throw new InvalidInputError(`${at}.covariance`, covariance, `does not have ${paths.length} rows of ${paths.length} numbers`);
  if (covariance.some((row, i) => row.some((value, j) => value !== covariance[j][i])))
    throw new InvalidInputError(`${at}.covariance`, covariance, "is not symmetric");
  const factor = choleskyFactor(covariance);
  if (factor === undefined)
    throw new InvalidInputError(`${at}.covariance`, covariance, "is not positive definite: no numbers go together so");
  return {
    name,
    targets,
    columns: paths,
    dimensions: paths.length,
    normal: { mean, covariance },
    drawn: (u) => {
      const z = Array.from({ length: paths.length }, (_, k) => normalQuantile(u[k]));
      return mean.map((value, i) => z.slice(0, i + 1).reduce((sum, each, k) => sum + factor.lower[i * factor.size + k] * each, value));
    },
    atLevel: noGrid,
  };
}

function noGrid(): never {
  throw new Error("an entry without levels is never asked for one");
}

type OneNumber = Exclude<Extract<SweepEntry, { readonly distribution: unknown }>["distribution"], Turned>;

/** Throws InvalidInputError where nothing can be drawn from it. */
function checkedDistribution(given: OneNumber, at: string): Distribution {
  if (given.type === "column") {
    const { file, values } = given;
    if (values === undefined)
      throw new InvalidInputError(
        `${at}.file`,
        file,
        "is a file that was not read: the command reads it from beside the study; elsewhere give values",
      );
    return { type: "values", values };
  }
  if ("from" in given && !(given.to > given.from)) throw new InvalidInputError(`${at}.to`, given.to, `is not above from (${given.from})`);
  if (given.type === "truncated-normal" && !(massWithin(given) > 1e-290))
    throw new InvalidInputError(
      `${at}.from`,
      given.from,
      `and to (${given.to}) hold nothing of a normal distribution about ${given.mean} with the deviation ${given.deviation}`,
    );
  return given;
}

/** The steps to a field that is there; throws InvalidInputError naming the first step that is not. */
export function targetOf(base: unknown, path: string, at: string): PathStep[] {
  const steps = pathSteps(path);
  if (steps === undefined) throw new InvalidInputError(at, path, "is not a path such as contacts[0].friction");
  if (["carom", "kind", "title", "published"].includes(String(steps[0])))
    throw new InvalidInputError(at, path, "is not a field that can be varied");
  let value = base;
  steps.forEach((step, i) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
      const inside = i === 0 ? "the base" : `${pathText(steps.slice(0, i))} of the base`;
      const known = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
      throw new InvalidInputError(at, path, `names no field of the base: there is no ${step} in ${inside}${didYouMean(step, known)}`);
    }
    value = (value as Record<PathStep, unknown>)[step];
  });
  return steps;
}

export function valueAt(base: unknown, steps: readonly PathStep[]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Record<PathStep, unknown>)[step], base);
}

function checkNumber(present: unknown, path: string, at: string): void {
  if (typeof present !== "number")
    throw new InvalidInputError(at, path, `is not a number in the base (${JSON.stringify(present)?.slice(0, 40)})`);
}

/** The study with these values in the place of those at the targets; what is not varied is shared. */
export function withValues(base: unknown, targets: readonly (readonly PathStep[])[], values: readonly EntryValue[]): unknown {
  return targets.reduce((study, target, i) => replaced(study, target, 0, values[i]), base);
}

function replaced(node: unknown, steps: readonly PathStep[], depth: number, value: unknown): unknown {
  if (depth === steps.length) return value;
  const step = steps[depth];
  const inner = replaced((node as Record<PathStep, unknown>)[step], steps, depth + 1, value);
  if (Array.isArray(node)) return node.map((item: unknown, i) => (i === step ? inner : item));
  return { ...(node as object), [step]: inner };
}
