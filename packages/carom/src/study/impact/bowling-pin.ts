/**
 * Does the mobility that 000 prints for its bowling pin and ball belong to the bodies it prints? It prints masses, centres, principal
 * moments and the pin's turn about y, arctan 3.15435; but a pin has no three different moments, and with that turn no order of them comes
 * closer than 1.2 % of the largest entry. So the orientation is taken for unknown.
 *
 * Without the ball and the mass of the pin, what is left of the mobility is A = P^T K P with P the cross-product matrix of the pin's arm r
 * and K its inverse inertia. So A r = 0 whatever the orientation. Across the arm A is |r|^2 times K seen in that plane and turned by a
 * right angle, and a turn of the pin gives it there any eigenvectors, and any eigenvalues |r|^2 m_1, |r|^2 m_2 that interlace with those of
 * K, k_3 <= m_1 <= k_2 <= m_2 <= k_1. The orientation that comes closest therefore takes both from the printed matrix, and only what is
 * printed along the arm stays a difference. In principal axes
 *
 *     r_i^2/|r|^2 = (k_i - m_1)(k_i - m_2)/((k_i - k_j)(k_i - k_l))          the direction with m has the components r_i/(k_i - m)
 *
 * Whatever the orientations of both bodies, r_1 . (W - 1/m1 - 1/m2) r_2 = 0: of the six numbers one can be compared without a fit.
 *
 * Letters: W mobility; k, m eigenvalues of K and of K in the plane; r arm; m1, m2 masses.
 * Source: 000 figure 2.16 and section 2.6.4; eq. (2.3)-(2.5).
 */
import { InvalidInputError } from "../../errors.js";
import { fromColumns, fromRows, type Mat3, multiply, symmetricEigen, transformVector, transpose } from "../../math/mat3.js";
import { fromMatrix, type Quaternion } from "../../math/quaternion.js";
import { cross, dot, normalize, scale, type Vec3 } from "../../math/vec3.js";
import { type Bodies, contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";

/** As printed: the contact is the origin, its normal z points into the pin. */
export const PIN: RigidBody = { mass: 1.63293, inertia: [0.0021186, 0.012092, 0.014029], position: [0.068436, -2.42e-6, 0.073735] };
export const BALL: RigidBody = { mass: 6.35029, inertia: [0.0295723, 0.029669, 0.030068], position: [-0.000061, -0.00089, -0.108458] };

/** Keeps clamped eigenvalues this part of their interval away from its ends, where the direction of the arm would be undefined. */
const INSIDE = 1e-9;

export interface PinFit {
  /**
   * Largest difference of an entry, over the largest entry, from the mobility of the two bodies with the pin turned to come closest (the
   * ball's axes are those of the contact).
   */
  readonly residual: number;
  /** That orientation of the pin. */
  readonly orientation: Quaternion;
  /** 1/m1 + 1/m2 as the mobility and the centres alone give it, 1/kg: the same for all orientations. */
  readonly inverseMass: number;
}

/** Compares a mobility with those of the printed pin and ball. */
export function fitPin(mobility: readonly (readonly number[])[]): PinFit {
  if (mobility.length !== 3) throw new InvalidInputError("published", "pinFit", "is for the mobility of one spatial contact");
  const printed = fromRows(mobility);
  const orientation = closestOrientation(printed);
  const ours = mobilityOf({ pin: { ...PIN, orientation }, ball: BALL });
  return {
    residual: Math.max(...ours.map((value, i) => Math.abs(value - printed[i]))) / Math.max(...printed.map(Math.abs)),
    orientation,
    inverseMass: dot(PIN.position, transformVector(printed, BALL.position)) / dot(PIN.position, BALL.position),
  };
}

/** The mobility of the contact between two bodies called pin and ball. */
export function mobilityOf(bodies: Bodies): Mat3 {
  const contact = {
    between: ["pin", "ball"],
    point: [0, 0, 0],
    normal: [0, 0, 1],
    tangent: [1, 0, 0],
    friction: 0,
    restitution: 0,
  } as const;
  return fromRows(contactProblemFromBodies(bodies, [contact]).problem.mobility);
}

function closestOrientation(printed: Mat3): Quaternion {
  const ball = mobilityOf({ pin: "fixed", ball: BALL });
  const arm = normalize(scale(PIN.position, -1))!;
  const square = dot(PIN.position, PIN.position);
  const left = printed.map((value, i) => value - ball[i] - (i % 4 === 0 ? 1 / PIN.mass : 0)) as unknown as Mat3;
  const { values, vectors } = symmetricEigen(acrossOnly(left, arm));

  const inverse = (PIN.inertia as Vec3).map((moment) => 1 / moment) as unknown as Vec3;
  const [largest, middle, smallest] = [...inverse].sort((a, b) => b - a);
  const low = clamp(values[0] / square, smallest, middle);
  const high = clamp(values[1] / square, middle, largest);
  const armInBody = inverse.map((k, i) => {
    const [j, l] = [inverse[(i + 1) % 3], inverse[(i + 2) % 3]];
    return Math.sqrt(((k - low) * (k - high)) / ((k - j) * (k - l)));
  }) as unknown as Vec3;
  const lowInBody = normalize(inverse.map((k, i) => armInBody[i] / (k - low)) as unknown as Vec3)!;
  // An eigenvector f of A across the arm belongs to the direction r x f of the inertia.
  const lowInContact = cross(arm, [vectors[0], vectors[3], vectors[6]]);
  const body = fromColumns(armInBody, lowInBody, cross(armInBody, lowInBody));
  const contact = fromColumns(arm, lowInContact, cross(arm, lowInContact));
  return fromMatrix(multiply(contact, transpose(body)));
}

/** The part of a symmetric matrix across a unit vector, which itself becomes the eigenvector of the largest eigenvalue. */
function acrossOnly(matrix: Mat3, along: Vec3): Mat3 {
  const image = transformVector(matrix, along);
  const twice = dot(along, image);
  const top = matrix.reduce((sum, value) => sum + Math.abs(value), 1);
  return matrix.map((value, n) => {
    const [i, j] = [Math.floor(n / 3), n % 3];
    return value - along[i] * image[j] - image[i] * along[j] + (twice + top) * along[i] * along[j];
  }) as unknown as Mat3;
}

function clamp(value: number, low: number, high: number): number {
  const margin = INSIDE * (high - low);
  return Math.min(Math.max(value, low + margin), high - margin);
}
