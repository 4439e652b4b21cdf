/** Forces of the contacts of an impact. */
import type { ImpactForces } from "carom/force";
import { createPen, HEIGHT, type Point, type Thumbnail, WIDTH } from "./drawing.js";

/** The push of each contact in time. */
export function forceThumbnail({ time, duration, contacts }: ImpactForces): Thumbnail {
  const pen = createPen();
  const normal = contacts.map(({ force }) => force.map((row) => row[row.length - 1]));
  const most = Math.max(...normal.flat(), 1e-300);
  const place = (when: number, force: number): Point => [
    60 + (when / duration) * (WIDTH - 120),
    HEIGHT - 28 - (Math.max(0, force) / most) * (HEIGHT - 60),
  ];
  normal.forEach((forces) => {
    const points = forces.map((force, row) => place(time[row], force));
    pen.line("body", [place(0, 0), ...points, place(duration, 0)], true);
    pen.line("ink", points);
  });
  pen.line("line", [
    [24, HEIGHT - 28],
    [WIDTH - 24, HEIGHT - 28],
  ]);
  return pen.done();
}

/** N. */
export function peakOf({ contacts }: { readonly contacts: readonly { readonly peakForce: number }[] }): number {
  return Math.max(...contacts.map(({ peakForce }) => peakForce));
}
