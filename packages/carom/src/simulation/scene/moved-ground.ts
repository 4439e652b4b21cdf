/** Ground of a scene that is moved, put under the system that takes it for fixed. */
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import { type DrivenPair, type DrivenPlacement, type DrivenSurface, onDrivenGround } from "../free-bodies/driven-ground.js";
import type { SurfacePair } from "../free-bodies/free-bodies.js";
import { groundMotion } from "../free-bodies/ground-motion.js";
import type { SceneSystem } from "../system/scene-system.js";
import type { Scene } from "./scene.js";

/** The system with planes and fixed bodies that are moved, if there are any. */
export function movedGround({ bodies }: Scene, system: SceneSystem, pairs: readonly SurfacePair[]): SceneSystem {
  const surfaces = Object.entries(bodies).flatMap(([name, body]): DrivenSurface[] => {
    if (!("plane" in body || "fixed" in body) || body.motion === undefined) return [];
    const motion = groundMotion(body.motion, `bodies.${name}.motion`);
    if ("plane" in body) return [{ name, position: body.plane.point ?? vec3.ZERO, motion }];
    return [{ name, position: body.position, orientation: body.orientation ?? quaternion.IDENTITY, motion }];
  });
  if (surfaces.length === 0) return system;
  const driven = pairs.flatMap(({ between, fixed }, pair): DrivenPair[] => {
    const surface = surfaces.find(({ name }) => name === between[1]);
    if (surface === undefined || fixed === undefined) return [];
    const placement = fixed as DrivenPlacement;
    return [{ pair, placement, position: [...placement.position], orientation: [...placement.orientation], motion: surface.motion }];
  });
  return onDrivenGround(system, surfaces, driven);
}
