/**
 * The law for contacts whose study or scene names none. One policy for single impacts and for impacts inside a simulation:
 *
 *     one contact                     frictional; compliant where the contact has a stiffness ratio, which frictional would not use
 *     several contacts of one body    proportional, and of one mechanism, whatever links they are on, and of two bodies that touch only
 *                                     each other: no order of the list and no density of points changes the answer, and with e = 0
 *                                     nothing pushes and leaves
 *     several bodies at once          proportional where nothing is given back; else simultaneous: impulses travel from contact to contact,
 *                                     and the order of these waves decides
 *     a stiffness ratio among them    simultaneous, the law for several contacts that uses it
 *
 * Why, with numbers: docs/laws/README.md and docs/laws/which.md. A simulation adds nothing to it but a shortcut for the last impact of a
 * sequence of bounces of several bodies, taken without restitution, whose end is solved for at once (simulation/impacts/).
 */
import type { ContactMaterial, ContactProblem } from "../mechanics/contact-problem.js";
import { areOfOneBody } from "./one-body.js";
import { sameWayRound } from "./same-way-round.js";

/**
 * Name of the law for this problem.
 * @param isOne whether what moves is one body or one mechanism, or two of them that touch only each other. Default: by the mobility, which
 * tells one rigid body but not links of one mechanism
 */
export function defaultLaw(problem: ContactProblem, isOne = () => areOfOneBody(sameWayRound(problem))): string {
  const { contacts } = problem;
  const alone = contacts.length === 1 || contacts.some(({ stiffnessRatio }) => stiffnessRatio !== undefined);
  const inProportion = !alone && (contacts.every(({ restitution }) => restitution === 0) || isOne());
  return inProportion ? "proportional" : defaultLawWithOptions(contacts);
}

/**
 * The same but for `proportional`, which has no options: the law that options without a law are for. The contacts tell, and nothing has to
 * be built.
 */
export function defaultLawWithOptions(contacts: readonly Pick<ContactMaterial, "stiffnessRatio">[]): string {
  if (contacts.length > 1) return "simultaneous";
  return contacts[0].stiffnessRatio === undefined ? "frictional" : "compliant";
}
