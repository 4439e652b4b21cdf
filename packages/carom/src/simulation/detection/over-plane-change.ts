/**
 * How the touching place of a ball (of radius rho, or none: a point) over a plane changes with the two bodies.
 *
 *     n = R_2 n_2                   dn = phi_2 x n          n' = w_2 x n
 *     a = R_1 c                     da = phi_1 x a
 *     p = a - rho n - g n           g = n . (x_1 + a - x_2) - offset - rho
 *     p' = w_1 x a - rho n' - g' n - g n'
 *
 * Letters: c centre in body axes, p arm of the foot on the plane, g gap, x centres of mass, w angular velocities, phi turns; 1 the body, 2
 * what carries the plane.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Plane } from "./over-plane.js";
import type { CarrierChange } from "./touch-changes.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** Writes the change of a touching place per unit of the changes of its carriers. */
export type PlaneChange = (
  centre: Vec3,
  radius: number,
  carriers: readonly [Carrier, Carrier],
  changes: readonly [CarrierChange, CarrierChange],
  out: TouchGeometry,
) => void;

export function createPlaneChange(plane: Plane): PlaneChange {
  const vector = (): MutableVec3 => [0, 0, 0];
  const [normal, normalRate, arm, armChange, armRate, armRateChange, over, work] = Array.from({ length: 8 }, vector);

  return (centre, radius, [first, second], [one, other], out) => {
    quaternion.rotate(second.orientation, plane.normal, normal);
    vec3.cross(second.angularVelocity, normal, normalRate);
    vec3.cross(other.turn, normal, out.normal);
    sumOfCrosses(other.angularVelocity, normal, second.angularVelocity, out.normal, work, out.normalRate);
    quaternion.rotate(first.orientation, centre, arm);
    vec3.cross(one.turn, arm, armChange);
    vec3.cross(first.angularVelocity, arm, armRate);
    sumOfCrosses(one.angularVelocity, arm, first.angularVelocity, armChange, work, armRateChange);
    // The centre over the plane, and how that changes; the same of its rate.
    let [height, heightChange, rate, rateChange] = [-plane.offset - radius, 0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const distance = first.position[c] + arm[c] - second.position[c];
      const distanceChange = one.position[c] + armChange[c] - other.position[c];
      const speed = first.velocity[c] + armRate[c] - second.velocity[c];
      const speedChange = one.velocity[c] + armRateChange[c] - other.velocity[c];
      height += normal[c] * distance;
      heightChange += out.normal[c] * distance + normal[c] * distanceChange;
      rate += normal[c] * speed + normalRate[c] * distance;
      rateChange += out.normal[c] * speed + normal[c] * speedChange + out.normalRate[c] * distance + normalRate[c] * distanceChange;
      over[c] = speedChange;
    }
    out.gap = heightChange;
    const length = radius + height;
    for (let c = 0; c < 3; c++) {
      const down = -heightChange * normal[c] - length * out.normal[c];
      const downRate = -rateChange * normal[c] - rate * out.normal[c] - heightChange * normalRate[c] - length * out.normalRate[c];
      out.point[c] = one.position[c] + armChange[c] + down;
      out.firstArmRate[c] = armRateChange[c] + downRate;
      out.secondArmRate[c] = over[c] + downRate;
    }
  };
}

/** a x b + c x d */
function sumOfCrosses(a: Vec3, b: Vec3, c: Vec3, d: Vec3, work: MutableVec3, out: MutableVec3): void {
  vec3.cross(a, b, work);
  vec3.cross(c, d, out);
  vec3.add(out, work, out);
}
