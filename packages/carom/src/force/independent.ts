/** Which contact of an event sets the clock. */
import { SolverError } from "../errors.js";
import { deepest } from "./clock.js";
import { type EventPath, impulseColumn, lastImpulse, slopeAt, valueAt, velocityColumn } from "./path.js";

/** A share of the normal impulse below this is none. */
const NO_SHARE = 1e-9;
/** Of the largest share: a contact that takes less would set a clock for all by a force that hardly matters. */
const SMALL_SHARE = 0.1;
/** Impulses that differ by less than this part are the same. */
const EQUAL = 1e-11;

/**
 * The one asked for, where it approaches and pushes all the time; else, of those that do with more than a small share, the one that stops
 * last.
 */
export function independentOf(path: EventPath, asked: number | undefined): number {
  const { contacts } = path;
  const shares = contacts.map((_, i) => (valueAt(path, velocityColumn(path, i), 0, 0) < 0 ? leastShare(path, i) : 0));
  const place = asked === undefined ? -1 : contacts.indexOf(asked);
  if (place >= 0 && shares[place] > 0) return place;
  const least = SMALL_SHARE * Math.max(...shares);
  const last = lastImpulse(path);
  let best = -1;
  let latest = -1;
  for (let i = 0; i < contacts.length; i++) {
    if (!(shares[i] > 0 && shares[i] >= least)) continue;
    const stop = deepest(path, i) ?? 2 * last;
    if (stop <= latest + EQUAL * last) continue;
    best = i;
    latest = stop;
  }
  if (best < 0)
    throw new SolverError("an event has no contact that approaches and pushes all the time, so none can set its clock", {
      contacts: contacts.length,
    });
  return best;
}

/** The least part of the normal impulse that a contact takes in an event. */
function leastShare(path: EventPath, contact: number): number {
  const column = impulseColumn(path, contact);
  let least = Infinity;
  for (let i = 0; i + 1 < path.breaks.length; i++)
    least = Math.min(least, slopeAt(path, column, i, path.breaks[i]), slopeAt(path, column, i, path.breaks[i + 1]));
  return least > NO_SHARE ? least : 0;
}
