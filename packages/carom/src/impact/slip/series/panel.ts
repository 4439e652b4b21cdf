/**
 * One panel: a stretch of the path on which its power series are summed.
 *
 * On a panel the half-angle number is linear in a parameter t: h = a h1 + b h2 with a and b linear (arc.ts). Write slip = R h^2, Q = |h|^2,
 * w = Im(conj(h) h') (a constant) and N = -2 Im(conj(h') conj(h) K). Then Q, N and G are polynomials in t of degree 2, 3 and 4, and exactly
 *
 *     R'/R = N/G     p' = 2 w S Q^2, S = R/G     D' = 2 w friction V Q^3, V = R^2/G     S'/S = (N - G')/G     V'/V = (2 N - G')/G
 *
 * (p normal impulse, D friction loss): linear equations with polynomial coefficients for S and V, whose series recurrence.ts makes and
 * evaluate.ts sums. The only singular points are the four roots of G, so how far a series reaches is known before it is made.
 *
 * Letters: t parameter; R, S, V as above; Q square; G turning; N growth; q exponent; w width.
 */
import type { PanelKind, SlipWorkspace } from "./workspace.js";

/** Multiplies out Q, G and N for the linear path of h that is set in `panel`, and measures its growth. */
export function shapePanel(work: SlipWorkspace, kind: PanelKind): void {
  const { arc, growth, panel, square, turning } = work;
  const { attract0, attract1, repel0, repel1 } = panel;
  const a0 = attract0 * attract0;
  const a1 = 2 * attract0 * attract1;
  const a2 = attract1 * attract1;
  const m0 = attract0 * repel0;
  const m1 = attract0 * repel1 + attract1 * repel0;
  const m2 = attract1 * repel1;
  const b0 = repel0 * repel0;
  const b1 = 2 * repel0 * repel1;
  const b2 = repel1 * repel1;
  const { first1, first2, first3, second0, second1, second2, turning1, turning2, turning3, square0, square1, square2: squareLast } = arc;
  const f0 = first1 * a0 + first2 * m0 + first3 * b0;
  const f1 = first1 * a1 + first2 * m1 + first3 * b1;
  const f2 = first1 * a2 + first2 * m2 + first3 * b2;
  const s0 = second0 * a0 + second1 * m0 + second2 * b0;
  const s1 = second0 * a1 + second1 * m1 + second2 * b1;
  const s2 = second0 * a2 + second1 * m2 + second2 * b2;
  // N = a' b (f) + b' a (s)
  const fb = attract1 * repel0;
  const sa = repel1 * attract0;
  growth[0] = fb * f0 + sa * s0;
  growth[1] = fb * f1 + sa * s1 + m2 * (f0 + s0);
  growth[2] = fb * f2 + sa * s2 + m2 * (f1 + s1);
  growth[3] = m2 * (f2 + s2);
  const t0 = turning1 * a0 + turning2 * m0 + turning3 * b0;
  const t1 = turning1 * a1 + turning2 * m1 + turning3 * b1;
  const t2 = turning1 * a2 + turning2 * m2 + turning3 * b2;
  turning[0] = m0 * t0;
  turning[1] = m0 * t1 + m1 * t0;
  turning[2] = m0 * t2 + m1 * t1 + m2 * t0;
  turning[3] = m1 * t2 + m2 * t1;
  turning[4] = m2 * t2;
  square[0] = square0 * a0 + square1 * m0 + squareLast * b0;
  square[1] = square0 * a1 + square1 * m1 + squareLast * b1;
  square[2] = square0 * a2 + square1 * m2 + squareLast * b2;
  panel.kind = kind;
  panel.cut = false;
  panel.width = (attract0 * repel1 - repel0 * attract1) * arc.twist;
  panel.exponent = isAtRoot(work) ? growth[0] / turning[1] : 0;
  measureGrowth(work);
}

function measureGrowth(work: SlipWorkspace): void {
  const { growth, panel, turning } = work;
  const { exponent } = panel;
  const evenUp = growth[0] + growth[2];
  const oddUp = growth[1] + growth[3];
  const even = turning[0] + turning[2] + turning[4];
  const odd = turning[1] + turning[3];
  panel.growthBefore = (evenUp - oddUp) / (even - odd) + exponent;
  panel.growthAfter = (evenUp + oddUp) / (even + odd) - exponent;
  panel.growthCentre = isAtRoot(work) ? (growth[1] - exponent * turning[2]) / turning[1] : growth[0] / turning[0];
}

/** Whether an invariant direction is at t = 0. */
export function isAtRoot(work: SlipWorkspace): boolean {
  const { panel } = work;
  return panel.kind === "attracted" || panel.kind === "repelled";
}
