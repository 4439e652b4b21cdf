import { type GraspResult, type GraspStudy, runGrasp } from "carom/study";
import { createPen, type Pictured, type Point, type Thumbnail } from "./drawing.js";
import { drawBody, inPicture } from "./side-view.js";

export function graspPicture({ search: _, ...study }: GraspStudy): Pictured {
  return { thumbnail: graspThumbnail(runGrasp(study)), facts: {} };
}

/** The body in the hand, from the side of the first finger: front edges, outlines of the fingers, nodes that they touch. */
function graspThumbnail({ shapes, surface, fingers }: GraspResult): Thumbnail {
  const pen = createPen();
  const shape = shapes.lifted ?? shapes.grip ?? shapes.rest;
  const to = drawBody(pen, shape.places, surface.triangles, fingers[0]!.direction);
  const scale = to([0, 0, 0])[1] - to([0, 0, 1])[1];
  fingers.forEach(({ boxes }, i) => {
    for (const box of boxes) pen.line("ink", inPicture(outline(box, shape.points[i]!, to, scale)), true);
  });
  for (const { node, obstacle } of shape.contacts) if (obstacle > 0) pen.circle("stick", to(shape.places[node]!), 2.6);
  return pen.done();
}

type Box = GraspResult["fingers"][number]["boxes"][number];
type Place = readonly [number, number, number];

/** Of a box with rounded edges: in each direction its farthest corner, and the rounding beyond it. */
function outline({ half, rounding, offset, axes }: Box, point: Place, to: (at: Place) => Point, scale: number): Point[] {
  const corners = Array.from({ length: 8 }, (_, k) => {
    const at = [0, 1, 2].map((d) =>
      axes.reduce((sum, axis, j) => sum + (k & (1 << j) ? 1 : -1) * half[j]! * axis[d]!, point[d]! + offset[d]!),
    );
    return to(at as unknown as Place);
  });
  return Array.from({ length: 48 }, (_, k): Point => {
    const [c, s] = [Math.cos((Math.PI * k) / 24), Math.sin((Math.PI * k) / 24)];
    const [x, y] = corners.reduce((far, corner) => (corner[0] * c + corner[1] * s > far[0] * c + far[1] * s ? corner : far));
    return [x + rounding * scale * c, y + rounding * scale * s];
  });
}
