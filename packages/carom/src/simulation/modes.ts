/**
 * How the contacts that touch without approaching go on: which stay closed, which of those stick and which slip.
 *
 * The solver of contact/ chooses; what an event has just found out (a contact at the edge of its cone, one that has stopped) is passed on to it with a margin, so that
 * rounding does not undo the event. A contact without force stays closed only if nothing accelerates it away.
 *
 * Source: own study, hybrid simulation sections 2 and 11.
 */
import { beginsToSlip, type Closed, type Thresholds, VERDICT_MARGIN, type Verdict } from "./closed.js";
import { ONSET, UNLOADED } from "./contact/contact-set.js";
import {
  type ContactWork,
  createContactWork,
  freeAccelerations,
  largestFreeRate,
  putTouch,
  reserveContacts,
  speedsByParts,
} from "./contact-work.js";
import type { MechanicalSystem } from "./system.js";
import { slipSpeed, type Touch } from "./touch.js";

/** Part of the free rate below which a contact without force is not leaving. */
const STILL = 1e-6;

/** Closed contacts among the touches of some parts, which must be fresh. `before`: those that were closed, by key. */
export type ChooseModes = (
  parts: readonly number[],
  touches: readonly Touch[],
  before: ReadonlyMap<string, Closed>,
  verdict: Verdict,
  time: number,
  coordinates: Float64Array,
  speeds: Float64Array,
) => Closed[];

export function createModes(system: MechanicalSystem, thresholds: Thresholds): ChooseModes {
  const works = new Map<number, ContactWork>();
  const placesOf = speedsByParts(system);
  const free = new Float64Array(system.speedCount);

  function workFor(size: number, contacts: number): ContactWork {
    const work = works.get(size) ?? createContactWork(size);
    works.set(size, work);
    reserveContacts(work, contacts);
    return work;
  }

  return (parts, touches, before, verdict, time, coordinates, speeds) => {
    if (touches.length === 0) return [];
    const places = placesOf(parts);
    const work = workFor(places.length, touches.length);
    const { set, solution, solver } = work;
    set.count = touches.length;
    freeAccelerations(system, parts, time, coordinates, speeds, free);
    places.forEach((place, k) => {
      set.free[k] = free[place];
    });
    touches.forEach((touch, i) => {
      putTouch(work, i, touch, system, places);
      const { key } = touch.feature;
      const was = before.get(key);
      const speed = slipSpeed(touch);
      const stopped = verdict.stops.has(key);
      const beginning = beginsToSlip(was, touch, thresholds) && !stopped;
      const moves = (speed > thresholds.restSlip || beginning || set.friction[i] === 0) && !stopped;
      set.moving[i] = moves ? 1 : 0;
      if (moves) {
        const along = beginning && was !== undefined ? was.direction : [touch.velocity[0] / speed, touch.velocity[1] / speed];
        set.direction[2 * i] = speed > 0 || beginning ? along[0] : 1;
        set.direction[2 * i + 1] = speed > 0 || beginning ? along[1] : 0;
      }
      if (verdict.slips.has(key)) set.staticFriction[i] *= 1 - VERDICT_MARGIN;
    });
    solver.solve(set, solution);
    const still = STILL * largestFreeRate(set);
    return touches.flatMap((touch, i): Closed[] => {
      if (solution.modes[i] === UNLOADED && Math.abs(solution.rates[3 * i + 2]) > still) return [];
      const beginning = set.moving[i] === 1 && beginsToSlip(before.get(touch.feature.key), touch, thresholds);
      return [
        {
          touch,
          mode: beginning ? ONSET : solution.modes[i],
          direction: [solution.direction[2 * i], solution.direction[2 * i + 1]],
        },
      ];
    });
  };
}
