/** Something to drag in a picture, or to move with the arrow keys. */
import { type ReactNode, useRef } from "react";

interface HandleProps {
  readonly label: string;
  /** What it says of its place. */
  readonly words: string;
  readonly value: number;
  readonly at: readonly [number, number];
  /** Width of the picture in its own units. */
  readonly width: number;
  readonly onMove: (to: readonly [number, number]) => void;
  readonly onSettle: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

interface Held {
  /** Place of the handle when it was taken. */
  readonly at: readonly [number, number];
  /** Place of the pointer then, px of the page. */
  readonly pointer: readonly [number, number];
  /** Units of the picture per px of the page. */
  readonly unit: number;
}

/** Step of the arrow keys, in units of the picture. */
const STEP = 4;

export function Handle({ label, words, value, at, width, onMove, onSettle, className, children }: HandleProps) {
  // Where the pointer took it. The words above a picture change with the drag and move the picture: only the pointer's own way counts.
  const held = useRef<Held | undefined>(undefined);
  const settle = () => {
    if (held.current === undefined) return;
    held.current = undefined;
    onSettle();
  };
  return (
    <g
      className={`handle ${className}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={Number(value.toPrecision(6))}
      aria-valuetext={words}
      transform={`translate(${at[0]},${at[1]})`}
      onPointerDown={(event) => {
        const unit = width / event.currentTarget.ownerSVGElement!.getBoundingClientRect().width;
        held.current = { at, pointer: [event.clientX, event.clientY], unit };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={(event) => {
        if (held.current === undefined) return;
        const { at: from, pointer, unit } = held.current;
        onMove([from[0] + (event.clientX - pointer[0]) * unit, from[1] + (event.clientY - pointer[1]) * unit]);
      }}
      onPointerUp={settle}
      onPointerCancel={settle}
      onKeyDown={(event) => {
        const step = event.shiftKey ? 5 * STEP : STEP;
        const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove([at[0] + by[0], at[1] + by[1]]);
      }}
      onKeyUp={(event) => event.key.startsWith("Arrow") && onSettle()}
    >
      <circle className="touch-area" r="16" />
      {children}
    </g>
  );
}
