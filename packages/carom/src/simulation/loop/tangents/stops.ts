/**
 * Slips that come to rest at the end of a stretch: which part of it is gone without their turning, and which they are.
 *
 * Source: own study, derivatives of runs, section 1.
 */
import { SLIP } from "../../contact/force-problem.js";
import { type ClusterAt, flowOf } from "./clusters-at.js";
import type { Direction } from "./columns.js";
import { createFrozen, type Frozen, type FrozenEvaluator, type State } from "./frozen.js";
import type { FlowSources, Stretch } from "./stretch.js";

/** Part of a stretch that ends at rest which is gone without the turning of slips. */
const LAST_PART = 1e-7;
/** And slips below this, m/s: how they turn is the rounding of speeds about one, and steps would follow that. */
const SLOWEST = 3e-8;
/**
 * A slip that keeps this part of what it had where turning is given up, in the direction it had there, does not go through rest: it ends
 * as too slow to count. What the steps of a run leave across is no sign of that.
 */
const KEPT = 1e-2;
/** But no more of a stretch than this. */
const MOST_LEFT = 1e-3;
/** Slip at the end, in that at the beginning, below which a stretch ends at rest; or that is slower than this many of the slowest. */
const AT_REST = 1e-5;
const ALL_BUT_SLOWEST = 3;
/** Slip at the end, in that at the beginning and in m/s, above which it certainly does not rest there. */
const STILL_FAST = 1e-2;

/** The part of a stretch at its end that is gone without the turning of slips, if they rest there. */
export function lastPart({ evaluator }: FlowSources, { cluster, from, to }: Stretch): number {
  if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return 0;
  const [first, last] = [from, to ?? from].map((state) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return at;
  });
  const isFast = (i: number) => slipOf(last.velocities, i) > Math.max(STILL_FAST * slipOf(first.velocities, i), STILL_FAST);
  if (to !== undefined && cluster.contacts.every(({ mode }, i) => mode !== SLIP || isFast(i))) return 0;
  const usual = usualSlips(evaluator, { cluster, from, to }, first);
  return cluster.contacts.reduce(
    (part, { mode }, i) => (mode === SLIP ? Math.max(part, Math.min(MOST_LEFT, SLOWEST / usual[i])) : part),
    LAST_PART,
  );
}

/**
 * What slips are over a stretch: what they begin with, or what the rate with which they end makes of them, if that is more. One that begins
 * at rest and ends there has been fast in between.
 */
function usualSlips(
  evaluator: FrozenEvaluator,
  { cluster, from, to }: Pick<Stretch, "cluster" | "from"> & { readonly to: State | undefined },
  first: Frozen,
): readonly number[] {
  const own = cluster.contacts.map((_, i) => slipOf(first.velocities, i));
  if (to === undefined) return own;
  // As if they had stopped: what is left of their velocities may point anywhere.
  const contacts = cluster.contacts.map((contact) => (contact.mode === SLIP ? { ...contact, stopped: true } : contact));
  const last = createFrozen(cluster);
  evaluator.evaluate({ ...cluster, contacts }, to, last);
  return own.map((slip, i) => Math.max(slip, (to.time - from.time) * slipOf(last.contactRates, i)));
}

/** Notes slips that have all but stopped since the beginning of a stretch, with the directions they have. */
export function noteStops(
  { evaluator }: FlowSources,
  { cluster, from, to }: Stretch,
  now: State,
  stopped: Map<string, readonly [number, number]>,
): void {
  if (!cluster.contacts.some(({ mode }) => mode === SLIP)) return;
  const [first, last, ended] = [from, now, to ?? now].map((state) => {
    const at = createFrozen(cluster);
    evaluator.evaluate(cluster, state, at);
    return at;
  });
  const all = usualSlips(evaluator, { cluster, from, to }, first);
  cluster.contacts.forEach(({ mode, key }, i) => {
    const usual = all[i];
    const slow = Math.max(AT_REST * usual, ALL_BUT_SLOWEST * SLOWEST);
    const kept = ended.velocities[3 * i] * last.directions[2 * i] + ended.velocities[3 * i + 1] * last.directions[2 * i + 1];
    if (to !== undefined && Math.abs(kept) > KEPT * slipOf(last.velocities, i)) return;
    if (mode !== SLIP || slipOf(last.velocities, i) > Math.min(slow, MOST_LEFT * ALL_BUT_SLOWEST * usual)) return;
    stopped.set(key, [last.directions[2 * i], last.directions[2 * i + 1]]);
  });
}

/**
 * By how much the one slip of a cluster comes to rest later along a column, s. As of that moment the column changes nothing of how fast it
 * is: what is across is no small part of what is along, which the rounding of its direction would mix with it.
 */
export function timeToRest({ evaluator, base }: FlowSources, { cluster, at }: ClusterAt, now: State, column: Direction): number {
  const knows = base.system.tangents?.().knows;
  // What is not known along the flow would be differences there.
  if (knows?.(column) === true && !knows(flowOf(base, [{ cluster, at }]))) return 0;
  const i = cluster.contacts.findIndex(({ mode }) => mode === SLIP);
  const change = createFrozen(cluster);
  evaluator.differentiate(cluster, now, at, column, change, "held");
  const along = (values: Float64Array) => at.directions[2 * i] * values[3 * i] + at.directions[2 * i + 1] * values[3 * i + 1];
  const braking = along(at.contactRates);
  return braking < 0 ? -along(change.velocities) / braking : 0;
}

function slipOf(velocities: Float64Array, i: number): number {
  const [v1, v2] = [velocities[3 * i], velocities[3 * i + 1]];
  return Math.sqrt(v1 * v1 + v2 * v2);
}
