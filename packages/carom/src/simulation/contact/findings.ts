/**
 * What events have just found out about contacts, for the choice of their modes: rounding must not undo it.
 */

/** How much less friction a contact has that has just been found at the edge of its cone. */
export const EDGE_MARGIN = 1e-6;
const WIDEST_MARGIN = 0.1;
/** Events without any time between them after which margins are widened. */
const PATIENCE = 10;

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

/** Of several events at one instant the later must not undo what the earlier found, or points of one face take turns for ever. */
export function keepFindings(before: Findings, findings: Findings): void {
  for (const key of before.slips) if (!findings.stops.has(key)) findings.slips.add(key);
  for (const key of before.lifts) if (!findings.loads.has(key)) findings.lifts.add(key);
  for (const key of before.loads) if (!findings.lifts.has(key)) findings.loads.add(key);
}
