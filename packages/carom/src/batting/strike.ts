/**
 * The forward map of the planner: contact velocity -> impulse, with its derivatives.
 *
 * The law `frictional` followed by series, on plain numbers. The map is homogeneous of degree one: twice the velocity gives twice the
 * impulse, so the matrix J of its derivatives satisfies J v = I. Thus the direction of the impulse, I_t / I_n, depends on the slip over the
 * approach speed alone, two numbers on two.
 */
import type { SlipContact } from "../impact/slip/contact.js";
import { impulseGradients } from "../impact/slip/gradients.js";
import { createSlipPath, type SlipPath } from "../impact/slip/path.js";
import { followSlipBySeries } from "../impact/slip/series.js";
import type { Mat3 } from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";

/** Fractions of the approach that are no slip. */
const NEGLIGIBLE = 1e-20;

function follow(contact: SlipContact, velocity: Vec3, path: SlipPath): void {
  const small = NEGLIGIBLE * Math.abs(velocity[2]);
  const still = Math.abs(velocity[0]) < small && Math.abs(velocity[1]) < small;
  contact.slip1 = still ? 0 : velocity[0];
  contact.slip2 = still ? 0 : velocity[1];
  contact.normalVelocity = velocity[2];
  followSlipBySeries(contact, path);
}

/** The impulse of an approaching contact (velocity[2] < 0), N s. Who strikes often gives the path to write in. */
export function strike(contact: SlipContact, velocity: Vec3, out: MutableVec3 = [0, 0, 0], path = createSlipPath()): MutableVec3 {
  follow(contact, velocity, path);
  const { impulse1, impulse2, normalImpulse } = path.state;
  out[0] = impulse1;
  out[1] = impulse2;
  out[2] = normalImpulse;
  return out;
}

/**
 * Derivatives of the impulse struck last on this path by the contact velocity, kg; undefined where there are none (slip that starts from
 * rest).
 */
export function strikeDerivatives(contact: SlipContact, path: SlipPath): Mat3 | undefined {
  const gradients = impulseGradients(contact, path);
  if (!gradients.available) return undefined;
  const [a, b, c] = gradients.velocity;
  return [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]];
}
