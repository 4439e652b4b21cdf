export interface RodPictureProps {
  readonly slipBefore: number;
  readonly slipAfter: number;
}

/** Metres to pixels, and where the tip touches. */
const SCALE = 190;
const TIP = { x: 120, y: 176 };
/** Length of the slip arrows, px per m/s. */
const ARROW = 90;

/** The rod at 45 degrees on the floor, its velocity, and the slip of its tip before and after. */
export function RodPicture({ slipBefore, slipAfter }: RodPictureProps) {
  const reach = SCALE * Math.SQRT1_2;
  const centre = { x: TIP.x + reach / 2, y: TIP.y - reach / 2 };
  const velocity = { x: centre.x + 45 * slipBefore, y: centre.y + 45 };
  return (
    <figure className="rod">
      <svg
        viewBox="0 0 400 220"
        role="img"
        aria-label={`A rod at 45 degrees touches the floor; its tip slips forward at ${slipBefore.toFixed(2)} metres per second.`}
      >
        <defs>
          <marker id="open-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M1 1l6 3-6 3" fill="none" stroke="var(--ink1)" strokeWidth="1.4" />
          </marker>
          <marker id="slip-head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="2.8" markerHeight="2.8" orient="auto">
            <path d="M0 0l8 4-8 4z" fill="var(--slip)" />
          </marker>
        </defs>
        <line x1="0" y1={TIP.y + 5} x2="400" y2={TIP.y + 5} className="floor" />
        <line x1={TIP.x} y1={TIP.y} x2={TIP.x + reach} y2={TIP.y - reach} className="body" />
        <path d={`M${TIP.x + 44} ${TIP.y + 5}a44 44 0 0 0 -13 -34`} className="angle" />
        <text x={TIP.x + 50} y={TIP.y - 10}>
          45°
        </text>
        <text x={TIP.x + reach + 14} y={TIP.y - reach + 6}>
          rod, 1 kg, 1 m
        </text>
        <line x1={centre.x} y1={centre.y} x2={velocity.x} y2={velocity.y} className="velocity" markerEnd="url(#open-head)" />
        <text x={velocity.x + 10} y={velocity.y - 4}>
          1.18 m/s
        </text>
        <circle cx={centre.x} cy={centre.y} r="4" />
        <circle cx={TIP.x} cy={TIP.y + 3} r="4" />
        <line
          x1={TIP.x + 4}
          y1={TIP.y + 20}
          x2={TIP.x + 4 + ARROW * slipBefore}
          y2={TIP.y + 20}
          className="slip"
          markerEnd="url(#slip-head)"
        />
        <line
          x1={TIP.x - 6}
          y1={TIP.y + 20}
          x2={TIP.x - 6 + ARROW * slipAfter}
          y2={TIP.y + 20}
          className="slip"
          markerEnd="url(#slip-head)"
        />
      </svg>
      <figcaption>
        The tip slips forward at {slipBefore.toFixed(2)} m/s, stops, and slips back at {Math.abs(slipAfter).toFixed(2)} m/s.
      </figcaption>
    </figure>
  );
}
