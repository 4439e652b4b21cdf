/** The rows of an impact, event after event: time, impulses, forces and indentations of every contact. */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { EventClock, UnloadingRule } from "./clock.js";
import type { ForceEvent, ForceWarning } from "./forces.js";
import { type EventPath, impulseColumn, intervalOf, lastImpulse, slopeAt, valueAt, velocityColumn } from "./path.js";

/** Rows of all events so far. */
export interface Recording {
  readonly time: number[];
  readonly normalImpulse: number[];
  readonly impulse: number[][];
  readonly force: number[][][];
  readonly indentation: number[][];
  /** Rate of approach, m/s, and tangential over normal share. */
  readonly rate: number[][];
  readonly ratios: number[][][];
  readonly events: ForceEvent[];
  readonly warnings: ForceWarning[];
  readonly total: number[];
}

/** Rows of an event in the recording. */
export interface Span {
  readonly path: EventPath;
  readonly from: number;
  readonly to: number;
}

export function createRecording({ contacts, dimension }: ContactProblem): Recording {
  return {
    time: [],
    normalImpulse: [],
    impulse: [],
    force: contacts.map(() => []),
    indentation: contacts.map(() => []),
    rate: contacts.map(() => []),
    ratios: contacts.map(() => []),
    events: [],
    warnings: [],
    total: new Array<number>(contacts.length * dimension).fill(0),
  };
}

/** Adds the rows of an event. */
export function record(
  recording: Recording,
  { contacts, dimension }: ContactProblem,
  path: EventPath,
  clock: EventClock,
  asked: UnloadingRule,
): Span {
  const { time, events, total, warnings } = recording;
  const start = time.length === 0 ? 0 : time[time.length - 1];
  const from = time.length;
  const before = contacts.map((_, i) => (from === 0 ? 0 : recording.indentation[i][from - 1]));
  const members = contacts.map((_, i) => path.contacts.indexOf(i));
  let interval = 0;
  const rows = clock.time.length;
  for (let row = 0; row < rows; row++) {
    const p = clock.impulse[row];
    const again = row > 0 && p === clock.impulse[row - 1];
    interval = intervalOf(path, p, again ? interval + 1 : interval);
    time.push(start + clock.time[row]);
    recording.normalImpulse.push(path.before + p);
    const share = slopeAt(path, impulseColumn(path, clock.independent), interval, p);
    const impulse = total.slice();
    for (let contact = 0; contact < contacts.length; contact++) {
      const i = members[contact];
      // Written out by component, because this is what most of the time of a short event goes into.
      const force = new Array<number>(dimension).fill(0);
      const ratios = new Array<number>(dimension).fill(0);
      if (i >= 0) {
        const normal = slopeAt(path, impulseColumn(path, i), interval, p);
        for (let k = 0; k < dimension; k++) {
          const component = slopeAt(path, i * dimension + k, interval, p);
          impulse[contact * dimension + k] += valueAt(path, i * dimension + k, interval, p);
          force[k] = (component / share) * clock.force[row];
          ratios[k] = normal > 0 ? component / normal : 0;
        }
      }
      recording.force[contact].push(force);
      recording.ratios[contact].push(ratios);
      recording.indentation[contact].push(i < 0 ? before[contact] : clock.indentation[i][row]);
      recording.rate[contact].push(i < 0 ? 0 : -valueAt(path, velocityColumn(path, i), interval, p));
    }
    recording.impulse.push(impulse);
  }
  path.contacts.forEach((contact, i) => {
    for (let k = 0; k < dimension; k++)
      total[contact * dimension + k] += valueAt(path, i * dimension + k, path.breaks.length - 2, lastImpulse(path));
  });
  if (clock.unloading !== undefined && clock.unloading !== asked)
    warnings.push({
      code: "other-unloading",
      message:
        `contacts[${path.contacts[clock.independent]}] stops before all of them have: its force falls by its own work instead of that ` +
        `of all`,
    });
  events.push({
    contacts: path.contacts,
    independent: path.contacts[clock.independent],
    start,
    end: start + clock.time[rows - 1],
    ...(clock.loadingRows < rows ? { deepestTime: start + clock.time[clock.loadingRows - 1] } : {}),
    ...(clock.unloading === undefined ? {} : { unloading: clock.unloading }),
  });
  return { path, from, to: time.length };
}
