/** What is remembered of bodies on the way through a step (courses.ts). */
import type { SceneSystem } from "../system/scene-system.js";
import { createDueQueue, type DueQueue } from "./due-queue.js";

export interface Courses {
  /** End of the step, s. */
  end: number;
  /** Of each body: when it last changed, s. Coordinates and speeds of the run are those of then, the next ones those at the end. */
  readonly since: Float64Array;
  /** Of each body: whether it is among those that change now. */
  readonly joined: Uint8Array;
  /** The part that each body is. */
  readonly parts: Int32Array;
  /** Whether every part is one body. */
  readonly isSimple: boolean;
  /** Pairs of each body in the island: where they begin, and which they are. */
  readonly starts: Int32Array;
  pairs: Int32Array;
  /** Of each pair: when it is to be looked at, s, its first place and, of each place, the next one; -1 ends. */
  readonly due: Float64Array;
  /** Those that are before the end of the step. */
  readonly queue: DueQueue;
  readonly head: Int32Array;
  next: Int32Array;
  /** Of each place: when it was looked at, s, the time that its rows are of, whether it pushes or may, and its bounds. */
  base: Float64Array;
  rowTime: Float64Array;
  rowed: Uint8Array;
  bound: Float64Array;
  /** All bodies that are looked at, at that instant. */
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  /** Turns on the way, where speeds of turning are in the arrays of the run, rad. */
  readonly turns: Float64Array;
}

export function createCourses(
  { coordinateCount, speedCount, pairs }: SceneSystem,
  bodyCount: number,
  nodeCount: number,
  members: readonly (readonly number[])[],
): Courses {
  const parts = new Int32Array(bodyCount);
  members.forEach((bodies, part) => {
    for (const body of bodies) parts[body] = part;
  });
  return {
    end: 0,
    since: new Float64Array(nodeCount),
    joined: new Uint8Array(nodeCount),
    parts,
    isSimple: members.every((bodies) => bodies.length === 1),
    starts: new Int32Array(nodeCount + 1),
    pairs: new Int32Array(0),
    due: new Float64Array(pairs.length),
    queue: createDueQueue(),
    head: new Int32Array(pairs.length),
    next: new Int32Array(64),
    base: new Float64Array(64),
    rowTime: new Float64Array(64),
    rowed: new Uint8Array(64),
    bound: new Float64Array(3 * 64),
    coordinates: new Float64Array(coordinateCount),
    speeds: new Float64Array(speedCount),
    turns: new Float64Array(speedCount),
  };
}
