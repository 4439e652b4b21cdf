/** What is fixed, as a shape that can be drawn: ground made of triangles is drawn as a mesh. */
import { groundTriangles, isGroundShape } from "carom/geometry";
import type { Shape } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";

type Fixed = Extract<SimulationStudy["bodies"][string], { fixed: unknown }>["fixed"];

/** @param name of the body, for what is said of ground that cannot be */
export function fixedShape(fixed: Fixed, name: string): Shape {
  return isGroundShape(fixed) ? { type: "mesh", ...groundTriangles(fixed, `bodies.${name}.fixed`) } : (fixed as Shape);
}
