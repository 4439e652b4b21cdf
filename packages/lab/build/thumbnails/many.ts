/** Bodies as circles, contacts as lines as wide as their impulse, velocities after. */
import { sceneOf } from "@carom/figures/geometry";
import type { ImpactResult } from "carom/study";
import { createPen, fit, HEIGHT, type Point, type Thumbnail, WIDTH } from "./drawing.js";

export function manyThumbnail(result: ImpactResult): Thumbnail | undefined {
  const scene = sceneOf(result);
  if (scene === undefined || scene.contacts.length === 0) return barsThumbnail(result);
  const pen = createPen();
  const points = [...scene.bodies.map(({ position }) => position), ...scene.contacts.map(({ point }) => point)];
  const spread = [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k])) - Math.min(...points.map((point) => point[k])));
  const [right, up] = [0, 1, 2]
    .sort((a, b) => spread[b] - spread[a] || a - b)
    .slice(0, 2)
    .sort();
  const flat = (point: readonly number[]): Point => [point[right], point[up]];
  const margin = Math.max(0, ...scene.bodies.map(({ radius = 0 }) => radius));
  const around = points.map(flat).flatMap(([x, y]): Point[] => [
    [x - margin, y - margin],
    [x + margin, y + margin],
  ]);
  const place = fit(around);
  const unit = Math.hypot(place([1, 0])[0] - place([0, 0])[0], 0);
  for (const { position, radius } of scene.bodies)
    if (radius !== undefined) pen.circle("body", place(flat(position)), radius * unit);
    else pen.circle("body", place(flat(position)), 5);
  const largest = Math.max(...scene.contacts.map(({ magnitude }) => magnitude), 1e-300);
  for (const { point, normal, magnitude } of scene.contacts) {
    const [x, y] = place(flat(point));
    const [nx, ny] = flat(normal);
    const length = 6 + 26 * (magnitude / largest);
    if (magnitude > 0)
      pen.line("stick", [
        [x, y],
        [x + nx * length, y - ny * length],
      ]);
  }
  const fastest = Math.max(...scene.bodies.map(({ velocity }) => Math.hypot(...flat(velocity))), 1e-300);
  for (const { position, velocity } of scene.bodies) {
    const [x, y] = place(flat(position));
    const [u, v] = flat(velocity);
    pen.arrow("ink", [x, y], [x + (34 * u) / fastest, y - (34 * v) / fastest]);
  }
  return pen.done();
}

/** Where contacts have no places: their impulses as bars. */
function barsThumbnail({ problem, outcome }: ImpactResult): Thumbnail {
  const pen = createPen();
  const size = problem.dimension;
  const impulses = problem.contacts.map((_, i) => Math.max(0, outcome.impulse[size * (i + 1) - 1]));
  const largest = Math.max(...impulses, 1e-300);
  const step = (WIDTH - 80) / impulses.length;
  pen.line("line", [
    [30, HEIGHT - 28],
    [WIDTH - 30, HEIGHT - 28],
  ]);
  impulses.forEach((impulse, i) => {
    const x = 40 + step * (i + 0.5);
    pen.arrow("stick", [x, HEIGHT - 28], [x, HEIGHT - 28 - 100 * (impulse / largest)]);
  });
  return pen.done();
}
