/** Where the camera goes when bodies strike: so near that none of them is a speck, with all of them in the picture where that can be. */
import type { Sphere, Vector3 } from "three";
import type { Stage } from "../../stage/stage.js";
import type { RunScene } from "./scene.js";

/** A body that strikes and is smaller than this part of the picture's shorter side is a speck. */
const SPECK = 0.34;
/** Who is gone to fills this part of it. */
export const FOLLOWED = 0.62;
/** All that strike at once are gathered in the picture, unless the smallest would fill less than this part of it. */
const LEAST = 0.16;
/** Nearer to the edge of the picture than this part of it is out of it. */
const EDGE = 0.04;

export interface Looked {
  /** The smaller of the first two. */
  readonly at: Vector3;
  readonly moved: boolean;
}

/** Goes to bodies that would be specks or out of the picture, as they are shown now. @param names the first two are those it is about */
export function lookAt(stage: Stage, { focus }: Pick<RunScene, "focus">, names: readonly string[]): Looked | undefined {
  const [smallest] = names
    .slice(0, 2)
    .flatMap((name) => focus(name) ?? [])
    .sort((a, b) => a.radius - b.radius);
  if (smallest === undefined) return undefined;
  stage.camera.updateMatrixWorld();
  const moved = stage.partOf(smallest) < SPECK || !isInside(stage, smallest.center);
  if (moved) {
    const all = names.flatMap((name) => focus(name) ?? []);
    if (all.length > 1) stage.gather(all.flatMap(endsOf));
    stage.camera.updateMatrixWorld();
    if (all.length === 1 || stage.partOf(smallest) < LEAST) stage.approach(smallest.center, smallest.radius, FOLLOWED);
    stage.camera.updateMatrixWorld();
  }
  return { at: smallest.center, moved };
}

/** Of a ball, along each axis. */
function endsOf({ center, radius }: Sphere): Vector3[] {
  return [0, 1, 2].flatMap((axis) => [-radius, radius].map((by) => center.clone().setComponent(axis, center.getComponent(axis) + by)));
}

function isInside({ project, size }: Stage, point: Vector3): boolean {
  const [x, y] = project(point);
  const within = (value: number, most: number) => value >= EDGE * most && value <= (1 - EDGE) * most;
  return within(x, size.width) && within(y, size.height);
}
