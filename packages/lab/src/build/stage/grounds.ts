/** The planes of a scene that is built, as pieces of a grid: made anew only where planes have changed or the scene has outgrown them. */
import { type Group, type Sphere, Vector3 } from "three";
import type { StageColours } from "../../stage/colours.js";
import type { Caster } from "../../stage/contact-shadow.js";
import { type Ground, grid } from "../../stage/ground.js";
import { discard, type Stage } from "../../stage/stage.js";
import type { Entity } from "../scene/world.js";

/** Bodies that can throw a shadow at once. */
const MOST_SHADOWS = 64;
/** How far a piece reaches, in sizes of the scene. */
const REACH = 2.6;
/** A scene that is so many times smaller than its piece gets another one. */
const SHRUNK = 64;

export interface Grounds {
  lay(planes: readonly Entity[], extent: Sphere): void;
  shade(casters: readonly Caster[]): void;
  paint(colours: StageColours): void;
  /** Of the grid, m. */
  readonly cell: number;
}

/** 1, 2 or 5 times a power of ten, about an eighth of the scene. */
function niceCell(size: number): number {
  const wanted = size / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const first = wanted / power;
  return power * (first < 2 ? 1 : first < 5 ? 2 : 5);
}

export function createGrounds(group: Group, stage: Stage): Grounds {
  let grounds: Ground[] = [];
  let known = "";
  let laid = { center: new Vector3(), size: 0 };
  let cell = 0.1;
  return {
    lay: (planes, { center, radius }) => {
      const key = JSON.stringify(planes.map(({ position, orientation }) => [position, orientation]));
      const fits = radius <= laid.size && radius > laid.size / SHRUNK && center.distanceTo(laid.center) < laid.size;
      if (key === known && fits) return;
      known = key;
      const size = 2 ** Math.ceil(Math.log2(radius));
      laid = { center: center.clone(), size };
      for (const { object } of grounds) discard(object);
      cell = niceCell(size);
      grounds = planes.map(({ position, orientation }) => {
        const normal = new Vector3(0, 0, 1).applyQuaternion(orientation);
        const height = center.clone().sub(position).dot(normal);
        const foot = center.clone().addScaledVector(normal, -height);
        return grid([normal.x, normal.y, normal.z], [foot.x, foot.y, foot.z], cell, REACH * size, MOST_SHADOWS);
      });
      for (const ground of grounds) {
        group.add(ground.object);
        ground.paint(stage.colours);
      }
    },
    shade: (casters) => {
      for (const ground of grounds) ground.shade(casters);
    },
    paint: (colours) => {
      for (const ground of grounds) ground.paint(colours);
    },
    get cell() {
      return cell;
    },
  };
}
