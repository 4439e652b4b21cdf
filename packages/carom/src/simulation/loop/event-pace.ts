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
  /** When the present tenth of a second and rush of events began, and the last jam was. */
  const began = { tenth: Math.floor(10 * time), rush: never, jam: never };
  const pace = {
    standing: 0,
    closeEvents: 0,
    closeJams: 0,
    eventsThisTenth: recent,
    countEvent: (now: number, standing: boolean) => {
      pace.standing = standing ? pace.standing + 1 : 0;
      if (pace.standing > MOST_STANDING)
        throw new SolverError(`the motion does not get past t = ${now}: its contacts change modes without end`, { time: now });
      pace.closeEvents = now - began.rush < SOON ? pace.closeEvents + 1 : 0;
      if (pace.closeEvents === 0) began.rush = now;
      const tenth = Math.floor(10 * now);
      pace.eventsThisTenth = tenth === began.tenth ? pace.eventsThisTenth + 1 : 1;
      began.tenth = tenth;
    },
    countJam: (now: number) => {
      pace.closeJams = now - began.jam < SOON ? pace.closeJams + 1 : 0;
      began.jam = now;
    },
    restart: () => {
      pace.standing = 0;
      began.rush = never;
      pace.closeEvents = 0;
      began.jam = never;
    },
  };
  return pace;
}
