/**
 * What can be said about the slip of a contact before solving anything: it depends on mobility and friction alone.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { canJam } from "./contact.js";
import { type InvariantDirection, invariantDirections } from "./directions.js";
import { slipContactOf } from "./solve.js";

/** What can be said of a contact before anything is solved. */
export interface SlipAnalysis {
  /** Friction above which a stopped contact sticks, |B^-1 d|. Dimensionless. */
  readonly criticalFriction: number;
  /** Whether friction can press the bodies together faster than the normal impulse parts them (friction |d| >= normal mobility). */
  readonly canJam: boolean;
  /** Directions along which slip runs straight, by angle. Empty where every direction does. */
  readonly invariantDirections: readonly InvariantDirection[];
}

/** Analyses the first contact of a checked single-contact problem. */
export function analyseSlip(problem: ContactProblem): SlipAnalysis {
  const contact = slipContactOf(problem);
  return {
    criticalFriction: Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2),
    canJam: canJam(contact),
    invariantDirections: invariantDirections(contact),
  };
}
