/**
 * The law for contacts whose study or scene names none. One policy for single impacts and for impacts inside a simulation:
 *
 *     one contact                     frictional; compliant where the contact has a stiffness ratio, which frictional would not use
 *     several contacts of one body    proportional, and of two bodies that touch only each other: no order of the list and no density of
 *                                     points changes the answer, and with e = 0 nothing pushes and leaves
 *     several bodies at once          proportional where nothing is given back; else simultaneous: impulses travel from contact to contact,
 *                                     and the order of these waves decides
 *     a stiffness ratio among them    simultaneous, the law for several contacts that uses it
 *
 * Why, with numbers: docs/laws/README.md and docs/laws/which.md. A simulation adds nothing to it but a shortcut for the last impact of a
 * sequence of bounces of several bodies, taken without restitution, whose end is solved for at once (simulation/impacts/).
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { areOfOneBody } from "./multipoint.js";
import { sameWayRound } from "./same-way-round.js";

/** Name of the law for this problem. */
export function defaultLaw(problem: ContactProblem): string {
  const { contacts } = problem;
  if (contacts.length === 1) return contacts[0].stiffnessRatio === undefined ? "frictional" : "compliant";
  if (contacts.some(({ stiffnessRatio }) => stiffnessRatio !== undefined)) return "simultaneous";
  if (contacts.every(({ restitution }) => restitution === 0) || areOfOneBody(sameWayRound(problem))) return "proportional";
  return "simultaneous";
}
