/**
 * How the touching place of two balls changes with the bodies that carry them.
 *
 *     d = c_1 - c_2     n = d / |d|     dn = (dd - (n . dd) n) / |d|     n' = (d' - (n . d') n) / |d|
 *
 * and n' changes by the same rule for a quotient once more.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Ball } from "./pair-geometry.js";
import type { CarrierChange } from "./touch-changes.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** Writes the change of a touching place per unit of the changes of its carriers. */
export type BallChange = (
  firstBall: Ball,
  secondBall: Ball,
  carriers: readonly [Carrier, Carrier],
  changes: readonly [CarrierChange, CarrierChange],
  out: TouchGeometry,
) => void;

/** The centre of a ball from its body's centre of mass, its rate, and the changes of both. */
interface CentreChange {
  readonly arm: MutableVec3;
  readonly rate: MutableVec3;
  readonly armChange: MutableVec3;
  readonly rateChange: MutableVec3;
}

const createCentre = (): CentreChange => ({ arm: [0, 0, 0], rate: [0, 0, 0], armChange: [0, 0, 0], rateChange: [0, 0, 0] });

export function createBallChange(): BallChange {
  const [near, far] = [createCentre(), createCentre()];
  const vector = (): MutableVec3 => [0, 0, 0];
  const [between, betweenChange, rate, rateChange, normal, normalRate, work] = Array.from({ length: 7 }, vector);

  function readCentre({ centre }: Ball, carrier: Carrier, change: CarrierChange, out: CentreChange): void {
    quaternion.rotate(carrier.orientation, centre, out.arm);
    vec3.cross(change.turn, out.arm, out.armChange);
    vec3.cross(carrier.angularVelocity, out.arm, out.rate);
    vec3.cross(change.angularVelocity, out.arm, out.rateChange);
    vec3.add(out.rateChange, vec3.cross(carrier.angularVelocity, out.armChange, work), out.rateChange);
  }

  return (firstBall, secondBall, [first, second], [one, other], out) => {
    readCentre(firstBall, first, one, near);
    readCentre(secondBall, second, other, far);
    for (let c = 0; c < 3; c++) {
      between[c] = first.position[c] + near.arm[c] - second.position[c] - far.arm[c];
      betweenChange[c] = one.position[c] + near.armChange[c] - other.position[c] - far.armChange[c];
      rate[c] = first.velocity[c] + near.rate[c] - second.velocity[c] - far.rate[c];
      rateChange[c] = one.velocity[c] + near.rateChange[c] - other.velocity[c] - far.rateChange[c];
    }
    const distance = vec3.norm(between);
    for (let c = 0; c < 3; c++) normal[c] = distance > 0 ? between[c] / distance : c === 2 ? 1 : 0;
    const inverse = distance > 0 ? 1 / distance : 0;
    const apart = vec3.dot(normal, betweenChange);
    const parting = vec3.dot(normal, rate);
    for (let c = 0; c < 3; c++) {
      out.normal[c] = (betweenChange[c] - apart * normal[c]) * inverse;
      normalRate[c] = (rate[c] - parting * normal[c]) * inverse;
    }
    const partingChange = vec3.dot(out.normal, rate) + vec3.dot(normal, rateChange);
    out.gap = apart;
    for (let c = 0; c < 3; c++) {
      out.normalRate[c] = (rateChange[c] - partingChange * normal[c] - parting * out.normal[c] - apart * normalRate[c]) * inverse;
      out.point[c] = one.position[c] + near.armChange[c] - firstBall.radius * out.normal[c];
      out.firstArmRate[c] = near.rateChange[c] - firstBall.radius * out.normalRate[c];
      out.secondArmRate[c] = far.rateChange[c] + secondBall.radius * out.normalRate[c];
    }
  };
}
