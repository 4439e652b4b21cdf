/**
 * Nelder and Mead's simplex on the robust cost, for values that act late, where motions part and derivatives mislead: they only look at
 * costs. The first simplex has edges of one step of each parameter; at the end they are shorter than a tenth of that, and costs differ by
 * less than 1e-5 of themselves, unless the costs that may be computed are used up.
 *
 * Source: Nelder and Mead, Computer J. 7 (1965) 308.
 */
import type { FitSteps } from "../tasks.js";
import { costAt } from "./gauss-newton.js";
import { type FitSetting, type FitState, within } from "./state.js";

interface Corner {
  readonly values: readonly number[];
  readonly cost: number;
}

const SMALL = 0.1;
const SETTLED = 1e-5;

/** @param runs costs that may be computed */
export function* nelderMead(
  setting: FitSetting,
  start: FitState,
  runs: number,
): FitSteps<{ readonly state: FitState; readonly cost: number }> {
  const { parameters, free } = setting;
  let left = runs;
  function* corner(values: readonly number[]): FitSteps<Corner> {
    left--;
    const inside = values.map((value, i) => within(parameters[i], value));
    return { values: inside, cost: yield* costAt(setting, { ...start, values: inside }) };
  }
  const simplex: Corner[] = [yield* corner(start.values)];
  for (const place of free) {
    const { step, to } = parameters[place];
    const by = start.values[place] + step > to ? -step : step;
    simplex.push(yield* corner(start.values.map((value, i) => (i === place ? value + by : value))));
  }
  while (left > 0) {
    simplex.sort((a, b) => a.cost - b.cost);
    if (isSettled(simplex, setting)) break;
    const worst = simplex[simplex.length - 1];
    const rest = simplex.slice(0, -1);
    const middle = worst.values.map((_, i) => rest.reduce((sum, { values }) => sum + values[i], 0) / rest.length);
    const along = (factor: number) => middle.map((value, i) => value + factor * (worst.values[i] - value));
    const reflected = yield* corner(along(-1));
    let next = reflected;
    if (reflected.cost < simplex[0].cost) {
      const further = yield* corner(along(-2));
      if (further.cost < reflected.cost) next = further;
    } else if (reflected.cost >= rest[rest.length - 1].cost) {
      const nearer = yield* corner(along(reflected.cost < worst.cost ? -0.5 : 0.5));
      if (nearer.cost < Math.min(worst.cost, reflected.cost)) next = nearer;
      else if (reflected.cost >= worst.cost) {
        const [best] = simplex;
        const shrunk: Corner[] = [best];
        for (const { values } of simplex.slice(1)) shrunk.push(yield* corner(values.map((value, i) => 0.5 * (value + best.values[i]))));
        simplex.splice(0, simplex.length, ...shrunk);
        continue;
      }
    }
    simplex[simplex.length - 1] = next;
  }
  simplex.sort((a, b) => a.cost - b.cost);
  return { state: { ...start, values: simplex[0].values }, cost: simplex[0].cost };
}

/** @param simplex best corner first */
function isSettled(simplex: readonly Corner[], { parameters, free }: FitSetting): boolean {
  const [best, ...others] = simplex;
  const isLow = others[others.length - 1].cost - best.cost <= SETTLED * best.cost;
  const isNear = (place: number) =>
    others.every(({ values }) => Math.abs(values[place] - best.values[place]) <= SMALL * parameters[place].step);
  return isLow && free.every(isNear);
}
