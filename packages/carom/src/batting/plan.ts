/**
 * Planning a hit: the contact velocity that sends the object through the target.
 *
 * 1. Flight times whose impulse lies inside the friction cone (reach.ts). None: no hit with this bat pose, and the least turn of the bat
 *    that changes it.
 * 2. The best hit over these times (search.ts), each found by Newton's method on the law `frictional` (inverse.ts).
 * 3. Where friction can jam and nothing was found, all directions (scan.ts); still nothing: the certificate of that search.
 * 4. Limits on speeds, 1e4 m/s by default, cut the times; the best hit within them, or what it would take (limits.ts).
 * 5. The law forwards and the flight: a plan that misses by more than it may is not returned.
 *
 * So there is always an answer, a reason, or the bounded search that failed.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { exp, log } from "../math/elementary.js";
import * as mat3 from "../math/mat3.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame } from "../mechanics/contact-frame.js";
import { checkFinite } from "../mechanics/contact-problem.js";
import { type BatMotions, batMotions, energyMatrix } from "./bat-motion.js";
import { type ClosedFormCase, type ClosedFormHit, closedFormHits } from "./closed-form.js";
import { type SolutionCurve, solutionCurve, velocityAfter } from "./flight.js";
import { type HitLimits, LIMIT_SLACK, overdraft, withinLimits } from "./limits.js";
import { leastTurn, reachableTimes, type TimeSearch, type TimeStretch } from "./reach.js";
import { endOf, needsOf, noneInside, notFound, warningsOf } from "./reasons.js";
import { type Scan, type ScanCertificate, type ScanDensity, scanClosely, scanDirections } from "./scan.js";
import { EXACT, type HitSample, type HitsByTime, hitsByTime, leastHit, type Measure, polished } from "./search.js";
import type { Hit } from "./task.js";
import { checkForward } from "./verify.js";

/** What a plan can make least. */
export const OBJECTIVES = ["contact-speed", "bat-energy", "flight-time"] as const;
/** What shall be least. */
export type Objective = (typeof OBJECTIVES)[number];

/** What may be told to planHit. */
export interface PlanOptions {
  /** What shall be least. `flight-time` needs a limit: faster hits fly shorter without end. Default: `contact-speed`. */
  readonly objective?: Objective;
  /** What bat and hit may not exceed. Default: a contact speed of 1e4 m/s, `FASTEST_CONTACT`. */
  readonly limits?: HitLimits;
}

/** One hit that goes through the target. World axes, but for `components`. */
export interface PlannedHit {
  /** How it was found. */
  readonly method: "closed form" | "iterative";
  /** Of the closed form. */
  readonly case?: ClosedFormCase;
  /** Relative contact velocity before the hit, object minus bat, m/s. */
  readonly contactVelocity: Vec3;
  /** The same along tangent 1, tangent 2 and normal. */
  readonly components: Vec3;
  /** m/s. */
  readonly contactSpeed: number;
  /** From the hit to the target, s. */
  readonly flightTime: number;
  /** On the object, N s. */
  readonly impulse: Vec3;
  /** Velocity of the object's centre of mass after the hit, m/s. */
  readonly departure: Vec3;
  /** And at the target, m/s. */
  readonly arrival: Vec3;
  /** Distance from the target at the flight time, by the law `frictional` forwards and the flight, m. */
  readonly miss: number;
  /** Where the task has a bat. */
  readonly bat?: BatMotions;
}

/** A task that a hit solves. */
export interface SolvedHit {
  readonly status: "solved";
  /** The one that is best by the objective. */
  readonly hit: PlannedHit;
  /** Flight times whose impulses lie inside the friction cone, s. */
  readonly reachable: readonly TimeStretch[];
  /** What the user should know. */
  readonly warnings: readonly string[];
}

/** A task that no hit solves. */
export interface UnreachableHit {
  readonly status: "unreachable";
  /** As one sentence. */
  readonly reason: string;
  /** Flight times whose impulses lie inside the friction cone, s. */
  readonly reachable: readonly TimeStretch[];
  /** Where no impulse to the target lies inside the friction cone: the least turn of the bat about the contact that changes it. */
  readonly turn?: {
    /** rad. */
    readonly angle: number;
    /** Unit vector, world axes. */
    readonly axis: Vec3;
    /** Where no flight needs so little: ever shorter or ever longer ones come near it, and more is needed. */
    readonly limit?: "shorter" | "longer";
  };
  /**
   * With drag, where none of the flight times looked at has its impulse inside the friction cone: which these are. Others are not ruled
   * out.
   */
  readonly searched?: TimeSearch;
  /** Where the search inside the cone failed: what was looked at. */
  readonly certificate?: ScanCertificate;
  /** Where only the limits are in the way: the hit that overdraws them least. */
  readonly nearest?: PlannedHit;
  /** What a reader should know; none if there is nothing. */
  readonly warnings: readonly string[];
}

/** A hit, or why there is none. */
export type HitPlan = SolvedHit | UnreachableHit;

/** Contact speed beyond which a hit is no plan, m/s, unless the limits say otherwise: twice that of sound in steel, so nothing is rigid. */
export const FASTEST_CONTACT = 1e4;

/** Distances from the target beyond which a hit is not returned, m (for targets within a metre; else relative). */
export const LARGEST_MISS = { "closed form": 1e-9, iterative: 1e-8 } as const;

/**
 * The hit that reaches the target with the least of the objective, or why there is none. Never a hit that misses by more than
 * `LARGEST_MISS`.
 */
export function planHit(hit: Hit, options: PlanOptions = {}): HitPlan {
  const { objective = "contact-speed", limits: given = {} } = options;
  checkOptions(hit, objective, given);
  const curve = solutionCurve(hit);
  const reachable = reachableTimes(hit, curve);
  const warnings = warningsOf(hit);
  if (reachable.length === 0) return outsideCone(hit, curve, warnings);
  if (hit.contact.friction === 0) return planSmooth(hit, objective, given, reachable, warnings);

  const measure = measureOf(hit, objective);
  const limits = withDefault(given);
  const hits = hitsByTime(hit, curve, measure);
  const seeds = hit.canJam ? crossingsOf(hit, curve, reachable, COARSE).seeds : [];
  const found = leastHit(hit, curve, reachable, measure, hits, seeds);
  const seeded = found === undefined ? scanFor(hit, curve, reachable, hits) : { best: found.best };
  if (!("best" in seeded))
    return {
      status: "unreachable",
      reason: "no contact velocity was found whose impulse sends the object to the target: friction can jam this contact",
      reachable,
      certificate: seeded.certificate,
      warnings,
    };
  if (found?.atLimit === true) warnings.push(endOf(found.best.time, reachable));
  const sample =
    overdraft(hit, limits, seeded.best.velocity) <= 0 && objective !== "flight-time"
      ? seeded.best
      : withinLimits(hit, objective, limits, reachable, hitsByTime(hit, curve, measure, EXACT), seeded.best);
  const planned = plannedHit(hit, polished(hit, curve, sample), sample.time, "iterative", given);
  if (planned === undefined) return notAccurate(reachable, warnings);
  if (overdraft(hit, limits, sample.velocity) > LIMIT_SLACK)
    return {
      status: "unreachable",
      reason: `the limits are in the way: the least it takes is ${needsOf(hit, limits, sample.velocity)}`,
      reachable,
      nearest: planned,
      warnings,
    };
  return { status: "solved", hit: planned, reachable, warnings };
}

/** Every hit in closed form that reaches the target, slowest first. */
export function closedFormPlans(hit: Hit, limits: HitLimits = {}): PlannedHit[] {
  return closedFormHits(hit).flatMap((found) => closedFormPlan(hit, found, limits) ?? []);
}

/** Flight times of a family lie within this factor of that of the slowest hit: others are faster by far. */
const FAMILY_RANGE = 4;

/**
 * Hits at flight times spread over the sensible ones that can be had, for a picture of the alternatives: so many for each stretch of times.
 */
export function hitFamily(hit: Hit, count: number): PlannedHit[] {
  const curve = solutionCurve(hit);
  const stretches = reachableTimes(hit, curve);
  const measure = measureOf(hit, "contact-speed");
  const hits = hitsByTime(hit, curve, measure);
  const best = leastHit(hit, curve, stretches, measure, hits)?.best;
  if (best === undefined) return [];
  return stretches.flatMap(({ from, to }) => {
    const low = log(Math.max(from, best.time / FAMILY_RANGE));
    const step = (log(Math.min(to, FAMILY_RANGE * best.time)) - low) / count;
    if (!(step > 0)) return [];
    return Array.from({ length: count }, (_, i) => hits(exp(low + (i + 0.5) * step))).flatMap((sample) =>
      sample === undefined ? [] : (plannedHit(hit, polished(hit, curve, sample), sample.time, "iterative", {}) ?? []),
    );
  });
}

function withDefault(limits: HitLimits): HitLimits {
  return { contactSpeed: FASTEST_CONTACT, ...limits };
}

function checkOptions(hit: Hit, objective: Objective, limits: HitLimits): void {
  if (!OBJECTIVES.includes(objective)) throw new InvalidInputError("objective", objective, `is not one of ${OBJECTIVES.join(", ")}`);
  for (const name of ["contactSpeed", "batSpeed", "batSpin"] as const) {
    const value = limits[name];
    if (value === undefined) continue;
    checkFinite(value, `limits.${name}`);
    if (value < 0 || (value === 0 && name !== "batSpin")) throw new InvalidInputError(`limits.${name}`, value, "is not positive");
    if (name !== "contactSpeed" && hit.task.bat === undefined)
      throw new InvalidInputError(`limits.${name}`, value, "is given, but the task has no bat");
  }
  if (objective === "flight-time" && limits.contactSpeed === undefined && limits.batSpeed === undefined)
    throw new InvalidInputError("objective", objective, "needs a limit on contactSpeed or batSpeed: faster hits fly shorter without end");
  if (objective === "bat-energy" && energyMatrix(hit) === undefined)
    throw new InvalidInputError("objective", objective, "needs a bat with mass and inertia");
}

function outsideCone(hit: Hit, curve: SolutionCurve, warnings: readonly string[]): UnreachableHit {
  const turn = leastTurn(hit, curve);
  const searched = turn?.searched;
  return {
    status: "unreachable",
    reason: hit.drag > 0 ? notFound(turn) : noneInside(turn),
    reachable: [],
    ...(searched === undefined ? {} : { searched }),
    ...(turn === undefined
      ? {}
      : { turn: { angle: turn.angle, axis: fromFrame(hit.frame, turn.axis), ...(turn.limit === undefined ? {} : { limit: turn.limit }) } }),
    warnings,
  };
}

function notAccurate(reachable: readonly TimeStretch[], warnings: readonly string[]): UnreachableHit {
  return {
    status: "unreachable",
    reason:
      "a contact velocity was found, but by the forward law it misses the target by more than the tolerance: the hit is too " +
      "sensitive to be planned",
    reachable,
    warnings,
  };
}

/** Without friction the impulse is along the normal whatever the slip; none is the slowest. There are a few flight times at most. */
function planSmooth(
  hit: Hit,
  objective: Objective,
  given: HitLimits,
  reachable: readonly TimeStretch[],
  warnings: readonly string[],
): HitPlan {
  const limits = withDefault(given);
  const worth = ({ flightTime, contactSpeed, bat }: PlannedHit) =>
    objective === "flight-time" ? flightTime : objective === "bat-energy" ? (bat?.leastEnergy?.energy ?? contactSpeed) : contactSpeed;
  const plans = closedFormPlans(hit, given);
  const [best] = plans
    .filter(({ components }) => overdraft(hit, limits, components) <= LIMIT_SLACK)
    .sort((first, second) => worth(first) - worth(second));
  if (best !== undefined) {
    const isCut = reachable.some(({ from, to, cut }) => cut !== undefined && (best.flightTime === from || best.flightTime === to));
    return { status: "solved", hit: best, reachable, warnings: isCut ? [...warnings, endOf(best.flightTime, reachable)] : warnings };
  }
  const [nearest] = [...plans].sort(
    (first, second) => overdraft(hit, limits, first.components) - overdraft(hit, limits, second.components),
  );
  if (nearest === undefined) return notAccurate(reachable, warnings);
  return {
    status: "unreachable",
    reason: `the limits are in the way: the least it takes is ${needsOf(hit, limits, nearest.components)}`,
    reachable,
    nearest,
    warnings,
  };
}

function measureOf(hit: Hit, objective: Objective): Measure {
  const energy = objective === "bat-energy" ? energyMatrix(hit) : undefined;
  if (energy === undefined) return { matrix: mat3.IDENTITY, centre: vec3.ZERO };
  const { tangent1, tangent2, normal } = hit.frame;
  const toContact = mat3.transpose(mat3.fromColumns(tangent1, tangent2, normal));
  return { matrix: mat3.rotateTensor(toContact, energy), centre: hit.pointVelocity };
}

const COARSE: ScanDensity = [10, 24, 100];
const FINE: ScanDensity = [24, 64, 200];
/** Crossings tried with Newton's method. */
const MOST_SEEDS = 40;

function crossingsOf(hit: Hit, curve: SolutionCurve, reachable: readonly TimeStretch[], density: ScanDensity): Scan {
  const { seeds, certificate } = scanDirections(hit, curve, reachable, density);
  return { seeds: thinned(seeds), certificate };
}

function thinned<T>(seeds: readonly T[]): T[] {
  const stride = Math.max(1, Math.ceil(seeds.length / MOST_SEEDS));
  return seeds.filter((_, i) => i % stride === 0);
}

function scanFor(
  hit: Hit,
  curve: SolutionCurve,
  reachable: readonly TimeStretch[],
  hits: HitsByTime,
): { readonly best: HitSample } | { readonly certificate: ScanCertificate } {
  const closely = () => {
    const scan = scanClosely(hit, curve, reachable, FINE);
    return { ...scan, seeds: thinned(scan.seeds) };
  };
  let certificate: ScanCertificate | undefined;
  for (const search of [() => crossingsOf(hit, curve, reachable, FINE), closely]) {
    const scan = search();
    certificate = scan.certificate;
    let best: HitSample | undefined;
    for (const { time, velocity } of scan.seeds) {
      const sample = hits(time, velocity, "only");
      if (sample !== undefined && (best === undefined || sample.value < best.value)) best = sample;
    }
    if (best !== undefined) return { best };
  }
  if (certificate === undefined) throw new SolverError("nothing was scanned");
  return { certificate };
}

function closedFormPlan(hit: Hit, found: ClosedFormHit, limits: HitLimits): PlannedHit | undefined {
  const planned = plannedHit(hit, found.velocity, found.flightTime, "closed form", limits);
  return planned === undefined ? undefined : { ...planned, case: found.case };
}

function plannedHit(hit: Hit, velocity: Vec3, flightTime: number, method: PlannedHit["method"], limits: HitLimits): PlannedHit | undefined {
  const { impulse, departure, miss } = checkForward(hit, velocity, flightTime);
  if (!(miss <= LARGEST_MISS[method] * Math.max(1, vec3.norm(hit.displacement)))) return undefined;
  const world = (vector: Vec3) => fromFrame(hit.frame, vector);
  const bat = batMotions(hit, velocity, limits);
  return {
    method,
    contactVelocity: world(velocity),
    components: velocity,
    contactSpeed: vec3.norm(velocity),
    flightTime,
    impulse: world(impulse),
    departure: world(departure),
    arrival: world(velocityAfter(hit, departure, flightTime)),
    miss,
    ...(bat === undefined ? {} : { bat }),
  };
}
