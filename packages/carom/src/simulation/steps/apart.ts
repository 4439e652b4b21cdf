/**
 * How far the surfaces of a pair are apart at least.
 *
 * Balls around bodies say it from afar. Where they are near or overlap, as those of dominoes in a row do, solids are looked at along the
 * line between their centres: what lies between the foremost corners of both along a direction is never more than the distance. It depends
 * on where they are and on nothing that was looked at before, so that a run that is resumed finds the same islands.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier } from "../detection/touch-geometry.js";
import { isOfBodies } from "./contact-list.js";
import type { Manifold } from "./manifold.js";
import { readCarriers } from "./manifold-rows.js";
import type { RunState } from "./run-state.js";
import type { Solid } from "./solids.js";

/** m; below zero where nothing is known but how far they overlap at most. */
export function apartAtLeast({ system, surfaces, nodes, coordinates, speeds }: RunState, pair: number): number {
  const clearance = system.clearance(pair, coordinates);
  if (clearance > system.size || !isOfBodies(surfaces, nodes, pair)) return clearance;
  const manifold = surfaces.manifoldOf(pair);
  if (manifold === undefined) return clearance;
  readCarriers(manifold, [surfaces.bodies[2 * pair], surfaces.bodies[2 * pair + 1]], coordinates, speeds);
  return Math.max(clearance, apartAlongCentres(manifold));
}

function apartAlongCentres(manifold: Manifold): number {
  const { first, second, carriers } = manifold;
  const [way] = manifold.across;
  vec3.subtract(carriers[1].position, carriers[0].position, way);
  const length = vec3.norm(way);
  if (!(length > 0)) return -(first.reach + second.reach);
  const own = farthest(manifold, first, carriers[0], way);
  const other = farthest(manifold, second, carriers[1], vec3.scale(way, -1, way));
  return length - (own + other) / length;
}

/** How far a solid reaches along a direction from its centre, times the length of that. */
function farthest({ across, back }: Manifold, { corners }: Solid, { orientation }: Carrier, direction: MutableVec3): number {
  const turned = across[1];
  quaternion.conjugate(orientation, back);
  quaternion.rotate(back, direction, turned);
  let most = Number.NEGATIVE_INFINITY;
  for (const corner of corners) most = Math.max(most, vec3.dot(corner, turned));
  return most;
}
