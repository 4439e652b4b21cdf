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

/** Step of the arrow keys, in units of the picture. */
const STEP = 4;

export function Handle({ label, words, value, at, width, onMove, onSettle, className, children }: HandleProps) {
  const held = useRef<readonly [number, number] | undefined>(undefined);
  const place = (event: React.PointerEvent<SVGGElement>): readonly [number, number] => {
    const box = event.currentTarget.ownerSVGElement!.getBoundingClientRect();
    const unit = width / box.width;
    return [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
  };
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
        const [x, y] = place(event);
        held.current = [at[0] - x, at[1] - y];
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={(event) => {
        if (held.current === undefined) return;
        const [x, y] = place(event);
        onMove([x + held.current[0], y + held.current[1]]);
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
