/**
 * What the plots share: one frame, so that the cursor is one line through all of them; titles; the lines of the cursor and of events.
 */
import type { Track } from "@carom/figures/geometry";
import type { ReactNode } from "react";
import { useHold } from "../../ui/use-hold.js";
import { useSize } from "../../ui/use-size.js";
import type { At } from "../cursor.js";
import type { LawResult } from "../model.js";

export interface PlotFrame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  /** The largest impulse of the axis, N s. */
  readonly most: number;
}

export const x = ({ width, left, right, most }: PlotFrame, impulse: number) => left + (impulse / most) * (width - left - right);

export function usePlotFrame(results: readonly LawResult[], narrow: boolean) {
  const [element, size] = useSize<HTMLDivElement>();
  const most = Math.max(...results.map(({ track }) => track?.end.normalImpulse ?? 0)) || 1;
  const frame: PlotFrame = { width: size?.width ?? 0, left: 44, right: narrow ? 104 : 124, most: most * 1.001 };
  return [element, frame] as const;
}

export interface PartProps {
  readonly track: Track;
  readonly at: At;
  readonly frame: PlotFrame;
  readonly onCursor: (impulse: number) => void;
}

/** A plot's picture, which is also the handle of the cursor. */
export function PlotSvg({
  label,
  height,
  frame,
  onCursor,
  children,
}: {
  readonly label: string;
  readonly height: number;
  readonly frame: PlotFrame;
  readonly onCursor: (impulse: number) => void;
  readonly children: ReactNode;
}) {
  const { left, right, width, most } = frame;
  const hold = useHold<SVGSVGElement>((event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = box.width / width || 1;
    onCursor((most * ((event.clientX - box.left) / scale - left)) / (width - left - right));
  });
  return (
    <svg width={width} height={height} aria-label={label} {...hold}>
      {children}
    </svg>
  );
}

export interface BarStretch {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Neighbours of the same name as one bar. */
export function joined(track: Track, key: "phase" | "mode"): BarStretch[] {
  const bars: BarStretch[] = [];
  for (const stretch of track.stretches) {
    const from = stretch.samples[0].normalImpulse;
    const to = stretch.samples[stretch.samples.length - 1].normalImpulse;
    const last = bars[bars.length - 1];
    if (last?.name === stretch[key]) bars[bars.length - 1] = { ...last, to };
    else bars.push({ name: stretch[key], from, to });
  }
  return bars;
}

export function Title({
  title,
  unit,
  value,
  children,
}: {
  readonly title: string;
  readonly unit: ReactNode;
  readonly value: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className="plot-title">
      <h2>
        {title} <small>{unit}</small>
        {children}
      </h2>
      <p>
        <b>{value}</b>
      </p>
    </header>
  );
}

/** Cursor line and the dotted lines of events, through the whole plot. */
export function Lines({
  track,
  at,
  frame,
  height,
}: {
  readonly track: Track;
  readonly at: At;
  readonly frame: PlotFrame;
  readonly height: number;
}) {
  const cursor = x(frame, at.normalImpulse);
  const inner = track.marks.filter(({ letter }) => letter !== "r");
  return (
    <>
      <path className="event-lines" d={inner.map(({ sample }) => `M${x(frame, sample.normalImpulse).toFixed(1)},0V${height}`).join("")} />
      <path className="cursor" d={`M${cursor},-30V${height}`} />
    </>
  );
}

export function CompressionGround({ track, frame, height }: { readonly track: Track; readonly frame: PlotFrame; readonly height: number }) {
  return joined(track, "phase")
    .filter(({ name }) => name === "compression")
    .map(({ from, to }) => (
      <rect key={from} className="compression-ground" x={x(frame, from)} y="0" width={x(frame, to) - x(frame, from)} height={height} />
    ));
}
