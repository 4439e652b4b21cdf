/**
 * Contacts that are closed, and the thresholds that say which ones are and how they go on.
 */

import { HELD, ONSET, STICK, UNLOADED } from "./force-problem.js";
import { slipSpeed, type Touch } from "./touch.js";

/** As it is told to others. */
export type ContactMode = "stick" | "slip" | "unloaded";

/** A touch that lasts, with how it goes on. */
export interface ClosedContact {
  readonly touch: Touch;
  /** One of force-problem.ts. */
  mode: number;
  /** Direction of slip at the last accepted state. */
  readonly direction: [number, number];
  /** Sticks whatever friction it needs, because there are no forces with the friction it has. */
  readonly locked: boolean;
  /** Taken to be at rest along the surface when its mode was chosen: what slip it has is taken out. */
  readonly rested: boolean;
  /** Without load, and no other contact holds it closed: the slightest acceleration opens or loads it. */
  readonly loose: boolean;
  /** Keys of other features at its place, which it stands for. */
  twins: readonly string[];
}

/** Keys of the features that closed contacts stand for. */
export function closedKeys(closed: readonly ClosedContact[]): Set<string> {
  return new Set(closed.flatMap(({ touch, twins }) => [touch.feature.key, ...twins]));
}

/** What a run is asked to resolve. */
export interface SimulationTolerances {
  /** Contacts that approach slower than this have come to stay, m/s. Default: 1e-4 times the root of the size in m. */
  readonly contactSpeed: number;
  /** Gaps below this are closed, m. Default: 1e-9 of the size. */
  readonly gapTolerance: number;
  /** Of the integration. Default: 1e-10. */
  readonly relativeTolerance: number;
  /** Events in one tenth of a second of simulated time (0 to 0.1 s, 0.1 to 0.2 s, ...) beyond which the run stops and says so. Default: 20,000. */
  readonly mostEvents: number;
}

/** The tolerances of a run with what follows from them. */
export interface Thresholds extends SimulationTolerances {
  /** Slip below this is rest, m/s. */
  readonly restSlip: number;
  /** Gap up to which a contact that was closed still counts as touching, m. */
  readonly lenientGap: number;
}

/** Slip below this is rest, in contact speeds. */
export const REST_SLIP = 1e-3;
/** Cosine of the angle between where a contact that was held moves and where friction lets it go, above which it slips there. */
const ALIGNED = 0.9;
/** Gap, in gap tolerances, up to which a contact that was closed still counts as touching. */
const LENIENT = 1000;
/** Part of the rate without forces below which a contact without load neither leaves nor is pressed. */
export const STILL = 1e-6;
/** How much less friction a contact has that has just been found at the edge of its cone. */
export const EDGE_MARGIN = 1e-6;
const WIDEST_MARGIN = 0.1;
/** Events without any time between them after which margins are widened. */
const PATIENCE = 10;

export function thresholdsOf(tolerances: SimulationTolerances): Thresholds {
  return { ...tolerances, restSlip: REST_SLIP * tolerances.contactSpeed, lenientGap: LENIENT * tolerances.gapTolerance };
}

/** What has just happened, by the keys of features. */
export interface Findings {
  /** Gaps that have just closed. */
  readonly hits: Set<string>;
  /** Sticking contacts that have just reached the edge of their cones. */
  readonly slips: Set<string>;
  /** Slipping contacts that have just stopped. */
  readonly stops: Set<string>;
  /** Loaded contacts whose load has just ended. */
  readonly lifts: Set<string>;
  /** Closed contacts without load that have just been loaded. */
  readonly loads: Set<string>;
  /** Closed contacts at features that have just lost their meaning: others take over. */
  readonly expired: Set<string>;
  /** How much, relative, a contact is moved to the side of the event that has found it at the edge of a mode. */
  readonly margin: number;
  /** Events follow each other so closely that what slips slower than `contactSpeed` is taken to rest. */
  readonly calms: boolean;
}

/** @param standing how many events in a row without any time between them: the more, the wider the margin */
export function noFindings(standing = 0, calms = false): Findings {
  let margin = EDGE_MARGIN;
  for (let k = PATIENCE; k <= standing && margin < WIDEST_MARGIN; k += PATIENCE) margin *= 10;
  return { hits: new Set(), slips: new Set(), stops: new Set(), lifts: new Set(), loads: new Set(), expired: new Set(), margin, calms };
}

export function sticks(mode: number): boolean {
  return mode === STICK || mode === HELD;
}

/** As it is told to others. */
export function modeName(mode: number): ContactMode {
  return mode === UNLOADED ? "unloaded" : sticks(mode) ? "stick" : "slip";
}

/**
 * Whether a contact that stuck, was held, or has begun to slip, is carried another way, ever so slowly: it goes on as from rest. Slip this slow turns to where forces drive it in
 * less time than matters, and following that turn is stiff.
 */
export function isCarried(was: ClosedContact | undefined, touch: Touch, thresholds: Thresholds): boolean {
  if (was === undefined || !(was.mode === ONSET || sticks(was.mode))) return false;
  return slipSpeed(touch) < thresholds.contactSpeed && !beginsToSlip(was, touch, thresholds);
}

/**
 * Whether a contact that rested has begun to slip, and still so slowly that its velocity does not tell the direction. One that others carry against the direction it was
 * to slip in has not, nor one that was held and is carried elsewhere than where its friction let it go.
 */
export function beginsToSlip(was: ClosedContact | undefined, { velocity }: Touch, { contactSpeed, restSlip }: Thresholds): boolean {
  if (was === undefined || (was.mode !== ONSET && was.mode !== HELD)) return false;
  const square = velocity[0] * velocity[0] + velocity[1] * velocity[1];
  if (square >= contactSpeed * contactSpeed || square <= restSlip * restSlip) return false;
  const along = velocity[0] * was.direction[0] + velocity[1] * was.direction[1];
  return was.mode === HELD ? along > ALIGNED * Math.sqrt(square) : along > -restSlip;
}

/** Of several events at one instant the later must not undo what the earlier found, or points of one face take turns for ever. */
export function keepFindings(before: Findings, findings: Findings): void {
  for (const key of before.slips) if (!findings.stops.has(key)) findings.slips.add(key);
  for (const key of before.lifts) if (!findings.loads.has(key)) findings.lifts.add(key);
  for (const key of before.loads) if (!findings.lifts.has(key)) findings.loads.add(key);
}
