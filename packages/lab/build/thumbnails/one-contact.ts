/** One contact: the path of its slip over the flow; in a plane, of its velocity with the ends of other laws. */
import { drawnContact, flowLines, samplesOf, slipRate, type Track, trackOf, velocityPlane } from "@carom/figures/geometry";
import { lawNamed } from "carom/impact";
import type { ImpactResult } from "carom/study";
import { createPen, HEIGHT, type Point, type Thumbnail, WIDTH } from "./drawing.js";

const FRAME = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

export function oneContactThumbnail({ problem, outcome }: ImpactResult): Thumbnail | undefined {
  const track = trackOf(problem, outcome);
  if (track === undefined) return undefined;
  return problem.dimension === 2 ? velocityThumbnail(problem, track) : hodographThumbnail(problem, track);
}

function hodographThumbnail(problem: ImpactResult["problem"], track: Track): Thumbnail {
  const pen = createPen();
  const contact = drawnContact(problem);
  const plane = velocityPlane(
    FRAME,
    samplesOf(track).map(({ slip }) => slip),
    Math.abs(contact.normalVelocity),
  );
  if (!track.springs)
    for (const { line } of flowLines(plane, (point): Point => {
      const [x, y] = slipRate(contact, plane.toVelocity(point));
      return [x, -y];
    }))
      pen.line(
        "flow",
        line.filter((_, i) => i % 3 === 0 || i === line.length - 1),
      );
  for (const { mode, samples } of track.stretches)
    pen.line(
      mode,
      samples.map(({ slip }) => plane.toPixels(slip)),
    );
  pen.circle("ink", plane.toPixels(track.start.slip), 4);
  pen.circle(track.stuckAtEnd ? "stick" : "slip", plane.toPixels(track.end.slip), 3);
  return pen.done();
}

/** Normal velocity against impulse, and where Newton, Poisson and energy would end it. */
function velocityThumbnail(problem: ImpactResult["problem"], track: Track): Thumbnail {
  const pen = createPen();
  const ends = ["frictional", "poisson", "newton"].flatMap((law) => {
    if (lawNamed(law).inapplicable(problem) !== undefined) return [];
    const other = trackOf(problem, lawNamed(law).solve(problem, { history: true }));
    return other === undefined ? [] : [other];
  });
  const all = [track, ...ends].flatMap((one) => samplesOf(one));
  const most = Math.max(...all.map(({ normalImpulse }) => normalImpulse));
  const low = Math.min(0, ...all.map(({ normalVelocity }) => normalVelocity));
  const high = Math.max(0, ...all.map(({ normalVelocity }) => normalVelocity));
  const place = (impulse: number, velocity: number): Point => [
    40 + (impulse / most) * (WIDTH - 80),
    24 + ((high - velocity) / (high - low || 1)) * (HEIGHT - 48),
  ];
  pen.line("line", [place(0, 0), place(most, 0)]);
  for (const other of ends)
    pen.line(
      "ink",
      samplesOf(other).map(({ normalImpulse, normalVelocity }) => place(normalImpulse, normalVelocity)),
    );
  for (const { end } of ends) pen.circle("ink", place(end.normalImpulse, end.normalVelocity), 4);
  for (const { mode, samples } of track.stretches)
    pen.line(
      mode,
      samples.map(({ normalImpulse, normalVelocity }) => place(normalImpulse, normalVelocity)),
    );
  return pen.done();
}
