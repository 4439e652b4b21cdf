/** Problems the tests of this package draw: those of the source, and every degenerate one that a picture could trip over. */
import { analyseSlip, type ImpactOutcome, laws, solveFrictional } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { Comparison, ImpactResult } from "carom/study";
import fc from "fast-check";

/** 000 eq. (2.12). */
const ICOSA_TETRA = [
  [11.5984, -0.910367, 2.44236],
  [-0.910367, 9.90134, 1.95747],
  [2.44236, 1.95747, 2.59042],
];
const ROD = [
  [2.5861, -1.5424],
  [-1.5424, 2.5],
];

function problem(friction: number, restitution: number, velocity: number[], mobility: number[][] = ICOSA_TETRA): ContactProblem {
  return { dimension: velocity.length as 2 | 3, contacts: [{ friction, restitution }], mobility, velocity };
}

const SLIP = [-0.261988168, 0.386328061] as const;

export const problems = {
  "sticks late (fig. 2.5a)": problem(0.8, 0.95, [...SLIP, -0.0771748]),
  "sticks in compression (fig. 2.5b)": problem(0.4, 0.95, [...SLIP, -0.8271748]),
  "slides (fig. 2.5c)": problem(0.25, 0.95, [...SLIP, -0.8271748]),
  "can jam (fig. 2.5d)": problem(3, 0.95, [...SLIP, -0.5271748]),
  "turns around (fig. 2.8)": problem(0.25, 0.95, [-0.861988168, -0.463671939, -1.5271748]),
  "rod that turns, planar": problem(0.5, 0.9, [0.61697, -1], ROD),
  "planar from rest": problem(0.7, 0.5, [0, -1], ROD),
  "no friction": problem(0, 0.8, [...SLIP, -0.0771748]),
  "no friction, planar": problem(0, 0.8, [0.3, -1], ROD),
  "from rest, sticks": problem(0.8, 0.7, [0, 0, -1]),
  "from rest, slips": problem(0.2, 0.7, [0, 0, -1]),
  "gives nothing back": problem(0.8, 0, [...SLIP, -0.0771748]),
  "isotropic, central": problem(
    0.3,
    0.5,
    [1, 0.5, -1],
    [
      [3.5, 0, 0],
      [0, 3.5, 0],
      [0, 0, 1],
    ],
  ),
  "starts on a ray": problem(
    0.3,
    0.5,
    [1, 0, -1],
    [
      [3, 0, 0.5],
      [0, 4, 0],
      [0.5, 0, 2],
    ],
  ),
  "pressed together again": problem(
    1.91,
    0.9,
    [-0.97, -0.63, -0.63],
    [
      [1.31, -0.3, 0.88],
      [-0.3, 0.38, -0.57],
      [0.88, -0.57, 1.22],
    ],
  ),
  "jams, planar": problem(
    0.9,
    0.9,
    [-0.01, -1],
    [
      [1, 0.98],
      [0.98, 1],
    ],
  ),
  "very slow": problem(0.8, 0.95, [SLIP[0] * 1e-9, SLIP[1] * 1e-9, -0.0771748e-9]),
  "very fast": problem(0.8, 0.95, [SLIP[0] * 1e7, SLIP[1] * 1e7, -0.0771748e7]),
  "hardly slips": problem(0.8, 0.95, [1e-13, 0, -1]),
  "hardly approaches": problem(0.8, 0.95, [...SLIP, -1e-10]),
} satisfies Record<string, ContactProblem>;

export const named = Object.entries(problems).map(([name, value]) => ({ name, problem: value }));

/** The same slip away from a plane. */
export const receding = problem(0.8, 0.95, [...SLIP, 0.1]);

export function resultOf(given: ContactProblem, outcome: ImpactOutcome = solveFrictional(given, { history: true })): ImpactResult {
  return { carom: 1, kind: "impact", title: "A test", problem: given, outcome, analysis: analyseSlip(given) };
}

export function comparisonOf(given: ContactProblem): Comparison {
  return {
    carom: 1,
    kind: "comparison",
    title: "A test",
    problem: given,
    rows: laws.map(({ name, summary, inapplicable, solve }) => {
      const reason = inapplicable(given);
      return reason === undefined
        ? { law: name, summary, outcome: solve(given, { history: true }) }
        : { law: name, summary, inapplicable: reason };
    }),
  };
}

/** Any single contact: the mobility is a random matrix times its transpose, plus a little to keep it definite. */
export const anyProblem: fc.Arbitrary<ContactProblem> = fc.constantFrom(2, 3).chain((size) => {
  // Uniform: fast-check's double would draw mostly numbers near zero.
  const between = (min: number, max: number) => fc.integer({ min: 0, max: 1e6 }).map((step) => min + ((max - min) * step) / 1e6);
  const entry = between(-1, 1);
  return fc
    .record({
      factor: fc.array(fc.array(entry, { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
      velocity: fc.array(fc.oneof(entry, fc.constant(0)), { minLength: size - 1, maxLength: size - 1 }),
      approach: between(1e-6, 3),
      friction: fc.oneof(between(0, 2), fc.constant(0)),
      restitution: fc.oneof(between(0, 1), fc.constantFrom(0, 1)),
    })
    .map(({ factor, velocity, approach, friction, restitution }) => {
      const mobility = factor.map((a, i) => factor.map((b, j) => a.reduce((sum, value, k) => sum + value * b[k], i === j ? 0.05 : 0)));
      return problem(friction, restitution, [...velocity, -approach], mobility);
    });
});
