/** What stands over the picture: handles of what is selected, the first hits, the snap that holds, what is wrong. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import type { MeasuredMotion } from "../../bring/measured.js";
import type { Foreseen } from "../../worker/foresee.js";
import type { Grip, Handle } from "../hands/handle.js";
import { jointHandles } from "../hands/joint.js";
import { heightHandle } from "../hands/move.js";
import { sizeHandles } from "../hands/size.js";
import { spinHandle } from "../hands/spin.js";
import { turnHandle } from "../hands/turn.js";
import { velocityHandle } from "../hands/velocity.js";
import { overlapOf } from "../scene/overlap.js";
import type { World } from "../scene/world.js";
import type { Mark } from "./overlay.js";

/** @param held what is in the hand now: `body`, or the id of a handle; the others are away meanwhile */
export function handlesOf(grip: Grip, about: number, sizing: boolean, held: string | undefined): Handle[] {
  if (held === "body") return [];
  const all = allHandles(grip, about, sizing, held);
  return held === undefined ? all : all.filter(({ id }) => id === held);
}

function allHandles(grip: Grip, about: number, sizing: boolean, held: string | undefined): Handle[] {
  const { kind } = grip.entity;
  if (kind === "plane") return [];
  if (held === "velocity") return [velocityHandle(grip)];
  if (held === "spin") return [spinHandle(grip)];
  const turning = turnHandle(grip, about);
  if (sizing) return sizeHandles(grip);
  if (kind === "link") return jointHandles(grip);
  if (kind === "fixed") return turning === undefined ? [] : [turning];
  const height = heightHandle(grip);
  return [...(height === undefined ? [] : [height]), ...(turning === undefined ? [] : [turning]), spinHandle(grip), velocityHandle(grip)];
}

/** The first hits, where they will be. */
export function hitMarks(seen: Foreseen | undefined, building: boolean): Mark[] {
  if (seen === undefined || !building) return [];
  const pairs = new Set<string>();
  return seen.impacts
    .filter(({ between, time, speed }) => {
      const pair = between.join("/");
      if (pairs.has(pair) || time < 1e-6 || speed < 0.02) return false;
      pairs.add(pair);
      return true;
    })
    .slice(0, 2)
    .map(({ time, between: [first, second], point, speed }) => ({
      key: `hit ${first} ${second}`,
      at: new Vector3(...point),
      words: [`${significant(time, 3)} s`, `${first} on ${second}, ${significant(speed, 3)} m/s`] as const,
      className: "hit",
    }));
}

/** The snap that holds, and what is wrong where it is wrong. */
export function wordMarks(world: World, selected: string | undefined, word: string | undefined, building: boolean): Mark[] {
  const entity = selected === undefined ? undefined : world.entities.get(selected);
  if (entity === undefined || !building || entity.kind === "plane") return [];
  const at = entity.position;
  const overlap = overlapOf(world, entity);
  if (overlap !== undefined) return [{ key: "overlap", at, words: [overlap.words], className: "overlap" }];
  return word === undefined ? [] : [{ key: "snap", at, words: [word], className: "snap" }];
}

/** Of each body that was measured. */
const MOST_DOTS = 60;

/** Measured places, as many as can be told apart. */
export function dotsOf(measured: MeasuredMotion | undefined): Vector3[] {
  if (measured === undefined) return [];
  return [...measured.places.values()].flatMap((list) => {
    const every = Math.max(1, Math.ceil(measured.times.length / MOST_DOTS));
    const places = Array.from(measured.times, (_, i) => new Vector3(...[0, 1, 2].map((axis) => list[3 * i + axis] || 0)));
    return places.filter((_, i) => i % every === 0);
  });
}
