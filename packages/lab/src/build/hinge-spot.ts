/** Where a hinge goes on a body that is given none: at its upper end, about the axis that faces who looks. */
import { Vector3 } from "three";
import type { View } from "./hands/handle.js";
import { roundedVector } from "./scene/place.js";
import type { Entity, Triple } from "./scene/world.js";

export function hingeSpot(entity: Entity, { back }: View, on?: Vector3): { readonly pivot: Vector3; readonly axis: Triple } {
  const axis: Triple = Math.abs(back.y) >= Math.abs(back.x) ? [0, 1, 0] : [1, 0, 0];
  const pivot = on === undefined ? endOf(entity) : on.clone();
  // In the middle of the body along the axis: it turns without wobbling.
  if (axis[1] === 1) pivot.y = entity.position.y;
  else pivot.x = entity.position.x;
  return { pivot: new Vector3(...roundedVector(pivot, 4)), axis };
}

/** Of what is long its end, the higher one; above a ball, so that it swings. */
function endOf({ shape, position, orientation, reach }: Entity): Vector3 {
  const half =
    shape?.type === "box"
      ? longest(shape.size)
      : shape?.type === "rod" || shape?.type === "capsule"
        ? new Vector3(0, 0, shape.length / 2)
        : shape?.type === "cylinder"
          ? new Vector3(0, 0, shape.height / 2)
          : undefined;
  if (half === undefined) return position.clone().add(new Vector3(0, 0, 3 * reach));
  const arm = half.applyQuaternion(orientation);
  return position.clone().add(arm.z < -1e-9 || (Math.abs(arm.z) <= 1e-9 && arm.x > 0) ? arm.negate() : arm);
}

function longest(size: readonly number[]): Vector3 {
  const most = size.indexOf(Math.max(...size));
  return new Vector3(...[0, 1, 2].map((i) => (i === most ? size[i] / 2 : 0)));
}
