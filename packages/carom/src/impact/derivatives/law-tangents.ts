/**
 * What a law must tell for its derivatives; everything else follows from the impulse (tangents.ts).
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { Scaled } from "./edges.js";
import type { ImpactChange, ImpactEdge, ImpactTangent } from "./quantities.js";

/** What one change does to the impulse and to the losses that a law decides, or why there is no derivative. */
export type RawTangent =
  | {
      readonly impulse: readonly number[];
      readonly restitutionLoss: number;
      readonly springLoss?: number;
      /** Estimate of the error of the impulse's derivative. Absent: rounding. */
      readonly error?: number;
    }
  | { readonly reason: string };

/** The impulse of a problem, what each change does to it, and its edges. */
export interface RawTangents {
  readonly impulse: readonly number[];
  readonly tangents: readonly RawTangent[];
  readonly edges: readonly ImpactEdge[];
}

/** Differentiates a law along changes of its problem. */
export type LawTangents = (problem: ContactProblem, changes: readonly ImpactChange[]) => RawTangents;

/** The impulse of a problem, its derivatives by every number of the problem, in the order of jacobian.ts, and its edges. */
export interface JudgedInputs {
  readonly impulse: readonly number[];
  readonly tangents: readonly ImpactTangent[];
  readonly edges: readonly ImpactEdge[];
}

/** Differentiates a law by every number of its problem, of the scales of these. */
export type InputTangents = (problem: ContactProblem, inputs: readonly Scaled[]) => JudgedInputs;

/** Stands for a derivative that does not exist. */
export function missing({ velocity }: ContactProblem, reason: string): ImpactTangent {
  const zero = velocity.map(() => 0);
  return { impulse: zero, velocity: zero, energy: { change: 0, restitutionLoss: 0, frictionLoss: 0 }, status: "none", reason };
}
