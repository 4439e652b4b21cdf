/**
 * What a system with linkages is made of, and where each has its places in the arrays: bodies without joints first, then one linkage after
 * the other.
 */
import type { Vec3 } from "../../math/vec3.js";
import { BODY_COORDINATES, BODY_SPEEDS, type FreeMotion } from "../free-bodies/motion.js";
import type { SystemPart } from "../system/mechanical-system.js";
import { createLinkage, type Linkage, type LinkageInput } from "./linkage.js";

/** What the system is made of. */
export interface Members {
  /** Of bodies without joints. */
  readonly motion: FreeMotion;
  readonly linkages: readonly Linkage[];
  readonly coordinateCount: number;
  readonly speedCount: number;
  readonly parts: readonly SystemPart[];
  /** Parts that are bodies without joints; those after them are linkages. */
  readonly bodyParts: number;
}

/** @param given without gravity */
export function membersOf(motion: FreeMotion, given: readonly Omit<LinkageInput, "gravity">[], gravity: Vec3): Members {
  let coordinateCount = BODY_COORDINATES * motion.names.length;
  let speedCount = BODY_SPEEDS * motion.names.length;
  const linkages = given.map((linkage): Linkage => {
    const made = createLinkage({ ...linkage, gravity }, coordinateCount, speedCount);
    coordinateCount += made.tree.coordinateCount;
    speedCount += made.tree.speedCount;
    return made;
  });
  const parts: SystemPart[] = [
    ...motion.parts,
    ...linkages.map(({ coordinate, speed, tree }) => ({
      coordinates: Array.from({ length: tree.coordinateCount }, (_, k) => coordinate + k),
      speeds: Array.from({ length: tree.speedCount }, (_, k) => speed + k),
    })),
  ];
  return { motion, linkages, coordinateCount, speedCount, parts, bodyParts: motion.parts.length };
}
