/**
 * Impulse cones: what a hit can do whose slip starts along an invariant direction.
 *
 * Such slip runs straight until it stops, and the impulse runs along d = n - friction s; from then on along o, which is n - B^-1 d where
 * the contact sticks and n - friction z along the centrifugal direction z where it does not. So all impulses of such hits are t1 d + t2 o
 * with t1, t2 >= 0: a flat sector between two edges, one for each invariant direction s, all with the edge o in common. Both edges have a
 * normal part of one, so t1 is the normal impulse at which slip stops and t1 + t2 all of it.
 *
 * Letters: delta slide, sigma afterStop, lambda radialRate; k1, k2 slideSlope, afterStopSlope (1/m_delta, 1/m_sigma). Source: 000 theorem
 * 9, eq. (4.5), (4.6), (4.8).
 */
import { holds, type SlipContact } from "../impact/slip/contact.js";
import { centrifugalDirection, type InvariantDirection, invariantDirections } from "../impact/slip/directions.js";
import type { Vec3 } from "../math/vec3.js";

/** Contact axes. */
export interface ImpulseCone {
  /** Of the slip. */
  readonly direction: readonly [number, number];
  /** rad, from tangent 1 towards tangent 2. */
  readonly angle: number;
  /** Whether slip along its direction slows down or speeds up. */
  readonly kind: InvariantDirection["kind"];
  /** Change of the slip speed per normal impulse, 1/kg. */
  readonly radialRate: number;
  /** Impulse per normal impulse while it slides. */
  readonly slide: Vec3;
  /** Impulse per normal impulse once slip has stopped. */
  readonly afterStop: Vec3;
  /** Change of the normal velocity per normal impulse on either edge, 1/kg. */
  readonly slideSlope: number;
  /** Normal velocity per normal impulse after slip has stopped, 1/kg. */
  readonly afterStopSlope: number;
}

/** Impulse per normal impulse of a contact that has stopped. */
export function afterStopDirection(contact: SlipContact): Vec3 {
  if (holds(contact)) return [-contact.hold1, -contact.hold2, 1];
  const away = new Float64Array(2);
  centrifugalDirection(contact, away);
  return [-contact.friction * away[0], -contact.friction * away[1], 1];
}

const slopeAlong = ({ d1, d2, normal }: SlipContact, [i1, i2]: Vec3) => d1 * i1 + d2 * i2 + normal;

/** One for each invariant direction; none where every direction is one. */
export function impulseCones(contact: SlipContact): ImpulseCone[] {
  const afterStop = afterStopDirection(contact);
  const afterStopSlope = slopeAlong(contact, afterStop);
  return invariantDirections(contact).map(({ direction, angle, kind, radialRate }) => {
    const slide: Vec3 = [-contact.friction * direction[0], -contact.friction * direction[1], 1];
    return { direction, angle, kind, radialRate, slide, afterStop, slideSlope: slopeAlong(contact, slide), afterStopSlope };
  });
}
