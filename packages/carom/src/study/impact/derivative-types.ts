/** The derivatives of an impact as its result has them: plain data. */
import type { ImpactEdge, ImpactTangent } from "../../impact/derivatives/quantities.js";

/** How one column of derivatives is to be taken. */
export interface DerivativeColumn extends Pick<ImpactTangent, "verdict" | "edge" | "distance" | "reason" | "error"> {
  /** Path into the study. */
  readonly by: string;
  /** Of the number there. */
  readonly unit: string;
  /** The number itself. */
  readonly value: number;
  /** How much of it is a large change. */
  readonly scale: number;
}

/** Derivatives of the numbers of an impact by numbers of its study. */
export interface StudyDerivatives {
  /** What the rows are of: paths into the result, with units. */
  readonly of: readonly { readonly path: string; readonly unit: string }[];
  /** What the columns are by, and how good each is. */
  readonly by: readonly DerivativeColumn[];
  /** Row i, column j: derivative of number i of the result by number j of the study. */
  readonly matrix: readonly (readonly number[])[];
  /** What is near, with its margin and the change of it along each column. */
  readonly edges: readonly ImpactEdge[];
}
