/** Forces that run along a line, and where they are inside a friction cone. */
import { quadraticRoots } from "../../math/polynomial.js";
import { dot, type Vec3 } from "../../math/vec3.js";

/** The part of [0, 1] on which a + p b is inside the cone: one interval, since a cone is convex; empty: from infinity down. */
export function insideCone(a: Vec3, b: Vec3, normal: Vec3, friction: number): [number, number] {
  const factor = 1 + friction * friction;
  const [an, bn] = [dot(a, normal), dot(b, normal)];
  const isInside = (p: number) => {
    const push = an + p * bn;
    const square = dot(a, a) + 2 * p * dot(a, b) + p * p * dot(b, b);
    return push >= 0 && square <= factor * push * push;
  };
  const roots = quadraticRoots(dot(b, b) - factor * bn * bn, 2 * (dot(a, b) - factor * an * bn), dot(a, a) - factor * an * an);
  const cuts = [0, ...roots.filter((p) => p > 0 && p < 1), 1];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < cuts.length; i++) {
    if (!isInside(0.5 * (cuts[i - 1] + cuts[i]))) continue;
    low = Math.min(low, cuts[i - 1]);
    high = Math.max(high, cuts[i]);
  }
  return [low, high];
}
