/** Every point of the rod at every time: pressed as ink, stretched as hatch, the fronts as lines with words along them. */
import { significant } from "@carom/figures/geometry";
import { useEffect, useRef } from "react";
import { useTheme } from "../shell/theme.js";
import type { RodScene } from "./film.js";
import type { Place } from "./place.js";

export function StrainCanvas({ scene, place }: { readonly scene: RodScene; readonly place: Place }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const top = place.y(scene.length);
  const [width, height] = [Math.max(1, Math.round(place.right - place.left)), Math.max(1, Math.round(place.y(0) - top))];
  useEffect(() => {
    void theme;
    const context = canvas.current?.getContext("2d");
    if (context != null) draw(context, scene, width, height);
  }, [scene, width, height, theme]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      style={{ left: place.left, top, width, height }}
      role="img"
      aria-label="strain of the rod over time, floor at the bottom"
    />
  );
}

/** Hatch of what is stretched, px. */
const HATCH = 6;

function draw(context: CanvasRenderingContext2D, { film, largestStrain }: RodScene, width: number, height: number): void {
  const { frames, cells, strain } = film;
  const [red, green, blue] = channels(getComputedStyle(context.canvas).getPropertyValue("--compression"));
  const image = context.createImageData(width, height);
  for (let x = 0; x < width; x++) {
    const frame = Math.min(frames - 1, Math.round((x / Math.max(1, width - 1)) * (frames - 1)));
    for (let row = 0; row < height; row++) {
      const cell = Math.min(cells - 1, Math.floor(((height - 1 - row + 0.5) / height) * cells));
      const value = strain[frame * cells + cell] / largestStrain;
      const ink = value < 0 ? -value : (x + row) % HATCH < HATCH / 2 ? value : 0;
      image.data.set([red, green, blue, Math.round(235 * ink)], 4 * (row * width + x));
    }
  }
  context.putImageData(image, 0, 0);
}

function channels(colour: string): [number, number, number] {
  const number = Number.parseInt(colour.trim().replace("#", ""), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Corners of the way of the first front while the rod stands: time, s, and height, m. */
function frontWay({ length, waveSpeed, end, leaves = end }: RodScene): (readonly [number, number])[] {
  const way: (readonly [number, number])[] = [[0, 0]];
  const transit = length / waveSpeed;
  for (let n = 1; n * transit < leaves * (1 + 1e-9); n++) way.push([n * transit, n % 2 === 0 ? 0 : length]);
  return way;
}

interface FrontsProps {
  readonly scene: RodScene;
  readonly place: Place;
  /** Speeds before and after, m/s. */
  readonly comes: number;
  readonly goes: number | undefined;
}

/** The lines of the fronts and what they are, said along them. */
export function Fronts({ scene, place, comes, goes }: FrontsProps) {
  const { length, waveSpeed, leaves, end, film, largestStrain } = scene;
  const { x, y, left, right, narrow } = place;
  const way = frontWay(scene);
  const up = length / waveSpeed;
  const slope = (-180 / Math.PI) * Math.atan2(y(0) - y(length), x(up) - x(0));
  const behind = Math.abs(film.strain[Math.round((0.4 * up) / film.step) * film.cells]);
  const along = (time: number, height: number, turn: number) =>
    `translate(${x(time).toFixed(1)},${y(height).toFixed(1)}) rotate(${turn.toFixed(1)})`;
  return (
    <>
      <path className="axis-line" d={`M${left},${y(length)}H${right}`} />
      <path className="floor" d={`M${left},${y(0)}H${right}`} />
      <path className="front-way" d={`M${way.map(([time, height]) => `${x(time).toFixed(1)},${y(height).toFixed(1)}`).join("L")}`} />
      <text className="word" x={x(up)} y={y(length) - 12} textAnchor="middle">
        turns at the free end
      </text>
      {!narrow && (
        <>
          <text className="word small" x={right + 12} y={y(length) + 4}>
            top
          </text>
          <text className="word small" x={right + 12} y={y(0) + 4}>
            floor
          </text>
          <text className="word" x={left + 16} y={y(0.88 * length)}>
            still falls, {significant(comes, 3)} m/s
          </text>
          <g transform={along(0.5 * up, 0.5 * length, slope)}>
            <text className="word strong" y="-10" textAnchor="middle">
              runs up at {significant(waveSpeed, 4)} m/s
            </text>
          </g>
          {1.5 * up < Math.min(end, leaves ?? end) && (
            <g transform={along(1.5 * up, 0.5 * length, -slope)}>
              <text className="word strong" y="-10" textAnchor="middle">
                comes back
              </text>
            </g>
          )}
          {behind > 0.3 * largestStrain && (
            <text className="word pressed-word" x={x(up)} y={y(0.22 * length)} textAnchor="middle">
              stands still, pressed by {significant(100 * behind, 2)} %
            </text>
          )}
        </>
      )}
      {leaves !== undefined && (
        <>
          <circle className="leaves-mark" cx={x(leaves)} cy={y(0)} r="7" />
          <text
            className="word strong halo"
            x={narrow ? right : x(leaves) + 14}
            y={y(0) + (narrow ? 22 : -12)}
            textAnchor={narrow ? "end" : "start"}
          >
            leaves the floor
          </text>
          {goes !== undefined && !narrow && (
            <text className="word" x={right} y={y(0.88 * length)} textAnchor="end">
              on its way up, {significant(goes, 3)} m/s
            </text>
          )}
        </>
      )}
    </>
  );
}
