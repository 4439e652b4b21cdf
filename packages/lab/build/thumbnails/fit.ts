/** Of bounces: each by its time across and its time in the air up; of other fits nothing is drawn, because nothing is run. */
import type { StudyOf } from "carom/study";
import { createPen, HEIGHT, type Pictured, WIDTH } from "./drawing.js";

const MARGIN = 20;

export function fitPicture({ bounces }: StudyOf<"fit">): Pictured {
  const times = bounces?.times ?? [];
  if (times.length < 2) return { facts: {} };
  const pen = createPen();
  const last = times[times.length - 1];
  const longest = Math.max(...times.slice(1).map((time, k) => time - times[k]));
  const across = (time: number) => MARGIN + ((time - times[0]) / (last - times[0])) * (WIDTH - 2 * MARGIN);
  times.slice(1).forEach((time, k) => {
    const up = (time - times[k]) / longest;
    pen.circle("ink", [across(time), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)], 2.4);
  });
  return { thumbnail: pen.done(), facts: { bounces: times.length } };
}
