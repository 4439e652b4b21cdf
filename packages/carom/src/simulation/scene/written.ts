/** What writers of scenes in other formats have in common: places of links, and gears as lines through given points. */
import type { SceneGear, SceneJoint } from "../mechanism/scene-link.js";
import { type Placed, within } from "../urdf/fields.js";
import type { Scene } from "./scene.js";

/** A link's frame in its parent, where joints are at zero; that of a free one where it starts. */
export function frameAtStart({ type, position, orientation, start }: SceneJoint): Placed {
  const hung: Placed = { ...(position && { position }), ...(orientation && { orientation }) };
  if (type !== "free" || start === undefined) return hung;
  return within(hung, {
    ...(typeof start.position === "object" && { position: start.position }),
    ...(start.orientation && { orientation: start.orientation }),
  });
}

/** Of the second joint where the first is at zero: as given, else as the joints start. */
export function gearOffset({ between, ratio, offset }: SceneGear, bodies: Scene["bodies"]): number {
  if (offset !== undefined) return offset;
  const [first, second] = between.map((name) => {
    const body = bodies[name];
    const at = body !== undefined && "joint" in body ? body.joint.start?.position : undefined;
    return typeof at === "number" ? at : 0;
  });
  return second - ratio * first;
}

/** Text as a value of an XML attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}
