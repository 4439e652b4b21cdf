/** What stands there: planes as pieces of a grid, and fixed solids; some of them are moved. */
import type { SimulationStudy } from "carom/study";
import { type Object3D, Quaternion, type Sphere, Vector3 } from "three";
import { type ClayBody, clayBody } from "../../stage/body-mesh.js";
import type { StageColours } from "../../stage/colours.js";
import type { Caster } from "../../stage/contact-shadow.js";
import { fixedShape } from "../../stage/fixed-shape.js";
import { type Ground, grid } from "../../stage/ground.js";
import type { Motion } from "../motion.js";
import type { Run } from "../run.js";

export interface Scenery {
  readonly objects: readonly Object3D[];
  paint(colours: StageColours): void;
  /** Moves what is moved, and shades the ground. */
  show(time: number): void;
}

interface Surroundings {
  /** About everything that moves. */
  readonly ball: Sphere;
  readonly radius: number;
  /** Of the grid, m. */
  readonly cell: number;
  readonly casters: readonly Caster[];
}

export function sceneryOf(study: SimulationStudy, { series }: Run, motion: Motion, surroundings: Surroundings): Scenery {
  const grounds: { readonly ground: Ground; readonly moved?: string }[] = [];
  const fixed: ClayBody[] = [];
  /** Solids on which things rest, and which are moved. */
  const carried: { readonly name: string; readonly object: Object3D }[] = [];
  const objects: Object3D[] = [];
  for (const [name, body] of Object.entries(study.bodies)) {
    const moved = series.bodies[name] === undefined ? {} : { moved: name };
    if ("plane" in body) {
      const ground = groundOf(body.plane, surroundings);
      grounds.push({ ground, ...moved });
      objects.push(ground.object);
    } else if ("fixed" in body) {
      const made = clayBody(fixedShape(body.fixed, name), [0, 0, 0]);
      made.object.position.set(...body.position);
      made.object.quaternion.set(...(body.orientation ?? [0, 0, 0, 1]));
      fixed.push(made);
      if (moved.moved !== undefined) carried.push({ name, object: made.object });
      objects.push(made.object);
    }
  }
  const position = new Vector3();
  const orientation = new Quaternion();
  const first = new Vector3();
  return {
    objects,
    paint: (colours) => {
      for (const body of fixed) body.paint(colours.bodies[0]);
      for (const { ground } of grounds) ground.paint(colours);
    },
    show: (time) => {
      for (const { name, object } of carried) motion.pose(name, time, object.position, object.quaternion);
      for (const { ground, moved } of grounds) {
        if (moved !== undefined) {
          motion.pose(moved, time, position, orientation);
          ground.move(first.set(...series.bodies[moved].position[0]), position, orientation);
        }
        ground.shade(surroundings.casters);
      }
    },
  };
}

type Plane = Extract<SimulationStudy["bodies"][string], { plane: unknown }>["plane"];

/** The piece of the plane below what happens. */
function groundOf({ normal, point = [0, 0, 0] }: Plane, { ball, radius, cell, casters }: Surroundings): Ground {
  const unit = new Vector3(...normal).normalize();
  const height = ball.center
    .clone()
    .sub(new Vector3(...point))
    .dot(unit);
  const foot = ball.center.clone().addScaledVector(unit, -height);
  return grid([unit.x, unit.y, unit.z], [foot.x, foot.y, foot.z], cell, 2.6 * radius, casters.length);
}
