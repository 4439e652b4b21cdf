/** What a fit found, in words. */
import type { SuspicionCode } from "../../fit/poses/checks.js";
import { counted, numberText } from "../format/numbers.js";
import type { BouncesFit, CurvesFit, FitResult, FittedParameter, RecordingsFit } from "./result.js";

/** Which measurement would tell parameters that these data do not, by what their paths end with. */
const TELLING: readonly (readonly [RegExp, string])[] = [
  [/staticFriction$/, "contacts that begin to slip from rest"],
  [/slidingFriction$/, "long sliding after the last hit"],
  [/friction$/, "impacts that slide to their end: more slip against less approach"],
  [/restitution$/, "faster approaches along the normal"],
  [/exponent$/, "impacts over a wider range of speeds"],
  [/rounding$|radius$/, "impacts on edges and corners at many angles, with the size measured otherwise"],
  [/inertia(\[\d\])*$/, "impacts far off the centre of mass, or a swing as a pendulum"],
  [/offset\[\d\]$|centre\[\d\]$/, "fast spins in flight"],
  [/mass$|density$/, "a scale: motions under gravity and contact do not depend on it"],
  [/gravity(\[\d\])?$|trackingScale$/, "longer flights, or a length measured by hand"],
];

export function whatWouldTell(parameters: readonly Pick<FittedParameter, "path">[]): string {
  const all = parameters.map(({ path }) => TELLING.find(([pattern]) => pattern.test(path))?.[1] ?? `recordings in which ${path} acts`);
  return [...new Set(all)].join("; ");
}

const withError = ({ name, value, early, standardError, interval }: FittedParameter) => {
  if (standardError === null || interval === null) return `${name} ${numberText(value)}`;
  const later = early === undefined ? "" : `, ${numberText(value)} over the longer time`;
  return `${name} ${numberText(early ?? value)} +- ${numberText(0.5 * (interval[1] - interval[0]))}${later}`;
};

/** With these the values are about something else than the study is. */
const MISREAD: readonly SuspicionCode[] = ["quaternion-order", "spin-axes", "spin-unit", "length-unit", "rate", "up-axis", "floor-offset"];

export function fitSentence({ fit, suspicions }: FitResult): string {
  if (fit.data === "bounces") return bouncesSentence(fit);
  if ("curves" in fit) return curvesSentence(fit);
  const wrong = suspicions.map(({ code }) => code).filter((code) => MISREAD.includes(code));
  const doubt = wrong.length === 0 ? "" : `The data look wrong (${wrong.join(", ")}: see the warnings). Taken as they are: `;
  const told = fit.parameters.filter(({ determined }) => determined).map(withError);
  const untold = fit.parameters.filter(({ determined }) => !determined).map(untoldText);
  const values = told.length === 0 ? "no parameter is determined" : `${told.join(", ")} (95 %)`;
  const data = counted(fit.recordings, fit.data === "impacts" ? "impact" : "recording");
  const rest = untold.length === 0 ? "" : `; not determined: ${untold.join(", ")}`;
  return `${doubt}${doubt === "" ? "From" : "from"} ${data}: ${values}${rest}.`;
}

/** With what is known: `friction, at least 0.31`. */
function untoldText({ name, flat, value }: FittedParameter): string {
  if (flat === undefined) return name;
  const [low, high] = flat;
  if (value - low < 1e-9 && high - value < 1e-9) return name;
  return `${name} (anything from ${numberText(low)} to ${numberText(high)} fits as well)`;
}

function bouncesSentence({ restitution, times, withoutDrag }: BouncesFit): string {
  const { value, interval } = restitution;
  const known = interval === undefined ? "" : ` +- ${numberText(0.5 * (interval[1] - interval[0]))} (95 %)`;
  const drag = withoutDrag === undefined ? "" : `; without drag it would seem ${numberText(withoutDrag.value)}`;
  return `From ${times.length} bounces: restitution ${numberText(value)}${known}${drag}.`;
}

export function fitDetails({ fit }: FitResult): string[] {
  if ("curves" in fit) return curvesDetails(fit);
  return fit.data === "bounces" ? bouncesDetails(fit) : recordingsDetails(fit);
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/youngModulus$/, " Pa"],
  [/start$/, " m"],
];

function curvesSentence({ data: of, rows, parameters }: CurvesFit): string {
  const values = parameters.map(({ path, name, value, interval }) => {
    const unit = UNITS.find(([pattern]) => pattern.test(path))?.[1] ?? "";
    const known = interval === null ? "" : ` +- ${numberText(0.5 * (interval[1] - interval[0]))}`;
    return `${name} ${numberText(value)}${known}${unit}`;
  });
  const data = of === "squeeze" ? `a squeeze of ${counted(rows, "point")}` : counted(rows, "slip test");
  return `From ${data}: ${values.join(", ")} (95 %).`;
}

function curvesDetails({ curves }: CurvesFit): string[] {
  return curves.map(({ name, unit, scatter }) => `Measured ${name} is off the computed one by ${numberText(scatter)} ${unit}.`);
}

function bouncesDetails({ exponent, missed, spurious, bySilence, clicks, scatter }: BouncesFit): string[] {
  const list: string[] = [];
  if (clicks !== undefined) list.push(`The sound has ${clicks.length} clicks.`);
  if (scatter !== undefined) list.push(`Times scatter by ${numberText(1000 * scatter)} ms.`);
  if (missed.length > 0) list.push(`A bounce is missing after time ${missed.join(", ")} (from 0), and was taken into account.`);
  if (spurious.length > 0) list.push(`Time ${spurious.join(", ")} (from 0) is no bounce, and was left out.`);
  if (exponent?.interval !== undefined)
    list.push(
      `Restitution goes with speed to the power ${numberText(exponent.value)} ` +
        `(95 %: ${exponent.interval.map((each) => numberText(each)).join(" to ")}).`,
    );
  if (bySilence !== undefined) list.push(`By the time to silence it is ${numberText(bySilence)}.`);
  return list;
}

const someOf = (ids: readonly string[]) => `${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", ..." : ""}`;

function recordingsDetails(fit: RecordingsFit): string[] {
  const { scores, minima, notDetermined, noiseFloor, comparison, blocks, recordings, dropped } = fit;
  const list: string[] = [];
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const degrees = (value: number) => `${((180 * value) / Math.PI).toFixed(1)} degrees`;
  if (fit.data === "recordings") {
    const told = (name: string, { mean, median, position, rotation, flippers, failed = [], recordings: count }: typeof scores.fitted) =>
      `${name} (${count}): e_q mean ${numberText(mean)}, median ${numberText(median)}; position ${percent(position[0])} of the width, ` +
      `median ${percent(position[1])}; rotation ${degrees(rotation[0])}, median ${degrees(rotation[1])}; ${flippers.length} end otherwise` +
      `${failed.length === 0 ? "" : `; ${failed.length} cannot be computed with these values (${someOf(failed)})`}.`;
    list.push(told("Whole motions, fitted", scores.fitted));
    if (scores.held !== undefined) list.push(told("Held", scores.held));
    if (scores.folds !== undefined) list.push(told("Left out in turn", scores.folds));
    if (noiseFloor !== undefined)
      list.push(
        `A true model would have e_q ${numberText(noiseFloor.start.mean)} by the errors of the starts, ` +
          `${numberText(noiseFloor.scatter.mean)} where contacts scatter as these do.`,
      );
  } else list.push(`Velocities after are off by ${percent(scores.fitted.median)} of the speed before, median.`);
  if (minima.length > 1)
    list.push(`The starts led to ${minima.length} minima, costs ${minima.map(({ cost }) => numberText(cost)).join(", ")}: see minima.`);
  else if (minima.length === 1 && minima[0].starts > 1) list.push(`All ${minima[0].starts} starts led to the same minimum.`);
  if (blocks < recordings) list.push(`${blocks} blocks of recordings share their errors.`);
  if (dropped > 0.3) list.push(`${percent(dropped)} of the rows have no derivative, because motions part there: shorten the horizon.`);
  for (const { combination, whatWouldTell: telling } of notDetermined)
    list.push(`Not determined: ${Object.keys(combination).join(" with ")}. What would tell: ${telling}.`);
  for (const { law, costDifference } of (comparison ?? []).slice(1)) {
    const [low, high] = costDifference.interval;
    const verdict = low > 0 ? "worse" : high < 0 ? "better" : "not told apart";
    list.push(
      `${law} minus ${comparison?.[0].law}: cost ${numberText(costDifference.mean)} ` +
        `(${numberText(low)} to ${numberText(high)}), ${verdict}.`,
    );
  }
  return list;
}

export function fitWarnings({ suspicions, fit }: FitResult): string[] {
  const list = suspicions.map(({ code, evidence, suggestion }) => `${code}: ${evidence}; ${suggestion}`);
  if ("curves" in fit || fit.data === "bounces") return [...list, ...fit.warnings];
  const atBound = fit.parameters
    .filter(({ atBound: is, determined }) => is && determined)
    .map(({ name }) => `${name} stands at a bound of its range`);
  const moved = fit.parameters
    .filter(({ interval, spread }) => interval !== null && spread !== undefined && (spread[0] < interval[0] || spread[1] > interval[1]))
    .map(({ name }) => `${name} moves beyond its interval with the horizon: an effect is missing in the model`);
  return [...list, ...atBound, ...moved];
}
