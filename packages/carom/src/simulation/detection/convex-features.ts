/**
 * All places where two convex parts can touch, in a fixed order: two pieces that together say what the normal is, and have at most two flat
 * directions between them. Flat on flat is stood for by such places at the corners of what the two have in common.
 *
 * A straight line can cross a rim twice, and so can another rim: these pairs of pieces are two features, told apart by the side that the
 * place is on (`turn`).
 */
import { FIXES } from "../../geometry/pieces.js";
import type { ConvexPart, PartPiece } from "./convex-part.js";

export interface ConvexFeature {
  /** Places in the pieces of the two parts. */
  readonly first: number;
  readonly second: number;
  readonly name: string;
  /** Of a line or a rim across a rim: which of the two crossings; 0 for others. */
  readonly turn: -1 | 0 | 1;
}

export interface ConvexFeatures {
  readonly list: readonly ConvexFeature[];
  /** For each piece of the first and piece of the second the place of their first feature in the list, -1 where they never touch. */
  readonly table: Int32Array;
}

const isFlat = ({ piece }: PartPiece) => piece.flat === 2;
const isLine = ({ piece: { kind } }: PartPiece) => kind === "edge" || kind === "side" || kind === "cone side" || kind === "rim";

export function convexFeatures(first: ConvexPart, second: ConvexPart): ConvexFeatures {
  const isRounded = first.core.radius + second.core.radius > 0;
  const list: ConvexFeature[] = [];
  const table = new Int32Array(first.pieces.length * second.pieces.length).fill(-1);
  first.pieces.forEach((a, i) => {
    second.pieces.forEach((b, j) => {
      if (!canTouch(a, b, isRounded)) return;
      if (a.hidden !== true && b.hidden !== true) table[i * second.pieces.length + j] = list.length;
      const name = `${a.name} on ${b.name}`;
      const crosses = (a.piece.kind === "rim" && isLine(b)) || (b.piece.kind === "rim" && isLine(a));
      if (!crosses) list.push({ first: i, second: j, name, turn: 0 });
      else for (const turn of [-1, 1] as const) list.push({ first: i, second: j, name: `${name} ${turn < 0 ? "before" : "after"}`, turn });
    });
  });
  return { list, table };
}

function canTouch(a: PartPiece, b: PartPiece, isRounded: boolean): boolean {
  if (a.rim !== undefined) return isFlat(b);
  if (b.rim !== undefined) return isFlat(a);
  if (a.piece.flat + b.piece.flat > 2) return false;
  return isRounded || FIXES[a.piece.kind] + FIXES[b.piece.kind] >= 2;
}
