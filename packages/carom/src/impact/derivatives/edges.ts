/**
 * From the edges of an impact to how good a derivative is.
 */
import type { DerivativeStatus, ImpactEdge } from "./quantities.js";

/** Fractions of the parameter's scale below which an edge is here, and below which it is near. */
const HERE = 1e-9;
const NEAR = 1e-4;

/** How good every column is, for many columns at a time: `judge` of each, without lists on the way. */
export interface Judgement {
  /** Nearest edge and how far it is, where there is one; and whether an edge is here (2) or near (1). */
  readonly nearest: Int32Array;
  readonly distances: Float64Array;
  readonly levels: Uint8Array;
  /** Room for the scales of the columns. */
  readonly scales: Float64Array;
}

/** What a column is by: how much of it is a large change. */
export interface Scaled {
  readonly scale: number;
}

export function createJudgement(columns: number): Judgement {
  return {
    nearest: new Int32Array(columns),
    distances: new Float64Array(columns),
    levels: new Uint8Array(columns),
    scales: new Float64Array(columns),
  };
}

export function judgeAll(edges: readonly ImpactEdge[], inputs: readonly Scaled[], { nearest, distances, levels, scales }: Judgement): void {
  const count = nearest.length;
  for (let column = 0; column < count; column++) {
    scales[column] = inputs[column].scale;
    nearest[column] = -1;
    distances[column] = Number.POSITIVE_INFINITY;
    levels[column] = 0;
  }
  for (let i = 0; i < edges.length; i++) {
    const { margin, change, smooth } = edges[i];
    for (let column = 0; column < count; column++) {
      const own = change[column];
      // Most edges are moved by a few columns only.
      if (own === 0) continue;
      const speed = Math.abs(own);
      const reach = scales[column] * speed;
      // Only what is nearer than all before is divided.
      if (margin < distances[column] * speed) {
        nearest[column] = i;
        distances[column] = margin / speed;
      }
      if (margin <= NEAR * reach && reach > 0) {
        if (margin <= HERE * reach && !smooth) levels[column] = 2;
        else if (levels[column] === 0) levels[column] = 1;
      }
    }
  }
}

export const LEVELS: readonly DerivativeStatus[] = ["exact", "near", "one-sided"];

/** Status of one column, with the edge that is nearest along it. */
export function judge(
  edges: readonly ImpactEdge[],
  column: number,
  scale: number,
): { readonly status: DerivativeStatus; readonly edge?: number; readonly distance?: number } {
  const one = createJudgement(1);
  judgeAll(
    edges.map((edge) => ({ ...edge, change: [edge.change[column]] })),
    [{ scale }],
    one,
  );
  const status = LEVELS[one.levels[0]];
  return one.nearest[0] < 0 ? { status } : { status, edge: one.nearest[0], distance: one.distances[0] };
}
