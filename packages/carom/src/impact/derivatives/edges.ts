/**
 * From the edges of an impact to how good a derivative is.
 */
import type { DerivativeStatus, ImpactEdge } from "./quantities.js";

/** Fractions of the parameter's scale below which an edge is here, and below which it is near. */
const HERE = 1e-9;
const NEAR = 1e-4;

/** Status of one column, with the edge that is nearest along it. */
export function judge(
  edges: readonly ImpactEdge[],
  column: number,
  scale: number,
): { readonly status: DerivativeStatus; readonly edge?: number; readonly distance?: number } {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  let status: DerivativeStatus = "exact";
  for (let i = 0; i < edges.length; i++) {
    const { margin, change, smooth } = edges[i];
    const speed = Math.abs(change[column]);
    if (!(speed > 0)) continue;
    const distance = margin / speed;
    if (distance <= HERE * scale && !smooth) status = "one-sided";
    else if (distance <= NEAR * scale && status === "exact") status = "near";
    if (nearest < 0 || distance < least) {
      nearest = i;
      least = distance;
    }
  }
  return nearest < 0 ? { status } : { status, edge: nearest, distance: least };
}
