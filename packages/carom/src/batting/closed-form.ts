/**
 * Hits in closed form: slip that starts along an invariant direction.
 *
 * The impulses of such hits are the flat sector of cones.ts, t1 d + t2 o. The solution curve crosses its plane, with the normal N = d x o,
 * at the flight times
 *
 *     (g N.up / 2) T^2 - (N.V^-) T + N.a = 0
 *
 * and I(T) = t1 d + t2 o is an answer where t1, t2 >= 0. Slip has to stop just there, so its speed before is -lambda t1. The approach speed
 * p follows from the energy: with b = t1, c = t2, and the slopes k1, k2 of the normal velocity on the two edges,
 *
 *     compression ends after the slip (1b), x = p - k1 b:   (e^2 - 1)/(2 k2) x^2 + (e^2 b + c) x + (e^2 k1 b^2 - k2 c^2)/2 = 0
 *     compression ends before it      (1a), y = k1 b - p:   (e^2 - 1)/(2 k1) y^2 - (e^2 b + c) y + (e^2 k1 b^2 - k2 c^2)/2 = 0
 *
 * Exactly one applies: 1b where e^2 k1 b^2 <= k2 c^2. On the edges: c = 0, slides to the end, p = k1 b/(1 + e), any faster slip does the
 * same (2); b = 0, no slip at all, p = k2 c/(1 + e) (3).
 *
 * In case 1a the source takes the energy of sliding for the whole impact, p = k1 (b + c)/(1 + e), although the slip has stopped at b:
 * `publishedApproach`. Its hits miss. It also returns the first hit it finds; here are all, slowest first.
 *
 * If the tangent block is isotropic and nothing couples tangents and normal, every direction is invariant, the velocity is linear in the
 * impulse, and the slowest of all hits is a root of a quartic.
 *
 * Letters: as in cones.ts; N plane, b stopImpulse, c restImpulse, rho slipSpeed. Source: 000 section 4.4, algorithm 4, eq. (4.14) to
 * (4.19); case 1a corrected.
 */
import type { SlipContact } from "../impact/slip/contact.js";
import { quadraticRoots, quarticRoots } from "../math/polynomial.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type ImpulseCone, impulseCones } from "./cones.js";
import { createDeparture, solutionCurve } from "./flight.js";
import { velocityFor } from "./inverse.js";
import { reachableTimes } from "./reach.js";
import type { Hit } from "./task.js";
import { checkForward } from "./verify.js";

/**
 * The source's cases by where compression ends, `2` and `3` on the edges of a cone; `jam` where friction can jam and the approach speed has
 * no closed form.
 */
export type ClosedFormCase = "1a" | "1b" | "2" | "3" | "jam";

/** Contact axes. */
export interface ClosedFormHit {
  /** Which of the closed forms. */
  readonly case: ClosedFormCase;
  /** Relative contact velocity before the hit, m/s. */
  readonly velocity: Vec3;
  /** s. */
  readonly flightTime: number;
  /** On the object, N s. */
  readonly impulse: Vec3;
  /** Angle of the slip's direction from tangent 1, rad. */
  readonly angle: number;
  /** Normal impulse at which slip stops, and after that, N s. */
  readonly stopImpulse: number;
  /** Normal impulse after slip has stopped, N s. */
  readonly restImpulse: number;
  /** Distance from the target by the forward law, m. */
  readonly miss: number;
}

/** Parts of an impulse this far below zero, relative, are zero. */
const ON_EDGE = 1e-12;
/** Edges closer than this are one. */
const SAME_EDGE = 1e-9;
/** A hit found in closed form that misses by more than this fraction of the distance is none. */
const LARGEST_MISS = 1e-9;

/**
 * All hits with slip that starts along an invariant direction or with none, slowest first. None with drag, whose flights have no closed
 * form.
 */
export function closedFormHits(hit: Hit): ClosedFormHit[] {
  if (hit.drag > 0) return [];
  const { contact } = hit;
  const cones = impulseCones(contact);
  const found = cones.length === 0 || contact.friction === 0 ? sameEverywhere(hit) : cones.flatMap((cone) => inCone(hit, cone));
  const distance = vec3.norm(hit.displacement);
  const hits = found.flatMap((candidate): ClosedFormHit[] => {
    const { miss } = checkForward(hit, candidate.velocity, candidate.flightTime);
    return miss <= LARGEST_MISS * Math.max(1, distance) ? [{ ...candidate, miss }] : [];
  });
  return hits
    .sort((first, second) => vec3.norm(first.velocity) - vec3.norm(second.velocity))
    .filter((candidate, i) => i === 0 || !sameHit(candidate, hits[i - 1]));
}

/** A hit on an edge is in several cones. */
function sameHit(first: ClosedFormHit, second: ClosedFormHit): boolean {
  return vec3.norm(vec3.subtract(first.velocity, second.velocity)) <= SAME_EDGE * vec3.norm(first.velocity);
}

type Candidate = Omit<ClosedFormHit, "miss">;

function inCone(hit: Hit, cone: ImpulseCone): Candidate[] {
  const { slide, afterStop } = cone;
  const plane = vec3.cross(slide, afterStop);
  const spread = Math.max(Math.abs(slide[0] - afterStop[0]), Math.abs(slide[1] - afterStop[1]));
  if (spread <= SAME_EDGE * (1 + hit.contact.friction)) return onRay(hit, cone);
  const times = quadraticRoots(0.5 * vec3.dot(plane, hit.lift), -vec3.dot(plane, hit.before), vec3.dot(plane, hit.displacement));
  return times.flatMap((time) => (time > 0 ? candidatesAt(hit, cone, time) : []));
}

/** Of a cone that is a single ray: the curve has to meet it. */
function onRay(hit: Hit, cone: ImpulseCone): Candidate[] {
  const { displacement: a, before: v, lift, contact } = hit;
  const across = (i: 0 | 1) => (of: Vec3) => of[i] - cone.slide[i] * of[2];
  const times = ([0, 1] as const).flatMap((i) => quadraticRoots(0.5 * across(i)(lift), -across(i)(v), across(i)(a)));
  return times.flatMap((time) => {
    if (!(time > 0)) return [];
    const impulse = impulseAt(hit, time);
    const off = Math.max(Math.abs(across(0)(impulse)), Math.abs(across(1)(impulse)));
    if (!(impulse[2] > 0 && off <= SAME_EDGE * (1 + contact.friction) * impulse[2])) return [];
    return [edgeCandidate(hit, cone, time, impulse)];
  });
}

function edgeCandidate({ contact }: Hit, cone: ImpulseCone, flightTime: number, impulse: Vec3): Candidate {
  const approach = (cone.afterStopSlope * impulse[2]) / (1 + contact.restitution);
  return {
    case: "3",
    velocity: [0, 0, -approach],
    flightTime,
    impulse,
    angle: cone.angle,
    stopImpulse: 0,
    restImpulse: impulse[2],
  };
}

function impulseAt(hit: Hit, time: number): Vec3 {
  const departure = createDeparture();
  solutionCurve(hit)(time, departure);
  return departure.impulse;
}

function candidatesAt(hit: Hit, cone: ImpulseCone, flightTime: number): Candidate[] {
  const impulse = impulseAt(hit, flightTime);
  const { slide, afterStop, radialRate, direction, angle } = cone;
  const total = impulse[2];
  if (!(total > 0)) return [];
  const [u, w] = [slide[0] - afterStop[0], slide[1] - afterStop[1]];
  const raw = ((impulse[0] - total * afterStop[0]) * u + (impulse[1] - total * afterStop[1]) * w) / (u * u + w * w);
  if (raw < -ON_EDGE * total || raw > (1 + ON_EDGE) * total) return [];
  const stopImpulse = Math.min(total, Math.max(0, raw));
  // Slip that grows never stops.
  if (radialRate >= 0 && stopImpulse > 0) return [];
  const restImpulse = total - stopImpulse;
  const slipSpeed = stopImpulse === 0 ? 0 : -radialRate * stopImpulse;
  const approach = approachSpeed(hit.contact, cone, stopImpulse, restImpulse);
  const velocity: MutableVec3 = [slipSpeed * direction[0], slipSpeed * direction[1], -approach.speed];
  if (approach.case === "jam" && !velocityFor(hit.contact, impulse, velocity, true)) return [];
  return [{ case: approach.case, velocity, flightTime, impulse, angle, stopImpulse, restImpulse }];
}

/** The approach speed of a hit that slides for the first normal impulse and sticks or starts anew for the second. */
export function approachSpeed(
  { restitution }: SlipContact,
  { slideSlope, afterStopSlope }: ImpulseCone,
  stopImpulse: number,
  restImpulse: number,
): { readonly case: ClosedFormCase; readonly speed: number } {
  const [k1, k2, b, c] = [slideSlope, afterStopSlope, stopImpulse, restImpulse];
  if (!(k1 > 0 && k2 > 0)) return { case: "jam", speed: Math.max(Math.abs(k1) * b + Math.abs(k2) * c, 1e-6) / (1 + restitution) };
  if (c === 0) return { case: "2", speed: (k1 * b) / (1 + restitution) };
  if (b === 0) return { case: "3", speed: (k2 * c) / (1 + restitution) };
  const square = restitution * restitution;
  const constant = 0.5 * (square * k1 * b * b - k2 * c * c);
  const linear = square * b + c;
  if (constant <= 0) return { case: "1b", speed: k1 * b + smallRoot((square - 1) / (2 * k2), linear, constant) };
  return { case: "1a", speed: k1 * b + smallRoot((square - 1) / (2 * k1), linear, constant) };
}

/** The approach speed the source computes in its case 1a, from the energy of sliding for the whole impact. */
export function publishedApproach(
  { restitution }: SlipContact,
  { slideSlope }: ImpulseCone,
  stopImpulse: number,
  restImpulse: number,
): number {
  return (slideSlope * (stopImpulse + restImpulse)) / (1 + restitution);
}

/** The root of a x^2 + b x + c = 0 next to zero, for b > 0, in the form that does not cancel and covers a = 0. In case 1a, x = -y. */
function smallRoot(a: number, b: number, c: number): number {
  return (-2 * c) / (b + Math.sqrt(Math.max(0, b * b - 4 * a * c)));
}

/**
 * Every direction is invariant, or there is no friction: the velocity is linear in the impulse, and the flight time is free within the
 * friction cone.
 */
function sameEverywhere(hit: Hit): Candidate[] {
  const { contact, displacement, before, lift } = hit;
  const { b11, normal, restitution, friction } = contact;
  // Without friction slip does not matter, and none is the slowest.
  const slip = friction === 0 ? 0 : b11;
  const approach = normal / (1 + restitution);
  const weighted = (of: Vec3): Vec3 => [slip * of[0], slip * of[1], approach * of[2]];
  const [x, y, z] = [weighted(displacement), weighted(vec3.scale(lift, 0.5)), weighted(before)];
  // Where the speed |x/T + y T - z| is stationary.
  const stationary = quarticRoots(vec3.dot(y, y), -vec3.dot(z, y), 0, vec3.dot(z, x), -vec3.dot(x, x)).filter((time) => time > 0);
  const curve = solutionCurve(hit);
  const stretches = reachableTimes(hit, curve);
  const times = stretches.flatMap(({ from, to }) => [...stationary.filter((time) => time > from && time < to), from, to]);
  return times
    .filter((time, i) => times.indexOf(time) === i)
    .map((flightTime): Candidate => {
      const impulse = impulseAt(hit, flightTime);
      const size = Math.sqrt(impulse[0] * impulse[0] + impulse[1] * impulse[1]);
      const stopImpulse = friction === 0 ? 0 : size / friction;
      const [s1, s2] = size > 0 && friction > 0 ? [-impulse[0] / size, -impulse[1] / size] : [0, 0];
      return {
        case: stopImpulse === 0 ? "3" : "1b",
        velocity: [slip * size * s1, slip * size * s2, -approach * impulse[2]],
        flightTime,
        impulse,
        angle: 0,
        stopImpulse,
        restImpulse: Math.max(0, impulse[2] - stopImpulse),
      };
    });
}
