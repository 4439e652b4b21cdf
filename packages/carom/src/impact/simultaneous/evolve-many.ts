/**
 * The whole impact of many contacts without friction: from event to event, each of which is felt nearby only (nearby.ts).
 */
import { createFading, fades } from "./closing.js";
import { type Idle, isOver, largestApproach, swings } from "./ending.js";
import type { EvolveOptions } from "./evolve.js";
import { type Ending, endOf, lossOf } from "./finish.js";
import { type Motion, refresh } from "./motion.js";
import { aroundContact, beginWindow, createNearby, expandGroup, firstDue, type Nearby, settleContact } from "./nearby.js";
import { ENDED } from "./tolerances.js";
import { applyEvent, type Observer } from "./transitions.js";

/** Fewer contacts are as quickly followed all together, in longer steps. */
const MANY = 40;

/** Whether this is the way to follow it. A history shows all contacts at each event: nothing is gained there. */
export function isLocal({ system, tracksGaps }: Motion, { method, history }: EvolveOptions): boolean {
  return system.count > MANY && system.rows === system.count && system.exponent === 1 && method === "series" && tracksGaps && !history;
}

/** So many windows without an event are a motion without an end. */
const MOST_QUIET_WINDOWS = 200_000;

export function evolveMany(motion: Motion, options: EvolveOptions, observer: Observer): Ending {
  const { maximumEvents } = options;
  const nearby = createNearby(motion);
  const fading = createFading(motion);
  const idle: Idle = { loss: 0, since: 0 };
  let [time, events, windows, quiet] = [0, 0, 0, 0];
  let [rings, faded] = [false, false];
  let lossHalfWay = Infinity;
  const counting: Observer = {
    ...observer,
    event: (kind, contact) => {
      events++;
      quiet = 0;
      if (kind !== "compression-end" && kind !== "compression-restart") idle.since = events;
      observer.event(kind, contact);
    },
  };
  refresh(motion);
  expandGroup(
    nearby,
    Int32Array.from({ length: motion.system.count }, (_, c) => c),
    motion.system.count,
    0,
  );
  while (events < maximumEvents && quiet <= MOST_QUIET_WINDOWS) {
    const first = firstDue(nearby);
    const due = nearby.next[first];
    if (motion.activeCount > 0 && !(due <= nearby.end)) {
      time = nearby.end;
      windows++;
      quiet++;
      catchUp(nearby, time);
      if (isOver(motion)) break;
      rings = swings(motion, idle, events);
      faded = fades(motion, fading, events);
      if (rings || faded) break;
      beginWindow(nearby, time);
      continue;
    }
    if (due === Infinity || (motion.activeCount === 0 && largestApproach(motion) <= ENDED)) break;
    time = due;
    if (lossHalfWay === Infinity && 2 * events >= maximumEvents) lossHalfWay = lossOf(motion);
    if (motion.activeCount > 0 && observer.keeps?.() === false) {
      settleContact(nearby, first, time);
      applyEvent(motion, nearby.kind[first], first, options, counting);
    } else {
      catchUp(nearby, time);
      settleContact(nearby, first, time);
      applyEvent(motion, nearby.kind[first], first, options, counting);
      refresh(motion);
      beginWindow(nearby, time);
    }
    const around = aroundContact(nearby, first);
    expandGroup(nearby, around, around.length, time);
  }
  catchUp(nearby, time);
  observer.point();
  const ranOut = events >= maximumEvents;
  const converged = !ranOut && quiet <= MOST_QUIET_WINDOWS && !rings;
  return endOf(motion, { converged, events, steps: windows, faded, weakens: ranOut && lossOf(motion) > lossHalfWay });
}

/** Brings the lists up to date, and the state of every contact that forces reach to a time. The series of these are then spent. */
function catchUp(nearby: Nearby, time: number): void {
  const { motion } = nearby;
  refresh(motion);
  for (let i = 0; i < motion.touchedCount; i++) settleContact(nearby, motion.touched[i], time);
}
