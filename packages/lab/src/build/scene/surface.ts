/** What the builder shows of a surface: a restitution that depends on speed stays in the text. */
import type { SceneContact } from "carom/simulation";

/** Of a pair, or of all others. */
export type Surface = Pick<SceneContact, "friction" | "restitution">;

/** Undefined where it depends on speed. */
export function constantRestitution(surface: Surface | undefined): number | undefined {
  return typeof surface?.restitution === "number" ? surface.restitution : undefined;
}
