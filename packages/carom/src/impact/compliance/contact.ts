/**
 * One contact with tangential springs as plain numbers without units, in axes that suit it.
 *
 * Dividing velocities by the approach speed |v_n| and the mobility by its normal element W_nn leaves an impact that starts with the normal
 * velocity -1 at normal mobility 1; impulses come out in units of |v_n| / W_nn and energies in units of v_n^2 / W_nn. That this loses
 * nothing is the scaling theorem of the source (Theorem 3): an outcome in these units holds for every speed and every mass.
 *
 * The springs are isotropic, so any tangents do. These are turned so that the first one lies along the slip (or, without slip, along the
 * coupling d): an impact that stays in one plane then has no second tangential component at all, and is solved in closed form.
 *
 * Letters: B b11 b12 b22 and d d1 d2, the blocks of the mobility as in slip/contact.ts; eta0^2 stiffnessRatio.
 * Source: 001 eq. (12), Theorems 2 and 3.
 */
import { hypot } from "../../math/elementary.js";
import type { SlipContact } from "../slip/contact.js";

export interface ComplianceContact {
  readonly b11: number;
  readonly b12: number;
  readonly b22: number;
  readonly d1: number;
  readonly d2: number;
  /** Tangential velocity before; the normal velocity before is -1 and the normal mobility 1. */
  readonly slip1: number;
  readonly slip2: number;
  readonly friction: number;
  /** Friction coefficient while slipping in restitution: the same, or what the source used for its figures. */
  readonly restitutionFriction: number;
  readonly restitution: number;
  /** Normal over tangential stiffness in compression. */
  readonly stiffnessRatio: number;
  /** Nothing ever leaves the plane of the normal and the first tangent. */
  readonly planar: boolean;
  /** The first tangent in the problem's tangents. */
  readonly cosine: number;
  readonly sine: number;
  /** Units: m/s, N s and J. */
  readonly speed: number;
  readonly impulse: number;
  readonly energy: number;
}

/** An element this small beside the largest of its matrix is the rounding of the turn. */
const ROUNDING = 1e-15;

/** Friction below this moves the impulse by less than its rounding, and its cone is too thin to be followed. */
const FRICTIONLESS = 1e-15;

/** For an approaching contact. */
export function complianceContactOf(contact: SlipContact, stiffnessRatio: number, restitutionFriction: number): ComplianceContact {
  const { normal, slip1, slip2, d1, d2 } = contact;
  const speed = -contact.normalVelocity;
  const [cosine, sine] = firstTangent(slip1, slip2, d1, d2);
  const cc = cosine * cosine;
  const cs = cosine * sine;
  const ss = sine * sine;
  const b11 = (cc * contact.b11 + 2 * cs * contact.b12 + ss * contact.b22) / normal;
  const b22 = (ss * contact.b11 - 2 * cs * contact.b12 + cc * contact.b22) / normal;
  const b12 = (cs * (contact.b22 - contact.b11) + (cc - ss) * contact.b12) / normal;
  const along = (cosine * d1 + sine * d2) / normal;
  const across = (cosine * d2 - sine * d1) / normal;
  const planar = Math.abs(b12) <= ROUNDING * Math.max(b11, b22) && Math.abs(across) <= ROUNDING * Math.sqrt(b22);
  return {
    b11,
    b12: planar ? 0 : b12,
    b22,
    d1: along,
    d2: planar ? 0 : across,
    slip1: hypot(slip1, slip2) / speed,
    slip2: 0,
    friction: contact.friction < FRICTIONLESS ? 0 : contact.friction,
    restitutionFriction: contact.friction < FRICTIONLESS ? 0 : restitutionFriction,
    restitution: contact.restitution,
    stiffnessRatio,
    planar,
    cosine,
    sine,
    speed,
    impulse: speed / normal,
    energy: (speed * speed) / normal,
  };
}

function firstTangent(slip1: number, slip2: number, d1: number, d2: number): readonly [number, number] {
  const slip = hypot(slip1, slip2);
  if (slip > 0) return [slip1 / slip, slip2 / slip];
  const coupling = hypot(d1, d2);
  return coupling > 0 ? [d1 / coupling, d2 / coupling] : [1, 0];
}
