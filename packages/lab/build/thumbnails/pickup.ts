import { type PickupResult, type PickupStudy, runPickup } from "carom/study";
import { createPen, HEIGHT, type Pictured, type Point, type Thumbnail, WIDTH } from "./drawing.js";

export function pickupPicture(study: PickupStudy): Pictured {
  const result = runPickup(study);
  return { thumbnail: pickupThumbnail(result), facts: { depth: (result.leastDepth?.depth ?? 0) * 1e3 } };
}

/** The body between the fingers, from the side: front edges, nodes that touch. */
function pickupThumbnail({ shapes, surface, fingers }: PickupResult): Thumbnail {
  const pen = createPen();
  const shape = shapes.lifted ?? shapes.grip ?? shapes.rest;
  const [dx, dy] = fingers[0]!.direction;
  const across = ([x, y, z]: readonly [number, number, number]): Point => [x * dx + y * dy, z];
  const flat = shape.places.map(across);
  const [low, high] = [Math.min(...flat.map(([x]) => x)), Math.max(...flat.map(([x]) => x))];
  const top = Math.max(...flat.map(([, z]) => z));
  const scale = Math.min((HEIGHT - 44) / top, (WIDTH - 120) / (high - low));
  const to = ([x, z]: Point): Point => [WIDTH / 2 + (x - (low + high) / 2) * scale, HEIGHT - 22 - z * scale];
  const at = flat.map(to);
  for (const [a, b, c] of surface.triangles) {
    const [p, q, r] = [at[a!]!, at[b!]!, at[c!]!];
    if ((q[0] - p[0]) * (r[1] - p[1]) < (q[1] - p[1]) * (r[0] - p[0])) pen.line("body", [p, q, r], true);
  }
  shape.centres.forEach((centre, i) => {
    // Balls may be larger than the picture: an arc of points inside it.
    const [cx, cy] = to(across(centre));
    const radius = fingers[i]!.radius * scale;
    const side = cx < WIDTH / 2 ? 0 : Math.PI;
    const arc = Array.from({ length: 41 }, (_, k): Point => {
      const angle = side + ((k - 20) / 20) * 1.1;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    });
    pen.line(
      "ink",
      arc.filter(([x, y]) => x > 4 && x < WIDTH - 4 && y > 4 && y < HEIGHT - 22),
    );
  });
  for (const { mode, place } of shape.contacts) pen.circle(mode, to(across(place)), 2.6);
  pen.line("line", [
    [24, HEIGHT - 22],
    [WIDTH - 24, HEIGHT - 22],
  ]);
  return pen.done();
}
