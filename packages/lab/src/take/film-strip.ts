/** The timeline under a film's picture: stems of the impacts, the inside of those that are open, and where the film is. */
import type { RecordedImpact } from "carom/simulation";
import { axisOf, type ImpactSegment, type Moment } from "../player/axis.js";
import { clockOf } from "../player/impact-clock.js";
import { impulseOf, peakForceOf, type Run, showsForces } from "../player/run.js";

export interface StripColours {
  readonly paper: string;
  readonly raised: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
}

/** Where the strip stands in the picture, px. */
export interface StripPlace {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** A letter, px. */
  readonly unit: number;
}

export function stripOf(run: Run, opened: readonly number[], { top, width, height, unit }: StripPlace, colours: StripColours) {
  const sizeOf: (impact: RecordedImpact) => number = showsForces(run) ? peakForceOf : impulseOf;
  const largest = Math.max(...run.impacts.map(sizeOf), 1e-300);
  const open = [...opened]
    .sort((a, b) => a - b)
    .map((impact) => {
      const { time, forces } = run.impacts[impact];
      return { impact, time, ...(forces === undefined ? {} : { clock: clockOf(forces) }) };
    });
  const axis = axisOf(run.end, open, 1.4 * unit, width - 1.4 * unit);
  const foot = top + height - 0.7 * unit;
  const y = (size: number) => foot - (size / largest) * (height - 1.6 * unit);

  const line = (context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[], colour: string, wide: number) => {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.beginPath();
    for (const [px, py] of points) context.lineTo(px, py);
    context.stroke();
  };

  return (context: CanvasRenderingContext2D, moment: Moment) => {
    context.fillStyle = colours.paper;
    context.fillRect(0, top, width, height);
    line(
      context,
      [
        [0, top],
        [width, top],
      ],
      colours.line,
      1,
    );
    const inside = axis.segments.filter((segment): segment is ImpactSegment => segment.kind === "impact");
    for (const { left, right } of inside) {
      context.fillStyle = colours.raised;
      context.fillRect(left, top + 0.3 * unit, right - left, foot - top - 0.3 * unit);
    }
    line(
      context,
      [
        [axis.left, foot],
        [axis.right, foot],
      ],
      colours.soft,
      1,
    );
    for (const [i, impact] of run.impacts.entries())
      if (!opened.includes(i)) stem(context, axis.x(impact.time), y(sizeOf(impact)), foot, colours.ink, unit);
    for (const segment of inside) line(context, curveOf(run.impacts[segment.impact], segment, sizeOf, y), colours.ink, unit / 9);
    const at = axis.xOf(moment);
    line(
      context,
      [
        [at, top + 0.2 * unit],
        [at, foot + 0.3 * unit],
      ],
      colours.ink,
      unit / 12,
    );
  };
}

function stem(context: CanvasRenderingContext2D, x: number, head: number, foot: number, colour: string, unit: number): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = unit / 14;
  context.beginPath();
  context.moveTo(x, foot);
  context.lineTo(x, head);
  context.stroke();
  context.beginPath();
  context.arc(x, head, unit / 8, 0, 2 * Math.PI);
  context.fill();
}

/** The force against the impact's own time where it is known; else its impulse as it grows. */
function curveOf(
  impact: RecordedImpact,
  { left, right }: ImpactSegment,
  sizeOf: (impact: RecordedImpact) => number,
  y: (size: number) => number,
): (readonly [number, number])[] {
  const { forces } = impact;
  if (forces === undefined)
    return [
      [left, y(0)],
      [right, y(sizeOf(impact))],
    ];
  const [hardest] = [...forces.contacts].sort((a, b) => b.peakForce - a.peakForce);
  return forces.time.map((time, row) => [left + (time / forces.duration) * (right - left), y(hardest.normalForce[row])]);
}
