/** What is under a place of the picture. */
import { type Object3D, Plane, Quaternion, Raycaster, Vector2, Vector3 } from "three";
import type { Stage } from "../../stage/stage.js";
import type { Entity } from "../scene/world.js";

export interface Hit {
  readonly name: string;
  readonly point: Vector3;
  /** Of unit length, towards who looks. */
  readonly normal: Vector3;
}

export interface Eye {
  /** The first body or plane under a place, px. @param far how far away a plane may be, m */
  pick(x: number, y: number, objects: readonly Object3D[], planes: readonly Entity[], far: number): Hit | undefined;
  onPlane(x: number, y: number, point: Vector3, normal: Vector3): Vector3 | undefined;
}

export function createEye(stage: Stage): Eye {
  const ray = new Raycaster();
  const pointer = new Vector2();
  function aim(x: number, y: number): void {
    const { clientWidth, clientHeight } = stage.controls.domElement as HTMLElement;
    pointer.set((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    stage.camera.updateMatrixWorld();
    ray.setFromCamera(pointer, stage.camera);
  }
  return {
    pick: (x, y, objects, planes, far) => {
      aim(x, y);
      const [first] = ray.intersectObjects([...objects], true).filter(({ face }) => face != null);
      const flat = nearestPlane(planes, ray, far);
      if (first === undefined || (flat !== undefined && flat.distance < first.distance)) return flat;
      return {
        name: String(first.object.userData.name),
        point: first.point,
        normal: first.face!.normal.clone().applyQuaternion(first.object.getWorldQuaternion(new Quaternion())),
      };
    },
    onPlane: (x, y, point, normal) => {
      aim(x, y);
      return ray.ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, point), new Vector3()) ?? undefined;
    },
  };
}

function nearestPlane(planes: readonly Entity[], { ray }: Raycaster, far: number): (Hit & { readonly distance: number }) | undefined {
  let found: (Hit & { readonly distance: number }) | undefined;
  for (const { name, position, orientation } of planes) {
    const normal = new Vector3(0, 0, 1).applyQuaternion(orientation);
    // From below a plane is not pressed.
    if (ray.direction.dot(normal) >= 0) continue;
    const point = ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, position), new Vector3());
    if (point === null) continue;
    const distance = point.distanceTo(ray.origin);
    if (distance < (found?.distance ?? far + ray.origin.length())) found = { name, point, normal, distance };
  }
  return found;
}
