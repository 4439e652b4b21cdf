/** Sequences, waves and hits. */
import type { ImpactForces } from "carom/force";
import type { BattingResult, ClatterResult, ElasticRodResult, PickupResult } from "carom/study";
import { createPen, fit, HEIGHT, type Point, type Thumbnail, WIDTH } from "./drawing.js";

export function clatterThumbnail({ rod, plate }: ClatterResult): Thumbnail | undefined {
  const strikes =
    rod?.impacts.map(({ time, impulse, end }) => ({ time, impulse, up: end === "A" })) ??
    plate?.impacts.map(({ time, impulse, corner }) => ({ time, impulse, up: corner.startsWith("+") })) ??
    [];
  if (strikes.length === 0) return undefined;
  const pen = createPen();
  const last = Math.max(...strikes.map(({ time }) => time), 1e-300);
  const largest = Math.max(...strikes.map(({ impulse }) => impulse));
  const middle = HEIGHT / 2;
  pen.line("line", [
    [24, middle],
    [WIDTH - 24, middle],
  ]);
  for (const { time, impulse, up } of strikes) {
    const x = 50 + (time / last) * (WIDTH - 100);
    const tip = middle + (up ? -1 : 1) * 52 * (impulse / largest);
    pen.line(
      "body",
      [
        [x - 5, middle],
        [x - 5, tip],
        [x + 5, tip],
        [x + 5, middle],
      ],
      true,
    );
  }
  return pen.done();
}

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

/** The floor's push in time. */
export function elasticRodThumbnail({ series }: ElasticRodResult): Thumbnail {
  const pen = createPen();
  const points = series.time.map((time, i): Point => [time, -series.floorStrain[i]]);
  const most = Math.max(...points.map(([, y]) => y), 1e-300);
  const end = points[points.length - 1]?.[0] || 1;
  const place = ([x, y]: Point): Point => [36 + (x / end) * (WIDTH - 72), HEIGHT - 28 - (Math.max(0, y) / most) * (HEIGHT - 60)];
  pen.line("body", [place([0, 0]), ...points.map(place), place([end, 0])], true);
  pen.line("ink", points.map(place));
  pen.line("line", [
    [24, HEIGHT - 28],
    [WIDTH - 24, HEIGHT - 28],
  ]);
  return pen.done();
}

/** The flight to the target. */
export function battingThumbnail({ path = [], start, target }: BattingResult): Thumbnail {
  const pen = createPen();
  const away = (point: readonly number[]): Point => [Math.hypot(point[0] - start[0], point[1] - start[1]), point[2]];
  const points = [start, ...path, target].map(away);
  const place = fit(points, 30);
  pen.line("trail", points.slice(0, -1).map(place));
  pen.circle("body", place(away(start)), 8);
  pen.circle("ink", place(away(target)), 6);
  return pen.done();
}

/** The body between the fingers, from the side: front edges, nodes that touch. */
export function pickupThumbnail({ shapes, surface, fingers }: PickupResult): Thumbnail {
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
