/** Laws are told apart by shape, never by colour; the chosen one is filled. */
import type { Point } from "@carom/figures/geometry";
import type { MarkShape } from "../laws/laws.js";

function corners(count: number, radius: number, turn = -90): string {
  const points = Array.from({ length: count }, (_, i) => {
    const angle = ((turn + (360 * i) / count) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

const OUTLINES: Readonly<Record<Exclude<MarkShape, "disc" | "ring">, string>> = {
  diamond: corners(4, 6.5),
  square: corners(4, 6.5, -45),
  triangle: corners(3, 6.8),
  pentagon: corners(5, 6),
  hexagon: corners(6, 6),
};

export function LawMark({ shape, at: [x, y], filled }: { readonly shape: MarkShape; readonly at: Point; readonly filled: boolean }) {
  return (
    <g className={filled ? "law-mark filled" : "law-mark"} transform={`translate(${x},${y})`}>
      {shape === "disc" ? <circle r="5" /> : shape === "ring" ? <circle r="5" className="ring-mark" /> : <path d={OUTLINES[shape]} />}
    </g>
  );
}

export function LawIcon({ shape, filled }: { readonly shape: MarkShape; readonly filled: boolean }) {
  return (
    <svg className="law-icon" width="16" height="16" aria-hidden="true">
      <LawMark shape={shape} at={[8, 8]} filled={filled} />
    </svg>
  );
}
