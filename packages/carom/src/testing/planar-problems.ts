/** Planar problems of every branch, for the tests of the law `planar`. */
import fc from "fast-check";
import type { Contact, ContactProblem } from "../mechanics/contact-problem.js";

export const RUNS = { numRuns: 10_000, seed: 20_261_115 };
/** For claims that take several solutions or long recordings. */
export const FEWER_RUNS = { ...RUNS, numRuns: 2000 };

/** Evenly over an interval: unlike fast-check's doubles no denormal numbers, whose rounding is not relative. */
export const uniform = (min: number, max: number) => fc.integer({ min: 0, max: 1e9 }).map((k) => min + (max - min) * (k / 1e9));
export const unit = uniform(-1, 1);
/** Ten to a power. */
export const decades = (from: number, to: number) => uniform(from, to).map((power) => 10 ** power);

export function problemOf(
  mobility: readonly [number, number, number],
  velocity: readonly [number, number],
  material: Contact,
): ContactProblem {
  const [a, b, c] = mobility;
  const rows = [
    [a, b],
    [b, c],
  ];
  return { dimension: 2, contacts: [material], mobility: rows, velocity };
}

const draw = fc.record({
  a: decades(-2, 2),
  c: decades(-2, 2),
  // Coupling over its largest value: anywhere, none, and close to singular.
  coupling: fc.oneof(
    uniform(-0.999, 0.999),
    fc.constant(0),
    decades(-7, -3).map((gap) => 1 - gap),
    decades(-7, -3).map((gap) => gap - 1),
  ),
  slip: fc.oneof(
    uniform(-3, 3),
    fc.constant(0),
    fc.tuple(unit, decades(-10, -2)).map(([x, size]) => x * size),
  ),
  approach: decades(-2, 1),
  friction: fc.oneof(uniform(0, 1.5), uniform(0, 10), fc.constant(0)),
  restitution: fc.oneof(uniform(0, 1), fc.constant(0), fc.constant(1)),
});

/** Problems of every branch, jam and near-singular ones among them. Slip in units that make both mobilities alike. */
export const planarProblem = draw.map(({ a, c, coupling, slip, approach, friction, restitution }) =>
  problemOf([a, coupling * Math.sqrt(a * c), c], [slip * approach * Math.sqrt(a / c), -approach], { friction, restitution }),
);

export const parts = (problem: ContactProblem) => {
  const [[a, b], [, c]] = problem.mobility;
  const { friction, restitution, staticFriction = friction } = problem.contacts[0];
  return { a, b, c, slip: problem.velocity[0], approach: -problem.velocity[1], friction, staticFriction, restitution };
};
