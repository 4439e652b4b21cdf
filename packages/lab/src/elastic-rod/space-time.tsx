/** Strain or velocity of every point at every time as an image, with the time of the rod beside it. */
import type { RodFilm } from "carom/elastic-rod";
import { useEffect, useRef } from "react";

export type Field = "strain" | "velocity";

interface SpaceTimeProps {
  readonly film: RodFilm;
  readonly field: Field;
  readonly frame: number;
  /** The bottom leaves the floor, part of the way. */
  readonly leaves?: number;
  readonly onFrame: (frame: number) => void;
}

export function SpaceTime({ film, field, frame, leaves, onFrame }: SpaceTimeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context == null) return;
    draw(context, film, field);
  }, [film, field]);
  const pick = (event: React.PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
    onFrame(Math.round(part * (film.frames - 1)));
  };
  const at = (part: number) => `${100 * part}%`;
  return (
    <div className="space-time" onPointerDown={pick} onPointerMove={pick} data-field={field}>
      <canvas
        ref={canvas}
        width={film.frames}
        height={film.cells}
        role="img"
        aria-label={`${field} of the rod over time, floor at the bottom`}
      />
      {leaves !== undefined && <span className="leaves" style={{ left: at(leaves) }} />}
      <span className="cursor" style={{ left: at(frame / (film.frames - 1)) }} />
    </div>
  );
}

/** Compressed or upward blue, stretched or downward orange, as strong as they are large. */
function draw(context: CanvasRenderingContext2D, film: RodFilm, field: Field): void {
  const { frames, cells } = film;
  const values = film[field];
  const sign = field === "strain" ? -1 : 1;
  const style = getComputedStyle(context.canvas);
  const [up, down] = [style.getPropertyValue("--stick"), style.getPropertyValue("--slip")].map(channels);
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const image = context.createImageData(frames, cells);
  for (let t = 0; t < frames; t++)
    for (let i = 0; i < cells; i++) {
      const value = (sign * values[t * cells + i]) / (largest || 1);
      const [red, green, blue] = value > 0 ? up : down;
      image.data.set([red, green, blue, Math.round(235 * Math.abs(value))], 4 * ((cells - 1 - i) * frames + t));
    }
  context.putImageData(image, 0, 0);
}

function channels(colour: string): [number, number, number] {
  const number = Number.parseInt(colour.trim().replace("#", ""), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
