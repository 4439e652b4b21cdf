import { type ElasticRodResult, type ElasticRodStudy, runElasticRod } from "carom/study";
import { createPen, HEIGHT, type Pictured, type Point, type Thumbnail, WIDTH } from "./drawing.js";

export function elasticRodPicture(study: ElasticRodStudy): Pictured {
  return { thumbnail: elasticRodThumbnail(runElasticRod(study)), facts: {} };
}

/** The floor's push in time. */
function elasticRodThumbnail({ series }: ElasticRodResult): Thumbnail {
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
