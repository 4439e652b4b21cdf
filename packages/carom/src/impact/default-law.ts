/**
 * The law for contacts whose study or scene names none. One policy for single impacts and for impacts inside a simulation:
 *
 *     one contact                     frictional; compliant where the contact has a stiffness ratio, which frictional would not use
 *     several contacts of one body    multipoint: a rigid body has one energetic coefficient for all its contacts
 *     several bodies at once          simultaneous: impulses travel from contact to contact, and the order is part of the answer
 *
 * A simulation adds nothing to it but a shortcut for the last impact of a sequence of bounces, taken without restitution, where the way of `simultaneous` does not matter and its
 * end is solved for at once (simulation/impacts/).
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { multipoint } from "./multipoint.js";

/** Name of the law for this problem. */
export function defaultLaw(problem: ContactProblem): string {
  if (problem.contacts.length === 1) return problem.contacts[0].stiffnessRatio === undefined ? "frictional" : "compliant";
  return multipoint.inapplicable(problem) === undefined ? "multipoint" : "simultaneous";
}
