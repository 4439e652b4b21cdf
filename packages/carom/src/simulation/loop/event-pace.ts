/**
 * How fast events follow each other: by that it is seen where contacts change modes without getting anywhere.
 */
import { SolverError } from "../../errors.js";

/** Events without any time between them beyond which the modes go round in a circle. */
const MOST_STANDING = 1000;
/** s. */
export const SOON = 1e-4;

export interface EventPace {
  /** Events in a row without any time between them. */
  readonly standing: number;
  /** Events within a short time. */
  readonly closeEvents: number;
  /** Jams one soon after the other. */
  readonly closeJams: number;
  /** Events in the present tenth of a second. */
  readonly eventsThisTenth: number;
  /** Counts an event. Throws SolverError where time stands still. */
  countEvent(time: number, standing: boolean): void;
  countJam(time: number): void;
  /**
   * Begins anew, so that a run that is resumed here counts the same; except the events of the present tenth of a second, which are kept.
   */
  restart(): void;
}

/** @param recent events in the tenth of a second at which it begins */
export function createEventPace(time: number, recent: number): EventPace {
  const never = Number.NEGATIVE_INFINITY;
  const counted = { tenth: Math.floor(10 * time), events: recent };
  const rush = { time: never, count: 0 };
  const jams = { time: never, count: 0 };
  let stood = 0;
  return {
    get standing() {
      return stood;
    },
    get closeEvents() {
      return rush.count;
    },
    get closeJams() {
      return jams.count;
    },
    get eventsThisTenth() {
      return counted.events;
    },
    countEvent: (now, standing) => {
      stood = standing ? stood + 1 : 0;
      if (stood > MOST_STANDING)
        throw new SolverError(`the motion does not get past t = ${now}: its contacts change modes without end`, { time: now });
      rush.count = now - rush.time < SOON ? rush.count + 1 : 0;
      if (rush.count === 0) rush.time = now;
      const tenth = Math.floor(10 * now);
      counted.events = tenth === counted.tenth ? counted.events + 1 : 1;
      counted.tenth = tenth;
    },
    countJam: (now) => {
      jams.count = now - jams.time < SOON ? jams.count + 1 : 0;
      jams.time = now;
    },
    restart: () => {
      stood = 0;
      rush.time = never;
      rush.count = 0;
      jams.time = never;
    },
  };
}
