/** Bodies that are inside each other, in words. */
import { significant } from "@carom/figures/geometry";
import { touchesOf } from "./touch.js";
import type { Entity, World } from "./world.js";

/** Parts of the reach: deeper than this is no rounding. */
const DEEP = 1e-7;

export function overlapOf(world: World, entity: Entity): { readonly words: string; readonly name: string } | undefined {
  if (entity.kind === "plane") return undefined;
  const free = (name: string) => {
    const kind = world.entities.get(name)?.kind;
    return entity.kind === "fixed" ? kind === "body" : kind !== "link";
  };
  const deepest = touchesOf(world, entity, 0).find(({ gap, name }) => gap < -DEEP * entity.reach && free(name));
  return deepest === undefined
    ? undefined
    : { words: `inside ${deepest.name} by ${significant(-1000 * deepest.gap, 2)} mm`, name: deepest.name };
}
