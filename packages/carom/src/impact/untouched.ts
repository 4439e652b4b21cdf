/** The outcome where no contact approaches, the same for every law: velocities unchanged, and a warning that says so. */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { ImpactOutcome, ImpactWarning } from "./outcome.js";

export function untouched(law: string, problem: ContactProblem, before: number, warnings: readonly ImpactWarning[]): ImpactOutcome {
  const { contacts, dimension, velocity } = problem;
  const normals = contacts.map((_, i) => velocity[(i + 1) * dimension - 1]);
  const least = Math.min(...normals);
  const where = `at contacts[${normals.indexOf(least)}] (normal velocity ${least >= 0 ? "+" : ""}${least} m/s)`;
  return {
    law,
    impulse: velocity.map(() => 0),
    velocity: [...velocity],
    events: [],
    energy: { before, after: before, restitutionLoss: 0, frictionLoss: 0, residual: 0 },
    warnings: [
      ...warnings,
      {
        code: "not-approaching",
        message: `the bodies are not approaching ${where}${contacts.length === 1 ? "" : " nor at any other contact"}: velocities unchanged`,
      },
    ],
    slip: contacts.map(() => "untouched"),
  };
}
