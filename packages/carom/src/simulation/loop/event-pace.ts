/**
 * How fast events follow each other: by that it is seen where contacts change modes without getting anywhere.
 */
import { SolverError } from "../../errors.js";

/** Events without any time between them beyond which the modes go round in a circle. */
const MOST_STANDING = 1000;
/** s. */
export const SOON = 1e-4;

export interface Haste {
  /** Events in a row without any time between them. */
  readonly stood: number;
  /** Events within a short time. */
  readonly rush: number;
  /** Jams one soon after the other. */
  readonly jams: number;
  /** Events in the present tenth of a second. */
  readonly recent: number;
  /** Counts an event. Throws SolverError where time stands still. */
  event(time: number, standing: boolean): void;
  jam(time: number): void;
  /** Begins anew, so that a run that is resumed here counts the same; except the events of the present tenth of a second, which are kept. */
  begin(): void;
}

/** @param recent events in the tenth of a second at which it begins */
export function createHaste(time: number, recent: number): Haste {
  const never = Number.NEGATIVE_INFINITY;
  const counted = { tenth: Math.floor(10 * time), events: recent };
  const rush = { time: never, count: 0 };
  const jams = { time: never, count: 0 };
  let stood = 0;
  return {
    get stood() {
      return stood;
    },
    get rush() {
      return rush.count;
    },
    get jams() {
      return jams.count;
    },
    get recent() {
      return counted.events;
    },
    event: (now, standing) => {
      stood = standing ? stood + 1 : 0;
      if (stood > MOST_STANDING)
        throw new SolverError(`the motion does not get past t = ${now}: its contacts change modes without end`, { time: now });
      rush.count = now - rush.time < SOON ? rush.count + 1 : 0;
      if (rush.count === 0) rush.time = now;
      const tenth = Math.floor(10 * now);
      counted.events = tenth === counted.tenth ? counted.events + 1 : 1;
      counted.tenth = tenth;
    },
    jam: (now) => {
      jams.count = now - jams.time < SOON ? jams.count + 1 : 0;
      jams.time = now;
    },
    begin: () => {
      stood = 0;
      rush.time = never;
      rush.count = 0;
      jams.time = never;
    },
  };
}
