import { type PickupResult, type PickupStudy, runPickup } from "carom/study";
import { createPen, type Pictured, type Point, type Thumbnail, WIDTH } from "./drawing.js";
import { drawBody, inPicture } from "./side-view.js";

export function pickupPicture(study: PickupStudy): Pictured {
  const result = runPickup(study);
  return { thumbnail: pickupThumbnail(result), facts: { depth: (result.leastDepth?.depth ?? 0) * 1e3 } };
}

/** The body between the fingers, from the side: front edges, nodes that touch. */
function pickupThumbnail({ shapes, surface, fingers }: PickupResult): Thumbnail {
  const pen = createPen();
  const shape = shapes.lifted ?? shapes.grip ?? shapes.rest;
  const to = drawBody(pen, shape.places, surface.triangles, fingers[0]!.direction);
  const scale = to([0, 0, 0])[1] - to([0, 0, 1])[1];
  shape.centres.forEach((centre, i) => {
    // Balls may be larger than the picture: an arc of points inside it.
    const [cx, cy] = to(centre);
    const radius = fingers[i]!.radius * scale;
    const side = cx < WIDTH / 2 ? 0 : Math.PI;
    const arc = Array.from({ length: 41 }, (_, k): Point => {
      const angle = side + ((k - 20) / 20) * 1.1;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    });
    pen.line("ink", inPicture(arc));
  });
  for (const { mode, place } of shape.contacts) pen.circle(mode, to(place), 2.6);
  return pen.done();
}
