/** Affine maps of the plane as PDF and SVG write them: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First the inner one, then the outer one. */
export function times([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix {
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** Of an attribute `transform`. */
export function parseTransform(text: string | null): Matrix {
  let whole = IDENTITY;
  for (const [, name, list] of (text ?? "").matchAll(/(\w+)\s*\(([^)]*)\)/g))
    whole = times(
      whole,
      step(
        name,
        list
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number),
      ),
    );
  return whole;
}

function step(name: string, numbers: readonly number[]): Matrix {
  const [first = 0, second, third] = numbers;
  if (name === "translate") return [1, 0, 0, 1, first, second ?? 0];
  if (name === "scale") return [first, 0, 0, second ?? first, 0, 0];
  if (name === "matrix" && numbers.length === 6) return numbers as unknown as Matrix;
  if (name !== "rotate") return IDENTITY;
  const angle = (first * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0];
  if (second === undefined || third === undefined) return turn;
  return times(times([1, 0, 0, 1, second, third], turn), [1, 0, 0, 1, -second, -third]);
}
