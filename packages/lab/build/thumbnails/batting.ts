import { type BattingResult, type BattingStudy, runBatting } from "carom/study";
import { createPen, fit, type Pictured, type Point, type Thumbnail } from "./drawing.js";

export function battingPicture(study: BattingStudy): Pictured {
  return { thumbnail: battingThumbnail(runBatting(study)), facts: {} };
}

/** The flight to the target. */
function battingThumbnail({ path = [], start, target }: BattingResult): Thumbnail {
  const pen = createPen();
  const away = (point: readonly number[]): Point => [Math.hypot(point[0] - start[0], point[1] - start[1]), point[2]];
  const points = [start, ...path, target].map(away);
  const place = fit(points, 30);
  pen.line("trail", points.slice(0, -1).map(place));
  pen.circle("body", place(away(start)), 8);
  pen.circle("ink", place(away(target)), 6);
  return pen.done();
}
