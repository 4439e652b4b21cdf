/**
 * One spatial contact as plain numbers: what every method that follows the slip works on.
 *
 * The mobility W splits into the tangent block B, the coupling d and the normal mobility:
 *
 *     W = | B   d |        slip' = d - friction B slip/|slip|        normal velocity' = normal - friction d . slip/|slip|
 *         | d^T n |
 *
 * where ' is the derivative with respect to the normal impulse. A contact that has stopped sticks if the friction ratio it needs,
 * |B^-1 d|, is at most the static friction; then the normal velocity rises with the slope n - d . B^-1 d > 0.
 *
 * Letters of the sheets: B b11 b12 b22, d d1 d2, W_zz normal, gamma slip, v_z normalVelocity, q = B^-1 d hold, s stickSlope.
 */
export interface SlipContact {
  /** Mobility along tangent 1, 1/kg. */
  b11: number;
  /** Mobility that couples the tangents, 1/kg. */
  b12: number;
  /** Mobility along tangent 2, 1/kg. */
  b22: number;
  /** Mobility that couples tangent 1 and normal, 1/kg. */
  d1: number;
  /** Mobility that couples tangent 2 and normal, 1/kg. */
  d2: number;
  /** Mobility along the normal, 1/kg, > 0. */
  normal: number;
  /** Slip along tangent 1 before the impact, m/s. */
  slip1: number;
  /** Slip along tangent 2 before the impact, m/s. */
  slip2: number;
  /** Before the impact, m/s; below zero: the bodies approach. */
  normalVelocity: number;
  /** Of a contact that slips, >= 0. */
  friction: number;
  /** Of a contact that has stopped, at least that of slip. */
  staticFriction: number;
  /** Energetic, 0 to 1. */
  restitution: number;
  /** B^-1 d: the tangential impulse per normal impulse that holds a stopped contact is minus this. */
  hold1: number;
  /** The same along tangent 2. */
  hold2: number;
  /** Normal velocity per normal impulse while the contact sticks, 1/kg. */
  stickSlope: number;
}

/** All zero, to be filled by whoever solves many impacts. */
export function createSlipContact(): SlipContact {
  return {
    b11: 0,
    b12: 0,
    b22: 0,
    d1: 0,
    d2: 0,
    normal: 0,
    slip1: 0,
    slip2: 0,
    normalVelocity: 0,
    friction: 0,
    staticFriction: 0,
    restitution: 0,
    hold1: 0,
    hold2: 0,
    stickSlope: 0,
  };
}

/** Fills in what follows from the mobility. Call after setting it. */
export function completeSlipContact(contact: SlipContact): SlipContact {
  const { b11, b12, b22, d1, d2 } = contact;
  // Elimination with the larger diagonal entry as pivot loses no digits for a positive definite block.
  if (b11 >= b22) {
    const ratio = b12 / b11;
    contact.hold2 = (d2 - ratio * d1) / (b22 - ratio * b12);
    contact.hold1 = (d1 - b12 * contact.hold2) / b11;
  } else {
    const ratio = b12 / b22;
    contact.hold1 = (d1 - ratio * d2) / (b11 - ratio * b12);
    contact.hold2 = (d2 - b12 * contact.hold1) / b22;
  }
  contact.stickSlope = contact.normal - d1 * contact.hold1 - d2 * contact.hold2;
  return contact;
}

/** Whether a contact that has stopped stays stopped. */
export function holds(contact: SlipContact): boolean {
  const { hold1, hold2, staticFriction } = contact;
  return hold1 * hold1 + hold2 * hold2 <= staticFriction * staticFriction;
}

/** Whether friction can push the bodies together faster than the normal impulse pushes them apart: friction |d| >= normal mobility. */
export function canJam(contact: SlipContact): boolean {
  const { d1, d2, friction, normal } = contact;
  return friction * Math.sqrt(d1 * d1 + d2 * d2) >= normal;
}
