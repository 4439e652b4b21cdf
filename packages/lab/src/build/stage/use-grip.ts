/** How the scene is looked at now, and what of a body a hand would take. */
import { type RefObject, useCallback, useRef } from "react";
import { Vector3 } from "three";
import type { Stage } from "../../stage/stage.js";
import type { Grip, Scales, View } from "../hands/handle.js";
import { velocityOf } from "../hands/velocity.js";
import { nice } from "../palette.js";
import { touchesOf } from "../scene/touch.js";
import type { Entity, World } from "../scene/world.js";
import type { Builder } from "../use-builder.js";
import type { BuildScene } from "./build-scene.js";

/** Part of the reach: nearer than this is touching. */
const TOUCHING = 1e-7;

function scalesFor(entity: Entity, world: World, view: View, height: number): Scales {
  const pixel = view.pixel(entity.position);
  const speed = velocityOf({ world, entity }).length();
  const usual = nice(110 * pixel);
  const room = speed > 0 ? (0.38 * height * pixel) / speed : usual;
  return { velocity: Math.min(usual, nice(room)), spin: Math.max(1, nice(Math.sqrt(9.81 / Math.max(entity.reach, 1e-3)))) };
}

/** Undefined as long as there is no picture. */
export function useGrip(
  { world, text, holding }: Builder,
  stage: Stage | undefined,
  scene: RefObject<BuildScene | undefined>,
  holder: RefObject<HTMLDivElement | null>,
) {
  const scales = useRef<{ readonly name: string; readonly scales: Scales }>(undefined);
  const view = useCallback((): View | undefined => {
    const { current } = scene;
    if (stage === undefined || current === undefined) return undefined;
    const { camera } = stage;
    camera.updateMatrixWorld();
    const [right, up, back] = [0, 1, 2].map((column) => new Vector3().setFromMatrixColumn(camera.matrixWorld, column));
    const height = holder.current?.clientHeight || 1;
    return {
      right,
      up,
      back,
      pixel: (point) => (2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.distanceTo(point)) / height,
      project: stage.project,
      onPlane: current.onPlane,
      pick: current.pick,
    };
  }, [stage, scene, holder]);

  const gripOf = useCallback(
    (name: string): Grip | undefined => {
      const now = view();
      const entity = world.entities.get(name);
      if (now === undefined || entity === undefined) return undefined;
      if (scales.current === undefined || scales.current.name !== name || !holding)
        scales.current = { name, scales: scalesFor(entity, world, now, holder.current?.clientHeight ?? 600) };
      const near = TOUCHING * Math.max(entity.reach, 1e-3);
      const touches = touchesOf(world, entity, near).filter(({ gap }) => gap > -near);
      return { text, world, entity, touches, view: now, scales: scales.current.scales };
    },
    [view, world, text, holding, holder],
  );
  return { view, gripOf };
}
