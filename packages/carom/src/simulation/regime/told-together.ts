/**
 * A frame in which some bodies have stepped is told together with what goes by events meanwhile: stretches of motion of all, and the events
 * of both in the order of time.
 */
import type { SimulationEvent, SimulationObserver, StretchDetail } from "../loop/interface.js";
import { addLosses, type FrameReport } from "../steps/trail.js";

type StateAt = (time: number, coordinates: Float64Array, speeds: Float64Array) => void;

/** Told of events; tells of both. */
export interface TogetherObserver extends SimulationObserver {
  readonly event: (event: SimulationEvent) => void;
  /** Tells what happened by steps up to a time; where nothing moved by events until then, `stateAt` and `inside` are of the steps. */
  finish(time: number, stateAt: StateAt, inside: StretchDetail): void;
}

/** `from`: the beginning of the frame, s. */
export function tellTogether(observe: SimulationObserver, report: FrameReport, from: number): TogetherObserver {
  const told = new Set<SimulationEvent>();
  let now = from;
  const nextUntil = (time: number) => report.events().find((event) => event.time <= time && !told.has(event));
  const tellStepped = (event: SimulationEvent) => {
    told.add(event);
    observe.event?.(event);
  };
  const flush = (time: number) => {
    for (let next = nextUntil(time); next !== undefined; next = nextUntil(time)) tellStepped(next);
  };
  const motion = (begin: number, end: number, stateAt: StateAt, inside: StretchDetail) => {
    const all: StretchDetail = {
      ledgerAt: (time) => {
        const ledger = inside.ledgerAt(time);
        return addLosses(ledger, report.lossesUntil(time), ledger.now);
      },
      contactForcesAt: (time) => [...inside.contactForcesAt(time), ...report.forcesAt(time)],
    };
    let start = begin;
    for (let next = nextUntil(end); next !== undefined && next.time < end; next = nextUntil(end)) {
      if (next.time > start) observe.motion?.(start, next.time, stateAt, all);
      start = Math.max(start, next.time);
      tellStepped(next);
    }
    if (end > start) observe.motion?.(start, end, stateAt, all);
    now = end;
  };
  return {
    ...(observe.warning === undefined ? {} : { warning: observe.warning }),
    motion,
    event: (event) => {
      flush(event.time);
      observe.event?.(event);
    },
    finish: (time, stateAt, inside) => {
      if (time > now) motion(now, time, stateAt, inside);
      flush(time);
    },
  };
}
