/** Dots in a frame. */
import { framed } from "./frame.js";
import { element, type Point } from "./svg.js";
import { colour } from "./theme.js";

/** Fewer dots than these are drawn larger. */
const FEW = 100;

/** One dot for each pair of numbers. */
export function scatter(label: string, names: readonly [string, string], points: readonly Point[]): string {
  const domain = (place: 0 | 1): readonly [number, number] => {
    const [low, high] = points.reduce(
      ([a, b], point) => [Math.min(a, point[place]), Math.max(b, point[place])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    const margin = 0.03 * (high - low || Math.abs(high) || 1);
    return [low - margin, high + margin];
  };
  return framed(label, { title: names[1], xName: names[0], xDomain: domain(0), yDomain: domain(1) }, ({ x, y }) =>
    points.map(([a, b]) =>
      element("circle", {
        cx: x(a),
        cy: y(b),
        r: points.length < FEW ? 3.5 : 1.8,
        fill: colour.ink2,
        "fill-opacity": points.length < FEW ? 0.85 : 0.45,
      }),
    ),
  );
}
