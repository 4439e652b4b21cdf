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
  let nearest: { edge: number; distance: number } | undefined;
  let status: DerivativeStatus = "exact";
  edges.forEach(({ margin, change, smooth }, edge) => {
    const speed = Math.abs(change[column]);
    if (!(speed > 0)) return;
    const distance = margin / speed;
    if (distance <= HERE * scale && !smooth) status = "one-sided";
    else if (distance <= NEAR * scale && status === "exact") status = "near";
    if (nearest === undefined || distance < nearest.distance) nearest = { edge, distance };
  });
  return { status, ...(nearest ?? {}) };
}
