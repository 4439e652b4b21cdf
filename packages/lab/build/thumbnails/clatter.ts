/** Strike after strike as bars, above and below a line. */
import { type ClatterResult, type ClatterStudy, runClatter } from "carom/study";
import { createPen, HEIGHT, type Pictured, type Thumbnail, WIDTH } from "./drawing.js";

export function clatterPicture(study: ClatterStudy): Pictured {
  const result = runClatter(study);
  const thumbnail = clatterThumbnail(result);
  const impulses = (result.rod ?? result.plate)?.impacts.map(({ impulse }) => impulse) ?? [];
  return {
    ...(thumbnail === undefined ? {} : { thumbnail }),
    facts: { ratio: (impulses[1] ?? 0) / (impulses[0] ?? 1), impacts: impulses.length },
  };
}

function clatterThumbnail({ rod, plate }: ClatterResult): Thumbnail | undefined {
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
