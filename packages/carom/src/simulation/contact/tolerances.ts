/**
 * How finely a run is resolved, and the thresholds that follow from that.
 */

/** What a run is asked to resolve. */
export interface SimulationTolerances {
  /** Contacts that approach slower than this have come to stay, m/s. Default: 1e-4 times the root of the size in m. */
  readonly contactSpeed: number;
  /** Gaps below this are closed, m. Default: 1e-9 of the size. */
  readonly gapTolerance: number;
  /** Of the integration. Default: 1e-10. */
  readonly relativeTolerance: number;
  /**
   * Events in one tenth of a second of simulated time (0 to 0.1 s, 0.1 to 0.2 s, ...) beyond which the run stops and says so. Default:
   * 20,000.
   */
  readonly mostEvents: number;
  /**
   * Work of the whole run beyond which it stops and says how far it came: each step of a body or of bodies in contact, and each event,
   * counts one and one more for each contact that is closed there. Default: 10,000,000.
   */
  readonly mostWork: number;
  /** Error of a step, in sizes, where the motion goes by steps. Default: 1e-4. */
  readonly stepError: number;
  /** s. Default: 0.01. */
  readonly longestStep: number;
  /** s, where no hit cuts a step. Default: 2e-4. */
  readonly shortestStep: number;
  /** Overlap at which a step is taken again with half its length, in sizes. Default: 1e-3. */
  readonly penetration: number;
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
/** Gap, in gap tolerances, up to which a contact that was closed still counts as touching. */
const LENIENT = 1000;

export function thresholdsOf(tolerances: SimulationTolerances): Thresholds {
  return { restSlip: REST_SLIP * tolerances.contactSpeed, lenientGap: LENIENT * tolerances.gapTolerance, ...tolerances };
}
