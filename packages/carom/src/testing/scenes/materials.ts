/** Materials of the contacts of one scene: all alike or each its own, with the values that break solvers drawn often. */
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import { around, between, pick, type Random, scale } from "./random.js";

export function drawMaterials(random: Random, count: number): ContactMaterial[] {
  const alike = random() < 0.4;
  const exponent = pick(random, [1, 1, 1, 1, 1.5]);
  const first = drawMaterial(random, exponent, 0);
  const stiff = pick(random, [0, 1, 1.5]);
  return Array.from({ length: count }, (_, i) => (i === 0 || alike ? first : drawMaterial(random, exponent, stiff)));
}

function drawMaterial(random: Random, exponent: number, decades: number): ContactMaterial {
  const friction = pick(random, [() => 0, () => between(random, 0.01, 0.3), () => between(random, 0.01, 1.5)])();
  const restitution = pick(random, [() => 1, () => 0, () => 0.5, () => between(random, 0, 1)])();
  const more = random() < 0.8 ? {} : { staticFriction: friction * between(random, 1, 1.5) };
  const springs = { ...(exponent === 1 ? {} : { exponent }), ...(decades === 0 ? {} : { stiffness: scale(random, decades) }) };
  return { friction, restitution, ...more, ...springs };
}

/** Masses: all one kilogram, or over some of four decades. */
export function drawMasses(random: Random, count: number): number[] {
  const decades = pick(random, [0, 1, 2, 2]);
  return Array.from({ length: count }, () => scale(random, decades));
}

/** Three components of up to `size`. */
export const vector3 = (random: Random, size: number): [number, number, number] => [
  around(random, size),
  around(random, size),
  around(random, size),
];
