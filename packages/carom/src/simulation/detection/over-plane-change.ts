/**
 * How the touching place of a corner, ball, rim or ellipsoid over a plane changes with the two bodies.
 *
 *     n = R_2 n_2                   dn = phi_2 x n          n' = w_2 x n
 *     a = R_1 c                     da = phi_1 x a          a' = w_1 x a
 *     p = a - b - g n               g = n . (x_1 + a - x_2) - offset - l
 *     p' = a' - b' - g' n - g n'
 *
 * What hangs below the centre a is b (plane-support.ts), l = n . b.
 *
 * Letters: c centre in body axes, p arm of the foot on the plane, g gap, x centres of mass, w angular velocities, phi turns; 1 the body, 2
 * what carries the plane.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Plane } from "./over-plane.js";
import type { Primitive } from "./pair-geometry.js";
import { createSupportChange, sumOfCrosses } from "./plane-support.js";
import type { CarrierChange } from "./touch-changes.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** Writes the change of a touching place per unit of the changes of its carriers. */
export type PlaneChange = (
  primitive: Primitive,
  carriers: readonly [Carrier, Carrier],
  changes: readonly [CarrierChange, CarrierChange],
  out: TouchGeometry,
) => void;

export function createPlaneChange(plane: Plane): PlaneChange {
  const vector = (): MutableVec3 => [0, 0, 0];
  const [normal, normalRate, arm, armChange, armRate, armRateChange, over, work] = Array.from({ length: 8 }, vector);
  const { below, hang } = createSupportChange(normal, normalRate);

  return (primitive, carriers, changes, out) => {
    const first = carriers[0];
    const second = carriers[1];
    const one = changes[0];
    const other = changes[1];
    quaternion.rotate(second.orientation, plane.normal, normal);
    vec3.cross(second.angularVelocity, normal, normalRate);
    vec3.cross(other.turn, normal, out.normal);
    sumOfCrosses(other.angularVelocity, normal, second.angularVelocity, out.normal, work, out.normalRate);
    quaternion.rotate(first.orientation, primitive.kind === "point" ? primitive.point : primitive.centre, arm);
    vec3.cross(one.turn, arm, armChange);
    vec3.cross(first.angularVelocity, arm, armRate);
    sumOfCrosses(one.angularVelocity, arm, first.angularVelocity, armChange, work, armRateChange);
    hang(primitive, first, one, out);
    // The lowest point over the plane, and how that changes; the same of its rate.
    let height = -plane.offset - below.length;
    let heightChange = -below.lengthChange;
    let rate = -below.lengthRate;
    let rateChange = -below.lengthRateChange;
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
    for (let c = 0; c < 3; c++) {
      const down = -below.change[c] - heightChange * normal[c] - height * out.normal[c];
      const downRate =
        -below.rateChange[c] - rateChange * normal[c] - rate * out.normal[c] - heightChange * normalRate[c] - height * out.normalRate[c];
      out.point[c] = one.position[c] + armChange[c] + down;
      out.firstArmRate[c] = armRateChange[c] + downRate;
      out.secondArmRate[c] = over[c] + downRate;
    }
  };
}
