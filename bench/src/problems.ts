/**
 * What is measured: the two configurations published with the source's methods, and random problems of the families of carom.
 */
import { completeSlipContact, createSlipContact, type SlipContact } from "carom/impact/slip";
import { createRandom } from "carom/math";
import { type ProblemFamily, problemFamilies } from "carom/testing";

export interface PublishedProblem {
  readonly name: string;
  readonly contact: SlipContact;
  /** Steps of normal impulse the source used, N s: to the end (NI) and until straight (FS). */
  readonly steps: { readonly numerical: number; readonly fixed: number };
}

/**
 * 000 chapter 2, figures 2.3 and 2.16, table 2.1. The velocities before impact are inferred where the source does not print the attitudes.
 */
export const publishedProblems: readonly PublishedProblem[] = [
  {
    name: "icosahedron and tetrahedron",
    contact: contactOf(
      { b11: 11.5984, b12: -0.910367, b22: 9.90134, d1: 2.44236, d2: 1.95747, normal: 2.59042 },
      { slip1: -0.261988168, slip2: 0.386328061, normalVelocity: -0.0771748, friction: 0.8, restitution: 0.95 },
    ),
    steps: { numerical: 0.00095, fixed: 0.001 },
  },
  {
    name: "bowling pin and ball",
    contact: contactOf(
      { b11: 1.55465, b12: 0.00238675, b22: 5.15191, d1: -0.360808, d2: -0.00313296, normal: 1.105 },
      { slip1: -0.20706, slip2: 0.11031, normalVelocity: -1.5069, friction: 0.7, restitution: 0.7 },
    ),
    steps: { numerical: 0.001, fixed: 0.002 },
  },
];

type Mobility = Pick<SlipContact, "b11" | "b12" | "b22" | "d1" | "d2" | "normal">;
type Impact = Pick<SlipContact, "slip1" | "slip2" | "normalVelocity" | "friction" | "restitution">;

export function contactOf(mobility: Mobility, impact: Impact): SlipContact {
  return completeSlipContact(Object.assign(createSlipContact(), mobility, impact, { staticFriction: impact.friction }));
}

/** The eight families of the method study. The ninth of carom, exact special values, has nothing to time: most of it ends at once. */
export const timedFamilies = problemFamilies.filter((family) => family.name !== "degenerate");

export function drawProblems(family: ProblemFamily, count: number, seed: number): SlipContact[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const contact = createSlipContact();
    family.draw(random, contact);
    return contact;
  });
}
