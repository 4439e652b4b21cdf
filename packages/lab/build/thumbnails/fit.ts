/**
 * What was measured, as points: bounces each by its time across and its time in the air up, a squeeze by its distances and pushes, slip
 * tests by their pushes and pulls; of other fits nothing is drawn, because nothing is run.
 */
import type { StudyOf } from "carom/study";
import { createPen, HEIGHT, type Pictured, type Point, type Thumbnail, WIDTH } from "./drawing.js";

const MARGIN = 20;

export function fitPicture({ bounces, squeeze, slips }: StudyOf<"fit">): Pictured {
  const times = bounces?.times ?? [];
  if (times.length > 1) return { thumbnail: pointsFrom(times[0], inTheAir(times)), facts: { bounces: times.length } };
  const rows = firstTwoColumns(squeeze?.csv ?? slips?.csv ?? "");
  return rows.length > 1 ? { thumbnail: pointsFrom(0, rows), facts: {} } : { facts: {} };
}

const inTheAir = (times: readonly number[]) => times.slice(1).map((time, k): Point => [time, time - times[k]]);

/** Of the rows below the names. */
function firstTwoColumns(csv: string): Point[] {
  const [, ...rows] = csv.trim().split("\n");
  return rows.map((row): Point => {
    const [across, up] = row.split(",").map(Number);
    return [across, up];
  });
}

/** @param left what the left side stands for; the lower one is zero */
function pointsFrom(left: number, points: readonly Point[]): Thumbnail {
  const pen = createPen();
  const right = Math.max(...points.map(([across]) => across));
  const top = Math.max(...points.map(([, up]) => up));
  for (const [across, up] of points)
    pen.circle(
      "ink",
      [MARGIN + ((across - left) / (right - left)) * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - (up / top) * (HEIGHT - 2 * MARGIN)],
      2.4,
    );
  return pen.done();
}
