/**
 * When a contact begins to slip, or leaves, beside others that are held at the edge of their cones.
 *
 * A run keeps the directions of held pushes for a step, so that it finds such an instant a little early or late. Its derivative is that of
 * the instant at which it happens with these directions turned with the load, to which state and columns are taken by the flow:
 *
 *     m(x, p) = 0          dt = -(m_x X + m_p)/m'
 *
 * One that is held begins to slip where all its friction, along where it then goes, no longer keeps it still: m = c . z, c the rate of its
 * velocity, which is zero there and grows along z = c'/|c'|.
 *
 * Source: own study, derivatives of runs, section 2.
 */
import { HELD } from "../../contact/force-problem.js";
import { flowOf } from "./clusters-at.js";
import { type Column, directionOf } from "./columns.js";
import { createFrozen, type FrozenCluster, type State } from "./frozen.js";
import { type MarginOf, marginAt, marginChange } from "./margins.js";
import type { SettleSources } from "./seen-touches.js";

const MOST_STEPS = 8;
/** Steps to the instant shrink at least like this, down to what is no time, s. */
const SHRINKING = 0.1;
const NO_TIME = 1e-12;

/** Derivatives of the time along each column; NaN where nothing tells it. */
export function shiftBesideHeld(
  { evaluator, columns: given, base }: SettleSources,
  { parts, coordinates, speeds, contacts }: FrozenCluster,
  from: State,
  what: MarginOf,
): Float64Array {
  const shift = new Float64Array(given.length).fill(Number.NaN);
  const state = { time: from.time, coordinates: from.coordinates.slice(), speeds: from.speeds.slice() };
  const columns = given.map((column): Column => ({ ...column, coordinates: column.coordinates.slice(), speeds: column.speeds.slice() }));
  const begins = what.contact.mode === HELD;
  const cluster: FrozenCluster = {
    parts,
    coordinates,
    speeds,
    contacts: contacts.map(({ key, mode, direction }) => ({ key, mode, direction: [...direction], follows: mode === HELD && !begins })),
  };
  if (begins && contacts.filter(({ mode }) => mode === HELD).length > 1) return shift;
  const [at, change] = [createFrozen(cluster), createFrozen(cluster)];
  const look = () => {
    evaluator.evaluate(cluster, state, at);
    const flow = flowOf(base, [{ cluster, at }]);
    evaluator.differentiate(cluster, state, at, flow, change);
    return flow;
  };
  for (let [k, last] = [0, Number.POSITIVE_INFINITY]; k < MOST_STEPS; k++) {
    let flow = look();
    if (begins && pointAlong(cluster.contacts[what.i].direction, change.contactRates, what.i)) flow = look();
    const rate = marginChange(base, at, change, what);
    const step = -marginAt(base, at, what) / rate;
    if (Math.abs(step) <= NO_TIME) {
      columns.forEach((column, j) => {
        const along = directionOf(column);
        evaluator.differentiate(cluster, state, at, along, change);
        shift[j] = -marginChange(base, at, change, what, along) / rate;
      });
      return shift;
    }
    if (!(Math.abs(step) <= SHRINKING * last)) return shift;
    last = Math.abs(step);
    for (const column of columns) {
      evaluator.differentiate(cluster, state, at, directionOf(column), change);
      cluster.coordinates.forEach((place, i) => {
        column.coordinates[place] += step * change.rates[i];
      });
      cluster.speeds.forEach((place, i) => {
        column.speeds[place] += step * change.accelerations[i];
      });
    }
    state.time += step;
    for (const place of cluster.coordinates) state.coordinates[place] += step * flow.coordinates[place];
    for (const place of cluster.speeds) state.speeds[place] += step * flow.speeds[place];
    base.system.normalise(state.coordinates, parts);
  }
  return shift;
}

/** Makes the way in which a contact begins to go its direction; whether it was another. */
function pointAlong(direction: [number, number], rates: Float64Array, i: number): boolean {
  const [c1, c2] = [rates[3 * i], rates[3 * i + 1]];
  const length = Math.sqrt(c1 * c1 + c2 * c2);
  const [before1, before2] = direction;
  [direction[0], direction[1]] = [c1 / length, c2 / length];
  return direction[0] !== before1 || direction[1] !== before2;
}
