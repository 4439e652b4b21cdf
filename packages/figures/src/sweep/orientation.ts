/** A world vector in the axes of a body of this orientation, a unit quaternion [x, y, z, w], body to world. */
export function rotateBack(
  [x, y, z, w]: readonly [number, number, number, number],
  [a, b, c]: readonly [number, number, number],
): readonly [number, number, number] {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a - w * s + y * u - z * t, b - w * t + z * s - x * u, c - w * u + x * t - y * s];
}
