/** The corners of a shape, as it is drawn on stages, in the world. */
import { Quaternion, Vector3 } from "three";
import { geometriesOf } from "../stage/shape-geometry.js";
import type { PlacedShape, Triple } from "./bodies-of.js";

export function pointsOf({ shape, position, orientation }: PlacedShape): Triple[] {
  const turn = new Quaternion(...orientation);
  const corner = new Vector3();
  return geometriesOf(shape).flatMap(({ attributes: { position: list } }) =>
    Array.from({ length: list.count }, (_, i): Triple => {
      corner.fromBufferAttribute(list, i).applyQuaternion(turn);
      return [corner.x + position[0], corner.y + position[1], corner.z + position[2]];
    }),
  );
}
