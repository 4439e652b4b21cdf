/** A soft body on a table, from the side. */
import { HEIGHT, type Pen, type Point, WIDTH } from "./drawing.js";

type Place = readonly [number, number, number];

/** Draws front edges and the table; from places in space to those in the picture. `across`: points to the right. */
export function drawBody(
  pen: Pen,
  places: readonly Place[],
  triangles: readonly (readonly number[])[],
  across: Place,
): (at: Place) => Point {
  const [dx, dy] = across;
  const flat = places.map(([x, y, z]): Point => [x * dx + y * dy, z]);
  const [low, high] = [Math.min(...flat.map(([x]) => x)), Math.max(...flat.map(([x]) => x))];
  const top = Math.max(...flat.map(([, z]) => z));
  const scale = Math.min((HEIGHT - 44) / top, (WIDTH - 120) / (high - low));
  const to = ([x, y, z]: Place): Point => [WIDTH / 2 + (x * dx + y * dy - (low + high) / 2) * scale, HEIGHT - 22 - z * scale];
  // Whole pixels: hundreds of small triangles are the largest pictures of the gallery.
  const at = places.map((place): Point => {
    const [x, y] = to(place);
    return [Math.round(x), Math.round(y)];
  });
  for (const [a, b, c] of triangles) {
    const [p, q, r] = [at[a!]!, at[b!]!, at[c!]!];
    if ((q[0] - p[0]) * (r[1] - p[1]) < (q[1] - p[1]) * (r[0] - p[0])) pen.line("body", [p, q, r], true);
  }
  pen.line("line", [
    [24, HEIGHT - 22],
    [WIDTH - 24, HEIGHT - 22],
  ]);
  return to;
}

/** What of a line is over the table and inside the picture. */
export const inPicture = (points: readonly Point[]): Point[] =>
  points.filter(([x, y]) => x > 4 && x < WIDTH - 4 && y > 4 && y < HEIGHT - 22);
