/** Arrows: thin with an open head for velocities, thick with a solid head for impulses and forces. Drawn over the bodies. */
import { type Color, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";

const UP = new Vector3(0, 1, 0);

export interface Arrow {
  readonly object: Group;
  /** @param vector direction and length, m, as drawn; shorter than nothing to see: hidden */
  set(from: Vector3, vector: Vector3, thickness: number): void;
  paint(colour: Color): void;
}

export function arrow(): Arrow {
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  const shaft = new Mesh(new CylinderGeometry(0.5, 0.5, 1, 12).translate(0, 0.5, 0), material);
  const head = new Mesh(new ConeGeometry(1, 1, 20).translate(0, 0.5, 0), material);
  const object = new Group();
  object.renderOrder = 2;
  shaft.renderOrder = 2;
  head.renderOrder = 2;
  object.add(shaft, head);
  const turn = new Quaternion();
  const direction = new Vector3();
  return {
    object,
    set: (from, vector, thickness) => {
      const length = vector.length();
      object.visible = length > 1.5 * thickness;
      if (!object.visible) return;
      direction.copy(vector).divideScalar(length);
      object.position.copy(from);
      object.quaternion.copy(turn.setFromUnitVectors(UP, direction));
      const tip = Math.min(4 * thickness, 0.5 * length);
      shaft.scale.set(thickness, length - tip, thickness);
      head.position.set(0, length - tip, 0);
      head.scale.set(0.36 * tip, tip, 0.36 * tip);
    },
    paint: (colour) => {
      material.color.copy(colour);
    },
  };
}
